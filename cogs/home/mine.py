"""Lists of a person's matches, with turn, time and a button to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from cogs.panel import compose
from cogs.posts.by_dm import found_buttons
from cogs.posts.permissions import obstacle
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.errors import reference
from cogs.ui.replies import reader
from cogs.ui.views import Widget
from engines.table import Refused
from host.play.matches import asked_since
from host.play.seen import Seen
from locales import Catalogue
from model.kinds import UNDEALT
from model.match import Match
from screen import match_text
from screen.names import match_name, names_of, rest
from screen.refusals import refusal

LISTED = 25  # matches in a list
PLAYABLE = 10  # matches with a button


@dataclass(frozen=True, slots=True)
class Entry:
    """A line about a match; `waits` if it waits for the reader, `since` then (unix seconds)."""

    match: int
    waits: bool
    since: float
    line: str
    buttons: tuple[Widget, ...] = ()  # of a lobby that stands nowhere else


async def entries(interaction: Interaction) -> list[Entry]:
    """All of the person's matches: those waiting for them first, within both groups the oldest first."""
    mine = await interaction.client.house.matches.mine(interaction.user.id)
    lines = [await _entry(interaction, match) for match in mine[:LISTED]]
    return sorted(lines, key=lambda holiday: (not holiday.waits, holiday.since, holiday.line))


async def waiting(bot: Client, user: int, say: Catalogue) -> list[Entry]:
    """The matches waiting for this person, the longest waiting first."""
    return [
        Entry(seen.match.id, waits=True, since=asked_since(seen), line=_line(seen, mine=True, say=say))
        for seen in await bot.house.matches.asked(user)
    ]


async def invited(interaction: Interaction) -> list[Entry]:
    """The invitations the person can accept, the newest first."""
    say = reader(interaction)
    return [
        Entry(
            i.match,
            waits=False,
            since=i.at,
            line="✉️ " + say("games.invited", match=match_name(match, say), author=f"<@{i.author}>", until=int(i.until)),
        )
        for i, match in await interaction.client.house.invitations.open_to(interaction.user.id)
    ]


def accept_button(match: int, label: str) -> discord.ui.Button[Any]:
    """The button that accepts an invitation."""
    code = match_code(Action.ACCEPT, match)
    return discord.ui.Button(label=label, emoji="✉️", style=discord.ButtonStyle.primary, custom_id=code)


def play_button(match: int, label: str) -> discord.ui.Button[Any]:
    """The button that opens the panel of a match."""
    code = match_code(Action.MOVE, match)
    return discord.ui.Button(label=label, emoji="▶️", style=discord.ButtonStyle.success, custom_id=code)


async def _entry(interaction: Interaction, match: Match) -> Entry:
    say = reader(interaction)
    name = match_name(match, say)
    if match.paused is not None:
        return _idle(match, f"⏸️ **{name}** · {rest(match, say)}")
    if match.phase in UNDEALT:
        why = await obstacle(interaction.client, match, say) if match.phase == "starting" else None
        state = say(f"games.{match.phase}") + (f" ({why})" if why else "")
        if match.is_homeless:
            found = match.over_servers and match.phase == "lobby"
            buttons = tuple(found_buttons(match, interaction.user.id, say)) if found else ()
            return Entry(match.id, waits=False, since=match.changed, line=f"▫️ **{name}** · {state}", buttons=buttons)
        return _idle(match, f"▫️ **{name}** <#{match.channel}> · {state}")
    try:
        seen = await interaction.client.house.matches.see(match.id, interaction.user.id)
        mine = compose.is_waited_for(seen)
        return Entry(match.id, waits=mine, since=asked_since(seen), line=_line(seen, mine=mine, say=say))
    except Refused as unreadable:
        why = refusal(unreadable, None, say)
    except Exception as fault:  # one bad match mustn't hide the others
        why = say("games.broken", reference=reference(interaction, fault))
    return _idle(match, f"⚠️ **{name}** · {why}")


def _idle(match: Match, line: str) -> Entry:
    return Entry(match.id, waits=False, since=match.changed, line=line)


def _line(seen: Seen, *, mine: bool, say: Catalogue) -> str:
    since = f"<t:{int(asked_since(seen))}:R>"
    names = names_of(seen.match, say)
    if mine:
        return f"🟢 {match_text.title(seen, say)} · {say('games.you', since=since)}"
    who = say.together(names[seat] for seat in seen.view.waiting if seat is not None)
    return f"▫️ {match_text.title(seen, say)} · {say('games.waiting', names=who or '–', since=since)}"
