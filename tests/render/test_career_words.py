"""Careers in characters and in sentences: within Discord's limits and a phone's width, and with everything in them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from locales import catalogue
from render import Say, badges
from render.career import ladder_alt, ladder_text, podium_alt, profile_alt, profile_text, roll_alt, roll_text
from render.career.text import COLUMNS, cell, columns
from tests.render import careers
from tests.render.careers import KINDS, SHOWN, WHEN, dated, person, row

pytestmark = pytest.mark.quick

SAY, LONGER = catalogue("en"), catalogue("en-XA")

TEXTS: dict[str, Callable[..., str]] = {"ladder": ladder_text, "profile": profile_text, "roll": roll_text}
ALTS: dict[str, Callable[..., str]] = {
    "ladder": ladder_alt,
    "profile": profile_alt,
    "podium": podium_alt,
    "roll": roll_alt,
}


def plain(text: str) -> str:
    """The text without the marks that keep directions apart."""
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize("page", [page for page, (kind, _, _) in SHOWN.items() if kind in TEXTS])
@pytest.mark.parametrize("say", [SAY, LONGER], ids=["en", "en-XA"])
def test_a_text_fits_a_message_and_a_phone(page: str, say: Say) -> None:
    kind, career, more = SHOWN[page]
    text = TEXTS[kind](career, say, *more)
    assert len(text) <= 2000
    assert text.startswith("```\n") and text.endswith("\n```") and text.count("```") == 2
    assert max(columns(line) for line in text.splitlines()) <= COLUMNS


@pytest.mark.parametrize("page", SHOWN)
@pytest.mark.parametrize("say", [SAY, LONGER], ids=["en", "en-XA"])
def test_a_description_fits_an_attachment(page: str, say: Say) -> None:
    kind, career, more = SHOWN[page]
    assert 0 < len(ALTS[kind](career, say, *more)) <= 1024


@pytest.mark.parametrize("name", KINDS.values(), ids=KINDS.keys())
def test_columns_stand_below_each_other_whatever_the_name(name: str | None) -> None:
    board = replace(careers.FIRST, rows=(row(1, "Ann"), row(2, name)), mine=None)
    lines = ladder_text(board, SAY).splitlines()
    first, second = (next(line for line in lines if line.startswith(f"    {rank} ")) for rank in (1, 2))
    assert columns(first) == columns(second) == COLUMNS
    assert second.endswith("1512 ±84")


@pytest.mark.parametrize("name", KINDS.values(), ids=KINDS.keys())
def test_no_name_breaks_out_of_the_code_block(name: str | None) -> None:
    text = profile_text(replace(careers.NEWCOMER, **person(name), games=careers.GAMES), SAY, dated)
    assert text.count("```") == 2
    assert "\u202e" not in text


def test_the_ladder_in_characters() -> None:
    lines = plain(ladder_text(careers.PAGE, SAY, WHEN)).splitlines()
    assert lines[1:4] == ["SuperEchelon: leaderboard", "This server · season October to December 20…", "page 2 of 14"]
    assert "   11 =    Anna-Lena Größer         1912 ±40" in lines
    assert "           M1115 W240 P670 R12" in lines
    assert any(line.startswith("   13 ▼1   a retired rider") for line in lines)
    assert any(line.startswith("   14 *    Bob") and line.endswith("1741? ±167") for line in lines)
    assert any(line.startswith("      PC   Computer") and line.endswith("=1500") for line in lines)
    assert lines[lines.index(" ...") + 1].startswith(">1234 ▼17  Greta")


def test_my_own_row_is_told_first() -> None:
    assert "14. You: 1234. Greta 1290? ± 122. 11. Anna-Lena Größer 1912 ± 40." in plain(
        ladder_alt(careers.PAGE, SAY, WHEN)
    )
    assert "You: 13. a retired rider 1512 ± 84." in plain(ladder_alt(careers.FIRST, SAY))
    assert "You" not in ladder_alt(replace(careers.FIRST, mine=None), SAY)


def test_everybody_on_the_page_is_described() -> None:
    alt = plain(ladder_alt(careers.PAGE, SAY, WHEN))
    for found in careers.ROWS:
        assert (found.name or "a retired rider") in alt
    assert "Computer (fair), a computer player, fixed rating 1500." in alt


def test_a_profile_tells_what_is_in_the_picture() -> None:
    alt, text = (tell(careers.FULL, SAY, dated) for tell in (profile_alt, profile_text))
    for sentence in (
        "99%",
        "1612 ± 63",
        "Favourite opponents: Bob 22:18",
        "Nemesis: שלום Greta 3:9",
        "1/10 SuperEchelon",
    ):
        assert sentence in plain(alt)
    assert badges.name(next(iter(careers.FULL.badges)), SAY) in text
    assert "From 1500 on 01 Mar 2026" in alt


def test_only_all_moves_are_a_hundred_per_cent() -> None:
    assert "99% moves on time" in profile_text(replace(careers.BEGINNER, in_time=9_999, moves=10_000), SAY, dated)
    assert "100% moves on time" in profile_text(careers.BEGINNER, SAY, dated)
    assert "%" not in profile_text(careers.NEWCOMER, SAY, dated)


def test_a_podium_is_told_from_the_winner_on() -> None:
    alt = plain(podium_alt(replace(careers.PODIUM, rows=careers.PODIUM.rows[::-1]), SAY, WHEN))
    assert alt.index("1. Léa 1712 ± 44.") < alt.index("2. ") < alt.index("3. a retired rider 1600? ± 81.")
    assert "23 riders" in alt


def test_an_honour_says_when_and_against_how_many() -> None:
    tour = "Season of 9 tours, match #7"
    assert f"Anna-Lena Größer: {tour}, 12 Oct 2026 · 84 GC · 8 riders." in plain(roll_alt(careers.ROLL, SAY, dated))
    assert "30 Sep 2026 · 23 riders" in roll_text(careers.RACES, SAY, dated)
    assert "12 Sep 2026 · 16 riders · 2 tables decided" in roll_text(careers.CUPS, SAY, dated)


def test_a_cell_has_its_width_whatever_is_in_it() -> None:
    assert cell("Bob", 6) == "Bob   "
    assert cell("漢字漢字", 6) == "漢字… "
    assert cell("Anastasia", 6) == "Anast…"
    assert plain(cell("שלום", 6)) == "שלום  "
    assert cell("", 3) == "   "


def test_c8_matches_against_computers_stand_apart() -> None:
    alt, text = (tell(careers.AGAINST_COMPUTERS, SAY, dated) for tell in (profile_alt, profile_text))
    for sentence in (alt, text):
        assert "Against computers" in sentence
        assert "Easy (1119): 4 matches · 1 win" in sentence
        assert "1 match · 0 wins" in sentence
        assert SAY("career.profile.empty") not in sentence
