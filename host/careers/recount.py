"""Recount of all careers from the logs, to store it or to compare it with what is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from db.sql.codec import BrokenSave, decode
from db.store import Store
from engines.table import Game
from host.play.results import finish_of
from model.match import Finish, Result
from model.rating import lost

MOST = 20  # differences listed one by one


@dataclass(frozen=True, slots=True)
class Findings:
    """Findings of a recount: matches counted, matches that can't be read (left as they are), and errors."""

    matches: int
    unread: tuple[int, ...]
    wrong: tuple[str, ...]


class Recount:
    """Reads the logs again: they are the truth."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]]) -> None:
        self._store, self._games = store, games

    async def rebuild(self) -> Findings:
        """Recompute results, badges, reliability and ratings from the logs; past seasons stay as they are."""
        finishes: list[Finish] = []
        unread: list[int] = []
        for match in await self._store.careers.ended():
            finish = await self._finish(match)
            if finish is None:
                unread.append(match)
            else:
                finishes.append(finish)
        strays = await self._store.careers.strays()
        rated = {result.game for finish in finishes for result in finish.results if result.rated}
        games = rated | {*await self._store.careers.games()}
        await self._store.careers.replace(finishes, strays, games)
        return Findings(len(finishes), tuple(unread), ())

    async def check(self) -> Findings:
        """Compare results, badges and reliability with the logs, and the ratings with the results."""
        wrong = [f"match {match} has results although it isn't over" for match in await self._store.careers.strays()]
        careers, ended = self._store.careers, await self._store.careers.ended()
        finishes = {match: await self._finish(match) for match in ended}
        unread = tuple(match for match, finish in finishes.items() if finish is None)
        losses = lost([*_unstarted(finishes.values()), *(s for s in await careers.unstarted() if s.match in unread)])
        for match, finish in finishes.items():
            if finish is None:
                continue
            stored = sorted(await careers.results_of_match(match), key=_seated)
            right = [replace(result, rated=result.rated or (match, result.user) in losses) for result in finish.results]
            wrong += _differing(match, "results", stored, sorted(right, key=_seated))
            badges = await careers.badges_of_match(match)
            wrong += _differing(match, "badges", badges, sorted(finish.badges, key=lambda b: (b.user, b.badge)))
        for game in sorted({*self._games, *await self._store.careers.games()}):
            wrong += await self._store.careers.wrong_ratings(game)
        return Findings(len(ended) - len(unread), unread, tuple(wrong))

    async def _finish(self, match_id: int) -> Finish | None:
        """Finish of a finished match, from its log; None if the log can't be read."""
        match = await self._store.match(match_id)
        game = None if match is None else self._games.get(match.game)
        snapshot = None if match is None else await self._store.snapshot(match_id, match.seq)
        if match is None or game is None or snapshot is None:
            return None
        try:
            public = game.view(decode(game, snapshot.schema, snapshot.body), None)
            rows = await self._store.log(match_id)
        except BrokenSave:
            return None
        return finish_of(match, public, rows, await self._store.careers.sittings(match_id))


def _unstarted(finishes: Iterable[Finish | None]) -> Iterator[Result]:
    return (result for finish in finishes if finish is not None for result in finish.results if result.unstarted)


def _seated(value: Any) -> tuple[int, str]:
    return value.seat, value.kind


def _differing(match: int, what: str, stored: list[Any], right: list[Any]) -> list[str]:
    return [] if stored == right else [f"{what} of match {match}: {stored} are stored, its log says {right}"]


def tell(count: Findings, say: Callable[[str], None]) -> None:
    """Report the findings, one line each."""
    for line in count.wrong[:MOST]:
        say(line)
    if len(count.wrong) > MOST:
        say(f"... and {len(count.wrong) - MOST} more.")
    if count.unread:
        say(f"Not read, and left as they are: matches {', '.join(map(str, count.unread))}.")
    say(f"{count.matches} matches counted, {len(count.wrong)} differences.")
