"""Presses around a match: votes, free seats, returns, live play, reminders, rematches, following."""

from __future__ import annotations

from cogs.panel import compose, notices
from cogs.ui.access import asker
from cogs.ui.client import Interaction
from cogs.ui.person import person, person_at
from cogs.ui.replies import defer_in_private, reader, reply_in_private, whisper
from cogs.ui.views import rows
from engines.table import Refused
from model.kinds import VoteKind
from model.match import Match
from screen.following import with_way
from screen.refusals import refusal


async def vote(interaction: Interaction, match_id: int, about: VoteKind, seat: int | None) -> None:
    """Open a vote, from a button."""
    await reply_in_private(interaction)
    await open_vote(interaction, match_id, about, seat)


async def say_yes(interaction: Interaction, match_id: int) -> None:
    """Vote yes."""
    await _cast(interaction, match_id, yes=True)


async def say_no(interaction: Interaction, match_id: int) -> None:
    """Vote no."""
    await _cast(interaction, match_id, yes=False)


async def _cast(interaction: Interaction, match_id: int, *, yes: bool) -> None:
    await reply_in_private(interaction)
    await interaction.client.house.votes.cast(match_id, interaction.user.id, yes=yes, interaction_id=interaction.id)
    await whisper(interaction, reader(interaction)("vote.done"))


async def sit_down(interaction: Interaction, match_id: int, seat: int) -> None:
    """Take over a free seat, from a button."""
    await reply_in_private(interaction)
    await take_over(interaction, match_id, seat)


async def rematch(interaction: Interaction, old: Match) -> None:
    """Open the next match at this table, or join it."""
    await reply_in_private(interaction)
    match = await interaction.client.house.lobby.rematch(old.id, await person_at(interaction, old))
    await whisper(interaction, reader(interaction)("rematch.done", match=match.id, channel=match.channel))


async def open_vote(interaction: Interaction, match_id: int, about: VoteKind, seat: int | None) -> None:
    """Open a vote, in the deferred reply."""
    votes, say = interaction.client.house.votes, reader(interaction)
    match = await votes.open(match_id, interaction.user.id, about, seat, interaction.id)
    opened = "vote.opened.each" if match.is_by_dm else "vote.opened"
    await whisper(interaction, say(opened if match.vote is not None else "vote.decided", thread=match.thread or 0))


async def take_over(interaction: Interaction, match_id: int, seat: int) -> None:
    """Sit down on a free seat and show what it knows, or ask the players for it; in the deferred reply."""
    house, who, say = interaction.client.house, person(interaction), reader(interaction)
    await house.borders.check_near(match_id, asker(interaction))
    match = await house.seats.take_over(match_id, seat, who.user, who.name, interaction.id)
    if match.vote is not None and match.vote.user == who.user:
        when = f"<t:{int(match.vote.until)}:R>"
        await whisper(interaction, say("seat.asked", thread=match.thread or 0, when=when))
        return
    await compose.show(interaction, await house.matches.see(match_id, who.user), head=say("seat.taken.over"))


async def come_back(interaction: Interaction, match_id: int) -> None:
    """Take one's own seat back from the computer, and play on."""
    await defer_in_private(interaction)
    house, user, say = interaction.client.house, interaction.user.id, reader(interaction)
    interaction.client.renewals.leave(match_id, user)  # otherwise the panel would be renewed without the welcome
    with house.matches.presence.pressing(match_id, user):
        await house.seats.come_back(match_id, user, interaction.id)
        await compose.show(interaction, await house.matches.see(match_id, user), head=say("seat.back"))


async def play_live(interaction: Interaction, match_id: int) -> None:
    """Agree to live play; who has agreed is the person's own business until everyone has."""
    await defer_in_private(interaction)
    house, user = interaction.client.house, interaction.user.id
    with house.matches.presence.pressing(match_id, user):
        await house.live.agree(match_id, user, interaction.id)
        await compose.show(interaction, await house.matches.see(match_id, user))


async def enough(interaction: Interaction, match_id: int) -> None:
    """End live play."""
    await defer_in_private(interaction)
    house, user, say = interaction.client.house, interaction.user.id, reader(interaction)
    with house.matches.presence.pressing(match_id, user):
        await house.live.enough(match_id, user, interaction.id)
        await compose.show(interaction, await house.matches.see(match_id, user), head=say("live.done"))


async def follow(interaction: Interaction, match_id: int, on: bool) -> None:
    """Follow a match that the person looks on at, or follow it no more."""
    await defer_in_private(interaction)
    house, user, say = interaction.client.house, interaction.user.id, reader(interaction)
    if on:
        await house.follows.follow_match(match_id, user)
        head = with_way(say("follow.done"), say, tells=await house.follows.tells(user))
    else:
        await house.follows.leave_match(match_id, user)
        head = say("follow.gone")
    await compose.show(interaction, await house.matches.see(match_id, user), head=head)


async def plan(interaction: Interaction, match_id: int) -> None:
    """Ask the person's next question now, as a plan."""
    await defer_in_private(interaction)
    matches, user = interaction.client.house.matches, interaction.user.id
    seen = await matches.see(match_id, user)
    try:
        await compose.show(interaction, await matches.planning(seen), path=())
    except Refused as closed:  # the match has moved on since the button was shown
        await compose.show(interaction, seen, head=refusal(closed, None, reader(interaction)))


async def withdraw(interaction: Interaction, match_id: int) -> None:
    """Delete the plan."""
    await defer_in_private(interaction)
    matches, user = interaction.client.house.matches, interaction.user.id
    await matches.withdraw(match_id, user)
    await compose.show(interaction, await matches.see(match_id, user), head=reader(interaction)("plan.gone"))


async def ask_when(interaction: Interaction, match_id: int) -> None:
    """Offer times for a reminder."""
    await reply_in_private(interaction)
    say = reader(interaction)
    view = rows(notices.later_buttons(match_id, say))
    await interaction.edit_original_response(content=say("later.head", match=match_id), view=view)


async def snooze(interaction: Interaction, match_id: int, when: str) -> None:
    """Set a reminder."""
    await defer_in_private(interaction)
    house, user = interaction.client.house, interaction.user.id
    match = await house.matches.match(match_id)
    if match is None:
        raise Refused("house.unknown")
    until = await house.notifications.later(user, match, when)
    await house.matches.snooze(match_id, user, until)
    text = reader(interaction)("later.done", when=f"<t:{int(until)}:f>")
    await interaction.edit_original_response(content=text, view=None)
