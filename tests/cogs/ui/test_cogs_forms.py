"""Sentences in which a number, a name or a place would be wrong if a language had one form for all of them."""

from fractions import Fraction
from typing import Any, cast

import pytest

from cogs.cups.message import scored
from cogs.local.dates import month_name
from engines.table import Event
from locales import catalogue
from render.schlangennest.words import end_name
from render.words import either
from screen.sentences import sentence

LANGUAGES = ("en", "de", "es", "fr")


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        (1, ["one more hour", "eine Stunde", "una hora más", "1 heure de plus"]),
        (3, ["3 more hours", "3 Stunden", "3 horas más", "3 heures de plus"]),
    ],
)
def test_one_hour_is_one(hours: int, told: list[str]) -> None:
    event = Event("house.excused", None, {"by": "owner", "name": "", "hours": hours, "seat": 0})
    texts = [sentence(cast("Any", None), event, ("Ann", "Bob"), catalogue(language)) for language in LANGUAGES]
    assert all(words in str(text) for words, text in zip(told, texts, strict=True)), texts


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (Fraction(1), ["1 point", "1 Punkt", "1 punto", "1 pt"]),
        (Fraction(1, 2), ["½ point", "½ Punkt", "½ punto", "½ pt"]),
        (Fraction(3, 2), ["1½ points", "1½ Punkte", "1½ puntos", "1½ pts"]),
    ],
)
def test_one_point_is_one_and_half_a_point_too(score: Fraction, told: list[str]) -> None:
    assert [scored("Ann", score, catalogue(language)) for language in LANGUAGES] == [
        f"**Ann** · {line}" for line in told
    ]


def test_a_month_has_a_capital_where_the_language_wants_one() -> None:
    assert [month_name(1, catalogue(language)) for language in LANGUAGES] == ["January", "Januar", "enero", "janvier"]


def test_spanish_needs_no_other_word_before_eight() -> None:
    assert [either([7, 8], catalogue(language)) for language in ("en", "es")] == ["7 or 8", "7 o bien 8"]


def test_what_was_typed_is_quoted_as_the_language_does() -> None:
    quoted = [end_name("banana", catalogue(language)) for language in LANGUAGES]
    assert quoted == ["“banana”", "„banana“", "«banana»", "«\u202fbanana\u202f»"]
