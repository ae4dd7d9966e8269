"""The brushes keep to the palette, to legible sizes and to shapes that the eye can tell apart."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from render import kit
from render.words import JERSEYS, team_sign


def test_no_text_is_smaller_than_a_phone_can_show() -> None:
    canvas = Image.new("RGB", (100, 100))
    with pytest.raises(ValueError, match="21 pixels"):
        kit.write(canvas, (50, 50), "no", 21, kit.INK)


@pytest.mark.parametrize(("anchor", "left", "right"), [("l", 50, 100), ("m", 25, 75), ("r", 0, 50)])
def test_a_text_lies_where_its_anchor_says(anchor: str, left: int, right: int) -> None:
    canvas = Image.new("RGB", (100, 40))
    width = kit.write(canvas, (50, 20), "HH", 22, kit.INK, anchor=anchor)
    box = canvas.getbbox()
    assert box is not None
    assert 20 < width < 50
    assert left <= box[0] and box[2] <= right + 1
    assert abs((box[1] + box[3]) / 2 - 20) <= 1


def test_a_palette_has_its_colours_and_what_lies_between() -> None:
    black, white = (0, 0, 0), (250, 250, 250)
    palette = kit.palette([black, white], [(white, black)], steps=4)
    canvas = Image.new("RGB", (3, 1))
    canvas.putdata([black, (150, 150, 150), white])
    drawn = Image.open(BytesIO(kit.png(canvas, palette))).convert("RGB")
    assert [drawn.getpixel((x, 0)) for x in range(3)] == [black, (150, 150, 150), white]


def test_two_pictures_stand_one_below_the_other_and_a_band_is_cut_out() -> None:
    palette = kit.palette([(0, 0, 0), (250, 0, 0), (0, 250, 0)], [])
    upper = kit.png(Image.new("RGB", (40, 30), (250, 0, 0)), palette)
    lower = kit.png(Image.new("RGB", (40, 20), (0, 250, 0)), palette)
    whole = Image.open(BytesIO(kit.stack(upper, lower)))
    assert (whole.mode, whole.size, whole.info) == ("P", (40, 50), {})
    assert [whole.convert("RGB").getpixel((5, y)) for y in (0, 29, 30, 49)] == [(250, 0, 0)] * 2 + [(0, 250, 0)] * 2
    part = Image.open(BytesIO(kit.band(kit.stack(upper, lower), 20, 25)))
    assert (part.mode, part.size, part.info) == ("P", (40, 25), {})
    assert [part.convert("RGB").getpixel((5, y)) for y in (9, 10)] == [(250, 0, 0), (0, 250, 0)]
    assert Image.open(BytesIO(kit.band(kit.stack(upper, lower), 40, 25))).height == 10


def test_a_palette_of_too_many_colours_is_refused() -> None:
    with pytest.raises(ValueError, match="256 colours"):
        kit.palette([(red, 0, blue) for red in range(20) for blue in range(20)], [])


@pytest.mark.parametrize("size", [(200, 90), (31, 90), (24, 24), (8, 6)])
def test_a_block_of_any_size_has_round_corners(size: tuple[int, int]) -> None:
    drawn, whole = (Image.new("RGB", (240, 120)) for _ in range(2))
    kit.block(drawn, (20, 10, *size), 11, kit.GOLD)
    whole.paste(kit.GOLD, (20, 10), kit.slab(size, 11))
    assert drawn.tobytes() == whole.tobytes()


def test_dice_show_their_pips() -> None:
    faces = [kit.die(pips, 36) for pips in range(7)]
    ink = [{colour: count for count, colour in face.convert("RGB").getcolors() or []} for face in faces]
    pips = [colours.get(kit.DARK, 0) for colours in ink]
    assert pips[0] < pips[1]
    assert pips == sorted(set(pips)), "every pip more is more ink"


def luminance(colour: kit.Colour) -> float:
    red, green, blue = ((value / 255) ** 2.2 for value in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_jerseys_differ_without_colour() -> None:
    pieces = [kit.cloth(team, (40, 40)).convert("L") for team in range(len(kit.TEAMS))]
    for first, other in combinations(pieces, 2):
        assert first.tobytes() != other.tobytes()
    for team, (colour, _) in enumerate(kit.TEAMS):
        lighter, darker = sorted((luminance(colour), luminance(kit.TEAM_INK[team])), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, f"the number of team {team + 1} must be legible"


def test_every_jersey_has_a_colour_of_its_own_in_words() -> None:
    assert len(JERSEYS) == len(set(JERSEYS)) == len(kit.TEAMS)
    assert [team_sign(team) for team in (0, 1, 9)] == ["🔴 1", "⚪ 2", "🟦 10"]
