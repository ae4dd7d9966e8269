"""The pictures of the rules show positions of the real engine, and what the sentences beside them say."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.legstrong import INSIDE
from engines.pistard import BASES, colour
from engines.schlangennest import is_closed, is_loop, turned
from engines.table import IllegalMove, Move, Path, Pick, Ready
from locales import catalogue
from render import RENDERERS
from render.legstrong import pages as legstrong
from render.pistard import pages as pistard
from render.pistard.shortcuts import numbered
from render.schlangennest import examples
from render.schlangennest import pages as schlangennest
from render.superechelon import pages as superechelon

SAY = catalogue(None)
MOST_MOVES = 400
SHOWN: dict[str, tuple[tuple[str, ...], dict[str, tuple[Any, Path]]]] = {
    "pistard": (pistard.PAGES, {**pistard.PICTURES}),
    "superechelon": (superechelon.PAGES, {**superechelon.moments()}),
    "schlangennest": (schlangennest.PAGES, {page: (view, ()) for page, view in schlangennest.moments().items()}),
    "legstrong": (legstrong.PAGES, {**legstrong.boards(), **legstrong.hands()}),
}
every_position = pytest.mark.parametrize(
    ("game", "page"), [(game, page) for game, (_, shown) in SHOWN.items() for page in shown]
)


def page_text(game: str, page: str) -> str:
    """What stands beside the picture."""
    return SAY(f"{game}.rules.{page}.text")


def play(game: Any, state: Any, path: Path | None, number: int) -> list[Any]:
    """What comes of the answer of the seat asked first, by default as when their time is up."""
    due = game.view(state, None).waiting[0]
    answer = game.fallback(game.view(state, due)) if path is None else path
    return game.apply(state, Move(due, answer), SeededDice(b"after the picture", number))


@every_position
def test_a_position_is_one_that_the_engine_holds_and_plays_on_from(game: str, page: str) -> None:
    engine, (view, path) = GAMES[game], SHOWN[game][1][page]
    state = engine.imagine(view, Random(0))
    assert engine.view(state, view.viewer) == view
    engine.ask(view, path)  # raises IllegalMove where a step isn't offered
    number = 0
    while not engine.view(state, None).over:
        number += 1
        assert number <= MOST_MOVES
        play(engine, state, None, number)


@pytest.mark.parametrize("game", SHOWN)
def test_every_position_belongs_to_a_page_and_the_page_shows_it(game: str) -> None:
    pages, shown = SHOWN[game]
    assert {*shown} <= {*pages}
    for page, drawn in zip(pages, RENDERERS[game].rules(SAY), strict=True):
        if page in shown:
            assert drawn.picture is not None
            view, path = shown[page]
            draw = RENDERERS[game].hand if game == "legstrong" and page in legstrong.hands() else RENDERERS[game].board
            assert drawn.picture() == draw(view, path)


@pytest.mark.parametrize("game", SHOWN)
def test_a_page_is_drawn_once_for_all_readers(game: str) -> None:
    first, second = RENDERERS[game].rules(SAY), RENDERERS[game].rules(catalogue("en-XA"))
    for one, other in zip(first, second, strict=True):
        assert (one.picture is None) == (other.picture is None)
        if one.picture is not None and other.picture is not None:
            assert one.picture() is other.picture(), one.title


def test_the_numbers_that_the_colour_bonus_is_told_with_are_those_on_the_squares() -> None:
    view, path = pistard.PICTURES["colour"]
    at = {(spot.d, spot.lane): number for spot, number in numbered(view, path).items()}
    yellow = [number for (d, lane), number in at.items() if d == 9 and colour(view.table, d, lane) == BASES[0]]
    assert yellow == [1, 5]
    assert at[9, 2] == 3
    assert [at[10, lane] for lane in (1, 3)] == [2, 4]
    text = page_text("pistard", "colour")
    assert "Squares 1 and 5 are yellow" in text
    assert "on to 2 and 4. Square 3 lies right behind Green 2" in text


@pytest.mark.parametrize(("page", "out"), [("lapping", "1.G"), ("races", "1.O")])
def test_wherever_yellow_1_lands_the_one_who_is_named_goes_out(page: str, out: str) -> None:
    engine = GAMES["pistard"]
    view, path = pistard.PICTURES[page]
    ask = engine.ask(view, path)
    assert isinstance(ask, Pick)
    for lane in ask.options:
        state = engine.imagine(view, Random(0))
        play(engine, state, (*path, lane, *(["stop"] if "stop" in options(engine, view, (*path, lane)) else [])), 1)
        assert out not in {rider.id for rider in state.riders}


def options(engine: Any, view: Any, path: Path) -> tuple[str, ...]:
    """What may follow the path."""
    return getattr(engine.ask(view, path), "options", ())


def lays(cards: str, snakes: int, seat: int, answer: str) -> bool:
    """Whether that player may lay so in Schlangennest, without a border."""
    view = replace(examples.moment(examples.nest(cards, snakes), {"border": "meadow"}, seat, ""), viewer=seat)
    try:
        return isinstance(GAMES["schlangennest"].ask(view, tuple(answer.split())), Ready)
    except IllegalMove:
        return False


@pytest.mark.parametrize(
    ("cards", "snakes", "seat", "right", "wrong"),
    [
        (schlangennest.STRAIGHT, 2, 1, ("B2.w curve nw", "B2.w straight ew"), "B2.w curve ne"),
        (schlangennest.THREE, 4, 3, ("C2.s curve es",), "C2.s curve sw"),
        (schlangennest.GRAY, 2, 0, ("C2.w curve sw",), "C2.w curve ne"),
        (schlangennest.FINISH, 2, 0, ("C3.w tail w",), "C3.w tail e"),
    ],
    ids=("laying", "colours", "gray", "finish"),
)
def test_what_the_examples_tick_may_be_laid_and_what_they_cross_out_may_not(
    cards: str, snakes: int, seat: int, right: tuple[str, ...], wrong: str
) -> None:
    for answer in right:
        assert lays(cards, snakes, seat, answer)
    assert not lays(cards, snakes, seat, wrong)


def test_what_the_other_examples_come_to_is_as_the_sentences_say() -> None:
    finished = examples.nest(f"{schlangennest.FINISH} C3.0.tail.w", 2)
    assert [is_closed(finished, snake) for snake in (0, 1)] == [False, True]
    both = examples.nest(f"{schlangennest.FOUR_ENDS} B2.0.curve.nw", 4)
    assert [is_loop(both, snake) for snake in (0, 2)] == [True, True]
    loop, opened = (examples.nest(schlangennest.RING.format(way), 4) for way in ("nw", "ne"))
    assert is_loop(loop, 2)
    after = turned(loop, "B2")
    assert after is not None
    assert after.cards == opened.cards
    assert not is_loop(opened, 2)


def test_who_has_what_in_superechelon_is_as_the_sentences_say() -> None:
    shown = superechelon.moments()
    won: Any = shown["stage"][0].last
    assert (won.best, won.spoils.seats, won.spoils.counts) == (("b.1",), (0, 2), (2, 2))
    view: Any
    view, path = shown["loot"]
    assert path[0].split("+") == list(view.last.spoils.cards[:2]), "the best two"
    view, _ = shown["leader"]
    assert (view.last.spoils.giver, view.last.terrain, view.terrain, view.due) == (0, "mountain", "trial", 1)
    view, _ = shown["backs"]
    assert (view.top, view.backs[0]) == ("trial", ("flat", "flat", "mountain", "mountain", "classic"))
    first, second = shown["duel"][0].breakaways
    assert (first.starter, first.points, second.points) == (1, 9, 7)


def test_who_decides_and_who_is_where_in_legstrong_is_as_the_sentences_say() -> None:
    shown = legstrong.boards()
    token, chase = shown["token"][0], shown["chase"][0]
    assert (token.token, token.waiting) == (1, (0,))
    assert (chase.token, chase.waiting, chase.road.peloton) == (0, (0,), 38)
    assert token.pursuits[0] and chase.pursuits[0], "else nobody would be asked"
    control = shown["control"][0].control
    assert control is not None and control.die == 6
    assert [rider.place for rider in shown["sprint"][0].road.riders] == [INSIDE] * 6


def test_climber_3_takes_the_summit_that_the_page_shows() -> None:
    engine, (view, path) = GAMES["legstrong"], legstrong.boards()["summit"]
    events = play(engine, engine.imagine(view, Random(0)), path, 1)
    [summit] = [event for event in events if event.kind == "summit"]
    assert (summit.data["rider"], summit.data["category"], summit.data["place"]) == ("0.climber", 2, 1)
