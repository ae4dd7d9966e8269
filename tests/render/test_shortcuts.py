"""Questions that are joined into one press: every way is legal and has a label of its own, in every game."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import locales
from cogs.panel.help import DESCRIPTION, shortcuts_text
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Ask, Move, Path, Pick, Ready, Table
from render import RENDERERS, kit
from render.pistard import words as pistard_words
from render.shortcuts import MOST_WAYS, Shortcuts, distinct, shortcuts_on
from render.words import JERSEYS, cut
from tests.cogs.limits import LABEL
from tests.engines.facts import FACTS
from tests.engines.matches import play
from tests.render.contract import Look, Subject, Visit
from tests.render.moments import questions

OPTIONS: dict[str, dict[str, str]] = {"superechelon": {"tours": "1"}, "legstrong": {"doping": "off", "tour": "weekend"}}
SHORTCUTS: dict[str, Shortcuts] = {
    key: renderer.STYLE.shortcuts for key, renderer in RENDERERS.items() if renderer.STYLE.shortcuts
}
TABLES = [
    pytest.param(key, seats, id=f"{key} {seats}") for key in SHORTCUTS for seats in (3, GAMES[key].spec.seats[-1])
]
ENGLISH = locales.catalogue("en")
SAYS = ENGLISH, locales.catalogue(locales.PSEUDO)
NUMBER = re.compile(r"([0-9]+): ")
NUMBERED = ("pistard", "schlangennest")  # games of squares


@cache
def looks(key: str, seats: int) -> list[Look]:
    """Views and paths of a match played at random."""
    game = GAMES[key]
    subject = Subject(game, RENDERERS[key], FACTS[key], (), *SAYS)
    match = play(game, Table(seats, OPTIONS.get(key, {}), game.spec.rules), 1)
    return Visit(subject, match, Random(1)).looks


def joined(key: str, seats: int) -> Iterator[tuple[Look, tuple[tuple[str, ...], ...]]]:
    for look in looks(key, seats):
        if ways := SHORTCUTS[key].after(look.view, look.path):
            yield look, ways


def way_there(view: Any, path: Path) -> tuple[int, int]:
    """The square of Pistard where this answer ends."""
    there = pistard_words.way(view, path)[-1]
    return there.d, there.lane


def numbers_of(labels: list[str]) -> set[int]:
    """The numbers of squares that labels begin with."""
    return {int(number[1]) for label in labels if (number := NUMBER.match(label))}


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_joined_questions(key: str, seats: int) -> None:
    game, joins, found = GAMES[key], SHORTCUTS[key], list(joined(key, seats))
    assert found, "some questions are joined"
    for look, ways in found:
        assert 1 < len(ways) <= MOST_WAYS
        assert len(set(ways)) == len(ways)
        assert not any(w != other and other[: len(w)] == w for w in ways for other in ways)
        assert look.view.viewer in look.view.waiting or look.view.sealed, "nobody else is offered them"
        for way in ways:
            assert game.ask(look.view, (*look.path, *way)) is not None
        for say in SAYS:
            labels = joins.labels(look.view, look.path, say)
            assert len(labels) == len(ways)
            shown = [cut(label, LABEL) for label in labels]
            assert len(set(shown)) == len(shown), shown
            assert all(label.strip() == label != "" and "\n" not in label for label in labels), labels
            if say is ENGLISH:
                assert shown == labels
                assert numbers_of(labels) == {*range(1, len(numbers_of(labels)) + 1)}, "every number is used"
            assert 0 < len(joins.question(look.view, look.path, say)) <= 1000


NAMED = {"legstrong": "(Climber|Rouleur|Sprinter|Leader|Descender) [0-9]+"}


@pytest.mark.parametrize("key", NAMED)
def test_who_is_named_is_named_with_their_colour(key: str) -> None:
    labels = [label for look, _ in joined(key, 3) for label in SHORTCUTS[key].labels(look.view, look.path, ENGLISH)]
    told = [label for label in labels if re.search(NAMED[key], label)]
    assert told, "somebody is named"
    assert all(any(sign in label for sign in JERSEYS) for label in told), told


@pytest.mark.parametrize("key", SHORTCUTS)
def test_help_says_of_every_way_what_it_does(key: str) -> None:
    for look, ways in list(joined(key, 3))[:30]:
        ask = partial(GAMES[key].ask, look.view)
        seen: Any = SimpleNamespace(match=SimpleNamespace(game=key), view=look.view, seat=look.view.viewer, ask=ask)
        for say in SAYS:
            text = shortcuts_text(seen, SHORTCUTS[key], look.path, say)
            assert len(text) < DESCRIPTION, "nothing is cut off"
            assert all(label in text for label in SHORTCUTS[key].labels(look.view, look.path, say))
        for way in ways:
            assert {*SHORTCUTS[key].explained(look.view, look.path, way)} <= {*range(len(way))}


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_nothing_is_joined_for_who_is_not_asked_or_has_answered(key: str, seats: int) -> None:
    for look in looks(key, seats):
        if look.ask is None or isinstance(look.ask, Ready):
            assert SHORTCUTS[key].after(look.view, look.path) == ()


def nested() -> list[Look]:
    """First questions of players of Schlangennest who keep both ends of a snake open."""
    return [Look(view, path, ask) for view, path, ask in questions("schlangennest") if ask.about == "end"][:60]


@pytest.mark.parametrize("key", NUMBERED)
def test_the_picture_numbers_what_the_labels_number(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: set[int] = set()
    real = kit.write

    def write(canvas: Any, at: Any, text: str, *more: Any, **ways: Any) -> int:
        if text.isdigit():
            drawn.add(int(text))
        return real(canvas, at, text, *more, **ways)  # layers that are drawn once are kept for other tests

    monkeypatch.setattr("render.kit.write", write)
    found = [look for look, _ in joined(key, 3)] if key == "pistard" else nested()
    numbers = [numbers_of(SHORTCUTS[key].labels(look.view, look.path, ENGLISH)) for look in found]
    wanted = max(numbers, key=len)
    look = found[numbers.index(wanted)]
    RENDERERS[key].board(look.view, look.path)
    assert wanted <= drawn
    assert len(wanted) > 1


# --- how questions are joined

ASKS: dict[int, Ask] = {0: Pick("colour", ("red", "blue")), 1: Pick("side", ("left",)), 2: Pick("size", ("s", "m"))}


def asked(path: tuple[str, ...]) -> Ask:
    return ASKS.get(len(path), Ready())


def test_a_round_joins_what_it_wants_and_single_options_on_the_way() -> None:
    ways = shortcuts_on(asked, (), (lambda _, pick: pick.about == "size",))
    assert ways == tuple((colour, "left", size) for colour in ("red", "blue") for size in ("s", "m"))
    assert shortcuts_on(asked, ("red",), (lambda _, pick: pick.about == "size",)) == (("left", "s"), ("left", "m"))


def test_a_question_alone_is_not_joined() -> None:
    assert shortcuts_on(asked, (), (lambda _, pick: False,)) == ()
    assert shortcuts_on(asked, ("red", "left", "s"), (lambda _, pick: True,)) == ()


def test_what_makes_too_many_ways_is_asked_by_itself() -> None:
    def many(path: tuple[str, ...]) -> Ask:
        sizes = {0: 3, 1: 5, 2: 2}
        return Pick(str(len(path)), tuple(map(str, range(sizes[len(path)])))) if len(path) in sizes else Ready()

    assert len(shortcuts_on(many, (), (lambda _, pick: pick.about == "1", lambda _, pick: True))) == 15
    assert len(shortcuts_on(many, ("0",), (lambda _, pick: True,))) == 10
    assert shortcuts_on(lambda path: Pick("x", tuple(map(str, range(21)))), (), (lambda _, pick: True,)) == ()


def test_equal_labels_are_numbered() -> None:
    assert distinct(["a", "b", "a"]) == ["a (1)", "b", "a (2)"]


def test_ways_of_pistard_that_end_the_same_are_one() -> None:
    game, left_out = GAMES["pistard"], 0
    for look in looks("pistard", 3):
        view, path = look.view, look.path
        if view.stage != "move" or view.viewer is None:
            continue
        ends: dict[tuple[str, Any], set[str]] = {}
        for way in shortcuts_on(partial(game.ask, view), path, [lambda _, pick: pick.about in ("land", "bonus")]):
            whole = (*path, *way)
            if isinstance(game.ask(view, whole), Ready):
                state = game.imagine(view, Random(1))
                game.apply(state, Move(view.viewer, whole), SeededDice(b"same", 1))
                after = replace(game.view(state, None), trail=())  # how they got there is shown, and changes nothing
                ends.setdefault((whole[0], way_there(view, whole)), set()).add(repr(after))
                left_out += way not in SHORTCUTS["pistard"].after(view, path)
        assert all(len(worlds) == 1 for worlds in ends.values())
    assert left_out
