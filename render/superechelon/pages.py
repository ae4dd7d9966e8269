"""The rules of SuperEchelon in a few pages, with pictures of moments that a match may come to."""

from functools import cache, partial
from random import Random

from PIL import Image

from engines.dice import SeededDice
from engines.superechelon import FIGURES, SPEC, Breakaway, Played, SuperEchelon, SuperEchelonView, backs
from engines.superechelon.road import with_card
from engines.table import Move, Path, Seat, Standing, Table, Viewer, settle
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
GAME = SuperEchelon()
TABLE = settle(SPEC, Table(3, {"tours": "3"}, SPEC.rules))
DUEL = settle(SPEC, Table(2, {"tours": "1"}, SPEC.rules))
KEY = b"rules"
HELD = ("climber.1.02", "gregario.1.03", "bad.1.02")
BACKS = (backs(HELD), ("flat", "mountain", "mountain"), ("flat", "classic", "classic"))


def on_road(terrain: str, *breakaways: tuple[tuple[Seat, str], ...]) -> tuple[Breakaway, ...]:
    """Breakaways of these cards, each with its seat, on that terrain."""
    made: list[Breakaway] = []
    for number, cards in enumerate(breakaways, 1):
        breakaway = Breakaway(f"b.{number}", cards[0][0], (), 0)
        for seat, card in cards:
            breakaway = with_card(breakaway, Played(card, seat), terrain)
        made.append(breakaway)
    return tuple(made)


def moment(
    breakaways: tuple[Breakaway, ...],
    *,
    viewer: Seat | None = None,
    due: Seat = 0,
    leader: Seat = 0,
    hand: tuple[str, ...] = HELD,
    held: tuple[tuple[str, ...], ...] = BACKS,
) -> SuperEchelonView:
    """A view of three players before their third card of the first stage of a tour, a mountain stage."""
    return SuperEchelonView(
        viewer=viewer,
        stage="play",
        waiting=(due,),
        standings=tuple(Standing(seat, 1, 0) for seat in range(3)),
        over=False,
        sealed=False,
        table=TABLE,
        tours=3,
        tour=1,
        leg=1,
        legs=5,
        terrain="mountain",
        leader=leader,
        due=due,
        turn=3,
        turns=3,
        deck=33,
        top="mountain",
        hand=() if viewer is None else hand,
        backs=held,
        breakaways=breakaways,
        piles=((), (), ()),
        gc=(0, 0, 0),
        down=(0, 0, 0),
        spoils=(),
        handed=(),
        last=None,
        ridden=(),
        results=(),
    )


# Player 1 has started A and player 2 B; player 3 helps A, and their Good Day copies the Climber there
ROAD = on_road(
    "mountain",
    ((0, "super.1.00"), (2, "climber.1.01"), (2, "good.1.03")),
    ((1, "climber.1.03"), (1, "specialist.1.00"), (0, "gregario.1.06")),
)


def played_on(view: SuperEchelonView, path: Path, viewer: Viewer) -> SuperEchelonView:
    """What that viewer sees after the answer of the one whose view it is; what no one could know is made up."""
    state = GAME.imagine(view, Random(0))
    GAME.apply(state, Move(view.viewer, path), SeededDice(KEY, 1))
    return GAME.view(state, viewer)


def _after_bad_day() -> SuperEchelonView:
    """Player 3 has put a Bad Day to A that cancels the Climber in B."""
    hand = ("gregario.1.07", "good.1.00", "bad.1.00")
    held = (*BACKS[:2], backs(hand))
    return played_on(
        moment(ROAD, viewer=2, due=2, leader=2, hand=hand, held=held), ("bad.1.00", "b.1", "climber.1.03"), None
    )


def _won(viewer: Viewer) -> SuperEchelonView:
    """A has won; players 1 and 3 share the cards of B."""
    first = with_card(ROAD[0], Played("climber.1.02", 0), "mountain")
    second = with_card(ROAD[1], Played("gregario.1.04", 1), "mountain")
    hand = ("gregario.1.07", "debutant.1.01", "good.1.00")
    held = (backs(HELD[1:]), BACKS[1][1:], backs(hand))
    return played_on(moment((first, second), viewer=2, due=2, hand=hand, held=held), ("debutant.1.01", "b.1"), viewer)


LOOT = ("climber.1.03+specialist.1.00",)  # what player 1 keeps of it


def _dealt() -> SuperEchelonView:
    """The first stage of a season, before the first card."""
    return GAME.view(GAME.setup(TABLE, SeededDice(KEY, 0))[0], None)


def _duel() -> SuperEchelonView:
    """Two players have played two cards each."""
    state, _ = GAME.setup(DUEL, SeededDice(KEY, 0))
    for number in range(1, 5):
        due = state.due
        GAME.apply(state, Move(due, GAME.fallback(GAME.view(state, due))), SeededDice(KEY, number))
    return GAME.view(state, None)


def gallery() -> bytes:
    """One card of every figure."""
    width, height = CARD[0] + 7, CARD[1] + 8
    canvas = Image.new("RGB", (kit.WIDTH, 2 * height + 8), kit.NIGHT)
    for index, name in enumerate(FIGURES):
        row, column = divmod(index, 5)
        left = (kit.WIDTH - min(5, len(FIGURES) - 5 * row) * width + 7) // 2
        card = face(f"{name}.1.{index % 4:02}", "")
        canvas.paste(card, (left + column * width, 8 + row * height), card)
    return kit.png(canvas, palette())


@cache
def moments() -> dict[str, tuple[SuperEchelonView, Path]]:
    """What the pictures of pages show."""
    return {
        "aim": (moment(ROAD), ()),
        "backs": (_dealt(), ()),
        "turn": (moment(ROAD, viewer=0), ("climber.1.02",)),
        "breakaways": (moment(ROAD), ()),
        "stage": (_won(None), ()),
        "good": (moment(ROAD), ()),
        "bad": (_after_bad_day(), ()),
        "loot": (_won(0), LOOT),
        "leader": (played_on(_won(0), LOOT, None), ()),
        "duel": (_duel(), ()),
    }


@cache
def _picture(page: str) -> bytes:
    return gallery() if page == "cards" else board(*moments()[page])


def _alt(page: str, say: Say) -> str:
    if page == "cards":
        return say("superechelon.rules.cards.alt")
    return alt(*moments()[page], say) if page in moments() else ""


def rules(say: Say) -> list[RulesPage]:
    """The pages in the reader's language."""
    return [
        RulesPage(
            say(f"superechelon.rules.{page}.title"),
            say(f"superechelon.rules.{page}.text"),
            partial(_picture, page) if page == "cards" or page in moments() else None,
            _alt(page, say),
        )
        for page in PAGES
    ]
