"""docs/badges.md lists the badges that there are, in their order and in the bot's own words."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from PIL import Image

from docs.draw import medals
from engines import EXTRAS
from locales import catalogue
from model.career import CUP_BADGES, PUZZLE_BADGES
from render.badges import definition, name

PAGE = (Path(__file__).parents[2] / "docs" / "badges.md").read_text(encoding="utf-8")
PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "badges.png"


def test_each_game_s_table_has_its_badges_in_the_order_of_their_clauses() -> None:
    say = catalogue("en")
    others = {
        head: [(clause, name(badge, say), definition(badge, say)) for badge, clause in found.items()]
        for head, found in {"Puzzles": PUZZLE_BADGES, "Cups": CUP_BADGES}.items()
    }
    listed = {
        section.splitlines()[0]: re.findall(r"^\| (B\d+) \| (.+?) \| (.+?) \|$", section, re.MULTILINE)
        for section in PAGE.split("\n## ")[1:]
    }
    assert (
        listed
        == {
            say(f"{game}.name"): [
                (badge.clause, name(badge.id, say), definition(badge.id, say)) for badge in extras.badges
            ]
            for game, extras in EXTRAS.items()
            if extras.badges
        }
        | others
    )


def test_the_picture_shows_the_medals_as_they_are() -> None:
    kept, drawn = (Image.open(BytesIO(png)).convert("RGB") for png in (PICTURE.read_bytes(), medals()))
    assert kept.size == drawn.size
    assert kept.tobytes() == drawn.tobytes()
