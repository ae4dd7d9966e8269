"""Careers as figures and ids: ladders, profiles, rolls of honour, archives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, tzinfo
from itertools import groupby
from typing import Any

from db.sql.codec import decode_json
from db.store import Store
from engines import GAMES
from engines.table import Game, Refused
from host.careers.ladders import Ranking, in_places
from host.careers.pages import PAGE, page_of
from host.careers.profiles import BEST, accuracy_of, best_of, games_of, nemesis_of, solo_of
from host.careers.solo_path import SoloPath, path_of
from host.time.clocks import DAY, day_of
from host.time.seasons import Seasons, season_at
from host.time.worker import Now
from model.career import AccuracyCurve, Ceremony, CupWin, Gain, Ladder, Period, Profile, Roll, Season, TourWin
from model.cup import CupWon
from model.match import Result
from model.rating import EVERYWHERE
from opponents import LEVELS

MONTH = 30 * DAY  # seconds: the span of "change" on the leaderboard of all time, and of the period "month"
TOURS = tuple(key for key, game in GAMES.items() if game.spec.honours)  # games with all matches on the roll of honour


class Careers:
    """Answers people's questions about careers: leaderboards, profiles, rolls of honour."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], seasons: Seasons, now: Now) -> None:
        self._tables, self._cups = store.careers, store.cups
        self._archive, self._people = store.seasons, store.people
        self._games, self._seasons, self._now = games, seasons, now

    async def ladder(
        self, game: str, guild: int | None, period: Period = "all", page: int = 1, me: int | None = None
    ) -> Ladder:
        """A page of a leaderboard, or the nearest page that exists; raises Refused for an unknown game.

        Page 0 is the page that shows `me`, or the first if none does. A season's or a month's leaderboard lists
        those who played in it, by their present ratings, with their results in it and their climb since it began.
        The leaderboard of all time shows the climb of the last month.
        """
        if game not in self._games:
            raise Refused("house.game")
        scope = EVERYWHERE if guild is None else guild
        since = await self._since(guild, period)
        rated = await self._tables.ranks(game, scope, since)
        befores = await self._tables.befores(game, scope, self._now() - MONTH if since is None else since)
        ranking = Ranking(rated, befores)
        if not page and me in ranking.ranks:
            page = ranking.users.index(me) // PAGE + 1
        shown, page, pages = page_of(ranking.users, page)
        users = {user for user in (*shown, me) if user in ranking.ranks}
        names = await self._people.names(users, guild)
        rows = {user: ranking.row(user, names.get(user, "")) for user in users}
        return Ladder(
            game=game,
            guild=guild,
            period=period,
            rows=in_places(game, [rows[user] for user in shown], ranking.points, page),
            mine=None if me is None else rows.get(me),
            page=page,
            pages=pages,
        )

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

    async def profile(
        self, user: int, guild: int | None = None, zone: tzinfo = UTC, *, private: bool = False
    ) -> Profile | None:
        """A person's career in a server or everywhere, with days in that zone; None if they finished no match there.

        Matches outside of servers count only if it is `private`, that is, for the person's own eyes. A hidden curve of
        accuracy is left out. So is their name, which depends on where the career is shown.
        """
        results = await self._tables.results_of(user, guild, private=private)
        if not results:
            return None
        alone = await self._tables.solo(user)
        company = [result for result in results if result.match not in alone]
        scope = EVERYWHERE if guild is None else guild
        ratings, curves = await self._tables.ratings_of(user, scope), await self._tables.curve(user, scope)
        met = await self._tables.rivals(user, guild, private=private)
        badges = await self._tables.badges_of(user, guild, private=private)
        in_time = sum(result.in_time for result in results)
        return Profile(
            user=user,
            name="",
            games=games_of(company, ratings, curves, zone),
            solo=solo_of((result for result in results if result.match in alone), alone),
            favourites=tuple(met[:BEST]),
            nemesis=nemesis_of(met),
            finishes=best_of(company, zone),
            in_time=in_time,
            moves=in_time + sum(result.late for result in results),
            badges=Counter(badge.badge for badge in badges),
            accuracy=await self._accuracy(user, guild, zone, private=private),
        )

    async def solo_path(self, user: int, game: str) -> SoloPath:
        """Where a person stands among the computer levels of a game, judged by their solo matches."""
        results = [result for result in await self._tables.results_of(user, private=True) if result.game == game]
        return path_of(results, await self._tables.solo(user), tuple(reversed(LEVELS)))

    async def is_first(self, user: int, match: int) -> bool:
        """Whether this is the first match that the person has played with others."""
        return await self._tables.first(user) == match

    async def name(self, user: int, guild: int | None) -> str:
        """A person's name in a server or (None) everywhere; "" if it isn't known."""
        return (await self._people.names([user], guild)).get(user, "")

    async def _accuracy(
        self, user: int, guild: int | None, zone: tzinfo, *, private: bool
    ) -> tuple[AccuracyCurve, ...]:
        if await self.accuracy_hidden(user):
            return ()
        return accuracy_of(await self._tables.accuracy(user, guild, private=private), zone)

    async def accuracies(self, guild: int | None, game: str) -> list[float]:
        """Accuracies, 0 to 100, of all players in the reviewed matches of the game in this server."""
        return [] if guild is None else await self._tables.accuracies(guild, game)

    async def hide_accuracy(self, user: int, *, hidden: bool) -> None:
        """Hide the curve of accuracy from a person's profile, or show it again."""
        preferences = await self._people.preferences(user)
        await self._people.set_preferences(user, replace(preferences, hides_accuracy=hidden))

    async def accuracy_hidden(self, user: int) -> bool:
        """Whether a person hides their curve of accuracy."""
        return (await self._people.preferences(user)).hides_accuracy

    async def roll(self, game: str, guild: int, page: int = 1, zone: tzinfo = UTC) -> Roll:
        """A page of the tours, seasons and cups won in a server, or the nearest page that exists.

        The newest win comes first, each with its day in that zone. Raises Refused for an unknown game.
        """
        if game not in self._games:
            raise Refused("house.game")
        wins = await self._tables.wins_in(guild, game) if game in TOURS else []
        groups: list[list[Result] | CupWon] = [list(group) for _, group in groupby(wins, key=lambda win: win.match)]
        groups += await self._cups.won_in(guild, game)
        shown, page, pages = page_of(sorted(groups, key=_won_at, reverse=True), page)
        options = await self._tables.options([tour[0].match for tour in shown if isinstance(tour, list)])
        entries = (
            _cup_won(win, zone) if isinstance(win, CupWon) else _won(win, options[win[0].match], zone) for win in shown
        )
        return Roll(game, tuple(entries), page, pages)

    async def outcome(self, match: int, guild: int | None) -> tuple[list[Result], list[Gain]]:
        """The results of a finished match, and what it brought its people, the best rating first.

        The ratings are from the global leaderboard if it was played outside of servers.
        """
        return await self._tables.outcome(match, EVERYWHERE if guild is None else guild)

    async def most_played(self, guild: int | None, user: int) -> str:
        """The game played most in a server or (None) by a person; the first game of all if there is none."""
        counts = await self._tables.counts(guild, user)
        return max(self._games, key=lambda game: counts.get(game, 0))

    async def archives(self, guild: int, game: str) -> list[Season]:
        """The seasons whose final table is kept, the newest first."""
        return await self._archive.archives(guild, game)

    async def archived(self, guild: int, game: str, season: Season) -> Ceremony:
        """The final table of a past season."""
        return await self._archive.archived(guild, game, season)

    async def ceremonies(self, match: int) -> list[Ceremony]:
        """Ceremonies to show in a post of the kind "ceremony" that carries this match's number."""
        return await self._archive.ceremonies(match)


def _won_at(win: list[Result] | CupWon) -> float:
    """Time (unix seconds) at which something was won."""
    return win.at if isinstance(win, CupWon) else win[0].finished


def _cup_won(cup: CupWon, zone: tzinfo) -> CupWin:
    return CupWin(cup.cup, day_of(cup.at, zone), cup.title, cup.format, cup.winners, cup.field, cup.decided)


def _won(tour: Sequence[Result], options: str, zone: tzinfo) -> TourWin:
    first = tour[0]
    return TourWin(
        match=first.match,
        day=day_of(first.finished, zone),
        options=decode_json(options, dict[str, str]),
        winners=tuple((result.user, result.name) for result in tour),
        points=max(result.points for result in tour),
        field=first.field,
    )
