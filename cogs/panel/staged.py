"""Positions without a match, from lessons and puzzles, in the shape of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines import GAMES
from engines.table import Seat, View
from host.play.seen import Own, Seen
from locales import Catalogue
from model.match import Match, SeatRow
from model.terms import Terms


@dataclass(frozen=True, slots=True)
class Stage:
    """A position's table and viewing seat."""

    game: str
    options: Mapping[str, str]
    rules: int
    seats: int
    seat: Seat


def staged(stage: Stage, view: View, say: Catalogue, *, in_words: bool = False) -> Seen:
    """The seat's view as of a match; its player is called *you*, and all others are computers.

    `in_words` says whether its buttons have words instead of the picture's numbers.
    """
    match = Match(
        game=stage.game,
        options=dict(stage.options),
        rules=stage.rules,
        phase="running",
        places=stage.seats,
        guild=None,
        channel=0,
        host=0,
        terms=Terms(),
        key=b"",
        opened=0.0,
        changed=0.0,
        seats=tuple(SeatRow(seat, None, None, _name(seat, stage, say)) for seat in range(stage.seats)),
    )
    return Seen(match, stage.seat, view, GAMES[stage.game], own=Own(in_words=in_words))


def _name(seat: Seat, stage: Stage, say: Catalogue) -> str:
    if seat == stage.seat:
        return say("lesson.you")
    return say("lesson.computer") if stage.seats == 2 else say("lesson.computers", number=seat + 1)  # as on its jersey
