"""Questions as Discord components; no other module knows both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.panel import paths
from cogs.ui.controls import CHOOSE, Tail
from cogs.ui.views import MOST_OPTIONS, Widget
from engines.table import Amount, Ask, Path, Pick, Ready
from host.play.seen import Seen, only_step
from locales import Catalogue
from render import RENDERERS
from render.pads import A_ROW, MOST_ROWS, fit, in_order, rows_of
from render.shortcuts import MOST_WAYS, Shortcuts
from render.words import cut

TOOLS = 4  # the last row: Back, help and all else that isn't a move
LABEL = 80
OPTION_LABEL = 100


@dataclass(frozen=True, slots=True)
class Question:
    """A panel's question: the path past all single options, and the question after it."""

    path: Path
    ask: Ask


def next_question(seen: Seen, path: Path) -> Question | None:
    """The first question after `path` with more than one answer, or Ready; None if this viewer has none.

    In a finished match no one has, whatever its last view asks: it may have ended early.
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
    """The game's way of joining questions, if it has one."""
    return RENDERERS[seen.match.game].STYLE.shortcuts


def shortcuts_on(seen: Seen, path: Path) -> tuple[Path, ...]:
    """Shortcuts after `path`, which answer several questions in one press; () if the question stands alone."""
    shortcuts = shortcuts_of(seen)
    return () if shortcuts is None or seen.seat is None else shortcuts.after(seen.view, path)


def question_words(seen: Seen, path: Path, say: Catalogue, *, joined: bool = True) -> str:
    """The text of the question after `path`; `joined` includes the questions that can be joined to it."""
    shortcuts = shortcuts_of(seen)
    if joined and shortcuts is not None and shortcuts_on(seen, path):
        return shortcuts.question(seen.view, path, say)
    return RENDERERS[seen.match.game].question(seen.view, path, say)


def stops(seen: Seen, path: Path) -> list[Path]:
    """The panel's stops along the path: one press leads from each to the next, and from the last one on."""
    places: list[Path] = []
    question = next_question(seen, ())
    while question is not None and len(question.path) < len(path) and not isinstance(question.ask, Ready):
        place = question.path
        places.append(place)
        taken = [way for way in shortcuts_on(seen, place) if path[len(place) : len(place) + len(way)] == way]
        question = next_question(seen, (*place, *(taken[0] if taken else path[len(place) : len(place) + 1])))
    return places


def choices(seen: Seen, path: Path) -> list[int]:
    """The places in the path with a choice."""
    asked = [(index, seen.ask(path[:index])) for index in range(len(path))]
    return [index for index, ask in asked if ask is not None and not isinstance(ask, Ready) and only_step(ask) is None]


def step_words(seen: Seen, path: Path, index: int, say: Catalogue) -> str:
    """The step at this place of a path, in the words of its button."""
    if not isinstance(seen.ask(path[:index]), Pick):
        return path[index]
    if path[index] == paths.NONE:
        return "–"
    label = RENDERERS[seen.match.game].label
    return " + ".join(label(seen.view, path[:index], option, say) for option in path[index].split("+"))


def answer_words(seen: Seen, path: Path, say: Catalogue) -> str:
    """A whole move in the words of its buttons; "–" if there was no choice."""
    return " · ".join(step_words(seen, path, index, say) for index in choices(seen, path)) or "–"


@dataclass(frozen=True, slots=True)
class Answer:
    """A button of a question: where it leads, its short label, and its full meaning."""

    path: Path
    pad: str
    words: str

    @property
    def name(self) -> str:
        """The label and the meaning, unless the meaning begins with the label."""
        return self.words if self.words.startswith(self.pad) else f"{self.pad}: {self.words}"


def answers_to(seen: Seen, question: Question, say: Catalogue, *, joined: bool = True) -> list[Answer]:
    """The buttons for a question with one choice; [] if another widget serves it, or there is nothing to choose.

    `joined` includes the questions that can be joined to it.
    """
    path, ask = question.path, question.ask
    renderer, shortcuts = RENDERERS[seen.match.game], shortcuts_of(seen)
    there = shortcuts_on(seen, path)
    ways = there if joined else ()
    match ask:
        case Pick() if shortcuts is not None and ways:
            words = shortcuts.labels(seen.view, path, say)
        case Pick(_, options, 1, 1):
            ways = tuple((option,) for option in options)
            words = [renderer.label(seen.view, path, option, say) for option in options]
        case Amount(_, least, most) if most - least < MOST_WAYS:
            ways = tuple((str(number),) for number in range(least, most + 1))
            words = [renderer.label(seen.view, path, number, say) for (number,) in ways]
        case _:
            return []
    short = renderer.STYLE.pads
    pads = words if short is None or (there and not joined) else short(seen.view, path, say)
    answers = [Answer((*path, *way), pad, word) for way, pad, word in zip(ways, pads, words, strict=True)]
    return in_order(answers, lambda answer: answer.pad)


def pads_along(seen: Seen, path: Path, say: Catalogue) -> str:
    """The buttons that lead to a move, one after another."""
    pads: list[str] = []
    for place in stops(seen, path):
        question = next_question(seen, place)
        offered = answers_to(seen, question, say) if question is not None else []
        pressed = [answer for answer in offered if path[: len(answer.path)] == answer.path]
        if pressed:
            pads.append(pressed[0].words if seen.own.in_words else pressed[0].pad)
        elif len(place) < len(path):
            pads.append(step_words(seen, path, len(place), say))
    return " · ".join(pads) or "–"


def legend(answers: Iterable[Answer]) -> str:
    """The full meaning of each pad, for readers who can't see the picture."""
    return "; ".join(answer.name for answer in answers if answer.pad != answer.words)


def widgets(
    seen: Seen, question: Question, say: Catalogue, page: int = 0, offered: Sequence[Answer] | None = None
) -> list[Widget]:
    """The components that answer the question, and Back if something was chosen before.

    `offered` are its `answers_to`, if known or replaced.
    """
    path, ask = question.path, question.ask
    offered = answers_to(seen, question, say) if offered is None else offered
    labels = [answer.words if seen.own.in_words else answer.pad for answer in offered]
    items: list[Widget]
    match ask:
        case Ready():
            items = [_confirm(seen, path, say)]
        case _ if offered and fit(labels):
            items = [
                _button(seen, answer.path, label, row)
                for answer, label, row in zip(offered, labels, rows_of(labels), strict=True)
            ]
        case _ if 0 < len(offered) <= MOST_ROWS * A_ROW and labels == [answer.words for answer in offered]:
            items = [_button(seen, answer.path, answer.words, place // A_ROW) for place, answer in enumerate(offered)]
        case Pick(_, _, 1, 1):
            items = _pages(seen, path, [answer.name for answer in offered], say, page)
        case Pick():
            items = [_several(seen, path, ask, say)]
        case Amount(_, least, most) if most - least < MOST_OPTIONS:
            items = [_amounts(seen, path, ask, say)]
        case Amount():
            code = paths.write(seen, path, Tail.TYPE)
            items = [discord.ui.Button(label=say("panel.number"), custom_id=code, row=0)]
    made = stops(seen, path)
    if made:
        items.append(discord.ui.Button(emoji="↩️", custom_id=paths.write(seen, made[-1]), row=TOOLS))
    return items


def _confirm(seen: Seen, path: Path, say: Catalogue) -> Widget:
    code = paths.write(seen, path, Tail.SURE)
    style = discord.ButtonStyle.success
    return discord.ui.Button(label=say("panel.confirm"), emoji="✅", style=style, custom_id=code, row=0)


def _button(seen: Seen, path: Path, label: str, row: int) -> Widget:
    code, style = paths.write(seen, path), discord.ButtonStyle.primary
    return discord.ui.Button(label=cut(label, LABEL), style=style, custom_id=code, row=row)


def _pages(seen: Seen, path: Path, names: Sequence[str], say: Catalogue, page: int) -> list[Widget]:
    """A select with one page of the options, and buttons to turn pages if there are more."""
    pages = -(-len(names) // MOST_OPTIONS)
    page = min(page, pages - 1)
    select = _select(seen, path, say)
    first = page * MOST_OPTIONS
    for place, name in enumerate(names[first : first + MOST_OPTIONS], first):
        select.add_option(label=cut(name, OPTION_LABEL), value=str(place))
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
    """A select of k out of n; it offers the first options it can hold, /move offers all."""
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
