"""The records of the season: how its matches go, as the store gets to know it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import exists, select

from db.sql.engine import TimedEngine
from db.sql.tables import matches, seats
from db.store import Remake, Store
from engines import GAMES
from engines.table import Seat
from host.play.dormant import remaker
from host.time.live_play import BEGUN
from model.match import Match, Step


@dataclass
class Course:
    """How one match has gone so far; times are unix seconds."""

    game: str
    users: tuple[int, ...]
    began: float
    ended: float | None = None
    hand_overs: int = 0
    longest: float = 0.0  # seconds for which it has waited for one answer
    waiting: dict[Seat, float] = field(default_factory=dict[Seat, float])  # since when, by the seats waited for
    hows: Counter[str] = field(default_factory=Counter[str])  # how its answers came about
    pings: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])  # by person and day
    calls: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])  # those of them with a sound
    lives: int = 0  # evenings of live play
    nights: int = 0  # calls in someone's quiet hours
    questions: int = 0  # put to a person who wasn't waited for before
    messages: int = 0  # direct messages that showed one, or a new hand
    panels: Counter[int] = field(default_factory=Counter[int])  # by person: direct messages with buttons, open now

    @property
    def stale_panels(self) -> int:
        """Direct messages with buttons beside the one that each person has of the match."""
        return sum(max(0, count - 1) for count in self.panels.values())

    def goes_on(self, step: Step) -> None:
        """A step of the match has been written."""
        match, now = step.match, step.row.at
        waiting = {seat.seat: seat.asked for seat in match.seats if seat.asked is not None}
        self.hand_overs += bool(waiting.keys() - self.waiting.keys())
        self.questions += len(waiting.keys() - self.waiting.keys())
        self.longest = max(
            [self.longest, *(now - since for seat, since in self.waiting.items() if seat not in waiting)]
        )
        self.waiting = waiting
        self.lives += any(event.kind == BEGUN for event in step.row.events)
        self.hows[step.row.how] += step.row.kind == "move"
        self.ended = now if match.phase == "over" else None


class Diary(Store):
    """A store that writes down how each match goes."""

    kept: type[Course] = Course

    def __init__(self, engine: TimedEngine, _remake: Remake | None = None) -> None:
        super().__init__(engine, remaker(GAMES))
        self.courses: dict[int, Course] = {}

    async def commit(self, step: Step) -> Match:
        """See `Store.commit`."""
        saved = await super().commit(step)
        if step.row.kind == "deal":
            users = tuple(seat.user for seat in saved.seats if seat.user is not None)
            self.courses[saved.id] = self.kept(saved.game, users, step.row.at)
        if saved.id in self.courses:
            self.courses[saved.id].goes_on(step)
        return saved

    async def without_people(self, before: float) -> list[int]:
        """The running matches at rest since `before` in which no person can be asked (`is_person`)."""
        person = seats.c.user.is_not(None) & ~seats.c.resigned & seats.c.substitute.is_(None)
        query = select(matches.c.id).where(
            matches.c.phase == "running",
            matches.c.paused.is_(None),
            matches.c.changed <= before,
            ~exists().where(seats.c.match == matches.c.id, person),
        )
        return [row["id"] for row in await self._reader.rows(query)]
