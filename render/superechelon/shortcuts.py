"""Card, breakaway and what a Bad Day cancels in one press."""

from engines.superechelon import CARDS, NEW, NONE, SuperEchelonView
from engines.table import Ask, Path, Pick
from render.shortcuts import Shortcuts, Wanted, distinct, shortcuts_on
from render.superechelon.preview import GAME, after, letter, place_of
from render.superechelon.words import figure_name, find, question, terrain_name, whose
from render.words import DOT, Say, team_sign


def shortcuts(view: SuperEchelonView, path: Path = ()) -> tuple[Path, ...]:
    """The card with its place, and with what it cancels where there is room for that; loot is dealt by itself."""

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

    return shortcuts_on(ask, path, (plays("breakaway"), plays("target")))


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
    if len(answer) > 2:
        parts.append(_cancels(view, answer, say))
    elif isinstance(GAME.ask(view, answer), Pick):
        parts.append(say("superechelon.way.more"))
    return DOT.join(parts)


def _cancels(view: SuperEchelonView, answer: Path, say: Say) -> str:
    if answer[2] == NONE:
        return say("superechelon.way.none")
    where, struck = whose(view, answer[2])
    values = {"card": figure_name(answer[2], say), "team": team_sign(struck.seat), "place": letter(where.id)}
    return say("superechelon.way.target", **values, after=find(after(view, answer), where.id).points)


def shortcut_question(view: SuperEchelonView, path: Path, say: Say) -> str:
    """The stage, and which card goes where."""
    if path:
        return question(view, path, say)
    key = "superechelon.question.way" if view.leg < view.legs else "superechelon.question.way.last"
    values = {"leg": view.leg, "legs": view.legs, "turn": view.turn, "turns": view.turns}
    return say(key, **values, terrain=terrain_name(view.terrain, say))


SHORTCUTS = Shortcuts(shortcuts, shortcut_labels, shortcut_question)
