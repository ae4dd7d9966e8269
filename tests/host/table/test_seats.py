"""Leaving and coming: resigning, taking a seat over, coming back, and how that ranks."""

import pytest

from db.store import Doubled
from host.table.newcomers import is_vacant
from host.time.clocks import DAY, HOUR
from model.kinds import VoteKind
from opponents import FAIR, OPPONENTS
from tests.host.evening import ADA, BO, CY, DEE, Evening, kinds_to, refused

pytestmark = pytest.mark.usefixtures("slow_url", "rope")


async def sit_in(evening: Evening, match: int, seat: int, voters: tuple[int, int]) -> None:
    """The others vote an opponent onto the seat that keeps them waiting."""
    evening.now.later(2 * DAY)
    await evening.ask(match, voters[0], VoteKind.REPLACE, seat)
    await evening.say(match, voters[1], yes=True)


# --- resigning


async def test_a_seat_that_was_given_up_is_answered_for_at_once_and_offered(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await evening.deliver()
    left = await evening.seats.resign(match, ADA, evening.press())
    assert (left.phase, is_vacant(left.seats[0]), left.seats[0].asked) == ("running", True, None)
    row = (await evening.log(match))[-1]
    assert (row.by, row.how, row.path) == (0, "absent", ("1",))
    messages = await evening.deliver()
    assert [message.post.seat for message in messages if message.post.kind == "free"] == [0]
    assert kinds_to(messages, ADA) == []


async def test_a_seat_that_is_given_up_and_taken_back_again_and_again_is_offered_once_a_day(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")

    async def offers(user: int, name: str) -> int:
        """Of the seat when this person, who takes it first if it is free, gives it up."""
        if is_vacant((await evening.header(match)).seats[2]):
            await evening.seats.take_over(match, 2, user, name, evening.press())
        await evening.seats.resign(match, user, evening.press())
        return kinds_to(await evening.deliver(), None).count("free")

    assert [await offers(user, name) for user, name in 2 * ((CY, "Cy"), (DEE, "Dee"))] == [1, 1, 0, 0]
    evening.now.later(DAY)
    assert await offers(CY, "Cy") == 1


async def test_with_one_person_left_the_match_ends_by_its_standing(evening: Evening) -> None:
    match = await evening.play(ADA, BO, opponents=["easy"], game="rope")
    left = await evening.seats.resign(match, ADA, evening.press())
    assert left.phase == "over"
    messages = await evening.deliver()
    assert "free" not in kinds_to(messages, None)
    assert kinds_to(messages, BO) == ["end"]


async def test_also_in_a_pause_a_person_may_leave(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await evening.ask(match, ADA, VoteKind.PAUSE)
    await evening.say(match, BO, yes=True)
    left = await evening.seats.resign(match, ADA, evening.press())
    assert (left.seats[0].resigned, left.paused) == (True, "voted")
    assert (await evening.seats.resign(match, BO, evening.press())).phase == "over"


async def test_one_press_gives_up_once(evening: Evening) -> None:
    match, interaction_id = await evening.play(ADA, BO, CY, game="rope"), evening.press()
    await evening.seats.resign(match, ADA, interaction_id)
    with pytest.raises(Doubled):
        await evening.seats.resign(match, ADA, interaction_id)


# --- taking over


async def test_a_seat_is_taken_once(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await evening.seats.resign(match, ADA, evening.press())
    press = evening.press()
    await evening.seats.take_over(match, 0, DEE, "Dee", press)
    async with evening.unchanged():
        with pytest.raises(Doubled):
            await evening.seats.take_over(match, 0, DEE, "Dee", press)
        with refused("seat.taken"):
            await evening.seats.take_over(match, 0, 105, "Eve", evening.press())


async def test_some_cannot_take_a_seat(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, opponents=["easy"], game="rope")
    async with evening.unchanged():
        for seat, user, reason in (
            (0, ADA, "seat.yours"),
            (1, ADA, "seat.one"),
            (1, DEE, "seat.taken"),
            (3, DEE, "seat.taken"),
            (4, DEE, "seat.unknown"),
            (-1, DEE, "seat.unknown"),
        ):
            with refused(reason):
                await evening.seats.take_over(match, seat, user, "Somebody", evening.press())


async def test_a_match_that_is_over_or_rests_has_no_free_seats(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await evening.seats.resign(match, ADA, evening.press())
    await evening.pauses.guild_gone(7)
    with refused("house.paused.gone"):
        await evening.seats.take_over(match, 0, DEE, "Dee", evening.press())
    await evening.pauses.guild_back(7)
    await evening.seats.resign(match, BO, evening.press())
    with refused("house.finished"):
        await evening.seats.take_over(match, 0, DEE, "Dee", evening.press())


# --- coming back


async def test_the_opponent_hands_the_seat_back(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPPONENTS, FAIR, lambda game, view, rng: game.fallback(view))
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await sit_in(evening, match, 0, (BO, CY))
    with refused("seat.away"):
        await evening.ask(match, ADA, VoteKind.PAUSE)
    await evening.answer(match, BO)
    back = await evening.seats.come_back(match, ADA, evening.press())
    assert (back.seats[0].substitute, back.seats[0].missed, is_vacant(back.seats[0])) == (None, 0, False)
    await evening.deliver()
    await evening.answer(match, CY)
    assert kinds_to(await evening.deliver(), ADA) == ["turn"]
    await evening.answer(match, ADA, ("2",))


async def test_a_player_who_comes_back_in_a_sealed_stage_may_still_answer(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny", clock="daily")
    await sit_in(evening, match, 0, (BO, CY))
    await evening.seats.come_back(match, ADA, evening.press())
    assert await evening.owed(match) == []
    await evening.answer(match, ADA, ("3", "-"))
    assert (await evening.log(match))[-1].kind == "move"


async def test_somebody_else_may_sit_down_instead(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await sit_in(evening, match, 0, (BO, CY))
    with refused("seat.yours"):
        await evening.seats.take_over(match, 0, ADA, "Ada", evening.press())
    taken = await evening.seats.take_over(match, 0, DEE, "Dee", evening.press())
    assert (taken.seats[0].user, taken.seats[0].substitute) == (DEE, None)
    with refused("house.no.seat"):
        await evening.seats.come_back(match, ADA, evening.press())


async def test_a_player_who_is_sat_in_for_may_resign_for_good(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await sit_in(evening, match, 0, (BO, CY))
    left = await evening.seats.resign(match, ADA, evening.press())
    assert (left.seats[0].resigned, left.seats[0].substitute) == (True, None)


async def test_only_a_player_who_was_away_comes_back(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    async with evening.unchanged():
        with refused("seat.yours"):
            await evening.seats.come_back(match, ADA, evening.press())
        with refused("house.no.seat"):
            await evening.seats.come_back(match, DEE, evening.press())


async def test_an_opponent_takes_no_more_than_a_computer_needs(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await sit_in(evening, match, 0, (BO, CY))
    since = evening.now()
    for _ in range(4):
        evening.now.later(HOUR)
        await evening.move(match)
    mine = [row for row in await evening.log(match) if row.by == 0 and row.kind == "move"]
    assert {row.how for row in mine} == {"computer"}
    assert mine[0].at == since
    assert (await evening.header(match)).seats[0].substitute == FAIR
