"""Time of a board after warm-up, compared with encoding the same pixels in full colour and with Pillow's defaults.

And what the names beside the jerseys cost, which the bot always draws.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import partial

from PIL import Image

from bench.measure import in_turns, quartiles, ratios
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Table, View
from render import RENDERERS

ROUNDS = 40
MOVES = 40
SEATS = 4  # or as many as a game has
NAMES = ("Anna-Lena Größer", "محمد علي", "自行车队", "🚴🏔️🏆 Bob")
FULL_SWING = {  # the moves after which the pictures of the other games have much in them; else after MOVES
    "superechelon": 20,  # the second stage, two thirds of its cards played
    "legstrong": 30,  # the first leg, with riders outside the peloton
    "schlangennest": 48,  # a nest that is nearly full
}


def run() -> Iterator[str]:
    """Milliseconds and ratios of Pistard's board in mid race, then the other games' pictures; four seats each."""
    view = middle("pistard", MOVES)
    board = RENDERERS["pistard"].board
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
    yield from _others()
    yield from _named()


def _others() -> Iterator[str]:
    """Milliseconds of the other games' pictures in full swing."""
    work: dict[str, Callable[[], bytes | None]] = {}
    for key, renderer in RENDERERS.items():
        if key != "pistard":
            view = middle(key, FULL_SWING.get(key, MOVES))
            work[f"{key} board"] = partial(renderer.board, view)
            if renderer.hand(view) is not None:
                work[f"{key} hand"] = partial(renderer.hand, view)
    sizes = {name: len(draw() or b"") for name, draw in work.items()}  # and the sprites are warm
    for name, seconds in in_turns(work, ROUNDS).items():
        yield f"{name}: {quartiles([1000 * s for s in seconds])} ms, {sizes[name] / 1000:.0f} KB"


def _named() -> Iterator[str]:
    """What the players' names beside the jerseys cost."""
    for key, renderer in RENDERERS.items():
        view = middle(key, FULL_SWING.get(key, MOVES))
        names = NAMES[: GAMES[key].spec.seats[-1]]
        seconds = in_turns(
            {"with": partial(renderer.board, view, (), names), "without": partial(renderer.board, view)}, ROUNDS
        )
        yield f"{key} board with names / without: {quartiles(ratios(seconds['with'], seconds['without']))}"


WORDS = {"bare": "bare RGB encoding (level 1)", "usual": "LANCZOS from double size and default PNG"}


def encode(picture: Image.Image, level: int) -> bytes:
    """The picture as a PNG in full colour."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=level)
    return out.getvalue()


def middle(key: str, moves: int) -> View:
    """The view of the seat that is due after a number of moves of a match of four, or at its last answer."""
    game = GAMES[key]
    table = Table(min(SEATS, game.spec.seats[-1]), {}, game.spec.rules)
    state, _ = game.setup(table, SeededDice(b"bench", 0))
    view = game.view(state, game.view(state, None).waiting[0])
    for number in range(1, moves + 1):
        game.apply(state, Move(view.viewer, game.fallback(view)), SeededDice(b"bench", number))
        waiting = game.view(state, None).waiting
        if not waiting:
            break
        view = game.view(state, waiting[0])
    return view
