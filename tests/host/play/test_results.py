"""What the end of a match means for its people: places, reliability, badges; and that it is written surely."""

import random
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from host.careers.recount import Findings, Recount
from host.play.results import kept
from host.time.clocks import DAY
from model.kinds import VoteKind
from model.match import Result
from model.rating import EVERYWHERE
from tests.host.evening import ADA, BO, CY, DEE, PLACE, Evening

pytestmark = pytest.mark.usefixtures("rope")


async def results(evening: Evening, match: int) -> dict[int, Result]:
    return {result.user: result for result in await evening.store.careers.results_of_match(match)}


async def under_way(evening: Evening, *users: int, **options: Any) -> int:
    """A match of the rope in which everyone has moved once."""
    match = await evening.play(*users, game="rope", **options)
    for user in users:
        await evening.answer(match, user)
    return match


async def places(evening: Evening, match: int) -> dict[int, tuple[str, int, bool]]:
    return {user: (result.kind, result.rank, result.rated) for user, result in (await results(evening, match)).items()}


def recount(evening: Evening) -> Recount:
    return Recount(evening.store, evening.house.games)


async def check(evening: Evening) -> Findings:
    return await recount(evening).check()


# --- places


async def test_c8_places_count_all_seats_also_those_of_computers(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, opponents=["easy"], game="rope")
    seen = await evening.play_on(match, random.Random(1))
    found = await results(evening, match)
    for standing in (standing for standing in seen.standings if standing.seat < 3):
        result = found[(ADA, BO, CY)[standing.seat]]
        assert (result.kind, result.rank, result.field, result.points) == ("stayed", standing.rank, 4, standing.points)
        assert result.rated
    assert {offer.guild for offer in found.values()} == {PLACE.guild}


async def test_c8_a_match_lost_to_computers_is_no_win_and_stands_apart(evening: Evening) -> None:
    lost = 0
    for luck in range(4):
        match = await evening.play(ADA, opponents=["fair", "easy"], game="rope")
        seen = await evening.play_on(match, random.Random(luck))
        [one] = (await results(evening, match)).values()
        place = next(standing.rank for standing in seen.standings if standing.seat == 0)
        assert (one.rank, one.field, one.rated) == (place, 3, False)
        lost += place > 1
    assert lost, "luck lets Ada lose once at least"
    profile = await evening.house.careers.profile(ADA)
    assert profile is not None
    assert (profile.games, profile.finishes) == ((), ())
    assert [(record.game, record.matches, record.wins) for record in profile.solo] == [("rope", 4, 4 - lost)]
    assert (await check(evening)).wrong == ()


async def test_c9_a_player_who_left_is_behind_the_computers_too(evening: Evening) -> None:
    match = await evening.play(ADA, BO, opponents=["easy"], game="rope")
    await evening.seats.resign(match, ADA, evening.press())
    found = await results(evening, match)
    assert (found[ADA].kind, found[ADA].rank, found[ADA].field) == ("left", 3, 3)
    assert found[BO].rank in (1, 2)


async def test_a_player_who_resigns_is_last_together_with_one_replaced_by_an_opponent(evening: Evening) -> None:
    match = await under_way(evening, ADA, BO, CY, DEE)
    await evening.seats.resign(match, CY, evening.press())
    evening.now.later(2 * DAY)
    await evening.votes.open(match, BO, VoteKind.REPLACE, 0, evening.press())
    await evening.votes.cast(match, DEE, yes=True, interaction_id=evening.press())
    await evening.play_on(match, random.Random(1))
    found = await places(evening, match)
    assert found[ADA] == found[CY] == ("left", 3, True)
    assert sorted(rank for kind, rank, _ in found.values() if kind == "stayed") in ([1, 2], [1, 1])


async def test_a_player_who_comes_back_in_time_counts_as_if_they_had_never_left(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    evening.now.later(2 * DAY)
    await evening.votes.open(match, BO, VoteKind.REPLACE, 0, evening.press())
    await evening.votes.cast(match, CY, yes=True, interaction_id=evening.press())
    await evening.seats.come_back(match, ADA, evening.press())
    await evening.play_on(match, random.Random(1))
    assert (await places(evening, match))[ADA][0] == "stayed"


async def test_a_player_who_takes_a_seat_over_neither_gains_nor_loses_and_one_who_gave_it_up_is_last(
    evening: Evening,
) -> None:
    match = await under_way(evening, ADA, BO, CY)
    await evening.seats.resign(match, ADA, evening.press())
    await evening.seats.take_over(match, 0, DEE, "Dee", evening.press())
    await evening.play_on(match, random.Random(1))
    found = await places(evening, match)
    assert found[ADA] == ("left", 4, True)
    assert found[DEE][0] == "joined"
    assert not found[DEE][2]
    rated = {rank.user for rank in await evening.store.careers.ranks("rope", EVERYWHERE)}
    assert rated == {ADA, BO, CY}


async def test_a_player_who_takes_their_own_seat_back_has_stayed(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await evening.seats.resign(match, ADA, evening.press())
    await evening.seats.take_over(match, 0, ADA, "Ada", evening.press())
    await evening.play_on(match, random.Random(1))
    assert (await places(evening, match))[ADA][0] == "stayed"


async def test_with_one_left_the_other_has_won(evening: Evening) -> None:
    match = await under_way(evening, ADA, BO)
    await evening.seats.resign(match, ADA, evening.press())
    assert await places(evening, match) == {ADA: ("left", 2, True), BO: ("stayed", 1, True)}


@pytest.mark.parametrize(("user", "opponents", "rated"), [((), ("easy",), True), ((BO,), (), False)])
async def test_alone_or_by_wish_a_match_is_unrated(
    evening: Evening, user: tuple[int, ...], opponents: tuple[str, ...], rated: bool
) -> None:
    match = await evening.play(ADA, *user, opponents=opponents, game="rope", rated=rated)
    await evening.play_on(match, random.Random(1))
    assert {result.rated for result in (await results(evening, match)).values()} == {False}
    assert await evening.store.careers.ranks("rope", EVERYWHERE) == []
    assert (await check(evening)).wrong == ()


async def test_a_match_that_is_called_off_counts_for_nobody(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope")
    await evening.votes.open(match, ADA, VoteKind.CANCEL, None, evening.press())
    await evening.votes.cast(match, BO, yes=True, interaction_id=evening.press())
    assert (await evening.header(match)).phase == "cancelled"
    assert await results(evening, match) == {}


async def test_a_rematch_counts_as_its_match_did(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", rated=False)
    await evening.play_on(match, random.Random(1))
    assert not (await evening.lobby.rematch(match, evening.person(BO))).terms.rated


# --- reliability


async def test_moves_in_time_and_late_ones_are_counted(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="live")
    evening.now.later(DAY)
    await evening.owe()  # Ada's time is up
    rows = [row for row in await evening.log(match) if row.how == "late"]
    seen = await evening.play_on(match, random.Random(1))
    assert seen.match.phase == "over"
    found = (await results(evening, match))[ADA]
    moves = [row for row in await evening.log(match) if row.kind == "move" and row.by == 0]
    assert found.late == len(rows) > 0
    assert found.in_time == sum(row.how == "player" for row in moves) > 0


async def test_an_answer_that_was_taken_back_is_no_move(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope")
    seen = await evening.answer(match, ADA, ("2",))
    assert await evening.matches.can_undo(seen)
    await evening.matches.undo(match, ADA, None, evening.press())
    assert [row.kind for row in kept(await evening.log(match)) if row.kind in ("move", "undo")] == []
    await evening.play_on(match, random.Random(1))
    stands = [row for row in kept(await evening.log(match)) if row.kind == "move" and row.by == 0]
    assert (await results(evening, match))[ADA].in_time == len(stands)


# --- badges


async def test_badges_go_to_players_who_have_played_to_the_end(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.play.results.earned", lambda game, record: [(0, "first"), (1, "first"), (1, "second")])
    match = await under_way(evening, ADA, BO, CY)
    await evening.seats.resign(match, ADA, evening.press())
    await evening.play_on(match, random.Random(1))
    assert [badge.badge for badge in await evening.store.careers.badges_of(BO)] == ["first", "second"]
    assert await evening.store.careers.badges_of(ADA) == []
    assert (await check(evening)).wrong == ()


async def test_a_match_that_its_players_end_brings_no_badges(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.play.results.earned", lambda game, record: [(0, "first"), (1, "first")])
    match = await under_way(evening, ADA, BO)
    await evening.seats.resign(match, ADA, evening.press())
    assert await evening.store.careers.badges_of_match(match) == []


# --- counted again


async def played(evening: Evening) -> None:
    for seed, game in enumerate(("rope", "tiny", "rope")):
        match = await evening.play(ADA, BO, CY, game=game)
        if seed == 2:
            await evening.seats.resign(match, CY, evening.press())
        await evening.play_on(match, random.Random(seed))
        evening.now.later(DAY)


TAMPERINGS = {
    "a rating": "UPDATE ratings SET mu = mu + 0.5 WHERE \"user\" = 101 AND scope = 0 AND game = 'rope'",
    "a streak": "UPDATE ratings SET streak = 7 WHERE \"user\" = 102 AND game = 'tiny'",
    "a rank": 'UPDATE results SET rank = 1 WHERE "user" = 103 AND match = 3',
    "reliability": 'UPDATE results SET late = 0, in_time = 50 WHERE "user" = 101 AND match = 1',
    "a result that is gone": "DELETE FROM results WHERE match = 2",
    "a rating that is gone": 'DELETE FROM ratings WHERE "user" = 101 AND scope = 7',
    "a badge": "INSERT INTO badges VALUES (1, 101, 'broom', 'rope', 7, 1.0)",
    "a step of the curve": 'UPDATE changes SET points = points + 1 WHERE match = 1 AND "user" = 102',
}


async def test_what_was_tampered_with_is_found_and_made_good(evening: Evening) -> None:
    await played(evening)
    right = await evening.rows()
    assert await check(evening) == Findings(3, (), ())
    for what, order in TAMPERINGS.items():
        await evening.write(order)
        assert (await check(evening)).wrong != (), what
        await recount(evening).rebuild()
        assert await evening.rows() == right, what
    assert await check(evening) == Findings(3, (), ())


async def test_results_of_a_match_that_goes_on_are_found_and_taken_away(evening: Evening) -> None:
    await played(evening)
    await evening.write("UPDATE matches SET phase = 'running' WHERE id = 3")
    assert (await check(evening)).wrong == ("match 3 has results although it isn't over",)
    assert await recount(evening).rebuild() == Findings(2, (), ())
    assert await check(evening) == Findings(2, (), ())


async def test_the_logs_lead_to_the_very_same_careers(evening: Evening) -> None:
    await played(evening)
    right = await evening.rows()
    await evening.write(*(f"DELETE FROM {table}" for table in ("results", "badges", "ratings", "changes")))
    assert await recount(evening).rebuild() == Findings(3, (), ())
    assert await evening.rows() == right


async def test_a_match_whose_save_cannot_be_read_keeps_its_results(evening: Evening) -> None:
    await played(evening)
    before = await evening.rows()
    readable = {key: game for key, game in evening.house.games.items() if key != "tiny"}
    assert await Recount(evening.store, readable).rebuild() == Findings(2, (2,), ())
    assert await evening.rows() == before


async def test_an_end_is_written_with_its_careers_or_not_at_all(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, BO, game="rope")
    before = await evening.rows()
    with monkeypatch.context() as patch, pytest.raises(ConnectionError):
        patch.setattr("db.stores.endings.insert_all", AsyncMock(side_effect=ConnectionError))
        await evening.seats.resign(match, ADA, evening.press())
    assert await evening.rows() == before
    await evening.seats.resign(match, ADA, evening.press())
    assert len(await results(evening, match)) == 2


async def test_a_fault_in_the_counting_keeps_no_match_from_ending(
    evening: Evening, reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, BO, game="rope")
    with monkeypatch.context() as patch:
        patch.setattr("host.play.step_facts.finish_of", Mock(side_effect=ArithmeticError))
        await evening.play_on(match, random.Random(1))
    assert (await evening.header(match)).phase == "over"
    assert [line["event"] for line in reports if line["log_level"] == "error"] == ["results can't be counted"]
    assert await results(evening, match) == {}
    await recount(evening).rebuild()
    assert set(await results(evening, match)) == {ADA, BO}
    assert (await check(evening)).wrong == ()
