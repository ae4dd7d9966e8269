"""Find me a table: who sits down together, in which order, and what the queue tells."""

from collections.abc import Iterable

import pytest

from host.lobby.limits import DAILY, NEWCOMERS
from host.lobby.lobby import Person
from host.lobby.presets import PRESETS, Offer
from host.lobby.seekers import EVEN, HELD, LEAST_PAST, Place
from host.time.clocks import DAY, HOUR
from model.kinds import PostKind, RowKind
from model.match import Counted, Match
from model.rating import SCALE
from model.seeker import Seeker, Wishes
from tests.db.ended import end
from tests.host.evening import ADA, BO, CY, DEE, NAMES, PLACE, Evening, addressed, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("known")]

ALL = Wishes(("pistard", "legstrong"), PRESETS)
EVE = 105
RACES = Place(7, PLACE.channel, is_open=True)
CLOSET = Place(7, 78, is_open=False)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long each preset takes is known without a trial."""

    async def offer(_: object, game: str, name: str, places: int, *, alone: bool = False) -> Offer:
        clock = {"tonight": "live", "week": "daily", "long": "relaxed"}[name]
        return Offer(name, {}, clock, (2, 3, 4))

    monkeypatch.setattr("host.lobby.presets.Presets.offer", offer)


async def look(
    evening: Evening, user: int, wishes: Wishes = ALL, place: Place = RACES, *, move: bool = False
) -> Seeker | None:
    """This person looks for a table."""
    by = Person(user, NAMES.get(user, "Eve"), evening.press())
    return await evening.house.seekers.ask(wishes, place, by, move=move)


async def tables(evening: Evening) -> list[list[int]]:
    """The people of each table that is found now."""
    before = {match.id for match in await evening.store.matches_in(("lobby",))}
    await evening.house.seekers.work()
    found = [match for match in await evening.store.matches_in(("lobby",)) if match.id not in before]
    return [people(match) for match in sorted(found, key=lambda match: match.id)]


def people(match: Match) -> list[int]:
    return sorted(row.user for row in match.seats if row.user is not None)


async def all_look(evening: Evening, users: Iterable[int], wishes: Wishes = ALL) -> None:
    for user in users:
        evening.now.later(1)
        await look(evening, user, wishes)


async def test_two_who_look_for_the_same_have_a_table_that_starts_by_itself(evening: Evening) -> None:
    await look(evening, ADA, Wishes(("pistard",), ("week", "long")))
    assert await tables(evening) == []
    evening.now.later(HOUR)
    await look(evening, BO, Wishes(("pistard", "legstrong"), ("week",)))
    assert await tables(evening) == [[ADA, BO]]
    [match] = await evening.store.matches_in(("lobby",))
    assert (match.game, match.terms.clock, match.places, match.host) == ("pistard", "daily", 2, BO)
    assert (match.guild, match.channel) == (PLACE.guild, PLACE.channel)
    assert [(row.kind, row.user) for row in await evening.log(match.id)] == [(RowKind.OPEN, BO), (RowKind.JOIN, ADA)]
    assert addressed(await evening.deliver()) == [
        (PostKind.LOBBY, None),
        (PostKind.FOUND, BO),
        (PostKind.FOUND, ADA),
    ]
    assert [await evening.house.seekers.of(user) for user in (ADA, BO)] == [None, None]
    evening.now.later(60)
    await evening.owe()
    started = await evening.header(match.id)
    assert started.phase == "starting"
    assert len(started.entropy.split(",")) == 2, "the presses of both have added to the luck"


async def test_a_live_match_waits_for_who_asked_last(evening: Evening) -> None:
    await all_look(evening, (ADA, BO), Wishes(("pistard",), ("tonight",)))
    assert await tables(evening) == [[ADA, BO]]
    [match] = await evening.store.matches_in(("lobby",))
    assert (match.terms.clock, match.terms.waits, match.host) == ("live", True, BO)


async def test_those_who_want_different_things_keep_waiting(evening: Evening) -> None:
    await look(evening, ADA, Wishes(("pistard",), ("week",)))
    await look(evening, BO, Wishes(("legstrong",), ("week",)))
    await look(evening, CY, Wishes(("pistard",), ("long",)))
    await look(evening, DEE, ALL, Place(8, 88, is_open=True))
    assert await tables(evening) == []
    assert (await evening.house.seekers.outlook(7)).wait == 3


async def test_up_to_four_sit_down_together(evening: Evening) -> None:
    evening.now.later(HOUR)
    for user in (ADA, BO, CY, DEE):
        await look(evening, user, Wishes(("pistard",), ("week",)))
    assert await tables(evening) == [[ADA, BO, CY, DEE]]


async def test_who_has_blocked_another_is_never_put_together_with_them(evening: Evening) -> None:
    match = await evening.open(ADA, places=3)
    await evening.lobby.invite(match.id, Person(BO, "Bo", None), evening.person(ADA))
    await evening.house.invitations.block(match.id, BO)
    await all_look(evening, (ADA, BO))
    assert await tables(evening) == []
    await all_look(evening, (CY,))
    assert await tables(evening) == [[ADA, CY]]


async def test_a_block_in_the_same_moment_counts(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await evening.open(ADA, places=3)
    await evening.lobby.invite(match.id, Person(BO, "Bo", None), evening.person(ADA))
    await all_look(evening, (ADA, BO))
    seen = evening.store.seekers.strengths

    async def block(users: list[int]) -> dict[tuple[int, str], float]:
        await evening.house.invitations.block(match.id, BO)
        return await seen(users)

    monkeypatch.setattr(evening.store.seekers, "strengths", block)
    assert await tables(evening) == []
    assert await evening.house.seekers.of(BO) is not None


async def test_people_of_about_the_same_strength(evening: Evening) -> None:
    near = Wishes(("pistard",), ("week",), near=True)
    for at in range(12):
        await end(evening.store, evening.now() + at, {ADA: 1, 900: 2}, rated=True)
    strengths = await evening.store.seekers.strengths([ADA, 900])
    assert SCALE * (strengths[ADA, "pistard"] - strengths[900, "pistard"]) > EVEN
    await all_look(evening, (ADA,), near)
    await all_look(evening, (BO,), Wishes(("pistard",), ("week",)))
    assert await tables(evening) == [], "to one of them it matters"
    await look(evening, ADA, Wishes(("pistard",), ("week",)))
    assert await tables(evening) == [[ADA, BO]]


async def test_reliable_people_come_first_but_after_those_who_have_waited_a_day(evening: Evening) -> None:
    wants = Wishes(("pistard",), ("week",))
    await end(evening.store, evening.now(), {ADA: 1, 900: 2}, guild=7, in_time=1, late=9)
    evening.now.later(1)
    # each fits only those who come later
    await all_look(evening, (ADA,), wants)
    evening.now.later(HOUR)
    turns = evening.house.seekers
    await all_look(evening, (BO, CY, DEE, EVE), wants)
    assert await tables(evening) == [[BO, CY, DEE, EVE]], "Ada is often late"
    evening.now.later(DAY - 2 * HOUR)
    await look(evening, ADA, wants)
    evening.now.later(2 * HOUR)
    assert await turns.of(ADA) is not None
    await all_look(evening, (BO, CY, DEE, EVE), wants)
    assert [ADA in found for found in await tables(evening)] == [True]


async def test_a_place_holds_for_a_day_and_those_who_ask_again_keep_their_turn(evening: Evening) -> None:
    first = await look(evening, ADA)
    assert first is not None
    evening.now.later(HELD)
    assert await evening.house.seekers.of(ADA) is None
    await look(evening, BO)
    assert await tables(evening) == []
    again = await look(evening, ADA)
    assert again is not None
    assert (again.since, again.until) == (first.since, evening.now() + HELD)
    assert await tables(evening) == [[ADA, BO]]
    await look(evening, CY)
    evening.now.later(2 * HELD)
    late = await look(evening, CY)
    assert late is not None
    assert late.since == evening.now()


async def test_in_a_second_server_the_first_place_stands_unless_it_is_moved(evening: Evening) -> None:
    far = Place(8, 88, is_open=True)
    here = await look(evening, ADA)
    assert await look(evening, ADA, ALL, far) == here
    moved = await look(evening, ADA, ALL, far, move=True)
    assert moved is not None
    assert (moved.guild, moved.channel) == (8, 88)
    assert [(await evening.house.seekers.outlook(guild)).wait for guild in (7, 8)] == [0, 1]
    assert await evening.house.seekers.leave(ADA)
    assert not await evening.house.seekers.leave(ADA)
    await look(evening, ADA, ALL, far)
    await evening.house.seekers.guild_gone(8)
    assert await evening.house.seekers.of(ADA) is None


async def test_a_press_that_comes_twice_looks_for_one_table(evening: Evening) -> None:
    seekers, by = evening.house.seekers, evening.person(ADA)
    await seekers.ask(ALL, RACES, by)
    await seekers.ask(ALL, RACES, by)
    await look(evening, BO)
    assert await tables(evening) == [[ADA, BO]]
    assert await seekers.ask(ALL, RACES, by) is None
    assert await seekers.of(ADA) is None


async def test_a_table_is_in_a_channel_that_all_of_them_see(evening: Evening) -> None:
    await look(evening, ADA, ALL, CLOSET)
    await look(evening, BO, ALL, Place(7, 79, is_open=False))
    assert await tables(evening) == []
    await look(evening, CY, ALL, CLOSET)
    assert await tables(evening) == [[ADA, CY]]
    assert [match.channel for match in await evening.store.matches_in(("lobby",))] == [CLOSET.channel]
    await look(evening, DEE)
    assert await tables(evening) == [[BO, DEE]]
    assert {match.channel for match in await evening.store.matches_in(("lobby",))} == {CLOSET.channel, RACES.channel}


async def test_nobody_is_seated_beyond_their_limits(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(NEWCOMERS):
        await evening.play(CY, BO)
    with refused("entry.newcomer", n=NEWCOMERS):
        await look(evening, BO)
    with refused("entry.newcomer", n=NEWCOMERS):
        await evening.house.seekers.check(BO)
    await all_look(evening, (ADA, DEE))
    monkeypatch.setattr("host.lobby.limits.DAILY", {**DAILY, Counted.LOBBIES: 1})
    await evening.lobby.cancel((await evening.open(DEE)).id, evening.person(DEE))
    assert await tables(evening) == [[ADA, DEE]]
    [match] = await evening.store.matches_in(("lobby",))
    assert match.host == ADA, "Dee, who asked last, has opened enough today"


async def test_who_has_reached_a_limit_since_leaves_the_others_alone(evening: Evening) -> None:
    await all_look(evening, (BO,))
    for _ in range(NEWCOMERS):
        await evening.play(CY, BO)
    await all_look(evening, (ADA,))
    assert await tables(evening) == []
    assert await evening.house.seekers.of(BO) is not None
    await all_look(evening, (DEE,))
    assert await tables(evening) == [[ADA, DEE]]


async def test_the_forecast_is_made_of_past_waits(evening: Evening) -> None:
    seekers = evening.house.seekers
    assert (await seekers.outlook(7)).seconds is None
    await look(evening, ADA)
    evening.now.later(2 * HOUR)
    await look(evening, BO)
    await tables(evening)
    assert LEAST_PAST == 3
    assert (await seekers.outlook(7)).seconds is None, "two are too few"
    await look(evening, CY)
    evening.now.later(2 * HELD)
    await seekers.work()
    assert (await seekers.outlook(7)).seconds == 2 * HOUR, "0 and 2 hours, and one who found none in a day"
    assert (await seekers.outlook(8)).seconds is None


async def test_senseless_wishes_are_refused(evening: Evening) -> None:
    with refused("house.game"):
        await look(evening, ADA, Wishes(("chess",), ("week",)))
    for wishes in (Wishes(("pistard",), ("never",)), Wishes((), ("week",))):
        with refused("house.preset"):
            await look(evening, ADA, wishes)


async def test_a_queue_outlives_a_restart(evening: Evening) -> None:
    await look(evening, ADA)
    other = await Evening.begin(evening.url, evening.now)
    await other.house.seekers.ask(ALL, RACES, other.person(BO))
    assert await tables(other) == [[ADA, BO]]
    await other.store.close()
