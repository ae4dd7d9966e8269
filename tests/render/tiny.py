"""Pictures and words of the tiny game, which the contract of renderers is proved on."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from engines.table import Amount, Event, Path, Pick, Ready, Refused
from render.kit import DARK, GOLD, IVORY, NIGHT, PANEL, TEAMS, WIDTH, palette, png
from render.roster import write_name
from render.style import Style
from render.words import Help, RulesPage, Say, listed, refuse
from tests.engines.tiny import Tiny, TinyView

WATTS = 60  # pixels
ROW = LINE = 100
NAME = 500  # pixels of width for a name
GAME = Tiny()


@cache
def _colours() -> Image.Image:
    return palette([DARK, GOLD, IVORY, NIGHT, PANEL, *(team for team, _ in TEAMS[:4])], [])


class Sound:
    """The renderer as it should be."""

    STYLE = Style()

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        """A bar of watts for each seat with its name, those that are bid in gold."""
        GAME.ask(view, path)
        canvas = Image.new("RGB", (WIDTH, ROW * len(view.watts)), NIGHT)
        brush = ImageDraw.Draw(canvas)
        for seat, watts in enumerate(view.watts):
            brush.rectangle((0, ROW * seat + 10, WATTS * watts, ROW * seat + 90), fill=TEAMS[seat][0])
            if seat == view.viewer and view.stage == "bid" and path:
                brush.rectangle((0, ROW * seat + 70, WATTS * int(path[0]), ROW * seat + 90), fill=GOLD)
        for seat, name in enumerate(names):
            write_name(canvas, (20, 40 + LINE * seat), name, NAME)
        return png(canvas, _colours())

    def hand(self, view: TinyView, path: Path = ()) -> bytes | None:
        """A stripe for each card that the viewer holds; nothing for the public."""
        GAME.ask(view, path)
        if view.viewer is None:
            return None
        canvas = Image.new("RGB", (WIDTH, ROW), PANEL)
        for place, card in enumerate(view.hand):
            ImageDraw.Draw(canvas).rectangle((ROW * place, 0, ROW * place + 90, 3 * int(card[-2:])), fill=IVORY)
        return png(canvas, _colours())

    def hand_alt(self, view: TinyView, path: Path, say: Say) -> str | None:
        """The cards in the viewer's hand."""
        GAME.ask(view, path)
        return None if view.viewer is None else listed(self.label(view, (), card, say) for card in view.hand) or "–"

    def question(self, view: TinyView, path: Path, say: Say) -> str:
        """What is bid."""
        ask = GAME.ask(view, path)
        if ask is None:
            return say("tiny.question.none")
        return say("tiny.question.sure") if isinstance(ask, Ready) else say(f"tiny.question.{ask.about}", leg=view.leg)

    def label(self, view: TinyView, path: Path, option: str, say: Say) -> str:
        """A card by its number, a prize by its word, watts as they are."""
        if isinstance(GAME.ask(view, path), Amount):
            return option
        if option.startswith("leg."):
            return say("tiny.leg", leg=view.leg)
        return say("tiny.card", number=option[-2:]) if option.startswith("card.") else say(f"tiny.prize.{option}")

    def help(self, view: TinyView, path: Path, say: Say) -> Help:
        """The only page; a line for whatever can be chosen."""
        ask = GAME.ask(view, path)
        lines = len(ask.options) if isinstance(ask, Pick) else int(isinstance(ask, Amount))
        return Help(0, (say("tiny.about"),) * lines)

    def headline(self, view: TinyView, names: tuple[str, ...], say: Say) -> str:
        """The leg that is ridden, and the players who are waited for."""
        waiting = listed(names[seat] for seat in view.waiting if seat is not None)
        return say("tiny.headline", leg=view.leg, waiting=waiting or "–")

    def sentence(self, event: Event, names: tuple[str, ...], say: Say) -> str | None:
        """Who wins a leg; the rest is in the pictures."""
        return say("tiny.won", name=names[int(str(event.data["seat"]))]) if event.kind == "won" else None

    def refusal(self, illegal: Refused, names: tuple[str, ...], say: Say) -> str:
        """Why not."""
        return refuse("tiny", illegal, say)

    def alt(self, view: TinyView, path: Path, say: Say) -> str:
        """The leg, and the watts of each seat."""
        GAME.ask(view, path)
        return say("tiny.alt", leg=view.leg, watts=" ".join(map(str, view.watts)))

    def text_board(self, view: TinyView, path: Path, say: Say) -> str:
        """The watts in a block of code."""
        GAME.ask(view, path)
        rows = [f"{seat + 1}: {'#' * watts}" for seat, watts in enumerate(view.watts)]
        return "\n".join(["```", *rows, "```"])

    def rules(self, say: Say) -> list[RulesPage]:
        """One page with a picture of a few watts."""
        picture = Image.new("RGB", (WIDTH, ROW), NIGHT)
        ImageDraw.Draw(picture).rectangle((0, 10, WATTS * 3, 90), fill=TEAMS[0][0])
        return [RulesPage(say("tiny.name"), say("tiny.about"), lambda: png(picture, _colours()), say("tiny.rules.alt"))]
