"""Ladders, profiles, rolls of honour and archives: figures and people's ids, no words and no pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf
from typing import Any, Literal, TypeAlias

from db.careers import Rank, Rival
from db.codec import decode_json
from db.rating import EVERYWHERE, OPPONENT_POINTS, PROVISIONAL, RatingChange, RatingState, is_podium, is_win, ranks_of
from db.rows import Result, Season
from db.store import Store
from engines import GAMES
from engines.table import Game, IllegalMove
from host.time.clocks import DAY
from host.time.seasons import Seasons, season_at
from host.time.worker import Now
from opponents import OFFERED

__all__ = ["OPPONENT_POINTS", "PERIODS", "PROVISIONAL", "Ladders"]

Period: TypeAlias = Literal["all", "season", "month"]

PERIODS: tuple[Period, ...] = ("all", "season", "month")
PAGE = 10  # rows of a ladder, or of a roll of honour
MONTH = 30 * DAY  # seconds: how far "change" looks back on the ladder of all times, and what "month" means
BEST = 3  # finishes that a profile shows, and favourite opponents
TOURS = tuple(key for key, game in GAMES.items() if game.spec.honours)  # which have a roll of honour


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A row of a ladder.

    `climbed` is how many places somebody has gained (below 0: lost), None if they weren't on it before. A `provisional`
    player has played too few matches for their `points` to say much; these may be off by `spread`.
    """

    rank: int
    climbed: int | None
    user: int
    name: str
    points: int
    spread: int
    matches: int
    wins: int
    podiums: int
    streak: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Ladder:
    """A page, from 1, of a game's ladder in a guild or (None) everywhere, and the reader's own row wherever it is.

    `since` is when the period began (None: all times), `players` how many rows there are on all pages. `computers` are
    the computer players whose fixed ratings lie on this page, with these.
    """

    game: str
    guild: int | None
    period: Period
    since: float | None
    rows: tuple[LadderRow, ...]
    mine: LadderRow | None
    page: int
    pages: int
    players: int
    computers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class GameCareer:
    """Somebody's career in one game against people; `state` is None while none of their matches was rated.

    `matches`, `wins` and `podiums` count all that have ended, rated or not. `curve` has (unix seconds, points, spread)
    after each rated match, `best` is their best result.
    """

    game: str
    state: RatingState | None
    matches: int
    wins: int
    podiums: int
    best: Result
    curve: tuple[tuple[float, int, int], ...]

    @property
    def shown(self) -> tuple[int, int]:
        """Points and spread; a newcomer's while no match was rated."""
        state = self.state or RatingState()
        return state.points, state.spread

    @property
    def provisional(self) -> bool:
        """Whether there are too few rated matches to go by."""
        return self.state is None or self.state.matches < PROVISIONAL


@dataclass(frozen=True, slots=True)
class Solo:
    """How many matches of a game somebody has played against computers alone, and how many they have won."""

    game: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Somebody's career, in a guild or everywhere: against people, and `solo` against computers alone.

    Games come in order, the one played most first; favourite opponents are those met most often, the nemesis is the one
    who ended ahead most often; `badges` counts them, the newest first. `in_time` of `moves` were the person's own.
    """

    user: int
    name: str
    games: tuple[GameCareer, ...]
    solo: tuple[Solo, ...]
    favourites: tuple[Rival, ...]
    nemesis: Rival | None
    finishes: tuple[Result, ...]
    in_time: int
    moves: int
    badges: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Gain:
    """What a match has brought somebody: what became of their rating, if it counted for one, and badges."""

    user: int
    name: str
    change: RatingChange | None
    badges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TourWin:
    """A tour or season that was won: by these (user, name), several if they tied; `options` are the match's."""

    match: int
    finished: float
    options: Mapping[str, str]
    winners: tuple[tuple[int, str], ...]
    points: int
    field: int


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The end of a guild's season in one game: its table, the first rank first."""

    guild: int
    game: str
    season: Season
    rows: tuple[LadderRow, ...]


class Ladders:
    """Answers what people want to know about their careers."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], seasons: Seasons, now: Now) -> None:
        self._store, self._games, self._seasons, self._now = store, games, seasons, now
        self._careers = store.careers

    async def ladder(
        self, game: str, guild: int | None, period: Period = "all", page: int = 1, me: int | None = None
    ) -> Ladder:
        """A page of a ladder, the nearest one if there is none of that number; raises IllegalMove for no such game.

        Page 0 is that on which I am myself, the first if I am on none. The ladder of a season or a month lists those
        who have played in it, by their ratings now, with what they have done in it and how they have climbed since it
        began. The ladder of all times shows the climb of the last month.
        """
        if game not in self._games:
            raise IllegalMove("house.game")
        scope = EVERYWHERE if guild is None else guild
        since = await self._since(guild, period)
        found = {one.user: one for one in await self._careers.ranks(game, scope, since)}
        ranked = {user: one.state.points for user, one in found.items()}
        ranks = ranks_of(ranked)
        befores = await self._careers.befores(game, scope, self._now() - MONTH if since is None else since)
        was = {user: befores.get(user, one.state.points) for user, one in found.items()}
        former = ranks_of({user: points for user, points in was.items() if points is not None})
        users = list(ranks)
        pages = max(1, -(-len(users) // PAGE))
        if not page and me in ranks:
            page = users.index(me) // PAGE + 1
        page = min(max(page, 1), pages)
        shown = users[(page - 1) * PAGE : page * PAGE]
        computers = _computers([ranked[user] for user in users], page)
        told = {user for user in (*shown, me) if user in ranks}
        names = await self._careers.names(told)
        rungs = {user: _rung(found[user], ranks[user], former.get(user), names.get(user, "")) for user in told}
        mine = None if me is None else rungs.get(me)
        rows = tuple(rungs[user] for user in shown)
        return Ladder(game, guild, period, since, rows, mine, page, pages, len(users), computers)

    async def _since(self, guild: int | None, period: Period) -> float | None:
        match period:
            case "all":
                return None
            case "month":
                return self._now() - MONTH
            case "season" if guild is not None:
                return (await self._seasons.at(guild, self._now())).begins
            case "season":
                return season_at(self._now()).begins

    async def profile(self, user: int, guild: int | None = None) -> Profile | None:
        """Somebody's career in a guild or everywhere; None if none of their matches has ended there."""
        results = await self._careers.results_of(user, guild)
        if not results:
            return None
        alone = await self._careers.solo(user)
        company = [one for one in results if one.match not in alone]
        solo = [one for one in results if one.match in alone]
        scope = EVERYWHERE if guild is None else guild
        states, curves = await self._careers.states(user, scope), await self._careers.curve(user, scope)
        games = [
            _career(game, [one for one in company if one.game == game], states.get(game), curves.get(game, []))
            for game in dict.fromkeys(one.game for one in company)
        ]
        met = await self._careers.rivals(user, guild)
        feared = max(met, key=lambda one: (one.behind, one.matches, -one.user), default=None)
        badges: dict[str, int] = {}
        for one in await self._careers.badges_of(user, guild):
            badges[one.badge] = badges.get(one.badge, 0) + 1
        in_time = sum(one.in_time for one in results)
        return Profile(
            user=user,
            name=results[-1].name,
            games=tuple(sorted(games, key=lambda one: -one.matches)),
            solo=_solo(solo),
            favourites=tuple(met[:BEST]),
            nemesis=feared if feared is not None and feared.behind else None,
            finishes=tuple(sorted(company, key=_fame)[:BEST]),
            in_time=in_time,
            moves=in_time + sum(one.late for one in results),
            badges=badges,
        )

    async def roll(self, game: str, guild: int, page: int = 1) -> tuple[tuple[TourWin, ...], int, int]:
        """A page of the tours and seasons that were won in a guild, the newest first; that page and how many there are.

        Raises IllegalMove for a game that has none.
        """
        if game not in TOURS:
            raise IllegalMove("house.game")
        wins = await self._careers.wins_in(guild, game)
        tours = [list(group) for _, group in groupby(wins, key=lambda one: one.match)]
        pages = max(1, -(-len(tours) // PAGE))
        page = min(max(page, 1), pages)
        shown = tours[(page - 1) * PAGE : page * PAGE]
        options = await self._careers.options([tour[0].match for tour in shown])
        return tuple(_won(tour, options[tour[0].match]) for tour in shown), page, pages

    async def gains(self, match: int, guild: int | None) -> list[Gain]:
        """What a match that is over has brought its people, the best rating first; on the ladder over all servers if
        it was played in none."""
        scope = EVERYWHERE if guild is None else guild
        gained = [Gain(*one) for one in await self._careers.gained(match, scope)]
        return [one for one in gained if one.change is not None or one.badges]

    async def most_played(self, guild: int | None, user: int) -> str:
        """The game that is played most in a guild, or (None) by a person; the first of the house if none is."""
        counts = await self._careers.counts(guild, user)
        return max(self._games, key=lambda game: counts.get(game, 0))

    async def archives(self, guild: int, game: str) -> list[Season]:
        """The seasons whose table was kept, the newest first."""
        return await self._store.seasons.archives(guild, game)

    async def archived(self, guild: int, game: str, season: Season) -> Ceremony:
        """The table of a season that is over."""
        lines = await self._store.seasons.archived(guild, game, season.key)
        names = await self._careers.names([one.user for one in lines])
        rows = tuple(
            LadderRow(
                rank=one.rank,
                climbed=0,
                user=one.user,
                name=names.get(one.user, ""),
                points=one.points,
                spread=one.spread,
                matches=one.matches,
                wins=one.wins,
                podiums=one.podiums,
                streak=0,
                provisional=one.matches < PROVISIONAL,
            )
            for one in lines
        )
        return Ceremony(guild, game, season, rows)

    async def ceremonies(self, match: int) -> list[Ceremony]:
        """What a post of the kind "ceremony" in the name of this match is about."""
        owed = await self._store.seasons.ceremonies(match)
        return [await self.archived(guild, game, season) for guild, game, season in owed]


def _computers(points: Sequence[int], page: int) -> tuple[tuple[str, int], ...]:
    """The computer players whose ratings lie between the last of the page before and the last of this one."""
    first, last = (page - 1) * PAGE, page * PAGE
    most = points[first - 1] if first else inf
    least = points[last - 1] if last < len(points) else -inf
    fixed = {key: OPPONENT_POINTS[key] for key in OFFERED}
    return tuple((key, rating) for key, rating in fixed.items() if points and least <= rating < most)


def _rung(one: Rank, rank: int, former: int | None, name: str) -> LadderRow:
    return LadderRow(
        rank=rank,
        climbed=None if former is None else former - rank,
        user=one.user,
        name=name,
        points=one.state.points,
        spread=one.state.spread,
        matches=one.matches,
        wins=one.wins,
        podiums=one.podiums,
        streak=one.state.streak,
        provisional=one.state.matches < PROVISIONAL,
    )


def _career(
    game: str, results: Sequence[Result], state: RatingState | None, curve: Sequence[tuple[float, int, int]]
) -> GameCareer:
    return GameCareer(
        game=game,
        state=state,
        matches=len(results),
        wins=sum(is_win(one.kind, one.rank) for one in results),
        podiums=sum(is_podium(one.kind, one.rank, one.field) for one in results),
        best=min(results, key=_fame),
        curve=tuple(curve),
    )


def _solo(results: Sequence[Result]) -> tuple[Solo, ...]:
    """The records against computers alone, the game that is played most first."""
    games = Counter(one.game for one in results)
    wins = Counter(one.game for one in results if is_win(one.kind, one.rank))
    return tuple(Solo(game, matches, wins[game]) for game, matches in games.most_common())


def _fame(one: Result) -> tuple[bool, int, int, float]:
    """Best first: the better place, then the larger field, then the newer."""
    return one.kind == "left", one.rank, -one.field, -one.finished


def _won(tour: Sequence[Result], options: str) -> TourWin:
    first = tour[0]
    return TourWin(
        match=first.match,
        finished=first.finished,
        options=decode_json(options, dict[str, str]),
        winners=tuple((one.user, one.name) for one in tour),
        points=max(one.points for one in tour),
        field=first.field,
    )
