"""Home in Components V2: a game's card, the choice of games, the matches waiting.

A phone scrolls to the end of a new message. So everything fits one screen of 390 pixels, and waiting matches come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.home import cards, mine
from cogs.home.cards import Card
from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.next_step import race_button
from cogs.ui.views import Layout
from lessons import walk
from locales import Catalogue

GREEN = 0x4C9F70
# Discord allows 40 components in a message, nested ones included: a line with its button is three of them
OTHERS, WAITING = 4, 5  # with the race of the day, five fit in a row


@dataclass(frozen=True, slots=True)
class Home:
    """Contents of the home: the large game, the other games, the waiting matches, and how many more go on."""

    card: Card
    is_learnt: bool  # the reader has done its lesson
    others: tuple[Card, ...]
    picture: discord.File
    waiting: Sequence[mine.Entry]
    playing: int


async def home(bot: Client, user: int, key: str, say: Catalogue) -> Home:
    """The present contents of a person's home."""
    waiting = await mine.waiting(bot, user, say)
    return Home(
        card=await cards.card(bot, key, say),
        is_learnt=walk.is_learnt(key, await bot.house.lessons.steps(user, key)),
        others=tuple([await cards.card(bot, other, say) for other in others(list(bot.house.games), key)]),
        picture=await cards.picture(bot, key, say),
        waiting=waiting,
        playing=len(await bot.house.matches.mine(user)) - len(waiting),
    )


def others(games: list[str], key: str) -> list[str]:
    """The other games: all in order if they fit, else the next few after this one, in a circle."""
    rest = [game for game in games if game != key]
    if len(rest) > OTHERS:
        index = games.index(key)
        rest = (games[index + 1 :] + games[:index])[:OTHERS]
    return rest


def layout(shown: Home, say: Catalogue) -> Layout:
    """The home's message."""
    return Layout(_parts(shown, say))


def _parts(shown: Home, say: Catalogue) -> Iterator[ui.Item[Any]]:
    yield ui.TextDisplay(say("start.head"))
    yield _large(shown, say)
    if shown.others:
        yield ui.TextDisplay(say("start.others"))
    yield ui.ActionRow(*map(_other, shown.others), race_button(say))
    yield from _mine(shown, say)


def _large(shown: Home, say: Catalogue) -> ui.Container[Any]:
    card = shown.card
    picture = discord.MediaGalleryItem(shown.picture, description=shown.picture.description)
    return ui.Container(
        ui.MediaGallery(picture),
        ui.TextDisplay(f"## {card.name}\n{card.pitch}\n{card.length}\n{card.players}"),
        ui.ActionRow(*cards.buttons(card.key, say, is_learnt=shown.is_learnt)),
        accent_colour=GREEN,
    )


def _other(card: Card) -> ui.Button[Any]:
    return ui.Button(label=card.name, emoji=card.sign, custom_id=action_code(Action.HOME, card.key))


def _mine(shown: Home, say: Catalogue) -> Iterator[ui.Item[Any]]:
    """The matches waiting for the reader, the longest first; else a line saying there are none."""
    if not shown.waiting:
        yield ui.TextDisplay(say("start.nothing.playing", n=shown.playing) if shown.playing else say("start.nothing"))
        return
    parts: list[ui.Item[Any]] = [
        ui.Section(entry.line, accessory=mine.play_button(entry.match, say("start.play")))
        for entry in shown.waiting[:WAITING]
    ]
    if more := max(0, len(shown.waiting) - WAITING) + shown.playing:
        parts.append(ui.TextDisplay(say("start.more", n=more)))
    yield ui.Container(ui.TextDisplay(say("start.waiting")), *parts, accent_colour=GREEN)
