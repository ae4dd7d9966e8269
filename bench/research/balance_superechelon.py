"""Balance of room in SuperEchelon's breakaways: loot, company in the winning one, and which way to play wins.

`python -m bench balance` prints few tours of each kind; `python -m bench.research.balance_superechelon 4 half
--tours 200 --one time-out --others strong` tells of one player among others. All are seasons of one tour.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

from bench.research.scripts_superechelon import GAME, SCRIPTS, Script
from bench.rivals import Share
from engines.dice import SeededDice
from engines.superechelon import CARDS, SPEC, State, best_of, gc, places, read_loot
from engines.table import Move, Table

SEATS, ROOMS, USUAL = (3, 4), ("open", "half"), "half"
TOURS = 12  # of each kind
MANY = 20  # times as many of those in which no one thinks


@dataclass(slots=True)
class Sums:
    """What happened in the legs of some tours."""

    tours: int = 0
    legs: int = 0
    loot: int = 0  # GC points of it
    road: int = 0  # GC points of all cards that were played
    victories: int = 0  # legs that a breakaway won
    inside: int = 0  # players in those
    breakaways: int = 0
    overtaken: int = 0  # how often another breakaway came to lead a leg
    turned: int = 0  # legs after which another rider led the tour
    answers: int = 0
    choices: int = 0  # of them among two places at least for a card
    led: list[float] = field(default_factory=list[float])  # wins from the first leader on, clockwise

    def __str__(self) -> str:
        legs, places = max(1, self.legs), ", ".join(f"{won / max(1, self.tours):.1%}" for won in self.led)
        return (
            f"a leg has {self.breakaways / legs:.1f} breakaways, the lead passes {self.overtaken / legs:.1f} times, "
            f"{self.inside / max(1, self.victories):.2f} players win it, loot {self.loot / legs:.1f} GC "
            f"({self.loot / max(1, self.road):.0%} of what is played), {self.answers / legs:.1f} answers, of them "
            f"{self.choices / legs:.1f} among several places; the tour's lead passes in {self.turned / legs:.0%}; "
            f"won by the first leader and clockwise: {places}"
        )

    def leg(self, state: State) -> None:
        """A leg is over, and its loot not yet dealt."""
        last = state.last
        assert last is not None
        cards = [card for breakaway in last.breakaways for card in breakaway.cards]
        self.legs += 1
        self.breakaways += len(last.breakaways)
        self.road += gc(c.card for c in cards)
        if last.spoils:
            self.loot += gc(last.spoils.cards)
        best = best_of(last.breakaways)
        if len(best) == 1:
            self.victories += 1
            self.inside += len({c.seat for c in best[0].cards})


def totals(state: State) -> list[int]:
    """GC points of each seat in this tour, with the loot that lies face down."""
    gc_of = list(state.gc)
    for handed in state.handed:
        for _, seat, card in map(read_loot, handed):
            gc_of[seat] += CARDS[card].gc
    return gc_of


def ride(table: Table, players: Sequence[Script], seed: int, sums: Sums) -> list[float]:
    """A season; returns each seat's share of the win."""
    key, rng = Random(f"tour.{seed}").randbytes(32), Random(seed)
    state, _ = GAME.setup(table, SeededDice(key, 0))
    first, ahead, leader, move = state.leader, "", -1, 0
    while state.stage != "over":
        move += 1
        seat, last = state.due, state.last
        sums.answers += 1
        if state.stage == "play" and table.seats > 2:
            sums.choices += len(places(table, state.breakaways, seat)) > 1
        path = players[seat](GAME.view(state, seat), rng)
        GAME.apply(state, Move(seat, path), SeededDice(key, move))
        if state.last is not last:
            sums.leg(state)
            ahead = ""
        elif state.breakaways and len(best := best_of(state.breakaways)) == 1:
            sums.overtaken += ahead not in ("", best[0].id)
            ahead = best[0].id
        if not state.breakaways and state.stage != "loot":
            now = totals(state)
            sums.turned += leader not in (-1, now.index(max(now)))
            leader = now.index(max(now))
    first_places = [standing.seat for standing in GAME.view(state, None).standings if standing.rank == 1]
    shares = [(seat in first_places) / len(first_places) for seat in range(table.seats)]
    sums.tours += 1
    for step in range(table.seats):
        sums.led[step] += shares[(first + step) % table.seats]
    return shares


@dataclass(frozen=True, slots=True)
class Kind:
    """Tours of one kind: `player` sits elsewhere in each of as many tours as there are seats, with the same luck."""

    seats: int
    room: str
    player: str
    others: str

    def played(self, tours: int, first: int = 0) -> tuple[Share, Sums]:
        """How many that player wins, and what happened."""
        share, sums = Share(), Sums(led=[0.0] * self.seats)
        table = Table(self.seats, {"tours": "1", "room": self.room}, SPEC.rules)
        for number in range(first, first + tours):
            # alike players need no luck twice
            deal, place = divmod(number, self.seats) if self.player != self.others else (number, number % self.seats)
            players = [SCRIPTS[self.player if seat == place else self.others] for seat in range(self.seats)]
            share = share.plus(ride(table, players, deal, sums)[place])
        return share, sums

    def line(self, tours: int) -> str:
        """Among alike players what happened and who won by place; else how often that player wins."""
        share, sums = self.played(tours)
        about = f"{self.seats} players, {self.room}: "
        if self.player != self.others:
            return f"{about}{self.player} among {self.others} wins {share}"
        return f"{about}{sums} ({tours} tours of {self.player})"


def run(tours: int = TOURS) -> Iterator[str]:
    """What room does to tours of strong players, to the best and the worst of them, and whether holding cards pays."""
    rooms = list(product(SEATS, ROOMS))
    for seats, room in rooms:
        yield Kind(seats, room, "strong", "strong").line(tours)
        yield Kind(seats, room, "strong", "fair").line(tours)
        yield Kind(seats, room, "time-out", "strong").line(tours)
    for seats, room in ((2, USUAL), *rooms):
        yield Kind(seats, room, "saver", "saver").line(MANY * tours)
        for player in ("today", "spender", "miser", "hoarder"):
            yield Kind(seats, room, player, "saver").line(MANY * tours)


def main(arguments: Sequence[str] | None = None) -> None:
    """One kind, as many tours as are wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seats", type=int, choices=SPEC.seats)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--one", choices=SCRIPTS, default="strong")
    parser.add_argument("--others", choices=SCRIPTS, default="strong")
    parser.add_argument("--tours", type=int, default=TOURS)
    settings = parser.parse_args(arguments)
    print(Kind(settings.seats, settings.room, settings.one, settings.others).line(settings.tours))


if __name__ == "__main__":
    main()
