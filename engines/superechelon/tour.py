"""The course of a season: draw, deal, the end of a leg with its loot, the end of a tour and of the match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from engines.superechelon.cards import (
    CARDS,
    FIRST_HAND,
    LAST_TERRAIN,
    TOP_UP,
    TURNS,
    backs,
    gc,
    hand_sizes,
    in_order,
    pack,
    total,
)
from engines.superechelon.road import best_of, entitled, played, shares
from engines.superechelon.state import WHOLE_TOUR, Breakaway, LegResult, Ridden, Spoils, State, TourResult
from engines.table import DEALT, LEG, TURN, Dice, Event, Seat, Standing, Value

T = TypeVar("T")


def legs(seats: int) -> int:
    """Legs of a tour (E5, E19a)."""
    return len(hand_sizes(seats))


def turns(seats: int, leg: int) -> int:
    """Cards that everyone plays in this leg: in the last one the whole hand (E5)."""
    sizes = hand_sizes(seats)
    return sizes[-1] if leg == len(sizes) else TURNS


def with_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with another value in that place."""
    return (*values[:index], value, *values[index + 1 :])


# --- the start of a tour and of a leg (E4-E7)


def begin_tour(state: State, dice: Dice) -> list[Event]:
    """Draw for the first deal, shuffle, deal; every tour begins from the start (E7, E10a)."""
    seats = state.table.seats
    cards = pack(state.tour, seats)
    state.piles, state.gc, state.down = ((),) * seats, (0,) * seats, (0,) * seats
    state.spoils, state.handed, state.ridden = (), (), ()
    state.hands, state.leg = ((),) * seats, 0
    tours = int(state.table.options["tours"])
    begun = Event("tour", None, {"tour": state.tour, "tours": tours, "cards": len(cards), "gc": total(seats)})
    dealer, drawn = draw_dealer(state.tour, seats, dice)
    state.deck = tuple(dice.shuffle(f"deck.tour.{state.tour}", cards))
    return [begun, *drawn, Event("dealer", None, {"seat": dealer}), *_begin_leg(state, dealer)]


def draw_dealer(tour: int, seats: int, dice: Dice) -> tuple[Seat, list[Event]]:
    """One card each, highest GC deals; players who tie draw again from what is left (E7)."""
    cards = list(pack(tour, seats))
    tied = list(range(seats))
    events: list[Event] = []
    # Ruling: should the pack run out before the tie is broken, the first of the players who tie deals
    while len(tied) > 1 and len(cards) >= len(tied):
        points: list[int] = []
        for seat in tied:
            [place] = dice.roll(f"draw.tour.{tour}.seat.{seat}", len(cards))
            card = CARDS[cards.pop(place - 1)]
            points.append(card.gc)
            events.append(Event("drew", None, {"seat": seat, "figure": card.figure, "gc": card.gc}))
        tied = [seat for seat, drawn in zip(tied, points, strict=True) if drawn == max(points)]
    return tied[0], events


def _begin_leg(state: State, leader: Seat) -> list[Event]:
    """Deal, and read the terrain from the back on top of the deck (E4, E5)."""
    seats = state.table.seats
    state.stage, state.leader, state.due, state.turn = "play", leader, leader, 1
    state.leg += 1
    count = FIRST_HAND if state.leg == 1 else min(TOP_UP, len(state.deck) // seats)
    events: list[Event] = []
    for step in range(1, seats + 1):  # E4a: one by one clockwise, the player left of the dealer first
        seat = (leader + step) % seats
        cards = in_order(state.deck[step - 1 : count * seats : seats])
        state.hands = with_item(state.hands, seat, in_order((*state.hands[seat], *cards)))
        events.append(Event(DEALT, frozenset({seat}), {"seat": seat, "cards": cards}))
        events.append(Event("backs", None, {"seat": seat, "backs": backs(cards)}))
    state.deck = state.deck[count * seats :]
    state.terrain = CARDS[state.deck[0]].back if state.deck else LAST_TERRAIN
    about = {
        "leg": state.leg,
        "legs": legs(seats),
        "terrain": state.terrain,
        "leader": leader,
        "turns": turns(seats, state.leg),
        "deck": len(state.deck),
    }
    return [*events, Event(LEG, None, about), turn_event(state)]


def turn_event(state: State) -> Event:
    """The event that opens a new turn of the seat that is due."""
    return Event(TURN, None, {"seat": state.due, "leg": state.leg, "turn": state.turn})


# --- the end of a leg (E8, E11, E14-E17)


def end_leg(state: State, dice: Dice) -> list[Event]:
    """Who has won, what everyone recovers, who gets the loot; then the next leg, unless loot must be distributed."""
    table, best = state.breakaways, best_of(state.breakaways)
    winner = best[0] if len(best) == 1 else None
    inside = sorted({c.seat for c in winner.cards}) if winner else []
    events = [Event("scored", None, {"breakaway": b.id, "seat": b.starter, "points": b.points}) for b in table]
    if winner is None:
        events.append(Event("tied", None, {"breakaways": tuple(b.id for b in best), "points": best[0].points}))
    else:
        events.append(Event("won", None, {"breakaway": winner.id, "seats": inside, "points": winner.points}))
    state.last, state.breakaways = _result(state, winner, best), ()
    state.ridden = (*state.ridden, Ridden(state.terrain, tuple(inside)))
    if winner and state.last.how == "kept":
        events.append(Event("kept", None, {"breakaway": winner.id}))
    for seat, cards in enumerate(state.last.recovered):
        if cards:
            events.append(Event("recovered", None, _pile(state, seat, cards)))
    if state.last.spoils is None:
        return [*events, *go_on(state, _next_leader(state, winner), dice)]
    return [*events, *_share(state, state.last.spoils, dice)]


def _result(state: State, winner: Breakaway | None, best: Sequence[Breakaway]) -> LegResult:
    """Without a winner, or if no one is entitled to the loot, all players keep their own cards (E15, E16)."""
    spoils = _spoils(state, winner) if winner else None
    kept = winner is not None and spoils is None and len(state.breakaways) > 1
    counted = [winner] if winner and not kept else state.breakaways
    return LegResult(
        tour=state.tour,
        leg=state.leg,
        terrain=state.terrain,
        how="tied" if winner is None else "kept" if kept else "won",
        breakaways=state.breakaways,
        best=tuple(breakaway.id for breakaway in best),
        recovered=tuple(
            in_order(c.card for c in played(counted) if c.seat == seat) for seat in range(state.table.seats)
        ),
        spoils=spoils,
    )


def _share(state: State, spoils: Spoils, dice: Dice) -> list[Event]:
    """Loot of one player goes to them openly; else the distributor is asked who gets what (E15)."""
    if spoils.counts[1:2] in ((), (0,)):
        took = Event("took", None, _pile(state, spoils.giver, spoils.cards))
        return [took, *go_on(state, _after(state, spoils), dice)]
    state.stage, state.due, state.turn = "loot", spoils.giver, 0
    about = {"seat": spoils.giver, "cards": spoils.cards, "seats": spoils.seats, "counts": spoils.counts}
    return [Event("shares", None, about), turn_event(state)]


def _spoils(state: State, winner: Breakaway) -> Spoils | None:
    """The loot that the winner has made and its sharers; None without loot, or if no one is entitled."""
    cards = in_order(card.card for card in played(state.breakaways) if card not in winner.cards)
    # with two players Bad Day is a blank card (E9), and the winner takes all (E8)
    two = state.table.seats == 2
    seats = (winner.starter,) if two else entitled(state.breakaways, winner, state.table.seats)
    if not cards or not seats:
        return None
    return Spoils(state.leg, seats[0], seats, shares(len(cards), len(seats)), cards)


def _pile(state: State, seat: Seat, cards: tuple[str, ...]) -> dict[str, Value]:
    """Move these cards to that score pile, seen by everyone; returns the data of the event."""
    points = gc(cards)
    state.piles = with_item(state.piles, seat, in_order((*state.piles[seat], *cards)))
    state.gc = with_item(state.gc, seat, state.gc[seat] + points)
    return {"seat": seat, "cards": cards, "gc": points}


def _next_leader(state: State, winner: Breakaway | None) -> Seat:
    """The seat that deals and leads after a leg without loot (E8, E17, E17a)."""
    if state.table.seats == 2:
        return state.leader  # only a tie has no loot here
    return ((state.leader if winner is None else winner.starter) + 1) % state.table.seats


def _after(state: State, spoils: Spoils) -> Seat:
    """The seat that deals and leads after loot: with two players the winner (E8), else the distributor's left (E17)."""
    return spoils.giver if state.table.seats == 2 else (spoils.giver + 1) % state.table.seats


# --- loot, the end of a tour and of the season (E15, E18, E20)


def hand_out(state: State, dealt: Sequence[tuple[str, ...]], dice: Dice) -> list[Event]:
    """Each receiver's cards go to their pile face down, and the next leg begins."""
    assert state.last is not None and state.last.spoils is not None
    spoils = state.last.spoils
    to, events, handed = frozenset({spoils.giver}), list[Event](), list[str]()
    for seat, count, cards in zip(spoils.seats, spoils.counts, dealt, strict=True):
        handed += [loot_id(spoils.leg, seat, card) for card in in_order(cards)]
        state.down = with_item(state.down, seat, state.down[seat] + count)
        if cards:
            about = {"seat": spoils.giver, "receiver": seat, "cards": in_order(cards)}
            events.append(Event("handed", to, about))
    state.spoils, state.handed = (*state.spoils, spoils), (*state.handed, tuple(handed))
    return [*events, Event("shared", None, {"seat": spoils.giver}), *go_on(state, _after(state, spoils), dice)]


def loot_id(leg: int, seat: Seat, card: str) -> str:
    """The id of the secret that this card of that leg's loot went to that seat."""
    return f"loot.{leg}.{seat}.{card}"


def read_loot(loot: str) -> tuple[int, Seat, str]:
    """Leg, seat and card of such an id."""
    _, leg, seat, card = loot.split(".", 3)
    return int(leg), int(seat), card


def go_on(state: State, leader: Seat, dice: Dice) -> list[Event]:
    """The next leg, the next tour, or the end."""
    if state.leg < legs(state.table.seats):
        return _begin_leg(state, leader)
    events = _count(state)
    if decided(state.results, int(state.table.options["tours"]) - state.tour, state.table.seats):
        state.stage = "over"
        winners = [standing.seat for standing in standings(state) if standing.rank == 1]
        return [*events, Event("season.won", None, {"seats": winners})]
    state.tour += 1
    return [*events, *begin_tour(state, dice)]


def _count(state: State) -> list[Event]:
    """Loot is turned up and everything counted: most GC wins, equal shares (E18; with two: more than half, E9)."""
    events: list[Event] = []
    handed = [read_loot(loot) for spoils in state.handed for loot in spoils]
    for seat in range(state.table.seats):
        loot = in_order(card for _, to, card in handed if to == seat)
        _pile(state, seat, loot)
        about = {"tour": state.tour, "seat": seat, "gc": state.gc[seat], "loot": loot}
        events.append(Event("counted", None, about))
    state.spoils, state.handed, state.down = (), (), (0,) * state.table.seats
    winners = tuple(seat for seat, points in enumerate(state.gc) if points == max(state.gc))
    state.results = (*state.results, TourResult(state.gc, winners))
    return [*events, Event("tour.won", None, {"tour": state.tour, "seats": winners})]


def decided(results: tuple[TourResult, ...], left: int, seats: int) -> bool:
    """No tour is left, or no one can draw level with the first in tours won (E20a)."""
    first, second = sorted(tours_won(results, seats), reverse=True)[:2]
    return not left or second + left * WHOLE_TOUR < first


def tours_won(results: tuple[TourResult, ...], seats: int) -> tuple[int, ...]:
    """By seat, in parts of WHOLE_TOUR; a tour that n share counts one n-th for each (E20a)."""
    won = [0] * seats
    for result in results:
        for seat in result.winners:
            won[seat] += WHOLE_TOUR // len(result.winners)
    return tuple(won)


def standings(state: State) -> tuple[Standing, ...]:
    """Tours won, then GC over the season, as far as everyone knows it (E6a, E20); `points` are those GC."""
    return _ranked(state.results, (0,) * state.table.seats if state.stage == "over" else state.gc)


@lru_cache(maxsize=256)  # every view ranks the players, and their points change once in a leg
def _ranked(results: tuple[TourResult, ...], gc_now: tuple[int, ...]) -> tuple[Standing, ...]:
    points = [sum(result.gc[seat] for result in results) + now for seat, now in enumerate(gc_now)]
    keys = list(zip(tours_won(results, len(gc_now)), points, strict=True))
    order = sorted(keys, reverse=True)
    return tuple(Standing(seat, 1 + order.index(key), key[1]) for seat, key in enumerate(keys))
