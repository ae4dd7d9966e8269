"""Calls that ask for nothing any more: retired once, after the commit, whatever happens in between."""

import asyncio
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from engines.table import Refused
from host.delivery import Unsent
from host.outbox.messages import OPEN, TRIED, Message
from host.outbox.notifications import CALLS
from host.outbox.outbox import MOMENT
from host.time.clocks import HOUR
from model.kinds import PANEL, PostKind
from model.match import Preferences, Shown
from tests.host.evening import ADA, BO, CY, Evening, kinds_to

pytestmark = pytest.mark.usefixtures("rope")
MESSAGE = 4711  # of a panel


@pytest.fixture
async def match(evening: Evening) -> int:
    """Three climb; Ada is asked, and called."""
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    assert kinds_to(await evening.deliver(), ADA) == ["turn"]
    return match


async def shown(evening: Evening, match: int, user: int) -> list[Shown]:
    """The messages that show a person something of the match."""
    facts = await evening.store.facts(match)
    assert facts is not None
    return list(facts.shown_to(user))


async def open_calls(evening: Evening, match: int, user: int) -> list[str]:
    return [message.kind for message in await shown(evening, match, user) if message.kind in OPEN]


def retired(evening: Evening) -> list[tuple[str, int | None, list[int]]]:
    """Why, whose, and which messages, since the last time."""
    messages, evening.box.retired = evening.box.retired, []
    return [(m.post.kind, m.post.to, [call.place.message for call in m.retired]) for m in messages]


async def test_an_answer_retires_the_call(evening: Evening, match: int) -> None:
    [message] = [m.message for m in await shown(evening, match, ADA) if m.kind in CALLS]
    assert retired(evening) == []
    await evening.answer(match, ADA)
    assert retired(evening) == [], "not before the post goes"
    await evening.deliver()
    assert retired(evening) == [("answered", ADA, [message])]
    assert await open_calls(evening, match, ADA) == []
    assert await open_calls(evening, match, BO) == ["turn"]


async def test_a_move_that_is_not_saved_retires_nothing(
    evening: Evening, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr(evening.store, "commit", AsyncMock(side_effect=RuntimeError))
        await evening.answer(match, ADA)
    await evening.deliver()
    assert (retired(evening), await open_calls(evening, match, ADA)) == ([], ["turn"])


async def test_what_is_to_be_retired_survives_a_crash_and_two_houses_do_it_once(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA)
    first, second = [await Evening.begin(evening.url, evening.now) for _ in range(2)]
    await asyncio.gather(first.deliver(), second.deliver())
    assert [post[:2] for post in retired(first) + retired(second)] == [("answered", ADA)]
    assert await open_calls(evening, match, ADA) == []
    for house in (first, second):
        await house.store.close()


async def test_an_answer_given_before_a_call_was_sent_doesnt_retire_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    with evening.matches.presence.pressing(match, ADA):  # so the call waits a moment
        await evening.deliver()
        for user in (ADA, BO, CY):
            await evening.answer(match, user)
    evening.now.later(MOMENT)
    assert kinds_to(await evening.deliver(), ADA) == ["turn"]
    assert await open_calls(evening, match, ADA) == ["turn"], "it asks for the next answer"
    await evening.answer(match, ADA)
    await evening.deliver()
    assert await open_calls(evening, match, ADA) == []


async def test_a_call_that_was_never_sent_has_nothing_to_retire(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA)
    await evening.answer(match, BO)
    assert kinds_to(await evening.deliver(), BO) == []
    assert [post for post in retired(evening) if post[1] == BO] == []


async def test_the_panel_that_was_pressed_goes_on(evening: Evening, match: int) -> None:
    [message] = [m.message for m in await shown(evening, match, ADA) if m.kind in CALLS]
    seen = await evening.matches.see(match, ADA)
    seen = await evening.matches.play(match, ADA, ("1",), seen.fingerprint, evening.press(), panel=message)
    await evening.deliver()
    assert retired(evening) == []
    assert await open_calls(evening, match, ADA) == []
    assert (seen.own.idle, seen.own.panel) == (message, None)
    assert (await evening.matches.see(match, ADA)).own == seen.own, "what is told after a press is what is stored"


async def test_the_panel_that_goes_on_to_the_next_question_stays_open(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy"], game="rope")
    await evening.deliver()
    [message] = [m.message for m in await shown(evening, match, ADA) if m.kind in CALLS]
    seen = await evening.matches.see(match, ADA)
    seen = await evening.matches.play(match, ADA, ("1",), seen.fingerprint, evening.press(), panel=message)
    assert seen.seat in seen.view.waiting, "the computer has answered at once"
    assert (seen.own.idle, seen.own.panel) == (None, message)
    assert (await evening.matches.see(match, ADA)).own == seen.own, "what is told after a press is what is stored"
    await evening.matches.show_panel(ADA, ADA, message, seen)
    evening.matches.presence.shown(match, ADA, seen.sight)
    assert kinds_to(await evening.deliver(), ADA) == []
    assert (retired(evening), await open_calls(evening, match, ADA)) == ([], [PANEL])


async def test_a_press_that_is_refused_leaves_the_call_open(evening: Evening, match: int) -> None:
    [message] = [m.message for m in await shown(evening, match, ADA) if m.kind in CALLS]
    with pytest.raises(Refused):
        await evening.matches.play(match, ADA, ("99",), None, evening.press(), panel=message)
    assert await open_calls(evening, match, ADA) == ["turn"]


async def test_a_panel_that_shows_the_question_is_retired_too(evening: Evening, match: int) -> None:
    await evening.matches.show_panel(ADA, ADA, MESSAGE, await evening.matches.see(match, ADA))
    assert sorted(await open_calls(evening, match, ADA)) == [PANEL, "turn"]
    await evening.answer(match, ADA)
    await evening.deliver()
    [(why, to, messages)] = retired(evening)
    assert (why, to, len(messages), MESSAGE in messages) == ("answered", ADA, 2, True)


async def test_a_panel_that_shows_no_question_is_none_any_more(evening: Evening, match: int) -> None:
    seen = await evening.matches.see(match, ADA)
    await evening.matches.show_panel(ADA, ADA, MESSAGE, seen)
    ended = replace(seen, match=replace(seen.match, phase="over"), own=replace(seen.own, messages=frozenset({MESSAGE})))
    await evening.matches.show_panel(ADA, ADA, MESSAGE, ended)
    assert await open_calls(evening, match, ADA) == ["turn"]


async def test_a_reminder_takes_the_place_of_the_call_before(evening: Evening, match: int) -> None:
    for kind in ("half", "ninety"):
        [old] = [message.message for message in await shown(evening, match, ADA) if message.kind in CALLS]
        while not (messages := kinds_to(await evening.deliver(), ADA)):
            evening.now.later(HOUR)
            await evening.owe()
        assert messages == [kind]
        assert retired(evening) == [(PostKind.NEWER, ADA, [old])]
        assert await open_calls(evening, match, ADA) == [kind]


async def test_a_player_who_is_late_has_no_open_call_and_is_told(evening: Evening, match: int) -> None:
    messages: list[Message] = []
    while (await evening.header(match)).seats[0].missed == 0:
        evening.now.later(HOUR)
        await evening.owe()
        messages += await evening.deliver()
    messages += await evening.deliver()
    [late] = [message for message in messages if message.post.kind == "late"]
    assert late.post.to == ADA
    assert [(event.kind, event.data.get("seat")) for event in late.news] == [("climbed", 0), ("house.late", 0)]
    assert [why for why, to, _ in retired(evening) if to == ADA][-1] == "lapsed"
    assert await open_calls(evening, match, ADA) == []


async def test_an_undo_and_a_resignation_retire_calls(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA)
    await evening.deliver()
    retired(evening)
    await evening.matches.undo(match, ADA, None, evening.press())
    await evening.deliver()
    assert [post[:2] for post in retired(evening)] == [("lapsed", BO)]
    await evening.seats.resign(match, ADA, evening.press())
    await evening.deliver()
    assert [post[:2] for post in retired(evening)] == [("lapsed", ADA)]


async def test_of_sealed_answers_only_the_first_retires_a_call(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny")
    await evening.deliver()
    for _ in range(2):
        await evening.answer(match, ADA)
        await evening.deliver()
    assert [post[:2] for post in retired(evening)] == [("answered", ADA)]
    assert await open_calls(evening, match, BO) == ["turn"]


async def test_what_cannot_be_retired_is_tried_some_times(
    evening: Evening, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0

    async def busy(message: Message) -> None:
        nonlocal tried
        tried += message.post.kind == "answered"
        raise Unsent

    await evening.answer(match, ADA)
    monkeypatch.setattr(evening.box, "deliver", busy)
    for _ in range(TRIED + 2):
        await evening.outbox.work()
        evening.now.later(HOUR)
    assert tried == TRIED
    monkeypatch.undo()
    assert [post[0] for post in retired(evening)] == []
    assert "answered" not in str(await evening.rows())


async def test_a_reminder_that_is_put_off_for_the_night_does_not_keep_an_answered_call_open(
    evening: Evening, match: int
) -> None:
    await evening.house.notifications.set_preferences(ADA, Preferences(zone="Etc/UTC", quiet=(0, 1439)))
    [half, *_] = [deadline for deadline in await evening.store.deadlines(match) if deadline.kind == "half"]
    evening.now.time = half.due
    await evening.owe()
    await evening.deliver()
    assert "half" in str((await evening.rows())["outbox"])
    await evening.answer(match, ADA)
    await evening.deliver()
    assert [post[:2] for post in retired(evening)] == [("answered", ADA)]
