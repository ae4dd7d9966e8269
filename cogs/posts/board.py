"""The public messages of a match: the board with what happened, and the result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from cogs.posts.lobby import option_lines
from cogs.ui.client import Client
from cogs.ui.custom_id import base36
from cogs.ui.dynamic_items import Widget, cut
from cogs.ui.match_text import CONTENT, headline, opening, standing_lines, title
from cogs.ui.names import match_name, names_of
from cogs.ui.sentences import newest, sentences
from engines.table import Event
from host.outbox.outbox import Letter
from host.play.fair_dice import Proof
from host.play.seen import Seen
from locales import Catalogue

NEWS = 900  # characters of news on a board message
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def board_text(seen: Seen, news: Iterable[Event], say: Catalogue, opens: float | None = None) -> str:
    """Whose turn it is, or when (unix seconds) the next leg opens, and what happened lately."""
    lines = [f"-# {line}" for line in sentences(seen, news, say)]
    head = headline(seen, say) if opens is None else f"{headline(seen, say)}\n{opening(opens, say)}"
    return cut(f"{newest(lines, NEWS)}\n{head}".strip(), CONTENT)


def ridden_text(seen: Seen, news: Iterable[Event], say: Catalogue, opens: float | None = None) -> str:
    """How a leg ended, and when (unix seconds) the next one opens if that is still to come."""
    lines = [f"-# {line}" for line in sentences(seen, news, say)]
    return cut(f"{newest(lines, NEWS)}\n{opening(opens, say) if opens else ''}".strip(), CONTENT)


def result_text(seen: Seen, news: Iterable[Event], proof: Proof, gained: Iterable[str], say: Catalogue) -> str:
    """Who has won, where everybody stands, what it has brought (a line each) and the seed of the dice."""
    standings = zip(seen.standings, standing_lines(seen, say), strict=True)
    lines = [f"{MEDALS.get(standing.rank, '▫️')} {line}" for standing, line in standings]
    told = [f"-# {line}" for line in sentences(seen, news, say)]
    seed = say("result.seed", seed=proof.seed or "")
    told_last = newest(told[-4:], NEWS)
    return cut("\n".join((f"## {say('result.title')}", *lines, *gained, told_last, f"-# {seed}")), CONTENT)


def board_buttons(seen: Seen, say: Catalogue, *, edited: bool = False) -> list[Widget]:
    """Your move, History, Rules: they open the present panel, however old the message is.

    Nobody has a move in a match that is over; but a board that is `edited` keeps that button, for a press may be on
    its way, and one of a button that is gone is never answered.
    """
    match = base36(seen.match.id)

    def button(action: str, what: str, emoji: str) -> discord.ui.Button[Any]:
        style = discord.ButtonStyle.success if action in ("move", "rematch") else discord.ButtonStyle.secondary
        return discord.ui.Button(label=say(f"board.{action}"), emoji=emoji, style=style, custom_id=f"h:{action}:{what}")

    over = seen.match.phase != "running"
    items: list[Widget] = [button("move", match, "🚴")] if edited or not over else []
    items += [button("rematch", match, "🔁")] if over else []
    return [*items, button("history", match, "📜"), button("rules", f"{seen.match.game}.0", "📖")]


def opening_text(bot: Client, letter: Letter, say: Catalogue) -> str:
    """The first words of a thread: who plays, with which options, and what vouches for the dice that fall next."""
    match = letter.match
    options = " · ".join(option_lines(match, bot.house.games[match.game].spec, say))
    players = " ".join(f"<@{row.user}>" for row in match.seats if row.user is not None)
    dice = say("opening.dice", commitment=letter.proof.commitment, entropy=letter.proof.entropy)
    lines = (f"**{match_name(match, say)}**", ", ".join(names_of(match, say)), options, f"-# {dice}", players)
    return cut("\n".join(lines), CONTENT)


async def history_text(bot: Client, match_id: int, user: int, say: Catalogue) -> str:
    """The latest sentences of the match that this person may hear, each with the time when it happened."""
    seen = await bot.house.matches.see(match_id, user)
    lines: list[str] = []
    for row, events in await bot.house.matches.history(match_id, user):
        told = sentences(seen, events, say)
        if told and row.by == seen.seat:
            told[0] = _own(told[0], row.how, say)
        lines += [f"<t:{int(row.at)}:R> {told[0]}", *told[1:]] if told else []
    head = title(seen, say)
    return f"{head}\n{newest(lines, CONTENT - len(head) - 2)}"


def _own(line: str, how: str, say: Catalogue) -> str:
    """What the reader's seat did, and how that came about if the house did it."""
    if how == "plan":
        return say("plan.played", line=line)
    return say("easy.played", line=line) if how == "easy" else line
