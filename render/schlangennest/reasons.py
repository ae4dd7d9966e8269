"""Reason for an answer in Schlangennest: how much the snake grows, and how many ways on there are then."""

from engines.schlangennest import SchlangennestView, freedom, is_closed, parts
from engines.table import Path
from render.schlangennest.choice import choice
from render.words import Say


def reason(view: SchlangennestView, path: Path, say: Say) -> str:
    """What a whole answer gains and risks."""
    result = choice(view, path)
    sentences: list[str] = []
    if grown := parts(result.nest, result.snake) - parts(view.nest, result.snake):
        sentences.append(say("schlangennest.reason.grows", n=grown))
    if not is_closed(result.nest, result.snake):
        sentences.append(say("schlangennest.reason.ways", n=freedom(view, result.nest)))
    return " ".join(sentences)
