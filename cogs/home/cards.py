"""The card of a game in the home: a picture, length, number of players, buttons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from typing import Any

import discord

from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.look import Look
from engines.table import Game, View
from host.lobby.presets import days_of
from host.lobby.showcase import position, usual_table
from locales import Catalogue
from model.pace import DEFAULT_CLOCK
from render import RENDERERS
from render.kit import band
from render.words import cut
from screen.pictures import MOST_ALT

DIFFICULTY = {1: "1️⃣", 2: "2️⃣", 3: "3️⃣"}


@dataclass(frozen=True, slots=True)
class CardButton:
    """A button of every card: its label is `start.<action>`, and `more` follows the game in its custom id."""

    action: Action
    emoji: str
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    more: tuple[str | int, ...] = ()


# In order; five fit.
BUTTONS: tuple[CardButton, ...] = (
    CardButton(Action.LEARN, "🎓", discord.ButtonStyle.primary),
    CardButton(Action.SOLO, "🤖", discord.ButtonStyle.primary),
    CardButton(Action.FRIENDS, "👥"),
    CardButton(Action.SEEK, "🔎"),
    CardButton(Action.RULES, "📖", more=(0,)),
)


@dataclass(frozen=True, slots=True)
class Card:
    """The texts of a game's card in the reader's language; `sign` shows how hard the game is."""

    key: str
    name: str
    pitch: str
    length: str
    players: str
    sign: str


async def card(bot: Client, key: str, say: Catalogue) -> Card:
    """Compose the texts of a game's card."""
    game = bot.house.games[key]
    spec, usual = game.spec, usual_table(game)
    length = await bot.house.forecast.length(key, usual.seats, usual.options)
    # two texts, as each has a number of its own
    alone, along = say("start.alone", n=length.own(usual.seats)), say("start.along", n=days_of(length, DEFAULT_CLOCK))
    least, most = spec.seats[0], spec.seats[-1]
    sign = DIFFICULTY[spec.difficulty]
    players = str(least) if least == most else f"{least}–{most}"
    return Card(
        key=key,
        name=say(f"{key}.name"),
        pitch=say(f"{key}.about"),
        length=f"⏱️ {alone} · 📅 {along}",
        players=f"👥 {say('start.players', players=players)} · {sign} {say(f'start.difficulty.{spec.difficulty}')}",
        sign=sign,
    )


def buttons(key: str, say: Catalogue, *, is_learnt: bool) -> list[discord.ui.Button[Any]]:
    """Buttons of a game's card; a finished lesson comes last."""
    first, *rest = BUTTONS
    order = (*rest, replace(first, style=discord.ButtonStyle.secondary)) if is_learnt else BUTTONS
    return [_button(button, key, say) for button in order]


def _button(button: CardButton, key: str, say: Catalogue) -> discord.ui.Button[Any]:
    code, label = action_code(button.action, key, *button.more), say(f"start.{button.action}")
    return discord.ui.Button(label=label, emoji=button.emoji, style=button.style, custom_id=code)


async def picture(bot: Client, key: str, say: Catalogue) -> discord.File:
    """A card's picture, drawn once for everyone."""
    view, png = await bot.pictures.easel.draw(_drawn, bot.house.games[key], bot.looks[key])
    alt = RENDERERS[key].alt(view, (), say)
    return discord.File(BytesIO(png), f"{key}.png", description=cut(alt, MOST_ALT))


@cache
def _drawn(game: Game[Any, Any], look: Look) -> tuple[View, bytes]:
    """The position on a game's card, and the most telling part of its board."""
    view = position(game, look.shot)
    return view, band(RENDERERS[game.spec.key].board(view), look.top, look.height)
