"""Riders with a style: they think like Strong, and choose by taste among answers that are about as good as the best."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

from engines.table import Game, Move, Path, Seat, View
from opponents.games import players_of
from opponents.levels import STRONG, THINKING, ThinkingLevel
from opponents.luck import KeyedLuck
from opponents.thinking import Budget, Ranking
from opponents.traits import Traits

WITHIN = 0.02  # of the first place: answers that are no further behind the best are a matter of taste
MOST = 12  # that it considers
WORLDS = 3  # in which each of them is looked at, where something is hidden

Liking: TypeAlias = Callable[[Traits], float]


@dataclass(frozen=True, slots=True)
class Rider(ThinkingLevel):
    """Likes positions the more, the more `likes` makes of them."""

    seconds: float = THINKING[STRONG].seconds
    likes: Liking = sum

    def weigh(self, game: Game[Any, Any], view: View, rng: Random, budget: Budget | None = None) -> Ranking:
        """The answer that it likes best, and after it the others that were thought about, best first."""
        ranking = ThinkingLevel.weigh(self, game, view, rng, budget)
        best, seat = ranking[0].hope, view.viewer
        if best is None or seat is None:
            return ranking
        good = [weighed for weighed in ranking if weighed.hope is not None and best - weighed.hope <= WITHIN][:MOST]
        if len(good) == 1:
            return ranking
        states = [game.imagine(view, rng) for _ in range(WORLDS)]
        if all(state == states[0] for state in states):
            del states[1:]
        worlds = [(pickle.dumps(state), str(rng.random())) for state in states]
        liked = max(good, key=lambda weighed: self._liking(game, seat, weighed.path, worlds))
        return [liked, *(other for other in ranking if other is not liked)]

    def _liking(self, game: Game[Any, Any], seat: Seat, path: Path, worlds: list[tuple[bytes, str]]) -> float:
        """How it likes on average what the answer leads to, with the same luck for all."""
        traits_of = players_of(game.spec.key).traits
        likings = list[float]()
        for world, luck in worlds:
            view = _after(game, pickle.loads(world), Move(seat, path), KeyedLuck(luck))
            likings.append(self.likes(traits_of(view, seat)))
        return fmean(likings)


def _after(game: Game[Any, Any], state: Any, move: Move, luck: KeyedLuck) -> View:
    """What the seat sees after its answer; in a sealed stage after those of the others, who play their fallbacks."""
    sealed = game.view(state, None)
    game.apply(state, move, luck)
    while (public := game.view(state, None)).sealed and public.waiting and public.stage == sealed.stage:
        if move.by in public.waiting:
            break  # the next stage of the same kind
        who = public.waiting[0]
        game.apply(state, Move(who, game.fallback(game.view(state, who))), luck)
    return game.view(state, move.by)


# The same for all games; a game says in `Players.traits` what each of these means there.
LIKINGS: Mapping[str, Liking] = {
    "escapee": lambda it: it.ahead,  # off the front as soon as it can
    "hoarder": lambda it: it.kept,  # keeps something for later
    "spender": lambda it: -it.kept,  # gives everything at once
    "gambler": lambda it: it.staked,  # puts everything on one card
    "shadow": lambda it: it.company,  # rides where the others ride
    "loner": lambda it: -it.company,  # goes its own way
    "collector": lambda it: it.gained,  # takes what counts now
    "spoiler": lambda it: it.denied,  # gets in the way of the others
}
RIDERS = {key: Rider(likes=likes) for key, likes in LIKINGS.items()}
