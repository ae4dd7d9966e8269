"""Taps of a decision: whole matches played with quick confirm, tap by tap on the panel's own components."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from statistics import mean
from typing import Any, NamedTuple

import discord

from bench.play import TABLES
from cogs.panel import paths
from cogs.panel.components import widgets
from cogs.ui.controls import Component, Step, Tail
from cogs.ui.custom_id import read
from cogs.ui.views import MOST_OPTIONS, Widget
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Game, Move, Path, Pick, Ready, Table
from host.play.seen import Own, Seen, forced_path
from host.play.undo import can_take_back
from locales import catalogue
from model.match import Match, SeatRow
from model.terms import Terms
from opponents.greedy import play_greedy
from screen.confirm import brief, is_harmless
from screen.questions import Question, choices, next_question

SEEDS = range(3)
SAY = catalogue(None)
QUICK = (False, True)
COMPANIES = {"alone against one": (1, 2), "alone against three": (1, 4), "in company": (4, 4)}  # persons and seats


class Tapped(NamedTuple):
    """A decision of a person: what it was about, and the taps that it took, each without and with quick confirm."""

    kind: str
    taps: tuple[int, ...]


def run() -> Iterator[str]:
    """Taps a decision for every game and company, for all decisions and for each kind of them."""
    for key in TABLES:
        for name, (persons, seats) in COMPANIES.items():
            tapped = [match for seed in SEEDS for match in played(key, persons, seats, seed)]
            kinds: defaultdict[str, list[Tapped]] = defaultdict(list)
            for match in tapped:
                kinds[match.kind].append(match)
            yield f"{key}, {name}: {_means(tapped)} taps a decision with quick confirm (and without)"
            yield "  " + ", ".join(f"{kind} {_means(taps)}" for kind, taps in sorted(kinds.items()))


def _means(tapped: Sequence[Tapped]) -> str:
    """With quick confirm and without, and of how many."""
    without, quick = (mean(m.taps[w] for m in tapped) for w in QUICK)
    return f"{quick:.2f} ({without:.2f}, {len(tapped)}x)"


def played(key: str, persons: int, seats: int, seed: int) -> Iterator[Tapped]:
    """The decisions of the persons, who sit on the first seats of a whole match and answer as a computer would."""
    game, dice, rng = GAMES[key], seed.to_bytes(32, "big"), Random(seed)
    table = replace(TABLES[key], seats=seats)
    state, _ = game.setup(table, SeededDice(dice, 0))
    header = _header(key, persons, table)
    number = 0
    while (public := game.view(state, None)).waiting:
        number += 1
        seat = public.waiting[0]
        view = game.view(state, seat)
        path = game.fallback(view) if seat is None else play_greedy(game, view, rng)
        if seat is not None and seat < persons:
            path = forced_path(game, state, seat) or path
            seen = [Seen(header, seat, view, game, own=Own(quick=quick)) for quick in QUICK]
            if choices(seen[0], path):
                yield Tapped(_kind(game, seen[0], path), tuple(taps(v, path) for v in seen))
        game.apply(state, Move(seat, path), SeededDice(dice, number))


def _header(key: str, persons: int, table: Table) -> Match:
    seats = tuple(
        SeatRow(seat, 1 + seat if seat < persons else None, None if seat < persons else "fair", str(seat))
        for seat in range(table.seats)
    )
    return Match(
        id=1,
        game=key,
        options=table.options,
        rules=table.rules,
        phase="running",
        seq=1,
        places=len(seats),
        guild=1,
        channel=1,
        thread=1,
        host=1,
        terms=Terms(),
        key=b"",
        opened=0.0,
        changed=0.0,
        seats=seats,
    )


def _kind(game: Game[Any, Any], seen: Seen, path: Path) -> str:
    """The kind of stage, and whether nothing was undertaken in it: the bot would play the same for the absent."""
    return f"{seen.view.stage}{' passive' if path == game.fallback(seen.view) else ''}"


def taps(seen: Seen, path: Path) -> int:
    """The taps from the panel's first question to the answer being played."""
    count, asked = 0, Path()
    while True:
        question = next_question(seen, asked)
        assert question is not None, "the seat is asked"
        if isinstance(question.ask, Ready):
            return count if count and _needs_no_confirm(seen, question.path) else count + 1
        more, asked = _tap(seen, question, path)
        count += more


def _needs_no_confirm(seen: Seen, path: Path) -> bool:
    answer = brief(seen, path)
    return answer is not None and (is_harmless(seen, answer) or can_take_back(seen, answer, waits=seen.own.quick))


def _tap(seen: Seen, question: Question, path: Path) -> tuple[int, Path]:
    """The taps that answer one question, and the path then: a list is opened first, and its pages are turned."""
    items = widgets(seen, question, SAY)
    for item in items:
        if (steps := _leads_to(seen, item)) and path[: len(steps)] == steps and len(steps) > len(question.path):
            return 1, steps
    depth = len(question.path)
    step = path[depth]
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
