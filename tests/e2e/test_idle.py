"""What an idle bot has loaded: each package costs memory in every process, and time at every start."""

from contextlib import closing
from pathlib import Path

from tests.driver import ROOT, Driver, running_sandbox
from tests.e2e.programs import Bot, port_of

# psycopg, Alembic, networkx, openskill and others come when they are needed, which they aren't by an idle bot on SQLite
PACKAGES = {
    "aiohappyeyeballs",
    "aiohttp",
    "aiosignal",
    "aiosqlite",
    "attrs",
    "audioop-lts",
    "babel",
    "cachetools",
    "discord.py",
    "fontpkg-inter",
    "frozenlist",
    "greenlet",
    "idna",
    "isal",
    "manimgx-fonts",
    "manimgx-fonts-cjk",
    "msgspec",
    "multidict",
    "pillow",
    "prometheus_client",
    "propcache",
    "python-dotenv",
    "sqlalchemy",
    "structlog",
    "typing_extensions",
    "yarl",
}


async def test_an_idle_bot_on_sqlite_has_loaded_these_packages_alone(tmp_path: Path) -> None:
    program = ROOT / "tests" / "e2e" / "idle_bot.py"
    with running_sandbox() as url, closing(Bot(tmp_path, program, SANDBOX_PORT=port_of(url))) as bot:
        bot.meet()  # the database is there: the bot has started before
        bot.start()
        async with await Driver.connect(url) as driver:
            await driver.ready()
        assert bot.stop() == 0
    _, _, loaded = bot.log.rpartition("loaded: ")
    assert {*loaded.split()} <= PACKAGES
