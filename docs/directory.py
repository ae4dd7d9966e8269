"""Frames for the pictures of Discord's App Directory: a few words on the left, a picture of the bot on the right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

from render import kit

PICTURES = Path(__file__).parent / "public" / "pictures"
SIZE = (1920, 1080)
EDGE, GAP = 80, 56  # pixels around everything, and between words and picture
HEIGHT = 1020  # the most of a picture; a taller one is reduced
TITLE, TEXT = (84, 800, 100), (42, 500, 62)  # size, weight, and pixels from line to line


@dataclass(frozen=True, slots=True)
class Words:
    """What stands beside a picture."""

    title: str
    text: str


WORDS = {
    "pistard": Words(
        "Board games that wait for you",
        "A match over days: move from your phone in a few taps, when you have a minute. I call you on your turn.",
    ),
    "superechelon": Words(
        "Your hand is yours alone", "The table is a thread in your server. Cards and bids come in private."
    ),
    "schlangennest": Words(
        "Alone, or with friends", "A computer can take any seat, from Easy to Champion. A lesson shows you how."
    ),
    "legstrong": Words(
        "A tour in your server", "Four games, cups and leagues, and each day a puzzle and a race for everyone."
    ),
    "profile": Words(
        "A career of your own", "Ratings, rivals and badges. And everyone can check the dice of a finished match."
    ),
}


def framed(picture: bytes, words: Words) -> bytes:
    """A picture of the App Directory's size, in a palette."""
    shown = Image.open(BytesIO(picture)).convert("RGB")
    if shown.height > HEIGHT:
        shown = shown.resize((shown.width * HEIGHT // shown.height, HEIGHT), Image.Resampling.LANCZOS)
    canvas = Image.new("RGB", SIZE, kit.DARK)
    left = SIZE[0] - EDGE - shown.width
    canvas.paste(shown, (left, (SIZE[1] - shown.height) // 2))
    room = left - EDGE - GAP
    title, text = ([*_lines(words.title, room, TITLE)], [*_lines(words.text, room, TEXT)])
    high = TITLE[2] * len(title) + GAP + TEXT[2] * len(text)
    top = (SIZE[1] - high) / 2
    for line in title:
        kit.write(canvas, (EDGE, top + TITLE[2] / 2), line, TITLE[0], kit.INK, weight=TITLE[1], anchor="l")
        top += TITLE[2]
    top += GAP
    for line in text:
        kit.write(canvas, (EDGE, top + TEXT[2] / 2), line, TEXT[0], kit.DIM, weight=TEXT[1], anchor="l")
        top += TEXT[2]
    kit.write(canvas, (EDGE, EDGE), "Gruppetto", TEXT[0], kit.GOLD, weight=800, anchor="l")
    return kit.png(canvas, canvas.quantize(method=Image.Quantize.FASTOCTREE), small=True)


def _lines(text: str, room: int, face: tuple[int, int, int]) -> Iterator[str]:
    """The text in lines no wider than the room."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and kit.letters(longer, face[0], face[1]).width > room:
            yield line
            longer = word
        line = longer
    yield line
