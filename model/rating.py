"""Ratings by Plackett-Luce: what a match makes of its people's ratings and records, and how a rating is shown.

A match is one team a person: none of the games has teams of people (two teams in LEGSTRONG belong to one owner).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import log, sqrt
from typing import TYPE_CHECKING, TypeAlias

from model.career import Rating, RatingChange, Record
from model.kinds import ResultKind
from model.match import Result

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA, BETA = 25.0, 25 / 3, 25 / 6  # OpenSkill's defaults
EVERYWHERE = 0  # the scope of a ladder over all servers; no guild has this id
PROVISIONAL = 5  # matches until a rating says much
# A newcomer begins at 1000 points; an average rider who has played much has about 1500.
NEWCOMER, SCALE = 1000.0, 25.0
PODIUM = 3
LEAVINGS, WITHIN = 3, 30 * 86400.0  # before a first move: so many in so many seconds, and they are rated as lost

Key: TypeAlias = tuple[int, int]  # scope (or match) and person


@dataclass(frozen=True, slots=True)
class RatingState:
    """A person's rating and record on one ladder."""

    mu: float = MU  # of OpenSkill
    sigma: float = SIGMA  # of OpenSkill
    matches: int = 0  # rated ones
    wins: int = 0  # of them
    podiums: int = 0  # of them
    streak: int = 0  # of wins
    changed: float = 0.0  # when their last match ended

    @property
    def points(self) -> int:
        """The rating as it is shown: cautious, so that it grows with certainty too."""
        return points(self.mu, self.sigma)

    @property
    def spread(self) -> int:
        """How far the shown rating may be off."""
        return spread(self.sigma)

    @property
    def rating(self) -> Rating:
        """The rating as it is shown, and whether it says much."""
        return Rating(self.points, self.spread, provisional=self.matches < PROVISIONAL)

    @property
    def record(self) -> Record:
        """Record of the person."""
        return Record(self.matches, self.wins, self.podiums)


@cache
def model() -> PlackettLuce:
    """The model of all ratings, made for the first match that ends: an idle bot saves 1 MB."""
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)


def points(mu: float, sigma: float) -> int:
    """A rating as it is shown: mu - 3 sigma, on a scale for people."""
    return round(NEWCOMER + SCALE * (mu - 3 * sigma))


def spread(sigma: float) -> int:
    """How far a shown rating may be off: one sigma."""
    return round(SCALE * sigma)


def points_apart(share: float) -> float:
    """How far the ratings of two people lie apart who have played much, when the first wins this share of matches."""
    return SCALE * sqrt(2) * BETA * log(share / (1 - share))


def is_win(kind: ResultKind, rank: int) -> bool:
    """Whether it is a win: first of all seats, alone or not, on one that was played to the end."""
    return kind != ResultKind.LEFT and rank == 1


def is_podium(kind: ResultKind, rank: int, field: int) -> bool:
    """Whether it is a podium: one of the first three places, but not the last; the winner is always on it."""
    return is_win(kind, rank) or (kind != ResultKind.LEFT and rank <= min(PODIUM, field - 1))


def scopes(result: Result) -> tuple[int, ...]:
    """The ladders for which a match counts."""
    return (EVERYWHERE,) if result.guild is None else (EVERYWHERE, result.guild)


def lost(unstarted: Iterable[Result]) -> set[Key]:
    """Match and person of the results that are rated as lost: a person's third in 30 days in any games, and later ones.

    `unstarted` are those of people who left before their first move.
    """
    times: dict[int, list[float]] = {}
    keys: set[Key] = set()
    for result in sorted(unstarted, key=lambda r: (r.finished, r.match)):
        times_of = times.setdefault(result.user, [])
        times_of.append(result.finished)
        if len(times_of) >= LEAVINGS and times_of[-LEAVINGS] > result.finished - WITHIN:
            keys.add((result.match, result.user))
    return keys


def advance(
    states: Mapping[Key, RatingState], results: Sequence[Result]
) -> tuple[dict[Key, RatingState], list[RatingChange]]:
    """The new states of one match's people on all its ladders, and what has changed; people not in `states` are new.

    What is rated as lost is lost to all others who began the match, whose ratings stay as they are.
    """
    is_lost = any(r.rated and r.unstarted for r in results)
    teams = [result for result in results if result.rated or (is_lost and result.kind != ResultKind.JOINED)]
    teams.sort(key=lambda result: result.seat)
    new: dict[Key, RatingState] = {}
    changes: list[RatingChange] = []
    for scope in scopes(teams[0]) if len(teams) > 1 else ():
        olds = [states.get((scope, result.user), RatingState()) for result in teams]
        before = [[model().create_rating([old.mu, old.sigma])] for old in olds]
        after = model().rate(before, ranks=[float(r.rank) for r in teams])
        for result, old, (rating,) in zip(teams, olds, after, strict=True):
            if not result.rated:
                continue
            state = _with_result(replace(old, mu=rating.mu, sigma=rating.sigma), result)
            new[scope, result.user] = state
            shown = old.points if old.matches else None
            changes.append(RatingChange(scope, result.user, state.points, state.spread, shown))
    return new, changes


def _with_result(state: RatingState, result: Result) -> RatingState:
    won = is_win(result.kind, result.rank)
    return replace(
        state,
        matches=state.matches + 1,
        wins=state.wins + won,
        podiums=state.podiums + is_podium(result.kind, result.rank, result.field),
        streak=state.streak + 1 if won else 0,
        changed=result.finished,
    )


def ranks_of(points: dict[int, int]) -> dict[int, int]:
    """The ranks of people by their points, best first; people with as many share the rank."""
    order = sorted(points, key=lambda user: (-points[user], user))
    ranks: dict[int, int] = {}
    for place, user in enumerate(order, 1):
        before = order[place - 2] if place > 1 else None
        ranks[user] = ranks[before] if before is not None and points[before] == points[user] else place
    return ranks
