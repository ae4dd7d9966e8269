"""Verification of a cup's lots: seeding and pairings drawn again from what is published."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import msgspec

from engines.dice import SeededDice
from host.cups.field import Field, Outcome, Pairing
from host.cups.formats import FORMATS
from host.cups.state import commitment, seeded
from model.cup import CupRow, Entrant, WholeCup
from model.kinds import CupRowKind, EntrantState

FORMAT = 1  # raised when a file means something else
LATER = (CupRowKind.RESERVE, CupRowKind.REPLACE)  # how someone gets a place who wasn't drawn
Part = Literal["commitment", "seeding", "round"]


class PublishedEntrant(msgspec.Struct, frozen=True):
    """Someone who has signed up as the `number`-th; `points` are their rating at the draw, if they were `drawn`.

    `place` is the one that they hold, or have left free from round `gone` on.
    """

    number: int
    name: str
    points: int
    drawn: bool
    place: int | None
    gone: int | None


class PublishedTable(msgspec.Struct, frozen=True):
    """A table of a round: its places in the order of the seats, and the rank of each once it is known."""

    round: int
    number: int
    group: int
    places: tuple[int, ...]
    ranks: tuple[int, ...] | None


class PublishedCup(msgspec.Struct, frozen=True):
    """All that the lots of a cup come from, and what they have brought; the `seed` (hex) once it is over."""

    format: int
    cup: int
    title: str
    game: str
    system: str
    least: int
    most: int
    seasons: int
    phase: str
    commitment: str
    entropy: str
    entrants: tuple[PublishedEntrant, ...]
    tables: tuple[PublishedTable, ...]
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """How many tables were paired again, and what came out otherwise, each with its round (0: before the first)."""

    tables: int
    wrong: tuple[tuple[Part, int], ...]


def published(record: WholeCup, log: Iterable[CupRow]) -> PublishedCup:
    """Published data of a cup, for all who may see it; its seed only when no lot is left to be drawn."""
    cup, later, begun = record.cup, set[int | None](), False
    for row in log:
        begun = begun or row.kind is CupRowKind.START
        if begun and row.kind in LATER:
            later.add(row.user)
    return PublishedCup(
        FORMAT,
        cup.id,
        cup.title,
        cup.game,
        cup.format,
        cup.least,
        cup.most,
        cup.seasons,
        cup.phase,
        commitment(cup),
        cup.entropy,
        tuple(_entrant(entrant, drawn=begun and entrant.user not in later) for entrant in record.entrants),
        tuple(PublishedTable(t.round, t.number, t.group, t.places, t.ranks) for t in record.tables),
        cup.key.hex() if cup.phase in ("over", "cancelled") else None,
    )


def _entrant(entrant: Entrant, *, drawn: bool) -> PublishedEntrant:
    has_played = entrant.place is not None or entrant.state == EntrantState.GONE
    return PublishedEntrant(
        entrant.number, entrant.name, entrant.points, drawn and has_played, entrant.place, entrant.gone
    )


def encode(cup: PublishedCup) -> bytes:
    """Encode a published cup as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(cup), indent=1)


def decode(written: bytes) -> PublishedCup:
    """A cup from such a file; ValueError for anything else."""
    cup = msgspec.json.decode(written, type=PublishedCup)
    if cup.format != FORMAT or cup.system not in FORMATS:
        raise ValueError("another format")
    return cup


def replay(cup: PublishedCup) -> Replay | None:
    """Draw and pair all of it again; None while the seed is secret. ValueError if the seed is no hexadecimal number."""
    if cup.seed is None:
        return None
    seed = bytes.fromhex(cup.seed)
    key = hmac.new(seed, cup.entropy.encode(), hashlib.sha256).digest()
    wrong: list[tuple[Part, int]] = []
    if hashlib.sha256(seed).hexdigest() != cup.commitment:
        wrong.append(("commitment", 0))
    if not _is_seeded(cup, key):
        wrong.append(("seeding", 0))
    wrong.extend(("round", number) for number in _wrong_rounds(cup, key))
    return Replay(len(cup.tables), tuple(wrong))


def _is_seeded(cup: PublishedCup, key: bytes) -> bool:
    """Whether all who were drawn hold the place that the lots gave them, or someone holds it who came later."""
    drawn = [entrant for entrant in cup.entrants if entrant.drawn]
    holders = {entrant.place: entrant for entrant in cup.entrants if entrant.place is not None}
    order = seeded({row.number: row.points for row in drawn}, SeededDice(key, 0))
    places = {number: place for place, number in enumerate(order, 1)}
    return set(holders) == set(places.values()) and all(
        row.place == places[row.number] or (row.place is None and not holders[places[row.number]].drawn)
        for row in drawn
    )


def _wrong_rounds(cup: PublishedCup, key: bytes) -> list[int]:
    """The rounds whose tables don't follow from the lots and from what was played before."""
    held = [entrant for entrant in cup.entrants if entrant.place is not None]
    gone = {entrant.place: entrant.gone for entrant in held if entrant.place is not None and entrant.gone is not None}
    field = Field(len(held), cup.least, cup.most, key, gone, cup.seasons)
    wrong: list[int] = []
    rounds = max((table.round for table in cup.tables), default=0)
    for number in range(1, rounds + 1):
        before = [
            Outcome(table.round, Pairing(table.places, table.group), table.ranks)
            for table in cup.tables
            if table.round < number and table.ranks is not None
        ]
        tables = [Pairing(table.places, table.group) for table in cup.tables if table.round == number]
        if tables != list(FORMATS[cup.system].pairings(field, before)):
            wrong.append(number)
    return wrong
