"""Riders who never were, with ladders and careers for the pictures of the README."""

from datetime import date, timedelta

from locales import catalogue
from model.career import (
    NOBODY,
    CurvePoint,
    GameCareer,
    Ladder,
    LadderRow,
    Placing,
    Profile,
    Rating,
    Record,
    Rival,
)
from render import career

SAY = catalogue("en")
BEGIN = date(2026, 7, 4)
POINTS = (1086, 1054, 1131, 1190, 1162, 1238, 1301, 1287, 1349, 1412)

ROWS = (
    LadderRow(1, 1, "Lotte", Rating(1487, 96), Record(31, 14, 24), climbed=1, streak=3),
    LadderRow(2, 2, "Emile V.", Rating(1412, 108), Record(22, 9, 15), climbed=-1),
    LadderRow(3, 3, "Иван Петров", Rating(1364, 112), Record(19, 6, 11), climbed=2),
    LadderRow(None, NOBODY, "", Rating(1300, 0), Record(0, 0, 0), opponent="fair"),
    LadderRow(4, 4, "自転車", Rating(1239, 121), Record(17, 4, 8), climbed=0, streak=1),
    LadderRow(5, 5, "Zoë", Rating(1101, 188, provisional=True), Record(3, 1, 2)),
)
LADDER = Ladder("pistard", guild=1, period="season", rows=ROWS, mine=ROWS[1])
SEASON = "July – September 2026"

PROFILE = Profile(
    user=2,
    name="Emile V.",
    games=(
        GameCareer(
            game="pistard",
            rating=Rating(1412, 108),
            record=Record(22, 9, 15),
            best=Placing("pistard", 1, 4, date(2026, 9, 20)),
            curve=tuple(
                CurvePoint(BEGIN + timedelta(9 * match), points, 200 - 10 * match)
                for match, points in enumerate(POINTS)
            ),
        ),
        GameCareer(
            game="legstrong",
            rating=Rating(1064, 176, provisional=True),
            record=Record(3, 1, 2),
            best=Placing("legstrong", 1, 6, date(2026, 9, 12)),
        ),
    ),
    favourites=(Rival(1, "Lotte", 16, 6, 10), Rival(3, "Иван Петров", 11, 7, 4), Rival(5, "Zoë", 3, 2, 1)),
    nemesis=Rival(1, "Lotte", 16, 6, 10),
    finishes=(
        Placing("legstrong", 1, 6, date(2026, 9, 12)),
        Placing("pistard", 1, 4, date(2026, 9, 20)),
        Placing("pistard", 1, 4, date(2026, 8, 2)),
    ),
    in_time=412,
    moves=418,
    badges={"headwind": 1, "lead.out": 1, "last.row": 1},
)


def _dated(day: date) -> str:
    return f"{day:%b} {day.day}, {day.year}"


def ladder() -> bytes:
    """A page of a ladder as PNG."""
    return career.ladder(LADDER, SAY, SEASON)


def profile() -> bytes:
    """A career as PNG."""
    return career.profile(PROFILE, SAY, _dated)
