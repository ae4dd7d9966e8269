"""The standing orders of stage races in words."""

from engines.legstrong.config import CONFIG
from render.words import Say


def order_words(order: str, say: Say) -> str:
    """An order as a button has it."""
    kind, _, value = order.split(".")
    if kind == "inside":
        number = int(value)
        return say("legstrong.order.inside", hex=number, row=(number - 1) * CONFIG.rows_a_hex + 1)
    return {
        "yes": say("legstrong.order.chase.yes"),
        "no": say("legstrong.order.chase.no"),
        "unless": say("legstrong.order.chase.unless"),
    }[value]
