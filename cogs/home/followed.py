"""What a person follows: the list, what has moved in it, and its buttons; the press decides what they may see."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from cogs.career.codes import read_user
from cogs.posts.tables import is_public
from cogs.ui.access import asker
from cogs.ui.client import Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import MATCH_DIGITS, action_code, base36, parts, read_match, read_number
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from cogs.ui.views import CONTENT, MOST_OPTIONS, Widget, rows
from engines.table import Refused
from locales import Catalogue
from model.match import Match
from render.words import cut
from screen.following import with_way
from screen.names import match_name, names_of

MATCH, PERSON, ALL = "m", "p", "all"  # what is followed no more
LISTED = 15  # matches in a list


async def show_followed(interaction: Interaction, head: str = "") -> None:
    """Show what the person follows, in the deferred private reply: matches and people of this server."""
    house, say, user = interaction.client.house, reader(interaction), interaction.user.id
    proved, others = await house.follows.shown(asker(interaction))
    followed = await house.follows.of(user)
    here = [person for person, guild in followed.people if guild == interaction.guild_id]
    lines = [head, say("follow.head"), *_lines(proved, say)]
    lines += [say("follow.people", people=say.together(f"<@{person}>" for person in here))] if here else []
    elsewhere = _elsewhere(interaction, others, say)
    lines += elsewhere if proved or here or elsewhere else [say("follow.nothing")]
    buttons = [
        _stop(say("follow.stop.match", match=match.id), MATCH, base36(match.id))
        for match in proved[:LISTED]
        if match.id in followed.matches
    ]
    for person in here:
        name = await house.careers.name(person, interaction.guild_id)
        buttons.append(_stop(say("follow.stop.person", name=name or f"@{person}")[:80], PERSON, base36(person)))
    buttons = buttons[: MOST_OPTIONS - 1]
    if followed.matches or followed.people:  # a person who has left a server can end what they follow there
        buttons.append(_stop(say("follow.stop.all"), ALL))
    text = cut("\n".join(filter(None, lines)), CONTENT)
    await interaction.edit_original_response(content=text, view=rows(buttons))


async def show_moved(interaction: Interaction, since: int) -> None:
    """Show what has moved since then of what the person follows, as far as this press proves that they may see it."""
    await reply_in_private(interaction)
    say = reader(interaction)
    proved, others = await interaction.client.house.follows.shown(asker(interaction), since)
    elsewhere = _elsewhere(interaction, others, say)
    lines = [*_lines(proved, say), *elsewhere] or [say("follow.still")]
    await interaction.edit_original_response(content=cut("\n".join(lines), CONTENT))


def read_time(what: str) -> int:
    """The time behind a digest's button."""
    [time] = parts(what, 1)
    return read_number(time, 36, MATCH_DIGITS)


async def stop(interaction: Interaction, what: str) -> None:
    """Follow something no more, from the list, which is renewed; nothing if that isn't followed."""
    kind, *more = what.split(".")
    follows, user = interaction.client.house.follows, interaction.user.id
    await defer_in_private(interaction)
    if kind == ALL and not more:
        await follows.leave_all(user)
    elif kind == MATCH and len(more) == 1:
        await follows.leave_match(read_match(more[0]), user)
    elif kind == PERSON and len(more) == 1 and interaction.guild_id is not None:
        await follows.leave_person(read_user(more[0]), user, interaction.guild_id)
    else:
        raise Refused("house.button")
    await show_followed(interaction, reader(interaction)("follow.gone"))


async def follow_person(interaction: Interaction, person: int) -> None:
    """Follow a person's matches in this server, if they allow it."""
    await reply_in_private(interaction)
    if interaction.guild_id is None:
        raise Refused("career.server")
    follows, user = interaction.client.house.follows, interaction.user.id
    await follows.follow_person(person, user, interaction.guild_id)
    say = reader(interaction)
    button = _stop(say("follow.off"), PERSON, base36(person))
    text = with_way(say("follow.person.done", person=f"<@{person}>"), say, tells=await follows.tells(user))
    await interaction.edit_original_response(content=text, view=rows([button]))


def read_person(what: str) -> int:
    """The person behind a profile's button."""
    [person] = parts(what, 1)
    return read_user(person)


def _lines(matches: Iterable[Match], say: Catalogue) -> list[str]:
    return [_line(match, say) for match in [*matches][:LISTED]]


def _line(match: Match, say: Catalogue) -> str:
    """A line about a match: who plays, where, and when it last moved."""
    parts = [
        f"🔔 **{match_name(match, say)}**",
        say.together(names_of(match, say)),
        f"<#{match.thread or match.channel}>",
    ]
    parts += [say("follow.over")] if match.phase != "running" else []
    return " · ".join([*parts, f"<t:{int(match.moved)}:R>"])


def _elsewhere(interaction: Interaction, others: Iterable[Match], say: Catalogue) -> list[str]:
    """A line that says how many matches of other servers this press can't show, none of them in a hidden channel."""
    far = [match for match in others if match.guild != interaction.guild_id and _is_open(interaction, match)]
    return [say("follow.elsewhere", n=len(far))] if far else []


def _is_open(interaction: Interaction, match: Match) -> bool:
    guild = None if match.guild is None else interaction.client.get_guild(match.guild)
    return guild is not None and is_public(guild, match.channel)


def _stop(label: str, *what: str) -> Widget:
    code = action_code(Action.UNFOLLOW, *what)
    return discord.ui.Button(label=label, emoji="🔕", custom_id=code)
