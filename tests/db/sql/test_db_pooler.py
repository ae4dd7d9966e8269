"""PostgreSQL as it is rented: behind a pooler, with other people's sessions, and not too many of our own."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection

import bot
import db.upkeep.migrate
from db.sql.advice import DatabaseClosed
from db.sql.engine import make_engine
from db.sql.url import read_url
from db.store import SIZES, Store
from db.upkeep.backup import BackupRefused, back_up, restore
from db.upkeep.migrate import check_sessions, migrate
from db.upkeep.owner import take_over
from host.settings import Settings
from tests.conftest import EMPTY
from tests.db.sample import ADA, LOBBY, NOON, behind, everything, row, start, step
from tests.host import evening as company
from tests.pooler import running_pooler

PEOPLE, ROUNDS = 30, 9
REFUSED = (
    "The pooler before the database changes sessions with each transaction: set DATABASE_POOLER=on, or let it pool by "
    "session (pool_mode=session)."
)
Sessions = Callable[[int, int], int]  # which session answers that client's nth question


# --- recognised


class Pooler:
    """A pooler with as many sessions as you like, which greets all clients with numbers of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, lends: Sessions) -> None:
        self._lends, self._clients, self._asked = lends, list[AsyncConnection](), 0
        monkeypatch.setattr("db.upkeep.migrate._session", self.answer)

    async def answer(self, client: AsyncConnection) -> int:
        """The number of the session that answers."""
        if client not in self._clients:
            self._clients.append(client)
        self._asked += 1
        return self._lends(self._clients.index(client), self._asked)


SWAPPING: dict[str, Sessions] = {
    "the one that was given back last": lambda _client, _asked: 7,
    "two in turn": lambda _client, asked: asked % 2,
    "three in turn": lambda _client, asked: asked % 3,
}


@pytest.mark.parametrize("lends", SWAPPING)
async def test_sessions_that_change_hands_are_recognised(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, lends: str
) -> None:
    Pooler(monkeypatch, SWAPPING[lends])
    with pytest.raises(DatabaseClosed) as caught:
        await Store.open(postgres_url)
    assert str(caught.value) == REFUSED
    await check_sessions(read_url(postgres_url, pooler=True))


async def test_a_session_for_each_client_is_as_good_as_no_pooler(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Pooler(monkeypatch, lambda client, _asked: client)
    await (await Store.open(postgres_url)).close()
    monkeypatch.undo()
    await check_sessions(read_url(postgres_url))


@pytest.mark.parametrize("threshold", ["0", "None"])
async def test_a_url_may_say_when_statements_are_prepared(postgres_url: str, threshold: str) -> None:
    url = make_url(postgres_url).update_query_dict({"prepare_threshold": threshold})
    store = await Store.open(url.render_as_string(hide_password=False))
    assert await store.meta("nothing") is None
    await store.close()


def test_the_setting_is_stronger_than_the_url() -> None:
    told = Settings(DATABASE_URL="postgres://bot@server/house?prepare_threshold=4", DATABASE_POOLER=True)
    assert dict(bot.database(told).query) == {"pool_size": "5", "prepare_threshold": "none"}


async def test_no_more_connections_are_opened_than_the_owner_wants(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(postgres_url)).close()
    monkeypatch.setattr("db.sql.engine.APPLICATION", "counted")
    store = Store(make_engine(bot.database(Settings(DATABASE_URL=postgres_url, DATABASE_POOL=2))))
    await asyncio.gather(*(store.set_meta(f"person.{n}", "here") for n in range(20)))
    monkeypatch.undo()
    count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'counted'"
    assert await behind(postgres_url, count) == [2]
    await store.close()


async def test_a_bot_is_seen_whatever_name_its_url_gives_to_sessions(postgres_url: str) -> None:
    url = make_url(postgres_url).update_query_dict({"application_name": "my bot"})
    store = await Store.open(url)
    await store.claim("88")
    assert await store._reader.value(text(SIZES["postgresql"])) > 2**20
    with pytest.raises(BackupRefused, match=r"^A bot runs on this database: stop it first\.$"):
        await asyncio.to_thread(take_over, url, "99")
    await store.close()


# --- locks of others


async def test_whoever_keeps_the_tables_from_being_changed_is_named(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    await (await Store.open(postgres_url)).close()
    monkeypatch.setattr(db.upkeep.migrate, "LOCKS_WITHIN", 50)
    plain = postgres_url.replace("postgresql+psycopg:", "postgresql:")
    with (
        psycopg.connect(plain, application_name="a dump") as reader,
        psycopg.connect(plain, application_name="another bot's") as stranger,
        psycopg.connect(plain, application_name="somebody's psql") as other,
    ):
        reader.execute("SELECT count(*) FROM pg_class, matches")
        stranger.execute("SELECT pg_advisory_lock(1)")
        stranger.execute("LOCK TABLE pg_catalog.pg_description IN SHARE MODE")
        other.execute("SELECT 1 FROM alembic_version FOR UPDATE")
        [at] = other.execute("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')").fetchone() or ("",)
        with pytest.raises(DatabaseClosed) as caught:
            await Store.open(postgres_url, tmp_path)
        assert str(caught.value) == (
            f"Process {other.info.backend_pid} of the database's server (somebody's psql, since {at} UTC) has locked "
            "tables: wait for it or end it, then try again."
        )
    await (await Store.open(postgres_url, tmp_path)).close()


# --- with a real PgBouncer


async def rush(store: Store, of: int) -> Counter[str]:
    """Thirty people at once, who write and read: how often, what of that failed, and which answers were wrong."""
    told = Counter[str]()

    async def tried(what: str, act: Awaitable[Any], is_right: Callable[[Any], bool] = lambda _: True) -> None:
        told[what] += 1
        try:
            answer = await act
        except Exception:
            told[f"{what} failed"] += 1
        else:
            told[f"{what} wrong"] += not is_right(answer)

    matches = [await store.create(replace(LOBBY, host=ADA + n), row("open")) for n in range(6)]

    async def person(number: int) -> None:
        key = f"person.{of}.{number}"
        for round_ in range(ROUNDS):
            match = matches[(number + round_) % len(matches)]
            await tried("write", store.set_meta(key, str(round_)))
            await tried("read", store.meta(key), lambda said, now=str(round_): said == now)
            await tried("read", store.match(match.id), lambda said, match=match: said == match)
            await tried("read", store.turns.seen(key), lambda said, now=str(round_): said == now)

    await asyncio.gather(*(person(number) for number in range(PEOPLE)))
    return told


async def rushed(url: str, **options: Any) -> Counter[str]:
    """What comes of it in two processes' stores, opened without a look at what is before the database."""
    both = [Store(make_engine(read_url(url, **options))) for _ in range(2)]
    outcomes = await asyncio.gather(*(rush(store, number) for number, store in enumerate(both)), return_exceptions=True)
    for store in both:
        await store.close()
    return sum((count for count in outcomes if isinstance(count, Counter)), Counter[str]())


@pytest.mark.long
async def test_a_pooler_that_lends_by_the_transaction_is_refused_and_with_the_setting_all_goes_well(
    postgres_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await migrate(read_url(postgres_url))
    with running_pooler(postgres_url, "transaction") as url:
        before = await rushed(url)
        assert before["read failed"] > 0
        told = Settings(DATABASE_URL=url, BACKUP_FOLDER=tmp_path)
        with pytest.raises(bot.CannotStart, match="set DATABASE_POOLER=on"):
            await bot.check(told)
        assert not await bot.examine(told, replay=False)
        assert f"bad  database: {REFUSED}" in capsys.readouterr().out
        switched_on = replace(told, DATABASE_POOLER=True)
        await bot.check(switched_on)
        after = await rushed(url, pooler=True)
        assert after == {"read": 6 * PEOPLE * ROUNDS, "write": 2 * PEOPLE * ROUNDS}


@pytest.mark.long
@pytest.mark.parametrize("mode", ["transaction", "session"])
async def test_matches_migrations_and_backups_go_through_a_pooler(
    postgres_url: str, tmp_path: Path, mode: Literal["transaction", "session"]
) -> None:
    pooler = mode == "transaction"
    with running_pooler(postgres_url, mode, 6 if pooler else 20) as there:
        url = read_url(there, pooler=pooler)
        opened = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        store = opened[0]
        match = await store.commit(start(await store.create(LOBBY, row("open"))))
        for _ in range(12):
            match = await store.commit(step(match))
        await store.outages.beat(NOON)
        file = tmp_path / "house.backup"

        def meanwhile() -> None:
            with pytest.raises(BackupRefused, match="Another backup of this database is being made"):
                back_up(url, tmp_path / "second.backup", NOON)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("db.upkeep.backup._check_tables", lambda *_: meanwhile())
            await asyncio.to_thread(back_up, url, file, NOON)
        before = await everything(postgres_url)
        for one in opened:
            await one.close()
        await behind(postgres_url, *EMPTY)
        await asyncio.to_thread(restore, url, file)
        assert await everything(postgres_url) == before
        await (await Store.open(url)).close()


@pytest.mark.long
async def test_a_match_is_played_to_its_end_through_a_pooler(postgres_url: str) -> None:
    with running_pooler(postgres_url, "transaction", 2) as there:
        evening = await company.Evening.begin(f"{there}?prepare_threshold=none")
        both = [await evening.ride(company.ADA, company.BO) for _ in range(2)]
        seen = await asyncio.gather(*(evening.play_on(match, random.Random(match)) for match in both))
        assert [facts.match.phase for facts in seen] == ["over", "over"]
        lines = [str(finding) async for finding in evening.house.doctor.findings()]
        assert not [line for line in lines if line.startswith("bad")]
        await evening.store.close()


@pytest.mark.long
async def test_a_pooler_with_a_single_session_is_refused(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db.upkeep.migrate, "LENDS_WITHIN", 1.0)
    refused = pytest.raises(DatabaseClosed, match="The pooler before the database lends the bot no second session")
    with running_pooler(postgres_url, "session", 1) as there, refused:
        await Store.open(there)


@pytest.mark.long
async def test_a_bot_that_runs_behind_a_pooler_is_not_restored_over(postgres_url: str, tmp_path: Path) -> None:
    import time

    with running_pooler(postgres_url, "transaction") as there:
        url = read_url(there, pooler=True)
        store = await Store.open(url)
        await store.outages.beat(time.time())
        await asyncio.to_thread(back_up, url, tmp_path / "house.backup", NOON)
        with pytest.raises(BackupRefused, match="A bot runs on this database, or did two minutes ago"):
            await asyncio.to_thread(restore, url, tmp_path / "house.backup")
        await store.outages.beat(time.time() - 200)
        await store.close()
        await asyncio.to_thread(restore, url, tmp_path / "house.backup")
