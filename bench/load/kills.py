"""Workers are killed under load, one after the other, and then everything is counted and looked at."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import dataclass, field

from bench.load.crowd import Book, Crowd, NoAnswer, Table
from bench.load.fleet import Fleet, running_fleet, seconds
from bench.load.play import playing
from db.store import LEASE
from tests.driver import ROOT

OWED = "SELECT 1 FROM outbox UNION SELECT 1 FROM deadlines WHERE due < extract(epoch FROM now())"
GIVEN = "kind = 'move' AND how IN ('player', 'changed')"
ANSWERS = f'SELECT match, "user", count(*) FROM log WHERE {GIVEN} GROUP BY 1, 2'
SETTLES_WITHIN = 4 * LEASE  # seconds: what a dead worker had taken, and what comes of it
TRIES = 5


@dataclass
class Drill:
    """What came of it; `wrong` is a sentence for each thing that isn't as it should be."""

    kills: int = 0
    answers: int = 0
    told: int = 0
    matches: int = 0
    over: int = 0
    boards: int = 0  # that were compared with their match
    settled: float = 0.0  # seconds from the last kill until nothing was owed
    lost: int = 0  # presses without an answer
    presses: int = 0
    wrong: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        counts = f"{self.kills} kills, {self.presses} presses and {self.lost} without an answer"
        answers = f"{self.answers} answers in the logs, {self.told} told as played"
        matches = f"{self.matches} matches, {self.over} over, {self.boards} boards compared"
        settled = f"nothing owed {self.settled:.0f} s after the last kill"
        return f"{counts}; {answers}; {matches}; {settled}; wrong: {len(self.wrong)}"


async def drill(workers: int, matches: int, length: float, every: float, seed: int = 1) -> Drill:
    """Play for `length` seconds while a random worker is killed `every` so many seconds and started again."""
    rng, done = random.Random(seed), Drill()
    with running_fleet(workers) as fleet:
        async with playing(fleet, matches, by_dm=0.5) as crowd:
            crowd.book = Book()
            end, last = seconds() + length, seconds()
            while seconds() + every < end:
                await asyncio.sleep(every)
                victim = rng.choice(list(fleet.running))
                fleet.end(victim, signal.SIGKILL)
                fleet.start(victim)
                done.kills, last = done.kills + 1, seconds()
            await asyncio.sleep(max(0.0, end - seconds()))
            await crowd.pause()
            done.presses, done.lost = len(crowd.book.first), crowd.book.lost
            await fleet.are_online()
            async with asyncio.timeout(SETTLES_WITHIN):
                while fleet.rows(OWED):  # noqa: ASYNC110 (a table doesn't tell when it is empty)
                    await asyncio.sleep(0.5)
            done.settled = seconds() - last
            compare(fleet, crowd, done)
            for table in crowd.tables:
                if not table.is_over:
                    await look(crowd, table, done)
        replay(fleet, done)
        done.wrong += fleet.faults()
    return done


def compare(fleet: Fleet, crowd: Crowd, done: Drill) -> None:
    """Compare what people heard with the logs."""
    counts = {(match, str(user)): n for match, user, n in fleet.rows(ANSWERS)}
    phases = dict(fleet.rows("SELECT id, phase FROM matches"))
    done.matches, done.answers = len(crowd.tables), sum(counts.values())
    for table in crowd.tables:
        if table.is_over != (phases[table.number] == "over"):
            done.wrong.append(f"match {table.number} is {phases[table.number]}, and the thread says something else")
        done.over += table.is_over
        for person in table.people:
            mine = [answer for answer in table.answers if answer.person == person.id]
            least = sum(answer.cause in crowd.played for answer in mine)
            most = least + sum(answer.is_doubtful and answer.cause not in crowd.played for answer in mine)
            done.told += least
            if not least <= (answers := counts.get((table.number, person.id), 0)) <= most:
                done.wrong.append(f"match {table.number}: {answers} answers, and {least} to {most} were given")


async def look(crowd: Crowd, table: Table, done: Drill) -> None:
    """See that the board in the thread shows the newest row of the match."""
    act = {"do": "slash", "user": table.people[0].id, "channel_id": table.thread, "name": "match", "path": ["export"]}
    answer = None
    for left in reversed(range(TRIES)):
        try:
            answer = await crowd.interact(**act, options={})
            break
        except NoAnswer:
            if not left:
                raise
            await asyncio.sleep(1)
    assert answer is not None
    export = json.loads(await crowd.file(answer["attachments"][0]))
    shown = [file["filename"] for file in (table.board or {}).get("attachments", ())]
    if shown != [f"{export['game']}-{table.number}-{export['log'][-1]['seq']}.png"]:
        done.wrong.append(
            f"match {table.number}: the board shows {shown}, and row {export['log'][-1]['seq']} is newest"
        )
    done.boards += 1


def replay(fleet: Fleet, done: Drill) -> None:
    """Play every running match again from its log, and compare it with what is stored."""
    settings = {"PATH": os.environ["PATH"], "DATABASE_URL": fleet.database}
    order = [sys.executable, str(ROOT / "bot.py"), "doctor", "--replay"]
    said = subprocess.run(order, cwd=fleet.folder, env=settings, capture_output=True, text=True, check=False).stdout
    done.wrong += [line for line in said.splitlines() if line.startswith("bad") and "backups" not in line]
