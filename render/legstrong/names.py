"""Names of riders, players and legs."""

from itertools import groupby

from engines.legstrong import LegstrongView, Rider, find
from engines.table import Seat
from render.words import JERSEYS, Say, listed, team_sign

SIGNS = {"F": "▬", "G": "◢", "M": "▲", "D": "◣"}  # before each part of a course


def rider_name(rider: Rider, say: Say) -> str:
    """A rider by type and number: "Climber 13"."""
    return say("legstrong.rider", type=type_name(rider.type, say), number=rider.number)


def rider_sign(rider: Rider, say: Say) -> str:
    """A rider with the colour of their team's jersey, for buttons and messages: "⚪ Climber 13"."""
    return f"{JERSEYS[rider.team]} {rider_name(rider, say)}"


def short_sign(view: LegstrongView, rider_id: str) -> str:
    """The rider of that id by colour and number: "⚪13"."""
    rider = find(view.road, rider_id)
    return f"{JERSEYS[rider.team]}{rider.number}"


def type_name(kind: str, say: Say) -> str:
    """A type of rider: "Climber"."""
    return say(f"legstrong.type.{kind}")


def named(view: LegstrongView, rider_id: str, say: Say) -> str:
    """The rider of that id by type and number."""
    return rider_name(find(view.road, rider_id), say)


def sign_of(view: LegstrongView, rider_id: str, say: Say) -> str:
    """The rider of that id by colour, type and number."""
    return rider_sign(find(view.road, rider_id), say)


def player(seat: Seat, say: Say) -> str:
    """A player by the number of their jersey."""
    return say("legstrong.player", number=seat + 1)


def player_sign(seat: Seat, say: Say) -> str:
    """A player by colour and number of their jersey."""
    return say("legstrong.player", number=team_sign(seat))


def team_owners(view: LegstrongView) -> tuple[Seat, ...]:
    """Whose team each jersey is."""
    seats = view.table.seats
    return tuple(team % seats for team in range(seats * int(view.table.options["teams"])))


def road_words(hexes: str, say: Say) -> str:
    """A course as a rider sees it, in the order of the road; the rise before a climb is a part of it."""
    runs = [(letter, len(list(run))) for letter, run in groupby(hexes)]
    after = [letter for letter, _ in runs[1:]] + [""]
    kinds = [(letter, length) for (letter, length), then in zip(runs, after, strict=True) if letter + then != "GM"]
    parts: list[str] = []
    for place, (letter, length) in enumerate(kinds, 1):
        how = ".end" if place == len(kinds) else ".long" if letter == "M" and length > 1 else ""
        parts.append(f"{SIGNS[letter]} {say(f'legstrong.road.{letter}{how}')}")
    return listed(parts)


def course_name(key: str, say: Say) -> str:
    """A kind of leg: "summit finish"."""
    return say(f"legstrong.course.{key}")
