"""The public messages of a match: the board with what happened, and the result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from cogs.posts.lobby import option_lines
from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, match_code
from cogs.ui.match_text import CONTENT, headline, opening
from cogs.ui.names import match_name, names_of
from cogs.ui.sentences import newest, sentences
from cogs.ui.views import Widget, cut
from engines.table import Event
from host.outbox.messages import Message
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


def board_buttons(seen: Seen, say: Catalogue, *, edited: bool = False) -> list[Widget]:
    """Your move, History, Rules: they open the present panel, however old the message is.

    Nobody has a move in a match that is over; but a board that is `edited` keeps that button, for a press may be on
    its way, and one of a button that is gone is never answered.
    """
    match = seen.match.id

    def button(action: Action, emoji: str, code: str = "") -> discord.ui.Button[Any]:
        first = action in (Action.MOVE, Action.REMATCH)
        style = discord.ButtonStyle.success if first else discord.ButtonStyle.secondary
        return discord.ui.Button(
            label=say(f"board.{action}"), emoji=emoji, style=style, custom_id=code or match_code(action, match)
        )

    over = seen.match.phase != "running"
    items: list[Widget] = [button(Action.MOVE, "🚴")] if edited or not over else []
    items += [button(Action.REMATCH, "🔁")] if over else []
    rules = button(Action.RULES, "📖", action_code(Action.RULES, seen.match.game, 0))
    return [*items, button(Action.HISTORY, "📜"), rules]


def opening_text(bot: Client, message: Message, say: Catalogue, stakes: str = "") -> str:
    """The first words of a thread: welcome, what the game is, how it is played, who plays with which options.

    `stakes` is what the match means for a cup, "" for most of them.

    Below in small print, which is never cut, stands what vouches for the dice that fall next.
    """
    match = message.match
    players = " ".join(f"<@{row.user}>" for row in match.seats if row.user is not None)
    lines = (
        f"**{match_name(match, say)}**",
        say("opening.welcome", players=players),
        *([stakes] if stakes else []),
        say(f"{match.game}.about"),
        say("opening.how"),
        say.together(names_of(match, say)),
        f"-# {' · '.join(option_lines(match, bot.house.games[match.game].spec, say))}",
    )
    dice = say("opening.dice", commitment=message.proof.commitment, entropy=message.proof.entropy)
    return cut("\n".join(lines), CONTENT - len(dice) - 4) + f"\n-# {dice}"


def opening_buttons(match: int, say: Catalogue) -> list[Widget]:
    """What is behind the small print."""
    code = match_code(Action.DICE, match)
    return [discord.ui.Button(label=say("board.dice"), emoji="🎲", custom_id=code)]
