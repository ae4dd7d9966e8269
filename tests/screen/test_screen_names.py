"""Names as people choose them, and how they may be shown."""

import re
from dataclasses import replace

import pytest

from locales import catalogue
from model.match import SeatRow
from screen.names import LONGEST, escaped, names_of, plain
from tests.db.sample import LOBBY

pytestmark = [pytest.mark.quick, pytest.mark.older]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann \n Lee ", "Ann   Lee"),
        ("a\u202eb\u2066c\u200fd", "abcd"),  # writing direction
        ("z\u200be\u200dr\u2060o\ufeff", "zero"),  # no width
        ("b\x00e\x07ll", "bell"),
        ("\ue000x\ud800", "x"),
        ("ünïcödé 騎手", "ünïcödé 騎手"),
        ("🚴" * 32, "🚴" * (LONGEST - 1) + "…"),
        ("x" * 24, "x" * 24),
        ("x" * 25, "x" * 23 + "…"),
        ("\u200b\u202e", "?"),
        ("", "?"),
    ],
)
def test_a_plain_name_can_be_seen_and_is_short(name: str, kept: str) -> None:
    assert plain(name) == kept
    assert len(plain(name)) <= LONGEST


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("`code`", "\\`code\\`"),
        ("**bold** _and_ ~~gone~~", "\\*\\*bold\\*\\* \\_and\\_ \\~\\~gone\\~\\~"),
        ("||spoiler||", "\\|\\|spoiler\\|\\|"),
        ("J.R. O'Neill-Smith", "J.R. O'Neill-Smith"),
        ("\u200b", "?"),
        ("", "?"),
    ],
)
def test_a_shown_name_has_no_markdown(name: str, shown: str) -> None:
    assert escaped(name) == shown


@pytest.mark.parametrize("name", ["@everyone", "@here", "<@123456789012345678>", "<@&123456789012345678>"])
def test_a_shown_name_mentions_nobody(name: str) -> None:
    assert name not in escaped(name)


# What a name can be taken for in a message, and how Discord finds it there.
LINK, INVITE, TIME, COMMAND = r"https?://\S", r"discord\.gg/\w", r"<t:\d+(:\w)?>", r"</\w+:\d+>"
MENTION, EVERYBODY, EMOJI, MASKED = r"<(@&?|#|id:)\w+>", r"@(everyone|here)", r"<a?:\w+:\d+>", r"\[.+\]\(.+\)"
AT_FIRST = r"^(#{1,3}|-#|>|>>>|[-*+]|\d+\.) "
LIVE = [
    ("https://a.example", LINK),
    ("a http://b.example/c", LINK),
    ("www.a.example", r"www\.\w"),
    ("discord.gg/abc", INVITE),
    ("<t:1700000000:R>", TIME),
    ("<t:1>", TIME),
    ("</play:123456>", COMMAND),
    ("<#123456>", MENTION),
    ("<@&123456>", MENTION),
    ("<id:guide>", MENTION),
    ("<:gold:123456>", EMOJI),
    ("<a:gold:123456>", EMOJI),
    ("@everyone", EVERYBODY),
    ("# Ann", AT_FIRST),
    ("### Ann", AT_FIRST),
    ("-# Ann", AT_FIRST),
    ("> Ann", AT_FIRST),
    (">>> Ann", AT_FIRST),
    ("- Ann", AT_FIRST),
    ("+ Ann", AT_FIRST),
    ("1. Ann", AT_FIRST),
    ("12.", r"^\d+\.$"),
    ("WWW.a.b", r"(?i)www\.\w"),
    ("discordapp.com/invite/a", r"\w\.com"),
    ("[Ann](https://b.c)", MASKED),
    ("\\[Ann\\](x)", r"\(x\)"),
]


@pytest.mark.parametrize(("name", "found"), LIVE)
def test_a_shown_name_does_nothing_and_looks_as_it_was_written(name: str, found: str) -> None:
    assert re.search(found, name)
    assert not re.search(found, escaped(name))
    assert re.sub(r"\\([^0-9A-Za-z\s])|\u200b", r"\1", escaped(name)) == plain(name), "what Discord makes of it"


def test_a_forgotten_person_is_a_rider_who_left() -> None:
    seats = (SeatRow(0, -5, None, ""), SeatRow(1, 5, None, "Ann"), SeatRow(2, None, "easy", "easy"))
    names = names_of(replace(LOBBY, seats=seats), catalogue(None))
    assert names[:2] == ("a retired rider", "Ann")
