"""The race of the day: the same luck for everyone, one try, and nothing known of it until it is over."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from typing import Any

import pytest

from engines import GAMES
from host.lobby.limits import alone
from host.play.export import Verdict
from host.sets.races import AGAIN, GRACE
from host.time.clocks import DAY, HOUR
from model.kinds import RowKind
from model.match import Finish, LogRow, Match
from model.sets import Racer, RaceResult
from tests.host.evening import ADA, BO, CY, DEE, NAMES, Evening, refused
from tests.host.play.test_matches_unreadable import break_save
from tests.marks import few

pytestmark = pytest.mark.quick

HERE, THERE = 7, 8  # servers


async def race(evening: Evening, game: str) -> None:
    """A day whose race is in this game, at noon."""
    while (await evening.house.races.today()).game != game:
        evening.now.later(DAY)


async def enter(evening: Evening, user: int, guild: int | None = HERE) -> int:
    """The person's table, dealt."""
    await evening.house.languages.remember(user, "en-GB", NAMES[user])
    match = await evening.house.races.enter(evening.person(user), guild)
    await evening.matches.deal(match.id)
    return match.id


async def ride(evening: Evening, match: int, user: int, seed: int) -> None:
    """The person plays to the end, in a way of their own."""
    await evening.play_on(match, random.Random(seed))
    assert (await evening.header(match)).phase == "over"
    assert (await evening.matches.see(match, user)).view.over


async def close(evening: Evening) -> None:
    """The day and the hours after it are over."""
    evening.now.later(DAY + GRACE)
    await evening.house.races.work()


async def result(evening: Evening, user: int, guild: int | None = HERE) -> RaceResult:
    shown = await evening.house.races.result(user, guild)
    assert shown is not None
    return shown


def fell(rows: list[LogRow]) -> dict[str, list[list[int]]]:
    """How the draws fell, by their reasons."""
    drawn: dict[str, list[list[int]]] = {}
    for row in rows:
        for draw in row.draws:
            drawn.setdefault(draw.why, []).append(draw.fell)
    return drawn


@pytest.mark.parametrize("game", few(GAMES))
async def test_the_same_answers_lead_to_the_same_match_for_everyone(evening: Evening, game: str) -> None:
    await race(evening, game)
    bodies: list[bytes] = []
    for user, guild in ((ADA, HERE), (BO, THERE), (CY, None)):
        match = await enter(evening, user, guild)
        await ride(evening, match, user, seed=3)
        bodies.append(await evening.body(match))
    assert len({*bodies}) == 1


async def test_other_answers_and_a_note_meet_the_same_luck(evening: Evening) -> None:
    await race(evening, "pistard")
    ada, bo = await enter(evening, ADA), await enter(evening, BO, THERE)
    await evening.matches.write_note(bo, BO, "mind the blue rider")
    await ride(evening, ada, ADA, seed=1)
    await ride(evening, bo, BO, seed=2)
    mine, theirs = fell(await evening.log(ada)), fell(await evening.log(bo))
    shared = [why for why in mine if why in theirs and why.startswith("turn")]
    assert len(shared) > 5
    for why in shared:  # a team that has lost riders rolls fewer dice, the same first ones
        assert all(a[: len(b)] == b[: len(a)] for a, b in zip(mine[why], theirs[why], strict=True)), why


async def test_everyone_has_one_try(evening: Evening) -> None:
    first = await evening.house.races.enter(evening.person(ADA), HERE)
    entered = await asyncio.gather(*(evening.house.races.enter(evening.person(ADA), THERE) for _ in range(4)))
    assert {match.id for match in entered} == {first.id}
    assert (await evening.house.races.today()).begun == 1
    own = await evening.house.races.own(ADA)
    assert own is not None and own.id == first.id
    assert await evening.house.races.own(BO) is None


async def test_the_games_take_turns_and_each_day_has_its_own_luck(evening: Evening) -> None:
    seen = [await evening.house.races.today()]
    for _ in range(len(GAMES)):
        evening.now.later(DAY)
        seen.append(await evening.house.races.today())
    assert {race.game for race in seen} >= {*GAMES}
    assert len({race.commitment for race in seen}) == len(seen)


async def test_nothing_is_told_before_the_race_is_over(evening: Evening) -> None:
    await race(evening, "schlangennest")
    match = await enter(evening, ADA)
    seen = await evening.matches.see(match, ADA)
    with refused("hint.race"):
        await evening.house.hints.hint(seen)
    await ride(evening, match, ADA, seed=1)
    assert (await evening.house.exports.verify(match)).proof.seed is None
    exported = json.loads(await evening.house.exports.export(match))
    assert "seed" not in exported and all("draws" not in row for row in exported["log"])
    with refused("set.hidden"):
        await evening.house.reviews.review(match, ADA)
    assert await evening.store.careers.results_of_match(match) == []
    assert await evening.house.races.result(ADA, HERE) is None


async def test_the_day_after_all_results_count_at_once_and_the_seed_is_shown(evening: Evening) -> None:
    await race(evening, "schlangennest")
    day, matches = (await evening.house.races.today()).day, {}
    for user, guild in ((ADA, HERE), (BO, THERE), (CY, HERE)):
        matches[user] = await enter(evening, user, guild)
        await ride(evening, matches[user], user, seed=user)
    await close(evening)
    shown = await result(evening, ADA)
    assert (shown.race.day, shown.home) == (day, 3)
    assert [placed.user for placed in shown.here] == [placed.user for placed in shown.best if placed.user != BO]
    assert shown.own is not None and shown.own.user == ADA and shown.own.name == NAMES[ADA]
    worth = [(placed.rank, -placed.points) for placed in shown.best]
    assert worth == sorted(worth)
    for user, match in matches.items():
        verdict: Verdict = await evening.house.exports.verify(match)
        assert verdict.proof.seed == shown.seed and verdict.draws and not verdict.wrong
        [row] = await evening.store.careers.results_of_match(match)
        assert (row.user, row.rated) == (user, False)
        assert json.loads(await evening.house.exports.export(match))["seed"] == shown.seed
    assert await evening.house.reviews.review(matches[ADA], ADA) is None  # it is being made


async def test_equals_share_a_place(evening: Evening) -> None:
    await race(evening, "schlangennest")
    for user in (ADA, BO, CY):
        await ride(evening, await enter(evening, user), user, seed=4 if user == CY else 3)
    await close(evening)
    places = {placed.user: placed.place for placed in (await result(evening, ADA)).best}
    assert places[ADA] == places[BO]
    assert {*places.values()} <= {1, 2, 3}


async def test_what_is_not_over_in_time_is_called_off(evening: Evening) -> None:
    await race(evening, "schlangennest")
    home, late = await enter(evening, ADA), await enter(evening, BO)
    never = (await evening.house.races.enter(evening.person(CY), HERE)).id
    await ride(evening, home, ADA, seed=1)
    given_up = await enter(evening, DEE)
    await evening.seats.resign(given_up, DEE, evening.press())
    evening.now.later(2 * HOUR)  # past midnight
    await evening.house.races.work()
    assert (await evening.header(late)).phase == "running", "the hours after the day aren't over"
    evening.now.later(GRACE)
    await evening.house.races.work()
    assert [(await evening.header(match)).phase for match in (late, never)] == ["cancelled", "cancelled"]
    shown = await result(evening, BO)
    assert ([placed.user for placed in shown.here], shown.own, shown.home) == ([ADA], None, 1)
    assert (await evening.log(late))[-1].kind == RowKind.END


async def test_two_processes_close_a_race_once(evening: Evening, neighbour: Evening) -> None:
    await race(evening, "schlangennest")
    match = await enter(evening, ADA)
    await ride(evening, match, ADA, seed=1)
    evening.now.later(DAY + GRACE)
    await asyncio.gather(evening.house.races.work(), neighbour.house.races.work())
    assert len(await evening.store.careers.results_of_match(match)) == 1
    async with evening.unchanged():
        await evening.house.races.work()


async def test_only_the_best_of_the_last_race_have_a_film(evening: Evening) -> None:
    await race(evening, "schlangennest")
    day, match = (await evening.house.races.today()).day, await enter(evening, ADA)
    await ride(evening, match, ADA, seed=1)
    races = evening.house.races
    with refused("race.film"):
        await races.film(day, 0)
    await close(evening)
    assert await races.film(day, 0) == match
    for other in ((day, 1), (day, -1), (day - 1, 0)):
        with refused("race.film"):
            await races.film(*other)


async def test_a_person_who_was_forgotten_is_not_named_and_the_others_keep_their_places(evening: Evening) -> None:
    await race(evening, "schlangennest")
    for user in (ADA, BO):
        await ride(evening, await enter(evening, user), user, seed=3)
    await close(evening)
    await evening.house.privacy.forget(ADA)
    shown = await result(evening, BO)
    assert [placed.user for placed in shown.best] == [BO]
    assert shown.home == 2 and shown.own is not None and shown.own.place == 1


async def test_the_race_of_a_day_is_opened_once(evening: Evening, neighbour: Evening) -> None:
    races = await asyncio.gather(evening.house.races.today(), neighbour.house.races.today())
    assert len({race.commitment for race in races}) == 1


async def test_people_come_by_their_places(evening: Evening) -> None:
    await race(evening, "schlangennest")
    for user in (ADA, BO, CY):
        await ride(evening, await enter(evening, user), user, seed=user)
    await close(evening)
    last = await evening.store.sets.last_race()
    assert last is not None
    racers: list[Racer] = await evening.store.sets.racers(last.id)
    assert [racer.place for racer in racers] == sorted(racer.place or 0 for racer in racers)


async def test_one_save_that_cannot_be_read_keeps_no_one_from_their_result(evening: Evening) -> None:
    await race(evening, "schlangennest")
    broken, home = await enter(evening, ADA), await enter(evening, BO)
    for user, match in ((ADA, broken), (BO, home)):
        await ride(evening, match, user, seed=1)
    await break_save(evening, broken)
    await close(evening)
    shown = await result(evening, BO)
    assert [placed.user for placed in shown.best] == [BO]


async def test_who_hides_from_other_servers_is_shown_in_their_own_alone(evening: Evening) -> None:
    await race(evening, "schlangennest")
    day = (await evening.house.races.today()).day
    first, second = await enter(evening, ADA, HERE), await enter(evening, BO, HERE)
    for user, match in ((ADA, first), (BO, second)):
        await ride(evening, match, user, seed=1)
    await evening.house.privacy.hide(ADA, hidden=True)
    await close(evening)
    there, here = await result(evening, CY, THERE), await result(evening, CY, HERE)
    assert [placed.user for placed in there.best] == [BO] and {placed.user for placed in here.here} == {ADA, BO}
    assert await evening.house.races.film(day, 0) == second
    with refused("race.film"):
        await evening.house.races.film(day, 1)


async def test_forgetting_gives_no_second_try_before_the_race_is_over(evening: Evening) -> None:
    await race(evening, "schlangennest")
    await ride(evening, await enter(evening, ADA), ADA, seed=1)
    export = (await evening.house.privacy.export_of(ADA))["stored"]
    assert all("draws" not in row for row in export["log"]), "others have that luck still"
    assert "mark" not in export["racers"][0]
    await evening.house.privacy.forget(ADA)
    with refused("race.once"):
        await evening.house.races.enter(evening.person(ADA), HERE)
    await close(evening)
    over = await evening.store.sets.last_race()
    assert over is not None
    assert [racer.mark for racer in await evening.store.sets.racers(over.id)] == [None], (
        "the seed would tell whose it is"
    )
    await enter(evening, ADA)


async def test_who_is_forgotten_while_a_race_closes_stays_so(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await race(evening, "schlangennest")
    match = await enter(evening, ADA)
    await ride(evening, match, ADA, seed=1)
    evening.now.later(DAY + GRACE)
    brought = evening.house._match_log.brought

    async def meanwhile(header: Match, guild: int | None) -> Finish | None:
        finish = await brought(header, guild)
        await evening.house.privacy.forget(ADA)
        return finish

    monkeypatch.setattr(evening.house._match_log, "brought", meanwhile)
    assert await evening.house.races.work() == evening.now() + AGAIN
    monkeypatch.undo()
    await evening.house.races.work()
    [own] = await evening.store.careers.results_of_match(match)
    assert own.user < 0 and "results" not in (await evening.house.privacy.export_of(ADA))["stored"]


async def test_a_second_press_leads_to_the_same_table_however_many_matches_there_are(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await enter(evening, ADA)
    monkeypatch.setattr("host.sets.races.alone", lambda user: replace(alone(user), most=1))
    assert (await evening.house.races.enter(evening.person(ADA), THERE)).id == first


async def test_of_two_processes_that_close_a_race_neither_raises_an_alarm(
    evening: Evening, neighbour: Evening, reports: list[Any]
) -> None:
    await race(evening, "schlangennest")
    for user in (ADA, BO):
        await enter(evening, user)
    evening.now.later(DAY + GRACE)
    await asyncio.gather(evening.house.races.work(), neighbour.house.races.work())
    assert not [line for line in reports if "can't be closed" in line["event"]]
