"""Saves: exact over a round trip, readable for ever, and honest when they are broken."""

import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from db.sql.codec import BrokenSave, decode, decode_events, decode_json, encode, encode_json
from engines.dice import Draw
from engines.table import Event, Save, Spec, Table

SAVES = Path(__file__).parents[1] / "saves"


@dataclass(slots=True)
class Rider:
    name: str
    place: tuple[int, int]  # schema 1 had the lane apart, 2 called the place a spot


@dataclass(slots=True)
class Ride:
    table: Table
    riders: dict[str, Rider]
    deck: list[str]
    leader: str | None = None


def lane_joins_place(save: Save) -> Save:
    for rider in save["riders"].values():
        rider["spot"] = [rider.pop("spot"), rider.pop("lane")]
    return save


def spot_becomes_place(save: Save) -> Save:
    for rider in save["riders"].values():
        rider["place"] = rider.pop("spot")
    return save


def game(schema: int = 3, key: str = "ride") -> Any:
    """What the codec knows of a game."""
    upcasts = {1: lane_joins_place, 2: spot_becomes_place}
    return SimpleNamespace(spec=Spec(key, range(1, 3), (), 1, schema, 10, difficulty=1, upcasts=upcasts), State=Ride)


RIDE = Ride(
    Table(2, {"laps": "3"}, 1),
    {"b": Rider("Børge", (7, 2)), "a": Rider("Ada", (4, 1))},
    ["card.9", "card.2"],
    "b",
)


def test_a_state_comes_back_exactly() -> None:
    back = decode(game(), 3, encode(game().spec, RIDE))
    assert back == RIDE
    assert list(back.riders) == ["b", "a"]  # the order of a dict is part of the state
    assert encode(game().spec, back) == encode(game().spec, RIDE)


def test_a_save_of_schema_1_is_read_for_ever() -> None:
    assert decode(game(), 1, (SAVES / "ride.schema1.save").read_bytes()) == RIDE


def test_an_upcast_starts_at_the_schema_of_the_save() -> None:
    old = {"table": RIDE.table, "riders": {"a": {"name": "Ada", "spot": [4, 1]}}, "deck": []}
    assert decode(game(), 2, encode(game().spec, old)).riders == {"a": Rider("Ada", (4, 1))}


BROKEN = {
    "newer": (4, encode(game().spec, RIDE), "is newer than this version, which reads up to 3: update"),
    "of another game": (3, encode(game(key="walk").spec, RIDE), "belongs to another game"),
    "empty": (3, b"", "is damaged"),
    "not compressed": (3, b"ride", "is damaged"),
    "cut short": (3, encode(game().spec, RIDE)[:-9], "is damaged"),
    "half a text": (3, zlib.compress(b'ride\n{"table":'), "is damaged"),
    "no text": (3, zlib.compress(b"ride\n\xff"), "is damaged"),
    "a part missing": (3, encode(game().spec, {"riders": {}}), "doesn't fit `table` of State any more: raise `schema`"),
    "a part of a part missing": (
        3,
        encode(game().spec, {"table": RIDE.table, "riders": {"a": {"name": "Ada"}}, "deck": []}),
        "doesn't fit `riders[...].place` of State any more: raise `schema` or begin a new match.",
    ),
    "another kind of part": (
        3,
        encode(game().spec, {"table": RIDE.table, "riders": {}, "deck": "card.9"}),
        "doesn't fit `deck` of State any more",
    ),
    "another kind of thing": (3, encode(game().spec, ["card.9"]), "doesn't fit all of State any more"),
    "newer than it says": (2, encode(game().spec, RIDE), "is damaged"),
    "nothing for an upcast": (1, encode(game().spec, {"riders": 5}), "is damaged"),
    "before the first schema": (0, encode(game().spec, RIDE), "is damaged"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_save_is_answered_with_a_sentence(broken: str) -> None:
    schema, blob, said = BROKEN[broken]
    with pytest.raises(BrokenSave) as caught:
        decode(game(), schema, blob)
    sentence = str(caught.value)
    assert sentence.startswith(f"The save of ride (schema {schema}) {said}")
    assert sentence.endswith(".")


def test_a_flipped_bit_is_noticed_wherever_it_matters() -> None:
    blob = encode(game().spec, RIDE)
    bits, harmless = len(blob) * 8, 0
    for place in range(bits):
        flipped = (int.from_bytes(blob, "big") ^ 1 << place).to_bytes(len(blob), "big")
        with suppress(BrokenSave):
            assert decode(game(), 3, flipped) == RIDE
            harmless += 1
    assert harmless < 8  # those that fill up the last byte before the checksum


def test_events_and_draws_come_back_and_are_always_the_same_text() -> None:
    events = [
        Event("rode", None, {"rider": "b", "by": 3}),
        Event("drew", frozenset({11, 3, 7}), {"cards": ("card.9", "card.2"), "counts": (1, 2), "none": ()}),
    ]
    written = encode_json(events)
    assert decode_events(written) == events
    assert '"to":[3,7,11]' in written
    draws = [Draw("deck", 0, [1, 0])]
    assert decode_json(encode_json(draws), list[Draw]) == draws
    with pytest.raises(msgspec.DecodeError):
        decode_json('[{"why": 5}]', list[Draw])
