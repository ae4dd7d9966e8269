"""Leaving and coming: resign, be sat in for, return, take over a seat, end a match before its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from db.rows import Match, Note, Phase, SeatRow
from engines.table import Event, IllegalMove, Seat, Viewer
from host.ledger import By, Ledger, Open
from host.owing import BEST, Owing, with_seat
from host.seen import without_key
from host.step import VOTE


class Leaving:
    """Changes who sits where in a running match; each change is a row of the log."""

    def __init__(self, ledger: Ledger, owing: Owing) -> None:
        self._ledger, self._owing = ledger, owing

    async def resign(self, match_id: int, user: int, press: int | None) -> Match:
        """Give up a seat: the house answers for it until somebody takes it; with one person left the match ends."""
        async with self._ledger.lock(match_id):
            opened = await self._ledger.load(match_id)
            seat = await self._ledger.seated(opened, user, press)
            left = with_seat(opened, replace(opened.match.seats[seat], resigned=True, substitute=None, play_on=None))
            free = [Note("free", None, seat)]
            if not is_worth_playing(left.match):
                left, free = replace(left, match=replace(left.match, phase="over")), []
            return await self._write(left, By("player", user, press), "resign", seat, _told("resigned", seat), *free)

    async def take_over(self, match_id: int, seat: Seat, user: int, name: str, press: int | None) -> Match:
        """Sit down on a seat that was given up, or on which an opponent sits in for somebody."""
        async with self._ledger.lock(match_id):
            opened = await self._ledger.load(match_id)
            await self._ledger.check_new(press)
            match = opened.match
            if match.phase != "running":
                raise IllegalMove("house.finished")
            if match.paused is not None:
                raise IllegalMove(f"house.paused.{match.paused}")
            if not 0 <= seat < len(match.seats):
                raise IllegalMove("seat.unknown")
            old = match.seats[seat]
            if old.user == user and not old.resigned:
                raise IllegalMove("seat.yours")
            if any(row.user == user and row.seat != seat for row in match.seats):
                raise IllegalMove("seat.one")  # also if he gave it up: he knows what it knew then
            if not is_free(old):
                raise IllegalMove("seat.taken")
            new, told = SeatRow(seat, user, None, name, bank=old.bank), _told("taken.over", seat)
            return await self._write(with_seat(opened, new), By("player", user, press), "takeover", seat, told)

    async def come_back(self, match_id: int, user: int, press: int | None) -> Match:
        """Take the own seat back from the opponent that sits in."""
        async with self._ledger.lock(match_id):
            opened = await self._ledger.load(match_id)
            seat = await self._ledger.seated(opened, user, press)
            row = opened.match.seats[seat]
            if row.substitute is None:
                raise IllegalMove("seat.yours")
            back = with_seat(opened, replace(row, substitute=None, missed=0, stopped=False))
            return await self._write(back, By("player", user, press), "return", seat, _told("returned", seat))

    async def sit_in(self, opened: Open, seat: Seat, by: By, told: Sequence[Event]) -> Match:
        """Let an opponent sit in for a person, as was voted; whoever wants may take the seat over."""
        row = replace(opened.match.seats[seat], substitute=BEST, play_on=None, missed=0)
        events = [*told, Event("house.substituted", None, {"seat": seat})]
        return await self._write(with_seat(opened, row), by, "replace", None, events, Note("free", None, seat), VOTE)

    async def end(self, opened: Open, phase: Phase, by: By, told: Sequence[Event]) -> Match:
        """End a match as it stands ("over"), or call it off so that it counts for nobody ("cancelled")."""
        ended = replace(opened, match=replace(opened.match, phase=phase))
        return await self._write(ended, by, "end", None, [*told, Event(f"house.ended.{phase}", None, {})], VOTE)

    async def _write(self, opened: Open, by: By, kind: str, seat: Viewer, events: list[Event], *notes: Note) -> Match:
        row = self._ledger.row(opened.match, by, kind, events, seat=seat)
        return without_key(await self._owing.play_on(await self._ledger.save(opened, row, *notes)))


def _told(what: str, seat: Seat) -> list[Event]:
    return [Event(f"house.{what}", None, {"seat": seat})]


def is_free(row: SeatRow) -> bool:
    """Whether somebody else may sit down there."""
    return row.user is not None and (row.resigned or row.substitute is not None)


def is_worth_playing(match: Match) -> bool:
    """Whether the match goes on: with two persons, or with one who began alone against opponents."""
    persons = [row for row in match.seats if row.user is not None]
    left = [row for row in persons if not row.resigned]
    return len(left) >= min(2, len(persons)) and bool(left)
