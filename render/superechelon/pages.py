"""The rules of SuperEchelon in a few pages, with pictures of made-up moments."""

from functools import cache

from PIL import Image

from engines.superechelon import FIGURES, Breakaway, LegResult, Played, Ridden, Spoils, SuperEchelonView, gc, in_order
from engines.superechelon.road import with_cancelled, with_card
from engines.table import Path, Seat, Standing, Table
from render import kit
from render.superechelon.cards import CARD, face
from render.superechelon.palette import palette
from render.superechelon.picture import board
from render.superechelon.text import alt
from render.words import RulesPage, Say

PAGES = (
    "aim",
    "cards",
    "backs",
    "turn",
    "breakaways",
    "stage",
    "good",
    "bad",
    "loot",
    "leader",
    "duel",
    "season",
    "own",
)
TABLE = Table(3, {"tours": "3", "room": "open"}, 1)
HELD = ("climber.1.02", "gregario.1.03", "bad.1.02")
BACKS = (("trial", "trial", "classic"), ("flat", "mountain", "mountain"), ("flat", "classic"))
PILES = (
    ("climber.1.00", "gregario.1.00"),
    ("specialist.1.01", "gregario.1.01"),
    ("trialist.1.00", "gregario.1.02", "debutant.1.00"),
)


def on_road(terrain: str, *breakaways: tuple[tuple[Seat, str], ...]) -> tuple[Breakaway, ...]:
    """Breakaways of these cards, each with its seat, on that terrain."""
    made: list[Breakaway] = []
    for number, cards in enumerate(breakaways, 1):
        one = Breakaway(f"b.{number}", cards[0][0], (), 0)
        for seat, card in cards:
            one = with_card(one, Played(card, seat), terrain)
        made.append(one)
    return tuple(made)


def moment(
    breakaways: tuple[Breakaway, ...], *, viewer: Seat | None = None, last: LegResult | None = None
) -> SuperEchelonView:
    """A view of three players on the second stage of a tour, a mountain stage; `last` if its loot is handed out."""
    legs = (Ridden("trial", (1, 2)), Ridden("mountain", (0, 2)))
    points = tuple(map(gc, PILES))
    return SuperEchelonView(
        viewer=viewer,
        stage="loot" if last else "play",
        waiting=(0,),
        standings=tuple(Standing(seat, seat + 1, gained) for seat, gained in enumerate(points)),
        over=False,
        sealed=False,
        table=TABLE,
        tours=3,
        tour=1,
        leg=2,
        legs=5,
        terrain="mountain",
        leader=2,
        due=0,
        turn=0 if last else 3,
        turns=3,
        deck=24,
        top="mountain",
        hand=() if viewer is None else HELD,
        backs=BACKS,
        breakaways=() if last else breakaways,
        piles=PILES,
        gc=points,
        down=(0, 0, 0),
        spoils=(),
        handed=(),
        last=last,
        ridden=legs if last else legs[:1],
        results=(),
    )


# Player 1 has started A and player 2 B; player 3 helps A, and their Good Day copies the Climber there
ROAD = on_road(
    "mountain",
    ((0, "super.1.00"), (2, "climber.1.01"), (2, "good.1.03")),
    ((1, "climber.1.03"), (1, "specialist.1.00"), (0, "gregario.1.06")),
)


@cache
def _after_bad_day() -> tuple[Breakaway, ...]:
    """Player 3 has put a Bad Day to A that cancels the Climber in B."""
    first = with_card(ROAD[0], Played("bad.1.00", 2, target="climber.1.03"), "mountain")
    return first, with_cancelled(ROAD[1], "climber.1.03", "mountain")


@cache
def _won() -> LegResult:
    """A has won; players 1 and 3 share the cards of B."""
    cards = in_order(one.card for one in ROAD[1].cards)
    own = tuple(in_order(one.card for one in ROAD[0].cards if one.seat == seat) for seat in range(3))
    spoils = Spoils(2, 0, (0, 2), (2, 1), cards)
    return LegResult(1, 2, "mountain", "won", ROAD, ("b.1",), own, spoils)


def gallery() -> bytes:
    """One card of every figure."""
    width, height = CARD[0] + 7, CARD[1] + 8
    canvas = Image.new("RGB", (kit.WIDTH, 2 * height + 8), kit.NIGHT)
    for at, name in enumerate(FIGURES):
        row, column = divmod(at, 5)
        left = (kit.WIDTH - min(5, len(FIGURES) - 5 * row) * width + 7) // 2
        card = face(f"{name}.1.{at % 4:02}", "")
        canvas.paste(card, (left + column * width, 8 + row * height), card)
    return kit.png(canvas, palette())


@cache
def _moments() -> dict[str, tuple[SuperEchelonView, Path]]:
    """What the pictures of pages show."""
    return {
        "turn": (moment(ROAD, viewer=0), ("climber.1.02",)),
        "breakaways": (moment(ROAD), ()),
        "stage": (moment(ROAD, viewer=0), ()),
        "good": (moment(ROAD), ()),
        "bad": (moment(_after_bad_day()), ()),
        "loot": (moment((), viewer=0, last=_won()), ("climber.1.03+specialist.1.00",)),
    }


@cache
def _picture(page: str) -> bytes | None:
    if page == "cards":
        return gallery()
    return board(*_moments()[page]) if page in _moments() else None


def _alt(page: str, say: Say) -> str:
    if page == "cards":
        return say("superechelon.rules.cards.alt")
    return alt(*_moments()[page], say) if page in _moments() else ""


def rules(say: Say) -> list[RulesPage]:
    """The pages in the reader's language."""
    return [
        RulesPage(
            say(f"superechelon.rules.{page}.title"),
            say(f"superechelon.rules.{page}.text"),
            _picture(page),
            _alt(page, say),
        )
        for page in PAGES
    ]
