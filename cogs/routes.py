"""Routes of presses, selects and forms: one table from action to function.

discord.py would only answer what still stands in a message, and only forms this process has shown. So every
custom id is read here (`cogs/ui/custom_id.py`), no matter who sent it. Slow handlers are marked in the table as a
`long_task` (`cogs/ui/long_tasks.py`); all others block their person's next press until they have replied.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar, TypeVarTuple

import discord
from structlog.contextvars import bind_contextvars

from cogs import leaderboard, privacy, profile, server_setup, settings, start
from cogs.career import archive, honours
from cogs.career.codes import LadderPage, ProfileCard, RollPage, SeasonPage, read_game, read_page, read_user
from cogs.cups import commands as cup
from cogs.cups import lots
from cogs.cups import presses as cup_presses
from cogs.cups.presses import CupPage, CupRound, read_cup
from cogs.home import followed
from cogs.looking_back import dice, export, history, replay, review
from cogs.opening import form, race, screen, seeking, solo, together
from cogs.opening.request import read_preset, read_request
from cogs.panel import browser, hint, lesson, lines, more, note, presses, rules
from cogs.panel import standing_orders as standing
from cogs.panel import votes as table
from cogs.panel.compose import ON, SWITCHED
from cogs.posts import invitation, lobby, share
from cogs.puzzles import presses as puzzle
from cogs.repair import doctor_and_backup as ward
from cogs.repair import downtime, rewind, webhooks
from cogs.repair import give_time_drop_repost as orders
from cogs.ui import controls, custom_id
from cogs.ui.access import check_invited, check_match, check_repair
from cogs.ui.client import Interaction
from cogs.ui.controls import NOTE_FIELD, NUMBER_FIELD, ZONE_FIELD, Action, Component, CustomId
from cogs.ui.custom_id import is_fingerprint, parts, read_match, read_number
from cogs.ui.forged import check_values, mappings, typed
from cogs.ui.long_tasks import Task, long_task
from engines.table import Refused
from model.kinds import VoteKind

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

More: TypeAlias = tuple[str, ...]  # what follows the match in the custom id


class Route(NamedTuple):
    """The `handler` of an action, and how it is called with the text behind the action, `in_match` or not."""

    handler: Callable[..., Awaitable[None]]
    answer: Callable[[Interaction, str], Awaitable[None]]
    in_match: bool


SEAT_DIGITS, ROW_DIGITS, PAGE_DIGITS, HOUR_DIGITS, BROWSER_DIGITS = 2, 8, 4, 3, 9
_VOTES = {kind.value: kind for kind in VoteKind}


# --- readers of what an action refers to


def _alone(more: More) -> tuple[()]:
    """Read nothing besides the match."""
    if more:
        raise Refused("house.button")
    return ()


def _word(more: More) -> tuple[str]:
    """Read one word, such as when to be reminded, or what to do with a note."""
    if len(more) != 1:
        raise Refused("house.button")
    return more


def _switch(more: More) -> tuple[bool]:
    """Read whether to follow the match, or to do so no more."""
    [word] = _word(more)
    if word not in SWITCHED:
        raise Refused("house.button")
    return (word == ON,)


def _kind(more: More) -> tuple[str]:
    """Read a kind of computer player; "" means none, which the lobby refuses."""
    return _word(more) if more else ("",)


def _fingerprint(more: More) -> tuple[str]:
    """Read the fingerprint of what was on the screen."""
    [word] = _word(more)
    if not is_fingerprint(word):
        raise Refused("house.button")
    return (word,)


def _seat(more: More) -> tuple[int]:
    [seat] = _word(more)
    return (read_number(seat, 10, SEAT_DIGITS),)


def _vote(more: More) -> tuple[VoteKind, int | None]:
    """Read what the vote is about, and the seat if it is about one."""
    about, *seats = more or ("",)
    if about not in _VOTES or len(seats) > 1:
        raise Refused("vote.unknown")
    return _VOTES[about], read_number(seats[0], 10, SEAT_DIGITS) if seats else None


def _step(more: More) -> tuple[int, int]:
    """Read the row of the log and the place of the step; a third part keeps buttons distinct."""
    if len(more) not in (2, 3):
        raise Refused("house.button")
    first, place = more[:2]
    return read_number(first, 10, ROW_DIGITS), read_number(place, 10, ROW_DIGITS)


def _order(more: More) -> tuple[str, int, int]:
    """Read the fingerprint of what was seen, how many orders were given then, and the number of the one chosen."""
    if len(more) != 3 or not is_fingerprint(more[0]):
        raise Refused("house.button")
    return more[0], read_number(more[1], 10, PAGE_DIGITS), read_number(more[2], 10, PAGE_DIGITS)


def _row(more: More) -> tuple[int]:
    [row] = _word(more)
    return (read_number(row, 10, ROW_DIGITS),)


def _nothing(what: str) -> None:
    """Read nothing: the custom id is filled up, as something has to stand there."""
    if what != custom_id.FILLED:
        raise Refused("house.button")


def _line(more: More) -> tuple[lines.Verb, int, str]:
    """Read what to do with a line, its number, and its mark, which looks like a fingerprint."""
    if len(more) != 3 or more[0] not in {*lines.Verb} or not is_fingerprint(more[2]):
        raise Refused("house.button")
    return lines.Verb(more[0]), read_number(more[1], 10, SEAT_DIGITS), more[2]


def _reopening(more: More) -> tuple[lobby.Reopening]:
    """Read whether a table is to reopen by itself."""
    [wish] = _word(more)
    if wish not in {*lobby.Reopening}:
        raise Refused("house.button")
    return (lobby.Reopening(wish),)


def _kept_line(more: More) -> tuple[int, str]:
    """Read the number and the mark of a line."""
    if len(more) != 2 or not is_fingerprint(more[1]):
        raise Refused("house.button")
    return read_number(more[0], 10, SEAT_DIGITS), more[1]


def _browser(what: str) -> int:
    return read_number(what, 36, BROWSER_DIGITS)


def _rules_page(what: str) -> tuple[str, int]:
    game, page = parts(what, 2)
    return game, read_page(page)


def _page(more: More) -> tuple[int]:
    [page] = _word(more)
    return (read_number(page, 10, PAGE_DIGITS),)


def _now(more: More) -> tuple[int]:
    """Read the number of public rows at the time of asking."""
    return _row(more)


def _point_and_now(more: More) -> tuple[int, int]:
    """Read the moment to rewind to, and what `_now` reads."""
    if len(more) != 2:
        raise Refused("house.button")
    return read_number(more[0], 10, ROW_DIGITS), read_number(more[1], 10, ROW_DIGITS)


def _excused(more: More) -> tuple[int, int | None, int]:
    """Read what `_now` reads, whose time (None: everyone's), and how many hours (0: all)."""
    if len(more) != 3:
        raise Refused("house.button")
    now, seat, hours = more
    who = None if seat == orders.ALL else read_number(seat, 10, SEAT_DIGITS)
    return read_number(now, 10, ROW_DIGITS), who, read_number(hours, 10, HOUR_DIGITS)


# --- the table


def _of_match(handler: Callable[[Interaction, int, *Ts], Awaitable[None]], read: Callable[[More], tuple[*Ts]]) -> Route:
    """Route to an action in a match that the person may know of."""

    async def answer(interaction: Interaction, what: str) -> None:
        match, *more = what.split(".")
        match_id = read_match(match)
        await check_match(interaction, match_id)
        await handler(interaction, match_id, *read(tuple(more)))

    return Route(handler, answer, in_match=True)


def _of_charge(
    handler: Callable[[Interaction, int, *Ts], Awaitable[None]], read: Callable[[More], tuple[*Ts]]
) -> Route:
    """Route to a repair of a match by those who may make it."""

    async def answer(interaction: Interaction, what: str) -> None:
        match, *more = what.split(".")
        match_id = read_match(match)
        await check_repair(interaction, match_id)
        await handler(interaction, match_id, *read(tuple(more)))

    return Route(handler, answer, in_match=True)


def _of_guest(handler: Callable[[Interaction, int], Awaitable[None]]) -> Route:
    """Route to a reply to an invitation, wherever its guest is."""

    async def answer(interaction: Interaction, what: str) -> None:
        match_id = read_match(what)
        await check_invited(interaction, match_id)
        await handler(interaction, match_id)

    return Route(handler, answer, in_match=True)


def _of(handler: Callable[[Interaction, T], Awaitable[None]], read: Callable[[str], T]) -> Route:
    """Route to any other action."""

    async def answer(interaction: Interaction, what: str) -> None:
        await handler(interaction, read(what))

    return Route(handler, answer, in_match=False)


ROUTES: Mapping[Action, Route] = {
    Action.JOIN: _of_match(lobby.join, _alone),
    Action.LEAVE: _of_match(lobby.leave, _alone),
    Action.OPPONENT: _of_match(lobby.ask_which, _alone),
    Action.START: _of_match(lobby.start, _alone),
    Action.CANCEL: _of_match(lobby.cancel, _alone),
    Action.WAIT: _of_match(lobby.wait, _alone),
    Action.INVITE: _of_match(invitation.ask_whom, _alone),
    Action.SEAT: _of_match(lobby.seat_opponent, _kind),
    Action.STANDING: _of_match(lobby.set_standing, _reopening),
    Action.ACCEPT: _of_guest(invitation.accept),
    Action.DECLINE: _of_guest(invitation.decline),
    Action.BLOCK: _of_guest(invitation.block),
    Action.ALLOW: _of_guest(invitation.allow),
    Action.OPEN: _of(screen.open_screen, read_request),
    Action.PRESET: _of(screen.choose, read_preset),
    Action.DETAILS: _of(screen.details, read_request),
    Action.SOLO: _of(solo.play, read_request),
    Action.SEEK: _of(seeking.seek, str),
    Action.SEEK_CHANGE: _of(seeking.change, _nothing),
    Action.SEEK_HERE: _of(seeking.move, _nothing),
    Action.UNSEEK: _of(seeking.stop, _nothing),
    Action.MOVE: _of_match(presses.your_move, _alone),
    Action.LOOK: _of_match(presses.look, _alone),
    Action.UNDO: _of_match(presses.undo, _fingerprint),
    Action.AUTO: _of_match(presses.play_turn, _fingerprint),
    Action.FAST: _of_match(presses.play_to_choice, _fingerprint),
    Action.LEG: _of_match(presses.play_leg, _fingerprint),
    Action.HINT: _of_match(long_task(Task.HINT, in_place=True)(hint.made_hint), _alone),
    Action.PLAN: _of_match(table.plan, _alone),
    Action.WITHDRAW: _of_match(table.withdraw, _alone),
    Action.THINK: _of_match(lines.begin, _alone),
    Action.UNTRY: _of_match(lines.back, _fingerprint),
    Action.KEEP: _of_match(lines.keep, _fingerprint),
    Action.LINES: _of_match(lines.show_kept, _alone),
    Action.LINE: _of_match(lines.do, _line),
    Action.ORDERS: _of_match(standing.show_orders, _alone),
    Action.ORDER: _of_match(standing.give, _order),
    Action.COUNTERMAND: _of_match(standing.countermand, _alone),
    Action.SINCE: _of_match(long_task(Task.SINCE)(replay.made_since), _alone),
    Action.STEP: _of_match(replay.step, _step),
    Action.LATER: _of_match(table.ask_when, _alone),
    Action.SNOOZE: _of_match(table.snooze, _word),
    Action.NOTE: _of_match(note.pressed, _word),
    Action.HISTORY: _of_match(history.show_history, _alone),
    Action.DICE: _of_match(long_task(Task.DICE)(dice.made_dice), _alone),
    Action.EXPORT: _of_match(long_task(Task.EXPORT)(export.made_export), _alone),
    Action.TABLE: _of_match(more.show_more, _alone),
    Action.BOARD: _of_match(more.show_board, _alone),
    Action.VOTE: _of_match(table.vote, _vote),
    Action.YES: _of_match(table.say_yes, _alone),
    Action.NO: _of_match(table.say_no, _alone),
    Action.TAKEOVER: _of_match(table.sit_down, _seat),
    Action.RETURN: _of_match(table.come_back, _alone),
    Action.REMATCH: _of_match(solo.rematch, _alone),
    Action.LIVE: _of_match(table.play_live, _alone),
    Action.ENOUGH: _of_match(table.enough, _alone),
    Action.FILM: _of_match(long_task(Task.FILM)(replay.made_film), _alone),
    Action.REVIEW: _of_match(long_task(Task.REVIEW)(review.made_review), _alone),
    Action.TRY: _of_match(solo.try_on, _row),
    Action.TRY_TOGETHER: _of_match(together.try_on, _row),
    Action.SHARE: _of_match(share.ask_where, _alone),
    Action.SHARE_LINE: _of_match(long_task(Task.SHARE, in_place=True)(share.made_line), _kept_line),
    Action.SHARE_BETTER: _of_match(long_task(Task.SHARE)(share.made_better), _row),
    Action.FOLLOW: _of_match(table.follow, _switch),
    Action.FOLLOW_PERSON: _of(followed.follow_person, followed.read_person),
    Action.UNFOLLOW: _of(followed.stop, str),
    Action.MOVED: _of(followed.show_moved, followed.read_time),
    Action.WEB: _of_match(browser.give_link, _alone),
    Action.SHUT: _of(browser.shut, _browser),
    Action.LEARN: _of(lesson.learn, lesson.read),
    Action.PUZZLE: _of(puzzle.today, _nothing),
    Action.OLDER: _of(puzzle.older, _nothing),
    Action.SOLUTION: _of(long_task(Task.SOLUTION)(puzzle.made_solution), read_match),
    Action.RACE: _of(race.show, _nothing),
    Action.RACE_ON: _of(race.begin, _nothing),
    Action.RACE_FILM: _of(long_task(Task.FILM)(race.made_film), race.read_film),
    Action.CUP_JOIN: _of(cup_presses.join, read_cup),
    Action.CUP_LEAVE: _of(cup_presses.leave, read_cup),
    Action.CUP_OUT: _of(cup_presses.leave_for_good, CupRound.read),
    Action.CUP_START: _of(cup_presses.start, read_cup),
    Action.CUP_CANCEL: _of(cup_presses.cancel, read_cup),
    Action.CUP_OFF: _of(cup_presses.call_off, CupRound.read),
    Action.CUP_PAGE: _of(long_task(Task.CUP, in_place=True)(cup_presses.made_page), CupPage.read),
    Action.CUP_TEXT: _of(cup_presses.in_characters, CupPage.read),
    Action.CUP_LOG: _of(cup_presses.show_log, read_cup),
    Action.CUP_LOTS: _of(long_task(Task.DICE)(lots.made_lots), read_cup),
    Action.CUP_RULES: _of(cup_presses.show_rules, read_cup),
    Action.CUP_MOVE: _of(cup.move, read_cup),
    Action.HOME: _of(start.turn, str),
    Action.FRIENDS: _of(start.friends, str),
    Action.RULES: _of(rules.turn, _rules_page),
    Action.LADDER: _of(leaderboard.turn, LadderPage.read),
    Action.LADDER_TEXT: _of(leaderboard.in_characters, LadderPage.read),
    Action.CARD: _of(profile.turn, ProfileCard.read),
    Action.CARD_TEXT: _of(profile.in_characters, ProfileCard.read),
    Action.BADGES: _of(profile.show_badges, ProfileCard.read),
    Action.HIDE_ACCURACY: _of(profile.hide_accuracy, ProfileCard.read),
    Action.SHOW_ACCURACY: _of(profile.show_accuracy, ProfileCard.read),
    Action.HONOURS: _of(honours.open_roll, read_game),
    Action.ROLL: _of(honours.turn_roll, RollPage.read),
    Action.ROLL_TEXT: _of(honours.roll_in_characters, RollPage.read),
    Action.SEASONS: _of(archive.open_newest, read_game),
    Action.ARCHIVE: _of(archive.open_table, SeasonPage.read_table),
    Action.SEASON: _of(archive.turn, SeasonPage.read),
    Action.SEASON_TEXT: _of(archive.in_characters, SeasonPage.read),
    Action.FORGET: _of(privacy.confirmed, read_user),
    Action.POINTS: _of_charge(rewind.turn, _page),
    Action.REWIND: _of_charge(rewind.confirmed, _point_and_now),
    Action.EXCUSE: _of_charge(orders.time_given, _excused),
    Action.DROP: _of_charge(orders.dropped, _now),
    Action.REPOST: _of_charge(orders.reposted, _now),
    Action.ANNOUNCE: _of(downtime.announced, downtime.read),
    Action.BACKUP: _of(long_task(Task.BACKUP, in_place=True)(ward.made_backup), ward.read),
    Action.WEBHOOK_TEST: _of(long_task(Task.WEBHOOK, in_place=True)(webhooks.made_test), webhooks.read),
    Action.WEBHOOK_REMOVE: _of(webhooks.removed, webhooks.read),
}


# --- the entry point


def read(interaction: Interaction) -> CustomId:
    """Read what was pressed, chosen or sent; Refused for ids that no message of the bot has ever had."""
    sent: Any = interaction.data
    return custom_id.read(_component(interaction), str(sent.get("custom_id")))


async def answer(interaction: Interaction, used: CustomId) -> None:
    """Answer a press, select or form, as read by `read`."""
    sent: Any = interaction.data
    if (match := custom_id.match_about(str(sent["custom_id"]))) is not None:
        bind_contextvars(match=match)
    await _ANSWERS[type(used)](interaction, used, sent)


async def _point_chosen(interaction: Interaction, used: controls.PointSelect, sent: Any) -> None:
    await check_repair(interaction, used.match)
    await rewind.chosen(interaction, used.match, _values(sent))


def _component(interaction: Interaction) -> Component:
    """The component used; Refused for one that the bot doesn't use."""
    if interaction.type is discord.InteractionType.modal_submit:
        return Component.FORM
    sent: Any = interaction.data
    try:
        return Component(sent.get("component_type"))
    except ValueError:
        raise Refused("house.button") from None


def _values(sent: Any) -> list[str]:
    """The values chosen in a select."""
    return check_values(sent.get("values"))


def _text(sent: Any, name: str) -> str:
    """The text typed into a form's field with this custom id; Refused if the form has no such field."""
    fields = _fields(sent)
    if name not in fields:
        raise Refused("house.button")
    return next(iter(fields[name]), "")


def _fields(sent: Any) -> dict[str, list[str]]:
    """The values of each field of a form, whether it stands in a row or under a label."""
    parts: list[Any] = []
    for part in mappings(sent.get("components")):
        parts += mappings(part.get("components") or [part.get("component") or {}])
    return {
        str(field.get("custom_id")): _values(field) if "values" in field else [typed(field.get("value") or "")]
        for field in parts
        if field
    }


_ANSWERS: Mapping[type[CustomId], Callable[[Interaction, Any, Any], Awaitable[None]]] = {
    controls.Step: lambda i, step, _: presses.pressed(i, step),
    controls.Choice: lambda i, used, sent: presses.chosen(i, used.place, _values(sent)),
    controls.Number: lambda i, used, sent: presses.typed(i, used.place, _text(sent, NUMBER_FIELD)),
    controls.LessonStep: lambda i, place, sent: lesson.answered(i, place, _values(sent)),
    controls.PuzzleStep: lambda i, place, sent: puzzle.pressed(i, place, _values(sent)),
    controls.Act: lambda i, act, _: ROUTES[act.action].answer(i, act.what),
    controls.SettingButton: lambda i, button, _: settings.pressed(i, button),
    controls.SettingSelect: lambda i, select, sent: settings.chosen(i, select, _values(sent)),
    controls.SetupForm: lambda i, used, sent: server_setup.zone_typed(i, _text(sent, ZONE_FIELD), is_long=used.is_long),
    controls.SetupButton: lambda i, button, _: server_setup.pressed(i, button),
    controls.SetupSelect: lambda i, select, sent: server_setup.chosen(i, select, _values(sent)),
    controls.ZoneForm: lambda i, _, sent: settings.zone_typed(i, _text(sent, ZONE_FIELD)),
    controls.Contents: lambda i, used, sent: rules.chosen(i, used.game, _values(sent)),
    controls.Guest: lambda i, used, sent: invitation.chosen(i, used.match, _values(sent)),
    controls.ShareSelect: lambda i, used, sent: share.chosen(i, used.what, used.match, _values(sent)),
    controls.PointSelect: _point_chosen,
    controls.NoteForm: lambda i, used, sent: note.typed(i, used.match, _text(sent, NOTE_FIELD)),
    controls.SeekForm: lambda i, _, sent: seeking.filled_in(i, form.Filled(_fields(sent))),
    controls.OpeningForm: lambda i, used, sent: form.filled_in(i, used.what, form.Filled(_fields(sent))),
}
