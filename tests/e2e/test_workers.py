"""Workers that divide the shards between them: a number belongs to one process at a time."""

import asyncio
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

import bot
from db.sql.engine import make_engine
from db.sql.url import read_url
from db.store import Store
from db.stores.leases import Turns
from db.upkeep.migrate import migrate
from host.settings import Settings
from host.time import worker_number
from tests.driver import PATIENCE, Driver, running_sandbox
from tests.e2e.match import SHORT, Match
from tests.e2e.programs import Bot, acquaint, port_of


@pytest.fixture
async def settings(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Those of the only worker; what takes seconds takes moments."""
    monkeypatch.setattr(worker_number, "BEAT", 0.05)
    monkeypatch.setattr(worker_number, "JITTER", 0.01)
    await migrate(read_url(sqlite_url))
    return Settings(DATABASE_URL=sqlite_url, WORKERS=1, WORKER=0)


async def test_a_number_that_is_used_twice_is_refused_in_a_sentence(settings: Settings) -> None:
    share, first, second = settings.share(), asyncio.Event(), asyncio.Event()
    async with bot.numbered(settings, share, first):
        with pytest.raises(bot.CannotStart, match=r"^WORKER: number 0 runs already, on .+; give each process a number"):
            async with bot.numbered(settings, share, second):
                raise AssertionError("two have the number")
        assert not first.is_set()
    async with bot.numbered(settings, share, second):
        assert not second.is_set()


async def test_whoever_loses_the_number_ends(settings: Settings) -> None:
    """As a process that stood still until another had taken it over."""
    share, stop, store = settings.share(), asyncio.Event(), Store(make_engine(bot.database(settings)))
    with pytest.raises(bot.CannotStart, match=r"^WORKER: another process has taken number 0 over"):
        async with bot.numbered(settings, share, stop):
            while not await store.turns.take("worker.0", await store.turns.seen("worker.0"), "9e9 other/1/abcd"):
                pass  # it was renewed in between
            await stop.wait()
    await store.close()


async def test_a_worker_that_is_told_to_stop_waits_for_no_number(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    share, stop, clock = settings.share(), asyncio.Event(), Turns.clock

    async def last_look(turns: Turns) -> float:
        asyncio.get_running_loop().call_soon(stop.set)  # while it waits, then
        return await clock(turns)

    monkeypatch.setattr(worker_number, "BEAT", 60.0)
    async with bot.numbered(settings, share, asyncio.Event()):
        monkeypatch.setattr(Turns, "clock", last_look)
        async with bot.numbered(settings, share, stop):
            assert stop.is_set()
        monkeypatch.setattr(Turns, "clock", clock)
        async with bot.numbered(settings, share, stop):
            assert stop.is_set(), "it was told before it asked"


@pytest.fixture
def workers(postgres_url: str, tmp_path: Path) -> Iterator[tuple[str, tuple[Bot, Bot]]]:
    """The address of a sandbox, and two workers that aren't running yet."""

    def worker(place: str, number: int) -> Bot:
        (tmp_path / str(number)).mkdir()
        return Bot(
            tmp_path / str(number), SANDBOX_PORT=port_of(place), DATABASE_URL=postgres_url, WORKERS=2, WORKER=number
        )

    acquaint(postgres_url)
    with running_sandbox() as place, closing(worker(place, 0)) as zero, closing(worker(place, 1)) as one:
        yield place, (zero, one)
        assert zero.faults == one.faults == []


@pytest.mark.long
async def test_a_worker_that_died_is_back_when_its_lease_has_run_out(workers: tuple[str, tuple[Bot, Bot]]) -> None:
    place, (zero, one) = workers
    async with await Driver.connect(place) as driver:
        zero.start()
        one.start()
        await driver.wait(lambda: driver.sessions == 2 and driver.commands)
        match = await Match.begin(driver, "Ann", "Bob", opponents=1, **SHORT)
        await match.play(2)
        twice = await asyncio.to_thread(one.run)
        assert twice.returncode == 1
        assert "WORKER: number 1 runs already" in twice.stderr
        one.kill()
        await driver.wait(lambda: driver.sessions == 1)
        one.start()
        began = asyncio.get_running_loop().time()
        await driver.wait(lambda: driver.sessions == 2)
        assert asyncio.get_running_loop().time() - began < 60
        await match.play(2)
        assert one.stop() == 0
        one.start()
        await driver.wait(lambda: driver.sessions == 2)
        await match.play()
        assert "waits until the lease" in one.log
        assert one.log.count("waits until the lease") == 1, "what is given back is free"


async def put_to_sleep(bot: Bot, file: Path) -> None:
    """Stop the bot between two of its transactions: it would keep SQLite's lock, and no one else could write."""
    while True:
        bot.send(signal.SIGSTOP)
        with closing(sqlite3.connect(file, timeout=0)) as other, suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
            return
        bot.send(signal.SIGCONT)
        await asyncio.sleep(0.05)


@pytest.mark.long
async def test_a_worker_that_stood_still_ends_when_it_wakes_and_no_move_is_lost(tmp_path: Path) -> None:
    """As on a machine that was put to sleep, while its number was given to another one."""
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    url = f"sqlite+aiosqlite:///{tmp_path}/both.db"
    acquaint(url)
    with running_sandbox() as place:
        settings = {"SANDBOX_PORT": port_of(place), "DATABASE_URL": url, "WORKERS": 1, "WORKER": 0}
        with closing(Bot(tmp_path / "old", **settings)) as old, closing(Bot(tmp_path / "new", **settings)) as new:
            async with await Driver.connect(place) as driver:
                old.start()
                await driver.wait(lambda: driver.sessions == 1 and driver.commands)
                match = await Match.begin(driver, "Ann", "Bob", **SHORT)
                await match.play(2)
                await put_to_sleep(old, tmp_path / "both.db")
                new.start()
                await driver.wait(lambda: driver.sessions == 2)
                await match.play(2)  # the old process finds these presses in its socket when it wakes
                old.send(signal.SIGCONT)
                async with asyncio.timeout(PATIENCE):
                    assert await old.dies() == 1
                assert "WORKER: another process has taken number 0 over" in old.log
                await match.play()
            assert new.stop() == 0
            assert old.faults == new.faults == []
