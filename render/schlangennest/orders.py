"""The standing orders of Schlangennest in words."""

from engines.schlangennest import split
from render.schlangennest.words import turn_name
from render.words import Say


def order_words(order: str, say: Say) -> str:
    """An order as a button has it."""
    _, square, side, kind, rotation = order.split(".")
    card = say(f"schlangennest.kind.{kind}")
    return say(
        "schlangennest.order.square", square=split(f"{square}.{side}")[0], card=card, turn=turn_name(rotation, say)
    )
