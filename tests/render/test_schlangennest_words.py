"""Schlangennest has words for all that happens, is asked or is refused, and they fit where Discord shows them."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import locales
from engines import schlangennest
from engines.schlangennest import Schlangennest, SchlangennestView
from engines.table import IllegalMove, Table
from render import RENDERERS
from render.schlangennest.examples import moment, nest
from render.schlangennest.words import REASONS
from tests.engines.matches import play
from tests.render.described import NAMES, Voice
from tests.render.moments import moments, questions

pytestmark = pytest.mark.quick

say = locales.catalogue("en")
RENDERER = RENDERERS["schlangennest"]
GAME = Schlangennest()
VOICE = Voice("schlangennest")
refused = VOICE.refused
# Red comes out at N20 and L20, Yellow at L19 and N21
BEGUN = "M20.0.straight.ew M19.1.curve.sw M21.1.curve.ne"


def red(**data: Any) -> dict[str, Any]:
    return {"seat": 0, "snake": 0, **data}


def asked(cards: str, due: int = 0, **changes: Any) -> SchlangennestView:
    return replace(moment(nest(cards, 2), {}, due, ""), viewer=due, **changes)


# --- what happens


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("starter", {"seat": 1}, "Bob begins."),
        ("fenced", {"square": "C3", "to": "G9"}, "A neutral snake lies across the nest, from C3 to G9."),
        ("framed", {"square": "C3", "to": "G9"}, "The field from C3 to G9 has a frame of neutral curves."),
        ("turn", {"turn": 7, "seat": 2}, "**Turn 7**: Cy"),
        (
            "laid",
            red(square="C4", kind="curve", rotation="es", gained=2, parts=9),
            "Ann lays a curve on C4: Red ◆ grows by 2 to 9 parts.",
        ),
        (
            "laid",
            red(square="M20", kind="tail", rotation="s", gained=1, parts=1),
            "Ann lays the tail on M20: Red ◆ has one part.",
        ),
        ("grew", red(by=1, gained=3, parts=5), "Red ◆ (Ann) also grows by 3, to 5 parts."),
        ("ended", red(by=1), "One end of Red ◆ (Ann) is closed now."),
        ("closed", red(by=1, parts=12), "Red ◆ (Ann) is finished with 12 parts."),
        (
            "looped",
            red(by=1),
            "The ends of Red ◆ (Ann) have joined: the snake has to be opened next turn.",
        ),
        (
            "cornered",
            red(by=1, square="D5"),
            "Both ends of two snakes meet on D5: Ann has to join those of Red ◆ there.",
        ),
        (
            "turned",
            red(square="C4", rotation="es", gained=1, parts=5),
            "Ann turns the curve on C4: Red ◆ is open again and has 5 parts.",
        ),
        (
            "swapped",
            red(square="C4", rotation="s", gained=1, parts=5),
            "Ann replaces the straight on C4 with the tail: Red ◆ is finished with 5 parts.",
        ),
        ("stuck", red(parts=4), "Red ◆ (Ann) can't be opened and is finished as it lies, with 4 parts."),
        ("left.out", red(), "Ann can't lay any card of Red ◆ this turn and skips it."),
        ("passed", {"seat": 3}, "Dee can't lay a card and passes."),
        ("won", {"seats": [3]}, "**Dee wins!**"),
        ("won", {"seats": [0, 2]}, "**Ann and Cy share the win!**"),
    ],
)
def test_an_event_reads_like_a_report(kind: str, data: dict[str, Any], sentence: str) -> None:
    assert VOICE.sentence(kind, data, seats=4) == sentence


def test_headlines_say_whose_turn_it_is_and_with_which_snake() -> None:
    view = asked(BEGUN, 1)
    assert RENDERER.headline(view, NAMES, say) == "**Turn 4**: Bob to lay a card (Yellow ■)"


# --- what is asked


def test_choosing_an_end_a_card_and_its_turn() -> None:
    view = asked(BEGUN)
    assert RENDERER.question(view, (), say) == "Red ◆: at which open end do you lay a card?"
    assert RENDERER.label(view, (), "N20.w", say) == "2: N20"
    path = ("N20.w",)
    assert RENDERER.question(view, path, say) == "Red ◆: which card do you lay at N20 from the west?"
    assert RENDERER.label(view, path, "curve", say) == "Curve · 9 left"
    assert RENDERER.label(view, path, "head", say) == "Head"
    path = ("N20.w", "curve")
    assert RENDERER.question(view, path, say).startswith("Red ◆: a curve at N20 from the west. Which way round?")
    assert RENDERER.label(view, path, "nw", say) == "↑← north–west · +1 part"
    path = ("N20.w", "curve", "nw")
    assert RENDERER.question(view, path, say) == "Red ◆: a curve on N20, ↑← north–west. It then has 2 parts."


def test_a_first_card_is_asked_by_square() -> None:
    view = asked("M20.0.straight.ew", 1, stage="first")
    path = ("snake.1", "N21")
    assert RENDERER.label(view, (), "snake.1", say) == "Yellow ■"
    assert RENDERER.question(view, path[:1], say) == "Yellow ■: on which square does the first card go?"
    assert RENDERER.label(view, path[:1], "N21", say) == "8: N21"
    assert RENDERER.label(view, path[:1], "N20", say) == "5: N20 · Red ◆", "it comes in there"
    assert RENDERER.question(view, path, say) == "Yellow ■: which card do you lay on N21?"
    assert RENDERER.label(view, path, "straight", say) == "Straight · 7 left"
    assert RENDERER.label(view, (*path, "curve"), "es", say) == "→↓ east–south · +1 part"


def test_a_label_tells_what_becomes_of_others() -> None:
    # Red's gray would lengthen Yellow, who comes out at N20 from the north
    view = asked("M20.0.straight.ew N19.1.straight.ns")
    assert RENDERER.label(view, ("N20.w", "curve"), "sw", say) == "↓← south–west · +1 part · Yellow ■ +1"
    ring = asked("M20.0.curve.es N20.0.curve.sw N21.0.curve.nw")
    assert RENDERER.label(ring, ("M21.n", "curve"), "ne", say) == "↑→ north–east · +1 part · Red ◆ without ends"


def test_a_loop_is_opened_by_a_card() -> None:
    view = asked("M20.0.curve.es N20.0.curve.sw N21.0.curve.nw M21.0.curve.ne K20.1.straight.ns", stage="open")
    assert RENDERER.question(view, (), say) == "Red ◆ has no ends. How do you open it?"
    assert RENDERER.label(view, (), "turn", say) == "Turn a curve"
    assert RENDERER.question(view, ("turn",), say) == "Which curve do you turn to open the loop?"
    assert RENDERER.label(view, ("turn",), "N21", say) == "4: N21 · +1 part"
    sure = RENDERER.question(view, ("turn", "N21"), say)
    assert sure == "Red ◆: the curve on N21 turns; the snake is open again with 5 parts."


def test_a_duty_is_said_with_the_question() -> None:
    cards = "A1.0.curve.es B1.0.curve.sw A2.0.curve.ne C2.1.curve.sw C3.1.curve.nw B3.1.curve.ne"
    question = RENDERER.question(asked(cards), (), say)
    assert question.startswith("Both ends of two snakes meet on B2: you have to join yours there. ")


def test_a_player_who_has_two_snakes_is_told_whose_end_it_is() -> None:
    view, path, ask = next(
        q for q in questions("schlangennest") if q[0].table.options["snakes"] == "hunt" and q[2].about == "end"
    )
    assert all(RENDERER.label(view, path, end, say)[-1] in "◆■▲●" for end in ask.options)


# --- without a picture


def test_the_description_names_snakes_ends_and_cards() -> None:
    alt = RENDERER.alt(asked(BEGUN, last="M21"), (), say)
    assert alt == (
        "Standard, turn 4. Next to be laid: Red ◆. Last card: a curve on M21."
        " Red ◆: one part, open at L20 from the east and N20 from the west;"
        " left: straights 6, curves 9, tails 1, heads 1."
        " Yellow ■: 3 parts, open at L19 from the east and N21 from the west;"
        " left: straights 7, curves 7, tails 1, heads 1."
    )


def test_the_text_board_shows_cards_and_open_ends() -> None:
    lines = RENDERER.text_board(asked(BEGUN), (), say).splitlines()
    assert lines[1:5] == [
        "     L   M   N",
        " 19  +  2┓·  .",
        " 20  +  1━2  +",
        " 21  .  2┗·  +",
    ]
    assert lines[5] == "1 = Red ◆: 1 part; left 6 ┃ 9 ┗ 1 ╻ 1 ↓"


def test_the_text_board_marks_what_was_chosen() -> None:
    view = asked(BEGUN)
    assert RENDERER.text_board(view, ("N20.w",), say).splitlines()[3] == " 20  +  1━2  *"
    assert RENDERER.text_board(view, ("N20.w", "tail", "w"), say).splitlines()[3] == " 20  +  1━2 1╸·*"


# --- rules and options


# --- refusals

WHY = {
    "end.none": ({"end": "C4.w"}, "No snake has an open end at C4 from the west."),
    "end.gray": (
        {"end": "C4.w", "square": "C4"},
        "The end at C4 from the west is grey and belongs to no snake; touching grey alone isn't enough.",
    ),
    "end.laid": (
        {"end": "C4.w", "square": "C4", "snake": 1, "other": 3},
        "You've already laid a card of Yellow ■; now lay one of Green ●.",
    ),
    "end.others": (
        {"end": "C4.w", "square": "C4", "snake": 1, "seat": 1},
        "The end at C4 from the west belongs to Yellow ■ (Bob); a card has to lengthen your own snake.",
    ),
    "card.none": ({"kind": "curve", "snake": 2}, "Blue ▲ has no curve left."),
    "card.tail": ({"kind": "curve"}, "In this variant a snake's first card is its tail."),
    "rotation.unjoined": (
        {"square": "C4", "side": "w", "kind": "curve", "rotation": "es"},
        "That way round, the coloured part doesn't touch the open end on the west side of C4.",
    ),
    "border.outside": (
        {"square": "C4", "kind": "curve", "wide": 5, "high": 7},
        "Only heads and tails can lie outside the 5×7 nest, and C4 would be outside.",
    ),
    "frame.outside": (
        {"square": "B2", "kind": "tail"},
        "B2 is outside the field. Only heads and tails can lie there, and only in the gaps of the frame.",
    ),
    "square.taken": ({"square": "C4"}, "There's already a card on C4."),
    "square.outside": ({"square": "B2"}, "B2 is outside the field, where no first card can lie."),
    "square.begin": (
        {"square": "C4", "first": "M20"},
        "The very first card goes on M20; the nest grows from there in all directions.",
    ),
    "square.far": (
        {"square": "C4"},
        "A first card has to lie next to or diagonally next to another card; C4 doesn't.",
    ),
    "two.colours": (
        {"square": "C4", "snake": 0, "other": -1, "seat": 0, "other.seat": -1},
        "On C4, Red ◆ would join the neutral snake, and two colours can never be one snake.",
    ),
    "first.closed": (
        {"square": "C4", "snake": 3, "seat": 3},
        "A first card on C4 would leave Green ● (Dee) without an open end, which isn't allowed.",
    ),
    "three.snakes": (
        {"square": "D5"},
        "Three snakes would reach D5; two is the most for one free square.",
    ),
    "four.snakes": (
        {"square": "D5", "beside": "D6"},
        "Four snakes would reach D5 and D6; that's too many for two squares side by side.",
    ),
    "both.ends": (
        {"square": "D5", "snake": 1, "seat": 1},
        "Both ends of two snakes would reach D5, and Bob couldn't join those of Yellow ■ there.",
    ),
    "must.connect": (
        {"square": "D5", "snake": 0},
        "Both ends of Red ◆ and of another snake meet on D5: join them there first.",
    ),
    "join.straight": (
        {"square": "D5", "snake": 0},
        "The ends of Red ◆ on D5 have to be joined with a straight, or with the tail if no straight fits.",
    ),
    "join.head": ({"square": "D5", "snake": 0}, "The ends of Red ◆ on D5 have to be joined, and the head never joins."),
    "loop.open": (
        {"square": "D5", "kind": "curve", "how": "turn"},
        "Turning the curve on D5 wouldn't leave one open snake that keeps to the rules.",
    ),
    "border.snakes": (
        {"border": "frame", "snakes": "twins", "least": 2, "most": 2},
        "“Frame” needs a free colour, and “Twins” uses all four: choose another border, or one snake each (2 players).",
    ),
    "snakes.seats": (
        {"snakes": "hunt", "least": 2, "most": 2},
        "“Hunt” is for 2 players: each uses two of the four colours. Choose one snake each, or that many players.",
    ),
    "border.seats": (
        {"border": "fence", "least": 2, "most": 3},
        "“Fence” is for 2–3 players, because it needs a free colour: choose another border, or that many players.",
    ),
    "board.seats": (
        {"board": "8x8", "choices": "6x6, 5x7, 4x8"},
        "A nest of 8×8 isn't for that many snakes; choose one of: 6×6, 5×7, 4×8.",
    ),
}


@pytest.mark.parametrize("reason", REASONS)
def test_a_refusal_names_the_rule_and_the_squares(reason: str) -> None:
    about, words = WHY[reason]
    assert RENDERER.refusal(IllegalMove(reason, about), NAMES, say) == words


def test_what_is_no_end_is_quoted_but_not_at_length() -> None:
    illegal = IllegalMove("end.none", {"end": "c4" * 500})
    assert RENDERER.refusal(illegal, NAMES, say) == f"No snake has an open end at “{'c4' * 9}c…”."


def test_refusals_of_moves() -> None:
    view = asked(BEGUN)
    for path in (("N20.w", "curve", "ne"), ("L19.e",), ("O9.n",), ("junk",), ("N20.w", "straight", "ns")):
        assert refused(GAME.ask, view, path).endswith(".")
    others = {
        ("swap", "straight"): "You can't replace the straight on D5 with the tail right now.",
        ("turn", "head"): "Only a curve of the snake can be turned, and the card on D5 isn't one.",
        ("swap", "curve"): "The tail can only replace a straight of the snake, and the card on D5 isn't one.",
    }
    for (how, kind), expected in others.items():
        assert (
            RENDERER.refusal(IllegalMove("loop.open", {"square": "D5", "kind": kind, "how": how}), NAMES, say)
            == expected
        )
    nobodys = IllegalMove("end.others", {"end": "C4.w", "square": "C4", "snake": -1, "seat": -1})
    assert "the neutral snake" in RENDERER.refusal(nobodys, NAMES, say)


def test_every_refusal_along_every_path_has_words() -> None:
    """Whatever card is tried at whatever end in whatever way."""
    reasons: set[str] = set()
    for played in moments("schlangennest")[::5]:
        view = played.own
        if view.stage != "lay":
            continue
        ends = [end for strand in view.nest.strands.values() for end in strand.ends]
        for path in product(ends, schlangennest.KINDS):
            try:
                GAME.ask(view, path)
            except IllegalMove as illegal:
                reasons.add(illegal.reason)
                assert RENDERER.refusal(illegal, NAMES, say).endswith(".")
    assert {"end.gray", "end.others", "border.outside", "card.none"} <= reasons


# --- how the match ends


@pytest.mark.parametrize(("seed", "ends"), [(0, "you win"), (1, "you share first place"), (9, "you don't win")])
def test_the_last_answer_says_how_the_match_ends_and_no_other(seed: int, ends: str) -> None:
    match = play(GAME, Table(2, {"snakes": "hunt"}, 1), seed)
    answers = zip(match.rows, match.states[:-1], strict=True)
    asked = [
        RENDERER.question(GAME.view(match.load(before), row.move.by), row.move.path, say) for row, before in answers
    ]
    assert asked[-1].endswith(f"the match ends, and {ends}")
    assert not any("the match ends" in text for text in asked[:-1])
