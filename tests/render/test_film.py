"""Strips and films: sizes, order, and how long each frame stands."""

import io

import pytest
from PIL import Image

from render.film import FRAME_MS, FRAME_WIDTH, LAST_MS, UPPER, WIDTH, above, film, strip

RED, GREEN, BLUE = (200, 40, 40), (40, 160, 60), (50, 70, 200)


def board(colour: tuple[int, int, int], width: int = 800, height: int = 600) -> bytes:
    """A board of one colour as a palette PNG, as the renderers make them."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).quantize(8).save(out, "PNG")
    return out.getvalue()


def near(pixel: object, colour: tuple[int, int, int]) -> bool:
    assert isinstance(pixel, tuple)
    return all(abs(got - wanted) < 16 for got, wanted in zip(pixel, colour, strict=True))


@pytest.mark.parametrize("boards", [1, 2, 3, 4])
def test_a_strip_is_as_wide_as_a_board_whatever_is_in_it(boards: int) -> None:
    with Image.open(io.BytesIO(strip([board(RED)] * boards))) as picture:
        assert (picture.format, picture.mode, picture.width) == ("PNG", "P", WIDTH)
        assert picture.height <= 600


def test_in_a_strip_the_oldest_is_at_the_left() -> None:
    with Image.open(io.BytesIO(strip([board(RED), board(GREEN), board(BLUE)]))) as picture:
        row = picture.convert("RGB")
        seen = [row.getpixel((WIDTH * place // 6, 40)) for place in (1, 3, 5)]
    assert all(near(pixel, colour) for pixel, colour in zip(seen, (RED, GREEN, BLUE), strict=True))


@pytest.mark.parametrize(("height", "shown"), [(600, 600), (1200, UPPER)])
def test_a_high_board_above_another_picture_is_reduced(height: int, shown: int) -> None:
    with Image.open(io.BytesIO(above(board(RED, height=height), board(GREEN)))) as picture:
        assert (picture.mode, picture.size) == ("P", (WIDTH, shown + 600))
        both = picture.convert("RGB")
        assert near(both.getpixel((400, 10)), RED) and near(both.getpixel((10, shown + 10)), GREEN)


def test_a_film_shows_each_board_in_turn_and_the_last_one_longer() -> None:
    frames: list[tuple[object, int]] = []
    with Image.open(io.BytesIO(film([board(RED), board(GREEN), board(BLUE)]))) as picture:
        assert (picture.format, picture.width, picture.info["loop"]) == ("WEBP", FRAME_WIDTH, 0)
        for place in range(getattr(picture, "n_frames", 1)):
            picture.seek(place)
            frames.append((picture.convert("RGB").getpixel((100, 100)), picture.info["duration"]))
    assert [ms for _, ms in frames] == [FRAME_MS, FRAME_MS, LAST_MS]
    assert all(near(pixel, colour) for (pixel, _), colour in zip(frames, (RED, GREEN, BLUE), strict=True))


def test_boards_of_different_heights_make_one_film() -> None:
    with Image.open(io.BytesIO(film([board(RED, height=300), board(GREEN, height=900)]))) as picture:
        assert picture.size == (FRAME_WIDTH, 540)
        assert getattr(picture, "n_frames", 1) == 2


def test_a_film_of_one_board_is_a_picture() -> None:
    with Image.open(io.BytesIO(film([board(BLUE)]))) as picture:
        assert picture.size == (FRAME_WIDTH, 360)
