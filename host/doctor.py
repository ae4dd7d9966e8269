"""Health checks of the bot and its database, each finding with advice."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from db.sql.codec import BrokenSave, decode
from db.store import Store
from db.stores.outages import ALIVE, BEATS
from db.upkeep.checkup import Condition
from engines import GAMES, outside
from engines.table import Game, View
from host.ownership import known_by, named, refusal
from host.play.dormant import packed
from host.play.seen import is_person, without_key
from host.settings import Settings
from host.time.backup_folder import BackupFolder, Found
from host.time.backups import BackupPlan, Record, read_record
from host.time.worker import Now
from model.kinds import UNFINISHED, Evening, Owed, PauseReason, RowKind, Thinking
from model.match import Match
from platforms.console import words
from platforms.lacking import lacking

__all__ = [
    "Doctor",
    "Finding",
    "Trouble",
    "Verdict",
    "Ward",
    "connections",
    "of_connections",
    "of_database",
    "of_games",
    "of_owner",
    "of_settings",
    "of_system",
]

SKEW = 5.0  # seconds by which clocks may differ
PATIENCE = 300.0  # seconds after which something due counts as stuck
LARGE = 2 * 2**30  # bytes of a database file above which a database server is the better choice
MEGABYTE = 2**20
A_BACKUP = 3  # connections, while one is made
MOST = 20  # matches named
ONWARD = (*Owed, *Thinking, *Evening)  # kinds of deadlines that move a match on
MOMENT, HOUR, DAY = 60.0, 3600.0, 86400.0


class Verdict(StrEnum):
    """Severity of a finding: only `bad` calls for action."""

    OK = "ok"
    NOTE = "note"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of the doctor: the topic, the severity, the facts and the advice."""

    verdict: Verdict
    about: str
    text: str

    def __str__(self) -> str:
        return f"{self.verdict:<5}{self.about}: {self.text}"


def ok(about: str, text: str) -> Finding:
    return Finding(Verdict.OK, about, text)


def note(about: str, text: str) -> Finding:
    return Finding(Verdict.NOTE, about, text)


def bad(about: str, text: str) -> Finding:
    return Finding(Verdict.BAD, about, text)


def of_settings(settings: Settings) -> Iterator[Finding]:
    """Findings about missing or default settings."""
    if not settings.DISCORD_TOKEN:
        yield note("settings", "DISCORD_TOKEN is empty, so the bot starts the sandbox; set it to play on Discord.")
    else:
        yield ok("settings", "all can be read.")
    if not settings.OWNER_IDS:
        yield note(
            "settings", "OWNER_IDS is empty, so only managers of a server can use /admin there; put in your own id."
        )
    if settings.METRICS_PORT is None:
        yield note("settings", "METRICS_PORT is empty, so no one can ask whether the bot is healthy; choose a port.")
    if not settings.BACKUP_HOURS:
        yield note("settings", "BACKUP_HOURS is 0, so the bot makes no backups by itself; set it to 24.")
    if settings.BACKUP_COMMAND and shutil.which(program := words(settings.BACKUP_COMMAND)[0]) is None:
        yield bad("settings", f"BACKUP_COMMAND: there is no program {program}; install it, or write its whole path.")
    elif settings.BACKUP_HOURS and not settings.BACKUP_COMMAND:
        yield note("settings", "BACKUP_COMMAND is empty, so backups stay on this machine; a disk that dies takes both.")


def of_system(settings: Settings) -> Iterator[Finding]:
    """Findings on what can't be had on this system."""
    missing = [*lacking(on_postgresql=settings.is_on_postgresql)]
    yield from (note("system", what) for what in missing)
    if not missing:
        yield ok("system", "it has all that the bot can use.")


def of_games() -> Iterator[Finding]:
    """Findings about games: those hosted, and outside games that can't be."""
    yield ok("games", f"{', '.join(GAMES)}.")
    for why in outside.REFUSED.values():
        yield bad("games", f"{why}: update the package, or uninstall it.")


def connections(pool: int, workers: int | None) -> int:
    """The number of connections that all `workers` (None: one unnumbered process) may open together."""
    return A_BACKUP + (pool if workers is None else workers * (pool + 1))


def of_connections(settings: Settings, allowed: int) -> Finding:
    """Finding on whether the database server allows as many connections as the bot may open."""
    most, each = connections(settings.DATABASE_POOL, settings.WORKERS), settings.DATABASE_POOL
    if most > allowed:
        advice = f"lower DATABASE_POOL, which is {each}"
        return bad("connections", f"the bot may open {most}, the server of the database allows {allowed}: {advice}.")
    return ok("connections", f"the bot opens {most} at most, the server of the database allows {allowed}.")


def of_database(condition: Condition, now: float) -> Iterator[Finding]:
    """Findings about the condition of the database."""
    if not condition.is_known:
        advice = "update Gruppetto if that one is newer, else name another database"
        yield bad("migrations", f"the tables are those of another version (revision {condition.revision}): {advice}.")
    elif condition.revision is None:
        yield note("migrations", "the database is empty; the bot makes its tables when it starts.")
    elif condition.is_newest:
        yield ok("migrations", f"all tables are of this version (revision {condition.revision}).")
    else:
        yield note(
            "migrations",
            f"the tables are of an older version (revision {condition.revision}); the bot makes a backup and changes "
            "them when it starts.",
        )
    size = f"{condition.size / MEGABYTE:.1f} MB"
    if condition.clock is None and condition.size > LARGE:
        yield note("database", f"the file has {size}; move to PostgreSQL by backup and restore.")
    else:
        yield ok("database", f"it has {size}.")
    if not condition.is_private:
        yield note("database", "all users of this machine may read the file, hands and all: `chmod 600` it.")
    for fault in condition.faults:
        yield bad("database", f"it is damaged ({fault}): stop the bot and restore a backup into a new database.")
    if condition.clock is not None:
        yield of_clock("the database's server", condition.clock - now)


def of_owner(owner: str | None, settings: Settings) -> Finding:
    """Finding on whether the bot may run on a database with this owner (None: it has none yet)."""
    if why_not := refusal(owner, known_by(settings.DISCORD_TOKEN)):
        return bad("owner", why_not)
    if owner is None:
        return note("owner", "the database has no owner yet; it belongs to the application that logs in first.")
    return ok("owner", f"the database belongs to {named(owner)}.")


def of_clock(whose: str, ahead: float) -> Finding:
    """Finding on a clock that is so many seconds ahead of this machine's."""
    if abs(ahead) <= SKEW:
        return ok("clock", f"it agrees with that of {whose}.")
    side = "behind" if ahead > 0 else "ahead of"
    return bad("clock", f"it is {abs(ahead):.0f} s {side} that of {whose}: switch on time synchronisation (NTP).")


class Trouble(StrEnum):
    """Kinds of trouble with a match."""

    UNREADABLE = "unreadable"  # by this version
    STUCK = "stuck"  # no one can move, neither a person nor the bot
    AWAY = "away"  # it rests, since the bot was removed from its server
    MUTE = "mute"  # its messages can't be posted


@dataclass(frozen=True, slots=True)
class Ward:
    """A server's matches: how many run, how many gather players, and which have trouble."""

    running: int
    lobbies: int
    troubles: tuple[tuple[Match, Trouble], ...]


class Doctor:
    """Examines an up-to-date database, and its `backups` if there is a plan; changes nothing."""

    def __init__(
        self, store: Store, games: Mapping[str, Game[Any, Any]], now: Now = time.time, backups: BackupPlan | None = None
    ) -> None:
        self._store, self._games, self._now, self._plan = store, games, now, backups

    async def ward(
        self, guild: int | None, is_known: Callable[[Match], bool], is_hidden: Callable[[Match], bool]
    ) -> Ward:
        """The ward of a server or (None) of all, limited to matches the asker may know of.

        Matches in a channel that `is_hidden` from the bot count as mute, even with nothing to post just now.
        """
        matches = [match for match in await self._store.matches_in(UNFINISHED, guild=guild) if is_known(match)]
        stuck = {*await self._store.stuck(ONWARD, 0.0)}
        mute = await self._store.checkup.mute(self._now() - PATIENCE)
        mute |= {match.id for match in matches if is_hidden(match)}
        pairs = [(match, await self._trouble(match, stuck, mute)) for match in matches]
        lobbies = sum(match.phase == "lobby" for match in matches)
        troubles = tuple((without_key(match), trouble) for match, trouble in pairs if trouble is not None)
        return Ward(len(matches) - lobbies, lobbies, troubles)

    async def _trouble(self, match: Match, stuck: Collection[int], mute: Collection[int]) -> Trouble | None:
        if match.phase != "lobby" and not await self._reads(match):
            return Trouble.UNREADABLE
        if match.id in stuck and not await self._waits(match.id):
            return Trouble.STUCK
        if match.paused == PauseReason.GONE:
            return Trouble.AWAY
        return Trouble.MUTE if match.id in mute else None

    async def findings(self) -> AsyncGenerator[Finding]:
        """Findings about stuck work and about matches that can't go on."""
        now = self._now()
        yield await self._heartbeat(now)
        if (age := await self._store.checkup.age()) is not None:
            first, last = (_ago(now - time) for time in age)
            yield ok("age", f"the first match was opened {first}, and the last step of one was {last}.")
        if self._plan is not None and self._plan.every:
            async for finding in self._backups(now, self._plan):
                yield finding
        for about, (count, oldest), advice in (
            ("messages", await self._store.checkup.unsent(now - PATIENCE), "see what the bot's log says of Discord"),
            ("deadlines", await self._store.checkup.late(now - PATIENCE), "see that a bot runs and what its log says"),
        ):
            if not count:
                yield ok(about, "none is late.")
                continue
            age = "" if oldest is None else f", the oldest for {_span(now - oldest)}"
            yield bad(about, f"{count} should have been dealt with{age}: {advice}.")
        yield await self._matches()

    async def _heartbeat(self, now: float) -> Finding:
        beat = await self._store.meta(ALIVE)
        if beat is None:
            return note("bot", "none has run on this database yet.")
        age = now - float(beat)
        if age > BEATS:
            return note("bot", f"none runs; the last one was seen {_span(age)} ago. Start it if it should.")
        return ok("bot", f"a bot was seen on this database {_span(age)} ago.")

    async def _backups(self, now: float, plan: BackupPlan) -> AsyncGenerator[Finding]:
        contents, record = await BackupFolder(plan.folder).look(), await read_record(self._store)
        yield await self._newest(now, 2 * plan.every, contents, record)
        if record.fault:
            yield bad("backups", f"none could be made the last time. {record.fault}")
        if plan.command and record.command_fault:
            yield bad("second place", f"BACKUP_COMMAND has failed ({record.command_fault}): put that right.")
        elif plan.command and record.made:
            has = "has taken" if record.took else "hasn't taken"
            yield (ok if record.took else note)("second place", f"BACKUP_COMMAND {has} the last one there.")
        if record.trial_fault:
            yield bad("trial", f"a backup couldn't be restored on trial. {record.trial_fault}")
        elif record.tried:
            yield ok("trial", f"a backup was restored on trial {_span(now - record.tried)} ago and is whole.")

    async def _newest(self, now: float, limit: float, contents: Found, record: Record) -> Finding:
        """Finding on the newest backup, which may lie on another machine."""
        if contents.fault:
            return bad("backups", f"the newest can't be used. {contents.fault}")
        if record.made > (contents.made or 0.0) and not record.is_ours:
            about = f"the last one is {_span(now - record.made)} old and lies on {record.host} as {record.file}"
            say = bad if now - record.made > limit else note
            return say("backups", f"{about}: ask `doctor` there whether it is whole.")
        if contents.made is not None:
            age = now - contents.made
            if age <= limit:
                return ok("backups", f"{contents.newest} is whole and {_span(age)} old.")
            return bad("backups", f"the last one is {_span(age)} old: try `python bot.py backup FILE`, which says why.")
        if record.made:
            return bad("backups", f"{record.file} isn't there any more: see who takes files out of its folder.")
        begun = await self._store.checkup.begun()
        if begun is None or now - begun < DAY:
            return note("backups", "the bot has made none yet; it makes the first one when it runs on Discord.")
        return bad("backups", f"there is none, after {_span(now - begun)} of matches: the bot's log says why.")

    async def _matches(self) -> Finding:
        phases = await self._store.checkup.phases()
        wrong = [
            match.id for match in await self._store.matches_in(["starting", "running"]) if not await self._reads(match)
        ]
        if wrong:
            return bad("matches", f"{_list(wrong)} can't be read: update Gruppetto, or restore a backup.")
        dead = [match for match in await self._store.stuck(ONWARD, 0.0) if not await self._waits(match)]
        if dead:
            return bad("matches", f"no one can play on {_list(dead)}: restart the bot; if that doesn't help, tell us.")
        return ok("matches", f"{phases.get('running', 0)} run, {phases.get('lobby', 0)} gather players; all can go on.")

    async def _state(self, match: Match) -> Any:
        game, snapshot = self._games[match.game], await self._store.snapshot(match.id, match.seq)
        if snapshot is None:
            raise BrokenSave(f"Match {match.id} has no save.")
        return await asyncio.to_thread(decode, game, snapshot.schema, snapshot.body)  # the bot replies meanwhile

    async def _reads(self, match: Match) -> bool:
        """Whether this version can go on with the match."""
        game = self._games.get(match.game)
        if game is None or match.rules > game.spec.rules:
            return False
        try:
            return match.phase == "starting" or await self._state(match) is not None
        except BrokenSave:
            return False

    async def _waits(self, match_id: int) -> bool:
        """Whether the match waits for a person, and the bot won't move it on."""
        match = await self._store.match(match_id)
        if match is None or match.phase != "running":
            return False
        public: View = await asyncio.to_thread(self._games[match.game].view, await self._state(match), None)
        return any(seat is not None and is_person(match.seats[seat]) for seat in public.waiting)

    async def replay(self) -> AsyncGenerator[Finding]:
        """Findings from playing every running match again from its log and comparing it with its snapshots."""
        wrong: list[int] = []
        differ = 0
        running = await self._store.matches_in(["running"])
        for match in running:
            rows, saved = await self._store.course(match.id, 1, match.seq)
            try:
                piece = await asyncio.to_thread(packed, self._games[match.game], match, rows, saved)
            except (KeyError, BrokenSave):
                wrong.append(match.id)
                continue
            jumped = [seq for seq in piece.alike if piece.kinds[seq - 1] not in (RowKind.UNDO, RowKind.REWIND)]
            begun = [] if match.position_of is None else [piece.kinds.index(RowKind.DEAL) + 1]  # in another's middle
            if other := sorted({*piece.kept, *piece.absent, *jumped} - {*begun})[:MOST]:
                seqs, differ = ", ".join(map(str, other)), differ + 1
                yield bad(
                    "replay", f"match {match.id} isn't what its log says (rows {seqs}): keep a backup and tell us."
                )
        if wrong:
            yield bad("replay", f"{_list(wrong)} can't be read: update Gruppetto, or restore a backup.")
        if not wrong and not differ:
            yield ok("replay", f"{len(running)} matches were played again.")


def _list(matches: list[int]) -> str:
    more = f" and {len(matches) - MOST} more" if len(matches) > MOST else ""
    return f"{'match' if len(matches) == 1 else 'matches'} {', '.join(map(str, matches[:MOST]))}{more}"


def _ago(seconds: float) -> str:
    """Words for how long ago something was, given seconds."""
    return f"{_span(seconds)} ago" if seconds >= MOMENT else "just now"


def _span(seconds: float) -> str:
    """Words for a span of time."""
    for name, length in (("days", DAY), ("hours", HOUR), ("minutes", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {name}"
    return f"{max(0.0, seconds):.0f} seconds"
