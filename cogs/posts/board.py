"""A match's public messages: its opening, the board with the news, and a tour's standings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import discord

from cogs.panel.browser import open_button
from cogs.posts.cup_words import meaning
from cogs.posts.lobby import option_lines
from cogs.posts.threads import public, thread_of
from cogs.posts.writer import Writer, seen_of
from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, match_code
from cogs.ui.pictures import file_of
from cogs.ui.views import CONTENT, Widget, rows
from engines.table import Event
from host.outbox.messages import Message
from host.play.seen import Seen
from locales import Catalogue
from model.match import Match, MessageRef
from render.words import cut
from screen.match_text import headline, opening
from screen.names import match_name, names_of
from screen.outcome import NewsSentence, fitting, lines_of, weighed

FRESH = 600.0  # seconds: a younger board message is edited, an older one gets a successor
BOARD_LINES, LEG_LINES = 3, 8  # phone lines of news on a board, and at the end of a leg
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


async def post_opening(writer: Writer, message: Message) -> MessageRef | None:
    """Post the thread's first message, with commitment and entropy: no die is rolled before it is there."""
    thread = await thread_of(writer.bot, message)
    say = public(writer.bot, thread)
    text = opening_text(writer.bot, message, say, await stakes_of(writer.bot, message.match, say))
    view = rows(opening_buttons(message.match.id, say))
    # mentioning players in a thread adds them to it
    players = [discord.Object(row.user) for row in message.match.seats if row.user is not None]
    mention = discord.AllowedMentions(users=players)
    if await writer.renewed(thread, message, content=text, view=view):
        return message.place
    return await writer.say(thread, message, text, view=view, allowed_mentions=mention, silent=False)


async def stakes_of(bot: Client, match: Match, say: Catalogue) -> str:
    """A match's meaning for a cup, or that it is a second leg; "" for most matches."""
    of_cup = await bot.house.cups.of_match(match)
    if (first := await bot.house.legs.first(match)) is not None:
        return say("legs.second", match=first)
    return "" if of_cup is None else meaning(*of_cup, say)


async def post_board(writer: Writer, message: Message) -> MessageRef | None:
    """Post the board: a young message is edited, later a new one shows that something happened."""
    thread, seen = await thread_of(writer.bot, message), seen_of(message)
    say = public(writer.bot, thread)
    young = message.place is not None and message.place.channel == thread.id and writer.age(message.place) < FRESH
    if seen.match.phase != "running" and not young:
        return message.place  # the result shows it
    text = board_text(seen, message.news, say, message.opens)
    file = file_of(await writer.bot.pictures.board(seen, (), say))
    view = rows(board_buttons(seen, say, edited=young, page=writer.bot.page is not None))
    if young:
        if await writer.renewed(thread, message, content=text, attachments=[file], view=view):
            return message.place
        file = file_of(await writer.bot.pictures.board(seen, (), say))  # the first picture has been drawn
    return await writer.say(thread, message, text, file=file, view=view)


async def post_ridden(writer: Writer, message: Message) -> MessageRef:
    """Post a tour's standings after a leg, in a message that no later board replaces."""
    thread, seen = await thread_of(writer.bot, message), seen_of(message)
    say = public(writer.bot, thread)
    text = ridden_text(seen, message.news, say, message.opens)
    return await writer.say(thread, message, text, file=file_of(await writer.bot.pictures.board(seen, (), say)))


def board_text(seen: Seen, news: Iterable[Event], say: Catalogue, opens: float | None = None) -> str:
    """The board's text: whose turn it is, or when (unix seconds) the next leg opens, and recent news."""
    head = headline(seen, say) if opens is None else f"{headline(seen, say)}\n{opening(opens, say)}"
    return cut("\n".join((*_news_lines(seen, news, say, BOARD_LINES), head)), CONTENT)


def ridden_text(seen: Seen, news: Iterable[Event], say: Catalogue, opens: float | None = None) -> str:
    """The text on how a leg ended, and when (unix seconds) the next opens if that is to come."""
    lines = fitting(_heard(seen, news, say), LEG_LINES, "-# ")
    return cut("\n".join((*lines, opening(opens, say) if opens else "")).strip(), CONTENT)


def _news_lines(seen: Seen, news: Iterable[Event], say: Catalogue, most: int) -> list[str]:
    """News in so many phone lines: the latest, then the weightiest; the history has it all."""
    heard = _heard(seen, news, say)
    last = [f"-# {sentence.text}" for sentence in heard[-1:]]
    return [*fitting(heard[:-1], most - sum(map(lines_of, last)), "-# "), *last]


def _heard(seen: Seen, news: Iterable[Event], say: Catalogue) -> list[NewsSentence]:
    """Sentences on the news; what the bot did weighs most, such as a player's time being up."""
    return [
        replace(sentence, priority=0) if event.kind.startswith("house.") else sentence
        for event in news
        for sentence in weighed(seen, (event,), say)
    ]


def board_buttons(seen: Seen, say: Catalogue, *, edited: bool = False, page: bool = False) -> list[Widget]:
    """Buttons Your move, Open the table if there is a `page`, History, Rules, however old the message is.

    A finished match has no moves; but an `edited` board keeps the button, as a press may be on
    its way, and Discord doesn't deliver presses of removed buttons.
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
    web = [open_button(match, say)] if page else []
    return [*items, *web, button(Action.HISTORY, "📜"), rules]


def opening_text(bot: Client, message: Message, say: Catalogue, stakes: str = "") -> str:
    """A thread's first text: the players, how a match works, and its options; Rules explains the game.

    `stakes` is the match's meaning for a cup, or that it is a second leg; "" for most matches.

    Below, in small print that is never cut, stands the commitment to the dice.
    """
    match = message.match
    names = zip(match.seats, names_of(match, say), strict=True)
    # across servers a mention might show another name
    players = say.together(name if row.user is None or match.is_by_dm else f"<@{row.user}>" for row, name in names)
    lines = (
        f"**{match_name(match, say)}** · {say('opening.welcome', players=players)}",
        *([stakes] if stakes else []),
        say("opening.by.dm" if match.is_by_dm else "opening.how"),
        f"-# {' · '.join(option_lines(match, bot.house.games[match.game].spec, say))}",
    )
    dice = say("opening.dice", commitment=message.proof.commitment, entropy=message.proof.entropy)
    return cut("\n".join(lines), CONTENT - len(dice) - 4) + f"\n-# {dice}"


def opening_buttons(match: int, say: Catalogue) -> list[Widget]:
    """The opening's buttons, for what its small print refers to."""
    code = match_code(Action.DICE, match)
    return [discord.ui.Button(label=say("board.dice"), emoji="🎲", custom_id=code)]
