"""Leaderboards: ranks, climbs, the computer players among the people, and the final tables of seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from db.stores.careers import Rated
from host.careers.opponent_ratings import opponent_points
from host.careers.pages import PAGE, page_of
from model.career import NOBODY, Ceremony, Ladder, LadderRow, Rating, Record
from model.rating import ranks_of
from opponents import LEVELS


class Ranking:
    """The people of a leaderboard: `ranks` by user, and `users` and `points` in the order of rank."""

    def __init__(self, people: Iterable[Rated], befores: Mapping[int, int | None]) -> None:
        """`befores` has the ratings at the start of the climb, where they differed (None: unrated then)."""
        self._found = {state.user: state for state in people}
        now = {user: state.state.points for user, state in self._found.items()}
        was = {user: befores.get(user, points) for user, points in now.items()}
        self._former = ranks_of({user: points for user, points in was.items() if points is not None})
        self.ranks = ranks_of(now)
        self.users = list(self.ranks)
        self.points = [now[user] for user in self.users]

    def row(self, user: int, name: str) -> LadderRow:
        """A person's row on the leaderboard."""
        person, rank, former = self._found[user], self.ranks[user], self._former.get(user)
        climbed = None if former is None else former - rank
        return LadderRow(rank, user, name, person.state.rating, person.record, climbed, person.state.streak)


def in_places(game: str, shown: Iterable[LadderRow], points: Sequence[int], page: int) -> tuple[LadderRow, ...]:
    """The people of a page, with the computer players whose ratings fall on it placed among them.

    Their ratings lie between the last of the page before and the last of this one; `points` are everyone's.
    """
    first, last = (page - 1) * PAGE, page * PAGE
    most = points[first - 1] if first else inf
    least = points[last - 1] if last < len(points) else -inf
    ratings = [(level, rating) for level in LEVELS if (rating := opponent_points(game, level)) is not None]
    computers = [_computer(level, rating) for level, rating in ratings if points and least <= rating < most]
    return tuple(sorted((*shown, *computers), key=lambda computer: (-computer.rating.points, computer.rank or 0)))


def final_table(end: Ceremony, page: int, me: int) -> Ladder:
    """A page of a past season's final table, or the nearest page that exists."""
    shown, page, pages = page_of(end.rows, page)
    return Ladder(
        game=end.game,
        guild=end.guild,
        period="season",
        rows=tuple(shown),
        mine=next((row for row in end.rows if row.user == me), None),
        page=page,
        pages=pages,
    )


def _computer(opponent: str, points: int) -> LadderRow:
    return LadderRow(None, NOBODY, "", Rating(points, 0), Record(0, 0, 0), opponent=opponent)
