"""Riders who never were, with ladders and careers for the pictures of the README."""

from datetime import date, timedelta

from locales import catalogue
from render import career
from render.career import CurvePoint, Finish, GameRecord, LadderRow, Rating, Record, Rival

SAY = catalogue("en")
BEGIN = date(2026, 7, 4)
POINTS = (1086, 1054, 1131, 1190, 1162, 1238, 1301, 1287, 1349, 1412)

LADDER = career.Ladder(
    game="pistard",
    everywhere=False,
    period="season",
    when="July – September 2026",
    rows=(
        LadderRow(1, "Lotte", Rating(1487, 96), Record(31, 14, 24), climbed=1, streak=3),
        LadderRow(2, "Emile V.", Rating(1412, 108), Record(22, 9, 15), climbed=-1),
        LadderRow(3, "Иван Петров", Rating(1364, 112), Record(19, 6, 11), climbed=2),
        LadderRow(None, "Computer", Rating(1300, 0), Record(0, 0, 0), computer=True),
        LadderRow(4, "自転車", Rating(1239, 121), Record(17, 4, 8), climbed=0, streak=1),
        LadderRow(5, "Zoë", Rating(1101, 188, provisional=True), Record(3, 1, 2)),
    ),
    mine=1,
)

PROFILE = career.Profile(
    name="Emile V.",
    games=(
        GameRecord(
            game="pistard",
            rating=Rating(1412, 108),
            record=Record(22, 9, 15),
            best=(1, 4),
            curve=tuple(
                CurvePoint(BEGIN + timedelta(9 * match), points, 200 - 10 * match)
                for match, points in enumerate(POINTS)
            ),
        ),
        GameRecord("legstrong", Rating(1064, 176, provisional=True), Record(3, 1, 2), best=(1, 6)),
    ),
    favourites=(Rival("Lotte", 16, 6), Rival("Иван Петров", 11, 7), Rival("Zoë", 3, 2)),
    nemesis=Rival("Lotte", 16, 6),
    finishes=(
        Finish("legstrong", 1, 6, date(2026, 9, 12)),
        Finish("pistard", 1, 4, date(2026, 9, 20)),
        Finish("pistard", 1, 4, date(2026, 8, 2)),
    ),
    in_time=412,
    moves=418,
    badges=("headwind", "lead.out", "last.row"),
)


def _dated(day: date) -> str:
    return f"{day:%b} {day.day}, {day.year}"


def ladder() -> bytes:
    """A page of a ladder as PNG."""
    return career.ladder(LADDER, SAY)


def profile() -> bytes:
    """A career as PNG."""
    return career.profile(PROFILE, SAY, _dated)
