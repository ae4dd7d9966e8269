"""The contract of renderers finds what it should: a sound one passes, every broken copy fails by its own check."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

import locales
from engines.table import Table
from locales import Catalogue
from locales.po import written
from render import Renderer
from tests.engines.facts import TINY
from tests.engines.matches import play
from tests.engines.tiny import Tiny
from tests.render import tiny
from tests.render.broken import BROKEN, TIMES, Broken, Rambling, Yielding
from tests.render.contract import CHECKS, Look, Subject, Visit
from tests.render.tiny import Sound

FILE = Path(tiny.__file__)
TABLE = Table(3, {"legs": "3"}, 1)

Failing = Callable[..., set[str]]


class Shortened(Catalogue):
    """A catalogue from which a text was deleted."""

    def __init__(self, whole: Catalogue, key: str) -> None:
        self._whole, self._key = whole, key

    def __call__(self, key: str, /, **values: str | int) -> str:
        if key == self._key:
            raise KeyError(key)
        return self._whole(key, **values)

    def __contains__(self, key: str) -> bool:
        return key != self._key and key in self._whole

    def together(self, things: Iterable[str | int]) -> str:
        return self._whole.together(things)


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Failing:
    """What tells the checks that don't hold for a renderer in a match, of which a text may have been deleted."""
    folder = tmp_path_factory.mktemp("words") / locales.ENGLISH
    folder.mkdir()
    shutil.copy(FILE.with_suffix(".po"), folder)
    own = written(locales.ENGLISH, folder.parent)
    english = Catalogue(locales.ENGLISH, own, locales.catalogue(locales.ENGLISH))
    match = play(Tiny(), TABLE, 1)

    def checked(renderer: Renderer, without: str = "") -> set[str]:
        say, longer = (Shortened(whole, without) for whole in (english, locales._PseudoCatalogue(english)))
        visit = Visit(Subject(Tiny(), renderer, TINY, [FILE], say, longer), match, Random(1))
        found: set[str] = set()
        for name, check in CHECKS.items():
            try:
                check(visit)
            except (Exception, pytest.fail.Exception):  # whatever a renderer raises is a fault of it
                found.add(name)
        return found

    return checked


def test_the_tiny_renderer_keeps_the_contract(failing: Failing) -> None:
    assert failing(Sound()) == set()


@pytest.mark.long
@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: f"{broken.check}-{broken.__name__}")
def test_a_broken_copy_fails_by_its_own_check(broken: type[Broken], failing: Failing) -> None:
    found = failing(broken())
    assert broken.check in found
    assert found <= {broken.check, *broken.also}


@pytest.mark.parametrize(
    ("key", "check"),
    [
        ("tiny.name", "keys"),
        ("tiny.option.hand.long", "keys"),
        ("tiny.preset.brief.about", "keys"),
        ("tiny.rules.alt", "rules"),
        ("tiny.question.none", "questions"),
        ("tiny.card", "labels"),
        ("tiny.prize.watts", "labels"),
        ("tiny.won", "events"),
        ("tiny.headline", "headlines"),
        ("tiny.alt", "descriptions"),
        ("refusal.step.unknown", "refusals"),
    ],
)
def test_a_text_that_was_deleted_is_missed(key: str, check: str, failing: Failing) -> None:
    assert check in failing(Sound(), without=key)


def test_an_answer_that_no_custom_id_holds_is_found() -> None:
    say, game = locales.catalogue("en"), Rambling()
    visit = Visit(Subject(game, Yielding(), TINY, [FILE], say, say), play(Tiny(), TABLE, 1), Random(1))
    state = visit.match.load(visit.match.states[1])  # the bids of the first leg
    view, path = game.view(state, 0), ("0", "-", *["yes"] * TIMES)
    visit.looks = [Look(view, path[:at], game.ask(view, path[:at])) for at in range(len(path) + 1)]
    with pytest.raises(ValueError, match="is longer than 100 characters"):
        CHECKS["widgets"](visit)


def test_every_check_has_a_copy_that_breaks_it_or_a_test_of_its_own() -> None:
    assert {broken.check for broken in BROKEN} == CHECKS.keys() - {"keys", "widgets"}
