"""Sleeves and controls have words for all that is asked, happens and is refused, and the words keep the secrets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import locales
from engines.legstrong import DECK, SPEC, Legstrong, LegstrongView, State
from engines.table import Seat, Table
from render import RENDERERS
from render.legstrong.pages import choosing, controlled
from tests.engines.legstrong.doped import at_the_line, card, cards, control, tour
from tests.engines.legstrong.position import Luck, answer
from tests.render.described import NAMES, Voice

pytestmark = pytest.mark.quick

say = locales.catalogue("en")
RENDERER = RENDERERS["legstrong"]
GAME = Legstrong()
VOICE = Voice("legstrong")
sentence_of, labels = VOICE.sentence, VOICE.labels
SLEEVE = {"0.leader": "sA hK d5 x1"}


RIDER = {"rider": "1.climber", "seat": 1}
TESTED = {**RIDER, "tester": 0, "place": 3, "level": card("sA")}
CLIMBER = "⚪ Climber 13 (Bob)"


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        (
            "dealt",
            {"seat": 0, "riders": ["0.leader", "0.climber"], "cards": cards("sA hK d5 x1 c10 h9 d2 x2")},
            "Your sleeves: 🔴 Leader 1 (Ann) A♠, K♥, 5♦, Joker; 🔴 Climber 3 (Ann) 10♣, 9♥, 2♦, Joker. Only you know.",
        ),
        (
            "levels",
            {"riders": ["0.leader", "0.climber", "1.leader"], "cards": cards("sA d2 cK"), "bonuses": [5, -1, 0]},
            "**Energy Levels**, with energy at every start: Ann: Leader A♠ (+5), Climber 2♦ (−1); Bob: Leader K♣ (0).",
        ),
        ("control", {"leg": 2, "die": 4}, "**Control after stage 2**: the die shows 4."),
        (
            "lots",
            {"riders": ["0.leader", "1.leader"], "dice": [7, 3]},
            "Lots are drawn: ⚪ Leader 11 (Bob) 3, 🔴 Leader 1 (Ann) 7.",
        ),
        ("called", {"riders": [], "seats": [], "testers": []}, "No one is called to the control."),
        (
            "called",
            {"riders": ["1.climber", "0.leader"], "seats": [1, 0], "testers": [0, 1]},
            "Called to the control: ⚪ Climber 13 (Bob), tested by Ann; 🔴 Leader 1 (Ann), tested by Bob.",
        ),
        (
            "saved",
            {**RIDER, "most": 5, "die": 4, "passed": 1},
            f"{CLIMBER} escapes the test: rolled 4, needed 5 or less.",
        ),
        (
            "saved",
            {**RIDER, "most": 5, "die": 6, "passed": 0},
            f"{CLIMBER} has to be tested: rolled 6, needed 5 or less.",
        ),
        ("sleeve", {**RIDER, "tester": 0}, f"{CLIMBER}'s four cards lie face down in front of Ann."),
        (
            "shuffled",
            {**RIDER, "cards": cards("sA x1 d5 hK")},
            f"{CLIMBER}'s cards lie 1 A♠, 2 Joker, 3 5♦, 4 K♥. Only you know.",
        ),
        (
            "signal",
            {**RIDER, "tester": 0, "place": 2},
            f"Bob signals place 2 to Ann for {CLIMBER}. Only the two of you know.",
        ),
        (
            "signal",
            {**RIDER, "tester": 0, "place": 0},
            f"Bob gives Ann no signal for {CLIMBER}. Only the two of you know.",
        ),
        (
            "tested",
            {**TESTED, "blind": 0, "positive": 1, "card": card("d5")},
            f"**{CLIMBER} is positive**: Ann turns over card 3, 5♦, lower than his A♠.",
        ),
        (
            "tested",
            {**TESTED, "blind": 1, "positive": 1, "card": card("d5")},
            f"**{CLIMBER} is positive**: card 3 is drawn, 5♦, lower than his A♠.",
        ),
        (
            "tested",
            {**TESTED, "blind": 0, "positive": 0, "card": ""},
            f"{CLIMBER} is negative: Ann picks card 3, and no one sees it.",
        ),
        (
            "tested",
            {**TESTED, "blind": 1, "positive": 0, "card": ""},
            f"{CLIMBER} is negative: card 3 is drawn, and no one sees it.",
        ),
        ("drew", {**RIDER, "card": card("x1")}, "The card was Joker. Only you know."),
        ("struck", {**RIDER, "leg": 2}, f"**{CLIMBER} is disqualified**: out of the tour and its classifications."),
        ("out", {"seat": 1}, "Bob has no riders left."),
        ("kept", {**RIDER, "card": card("sA")}, f"{CLIMBER} keeps A♠."),
        (
            "lowered",
            {**RIDER, "was": card("sA"), "card": card("h3"), "bonus": -2},
            f"{CLIMBER} drops from A♠ to 3♥: −2 energy at every start.",
        ),
    ],
)
def test_an_event_reads_like_a_report(kind: str, data: dict[str, Any], sentence: str) -> None:
    assert sentence_of(kind, data) == sentence


def test_many_riders_called_are_counted() -> None:
    riders = [f"{seat}.leader" for seat in range(9)]
    lots = sentence_of("lots", {"riders": riders, "dice": list(range(1, 10))}, 9)
    called = sentence_of("called", {"riders": riders, "seats": list(range(9)), "testers": [9] * 9}, 10)
    assert lots is not None and lots.endswith("Leader 51 (Flo) 6 and 3 more.")
    assert called is not None and called.endswith("Leader 51 (Flo), tested by Jim and 3 more.")


# --- questions, labels and headlines


def seen(state: State, viewer: Seat | None = None) -> LegstrongView:
    return GAME.view(state, viewer)


def test_levels_of_all_riders_are_confirmed_at_once() -> None:
    view = choosing()
    assert labels(view) == [
        "A♠: +5 energy, 25% risk",
        "K♥: 0 energy, 25% risk",
        "5♦: −3 energy, 0% risk",
    ]
    assert RENDERER.question(view, (), say) == (
        "🔴 Leader 1 has A♠, K♥, 5♦, Joker up his sleeve. Which card is his Energy Level?"
    )
    path = (card("sA"), card("s4"), card("d8"))
    assert RENDERER.question(view, path, say) == (
        "**🔴 Leader 1: A♠**, +5 energy at every start, 25% risk of a positive test. "
        "**🔴 Rouleur 2: 4♠**, −2 energy at every start, 50% risk of a positive test. "
        "**🔴 Climber 3: 8♦**, −4 energy at every start, 25% risk of a positive test."
    )


def negative() -> State:
    state = at_the_line(sleeves=SLEEVE)
    control(state, 1, sleeve=[[0, 1, 2, 3]], place=[[1]])
    assert state.stage == "keep"
    return state


def test_after_a_negative_test_the_change_is_told() -> None:
    view = seen(negative(), 0)
    assert RENDERER.question(view, (), say) == (
        "🔴 Leader 1 tested negative with A♠: +5 energy a start, 25% risk. Keep it, or go lower from now on?"
    )
    assert labels(view) == [
        "Keep A♠: +5, 25% risk",
        "K♥: 0 energy, 25% risk",
        "5♦: −3 energy, 0% risk",
    ]
    assert RENDERER.question(view, ("keep",), say).startswith("🔴1 keeps A♠.")
    assert RENDERER.question(view, (card("d5"),), say) == (
        "🔴 Leader 1 drops from A♠ to 5♦: −3 instead of +5 energy at every start, 0% instead of 25% risk of a "
        "positive test. Everyone will see it."
    )


def test_a_signal_and_what_the_tester_hears() -> None:
    state = at_the_line(sleeves=SLEEVE, collusion="on")
    control(state, 1, sleeve=[[2, 0, 3, 1]])
    owner = seen(state, 0)
    assert RENDERER.question(owner, (), say) == (
        "🔴 Leader 1 is being tested by player ⚪ 2. The cards lie 1 5♦, 2 A♠, 3 Joker, 4 K♥. What do you signal?"
    )
    assert labels(owner) == [
        "No signal",
        "Place 1: 5♦, positive",
        "Place 2: A♠, negative",
        "Place 3: Joker, negative",
        "Place 4: K♥, negative",
    ]
    assert RENDERER.question(owner, ("3",), say) == "You signal place 3 for 🔴 Leader 1."
    assert RENDERER.question(owner, ("none",), say) == "You give no signal for 🔴 Leader 1."
    described = RENDERER.hand_alt(owner, (), say)
    assert described is not None and described.startswith("The cards lie 1 5♦, 2 A♠, 3 Joker, 4 K♥.")
    answer(state, 0, "3")
    tester = seen(state, 1)
    assert labels(tester) == ["Card 1", "Card 2", "Card 3", "Card 4", "Leave it to chance"]
    assert RENDERER.question(tester, (), say) == (
        "The owner signals place 3. Control of 🔴 Leader 1, Energy Level A♠: which of the four cards do you turn over?"
    )
    assert RENDERER.question(tester, ("3",), say) == "You turn over card 3 of 🔴 Leader 1."
    assert RENDERER.question(tester, ("blind",), say) == "Chance picks a card of 🔴 Leader 1."
    described = RENDERER.hand_alt(tester, (), say)
    assert described is not None and described.startswith("The owner signals place 3.")


def test_a_headline_says_who_tests_whom() -> None:
    assert RENDERER.headline(controlled(), NAMES[:2], say) == (
        "**Control after stage 3 of 7**: Ann to turn over a card of ⚪ Climber 13"
    )


# --- without pictures


def test_the_control_in_words() -> None:
    view = controlled()
    alt = RENDERER.alt(view, (), say)
    assert (
        "Control, the die shows 6. Climber 3 (8♦) is positive: player 2 turned over card 2, 9♠. "
        "Climber 13 (A♦) is to be tested by player 1. Climber 3 is struck out, from place 1. "
        "General classification: 1. Leader 11 +0:00, 2. Leader 1 +0:20"
    ) in alt
    lines = RENDERER.text_board(view, (), say).split("```")[1].strip("\n").splitlines()
    assert lines[:5] == [
        "die 6",
        "   3C 8♦  by 2 2 +9♠",
        "  13C A♦  by 1 ?",
        " x  3C- 8♦      −0:40  36 12",
        " 1 11Ls K♣      +0:00  29  0 Y",
    ]


def test_the_tester_is_addressed_and_codes_are_words_of_the_language() -> None:
    view = replace(controlled(), viewer=1)
    assert "You tested Climber 3 (8♦): positive, card 2 is 9♠." in RENDERER.alt(view, (), say)
    assert "Du hast Kletterer 3 (8♦) getestet: positiv" in RENDERER.alt(view, (), locales.catalogue("de"))
    lines = RENDERER.text_board(view, (), locales.catalogue("de")).split("```")[1].strip("\n").splitlines()
    assert lines[:2] == ["Würfel 6", "   3C 8♦  von 2 2 +9♠"]


def test_own_sleeves_in_words() -> None:
    assert RENDERER.hand_alt(choosing(), (card("sA"),), say) == (
        "Leader 1: A♠ · +5 energy · 25% positive; K♥ · 0 energy · 25% positive; 5♦ · −3 energy · 0% positive. "
        "Chosen: A♠. "
        "Rouleur 2: 2♥ · −1 energy · 75% positive; 4♠ · −2 energy · 50% positive; 7♣ · −4 energy · 25% positive; "
        "10♥ · −5 energy · 0% positive. "
        "Climber 3: J♠ · 0 energy · 75% positive; 3♦ · −2 energy · 50% positive; 8♦ · −4 energy · 25% positive; "
        "9♠ · −5 energy · 0% positive."
    )
    state = at_the_line(sleeves=SLEEVE)
    described = RENDERER.hand_alt(seen(state, 0), (), say)
    assert described is not None and "Sleeve A♠, K♥, 5♦, Joker; level A♠." in described


def test_energy_is_told_with_level_and_rings() -> None:
    state = at_the_line(sleeves=SLEEVE, circles={"0.leader": 2})
    control(state, 9, place=[[4], [4]])
    answers = [seat for seat in seen(state).waiting if seat is not None]
    for seat in answers:
        answer(state, seat, " ".join(GAME.fallback(seen(state, seat))))
    answer(state, None, "leg.2", Luck())
    assert "Leader 1 energy 29, crosses 0, A♠ ○○" in RENDERER.alt(seen(state), (), say)
    board = RENDERER.text_board(seen(state), (), say)
    assert any(line.endswith("A♠  o2") for line in board.splitlines())
    assert "Cards are Energy Levels" in board


# --- rules, options and refusals


def test_the_rules_tell_bonus_and_dice_of_the_engine() -> None:
    pages = {page.title: page for page in RENDERER.rules(say)}
    sleeve, called = pages["A secret up every sleeve"], pages["The control"]
    assert sleeve.picture is not None and pages["The test"].picture is not None
    for line in ("A       +5", "J Q K    0", "9 10    −5"):
        assert line in sleeve.text.splitlines()
    for line in ("1-3  1.", "6-7  1. + 3.", "10   2. + 4."):
        assert line in called.text.splitlines()
    assert "5 / 8 / 11" in called.text


def test_doping_has_words_in_the_lobby() -> None:
    options = {option.name: option for option in SPEC.options}
    assert options["doping"].default == "on"
    for name in ("doping", "collusion", "tests"):
        for choice in getattr(options[name].ask, "options", ()):
            assert say(f"legstrong.option.{name}.{choice}")


def refused(view: LegstrongView, *path: str) -> str:
    return VOICE.refused(GAME.ask, view, path)


JOKER = "A Joker can't be an Energy Level: choose another card."
STRANGER = "That card isn't on offer: choose one from this rider's sleeve."
HIGHER = "After a test a level can only go down: keep it, or choose a lower card."
PLACES = "There are four places: choose 1, 2, 3 or 4."


def test_what_cannot_be_chosen_is_refused_with_what_can() -> None:
    own = seen(tour(sleeves=SLEEVE), 0)
    assert refused(own, card("x1")) == refused(own, card("x2")) == JOKER
    assert refused(own, card("c2")) == refused(own, "ace") == STRANGER
    kept = at_the_line(sleeves=SLEEVE, levels={"0.leader": "d5"})
    control(kept, 1, place=[[1]])
    own = seen(kept, 0)
    assert refused(own, card("sA")) == refused(own, card("d5")) == HIGHER
    assert refused(own, card("x1")) == JOKER
    assert refused(own, card("c2")) == refused(own, "lower") == STRANGER
    tested = at_the_line(sleeves=SLEEVE, tests="pick")
    control(tested, 1)
    tester = seen(tested, 1)
    assert refused(tester, "5") == refused(tester, "0") == refused(tester, "left") == PLACES


def test_signals_without_somebody_to_hear_them_are_refused() -> None:
    table = Table(2, {"collusion": "on", "tests": "blind"}, SPEC.rules)
    assert VOICE.refused(GAME.setup, table, Luck()) == (
        "Signals need a tester who picks: set Tests to “Tester picks” or “Automatic”."
    )


def test_every_card_can_be_named_where_levels_are_asked_for() -> None:
    words = RENDERERS["legstrong"].STYLE.vocabulary(seen(tour(sleeves=SLEEVE), 0), say)
    assert words.keys() | {"card.joker.2"} == set(DECK)
    assert words[card("d10")] == "10♦" and words["card.joker.1"] == "Joker"
    assert RENDERERS["legstrong"].STYLE.vocabulary(controlled(), say) == {}
