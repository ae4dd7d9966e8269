"""What leaves the host: fingerprints, standings, and answers that need no thought."""

from dataclasses import fields, replace
from typing import Any

import pytest

from engines.dice import SeededDice
from engines.table import Amount, Ask, Move, Path, Pick, Ready, Refused, Standing, Table, read
from host.play.seen import (
    Seen,
    fingerprint_of,
    first_path,
    is_person,
    only_path,
    only_step,
    seat_of,
    standings,
    without_key,
)
from tests.engines.tiny import Tiny, TinyView
from tests.host.evening import ADA, BO, CY, Evening, refused

pytestmark = pytest.mark.quick

TINY = Tiny()


def bidding(viewer: int | None = 0) -> TinyView:
    """The tiny game in its first, sealed stage."""
    state, _ = TINY.setup(Table(2, {}, 1), SeededDice(b"seen", 0))
    TINY.apply(state, Move(None, ("leg.1",)), SeededDice(b"seen", 1))
    return TINY.view(state, viewer)


class Questions:
    """A game that asks one question after the other and then is ready."""

    def __init__(self, *asks: Ask) -> None:
        self._asks = asks

    def ask(self, view: Any, path: Path = ()) -> Ask:
        for ask, step in zip(self._asks, path, strict=False):
            read(ask, step)
        return (*self._asks, Ready())[len(path)]


def asking(*asks: Ask) -> Any:
    return Questions(*asks)


# --- fingerprints

OTHER: dict[str, Any] = {
    "viewer": 1,
    "stage": "prize",
    "standings": (Standing(0, 1, 1), Standing(1, 2, 0)),
    "over": True,
    "sealed": False,
    "table": Table(2, {"legs": "3"}, 1),
    "leg": 2,
    "deck": 0,
    "backs": (1, 1),
    "played": ("card.00",),
    "watts": (3, 2),
    "prize": 99,
    "winner": 1,
    "hand": ("card.31",),
    "bid": "bid.0/1/-",
}


@pytest.mark.parametrize("name", [field.name for field in fields(TinyView) if field.name != "waiting"])
def test_whatever_a_viewer_knows_is_in_the_fingerprint(name: str) -> None:
    view = bidding()
    changed = replace(view, **{name: OTHER[name]})
    assert getattr(changed, name) != getattr(view, name)
    assert fingerprint_of(changed) != fingerprint_of(view)


def test_the_seats_that_are_waited_for_are_not_in_the_fingerprint() -> None:
    view = bidding()
    assert (
        fingerprint_of(replace(view, waiting=(1,))) == fingerprint_of(view) == fingerprint_of(replace(view, waiting=()))
    )


def test_a_fingerprint_is_short_and_the_same_for_equal_views() -> None:
    assert fingerprint_of(bidding()) == fingerprint_of(bidding())
    assert len(fingerprint_of(bidding())) == 8
    assert fingerprint_of(bidding()).isalnum()


# --- seats


async def test_the_key_stays_in_the_house(evening: Evening) -> None:
    match = await evening.header((await evening.open(ADA)).id)
    assert without_key(match) == replace(match, key=b"")
    assert len(match.key) == 32


async def test_a_person_has_a_seat_until_they_give_up(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, opponents=["easy"])
    await evening.seats.resign(match, BO, evening.press())
    header = await evening.header(match)
    assert [seat_of(header, user) for user in (ADA, BO, CY, 999)] == [0, None, 2, None]
    assert [is_person(row) for row in header.seats] == [True, False, True, False]


async def test_the_ranks_of_those_who_gave_up_come_after_all_others(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, opponents=["easy"])
    header = await evening.header(match)
    ranked = tuple(Standing(seat, rank, 9 - rank) for seat, rank in enumerate((1, 2, 2, 4)))
    view = replace(bidding(None), standings=ranked)

    def ranks(*resigned: int) -> list[tuple[int, int]]:
        seats = tuple(replace(row, resigned=row.seat in resigned) for row in header.seats)
        return [(standing.seat, standing.rank) for standing in standings(replace(header, seats=seats), view)]

    assert ranks() == [(0, 1), (1, 2), (2, 2), (3, 4)]
    assert ranks(0) == [(1, 1), (2, 1), (3, 3), (0, 4)]
    assert ranks(1) == [(0, 1), (2, 2), (3, 3), (1, 4)]
    assert ranks(1, 2) == [(0, 1), (3, 2), (1, 3), (2, 3)]


async def test_what_is_seen_knows_its_questions(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    seen = await evening.matches.see(match, ADA)
    assert isinstance(seen, Seen)
    assert seen.ask() == Amount("watts", 0, 3)
    assert seen.ask(("0", "-")) == Ready()
    with refused("step.unknown", step="4", about="watts"):
        seen.ask(("4",))
    assert (await evening.matches.see(match, None)).ask() is None
    assert seen.fingerprint == fingerprint_of(seen.view)
    assert seen.standings == standings(seen.match, seen.view)


# --- answers without a choice


@pytest.mark.parametrize(
    ("ask", "step"),
    [
        (Pick("a", ("x",)), "x"),
        (Pick("a", ("x", "y")), None),
        (Pick("a", ("x", "y"), 2, 2), "x+y"),
        (Pick("a", ("x", "y"), 1, 2), None),
        (Pick("a", ("x",), 0, 1), None),
        (Pick("a", (), 0, 0), "-"),
        (Amount("a", 0, 0), "0"),
        (Amount("a", -2, -2), "-2"),
        (Amount("a", 0, 1), None),
        (Ready(), None),
        (None, None),
    ],
)
def test_a_question_with_one_answer_needs_no_thought(ask: Ask | None, step: str | None) -> None:
    assert only_step(ask) == step


def test_an_answer_is_forced_if_each_of_its_steps_is() -> None:
    view = replace(bidding(), sealed=False)
    one, two = Pick("a", ("x",)), Pick("b", ("y", "z"))
    assert only_path(asking(one, Amount("c", 3, 3)), view) == ("x", "3")
    assert only_path(asking(one, two), view) is None
    assert only_path(asking(two, one), view) is None


def test_a_seat_that_is_not_asked_is_not_forced() -> None:
    assert only_path(TINY, replace(bidding(None), sealed=False)) is None


def test_in_a_sealed_stage_no_answer_is_forced() -> None:
    broke = replace(bidding(), watts=(0, 0), hand=())
    assert only_path(TINY, replace(broke, sealed=False)) == ("0", "-")
    assert only_path(TINY, broke) is None


def test_the_host_takes_the_first_and_least_of_everything() -> None:
    view = bidding(None)
    asks = (Pick("a", ("x", "y")), Pick("b", ("x", "y", "z"), 2, 3), Pick("c", ("x",), 0, 1), Amount("d", 4, 9))
    assert first_path(asking(*asks), view) == ("x", "x+y", "-", "4")
    with pytest.raises(Refused, match=r"not\.asked"):
        first_path(TINY, view)
