"""Standing orders in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.legstrong.config import CONFIG
from engines.schlangennest import split
from render.schlangennest.words import turn_name
from render.superechelon.preview import letter
from render.words import Say


def _superechelon(order: str, say: Say) -> str:
    *_, place, which = order.split(".")
    key = "superechelon.order.follow.most" if which == "most" else "superechelon.order.follow.least"
    return say(key, place=letter(place))


def _schlangennest(order: str, say: Say) -> str:
    _, square, side, kind, rotation = order.split(".")
    card = say(f"schlangennest.kind.{kind}")
    return say(
        "schlangennest.order.square", square=split(f"{square}.{side}")[0], card=card, turn=turn_name(rotation, say)
    )


def _legstrong(order: str, say: Say) -> str:
    kind, _, value = order.split(".")
    if kind == "inside":
        number = int(value)
        return say("legstrong.order.inside", hex=number, row=(number - 1) * CONFIG.rows_a_hex + 1)
    return {
        "yes": say("legstrong.order.chase.yes"),
        "no": say("legstrong.order.chase.no"),
        "unless": say("legstrong.order.chase.unless"),
    }[value]


WORDS: Mapping[str, Callable[[str, Say], Any]] = {
    "superechelon": _superechelon,
    "schlangennest": _schlangennest,
    "legstrong": _legstrong,
}


def order_words(game: str, order: str, say: Say) -> str:
    """An order as a button has it, in at most 80 characters."""
    return str(WORDS[game](order, say))
