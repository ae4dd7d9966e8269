"""Plays a game while it is written: `make play <key>` opens the sandbox with a match of it.

Whenever a file of the game changes, the bot starts again and its match goes on by the new code: the log is played
again, with the same key of the dice. Where a move of it no longer fits, that is said, and another match begins.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from importlib.metadata import entry_points
from importlib.util import find_spec
from os import environ
from pathlib import Path

from sqlalchemy import update

from db.sql.codec import decode, encode, encode_json
from db.sql.engine import make_sync_engine
from db.sql.tables import log, snapshots
from db.sql.url import read_url
from db.store import Store
from engines import GAMES, outside
from engines.dice import SeededDice
from engines.table import Game, Move, Table
from host.play.fair_dice import dice_key
from model.kinds import RowKind
from model.match import LogRow, Match, Snapshot
from tests.driver import Driver
from tests.e2e.match import Match as Played
from tests.e2e.programs import Bot

ROOT = Path(__file__).parents[1]
PEOPLE = ("Ann", "Bob", "Carla", "Dmitri")
OWN = "house."  # how the kinds of the host's own events begin
LOOKS = 0.5  # seconds between two looks at the files
ROOMS = ("engines", "render", "opponents", "lessons", "cogs")
FITS_NOT = 3  # exit status


class FitsNot(Exception):
    """A move of the log that the new code doesn't take; the text is a sentence."""


# --- the files of the game


def files_of(key: str) -> list[Path]:
    """Where the game is written: it isn't imported here, for it will be another one."""
    packages = [entry.value for entry in entry_points(group=outside.GROUP) if entry.name == key]
    if packages and (found := find_spec(packages[0])) is not None:
        return [file for folder in found.submodule_search_locations or () for file in Path(folder).rglob("*.*")]
    files = [file for room in ROOMS for file in (ROOT / room / key).rglob("*.py")]
    files += [ROOT / room / f"{key}.py" for room in ROOMS]
    return [*files, *ROOT.glob(f"locales/*/{key}.po"), *ROOT.glob(f"locales/*/lessons_{key}.po")]


def stamps(key: str) -> dict[Path, int]:
    """When each of them was changed."""
    return {file: file.stat().st_mtime_ns for file in files_of(key) if file.suffix in (".py", ".po") and file.exists()}


# --- the log, played again


def again(game: Game, match: Match, rows: list[LogRow], saved: dict[int, Snapshot]) -> dict[int, tuple[bytes, list]]:
    """The states and events of all rows by today's code; raises FitsNot for the first move that it doesn't take."""
    made: dict[int, tuple[bytes, list]] = {}
    before: dict[bytes, bytes] = {}  # by a state as it was saved the same state today
    state, moves = None, 0
    for row in rows:
        moves += row.kind == RowKind.MOVE
        if row.seq not in saved:
            continue
        old, dice = zlib.decompress(saved[row.seq].body), SeededDice(dice_key(match), row.seq)
        events = [event for event in row.events if event.kind.startswith(OWN)]
        try:
            if row.kind == RowKind.DEAL:
                state, told = game.setup(Table(len(match.seats), match.options, match.rules), dice)
                events = [*told, *events]
            elif row.kind == RowKind.MOVE:
                events = [*game.apply(state, Move(row.by, row.path), dice), *events]
            else:  # it leaves the state as it was then, as an undo does
                state, events = decode(game, game.spec.schema, before[old]), row.events
        except Exception as fault:  # whatever the code of today raises
            what = f"move {moves} ({' '.join(row.path)})" if moves else "the beginning"
            raise FitsNot(f"The match no longer fits at {what}: {type(fault).__name__}, {fault}.") from fault
        before[old] = encode(game.spec, state)
        made[row.seq] = (before[old], events)
    if game.view(state, None).over != (match.phase == "over"):
        raise FitsNot("By the new code the match ends at another move.")
    return made


async def replay(key: str, database: str) -> None:
    """Play the newest match of a database again, and save it so; raises FitsNot."""
    url = read_url(database)
    store = await Store.open(url)
    try:
        matches = await store.matches_in(("running", "over"))
        if not matches:
            raise FitsNot("No match has begun yet.")
        match = max(matches, key=lambda match: match.id)
        rows, saved = await store.course(match.id, 1, match.seq)
    finally:
        await store.close()
    made = again(GAMES[key], match, rows, saved)
    with make_sync_engine(url).begin() as write:
        for seq, (body, events) in made.items():
            at = (snapshots.c.match == match.id) & (snapshots.c.seq == seq)
            write.execute(update(snapshots).where(at).values(body=body, schema=GAMES[key].spec.schema))
            at = (log.c.match == match.id) & (log.c.seq == seq)
            write.execute(update(log).where(at).values(events=encode_json(events)))
    print(f"The match goes on by the new code, after {sum(row.kind == RowKind.MOVE for row in rows)} moves.")


async def begin(key: str, address: str) -> None:
    """Let people of the sandbox begin a match of the game, as small and short as it has one."""
    spec = GAMES[key].spec
    seats = spec.seats[0]
    short = {"preset": next(iter(spec.presets))} if spec.presets else {}
    people = PEOPLE[:seats]
    async with await Driver.connect(address) as driver:
        await driver.ready()
        match = await Played.begin(driver, *people, opponents=seats - len(people), game=key, **short)
        print(f"{match.title} is played by {', '.join(people)} in #{match.thread.name}: open {address}/")


# --- the programs


def ordered(*words: str) -> int:
    """Do what the command line asks with the game as it is now; returns the exit status."""
    return subprocess.run([sys.executable, "-m", "tests.play", *words], cwd=ROOT, check=False).returncode


def watch(key: str, port: int) -> None:
    """Play until the person ends it, and end the bot then."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    address = f"http://127.0.0.1:{port}"
    paths = {"PYTHONPATH": environ["PYTHONPATH"]} if "PYTHONPATH" in environ else {}
    order = [sys.executable, "-m", "sandbox", "--port", str(port), "--with-parent"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(order, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as sandbox,
    ):
        assert sandbox.stdout is not None
        sandbox.stdout.readline()  # it listens
        bot = Bot(Path(folder), ROOT / "bot.py", SANDBOX_PORT=port, **paths)
        try:
            seen = stamps(key)
            bot.start()
            ordered(key, "--begin", address)
            while True:
                time.sleep(LOOKS)
                if (now := stamps(key)) == seen:
                    continue
                seen = now
                if bot.runs:
                    bot.stop()
                status = ordered(key, "--replay", str(bot.settings["DATABASE_URL"]))
                if status not in (0, FITS_NOT):
                    continue  # it can't even be loaded, as Python has said; the next change may help
                bot.start()
                if status == FITS_NOT:
                    ordered(key, "--begin", address)
        finally:
            bot.close()
            sandbox.terminate()


def main(arguments: list[str]) -> int:
    """Play, or do one step of it; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.play", description="Play a game while it is written.")
    parser.add_argument("key", nargs="?", help="the game")
    parser.add_argument("--port", type=int, default=8480, help="where the sandbox listens")
    parser.add_argument("--begin", metavar="ADDRESS", help="begin a match in this sandbox")
    parser.add_argument("--replay", metavar="URL", help="play the match of this database again")
    given = parser.parse_args(arguments)
    if given.key not in GAMES:
        refused = "".join(f" {why}." for why in outside.REFUSED.values())
        wrong = f"There is no game {given.key}. " if given.key else ""
        print(f"{wrong}Name a game, as in `make play pistard`: {', '.join(GAMES)}.{refused}", file=sys.stderr)
        return 2
    try:
        if given.begin:
            asyncio.run(begin(given.key, given.begin))
        elif given.replay:
            asyncio.run(replay(given.key, given.replay))
        else:
            watch(given.key, given.port)
    except FitsNot as why:
        print(f"{why} Another match begins.")
        return FITS_NOT
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
