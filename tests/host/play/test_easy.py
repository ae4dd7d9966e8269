"""What is obvious or easy, the house plays for people who want that: judged by public knowledge, never in secret."""

import json
import random
from itertools import groupby
from unittest.mock import AsyncMock, Mock

import pytest

from db.sql.codec import decode
from engines.table import View
from host.play.easy import FEW, LIMITS, is_easy
from host.play.undo import can_take_back
from host.time.clocks import DAY
from model.kinds import WILLING, How, PlayOn, VoteKind
from model.match import LogRow, Preferences
from opponents import FAIR, OPPONENTS
from opponents.random import play_random
from tests.host.evening import ADA, BO, CY, DEE, GAMES, Evening, kinds_to, view_of

pytestmark = pytest.mark.usefixtures("rope")


async def wants(evening: Evening, user: int, easy: int) -> None:
    await evening.house.notifications.set_preferences(user, Preferences(easy=easy))


async def stood(evening: Evening, match: int, row: LogRow) -> View:
    """What all could see before the row was written."""
    snapshot = await evening.store.snapshot(match, row.seq - 1)
    assert snapshot is not None
    game = GAMES[(await evening.header(match)).game]
    return game.view(decode(game, snapshot.schema, snapshot.body), None)


async def hows(evening: Evening, match: int, user: int) -> set[str]:
    seat = next(row.seat for row in (await evening.header(match)).seats if row.user == user)
    return {row.how for row in await evening.moves(match) if row.by == seat}


# --- what is played


@pytest.mark.parametrize("most", LIMITS[1:])
async def test_all_that_is_easy_is_played_and_nothing_else(evening: Evening, most: int) -> None:
    await wants(evening, ADA, most)
    match = await evening.ride(ADA, BO, target="6")
    await evening.play_on(match, random.Random(3), until=lambda seen: view_of(seen).turn > 12)
    easy = 0
    for row in await evening.moves(match):
        public = await stood(evening, match, row)
        if row.by == 0 and not public.sealed:
            assert is_easy(GAMES["pistard"], public, 0, most) == (row.how == "easy"), row
            easy += row.how == "easy"
    assert easy >= 3
    assert await hows(evening, match, BO) == {"player"}


async def test_a_person_who_never_said_so_is_asked_everything(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope")
    await evening.play_on(match, random.Random(1))
    assert await hows(evening, match, ADA) == await hows(evening, match, BO) == {"player"}


async def test_a_sealed_answer_is_given_by_the_person_alone(evening: Evening) -> None:
    await wants(evening, ADA, FEW)
    match = await evening.play(ADA, BO, game="tiny")
    assert (await evening.matches.see(match, ADA)).view.sealed
    assert await evening.owed(match) == []
    await evening.play_on(match, random.Random(1))
    for row in await evening.moves(match):
        assert row.how != "easy" or not (await stood(evening, match, row)).sealed


async def test_a_player_who_is_played_for_is_not_called(evening: Evening) -> None:
    await wants(evening, BO, FEW)
    match = await evening.play(ADA, BO, game="rope")
    await evening.deliver()
    await evening.answer(match, ADA, ("4",))
    messages = await evening.deliver()
    assert (kinds_to(messages, ADA), kinds_to(messages, BO)) == (["turn"], [])
    assert [row.how for row in await evening.moves(match)] == ["player", "easy"]


async def test_what_somebody_has_planned_is_their_own(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await evening.matches.plan(match, CY, ("1",))
    await wants(evening, CY, FEW)
    await evening.answer(match, ADA)
    await evening.answer(match, BO)
    assert [(row.by, row.how, row.path) for row in await evening.moves(match)][2] == (2, "plan", ("1",))


async def test_play_on_to_my_next_choice_goes_by_the_same_measure(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope")
    seen = await evening.matches.see(match, ADA)
    await evening.matches.play_for(match, ADA, PlayOn.CHOICE, seen.fingerprint, evening.press())
    await evening.answer(match, BO, ("2",))
    assert [(row.by, row.how) for row in await evening.moves(match)] == [(0, "auto"), (1, "player"), (0, "auto")]


async def test_an_only_answer_is_the_person_s_own_where_the_match_says_so(evening: Evening) -> None:
    await wants(evening, ADA, FEW)
    match = await evening.play(ADA, BO, game="rope", clock="daily", forced=False)
    while (seen := await evening.matches.see(match, None)).match.phase == "running":
        user, _ = await evening.due(match)
        if user == ADA:
            assert view_of(seen).left == 1, "all else is played for her"
        await evening.answer(match, user, ("4",) if user == BO and view_of(seen).left > 8 else None)
    assert await hows(evening, match, ADA) == {"easy", "player"}


async def test_a_plan_for_an_only_answer_is_played_where_that_is_the_person_s_own(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily", forced=False)
    while view_of(await evening.matches.see(match, None)).left > 2:
        user, _ = await evening.due(match)
        await evening.answer(match, user, ("1",))
    user, _ = await evening.due(match)
    other = BO if user == ADA else ADA
    await wants(evening, other, FEW)
    await evening.matches.plan(match, other, ("1",))
    await evening.answer(match, user, ("1",))
    assert [row.how for row in await evening.moves(match)][-2:] == ["player", "plan"]


async def test_the_preferences_of_a_player_who_sits_down_count_at_once(evening: Evening) -> None:
    await wants(evening, CY, FEW)
    match = await evening.play(ADA, BO, DEE, game="rope")
    await evening.seats.resign(match, ADA, evening.press())
    while (await evening.matches.see(match, None)).view.waiting != (1,):
        await evening.owe()
    await evening.seats.take_over(match, 0, CY, "Cy", evening.press())
    await evening.answer(match, BO, ("1",))
    await evening.answer(match, DEE, ("1",))
    assert {row.how for row in await evening.moves(match) if row.user == CY or row.by == 0} <= {"absent", "easy"}
    assert (await evening.matches.see(match, None)).view.waiting == (1,), "Cy's answer was played at once"


async def test_an_export_does_not_tell_who_leaves_what_to_the_house(evening: Evening) -> None:
    await wants(evening, BO, FEW)
    match = await evening.play(ADA, BO, game="rope")
    await evening.answer(match, ADA, ("4",))
    rows = json.loads(await evening.house.exports.export(match))["log"]
    assert [row["how"] for row in rows if row["kind"] == "move"] == ["player", "auto"]


# --- what it isn't


@pytest.mark.parametrize("when", ["vote", "pause"])
async def test_a_player_with_the_question_on_screen_answers_it(evening: Evening, when: str) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await wants(evening, ADA, FEW)  # from her next question on
    if when == "vote":
        await evening.votes.open(match, BO, VoteKind.PAUSE, None, evening.press())
    else:
        await evening.pauses.guild_gone(7)
        await evening.pauses.guild_back(7)
    assert await evening.owed(match) == []
    await evening.answer(match, ADA)
    for user in (BO, CY):
        await evening.answer(match, user)
    assert [row.how for row in await evening.moves(match)] == ["player"] * 3 + ["easy"]


async def test_the_clock_of_a_player_who_was_played_for_starts_anew_after_an_undo(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    await evening.answer(match, ADA, ("4",))
    await evening.matches.undo(match, ADA, None, evening.press())
    assert (await evening.header(match)).seats[1].stopped
    await wants(evening, BO, FEW)
    await evening.answer(match, ADA, ("4",))
    assert await hows(evening, match, BO) == {"easy"}
    assert not (await evening.header(match)).seats[1].stopped


async def test_my_next_choice_may_be_one_of_the_same_turn(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await evening.play(ADA, BO, game="rope")
    await evening.answer(match, ADA, ("4",))
    await evening.answer(match, BO, ("4",))
    monkeypatch.setitem(OPPONENTS, FAIR, lambda game, view, rng: ("4",))  # 28 are left: she climbs once more
    monkeypatch.setattr("host.play.step_facts.FEW", 0)
    await evening.matches.play_for(match, ADA, PlayOn.CHOICE, None, evening.press())
    assert (await evening.due(match))[0] == ADA
    assert (await evening.header(match)).seats[0].play_on is None


async def test_a_player_whose_plan_was_overtaken_is_asked(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    while view_of(seen := await evening.matches.see(match, ADA)).left > 8 or seen.view.waiting != (0,):
        await evening.answer(match, (await evening.due(match))[0], ("1",))
    await evening.matches.plan(match, CY, (str(min(4, view_of(seen).left - 2)),))
    await wants(evening, CY, FEW)
    before = await hows(evening, match, CY)
    await evening.answer(match, ADA, ("2",))
    await evening.answer(match, BO, (str(view_of(seen).left - 4),))  # two are left: not so many
    await evening.votes.open(match, BO, VoteKind.PAUSE, None, evening.press())
    assert await evening.owed(match) == []
    assert await hows(evening, match, CY) == before


async def test_a_question_that_cannot_be_judged_is_put_to_the_person(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.play.step_facts.is_easy", Mock(side_effect=ZeroDivisionError))
    await wants(evening, BO, FEW)
    match = await evening.play(ADA, BO, game="rope")
    await evening.answer(match, ADA, ("4",))
    assert [row.how for row in await evening.moves(match)] == ["player"]
    assert (await evening.due(match))[0] == BO


async def test_an_easy_answer_does_not_show_that_somebody_is_there(evening: Evening) -> None:
    await wants(evening, ADA, FEW)
    match, rng = await evening.ride(ADA, BO, clock="live"), random.Random(1)
    while (await evening.header(match)).seats[0].substitute is None:
        if 0 in (await evening.matches.see(match, None)).view.waiting:
            evening.now.later(DAY)
            await evening.owe()
        else:
            seen = await evening.matches.see(match, BO)
            await evening.answer(match, BO, play_random(seen.game, seen.view, rng))
    mine = [row.how for row in await evening.moves(match) if row.by == 0 and row.how in ("easy", How.LATE, *WILLING)]
    turns = [how for how, _ in groupby(mine)]
    assert turns.count(How.PLAYER) == 1
    assert "easy" in turns[turns.index(How.LATE) : -1]


async def test_an_easy_answer_right_after_mine_closes_undo(evening: Evening) -> None:
    await wants(evening, BO, FEW)
    match = await evening.play(ADA, BO, game="rope")
    seen = await evening.matches.see(match, ADA)
    assert can_take_back(seen, ("4",))
    assert not can_take_back(seen, ("4",), {1: FEW})
    assert can_take_back(seen, ("4",), {0: FEW}), "Ada isn't asked again"
    assert await evening.matches.can_take_back(seen, ("4",)), "what Bo leaves to the house isn't Ada's to know"
    after = await evening.answer(match, ADA, ("4",))
    assert not await evening.matches.can_undo(after)


async def test_another_process_plays_what_is_owed(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wants(evening, BO, FEW)
    match = await evening.play(ADA, BO, game="rope")
    monkeypatch.setattr(evening.autoplayer, "think", AsyncMock(side_effect=ZeroDivisionError))
    await evening.answer(match, ADA, ("4",))
    [owed] = await evening.owed(match)
    assert (owed.kind, owed.seat) == ("easy", 1)
    await neighbour.owe()
    assert [row.how for row in await evening.moves(match)] == ["player", "easy"]
