"""Titles of cups, and what their matches mean for them."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from engines.table import Seat
from host.cups import groups, knockout
from host.cups.duels import leg_of, side_of
from host.cups.field import Line, Outcome, Pairing, Place
from host.cups.formats import FORMATS, season_of
from host.cups.state import field_of, is_final, is_knock_out, rounds_of, standing_of
from host.lobby.legs import Together
from host.play.seen import Seen
from locales import Catalogue
from model.cup import Cup, CupRow, CupTable, Entrant, WholeCup
from model.kinds import CupRowKind
from render.cup import cup_title as title
from screen.names import called, defused, plain
from screen.verdicts import is_played_out

STAGES = {1: "final", 2: "semi", 3: "quarter"}  # by the number of rounds to the end, the stage included


def cup_title(cup: Cup, say: Catalogue) -> str:
    """A cup's title as typed, not yet safe for a message."""
    return title(cup.title, cup.game, cup.id, say)


def cup_name(cup: Cup, say: Catalogue) -> str:
    """A cup's title, safe for a message."""
    return defused(cup_title(cup, say))


def holder_name(entrant: Entrant | None, say: Catalogue) -> str:
    """The name of a place's holder, for a picture."""
    if entrant is None:
        return ""
    return plain(entrant.name) if entrant.user > 0 else say("career.left")


def shown_name(entrant: Entrant, say: Catalogue) -> str:
    """A person's name, safe for a message."""
    return called(entrant.user, entrant.name, say)


def logged(row: CupRow, say: Catalogue) -> str:
    """A line of a cup's log: an action, and who took it."""

    def who(user: int | None) -> str:
        return say("cup.log.house") if user is None else f"<@{user}>" if user > 0 else say("career.left")

    key = f"cup.log.{row.kind}"
    if row.kind is CupRowKind.END and row.user is None:
        key = "cup.log.end.nobody"
    if row.kind is CupRowKind.VOTED and row.user is not None:
        key = "cup.log.voted.won"
    return say(key, by=who(row.by), user=who(row.user), round=row.round or 0, n=row.number or 0)


def sides_in(record: WholeCup, lines: Iterable[Line], say: Catalogue) -> list[str]:
    """The people of each side in two against two, in the order of these lines."""
    sides: dict[Place, list[str]] = {}
    for line in lines:
        if (holder := record.holder(line.place)) is not None:
            sides.setdefault(side_of(record, line.place), []).append(shown_name(holder, say))
    return [say("cup.podium", name=say.together(names)) for names in sides.values()]


def sides_of(record: WholeCup, say: Catalogue) -> str:
    """The two sides of two against two."""
    [one, other] = sides_in(record, sorted(standing_of(record), key=lambda line: line.place), say)
    return say("cup.sides", one=one, other=other)


def round_name(record: WholeCup, number: int, say: Catalogue) -> str:
    """The name of a round: Final, Semi-finals, Round 2, Season 1, round 2."""
    cup = record.cup
    if season := season_of(cup.format, field_of(record), number):
        length = groups.season_rounds(field_of(record))
        return say("cup.round.season", season=season, round=(number - 1) % length + 1)
    stage = STAGES.get(rounds_of(record) - number + 1)
    if stage and (cup.most == 2 or stage == "final") and is_knock_out(record, number):
        return say(f"cup.round.{stage}")
    return say("cup.round", round=number)


def meaning(record: WholeCup, table: CupTable, say: Catalogue) -> str:
    """A match's meaning for its cup, and the time for playing it; one line each."""
    cup = record.cup
    values = {"cup": cup_name(cup, say), "round": round_name(record, table.round, say), "n": table.number}
    lines = [say("cup.match", **values), _stakes(record, table, say)]
    if cup.due is not None and cup.round == table.round:
        lines.append(say("cup.match.until", when=f"<t:{ceil(cup.due)}:f>"))
    return "\n".join(lines)


def standing_in(record: WholeCup, table: CupTable, say: Catalogue) -> str:
    """A line for a player who is called: the cup and its round, or that it is the final."""
    if is_final(record, table.round):
        return say("cup.you.final", cup=cup_name(record.cup, say))
    return _where(record, table, say)


def _where(record: WholeCup, table: CupTable, say: Catalogue) -> str:
    """The cup, its round and the table, and the sides if people play together."""
    text = say("cup.match", cup=cup_name(record.cup, say), round=round_name(record, table.round, say), n=table.number)
    return f"{text} · {sides_of(record, say)}" if FORMATS[record.cup.format].sides else text


def consequence(record: WholeCup, table: CupTable, seen: Seen, say: Catalogue, both: Together | None = None) -> str:
    """A line on what a finished match means for its cup, and for the viewer if they played it.

    If the match alone doesn't decide who advances, it names the round. A leg decides it together with the other one
    (`both`).
    """
    cup, last = cup_name(record.cup, say), is_final(record, table.round)
    winner = _winner(record, table, seen, both)
    if winner is None:
        return _where(record, table, say)
    onward = "" if last else round_name(record, table.round + 1, say)
    if seen.seat is None:
        return say("cup.won.by" if last else "cup.through", cup=cup, name=shown_name(winner, say), round=onward)
    if winner.user != seen.match.seats[seen.seat].user:
        return say("cup.you.out", cup=cup)
    if last:
        return say("cup.you.won", cup=cup)
    is_next_final = rounds_of(record) == table.round + 1
    return say("cup.you.final" if is_next_final else "cup.you.through", cup=cup, round=onward)


def compared(record: WholeCup, table: CupTable, seat: Seat, say: Catalogue) -> str:
    """How a seat of a table compares with the same seat at the tables that had the same luck."""
    ahead = None if table.leads is None else f"{table.leads[seat]:+.1f}"
    if table.ranks is not None and FORMATS[record.cup.format].sides:
        how = "level" if len(set(table.ranks)) == 1 else "won" if table.ranks[seat] == 1 else "lost"
        return say(f"cup.side.{how}") if ahead is None else say(f"cup.compared.{how}", ahead=ahead)
    if table.ranks is None or ahead is None:
        return say("cup.compared.not")
    return say("cup.compared", ahead=ahead, rank=table.ranks[seat], n=len(table.places))


def _winner(record: WholeCup, table: CupTable, seen: Seen, both: Together | None) -> Entrant | None:
    """The entrant who advances from a table of two, or wins the cup, by a match played to its end."""
    if not is_knock_out(record, table.round) or not (record.cup.most == 2 or is_final(record, table.round)):
        return None
    entrants = [record.holder(place) for place in table.places]
    stayed = all(
        entrant is not None and row.user == entrant.user and not row.resigned and row.substitute is None
        for entrant, row in zip(entrants, seen.match.seats, strict=True)
    )
    if not is_played_out(seen) or not stayed:
        return None
    ranks = table.ranks
    if ranks is None and leg_of(record, table) is None:
        ranks = tuple(s.rank for s in sorted(seen.standings, key=lambda standing: standing.seat))
    elif ranks is None and both is not None:
        ranks = tuple(both.ranks[row.user or 0] for row in seen.match.seats)
    if ranks is None:  # the other leg goes on
        return None
    field, pairing = field_of(record), Pairing(table.places, table.group)
    return record.holder(knockout.in_order(Outcome(table.round, pairing, ranks), field)[0])


def _stakes(record: WholeCup, table: CupTable, say: Catalogue) -> str:
    cup = record.cup
    if is_knock_out(record, table.round):
        leg, last = leg_of(record, table), is_final(record, table.round)
        if leg is not None:
            onward = "" if last else round_name(record, table.round + 1, say)
            return say("cup.stakes.legs.final" if last else "cup.stakes.legs", leg=leg, next=onward)
        if last:
            return say("cup.stakes.final")
        if cup.most == 2:
            return say("cup.stakes.pair", next=round_name(record, table.round + 1, say))
        return say("cup.stakes.table", n=max(1, len(table.places) // 2))
    if cup.format == "groups":
        return say("cup.stakes.group", group=table.group)
    if cup.format == "league":
        return say("cup.stakes.league", group=table.group)
    return say(f"cup.stakes.{cup.format}")
