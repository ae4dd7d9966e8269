"""The rules of Schlangennest in a few pages, with pictures of moments that a match may come to."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from engines.dice import SeededDice
from engines.schlangennest import SPEC, Field, SchlangennestView
from engines.table import Move, Table, settle
from render.schlangennest.choice import GAME
from render.schlangennest.examples import Pane, grown, moment, nest, side_by_side, wrong
from render.schlangennest.picture import board
from render.words import RulesPage, Say

PAGES = (
    "aim",
    "gray",
    "laying",
    "colours",
    "corner",
    "border",
    "finish",
    "loops",
    "score",
    "variants",
    "twins",
    "nests",
    "time",
)

AIM = (
    "M20.1.curve.es M21.0.straight.ew N20.1.straight.ew N21.0.curve.nw O20.1.straight.ew L21.0.straight.ew"
    " P20.1.curve.sw K21.0.straight.ew P21.1.straight.ns N19.0.straight.ns P22.1.curve.nw N18.0.straight.ns"
    " O22.1.straight.ew J21.0.straight.ew M22.1.straight.ns N17.0.tail.s"
)
SCORE = (
    "M20.1.curve.es N20.0.curve.es M21.1.straight.ns N21.0.straight.ns N19.1.straight.ns O20.0.straight.ew"
    " M22.1.straight.ns N22.0.curve.ne M23.1.curve.ne O22.0.straight.ew N18.1.straight.ns P22.0.curve.nw"
    " N23.1.curve.nw P20.0.straight.ew L22.1.curve.es P21.0.curve.es L23.1.curve.ne Q20.0.curve.sw"
    " M24.1.tail.n Q21.0.curve.ne N17.1.head.s Q22.0.curve.ne"
)
# Yellow crosses a gray strand that Red comes to by C2
GRAY = "C3.1.straight.ew B2.0.straight.ew"
# Yellow has laid the head in the east; Red closes the other end by C3
FINISH = "D3.1.straight.ew B3.0.straight.ew E3.1.head.w"
STRAIGHT = "A2.1.straight.ew"  # of Yellow, from west to east
# Red from the west and Blue from the north come to B2, Green from the south to C2
THREE = "A2.0.straight.ew B1.2.straight.ns C3.3.straight.ns"
FOUR_ENDS = "A1.0.curve.es B1.0.curve.sw A2.0.curve.ne C2.2.curve.sw C3.2.curve.nw B3.2.curve.ne"
RING = "A1.2.curve.es B1.2.curve.sw B2.2.curve.{} A2.2.curve.ne"
# the border is settled above and below; on the left and on the right it may still move by a square
BORDER = (
    "M20.0.curve.es N20.1.straight.ns M21.0.curve.nw N19.1.straight.ns O20.0.straight.ew N18.1.straight.ns"
    " P20.0.straight.ew N21.1.straight.ns L21.0.curve.es N22.1.straight.ns Q20.0.straight.ew N17.1.tail.s"
)
KEY = b"rules"
SMALL, WIDE = Field(5, 7, (), ()), (1, 1, 3, 3)


def _gray() -> bytes:
    square = (1, 1, 4, 4)
    return side_by_side(Pane(nest(GRAY, 2), square, "C3"), Pane(nest(f"{GRAY} C2.0.curve.sw", 2), square, "C3"))


def _finish() -> bytes:
    line = (2, 2, 5, 4)
    return side_by_side(Pane(nest(FINISH, 2), line, "E3"), Pane(nest(f"{FINISH} C3.0.tail.w", 2), line, "C3"))


def _twins() -> SchlangennestView:
    """Two snakes each, after three cards of every snake."""
    state, _ = GAME.setup(settle(SPEC, Table(2, {"snakes": "twins"}, SPEC.rules)), SeededDice(KEY, 0))
    while len(state.nest.cards) < 12:
        due = GAME.view(state, None).waiting[0]
        GAME.apply(state, Move(due, GAME.fallback(GAME.view(state, due))), SeededDice(KEY, len(state.nest.cards)))
    return GAME.view(state, None)


def _laying() -> bytes:
    begun = nest(STRAIGHT, 2)
    return side_by_side(
        Pane(wrong(begun, "B2", 1, "curve", "ne"), WIDE, "B2", "✗"),
        Pane(nest(f"{STRAIGHT} B2.1.curve.nw", 2), WIDE, "B2", "✓"),
        Pane(nest(f"{STRAIGHT} B2.1.straight.ew", 2), WIDE, "B2", "✓"),
    )


def _colours() -> bytes:
    return side_by_side(
        Pane(nest(f"{THREE} C2.3.curve.sw", 4), (1, 1, 4, 3), "C2", "✗"),
        Pane(nest(f"{THREE} C2.3.curve.es", 4), (1, 1, 4, 3), "C2", "✓"),
    )


def _corner() -> bytes:
    return side_by_side(
        Pane(nest(FOUR_ENDS, 4), WIDE, "B2"), Pane(nest(f"{FOUR_ENDS} B2.0.curve.nw", 4), WIDE, "B2", "")
    )


def _loops() -> bytes:
    return side_by_side(Pane(nest(RING.format("nw"), 4), WIDE), Pane(nest(RING.format("ne"), 4), WIDE, "B2"))


def _variants() -> bytes:
    dice = SeededDice(KEY, 0)
    tables = (Table(2, {"border": border}, SPEC.rules) for border in ("fence", "frame"))
    fence, frame = (GAME.setup(table, dice)[0].nest for table in tables)
    return side_by_side(*(Pane(each, grown(each.field.rect)) for each in (fence, frame)))


@cache
def moments() -> dict[str, SchlangennestView]:
    """The boards that pages show."""
    aim = moment(nest(AIM, 2, SMALL), {}, 1, "N17")
    return {
        "aim": aim,
        "border": moment(nest(BORDER, 2, SMALL), {}, 0, "N17"),
        "score": moment(nest(SCORE, 2, Field(6, 6, (), ())), {}, 0, "Q22"),
        "twins": _twins(),
        "nests": replace(aim, viewer=1),
    }


EXAMPLES: dict[str, Callable[[], bytes]] = {
    "gray": _gray,
    "laying": _laying,
    "colours": _colours,
    "corner": _corner,
    "finish": _finish,
    "loops": _loops,
    "variants": _variants,
}


@cache
def _picture(page: str) -> bytes:
    return EXAMPLES[page]() if page in EXAMPLES else board(moments()[page])


def rules(say: Say) -> list[RulesPage]:
    """The pages in the reader's language."""
    shown = {*EXAMPLES, *moments()}
    return [
        RulesPage(
            say(f"schlangennest.rules.{page}.title"),
            say(f"schlangennest.rules.{page}.text"),
            partial(_picture, page) if page in shown else None,
            say(f"schlangennest.rules.{page}.alt") if page in shown else "",
        )
        for page in PAGES
    ]
