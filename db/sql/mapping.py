"""Values of the model as columns, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy.engine import RowMapping

from db.sql.codec import decode_events, decode_json, encode_json
from engines.dice import Draw
from model.kinds import DEADLINE_KINDS, How, PauseReason, PlayOn, PostKind, RowKind
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
    Vote,
)

SEAT_COLUMNS = tuple(one.name for one in fields(SeatRow))


def seat_columns(match: int, seat: SeatRow) -> dict[str, Any]:
    """A seat of a match."""
    return {"match": match, **asdict(seat)}


def reseated(match: int, seat: SeatRow) -> dict[str, Any]:
    """The parameters of `questions.RESEAT` for a seat as it is now."""
    return {f"new_{name}": value for name, value in asdict(seat).items() if name not in {"seat", "hints"}} | {
        "match_id": match,
        "at_seat": seat.seat,
    }


def sitting_columns(match: Match, seat: SeatRow) -> dict[str, Any]:
    """Who sits on a seat as of the match's present row."""
    return {"match": match.id, "seat": seat.seat, "seq": match.seq, "user": seat.user, "name": seat.name}


def log_columns(match: int, seq: int, row: LogRow) -> dict[str, Any]:
    """A log row, as number `seq` of a match."""
    return {
        "match": match,
        "seq": seq,
        "kind": row.kind,
        "by": row.by,
        "path": encode_json(row.path),
        "how": row.how,
        "draws": encode_json(row.draws),
        "events": encode_json(row.events),
        "press": row.interaction_id,
        "user": row.user,
        "at": row.at,
    }


def deadline_columns(match: int, seq: int, one: Deadline) -> dict[str, Any]:
    """What is owed to a match as of row `seq`."""
    return {"match": match, "seq": seq, "kind": one.kind, "seat": one.seat, "due": one.due, "ready": one.due}


def post_columns(
    post: Outgoing, seq: int, written: float, *, ready: float | None = None, **about: int
) -> dict[str, Any]:
    """A post about a `match`, a `cup` or a `guild` as of row `seq`; in unix seconds, None: it is ready at once."""
    addressed = {"kind": post.kind, "to": post.to, "seat": post.seat}
    return {**about, "seq": seq, **addressed, "tries": 0, "written": written, "ready": ready or written}


def standing(place: MessageRef | None) -> dict[str, int | None]:
    """The columns in which is kept where a message of a cup or a server stands."""
    return {"message_channel": place and place.channel, "message": place and place.message}


def header_columns(match: Match) -> dict[str, Any]:
    """A match, without what no step changes."""
    return {
        "options": encode_json(match.options),
        "rules": match.rules,
        "phase": match.phase,
        "seq": match.seq,
        "places": match.places,
        "guild": match.guild,
        "channel": match.channel,
        "host": match.host,
        "forced": match.forced,
        "key": match.key,
        "entropy": match.entropy,
        "paused": match.paused,
        "paused_at": match.paused_at,
        "clock": match.clock,
        "weekends": match.weekends,
        "hour": match.hour,
        "days": match.days,
        "rated": match.rated,
        "waits": match.waits,
        "invited_only": match.invited_only,
        "least_in_time": match.least_in_time,
        "least_finished": match.least_finished,
        "vote": match.vote and encode_json(match.vote),
        "changed": match.changed,
    }


def to_match(rows: Sequence[RowMapping]) -> Match:
    """The match of a header that is repeated for each of its seats (once, with no seat, if it has none)."""
    row = rows[0]
    return Match(
        id=row["id"],
        game=row["game"],
        options=decode_json(row["options"], dict[str, str]),
        rules=row["rules"],
        phase=row["phase"],
        seq=row["seq"],
        places=row["places"],
        guild=row["guild"],
        channel=row["channel"],
        thread=row["thread"],
        host=row["host"],
        forced=row["forced"],
        key=row["key"],
        entropy=row["entropy"],
        paused=row["paused"] and PauseReason(row["paused"]),
        paused_at=row["paused_at"],
        clock=row["clock"],
        weekends=row["weekends"],
        hour=row["hour"],
        days=row["days"],
        rated=row["rated"],
        waits=row["waits"],
        invited_only=row["invited_only"],
        least_in_time=row["least_in_time"],
        least_finished=row["least_finished"],
        vote=row["vote"] and decode_json(row["vote"], Vote),
        rematch_of=row["rematch_of"],
        position_of=row["position_of"],
        cup=row["cup"],
        opened=row["opened"],
        changed=row["changed"],
        seats=tuple(_to_seat(row) for row in rows if row["seat"] is not None),
    )


def _to_seat(row: RowMapping) -> SeatRow:
    seat = SeatRow(*(row[name] for name in SEAT_COLUMNS))
    return seat if seat.play_on is None else replace(seat, play_on=PlayOn(seat.play_on))


def to_log_row(row: RowMapping) -> LogRow:
    """A row of the log."""
    return LogRow(
        match=row["match"],
        seq=row["seq"],
        kind=RowKind(row["kind"]),
        by=row["by"],
        path=decode_json(row["path"], tuple[str, ...]),
        how=How(row["how"]),
        draws=decode_json(row["draws"], list[Draw]),
        events=decode_events(row["events"]),
        interaction_id=row["press"],
        user=row["user"],
        at=row["at"],
    )


def to_facts(rows: Sequence[RowMapping]) -> MatchFacts:
    """The match of `questions.FACTS`, with all that is stored beside it."""
    of_seats = [next(group) for _, group in groupby(rows, key=lambda row: row["seat"])]
    match, things = to_match(of_seats), [row for row in rows if row["thing_number"] is not None]
    owed = sorted((row for row in things if row["thing_due"] is not None), key=_due_first)
    return MatchFacts(
        match,
        rows[0]["zone"] or "",
        tuple(_deadline_beside(match.id, row) for row in owed),
        tuple(_message_beside(row) for row in things if row["thing_due"] is None),
        tuple(_seat_facts(match.id, row) for row in of_seats if row["seat"] is not None),
        keeps_holidays=rows[0]["holidays_given"] != 0,
    )


def _due_first(row: RowMapping) -> tuple[float, int]:
    return row["thing_due"], row["thing_number"]


def _deadline_beside(match: int, row: RowMapping) -> Deadline:
    kind = DEADLINE_KINDS[row["thing_kind"]]
    return Deadline(match, row["thing_seq"], kind, row["thing_seat"], row["thing_due"])


def _message_beside(row: RowMapping) -> Shown:
    return Shown(row["thing_kind"], row["thing_to"] or None, row["thing_channel"], row["thing_number"])


def _seat_facts(match: int, row: RowMapping) -> SeatFacts:
    plan = None if row["answers"] is None else _plan(match, row)
    holidays = to_holidays(row["holidays_taken"])
    given = () if row["given"] is None else decode_json(row["given"], tuple[str, ...])
    is_called, has_moved = bool(row["is_called"]), bool(row["has_moved"])
    return SeatFacts(to_preferences(row["habits"]), plan, row["note"] or "", is_called, holidays, given, has_moved)


def _plan(match: int, row: RowMapping) -> Plan:
    stored = decode_json(row["answers"], list[tuple[tuple[str, ...], Any]])
    answers = tuple(PlannedAnswer(path, tuple(decode_events(encode_json(leads)))) for path, leads in stored)
    return Plan(match, row["seat"], answers)


def plan_columns(plan: Plan) -> dict[str, Any]:
    """The columns of a plan that may change."""
    return {"answers": encode_json([(answer.path, answer.leads) for answer in plan.answers])}


def to_post(row: RowMapping) -> Post:
    """A post that has just been taken from the outbox."""
    # Ids start anew with a new database; the time keeps its first posts from looking like repeats of the old one's.
    nonce = f"{int(row['written'] * 1000):x}.{row['id']:x}"
    same = {name: row[name] for name in ("id", "match", "cup", "guild", "seq", "to", "seat")}
    followed = bool(row["is_followed"])
    return Post(**same, kind=PostKind(row["kind"]), tries=row["tries"] - 1, nonce=nonce, is_followed=followed)


def to_deadline(row: RowMapping) -> Deadline:
    """Something that is owed."""
    return Deadline(row["match"], row["seq"], DEADLINE_KINDS[row["kind"]], row["seat"], row["due"])


def preferences_column(preferences: Preferences) -> str:
    """How a person wants to be called; their channel was once called their way, and is stored so."""
    stored = asdict(preferences)
    return encode_json({"way": stored.pop("channel"), **stored})


def to_preferences(column: str | None) -> Preferences:
    """How a person wants to be called; the house's usual way for a person who never said."""
    if column is None:
        return Preferences()
    stored = decode_json(column, dict[str, Any])
    return msgspec.convert({"channel": stored.pop("way", "dm"), **stored}, Preferences)


def holidays_column(holidays: Sequence[Holiday]) -> str:
    """A person's holidays; "" for none."""
    return encode_json(holidays) if holidays else ""


def to_holidays(column: str | None) -> tuple[Holiday, ...]:
    """A person's holidays, in order."""
    return decode_json(column, tuple[Holiday, ...]) if column else ()
