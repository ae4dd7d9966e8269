"""Questions as Discord's components; no other module knows both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from cogs.panel import paths
from cogs.ui.controls import CHOOSE, Tail
from cogs.ui.views import MOST_OPTIONS, Widget, cut
from engines.table import Amount, Ask, Path, Pick, Ready
from host.play.seen import Seen, only_step
from locales import Catalogue
from render import RENDERERS
from render.shortcuts import MOST_SHORTCUTS, Shortcuts

MOST_BUTTONS = MOST_SHORTCUTS  # four rows of five; the fifth is for Back
A_ROW = 5
LABEL = 80
OPTION_LABEL = 100


@dataclass(frozen=True, slots=True)
class Question:
    """Question of a panel: the path with all single options stepped over, and the question after it."""

    path: Path
    ask: Ask


def next_question(seen: Seen, path: Path) -> Question | None:
    """The first question after `path` that has more than one answer, or Ready; None if this viewer isn't asked.

    In a match that has ended no one is, whatever its last view asks: it may have been given up in the middle.
    """
    if seen.seat is None or seen.match.phase != "running":
        return None
    while (ask := seen.ask(path)) is not None:
        step = None if isinstance(ask, Ready) else only_step(ask)
        if step is None:
            return Question(path, ask)
        path = (*path, step)
    return None


def shortcuts_of(seen: Seen) -> Shortcuts | None:
    """How the match's game joins questions, if it does."""
    return RENDERERS[seen.match.game].STYLE.shortcuts


def shortcuts_on(seen: Seen, path: Path) -> tuple[Path, ...]:
    """Shortcuts after `path`: choices in one press, over several questions; () where one question is put alone."""
    shortcuts = shortcuts_of(seen)
    return () if shortcuts is None or seen.seat is None else shortcuts.after(seen.view, path)


def question_words(seen: Seen, path: Path, say: Catalogue, *, joined: bool = True) -> str:
    """Words of the question after `path`; `joined` says whether together with what follows where that can be."""
    shortcuts = shortcuts_of(seen)
    if joined and shortcuts is not None and shortcuts_on(seen, path):
        return shortcuts.question(seen.view, path, say)
    return RENDERERS[seen.match.game].question(seen.view, path, say)


def stops(seen: Seen, path: Path) -> list[Path]:
    """Stops of the panel along the path: a press each leads from one to the next, the last one on."""
    places: list[Path] = []
    question = next_question(seen, ())
    while question is not None and len(question.path) < len(path) and not isinstance(question.ask, Ready):
        place = question.path
        places.append(place)
        taken = [way for way in shortcuts_on(seen, place) if path[len(place) : len(place) + len(way)] == way]
        question = next_question(seen, (*place, *(taken[0] if taken else path[len(place) : len(place) + 1])))
    return places


def choices(seen: Seen, path: Path) -> list[int]:
    """Places in the path at which there was something to choose."""
    asked = [(index, seen.ask(path[:index])) for index in range(len(path))]
    return [index for index, ask in asked if ask is not None and not isinstance(ask, Ready) and only_step(ask) is None]


def step_words(seen: Seen, path: Path, index: int, say: Catalogue) -> str:
    """The step at this place of a path as its buttons have it."""
    if not isinstance(seen.ask(path[:index]), Pick):
        return path[index]
    if path[index] == paths.NONE:
        return "–"
    label = RENDERERS[seen.match.game].label
    return " + ".join(label(seen.view, path[:index], option, say) for option in path[index].split("+"))


def answer_words(seen: Seen, path: Path, say: Catalogue) -> str:
    """A whole answer in the words of its buttons; "–" where there was nothing to choose."""
    return " · ".join(step_words(seen, path, index, say) for index in choices(seen, path)) or "–"


def widgets(seen: Seen, question: Question, say: Catalogue, page: int = 0, *, joined: bool = True) -> list[Widget]:
    """The components that answer the question, and Back where something was chosen before.

    `joined` says whether it goes together with those that follow it where that can be.
    """
    path, ask = question.path, question.ask
    match ask:
        case Ready():
            answers: list[Widget] = [_confirm(seen, path, say)]
        case Pick() if joined and (shortcuts := shortcuts_of(seen)) and (ways := shortcuts_on(seen, path)):
            labels = shortcuts.labels(seen.view, path, say)
            answers = [
                _button(seen, (*path, *way), label, place)
                for place, (way, label) in enumerate(zip(ways, labels, strict=True))
            ]
        case Pick(_, options, 1, 1) if len(options) <= MOST_BUTTONS:
            answers = [_option_button(seen, path, option, place, say) for place, option in enumerate(options)]
        case Pick(_, options, 1, 1):
            answers = _pages(seen, path, ask, say, page)
        case Pick():
            answers = [_several(seen, path, ask, say)]
        case Amount(_, least, most) if most - least < MOST_OPTIONS:
            answers = [_amounts(seen, path, ask, say)]
        case Amount():
            code = paths.write(seen, path, Tail.TYPE)
            answers = [discord.ui.Button(label=say("panel.number"), custom_id=code, row=0)]
    made = stops(seen, path)
    if made:
        code = paths.write(seen, made[-1])
        answers.append(discord.ui.Button(label=say("panel.back"), emoji="↩️", custom_id=code, row=4))
    return answers


def _confirm(seen: Seen, path: Path, say: Catalogue) -> Widget:
    code = paths.write(seen, path, Tail.SURE)
    style = discord.ButtonStyle.success
    return discord.ui.Button(label=say("panel.confirm"), emoji="✅", style=style, custom_id=code, row=0)


def _option_button(seen: Seen, path: Path, option: str, place: int, say: Catalogue) -> Widget:
    label = RENDERERS[seen.match.game].label(seen.view, path, option, say)
    return _button(seen, (*path, option), label, place)


def _button(seen: Seen, path: Path, label: str, place: int) -> Widget:
    code, style = paths.write(seen, path), discord.ButtonStyle.primary
    return discord.ui.Button(label=cut(label, LABEL), style=style, custom_id=code, row=place // A_ROW)


def _pages(seen: Seen, path: Path, ask: Pick, say: Catalogue, page: int) -> list[Widget]:
    """A select with one page of the options and, if there are more, the buttons that turn it."""
    pages = -(-len(ask.options) // MOST_OPTIONS)
    page = min(page, pages - 1)
    select = _select(seen, path, say)
    first = page * MOST_OPTIONS
    for place, option in enumerate(ask.options[first : first + MOST_OPTIONS], first):
        select.add_option(label=_option_label(seen, path, option, say), value=str(place))
    turns: list[Widget] = [
        discord.ui.Button(
            label=say("panel.page", page=other + 1, pages=pages),
            custom_id=paths.write(seen, path, f"{Tail.PAGE}{other}"),
            row=1,
        )
        for other in (page - 1, page + 1)
        if 0 <= other < pages
    ]
    return [select, *turns]


def _several(seen: Seen, path: Path, ask: Pick, say: Catalogue) -> Widget:
    """k of n; the first options that a select can hold are offered here, all of them by /move."""
    select = _select(seen, path, say)
    shown = ask.options[:MOST_OPTIONS]
    select.min_values, select.max_values = ask.least, min(ask.most, len(shown))
    for place, option in enumerate(shown):
        select.add_option(label=_option_label(seen, path, option, say), value=str(place))
    return select


def _amounts(seen: Seen, path: Path, ask: Amount, say: Catalogue) -> Widget:
    select = _select(seen, path, say)
    for number in range(ask.least, ask.most + 1):
        select.add_option(label=_option_label(seen, path, str(number), say), value=str(number))
    return select


def _select(seen: Seen, path: Path, say: Catalogue) -> discord.ui.Select[Any]:
    code = paths.write(seen, path, CHOOSE)
    return discord.ui.Select(custom_id=code, placeholder=say("panel.choose"), row=0)


def _option_label(seen: Seen, path: Path, option: str, say: Catalogue) -> str:
    return cut(RENDERERS[seen.match.game].label(seen.view, path, option, say), OPTION_LABEL)
