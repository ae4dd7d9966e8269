"""Help with SuperEchelon's questions: a page of the rules, and a line on each option."""

from engines.superechelon import BAD, CARDS, GOOD, NEW, NONE, SuperEchelonView
from engines.table import Path, Pick
from render.superechelon.pages import PAGES
from render.superechelon.preview import GAME, letter
from render.superechelon.words import cancelling, player, stage_points
from render.words import Help, Say, addressed

PAGE_OF = {"card": "turn", "breakaway": "breakaways", "target": "bad"}  # by what is asked


def help(view: SuperEchelonView, path: Path, say: Say) -> Help:
    """The page of the question after `path`, and what each option does."""
    ask = GAME.ask(view, path)
    if view.over:
        return Help(PAGES.index("aim"))
    if view.stage == "loot":
        page = "loot"
    elif view.table.seats == 2:
        page = "duel"
    else:
        page = PAGE_OF[ask.about] if isinstance(ask, Pick) else "stage"
    lines = tuple(_line(view, path, ask.about, option, say) for option in ask.options) if isinstance(ask, Pick) else ()
    return Help(PAGES.index(page), lines)


def _line(view: SuperEchelonView, path: Path, about: str, option: str, say: Say) -> str:
    if about == "card":
        return _card(view, option, say)
    if about == "breakaway":
        return say("superechelon.help.new" if option == NEW else "superechelon.help.join")
    if about == "target":
        if option == NONE:
            return say("superechelon.help.none")
        place, before, after = cancelling(view, path, option)
        return say("superechelon.help.target", place=letter(place), before=before, after=after)
    to = int(about.removeprefix("loot."))
    return addressed("superechelon.help.loot", to, view.viewer, say, gc=CARDS[option].gc, player=player(to, say))


def _card(view: SuperEchelonView, card: str, say: Say) -> str:
    kind = {GOOD: ".good", BAD: ".bad"}.get(CARDS[card].figure, "")
    duel = ".duel" if kind and view.table.seats == 2 else ""
    return say(f"superechelon.help.card{kind}{duel}", n=stage_points(view, card), gc=CARDS[card].gc)
