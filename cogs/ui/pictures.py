"""Pictures as attachments."""

from __future__ import annotations

import io

import discord

from screen.pictures import Picture

HEIGHT_AT = 20  # bytes from the beginning of a PNG


def file_of(picture: Picture) -> discord.File:
    """The picture as an attachment with alt text."""
    return discord.File(io.BytesIO(picture.png), f"{picture.name}.png", description=picture.alt)


def height_of(picture: discord.File) -> int:
    """The height of a PNG in pixels, from its header."""
    picture.fp.seek(HEIGHT_AT)
    height = int.from_bytes(picture.fp.read(4))
    picture.fp.seek(0)
    return height
