"""What a press in a panel does: go on along the path, play, take back, or let the house play."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.panel.components import choices, next_question
from cogs.panel.compose import is_waited_for, letter_of, show
from cogs.panel.outcome import Caused, caused
from cogs.ui import custom_id
from cogs.ui.access import check_match
from cogs.ui.client import Interaction
from cogs.ui.custom_id import Code
from cogs.ui.dynamic_items import Form, cut
from cogs.ui.errors import answered
from cogs.ui.replies import defer_in_private, reader
from engines.table import Amount, IllegalMove, Path, Ready
from host.play.matches import Doubled, Matches, Stale
from host.play.seen import Seen
from locales import Catalogue

log: FilteringBoundLogger = structlog.get_logger()

PLAYS_FOR = {"auto": "turn", "fast": "choice", "leg": "leg"}  # by button: until when the house plays on
ACTIONS = ("undo", *PLAYS_FOR)
NUMBER = "number"  # the custom id of the field in the form
FORM_TEXT = 45  # characters of a form's title and of a label in it


async def look(interaction: Interaction, match_id: int) -> None:
    """Bring the panel up to date."""
    await defer_in_private(interaction)
    await show(interaction, await interaction.client.house.matches.see(match_id, interaction.user.id))


async def pressed(interaction: Interaction, code: Code, tail: str) -> None:
    """A button of the panel: go on along the path, turn a page, ask for a number, or play."""
    if tail == custom_id.TYPE:
        await _ask_number(interaction, code)
        return
    await defer_in_private(interaction)
    await _answer(interaction, code, None, tail)


async def chosen(interaction: Interaction, code: Code, values: list[str]) -> None:
    """A select of the panel."""
    await defer_in_private(interaction)
    await _answer(interaction, code, values, "")


async def _answer(interaction: Interaction, code: Code, values: list[str] | None, tail: str) -> None:
    matches, user = interaction.client.house.matches, interaction.user.id
    with matches.attention.pressing(code.match, user):
        seen = await _meant(interaction, code)
        if not _is_present(seen, code):
            await show(interaction, seen, note=reader(interaction)("panel.stale"))
            return
        path = custom_id.walk(seen, code.steps)
        ask = seen.ask(path)
        if values is not None and ask is not None and not isinstance(ask, Ready):
            path = (*path, custom_id.choice(ask, values))
            seen.ask(path)  # refuses what this question doesn't offer
        if tail == custom_id.SURE and seen.planning:
            await plan(interaction, seen, path)
        elif not seen.planning and (
            tail == custom_id.SURE or (not tail and await _needs_no_confirm(matches, seen, path))
        ):
            await play(interaction, seen, path)
        else:
            await show(interaction, seen, path=path, page=int(tail[1:]) if tail else 0)


async def _meant(interaction: Interaction, code: Code) -> Seen:
    """The match as it stands, or for a plan as the person will see it when he is asked, where that can be foretold."""
    await check_match(interaction, code.match)
    matches, user = interaction.client.house.matches, interaction.user.id
    if code.planning:
        with suppress(IllegalMove):
            return await matches.planning(code.match, user)
    return await matches.see(code.match, user)


def _is_present(seen: Seen, code: Code) -> bool:
    """Whether the press is about the match as it stands; IllegalMove for who can't play in it."""
    if seen.match.phase != "running":
        return False
    check_player(seen)
    return seen.fingerprint == code.fingerprint and seen.planning == code.planning


def check_player(seen: Seen) -> None:
    """IllegalMove for who has no seat, and for everybody while the match rests."""
    if seen.match.paused is not None:
        raise IllegalMove(f"house.paused.{seen.match.paused}")
    if seen.seat is None:
        raise IllegalMove("house.no.seat")


async def _needs_no_confirm(matches: Matches, seen: Seen, path: Path) -> bool:
    """Whether the answer is whole after a single click and can be taken back afterwards."""
    question = next_question(seen, path)
    if question is None or not isinstance(question.ask, Ready) or len(choices(seen, question.path)) != 1:
        return False
    return await matches.is_free(seen, question.path)


async def play(interaction: Interaction, seen: Seen, path: Path) -> None:
    """Play the answer and go on with the same person's next question, in this match or the next."""
    matches, user = interaction.client.house.matches, interaction.user.id
    question = next_question(seen, path)
    whole = question.path if question is not None else path
    doing = matches.play(seen.match.id, user, whole, seen.fingerprint, interaction.id, panel=_panel_of(interaction))
    await _go_on(interaction, seen, "panel.done", doing)


async def plan(interaction: Interaction, seen: Seen, path: Path) -> None:
    """Keep the answer for when the person will be asked."""
    matches, user = interaction.client.house.matches, interaction.user.id
    await matches.plan(seen.match.id, user, path, seen.fingerprint)
    await show(interaction, await matches.see(seen.match.id, user), note=reader(interaction)("plan.done"))


async def act(interaction: Interaction, action: str, match_id: int, fingerprint: str) -> None:
    """Take my last answer back, or let the house play on for me; from a button of a panel."""
    await defer_in_private(interaction)
    matches, user = interaction.client.house.matches, interaction.user.id
    with matches.attention.pressing(match_id, user):
        seen = await matches.see(match_id, user)
        here = _panel_of(interaction)
        if action == "undo":
            doing = matches.undo(match_id, user, fingerprint, interaction.id, panel=here)
            await _go_on(interaction, seen, "panel.undone", doing)
        else:
            doing = matches.play_for(match_id, user, PLAYS_FOR[action], fingerprint, interaction.id, panel=here)
            await _go_on(interaction, seen, "panel.done.auto", doing)


def _panel_of(interaction: Interaction) -> int | None:
    """The private message that goes on to what comes next, if it is one that lasts."""
    here = letter_of(interaction)
    return None if here is None else here.id


async def _go_on(interaction: Interaction, seen: Seen, done: str, doing: Coroutine[Any, Any, Seen]) -> None:
    """Do it and show what the person is asked next; where the match has moved on, how it stands now."""
    matches, user, say = interaction.client.house.matches, interaction.user.id, reader(interaction)
    note, fault_words = say(done), "fault.saved"
    try:
        after = await doing
    except Stale:
        after, note, fault_words = await matches.see(seen.match.id, user), say("panel.stale"), "fault"
    except Doubled:
        after = await matches.see(seen.match.id, user)
    led_by = await _caused(interaction, seen)
    async with answered(interaction, fault_words=fault_words):
        if not is_waited_for(after):
            others = await matches.asked(user)
            if others:
                after = others[0]
                if after.match.id != seen.match.id:  # else it has moved on just now, and waits for him again
                    note = say("panel.done.next", match=seen.match.id)
        await show(interaction, after, note=note, led_by=led_by)


async def _caused(interaction: Interaction, seen: Seen) -> Caused | None:
    """What this press has brought; no fault in telling it may hide how the match stands."""
    try:
        return await caused(interaction.client, seen, interaction.user.id, interaction.id, reader(interaction))
    except Exception:
        log.exception("consequences can't be told", match=seen.match.id)
        return None


def number_form(code: str, ask: Amount, say: Catalogue) -> Form:
    """Asks for a whole number."""
    label = cut(say("panel.number.label", least=ask.least, most=ask.most), FORM_TEXT)
    bounds = f"{ask.least} – {ask.most}"
    field = discord.ui.TextInput[Any](label=label, placeholder=bounds, custom_id=NUMBER, max_length=20)
    return Form(cut(say("panel.number"), FORM_TEXT), code, field)


async def _ask_number(interaction: Interaction, code: Code) -> None:
    seen = await _meant(interaction, code)
    ask = seen.ask(custom_id.walk(seen, code.steps)) if _is_present(seen, code) else None
    if not isinstance(ask, Amount):
        await defer_in_private(interaction)
        await show(interaction, seen, note=reader(interaction)("panel.stale"))
        return
    path = custom_id.walk(seen, code.steps)
    await interaction.response.send_modal(number_form(custom_id.write(seen, path), ask, reader(interaction)))


async def typed(interaction: Interaction, code: Code, number: str) -> None:
    """A number that was asked for by a form."""
    await defer_in_private(interaction)
    await _answer(interaction, code, [number.strip()], "")
