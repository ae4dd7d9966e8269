"""Pictures and words of the tiny game."""

from __future__ import annotations

import io

from engines.tiny import TinyView
from PIL import Image, ImageDraw

from engines.table import Event, IllegalMove, Path
from render.words import RulesPage, Say, refuse

WATTS = 60  # pixels


def board(view: TinyView, path: Path = ()) -> bytes:
    """A bar of watts for each seat."""
    picture = Image.new("P", (800, 100 * len(view.watts)))
    for seat, watts in enumerate(view.watts):
        ImageDraw.Draw(picture).rectangle((0, 100 * seat + 10, WATTS * watts, 100 * seat + 90), fill=seat + 1)
    return _png(picture)


def hand(view: TinyView, path: Path = ()) -> bytes | None:
    """A stripe for each card that the viewer holds; nothing for the public."""
    if view.viewer is None:
        return None
    picture = Image.new("P", (800, 100))
    for place, card in enumerate(view.hand):
        ImageDraw.Draw(picture).rectangle((100 * place, 0, 100 * place + 90, 3 * int(card[-2:])), fill=place + 1)
    return _png(picture)


def hand_alt(view: TinyView, path: Path, say: Say) -> str | None:
    """The cards in the viewer's hand."""
    return None if view.viewer is None else ", ".join(label(view, path, card, say) for card in view.hand) or "–"


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def question(view: TinyView, path: Path, say: Say) -> str:
    """What is bid."""
    return say("tiny.question", leg=view.leg)


def label(view: TinyView, path: Path, option: str, say: Say) -> str:
    """A card by its number, a prize by its word."""
    return say("tiny.card", number=option[-2:]) if option.startswith("card.") else say(f"tiny.prize.{option}")


def headline(view: TinyView, names: tuple[str, ...], say: Say) -> str:
    """Which leg is ridden."""
    return say("tiny.headline", leg=view.leg)


def sentence(event: Event, names: tuple[str, ...], say: Say) -> str | None:
    """The winner of a leg; the rest is in the pictures."""
    return say("tiny.won", name=names[int(str(event.data["seat"]))]) if event.kind == "won" else None


def refusal(illegal: IllegalMove, names: tuple[str, ...], say: Say) -> str:
    """Why not."""
    return refuse("tiny", illegal, say)


def alt(view: TinyView, path: Path, say: Say) -> str:
    """The leg, and the watts of each seat."""
    return say("tiny.alt", leg=view.leg, watts=" ".join(map(str, view.watts)))


def text_board(view: TinyView, path: Path, say: Say) -> str:
    """The same in a block of code."""
    return f"```\n{alt(view, path, say)}\n```"


def rules(say: Say) -> list[RulesPage]:
    """One page."""
    return [RulesPage(say("tiny.name"), say("tiny.about"), None)]
