"""Card and breakaway in one press, and the pads that name them."""

from engines.superechelon import CARDS, NEW, NONE, SuperEchelonView
from engines.table import Ask, Path, Pick
from render.shortcuts import Shortcuts, Wanted, distinct, once_a_view, shortcuts_on
from render.superechelon.preview import GAME, after, letter, place_of
from render.superechelon.words import figure_name, find, label, question, terrain_name
from render.words import DOT, Say


@once_a_view
def shortcuts(view: SuperEchelonView, path: Path = ()) -> tuple[Path, ...]:
    """The card with its place; what a Bad Day cancels is asked by itself, and so is what happens to loot."""

    def plays(about: str) -> Wanted:
        return lambda _, pick: pick.about == about

    if view.stage != "play":
        return ()
    alike = {(CARDS[card].figure, CARDS[card].gc, CARDS[card].back): card for card in reversed(view.hand)}

    def ask(path: Path) -> Ask | None:
        """The question, in which of cards that are alike only the first is offered."""
        asked = GAME.ask(view, path)
        if path or not isinstance(asked, Pick):
            return asked
        return Pick(asked.about, tuple(card for card in asked.options if card in alike.values()))

    return shortcuts_on(ask, path, (plays("breakaway"),))


@once_a_view
def numbered(view: SuperEchelonView, path: Path) -> dict[str, int]:
    """The cards that the question after `path` numbers in the picture: those of the hand, or those on the road.

    While a place is asked for there are none: breakaways have letters.
    """
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick) or view.viewer is None or ask.about not in ("card", "target"):
        return {}
    cards = view.hand if ask.about == "card" else tuple(card for card in ask.options if card != NONE)
    return {card: number for number, card in enumerate(cards, 1)}


def pads(view: SuperEchelonView, path: Path, say: Say) -> list[str]:
    """The number of the card, the letter of the breakaway, or both: "2→A"."""
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick):
        return []
    numbers = numbered(view, path)
    ways = shortcuts(view, path)
    if ways:
        return [
            "→".join((str(numbers[steps[0]]), *(letter(place_of(view, (*path, *steps))) for _ in steps[1:2])))
            for steps in ways
        ]
    if ask.about == "breakaway":
        return [letter(place_of(view, (*path, option))) for option in ask.options]
    return [str(numbers[option]) if option in numbers else label(view, path, option, say) for option in ask.options]


def shortcut_labels(view: SuperEchelonView, path: Path, say: Say) -> list[str]:
    """Figure and GC, and what becomes of the breakaways."""
    return distinct([_label(view, path, steps, say) for steps in shortcuts(view, path)])


def _label(view: SuperEchelonView, path: Path, steps: Path, say: Say) -> str:
    answer = (*path, *steps)
    card, *rest = answer
    there = after(view, answer)
    mine = find(there, place_of(view, answer))
    parts: list[str] = []
    if not path:
        parts.append(say("superechelon.way.card", card=figure_name(card, say), gc=CARDS[card].gc))
        if len({CARDS[held].back for held in view.hand if CARDS[held].figure == CARDS[card].figure}) > 1:
            parts.append(terrain_name(CARDS[card].back, say))
    if rest and len(path) < 2:
        key = "superechelon.way.new" if rest[0] == NEW else "superechelon.way.join"
        parts.append(say(key, place=letter(mine.id), after=mine.points))
        if mine.points > max((b.points for b in there if b.id != mine.id), default=-1):
            parts.append(say("superechelon.label.leads"))
    if isinstance(GAME.ask(view, answer), Pick):
        parts.append(say("superechelon.way.more"))
    return DOT.join(parts)


def shortcut_question(view: SuperEchelonView, path: Path, say: Say) -> str:
    """The stage, and which card goes where."""
    if path:
        return question(view, path, say)
    key = "superechelon.question.way" if view.leg < view.legs else "superechelon.question.way.last"
    values = {"leg": view.leg, "legs": view.legs, "turn": view.turn, "turns": view.turns}
    return say(key, **values, terrain=terrain_name(view.terrain, say))


SHORTCUTS = Shortcuts(shortcuts, shortcut_labels, shortcut_question)
