"""Help with Pistard's questions: a page of the rules, and a line on each option."""

from engines.pistard import PistardView, row
from engines.table import Path, Pick
from render.pistard.pages import PAGES
from render.pistard.words import GAME, lapped, rider_name, way
from render.words import Help, Say

OFFERS = {"": "", "on": ".colour", "wind": ".wind", "on wind": ".both"}  # by the bonus steps that a square offers


def help(view: PistardView, path: Path, say: Say) -> Help:
    """The page of the question after `path`, and what each option does."""
    ask = GAME.ask(view, path)
    if view.stage != "move":
        page = "aim" if view.over else "first"
        return Help(PAGES.index(page), _first(ask.options, say) if isinstance(ask, Pick) else ())
    if not isinstance(ask, Pick):
        return Help(PAGES.index("move"))
    page = {"die": "move", "land": "colour"}.get(ask.about) or ("wind" if "on" not in ask.options else "colour")
    return Help(PAGES.index(page), tuple(_line(view, path, ask.about, option, say) for option in ask.options))


def _first(dice: tuple[str, ...], say: Say) -> tuple[str, ...]:
    return tuple(say("pistard.help.first", die=die) for die in dice)


def _line(view: PistardView, path: Path, about: str, option: str, say: Say) -> str:
    if about == "die":
        return _die(view, option, say)
    if option in ("stop", "stay"):
        return say(f"pistard.help.{option}")
    following = GAME.ask(view, (*path, option))
    offers = following.options if isinstance(following, Pick) else ()
    kinds = [kind for kind, ways in (("on", {"on"}), ("wind", {"in", "out"})) if ways & {*offers}]
    text = say(f"pistard.help.land{OFFERS[' '.join(kinds)]}" if about == "land" else f"pistard.help.{option}")
    out = lapped(view, way(view, path)[-1], way(view, (*path, option))[-1])
    if not out:
        return text
    riders = say.together(rider_name(rider.base, rider.seat, say) for rider in out)
    return f"{text} {say('pistard.help.lap', riders=riders)}"


def _die(view: PistardView, die: str, say: Say) -> str:
    ask = GAME.ask(view, (die,))
    first = ask.options[0] if isinstance(ask, Pick) else ""
    if first == "stay":
        return say("pistard.help.die.stay")
    start, there = way(view, (die, first))
    full = there.d - start.d == int(die)
    return say("pistard.help.die" if full else "pistard.help.die.short", n=int(die), row=row(view.table, there.d))
