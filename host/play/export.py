"""Export of a match as JSON: the public record while it runs, everything once it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from db.store import Store
from engines.table import Event, Refused
from host.play.fair_dice import Proof, names_in_set, proof, wrong_draws
from host.play.holiday_news import OFF, TAKEN, without_holidays
from host.play.matches import Matches, may_hear
from host.play.row_numbers import is_silent
from host.play.seen import standings
from model.kinds import How
from model.match import LogRow, Match

FORMAT = 1


class Exports:
    """Makes exports; before the end everyone gets the public part only."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store, self._matches = store, matches

    async def export(self, match_id: int) -> bytes:
        """The match as indented JSON, the same for every reader; raises Refused if it hasn't started."""
        seen = await self._matches.see(match_id, None)
        match = await self._store.match(match_id)
        if match is None:
            raise Refused("house.unknown")
        rows = without_holidays(await self._store.log(match_id))
        document: dict[str, Any] = {
            "format": FORMAT,
            "match": match.id,
            "game": match.game,
            "rules": match.rules,
            "options": match.options,
            "phase": match.phase,
            "seats": [{"seat": row.seat, "name": row.name, "opponent": row.opponent} for row in match.seats],
            "standings": standings(match, seen.view),
            "log": self._whole_rows(match, rows) if match.is_disclosed else _public_rows(rows),
        }
        if match.position_of is not None and (start := await self._store.position(match_id)) is not None:
            document["position"] = {"match": match.position_of, "seq": start.seq, "seat": start.seat}
        dice = proof(match)
        document |= {"commitment": dice.commitment, "entropy": dice.entropy}
        if dice.seed is not None:
            document["seed"] = dice.seed
        return msgspec.json.format(msgspec.json.encode(document), indent=1)

    def _whole_rows(self, match: Match, rows: Sequence[LogRow]) -> list[dict[str, Any]]:
        whole = [_whole_row(row) for row in rows]
        if match.of_set is not None:  # the names of draws, which no row number tells there
            for row, names in zip(whole, names_in_set(self._matches.games[match.game].spec.turns, rows), strict=True):
                row["draws"] = [draw | {"name": name} for draw, name in zip(row["draws"], names, strict=True)]
        return whole

    async def verify(self, match_id: int) -> Verdict:
        """Repeat all draws from the seed; raises Refused for an unknown match."""
        match = await self._store.match(match_id)
        if match is None:
            raise Refused("house.unknown")
        dice = proof(match)
        if dice.seed is None:
            return Verdict(0, (), dice)
        rows = await self._store.log(match_id)
        game = self._matches.games.get(match.game)
        turns = dict[str, int]() if game is None else game.spec.turns
        wrong = tuple(dict.fromkeys(seq for seq, _ in wrong_draws(match, turns, rows)))
        return Verdict(sum(len(row.draws) for row in rows), wrong, dice)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The check of a match's dice: the number of draws, the rows that don't follow from the seed, and the proof.

    While the match runs, nothing is checked: its draws aren't all public.
    """

    draws: int
    wrong: tuple[int, ...]
    proof: Proof


def _public_rows(rows: Iterable[LogRow]) -> list[dict[str, Any]]:
    """The public rows, numbered on their own: the log's numbers would reveal rows that the public doesn't know."""
    public = (row for row in rows if not is_silent(row))
    return [_public_row(replace(row, seq=number)) for number, row in enumerate(public, 1)]


def _public_row(row: LogRow) -> dict[str, Any]:
    """The public part of a row, without paths, which may hold secrets, and draws, which may not have been shown."""
    return {"seq": row.seq, "kind": row.kind, "how": _how(row), "events": _events(row, everything=False)}


def _whole_row(row: LogRow) -> dict[str, Any]:
    draws = [{"why": draw.why, "sides": draw.sides, "fell": draw.fell} for draw in row.draws]
    played = {"by": row.by, "path": list(row.path), "draws": draws}
    return {"seq": row.seq, "kind": row.kind, "how": _how(row), **played, "events": _events(row, everything=True)}


def _how(row: LogRow) -> str:
    """How the row came about; what a person leaves to the bot, and why, is no one else's business."""
    return How.AUTO if row.how in (How.EASY, How.ORDER) else row.how


def _events(row: LogRow, *, everything: bool) -> list[dict[str, Any]]:
    def record(event: Event) -> dict[str, Any]:
        to = None if event.to is None else sorted(event.to)
        return {"kind": event.kind, "to": to, "data": dict(event.data)}

    shown = (event for event in row.events if event.kind not in (TAKEN, OFF))
    return [record(event) for event in shown if everything or may_hear(event, None)]
