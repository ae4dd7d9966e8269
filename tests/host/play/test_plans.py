"""Planning ahead: answers from before one is asked, played if they lead to the same for their own seat."""

import asyncio
from unittest.mock import Mock

import pytest

from db.store import Stale
from host.play.matches import PLAY_ON
from host.play.plans import ahead
from host.play.undo import UNDO_WAIT
from host.time.clocks import DAY, HOUR
from model.kinds import PlayOn, VoteKind
from model.match import Plan
from opponents import FAIR, OPPONENTS
from tests.host.evening import ADA, BO, CY, DEE, Evening, kinds_to, refused, view_of

pytestmark = pytest.mark.usefixtures("rope")


@pytest.fixture
def house_url(slow_url: str) -> str:
    return slow_url


@pytest.fixture
async def match(evening: Evening) -> int:
    """Three climb; Ada is asked."""
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await evening.deliver()
    return match


async def hows(evening: Evening, match: int) -> list[tuple[int | None, str, tuple[str, ...]]]:
    return [(row.by, row.how, row.path) for row in await evening.moves(match)]


async def planned(evening: Evening, match: int, user: int) -> list[tuple[str, ...]]:
    return [answer.path for answer in (await evening.matches.see(match, user)).own.plan]


async def near_the_top(evening: Evening, match: int) -> None:
    """Ada is due with five or six knots left: if she climbs three or four, no one after her can."""
    while True:
        user, seen = await evening.due(match)
        if view_of(seen).left <= 6 and user == ADA:
            return
        await evening.answer(match, user, ("1",))


# --- what it saved


async def spared(evening: Evening, match: int, user: int) -> float | None:
    seen = await evening.matches.see(match, user)
    return evening.matches.spared(seen, await evening.matches.since(seen, 0))


async def test_a_plan_that_was_played_saves_the_wait_since_then(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA)
    await evening.matches.plan(match, CY, ("1",))
    await evening.answer(match, BO)
    assert (await hows(evening, match))[-1][1] == "plan"
    assert await spared(evening, match, CY) == 0.0
    evening.now.later(7 * HOUR)
    assert await spared(evening, match, CY) == 7 * HOUR
    assert [await spared(evening, match, user) for user in (ADA, BO)] == [None, None]
    while (await hows(evening, match))[-1] != (2, "player", ("1",)):
        await evening.move(match)
    assert await spared(evening, match, CY) is None, "since their own last move"


async def test_the_plan_of_who_sat_there_before_is_no_news(evening: Evening, match: int) -> None:
    await evening.matches.plan(match, BO, ("1",))
    await evening.answer(match, ADA)
    assert await spared(evening, match, BO) == 0.0
    await evening.seats.resign(match, BO, evening.press())
    await evening.seats.take_over(match, 1, DEE, "Dee", evening.press())
    assert (await evening.matches.see(match, DEE)).seat == 1
    assert await spared(evening, match, DEE) is None


# --- foretelling


async def test_the_next_question_is_foretold(evening: Evening, match: int) -> None:
    seen = await evening.matches.see(match, CY)
    future = ahead(seen)
    assert future is not None
    assert [event.data["seat"] for event in future.foretold] == [0, 1]
    assert (future.view.viewer, future.view.waiting) == (2, (2,))
    assert seen.game.ask(future.view) is not None
    assert seen.game.ask(seen.view) is None


async def test_nothing_is_foretold_to_the_asked_to_spectators_or_after_the_end(evening: Evening, match: int) -> None:
    assert ahead(await evening.matches.see(match, ADA)) is None
    assert ahead(await evening.matches.see(match, DEE)) is None
    for user in (ADA, BO):
        await evening.seats.resign(match, user, evening.press())
    assert ahead(await evening.matches.see(match, CY)) is None


async def test_nothing_is_foretold_across_a_draw(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA, ("4",))
    assert ahead(await evening.matches.see(match, CY)) is None  # one more knot, and the wind
    with refused("plan.closed"):
        await evening.matches.plan(match, CY, ("1",))


async def test_nothing_is_planned_in_a_sealed_stage(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    await evening.answer(match, ADA)
    assert ahead(await evening.matches.see(match, ADA)) is None
    with refused("plan.closed"):
        await evening.matches.plan(match, ADA, ("watts",))


async def test_a_plan_leaves_time_to_take_an_answer_without_confirm_back(evening: Evening, match: int) -> None:
    seen, ada = await evening.matches.see(match, BO), await evening.matches.see(match, ADA)
    future = ahead(seen)
    assert future is not None
    path = seen.game.fallback(future.view)
    await evening.matches.plan(match, BO, path)
    first = ada.game.fallback(ada.view)
    await evening.matches.play(match, ADA, first, ada.fingerprint, evening.press(), unconfirmed=True)
    [owed] = await evening.owed(match)
    assert (owed.kind, owed.seat, owed.due) == ("plan", 1, evening.now() + UNDO_WAIT)
    assert await evening.matches.can_undo(await evening.matches.see(match, ADA))
    evening.now.later(UNDO_WAIT)
    await evening.owe()
    assert await hows(evening, match) == [(0, "player", first), (1, "plan", path)]


# --- played


async def test_a_plan_is_played_when_its_turn_comes(evening: Evening, match: int) -> None:
    await evening.matches.plan(match, BO, ("3",))
    assert await planned(evening, match, BO) == [("3",)]
    await evening.answer(match, ADA)
    assert await hows(evening, match) == [(0, "player", ("1",)), (1, "plan", ("3",))]
    assert await planned(evening, match, BO) == []
    messages = await evening.deliver()
    assert [kinds_to(messages, user) for user in (ADA, BO, CY)] == [[], [], ["turn"]]
    assert (await evening.header(match)).seats[1].bank == 72 * 3600


async def test_plans_follow_each_other(evening: Evening, match: int) -> None:
    await evening.matches.plan(match, CY, ("2",))
    await evening.matches.plan(match, BO, ("1",))
    await evening.answer(match, ADA)
    assert [how for _, how, _ in await hows(evening, match)] == ["player", "plan", "plan"]
    assert (await evening.matches.see(match, None)).view.waiting == (0,)


async def test_whatever_the_others_do_a_plan_is_played_that_leads_to_the_same(evening: Evening, match: int) -> None:
    await evening.matches.plan(match, BO, ("3",))
    await evening.answer(match, ADA, ("2",))  # one was foretold
    assert await hows(evening, match) == [(0, "player", ("2",)), (1, "plan", ("3",))]


async def test_the_first_planned_answer_that_holds_is_played(evening: Evening, match: int) -> None:
    await near_the_top(evening, match)
    for path in (("4",), ("3",), ("1",)):
        await evening.matches.plan(match, BO, path)
    assert await planned(evening, match, BO) == [("4",), ("3",), ("1",)]
    await evening.answer(match, ADA, ("3",))
    assert [row for row in await hows(evening, match) if row[0] == 1][-1][1:] in (("plan", ("3",)), ("plan", ("1",)))
    assert await planned(evening, match, BO) == []


async def test_an_answer_is_planned_once_and_a_fourth_not_at_all(evening: Evening, match: int) -> None:
    for path in (("4",), ("3",), ("4",), ("1",)):
        await evening.matches.plan(match, BO, path)
    with refused("plan.full", most=3):
        await evening.matches.plan(match, BO, ("2",))
    assert await planned(evening, match, BO) == [("4",), ("3",), ("1",)]


async def test_a_plan_that_cannot_be_judged_leaves_the_question_to_its_person(
    evening: Evening, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.matches.plan(match, BO, ("3",))
    monkeypatch.setattr("host.play.step_facts.planned_answer", Mock(side_effect=ZeroDivisionError))
    await evening.answer(match, ADA)
    assert (await evening.due(match))[0] == BO


async def test_a_plan_is_not_lost_in_a_crash(
    evening: Evening, neighbour: Evening, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.matches.plan(match, BO, ("3",))
    monkeypatch.setattr("host.play.autoplay.AT_ONCE", 0)
    await evening.answer(match, ADA)
    assert [(deadline.kind, deadline.seat) for deadline in await evening.owed(match)] == [("plan", 1)]
    with refused("plan.closed"):
        await evening.matches.withdraw(match, BO)
    with refused("plan.closed"):
        await evening.matches.plan(match, BO, ("1",))
    await asyncio.gather(evening.owe(), neighbour.owe())
    assert (await hows(evening, match))[-1] == (1, "plan", ("3",))


async def test_a_player_who_plans_shows_that_they_are_there(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA)
    while (await evening.header(match)).seats[1].missed == 0:
        evening.now.later(DAY)
        await evening.owe()
    await evening.matches.plan(match, BO, ("2",))
    await evening.answer(match, CY)
    await evening.answer(match, ADA)
    bo = (await evening.header(match)).seats[1]
    assert ((await hows(evening, match))[-1], bo.missed) == ((1, "plan", ("2",)), 0)


# --- overtaken


async def test_a_plan_that_is_overtaken_is_forgotten_and_its_person_told(evening: Evening, match: int) -> None:
    await near_the_top(evening, match)
    await evening.matches.plan(match, BO, ("4",))
    await evening.deliver()
    await evening.answer(match, ADA, ("3",))  # not so many are left
    assert (await hows(evening, match))[-1] == (0, "player", ("3",))
    assert await planned(evening, match, BO) == []
    assert (await evening.header(match)).seats[1].asked == evening.now()
    messages = [message.post.kind for message in await evening.deliver() if message.post.to == BO]
    assert messages == ["overtaken"]


async def test_a_plan_holds_after_an_undo_that_leaves_its_question(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA)
    await evening.matches.plan(match, CY, ("2",))
    await evening.matches.undo(match, ADA, None, evening.press())
    await evening.answer(match, ADA)
    await evening.answer(match, BO)
    assert [how for _, how, _ in await hows(evening, match)] == ["player"] * 3 + ["plan"]


async def test_a_player_who_takes_an_answer_back_has_no_plan_any_more(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA)
    await evening.matches.plan(match, ADA, ("2",))
    await evening.deliver()
    await evening.matches.undo(match, ADA, None, evening.press())
    assert await planned(evening, match, ADA) == []
    assert "overtaken" not in kinds_to(await evening.deliver(), ADA)


async def test_a_vote_or_a_pause_does_not_overtake_a_plan(evening: Evening, match: int) -> None:
    await evening.matches.plan(match, BO, ("3",))
    await evening.votes.open(match, ADA, VoteKind.PAUSE, None, evening.press())
    await evening.votes.cast(match, CY, yes=True, interaction_id=evening.press())
    with refused("house.paused.voted"):
        await evening.matches.plan(match, CY, ("1",))
    await evening.votes.open(match, ADA, VoteKind.RESUME, None, evening.press())
    await evening.votes.cast(match, CY, yes=True, interaction_id=evening.press())
    await evening.answer(match, ADA)
    assert (await hows(evening, match))[-1] == (1, "plan", ("3",))


async def test_a_plan_goes_with_its_person(evening: Evening, match: int) -> None:
    await evening.matches.plan(match, BO, ("3",))
    await evening.seats.resign(match, BO, evening.press())
    await evening.seats.take_over(match, 1, DEE, "Dee", evening.press())
    assert await planned(evening, match, DEE) == []
    await evening.answer(match, ADA)
    assert await hows(evening, match) == [(0, "player", ("1",))]


async def test_when_a_match_ends_its_plans_are_forgotten(evening: Evening, match: int) -> None:
    await evening.matches.plan(match, BO, ("3",))
    await evening.seats.resign(match, ADA, evening.press())
    await evening.seats.resign(match, CY, evening.press())
    assert await evening.plans(match) == []


# --- withdrawn, refused


async def test_a_plan_can_be_withdrawn(evening: Evening, match: int) -> None:
    await evening.matches.plan(match, BO, ("3",))
    await evening.matches.withdraw(match, BO)
    assert await planned(evening, match, BO) == []
    await evening.answer(match, ADA)
    assert await hows(evening, match) == [(0, "player", ("1",))]
    assert kinds_to(await evening.deliver(), BO) == ["turn"]


async def test_nobody_sees_another_s_plan(evening: Evening, match: int) -> None:
    await evening.matches.plan(match, BO, ("3",))
    assert [await planned(evening, match, user) for user in (ADA, CY, DEE)] == [[]] * 3


async def test_a_plan_that_makes_no_sense_is_refused(evening: Evening, match: int) -> None:
    before = await evening.rows()
    with refused("plan.closed"):
        await evening.matches.plan(match, ADA, ("1",))
    for path in ((), ("5",), ("1", "1"), ("knots",)):
        with refused("plan.short"):
            await evening.matches.plan(match, BO, path)
    assert await evening.rows() == before


async def test_a_plan_from_an_old_panel_is_stale(evening: Evening, match: int) -> None:
    old = await evening.matches.see(match, CY)
    await evening.answer(match, ADA)
    with pytest.raises(Stale):
        await evening.matches.plan(match, CY, ("1",), old.fingerprint)


async def test_while_an_opponent_sits_in_nothing_is_planned(evening: Evening, match: int) -> None:
    evening.now.later(DAY)
    await evening.votes.open(match, BO, VoteKind.REPLACE, 0, evening.press())
    await evening.votes.cast(match, CY, yes=True, interaction_id=evening.press())
    with refused("seat.away"):
        await evening.matches.plan(match, ADA, ("1",))


async def test_a_plan_made_while_a_neighbour_plays_is_stale(
    evening: Evening, neighbour: Evening, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = evening.store.plan

    async def slowly(plan: Plan, seq: int) -> None:
        await neighbour.answer(match, ADA)
        await keep(plan, seq)

    monkeypatch.setattr(evening.store, "plan", slowly)
    with pytest.raises(Stale):
        await evening.matches.plan(match, BO, ("3",))
    assert await evening.plans(match) == []


# --- letting the bot play


@pytest.mark.parametrize("until", PLAY_ON)
async def test_the_house_plays_on_until_it_is_told_to_stop(
    evening: Evening, match: int, until: PlayOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OPPONENTS, FAIR, lambda game, view, rng: game.fallback(view))
    monkeypatch.setattr("host.play.step_facts.IDLE", 1)
    await evening.matches.play_for(match, ADA, until, None, evening.press())
    assert (await evening.header(match)).seats[0].play_on == until
    await evening.answer(match, BO, ("1",))
    await evening.answer(match, CY, ("1",))
    left = (await evening.header(match)).seats[0].play_on
    assert left == ("leg" if until == "leg" else None)  # a turn is over, and three knots or four are a choice
    assert ((await hows(evening, match))[-1][1] == "auto") == (until == "leg")
