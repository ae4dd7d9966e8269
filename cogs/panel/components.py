"""Questions as Discord components; no other module knows both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.panel import paths
from cogs.ui.controls import CHOOSE, Tail
from cogs.ui.views import MOST_OPTIONS, Widget
from engines.table import Amount, Path, Pick, Ready
from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS
from render.pads import A_ROW, MOST_ROWS, fit, rows_of
from render.words import cut
from screen.questions import Answer, Question, answers_to, stops

LIVE = 3  # the row above the last: live play, as no question needs it
TOOLS = 4  # the last row: Back, help and all else that isn't a move
LABEL = 80
OPTION_LABEL = 100


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
