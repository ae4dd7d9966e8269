"""Profiles from results: careers by game, best finishes, rivals, badges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import tzinfo

from host.careers.opponent_ratings import opponent_points
from host.careers.solo_path import streak_of
from host.time.clocks import day_of
from model.career import AccuracyCurve, CurvePoint, GameCareer, Placing, Rating, Record, Rival, Solo
from model.kinds import ResultKind
from model.match import Result
from model.rating import RatingState, is_podium, is_win
from opponents import OPPONENTS

BEST = 3  # finishes that a profile shows, and favourite opponents

Curve = Sequence[tuple[float, int, int]]  # when (unix seconds) rated matches ended, points and spread after them


def games_of(
    results: Sequence[Result], ratings: Mapping[str, Rating], curves: Mapping[str, Curve], zone: tzinfo
) -> tuple[GameCareer, ...]:
    """A person's careers by game, the one played most first; games without a rated match have a newcomer's rating."""
    games = dict.fromkeys(result.game for result in results)
    careers = (
        _career(
            [result for result in results if result.game == game],
            ratings.get(game, RatingState().rating),
            curves.get(game, ()),
            zone,
        )
        for game in games
    )
    return tuple(sorted(careers, key=lambda career: -career.record.matches))


def solo_of(results: Iterable[Result], met: Mapping[int, Collection[str]]) -> tuple[Solo, ...]:
    """The records in solo matches by game and strongest computer met; the game played most first.

    `met` has the computers at the table of each match.
    """
    results = list(results)
    games = Counter(result.game for result in results)
    kinds = {result.match: (result.game, _strongest(met[result.match])) for result in results}
    played = Counter(kinds[result.match] for result in results)
    wins: dict[tuple[str, str], list[bool]] = {}
    for result in results:
        wins.setdefault(kinds[result.match], []).append(is_win(result.kind, result.rank))
    records = [
        Solo(game, matches, sum(wins[game, kind]), kind, opponent_points(game, kind), streak_of(wins[game, kind]))
        for (game, kind), matches in played.items()
    ]
    return tuple(sorted(records, key=lambda record: (-games[record.game], record.game, -record.matches)))


def _strongest(met: Collection[str]) -> str:
    """The strongest of these computer players; "" if none is known."""
    return next((key for key in OPPONENTS if key in met), "")


def best_of(results: Sequence[Result], zone: tzinfo) -> tuple[Placing, ...]:
    """The best finishes, as a profile shows them."""
    return tuple(_placing(result, zone) for result in sorted(results, key=_fame)[:BEST])


def nemesis_of(met: Sequence[Rival]) -> Rival | None:
    """The rival who finished ahead of the person most often; None if no one did."""
    feared = max(met, key=lambda rival: (rival.behind, rival.matches, -rival.user), default=None)
    return feared if feared is not None and feared.behind else None


def _career(results: Sequence[Result], rating: Rating, curve: Curve, zone: tzinfo) -> GameCareer:
    """A career in the one game of the results."""
    record = Record(
        matches=len(results),
        wins=sum(is_win(result.kind, result.rank) for result in results),
        podiums=sum(is_podium(result.kind, result.rank, result.field) for result in results),
    )
    days = {day_of(time, zone): (points, spread) for time, points, spread in curve}
    points = tuple(CurvePoint(day, *figures) for day, figures in days.items())
    return GameCareer(results[0].game, rating, record, _placing(min(results, key=_fame), zone), points)


def accuracy_of(looked_at: Mapping[str, Sequence[tuple[float, float]]], zone: tzinfo) -> tuple[AccuracyCurve, ...]:
    """Curves of accuracy by game, the longest first; `looked_at` has the time (unix seconds) and accuracy of each."""
    curves = [
        AccuracyCurve(game, tuple(CurvePoint(day, round(accuracy), 0) for day, accuracy in days.items()))
        for game, points in looked_at.items()
        if (days := {day_of(time, zone): accuracy for time, accuracy in points})
    ]
    return tuple(sorted(curves, key=lambda curve: -len(curve.points)))


def _placing(result: Result, zone: tzinfo) -> Placing:
    return Placing(result.game, result.rank, result.field, day_of(result.finished, zone))


def _fame(result: Result) -> tuple[bool, int, int, float]:
    """Sort key for the best finishes: the better rank, then the larger field, then the newer match."""
    return result.kind == ResultKind.LEFT, result.rank, -result.field, -result.finished
