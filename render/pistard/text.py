"""The Pistard board without a picture: a description, and a track of letters."""

from engines.pistard import (
    BASES,
    LANES,
    PistardView,
    Rider,
    Spot,
    colour,
    find,
    race_order,
    row,
    rows,
)
from engines.table import Path
from render.pistard.words import landings, lapped, plain_name, way
from render.words import Say, listed, shortened

BLOCKS = {24: 8, 36: 9, 48: 8}  # rows of the track in a line of text: narrow enough for a phone


def code(rider: Rider) -> str:
    """A rider in two letters, as on the picture: base colour and number of the team."""
    return f"{rider.base}{rider.seat + 1}"


def alt(view: PistardView, path: Path, say: Say) -> str:
    """Race, riders in race order and teams in words; with a path begun what the next step may lead to."""
    table, spots = view.table, landings(view, path)
    race = say(f"pistard.option.race.{table.options['race']}")
    track = say(f"pistard.option.track.{table.options['track']}")
    parts = [say("pistard.alt.race", track=track, rows=rows(table), race=race, turn=view.turn)]
    if view.stage == "start":
        parts.append(say("pistard.alt.start"))
    elif view.over:
        parts.append(say("pistard.alt.over"))
    else:
        due = find(view.riders, view.due)
        parts.append(say("pistard.alt.due", rider=plain_name(due.base, due.seat, say)))
        parts += [
            say("pistard.alt.landing", lane=spot.lane, row=row(table, spot.d), square=_square(view, spot, say))
            for spot in spots
        ]
    if view.stage != "start":
        parts.append(
            say("pistard.alt.order", riders=listed(_place(view, rider, say) for rider in race_order(view.riders)))
        )
    parts += [_team(view, seat, say) for seat in range(table.seats)]
    return shortened(" ".join(parts))


def _square(view: PistardView, spot: Spot, say: Say) -> str:
    square = say(f"pistard.square.{colour(view.table, spot.d, spot.lane)}")
    out = lapped(view, way(view, ())[-1], spot)
    return say("pistard.alt.laps", square=square, riders=say.together(map(code, out))) if out else square


def _place(view: PistardView, rider: Rider, say: Say) -> str:
    return f"{code(rider)} {row(view.table, rider.d)}/{rider.lane}"


def _team(view: PistardView, seat: int, say: Say) -> str:
    points = next(standing.points for standing in view.standings if standing.seat == seat)
    kind = "points" if view.table.options["race"] == "points" else "riders"
    dice = " ".join(map(str, view.pools[seat])) or "–"
    return say(f"pistard.alt.team.{kind}", team=seat + 1, n=points, dice=dice)


def text_board(view: PistardView, path: Path, say: Say) -> str:
    """The track as letters: capital letter and number are a rider, a small letter is a free square of that colour."""
    cells = {(row(view.table, rider.d), rider.lane): _cell(view, rider) for rider in view.riders if rider.lane}
    for spot in landings(view, path):
        square = (row(view.table, spot.d), spot.lane)
        cells[square] = "*" + cells.get(square, f"{colour(view.table, spot.d, spot.lane).lower()} ").strip()[-2:].ljust(
            2
        )
    length = rows(view.table)
    step = BLOCKS[length]
    lines: list[str] = []
    for first in range(1, length + 1, step):
        block = range(first, first + step)
        lines.append("   " + "".join(f"{number:>3} " for number in block).rstrip())
        for lane in range(LANES, 0, -1):
            squares = (cells.get((number, lane), f" {colour(view.table, number, lane).lower()} ") for number in block)
            lines.append(f"{lane}: " + " ".join(squares).rstrip())
        lines.append("")
    teams = "\n".join(_team(view, seat, say) for seat in range(view.table.seats))
    return "```\n" + "\n".join(lines) + teams + "\n```" + say("pistard.text.key", bases=" ".join(BASES))


def _cell(view: PistardView, rider: Rider) -> str:
    return (">" if rider.id == view.due else " ") + code(rider)
