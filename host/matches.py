"""Matches being played: load, check, apply, save. The only caller of a game's `apply`."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

import structlog
from structlog.typing import FilteringBoundLogger

from db.codec import BrokenSave, decode, encode
from db.rows import Change, Deadline, LogRow, Match, Note, SeatRow, Snapshot
from db.store import Doubled, Stale, Store
from engines.dice import SeededDice
from engines.table import Event, Game, IllegalMove, Move, Path, Seat, Table, View, Viewer
from host.attention import Attention
from host.luck import dice_key, entropy
from host.seen import Seen, fingerprint, first_path, forced_path, is_person, only_path, seat_of, without_key
from host.sleeper import Now
from host.undo import taken_back_from, was_free
from opponents import OPPONENTS

__all__ = ["By", "Doubled", "Matches", "Open", "Stale", "asked_since", "may_hear"]

log: FilteringBoundLogger = structlog.get_logger()

SEALED_DELAY = (1.0, 4.0)  # seconds: a computer's sealed answer comes after a delay that tells nothing (rule 10)
GONE = "gone"  # why a match is paused: the bot isn't in its guild
TURN = "turn"  # the kind of event with which games mark a new turn
DEALT = "dealt"  # the kind of a private event that its seat wants to see at once: a new hand
BEST = next(iter(OPPONENTS))
AT_ONCE = 64  # owed answers that are played within one press; more are left to the clock


@dataclass(frozen=True, slots=True)
class Open:
    """A match with its freshly decoded state, thrown away after use. It never leaves this module."""

    match: Match
    game: Game[Any, Any]
    state: Any

    def view(self, viewer: Viewer) -> View:
        """What this viewer may know."""
        return self.game.view(self.state, viewer)


@dataclass(frozen=True, slots=True)
class By:
    """Whose doing a log row is: how it came about, and the person and his press if it was one's."""

    how: str
    user: int | None = None
    press: int | None = None


class Matches:
    """The running and finished matches of the house."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        *,
        now: Now,
        wake: Callable[[], None],
        rng: random.Random,
    ) -> None:
        self.attention = Attention()
        self._store, self.games, self._now, self._wake, self._rng = store, games, now, wake, rng
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # --- looking

    async def see(self, match_id: int, user: int | None) -> Seen:
        """The match as this person may see it: from his seat, else like the public.

        Raises IllegalMove for a match that doesn't exist or hasn't started.
        """
        opened = await self._load(match_id)
        seat = None if user is None else seat_of(opened.match, user)
        return Seen(without_key(opened.match), seat, opened.view(seat), opened.game)

    async def settled(self, match_id: int) -> Seen:
        """The public view, once the answers that are being played in this moment are in."""
        async with self._lock(match_id):
            return await self.see(match_id, None)

    async def asked(self, user: int) -> list[Seen]:
        """The running matches that wait for this person, the one that has waited longest first.

        One that can't be read is left out: it must not stand in the way of the others.
        """
        waiting: list[Seen] = []
        for match in await self._store.matches_of(user, ("running",)):
            with suppress(IllegalMove):
                seen = await self.see(match.id, user)
                if seen.seat is not None and seen.seat in seen.view.waiting and match.paused is None:
                    waiting.append(seen)
        return sorted(waiting, key=asked_since)

    async def mine(self, user: int) -> list[Match]:
        """The person's matches that aren't over, lobbies too."""
        return [without_key(match) for match in await self._store.matches_of(user, ("lobby", "starting", "running"))]

    async def match(self, match_id: int) -> Match | None:
        """The header of a match in any phase."""
        match = await self._store.match(match_id)
        return match and without_key(match)

    async def by_thread(self, thread: int) -> Match | None:
        """The match that is played in this thread."""
        match = await self._store.by_thread(thread)
        return match and without_key(match)

    async def history(self, match_id: int, user: int | None, after: int = 0) -> list[tuple[LogRow, list[Event]]]:
        """The log rows past number `after`, each with the events that this person may hear."""
        match = await self._store.match(match_id)
        seat = seat_of(match, user) if match and user is not None else None
        return [
            (row, [event for event in row.events if may_hear(event, seat)])
            for row in await self._store.log(match_id, after)
        ]

    async def set_thread(self, match_id: int, thread: int | None) -> None:
        """The match is played in this thread from now on; None: it has lost its thread and needs a new one."""
        await self._store.set_thread(match_id, thread)

    async def guild_gone(self, guild: int) -> None:
        """The bot was put out of a guild: its matches rest, nothing is lost."""
        await self._store.pause_guild(guild, GONE)

    async def guild_back(self, guild: int) -> None:
        """The bot is in the guild (again): its matches go on where they were."""
        if guild in await self._store.paused_guilds(GONE):
            await self._store.pause_guild(guild, None)
            self._wake()

    # --- playing

    async def begin(self, match: Match, press: int | None, user: int) -> Match:
        """Close a lobby: from here on nobody can add to the luck. Raises Stale or Doubled.

        The dice fall in `deal`, when the thread has been told commitment and entropy.
        """
        added = entropy(await self._store.log(match.id))
        starting = replace(match, phase="starting", entropy=added)
        row = self._row(match, By("player", user, press), "start", [])
        saved = await self._store.commit(Change(starting, row, notes=(Note("opening", None, None),)))
        self._wake()
        return saved

    async def deal(self, match_id: int) -> None:
        """Draw the start of a match, unless that has been done."""
        async with self._lock(match_id):
            match = await self._store.match(match_id)
            if match is None or match.phase != "starting":
                return
            game, dice = self.games[match.game], self._dice(match)
            state, events = game.setup(Table(len(match.seats), match.options, match.rules), dice)
            row = self._row(match, By("house"), "deal", events, dice)
            running = replace(match, phase="running", options=state.table.options)
            with suppress(Stale):  # another process was faster, and goes on itself
                await self._play_owed(await self._save(Open(running, game, state), row))

    async def play(
        self, match_id: int, user: int, path: Path, seen: str | None = None, press: int | None = None
    ) -> Seen:
        """Play a person's answer and all that the house owes right after it; returns what he may see then.

        `seen` is the fingerprint of the view that the answer was chosen from. Raises IllegalMove if the rules refuse
        it or he has no seat, Stale if the match has moved on, Doubled if the press counted before.
        """
        async with self._lock(match_id):
            opened = await self._load(match_id)
            seat = await self._pressing_seat(opened, user, seen, press)
            await self._play_owed(await self._step(opened, Move(seat, path), By("player", user, press)))
        return await self.see(match_id, user)

    async def resign(self, match_id: int, user: int, press: int | None) -> Match:
        """Give up a seat: the house answers for it from now on; with one person left the match ends as it stands."""
        async with self._lock(match_id):
            opened = await self._load(match_id)
            match = opened.match
            seat = self._playing_seat(match, user)
            left = replace(match, seats=tuple(replace(r, resigned=r.resigned or r.seat == seat) for r in match.seats))
            if not _worth_playing(left):
                left = replace(left, phase="over")
            events = [Event("house.resigned", None, {"seat": seat})]
            row = replace(self._row(match, By("player", user, press), "resign", events), by=seat)
            saved = await self._save(replace(opened, match=left), row)
            return without_key(await self._play_owed(saved))

    async def undo(self, match_id: int, user: int, seen: str | None, press: int | None) -> Seen:
        """Take back a person's own last answer: back to the snapshot before it.

        Raises IllegalMove if that isn't open, else what `play` raises.
        """
        async with self._lock(match_id):
            opened = await self._load(match_id)
            seat = await self._pressing_seat(opened, user, seen, press)
            before = await self._before_last(opened, seat)
            if before is None:
                raise IllegalMove("undo.closed")
            events = [Event("house.undone", None, {"seat": seat})]
            row = replace(self._row(opened.match, By("player", user, press), "undo", events), by=seat)
            await self._play_owed(await self._save(before, row))
        return await self.see(match_id, user)

    async def can_undo(self, seen: Seen) -> bool:
        """Whether the seat that looks on could take its last answer back now."""
        if seen.seat is None or seen.match.phase != "running" or seen.match.paused is not None:
            return False
        return await self._before_last(await self._load(seen.match.id), seen.seat) is not None

    async def _before_last(self, opened: Open, seat: Seat) -> Open | None:
        """The match as it was before the seat's last answer, if that may be taken back."""
        match = opened.match
        rows = await self._store.log(match.id, max(0, match.seq - AT_ONCE))
        first = taken_back_from(rows, seat)
        snapshot = None if first is None else await self._store.snapshot(match.id, first - 1)
        if first is None or snapshot is None:
            return None
        before = replace(opened, state=decode(opened.game, snapshot.schema, snapshot.body))
        taken = [row for row in rows if row.seq >= first]
        return before if was_free(opened.game, before.view(seat), taken, forced=match.forced) else None

    async def play_turn(self, match_id: int, user: int, seen: str | None, press: int | None) -> Seen:
        """Play the rest of this turn for a person, as the best opponent would; raises what `play` raises.

        It ends with the turn (an event of the kind "turn"), at a sealed stage, or with the match.
        """
        async with self._lock(match_id):
            opened = await self._load(match_id)
            seat = await self._pressing_seat(opened, user, seen, press)
            view = opened.view(seat)
            if view.sealed or seat not in view.waiting:
                raise IllegalMove("auto.closed")
            path = await self._ask_opponent(BEST, opened, view)
            seats = tuple(replace(row, auto=row.auto or row.seat == seat) for row in opened.match.seats)
            opened = replace(opened, match=replace(opened.match, seats=seats))
            await self._play_owed(await self._step(opened, Move(seat, path), By("auto", user, press)))
        return await self.see(match_id, user)

    async def owe(self, deadline: Deadline) -> None:
        """Play what the house owes at this deadline, unless the match has moved on."""
        async with self._lock(deadline.match):
            match = await self._store.match(deadline.match)
            if match is not None and match.phase == "running" and match.seq == deadline.seq:
                await self._play_owed(await self._play_one(match, deadline))

    async def _play_owed(self, match: Match) -> Match:
        """Play on while something is owed at once, so that a press is answered with the next real question."""
        for _ in range(AT_ONCE):
            owed = [one for one in await self._store.deadlines(match.id) if one.due <= self._now()]
            if not owed:
                break
            try:
                match = await self._play_one(match, owed[0])
            except Stale:
                break  # another process was faster, and goes on itself
            except Exception:
                # the person's own move is saved; the deadline stays, and the clock tries again and reports
                log.exception("owed answer failed", match=match.id, seq=match.seq)
                break
        return match

    async def _play_one(self, match: Match, deadline: Deadline) -> Match:
        opened = await self._load(match.id)
        if opened.match.seq != deadline.seq:
            raise Stale(f"match {match.id} has moved on")
        game, view = opened.game, opened.view(deadline.seat)
        if deadline.kind == "computer" and deadline.seat is not None:
            path = await self._ask_opponent(opened.match.seats[deadline.seat].opponent or BEST, opened, view)
        elif deadline.kind == "auto":
            path = await self._ask_opponent(BEST, opened, view)
        elif deadline.kind == "forced":
            path = only_path(game, view) or game.fallback(view)
        elif deadline.kind == "opening":
            path = first_path(game, view)
        else:
            path = game.fallback(view)
        return await self._step(opened, Move(deadline.seat, path), By(deadline.kind))

    async def _ask_opponent(self, key: str, opened: Open, view: View) -> Path:
        """What an opponent would answer; it thinks in a thread of its own."""
        rng = random.Random(self._rng.getrandbits(64))
        return await asyncio.to_thread(OPPONENTS[key], opened.game, view, rng)

    async def _step(self, opened: Open, move: Move, by: By) -> Match:
        dice = self._dice(opened.match)
        events = opened.game.apply(opened.state, move, dice)
        row = replace(self._row(opened.match, by, "move", events, dice), by=move.by, path=move.path)
        return await self._save(opened, row)

    # --- saving

    def _row(self, match: Match, by: By, kind: str, events: list[Event], dice: SeededDice | None = None) -> LogRow:
        return LogRow(
            match=match.id,
            seq=match.seq + 1,
            kind=kind,
            by=None,
            path=(),
            how=by.how,
            draws=dice.draws if dice else [],
            events=events,
            press=by.press,
            user=by.user,
            at=self._now(),
        )

    async def _save(self, opened: Open, row: LogRow) -> Match:
        """One transaction for header, row, snapshot, what is owed next and whom to tell; then wake whoever does it."""
        match, game, public = opened.match, opened.game, opened.view(None)
        if public.over:
            match = replace(match, phase="over")
        running = match.phase == "running"
        if not running or public.sealed or any(event.kind == TURN for event in row.events):
            match = replace(match, seats=tuple(replace(seat, auto=False) for seat in match.seats))
        waiting = frozenset(public.waiting) if running else frozenset[Viewer]()
        owed = [self._owed(replace(opened, match=match), who, row) for who in waiting]
        deadlines = tuple(one for one in owed if one is not None)
        asked = waiting - {deadline.seat for deadline in deadlines}  # the persons among them
        called = [s for s in match.seats if s.seat in asked and s.asked is None]
        calls = [*_hands(match, row, called), *(Note("turn", s.user, s.seat) for s in called)]
        match = replace(match, seats=tuple(_asked(seat, asked, row.at) for seat in match.seats))
        news = "board" if running else "result"
        # the lobby's message shows the phase and the thread, which the first board has opened by then
        lobby = [Note("lobby", None, None)] if row.kind == "deal" or not running else []
        ends = [] if running else [Note("end", s.user, s.seat) for s in match.seats if is_person(s)]
        last = [] if running else [Note("board", None, None)]  # so that nobody is called to a match that is over
        notes = (*last, Note(news, None, None), *lobby, *calls, *ends)
        snapshot = Snapshot(match.id, row.seq, game.spec.schema, encode(game.spec, opened.state))
        saved = await self._store.commit(Change(match, row, snapshot, deadlines, notes))
        if not running:
            self.attention.forget(match.id)
        self._wake()
        return saved

    def _owed(self, opened: Open, who: Viewer, row: LogRow) -> Deadline | None:
        """What the house itself must answer for this viewer, and when; None if a person must."""
        match = opened.match
        if who is None:
            return Deadline(match.id, row.seq, "opening", None, row.at)
        seat, view = match.seats[who], opened.view(who)
        if is_person(seat):
            if match.forced and forced_path(opened.game, opened.state, who) is not None:
                return Deadline(match.id, row.seq, "forced", who, row.at)
            return Deadline(match.id, row.seq, "auto", who, row.at) if seat.auto and not view.sealed else None
        delay = self._rng.uniform(*SEALED_DELAY) if view.sealed else 0.0
        return Deadline(match.id, row.seq, "computer" if seat.opponent else "absent", who, row.at + delay)

    # --- loading

    def _lock(self, match_id: int) -> asyncio.Lock:
        """One at a time within this process; between processes the store's compare-and-set decides."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def _load(self, match_id: int) -> Open:
        match = await self._store.match(match_id)
        if match is None:
            raise IllegalMove("house.unknown")
        snapshot = await self._store.snapshot(match_id, match.seq)  # not the newest: it goes with this header
        if snapshot is None:
            raise IllegalMove("house.finished" if match.phase == "cancelled" else "house.not.started")
        game = self.games.get(match.game)
        if game is None:
            raise IllegalMove("house.game")
        try:
            return Open(match, game, decode(game, snapshot.schema, snapshot.body))
        except BrokenSave:
            log.exception("save can't be read", match=match.id, seq=snapshot.seq)
            raise IllegalMove("house.save", {"match": match.id}) from None

    @staticmethod
    def _dice(match: Match) -> SeededDice:
        """The dice of the match's next log row."""
        return SeededDice(dice_key(match), match.seq + 1)

    async def _pressing_seat(self, opened: Open, user: int, seen: str | None, press: int | None) -> Seat:
        """The seat of who presses; Doubled if the press counted before, Stale if he has seen another view."""
        if press is not None and (row := await self._store.pressed(press)) is not None:
            raise Doubled(row.match, row.seq)
        seat = self._playing_seat(opened.match, user)
        if seen is not None and seen != fingerprint(opened.view(seat)):
            raise Stale(f"match {opened.match.id} has moved on")
        return seat

    @staticmethod
    def _playing_seat(match: Match, user: int) -> Seat:
        if match.phase != "running":
            raise IllegalMove("house.finished")
        if match.paused is not None:
            raise IllegalMove(f"house.paused.{match.paused}")
        seat = seat_of(match, user)
        if seat is None:
            raise IllegalMove("house.no.seat")
        return seat


def may_hear(event: Event, viewer: Viewer) -> bool:
    """Whether an event is for this viewer."""
    return event.to is None or (viewer is not None and viewer in event.to)


def asked_since(seen: Seen) -> float:
    """Since when (unix seconds) the match has waited for the seat that looks on, else its last row."""
    asked = seen.match.seats[seen.seat].asked if seen.seat is not None else None
    return seen.match.changed if asked is None else asked


def _asked(seat: SeatRow, asked: frozenset[Viewer], at: float) -> SeatRow:
    if seat.seat not in asked:
        return replace(seat, asked=None)
    return replace(seat, asked=at) if seat.asked is None else seat


def _hands(match: Match, row: LogRow, called: list[SeatRow]) -> list[Note]:
    """Word to each person who was dealt a hand, but isn't called anyhow."""
    dealt = frozenset(seat for event in row.events if event.kind == DEALT for seat in event.to or ())
    return [Note("hand", s.user, s.seat) for s in match.seats if is_person(s) and s.seat in dealt and s not in called]


def _worth_playing(match: Match) -> bool:
    """Whether the match goes on: with two persons, or with one who began alone against opponents."""
    persons = [row for row in match.seats if row.user is not None]
    left = [row for row in persons if not row.resigned]
    return len(left) >= min(2, len(persons)) and bool(left)
