"""Ladders, profiles, seasons and rolls of honour, as people see them."""

import random
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from host.careers.careers import MONTH, Careers
from host.careers.pages import PAGE
from host.lobby.lobby import ChannelRef, MatchRequest, Person
from host.time.clocks import DAY, day_of
from host.time.seasons import season_at
from model.career import Ladder, LadderRow, Record, Roll
from model.rating import EVERYWHERE
from model.terms import Terms
from tests.db.ended import end
from tests.host.evening import ADA, BO, CY, DEE, NAMES, NOON, PLACE, Evening, addressed, refused

GUILD, ELSEWHERE = 7, 8


@pytest.fixture
async def careers(evening: Evening) -> Careers:
    """The careers of people who have used the bot."""
    for user, name in NAMES.items():
        await evening.house.languages.remember(user, "en", name)
    return evening.house.careers


async def results(evening: Evening, *ranks: dict[int, int], guild: int = GUILD, **more: Any) -> None:
    """Matches that end one day after the other."""
    for rank in ranks:
        evening.now.later(DAY)
        await end(evening.store, evening.now(), rank, guild=guild, **more)


def people(ladder: Ladder) -> list[LadderRow]:
    """The rows of a page without those of computer players."""
    return [row for row in ladder.rows if row.opponent is None]


def in_brief(rows: list[LadderRow]) -> list[tuple[int | None, int, int | None]]:
    return [(row.rank, row.user, row.climbed) for row in rows]


# --- ladders


async def test_an_empty_ladder_has_one_empty_page(careers: Careers) -> None:
    ladder = await careers.ladder("pistard", GUILD, me=ADA)
    assert (ladder.rows, ladder.mine, ladder.page, ladder.pages) == ((), None, 1, 1)
    with refused("house.game"):
        await careers.ladder("chess", GUILD)


async def test_a_server_s_ladder_counts_its_own_matches_and_the_one_everywhere_all(
    evening: Evening, careers: Careers
) -> None:
    await results(evening, {ADA: 1, BO: 2})
    await results(evening, {CY: 1, ADA: 2}, guild=ELSEWHERE)
    assert [person.user for person in people(await careers.ladder("pistard", GUILD))] == [ADA, BO]
    assert [person.user for person in people(await careers.ladder("pistard", ELSEWHERE))] == [CY, ADA]
    assert [person.user for person in people(await careers.ladder("pistard", None))] == [CY, ADA, BO]
    assert people(await careers.ladder("tiny", GUILD)) == []


async def test_a_rating_is_provisional_until_five_matches(evening: Evening, careers: Careers) -> None:
    await results(evening, *[{ADA: 1, BO: 2}] * 4)
    assert people(await careers.ladder("pistard", GUILD))[0].rating.provisional
    await results(evening, {ADA: 1, BO: 2})
    first, last = people(await careers.ladder("pistard", GUILD))
    assert (first.rating.provisional, first.record, first.streak) == (False, Record(5, 5, 5), 5)
    assert (last.record.matches, last.record.wins, last.streak) == (5, 0, 0)


async def test_the_ladder_shows_who_has_climbed_in_the_last_month(evening: Evening, careers: Careers) -> None:
    await results(evening, {ADA: 1, BO: 2, CY: 3})
    evening.now.later(MONTH)
    await results(evening, {CY: 1, DEE: 2, ADA: 3})
    # a month ago: Ada, Bo, Cy; Dee wasn't there
    assert in_brief(people(await careers.ladder("pistard", GUILD))) == [
        (1, DEE, None),
        (2, BO, 0),
        (3, CY, 0),
        (4, ADA, -3),
    ]


async def test_a_month_s_ladder_has_those_who_have_played_in_it_with_what_they_did(
    evening: Evening, careers: Careers
) -> None:
    await results(evening, {ADA: 1, BO: 2, CY: 3})
    evening.now.later(MONTH)
    await results(evening, {CY: 1, ADA: 2})
    ladder = await careers.ladder("pistard", GUILD, "month", me=BO)
    assert [(p.user, p.record.matches, p.record.wins) for p in people(ladder)] == [(CY, 1, 1), (ADA, 1, 0)]
    assert ladder.mine is None


async def test_a_season_s_ladder_begins_with_the_quarter_in_the_server_s_zone(
    evening: Evening, careers: Careers
) -> None:
    await evening.store.servers.change(GUILD, zone="Asia/Tokyo")
    turn = datetime(2024, 1, 1, tzinfo=ZoneInfo("Asia/Tokyo")).timestamp()
    evening.now.time = turn - DAY - 1
    await results(evening, {ADA: 1, BO: 2})  # on the last day of the year
    await results(evening, {CY: 1, ADA: 2})
    ladder = await careers.ladder("pistard", GUILD, "season")
    assert [person.user for person in people(ladder)] == [CY, ADA]


async def test_the_own_row_is_there_on_every_page(evening: Evening, careers: Careers) -> None:
    many = list(range(1000, 1000 + 2 * PAGE + 5))
    await results(evening, *[{many[at]: 1, many[at + 1]: 2} for at in range(0, len(many) - 1, 2)])
    whole = [await careers.ladder("pistard", GUILD, page=page, me=many[0]) for page in (1, 2, 3)]
    assert [ladder.page for ladder in whole] == [1, 2, 3]
    assert {ladder.pages for ladder in whole} == {3}
    assert {ladder.mine for ladder in whole} == {whole[0].mine}
    assert whole[0].mine is not None
    assert len({row.user for ladder in whole for row in people(ladder)}) == len(many) - 1
    assert (await careers.ladder("pistard", GUILD, page=99)).page == 3
    assert (await careers.ladder("pistard", GUILD, page=0)).page == 1


async def test_a_server_that_the_bot_has_left_keeps_its_ladder(evening: Evening, careers: Careers) -> None:
    await results(evening, {ADA: 1, BO: 2})
    before = await careers.ladder("pistard", GUILD)
    await evening.pauses.guild_gone(GUILD)
    assert await careers.ladder("pistard", GUILD) == before


async def test_a_person_who_hides_is_on_no_ladder_over_all_servers(evening: Evening, careers: Careers) -> None:
    await results(evening, {ADA: 1, BO: 2})
    await evening.house.privacy.hide(ADA, hidden=True)
    assert await evening.house.privacy.hidden(ADA)
    everywhere = await careers.ladder("pistard", None, me=ADA)
    assert [(person.user, person.rank) for person in people(everywhere)] == [(BO, 1)]
    assert everywhere.mine is None
    assert [person.user for person in people(await careers.ladder("pistard", GUILD))] == [ADA, BO]
    await evening.house.privacy.hide(ADA, hidden=False)
    assert len(people(await careers.ladder("pistard", None))) == 2


# --- profiles


async def test_a_person_who_has_finished_nothing_has_no_profile(careers: Careers) -> None:
    assert await careers.profile(ADA) is None


async def test_a_profile_tells_a_career(evening: Evening, careers: Careers) -> None:
    await results(evening, {ADA: 1, BO: 2, CY: 3}, badges={ADA: "broom"})
    await results(evening, {BO: 1, ADA: 2}, {BO: 1, ADA: 2}, badges={ADA: "podium", BO: "broom"})
    await results(evening, {CY: 1, ADA: 2}, guild=ELSEWHERE, badges={ADA: "broom"})
    await results(evening, {ADA: 1}, in_time=1, late=9)  # alone: unrated
    profile = await careers.profile(ADA)
    assert profile is not None
    [game] = profile.games
    assert (game.record, game.rating.provisional) == (Record(4, 1, 1), True)
    assert [(record.game, record.matches, record.wins) for record in profile.solo] == [(game.game, 1, 1)]
    [state] = [rank.state for rank in await evening.store.careers.ranks(game.game, EVERYWHERE) if rank.user == ADA]
    assert state.matches == len(game.curve) == 4
    assert [point.day for point in game.curve] == [day_of(NOON + day * DAY, UTC) for day in (1, 2, 3, 4)]
    assert (game.curve[-1].points, game.curve[-1].spread) == (game.rating.points, game.rating.spread)
    assert game.rating == state.rating
    assert (game.best.rank, game.best.field) == (1, 3)
    assert [(f.user, f.matches, f.ahead, f.behind) for f in profile.favourites] == [
        (BO, 3, 1, 2),
        (CY, 2, 1, 1),
    ]
    assert profile.nemesis is not None
    assert profile.nemesis.user == BO
    assert (profile.in_time, profile.moves) == (37, 50)
    assert profile.badges == {"broom": 2, "podium": 2}
    assert list(profile.badges) == ["broom", "podium"]  # the newest first
    assert [(finish.rank, finish.field) for finish in profile.finishes] == [(1, 3), (2, 2), (2, 2)]


async def test_a_profile_of_a_server_tells_of_it_alone(evening: Evening, careers: Careers) -> None:
    await results(evening, {ADA: 1, BO: 2})
    await results(evening, {CY: 1, ADA: 2}, guild=ELSEWHERE, badges={ADA: "broom"})
    profile = await careers.profile(ADA, GUILD)
    assert profile is not None
    assert [favourite.user for favourite in profile.favourites] == [BO]
    assert profile.nemesis is None
    assert profile.badges == {}
    assert profile.games[0].record.matches == 1
    assert await careers.profile(CY, GUILD) is None


# --- rolls of honour


async def test_the_roll_of_honour_names_tours_and_all_their_winners(evening: Evening, careers: Careers) -> None:
    await results(evening, {ADA: 1, BO: 2}, {ADA: 1, BO: 1, CY: 3}, game="legstrong")
    await results(evening, {CY: 1, BO: 2}, game="legstrong", guild=ELSEWHERE)
    roll: Any = await careers.roll("legstrong", GUILD)
    assert [([user for user, _ in entry.winners], entry.points, entry.field) for entry in roll.entries] == [
        ([ADA, BO], 9, 3),
        ([ADA], 9, 2),
    ]
    assert (roll.page, roll.pages) == (1, 1)
    assert roll.entries[0].options["laps"] == "3"
    assert await careers.roll("superechelon", GUILD) == Roll("superechelon", (), 1, 1)
    with refused("house.game"):
        await careers.roll("nonsense", GUILD)


# --- seasons


@pytest.mark.parametrize(
    ("when", "months", "first", "zone", "key", "ends"),
    [
        ("2026-11-22", 3, 1, "", "2026-10", "2027-01-01"),
        ("2026-01-01", 3, 1, "", "2026-01", "2026-04-01"),
        ("2026-11-22", 12, 1, "", "2026-01", "2027-01-01"),
        ("2026-02-10", 6, 9, "", "2025-09", "2026-03-01"),
        ("2026-11-22", 1, 5, "", "2026-11", "2026-12-01"),
        ("2026-12-31T23:30", 3, 1, "Europe/Rome", "2027-01", "2027-03-31T22:00"),  # it is summer there by then
    ],
)
def test_seasons_begin_with_a_month(when: str, months: int, first: int, zone: str, *, key: str, ends: str) -> None:
    def utc(text: str) -> float:
        return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()

    season = season_at(utc(when), months, first, zone)
    assert (season.key, season.ends) == (key, utc(ends))
    assert season.begins <= utc(when) < season.ends
    assert season_at(season.begins, months, first, zone) == season
    assert season_at(season.ends, months, first, zone).begins == season.ends


@pytest.mark.parametrize(("months", "first"), [(5, 1), (0, 1), (3, 0), (3, 13)])
async def test_seasons_that_do_not_divide_a_year_are_refused(evening: Evening, months: int, first: int) -> None:
    with refused("season.unknown"):
        await evening.house.servers.change(GUILD, months=months, first=first)


async def test_the_end_of_a_season_is_told_once_and_its_table_kept(evening: Evening, careers: Careers) -> None:
    await evening.house.servers.change(PLACE.guild or 0, months=1, first=1)
    match = 0
    for seed in range(2):
        match = await evening.play(ADA, BO, game="tiny")
        await evening.play_on(match, random.Random(seed))
    await evening.deliver()
    ends = (await evening.house.seasons.at(GUILD, evening.now())).ends
    assert await evening.house.seasons.work() == ends
    assert await evening.deliver() == []
    evening.now.time = ends + 3 * 31 * DAY  # no bot ran for months
    await evening.house.seasons.work()
    await evening.house.seasons.work()
    assert addressed(await evening.deliver()) == [("ceremony", None)]
    [ceremony] = await careers.ceremonies(match)
    assert (ceremony.guild, ceremony.game, ceremony.season.key) == (GUILD, "tiny", "2023-11")
    ladder = await careers.ladder("tiny", GUILD)
    assert [(row.rank, row.user, row.rating, row.name) for row in ceremony.rows] == [
        (person.rank, person.user, person.rating, person.name) for person in people(ladder)
    ]
    [season] = await careers.archives(GUILD, "tiny")
    assert await careers.archived(GUILD, "tiny", season) == ceremony


async def test_in_direct_messages_matches_count_everywhere(evening: Evening, careers: Careers) -> None:
    match = await evening.lobby.open(MatchRequest("tiny", {}, 2, Terms()), ChannelRef(None, 99), evening.person(ADA))
    await evening.lobby.join(match.id, Person(BO, NAMES[BO], evening.press()))
    await evening.start(match.id, ADA)
    await evening.play_on(match.id, random.Random(1))
    assert {person.user for person in people(await careers.ladder("tiny", None))} == {ADA, BO}
    scopes = {rank.user: rank.state for rank in await evening.store.careers.ranks("tiny", EVERYWHERE)}
    assert len(scopes) == 2
    assert await evening.house.seasons.work() is None
