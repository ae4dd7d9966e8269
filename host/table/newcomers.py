"""Newcomers to a free seat: who may sit down, and whether the players vote on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.table import Event, Refused, Seat, View, Viewer
from host.judges import has_judged
from host.play.loaded_match import LoadedMatch
from host.play.match_log import MatchLog
from host.play.seen import is_person
from host.time.clocks import DAY, HOUR
from model.kinds import PostKind, RowKind, VoteKind
from model.match import LogRow, Match, Outgoing, SeatRow, Sitting, Vote

LONG, SHORT = DAY, HOUR  # seconds in which the table may refuse a newcomer; short in a live match
FRESH = 2 * DAY  # seconds in which the table may send away a person who has taken over a seat
OPENED, FAILED, DISMISSED = "house.vote.opened", "house.vote.failed", "house.dismissed"  # kinds of events


def check_newcomer(match: Match, new: SeatRow, sat: Sequence[Sitting], rows: Sequence[LogRow]) -> None:
    """Raise Refused unless this person may sit down there: they have only watched, or gave up this very seat.

    `sat` has who sat where, `rows` is the match's log.
    """
    seat, user = new.seat, new.user
    if match.phase != "running":
        raise Refused("house.finished")
    if match.paused is not None:
        raise Refused(f"house.paused.{match.paused}")
    if not 0 <= seat < len(match.seats):
        raise Refused("seat.unknown")
    old = match.seats[seat]
    if old.user == user and not old.resigned:
        raise Refused("seat.yours")
    if any(row.user == user and row.seat != seat for row in match.seats):
        raise Refused("seat.one")  # even if they gave it up: they know what it knew then
    if any(sitting.user == user and sitting.seat != seat for sitting in sat):
        raise Refused("seat.past")
    if not is_vacant(old):
        raise Refused("seat.taken")
    if _was_refused(rows, sat, user):
        raise Refused("seat.refused")
    if has_judged(rows, user):
        raise Refused("seat.judged")


def is_vacant(row: SeatRow) -> bool:
    """Whether someone else may take the seat."""
    return row.user is not None and (row.resigned or row.substitute is not None)


def voters(match: Match, seat: Viewer) -> tuple[Seat, ...]:
    """The seats that vote on this one: those of the other people; of all people if it is about no seat."""
    return tuple(row.seat for row in match.seats if is_person(row) and row.seat != seat)


def newcomers(match: Match, rows: Iterable[LogRow], now: float) -> frozenset[Seat]:
    """The seats taken over so recently that the others may still send the person away."""
    fresh = {row.by for row in rows if row.kind == RowKind.TAKEOVER and row.at + FRESH > now}
    return frozenset(row.seat for row in match.seats if row.seat in fresh and is_person(row))


async def knows_secrets(match_log: MatchLog, opened: LoadedMatch, seat: Seat) -> bool:
    """Whether the seat knows anything that isn't public.

    While it has a sealed move, which is no secret of the table, what it knew before that move counts.
    """
    game, state, seq = opened.game, opened.state, opened.match.seq
    public: View = game.view(state, None)
    while public.sealed and seat not in public.waiting:
        seq -= 1
        if await match_log.store.snapshot(opened.match.id, seq) is None:
            return True  # that state is deleted
        state = await match_log.look(opened.match, seq)
        public = game.view(state, None)
    view: View = game.view(state, seat)
    return replace(view, viewer=None) != public


def ballots(match: Match, vote: Vote) -> tuple[Outgoing, ...]:
    """Calls to everyone who may vote and hasn't, posted when a vote opens; none where the vote itself reaches all."""
    if match.is_by_dm:
        return ()
    left = [row for row in match.seats if row.seat in vote.electorate and row.seat not in vote.yes]
    return tuple(Outgoing(PostKind.BALLOT, row.user, row.seat) for row in left)


def takeover_vote(match: Match, new: SeatRow, now: float) -> tuple[Vote, Event]:
    """A vote on whether this person may sit down there, and its event; no one has voted yet."""
    until = now + (SHORT if match.pace.is_live else LONG)
    electorate = voters(match, new.seat)
    vote = Vote(VoteKind.TAKEOVER, new.seat, None, now, until, electorate, (), user=new.user, name=new.name)
    return vote, Event(OPENED, None, {"about": VoteKind.TAKEOVER, "seat": new.seat, "name": new.name})


def _was_refused(rows: Iterable[LogRow], sat: Sequence[Sitting], user: int | None) -> bool:
    """Whether the table has refused this person the seat, or sent them away."""
    asked: int | None = None
    for row in rows:
        for event in row.events:
            if event.kind == OPENED and event.data["about"] == VoteKind.TAKEOVER:
                asked = row.user
            elif event.kind == FAILED and event.data["about"] == VoteKind.TAKEOVER and asked == user:
                return True
            elif event.kind == DISMISSED:
                held = [sitting.user for sitting in sat if sitting.seat == event.data["seat"] and sitting.seq < row.seq]
                if held[-1:] == [user]:
                    return True
    return False
