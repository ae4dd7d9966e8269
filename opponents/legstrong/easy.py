"""Easy in stage races, which sees one thing at a time: the farthest row, the strongest card, the next line.

They attack when they feel like it, not when it leads home, spend what they have, and never look at the peloton's pace.
In a sprint they go as far as the odds are good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.legstrong import CONFIG, Choice, LegstrongView, choices, doses, find
from engines.legstrong.attacks import has_ahead
from engines.table import Amount, Game, Path, Pick, Ready, View
from opponents.legstrong.fair import any_options, first_options
from opponents.play import Rng

DARES = 9  # an attack is tried in one of so many turns
SPENDS = 0.5  # of the energy at most for one move
RISK = 3  # of twelve: a bid in a sprint that fails more often is left to others


def play_legstrong_easy(game: Game[Any, Any], view: View, rng: Rng) -> Path:
    """A whole answer, step by step; raises ValueError if this viewer isn't asked."""
    assert isinstance(view, LegstrongView)
    path: Path = ()
    while not isinstance(ask := game.ask(view, path), Ready):
        if ask is None:
            raise ValueError(f"viewer {view.viewer} is not asked")
        if isinstance(ask, Amount):
            step = str(_bid(view, ask))
        else:
            step = STEPS.get(ask.about.partition(".")[0], first_options)(view, path, ask, rng)
        path = (*path, step)
    return path


def _bid(view: LegstrongView, ask: Amount) -> int:
    """The most rows that hold in three of four sprints, whatever they cost."""
    risks = CONFIG.bid_risks
    return max(rows for rows in range(ask.least, ask.most + 1) if rows == ask.least or risks[rows] <= RISK)


def _level(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """The most energy, whatever a test would find."""
    return max(doses(view, ask.about.partition(".")[2]), key=lambda dose: dose.bonus).card


def _attack(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """The rider with the most energy, now and then."""
    riders = [option for option in ask.options if "." in option]
    if path or not riders or rng.randrange(DARES):
        return ask.options[0]
    return max(riders, key=lambda rider: find(view.road, rider).energy)


def _rows(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    """As far as half of the energy goes, with no thought of the way that is left."""
    offered = choices(view, path)
    rider = find(view.road, path[0] if view.stage == "attack" else ask.about.partition(".")[2])
    safe = [choice for choice in offered if not choice.risk and choice.price <= SPENDS * rider.energy]
    return _farthest(safe or offered[:1]).id


def _farthest(offered: list[Choice] | tuple[Choice, ...]) -> Choice:
    return max(offered, key=lambda choice: (choice.row, -choice.price))


def _chase(view: LegstrongView, path: Path, ask: Pick, rng: Rng) -> str:
    return "no" if has_ahead(view.road, view.viewer) else "yes"


STEPS: dict[str, Callable[[LegstrongView, Path, Pick, Rng], str]] = {
    "types": any_options,
    "type": any_options,
    "sprinter": any_options,
    "descender": any_options,
    "role": any_options,
    "el": _level,
    "ride": _rows,
    "attack": _attack,
    "rows": _rows,
    "chase": _chase,
    "test": any_options,
}
