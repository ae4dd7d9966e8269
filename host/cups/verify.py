"""Verification of a cup's draw: seeding and pairings computed again from published data."""

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

FORMAT = 1  # raised when the file format changes
LATER = (CupRowKind.RESERVE, CupRowKind.REPLACE)  # rows by which someone who wasn't drawn gets a place
Part = Literal["commitment", "seeding", "round"]


class PublishedEntrant(msgspec.Struct, frozen=True):
    """A person who signed up as the `number`-th; `points` is their rating at the draw, if they were `drawn`.

    `place` is the place they hold, or held until round `gone`.
    """

    number: int
    name: str
    points: int
    drawn: bool
    place: int | None
    gone: int | None


class PublishedTable(msgspec.Struct, frozen=True):
    """A table of a round: its places in seat order, and each one's rank once it is known."""

    round: int
    number: int
    group: int
    places: tuple[int, ...]
    ranks: tuple[int, ...] | None


class PublishedCup(msgspec.Struct, frozen=True):
    """All inputs and results of a cup's draw, and its `seed` (hex) once the cup is over."""

    format: int
    cup: int
    title: str
    game: str
    system: str
    least: int
    most: int
    seasons: int
    legs: bool
    phase: str
    commitment: str
    entropy: str
    entrants: tuple[PublishedEntrant, ...]
    tables: tuple[PublishedTable, ...]
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """The number of tables paired again, and those that came out differently, each with its round (0: seeding)."""

    tables: int
    wrong: tuple[tuple[Part, int], ...]


def published(record: WholeCup, log: Iterable[CupRow]) -> PublishedCup:
    """A cup's published data, for everyone who may see it; the seed only when no draw is left."""
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
        cup.legs,
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
    """A published cup as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(cup), indent=1)


def decode(written: bytes) -> PublishedCup:
    """The cup in such a file; raises ValueError for any other file."""
    cup = msgspec.json.decode(written, type=PublishedCup)
    if cup.format != FORMAT or cup.system not in FORMATS:
        raise ValueError("another format")
    return cup


def replay(cup: PublishedCup) -> Replay | None:
    """Draw and pair the whole cup again; None while the seed is secret. ValueError if it isn't hexadecimal."""
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
    """Whether everyone drawn holds the place the lots gave them, or a later entrant took that place."""
    drawn = [entrant for entrant in cup.entrants if entrant.drawn]
    holders = {entrant.place: entrant for entrant in cup.entrants if entrant.place is not None}
    order = seeded({row.number: row.points for row in drawn}, SeededDice(key, 0))
    places = {number: place for place, number in enumerate(order, 1)}
    return set(holders) == set(places.values()) and all(
        row.place == places[row.number] or (row.place is None and not holders[places[row.number]].drawn)
        for row in drawn
    )


def _wrong_rounds(cup: PublishedCup, key: bytes) -> list[int]:
    """The rounds whose tables don't follow from the lots and the results before them."""
    held = [entrant for entrant in cup.entrants if entrant.place is not None]
    gone = {entrant.place: entrant.gone for entrant in held if entrant.place is not None and entrant.gone is not None}
    field = Field(len(held), cup.least, cup.most, key, gone, cup.seasons, cup.legs)
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
