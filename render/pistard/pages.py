"""The rules of Pistard in a few pages, with pictures of made-up moments."""

from dataclasses import replace

from engines.pistard import BASES, PistardView, Rider, find
from engines.table import Path, Standing, Table
from render.pistard.picture import board
from render.pistard.text import alt
from render.words import RulesPage, Say

PAGES = ("aim", "win", "track", "first", "move", "colour", "wind", "lapping", "races", "pace", "own")
SPRINT = Table(2, {"track": "sprint", "race": "points", "target": "12"}, 1)


def moment(riders: tuple[tuple[str, int, int], ...], due: str, pools: tuple[tuple[int, ...], ...]) -> PistardView:
    """A public view of two teams on the sprint track; riders are (id, squares travelled, lane)."""
    on_track = tuple(Rider(name, int(name[0]), name[2], d, lane) for name, d, lane in riders)
    seat = find(on_track, due).seat if due else None
    return PistardView(
        viewer=seat,
        stage="move" if due else "start",
        waiting=(0, 1) if seat is None else (seat,),
        standings=(Standing(0, 1, 3), Standing(1, 1, 3)) if due else (Standing(0, 1, 0), Standing(1, 1, 0)),
        over=False,
        sealed=not due,
        table=SPRINT,
        turn=3 if due else 0,
        riders=on_track,
        pools=pools,
        order=(0, 1),
        plan="",
        due=due,
        moved=(),
        rolled=(0, 1) if due else (),
        points=(3, 3) if due else (0, 0),
        crossed=(),
        marks=0,
        gone=(),
        mover="",
        trail=(),
    )


START = moment(tuple((f"{seat}.{base}", 0, 0) for seat in (0, 1) for base in BASES), "", ((6, 5, 3, 1), (5, 4, 4, 2)))
# Yellow 1 reaches two yellow squares, and one right behind Green 2
BONUS = moment((("0.Y", 5, 2), ("1.G", 10, 2)), "0.Y", ((4,), (3,)))
FIELD = (("0.Y", 14, 2), ("1.G", 16, 1), ("0.G", 12, 3), ("1.Y", 11, 1), ("0.B", 9, 2), ("1.B", 13, 4))
RIDING = moment(FIELD, "0.Y", ((5, 3, 2), (4, 2)))
# Green 2 has nearly been lapped
LAPPING = moment((("0.Y", 33, 2), ("1.G", 13, 2)), "0.Y", ((5, 2), (3,)))
PICTURES: dict[str, tuple[PistardView, Path]] = {
    "aim": (RIDING, ()),
    "track": (START, ()),
    "first": (replace(START, viewer=0), ("6", "3")),
    "move": (RIDING, ("3",)),
    "colour": (BONUS, ("4",)),
    "wind": (BONUS, ("4", "2")),
    "lapping": (LAPPING, ("5",)),
}


def rules(say: Say) -> list[RulesPage]:
    """The pages in the reader's language."""
    return [
        RulesPage(
            say(f"pistard.rules.{page}.title"),
            say(f"pistard.rules.{page}.text"),
            board(*PICTURES[page]) if page in PICTURES else None,
            alt(*PICTURES[page], say) if page in PICTURES else "",
        )
        for page in PAGES
    ]
