"""Custom ids of leaderboards, profiles, honours and final tables: page, subject and reader."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cogs.ui.custom_id import base36, parts, read_number
from engines.table import Refused
from model.career import PERIODS, Period

SERVER, EVERYWHERE = "server", "everywhere"
SCOPES = (SERVER, EVERYWHERE)
PERIOD_OF: dict[str, Period] = {period: period for period in PERIODS}
USER_DIGITS = 13  # a 64-bit number in the digits 0-9a-z
MOST_PAGE = 6  # digits of a page number
YEAR_DIGITS = 4

_SCOPE_OF = {scope[0]: scope for scope in SCOPES}  # by the letter in a button
_SHORT_PERIOD_OF: dict[str, Period] = {period[0]: period for period in PERIODS}


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A page of a leaderboard in a message, and whose message it is: all its buttons have to carry."""

    game: str
    scope: str
    period: Period
    number: int
    asker: int

    def code(self, **other: Any) -> str:
        """The code of this page, or of one that differs in these fields, for a button."""
        page = replace(self, **other)
        return f"{page.game}.{page.scope[0]}.{page.period[0]}.{page.number}.{base36(page.asker)}"

    @staticmethod
    def read(what: str) -> LadderPage:
        """The page behind a button's code; Refused for anything else."""
        game, scope, period, number, asker = parts(what, 5)
        if scope not in _SCOPE_OF or period not in _SHORT_PERIOD_OF:
            raise Refused("house.button")
        return LadderPage(game, _SCOPE_OF[scope], _SHORT_PERIOD_OF[period], read_page(number), read_user(asker))


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """A person's profile in a message, and whose message it is."""

    user: int
    scope: str
    asker: int

    def code(self, **other: Any) -> str:
        """The code of this profile, or of one that differs in these fields, for a button."""
        card = replace(self, **other)
        return f"{base36(card.user)}.{card.scope[0]}.{base36(card.asker)}"

    @staticmethod
    def read(what: str) -> ProfileCard:
        """The profile behind a button's code; Refused for anything else."""
        user, scope, asker = parts(what, 3)
        if scope not in _SCOPE_OF:
            raise Refused("house.button")
        return ProfileCard(read_user(user), _SCOPE_OF[scope], read_user(asker))


@dataclass(frozen=True, slots=True)
class RollPage:
    """A page of a game's roll of honour."""

    game: str
    number: int = 1

    def code(self, number: int) -> str:
        """The code of another page of the roll, for a button."""
        return f"{self.game}.{number}"

    @staticmethod
    def read(what: str) -> RollPage:
        """The page behind a button's code; Refused for anything else."""
        game, number = parts(what, 2)
        return RollPage(game, read_page(number))


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A page of a game's final table; `key` is the season's ("2026-10")."""

    game: str
    key: str
    number: int = 1

    def code(self, number: int | None = None, key: str | None = None) -> str:
        """The code of another page, or of another season's; without a number, of the whole table."""
        season = f"{self.game}.{(key or self.key).replace('-', '')}"
        return season if number is None else f"{season}.{number}"

    @staticmethod
    def read(what: str) -> SeasonPage:
        """The page behind a button's code; Refused for anything else."""
        game, key, number = parts(what, 3)
        return SeasonPage(game, _read_key(key), read_page(number))

    @staticmethod
    def read_table(what: str) -> SeasonPage:
        """The first page of the table behind a button's code."""
        game, key = parts(what, 2)
        return SeasonPage(game, _read_key(key))


def read_game(what: str) -> str:
    """The game's key behind a button's code."""
    [game] = parts(what, 1)
    return game


def read_user(text: str) -> int:
    """A person's id; Refused for any other text."""
    return read_number(text, 36, USER_DIGITS)


def read_page(text: str) -> int:
    """A page number; Refused for any other text."""
    return read_number(text, 10, MOST_PAGE)


def _read_key(code: str) -> str:
    """A season's key; for any other text, a key that no season has."""
    return f"{code[:YEAR_DIGITS]}-{code[YEAR_DIGITS:]}"
