"""What is obvious or easy, the bot plays for people who want that: judged by public knowledge, never in secret."""

import copy
import json
import random
import shutil
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest

from db.sql.codec import decode
from engines.dice import SeededDice
from engines.table import Move, Table, View, settle
from host.play.easy import IDLE, LEAST_WORLDS, LIMITS, OBVIOUS, STEP_WORLDS, is_easy, may_answer
from host.play.step_facts import SEALED_DELAY
from host.play.undo import can_take_back
from host.time.clocks import DAY
from model.kinds import WILLING, How, PlayOn, VoteKind
from model.match import LogRow, Preferences
from opponents import FAIR, OPPONENTS
from opponents.random import play_random
from tests.engines.matches import play
from tests.host.evening import ADA, BO, CY, DEE, GAMES, Evening, kinds_to, view_of
from tests.marks import rows_in_long

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
    await evening.play_on(match, random.Random(3), until=lambda seen: view_of(seen).turn > 8)
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
    await wants(evening, ADA, IDLE)
    match = await evening.play(ADA, BO, game="tiny")
    assert (await evening.matches.see(match, ADA)).view.sealed
    assert await evening.owed(match) == []
    await evening.play_on(match, random.Random(1))
    for row in await evening.moves(match):
        assert row.how != "easy" or not (await stood(evening, match, row)).sealed


async def attacks(evening: Evening) -> int:
    """A leg in which Ada and Bo, who leaves it to the bot, are to say in secret whether they attack."""
    await wants(evening, BO, IDLE)
    match = await evening.play(ADA, BO, game="legstrong", tour="custom", course="FFFF")
    while (await evening.matches.see(match, None)).view.stage != "attack":
        for user in (ADA, BO):
            await evening.answer(match, user)
    await evening.deliver()
    return match


async def test_in_a_sealed_stage_the_house_answers_when_a_computer_might(evening: Evening) -> None:
    match = await attacks(evening)
    [owed] = await evening.owed(match)
    assert (owed.kind, owed.seat) == ("easy", 1)
    least, most = SEALED_DELAY
    assert least <= owed.due - evening.now() <= most
    await evening.answer(match, ADA)
    [still] = await evening.owed(match)
    assert still.due == owed.due, "what Ada does must not put it off"
    evening.now.later(most)
    await evening.owe()
    assert [(row.by, row.how) for row in await evening.moves(match)][-2:] == [(0, "player"), (1, "easy")]
    assert "turn" not in kinds_to(await evening.deliver(), BO)


async def test_a_sealed_answer_of_the_house_can_be_changed_until_all_are_in(evening: Evening) -> None:
    match = await attacks(evening)
    evening.now.later(SEALED_DELAY[1])
    await evening.owe()
    assert (await evening.matches.see(match, None)).view.waiting == (0,)
    await evening.answer(match, BO)
    assert [row.how for row in await evening.moves(match) if row.by == 1][-2:] == ["easy", "changed"]


async def test_what_is_only_obvious_is_never_sealed_for_anyone(evening: Evening) -> None:
    match = await attacks(evening)
    await wants(evening, BO, OBVIOUS)
    await evening.answer(match, BO)
    await evening.answer(match, ADA)
    assert (await evening.matches.see(match, None)).view.sealed
    assert await evening.owed(match) == []


async def test_playing_on_goes_on_through_a_sealed_stage(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="legstrong", tour="custom", course="FFFF", attacks="clockwise")
    while (seen := await evening.matches.see(match, ADA)).view.sealed or seen.view.waiting != (0,):
        user = ADA if 0 in seen.view.waiting else BO
        await evening.answer(match, user)
    await evening.matches.play_for(match, ADA, PlayOn.CHOICE, seen.fingerprint, evening.press())
    assert (await evening.moves(match))[-1].how == "auto"


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("game", "options"),
    [("superechelon", {"tours": "1"}), *rows_in_long([("legstrong", {"tour": "custom", "course": "FGMM"})])],
)
async def test_orders_fire_at_the_same_moments_in_two_worlds_that_look_alike(
    empty_house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, str]
) -> None:
    """Positions of a match, and for each another that only its owner can tell from it."""
    engine, fired = GAMES[game], 0
    played = play(engine, settle(engine.spec, Table(3, options, engine.spec.rules)), 5)
    for number, saved in enumerate(played.states[1 : -1 : max(1, len(played.states) // 4)]):
        real = played.load(saved)
        public = engine.view(real, None)
        if public.over or None in public.waiting:
            continue
        fates: list[object] = []
        for world in (real, engine.imagine(public, random.Random(number))):
            stood = copy.deepcopy(world)
            monkeypatch.setattr(type(engine), "setup", lambda *_, stood=stood: (copy.deepcopy(stood), []))
            file = shutil.copy(empty_house, tmp_path / f"{number}.{len(fates)}.db")
            house = await Evening.begin(f"sqlite+aiosqlite:///{file}")
            for user in (ADA, BO, CY):
                await wants(house, user, IDLE)
            match = await house.play(ADA, BO, CY, game=game, **options)
            at_once = [(row.by, row.how) for row in await house.moves(match)][:1]
            later = [] if at_once else [(d.kind, d.seat, d.due - house.now()) for d in await house.owed(match)]
            fates.append((at_once, later))
            fired += bool(at_once or later)
            await house.store.close()
        assert fates[0] == fates[1]
    assert fired, "a test in which nothing fires proves nothing"


async def test_a_player_who_is_played_for_is_not_called(evening: Evening) -> None:
    await wants(evening, BO, IDLE)
    match = await evening.play(ADA, BO, game="rope")
    await evening.deliver()
    await evening.answer(match, ADA, ("4",))
    messages = await evening.deliver()
    assert (kinds_to(messages, ADA), kinds_to(messages, BO)) == (["turn"], [])
    assert [row.how for row in await evening.moves(match)] == ["player", "easy"]


async def test_what_somebody_has_planned_is_their_own(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await evening.matches.plan(match, CY, ("1",))
    await wants(evening, CY, IDLE)
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
    await wants(evening, ADA, IDLE)
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
    await wants(evening, other, IDLE)
    await evening.matches.plan(match, other, ("1",))
    await evening.answer(match, user, ("1",))
    assert [row.how for row in await evening.moves(match)][-2:] == ["player", "plan"]


async def test_the_preferences_of_a_player_who_sits_down_count_at_once(evening: Evening) -> None:
    await wants(evening, CY, IDLE)
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
    await wants(evening, BO, IDLE)
    match = await evening.play(ADA, BO, game="rope")
    await evening.answer(match, ADA, ("4",))
    rows = json.loads(await evening.house.exports.export(match))["log"]
    assert [row["how"] for row in rows if row["kind"] == "move"] == ["player", "auto"]


# --- what it isn't


@pytest.mark.parametrize("when", ["vote", "pause"])
async def test_a_player_with_the_question_on_screen_answers_it(evening: Evening, when: str) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await wants(evening, ADA, IDLE)  # from her next question on
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
    await wants(evening, BO, IDLE)
    await evening.answer(match, ADA, ("4",))
    assert await hows(evening, match, BO) == {"easy"}
    assert not (await evening.header(match)).seats[1].stopped


async def test_my_next_choice_may_be_one_of_the_same_turn(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await evening.play(ADA, BO, game="rope")
    await evening.answer(match, ADA, ("4",))
    await evening.answer(match, BO, ("4",))
    monkeypatch.setitem(OPPONENTS, FAIR, lambda game, view, rng: ("4",))  # 28 are left: she climbs once more
    monkeypatch.setattr("host.play.step_facts.IDLE", 0)
    await evening.matches.play_for(match, ADA, PlayOn.CHOICE, None, evening.press())
    assert (await evening.due(match))[0] == ADA
    assert (await evening.header(match)).seats[0].play_on is None


async def test_a_player_whose_plan_was_overtaken_is_asked(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    while view_of(seen := await evening.matches.see(match, ADA)).left > 8 or seen.view.waiting != (0,):
        await evening.answer(match, (await evening.due(match))[0], ("1",))
    await evening.matches.plan(match, CY, (str(min(4, view_of(seen).left - 2)),))
    await wants(evening, CY, IDLE)
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
    await wants(evening, BO, IDLE)
    match = await evening.play(ADA, BO, game="rope")
    await evening.answer(match, ADA, ("4",))
    assert [row.how for row in await evening.moves(match)] == ["player"]
    assert (await evening.due(match))[0] == BO


async def test_an_easy_answer_does_not_show_that_somebody_is_there(evening: Evening) -> None:
    await wants(evening, ADA, IDLE)
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
    await wants(evening, BO, IDLE)
    match = await evening.play(ADA, BO, game="rope")
    seen = await evening.matches.see(match, ADA)
    assert can_take_back(seen, ("4",))
    assert not can_take_back(seen, ("4",), {1: IDLE})
    assert can_take_back(seen, ("4",), {0: IDLE}), "Ada isn't asked again"
    assert await evening.matches.can_take_back(seen, ("4",)), "what Bo leaves to the house isn't Ada's to know"
    after = await evening.answer(match, ADA, ("4",))
    assert not await evening.matches.can_undo(after)


async def test_another_process_plays_what_is_owed(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wants(evening, BO, IDLE)
    match = await evening.play(ADA, BO, game="rope")
    monkeypatch.setattr(evening.autoplayer, "think", AsyncMock(side_effect=ZeroDivisionError))
    await evening.answer(match, ADA, ("4",))
    [owed] = await evening.owed(match)
    assert (owed.kind, owed.seat) == ("easy", 1)
    await neighbour.owe()
    assert [row.how for row in await evening.moves(match)] == ["player", "easy"]


async def test_an_answer_that_is_taken_back_is_given_by_its_person(evening: Evening) -> None:
    match = await evening.play(ADA, CY, game="rope")
    await evening.answer(match, ADA, ("4",))
    await wants(evening, ADA, IDLE)
    await evening.matches.undo(match, ADA, None, evening.press())
    assert (await evening.matches.see(match, None)).view.waiting == (0,)
    assert await evening.owed(match) == []


async def test_a_sealed_answer_is_judged_once_a_stage(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await attacks(evening)
    [owed] = await evening.owed(match)
    monkeypatch.setattr("host.play.step_facts.is_easy", Mock(side_effect=AssertionError("again")))
    await evening.answer(match, ADA)
    assert [d.due for d in await evening.owed(match)] == [owed.due]


async def test_the_house_asks_who_does_not_want_it_any_more(evening: Evening) -> None:
    match = await attacks(evening)
    await wants(evening, BO, 0)
    await evening.answer(match, ADA)
    assert await evening.owed(match) == []
    assert "turn" in kinds_to(await evening.deliver(), BO)


async def test_the_more_are_judged_at_once_the_fewer_worlds_each_has(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def judged(game: object, public: View, seat: int, most: int, worlds: int) -> bool:
        asked.append(worlds)
        return False

    monkeypatch.setattr("host.play.step_facts.is_easy", judged)
    for user in (ADA, BO, CY, DEE):
        await wants(evening, user, IDLE)
    await evening.play(ADA, BO, CY, DEE, game="legstrong", tour="custom", course="FFFF")
    assert asked == [STEP_WORLDS // 4] * 4
    assert STEP_WORLDS // LEAST_WORLDS == 6, "so many seats are judged at most"


async def test_of_a_sealed_question_nothing_is_obvious(evening: Evening) -> None:
    view = (await evening.matches.see(await evening.play(ADA, BO, game="rope"), ADA)).view
    sealed = replace(view, sealed=True)
    assert [may_answer(view, most) for most in LIMITS] == [False, True, True]
    assert [may_answer(sealed, most) for most in LIMITS] == [False, False, True]


async def test_undo_is_not_promised_where_the_house_seals_my_next_answer(evening: Evening) -> None:
    """A ride that draws nothing, after which all say in secret whether they attack: Ada leaves that to the bot."""
    match, rng = await evening.play(ADA, BO, game="legstrong", tour="custom", course="FGMMFF"), random.Random(3)
    found = 0
    while (public := await evening.matches.see(match, None)).match.phase == "running" and found < 2:
        user = (ADA, BO)[public.view.waiting[0] or 0]
        seen = await evening.matches.see(match, user)
        path = play_random(seen.game, seen.view, rng)
        if seen.seat is not None and can_take_back(seen, path):
            state = seen.game.imagine(seen.view, random.Random(1))
            seen.game.apply(state, Move(seen.seat, path), SeededDice(b"undrawn", 0))
            after = seen.game.view(state, None)
            if after.sealed and seen.seat in after.waiting and is_easy(seen.game, after, seen.seat, IDLE):
                assert not can_take_back(seen, path, {seen.seat: IDLE})
                found += 1
        await evening.answer(match, user, path)
    assert found
