"""Careers of people with names of every kind, for the pictures and words of careers."""

from datetime import date, timedelta

from render.badges import GAMES as BADGE_GAMES
from render.career import (
    Ceremony,
    CurvePoint,
    Finish,
    Finisher,
    GameRecord,
    Honour,
    Ladder,
    LadderRow,
    Profile,
    Rating,
    Record,
    Rival,
    Roll,
    Solo,
)

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


def row(rank: int | None, name: str | None, **other: object) -> LadderRow:
    values: dict[str, object] = {"rating": Rating(1512, 84), "record": Record(12, 3, 6), "climbed": 0, **other}
    return LadderRow(rank, name, **values)  # pyright: ignore[reportArgumentType]


ROWS = (
    row(11, "Anna-Lena Größer", rating=Rating(1912, 40), record=Record(1115, 240, 670), climbed=0, streak=12),
    row(12, WIDE, climbed=2, streak=1),
    row(13, None, climbed=-1),
    row(14, "Bob", rating=Rating(1741, 167, provisional=True), climbed=None, record=Record(1, 0, 0)),
    row(15, "Carla", climbed=-128),
    row(None, "Computer", rating=Rating(1500, 0), computer=True, climbed=None),
    row(16, "The Quick Brown Fox of Liège", climbed=12),
    row(17, "W" * 32),
    row(18, "Иван Петров"),
    row(19, "Zoë"),
)
OWN = row(1234, "Greta", rating=Rating(1290, 122, provisional=True), climbed=-17)
PAGE = Ladder("superechelon", False, "season", "October to December 2026", ROWS, 2, 14, own=OWN)
FIRST = Ladder("pistard", True, "all", "", ROWS[:5], mine=2)
NOBODY = Ladder("legstrong", False, "month", "November 2026", ())


def curve(start: int, matches: int, begun: date = date(2026, 3, 1)) -> tuple[CurvePoint, ...]:
    """A rating that goes up and down, and gets surer."""
    points = ((at, start + at * 7 % 60 - at * 11 % 45 + at) for at in range(matches))
    return tuple(CurvePoint(begun + timedelta(days=at), points, 60 + 180 // (at + 1)) for at, points in points)


GAMES = (
    GameRecord("pistard", Rating(1612, 63), Record(300, 120, 240), (1, 4), curve(1500, 300)),
    GameRecord("superechelon", Rating(1455, 71), Record(24, 3, 11), (1, 10), curve(1480, 24, date(2026, 5, 1))),
    GameRecord("schlangennest", Rating(1390, 140, provisional=True), Record(4, 0, 1), (3, 6), curve(1380, 4)),
    GameRecord("legstrong", Rating(1550, 170, provisional=True), Record(1, 0, 1), (2, 8), curve(1550, 1)),
)
FINISHES = (
    Finish("superechelon", 1, 10, date(2026, 10, 12), "Tour of the Low Countries"),
    Finish("pistard", 1, 4, date(2026, 9, 1)),
    Finish("legstrong", 4, 8, date(2026, 11, 2), "La Grande Boucle à travers les Alpes et les Pyrénées"),
)
FULL = Profile(
    "🚴🏽‍♀️ Léa Großmann",
    GAMES,
    (Rival("Bob", 40, 22), Rival(WIDE, 12, 6), Rival(None, 9, 9)),
    Rival("שלום Greta", 12, 3),
    FINISHES,
    in_time=999,
    moves=1000,
    badges=tuple(BADGE_GAMES),
)
BEGINNER = Profile("Bob", GAMES[3:], in_time=3, moves=3)
NEWCOMER = Profile(WIDE)
AGAINST_COMPUTERS = Profile("Bob", in_time=9, moves=9, solo=(Solo("schlangennest", 4, 1), Solo("pistard", 1, 0)))

PODIUM = Ceremony(
    "superechelon",
    False,
    "October to December 2026",
    (
        Finisher(1, "Léa", Rating(1712, 44), 3),
        Finisher(2, WIDE, Rating(1650, 50), 8),
        Finisher(3, None, Rating(1600, 81, provisional=True), 5),
    ),
    23,
)
TIES = Ceremony(
    "pistard",
    True,
    "2026",
    (
        *(Finisher(1, name, Rating(1700, 44), team) for team, name in enumerate(("Ann", "Bob"))),
        *(Finisher(3, name, Rating(1600, 50), team) for team, name in enumerate(("C", WIDE, "W" * 32, "D", "E"), 2)),
    ),
    40,
)
ALONE = Ceremony("pistard", False, "2026", (Finisher(1, "Ann", Rating(1500, 99), 12),), 1)

HONOURS = (
    Honour(date(2026, 10, 12), "Tour of the Low Countries", ("Anna-Lena Größer",), 84, 8),
    Honour(date(2026, 9, 30), "July to September 2026", (WIDE, None), None, 23),
    Honour(date(2026, 8, 1), "La Grande Boucle à travers les Alpes et les Pyrénées", ("محمد علي", "Bob 🚴"), 1, 1),
)
ROLL = Roll("superechelon", HONOURS * 3, 1, 3)
NO_ROLL = Roll("legstrong", ())
