"""How many taps a decision takes: whole matches played with quick confirm, tap by tap on the panel's own components."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import mean
from typing import Any, NamedTuple

import discord

from bench.play import TABLES
from cogs.panel import paths
from cogs.panel.components import Question, choices, next_question, widgets
from cogs.panel.confirm import brief, is_harmless
from cogs.ui.custom_id import Component, Step, Tail, read
from cogs.ui.dynamic_items import Widget
from cogs.ui.limits import MOST_OPTIONS
from db.rows import Match, SeatRow
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Game, Move, Path, Pick, Ready
from host.play.seen import Own, Seen, forced_path
from host.play.undo import can_take_back
from locales import catalogue
from opponents.greedy import play_greedy

SEEDS = range(3)
SAY = catalogue(None)


class Tapped(NamedTuple):
    """A decision of a person: what it was about, and the taps that it took."""

    kind: str
    taps: int


def run() -> Iterator[str]:
    """Taps a decision for every game, alone against computers and in company, and for each kind of decision."""
    for key in TABLES:
        for name, persons in (("alone", 1), ("in company", TABLES[key].seats)):
            tapped = [one for seed in SEEDS for one in played(key, persons, seed)]
            yield f"{key}, {name}: {mean(one.taps for one in tapped):.2f} taps a decision, {len(tapped)} decisions"
            kinds: defaultdict[str, list[int]] = defaultdict(list)
            for one in tapped:
                kinds[one.kind].append(one.taps)
            yield "  " + ", ".join(
                f"{kind} {mean(taps):.2f} (most {max(taps)}, {len(taps)}x)" for kind, taps in sorted(kinds.items())
            )


def played(key: str, persons: int, seed: int) -> Iterator[Tapped]:
    """The decisions of the persons, who sit on the first seats of a whole match and answer as a computer would."""
    game, table, dice, rng = GAMES[key], TABLES[key], seed.to_bytes(32, "big"), Random(seed)
    state, _ = game.setup(table, SeededDice(dice, 0))
    number = 0
    while (public := game.view(state, None)).waiting:
        number += 1
        seat = public.waiting[0]
        view = game.view(state, seat)
        path = game.fallback(view) if seat is None else play_greedy(game, view, rng)
        if seat is not None and seat < persons:
            path = forced_path(game, state, seat) or path
            seen = Seen(_header(key, persons, table.options), seat, view, game, own=Own(quick=True))
            if choices(seen, path):
                yield Tapped(_kind(game, seen, path), taps(seen, path))
        game.apply(state, Move(seat, path), SeededDice(dice, number))


def _header(key: str, persons: int, options: dict[str, str]) -> Match:
    seats = tuple(
        SeatRow(seat, 1 + seat if seat < persons else None, None if seat < persons else "greedy", str(seat))
        for seat in range(TABLES[key].seats)
    )
    return Match(
        id=1,
        game=key,
        options=options,
        rules=TABLES[key].rules,
        phase="running",
        seq=1,
        places=len(seats),
        guild=1,
        channel=1,
        thread=1,
        host=1,
        forced=True,
        key=b"",
        opened=0.0,
        changed=0.0,
        seats=seats,
    )


def _kind(game: Game[Any, Any], seen: Seen, path: Path) -> str:
    """The stage, and whether nothing was undertaken in it: the answer is what the house would give for the absent."""
    return f"{seen.view.stage}{' passive' if path == game.fallback(seen.view) else ''}"


def taps(seen: Seen, path: Path) -> int:
    """The taps from the panel's first question to the answer being played."""
    count, at = 0, Path()
    while True:
        question = next_question(seen, at)
        assert question is not None, "the seat is asked"
        if isinstance(question.ask, Ready):
            return count if count and _needs_no_confirm(seen, question.path) else count + 1
        more, at = _tap(seen, question, path)
        count += more


def _needs_no_confirm(seen: Seen, path: Path) -> bool:
    whole = brief(seen, path)
    return whole is not None and (is_harmless(seen, whole) or can_take_back(seen, whole, waits=seen.own.quick))


def _tap(seen: Seen, question: Question, path: Path) -> tuple[int, Path]:
    """The taps that answer one question, and the path then: a list is opened first, and its pages are turned."""
    items = widgets(seen, question, SAY)
    for item in items:
        if (steps := _leads_to(seen, item)) and path[: len(steps)] == steps and len(steps) > len(question.path):
            return 1, steps
    at = len(question.path)
    step = path[at]
    page = 0
    if isinstance(question.ask, Pick) and question.ask.most == 1:
        page = question.ask.options.index(step) // MOST_OPTIONS
    picked = 0 if step == paths.NONE else len(step.split("+"))
    return page + 1 + picked, (*question.path, step)


def _leads_to(seen: Seen, item: Widget) -> Path:
    """The path that a button goes on with; () for everything else."""
    if not isinstance(item, discord.ui.Button) or item.custom_id is None:
        return ()
    meant = read(Component.BUTTON, item.custom_id)
    if not isinstance(meant, Step) or meant.tail is not Tail.GO:
        return ()
    return paths.walk(seen, meant.place.steps)
