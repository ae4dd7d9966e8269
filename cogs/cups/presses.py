"""Presses about cups: sign up, leave, start, call off, turn pages, read the log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord

from cogs.cups.message import cup_embed, cup_rules
from cogs.cups.pages import pages_of
from cogs.posts.cup_words import cup_name, logged
from cogs.posts.permissions import check_permissions
from cogs.ui.access import asker, is_blind_to
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, base36, parts, read_number
from cogs.ui.long_tasks import Made
from cogs.ui.person import person
from cogs.ui.replies import defer_in_private, reader, whisper
from cogs.ui.views import CONTENT, Widget, rows
from engines.table import Refused
from host.access import Asker
from locales import Catalogue
from model.cup import WholeCup
from model.kinds import CUPS_UNDER_WAY, EntrantState
from render.cup import alt
from render.words import cut

LINES = 25  # of the log
DIGITS, PAGE_DIGITS = 12, 3


@dataclass(frozen=True, slots=True)
class CupPage:
    """A page of a cup's picture, as coded in a button."""

    cup: int
    page: int

    @staticmethod
    def read(what: str) -> CupPage:
        """The page behind a button's code; Refused for anything else."""
        return CupPage(*_read_two(what))


@dataclass(frozen=True, slots=True)
class CupRound:
    """A cup and its round at the time of a confirmation question, as coded in a button."""

    cup: int
    round: int

    @staticmethod
    def read(what: str) -> CupRound:
        """The cup and round behind a button's code; Refused for anything else."""
        return CupRound(*_read_two(what))


def read_cup(what: str) -> int:
    """A cup's number; Refused for any other text."""
    [cup] = parts(what, 1)
    return read_number(cup, 36, DIGITS)


def _read_two(what: str) -> tuple[int, int]:
    cup, number = parts(what, 2)
    return read_number(cup, 36, DIGITS), read_number(number, 10, PAGE_DIGITS)


# --- who presses


def manages(interaction: Interaction) -> bool:
    """Whether the person may correct every cup of the server."""
    return interaction.permissions.manage_guild or interaction.user.id in (interaction.client.owner_ids or ())


def directs(interaction: Interaction, record: WholeCup) -> bool:
    """Whether the person may correct this cup."""
    return manages(interaction) or record.cup.director == interaction.user.id


def asking(interaction: Interaction) -> Asker:
    """The asker of the interaction; managers also have access to cups whose channel is lost."""

    def keeps(channel: int) -> bool:
        return manages(interaction) and is_lost(interaction, channel)

    return replace(asker(interaction), keeps=keeps)


def is_lost(interaction: Interaction, channel: int) -> bool:
    """Whether this channel is gone or hidden from the bot, as far as is known."""
    guild = interaction.guild
    if guild is None or guild.unavailable:
        return False
    return guild.get_channel(channel) is None or is_blind_to(interaction, channel)


# --- sign-up and draw


async def join(interaction: Interaction, number: int) -> None:
    """Sign the person up, or put them on the reserve list."""
    record = await _begin(interaction, number)
    await interaction.client.house.cups.join(number, person(interaction))
    say, after = reader(interaction), await interaction.client.house.cups.whole(number)
    mine = after.entrant(interaction.user.id)
    waits = mine is not None and mine.state == EntrantState.RESERVE
    await whisper(interaction, say("cup.join.reserve" if waits else "cup.join.done", cup=cup_name(record.cup, say)))


async def leave(interaction: Interaction, number: int) -> None:
    """Take the person off the list; in a cup that has begun, ask them to confirm first."""
    record = await _begin(interaction, number)
    say, mine = reader(interaction), record.entrant(interaction.user.id)
    if record.cup.phase == "running" and mine is not None and mine.state == EntrantState.IN:
        interaction.client.house.cups.check_changes(record.cup)
        await _ask(interaction, record, Action.CUP_OUT, say("cup.leave.ask", cup=cup_name(record.cup, say)))
        return
    await interaction.client.house.cups.leave(number, person(interaction))
    await whisper(interaction, say("cup.leave.done", cup=cup_name(record.cup, say)))


async def leave_for_good(interaction: Interaction, asked: CupRound) -> None:
    """Leave a cup that has begun, after a confirmation."""
    record = await _sure(interaction, asked)
    await interaction.client.house.cups.leave(asked.cup, person(interaction))
    say = reader(interaction)
    await _done(interaction, say("cup.leave.running", cup=cup_name(record.cup, say)))


async def start(interaction: Interaction, number: int) -> None:
    """Draw and begin the cup, if the bot has the permissions that matches need."""
    await _begin(interaction, number)
    check_permissions(interaction)
    await interaction.client.house.cups.start(number, person(interaction), manages=manages(interaction))
    await whisper(interaction, reader(interaction)("cup.start.done"))


async def cancel(interaction: Interaction, number: int) -> None:
    """Ask for confirmation to call the cup off."""
    await _begin(interaction, number)
    cups, say = interaction.client.house.cups, reader(interaction)
    record = await cups.check_cancel(number, person(interaction), manages=manages(interaction))
    key = "cup.cancel.ask.hidden" if record.cup.duplicate else "cup.cancel.ask"
    text = say(key, n=len(record.playing()), cup=cup_name(record.cup, say))
    await _ask(interaction, record, Action.CUP_OFF, text)


async def call_off(interaction: Interaction, asked: CupRound) -> None:
    """Call the cup off, after a confirmation."""
    await _sure(interaction, asked)
    await interaction.client.house.cups.cancel(asked.cup, person(interaction), manages=manages(interaction))
    await _done(interaction, reader(interaction)("cup.cancel.done"))


async def _begin(interaction: Interaction, number: int) -> WholeCup:
    """Defer the reply, if the person may know of the cup."""
    await interaction.response.defer(ephemeral=True)
    return await interaction.client.house.cups.see(number, asking(interaction))


async def _ask(interaction: Interaction, record: WholeCup, action: Action, text: str) -> None:
    """Say what will happen, with a button that confirms."""
    sure = discord.ui.Button[Any](
        label=reader(interaction)(f"cup.button.{action}"),
        style=discord.ButtonStyle.danger,
        custom_id=action_code(action, base36(record.cup.id), record.cup.round),
    )
    await interaction.followup.send(text, view=rows([sure]), ephemeral=True)


async def _sure(interaction: Interaction, asked: CupRound) -> WholeCup:
    """The cup, if it hasn't moved on since the question."""
    await defer_in_private(interaction)
    record = await interaction.client.house.cups.see(asked.cup, asking(interaction))
    if record.cup.round != asked.round:
        raise Refused("cup.went.on")
    return record


async def _done(interaction: Interaction, text: str) -> None:
    """Replace the question by what has happened."""
    await interaction.edit_original_response(content=text, embeds=[], attachments=[], view=None)


# --- pages and log


async def made_page(interaction: Interaction, wanted: CupPage) -> Made:
    """Show a page of the cup's picture, privately."""
    record = await interaction.client.house.cups.see(wanted.cup, asking(interaction))
    return await page_of(interaction, record, wanted.page)


async def page_of(interaction: Interaction, record: WholeCup, page: int) -> Made:
    """A cup and a page of its picture in the deferred reply, with buttons to turn pages.

    The director of a cup whose channel is lost can move it to the channel they are in.
    """
    bot, say, cup = interaction.client, reader(interaction), record.cup
    embed, file = await cup_embed(bot, record, say, page)
    items = [] if file is None else _turns(record, min(page, len(pages_of(record, say))), say)
    if cup.phase in CUPS_UNDER_WAY and directs(interaction, record) and is_lost(interaction, cup.channel):
        code = action_code(Action.CUP_MOVE, base36(cup.id))
        items.append(discord.ui.Button[Any](label=say("cup.button.cupmove"), emoji="📌", custom_id=code))
    return Made(None, [file] if file else [], [embed], rows(items) if items else None)


def _turns(record: WholeCup, page: int, say: Catalogue) -> list[Widget]:
    code, count = base36(record.cup.id), len(pages_of(record, say))

    def to(label: str, emoji: str, wanted: int, *, off: bool) -> Widget:
        # a page that doesn't exist still needs a code of its own; its button is disabled
        what = action_code(Action.CUP_PAGE, code, wanted)
        return discord.ui.Button[Any](label=say(label), emoji=emoji, custom_id=what, disabled=off)

    turns = [
        to("ladder.before", "◀️", page - 1 or count + 1, off=page == 1),
        to("ladder.after", "▶️", page + 1, off=page == count),
    ]
    text = discord.ui.Button[Any](
        label=say("career.text"), emoji="📄", custom_id=action_code(Action.CUP_TEXT, code, page)
    )
    return [*(turns if count > 1 else []), text]


async def in_characters(interaction: Interaction, wanted: CupPage) -> None:
    """Show a page as text."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    record = await interaction.client.house.cups.see(wanted.cup, asking(interaction))
    pages = pages_of(record, reader(interaction)) if record.cup.phase in ("running", "over") else []
    text = alt(pages[min(max(wanted.page, 1), len(pages)) - 1]) if pages else "–"
    await interaction.edit_original_response(content=cut(discord.utils.escape_markdown(text), CONTENT))


async def show_rules(interaction: Interaction, number: int) -> None:
    """Show the rules of a cup: its format, its seeding, and what happens to latecomers."""
    await defer_in_private(interaction)
    cup, say = (await interaction.client.house.cups.see(number, asking(interaction))).cup, reader(interaction)
    lines = (f"**{cup_name(cup, say)}** · {say(f'cup.format.{cup.format}')}", *cup_rules(cup, say))
    await interaction.edit_original_response(content="\n".join(lines), embeds=[], attachments=[], view=None)


async def show_log(interaction: Interaction, number: int) -> None:
    """Show the log of a cup with the author of each row, the newest last."""
    await defer_in_private(interaction)
    record = await interaction.client.house.cups.see(number, asking(interaction))
    say = reader(interaction)
    rows = await interaction.client.house.cups.log(number)
    lines = [f"-# <t:{int(row.at)}:d> {logged(row, say)}" for row in rows][-LINES:]
    head = f"**{cup_name(record.cup, say)}**"
    while len("\n".join((head, *lines))) > CONTENT:
        lines.pop(0)
    await interaction.edit_original_response(content="\n".join((head, *lines)), embeds=[], attachments=[], view=None)
