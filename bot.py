"""Starts Gruppetto: on Discord with a token, else in the sandbox, an offline Discord in the browser."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import TYPE_CHECKING

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from structlog.typing import FilteringBoundLogger

from cogs import doctor
from cogs.gruppetto import Gruppetto, drain
from cogs.health import Health
from cogs.panel.browser import tell_opened
from cogs.traffic.request_rate import Pace
from db.sql.advice import DatabaseClosed, advice, database_faults, remedy
from db.sql.engine import make_engine
from db.sql.engine import named as named_database
from db.sql.url import read_url
from db.store import Store
from db.upkeep.backup import BackupRefused, back_up, restore
from db.upkeep.checkup import check_file, condition
from db.upkeep.migrate import check_sessions
from db.upkeep.owner import SANDBOX, owner_of, take_over
from engines import GAMES, outside
from host.careers.recount import Recount, tell
from host.delivery import Sender
from host.doctor import (
    Doctor,
    Finding,
    Verdict,
    bad,
    of_connections,
    of_database,
    of_games,
    of_owner,
    of_settings,
    of_system,
)
from host.house import House
from host.logs import report_the_uncaught, set_up_logs
from host.ownership import known_by, named, refusal
from host.play.dormant import remaker
from host.ports import PortTaken
from host.settings import OWN_FILE, SANDBOX_FILE, BadSettings, Settings, Share, data_folder, read_settings
from host.time.backup_folder import NotTaken, take_elsewhere
from host.time.backups import BackupPlan
from host.time.sandbox_time import followed
from host.time.worker import Idle, Now, just_wait
from host.time.worker_number import NumberTaken, WorkerNumber
from locales import OUTSIDE
from locales.compiled import FOLDER as TEXTS
from locales.compiled import compiled
from model.version import IS_INSTALLED, VERSION
from platforms.console import write_every_letter
from platforms.loop import run as run_loop
from platforms.loop import stopped_by_signals
from platforms.memory import share_one_arena
from platforms.programs import begin, in_thread
from web.desk import Address, Desk

if TYPE_CHECKING:
    from web.site import Site

log: FilteringBoundLogger = structlog.get_logger("bot")

FOLDER = Path(__file__).parent
STATE = Path.cwd() / data_folder() / "sandbox.state"  # where the sandbox keeps its channels and messages
STARTS_WITHIN = 20.0  # seconds
ANSWERS_WITHIN = aiohttp.ClientTimeout(3.0)  # seconds: another program on that port may never say a word
SANDBOX_TOKEN = "sandbox"
TABLE = "/table"  # where the sandbox shows the page
PAUSES = (1.0, 5.0, 15.0, 60.0, 300.0)  # seconds until the first, second, ... new try to reach Discord; then the last
API = "/api/v10"  # where Discord's API is at an address; it is the version that discord.py speaks
LOCAL = "127.0.0.1"
HOUR = 3600.0  # seconds
AUTHENTICATION_FAILED, DISALLOWED_INTENTS = 4004, 4014  # close codes of the gateway
BAD_TOKEN = "DISCORD_TOKEN: Discord doesn't know this token; copy it again from the portal."
# what discord.py raises when Discord is down, doesn't answer, or turns the bot away
AWAY = (
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.PrivilegedIntentsRequired,
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
)


class CannotStart(Exception):
    """Reason why the bot can't start, in sentences that say what to do."""


def database(settings: Settings) -> URL:
    """Database of the settings, and how the bot is to be connected to it; raises DatabaseClosed.

    Where neither a token nor a database is named and the file of a bot on Discord lies here, it is that one, which
    belongs to another than the sandbox: the token must be lost.
    """
    if settings.DATABASE_URL:
        return read_url(settings.DATABASE_URL, pool=settings.DATABASE_POOL, pooler=settings.DATABASE_POOLER)
    data_folder().mkdir(parents=True, exist_ok=True)
    url = read_url(OWN_FILE)
    return url if settings.DISCORD_TOKEN or owner_of(url) not in (None, SANDBOX) else read_url(SANDBOX_FILE)


async def check(settings: Settings) -> None:
    """Raise CannotStart unless settings, database and texts are fit to start with."""
    if wrong := [] if compiled() else wrong_texts(TEXTS):  # before they are compiled they are checked
        raise CannotStart("Texts are wrong:\n" + "\n".join(wrong))
    check_games()
    try:
        url = database(settings)
        owner = await asyncio.to_thread(owner_of, url)
        _check_owner(owner, known_by(settings.DISCORD_TOKEN))
        await asyncio.to_thread(check_file, url)
        store = await Store.open(url, settings.BACKUP_FOLDER)
    except DatabaseClosed as closed:
        raise CannotStart(f"DATABASE_URL: {closed}") from None
    await store.close()


def wrong_texts(folder: Path) -> list[str]:
    """What is wrong with the texts of a folder, a line each."""
    from locales.check import check as check_texts  # noqa: PLC0415 -- it reads them with a part of Babel, for nothing else

    return check_texts(folder, complete=False)


def check_games() -> None:
    """Drop games from outside whose texts are wrong."""
    for game, folder in [*OUTSIDE.items()]:
        if wrong := wrong_texts(folder):
            outside.refuse(game, "; ".join(wrong))


def _check_owner(owner: str | None, ours: str | None) -> None:
    if why_not := refusal(owner, ours):
        raise CannotStart(why_not)


def make_bot(
    settings: Settings,
    now: Now = time.time,
    idle: Idle = just_wait,
    *,
    backups: BackupPlan | None = None,
    site: Site | None = None,
) -> Gruppetto:
    """The bot, whose database opens once it has logged in; its matches can be touched on the page of the `site`."""

    async def open_house(sender: Sender, watch: Callable[[int], None]) -> House:
        store = await Store.open(database(settings), remake=remaker(GAMES))
        try:
            assert made.user is not None, "it has logged in"
            ours = str(made.user.id) if settings.DISCORD_TOKEN else SANDBOX
            _check_owner(await store.claim(ours), ours)
        except BaseException:
            await store.close()
            raise
        house = House(
            store,
            GAMES,
            sender,
            watch=_watching(watch, site),
            now=now,
            idle=idle,
            backups=backups,
            time_is_real=now is time.time,  # in the sandbox it leaps because someone wants that
        )
        if site is not None:
            site.of(_desk(made, house))
        return house

    share = settings.share()
    made = Gruppetto(
        open_house,
        now,
        shard_count=share.shard_count,
        shard_ids=share.shard_ids,
        takes_turns=share.worker is not None,
        owners=settings.OWNER_IDS,
        # a proxy counts the requests of all who share it
        pace=Pace(share.workers) if settings.DISCORD_TOKEN and not settings.DISCORD_API else None,
    )
    made.owner_pages = settings.owner_pages()
    if site is not None:
        made.page, made.calendar = site.address.link, site.address.calendar
    return made


def _watching(watch: Callable[[int], None], site: Site | None) -> Callable[[int], None]:
    """What is called with each match that moves: the bot's panels, and the open tables of the page."""
    if site is None:
        return watch

    def watched(match: int) -> None:
        watch(match)
        site.streams.moved(match)

    return watched


def _desk(bot: Gruppetto, house: House) -> Desk:
    """What the page needs of this bot."""
    return Desk(
        house,
        bot.pictures,
        bot.now,
        is_open=lambda: not bot.leaving,
        takes=bot.limit.turn,
        line=bot.line.first,
        opened=partial(tell_opened, bot),
    )


def backup_plan(settings: Settings) -> BackupPlan:
    """Folder of the bot's backups, and the hours between them."""
    return BackupPlan(settings.BACKUP_FOLDER, settings.BACKUP_HOURS * HOUR, settings.BACKUP_COMMAND)


@asynccontextmanager
async def numbered(settings: Settings, share: Share, stop: asyncio.Event) -> AsyncGenerator[None]:
    """Have the number that the settings give this worker, if they do; `stop` is set when another one takes it.

    Raises CannotStart if another worker has it.
    """
    if share.worker is None:
        yield
        return
    store = Store(make_engine(database(settings)))
    number = WorkerNumber(store, share.worker)
    try:
        if not await _taken(number, share, stop):
            yield
            return
        keeping = asyncio.create_task(number.keep())
        keeping.add_done_callback(lambda _: stop.set())
        try:
            yield
        finally:
            is_lost = keeping.done()
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            if not is_lost:
                await number.give_back()
    finally:
        await store.close()
    if is_lost:
        raise CannotStart(f"WORKER: another process has taken number {share.worker} over; this one ends.")


async def _taken(number: WorkerNumber, share: Share, stop: asyncio.Event) -> bool:
    """Whether the number could be had before someone said `stop`; raises CannotStart if another worker has it."""
    if stop.is_set():
        return False
    taking, stopping = asyncio.create_task(number.take()), asyncio.create_task(stop.wait())
    await asyncio.wait({taking, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not taking.done():
        taking.cancel()
        await asyncio.gather(taking, return_exceptions=True)
        return False
    try:
        await taking
    except NumberTaken as taken:
        raise CannotStart(
            f"WORKER: number {share.worker} runs already, on {taken}; give each process a number of its own, 0 to "
            f"{share.workers - 1}."
        ) from None
    return True


async def serve(make: Callable[[], Gruppetto], token: str, stop: asyncio.Event) -> None:
    """Run until `stop`, with another bot as often as Discord turns one away; see `live` for the rest."""
    tries = 0
    while not stop.is_set():
        bot = make()
        fault = await live(bot, token, stop)
        if fault is None:
            return
        tries = 0 if bot.at_home.is_set() else tries
        pause = PAUSES[min(tries, len(PAUSES) - 1)]
        tries += 1
        log.warning("Discord can't be reached, so the bot starts again in a while", code=code_of(fault), seconds=pause)
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await stop.wait()


async def live(bot: Gruppetto, token: str, stop: asyncio.Event) -> Exception | None:
    """Run a bot until it is to stop; presses that are being answered are finished first.

    Returns why Discord doesn't let it run, if so; raises CannotStart where trying again is of no use.
    """
    async with bot:
        running = asyncio.create_task(bot.start(token))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if stop.is_set():
            await drain()
            await bot.close()
            running.cancel()
    try:
        await running
    except asyncio.CancelledError:
        if not stop.is_set():
            raise
    except discord.LoginFailure:
        raise CannotStart(BAD_TOKEN) from None
    except AWAY as fault:
        if code_of(fault) == AUTHENTICATION_FAILED:
            raise CannotStart(BAD_TOKEN) from None
        return None if stop.is_set() else fault
    except DBAPIError as fault:  # on opening the database: later ones are caught and logged
        if todo := remedy(fault):
            raise CannotStart(f"DATABASE_URL: {todo}") from None
        raise
    return None


def code_of(fault: Exception) -> int:
    """The HTTP status or the gateway's close code with which Discord has turned the bot away; 0: it didn't answer."""
    if isinstance(fault, discord.HTTPException):
        return fault.status
    if isinstance(fault, discord.PrivilegedIntentsRequired):
        return DISALLOWED_INTENTS
    return fault.code or 0 if isinstance(fault, discord.ConnectionClosed) else 0


def calm(record: logging.LogRecord) -> bool:
    """A filter of discord.py's log: that Discord can't be reached now is a line of its own, without a traceback."""
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, AWAY):
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


@asynccontextmanager
async def sandbox(port: int) -> AsyncGenerator[str]:
    """The address of the sandbox: the one that listens on that port already, else a new one that ends with the bot."""
    address = f"http://127.0.0.1:{port}"
    if await _listens(address):
        print(f"A sandbox runs on port {port} already: this bot joins it. SANDBOX_PORT chooses another.", flush=True)
        yield address
        return
    if not _is_free(port):
        raise CannotStart(f"SANDBOX_PORT: the sandbox can't listen on {port}; choose another port.")
    program = begin(
        (sys.executable, "-m", "sandbox", "--port", str(port), "--state", str(STATE), "--with-parent"),
        cwd=FOLDER,
        env=os.environ | {"PYTHONSAFEPATH": ""},  # `-m` has to find it in that folder
        stdin=PIPE,
        stdout=DEVNULL,
    )
    try:
        until = time.monotonic() + STARTS_WITHIN
        while not await _listens(address):
            if program.poll() is not None:
                raise CannotStart("The sandbox ended; the line above says why.")
            if time.monotonic() > until:
                raise CannotStart("The sandbox takes too long to start; please try again.")
            await asyncio.sleep(0.05)
        yield address
    finally:
        if program.stdin is not None:
            program.stdin.close()  # with its input it ends
        await in_thread(program.wait)


async def _listens(address: str) -> bool:
    try:
        asked = aiohttp.request("GET", f"{address}/api/v10/gateway", timeout=ANSWERS_WITHIN)
        async with asked as answer:
            return answer.status == 200
    except (aiohttp.ClientError, TimeoutError):
        return False


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


# a bot without a voice needs no libraries for it
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
for part in ("client", "shard"):
    logging.getLogger(f"discord.{part}").addFilter(calm)


@asynccontextmanager
async def served(health: Health, port: int | None, host: str = LOCAL) -> AsyncGenerator[None]:
    """Serve metrics and health, on this machine alone unless `host` says otherwise. Raises CannotStart."""
    if port is None:
        yield
        return
    try:
        async with health.served(port, host):
            yield
    except PortTaken:
        raise CannotStart(f"METRICS_PORT: can't listen on {_place(port, host)}; choose another port.") from None


def _place(port: int, host: str) -> str:
    """Where the bot can't listen; another address than this machine's own comes from a setting."""
    return str(port) if host == LOCAL else f"{host}:{port}, see METRICS_HOST"


@asynccontextmanager
async def paged(address: str, port: int | None, host: str = LOCAL) -> AsyncGenerator[Site | None]:
    """The page at this port, which people reach at the address; None without a port.

    Raises CannotStart.
    """
    if port is None:
        yield None
        return
    from web.routes import ROUTES  # noqa: PLC0415 -- a bot without a page needs no web server
    from web.site import Site  # noqa: PLC0415

    site = Site(Address(address), ROUTES)
    try:
        async with site.served(port, host):
            yield site
    except PortTaken:
        raise CannotStart(f"WEB_PORT: can't listen on {_place(port, host)}; choose another port.") from None


async def run(settings: Settings) -> None:
    """Check, then play."""
    await check(settings)
    health, stop = Health(), stopped_by_signals()
    metrics = served(health, settings.METRICS_PORT, str(settings.METRICS_HOST))
    async with metrics, numbered(settings, settings.share(), stop):
        if settings.DISCORD_TOKEN:
            use_api(settings.DISCORD_API)
            backups = backup_plan(settings)
            async with paged(settings.WEB_URL, settings.WEB_PORT, str(settings.METRICS_HOST)) as site:
                made = partial(make_bot, settings, backups=backups, site=site)
                await serve(lambda: health.of(made()), settings.DISCORD_TOKEN, stop)
            return
        async with sandbox(settings.SANDBOX_PORT) as address:
            use_api(address)
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws{address.removeprefix('http')}/gateway")
            print(
                f"No DISCORD_TOKEN, so this is the Gruppetto sandbox. Open {address}/ in your browser to play.",
                flush=True,
            )
            page = paged(f"{address}{TABLE}", settings.WEB_PORT or 0)
            async with followed(address) as there, page as site:
                if site is not None:
                    await introduce(address, site.port)
                made = partial(make_bot, settings, there.now, there.idle, site=site)
                await serve(lambda: health.of(made()), SANDBOX_TOKEN, stop)


async def introduce(address: str, port: int) -> None:
    """Tell the sandbox where the bot's page is, which it shows at its own address."""
    async with aiohttp.ClientSession(timeout=ANSWERS_WITHIN) as sandbox:
        page = {"address": f"http://{LOCAL}:{port}"}
        async with sandbox.put(f"{address}/sandbox{TABLE}", json=page, raise_for_status=True):
            pass


def use_api(address: str) -> None:
    """Send what is for Discord's API to this address instead; "" is Discord's own."""
    if address:
        Route.BASE = address + API


async def count(settings: Settings, *, rebuild: bool) -> bool:
    """Make careers again from the logs, or compare them with the logs; returns whether all is right now."""
    store = await Store.open(database(settings), remake=remaker(GAMES))
    try:
        recount = Recount(store, GAMES)
        findings = await (recount.rebuild() if rebuild else recount.check())
    finally:
        await store.close()
    tell(findings, print)
    return not findings.wrong


async def examine(settings: Settings, *, replay: bool) -> bool:
    """Say what is wrong, a line each with what to do; returns whether nothing has to be done. Changes nothing."""
    is_well = True

    def say(finding: Finding) -> None:
        nonlocal is_well
        print(finding, flush=True)
        is_well = is_well and finding.verdict is not Verdict.BAD

    check_games()
    for finding in (*of_settings(settings), *of_system(settings), *of_games(), doctor.fonts()):
        say(finding)
    try:
        url = database(settings)
        state, owner = await asyncio.to_thread(condition, url), await asyncio.to_thread(owner_of, url)
        await check_sessions(url)
    except DatabaseClosed as closed:
        say(bad("database", str(closed)))
    else:
        for finding in of_database(state, time.time()):
            say(finding)
        say(of_owner(owner, settings))
        if state.connections is not None:
            say(of_connections(settings, state.connections))
        if state.is_newest:
            try:
                await look_into(Store(make_engine(url)), settings, say, replay=replay)
            except database_faults() as fault:
                say(bad("database", advice(url, fault)))
    if settings.DISCORD_TOKEN:
        logging.getLogger("discord").setLevel(logging.WARNING)  # that it logs in would stand between the findings
        use_api(settings.DISCORD_API)
        async for finding in doctor.discord_says(settings, await make_bot(settings).learn(GAMES)):
            say(finding)
    return is_well


async def look_into(store: Store, settings: Settings, say: Callable[[Finding], None], *, replay: bool) -> None:
    """Say what is wrong in a database."""
    try:
        about = Doctor(store, GAMES, backups=backup_plan(settings) if settings.DISCORD_TOKEN else None)
        async for finding in about.findings():
            say(finding)
        if replay:
            async for finding in about.replay():
                say(finding)
    finally:
        await store.close()


async def keep(settings: Settings, order: str, file: Path) -> None:
    """Make a backup or restore one, and say so; raises CannotStart."""
    try:
        url = database(settings)
        if order == "backup":
            made = back_up(url, file, time.time())
            print(f"{file}: {made.rows} rows of {named_database(url)} in {made.size} bytes.")
            if settings.BACKUP_COMMAND:
                await take_elsewhere(settings.BACKUP_COMMAND, file)
                print("BACKUP_COMMAND has taken it elsewhere.")
        else:
            when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(restore(url, file).made))
            print(f"The database {named_database(url)} is as it was at {when} UTC. The bot can start.")
    except DatabaseClosed as closed:
        raise CannotStart(f"DATABASE_URL: {closed}") from None
    except BackupRefused as refused:
        raise CannotStart(str(refused)) from None
    except NotTaken as fault:
        raise CannotStart(f"BACKUP_COMMAND has failed: {fault}.") from None


def adopt(settings: Settings) -> None:
    """Let the database belong to the application of the token, or to the sandbox, and say so; raises CannotStart."""
    ours = known_by(settings.DISCORD_TOKEN)
    if ours is None:
        raise CannotStart(BAD_TOKEN)
    try:
        if not take_over(database(settings), ours):
            raise CannotStart("DATABASE_URL: this database has no owner yet; start the bot, and it is yours.")
    except DatabaseClosed as closed:
        raise CannotStart(f"DATABASE_URL: {closed}") from None
    except BackupRefused as refused:
        raise CannotStart(str(refused)) from None
    print(f"The database belongs to {named(ours)} now. The bot can start.")


def read_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Arguments of the command line."""
    parser = argparse.ArgumentParser(
        description="Gruppetto hosts slow board games on Discord.",
        epilog="`gruppetto contract KEY` tests a game of another package." if IS_INSTALLED else None,
    )
    parser.add_argument("--version", action="version", version=f"Gruppetto {VERSION}")
    parser.add_argument("--check", action="store_true", help="validate settings, database and texts, then exit")
    parser.add_argument(
        "--adopt",
        action="store_true",
        help="take over a database of another application, or of the sandbox, then exit; docs/operating.md says when",
    )
    orders = parser.add_subparsers(dest="order")
    ratings = orders.add_parser("ratings", help="count results, badges and ratings from the logs of all matches")
    what = ratings.add_mutually_exclusive_group(required=True)
    what.add_argument("--rebuild", action="store_true", help="store what the logs say")
    what.add_argument("--check", action="store_true", dest="compare", help="exit with 1 if something else is stored")
    doctor = orders.add_parser(
        "doctor", help="say what is wrong and what to do; exit with 1 if something has to be done"
    )
    doctor.add_argument("--replay", action="store_true", help="also play every running match again from its log")
    for name, what in (("backup", "write all of the database to a new file"), ("restore", "fill an empty database")):
        order = orders.add_parser(name, help=f"{what}; docs/operating.md says how")
        order.add_argument("file", type=Path, metavar="FILE", help="the backup")
    return parser.parse_args(arguments)


async def obey(settings: Settings, arguments: argparse.Namespace) -> bool:
    """Do what the command line asks for; returns False if a comparison has found something wrong."""
    if arguments.order == "ratings":
        await check(settings)
        return await count(settings, rebuild=arguments.rebuild)
    if arguments.order == "doctor":
        return await examine(settings, replay=arguments.replay)
    if arguments.order in ("backup", "restore"):
        await keep(settings, arguments.order, arguments.file)
        return True
    if arguments.adopt:
        adopt(settings)
        return True
    await (check(settings) if arguments.check else run(settings))
    return True


def main() -> int:
    """Read settings, then check, count or run; returns the exit status."""
    arguments = read_arguments()
    write_every_letter()
    share_one_arena()
    try:
        settings = read_settings()
        set_up_logs(settings.LOG_LEVEL, settings.LOG_FORMAT)
        report_the_uncaught()
        right = run_loop(obey(settings, arguments), on_postgresql=settings.is_on_postgresql)
    except (BadSettings, CannotStart) as wrong:
        print(f"Can't {arguments.order or 'start'}.\n{wrong}", file=sys.stderr)
        return 1
    if arguments.check:
        print("".join(f"{refusal}\n" for refusal in outside.REFUSED.values()), end="")
        print("Settings, database and texts are fine." if not outside.REFUSED else "All else is fine.")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
