"""What happens in a stage race reads like a report of the race, in events, results and courses."""

from typing import Any

import pytest

import locales
from render import RENDERERS
from render.legstrong.names import road_words
from tests.render.described import NAMES, Voice
from tests.render.moments import moments

pytestmark = pytest.mark.quick

say = locales.catalogue("en")
RENDERER = RENDERERS["legstrong"]
sentence_of = Voice("legstrong").sentence
RIDER = {"rider": "1.climber", "seat": 1}
RODE = {**RIDER, "start": 20, "row": 25, "rows": 5, "price": 8, "gain": 0, "slip": 0, "energy": 12}
RACE = {"riders": ["1.climber"], "rows": 10, "seconds": 20, "chase": 0, "left": 18}
WON = {"seats": [1], "second": 0, "mine": 0, "theirs": 0}
WHY = (
    (
        {"how": "away", "mine": 30, "theirs": 0},
        "**Why**: no one followed ⚪ Climber 13 (Bob); 🔴 Leader 1 (Ann) came in 30 s later.",
    ),
    ({"how": "unopposed", "second": "", "mine": 0, "theirs": 0}, "**Why**: ⚪ Climber 13 (Bob) was alone at the line."),
    (
        {"how": "held", "mine": 0, "theirs": 0},
        "**Why**: ⚪ Climber 13 (Bob) held off the bunch, which came in the same turn.",
    ),
    (
        {"how": "rows", "mine": 3, "theirs": 1},
        "**Why**: ⚪ Climber 13 (Bob) got furthest of those ahead, 3 beyond the line; 🔴 Leader 1 (Ann) got 1.",
    ),
    (
        {"how": "earlier", "mine": 0, "theirs": 0},
        "**Why**: ⚪ Climber 13 (Bob) and 🔴 Leader 1 (Ann) got equally far; ⚪ Climber 13 (Bob) moved first.",
    ),
    (
        {"how": "sprint", "mine": 7, "theirs": 5},
        "**Why**: ⚪ Climber 13 (Bob) won the bunch sprint with strength 7; 🔴 Leader 1 (Ann) had 5.",
    ),
    (
        {"how": "energy", "mine": 7, "theirs": 5},
        "**Why**: ⚪ Climber 13 (Bob) and 🔴 Leader 1 (Ann) were equally strong; "
        + "⚪ Climber 13 (Bob) had 7 energy left, 🔴 Leader 1 (Ann) 5.",
    ),
    (
        {"how": "die", "mine": 7, "theirs": 7},
        "**Why**: ⚪ Climber 13 (Bob) and 🔴 Leader 1 (Ann) were level in the sprint; the die decided.",
    ),
)


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("token", {"seat": 2}, "Cy holds the leader token."),
        ("sealed", {"seat": 1}, "Bob has decided."),
        ("wished", {"seat": 1, "hold": "keep"}, "Bob will keep the leader token whenever possible."),
        ("wished", {"seat": 1, "hold": "pass"}, "Bob will pass the leader token on."),
        ("chosen", {"seat": 1, "stage": "attack", "path": ["stay"]}, "Your orders are sealed."),
        ("team", {"seat": 0, "team": 0, "riders": ["0.leader", "0.climber"]}, "Ann rides with Leader and Climber."),
        ("role", {**RIDER, "role": "sprinter"}, "⚪ Climber 13 (Bob) is a sprinter."),
        (
            "opened",
            {"leg": 2, "course": "summit", "hexes": "FFFGMDFGMM", "riders": ["0.leader"], "energy": [37]},
            "**Stage 2, summit finish**: ▬ flat, ▲ a climb, ◣ a descent, ▬ flat, ▲ the line on the summit. "
            "Every rider starts with 37 energy.",
        ),
        ("turn", {"leg": 1, "turn": 3, "token": 0}, None),
        (
            "punctured",
            {**RIDER, "row": 9, "inside": 0},
            "⚪ Climber 13 (Bob) punctures and loses this turn.",
        ),
        ("missed", {**RIDER, "why": "fall"}, "⚪ Climber 13 (Bob) gets back on after his crash and misses the turn."),
        ("drank", {**RIDER, "value": 4, "energy": 9}, "⚪ Climber 13 (Bob) drinks a bottle: +4, now 9 energy."),
        ("rode", {**RODE, "how": "attack"}, "**⚪ Climber 13 (Bob) attacks**: 5 rows to row 25, −8 energy."),
        (
            "rode",
            {**RODE, "how": "break", "price": 0, "slip": 1},
            "⚪ Climber 13 (Bob) rides 5 rows to row 25: in the slipstream.",
        ),
        (
            "rode",
            {**RODE, "how": "behind", "rows": 1, "row": 21, "price": 0, "gain": 2},
            "⚪ Climber 13 (Bob) rides one row to row 21: +2 energy.",
        ),
        (
            "risk",
            {**RIDER, "risk": "fall", "above": 8, "die": 7, "passed": 0},
            "**⚪ Climber 13 (Bob) crashes** (33% wasn't enough: rolled 7) and will miss a turn.",
        ),
        (
            "risk",
            {**RIDER, "risk": "exhaustion", "above": 5, "die": 6, "passed": 1},
            "⚪ Climber 13 (Bob) goes into the red (58%) and holds on: rolled 6.",
        ),
        (
            "ordered",
            {"seat": 1, "riders": ["1.climber"], "rows": [5], "bottles": [0], "hex": 0, "hold": "pass"},
            "Attacks ordered: ⚪ Climber 13 (Bob) 5 rows.",
        ),
        (
            "ordered",
            {"seat": 1, "riders": [], "rows": [], "bottles": [], "hex": 0, "hold": "pass"},
            "Bob keeps everyone in the bunch.",
        ),
        ("ordered", {"seat": 1, "riders": [], "rows": [], "bottles": [], "hex": 4, "hold": "pass"}, None),
        ("declared", {"seat": 1, "hex": 4}, "Bob promises to stay in the bunch until hex 4."),
        ("chase", {"seat": 0, "chase": "yes", "left": 5}, "Ann sets the peloton chasing. Pursuits left: 5."),
        ("chase", {"seat": 0, "chase": "no", "left": 5}, "Ann lets them go: no chase."),
        ("held", {**RIDER, "price": 3, "token": 1}, "⚪ Climber 13 (Bob) pays 3 energy: the token stays."),
        (
            "peloton",
            {"pips": 4, "start": 20, "row": 28, "chase": 1, "finale": 0},
            "**The peloton** rolls 4, chases and rides 8 rows to row 28.",
        ),
        ("absorbed", {**RIDER, "row": 28}, "⚪ Climber 13 (Bob) is caught."),
        ("rejoined", {**RIDER, "row": 28}, "⚪ Climber 13 (Bob) is back in the bunch."),
        ("paid", {"riders": ["1.rouleur"], "prices": [2]}, "The terrain takes its toll: ⚪ Rouleur 12 (Bob) 2."),
        (
            "dropped",
            {**RIDER, "row": 27, "why": "price"},
            "⚪ Climber 13 (Bob) can't hold the wheel and is dropped to row 27.",
        ),
        ("fed", {**RIDER, "row": 13, "tile": 1}, "⚪ Climber 13 (Bob) takes a bottle."),
        ("fed", {**RIDER, "row": 13, "tile": 0}, "⚪ Climber 13 (Bob) is too late: no bottles left."),
        ("bottle", {**RIDER, "value": 4}, "⚪ Climber 13 (Bob)'s bottle holds 4 energy. Only you know."),
        (
            "summit",
            {**RIDER, "row": 30, "category": 2, "place": 1, "points": 3, "seconds": 10},
            "Category 2 climb: ⚪ Climber 13 (Bob) is first over the top, 3 points and 10 s.",
        ),
        ("home", {**RIDER, "turn": 9, "over": 3}, "**⚪ Climber 13 (Bob) crosses the line**, 3 rows beyond it."),
        (
            "bid",
            {**RIDER, "bid": 2, "price": 3, "score": 4, "place": 1, "energy": 5, "die": 0, "above": 0},
            "Sprint, place 1: ⚪ Climber 13 (Bob) bids 2 rows, strength 4.",
        ),
        ("late", {"seat": 2, "how": "hard"}, "Cy's stragglers ride hard for home."),
        (
            "finish",
            {"leg": 1, "riders": ["1.climber", "0.leader"], "seconds": [-20, 70]},
            "**Stage 1**: 1. ⚪ Climber 13 (Bob) −0:20, 2. 🔴 Leader 1 (Ann) +1:10.",
        ),
        (
            "jerseys",
            {"leg": 1, "yellow": "1.climber", "green": "0.leader", "polka": "", "team": 1},
            "yellow ⚪ Climber 13 (Bob); green 🔴 Leader 1 (Ann); best team Bob.",
        ),
        ("race", RACE, "⚪ Climber 13 (Bob) is away alone, 10 rows (about 20 s) ahead; the bunch sleeps."),
        (
            "race",
            {**RACE, "chase": 1},
            "⚪ Climber 13 (Bob) is away alone, 10 rows (about 20 s) ahead; the bunch chases.",
        ),
        (
            "race",
            {**RACE, "riders": ["1.climber", "0.leader"]},
            "**2 away**, 10 rows (about 20 s) ahead; the bunch sleeps.",
        ),
        (
            "race",
            {**RACE, "riders": ["1.climber", "0.leader", "0.climber"], "chase": 1},
            "**3 away**, 10 rows (about 20 s) ahead; the bunch chases.",
        ),
        ("race", {**RACE, "riders": []}, "All together, 18 rows from the line."),
        ("race", {**RACE, "riders": [], "left": 1}, "All together, one row from the line."),
        *(("decided", {**RIDER, "second": "0.leader", **why}, sentence) for why, sentence in WHY),
        ("won", {**WON, "by": "time", "mine": 20}, "**Bob wins!** 20 s ahead of Ann."),
        (
            "won",
            {**WON, "by": "best", "mine": 10},
            "**Bob wins!** Level with Ann as teams; the best rider is 10 s ahead.",
        ),
        (
            "won",
            {**WON, "by": "wins", "mine": 2, "theirs": 1},
            "**Bob wins!** Level on time with Ann: stage wins 2 to 1.",
        ),
        (
            "won",
            {**WON, "by": "places", "mine": 7, "theirs": 9},
            "**Bob wins!** Level on time and stage wins with Ann: "
            "places add up to 7 against 9, and the lower sum wins.",
        ),
        (
            "won",
            {**WON, "by": "last", "mine": 1, "theirs": 2},
            "**Bob wins!** Level with Ann in all but the last stage: place 1 to 2.",
        ),
        ("won", {**WON, "by": "alone", "second": -1}, "**Bob wins!**"),
        ("won", {**WON, "seats": [0, 1], "by": "shared", "second": -1}, "**Ann and Bob share the win!**"),
    ],
)
def test_an_event_reads_like_a_report(kind: str, data: dict[str, Any], sentence: str | None) -> None:
    assert sentence_of(kind, data) == sentence


def test_a_long_result_names_the_podium() -> None:
    riders = [f"{seat}.leader" for seat in range(8)]
    sentence = sentence_of("finish", {"leg": 1, "riders": riders, "seconds": [0] * 8}, seats=8)
    assert sentence is not None and sentence.endswith("3. 🟣 Leader 21 (Cy) +0:00 and 5 more.")
    sentence = sentence_of("finish", {"leg": 1, "riders": riders[:4], "seconds": [0] * 4}, seats=8)
    assert sentence is not None and sentence.endswith("and one more.")


@pytest.mark.parametrize(
    ("hexes", "words"),
    [
        ("FFFF", "▬ flat to the line"),
        ("FFGFF", "▬ flat, ◢ a rise, ▬ flat to the line"),
        ("FGMDF", "▬ flat, ▲ a climb, ◣ a descent, ▬ flat to the line"),
        ("FGMMDD", "▬ flat, ▲ a long climb, ◣ a fast descent to the line"),
        ("FGMGM", "▬ flat, ▲ a climb, ▲ the line on the summit"),
        ("FDGG", "▬ flat, ◣ a descent, ◢ a rise to the line"),
    ],
)
def test_a_course_reads_like_a_road(hexes: str, words: str) -> None:
    assert road_words(hexes, say) == words


def test_a_sentence_gives_a_rider_the_number_on_their_back() -> None:
    checked: set[int] = set()
    for played in moments("legstrong"):
        seats = played.public.table.seats
        for event in played.events:
            if event.kind != "rode" or seats == 5:
                continue
            [rider] = [v for v in played.public.road.riders if v.id == event.data["rider"]]
            sentence = RENDERER.sentence(event, NAMES[:seats], say)
            assert sentence is not None and f" {rider.number} ({NAMES[rider.seat]})" in sentence
            checked.add(seats)
    assert checked == {2, 3, 4, 6, 10}


def test_in_a_team_of_two_the_type_says_who_it_is() -> None:
    assert (
        sentence_of("absorbed", {"rider": "4.climber", "seat": 4, "row": 3}, seats=5) == "🟢 Climber (Eve) is caught."
    )
