"""A match as one viewer sees it. Real states and dice keys stay in the host."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeAlias

import msgspec

from engines.table import Ask, Event, Game, Path, Pick, Ready, Refused, Seat, Standing, View, Viewer
from model.kinds import OF_A_PLAYER
from model.match import LogRow, Match, MatchFacts, PlannedAnswer, SeatRow

Again: TypeAlias = Callable[[], Awaitable[MatchFacts | None]]  # reads a match again, if it isn't known yet

PRINT_CHARS = 8
FORCED_WORLDS = 128  # examined for a choice: one that exists in a twelfth of them is missed 15 times in a million


def fingerprint_of(view: View) -> str:
    """A short hash of all that a viewer knows, except whose move is missing: others' sealed moves don't change it."""
    data = msgspec.json.encode(replace(view, waiting=()))
    return hashlib.blake2s(data, digest_size=PRINT_CHARS // 2).hexdigest()


@dataclass(frozen=True, slots=True)
class Own:
    """What a seated person alone has or can know about a match."""

    note: str = ""  # their private text
    plan: tuple[PlannedAnswer, ...] = ()  # their planned moves, best first
    orders: tuple[str, ...] = ()  # their standing orders, the oldest first
    due: float | None = None  # when (unix seconds) their time is up; None without a clock
    easy: int = 0  # how much they leave to the bot: see `host.play.easy`
    quick: bool = False  # whether they skip Confirm here for moves they can undo
    in_words: bool = False  # whether their buttons say in words what the picture numbers
    is_last: bool = False  # whether everyone can tell that a sealed stage waits for their move alone
    has_moved: bool = False  # whether they have moved before
    has_others: bool = False  # whether another running match waits for them
    has_lines: bool = False  # whether they keep lines in this match
    offered: float | None = None  # until when (unix seconds) they can agree to live play; None: it isn't offered now
    agreed: bool = False  # whether they have agreed to it
    panel: int | None = None  # the private message with the present question
    idle: int | None = None  # the private message that says there is none
    messages: frozenset[int] = frozenset()  # private messages that show them something of the match


@dataclass(frozen=True, slots=True)
class Seen:
    """A match, the viewing seat, and all that it may know."""

    match: Match  # without its key
    seat: Viewer  # None: the public
    view: View  # with `planning`, the one the seat expects at its next question
    game: Game[Any, Any]
    planning: bool = False
    trying: bool = False  # besides: the view is that of some seat in a world that the person imagines
    number: int = 0  # rows of its log that everyone may know of; `match.seq` counts secret ones too
    own: Own = Own()  # empty without a person's seat
    opens: float | None = None  # when (unix seconds) the next leg of a tour opens, if one is to come
    again: Again | None = field(default=None, compare=False, repr=False)  # for the host: what a move is played on
    # what has been asked of it before: a panel asks for each of its buttons
    _asks: dict[Path, Ask | None] = field(init=False, default_factory=dict[Path, Ask | None], compare=False, repr=False)
    _fingerprints: list[str] = field(init=False, default_factory=list[str], compare=False, repr=False)

    def ask(self, path: Path = ()) -> Ask | None:
        """The question after the steps of `path`; raises Refused for an illegal step."""
        if path not in self._asks:
            self._asks[path] = self.game.ask(self.view, path)
        return self._asks[path]

    @property
    def fingerprint(self) -> str:
        """See `fingerprint_of`."""
        if not self._fingerprints:
            self._fingerprints.append(fingerprint_of(self.view))
        return self._fingerprints[0]

    @property
    def sight(self) -> str:
        """Fingerprint of a panel: of the view, and of whether the match goes on (an end needn't change the view)."""
        return f"{self.match.phase} {self.match.paused} {self.fingerprint}"

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The game's standings, with a seat that resigned behind every seat that played on."""
        return standings(self.match, self.view)


def without_key(match: Match) -> Match:
    """The match without its key, which predicts the dice to come: only this may leave the host."""
    return replace(match, key=b"")


def seat_of(match: Match, user: int) -> Seat | None:
    """The seat on which this person still plays."""
    return next((row.seat for row in match.seats if row.user == user and not row.resigned), None)


def is_own(row: LogRow, user: int) -> bool:
    """Whether the person pressed for this row themselves: what the bot played for them meanwhile is news."""
    return row.kind in OF_A_PLAYER and row.user == user


def is_waited_for(seen: Seen) -> bool:
    """Whether the match waits for the viewer; a match that has ended or rests waits for no one."""
    goes_on = seen.match.phase == "running" and seen.match.paused is None
    return goes_on and seen.seat is not None and seen.seat in seen.view.waiting


def is_thinking(seen: Seen) -> bool:
    """Whether the match waits only for computers, as everyone can see."""
    match, waiting = seen.match, seen.view.waiting
    if match.phase != "running" or match.paused is not None or seen.seat is None or not waiting:
        return False
    rows = [match.seats[seat] for seat in waiting if seat is not None]
    return len(rows) == len(waiting) and all(row.opponent or row.substitute for row in rows)


def has_computers(match: Match) -> bool:
    """Whether a computer plays in the match."""
    return any(row.opponent or row.substitute for row in match.seats)


def check_player(seen: Seen) -> None:
    """Raise Refused for a person without a seat, and for everyone while the match rests."""
    if seen.match.paused is not None:
        raise Refused(f"house.paused.{seen.match.paused}")
    if seen.seat is None:
        raise Refused("house.no.seat")


def is_alone(match: Match) -> bool:
    """Whether at most one person plays in the match, so that no one else waits or learns anything."""
    return sum(row.user is not None and not row.resigned for row in match.seats) <= 1


def is_person(row: SeatRow) -> bool:
    """Whether the seat has a person who can be asked."""
    return row.user is not None and not row.resigned and row.substitute is None


def computer_on(row: SeatRow) -> str | None:
    """The computer player on this seat, for itself or for a person; None for a person."""
    return row.substitute or row.opponent


def may_hear(event: Event, viewer: Viewer) -> bool:
    """Whether an event is for this viewer."""
    return event.to is None or (viewer is not None and viewer in event.to)


def standings(match: Match, view: View) -> tuple[Standing, ...]:
    """The game's standings, with a seat that resigned behind every seat that played on."""
    resigned = {row.seat for row in match.seats if row.resigned}
    order = {standing.seat: (standing.seat in resigned, standing.rank) for standing in view.standings}
    return tuple(
        replace(standing, rank=1 + sum(other < order[standing.seat] for other in order.values()))
        for standing in sorted(view.standings, key=lambda standing: (order[standing.seat], standing.seat))
    )


def only_path(game: Game[Any, Any], view: View) -> Path | None:
    """The viewer's move if there is no other, else None; no sealed move is ever made for anyone (rule 10)."""
    if view.sealed:
        return None
    path: Path = ()
    while True:
        ask = game.ask(view, path)
        if isinstance(ask, Ready):
            return path
        step = only_step(ask)
        if step is None:
            return None
        path = (*path, step)


def forced_path(game: Game[Any, Any], state: Any, seat: Seat) -> Path | None:
    """The seat's only move, if everyone can tell that there is no other; else None.

    If others can't know it, an instant move would reveal what is hidden from them (rule 10).
    """
    view: View = game.view(state, seat)
    path = only_path(game, view)
    if not path:
        return None
    public: View = game.view(state, None)
    if replace(view, viewer=None) == public:
        return path  # nothing is hidden
    rng = Random(seat)
    worlds = (game.imagine(public, rng) for _ in range(FORCED_WORLDS))
    return path if all(only_path(game, game.view(world, seat)) for world in worlds) else None


def only_step(ask: Ask | None) -> str | None:
    """The only step the question allows, if there is just one."""
    if isinstance(ask, Pick):
        if len(ask.options) == ask.least:
            return "+".join(ask.options) or "-"
    elif ask is not None and not isinstance(ask, Ready) and ask.least == ask.most:
        return str(ask.least)
    return None


def first_path(game: Game[Any, Any], view: View) -> Path:
    """The move made of first options and least amounts, with which the bot opens a leg."""
    path: Path = ()
    while not isinstance(ask := game.ask(view, path), Ready):
        if ask is None:
            raise Refused("not.asked")
        step = "+".join(ask.options[: ask.least]) or "-" if isinstance(ask, Pick) else str(ask.least)
        path = (*path, step)
    return path
