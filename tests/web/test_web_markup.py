"""Discord's Markdown as a page shows it: the same words, and nothing that could do anything."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locales import catalogue
from screen.names import defused
from tests.web.guest import shown
from web.markup import Run, text_of

pytestmark = pytest.mark.quick

STARTS = {"s": "/start", "code": True}
PAGE = {"s": "a page", "href": "https://x.test/a"}


@pytest.mark.parametrize(
    ("words", "runs"),
    [
        ("plain", [{"s": "plain"}]),
        ("**Ann** wins", [{"s": "Ann", "b": True}, {"s": " wins"}]),
        ("***a** b*", [{"s": "a", "b": True, "i": True}, {"s": " b", "i": True}]),
        ("~~gone~~ now", [{"s": "gone", "x": True}, {"s": " now"}]),
        (r"\*\*a\*\* \[b\](c)", [{"s": "**a** [b](c)"}]),
        ("`/start` or </start:12>", [STARTS, {"s": " or "}, STARTS]),
        ("due <t:1700000000:R>, <t:5>", [{"s": "due "}, {"t": 1700000000, "f": "R"}, {"s": ", "}, {"t": 5, "f": "f"}]),
        ("[a page](https://x.test/a)!", [PAGE, {"s": "!"}]),
        ("[a page](javascript:alert)", [{"s": "[a page](javascript:alert)"}]),
        ("see <#42>", [{"s": "see "}, {"s": "Discord", "href": "https://discord.com/channels/7/42"}]),
    ],
)
def test_a_line_is_runs_of_words_times_and_links(words: str, runs: list[Run]) -> None:
    [line] = text_of(words, 7)
    assert line == {"look": "", "runs": runs}


def test_a_text_is_lines_with_their_looks() -> None:
    lines = text_of("-# small\n### Head\n- item\n\n\u200b1. Ann")
    assert [line["look"] for line in lines] == ["small", "head", "item", ""]
    assert shown(lines) == "small\nHead\nitem\n1. Ann"
    assert text_of("") == []


@given(st.text(max_size=60))
def test_a_typed_text_does_nothing(typed: str) -> None:
    safe = f"x{defused(typed)}"
    runs = [run for line in text_of(safe) for run in line["runs"]]
    assert all({*run} == {"s"} for run in runs)
    assert "".join(run["s"] for run in runs) == re.sub(r"\\(.)", r"\1", safe).replace("\u200b", "")


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_no_mark_of_our_texts_is_left_over(language: str) -> None:
    texts = catalogue(language)._texts
    for key, text in texts.items():
        for form in (text,) if isinstance(text, str) else text:
            left = shown(text_of(re.sub(r"<(t:|#|@&?)\{\w+\}(:\w)?>", "", form)))
            assert "**" not in left and not re.search(r"<[#@]|</|<t:", left), key
