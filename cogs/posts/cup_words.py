"""Titles of cups, and what their matches mean."""

from __future__ import annotations

from math import ceil

from cogs.ui.names import called, defused, plain
from host.cups import groups
from host.cups.formats import season_of
from host.cups.state import field_of, is_knock_out, rounds_of
from locales import Catalogue
from model.cup import Cup, CupRow, CupTable, Entrant, WholeCup
from model.kinds import CupRowKind
from render.cup import cup_title as title

STAGES = {1: "final", 2: "semi", 3: "quarter"}  # by how many rounds there are from it to the end, itself included


def cup_title(cup: Cup, say: Catalogue) -> str:
    """Title of a cup, as it was typed: not yet fit for a message."""
    return title(cup.title, cup.game, cup.id, say)


def cup_name(cup: Cup, say: Catalogue) -> str:
    """Title of a cup, fit for a message."""
    return defused(cup_title(cup, say))


def holder_name(entrant: Entrant | None, say: Catalogue) -> str:
    """Name of a place's holder, for a picture."""
    if entrant is None:
        return ""
    return plain(entrant.name) if entrant.user > 0 else say("career.left")


def shown_name(entrant: Entrant, say: Catalogue) -> str:
    """Name of a person, for a message."""
    return called(entrant.user, entrant.name, say)


def logged(row: CupRow, say: Catalogue) -> str:
    """Line of a cup's log: what was done, and the person who did it."""

    def who(user: int | None) -> str:
        return say("cup.log.house") if user is None else f"<@{user}>" if user > 0 else say("career.left")

    key = f"cup.log.{row.kind}"
    if row.kind is CupRowKind.END and row.user is None:
        key = "cup.log.end.nobody"
    if row.kind is CupRowKind.VOTED and row.user is not None:
        key = "cup.log.voted.won"
    return say(key, by=who(row.by), user=who(row.user), round=row.round or 0, n=row.number or 0)


def round_name(record: WholeCup, number: int, say: Catalogue) -> str:
    """Name of a round: Final, Semi-finals, Round 2, Season 1, round 2."""
    cup = record.cup
    if season := season_of(cup.format, field_of(record), number):
        length = groups.season_rounds(field_of(record))
        return say("cup.round.season", season=season, round=(number - 1) % length + 1)
    stage = STAGES.get(rounds_of(record) - number + 1)
    if stage and (cup.most == 2 or stage == "final") and is_knock_out(record, number):
        return say(f"cup.round.{stage}")
    return say("cup.round", round=number)


def meaning(record: WholeCup, table: CupTable, say: Catalogue) -> str:
    """Meaning of a match for its cup, and until when it is to be played; a line each."""
    cup = record.cup
    values = {"cup": cup_name(cup, say), "round": round_name(record, table.round, say), "n": table.number}
    lines = [say("cup.match", **values), _stakes(record, table, say)]
    if cup.due is not None and cup.round == table.round:
        lines.append(say("cup.match.until", when=f"<t:{ceil(cup.due)}:f>"))
    return "\n".join(lines)


def _stakes(record: WholeCup, table: CupTable, say: Catalogue) -> str:
    cup = record.cup
    if is_knock_out(record, table.round):
        if len([t for t in record.of_round(table.round) if t.places]) == 1:
            return say("cup.stakes.final")
        if cup.most == 2:
            return say("cup.stakes.pair", next=round_name(record, table.round + 1, say))
        return say("cup.stakes.table", n=max(1, len(table.places) // 2))
    if cup.format == "groups":
        return say("cup.stakes.group", group=table.group)
    if cup.format == "league":
        return say("cup.stakes.league", group=table.group)
    return say(f"cup.stakes.{cup.format}")
