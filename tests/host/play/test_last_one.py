"""Calls say whose move alone is missing where everyone can tell; in a sealed stage reminders and panels do, too."""

import random
from dataclasses import replace
from typing import Any

import pytest

from engines.table import Viewer
from model.match import Preferences
from tests.engines.tiny import State, Tiny, TinyView
from tests.host.evening import ADA, BO, CY, GAMES, Evening, addressed

pytestmark = pytest.mark.quick

PEOPLE = (ADA, BO, CY)


async def last_ones(evening: Evening, match: int) -> list[int]:
    """The people who read that only they are missing."""
    return [user for user in PEOPLE if (await evening.matches.see(match, user)).own.is_last]


async def bidding(evening: Evening, *users: int, **options: Any) -> int:
    """A match of these people in which all are to bid."""
    match = await evening.play(*users, game="tiny", **options)
    await evening.deliver()
    return match


async def test_it_is_the_person_who_has_not_answered_once_all_others_have(evening: Evening) -> None:
    match = await bidding(evening, ADA, BO, CY)
    assert await last_ones(evening, match) == []
    await evening.answer(match, ADA)
    assert await last_ones(evening, match) == []
    await evening.answer(match, CY)
    assert await last_ones(evening, match) == [BO]
    await evening.answer(match, ADA)  # she changes her answer, which no one else can tell
    assert await last_ones(evening, match) == [BO]
    seen = await evening.matches.see(match, None)
    assert not seen.own.is_last


async def test_a_reminder_says_so_and_no_message_is_sent_for_it(evening: Evening) -> None:
    await evening.house.notifications.set_preferences(BO, Preferences(zone="UTC", quiet=(0, 0)))
    match = await bidding(evening, ADA, BO, CY, clock="daily")
    await evening.answer(match, ADA)
    await evening.answer(match, CY)
    assert [to for _, to in addressed(await evening.deliver()) if to == BO] == []
    evening.now.later(50 * 3600.0)
    await evening.owe()
    [reminder] = [message for message in await evening.deliver() if message.post.to == BO]
    assert reminder.post.kind == "half"
    assert reminder.seen is not None and reminder.seen.own.is_last


async def test_a_computer_whose_answer_is_to_come_is_missing_as_well(evening: Evening) -> None:
    match = await bidding(evening, ADA, BO, opponents=["easy"])
    await evening.answer(match, ADA)
    assert await last_ones(evening, match) == []
    await evening.think(match)
    assert await last_ones(evening, match) == [BO]


async def test_who_plays_alone_is_told_nothing(evening: Evening) -> None:
    match = await bidding(evening, ADA, opponents=["easy"])
    await evening.think(match)
    assert await last_ones(evening, match) == []


async def test_a_question_to_one_seat_in_the_open_has_no_last_one(evening: Evening) -> None:
    match = await bidding(evening, ADA, BO, CY)
    seen = await evening.play_on(match, random.Random(1), lambda seen: seen.view.stage == "prize")
    assert len(seen.view.waiting) == 1
    assert await last_ones(evening, match) == []


async def test_a_reminder_says_so_in_the_open_and_the_first_call_of_a_turn_does_not(evening: Evening) -> None:
    for user in PEOPLE:
        await evening.house.notifications.set_preferences(user, Preferences(zone="UTC", quiet=(0, 0)))
    match = await bidding(evening, ADA, BO, CY, clock="daily")
    seen = await evening.play_on(match, random.Random(1), lambda seen: seen.view.stage == "prize")
    [seat] = seen.view.waiting
    called = [message for message in await evening.deliver() if message.post.kind == "turn"]
    assert [(message.post.to, message.only) for message in called] == [(seen.match.seats[seat or 0].user, False)]
    [evening.now.time] = [d.due for d in await evening.store.deadlines(match) if d.kind == "half"]
    await evening.owe()
    [reminder] = [message for message in await evening.deliver() if message.post.kind == "half"]
    assert reminder.only


async def test_a_call_to_several_says_it_to_no_one(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny")
    called = [message for message in await evening.deliver() if message.post.kind == "turn"]
    assert len(called) == 3 and not any(message.only for message in called)
    await evening.answer(match, ADA)
    alone = await evening.play(ADA, game="tiny", opponents=["easy"])
    await evening.think(alone)
    assert not any(message.only for message in await evening.deliver() if message.match.id == alone)


class Telling(Tiny):
    """A game that tells each seat more of the waiting list than the public knows."""

    def view(self, state: State, viewer: Viewer) -> TinyView:
        view = super().view(state, viewer)
        return view if viewer not in view.waiting or viewer is None else replace(view, waiting=(viewer,))


async def test_what_a_seat_alone_sees_of_the_waiting_list_tells_it_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await bidding(evening, ADA, BO, CY)
    monkeypatch.setitem(GAMES, "tiny", Telling())
    assert (await evening.matches.see(match, BO)).view.waiting == (1,)
    assert await last_ones(evening, match) == []
