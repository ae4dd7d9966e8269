"""Dormant matches: a month after the end, snapshots are dropped; they can be rebuilt from the log.

Moves with their recorded draws give the same states and the same events, so only what people did and the draws are
kept. This is verified before anything is thrown away; where it fails, everything stored stays.
"""

from __future__ import annotations

import asyncio
import lzma
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import structlog
from structlog.typing import FilteringBoundLogger

from db.sql.codec import BrokenSave, decode, decode_events, encode, encode_json
from db.store import Remake, Store
from db.stores.dormant import Unpacked
from engines.dice import Draw, RecordedDice
from engines.table import Event, Game, Move, Path, Seat, Table
from host.time.worker import Now
from model.kinds import How, RowKind
from model.match import LogRow, Match, Snapshot

log: FilteringBoundLogger = structlog.get_logger()

FORMAT = 1
AWAKE = 30 * 86400.0  # seconds a finished match stays as it was played
PAUSE = 5.0  # seconds between two matches, as a replay takes up to a second of a core
LOOKS = 3600.0  # seconds to the next look when there is nothing to do


class Packed(msgspec.Struct, array_like=True):
    """A log in columns, from row 1 on, with only the snapshots that a replay doesn't reproduce."""

    format: int
    kinds: list[RowKind]
    seats: list[Seat | None]
    paths: list[Path]
    hows: list[How]
    draws: list[list[tuple[str, int, list[int]]]]
    users: list[int | None]
    times: list[float]
    told: list[int]  # how many events of a row the game itself reproduces
    more: list[str]  # the events after those, as JSON
    alike: dict[int, int] = {}  # rows whose snapshot equals that of an earlier row
    kept: dict[int, tuple[int, bytes]] = {}  # snapshots that equal no other, each with its schema
    absent: list[int] = []  # rows without a snapshot


class Rerun:
    """A replay of a match, row by row."""

    def __init__(self, game: Game[Any, Any], match: Match) -> None:
        self._game, self._table = game, Table(len(match.seats), match.options, match.rules)
        self.state: Any = None

    def play(self, row: LogRow) -> list[Event]:
        """Replay the row; returns the game's events as the store has them. Raises whatever the game raises."""
        if row.kind == RowKind.DEAL or (row.kind == RowKind.START and row.draws):  # the first version dealt at once
            self.state, events = self._game.setup(self._table, RecordedDice(row.draws))
        elif row.kind == RowKind.MOVE:
            events = self._game.apply(self.state, Move(row.by, row.path), RecordedDice(row.draws))
        else:
            return []
        return decode_events(encode_json(events))

    def body(self) -> bytes | None:
        """The present state as it would be saved."""
        return None if self.state is None else encode(self._game.spec, self.state)

    def jump(self, snapshot: Snapshot) -> None:
        """Continue from a saved state."""
        self.state = decode(self._game, snapshot.schema, snapshot.body)


def packed(game: Game[Any, Any], match: Match, rows: Sequence[LogRow], saved: Mapping[int, Snapshot]) -> Packed:
    """Pack a whole log into what a replay doesn't reproduce; raises BrokenSave for an unreadable snapshot."""
    piece = Packed(FORMAT, [], [], [], [], [], [], [], [], [])
    rerun = Rerun(game, match)
    first: dict[bytes, int] = {}  # the first row that led to a state
    for row in rows:
        try:
            events = rerun.play(row)
        except Exception:  # whatever a game raises over moves it wouldn't allow today
            events, rerun.state = [], None
        count = len(events) if events == row.events[: len(events)] else 0
        piece.kinds.append(row.kind)
        piece.seats.append(row.by)
        piece.paths.append(row.path)
        piece.hows.append(row.how)
        piece.draws.append([(draw.why, draw.sides, draw.fell) for draw in row.draws])
        piece.users.append(row.user)
        piece.times.append(row.at)
        piece.told.append(count)
        piece.more.append(encode_json(row.events[count:]))
        made, stored = rerun.body(), saved.get(row.seq)
        if stored is None:
            if made is not None:
                piece.absent.append(row.seq)
            continue
        state = _of_today(game, stored)
        if made is None or zlib.decompress(made) != state:
            if state in first:
                piece.alike[row.seq] = first[state]
            else:
                piece.kept[row.seq] = (stored.schema, stored.body)
            rerun.jump(stored)
        first.setdefault(state, row.seq)
    return piece


def _of_today(game: Game[Any, Any], stored: Snapshot) -> bytes:
    """A saved state as it would be saved today, uncompressed: compression depends on the library's version."""
    is_old = stored.schema != game.spec.schema
    body = encode(game.spec, decode(game, stored.schema, stored.body)) if is_old else stored.body
    return zlib.decompress(body)


def unpacked(game: Game[Any, Any], match: Match, piece: Packed) -> Unpacked:
    """Unpack log and snapshots exactly, except for the ids of presses, which no one can repeat by then."""
    rerun = Rerun(game, match)
    rows: list[LogRow] = []
    saved: dict[int, Snapshot] = {}
    absent = set(piece.absent)
    columns = (piece.kinds, piece.seats, piece.paths, piece.hows, piece.draws, piece.users, piece.times)
    for seq, (kind, seat, path, how, draws, user, time) in enumerate(zip(*columns, strict=True), 1):
        drawn = [Draw(*draw) for draw in draws]
        row = LogRow(match.id, seq, kind, seat, path, how, drawn, [], None, user, time)
        count, jumps = piece.told[seq - 1], seq in piece.alike or seq in piece.kept
        events = rerun.play(row)[:count] if count or not jumps else []
        rows.append(replace(row, events=[*events, *decode_events(piece.more[seq - 1])]))
        if jumps:
            same = saved.get(piece.alike.get(seq, 0))
            schema, body = piece.kept[seq] if same is None else (same.schema, same.body)
            saved[seq] = Snapshot(match.id, seq, schema, body)
            rerun.jump(saved[seq])
        elif seq not in absent and (body := rerun.body()) is not None:
            saved[seq] = Snapshot(match.id, seq, game.spec.schema, body)
    return Unpacked(rows, saved)


def remaker(games: Mapping[str, Game[Any, Any]]) -> Remake:
    """A function that remakes matches of these games from their packed pieces."""

    def remake(match: Match, body: bytes) -> Unpacked:
        game = games.get(match.game)
        if game is None:
            raise BrokenSave(f"The log of match {match.id} is of a game that this version doesn't know: {match.game}.")
        try:
            return unpacked(game, match, msgspec.msgpack.decode(lzma.decompress(body), type=Packed))
        except Exception as error:  # whatever a game raises
            raise BrokenSave(f"The log of match {match.id} can't be played again: restore it from a backup.") from error

    return remake


class Dormancy:
    """Packs matches when they are old enough, and unpacks them when their rows are needed."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], now: Now) -> None:
        self._store, self._games, self._now = store, games, now
        self._remake = remaker(games)
        self._left: set[int] = set()  # matches that this version can't pack

    async def work(self) -> float:
        """Pack one match; returns when to look for the next."""
        for match in await self._store.dormant.ripe(self._now() - AWAKE, 1, self._left):
            if not await self.pack(match):
                self._left.add(match)
                log.warning("a match that is over can't be packed", match=match)
            return self._now() + PAUSE
        return self._now() + LOOKS

    async def pack(self, match_id: int) -> bool:
        """Pack a finished match; False if it can't be packed or has changed meanwhile."""
        match = await self._store.match(match_id)
        game = None if match is None else self._games.get(match.game)
        if match is None or game is None:
            return False
        rows, saved = await self._store.course(match_id, 1, match.seq)
        try:
            body = await asyncio.to_thread(_piece, game, match, rows, saved)
        except (BrokenSave, zlib.error):
            return False
        people = {row.user for row in rows if row.user is not None}
        return await self._store.dormant.pack(match_id, match.seq, body, sorted(people))

    async def wake_those_of(self, user: int) -> None:
        """Restore the rows of all packed matches that name this person."""
        for match_id in await self._store.dormant.of(user):
            match, body = await self._store.match(match_id), await self._store.dormant.body(match_id)
            if match is not None and body is not None:
                await self._store.dormant.wake(match_id, body, await asyncio.to_thread(self._remake, match, body))


def _piece(game: Game[Any, Any], match: Match, rows: Sequence[LogRow], saved: Mapping[int, Snapshot]) -> bytes:
    if [row.seq for row in rows] != list(range(1, match.seq + 1)):
        raise BrokenSave(f"Rows of the log of match {match.id} are missing: restore it from a backup.")
    return lzma.compress(msgspec.msgpack.encode(packed(game, match, rows, saved)), check=lzma.CHECK_SHA256)
