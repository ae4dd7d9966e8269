"""A cup whose tables have the same luck: hidden until the round is over, then compared seat by seat."""

from __future__ import annotations

import itertools
import random
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engines.table import Standing
from host.cups.duplicates import Finished, leads, ranks
from host.outbox.messages import Message
from host.play.seen import standings
from host.time.clocks import DAY
from model.cup import CupTable, WholeCup
from model.kinds import PauseReason, PostKind, ResultHow
from model.match import LogRow, Match
from tests.host.cups.gathering import FIRST, Gathering, asker, holder
from tests.host.evening import PLACE, Evening, refused
from tests.host.play.test_matches_unreadable import break_save
from tests.host.repair.stewards import steward
from tests.marks import rows_in_long

pytestmark = pytest.mark.quick

SHORT: dict[str, Any] = {"game": "pistard", "options": {"track": "sprint", "race": "points", "target": "3"}}
SWISS: dict[str, Any] = {**SHORT, "format": "swiss", "table": 2}
TEAMS: dict[str, Any] = {**SHORT, "format": "teams"}
KNOCKOUT: dict[str, Any] = {**SHORT, "format": "knockout"}


@pytest.fixture
def gathering(evening: Evening) -> Gathering:
    return Gathering(evening)


async def tables_of(gathering: Gathering, whole: WholeCup) -> list[tuple[CupTable, Match]]:
    """The tables of the present round with their matches."""
    found = whole.of_round(whole.cup.round)
    return [(table, await gathering.evening.header(table.match or 0)) for table in found]


async def ride(gathering: Gathering, match: int, seed: int) -> None:
    await gathering.evening.play_on(match, random.Random(seed))


def fell(rows: list[LogRow]) -> dict[str, list[int]]:
    """How the first draw for each reason fell."""
    drawn: dict[str, list[int]] = {}
    for row in rows:
        for draw in row.draws:
            drawn.setdefault(draw.why, draw.fell)
    return drawn


async def stood(gathering: Gathering, match: int) -> tuple[Standing, ...]:
    seen = await gathering.evening.matches.see(match, None)
    return tuple(standings(seen.match, seen.view))


async def test_pistard_s_rounds_by_points_have_duplicates_and_others_only_if_asked(gathering: Gathering) -> None:
    assert (await gathering.open(by=1, **SWISS)).duplicate
    assert not (await gathering.open(by=2, duplicate=False, **SWISS)).duplicate
    assert not (await gathering.open(by=3, **KNOCKOUT)).duplicate
    assert not (await gathering.open(by=4, game="tiny", format="swiss")).duplicate
    assert (await gathering.open(by=5, game="tiny", format="swiss", duplicate=True)).duplicate
    with refused("cup.duplicate"):
        await gathering.open(duplicate=True, **KNOCKOUT)


async def test_all_tables_of_a_round_have_the_same_luck_and_each_round_has_its_own(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **SWISS)
    (_, one), (_, other) = await tables_of(gathering, whole)
    assert (one.key, one.entropy, one.of_set) == (other.key, other.entropy, other.of_set)
    assert len(one.entropy.split(",")) == 4 and not one.terms.rated
    for match, seed in ((one, 1), (other, 2)):
        await ride(gathering, match.id, seed)
    mine, theirs = fell(await gathering.evening.log(one.id)), fell(await gathering.evening.log(other.id))
    shared = mine.keys() & theirs.keys()
    assert len(shared) > 5
    assert all(mine[why][: len(theirs[why])] == theirs[why][: len(mine[why])] for why in shared)
    whole = await gathering.work(whole.cup.id)
    (_, later), _ = await tables_of(gathering, whole)
    assert whole.cup.round == 2 and later.key != one.key


@pytest.mark.parametrize("form", [SWISS, TEAMS], ids=["swiss", "teams"])
async def test_until_the_last_table_is_over_only_its_players_know_of_a_table(
    gathering: Gathering, form: dict[str, Any]
) -> None:
    evening = gathering.evening
    whole = await gathering.begin(4, **form)
    (table, one), (_, other) = await tables_of(gathering, whole)
    assert (one.guild, one.channel, one.thread, one.hidden) == (None, 0, None, True)
    players = {holder(whole, place).user for place in table.places}
    stranger = next(row.user for row in other.seats if row.user is not None)
    for match_id in (one.id, 999):
        with refused("house.unknown"):
            await evening.matches.visit(match_id, asker())
        with refused("house.unknown"):
            await evening.house.browsers.check(match_id, stranger)
    cup, told = await gathering.cups.whole(whole.cup.id), len(gathering.shown)
    await ride(gathering, one.id, seed=1)
    messages = await evening.deliver()
    assert {message.post.to for message in messages} <= players
    after = await gathering.work(whole.cup.id)
    assert after == cup and len(gathering.shown) == told
    assert await evening.store.careers.results_of_match(one.id) == []
    assert (await evening.house.exports.verify(one.id)).proof.seed is None


async def test_announced_downtime_stops_the_clocks_of_hidden_tables_too(gathering: Gathering) -> None:
    evening = gathering.evening
    matches = [match.id for _, match in await tables_of(gathering, await gathering.begin(4, **SWISS))]
    before = [await evening.late(match, 0) for match in matches]
    now = evening.now()
    told = [
        await evening.house.downtimes.announce(guild, now, now + 2 * DAY, steward(evening))
        for guild in (PLACE.guild, (PLACE.guild or 0) + 1)
    ]
    assert told == [len(matches), 0]
    assert [await evening.late(match, 0) for match in matches] == [time + 2 * DAY for time in before]
    rows = [(await evening.log(match))[-1].kind for match in matches]
    assert rows == ["announce"] * len(matches)


async def test_the_server_s_holidays_and_zone_hold_at_hidden_tables_too(gathering: Gathering) -> None:
    evening = gathering.evening
    await evening.store.servers.change(PLACE.guild or 0, zone="Asia/Tokyo", holidays=3, longest=2)
    (_, one), _ = await tables_of(gathering, await gathering.begin(4, **SWISS))
    user = one.seats[0].user or 0
    balance = await evening.house.holidays.balance(user, None)
    assert (balance.days, balance.longest) == (3, 2)
    tonight = await evening.house.notifications.later(user, one, "tonight")
    assert datetime.fromtimestamp(tonight, ZoneInfo("Asia/Tokyo")).hour == 19


async def test_the_last_table_brings_all_results_at_once(gathering: Gathering) -> None:
    evening = gathering.evening
    whole = await gathering.begin(4, **SWISS)
    matches = [match for _, match in await tables_of(gathering, whole)]
    for number, match in enumerate(matches):
        await ride(gathering, match.id, seed=number)
    finished = [Finished(await stood(gathering, match.id)) for match in matches]
    whole = await gathering.work(whole.cup.id)
    for table, own, lead, before in zip(whole.of_round(1), finished, leads(finished), matches, strict=True):
        assert table.ranks == ranks(own, lead) and table.how == ResultHow.PLAYED
        assert table.leads == (float(lead[0]), float(lead[1]))
        match = await evening.header(before.id)
        assert (match.hidden, match.guild, match.channel) == (False, PLACE.guild, PLACE.channel)
        assert {(row.guild, row.rated) for row in await evening.store.careers.results_of_match(match.id)} == {
            (PLACE.guild, False)
        }
        verdict = await evening.house.exports.verify(match.id)
        assert verdict.proof.seed == match.key.hex() and verdict.draws and not verdict.wrong
        assert (await evening.matches.visit(match.id, asker())).match.id == match.id


async def test_each_player_hears_how_their_table_compares_when_the_set_is_over(gathering: Gathering) -> None:
    evening = gathering.evening
    whole = await gathering.begin(4, **SWISS)
    matches = [match for _, match in await tables_of(gathering, whole)]
    told: list[Message] = []
    for seed, match in enumerate(matches):
        assert not told, "not before the last table is over"
        await ride(gathering, match.id, seed)
        await gathering.rounds.work()
        told += [message for message in await evening.deliver() if message.post.kind == PostKind.COMPARED]
    players = {(match.id, row.user) for match in matches for row in match.seats}
    assert {(message.match.id, message.reader) for message in told} == players and len(told) == len(players)
    assert not any(message.match.hidden for message in told)


async def test_followers_of_a_player_hear_of_a_table_when_the_set_is_over(gathering: Gathering) -> None:
    evening, guild, reader = gathering.evening, PLACE.guild or 0, FIRST - 1
    whole = await gathering.begin(4, **SWISS)
    (table, one), (_, other) = await tables_of(gathering, whole)
    player = holder(whole, table.places[0]).user
    await evening.house.follows.allow(player, allowed=True)
    await evening.house.follows.follow_person(player, reader, guild)
    evening.now.later(60)
    await ride(gathering, one.id, seed=1)
    assert await evening.store.follows.moved(reader, 0) == await evening.store.follows.matches(reader) == []
    await ride(gathering, other.id, seed=2)
    await gathering.work(whole.cup.id)
    assert await evening.store.follows.moved(reader, 0) == [one.id]


async def test_a_table_that_was_called_off_counts_as_the_mean(gathering: Gathering) -> None:
    evening = gathering.evening
    whole = await gathering.begin(6, **SWISS)
    first, *others = [match for _, match in await tables_of(gathering, whole)]
    await evening.seats.call_off(first)
    for number, match in enumerate(others):
        await ride(gathering, match.id, seed=number)
    whole = await gathering.work(whole.cup.id)
    off, *played = whole.of_round(1)
    assert off.ranks == (1, 1)
    finished = [Finished(await stood(gathering, match.id)) for match in others]
    assert [table.ranks for table in played] == [
        ranks(own, lead) for own, lead in zip(finished, leads(finished), strict=True)
    ]


async def test_a_player_who_gives_up_is_last_and_in_no_mean(gathering: Gathering) -> None:
    evening = gathering.evening
    whole = await gathering.begin(4, **SWISS)
    (_, one), (_, other) = await tables_of(gathering, whole)
    quitter = one.seats[0].user
    assert quitter is not None
    await evening.seats.resign(one.id, quitter, evening.press())
    await ride(gathering, other.id, seed=1)
    whole = await gathering.work(whole.cup.id)
    left, stayed = whole.of_round(1)
    assert left.ranks is not None and left.ranks[0] == 2
    assert stayed.ranks is not None


async def test_a_late_round_ends_all_tables_of_the_set(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **SWISS, days=3)
    (_, one), (_, other) = await tables_of(gathering, whole)
    await ride(gathering, one.id, seed=1)
    await gathering.later(3.5)
    whole = await gathering.cups.whole(whole.cup.id)
    assert whole.cup.round == 2 and all(table.ranks is not None for table in whole.of_round(1))
    assert not (await gathering.evening.header(other.id)).hidden


@pytest.mark.parametrize("form", [SWISS, TEAMS], ids=["swiss", "teams"])
async def test_no_result_is_set_while_the_luck_is_secret(gathering: Gathering, form: dict[str, Any]) -> None:
    whole = await gathering.begin(4, **form)
    table, *_ = whole.of_round(1)
    with refused("cup.hidden"):
        await gathering.decide(whole.cup.id, table.number, holder(whole, table.places[0]).user)


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("form", [SWISS, TEAMS], ids=["swiss", "teams"])
async def test_an_organiser_who_plays_doesnt_learn_by_a_vote_whether_a_table_is_over(
    gathering: Gathering, form: dict[str, Any], *, is_over: bool
) -> None:
    cup = await gathering.open(3, **form)
    await gathering.cups.join(cup.id, gathering.person(0))
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    whole = await gathering.work(cup.id)
    theirs = next(t for t in whole.of_round(1) if FIRST not in {holder(whole, place).user for place in t.places})
    if is_over:
        await ride(gathering, theirs.match or 0, seed=1)
    winner = holder(whole, theirs.places[0]).user
    with refused("cup.hidden"):
        by = gathering.person(0)
        await gathering.evening.house.awards.ask(cup.id, theirs.number, winner, by, manages=False)


async def test_a_cup_that_is_called_off_hides_nothing_any_more(gathering: Gathering) -> None:
    evening = gathering.evening
    whole = await gathering.begin(4, **SWISS)
    (_, one), (_, other) = await tables_of(gathering, whole)
    await ride(gathering, one.id, seed=1)
    await gathering.cups.cancel(whole.cup.id, gathering.person(0), manages=False)
    await gathering.work(whole.cup.id)
    ended = [await evening.header(match.id) for match in (one, other)]
    assert [(match.phase, match.hidden, match.guild) for match in ended] == [
        ("over", False, PLACE.guild),
        ("cancelled", False, PLACE.guild),
    ]
    assert len(await evening.store.careers.results_of_match(one.id)) == 2
    async with evening.unchanged():
        await gathering.rounds.work()


async def test_hidden_tables_rest_while_the_bot_is_out_of_their_server(gathering: Gathering) -> None:
    evening = gathering.evening
    whole = await gathering.begin(4, **SWISS)
    matches = [match for _, match in await tables_of(gathering, whole)]
    assert await evening.house.servers.in_use() == [PLACE.guild]
    await evening.house.server_gone(PLACE.guild or 0)
    assert await evening.house.servers.resting() == [PLACE.guild]
    assert [(await evening.header(match.id)).paused for match in matches] == [PauseReason.GONE] * 2
    await evening.house.pauses.guild_back(PLACE.guild or 0)
    assert [(await evening.header(match.id)).paused for match in matches] == [None, None]


async def test_an_organiser_s_export_tells_nothing_of_their_tables(gathering: Gathering) -> None:
    evening = gathering.evening
    whole = await gathering.begin(4, **SWISS)
    (_, one), _ = await tables_of(gathering, whole)
    before = await evening.house.privacy.export_of(FIRST)
    evening.now.later(60)
    await ride(gathering, one.id, seed=1)
    assert await evening.house.privacy.export_of(FIRST) == before
    player = (await evening.house.privacy.export_of(one.seats[0].user or 0))["stored"]
    assert all("draws" not in row for row in player["log"] if row["match"] == one.id), "others have that luck still"


@pytest.mark.parametrize("duplicate", [False, True])
async def test_an_organiser_who_is_forgotten_ends_no_table_of_others(gathering: Gathering, *, duplicate: bool) -> None:
    cup = await gathering.open(4, duplicate=duplicate, **SWISS)
    await gathering.cups.start(cup.id, gathering.person(0), manages=False)
    await gathering.rounds.work()  # nothing is posted, so nothing is dealt
    await gathering.evening.house.privacy.forget(FIRST)
    tables = await tables_of(gathering, await gathering.cups.whole(cup.id))
    assert [match.phase for _, match in tables] == ["starting", "starting"]


@pytest.mark.parametrize("called_off", [False, True])
async def test_a_save_that_cant_be_read_holds_up_no_other_table(gathering: Gathering, *, called_off: bool) -> None:
    whole = await gathering.begin(4, **SWISS)
    (_, one), (_, other) = await tables_of(gathering, whole)
    await ride(gathering, one.id, seed=1)
    await gathering.evening.deliver()
    await break_save(gathering.evening, one.id)
    if called_off:
        await gathering.cups.cancel(whole.cup.id, gathering.person(0), manages=False)
    else:
        await ride(gathering, other.id, seed=2)
    whole = await gathering.work(whole.cup.id)
    assert not (await gathering.evening.header(other.id)).hidden
    if not called_off:
        broken, read = whole.of_round(1)
        assert broken.ranks == (1, 1) and sorted(read.ranks or ()) == [1, 2] and read.leads is None


async def test_a_restart_in_the_middle_changes_nothing(gathering: Gathering) -> None:
    whole = await gathering.begin(4, **SWISS)
    (_, one), (_, other) = await tables_of(gathering, whole)
    await ride(gathering, one.id, seed=1)
    await gathering.restart()
    await ride(gathering, other.id, seed=2)
    whole = await gathering.work(whole.cup.id)
    assert whole.cup.round == 2
    assert {row.user for match in (one, other) for row in match.seats} == {FIRST + n for n in range(1, 5)}
    await gathering.evening.store.close()


@pytest.mark.parametrize(
    ("form", "seed"), [(TEAMS, 5), *rows_in_long([(SWISS, 5), *itertools.product((SWISS, TEAMS), (6, 7))])]
)
async def test_what_happens_at_the_other_table_changes_nothing_for_anyone_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, form: dict[str, Any]
) -> None:
    """Two worlds: at the other table people answer, or no one does."""
    told: list[list[object]] = []
    for there in (seed, None):
        monkeypatch.setattr("tests.host.evening.PRESSES", itertools.count(1))  # the dice depend on them
        world = await Evening.begin(f"sqlite+aiosqlite:///{tmp_path}/{there}.db")
        told.append(await lived(Gathering(world), there, form))
        await world.store.close()
    assert told[0] == told[1] and len(told[0]) > 20


async def arrived(evening: Evening) -> list[Message]:
    """All messages that are due, by their readers."""
    messages: list[Message] = []
    while (due := await evening.store.next_post()) is not None and due <= evening.now():
        messages += await evening.deliver()
    return sorted(messages, key=lambda message: message.post.to or 0)


async def some(gathering: Gathering, match: int, seed: int) -> None:
    """A few more moves of a match."""
    enough = (await gathering.evening.header(match)).seq + 6
    await gathering.evening.play_on(match, random.Random(seed), until=lambda seen: seen.match.seq >= enough)


async def lived(gathering: Gathering, seed: int | None, form: dict[str, Any]) -> list[object]:
    """All that anyone learns who isn't at the second table, where all answer by this seed, or no one does."""
    evening = gathering.evening
    whole = await gathering.begin(4, **form)
    (_, one), (_, other) = await tables_of(gathering, whole)
    there = {row.user for row in other.seats}
    began, learnt = evening.now(), list[object](gathering.shown)
    await arrived(evening)
    for number in range(100):
        if seed is not None:
            await some(gathering, other.id, seed + number)
        evening.now.time = began + number * 60
        await some(gathering, one.id, number)
        evening.now.time = began + number * 60 + 30
        is_over = (await evening.header(one.id)).phase == "over"
        if not is_over:  # else the set may be
            await gathering.rounds.work()
        learnt += [
            (message.post.kind, message.post.to, message.news, message.seen and message.seen.view)
            for message in await arrived(evening)
            if message.post.to not in there
        ]
        learnt.append(len(gathering.shown))
        for user in {row.user for row in one.seats} | {None}:
            learnt += [match.id for match in await evening.matches.mine(user or 1)]
        if is_over:
            break
    learnt.append(await gathering.cups.whole(whole.cup.id))
    return learnt
