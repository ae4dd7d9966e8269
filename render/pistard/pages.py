"""The rules of Pistard in a few pages, with pictures of moments that a match may come to."""

from dataclasses import replace
from functools import cache, partial

from engines.pistard import BASES, SPEC, PistardView, Rider, Spot, find
from engines.table import Path, Standing, Table, settle
from render.pistard.picture import board
from render.pistard.text import alt
from render.words import RulesPage, Say

PAGES = ("aim", "win", "track", "first", "move", "colour", "wind", "lapping", "races", "pace", "own")
SPRINT = settle(SPEC, Table(2, {"track": "sprint", "race": "points", "target": "12"}, SPEC.rules))
HALF_LAP = settle(SPEC, Table(2, {"track": "sprint", "race": "half-lap"}, SPEC.rules))


def moment(
    riders: tuple[tuple[str, int, int], ...],
    due: str,
    pools: tuple[tuple[int, ...], ...],
    *,
    moved: tuple[str, ...] = (),
    table: Table = SPRINT,
) -> PistardView:
    """A view of two teams, the one's whose rider is due; riders are (id, squares travelled, lane).

    Riders who have `moved` in this turn have spent their dice. Without a rider due it is the public's first move.
    """
    on_track = tuple(Rider(name, int(name[0]), name[2], d, lane) for name, d, lane in riders)
    seat = find(on_track, due).seat if due else None
    points = (3, 3) if due and table == SPRINT else (0, 0)
    worth = points if table == SPRINT else tuple(len([r for r in on_track if r.seat == team]) for team in (0, 1))
    return PistardView(
        viewer=seat,
        stage="move" if due else "start",
        waiting=(0, 1) if seat is None else (seat,),
        standings=tuple(Standing(team, 1, gained) for team, gained in enumerate(worth)),
        over=False,
        sealed=not due,
        table=table,
        turn=3 if due else 0,
        riders=on_track,
        pools=pools,
        order=(0, 1),
        plan="",
        due=due,
        moved=moved,
        rolled=(0, 1) if due else (),
        points=points,
        crossed=(),
        marks=0,
        gone=(),
        mover="",
        trail=(),
    )


START = moment(tuple((f"{seat}.{base}", 0, 0) for seat in (0, 1) for base in BASES), "", ((6, 5, 3, 1), (5, 4, 4, 2)))
# Yellow 1 reaches two yellow squares, and one right behind Green 2
BONUS = moment((("0.Y", 5, 2), ("1.G", 10, 2)), "0.Y", ((4,), ()), moved=("1.G",))
FIELD = (("0.Y", 14, 2), ("1.G", 16, 1), ("0.G", 12, 3), ("1.Y", 11, 1), ("0.B", 9, 2), ("1.B", 13, 4))
RIDING = moment(FIELD, "0.Y", ((5, 3, 2), (4, 2)), moved=("1.G",))
RIDDEN = replace(RIDING, viewer=None, mover="1.G", trail=(Spot(13, 1, "from"), Spot(16, 1, "die")))
# Green 2 has nearly been lapped
LAPPING = moment((("0.Y", 33, 2), ("1.G", 13, 2)), "0.Y", ((5, 2), (3,)))
# Yellow 1 completes half a lap with a 3; Orange 2 is last
HALF = moment((("0.Y", 10, 3), ("1.B", 9, 2), ("0.G", 7, 4), ("1.O", 4, 1)), "0.Y", ((3, 1), (5, 2)), table=HALF_LAP)
PICTURES: dict[str, tuple[PistardView, Path]] = {
    "aim": (RIDING, ()),
    "track": (RIDDEN, ()),
    "first": (replace(START, viewer=0), ("6", "3")),
    "move": (RIDING, ("3",)),
    "colour": (BONUS, ("4",)),
    "wind": (BONUS, ("4", "2")),
    "lapping": (LAPPING, ("5",)),
    "races": (HALF, ("3",)),
}


@cache
def _picture(page: str) -> bytes:
    return board(*PICTURES[page])


def rules(say: Say) -> list[RulesPage]:
    """The pages in the reader's language."""
    return [
        RulesPage(
            say(f"pistard.rules.{page}.title"),
            say(f"pistard.rules.{page}.text"),
            partial(_picture, page) if page in PICTURES else None,
            alt(*PICTURES[page], say) if page in PICTURES else "",
        )
        for page in PAGES
    ]
