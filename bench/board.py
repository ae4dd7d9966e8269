"""What a board costs after warm-up, compared with encoding the same pixels in full colour and with the usual way."""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image

from bench.measure import in_turns, quartiles, ratios
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Table, View
from render import RENDERERS

ROUNDS = 40
MIDDLES = {"pistard": 40, "schlangennest": 48}  # moves after which a board is full


def run() -> Iterator[str]:
    """Milliseconds and ratios of each game's board in full swing."""
    for key in MIDDLES:
        for line in _measured(key):
            yield f"{key}: {line}"


def _measured(key: str) -> Iterator[str]:
    view = middle(key)
    board = RENDERERS[key].board
    png = board(view)
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    double = picture.resize((picture.width * 2, picture.height * 2))
    seconds = in_turns(
        {
            "board": lambda: board(view),
            "bare": lambda: encode(picture, 1),
            "usual": lambda: encode(double.resize(picture.size, Image.Resampling.LANCZOS), 6),
        },
        ROUNDS,
    )
    for other in ("bare", "usual"):
        yield f"draw and encode / {WORDS[other]}: {quartiles(ratios(seconds['board'], seconds[other]))}"
    yield f"draw and encode: {quartiles([1000 * s for s in seconds['board']])} ms, {len(png) / 1000:.0f} KB"


WORDS = {"bare": "bare RGB encoding (level 1)", "usual": "LANCZOS from double size and default PNG"}


def encode(picture: Image.Image, level: int) -> bytes:
    """The picture as a PNG in full colour."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=level)
    return out.getvalue()


def middle(key: str) -> View:
    """The public view of a match of four seats in full swing."""
    game, moves = GAMES[key], MIDDLES[key]
    state, _ = game.setup(Table(4, {}, game.spec.rules), SeededDice(b"bench", 0))
    for number in range(1, moves + 1):
        view = game.view(state, game.view(state, None).waiting[0])
        game.apply(state, Move(view.viewer, game.fallback(view)), SeededDice(b"bench", number))
    return game.view(state, None)
