"""The standing orders of stage races in words."""

from render.words import Say


def order_words(order: str, say: Say) -> str:
    """An order as a button has it."""
    kind, _, value = order.split(".")
    if kind == "inside":
        return say("legstrong.order.inside", hex=int(value))
    return {
        "yes": say("legstrong.order.chase.yes"),
        "no": say("legstrong.order.chase.no"),
        "unless": say("legstrong.order.chase.unless"),
    }[value]
