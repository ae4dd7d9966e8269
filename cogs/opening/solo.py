"""Matches against computers, by direct message or in a private panel."""

from __future__ import annotations

from contextlib import suppress

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.opening import level
from cogs.opening.request import OpeningRequest, check_request
from cogs.panel import votes as table
from cogs.panel.compose import compose
from cogs.panel.compose import show as compose_show
from cogs.posts.lobby import option_lines
from cogs.posts.writer import CLOSED, direct_messages
from cogs.ui.client import Interaction
from cogs.ui.person import person_alone
from cogs.ui.replies import is_bot_dm, reader
from cogs.ui.views import rows
from engines.table import Refused
from host.delivery import Unsent
from host.lobby.lobby import MatchRequest
from host.lobby.presets import places_for
from host.play.seen import Seen
from lessons import walk
from model.match import Match
from screen.links import link
from screen.names import match_name, names_of

log: FilteringBoundLogger = structlog.get_logger()

FIRST = "tonight"  # the preset of a match begun with one press
LATER = "week"  # the same for a person who has learnt a game whose first preset is an easier one


async def play(interaction: Interaction, opening: OpeningRequest) -> None:
    """Begin a short match against one computer; ask for its level if none is given."""
    house, game = interaction.client.house, opening.game
    check_request(interaction, opening)
    if not opening.opponent:
        await level.ask(interaction, opening)
        return
    await reply(interaction)
    spec = house.games[game].spec
    places = places_for(spec, opening.places, alone=True)
    learnt = spec.beginners and walk.is_learnt(game, await house.lessons.steps(interaction.user.id, game))
    offer = await house.presets.offer(game, LATER if learnt else FIRST, places, alone=True)
    await begin(interaction, MatchRequest(game, offer.options, places), opening.opponent)


async def begin(interaction: Interaction, request: MatchRequest, opponent: str) -> None:
    """Open the match and show its first panel by direct message, or in the reply if those are closed.

    The reply is deferred and private.
    """
    match = await interaction.client.house.solo.open(request, opponent, person_alone(interaction))
    await show(interaction, match)


async def rematch(interaction: Interaction, match_id: int) -> None:
    """Open the next match at this table; a solo match begins at once."""
    house = interaction.client.house
    old = await house.matches.match(match_id)
    if old is None:
        raise Refused("house.unknown")
    if not old.is_private:
        await table.rematch(interaction, old)
        return
    await reply(interaction)
    await show(interaction, await house.solo.again(match_id, person_alone(interaction)))


async def try_on(interaction: Interaction, match_id: int, seq: int) -> None:
    """Play on from a finished match, at the position before the move in this log row, on that seat."""
    house = interaction.client.house
    await reply(interaction)
    source, position = await house.reviews.position(match_id, seq, interaction.user.id)
    await show(interaction, await house.solo.open_at(source, position, person_alone(interaction)))


async def reply(interaction: Interaction) -> None:
    """Defer the reply: to a new lasting message, or to a private one."""
    await interaction.response.defer(ephemeral=not is_bot_dm(interaction), thinking=True)


async def show(interaction: Interaction, match: Match) -> None:
    """Show the commitment to the dice, deal, and show the first question where the match will be played."""
    house, user = interaction.client.house, interaction.user.id
    with house.matches.presence.pressing(match.id, user):
        words = await _first_words(interaction, match)
        place = None if is_bot_dm(interaction) else await _by_dm(interaction, words)
        if place is None:
            message = await interaction.edit_original_response(content=words, embeds=[], attachments=[], view=None)
            place = message if is_bot_dm(interaction) else None
        await house.solo.begin(match, person_alone(interaction))
        seen = await house.matches.see(match.id, user)
        if place is None:
            await compose_show(interaction, seen, head=reader(interaction)("solo.here"))
        else:
            await _show_in(interaction, place, seen)
            if not is_bot_dm(interaction):
                say, where = reader(interaction), link(None, place.channel.id, place.id)
                words = say("solo.elsewhere", match=match_name(match, say), link=where)
                await interaction.edit_original_response(content=words, view=None)


async def _first_words(interaction: Interaction, match: Match) -> str:
    """The first text: the match, its players, and the commitment to the dice before any is rolled."""
    bot, say = interaction.client, reader(interaction)
    proof = (await bot.house.exports.verify(match.id)).proof
    options = " · ".join(option_lines(match, bot.house.games[match.game].spec, say))
    dice = say("lobby.dice", commitment=proof.commitment)
    source = [] if match.position_of is None else [say("solo.tried", match=match.position_of)]
    players = say.together(names_of(match, say))
    return "\n".join((f"**{match_name(match, say)}**", players, *source, options, f"-# {dice}"))


async def _by_dm(interaction: Interaction, words: str) -> discord.Message | None:
    """A direct message in which to play the match; None if the person accepts none."""
    try:
        dm = await direct_messages(interaction.client, interaction.user.id)
        return await dm.send(words, silent=True)
    except Unsent:
        return None
    except discord.HTTPException as fault:
        if fault.code not in CLOSED and not isinstance(fault, discord.Forbidden | discord.NotFound):
            raise
        log.info("no direct message", interaction=interaction.id, code=fault.code)
        return None


async def _show_in(interaction: Interaction, place: discord.Message, seen: Seen) -> None:
    """Put the panel into a direct message, from then on the only one that shows this match."""
    bot, user = interaction.client, interaction.user.id
    panel = await compose(bot, seen, reader(interaction))
    old = seen.own.panel
    await place.edit(content=panel.content, attachments=[panel.picture], view=rows(panel.items))
    bot.house.matches.presence.shown(seen.match.id, user, seen.sight)
    channel = interaction.channel_id if is_bot_dm(interaction) else place.channel.id
    assert channel is not None
    await bot.house.matches.show_panel(user, channel, place.id, seen)
    if old is not None and old != place.id:
        with suppress(discord.HTTPException):  # if asked for twice, it stays one message
            await bot.get_partial_messageable(channel).get_partial_message(old).delete()
