"""Help with Schlangennest's questions: a page of the rules, and a line on each option."""

from engines.schlangennest import SchlangennestView
from engines.schlangennest.laying import duties
from engines.table import Path, Pick
from render.schlangennest.choice import choice
from render.schlangennest.pages import PAGES
from render.schlangennest.words import brings
from render.words import Help, Say


def help(view: SchlangennestView, path: Path, say: Say) -> Help:
    """The page of the question after `path`, and what each option does."""
    ask = choice(view, path).ask
    if view.over:
        return Help(PAGES.index("score"))
    if view.stage == "open":
        page = "loops"
    elif not isinstance(ask, Pick) or ask.about == "rotation":
        page = "colours"
    elif ask.about == "end" and duties(view):
        page = "corner"
    else:
        page = "gray" if ask.about == "card" else "laying"
    lines = tuple(_line(view, path, ask.about, option, say) for option in ask.options) if isinstance(ask, Pick) else ()
    return Help(PAGES.index(page), lines)


def _line(view: SchlangennestView, path: Path, about: str, option: str, say: Say) -> str:
    match about:
        case "snake" | "square":
            return say(f"schlangennest.help.{about}")
        case "end":
            return say("schlangennest.help.end.duty" if duties(view) else "schlangennest.help.end")
        case "card" | "open":
            return say(f"schlangennest.help.{option}")
        case _:
            return brings(view, path, option, say)
