"""Every badge has its words and a medal that differs from all others without colour."""

from __future__ import annotations

import unicodedata
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

import locales
from engines import EXTRAS
from model.career import CUP_BADGES, PUZZLE_BADGES
from render import badges, kit
from render.badges import sign

say = locales.catalogue("en")
longer = locales.catalogue("en-XA")
IDS = [badge for family in badges.FAMILIES.values() for badge in family]
LONGEST_NAME = 24


@pytest.mark.parametrize("badge_id", IDS)
def test_a_badge_has_a_name_without_emoji_and_a_definition_of_one_sentence(badge_id: str) -> None:
    name, definition = badges.name(badge_id, say), badges.definition(badge_id, say)
    assert 0 < len(name) <= LONGEST_NAME
    assert all(unicodedata.category(letter)[0] in "LZP" for letter in name), "letters, spaces and hyphens"
    assert definition.endswith(".")
    assert definition.count(". ") == 0
    assert name in badges.name(badge_id, longer)
    assert definition in badges.definition(badge_id, longer)


def test_names_and_definitions_are_unique() -> None:
    assert len({badges.name(badge_id, say) for badge_id in IDS}) == len(IDS)
    assert len({badges.definition(badge_id, say) for badge_id in IDS}) == len(IDS)


def test_there_is_a_medal_for_each_badge_and_none_besides() -> None:
    owners = {game: [badge.id for badge in extras.badges] for game, extras in EXTRAS.items() if extras.badges}
    owners |= {badges.PUZZLES: [*PUZZLE_BADGES], badges.CUPS: [*CUP_BADGES]}
    assert {family: list(medals.signs) for family, medals in badges.MEDALS.items()} == owners


@pytest.mark.parametrize("size", [badges.LEAST_MEDAL, 96])
def test_signs_differ_in_shape(size: int) -> None:
    masks = {badge_id: sign(badge_id, round(size * badges.SHARE)) for badge_id in IDS}
    for first, other in combinations(IDS, 2):
        different = ImageChops.difference(masks[first], masks[other]).point([0] * 128 + [255] * 128)
        share = different.histogram()[255] / (different.width * different.height)
        assert share > 0.12, (first, other)


@pytest.mark.parametrize("badge_id", IDS)
def test_a_medal_is_as_large_as_asked_for_and_clear_around(badge_id: str) -> None:
    medal = badges.medal(badge_id, 64)
    assert (medal.mode, medal.size) == ("RGBA", (64, 64))
    alpha = medal.getchannel("A")
    assert [alpha.getpixel(place) for place in ((0, 0), (63, 63), (32, 32))] == [0, 0, 255]


@pytest.mark.parametrize("family", badges.FAMILIES)
def test_the_sign_stays_off_the_rim(family: str) -> None:
    rims = {rim(family, badge) for badge in badges.FAMILIES[family]}
    assert len(rims) == 1
    assert len(rims.pop()) > 400, "and the rim can be seen"


def rim(game: str, badge_id: str) -> tuple[int, ...]:
    """The pixels that have the colour of the game's rim."""
    colour = badges.MEDALS[game].rim
    drawn = badges.medal(badge_id, 96).convert("RGB").tobytes()
    return tuple(at for at in range(0, len(drawn), 3) if drawn[at : at + 3] == bytes(colour))


def test_outlines_tell_the_games_apart_without_colour() -> None:
    outlines = {badges.medal(family[0], 64).getchannel("A").tobytes() for family in badges.FAMILIES.values()}
    assert len(outlines) == len(badges.FAMILIES)


def test_a_medal_has_only_the_colours_that_a_palette_is_told_of() -> None:
    palette = kit.palette(badges.COLOURS, badges.BLENDS)
    canvas = Image.new("RGB", (100, 100), kit.DARK)
    for badge_id in IDS:
        medal = badges.medal(badge_id, 96)
        canvas.paste(medal, (2, 2), medal)
        drawn = canvas.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
        extrema: Any = ImageChops.difference(canvas, drawn).getextrema()
        worst = max(high for _, high in extrema)
        assert worst < 40, badge_id


def test_a_medal_that_is_too_small_for_a_phone_is_refused() -> None:
    with pytest.raises(ValueError, match="43 pixels"):
        badges.medal(IDS[0], badges.LEAST_MEDAL - 1)


def test_an_unknown_badge_is_refused() -> None:
    for of_badge in (badges.name, badges.definition):
        with pytest.raises(KeyError):
            of_badge("wooden.spoon", say)
    with pytest.raises(KeyError):
        badges.medal("wooden.spoon", 64)
