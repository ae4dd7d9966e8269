"""Making puzzles in spare time, from finished matches and from matches of its own."""

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

SECONDS = 3.0  # of one core at once, for opponents of running matches wait behind it
REST = 120.0  # seconds between two looks for a puzzle in matches of its own
IN_STOCK = 6  # puzzles of a game that no day has had: fewer, and more are looked for
OF_A_MATCH = 3  # answers that are looked at, the most expensive first
HELD_BACK = 30 * DAY  # seconds for which no one should know the match again


def new_puzzle(source: str, puzzle: Puzzle, ready: float = 0.0) -> NewPuzzle:
    """A puzzle as it is stored, to be shown from `ready` (unix seconds) on."""
    position = puzzle.position
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
    """Looks for puzzles, a piece of some seconds after the other."""

    def __init__(self, match_log: MatchLog, reviews: Reviews, pool: ThoughtPool) -> None:
        self._store, self._now, self._rng = match_log.store, match_log.now, match_log.rng
        self._tables, self._reviews, self._pool = match_log.store.puzzles, reviews, pool
        self._rested = 0.0  # when matches of its own may be played again

    async def work(self) -> float | None:
        """Look once; returns when to look again, None if there is nothing to look for."""
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
        """The games of which too few puzzles are left; none as long as no one has asked for any."""
        counts, unused = Counter[str](), await self._tables.unused()
        for (game, _), number in unused.items():
            counts[game] += number
        return [game for game in GAMES if counts[game] < IN_STOCK] if counts else []

    async def _in_match(self, match: int) -> None:
        """Among the most expensive answers of a match that was looked at, unless someone in it hides."""
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
        return header is not None and header.position_of is None and not any(hides)

    async def _in_play(self, game: str) -> None:
        seed = self._rng.getrandbits(32)
        sought: Any = await self._pool.do(Seek(game, SECONDS, seed))
        if sought is not None and sought.candidate is not None:
            await self._keep(f"play.{game}.{seed:x}", sought.candidate, seed, 0.0)

    async def _keep(self, source: str, candidate: Candidate, seed: int, ready: float) -> None:
        """Find out whether it is a puzzle, and how hard, and keep it then."""
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
        """A candidate when it is judged, after as many pieces as that takes; None if it is no puzzle."""
        weighed = unweighed(candidate)
        while (is_good := judge(weighed)) is None:
            result: Any = await self._pool.do(task(candidate, weighed, SECONDS, seed))
            if result is None:
                return None
            weighed = result
        return weighed if is_good else None


def _cost(moment: Moment) -> float:
    return 0.0 if moment.choice is None else moment.choice.cost
