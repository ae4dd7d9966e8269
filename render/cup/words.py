"""Names of cups."""

from __future__ import annotations

from render.words import Say


def cup_title(typed: str, game: str, number: int, say: Say) -> str:
    """The title that someone typed, without what can't be seen; one made of game and number if nothing is left."""
    shown = " ".join("".join(char for char in typed if char.isprintable()).split())
    name = f"{game}.name"
    return shown or say("cup.title", game=say(name) if name in say else game, cup=number)
