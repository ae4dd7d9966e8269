"""Making puzzles in idle time, from finished matches and from matches the bot plays itself."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

from db.sql.codec import encode
from db.stores.puzzles import NewPuzzle, from_match
from engines import GAMES
from host.coach.reviews import Reviews
from host.coach.stock import stock
from host.play.match_log import MatchLog
from host.thinking.pool import ThoughtPool
from host.time.clocks import DAY
from opponents.puzzles import Candidate, Puzzle, Weighing, mistakes, puzzle, rivals, stands, unweighed, verdict
from opponents.review import Moment
from opponents.worker import Challenge, Examine, Grade, Hold, Seek

log: FilteringBoundLogger = structlog.get_logger()

SECONDS = 3.0  # of one core in one piece, as the opponents of running matches wait behind it
REST = 120.0  # seconds between two searches in matches of the bot's own
IN_STOCK = 6  # unused puzzles of a game: with fewer, more are made
OF_A_MATCH = 3  # moves of a match to look at, the most expensive first
HELD_BACK = 30 * DAY  # seconds until no one should recognise the match


def new_puzzle(source: str, puzzle: Puzzle, ready: float = 0.0) -> NewPuzzle:
    """A puzzle ready to be stored, which may be shown from `ready` (unix seconds) on."""
    position = puzzle.position
    assert position.seat is not None, "a puzzle asks a seat"
    spec = GAMES[position.game].spec
    costs = (*((path, 0.0) for path in puzzle.twins), *((cost.path, cost.cost) for cost in puzzle.costs))
    state = encode(spec, position.state)
    return NewPuzzle(
        source, position.game, puzzle.grade, position.seat, spec.schema, state, puzzle.best, puzzle.hope, costs, ready
    )


def in_stock() -> Iterator[NewPuzzle]:
    """The puzzles that come with this version."""
    for game, engine in GAMES.items():
        for stocked in stock(game):
            digest = hashlib.blake2s(encode(engine.spec, stocked.position.state), digest_size=8).hexdigest()
            yield new_puzzle(f"stock.{game}.{digest}", stocked)


class PuzzleMaker:
    """Looks for puzzles, in pieces of a few seconds."""

    def __init__(self, match_log: MatchLog, reviews: Reviews, pool: ThoughtPool) -> None:
        self._store, self._now, self._rng = match_log.store, match_log.now, match_log.rng
        self._tables, self._reviews, self._pool = match_log.store.puzzles, reviews, pool
        self._rested = 0.0  # when the bot may next play matches of its own

    async def work(self) -> float | None:
        """Search once; returns when to search next, None if there is nothing to search."""
        if self._pool.is_closed:
            return None
        match = await self._store.reviews.unsought()
        if match is not None:
            await self._in_match(match)
            return self._now()
        if self._now() >= self._rested and (missing := await self._missing()):
            await self._in_play(self._rng.choice(missing))
            self._rested = self._now() + REST
        return max(self._now(), self._rested) if self._rested else None

    async def _missing(self) -> list[str]:
        """The games that are short of puzzles; none until someone has asked for a puzzle."""
        counts, unused = Counter[str](), await self._tables.unused()
        for (game, _), number in unused.items():
            counts[game] += number
        return [game for game in GAMES if counts[game] < IN_STOCK] if counts else []

    async def _in_match(self, match: int) -> None:
        """Search the most expensive moves of a reviewed match, unless someone in it hides."""
        review = await self._reviews.made_of(match)
        if review is not None and await self._may_be_shown(match):
            costly = sorted(mistakes(review.moments), key=lambda number: -_cost(review.moments[number]))
            for number in costly[:OF_A_MATCH]:
                sought: Any = await self._pool.do(Examine(review.course.record, number, match))
                if sought is not None and sought.candidate is not None:
                    await self._keep(f"{from_match(match)}.{number}", sought.candidate, match, self._now() + HELD_BACK)
        if not self._pool.is_closed:
            await self._store.reviews.seek_no_more(match)

    async def _may_be_shown(self, match: int) -> bool:
        header = await self._store.match(match)
        people = {sitting.user for sitting in await self._store.careers.sittings(match)}
        hides = [await self._store.people.hidden(user) for user in people]
        is_known = header is not None and header.position_of is None and not header.over_servers
        return is_known and not any(hides)

    async def _in_play(self, game: str) -> None:
        seed = self._rng.getrandbits(32)
        sought: Any = await self._pool.do(Seek(game, SECONDS, seed))
        if sought is not None and sought.candidate is not None:
            await self._keep(f"play.{game}.{seed:x}", sought.candidate, seed, 0.0)

    async def _keep(self, source: str, candidate: Candidate, seed: int, ready: float) -> None:
        """Test and grade a candidate, and store it if it makes a puzzle."""
        weighed = await self._weighed(candidate, Hold, verdict, seed)
        if weighed is None:
            return
        grade: Any = await self._pool.do(Grade(candidate, seed))
        if grade and await self._weighed(rivals(candidate, weighed), Challenge, stands, seed):
            await self._tables.add([new_puzzle(source, puzzle(candidate, weighed, grade), ready)])
            log.info("a puzzle is found", game=candidate.position.game, grade=grade)

    async def _weighed(
        self, candidate: Candidate, task: type[Hold | Challenge], judge: Callable[[Weighing], bool | None], seed: int
    ) -> Weighing | None:
        """Judge a candidate, in as many pieces as it takes; None if it makes no puzzle."""
        weighed = unweighed(candidate)
        while (is_good := judge(weighed)) is None:
            result: Any = await self._pool.do(task(candidate, weighed, SECONDS, seed))
            if result is None:
                return None
            weighed = result
        return weighed if is_good else None


def _cost(moment: Moment) -> float:
    return 0.0 if moment.choice is None else moment.choice.cost
