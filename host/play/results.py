"""Results of a finished match for careers, read from its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import fmean

from engines.badges import Record, earned
from engines.table import Seat, Table, View
from host.play.seen import is_person, standings
from host.play.undo import taken_back_from
from model.career import Season
from model.kinds import OWN, STATELESS, How, ResultKind, RowKind
from model.match import Finish, Honour, LogRow, Match, Result, Sitting
from model.sparring import Bout
from opponents import SPARRING

UNCOUNTED = "house.uncounted"  # a kind of event: from here on the match counts for no leaderboard and no badge


def finish_of(
    match: Match, public: View, rows: Sequence[LogRow], sittings: Sequence[Sitting], season: Season | None = None
) -> Finish:
    """Results and badges of a finished match: `public` is its last public view, `rows` its whole log.

    A match that began in the middle of another has none, as it may have been won before it began, and a hidden match
    none yet: they come for all tables of its set at once.
    """
    if match.position_of is not None or match.hidden:
        return Finish((), (), season)
    played = kept(rows)
    results = _results(match, public, played, sittings)
    bout = _bout(match, public, results)
    is_uncounted = any(event.kind == UNCOUNTED for row in rows for event in row.events)
    if is_uncounted or not public.over or not all_moved(played, sittings):
        # a badge needs a match that everyone who began it played to the end, without repairs
        return Finish(results, (), season, bout)
    owners = {result.seat: result for result in results if result.kind == ResultKind.STAYED}
    table = Table(len(match.seats), match.options, match.rules)
    record = Record(table, [event for row in played for event in row.events], standings(match, public))
    honours = [
        Honour(match.id, owners[seat].user, badge, match.game, match.guild, rows[-1].at)
        for seat, badge in earned(match.game, record)
        if seat in owners
    ]
    return Finish(results, tuple(honours), season, bout)


def was_put_back(rows: Iterable[LogRow]) -> bool:
    """Whether a match was put back to an earlier row: its players knew then what was to come."""
    return any(row.kind == RowKind.REWIND for row in rows)


def counts(match: Match, persons: int) -> bool:
    """Whether the match counts for the leaderboards with this many people at its start."""
    return match.terms.rated and persons > 1


def kept(rows: Iterable[LogRow]) -> list[LogRow]:
    """The rows that still stand: without undone moves and the undos themselves.

    After a rewind, rows that stood at its target stand again, even if they had been undone in between.
    """
    stand: list[LogRow] = []
    kept_rows: list[LogRow] = []
    for row in rows:
        if row.kind == RowKind.REWIND:
            back = gone_back_to(row)
            others = [r for r in stand if r.seq > back and r.kind != RowKind.MOVE]
            stand = [*kept(r for r in kept_rows if r.seq <= back), *others, row]
        elif row.kind != RowKind.UNDO or row.by is None:
            stand.append(row)
        else:
            first = taken_back_from(stand, row.by, alone=True)
            stand = [r for r in stand if not first or r.seq < first or r.kind in STATELESS]
        kept_rows.append(row)
    return stand


def all_moved(played: Sequence[LogRow], sittings: Sequence[Sitting]) -> bool:
    """Whether everyone who began a match has moved; `played` is what of its log still stands."""
    began = {sitting.seat: sitting.user for sitting in sorted(sittings, key=lambda sitting: sitting.seq, reverse=True)}
    return all(_moves(user, played, [s for s in sittings if s.seat == seat])[0] > 0 for seat, user in began.items())


def gone_back_to(row: LogRow) -> int:
    """The number of the log row to which a rewind put the match back."""
    return int(row.path[0])


def _bout(match: Match, public: View, results: Sequence[Result]) -> Bout | None:
    """How the opener of the match has done against Sparring: giving up is a loss.

    None without it, if they never moved, and if the match has ended before its time and not through them.
    """
    computers = [row for row in match.seats if row.opponent == SPARRING]
    mine = next((r for r in results if r.user == match.host and r.kind != ResultKind.JOINED and r.in_time), None)
    if not computers or mine is None:
        return None
    if mine.kind == ResultKind.LEFT:
        return Bout(match.host, match.game, match.id, 0.0, computers[0].cost)
    if not public.over:
        return None
    ranks = {standing.seat: standing.rank for standing in standings(match, public)}
    wins = [(1 + (ranks[row.seat] > ranks[mine.seat]) - (ranks[row.seat] < ranks[mine.seat])) / 2 for row in computers]
    return Bout(match.host, match.game, match.id, fmean(wins), computers[0].cost)


def _results(match: Match, public: View, played: Sequence[LogRow], sittings: Sequence[Sitting]) -> tuple[Result, ...]:
    """A result for each person who began the match, then for those who finished it on another's seat (C8 to C10).

    Ranks count all seats, those of computer players too. A player who began gets the seat's rank if they finished
    it themselves; if someone else finished it, a computer or a person, it counts as last for them. A
    player who came later neither gains nor loses rating, as two people have played the seat.
    """
    began = {sitting.seat: sitting for sitting in sorted(sittings, key=lambda sitting: sitting.seq, reverse=True)}
    places = {standing.seat: standing for standing in standings(match, public)}
    finishers = {row.seat: row for row in match.seats if is_person(row)}
    stayed = {seat for seat, sitting in began.items() if seat in finishers and finishers[seat].user == sitting.user}
    # a seat that the bot finishes for a person isn't a rider of its own: that person is last
    riders = {*finishers, *(row.seat for row in match.seats if row.opponent is not None)}
    field = len(riders) + len(began) - len(stayed)

    def result(seat: Seat, user: int, name: str, kind: ResultKind) -> Result:
        ahead = sum(places[other].rank < places[seat].rank for other in riders)
        in_time, late = _moves(user, played, [sitting for sitting in sittings if sitting.seat == seat])
        return Result(
            match=match.id,
            user=user,
            seat=seat,
            name=name,
            game=match.game,
            guild=match.guild,
            finished=played[-1].at,
            kind=kind,
            rated=False,
            rank=1 + (len(riders) if kind == ResultKind.LEFT else ahead),
            field=field,
            points=places[seat].points,
            in_time=in_time,
            late=late,
        )

    results = _judged(
        [
            result(seat, sitting.user, sitting.name, ResultKind.STAYED if seat in stayed else ResultKind.LEFT)
            for seat, sitting in sorted(began.items())
        ],
        is_counted=counts(match, len(began)) and bool(stayed),
        is_played=all_moved(played, sittings),
    )
    users = {result.user for result in results}
    results += [
        result(seat, row.user, row.name, ResultKind.JOINED)
        for seat, row in sorted(finishers.items())
        if row.user is not None and row.user not in users
    ]
    return tuple(results)


def _judged(began: Sequence[Result], *, is_counted: bool, is_played: bool) -> list[Result]:
    """The results of those who began a match: rated if it counts and everyone has moved (C5).

    A person who abandoned others before moving has at least one late move (C12).
    """
    rated = is_counted and is_played
    has_run = [sitting.kind == ResultKind.LEFT and not sitting.in_time and len(began) > 1 for sitting in began]
    return [
        replace(sitting, rated=rated, late=max(sitting.late, int(ran)), unstarted=is_counted and ran)
        for sitting, ran in zip(began, has_run, strict=True)
    ]


def _moves(user: int, rows: Iterable[LogRow], sittings: Iterable[Sitting]) -> tuple[int, int]:
    """The numbers of moves a person made in time on their seats, and of those the bot made for them, late.

    None is in time on a seat that they gave up before their first move and took back; otherwise they could watch
    the match first and then decide whether it is rated.
    """
    turns = sorted(sittings, key=lambda s: s.seq)
    in_time = late = 0
    has_left = False  # before their first move
    for row in rows:
        sitting = next((turn for turn in reversed(turns) if turn.seq <= row.seq), None)
        if sitting is None or sitting.user != user or row.by != sitting.seat:
            continue
        if row.kind == RowKind.RESIGN:
            has_left = not in_time
        elif row.kind == RowKind.MOVE:
            in_time += row.how in OWN and not has_left
            late += row.how == How.LATE
    return in_time, late
