"""/move: an answer in words, its suggestions and its refusals."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from re import fullmatch
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.panel.typed import (
    Reading,
    _follow,
    _last_words,
    _words,
    read_typed,
    spelled_from,
    suggestions,
    words_of_options,
)
from engines import GAMES
from engines.dice import SeededDice
from engines.schlangennest import State
from engines.table import Move, Path, Pick, Ready, Refused, Table, settle
from host.play.seen import Seen
from locales import catalogue, languages
from opponents.random import play_random
from tests.cogs.world import OWN, World, quick_match, quick_race
from tests.engines.schlangennest.position import GAME, match, play, start, table
from tests.marks import in_long

ENGLISH = catalogue(None)


async def test_a_typed_answer_is_played(world: World) -> None:
    ann, _ = await quick_race(world)
    rows = await world.rows(1)
    moved = await ann.command("move", choice="3 1 stop")
    assert moved.panel.ephemeral
    assert OWN in moved.text
    assert "Green 1: to which square?" in moved.text
    assert await world.rows(1) == rows + 1
    assert "Ann moves 🟡 Yellow 1 with the 3 to row 9, lane 1." in world.board().content


async def test_single_options_need_not_be_typed(world: World) -> None:
    ann, bob = await quick_match(world)
    assert OWN in (await ann.command("move", choice="6 4 3")).text
    assert OWN in (await bob.command("move", choice="3 3")).text
    assert (await world.seen(1)).view.stage == "move"


async def test_a_typed_answer_that_does_not_fit_changes_nothing(world: World) -> None:
    ann, bob = await quick_race(world)
    rows, lanes = await world.rows(1), "Lane 1, 🟡 yellow; Lane 2, 🔵 blue; Lane 3, 🟡 yellow; Lane 4, 🔵 blue"
    for choice, why in {
        "3 banana": f"Understood: 3 → row 9. “banana” doesn't work there; choose from: {lanes}.",
        "7": "“7” doesn't work there; choose from: 5 → row 11; 3 → row 9.",
        "3 1 stop stop": "Understood: 3 → row 9 · Lane 1, 🟡 yellow · Stop here. That's already a full move; "
        "please leave out “stop”.",
        "3": f"Understood: 3 → row 9. That isn't a full move yet; go on with one of: {lanes}.",
        "3 " + "x" * 60: "Understood: 3 → row 9. “" + "x" * 29 + f"…” doesn't work there; choose from: {lanes}.",
        "@everyone `5`": "“\\@\u200beveryone” doesn't work there; choose from: 5 → row 11; 3 → row 9.",
    }.items():
        assert (await ann.command("move", choice=choice)).whisper == why
    assert (await bob.command("move", choice="5")).whisper == "It isn't your turn just now."
    carla = world.person("Carla")
    no_seat = await carla.command("move", choice="5", match="1")
    assert no_seat.whisper == "You aren't playing in this match."
    assert await world.rows(1) == rows


async def test_a_race_is_typed_in_the_words_of_its_buttons(world: World) -> None:
    ann, _ = await quick_race(world)
    assert OWN in (await ann.command("move", choice="3 → row 9, LANE 1 Stóp")).text
    assert "Ann moves 🟡 Yellow 1 with the 3 to row 9, lane 1." in world.board().content


def nest(state: State) -> Seen:
    """A position of Schlangennest as the seat whose turn it is sees it."""
    row = cast("Any", SimpleNamespace(phase="running", game="schlangennest"))
    return Seen(row, state.due, GAME.view(state, state.due), GAME)


def two_ends() -> State:
    """Red lies on M20 with L20 and N20 open; a straight on N20 would join it to yellow, which lies on O20."""
    return table("M20.0.straight.ew O20.1.straight.ew")


def tails_first() -> State:
    """Red's tail lies on M20, and yellow's has to come next."""
    state = start(ends="one")
    play(state, "snake.0 M20 tail e")
    return state


@pytest.mark.parametrize(
    "text",
    [
        "L20.e curve es",
        "l20.E CURVE ES",
        "L20 from the east, Curve east–south",
        "l20 curve south-east",
        "L20 east cürve es",
        "l curve 2",
        "1 2 2",
    ],
)
def test_a_lay_is_typed_in_many_ways(text: str) -> None:
    assert read_typed(nest(two_ends()), text, ENGLISH) == ("L20.e", "curve", "es")


@pytest.mark.parametrize("text", ["snake.1 N21 tail n", "N21 n", "n21 T north", "yellow n21 tail 1", "N21 1"])
def test_what_has_one_answer_may_be_typed_or_left_out(text: str) -> None:
    assert read_typed(nest(tails_first()), text, ENGLISH) == ("snake.1", "N21", "tail", "n")


ENDS = [
    ("N20.w straight ew", "two.colours"),  # the end and the card are offered there, the rotation isn't
    ("n20 from the west STRAIGHT east-west", "two.colours"),
    ("n20 west straight", "two.colours"),
    ("N20.w straight ns", "rotation.unjoined"),
    ("n20 str north–south", "rotation.unjoined"),
    ("P20 straight", "end.others"),
    ("O20.w head w", "end.none"),
    ("banana", "typed.word"),
    ("N20.w banana", "typed.word"),
    ("N20 curve west", "typed.word"),  # both ways round touch the west
    ("L20 curve 3", "typed.word"),
    ("L2", "typed.word"),  # not the beginning of L20
    ("N20.w", "typed.short"),
    ("N20.w curve sw sw", "typed.beyond"),
    ("→↓", "typed.word"),
    ("+", "typed.word"),
    ("", "typed.short"),
    ("p20 " * 1500, "end.others"),
    ("L20.e curve es" + " es" * 2000, "typed.beyond"),
]
TAILS = [
    ("N21 curve es", "card.tail"),  # although there is no choice of cards
    ("n21 c east-south", "card.tail"),
    ("m20", "square.taken"),
    ("K20 n", "square.far"),
]
IN_GERMAN = [
    ("n20 von Westen Gerade Osten-Westen", "two.colours"),
    ("n20 from the west STRAIGHT east-west", "two.colours"),
    ("N20.w banana", "typed.word"),
    ("N20 curve west", "typed.word"),
]


@pytest.mark.parametrize(
    ("state", "language", "text", "reason"),
    [
        *((two_ends, None, *case) for case in ENDS),
        *((tails_first, None, *case) for case in TAILS),
        *((two_ends, "de", *case) for case in IN_GERMAN),
    ],
)
def test_a_typed_answer_against_the_rules_is_refused_with_their_reason(
    state: Callable[[], State], language: str | None, text: str, reason: str
) -> None:
    with pytest.raises(Refused) as refusal:
        read_typed(nest(state()), text, catalogue(language))
    assert refusal.value.reason == reason


def test_an_unknown_word_is_told_the_single_answers_too() -> None:
    with pytest.raises(Refused) as refusal:
        read_typed(nest(tails_first()), "N21 banana", ENGLISH)
    assert refusal.value.about == {
        "word": "banana",
        "offered": "Tail; ↑ north; → east; ↓ south; ← west",
        "understood": "Understood: 8: N21. ",
    }


def single_choices(key: str, seats: int, moves: int, seed: int) -> Iterator[tuple[Seen, Path, Pick]]:
    """Every question for one option in a match at random: who sees it, the steps before it, and what is asked."""
    game, rng = GAMES[key], Random(seed)
    state, _ = game.setup(settle(game.spec, Table(seats, {}, game.spec.rules)), SeededDice(bytes(32), 0))
    for number in range(1, moves):
        if (public := game.view(state, None)).over:
            break
        who = public.waiting[0]
        view = game.view(state, who)
        path = game.fallback(view) if who is None else play_random(game, view, rng)
        seen = Seen(cast("Any", SimpleNamespace(phase="running", game=key)), who, view, game)
        for before in (path[:at] for at in range(len(path) if who is not None else 0)):
            ask = seen.ask(before)
            if isinstance(ask, Pick) and (ask.least, ask.most) == (1, 1):
                yield seen, before, ask
        game.apply(state, Move(who, path), SeededDice(bytes(32), number))


@pytest.mark.parametrize("key", GAMES)
def test_what_a_refusal_offers_is_understood_and_is_no_id(key: str) -> None:
    asked = 0
    for seen, before, ask in single_choices(key, GAMES[key].spec.seats[0], 40, 1):
        for option, words in zip(ask.options, words_of_options(seen, before, ask, ENGLISH), strict=True):
            reading = _follow(seen, Reading(path=before, left=_words(words)), ENGLISH)
            assert reading.path[: len(before) + 1] == (*before, option)
            assert not reading.left
            assert words != option or fullmatch(r"[a-zA-Z]?\d*", option), "what a picture numbers may be an id"
            asked += 1
    assert asked > 20


@pytest.mark.parametrize("language", ["fr", *in_long(*(la for la in languages() if la not in ("en", "fr")))])
@pytest.mark.parametrize("key", GAMES)
def test_steps_are_understood_in_the_reader_s_language_and_in_english(key: str, language: str) -> None:
    own, asked = catalogue(language), Counter[str]()  # by what is asked
    for seen, before, ask in single_choices(key, 3, 30, 2):
        about = ask.about.partition(".")[0]
        for say in (own, ENGLISH) if asked[about] <= 20 else ():
            for option, words in zip(ask.options, words_of_options(seen, before, ask, say), strict=True):
                reading = _follow(seen, Reading(path=before, left=_words(words)), own)
                assert (reading.path[: len(before) + 1], reading.left) == ((*before, option), ()), words
                asked[about] += 1
    assert asked


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("", ["L20.e", "N20.w"]),
        ("l", ["L20.e"]),
        ("L20 from th", ["L20.e"]),
        ("2", ["N20.w"]),
        ("l20 ", ["L20.e straight", "L20.e curve", "L20.e tail", "L20.e head"]),
        ("l20 c", ["L20.e curve"]),
        ("l20 from the east cur", ["L20.e curve"]),
        ("l20 c ", ["L20.e curve ne", "L20.e curve es"]),
        ("l20 curve south-e", ["L20.e curve es"]),
        ("l20 curve 2", ["L20.e curve es"]),
        ("l20 curve 2 ", ["L20.e curve es"]),
        ("l20 curve !", ["L20.e curve ne", "L20.e curve es"]),
        ("l20 curve 2 2", []),
        ("O20", []),
    ],
)
def test_suggestions_follow_friendly_words(text: str, offered: list[str]) -> None:
    assert [suggestion.text for suggestion in suggestions(nest(two_ends()), text, ENGLISH)] == offered


@pytest.mark.parametrize(
    "text",
    [
        "L20 von Osten, Kurve Osten–Süden",
        "l20 kurve süden osten",
        "l20 Curve east–south",
        "L20 from the east cur Süden osten",
    ],
)
def test_a_lay_is_typed_in_german_in_english_and_in_both(text: str) -> None:
    assert read_typed(nest(two_ends()), text, catalogue("de")) == ("L20.e", "curve", "es")


def test_what_is_begun_in_english_is_suggested_in_the_reader_s_words() -> None:
    assert [s.text for s in suggestions(nest(two_ends()), "l20 cur", catalogue("de"))] == ["L20.e curve"]
    (turn,) = suggestions(nest(two_ends()), "l20 curve süd", catalogue("de"))[-1:]
    assert turn.label.startswith("1: L20 · Kurve · ")


@pytest.mark.parametrize("text", ["Kapitän+Kletterer", "leader+climber", "climber+kapitan", "1+3"])
def test_several_are_named_in_either_language(text: str) -> None:
    game = GAMES["legstrong"]
    state, _ = game.setup(settle(game.spec, Table(5, {}, game.spec.rules)), SeededDice(bytes(32), 0))
    seen = Seen(cast("Any", SimpleNamespace(phase="running", game="legstrong")), 0, game.view(state, 0), game)
    assert seen.ask(()) == Pick("types", ("leader", "rouleur", "climber"), 2, 2)
    assert _follow(seen, Reading(left=_words(text)), catalogue("de")).path[0] == "leader+climber"


def test_suggestions_are_shown_in_words_without_ids() -> None:
    cards = suggestions(nest(two_ends()), "l20 ", ENGLISH)
    assert [card.label for card in cards] == [
        "1: L20 · Straight · 6 left",
        "1: L20 · Curve · 9 left",
        "1: L20 · Tail",
        "1: L20 · Head",
    ]
    (turn,) = suggestions(nest(two_ends()), "l20 curve es", ENGLISH)
    assert turn.label == "✓ 1: L20 · Curve · →↓ east–south"


@pytest.mark.parametrize("seed", range(3))
def test_every_suggestion_of_a_match_fits_discord_and_is_understood(seed: int) -> None:
    for state, _ in match(Table(2, {"snakes": "hunt"}, GAME.spec.rules), seed):
        if state.stage == "over":
            break
        seen, text = nest(state), ""
        while not (offered := suggestions(seen, text + " ", ENGLISH))[0].label.startswith("✓"):
            assert len(offered) <= 25
            assert max(len(offer.label) for offer in offered) <= 100
            assert len({offer.label for offer in offered}) == len(offered)
            assert "snake." not in offered[-1].label
            text = offered[-1].text
        assert isinstance(seen.ask(read_typed(seen, text, ENGLISH)), Ready)


async def test_two_typed_answers_in_the_same_moment_count_once(world: World) -> None:
    ann, _ = await quick_race(world)
    rows = await world.rows(1)
    moved = await ann.command("move", choice="3 1 stop")
    moved.result._interaction.responded = False
    await world.again(moved)
    assert await world.rows(1) == rows + 1


async def test_suggestions_lead_step_by_step_to_the_whole_answer(world: World) -> None:
    ann, bob = await quick_race(world)
    assert await ann.complete("move", "choice", "") == [
        ("5 → row 11", "5"),
        ("3 → row 9", "3"),
    ]
    landings = await ann.complete("move", "choice", "3 ")
    assert [text for _, text in landings] == ["3 1", "3 2", "3 3", "3 4"]
    assert landings[0][0].startswith("3 → row 9 · Lane 1")
    assert [text for _, text in await ann.complete("move", "choice", "3 1 sto")] == ["3 1 stop"]
    assert await ann.complete("move", "choice", "3 1 stop") == [
        ("✓ 3 → row 9 · Lane 1, 🟡 yellow · Stop here", "3 1 stop")
    ]
    assert await ann.complete("move", "choice", "3 1 banana") == []
    assert await ann.complete("move", "choice", "banana split") == []
    assert await ann.complete("move", "choice", "3 1 stop stop") == []
    assert await bob.complete("move", "choice", "") == []
    assert await ann.complete("move", "choice", "", match="9") == []


async def test_suggestions_are_those_of_the_match_that_is_named(world: World) -> None:
    ann, bob = await quick_race(world)
    await ann.start_match(bob, preset="quick")
    assert await ann.complete("move", "choice", "") == []
    assert [text for _, text in await ann.complete("move", "choice", "", match="1")] == ["5", "3"]
    assert [text for _, text in await ann.complete("move", "choice", "", match="2")] == await world.options(2, ann)


async def test_what_is_suggested_is_understood_up_to_the_end(world: World) -> None:
    ann, bob = await quick_race(world)
    for _ in range(6):
        seat = (await world.seen(1)).view.waiting[0]
        player, text = (ann, bob)[seat or 0], ""
        while not (offered := await player.complete("move", "choice", text + " "))[0][0].startswith("✓"):
            text = offered[-1][1]
        assert OWN in (await player.command("move", choice=text)).text


WIDE = 10**18


@pytest.mark.parametrize(
    ("begun", "least", "most", "first"),
    [
        ("", -2, 1, [-2, -1, 0, 1]),
        ("", 0, WIDE, [0, 1, 2, 3]),
        ("-", -3, 5, [-3, -2, -1]),
        ("-", 1, 5, []),
        ("4", 10, 500, [40, 41, 42, 43]),
        ("4", 1, 4, [4]),
        ("49", 10, 491, [49, 490, 491]),
        ("-1", -101, 7, [-1, -19, -18, -17]),
        ("-1", -2, 7, [-1]),
        ("0", 0, WIDE, [0]),
        ("0", 1, WIDE, []),
        ("99999999999", 0, WIDE, [99999999999, 999999999990, 999999999991, 999999999992]),
        ("9" * 5000, 0, WIDE, []),
        ("007", 0, WIDE, []),
        ("-0", -5, 5, []),
        ("٤", 0, WIDE, []),
        ("four", 0, WIDE, []),
    ],
)
def test_numbers_are_found_by_how_they_begin(begun: str, least: int, most: int, first: list[int]) -> None:
    assert list(islice(spelled_from(begun, least, most), 4)) == first


@pytest.mark.parametrize("begun", ["", "-", "1", "-12", "0", "30"])
def test_every_number_that_begins_so_is_found_once(begun: str) -> None:
    found = list(spelled_from(begun, -150, 312))
    assert sorted(found) == [number for number in range(-150, 313) if str(number).startswith(begun)]


@pytest.mark.parametrize(
    ("most", "line"), [(40, "first · second · third"), (20, "… second · third"), (8, "… third"), (4, "thi…")]
)
def test_of_a_long_answer_the_last_steps_are_shown(most: int, line: str) -> None:
    assert _last_words(("first", "second", "third"), most) == line
    assert _last_words((), most) == ""
