"""The standing orders of SuperEchelon in words."""

from render.superechelon.preview import letter
from render.words import Say


def order_words(order: str, say: Say) -> str:
    """An order as a button has it."""
    *_, place, which = order.split(".")
    key = "superechelon.order.follow.most" if which == "most" else "superechelon.order.follow.least"
    return say(key, place=letter(place))
