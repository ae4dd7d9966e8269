"""Several pictures in one: a strip of small ones side by side, one above another, and a film."""

# Pillow's `resize` isn't fully typed.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from render.kit import NIGHT
from render.packing import packed

WIDTH = 800  # of a strip, in pixels
GAP = 8
BACK = (43, 45, 49)  # Discord's dark grey, which also stands out on white
FRAME_WIDTH = 480  # of a film
FRAME_MS, LAST_MS = 900, 4000
QUALITY = 60
UPPER = 668  # pixels of height of a picture above another: boards of few seats fit as they are


def strip(boards: Sequence[bytes]) -> bytes:
    """Up to four boards (PNG) side by side in one PNG, the oldest at the left."""
    width = (WIDTH - GAP * (len(boards) - 1)) // len(boards)
    small = [_scaled(board, width) for board in boards]
    sheet = Image.new("RGB", (WIDTH, max(b.height for b in small)), BACK)
    for place, board in enumerate(small):
        sheet.paste(board, (place * (width + GAP), 0))
    return packed(sheet.quantize(128), small=True)


def above(upper: bytes, lower: bytes) -> bytes:
    """One picture (PNG) above another in one PNG as wide as a board; the upper one is shrunk if it is too high."""
    with Image.open(io.BytesIO(upper)) as board:
        width = min(WIDTH, round(WIDTH * UPPER / board.height))
    parts = (_scaled(upper, width), _scaled(lower, WIDTH))
    sheet = Image.new("RGB", (WIDTH, sum(part.height for part in parts)), NIGHT)
    sheet.paste(parts[0], ((WIDTH - width) // 2, 0))
    sheet.paste(parts[1], (0, parts[0].height))
    return packed(sheet.quantize(255, Image.Quantize.FASTOCTREE), small=True)


def film(boards: Sequence[bytes]) -> bytes:
    """Boards (PNG) one after another as an animated WebP; the last one stays for a while."""
    frames = [_scaled(board, FRAME_WIDTH) for board in boards]
    height = max(frame.height for frame in frames)
    sheets = [_padded(frame, height) for frame in frames]
    times = [FRAME_MS] * (len(sheets) - 1) + [LAST_MS]
    out = io.BytesIO()
    sheets[0].save(
        out, "WEBP", save_all=True, append_images=sheets[1:], duration=times, loop=0, quality=QUALITY, method=2
    )
    return out.getvalue()


def _scaled(board: bytes, width: int) -> Image.Image:
    with Image.open(io.BytesIO(board)) as picture:
        height = round(picture.height * width / picture.width)
        return picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)


def _padded(frame: Image.Image, height: int) -> Image.Image:
    if frame.height == height:
        return frame
    sheet = Image.new("RGB", (frame.width, height), BACK)
    sheet.paste(frame, (0, 0))
    return sheet
