"""Typed words and the options that they mean."""

import pytest

from cogs.panel.matching import Meaning, folded, has_begun, meanings, worded
from engines import GAMES
from engines.table import Pick, Table, settle
from locales import catalogue
from render import RENDERERS
from tests.engines.matches import play

CARDS = worded({"straight": "Straight · 7 left", "curve": "Curve · 9 left", "cap": "Cap é", "P2": "P2", "P20": "P20"})


def best(typed: str) -> tuple[str, int] | None:
    found = meanings(CARDS, typed.split())
    return found[0][:2] if found else None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("CURVE", ("curve", 1)),
        ("curve 9 left", ("curve", 3)),
        ("curve, 9 left!", ("curve", 3)),
        ("cu ne", ("curve", 1)),
        ("c", None),  # a curve or a cap
        ("cap E", ("cap", 2)),
        ("e cap", ("cap", 2)),
        ("left", None),  # both say so
        ("7", None),  # numbers alone say too little
        ("seven", None),
        ("P2", ("P2", 1)),
        ("p", None),
        ("·", None),
    ],
)
def test_words_mean_what_only_one_thing_is_called(typed: str, meant: tuple[str, int] | None) -> None:
    assert best(typed) == meant


def test_every_reading_is_found_the_best_first() -> None:
    ends = worded({"P20.w": "P20 from the west", "K18.e": "K18 from the east"})
    assert meanings(ends, ["p20", "west", "curve"]) == [Meaning("P20.w", 1, False), Meaning("P20.w", 2, False)]
    assert meanings(ends, ["P20.w", "curve"]) == [Meaning("P20.w", 1, True)]


def test_a_number_is_never_cut_but_while_it_is_typed() -> None:
    rows = worded({"P20": "P20", "P31": "P31"})
    assert meanings(rows, ["P2"]) == []
    assert has_begun(rows["P20"], ("p2",))


def test_case_accents_and_punctuation_are_folded() -> None:
    assert folded("→↓ Éast–SOUTH · +1, Straße") == ("east", "south", "1", "strasse")
    assert folded("J♦ · 0") == folded("j ♦️ 0") == ("j", "♦", "0")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whatever_is_offered_in_play_is_understood_as_it_is_shown(game: str) -> None:
    spec, say, typed = GAMES[game].spec, catalogue(None), 0
    played = play(GAMES[game], settle(spec, Table(2, {}, spec.rules)), 4)
    for row in played.rows[:40]:
        view = GAMES[game].view(played.load(row.before), row.move.by)
        for steps in range(len(row.move.path)):
            path = row.move.path[:steps]
            ask = GAMES[game].ask(view, path)
            if not isinstance(ask, Pick):
                continue
            labels = {option: RENDERERS[game].label(view, path, option, say) for option in ask.options}
            for option, label in labels.items():
                for text in (option, option.upper(), label):
                    words = [word for word in text.split() if folded(word)]
                    assert meanings(worded(labels), words)[0] == Meaning(option, len(words), True), labels
                    typed += 1
    assert typed > 20
