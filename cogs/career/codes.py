"""Custom ids of ladders, cards, honours and final tables: page, subject and reader."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cogs.ui.custom_id import base36, parts, read_number
from engines.table import Refused
from model.career import PERIODS, Period

SERVER, EVERYWHERE = "server", "everywhere"
SCOPES = (SERVER, EVERYWHERE)
PERIOD_OF: dict[str, Period] = {period: period for period in PERIODS}
USER_DIGITS = 13  # of 64 bits in the digits 0-9a-z
MOST_PAGE = 6  # digits of a page's number
YEAR_DIGITS = 4

_SCOPE_OF = {scope[0]: scope for scope in SCOPES}  # by what stands in a button
_SHORT_PERIOD_OF: dict[str, Period] = {period[0]: period for period in PERIODS}


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A page of a ladder in a message, and whose message it is: all that its buttons have to say."""

    game: str
    scope: str
    period: Period
    number: int
    asker: int

    def code(self, **other: Any) -> str:
        """The page, or another one that differs in these fields, as it stands in a button."""
        page = replace(self, **other)
        return f"{page.game}.{page.scope[0]}.{page.period[0]}.{page.number}.{base36(page.asker)}"

    @staticmethod
    def read(what: str) -> LadderPage:
        """The page that stands in a button; Refused for anything else."""
        game, scope, period, number, asker = parts(what, 5)
        if scope not in _SCOPE_OF or period not in _SHORT_PERIOD_OF:
            raise Refused("house.button")
        return LadderPage(game, _SCOPE_OF[scope], _SHORT_PERIOD_OF[period], read_page(number), read_user(asker))


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """The card of a person's career in a message, and whose message it is."""

    user: int
    scope: str
    asker: int

    def code(self, **other: Any) -> str:
        """The card, or another one that differs in these fields, as it stands in a button."""
        card = replace(self, **other)
        return f"{base36(card.user)}.{card.scope[0]}.{base36(card.asker)}"

    @staticmethod
    def read(what: str) -> ProfileCard:
        """The card that stands in a button; Refused for anything else."""
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
        """Another page of the roll, as it stands in a button."""
        return f"{self.game}.{number}"

    @staticmethod
    def read(what: str) -> RollPage:
        """The page that stands in a button; Refused for anything else."""
        game, number = parts(what, 2)
        return RollPage(game, read_page(number))


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A page of a game's final table; `key` is the season's ("2026-10")."""

    game: str
    key: str
    number: int = 1

    def code(self, number: int | None = None, key: str | None = None) -> str:
        """Another page, or one of another season, as it stands in a button; without a number the whole table."""
        season = f"{self.game}.{(key or self.key).replace('-', '')}"
        return season if number is None else f"{season}.{number}"

    @staticmethod
    def read(what: str) -> SeasonPage:
        """The page that stands in a button; Refused for anything else."""
        game, key, number = parts(what, 3)
        return SeasonPage(game, _read_key(key), read_page(number))

    @staticmethod
    def read_table(what: str) -> SeasonPage:
        """The first page of the table that stands in a button."""
        game, key = parts(what, 2)
        return SeasonPage(game, _read_key(key))


def read_game(what: str) -> str:
    """A game's key that stands alone in a button."""
    [game] = parts(what, 1)
    return game


def read_user(text: str) -> int:
    """A person's id; Refused for anything else."""
    return read_number(text, 36, USER_DIGITS)


def read_page(text: str) -> int:
    """A page's number; Refused for anything else."""
    return read_number(text, 10, MOST_PAGE)


def _read_key(code: str) -> str:
    """A season's key; one of no season for anything else."""
    return f"{code[:YEAR_DIGITS]}-{code[YEAR_DIGITS:]}"
