"""The stage races have words for all that is asked or refused, and they fit where Discord shows them."""

import re
from dataclasses import replace

import pytest

import locales
from engines.legstrong import CONFIG, TOURS, Bottle, Legstrong, LegstrongView, choices
from engines.table import Amount, IllegalMove, Path, Pick, Ready, Table
from render import RENDERERS
from render.legstrong.pads import pads
from render.legstrong.pages import ATTACK, FALLING, RISING, ROAD, moment, riders
from render.legstrong.preview import percent, steps
from render.legstrong.shortcuts import shortcut_labels, shortcuts
from render.legstrong.words import MOST_WAYS
from tests.engines.legstrong.position import leg
from tests.render.described import NAMES, Voice
from tests.render.moments import moments, questions

pytestmark = pytest.mark.quick

say = locales.catalogue("en")
RENDERER = RENDERERS["legstrong"]
GAME = Legstrong()
VOICE = Voice("legstrong")
labels, refused = VOICE.labels, VOICE.refused
SEALED = {**ATTACK.table.options, "attacks": "sealed", "hold": "on"}


# --- questions and labels


def test_a_length_over_the_line_is_a_sentence_of_its_own_in_each_language() -> None:
    rows = ATTACK.road.course.rows
    view = moment(riders(("0.climber", rows - 1), ("", 19)), 19, "0.climber", 0)
    over = next(choice for choice in choices(view, ()) if choice.row > rows)
    told = [RENDERER.question(view, (over.id,), locales.catalogue(language)) for language in ("en", "de", "es", "fr")]
    wanted = (": over the line, ", ": über den Zielstrich, ", ": a la meta, ", "\u202f: au-delà de la ligne, ")
    assert all(words in text for words, text in zip(wanted, told, strict=True)), told


def test_a_whole_answer_is_repeated() -> None:
    sealed = replace(ATTACK, sealed=True, token=0, table=replace(ATTACK.table, options=SEALED))
    path = ("0.leader", "drink", "bottle.leader.12", "6", "0.climber", "7", "done", "yes", "keep")
    assert RENDERER.question(sealed, path, say) == (
        "🥤5 🔴 Leader 1: row 45, 8 energy. 🔴 Climber 3: row 46, 15 energy. The peloton chases. "
        "You keep the token whenever you can, for 3 energy a time."
    )


def test_who_decides_about_the_chase_is_asked_with_the_attack() -> None:
    sealed = replace(ATTACK, sealed=True, token=0, table=replace(ATTACK.table, options={**SEALED, "hold": "off"}))
    calm = replace(sealed, road=replace(sealed.road, riders=tuple(r for r in sealed.road.riders if r.seat == 0)))
    assert RENDERER.question(sealed, (), say) == ("Peloton on row 38: who attacks? Chase the break? Pursuits left: 9.")
    assert RENDERER.question(calm, ("stay", "yes"), say).endswith("If someone gets away, the peloton chases.")
    assert RENDERER.question(replace(sealed, token=1), (), say) == "Peloton on row 38: who attacks?"


def test_a_bottle_that_a_way_needs_is_repeated_with_it() -> None:
    tired = tuple(replace(r, energy=6) if r.id == "0.leader" else r for r in ATTACK.road.riders)
    view = replace(ATTACK, road=replace(ATTACK.road, riders=tired))
    assert labels(view, ("0.leader",))[-2:] == ["Row 46, 11 energy", "Drink a bottle first"], "6 and 5 in his bottle"
    assert RENDERER.question(view, ("0.leader", "5"), say).startswith("🔴1 to row 44.")
    assert RENDERER.question(view, ("0.leader", "6"), say).startswith("🥤5 🔴1 to row 45.")


@pytest.mark.parametrize(
    ("left", "asked"),
    [
        (3, "None of your riders attacks. Chase? Row 42–44, 1 more if so. Pursuits left: 3."),
        (1, "None of your riders attacks. Chase? Row 42–44, 1 more if so. Pursuits left: 1."),
        (0, "None of your riders attacks."),
    ],
)
def test_the_question_about_the_chase_says_how_many_pursuits_are_left(left: int, asked: str) -> None:
    sealed = replace(ATTACK, sealed=True, token=0, table=replace(ATTACK.table, options={**SEALED, "hold": "off"}))
    assert RENDERER.question(replace(sealed, pursuits=(left, 7)), ("stay",), say) == asked


def test_the_wish_for_the_token_is_asked_and_repeated() -> None:
    view = replace(ATTACK, token=0, table=replace(ATTACK.table, options={**ATTACK.table.options, "hold": "on"}))
    assert RENDERER.question(view, ("stay",), say) == (
        "Keep the leader token whenever you can, for 3 energy a turn, at most 2 in a row?"
    )
    assert labels(view, ("stay",)) == ["Pass it on (free)", "Keep it if I can: 3 energy"]
    assert "You keep the token whenever you can, for 3 energy a time." in RENDERER.question(view, ("stay", "keep"), say)
    assert "You pass the token on." in RENDERER.question(view, ("stay", "pass"), say)
    with pytest.raises(IllegalMove) as refused:
        GAME.ask(view, ("stay", "0.leader"))
    assert RENDERER.refusal(refused.value, NAMES, say) == (
        "You can keep the token or pass it on. Choose one of the two."
    )


def test_alt_text_and_text_board_tell_who_will_keep_the_token() -> None:
    view = replace(ATTACK, table=replace(ATTACK.table, options={**ATTACK.table.options, "hold": "on"}))
    assert "The leader token is with player 2." in RENDERER.alt(view, (), say)
    kept = replace(view, wishes=("", "keep"))
    token_line = "The leader token is with player 2, who keeps it whenever possible."
    assert token_line in RENDERER.alt(kept, (), say) and token_line in RENDERER.text_board(kept, (), say)
    own = replace(kept, token=0)
    assert "You have the leader token." in RENDERER.alt(own, (), say)
    german = locales.catalogue("de")
    assert "Der Führungsmarker ist bei dir." in RENDERER.alt(own, (), german)
    assert "Zu entscheiden: du" in RENDERER.alt(own, (), german)
    assert "token" not in RENDERER.alt(ATTACK, (), say), "without the option it always passes on"


def test_a_bid_is_repeated() -> None:
    sprints = [played.own for played in moments("legstrong") if played.own.stage == "sprint"]
    own = next(own for own in sprints if isinstance(ask := GAME.ask(own, ()), Amount) and ask.most > 1)
    assert "+2. " in RENDERER.question(own, ("2",), say)
    assert RENDERER.hand(own, ("2",)) != RENDERER.hand(own, ("0",))


def sprinting(leader: int, rouleur: int, climber: int, out: str = "") -> LegstrongView:
    """What the first player sees at the bunch sprint after a flat leg, with so much energy in the three riders."""
    energy = {"0.leader": leader, "0.rouleur": rouleur, "0.climber": climber}
    return GAME.view(leg("FFFFFFFFFF", out, peloton=55, energy=energy), 0)


@pytest.mark.parametrize(
    ("energy", "shown"),
    [
        ((30, 30, 30), "2+2 2+3? 2+4? | 1+2 1+3? 1+4? | 3+2 3+3? 3+4? | All roll in | Several sprint"),
        ((5, 5, 0), "2+1 2+2 2+3? | 1+1 1+2 1+3? | All roll in | Several sprint"),
        ((0, 0, 30), "3+1 3+2 3+3? 3+4? 3+5? 3+6? | All roll in"),
        ((30, 3, 3), "1+2 1+3? 1+4? | 2+1 2+2 | 3+1 3+2 | All roll in | Several sprint"),
    ],
)
def test_who_sprints_and_the_bid_are_one_pad_the_strongest_first(energy: tuple[int, int, int], shown: str) -> None:
    view = sprinting(*energy)
    wanted = [pad for part in shown.split(" | ") for pad in (part.split() if "+" in part else [part])]
    assert pads(view, (), say) == wanted
    assert len(shortcut_labels(view, (), say)) == len(wanted)


def test_the_labels_of_a_sprint_say_who_what_it_costs_and_how_likely_it_is() -> None:
    assert shortcut_labels(sprinting(0, 8, 3), (), say) == [
        "🔴 Rouleur 2 · 1 row · 1 energy, 7 left",
        "🔴 Rouleur 2 · 2 rows · 3 energy, 5 left",
        "🔴 Rouleur 2 · 3 rows · 5 energy, 3 left · 75%",
        "🔴 Rouleur 2 · 4 rows · 8 energy, 0 left · 50%",
        "🔴 Climber 3 · 1 row · 1 energy, 2 left",
        "🔴 Climber 3 · 2 rows · 3 energy, 0 left",
        "All roll in: no one sprints",
        "Several sprint: bid for each rider",
    ]
    assert labels(sprinting(0, 8, 3)) == [
        "🔴 Rouleur 2",
        "🔴 Climber 3",
        "All roll in: no one sprints",
        "Several sprint: bid for each rider",
    ]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (
            "",
            "Bunch sprint: who? 1+4? is rider 1, 4 extra rows. Strength: 🔴2 3, 🔴1 2, 🔴3 1; best rival ⚪12 3.",
        ),
        ("roll", "No one sprints."),
        ("0.rouleur 4", "🔴 Rouleur 2 bids 4 rows for 8 energy: 50% that his legs hold."),
        (
            "several 2 1 0",
            "🔴 Leader 1 bids 2 rows for 3 energy. 🔴 Rouleur 2 bids one row for 1 energy. "
            "🔴 Climber 3 bids 0 rows for 0 energy.",
        ),
    ],
)
def test_who_sprints_is_asked_and_repeated(path: str, told: str) -> None:
    assert RENDERER.question(sprinting(30, 30, 30), tuple(path.split()), say) == told


def test_riders_who_are_still_out_ride_hard_without_a_question_of_their_own() -> None:
    view = sprinting(30, 3, 0, out="0.leader@30")
    ways = [" ".join(way) for way in shortcuts(view, ())]
    assert ways == ["0.rouleur 1 hard", "0.rouleur 2 hard", "roll hard"]
    assert pads(view, (), say) == ["2+1", "2+2", "All roll in"]
    assert RENDERER.question(view, ("roll", "hard"), say) == (
        "No one sprints. The others ride hard where it gets them home sooner."
    )


def test_several_bottles_can_be_told_apart() -> None:
    bottles = tuple(Bottle(f"bottle.leader.{number}", "0.leader") for number in ("03", "04", "12"))
    view = replace(ATTACK, bottles=bottles)
    assert labels(view, ("0.leader",))[-1] == "Drink a bottle first"
    assert pads(view, ("0.leader",), say)[-1] == "🥤"
    assert pads(view, ("0.leader", "drink"), say) == ["🥤2 (1)", "🥤2 (2)", "🥤5", "🥤9"]
    assert labels(view, ("0.leader", "drink")) == [
        "Bottle 1 of 3: +2 energy",
        "Bottle 2 of 3: +2 energy",
        "Bottle 3 of 3: +5 energy",
        "All 3 bottles: +9 energy",
    ]


def test_a_length_says_row_price_and_what_may_go_wrong() -> None:
    view = moment(ROAD, 19, "1.leader", 1)
    assert labels(view) == [
        "Row 25, +1 energy",
        "Row 26, free, level with 13",
        "Row 27, 1 energy, level with 3",
        "Row 28, 3 energy",
        "Row 29, 5 energy, 58% · if not: row 26, −10",
        "Row 30, 8 energy, 58% · if not: row 26, −13",
        "Row 31, 11 energy, 58% · if not: row 26, −16",
        "Row 32, 15 energy, 58% · if not: row 26, −20",
    ]
    assert RENDERER.question(view, (), say) == (
        "⚪ Leader 11, 26 energy: how far? The bunch: row 22–24, 1 more in a chase. A row with ? can fail."
    )


def test_a_risk_tells_price_chance_and_the_safe_way() -> None:
    offered = choices(FALLING, ())
    risk = next(choice for choice in offered if choice.id == "8.risk")
    sure = [choice for choice in offered if not choice.risk][-1]
    assert RENDERER.question(FALLING, ("8.risk",), say) == (
        f"**Crash risk**: 🔴 Climber 3 to row 41 for {risk.price} energy, **58%** to get there. "
        f"If not: row {risk.base_row}, −{risk.price} energy, and he misses his next turn. "
        f"Without risk: row 39 for {sure.price} energy."
    )
    exhausted = RENDERER.question(moment(ROAD, 19, "1.leader", 1), ("6.risk",), say)
    assert "**Risk of cracking**" in exhausted and "−13 energy" in exhausted
    assert "Without risk: row 28 for 3 energy." in exhausted


@pytest.mark.parametrize(("crosses", "chance"), [(0, 58), (1, 33), (2, 8), (5, 8)])
def test_every_further_risk_is_harder(crosses: int, chance: int) -> None:
    riders = tuple(replace(r, crosses=crosses) if r.id == "0.climber" else r for r in FALLING.road.riders)
    view = replace(FALLING, road=replace(FALLING.road, riders=riders))
    assert f"**{chance}%**" in RENDERER.question(view, ("8.risk",), say)
    assert percent(CONFIG.risks[min(crosses, 2)]) == chance


def test_an_attack_is_told_step_by_step() -> None:
    assert shortcuts(ATTACK, ("0.leader", "drink")) == (), "the length is asked for alone, with room for its rows"
    assert labels(ATTACK)[0] == "Stay in the bunch"
    assert labels(ATTACK, ("0.leader", "drink")) == ["Drink his bottle: +5 energy"]
    assert RENDERER.question(ATTACK, (), say) == "Peloton on row 38: who attacks?"
    asked = RENDERER.question(ATTACK, ("0.leader", "drink", "bottle.leader.12"), say)
    assert asked == "🔴 Leader 1 attacks, 38 energy: how far? The bunch: row 42–44, 1 more in a chase."
    more = RENDERER.question(ATTACK, ("0.leader", "5"), say)
    assert more == "🔴1 to row 44. Who else attacks?"


def test_a_promise_may_come_before_a_ride_behind() -> None:
    view = replace(moment(riders(("0.climber", 12), ("", 19)), 19, "0.climber", 0), phase="behind")
    assert labels(view)[-1] == "First promise to stay in"
    assert labels(view, ("inside",))[0] == "Until hex 5"
    assert labels(view, ("inside", "hex.6")) == labels(view)[:-1]
    assert RENDERER.question(view, ("inside", "hex.6"), say) == (
        "They stay in until hex 6 or a break; all will know. 🔴 Climber 3, 14 energy: how far?"
    )
    assert RENDERER.hand(view, ("inside",))


def is_listed(view: LegstrongView, path: Path) -> bool:
    """Whether the last length of the path stands in a list, among others."""
    taken, ask = steps(view, path)
    ways = [step.choice for step in taken if step.choice]
    if not isinstance(ask, Ready):
        return True
    return len(ways) > MOST_WAYS and not ways[-1].risk


def test_many_lengths_stand_in_a_list() -> None:
    view = replace(ATTACK, table=replace(ATTACK.table, options={**ATTACK.table.options, "attacks": "clockwise"}))
    two = ("0.leader", "5", "0.rouleur", "5")
    assert RENDERER.question(view, two, say) == "🔴1 to row 44 and 🔴2 to row 44. Who else attacks?"
    three = (*two, "0.climber", "5")
    assert RENDERER.question(view, three, say).startswith("🔴1 to row 44 (−5), 🔴2 to row 44 (−1) and 🔴3 to row")


def test_every_price_in_words_is_that_of_the_engine() -> None:
    seen = 0
    for view, path, ask in questions("legstrong")[::9]:
        for choice in choices(view, path):
            sentence = RENDERER.question(view, (*path, choice.id), say)
            if "token" in sentence:
                continue  # a wish is asked for alone
            if is_listed(view, (*path, choice.id)):
                assert f"to row {choice.row}" in sentence or "over the line" in sentence
                continue
            assert f"+{choice.gain} energy" in sentence if choice.gain else f"{choice.price} energy" in sentence
            base, stake = choice.base_row, choice.stake
            losses = (f"If not: row {base}, −{stake} energy", f"if it fails, row {base} and −{stake}")
            assert not choice.risk or any(loss in sentence for loss in losses)
            seen += ask.about.startswith("ride")
    assert seen > 50


# --- table and riders without pictures


def test_the_road_in_words() -> None:
    assert RENDERER.alt(RISING, (), say) == (
        "Stage 5 of 7, mountain passes, ▬ flat, ▲ a long climb, ◣ a descent, ▬ flat, ▲ a long climb, ◣ a descent, "
        "▬ flat to the line, 72 rows, turn 5. To decide: player 1. "
        "Row 27 (mountain), 8 rows ahead: Climber 3 energy 14, crosses 0. "
        "Row 26 (mountain), 7 rows ahead: Climber 13 energy 16, crosses 0. "
        "Row 24 (mountain), 5 rows ahead: Leader 11 energy 26, crosses 0. "
        "Peloton on row 19 (hex 4, mountain): Leader 1 energy 33, crosses 0, Rouleur 2 energy 28, crosses 0. "
        "Row 12 (flat), 7 rows behind: Rouleur 12 energy 21, crosses 0. Pursuits left: player 1: 9, player 2: 7."
    )


def test_own_riders_in_words() -> None:
    assert RENDERER.hand_alt(ATTACK, ("0.leader", "drink", "bottle.leader.12", "5"), say) == (
        "Leader 1: energy 33, crosses 0, energy in bottles: 5. Rouleur 2: energy 28, crosses 0, energy in bottles: 3. "
        "Climber 3: energy 23, crosses 0, no bottles."
    )
    kept = RENDERER.hand_alt(ATTACK, ("0.leader", "5"), say)
    assert kept is not None and kept.startswith("Leader 1: energy 33, crosses 0, energy in bottles: 5. That leaves 28.")


def test_the_text_board_shows_the_leg_and_every_rider() -> None:
    board = RENDERER.text_board(ATTACK, ("0.leader", "5"), say)
    assert board.split("```")[0].endswith(" 72 rows, turn 5. Pursuits left: player 1: 9, player 2: 7.\n")
    assert board.split("```")[1].strip("\n").splitlines() == [
        "FFGMMDFGMMDF",
        "  f22 f 11",
        "      ^",
        " 13C  40   +2 16e",
        "> 1L  38   in 33e    b1 ->44",
        "* 2R  38   in 28e    b1",
        "* 3C  38   in 23e",
        " 11L  38   in 35e",
        " 12R  38   in 30e",
    ]


def test_between_legs_the_text_board_shows_the_classification() -> None:
    played = next(leg for leg in moments("legstrong") if leg.public.stage == "open" and leg.public.results)
    lines = RENDERER.text_board(played.public, (), say).split("```")[1].strip("\n").splitlines()
    first = next(v for v in played.public.road.riders if v.id == played.public.jerseys.yellow)
    assert lines[0].startswith(f" 1 {first.number:>2}") and lines[0].endswith(("Y", "YG", "YP", "YGP"))
    assert len([line for line in lines if line[:2].strip().isdigit()]) >= len(played.public.road.riders)


def test_words_tell_nothing_hidden() -> None:
    for played in moments("legstrong")[::9]:
        view = played.public
        words = RENDERER.alt(view, (), say) + RENDERER.text_board(view, (), say)
        assert not any(bottle.id in words for bottle in played.state.bottles)
        own, public = (re.sub(r"(?m)^[>*]", " ", RENDERER.text_board(v, (), say)) for v in (played.own, view))
        holder = f"The leader token is with player {view.token + 1}"
        own = own.replace("You have the leader token and keep", f"{holder}, who keeps").replace(
            "You have the leader token", holder
        )
        assert own == public


# --- rules, options and refusals


def test_numbers_of_our_own_are_marked_and_come_from_the_engine() -> None:
    text = "\n".join(page.text for page in RENDERER.rules(say))
    for own in (
        "6° rows each",
        f"{CONFIG.finale:+}° with or without",
        "starts with {} and gets {} more each stage".format(*CONFIG.pursuits[3]),
        "8° turns after",
        "58% / 33% / 8%°",
        "5-3-1°",
        "3 × 3, 6 × 4, 3 × 5°",
    ):
        assert own in text
    assert re.search(r"marked ° is \*\*our own\*\*", text)
    assert "The 10 seconds a turn and 20 for winning come from reports of play." in text  # L23
    assert "Ours without a number" in text


def test_every_leg_of_a_ready_tour_has_a_name() -> None:
    assert all(0 < len(say(f"legstrong.course.{key}")) <= 100 for legs in TOURS.values() for key in legs)


@pytest.mark.parametrize(
    ("course", "words"),
    [
        ("", "A tour has 1 to 7 stages; yours has 0 (rule L6a)."),
        ("FFFF FFXF", "Stage 2, hex 3: “X” isn't a terrain; use F, G, M or D (rule L6a)."),
        ("FFF", "Stage 1: a course has 4 to 20 hexes; yours has 3 (rule L6a)."),
        ("flat FFMM", "Stage 2, hex 3: there has to be a rise (G) right before a mountain (rule L3)."),
        ("FGMGMF/1", "Stage 1, hex 5: give each climb a category (climbs: 2, digits: 1; rule L6a)."),
        ("FGMF/4", "Stage 1, hex 3: “4” isn't a category; use 1, 2 or 3 (rule L6a)."),
    ],
)
def test_a_course_that_breaks_a_rule_names_leg_hex_and_rule(course: str, words: str) -> None:
    assert refused(GAME.setup, Table(3, {"tour": "custom", "course": course}, 1), None) == words


def test_refusals_of_moves() -> None:
    view = moment(ROAD, 19, "1.leader", 1)
    assert refused(GAME.ask, view, ("9",)).startswith("He can't get that far: not enough energy")
    assert refused(GAME.ask, ATTACK, ("0.leader", "9")).startswith("He can't get that far")
    assert (
        refused(GAME.ask, ATTACK, ("1.leader",))
        == "You have no rider of that name who can do this now; choose one of those on offer."
    )
    sprint = next(
        leg.own for leg in moments("legstrong") if leg.own.stage == "sprint" and ".climber" not in str(leg.own.bottles)
    )
    path: Path = ()
    while isinstance(ask := GAME.ask(sprint, path), Pick):
        path = (*path, ask.options[0])
    assert ask is not None and ask.about.startswith("bid")
    assert refused(GAME.ask, sprint, (*path, "7")).startswith("That's more than he can pay for")
