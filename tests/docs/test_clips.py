"""Each game has a clip of a turn that a README can show: small, as wide as a phone, slow enough to be read."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from docs import clips
from engines import GAMES
from tests.driver import ROOT

LARGEST = 2_000_000  # bytes
SIZE = (clips.PHONE["width"] * clips.SHARP, clips.PHONE["height"] * clips.SHARP)


def clip_of(game: str) -> Path:
    return ROOT / "docs" / "pictures" / f"clip-{game}.webp"


def frames(film: bytes) -> list[tuple[Image.Image, int]]:
    """The frames of a film, each with its milliseconds."""
    shown = ImageSequence.Iterator(Image.open(io.BytesIO(film)))
    return [(frame.convert("RGB"), int(frame.info["duration"])) for frame in shown]


def test_every_game_has_a_turn_to_film() -> None:
    assert clips.TURNS.keys() == GAMES.keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_clip_is_small_and_can_be_read(game: str) -> None:
    film = clip_of(game).read_bytes()
    assert len(film) <= LARGEST
    shown = frames(film)
    assert {frame.size for frame, _ in shown} == {SIZE}
    presses = len(clips.TURNS[game].presses) + 2  # Your move before them, Dismiss behind
    read = [time for _, time in shown if time >= clips.READ]
    assert len(read) == presses + 1
    assert len(shown) - len(read) == 2 * presses, "a finger comes down in two frames"


def test_a_finger_covers_its_button_and_no_more() -> None:
    screen = Image.new("RGB", SIZE, "#102a30")
    touched = clips.touched(screen, (100.0, 200.0), 1.0)
    box = ImageChops.difference(screen, touched).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((100 * clips.SHARP, 200 * clips.SHARP), abs=2)
    assert right - left == pytest.approx(2 * clips.FINGER * clips.SHARP, abs=3)


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("game", GAMES)
def test_filmed_again_it_is_the_same(game: str) -> None:
    """Nearly: another Chromium draws letters a little differently."""
    kept, filmed = (frames(film) for film in (clip_of(game).read_bytes(), asyncio.run(clips.clip(game))))
    assert [time for _, time in filmed] == [time for _, time in kept]
    for (now, _), (then, _) in zip(filmed, kept, strict=True):
        assert max(ImageStat.Stat(ImageChops.difference(now, then)).mean) < 12
