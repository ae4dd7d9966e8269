"""Conversion of model values to columns and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, is_dataclass
from enum import EnumType
from functools import cache, partial
from itertools import groupby
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from sqlalchemy.engine import RowMapping

from db.sql.codec import decode_events, decode_json, encode_json
from model.kinds import DEADLINE_KINDS
from model.match import (
    Deadline,
    Holiday,
    LogRow,
    Match,
    MatchFacts,
    MessageRef,
    Outgoing,
    Plan,
    PlannedAnswer,
    Post,
    Preferences,
    SeatFacts,
    SeatRow,
    Shown,
)
from model.terms import Terms

# columns of a match that no step changes
FIXED = (
    *("game", "opened", "thread", "rematch_of", "position_of"),
    *("cup", "of_set", "hidden", "over_servers", "settings_of"),
)

T = TypeVar("T")


@cache
def _columns(kind: type) -> tuple[tuple[str, bool, Callable[[Any], Any] | None], ...]:
    """The fields of a value type: name, whether it is stored as JSON, and the conversion from what is stored."""
    return tuple((name, *_stored(hint)) for name, hint in get_type_hints(kind).items())


def _stored(hint: Any) -> tuple[bool, Callable[[Any], Any] | None]:
    kind: Any = get_args(hint)[0] if NoneType in get_args(hint) else hint
    if isinstance(kind, EnumType):
        return False, kind
    if get_origin(kind) in (dict, list, tuple) or (isinstance(kind, type) and is_dataclass(kind)):
        return True, partial(decode_json, kind=kind)
    return False, None


def columns_of(value: Any, *besides: str) -> dict[str, Any]:
    """The columns of a value, `besides` these fields; compound fields become JSON."""
    columns: dict[str, Any] = {}
    for name, is_json, _ in _columns(value.__class__):
        if name not in besides:
            field = getattr(value, name)
            columns[name] = encode_json(field) if is_json and field is not None else field
    return columns


def value_of(kind: type[T], row: RowMapping, **extra: Any) -> T:
    """The value from a row that `columns_of` wrote; `extra` has fields that aren't in the row as such."""
    for name, _, read in _columns(kind):
        if name not in extra:
            stored = row[name]
            extra[name] = stored if read is None or stored is None else read(stored)
    return kind(**extra)


def seat_columns(match: int, seat: SeatRow) -> dict[str, Any]:
    """The columns of a match's seat."""
    return {"match": match, **columns_of(seat)}


def reseated(match: int, seat: SeatRow) -> dict[str, Any]:
    """The parameters of `queries.RESEAT` for a seat's present state."""
    return {f"new_{name}": value for name, value in columns_of(seat, "seat", "hints").items()} | {
        "match_id": match,
        "at_seat": seat.seat,
    }


def sitting_columns(match: Match, seat: SeatRow) -> dict[str, Any]:
    """The columns of a sitting that begins with the match's present row."""
    return {"match": match.id, "seat": seat.seat, "seq": match.seq, "user": seat.user, "name": seat.name}


def log_columns(match: int, seq: int, row: LogRow) -> dict[str, Any]:
    """The columns of log row number `seq` of a match."""
    return columns_of(row, "interaction_id") | {"match": match, "seq": seq, "press": row.interaction_id}


def deadline_columns(match: int, seq: int, deadline: Deadline) -> dict[str, Any]:
    """The columns of a match's deadline as of row `seq`."""
    return {
        "match": match,
        "seq": seq,
        "kind": deadline.kind,
        "seat": deadline.seat,
        "due": deadline.due,
        "ready": deadline.due,
    }


def post_columns(
    post: Outgoing, seq: int, written: float, *, ready: float | None = None, **about: int
) -> dict[str, Any]:
    """The columns of a post about a `match`, `cup` or `guild` as of row `seq`; times in unix seconds, None: at once."""
    addressed = {"kind": post.kind, "to": post.to, "seat": post.seat}
    return {**about, "seq": seq, **addressed, "tries": 0, "written": written, "ready": ready or written}


def standing(place: MessageRef | None) -> dict[str, int | None]:
    """The columns that store where a message of a cup or a server is."""
    return {"message_channel": place and place.channel, "message": place and place.message}


def match_columns(match: Match) -> dict[str, Any]:
    """The columns of a match, without its id and seats."""
    return columns_of(match, "id", "seats", "terms") | columns_of(match.terms)


def header_columns(match: Match) -> dict[str, Any]:
    """The columns of a match that steps may change."""
    columns = match_columns(match)
    return {name: it for name, it in columns.items() if name not in FIXED}


def to_match(rows: Sequence[RowMapping]) -> Match:
    """The match from header rows, one per seat, or a single row without seats."""
    seats = tuple(value_of(SeatRow, row) for row in rows if row["seat"] is not None)
    return value_of(Match, rows[0], seats=seats, terms=value_of(Terms, rows[0]))


def to_log_row(row: RowMapping) -> LogRow:
    """A log row from its columns."""
    return value_of(LogRow, row, events=decode_events(row["events"]), interaction_id=row["press"])


def to_facts(rows: Sequence[RowMapping]) -> MatchFacts:
    """A match from `queries.FACTS`, with everything stored beside it."""
    of_seats = [next(group) for _, group in groupby(rows, key=lambda row: row["seat"])]
    match, things = to_match(of_seats), [row for row in rows if row["thing_number"] is not None]
    owed = [row for row in things if row["thing_due"] is not None]
    owed.sort(key=lambda row: (row["thing_due"], row["thing_number"]))
    return MatchFacts(
        match,
        rows[0]["zone"] or "",
        tuple(_deadline_beside(match.id, row) for row in owed),
        tuple(_message_beside(row) for row in things if row["thing_due"] is None),
        tuple(_seat_facts(match.id, row) for row in of_seats if row["seat"] is not None),
        keeps_holidays=rows[0]["holidays_given"] != 0,
        seasons=(rows[0]["season_length"], rows[0]["season_begin"]),
        has_webhooks=bool(rows[0]["has_webhooks"]),
    )


def _deadline_beside(match: int, row: RowMapping) -> Deadline:
    kind = DEADLINE_KINDS[row["thing_kind"]]
    return Deadline(match, row["thing_seq"], kind, row["thing_seat"], row["thing_due"])


def _message_beside(row: RowMapping) -> Shown:
    return Shown(row["thing_kind"], row["thing_to"] or None, row["thing_channel"], row["thing_number"])


def _seat_facts(match: int, row: RowMapping) -> SeatFacts:
    plan = None if row["answers"] is None else _plan(match, row)
    holidays = to_holidays(row["holidays_taken"])
    orders = () if row["given"] is None else decode_json(row["given"], tuple[str, ...])
    return SeatFacts(
        preferences=to_preferences(row["habits"]),
        plan=plan,
        note=row["note"] or "",
        is_called=bool(row["is_called"]),
        holidays=holidays,
        orders=orders,
        has_moved=bool(row["has_moved"]),
        dm=row["dm"],
        closed=bool(row["dm_closed"]),
        has_others=bool(row["has_others"]),
        has_lines=bool(row["has_lines"]),
        agreed=row["agreed"],
    )


def _plan(match: int, row: RowMapping) -> Plan:
    stored = decode_json(row["answers"], list[tuple[tuple[str, ...], Any]])
    answers = tuple(PlannedAnswer(path, tuple(decode_events(encode_json(leads)))) for path, leads in stored)
    return Plan(match, row["seat"], answers)


def plan_columns(plan: Plan) -> dict[str, Any]:
    """The columns of a plan that can change."""
    return {"answers": encode_json([(answer.path, answer.leads) for answer in plan.answers])}


def to_post(row: RowMapping) -> Post:
    """A post just taken from the outbox."""
    # Ids restart in a new database; the time keeps its first posts from looking like repeats of old ones.
    nonce = f"{int(row['written'] * 1000):x}.{row['id']:x}"
    followed, later = bool(row["is_followed"]), row["later"]
    return value_of(Post, row, tries=row["tries"] - 1, nonce=nonce, is_followed=followed, later=later)


def to_deadline(row: RowMapping) -> Deadline:
    """A deadline just read."""
    return Deadline(row["match"], row["seq"], DEADLINE_KINDS[row["kind"]], row["seat"], row["due"])


def preferences_column(preferences: Preferences) -> str:
    """The column for a person's preferences; their channel keeps the name it was first stored under."""
    stored = asdict(preferences)
    return encode_json({"way": stored.pop("channel"), **stored})


def to_preferences(column: str | None) -> Preferences:
    """A person's preferences; the defaults for a person who has set none."""
    if column is None:
        return Preferences()
    stored = decode_json(column, dict[str, Any])
    return msgspec.convert({"channel": stored.pop("way", "dm"), **stored}, Preferences)


def holidays_column(holidays: Sequence[Holiday]) -> str:
    """The column for a person's holidays; "" for none."""
    return encode_json(holidays) if holidays else ""


def to_holidays(column: str | None) -> tuple[Holiday, ...]:
    """A person's holidays from their column, in order."""
    return decode_json(column, tuple[Holiday, ...]) if column else ()
