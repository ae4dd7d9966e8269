"""SuperEchelon has words for all that happens, is asked or is refused, and they fit where Discord shows them."""

from dataclasses import replace
from typing import Any

import pytest

import locales
from engines.superechelon import SuperEchelon, SuperEchelonView
from engines.table import IllegalMove, Table
from render import RENDERERS, style_of, words
from render.superechelon import text
from render.superechelon.hand import hand
from render.superechelon.pages import PAGES, ROAD, moment, on_road
from render.words import team_sign
from tests.render.described import Voice
from tests.render.moments import moments
from tests.render.png import opened

pytestmark = pytest.mark.quick

say = locales.catalogue("en")
RENDERER = RENDERERS["superechelon"]
GAME = SuperEchelon()
VOICE = Voice("superechelon")
sentence_of, labels = VOICE.sentence, VOICE.labels


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("tour", {"tour": 2, "tours": 3, "cards": 48, "gc": 200}, "**Giro** (2 of 3): 48 cards, 200 GC in all."),
        ("drew", {"seat": 1, "figure": "sprinter", "gc": 7}, "Bob draws Sprinter (7 GC) to see who deals."),
        ("dealer", {"seat": 1}, "Bob deals and leads."),
        ("dealt", {"seat": 0, "cards": ["climber.1.00"]}, "You're dealt one card: Climber."),
        (
            "dealt",
            {"seat": 0, "cards": ["gregario.1.00", "gregario.1.01", "bad.1.00"]},
            "You're dealt 3 cards: 2 × Gregario and Bad Day.",
        ),
        ("backs", {"seat": 0, "backs": ["flat", "trial"]}, "Ann draws flat and time trial."),
        (
            "leg",
            {"leg": 2, "legs": 5, "terrain": "mountain", "leader": 1, "turns": 3, "deck": 24},
            "**Stage 2 of 5: mountain.** Bob goes first; 3 cards each.",
        ),
        (
            "leg",
            {"leg": 5, "legs": 5, "terrain": "flat", "leader": 1, "turns": 4, "deck": 0},
            "**Last stage: flat.** Bob goes first; everyone plays their whole hand (4 cards).",
        ),
        (
            "played",
            {"seat": 0, "card": "super.1.00", "breakaway": "b.2", "new": 1},
            "Ann starts breakaway B with Super Gregario.",
        ),
        ("played", {"seat": 0, "card": "good.1.00", "breakaway": "b.1", "new": 0}, "Ann adds Good Day to breakaway A."),
        (
            "cancelled",
            {"seat": 2, "by": "bad.1.00", "card": "climber.1.00", "breakaway": "b.2"},
            "Bad Day (Cy) cancels the Climber in breakaway B.",
        ),
        ("scored", {"breakaway": "b.3", "seat": 0, "points": 1}, "Breakaway C, started by Ann: one point."),
        (
            "won",
            {"breakaway": "b.1", "seats": [0, 2], "points": 25},
            "**Breakaway A wins the stage with 25 points**: Ann and Cy.",
        ),
        (
            "tied",
            {"breakaways": ["b.1", "b.3"], "points": 18},
            "**A and C tie on 18 points**: no loot; everyone keeps their own cards.",
        ),
        (
            "kept",
            {"breakaway": "b.2"},
            "No one in breakaway B can take loot, so everyone keeps their own cards.",
        ),
        (
            "recovered",
            {"seat": 1, "cards": ["climber.1.00", "gregario.1.00"], "gc": 13},
            "Bob takes back Climber and Gregario (13 GC).",
        ),
        ("took", {"seat": 1, "cards": ["super.1.00"], "gc": 5}, "Bob takes the loot: Super Gregario (5 GC)."),
        (
            "shares",
            {"seat": 0, "cards": ["climber.1.00", "bad.1.00", "bad.1.01"], "seats": [0, 2], "counts": [2, 1]},
            "3 cards of loot: Climber and 2 × Bad Day. Ann hands them out: Ann 2 and Cy 1.",
        ),
        ("handed", {"seat": 0, "receiver": 2, "cards": ["climber.1.00"]}, "You gave Cy Climber."),
        ("handed", {"seat": 0, "receiver": 0, "cards": ["climber.1.00"]}, "You kept Climber."),
        ("handed", {"seat": 0, "receiver": 2, "cards": []}, None),
        ("shared", {"seat": 0}, "Ann has handed out the loot face down."),
        ("counted", {"tour": 1, "seat": 2, "gc": 61, "loot": []}, "Tour: Cy has 61 GC."),
        (
            "counted",
            {"tour": 3, "seat": 2, "gc": 61, "loot": ["gregario.3.00", "climber.3.00"]},
            "Vuelta: Cy has 61 GC, loot included: Climber and Gregario.",
        ),
        ("tour.won", {"tour": 1, "seats": [1]}, "**Tour: Bob wins!**"),
        ("tour.won", {"tour": 2, "seats": [1, 2]}, "**Giro: Bob and Cy share the win!**"),
        ("season.won", {"seats": [1]}, "**Bob wins the season!**"),
    ],
)
def test_an_event_reads_like_a_report(kind: str, data: dict[str, Any], sentence: str | None) -> None:
    assert sentence_of(kind, data) == sentence


def test_two_players_have_no_breakaways() -> None:
    card = {"seat": 0, "card": "climber.1.00", "breakaway": "b.1", "new": 1}
    assert sentence_of("played", card, seats=2) == "Ann plays Climber."
    assert sentence_of("scored", {"breakaway": "b.1", "seat": 0, "points": 18}, seats=2) == "Ann's echelon: 18 points."
    won = {"breakaway": "b.1", "seats": [1], "points": 18}
    assert sentence_of("won", won, seats=2) == "**Bob wins the stage with 18 points.**"


# --- questions and labels


def test_labels_say_what_a_press_does() -> None:
    view = moment(ROAD, viewer=0)
    assert labels(view) == [
        "Climber, 10 GC · 10 points",
        "Gregario, 3 GC · 3 points",
        "Bad Day · cancels a card, no loot",
    ]
    assert labels(view, ("climber.1.02",)) == ["Join A: 25 → 35 · leads", "Join B: 18 → 28 · leads"]
    view = replace(view, viewer=2, due=2, hand=("gregario.1.07", "gregario.1.08", "gregario.1.11", "good.1.02"))
    assert labels(view)[:3] == [
        "Gregario, 3 GC · 3 points · classic (1)",
        "Gregario, 3 GC · 3 points · flat",
        "Gregario, 3 GC · 3 points · classic (2)",
    ]
    assert labels(view, ("good.1.02",)) == ["Join A: 25 → 35 · leads", "Start C: 0 points"], "B is full"
    open_to_all = replace(view, table=Table(3, {"tours": "3", "room": "open"}, 2))
    assert labels(open_to_all, ("good.1.02",)) == [
        "Join A: 25 → 35 · leads",
        "Join B: 18 → 28 · leads",
        "Start C: 0 points",
    ]


def test_labels_of_targets_tell_what_is_cancelled() -> None:
    view = moment(ROAD, viewer=0)
    assert labels(view, ("bad.1.02", "b.1")) == [
        "Climber of ⚪ 2, B: 18 → 8",
        "Classic Specialist of ⚪ 2, B: 18 → 13",
        "Gregario of 🔴 1, B: 18 → 15",
        "Cancel nothing",
    ]
    # a Good Day that copied it takes the next best
    assert labels(view, ("bad.1.02", "b.2"))[1] == "Climber of 🟣 3, A: 25 → 10"
    twins = on_road("mountain", ((1, "gregario.1.00"), (1, "gregario.1.01")), ((0, "debutant.1.00"),))
    assert labels(moment(twins, viewer=0), ("bad.1.02", "b.2"))[:2] == [
        "Gregario of ⚪ 2, A: 6 → 3 (1)",
        "Gregario of ⚪ 2, A: 6 → 3 (2)",
    ]


def test_with_two_players_a_good_day_says_its_worth() -> None:
    road = on_road("mountain", ((0, "climber.1.00"),), ((1, "super.1.00"),))
    view = replace(
        moment(road, viewer=0), table=Table(2, {"tours": "3", "room": "open"}, 1), hand=("good.1.00", "bad.1.00")
    )
    assert labels(view) == ["Good Day, 0 GC · 10 points", "Bad Day, 0 GC · 0 points"]
    assert RENDERER.question(view, ("good.1.00",), say) == "Good Day into your echelon: 10 → 20."


def test_a_label_of_no_option_is_refused() -> None:
    with pytest.raises(IllegalMove):
        RENDERER.label(moment(ROAD, viewer=0), ("climber.1.02", "b.1"), "b.1", say)


def test_questions_repeat_the_steps() -> None:
    view = moment(ROAD, viewer=0)
    question = [
        RENDERER.question(view, path, say)
        for path in (
            (),
            ("bad.1.02",),
            ("bad.1.02", "b.1"),
            ("bad.1.02", "b.1", "climber.1.03"),
            ("climber.1.02", "b.2"),
        )
    ]
    assert question == [
        "Stage 1 of 5, mountain: which card do you play? (Card 3 of 3)",
        "Bad Day: into which breakaway?",
        "Bad Day: which card in another breakaway does it cancel?",
        "Bad Day into breakaway A: 25 → 25. It cancels the Climber in B: 18 → 8.",
        "Climber into breakaway B: 18 → 28.",
    ]


def test_a_player_who_hands_out_loot_hears_what_they_have_chosen() -> None:
    played = next(m for m in moments("superechelon") if m.own.stage == "loot")
    view, spoils = played.own, played.own.last.spoils
    asked = RENDERER.question(view, (), say)
    assert f"of the {len(spoils.cards)} cards left" in asked or "Which card of" in asked
    assert "do you take" in asked
    whole = RENDERER.question(view, played.path, say)
    assert whole.startswith("For you: ") and whole.endswith("You hand it out face down.")
    for seat, count in zip(spoils.seats[1:], spoils.counts[1:], strict=True):
        assert (f"player {team_sign(seat)}: " in whole) == bool(count)


# --- table and hand without pictures


def test_a_hand_in_words() -> None:
    assert RENDERER.hand_alt(moment(ROAD, viewer=0), ("gregario.1.03",), say) == (
        "Your hand: Climber, 10 GC, 10 here, time trial back; Gregario, 3 GC, 3 here, classic back; "
        "Bad Day, time trial back. Chosen: Gregario."
    )


def test_what_was_handed_out_is_described_to_the_distributor() -> None:
    handed = ("loot.1.0.climber.1.03", "loot.1.2.gregario.1.04", "loot.1.2.gregario.1.05")
    view = replace(moment(ROAD, viewer=0), hand=(), handed=handed)
    assert RENDERER.hand_alt(view, (), say) == "Loot you kept: Climber. Loot you gave player 3: 2 × Gregario."
    alone, beside = (opened(hand(shown) or b"") for shown in (view, replace(view, hand=moment(ROAD, viewer=0).hand)))
    assert 0 < alone.height < beside.height, "it stands below the cards that are left"


def later(viewer: int | None = None) -> SuperEchelonView:
    """The moment on the second stage, with cards won on the first."""
    piles = (("climber.1.00", "gregario.1.00"), ("specialist.1.01", "gregario.1.01"), ("super.1.02", "super.1.03"))
    return replace(moment(ROAD, viewer=viewer), leg=2, deck=24, piles=piles, gc=(13, 11, 10))


def test_the_table_in_words() -> None:
    assert RENDERER.alt(later(), (), say) == (
        "Tour (1 of 3), stage 2 of 5, mountain, 24 cards in the deck. To play: player 1, card 3 of 3. "
        "Breakaway A, 25 points, best: Super Gregario 5 (1), Climber 10 (3), Good Day 10 (3). "
        "B, 18 points: Climber 10 (2), Classic Specialist 5 (2), Gregario 3 (1). "
        "1: holds time trial, time trial and classic; won 2, 13 GC. "
        "2: holds flat, mountain and mountain; won 2, 11 GC. 3: holds flat, classic and classic; won 2, 10 GC."
    )


def test_the_text_board_shows_breakaways_and_players() -> None:
    board = RENDERER.text_board(later(0), ("bad.1.02", "b.1", "climber.1.03"), say)
    assert board.split("```")[1].strip("\n").splitlines() == [
        "*A  25  SG5/1 CL10/3 GD10/3 BD0/1",
        " B   8  -CL0/2 CS5/2 GR3/1",
        "",
        ">1 ttc     2+0  13",
        " 2 fmm     2+0  11",
        " 3 fcc     2+0  10",
    ]


def test_words_tell_nothing_hidden() -> None:
    for played in moments("superechelon")[::9]:
        view = played.public
        hidden = {card for hand in played.state.hands for card in hand} | set(played.state.deck)
        words = RENDERER.alt(view, (), say) + RENDERER.text_board(view, (), say)
        assert not any(card in words for card in hidden)
        assert RENDERER.text_board(played.own, (), say) == RENDERER.text_board(view, (), say)


# --- rules, options and refusals


def test_the_page_of_breakaways_begins_with_the_author_s_word() -> None:
    pages = dict(zip(PAGES, RENDERER.rules(say), strict=True))
    assert pages["breakaways"].text.startswith("**The author sets no limit**")  # E10b
    for own in ("a Bad Day cancels one card", "after a tie (the same again)"):  # E8, E13, E17
        assert own in pages["own"].text


def test_the_pictures_of_the_rules_are_as_the_text_says() -> None:
    text = {page.title: page.text for page in RENDERER.rules(say)}["A stage and your turn"]
    reached = [label.rpartition(" ")[2] for label in labels_without_lead(moment(ROAD, viewer=0))]
    assert f"A would reach {reached[0]}, B {reached[1]}" in text


def labels_without_lead(view: SuperEchelonView) -> list[str]:
    return [label.removesuffix(" · leads").removesuffix(" points") for label in labels(view, ("climber.1.02",))]


# --- standing orders


@pytest.mark.parametrize(("place", "letter"), [("b.1", "A"), ("b.2", "B")])
def test_in_an_order_a_breakaway_is_called_as_on_the_board(place: str, letter: str) -> None:
    words = style_of("superechelon").order_words(f"follow.{place}.most", say)
    assert words == f"{letter}: strongest, until a Bad Day"


def test_a_description_that_stays_too_long_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    view = moments("superechelon")[40].own
    full = text.alt(view, (), say)
    for module in (text, words):
        monkeypatch.setattr(module, "MOST_ALT", 60)
    cut = text.alt(view, (), say)
    assert len(cut) <= 60 < len(full) and cut.endswith("…")
