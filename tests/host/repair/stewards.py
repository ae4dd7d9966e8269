"""The people who repair matches in these tests, and what they see."""

from __future__ import annotations

from host.repair.points import Point
from host.repair.steward import Steward
from tests.host.evening import ADA, Evening

MEG = 107  # manages the server and plays nowhere


def steward(evening: Evening, user: int = MEG, *, owns: bool = False) -> Steward:
    """A manager who presses a button, or an owner of the bot."""
    return Steward(user, "Ada" if user == ADA else "Meg", evening.press(), owns)


async def points(evening: Evening, match: int) -> list[Point]:
    """The latest moments of a match."""
    return list((await evening.house.rewinds.page(match, 0)).points)


async def number(evening: Evening, match: int) -> int:
    """How many rows of the log everyone knows of."""
    return await evening.house.repairs.number(await evening.header(match))


async def rewind(evening: Evening, match: int, point: Point, user: int = MEG) -> None:
    """Put a match back to this moment."""
    await evening.house.rewinds.rewind(match, point.number, await number(evening, match), steward(evening, user))
