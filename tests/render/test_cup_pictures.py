"""The pictures of cups: small, legible on a phone, the same every time, with every name inside its cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import ImageChops

from render import kit
from render.cup import Box, BracketPage, Cell, Column, Page, RoundPage, Section, StandingPage, StandingRow, alt, picture
from tests.render.careers import KINDS, WIDE
from tests.render.png import check_golden, check_picture, check_speed, opened

MOST_BYTES = 60 * 1024
MOST_HEIGHT = 1500
MOST_SECONDS = 0.2  # several times what it takes, for a busy machine
PHONE = 400  # pixels of a picture on a phone
LEAST = 11  # pixels of a glyph there


def bracket(names: list[str], *, decided: bool = True, columns: int = 3) -> BracketPage:
    """A bracket of as many as there are names, of which the upper one always wins, as far as it is decided.

    Each has a seed, the jersey of their match, and their score once it is decided.
    """
    found, left = list[Column](), names
    for at in range(columns):
        last = at == columns - 1
        known = decided or at == 0
        cells = tuple(
            Cell(name, True if len(left) == 1 else row % 2 == 0, f"{17 - at}*", (row << at) + 1, row % 2)
            if decided
            else Cell(name, None, "", row + 1, row % 2)
            if known
            else Cell("")
            for row, name in enumerate(left)
        )
        found.append(Column("Final" if last else f"Round {at + 1}", cells))
        left = left[::2]
    return BracketPage("Spring cup of the velodrome", "Round 1", tuple(found), page=2, pages=11)


def standing(names: list[str], *, gone: bool = False) -> StandingPage:
    """A table of two groups."""
    rows = tuple(StandingRow(rank, name, ("7", "3", "4½"), gone) for rank, name in enumerate(names, 1))
    half = len(rows) // 2
    sections = (Section("Group 1", rows[:half]), Section("Group 2", rows[half:]))
    return StandingPage("Spring cup", "Season 2, round 3", ("Played", "Won", "Points"), sections)


def tables(names: list[str], seats: int) -> RoundPage:
    """Tables of so many, of which some are decided."""
    boxes = tuple(
        Box(
            f"Table {at + 1} · match {12_345 + at}",
            tuple(
                Cell(name, None if at % 2 else row == 0, "" if at % 2 else str(row + 1), at + row + 1, row)
                for row, name in enumerate(names[at * seats : (at + 1) * seats])
            ),
        )
        for at in range(len(names) // seats)
    )
    return RoundPage("Spring cup", "Quarter-finals", boxes)


LONG = [WIDE if at % 3 else "W" * 32 for at in range(20)]
PAGES: dict[str, Page] = {
    "bracket": bracket([f"Rider {at}" for at in range(16)]),
    "bracket that begins": bracket([f"Rider {at}" for at in range(16)], decided=False),
    "bracket of long names": bracket(LONG[:16]),
    "final": bracket(["Ann", "Bob"], columns=2),
    "standing": standing([f"Rider {at}" for at in range(18)]),
    "standing of long names": standing(LONG[:18]),
    "standing of those who left": standing(["Ann", "Bob"], gone=True),
    "round": tables([f"Rider {at}" for at in range(24)], 2),
    "round of long names": tables(LONG, 10),
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_a_picture_is_small_and_says_nothing_about_itself(page: Page) -> None:
    png = picture(page)
    check_picture(png, MOST_BYTES, MOST_HEIGHT, 101)
    assert picture(page) == png


def test_no_glyph_is_too_small_for_a_phone() -> None:
    assert kit.LEAST_GLYPH * PHONE / kit.WIDTH >= LEAST


def changed(one: Page, other: Page) -> tuple[int, int, int, int] | None:
    """The part in which two pictures of one size differ."""
    first, second = (opened(picture(page)).convert("RGB") for page in (one, other))
    assert first.size == second.size
    return ImageChops.difference(first, second).getbbox()


@pytest.mark.parametrize(
    "name", [name for name in KINDS.values() if name], ids=[key for key, kind in KINDS.items() if kind]
)
@pytest.mark.parametrize(
    ("make", "most"),
    [
        (lambda names: bracket(names[:8]), 200),
        (standing, 430),
        (lambda names: tables(names, 2), 392),
    ],
    ids=["bracket", "standing", "round"],
)
def test_a_name_stays_in_its_cell(make: Callable[[list[str]], Page], most: int, name: str) -> None:
    names = [f"R{at}" for at in range(8)]
    box = changed(make(names), make([*names[:5], name, *names[6:]]))
    assert box is not None
    assert box[2] - box[0] <= most, "it keeps to its column"
    assert box[3] - box[1] <= 44, "and to its row"


@pytest.mark.parametrize("kind", ["bracket", "round"])
def test_winners_are_told_from_losers_without_colour(kind: str) -> None:
    drawn: list[bytes] = []
    for won in (True, False, None):
        page = BracketPage("Cup", "Final", (Column("Final", (Cell("Ann", won), Cell("Bob"))),))
        boxed = RoundPage("Cup", "Final", (Box("Table 1", (Cell("Ann", won), Cell("Bob"))),))
        drawn.append(opened(picture(page if kind == "bracket" else boxed)).convert("L").tobytes())
    assert len(set(drawn)) == 3


def test_who_has_left_is_told_from_who_stays() -> None:
    assert changed(standing(["Ann", "Bob"]), standing(["Ann", "Bob"], gone=True)) is not None


def test_of_several_pages_each_says_which_it_is() -> None:
    page = PAGES["standing"]
    assert changed(replace(page, page=1, pages=2), replace(page, page=2, pages=2)) is not None


def test_the_words_tell_what_the_picture_shows() -> None:
    assert alt(bracket(["Ann", "Bob"], columns=2)) == (
        "Spring cup of the velodrome. Round 1. Round 1: (1) Ann ✓ 17*, (2) Bob 17*. Final: (1) Ann ✓ 16*."
    )
    assert alt(bracket(["Ann", "Bob"], columns=2, decided=False)).endswith("Round 1: (1) Ann, (2) Bob. Final: –.")
    assert "Group 2: 2. Bob 7 / 3 / 4½." in alt(standing(["Ann", "Bob"]))
    assert "Table 1 · match 12345: (1) Ann ✓ 1, (2) Bob 2." in alt(tables(["Ann", "Bob"], 2))


def test_a_known_bracket_looks_as_it_did() -> None:
    check_golden(picture(PAGES["bracket"]), "cup-bracket")


@pytest.mark.parametrize("kind", ["bracket of long names", "standing of long names", "round of long names"])
def test_a_picture_is_drawn_quickly(kind: str) -> None:
    check_speed(lambda: picture(PAGES[kind]), MOST_SECONDS)
