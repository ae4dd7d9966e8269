"""Knock-out: a bracket of two at a table, or larger tables whose better half advances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from host.cups.field import Field, Line, Outcome, Pairing, Place, seated, snaked, split

Slot: TypeAlias = Place | None  # None: empty


def seeding(slots: int) -> list[int]:
    """The seeds of a bracket from top to bottom, placed so that the best meet as late as possible."""
    order = [1]
    while len(order) < slots:
        order = [seat for seed in order for seat in (seed, 2 * len(order) + 1 - seed)]
    return order


def in_order(outcome: Outcome, field: Field) -> list[Place]:
    """The places of a table from best to worst, as they advance.

    Of places that share a rank, those that still play next round come first, then the better seeded.
    """
    after = outcome.round + 1
    return sorted(
        outcome.pairing.places, key=lambda place: (outcome.rank_of(place), not field.plays(place, after), place)
    )


def bracket(seeds: Sequence[Place], field: Field, outcomes: Sequence[Outcome], first: int) -> list[list[Slot]]:
    """The bracket of each round whose places are known; `first` is the number of the first round.

    Neighbours meet, and a place without an opponent advances.
    """
    size = 1
    while size < len(seeds):
        size *= 2
    slots: list[Slot] = [seeds[seed - 1] if seed <= len(seeds) else None for seed in seeding(size)]
    rounds, number = [_present(slots, field, first)], first
    while len(rounds[-1]) > 1:
        done = [outcome for outcome in outcomes if outcome.round == number]
        winners = {place: in_order(outcome, field)[0] for outcome in done for place in outcome.pairing.places}
        now = rounds[-1]
        pairs = list(zip(now[::2], now[1::2], strict=True))
        if any(winner is not None and winner not in winners for pair in pairs for winner in pair):
            break  # the later rounds aren't known yet
        after = [next((winners[winner] for winner in pair if winner is not None), None) for pair in pairs]
        number += 1
        rounds.append(_present(after, field, number))
    return rounds


def _present(slots: Sequence[Slot], field: Field, number: int) -> list[Slot]:
    return [slot if slot is not None and field.plays(slot, number) else None for slot in slots]


def rounds(entrants: int, field: Field) -> int:
    """The number of rounds that so many places need at most."""
    if field.most == 2:
        return max(1, (entrants - 1).bit_length())
    count = 0
    while entrants > 1:
        byes, sizes = split(entrants, field.least, field.most)
        if not sizes:
            break  # too few are left for a table
        count += 1
        if len(sizes) + byes <= 1:
            break
        entrants = byes + sum(_going_on(byes, sizes, field))
    return count


def _going_on(byes: int, sizes: Sequence[int], field: Field) -> list[int]:
    """How many of each table advance: half of it, or more if the next round needs more."""
    least = 1
    while True:
        on = [min(max(size // 2, least), size - 1) for size in sizes]
        if byes + sum(on) >= field.least or least >= max(sizes):
            return on
        least += 1


def survivors(seeds: Sequence[Place], field: Field, outcomes: Sequence[Outcome], first: int) -> tuple[int, list[Place]]:
    """The next round at larger tables: its number, and its places, the better first.

    A single remaining place has won the cup; after the final that is its winner.
    """
    number, left = first, [place for place in seeds if field.plays(place, first)]
    while len(left) > 1:
        done = [outcome for outcome in outcomes if outcome.round == number]
        if not done:
            return number, left
        byes = [outcome for outcome in done if len(outcome.ranks) == 1]
        tables = [outcome for outcome in done if len(outcome.ranks) > 1]
        on = _going_on(len(byes), [len(table.ranks) for table in tables], field) if len(done) > 1 else [1]
        ahead = [bye.pairing.places[0] for bye in byes]
        ranked = [in_order(table, field)[:most] for table, most in zip(tables, on, strict=True)]
        for rank in range(max((len(table) for table in ranked), default=0)):
            ahead += sorted(table[rank] for table in ranked if rank < len(table))
        number += 1
        left = [place for place in ahead if field.plays(place, number)]
    return number, left


def pairings(seeds: Sequence[Place], field: Field, outcomes: Sequence[Outcome], first: int) -> tuple[Pairing, ...]:
    """The tables of the next round; () once someone has won."""
    if field.most == 2:
        tables = bracket(seeds, field, outcomes, first)
        slots = tables[-1]
        if len(slots) == 1 or sum(slot is not None for slot in slots) < 2:
            return ()
        pairs = zip(slots[::2], slots[1::2], strict=True)
        meeting = [[winner for winner in pair if winner is not None] for pair in pairs]
        return tuple(table for pair in meeting if pair for table in _tables(seated(pair, outcomes), field))
    _, left = survivors(seeds, field, outcomes, first)
    if len(left) < 2:
        return ()
    byes, sizes = split(len(left), field.least, field.most)
    if not sizes:
        return ()
    free = [Pairing((place,)) for place in left[:byes]]
    return (*free, *(Pairing(seated(places, outcomes)) for places in snaked(left[byes:], sizes)))


def _tables(pair: tuple[Place, ...], field: Field) -> list[Pairing]:
    """The table of a pair, and with two legs the one with turned seats."""
    legs = [pair, pair[::-1]] if field.legs and len(pair) > 1 else [pair]
    return [Pairing(places) for places in legs]


def standing(seeds: Sequence[Place], field: Field, outcomes: Sequence[Outcome], first: int) -> list[Line]:
    """Standings by the last round a place played, then its rank there, then the seeding."""
    reached: dict[Place, tuple[int, Fraction]] = {place: (0, Fraction(0)) for place in seeds}
    played, wins = dict.fromkeys(seeds, 0), dict.fromkeys(seeds, 0)
    for outcome in sorted(
        (outcome for outcome in outcomes if outcome.round >= first), key=lambda outcome: outcome.round
    ):
        for place in outcome.pairing.places:
            if place not in reached:
                continue
            rank = in_order(outcome, field).index(place)
            reached[place] = outcome.round, Fraction(len(outcome.ranks) - rank, len(outcome.ranks))
            played[place] += len(outcome.ranks) > 1
            wins[place] += len(outcome.ranks) > 1 and rank == 0
    winner = _winner(seeds, field, outcomes, first)
    order = sorted(seeds, key=lambda place: (place != winner, -reached[place][0], -reached[place][1], place))
    return [
        Line(place, Fraction(wins[place]), reached[place][1], wins[place], played[place], 0, reached[place][0])
        for place in order
    ]


def _winner(seeds: Sequence[Place], field: Field, outcomes: Sequence[Outcome], first: int) -> Place | None:
    """The winner: the only place left; None until it is known."""
    if field.most == 2:
        last = bracket(seeds, field, outcomes, first)[-1]
        left = [winner for winner in last if winner is not None]
        return left[0] if len(left) == 1 else None
    left = survivors(seeds, field, outcomes, first)[1]
    return left[0] if len(left) == 1 else None
