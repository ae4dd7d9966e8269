"""Presses in a panel: continue, play, undo, let the computer play."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.panel import lines, paths
from cogs.panel.compose import lasting_dm, show
from cogs.panel.help import show_help
from cogs.ui.access import asker
from cogs.ui.client import Interaction
from cogs.ui.controls import NUMBER_FIELD, QuestionId, Step, Tail
from cogs.ui.custom_id import question_code
from cogs.ui.errors import answered
from cogs.ui.long_tasks import patience
from cogs.ui.replies import defer_in_private, deferred, prompt, reader, reply_in_private
from cogs.ui.views import Form
from engines.table import Amount, Path, Ready, Refused
from host.play.matches import Doubled, Stale
from host.play.seen import Seen, check_player, has_computers
from locales import Catalogue
from model.kinds import PlayOn
from render.words import cut
from screen.confirm import at_once
from screen.outcome import Caused, caused
from screen.questions import next_question

log: FilteringBoundLogger = structlog.get_logger()

Doing: TypeAlias = Callable[[], Coroutine[Any, Any, Seen]]

FORM_TEXT = 45  # characters of a form's title and of its label


async def your_move(interaction: Interaction, match_id: int) -> None:
    """Show the private panel of a match, in a new message."""
    user, matches = interaction.user.id, interaction.client.house.matches
    async with prompt(interaction, in_place=False):
        with matches.presence.pressing(match_id, user):
            seen = await matches.see(match_id, user)
            head = "" if seen.seat is not None else reader(interaction)("panel.spectator")
            await show(interaction, seen, head=head)


async def look(interaction: Interaction, match_id: int) -> None:
    """Update the panel."""
    async with prompt(interaction):
        await show(interaction, await interaction.client.house.matches.see(match_id, interaction.user.id))


async def pressed(interaction: Interaction, step: Step) -> None:
    """Handle a button of the panel: continue the path, turn a page, ask for a number, help, or play."""
    if step.tail is Tail.TYPE:
        await _ask_number(interaction, step.place)
        return
    if step.tail is Tail.HELP:
        await reply_in_private(interaction)
        await show_help(interaction, await _meant(interaction, step.place), step.place)
        return
    matches, user = interaction.client.house.matches, interaction.user.id
    async with prompt(interaction):
        with matches.presence.pressing(step.place.match, user):
            seen = await _meant(interaction, step.place)
            if not _is_present(seen, step.place):
                await _show_present(interaction, seen)
                return
            path = paths.walk(seen, step.place.steps)
            if seen.trying:
                await _try(interaction, step.place.match, path, step.page)
            elif step.tail is Tail.SURE and seen.planning:
                await plan(interaction, seen, path)
            elif step.tail is Tail.SURE:
                await play(interaction, seen, path)
            else:
                await _go_on_along(interaction, seen, path, is_page=step.tail is Tail.PAGE, page=step.page)


async def chosen(interaction: Interaction, place: QuestionId, values: list[str]) -> None:
    """Handle a select of the panel."""
    matches, user = interaction.client.house.matches, interaction.user.id
    async with prompt(interaction):
        with matches.presence.pressing(place.match, user):
            seen = await _meant(interaction, place)
            if not _is_present(seen, place):
                await _show_present(interaction, seen)
                return
            path = paths.walk(seen, place.steps)
            ask = seen.ask(path)
            if ask is not None and not isinstance(ask, Ready):
                path = (*path, paths.choice(ask, values))
                seen.ask(path)  # refuses values the question doesn't offer
            if seen.trying:
                await _try(interaction, place.match, path)
            else:
                await _go_on_along(interaction, seen, path)


async def typed(interaction: Interaction, place: QuestionId, number: str) -> None:
    """Handle a number typed into a form."""
    await chosen(interaction, place, [number.strip()])


async def _go_on_along(
    interaction: Interaction, seen: Seen, path: Path, *, is_page: bool = False, page: int = 0
) -> None:
    """Play a move that needs no Confirm (a plan never does), else show the question after the path."""
    question = next_question(seen, path) if seen.planning and not is_page else None
    if question is not None and isinstance(question.ask, Ready):
        await plan(interaction, seen, question.path)
        return
    answer = None if seen.planning or is_page else await at_once(interaction.client.house.matches, seen, path)
    if answer is not None:
        await play(interaction, seen, answer.path, unconfirmed=answer.open)
    else:
        await show(interaction, seen, path=path, page=page)


async def _try(interaction: Interaction, match_id: int, path: Path, page: int = 0) -> None:
    """Go on in what the person tries out."""
    seen = await interaction.client.house.matches.see(match_id, interaction.user.id)
    await lines.go_on(interaction, seen, await interaction.client.house.lines.at(seen), path, page)


async def _show_present(interaction: Interaction, seen: Seen) -> None:
    """Show the present question to a person who pressed on an earlier one."""
    if seen.trying:
        await lines.show_now(interaction, seen.match.id)
    else:
        await show(interaction, seen, head=reader(interaction)("panel.stale"))


async def _meant(interaction: Interaction, place: QuestionId) -> Seen:
    """The present match; for a plan as it will be at the person's next question, if that can be predicted.

    For what they try out it is the match as they imagine it.
    """
    seen = await interaction.client.house.matches.visit(place.match, asker(interaction))
    if place.trying:
        return (await interaction.client.house.lines.at(seen)).seen
    if place.planning:
        with suppress(Refused):
            return await interaction.client.house.matches.planning(seen)
    return seen


def _is_present(seen: Seen, place: QuestionId) -> bool:
    """Whether the press is about the present match; Refused for a person who can't play in it."""
    if seen.match.phase != "running":
        return False
    check_player(seen)
    meant = (place.fingerprint, place.planning, place.trying)
    return (seen.fingerprint, seen.planning, seen.trying) == meant


async def play(interaction: Interaction, seen: Seen, path: Path, *, unconfirmed: bool = False) -> None:
    """Play the move, and continue with the person's next question in this match."""
    await deferred(interaction)
    matches, user = interaction.client.house.matches, interaction.user.id
    question = next_question(seen, path)
    answer = question.path if question is not None else path
    message = _panel_of(interaction)
    doing = partial(
        matches.play,
        seen.match.id,
        user,
        answer,
        seen.fingerprint,
        interaction.id,
        panel=message,
        unconfirmed=unconfirmed,
        again=seen.again,
    )
    await _go_on(interaction, seen, "panel.done", doing)


async def plan(interaction: Interaction, seen: Seen, path: Path) -> None:
    """Store the move as a plan for the person's next question."""
    await deferred(interaction)
    matches, user = interaction.client.house.matches, interaction.user.id
    await matches.plan(seen.match.id, user, path, seen.fingerprint)
    await show(interaction, await matches.see(seen.match.id, user), head=reader(interaction)("plan.done"))


async def undo(interaction: Interaction, match_id: int, fingerprint: str) -> None:
    """Undo the person's last move, from a panel's button."""
    matches, user, message = interaction.client.house.matches, interaction.user.id, _panel_of(interaction)
    doing = partial(matches.undo, match_id, user, fingerprint, interaction.id, panel=message)
    await _do(interaction, match_id, "panel.undone", doing)


async def play_turn(interaction: Interaction, match_id: int, fingerprint: str) -> None:
    """Let the bot play the rest of the person's turn."""
    await _play_for(interaction, match_id, PlayOn.TURN, fingerprint)


async def play_to_choice(interaction: Interaction, match_id: int, fingerprint: str) -> None:
    """Let the bot play on to the person's next real choice."""
    await _play_for(interaction, match_id, PlayOn.CHOICE, fingerprint)


async def play_leg(interaction: Interaction, match_id: int, fingerprint: str) -> None:
    """Let the bot play on to the end of this leg."""
    await _play_for(interaction, match_id, PlayOn.LEG, fingerprint)


async def _play_for(interaction: Interaction, match_id: int, until: PlayOn, fingerprint: str) -> None:
    matches, user, message = interaction.client.house.matches, interaction.user.id, _panel_of(interaction)
    doing = partial(matches.play_for, match_id, user, until, fingerprint, interaction.id, panel=message)
    await _do(interaction, match_id, "panel.done.auto", doing)


async def _do(interaction: Interaction, match_id: int, done: str, doing: Doing) -> None:
    """Carry out a tool button, and continue in the panel."""
    await defer_in_private(interaction)
    matches, user = interaction.client.house.matches, interaction.user.id
    with matches.presence.pressing(match_id, user):
        await _go_on(interaction, await matches.see(match_id, user), done, doing)


def _panel_of(interaction: Interaction) -> int | None:
    """The pressed private message, if it lasts and so goes on to what comes next."""
    message = lasting_dm(interaction)
    return None if message is None else message.id


async def _go_on(interaction: Interaction, seen: Seen, done: str, doing: Doing) -> None:
    """Do it and show the result in this match; if the match has moved on, show it as it stands."""
    matches, user, say = interaction.client.house.matches, interaction.user.id, reader(interaction)
    head, fault_words = say(done), "fault.saved"
    interaction.client.renewals.leave(seen.match.id, user)
    try:
        words = say("panel.thinking" if has_computers(seen.match) else "panel.moment")
        async with patience(interaction, words):
            after = await doing()
    except Stale:
        after, head, fault_words = await matches.see(seen.match.id, user), say("panel.stale"), "fault"
    except Doubled:
        after = await matches.see(seen.match.id, user)
    led_by = await _caused(interaction, seen, after)
    async with answered(interaction, fault_words=fault_words):
        await show(interaction, after, head="" if led_by is not None else head, led_by=led_by)


async def _caused(interaction: Interaction, seen: Seen, after: Seen) -> Caused | None:
    """What this press caused; an error in telling it must not hide the match."""
    try:
        return await caused(interaction.client.house.matches, seen, after, interaction.id, reader(interaction))
    except Exception:
        log.exception("consequences can't be told", match=seen.match.id)
        return None


def number_form(code: str, ask: Amount, say: Catalogue) -> Form:
    """The form for a whole number."""
    label = cut(say("panel.number.label", least=ask.least, most=ask.most), FORM_TEXT)
    bounds = f"{ask.least} – {ask.most}"
    field = discord.ui.TextInput[Any](label=label, placeholder=bounds, custom_id=NUMBER_FIELD, max_length=20)
    return Form(cut(say("panel.number"), FORM_TEXT), code, field)


async def _ask_number(interaction: Interaction, place: QuestionId) -> None:
    seen = await _meant(interaction, place)
    ask = seen.ask(paths.walk(seen, place.steps)) if _is_present(seen, place) else None
    if not isinstance(ask, Amount):
        await defer_in_private(interaction)
        await show(interaction, seen, head=reader(interaction)("panel.stale"))
        return
    await interaction.response.send_modal(number_form(question_code(place), ask, reader(interaction)))
