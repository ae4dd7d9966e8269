"""Copies of the tiny game's renderer, each broken on purpose in one way: the contract must find every one of them."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO
from typing import ClassVar

import pytest
from PIL import Image, PngImagePlugin

from engines.table import Amount, Ask, Event, Path, Pick, Ready, Refused, read
from render.kit import WIDTH
from render.places import Box
from render.style import Style
from render.words import Help, RulesPage, Say
from tests.engines.tiny import Tiny, TinyView
from tests.render import tiny
from tests.render.png import opened
from tests.render.tiny import GAME, Sound


class Broken(Sound):
    """A renderer that breaks what `check` looks at; the checks in `also` can't help noticing it too."""

    check: ClassVar[str]
    also: ClassVar[frozenset[str]] = frozenset()


def encoded(image: Image.Image, info: PngImagePlugin.PngInfo | None = None) -> bytes:
    """The image as a PNG."""
    out = BytesIO()
    image.save(out, "PNG", pnginfo=info)
    return out.getvalue()


AGAIN, TIMES = Pick("again", ("yes", "no")), 50


class Rambling(Tiny):
    """A game that asks so often whether that was all that no custom id holds its answers."""

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        ask: Ask | None = None
        for at in range(len(path) + 1):
            ask = super().ask(view, path[:at])
            if isinstance(ask, Ready):
                for step in path[at:]:
                    read(AGAIN, step)
                return AGAIN if len(path[at:]) < TIMES else ask
        return ask


class Yielding(Sound):
    """A renderer of the rambling game."""

    def label(self, view: TinyView, path: Path, option: str, say: Say) -> str:
        return option


# --- pictures


class Narrow(Broken):
    """A board that is half as wide."""

    check = "pictures"
    also = frozenset({"names"})

    def hand(self, view: TinyView, path: Path = ()) -> bytes | None:
        hand = super().hand(view, path)
        return hand and encoded(opened(hand).resize((400, 100)))

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        return encoded(opened(super().board(view, path, names)).resize((400, 100)))


class Lavish(Broken):
    """A board in full colour."""

    check = "pictures"
    also = frozenset({"palette", "names"})

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        return encoded(opened(super().board(view, path, names)).convert("RGB"))


class Signed(Broken):
    """A board that tells who has drawn it."""

    check = "pictures"
    also = frozenset({"names"})

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        info = PngImagePlugin.PngInfo()
        info.add_text("Author", "nobody")
        return encoded(opened(super().board(view, path, names)), info)


class Endless(Broken):
    """A board higher than a screen."""

    check = "pictures"
    also = frozenset({"names"})

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        return encoded(opened(super().board(view, path, names)).resize((800, 1501)))


class Garish(Broken):
    """A hand with a palette of its own."""

    check = "palette"

    def hand(self, view: TinyView, path: Path = ()) -> bytes | None:
        hand = super().hand(view, path)
        if hand is None:
            return None
        colours = Image.new("P", (1, 1))
        colours.putpalette([200, 0, 0, 0, 200, 0])
        return encoded(opened(hand).convert("RGB").quantize(palette=colours))


class Scribbling(Broken):
    """Drawing deals each player a long hand."""

    check = "views"
    also = frozenset({"names"})

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        view.table.options["hand"] += "er"
        return super().board(view, path, names)


class Forgetful(Broken):
    """Asking renames the tour."""

    check = "views"

    def question(self, view: TinyView, path: Path, say: Say) -> str:
        view.table.options["name"] += "!"
        return super().question(view, path, say)


class Moody(Broken):
    """No two boards are alike."""

    check = "views"
    also = frozenset({"names"})

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        image = opened(super().board(view, path, names))
        image.putpixel((random.randrange(800), random.randrange(100)), 1)
        return encoded(image)


class Careless(Broken):
    """A board that draws whatever path it is given."""

    check = "illegal paths"

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        return super().board(view, (), names)


class Peering(Broken):
    """A hand that doesn't look at the path."""

    check = "illegal paths"

    def hand(self, view: TinyView, path: Path = ()) -> bytes | None:
        return super().hand(view)


class Gullible(Broken):
    """A text board for whatever path it is given."""

    check = "illegal paths"

    def text_board(self, view: TinyView, path: Path, say: Say) -> str:
        return super().text_board(view, (), say)


class Obliging(Broken):
    """A label for an option of no question."""

    check = "illegal paths"

    def label(self, view: TinyView, path: Path, option: str, say: Say) -> str:
        return super().label(view, (), option, say) if "." in option or option in ("watts", "card") else option


class Anonymous(Broken):
    """A board that keeps the players' names to itself."""

    check = "names"

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        return super().board(view, path)


class Boundless(Broken):
    """Names that aren't cut where the picture ends."""

    check = "names"

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tiny, "NAME", 10**4)
            return super().board(view, path, names)


class Crowded(Broken):
    """Names that stand on one another."""

    check = "names"

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tiny, "LINE", 0)
            return super().board(view, path, names)


class Growing(Broken):
    """A board that is the higher the longer a name is."""

    check = "names"

    def board(self, view: TinyView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        board = opened(super().board(view, path, names))
        return encoded(board.crop((0, 0, board.width, board.height + max(map(len, names), default=0))))


# --- words


class Mute(Broken):
    """No one hears who has won."""

    check = "events"

    def sentence(self, event: Event, names: tuple[str, ...], say: Say) -> str | None:
        return None


class Mumbling(Broken):
    """An event has empty words."""

    check = "events"

    def sentence(self, event: Event, names: tuple[str, ...], say: Say) -> str | None:
        return "" if event.kind == "drawn" else super().sentence(event, names, say)


class Chatty(Broken):
    """A label with a story."""

    check = "labels"

    def label(self, view: TinyView, path: Path, option: str, say: Say) -> str:
        return f"{super().label(view, path, option, say)}, {'as my uncle always took ' * 4}"


class Alike(Broken):
    """All cards have one name."""

    check = "labels"

    def label(self, view: TinyView, path: Path, option: str, say: Say) -> str:
        label = super().label(view, path, option, say)
        return "Card" if option.startswith("card.") else label


class Blank(Broken):
    """Some options are called nothing."""

    check = "labels"
    also = frozenset({"widgets"})

    def label(self, view: TinyView, path: Path, option: str, say: Say) -> str:
        label = super().label(view, path, option, say)
        return "" if option == "watts" else label


class Silent(Broken):
    """A player who isn't asked reads nothing."""

    check = "questions"

    def question(self, view: TinyView, path: Path, say: Say) -> str:
        return "" if tiny.GAME.ask(view, path) is None else super().question(view, path, say)


class Nameless(Broken):
    """No one learns who the match waits for."""

    check = "headlines"

    def headline(self, view: TinyView, names: tuple[str, ...], say: Say) -> str:
        return super().headline(view, ("somebody",) * len(names), say)


class Wordy(Broken):
    """A description that Discord cuts."""

    check = "descriptions"

    def alt(self, view: TinyView, path: Path, say: Say) -> str:
        return super().alt(view, path, say) * 30


class Sprawling(Broken):
    """A text board that a phone breaks."""

    check = "descriptions"

    def text_board(self, view: TinyView, path: Path, say: Say) -> str:
        return super().text_board(view, path, say).replace("1: ", f"1{' ' * 50}: ")


class Unfenced(Broken):
    """A text board in the letters of prose."""

    check = "descriptions"

    def text_board(self, view: TinyView, path: Path, say: Say) -> str:
        return super().text_board(view, path, say).replace("```", "")


class Unread(Broken):
    """A hand that is drawn and not described."""

    check = "descriptions"

    def hand_alt(self, view: TinyView, path: Path, say: Say) -> str | None:
        return None


class Curt(Broken):
    """A player who does what can't be done learns the id of why."""

    check = "refusals"

    def refusal(self, illegal: Refused, names: tuple[str, ...], say: Say) -> str:
        return f"{{{illegal.reason}}}"


class Helpless(Broken):
    """Some refusals have no words at all."""

    check = "refusals"

    def refusal(self, illegal: Refused, names: tuple[str, ...], say: Say) -> str:
        return say("tiny.no.such.text") if illegal.reason == "step.unknown" else super().refusal(illegal, names, say)


class Learned(Broken):
    """A page of rules that no one reads to its end."""

    check = "rules"

    def rules(self, say: Say) -> list[RulesPage]:
        return [replace(page, text=page.text * 40) for page in super().rules(say)]


class Plain(Broken):
    """Rules without a picture."""

    check = "rules"

    def rules(self, say: Say) -> list[RulesPage]:
        return [replace(page, picture=None, alt="") for page in super().rules(say)]


class Undescribed(Broken):
    """A picture in the rules that isn't described."""

    check = "rules"

    def rules(self, say: Say) -> list[RulesPage]:
        return [replace(page, alt="") for page in super().rules(say)]


class Astray(Broken):
    """Help on a page that isn't there."""

    check = "help"

    def help(self, view: TinyView, path: Path, say: Say) -> Help:
        return replace(super().help(view, path, say), page=1)


class Laconic(Broken):
    """The last option is left out of the help."""

    check = "help"

    def help(self, view: TinyView, path: Path, say: Say) -> Help:
        found = super().help(view, path, say)
        return replace(found, lines=found.lines[:-1])


def _alike(view: TinyView, path: Path, say: Say) -> list[str]:
    """One and the same pad for everything."""
    match GAME.ask(view, path):
        case Pick(_, options):
            return ["1"] * len(options)
        case Amount(_, least, most):
            return ["1"] * (most - least + 1)
        case _:
            return []


def _tower(view: TinyView, path: Path) -> bytes:
    """A picture of a question that is as high as a phone."""
    return encoded(opened(Sound().board(view, path)).resize((WIDTH, 1400)))


class Confusing(Broken):
    """All short buttons are called the same."""

    check = "pads"
    STYLE = Style(pads=_alike)


class Towering(Broken):
    """The picture for a question leaves no room for its buttons."""

    check = "close-ups"
    also = frozenset({"screens"})
    STYLE = Style(close_up=_tower)


def _small(view: TinyView, path: Path) -> bytes:
    """A picture of a question that leaves room for buttons."""
    return encoded(opened(Sound().board(view, path)).resize((WIDTH, 400)))


def _one_place(view: TinyView, path: Path) -> dict[Path, tuple[Box, ...]]:
    ask = GAME.ask(view, path)
    options = ask.options if isinstance(ask, Pick) else ()
    return {(option,): (Box(0, 0, 100, 100),) for option in options}


class Ambiguous(Broken):
    """A place that means every answer."""

    check = "places"
    STYLE = Style(close_up=_small, places=_one_place)


class Talkative(Broken):
    """A question that pushes its buttons off a phone."""

    check = "screens"
    STYLE = Style(close_up=_small)

    def question(self, view: TinyView, path: Path, say: Say) -> str:
        return super().question(view, path, say) + " Think." * 120


class Rhapsodic(Broken):
    """A hint that says the same over and over."""

    check = "reasons"
    STYLE = Style(reason=lambda view, path, say: "It wins. " * 100)


BROKEN: tuple[type[Broken], ...] = (
    *(Narrow, Lavish, Signed, Endless, Garish, Scribbling, Forgetful, Moody, Careless, Peering, Gullible, Obliging),
    *(Anonymous, Boundless, Crowded, Growing),
    *(Mute, Mumbling, Chatty, Alike, Blank, Silent, Nameless, Wordy, Sprawling, Unfenced, Unread, Curt, Helpless),
    *(Learned, Plain, Undescribed, Astray, Laconic, Confusing, Towering, Ambiguous, Talkative, Rhapsodic),
)
