"""Policy of a good player where no one rides: teams, roles, sleeves, tests."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engines.legstrong import LegstrongView, doses
from engines.legstrong.doping import KEEP, NOTHING, PLACES
from engines.legstrong.game import Legstrong
from engines.table import Path, Pick, Ready

GAME = Legstrong()
# The type named first: fast where most legs are decided, on the flat.
SPRINTERS = ("rouleur", "leader", "climber")
# What a type is worth in legs without and with mountains, so that each is drafted about as often: fitted by races.
WINS = {
    False: {"rouleur": 0.5, "leader": 0.35, "climber": 0.2},
    True: {"rouleur": 0.1, "leader": 0.35, "climber": 0.58},
}
DESCENDERS = ("climber", "leader", "rouleur")


def prepare(view: LegstrongView, rng: Random) -> Path:
    """A whole answer, step by step."""
    path: Path = ()
    while not isinstance(ask := GAME.ask(view, path), Ready):
        assert isinstance(ask, Pick), "numbers are asked for on the road alone"
        path = (*path, STEPS.get(ask.about.partition(".")[0], _first)(view, ask, rng))
    return path


def _first(view: LegstrongView, ask: Pick, rng: Random) -> str:
    return "+".join(ask.options[: ask.least])


def _types(view: LegstrongView, ask: Pick, rng: Random) -> str:
    """Who wins most of the tour's legs, mostly: not everyone wants the same."""
    fields = [WINS["M" in course.hexes] for course in view.courses]
    worth = {kind: sum(wins[kind] for wins in fields) * rng.uniform(0.7, 1.3) for kind in ask.options}
    chosen = sorted(worth, key=lambda kind: -worth[kind])[: ask.least]
    return "+".join(option for option in ask.options if option in chosen)


def _sprinter(view: LegstrongView, ask: Pick, rng: Random) -> str:
    return _of_type(ask, SPRINTERS)


def _descender(view: LegstrongView, ask: Pick, rng: Random) -> str:
    return _of_type(ask, DESCENDERS)


def _of_type(ask: Pick, wanted: tuple[str, ...]) -> str:
    return min(ask.options, key=lambda rider: wanted.index(rider.split(".")[1]))


def _level(view: LegstrongView, ask: Pick, rng: Random) -> str:
    """The most energy that no test can find: the winner of a leg is called nearly always."""
    clean = [dose for dose in doses(view, ask.about.partition(".")[2]) if not dose.positives]
    return max(clean, key=lambda dose: dose.bonus).card


def _place(view: LegstrongView, ask: Pick, rng: Random) -> str:
    """Any place but the one that the owner of the sleeve wants to be picked."""
    hinted = view.signal.rpartition(".")[2] if view.signal else NOTHING
    return rng.choice([place for place in PLACES if place != hinted])


STEPS: dict[str, Callable[[LegstrongView, Pick, Random], str]] = {
    "types": _types,
    "type": _types,
    "sprinter": _sprinter,
    "descender": _descender,
    "el": _level,
    "keep": lambda view, ask, rng: KEEP,
    "test": _place,
}
