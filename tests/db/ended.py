"""Matches that have ended, to fill careers with."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from db.store import Store
from model.career import Season
from model.kinds import ResultKind
from model.match import Finish, Honour, Match, Result, SeatRow, Step
from model.sparring import Bout
from tests.db.sample import GUILD, LOBBY, row

AUTUMN = Season("2023-10", 1_696_118_400.0, 1_704_067_200.0)  # NOON lies in it


async def end(
    store: Store,
    at: float,
    ranks: Mapping[int, int],
    *,
    guild: int | None = GUILD,
    season: Season | None = None,
    badges: Mapping[int, Any] | None = None,
    names: Mapping[int, str] | None = None,
    sparring: float | None = None,
    **more: object,
) -> Match:
    """A match that ends at that time with these ranks by person; `sparring` is what the first won from it."""
    called = {user: f"Rider {user}" for user in ranks} | dict(names or {})
    seats = tuple(SeatRow(seat, user, None, called[user]) for seat, user in enumerate(ranks))
    lobby = await store.create(replace(LOBBY, guild=guild, seats=seats), row("open"))
    results = tuple(
        result(lobby, at, user, seat=seat, rank=rank, field=len(ranks), **{"name": called[user], **more})
        for seat, (user, rank) in enumerate(ranks.items())
    )
    honours = tuple(Honour(lobby.id, user, badge, lobby.game, guild, at) for user, badge in (badges or {}).items())
    over = replace(lobby, phase="over")
    sat = tuple(range(len(seats)))
    bout = None if sparring is None else Bout(next(iter(ranks)), lobby.game, lobby.id, sparring, 2.0)
    return await store.commit(Step(over, row(at=at), sat_down=sat, finish=Finish(results, honours, season, bout)))


def result(match: Match, at: float, user: int, *, seat: int, rank: int, field: int, **more: object) -> Result:
    plain = Result(
        match=match.id,
        user=user,
        seat=seat,
        name=f"Rider {user}",
        game=match.game,
        guild=match.guild,
        finished=at,
        kind=ResultKind.STAYED,
        rated=field > 1,
        rank=rank,
        field=field,
        points=10 - rank,
        in_time=9,
        late=1,
    )
    return replace(plain, **more)  # pyright: ignore[reportArgumentType]
