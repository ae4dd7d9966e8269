"""Careers of people with names of every kind, for the pictures and words of careers."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from model.career import (
    AccuracyCurve,
    Ceremony,
    CupWin,
    CurvePoint,
    GameCareer,
    Ladder,
    LadderRow,
    Placing,
    Profile,
    PuzzleRecord,
    Rating,
    Record,
    Rival,
    Roll,
    Season,
    Solo,
    TourWin,
)
from render.badges import FAMILY_OF as BADGE_GAMES

GUILD = 7
LEFT = -5  # the id of a person who has left
WIDE = "漢字かな交じり文で三十二文字の長い名前を持つ自転車選手ですがなに"
KINDS = {
    "latin": "Anna-Lena Größer",
    "cyrillic": "Иван Петров",
    "wide": WIDE,
    "broad": "W" * 32,
    "korean": "자전거 타는 사람",
    "arabic": "محمد علي",
    "hebrew and latin": "שלום Bob 🚴 (12)",
    "latin and arabic": "Bob محمد 12 x",
    "emoji": "🚴🏽‍♀️🏆🇨🇭❤️1️⃣👨‍👩‍👧‍👦",
    "marks": "Z" + "\u0337\u0321\u0322\u0349\u031f" * 12 + "algo",
    "dressed up": "𝓕𝓪𝓷𝓬𝔂 ᴀʙᴄ ⓣⓧⓣ",
    "indic": "हिन्दी தமிழ் ไทย",
    "nobody can draw it": "꧁༺ob༻꧂",
    "one huge ligature": "Ali ﷽",
    "invisible": "\u202e\u200b\u2066",
    "half a character": "\ud800x",
    "lines": "a\nb\tc\u2029d",
    "nothing": "",
    "Markdown": "```*_~|>`",
    "left": None,
}


def dated(day: date) -> str:
    return f"{day:%d %b %Y}"


def person(name: str | None) -> dict[str, object]:
    """The id and the name of a person; None for one who has left."""
    return {"user": LEFT if name is None else 1, "name": name or ""}


def row(rank: int | None, name: str | None, **other: object) -> LadderRow:
    values: dict[str, object] = {"rating": Rating(1512, 84), "record": Record(12, 3, 6), "climbed": 0, **other}
    user = LEFT if name is None else rank or 0
    return LadderRow(rank, user, name or "", **values)  # pyright: ignore[reportArgumentType]


def first_page(rows: tuple[LadderRow, ...], mine: LadderRow | None = None) -> Ladder:
    """The only page of a ladder of all times in a server."""
    return Ladder("pistard", GUILD, "all", rows, mine)


ROWS = (
    row(11, "Anna-Lena Größer", rating=Rating(1912, 40), record=Record(1115, 240, 670), climbed=0, streak=12),
    row(12, WIDE, climbed=2, streak=1),
    row(13, None, climbed=-1),
    row(14, "Bob", rating=Rating(1741, 167, provisional=True), climbed=None, record=Record(1, 0, 0)),
    row(15, "Carla", climbed=-128),
    row(None, "", rating=Rating(1500, 0), opponent="fair", climbed=None),
    row(16, "The Quick Brown Fox of Liège", climbed=12),
    row(17, "W" * 32),
    row(18, "Иван Петров"),
    row(19, "Zoë"),
)
OWN = row(1234, "Greta", rating=Rating(1290, 122, provisional=True), climbed=-17)
WHEN = "October to December 2026"
MONTH = "November 2026"
PAGE = Ladder("superechelon", GUILD, "season", ROWS, OWN, 2, 14)
FIRST = Ladder("pistard", None, "all", ROWS[:5], ROWS[2])
NOBODY = Ladder("legstrong", GUILD, "month", ())


def curve(start: int, matches: int, begun: date = date(2026, 3, 1)) -> tuple[CurvePoint, ...]:
    """A rating that goes up and down, and gets surer."""
    points = ((at, start + at * 7 % 60 - at * 11 % 45 + at) for at in range(matches))
    return tuple(CurvePoint(begun + timedelta(days=at), points, 60 + 180 // (at + 1)) for at, points in points)


def game(key: str, rating: Rating, record: Record, best: tuple[int, int], line: tuple[CurvePoint, ...]) -> GameCareer:
    return GameCareer(key, rating, record, Placing(key, *best, date(2026, 9, 1)), line)


GAMES = (
    game("pistard", Rating(1612, 63), Record(300, 120, 240), (1, 4), curve(1500, 300)),
    game("superechelon", Rating(1455, 71), Record(24, 3, 11), (1, 10), curve(1480, 24, date(2026, 5, 1))),
    game("schlangennest", Rating(1390, 140, provisional=True), Record(4, 0, 1), (3, 6), curve(1380, 4)),
    game("legstrong", Rating(1550, 170, provisional=True), Record(1, 0, 1), (2, 8), curve(1550, 1)),
)
FINISHES = (
    Placing("superechelon", 1, 10, date(2026, 10, 12)),
    Placing("pistard", 1, 4, date(2026, 9, 1)),
    Placing("legstrong", 4, 8, date(2026, 11, 2)),
)
FULL = Profile(
    1,
    "🚴🏽‍♀️ Léa Großmann",
    GAMES,
    favourites=(Rival(2, "Bob", 40, 22, 18), Rival(3, WIDE, 12, 6, 6), Rival(LEFT, "", 9, 9, 0)),
    nemesis=Rival(4, "שלום Greta", 12, 3, 9),
    finishes=FINISHES,
    in_time=999,
    moves=1000,
    badges=dict.fromkeys(BADGE_GAMES, 1),
)
BEGINNER = Profile(2, "Bob", GAMES[3:], in_time=3, moves=3)
NEWCOMER = Profile(3, WIDE)
DAYS = [date(2026, 10, day) for day in (3, 9, 27)]
SOLVED = (71, 100, 90)
SOLVER = Profile(
    2,
    WIDE,
    GAMES,
    accuracy=(
        AccuracyCurve("pistard", tuple(CurvePoint(day, share, 0) for day, share in zip(DAYS, SOLVED, strict=True))),
        AccuracyCurve("legstrong", (CurvePoint(DAYS[1], 100, 0),)),
    ),
    puzzles=PuzzleRecord(Rating(1287, 120), 10_234, 9_876, 365, 400),
    badges={"first.find": 1},
)
AGAINST_COMPUTERS = Profile(
    2, "Bob", in_time=9, moves=9, solo=(Solo("schlangennest", 4, 1, "easy", 1119), Solo("pistard", 1, 0))
)

AUTUMN = Season("2026-10", 0.0, 1.0)
YEAR = "2026"


def step(rank: int, name: str | None, user: int, rating: Rating) -> LadderRow:
    """A row of the table at a season's end."""
    return LadderRow(rank, LEFT if name is None else user, name or "", rating, Record(12, 3, 6), climbed=0)


def others(first: int, last: int) -> tuple[LadderRow, ...]:
    """People below the podium, with these ranks."""
    return tuple(step(rank, "Fred", 100 + rank, Rating(1000, 99)) for rank in range(first, last + 1))


PODIUM = Ceremony(
    GUILD,
    "superechelon",
    AUTUMN,
    (
        step(1, "Léa", 1, Rating(1712, 44)),
        step(2, WIDE, 2, Rating(1650, 50)),
        step(3, None, 3, Rating(1600, 81, provisional=True)),
        *others(4, 23),
    ),
)
TIES = Ceremony(
    GUILD,
    "pistard",
    AUTUMN,
    (
        *(step(1, name, user, Rating(1700, 44)) for user, name in enumerate(("Ann", "Bob"), 1)),
        *(step(3, name, user, Rating(1600, 50)) for user, name in enumerate(("C", WIDE, "W" * 32, "D", "E"), 3)),
        *others(8, 40),
    ),
)
ALONE = Ceremony(GUILD, "pistard", AUTUMN, (step(1, "Ann", 1, Rating(1500, 99)),))

HONOURS = (
    TourWin(7, date(2026, 10, 12), {"tours": "9"}, ((1, "Anna-Lena Größer"),), 84, 8),
    TourWin(6, date(2026, 9, 30), {"tours": "1"}, ((3, WIDE), (LEFT, "")), 60, 23),
    TourWin(5, date(2026, 8, 1), {"tours": "3"}, ((5, "محمد علي"), (2, "Bob 🚴")), 1, 1),
)
CUP_WINS = (
    CupWin(12, date(2026, 10, 30), "", "knockout", ((4, "W" * 32),), 128),
    CupWin(11, date(2026, 10, 2), "Q" * 60, "league", ((LEFT, ""),), 3),
    CupWin(10, date(2026, 9, 12), "カップ\u202e\u200b *一*", "swiss", ((3, WIDE),), 16, decided=2),
)
STAGE_RACES = (TourWin(4, date(2026, 9, 30), {"tour": "grand"}, ((3, WIDE), (LEFT, "")), 0, 23),)
ROLL = Roll("superechelon", HONOURS * 3, 1, 3)
CUPS = Roll("pistard", CUP_WINS)
RACES = Roll("legstrong", STAGE_RACES)
NO_ROLL = Roll("legstrong", ())

# by name what a page is of, what is on it, and what else it is drawn with besides the words
SHOWN: dict[str, tuple[str, Any, tuple[Any, ...]]] = {
    "page of the ladder": ("ladder", PAGE, (WHEN,)),
    "first page": ("ladder", FIRST, ()),
    "empty ladder": ("ladder", NOBODY, (MONTH,)),
    "profile": ("profile", FULL, (dated,)),
    "profile after one match": ("profile", BEGINNER, (dated,)),
    "profile with puzzles": ("profile", SOLVER, (dated,)),
    "profile against computers": ("profile", AGAINST_COMPUTERS, (dated,)),
    "profile before the first match": ("profile", NEWCOMER, (dated,)),
    "podium": ("podium", PODIUM, (WHEN,)),
    "podium with ties": ("podium", TIES, (YEAR,)),
    "podium of one": ("podium", ALONE, (YEAR,)),
    "podium of nobody": ("podium", replace(ALONE, rows=()), (YEAR,)),
    "roll of honour": ("roll", ROLL, (dated,)),
    "roll of cups": ("roll", CUPS, (dated,)),
    "roll of stage races": ("roll", RACES, (dated,)),
    "empty roll of honour": ("roll", NO_ROLL, (dated,)),
}
