"""A race of one question, in which the seats come in as they sit; and ladders with many people, without playing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.table import Pick, Standing, Viewer
from model.kinds import ResultKind
from model.match import Finish, Result
from tests.cogs.quiz import Quiz, QuizView, State
from tests.cogs.world import Player, World

DAY = 86400.0


class Race(Quiz):
    """Everyone says "go"; the first seat wins, the second is second."""

    def __init__(self) -> None:
        super().__init__(Pick("start", ("go", "wait")))

    def view(self, state: State, viewer: Viewer) -> QuizView:
        """The places are known before the race."""
        view = super().view(state, viewer)
        return replace(view, standings=tuple(Standing(seat, seat + 1, 10 - seat) for seat in range(state.table.seats)))


async def race(world: World, *players: Player, **options: Any) -> int:
    """A whole match from its lobby to its result, in which the players come in in this order; returns its number."""
    first, *others = players
    await first.command("pistard new", players=len(players), **options)
    match = max(m.id for m in await world.house.matches.mine(first.id))
    for player in others:
        await world.house.lobby.join(match, player.as_person())
    await world.house.lobby.start(match, first.as_person())
    await world.env.settle()
    for player in players:
        await world.house.matches.play(match, player.id, ("go",))
    await world.env.settle()
    return match


async def ranked(world: World, names: dict[int, str], game: str = "pistard") -> None:
    """These people have come in in this order in one great match of yesterday, which is the newest lobby's."""
    results = tuple(
        Result(
            match=1,
            user=user,
            seat=place,
            name=name,
            game=game,
            guild=world.guild.id,
            finished=world.now() - DAY,
            kind=ResultKind.STAYED,
            rated=True,
            rank=place + 1,
            field=len(names),
            points=0,
            in_time=3,
            late=1,
        )
        for place, (user, name) in enumerate(names.items())
    )
    await world.house._store.careers.replace([Finish(results)], (), {game})
