"""Live play for an evening: everyone is there and wants it; after it their clocks go on where they were."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from host.play.seen import Seen
from host.time.clocks import HOUR
from host.time.live_play import AGAIN, HERE, LONGEST, OFFERED, SILENCE
from model.kinds import PostKind, VoteKind
from model.match import Preferences, SeatRow
from model.pace import PACES, TONIGHT
from tests.host.evening import ADA, BO, CY, DEE, PLACE, Evening, addressed, kinds_to, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("slow_url", "rope")]

BRUSSELS = "Europe/Brussels"


async def gathered(evening: Evening, *users: int, wait: float = 60.0, **options: Any) -> int:
    """A match in which everyone has just climbed, so that live play is offered."""
    match = await evening.play(*users, **{"game": "rope", "clock": "daily", **options})
    await climb(evening, match, *users, wait=wait)
    await evening.deliver()
    return match


async def climb(evening: Evening, match: int, *users: int, wait: float = 0.0) -> None:
    """These people climb a knot in turn, and another one where the wind catches them."""
    for user in users:
        evening.now.later(wait)
        while (await see(evening, match, user)).seat in (await see(evening, match, user)).view.waiting:
            await evening.answer(match, user)


async def live(evening: Evening, *users: int, **options: Any) -> int:
    """A match that its players have just begun to play live."""
    match = await gathered(evening, *users, **options)
    for user in users:
        await agree(evening, match, user)
    assert (await evening.header(match)).is_live
    return match


async def agree(evening: Evening, match: int, user: int) -> None:
    await evening.house.live.agree(match, user, evening.press())


async def enough(evening: Evening, match: int, user: int) -> None:
    await evening.house.live.enough(match, user, evening.press())


async def see(evening: Evening, match: int, user: int) -> Seen:
    return await evening.matches.see(match, user)


async def is_offered(evening: Evening, match: int, *users: int) -> bool:
    """Whether all of these people are offered live play."""
    seen = [await see(evening, match, user) for user in users]
    assert len({one.own.offered for one in seen}) == 1, "all or none"
    return seen[0].own.offered is not None


async def told(evening: Evening, match: int) -> list[tuple[str, object]]:
    """What the log says of live play: its beginning, and why it has ended."""
    events = [event for row in await evening.log(match) for event in row.events]
    return [(event.kind, event.data.get("why")) for event in events if event.kind.startswith("house.live")]


def clocks(rows: tuple[SeatRow, ...]) -> list[tuple[float | None, float, float, bool]]:
    return [(row.asked, row.bank, row.credit, row.stopped) for row in rows]


# --- the offer


async def test_it_is_offered_once_everyone_has_just_moved(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    for user in (ADA, BO):
        await evening.answer(match, user)
        assert not await is_offered(evening, match, ADA, BO, CY)
    await evening.answer(match, CY)
    assert await is_offered(evening, match, ADA, BO, CY)
    assert (await evening.matches.see(match, None)).own.offered is None
    assert (await evening.matches.see(match, DEE)).own.offered is None


async def test_someone_who_has_moved_long_ago_is_not_there(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await evening.answer(match, ADA)
    evening.now.later(HERE + 1)
    await evening.answer(match, BO)
    assert not await is_offered(evening, match, ADA, BO)
    await evening.answer(match, ADA)
    assert await is_offered(evening, match, ADA, BO)


async def test_a_plan_that_is_played_counts_as_well_or_one_would_learn_who_plans(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await evening.matches.plan(match, BO, ("1",))
    evening.now.later(HERE)
    await evening.answer(match, ADA)
    assert [row.how for row in await evening.moves(match)] == ["player", "plan"]
    assert await is_offered(evening, match, ADA, BO)


async def test_a_move_without_a_choice_shows_no_one(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    while (await evening.matches.see(match, None)).view.left > 1:  # type: ignore[attr-defined]
        evening.now.later(HERE)
        user, _ = await evening.due(match)
        await evening.answer(match, user)
        assert (await evening.header(match)).live is None


async def test_an_offer_lapses_and_another_one_comes_hours_later(evening: Evening) -> None:
    match = await gathered(evening, ADA, BO)
    evening.now.later(OFFERED)
    assert not await is_offered(evening, match, ADA, BO)
    with refused("live.lapsed"):
        await agree(evening, match, ADA)
    await climb(evening, match, ADA, BO)
    assert not await is_offered(evening, match, ADA, BO), "not at each step"
    evening.now.later(AGAIN)
    await climb(evening, match, ADA, BO)
    assert await is_offered(evening, match, ADA, BO)


@pytest.mark.parametrize(
    ("users", "options", "why"),
    [
        ((ADA, BO), {"clock": "live"}, "live.clock"),
        ((ADA, BO), {"clock": "none"}, "live.clock"),
        ((ADA,), {"opponents": ["easy"]}, "live.alone"),
    ],
)
async def test_where_it_makes_no_sense_it_is_not_offered(
    evening: Evening, users: tuple[int, ...], options: dict[str, object], why: str
) -> None:
    match = await evening.play(*users, **{"game": "rope", "clock": "daily", **options})
    for _ in range(2):
        for user in users:
            await evening.answer(match, user)
            await evening.think(match)
    assert not await is_offered(evening, match, *users)
    with refused(why):
        await agree(evening, match, ADA)
    with refused("live.over"):
        await enough(evening, match, ADA)


@pytest.mark.parametrize("whose", ["cup", "of_set"])
async def test_a_match_of_a_cup_or_a_set_keeps_its_clock(evening: Evening, whose: str) -> None:
    match = await gathered(evening, ADA, BO)
    await evening.write(f"UPDATE matches SET {whose} = 5 WHERE id = :match", match=match)
    with refused("live.cup"):
        await agree(evening, match, ADA)


async def test_it_is_not_offered_while_someone_is_on_holiday(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    today = datetime.fromtimestamp(evening.now(), ZoneInfo("UTC")).date()
    await evening.house.holidays.take(BO, PLACE.guild, today + timedelta(days=1), today + timedelta(days=4))
    evening.now.later(2 * 24 * HOUR)
    await climb(evening, match, ADA, BO)
    assert not await is_offered(evening, match, ADA, BO)
    with refused("live.holiday"):
        await agree(evening, match, ADA)


async def test_a_holiday_that_begins_ends_the_evening(evening: Evening) -> None:
    match = await gathered(evening, ADA, BO)
    today = datetime.fromtimestamp(evening.now(), ZoneInfo("UTC")).date()
    holiday = await evening.house.holidays.take(BO, PLACE.guild, today + timedelta(days=1), today + timedelta(days=4))
    for user in (ADA, BO):
        await agree(evening, match, user)
    evening.now.time = holiday.since
    assert holiday.since < evening.now() + LONGEST
    # no silence: someone has just climbed
    await evening.write("UPDATE deadlines SET due = due + 9999, ready = ready + 9999 WHERE kind = 'silent'")
    await evening.owe()
    assert (await told(evening, match))[-1] == ("house.live.over", "evening")


async def test_a_match_that_rests_is_not_offered_it(evening: Evening) -> None:
    match = await gathered(evening, ADA, BO)
    await evening.pauses.guild_gone(PLACE.guild or 0)
    with refused("house.paused.gone"):
        await agree(evening, match, ADA)


async def test_a_stranger_agrees_to_nothing_and_ends_nothing(evening: Evening) -> None:
    match = await gathered(evening, ADA, BO)
    with refused("house.no.seat"):
        await agree(evening, match, DEE)
    with refused("house.no.seat"):
        await enough(evening, await live(evening, CY, BO), DEE)


async def test_near_the_night_it_is_not_offered(evening: Evening) -> None:
    await evening.house.servers.change(PLACE.guild or 0, zone=BRUSSELS)
    for at, offered in (("2024-05-06T21:40", False), ("2024-05-06T23:00", False), ("2024-05-07T20:00", True)):
        evening.now.time = datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(BRUSSELS)).timestamp()
        match = await gathered(evening, ADA, BO)
        assert await is_offered(evening, match, ADA, BO) is offered


# --- agreeing


async def test_who_has_agreed_is_known_only_once_all_have(evening: Evening) -> None:
    match = await gathered(evening, ADA, BO, CY)
    others = [await see(evening, match, user) for user in (BO, CY)]
    rows = await evening.log(match)
    await agree(evening, match, ADA)
    await agree(evening, match, ADA)  # a second press changes nothing
    assert (await see(evening, match, ADA)).own.agreed
    assert [await see(evening, match, user) for user in (BO, CY)] == others
    assert await evening.log(match) == rows
    assert await evening.deliver() == []
    await agree(evening, match, BO)
    assert not (await evening.header(match)).is_live
    await agree(evening, match, CY)
    assert (await evening.header(match)).is_live
    assert await told(evening, match) == [("house.live", None)]
    assert addressed(await evening.deliver()) == [(PostKind.LIVE, None)]
    with refused("live.already"):
        await agree(evening, match, ADA)


async def test_two_who_agree_in_one_instant_at_two_processes_begin(evening: Evening, neighbour: Evening) -> None:
    match = await gathered(evening, ADA, BO)
    await neighbour.house.live.agree(match, ADA, evening.press())
    await agree(evening, match, BO)
    assert (await neighbour.header(match)).is_live


async def test_an_agreement_is_kept_over_a_restart_and_not_for_the_next_offer(evening: Evening) -> None:
    match = await gathered(evening, ADA, BO)
    await agree(evening, match, ADA)
    again = await Evening.begin(evening.url, evening.now)
    assert (await see(again, match, ADA)).own.agreed
    evening.now.later(AGAIN)
    for user in (ADA, BO):
        await again.answer(match, user)
    assert not (await see(again, match, ADA)).own.agreed
    await agree(again, match, BO)
    assert not (await again.header(match)).is_live
    await again.store.close()


async def test_a_second_person_on_the_seat_has_agreed_to_nothing(evening: Evening) -> None:
    match = await gathered(evening, ADA, BO, CY)
    await agree(evening, match, CY)
    await evening.seats.resign(match, CY, evening.press())
    assert not await is_offered(evening, match, ADA, BO), "another table"


# --- the clock while it is live


async def test_while_it_is_live_no_time_runs_and_silence_ends_it(evening: Evening) -> None:
    match = await live(evening, ADA, BO)
    header = await evening.header(match)
    assert header.pace == TONIGHT and header.terms.clock == "daily"
    assert (await see(evening, match, ADA)).own.due is None
    assert [deadline.kind for deadline in await evening.store.deadlines(match)] == ["silent", "ends"]
    evening.now.later(SILENCE - 1)
    await evening.owe()
    await evening.answer(match, ADA)
    evening.now.later(SILENCE - 1)
    await evening.owe()
    assert (await evening.header(match)).is_live
    evening.now.later(1)
    await evening.owe()
    assert (await told(evening, match))[-1] == ("house.live.over", "silence")
    assert not (await evening.header(match)).is_live
    assert all(row.missed == 0 and row.substitute is None for row in (await evening.header(match)).seats)
    assert (await evening.moves(match))[-1].how == "player", "nothing was played for them"


async def test_a_call_comes_at_once_and_no_one_is_called_at_night(evening: Evening) -> None:
    minute = int(evening.now() % (24 * HOUR)) // 60
    await evening.house.notifications.set_preferences(BO, Preferences(zone="UTC", quiet=(minute - 30, 600)))
    await evening.house.notifications.set_preferences(ADA, Preferences(zone="UTC", quiet=(0, 0)))
    match = await live(evening, ADA, BO)
    await evening.deliver()
    await evening.answer(match, ADA)
    assert kinds_to(await evening.deliver(), BO) == []
    await evening.answer(match, BO)
    assert kinds_to(await evening.deliver(), ADA) == [PostKind.TURN]


async def test_with_the_night_of_the_server_it_ends(evening: Evening) -> None:
    await evening.house.servers.change(PLACE.guild or 0, zone=BRUSSELS)
    night = datetime(2024, 5, 6, 22, tzinfo=ZoneInfo(BRUSSELS)).timestamp()
    evening.now.time = night - HOUR
    match = await live(evening, ADA, BO)
    evening.now.time = night - 60
    await evening.owe()
    assert (await told(evening, match))[-1] == ("house.live.over", "silence")


async def test_someone_who_moves_until_the_night_comes_ends_it_with_a_move(evening: Evening) -> None:
    await evening.house.servers.change(PLACE.guild or 0, zone=BRUSSELS)
    night = datetime(2024, 5, 6, 22, tzinfo=ZoneInfo(BRUSSELS)).timestamp()
    evening.now.time = night - HOUR
    match = await live(evening, ADA, BO)
    while evening.now() < night - 600:
        await climb(evening, match, ADA, BO, wait=300)
    evening.now.time = night - 1
    await climb(evening, match, ADA)
    evening.now.time = night
    await evening.owe()
    assert (await told(evening, match))[-1] == ("house.live.over", "evening")


async def test_an_outage_is_no_silence(evening: Evening) -> None:
    match = await live(evening, ADA, BO)
    await evening.store.outages.beat(evening.now())
    evening.now.later(HOUR)
    again = await Evening.begin(evening.url, evening.now)
    await again.wake_up()
    await again.owe()
    assert (await again.header(match)).is_live
    evening.now.later(SILENCE)
    await again.owe()
    assert not (await again.header(match)).is_live
    await again.store.close()


async def test_days_off_are_no_days_off_for_those_who_play(evening: Evening) -> None:
    evening.now.time = datetime(2024, 5, 11, 15, tzinfo=ZoneInfo("UTC")).timestamp()  # a Saturday
    match = await live(evening, ADA, BO, weekends=True)
    evening.now.later(SILENCE)
    await evening.owe()
    assert not (await evening.header(match)).is_live


# --- the clocks after it


@pytest.mark.parametrize("clock", [name for name, pace in PACES.items() if not (pace.is_live or pace.is_endless)])
async def test_who_was_asked_and_hasn_t_moved_has_what_they_had(evening: Evening, clock: str) -> None:
    match = await gathered(evening, ADA, BO, clock=clock)
    evening.now.later(300)
    before, due = clocks((await evening.header(match)).seats), await evening.late(match)
    begun = evening.now()
    for user in (ADA, BO):
        await agree(evening, match, user)
    evening.now.later(SILENCE)
    await evening.owe()
    after = clocks((await evening.header(match)).seats)
    (asked, bank, credit, stopped), other = before
    assert after == [(asked, bank, credit + evening.now() - begun, stopped), other]
    later = 0 if PACES[clock].by_evenings and due - begun > 12 * HOUR else SILENCE
    assert await evening.late(match) in (due + SILENCE, due + later)


async def test_banks_are_as_if_live_play_had_not_been(evening: Evening) -> None:
    match = await gathered(evening, ADA, BO)
    evening.now.later(12 * HOUR)  # Ada's free time is gone, and some of her bank
    await climb(evening, match, ADA, BO)
    evening.now.later(600)  # some of her free time
    ada, bo = (await evening.header(match)).seats
    assert ada.asked is not None and bo.asked is None
    free = PACES["daily"].grace - 600
    for user in (ADA, BO):
        await agree(evening, match, user)
    for _ in range(3):  # three rounds, live
        await climb(evening, match, ADA, BO, wait=240)
    await enough(evening, match, BO)
    after = (await evening.header(match)).seats
    assert (after[1].bank, after[1].credit, after[1].stopped) == (bo.bank, bo.credit, bo.stopped)
    assert (after[0].asked, after[0].bank) == (evening.now(), ada.bank), "no bonus for what was played live"
    assert await evening.late(match) == evening.now() + free + ada.bank


async def test_enough_is_said_by_name_and_asks_no_one_again(evening: Evening) -> None:
    match = await live(evening, ADA, BO)
    await evening.deliver()
    await enough(evening, match, BO)
    [line] = await evening.deliver()
    assert (line.post.kind, line.post.to) == (PostKind.LIVE, None)
    assert [(event.kind, dict(event.data)) for event in line.news] == [
        ("house.live.over", {"why": "enough", "seat": 1})
    ]
    with refused("live.over"):
        await enough(evening, match, BO)


async def test_one_press_counts_once(evening: Evening) -> None:
    match = await live(evening, ADA, BO)
    press = evening.press()
    await evening.house.live.enough(match, ADA, press)
    rows = len(await evening.log(match))
    with pytest.raises(Exception, match="counted already"):
        await evening.house.live.enough(match, ADA, press)
    assert len(await evening.log(match)) == rows


# --- what ends it besides


async def test_who_leaves_ends_it(evening: Evening) -> None:
    match = await live(evening, ADA, BO, CY)
    await evening.seats.resign(match, CY, evening.press())
    assert (await told(evening, match))[-1] == ("house.live.over", "table")
    assert (await evening.header(match)).pace == PACES["daily"]


async def test_a_pause_ends_it_and_what_is_over_is_not_offered_at_once(evening: Evening) -> None:
    match = await live(evening, ADA, BO)
    await evening.pauses.guild_gone(PLACE.guild or 0)
    assert (await told(evening, match))[-1] == ("house.live.over", "table")
    evening.now.later(HOUR)
    await evening.pauses.guild_back(PLACE.guild or 0)
    await climb(evening, match, ADA, BO)
    assert not await is_offered(evening, match, ADA, BO)


async def test_the_end_of_the_match_ends_it_without_a_word(evening: Evening) -> None:
    match = await live(evening, ADA, BO)
    while (await evening.header(match)).phase == "running":
        evening.now.later(10)
        user, seen = await evening.due(match)
        await evening.answer(match, user, (str(min(4, seen.view.left)),))  # type: ignore[attr-defined]
    assert await told(evening, match) == [("house.live", None)]
    assert (await evening.header(match)).live is None


async def test_no_one_votes_for_more_time_or_a_substitute(evening: Evening) -> None:
    match = await live(evening, ADA, BO)
    with refused("vote.no.clock"):
        await evening.ask(match, BO, VoteKind.EXTEND)


# --- sealed stages


async def sealed(evening: Evening, *users: int) -> int:
    """A match with a daily clock in whose sealed stage everyone bids."""
    return await evening.play(*users, game="tiny", clock="daily", legs="3")


async def test_within_a_sealed_stage_it_is_neither_offered_nor_begun(evening: Evening) -> None:
    match = await sealed(evening, ADA, BO, CY)
    for user in (ADA, BO):
        evening.now.later(10)
        await evening.answer(match, user)
        assert not await is_offered(evening, match, ADA, BO, CY)


async def test_a_sealed_move_counts_only_if_its_whole_stage_was_just_now(evening: Evening) -> None:
    for wait, offered in ((30.0, True), (HERE, False)):
        match = await sealed(evening, ADA, BO, CY)
        evening.now.later(wait)  # when the last of them moves, only they know that the others have just moved
        for user in (ADA, BO, CY):
            evening.now.later(10)
            await evening.answer(match, user)
        header = await evening.header(match)
        assert (header.live is not None) is offered


async def test_a_silence_in_a_sealed_stage_is_no_one_s_and_counts_from_its_beginning(evening: Evening) -> None:
    match = await sealed(evening, ADA, BO, CY)
    for user in (ADA, BO, CY):
        evening.now.later(10)
        await evening.answer(match, user)
    for user in (ADA, BO, CY):
        await agree(evening, match, user)
    while not (await evening.matches.see(match, None)).view.sealed:
        user, _ = await evening.due(match)
        evening.now.later(10)
        await evening.answer(match, user)
    stage = evening.now()
    silent = [d for d in await evening.store.deadlines(match) if d.kind == "silent"]
    evening.now.later(200)
    await evening.answer(match, BO)
    assert [d.due for d in await evening.store.deadlines(match) if d.kind == "silent"] == [d.due for d in silent]
    assert all(deadline.kind != "ends" for deadline in await evening.store.deadlines(match))
    evening.now.time = stage + SILENCE
    await evening.owe()
    row = (await evening.log(match))[-1]
    assert [dict(event.data) for event in row.events] == [{"why": "silence"}] and row.by is None


async def test_with_the_last_agreement_in_a_sealed_stage_it_begins_after_that(evening: Evening) -> None:
    match = await sealed(evening, ADA, BO, CY)
    await climb(evening, match, ADA, BO, CY)
    await agree(evening, match, ADA)
    while not (await evening.matches.see(match, None)).view.sealed:
        user, _ = await evening.due(match)
        await evening.answer(match, user)
    await agree(evening, match, BO)
    await agree(evening, match, CY)
    for user in (ADA, BO, CY):
        assert not (await evening.header(match)).is_live
        await evening.answer(match, user)
    assert (await evening.header(match)).is_live
    assert await told(evening, match) == [("house.live", None)]
