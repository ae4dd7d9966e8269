"""A request for a new match, as buttons carry it: game, players, computer's level."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.ui.client import Interaction
from cogs.ui.custom_id import base36, read_number
from cogs.ui.replies import is_bot_dm
from engines.table import Refused

PLACES_DIGITS, USER_DIGITS = 2, 13


@dataclass(frozen=True, slots=True)
class OpeningRequest:
    """A match of `game` for so many players (None: the default), with this computer on the other seats.

    Without an `opponent` ("") people join. A `guest` (a user) gets an invitation, and no one else can join.
    """

    game: str
    places: int | None = None
    opponent: str = ""
    guest: int | None = None

    def parts(self) -> tuple[str | int, ...]:
        """The request as parts of a custom id."""
        guest = () if self.guest is None else (base36(self.guest),)
        return (self.game, self.places or 0, *((self.opponent,) if self.opponent or guest else ()), *guest)


def read_request(what: str) -> OpeningRequest:
    """The request in a custom id; Refused for anything else."""
    game, *rest = what.split(".")
    if len(rest) > 3:
        raise Refused("house.button")
    places = read_number(rest[0], 10, PLACES_DIGITS) if rest else 0
    opponent = rest[1] if len(rest) > 1 else ""
    guest = read_number(rest[2], 36, USER_DIGITS) if len(rest) == 3 else None
    return OpeningRequest(game, places or None, opponent, guest)


def read_preset(what: str) -> tuple[str, OpeningRequest]:
    """A preset, and the request it was chosen for."""
    preset, _, opening = what.partition(".")
    return preset, read_request(opening)


def check_request(interaction: Interaction, opening: OpeningRequest) -> None:
    """Raise Refused for an unknown game or computer player."""
    house = interaction.client.house
    if opening.game not in house.games:
        raise Refused("house.game")
    if opening.opponent and opening.opponent not in house.opponents:
        raise Refused("lobby.opponent")


def is_alone(interaction: Interaction) -> bool:
    """Whether no one could join here: in direct messages, and in servers without the bot."""
    brought = interaction.is_user_integration() and not interaction.is_guild_integration()
    return interaction.guild_id is None or is_bot_dm(interaction) or brought
