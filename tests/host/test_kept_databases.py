"""The databases and backups of released versions open in the present one, are read whole, and go on."""

import itertools
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from db.sql.url import read_url
from db.store import Store
from db.upkeep.backup import UNKEPT, restore
from engines import GAMES
from host.careers.recount import Recount
from host.cups.cups import ALL
from host.cups.state import winners_of
from host.cups.verify import decode, encode, published, replay
from host.doctor import Doctor, Verdict
from host.lobby.lobby import Person
from host.play.seen import is_person
from host.table.votes import undecided
from model.kinds import VoteKind
from tests.db.sample import everything
from tests.host.evening import NAMES, Evening, Noon
from tests.host.repair.stewards import MEG
from tests.kept.databases import put_postgresql, put_sqlite
from tests.kept.folder import BACKUP, FIRST_GAMES, VERSIONS
from tests.kept.people import ENDS, HERE, PEOPLE
from tests.marks import in_long

NEW_PRESS = 10**9  # the first press after those of the life


@pytest.fixture(params=VERSIONS, ids=lambda path: path.name)
def version(request: pytest.FixtureRequest) -> Path:
    """The folder of a version."""
    return request.param


@pytest.fixture(params=["sqlite", *in_long("postgres")])
def house_url(request: pytest.FixtureRequest, version: Path, tmp_path: Path) -> str:
    """The URL of the database that the version has left."""
    if request.param == "postgres":
        return put_postgresql(version, request.getfixturevalue("postgres_url"))
    return put_sqlite(version, tmp_path / "house.db")


@pytest.fixture
async def evening(house_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """The present host on that database, after the life."""
    monkeypatch.setattr("tests.host.evening.PRESSES", itertools.count(NEW_PRESS))
    for user, name in PEOPLE.items():
        monkeypatch.setitem(NAMES, user, name)
    clock = Noon()
    clock.time = ENDS
    evening = await Evening.begin(house_url, clock)
    yield evening
    await evening.house.thoughts.stop()
    await evening.store.close()


async def running(evening: Evening) -> list[int]:
    return [match.id for match in await evening.store.matches_in(["running"]) if match.paused is None]


async def test_everything_in_it_is_read(evening: Evening) -> None:
    doctor = Doctor(evening.store, GAMES, evening.now)
    assert [finding async for finding in doctor.replay() if finding.verdict is Verdict.BAD] == []
    found = await Recount(evening.store, evening.house.games).check()
    assert found.matches and (found.unread, found.wrong) == ((), ())
    for match in await evening.store.matches_in(["over"]):
        assert (await evening.house.exports.verify(match.id)).wrong == ()
    for user in PEOPLE:
        assert (await evening.house.privacy.export_of(user))["stored"]
    for match in await evening.store.matches_in(["running", "over"]):
        for row in match.seats:
            seen = await evening.matches.see(match.id, row.user)
            assert seen.seat == (None if row.user is None or row.resigned else row.seat)
            assert await evening.matches.history(match.id, row.user)
    balances = [await evening.house.holidays.balance(user, HERE) for user in PEOPLE]
    assert any(balance.next is not None for balance in balances)


async def test_its_cups_are_read_and_go_on(evening: Evening) -> None:
    cups = [await evening.house.cups.whole(cup.id) for cup in await evening.store.cups.of_guild(HERE, ALL)]
    assert {whole.cup.phase for whole in cups} == {*ALL}
    for whole in cups:
        log = await evening.house.cups.log(whole.cup.id)
        found = replay(decode(encode(published(whole, log))))
        assert found is None or found.wrong == ()
        if whole.cup.phase == "over":
            assert found is not None and winners_of(whole)
        if whole.cup.phase == "running":
            await evening.house.cups.cancel(whole.cup.id, Person(MEG, "Meg", evening.press()), manages=True)
    await evening.house.rounds.work()
    hidden = [match for match in await evening.store.matches_in(["running", "over"]) if match.cup and match.hidden]
    assert not hidden


async def test_what_its_players_decide_together_is_decided(evening: Evening) -> None:
    decided = set[str]()
    for match in await evening.store.matches_in(["running"]):
        if match.vote is not None:
            decided.add(match.vote.about)
            await agree(evening, match.id)
        if match.paused is not None:
            first = next(row.user for row in match.seats if is_person(row) and row.user is not None)
            await evening.ask(match.id, first, VoteKind.RESUME)
            await agree(evening, match.id)
            assert (await evening.header(match.id)).paused is None
        if match.is_live:
            decided.add("live")
            await evening.house.live.enough(match.id, match.seats[0].user or 0, evening.press())
            assert not (await evening.header(match.id)).is_live
    assert decided >= {VoteKind.PAUSE, VoteKind.TAKEOVER, VoteKind.AWARD, VoteKind.REWIND, "live"}


async def agree(evening: Evening, match: int) -> None:
    """All who haven't voted say yes, until it is decided."""
    while seats := undecided(await evening.header(match)):
        user = (await evening.header(match)).seats[seats[0]].user
        assert user is not None
        await evening.say(match, user, yes=True)
    assert (await evening.header(match)).vote is None


async def test_its_matches_go_on(evening: Evening) -> None:
    matches = await running(evening)
    assert {(await evening.header(match)).game for match in matches} >= FIRST_GAMES
    for match in matches:
        before = (await evening.header(match)).seq
        after = await evening.play_on(match, random.Random(1), lambda seen, seq=before: seen.match.seq > seq)
        assert after.match.seq > before


@pytest.mark.long
async def test_its_matches_are_played_to_their_ends(evening: Evening) -> None:
    before = await evening.store.cups.of_guild(HERE, ("running",))
    for match in await running(evening):
        assert (await evening.play_on(match, random.Random(1))).match.phase == "over"
    await evening.house.rounds.work()
    for cup in before:
        assert (await evening.house.cups.whole(cup.id)).cup.seq > cup.seq


@pytest.mark.parametrize("kind", ["sqlite", *in_long("postgres")])
async def test_a_backup_brings_back_the_same(
    version: Path, kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    new = f"sqlite+aiosqlite:///{tmp_path}/new.db"
    url = new if kind == "sqlite" else request.getfixturevalue("postgres_url")
    restore(read_url(url), version / BACKUP)
    backed_up = put_sqlite(version, tmp_path / "house.db")
    await (await Store.open(backed_up)).close()
    assert kept(await everything(url)) == kept(await everything(backed_up))


def kept(rows: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[tuple[Any, ...]]]:
    """The rows without the tables of which no backup is made."""
    return {table: found for table, found in rows.items() if table not in UNKEPT}
