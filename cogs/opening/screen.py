"""The first screen of a new match: presets with their lengths, and a button for details."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from cogs.opening import solo
from cogs.opening.form import opening_form
from cogs.opening.lobby import check_place, open_lobby
from cogs.opening.request import OpeningRequest, check_request, is_alone
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code
from cogs.ui.errors import answered
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from cogs.ui.views import Widget, rows
from host.lobby.lobby import MatchRequest
from host.lobby.presets import Offer, places_for
from locales import Catalogue
from render.words import either

GREY, GREEN, BLUE = discord.ButtonStyle.secondary, discord.ButtonStyle.success, discord.ButtonStyle.primary
SIGNS = {"tonight": "⚡", "week": "📅", "long": "🏔️"}


async def ask(interaction: Interaction, game: str, guest: int | None = None) -> None:
    """Show a game's presets in reply to a command; a `guest` gets an invitation to the chosen match."""
    if is_alone(interaction):
        await solo.reply(interaction)
    else:
        check_place(interaction)
        await reply_in_private(interaction)
    await _show(interaction, OpeningRequest(game, guest=guest))


async def open_screen(interaction: Interaction, opening: OpeningRequest) -> None:
    """Show the presets in a new message, or for another number of players in the pressed one."""
    check_request(interaction, opening)
    if opening.places is not None:
        await defer_in_private(interaction)
        await _show(interaction, opening)
    else:
        await ask(interaction, opening.game)


async def choose(interaction: Interaction, what: tuple[str, OpeningRequest]) -> None:
    """Open the match of a preset: a lobby in this channel, or a solo match where no one can join."""
    preset, opening = what
    check_request(interaction, opening)
    await defer_in_private(interaction)
    async with answered(interaction, opening.game):
        await _open(interaction, preset, opening)


async def _open(interaction: Interaction, preset: str, opening: OpeningRequest) -> None:
    house, alone = interaction.client.house, is_alone(interaction)
    places = places_for(house.games[opening.game].spec, opening.places, alone=alone)
    offer = await house.presets.offer(opening.game, preset, places, alone=alone)
    terms = await house.servers.terms(interaction.guild_id)
    terms = replace(terms, clock=offer.clock, invited_only=opening.guest is not None)
    request = MatchRequest(opening.game, offer.options, places, terms)
    if alone:
        await solo.begin(interaction, request, opening.opponent or house.easiest)
    else:
        await open_lobby(interaction, request, guest=opening.guest)


async def details(interaction: Interaction, opening: OpeningRequest) -> None:
    """Open the form with all options."""
    check_request(interaction, opening)
    house, alone = interaction.client.house, is_alone(interaction)
    places = places_for(house.games[opening.game].spec, opening.places, alone=alone)
    form = opening_form(house, replace(opening, places=places), reader(interaction), alone=alone)
    await interaction.response.send_modal(form)


async def _show(interaction: Interaction, opening: OpeningRequest) -> None:
    house, say, alone = interaction.client.house, reader(interaction), is_alone(interaction)
    places = places_for(house.games[opening.game].spec, opening.places, alone=alone)
    opponent = opening.opponent or (house.easiest if alone else "")
    offers = await (house.presets.alone if alone else house.presets.offers)(opening.game, places)
    settled = replace(opening, places=places, opponent=opponent)
    text = "\n".join(
        (
            *_head(interaction, settled, say, alone=alone),
            "",
            *(_line(offer, places, say, alone=alone) for offer in offers),
        )
    )
    items = [
        *(_preset_button(offer, settled, say) for offer in offers),
        *_more_buttons(interaction, settled, say, alone=alone),
    ]
    await interaction.edit_original_response(content=text, embeds=[], attachments=[], view=rows(items))


def _head(interaction: Interaction, opening: OpeningRequest, say: Catalogue, *, alone: bool) -> list[str]:
    """The top of the screen: what is being opened, for which players and where."""
    game, places = say(f"{opening.game}.name"), opening.places or 0
    if not alone:
        guest = [] if opening.guest is None else [say("open.guest", guest=f"<@{opening.guest}>")]
        return [f"### {say('open.head', game=game)}", *guest, say("open.for", n=places)]
    level = say(f"opponent.{opening.opponent}.level")
    lines = [f"### {say('open.alone.head', game=game)}", say("open.alone.for", n=places - 1, level=level)]
    return [
        *lines,
        f"-# {say(f'opponent.{opening.opponent}.about')}",
        f"-# {say('open.alone.friends', game=opening.game)}",
    ]


def _line(offer: Offer, places: int, say: Catalogue, *, alone: bool) -> str:
    """A preset's line: how long it takes, or which players it needs."""
    kind = "alone." if alone else ""
    name = say(f"open.{kind}{offer.name}")
    if places not in offer.fit:
        fit = say("open.unfit", players=either(offer.fit, say), n=max(offer.fit, default=0))
        return f"{SIGNS[offer.name]} **{name}** · {fit}"
    if alone:
        return f"{SIGNS[offer.name]} **{name}** · {say('open.minutes', n=offer.minutes)}"
    time = say("open.own", n=offer.own)
    length = say("open.days", n=offer.days, own=time) if offer.days else say("open.evening", n=offer.minutes)
    return f"{SIGNS[offer.name]} **{name}** · {length}"


def _preset_button(offer: Offer, opening: OpeningRequest, say: Catalogue) -> Widget:
    alone = "alone." if opening.opponent else ""
    return discord.ui.Button[Any](
        label=say(f"open.{alone}{offer.name}"),
        emoji=SIGNS[offer.name],
        style=GREEN if offer.name == solo.FIRST else BLUE,
        custom_id=action_code(Action.PRESET, offer.name, *opening.parts()),
        disabled=opening.places not in offer.fit,
        row=0,
    )


def _more_buttons(interaction: Interaction, opening: OpeningRequest, say: Catalogue, *, alone: bool) -> list[Widget]:
    """Buttons for fewer and more players, another computer, and the form."""
    house, places = interaction.client.house, opening.places or 0
    seats = house.games[opening.game].spec.seats

    def button(label: str, emoji: str, code: str, *, disabled: bool = False) -> Widget:
        return discord.ui.Button[Any](label=label, emoji=emoji, style=GREY, custom_id=code, disabled=disabled, row=1)

    def other(more: int) -> str:
        return action_code(Action.OPEN, *replace(opening, places=places + more).parts())

    whom = "opponents" if alone else "players"
    items = [
        button(say(f"open.fewer.{whom}"), "➖", other(-1), disabled=places <= seats[0]),
        button(say(f"open.more.{whom}"), "➕", other(1), disabled=places >= seats[-1]),
    ]
    if alone:
        levels = house.levels  # the form has all other computers
        at = levels.index(opening.opponent) if opening.opponent in levels else 0
        after = levels[(at - 1) % len(levels)]
        code = action_code(Action.OPEN, *OpeningRequest(opening.game, places, after).parts())
        items.append(button(say("open.level", level=say(f"opponent.{after}.level")), "🤖", code))
    return [*items, button(say("open.details"), "⚙️", action_code(Action.DETAILS, *opening.parts()))]
