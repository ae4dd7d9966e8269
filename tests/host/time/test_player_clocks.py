"""The clocks of players: grace, bank, increment, what happens when a time is up, and what costs no one time."""

import asyncio

import pytest

from db.store import Stale
from host.play.autoplay import PATIENCE
from host.time.clocks import HOUR
from model.kinds import How, VoteKind
from model.match import SeatRow
from opponents import FAIR
from tests.host.evening import ADA, BO, CY, DEE, NOON, Evening, addressed, kinds_to, refused

pytestmark = pytest.mark.usefixtures("slow_url", "rope")

FRIDAY = NOON + 3 * 24 * HOUR  # NOON is a Tuesday, a quarter past ten at night


async def seat(evening: Evening, match: int, number: int) -> SeatRow:
    return (await evening.header(match)).seats[number]


async def timed(evening: Evening, match: int) -> dict[str, float]:
    """In how many hours what comes due."""
    return {d.kind: round((d.due - evening.now()) / HOUR, 6) for d in await evening.store.deadlines(match)}


async def moves(evening: Evening, match: int) -> list[tuple[int | None, str]]:
    """Who has answered, and how."""
    return [(row.by, row.how) for row in await evening.log(match) if row.kind == "move"]


async def pass_time(evening: Evening, hours: float) -> None:
    """Let the time go on in steps of an hour, as a running host lives through it."""
    end = evening.now() + hours * HOUR
    while evening.now() < end:
        evening.now.later(min(HOUR, end - evening.now()))
        await evening.owe()


async def until_late(evening: Evening, match: int, number: int) -> None:
    """Let the time go on until the bot has moved for this seat."""
    while (await seat(evening, match, number)).asked is not None:
        await pass_time(evening, 1)


# --- how much time there is


async def test_a_move_costs_nothing_in_its_grace_and_then_the_bank(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    assert (await seat(evening, match, 0)).bank == 84 * HOUR
    assert (await timed(evening, match))[How.LATE] == 92
    evening.now.later(8 * HOUR)
    await evening.answer(match, ADA)
    assert (await seat(evening, match, 0)).bank == 84 * HOUR
    evening.now.later(18 * HOUR)
    await evening.answer(match, BO)
    assert (await seat(evening, match, 1)).bank == 74 * HOUR
    assert (await seat(evening, match, 0)).bank == 96 * HOUR


async def test_a_player_who_plays_alone_against_computers_has_all_the_time_of_the_world(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy"], game="rope", clock="daily")
    assert (await evening.header(match)).terms.clock == "none"
    assert await timed(evening, match) == {}


async def test_an_answer_that_the_house_gives_in_between_is_no_new_move(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    evening.now.later(30 * HOUR)
    monkeypatch.setattr("host.play.autoplay.AT_ONCE", 0)
    monkeypatch.setattr("host.play.step_facts.forced_path", lambda game, state, seat: ("1",) if seat == 1 else None)
    await evening.answer(match, ADA)
    assert [(deadline.kind, deadline.seat) for deadline in await evening.owed(match)] == [("forced", 1)]
    assert (await seat(evening, match, 1)).asked is None
    assert set(await timed(evening, match)) == {"forced"}


# --- when the time is up


async def test_when_the_time_is_up_the_fallback_is_played_once(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    evening.now.later(92 * HOUR - 1)
    await evening.owe()
    assert await moves(evening, match) == []
    evening.now.later(2)
    await evening.owe()
    await evening.owe()
    assert await moves(evening, match) == [(0, How.LATE)]
    row = (await evening.log(match))[-1]
    assert [event.kind for event in row.events] == ["climbed", "house.late"]
    ada = await seat(evening, match, 0)
    assert (ada.bank, ada.missed, ada.asked, ada.play_on) == (0, 1, None, None)
    assert (await seat(evening, match, 1)).asked == evening.now()


async def test_a_late_player_has_grace_and_increment_for_their_next_move(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await pass_time(evening, 93)
    await evening.answer(match, BO)
    assert (await timed(evening, match))[How.LATE] == 20


async def test_the_rest_of_a_late_turn_is_played_at_once(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await evening.answer(match, ADA, ("4",))
    await until_late(evening, match, 1)
    first, second = (await evening.log(match))[-2:]
    assert [(row.by, row.how, row.at) for row in (first, second)] == [(1, How.LATE, evening.now())] * 2
    assert [event.kind for event in first.events] == ["climbed", "wind", "house.late"]
    assert [event.kind for event in second.events] == ["climbed", "turn"]
    bo = await seat(evening, match, 1)
    assert (bo.missed, bo.play_on) == (1, None)


async def test_another_answer_in_the_same_turn_brings_no_more_time(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await evening.answer(match, ADA, ("4",))
    evening.now.later(10 * HOUR)
    await evening.answer(match, BO, ("1",))
    assert (await timed(evening, match))[How.LATE] == 82


async def test_after_three_in_a_row_an_opponent_sits_in_and_the_seat_is_offered(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="brisk")
    for turn in range(PATIENCE):
        assert (await seat(evening, match, 0)).missed == turn
        await until_late(evening, match, 0)
        if turn < PATIENCE - 1:
            await evening.answer(match, BO)
    ada = await seat(evening, match, 0)
    assert (ada.substitute, ada.missed, ada.resigned, ada.user) == (FAIR, 0, False, ADA)
    late = next(row for row in await evening.log(match) if any(e.kind == "house.substituted" for e in row.events))
    assert (late.by, late.how) == (0, How.LATE)
    assert "free" in kinds_to(await evening.deliver(), None)
    await evening.answer(match, BO)
    assert (await moves(evening, match))[-1] == (0, "computer")
    with refused("seat.away"):
        await evening.matches.play(match, ADA, ("1",), None, evening.press())


async def test_a_player_who_answers_in_between_begins_to_count_anew(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="brisk")
    for _ in range(PATIENCE - 1):
        await until_late(evening, match, 0)
        await evening.answer(match, BO)
    assert (await seat(evening, match, 0)).missed == 2
    await evening.answer(match, ADA)
    assert (await seat(evening, match, 0)).missed == 0


async def test_a_match_that_everybody_has_left_alone_ends(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await pass_time(evening, 60 * 24)
    assert (await evening.header(match)).phase == "over"
    assert await evening.store.deadlines(match) == []


@pytest.mark.parametrize("press_first", [True, False])
async def test_of_a_press_and_a_late_answer_one_counts(evening: Evening, press_first: bool) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    seen = await evening.matches.see(match, ADA)
    evening.now.later(100 * HOUR)
    press = evening.matches.play(match, ADA, ("3",), seen.fingerprint, evening.press())
    both = [press, evening.owe()] if press_first else [evening.owe(), press]
    ends = await asyncio.gather(*both, return_exceptions=True)
    assert [by for by, _ in await moves(evening, match)] == [0]
    if any(isinstance(end, Stale) for end in ends):
        assert await moves(evening, match) == [(0, How.LATE)]
    else:
        assert await moves(evening, match) == [(0, "player")]


async def test_in_a_sealed_stage_a_late_player_is_answered_for_and_the_others_wait_for_nobody(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny", clock="daily")
    await evening.answer(match, BO)
    await pass_time(evening, 91)
    assert (await evening.matches.see(match, None)).view.waiting == (0, 2)
    await pass_time(evening, 2)
    late = [row.by for row in await evening.log(match) if row.how == How.LATE]
    assert sorted(by for by in late if by is not None)[:2] == [0, 2]
    assert (await evening.matches.see(match, None)).view.stage == "prize"


# --- undo


async def test_an_undo_wins_nobody_time(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await evening.answer(match, ADA)
    evening.now.later(20 * HOUR)
    await evening.answer(match, BO, ("2",))
    assert (await seat(evening, match, 1)).bank == 72 * HOUR
    evening.now.later(20 * HOUR)  # Ada thinks: 8 hours of grace, 12 of her bank
    await evening.matches.undo(match, BO, None, evening.press())
    bo, ada = await seat(evening, match, 1), await seat(evening, match, 0)
    assert (bo.asked, bo.bank, bo.credit) == (evening.now(), 72 * HOUR, -8 * HOUR)
    assert (await timed(evening, match))[How.LATE] == 72
    assert (ada.asked, ada.bank, ada.stopped) == (None, 84 * HOUR, True)
    evening.now.later(HOUR)
    await evening.answer(match, BO, ("3",))
    assert (await seat(evening, match, 1)).bank == 71 * HOUR
    ada = await seat(evening, match, 0)
    assert (ada.bank, ada.credit, ada.stopped) == (84 * HOUR, -8 * HOUR, False)
    assert (await timed(evening, match))[How.LATE] == 84


async def test_an_undo_within_the_grace_keeps_what_is_left_of_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    evening.now.later(3 * HOUR)
    await evening.answer(match, ADA)
    evening.now.later(HOUR)
    await evening.matches.undo(match, ADA, None, evening.press())
    assert (await timed(evening, match))[How.LATE] == 89


# --- reminders


async def test_a_person_is_reminded_at_half_and_at_ninety_of_their_time_once_each(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await evening.deliver()
    assert await timed(evening, match) == {"stalled": 36, "half": 46, "ninety": 82.8, How.LATE: 92}
    heard: list[tuple[str, int | None]] = []
    for _ in range(91):
        evening.now.later(HOUR)
        await evening.owe()
        await evening.owe()
        heard += addressed(await evening.deliver())
    assert heard == [("stalled", None), ("half", ADA), ("ninety", ADA)]


async def test_another_s_answer_in_between_reminds_nobody_twice(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny", clock="daily")
    await evening.answer(match, CY)
    await evening.deliver()
    evening.now.later(47 * HOUR)
    await evening.answer(match, BO)  # Ada's half has come, but the clock was busy
    await evening.owe()
    assert kinds_to(await evening.deliver(), ADA) == ["half"]
    await pass_time(evening, 30)
    assert kinds_to(await evening.deliver(), ADA) == []


async def test_a_player_who_has_answered_is_not_reminded_any_more(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    evening.now.later(47 * HOUR)
    await evening.answer(match, ADA)
    await evening.answer(match, BO)
    await evening.deliver()
    await evening.owe()
    assert addressed(await evening.deliver()) == []
    assert all(deadline.seat == 0 and deadline.due > evening.now() for deadline in await evening.store.deadlines(match))


async def test_a_person_is_reminded_when_they_want_if_it_is_still_their_turn(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope")
    await evening.deliver()
    await evening.matches.snooze(match, ADA, evening.now() + 5 * HOUR)
    await evening.matches.snooze(match, ADA, evening.now() + 2 * HOUR)  # they change their mind
    await pass_time(evening, 3)
    assert addressed(await evening.deliver()) == [("snooze", ADA)]
    await evening.matches.snooze(match, ADA, evening.now() + HOUR)
    await evening.answer(match, ADA)
    await evening.deliver()
    await pass_time(evening, 5)
    assert addressed(await evening.deliver()) == []


async def test_only_an_asked_player_can_be_reminded(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope")
    async with evening.unchanged():
        with refused("snooze.closed"):
            await evening.matches.snooze(match, BO, evening.now() + HOUR)
        with refused("house.no.seat"):
            await evening.matches.snooze(match, DEE, evening.now() + HOUR)


# --- what costs no one time


async def test_a_weekend_after_an_outage_costs_nobody_time_either(evening: Evening) -> None:
    evening.now.time = FRIDAY - 95 * HOUR
    match = await evening.play(ADA, BO, game="rope", clock="daily", weekends=True)
    await evening.store.outages.beat(evening.now())
    evening.now.later(5 * HOUR)  # now the last minutes fall onto Monday
    await evening.wake_up()
    due = await evening.late(match)
    evening.now.time = due + 1
    await evening.owe()
    assert await moves(evening, match) == []
    later = await evening.late(match)
    assert later >= due + 48 * HOUR
    evening.now.time = later
    await evening.owe()
    assert await moves(evening, match) == [(0, How.LATE)]


async def vote_pause(evening: Evening, match: int, about: VoteKind) -> None:
    await evening.ask(match, ADA, about)
    await evening.say(match, BO, yes=True)


@pytest.mark.parametrize("asked_for", [2, 20])
async def test_a_pause_costs_nobody_time_and_reminds_nobody(evening: Evening, asked_for: float) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await evening.deliver()
    await pass_time(evening, asked_for)
    before = await timed(evening, match)
    await vote_pause(evening, match, VoteKind.PAUSE)
    assert await timed(evening, match) == {}
    await evening.deliver()
    await pass_time(evening, 300)
    assert addressed(await evening.deliver()) == []
    await vote_pause(evening, match, VoteKind.RESUME)
    assert await timed(evening, match) == before
    await evening.answer(match, ADA)
    assert (await seat(evening, match, 0)).bank == (84 - max(0, asked_for - 8)) * HOUR


async def test_a_pause_over_a_weekend_on_which_clocks_rest_wins_nobody_time(evening: Evening) -> None:
    evening.now.time = FRIDAY - 10 * HOUR
    match = await evening.play(ADA, BO, game="rope", clock="daily", weekends=True)
    before = (await timed(evening, match))[How.LATE]
    await vote_pause(evening, match, VoteKind.PAUSE)
    evening.now.later(7 * 24 * HOUR)
    await vote_pause(evening, match, VoteKind.RESUME)
    assert (await timed(evening, match))[How.LATE] == before
