"""What somebody wants to open, as the buttons of the screen of presets say it: game, players, kind of computer."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.ui.client import Interaction
from cogs.ui.custom_id import read_number
from cogs.ui.replies import is_bot_dm
from engines.table import IllegalMove

PLACES_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Wish:
    """A match of `game` for so many players (None: the usual number), with this kind of computer on the other seats.

    `opponent` is "" where people are to join.
    """

    game: str
    places: int | None = None
    opponent: str = ""

    def parts(self) -> tuple[str | int, ...]:
        """How a custom id spells it."""
        return (self.game, self.places or 0, *((self.opponent,) if self.opponent else ()))


def read_wish(what: str) -> Wish:
    """A wish from a custom id; IllegalMove for what isn't spelled like one."""
    game, *rest = what.split(".")
    if len(rest) > 2:
        raise IllegalMove("house.button")
    places = read_number(rest[0], 10, PLACES_DIGITS) if rest else 0
    return Wish(game, places or None, rest[1] if len(rest) == 2 else "")


def read_preset(what: str) -> tuple[str, Wish]:
    """A preset and what it is for."""
    preset, _, wish = what.partition(".")
    return preset, read_wish(wish)


def check_wish(interaction: Interaction, wish: Wish) -> None:
    """IllegalMove for a game or a computer player that isn't here."""
    house = interaction.client.house
    if wish.game not in house.games:
        raise IllegalMove("house.game")
    if wish.opponent and wish.opponent not in house.opponents:
        raise IllegalMove("lobby.opponent")


def is_alone(interaction: Interaction) -> bool:
    """Whether nobody could join here: in direct messages, and where the bot isn't in the server that is asked from."""
    brought = interaction.is_user_integration() and not interaction.is_guild_integration()
    return interaction.guild_id is None or is_bot_dm(interaction) or brought
