"""/move: an answer in words, its suggestions and its refusals."""

from itertools import islice
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.typed import read_typed, spelled_from
from engines.table import IllegalMove
from host.seen import Seen
from tests.cogs.world import World, quick_match, quick_race
from tests.engines.schlangennest.position import GAME, table


async def test_a_typed_answer_is_played(world: World) -> None:
    ann, _ = await quick_race(world)
    rows = await world.rows(1)
    moved = await ann.command("move", choice="3 1 stop")
    assert moved.panel.ephemeral
    assert "Played." in moved.text
    assert "Green 1 is due" in moved.text
    assert await world.rows(1) == rows + 1
    assert "Ann rides Yellow 1 with the 3 to row 9, lane 1." in world.board().content


async def test_single_options_need_not_be_typed(world: World) -> None:
    ann, bob = await quick_match(world)
    assert "Played." in (await ann.command("move", choice="6 4 3")).text
    assert "Played." in (await bob.command("move", choice="3 3")).text
    assert (await world.seen(1)).view.stage == "move"


async def test_a_typed_answer_that_does_not_fit_changes_nothing(world: World) -> None:
    ann, bob = await quick_race(world)
    rows = await world.rows(1)
    for choice, why in {
        "3 banana": "“banana” isn't possible there; possible now: 1, 2, 3, 4.",
        "7": "“7” isn't possible there; possible now: 5, 3.",
        "3 1 stop stop": "Your decision was already complete before the last step.",
        "3": "That isn't a whole move yet; next comes one of: 1, 2, 3, 4.",
        "3 " + "x" * 60: "“" + "x" * 29 + "…” isn't possible there; possible now: 1, 2, 3, 4.",
        "@everyone `5`": "“@everyone” isn't possible there; possible now: 5, 3.",
    }.items():
        assert (await ann.command("move", choice=choice)).whisper == why
    assert (await bob.command("move", choice="5")).whisper == "It isn't your move just now."
    carla = world.person("Carla")
    no_seat = await carla.command("move", choice="5", match="1")
    assert no_seat.whisper == "You have no seat in this match, so you can't move in it."
    assert await world.rows(1) == rows


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("N20.w straight ew", "two.colours"),  # the end and the card are offered there, the rotation isn't
        ("N20.w straight ns", "rotation.unjoined"),
        ("O20.w head w", "end.none"),
        ("banana", "typed.word"),
        ("N20.w banana", "typed.word"),
        ("N20.w", "typed.short"),
    ],
)
def test_a_typed_answer_against_the_rules_is_refused_with_their_reason(text: str, reason: str) -> None:
    state = table("M20.0.straight.ew O20.1.straight.ew")
    match = cast("Any", SimpleNamespace(phase="running"))
    with pytest.raises(IllegalMove) as refusal:
        read_typed(Seen(match, 0, GAME.view(state, 0), GAME), text)
    assert refusal.value.reason == reason


async def test_a_typed_answer_to_a_finished_match_is_told_so(world: World) -> None:
    ann, bob = await quick_race(world)
    await ann.command("match resign", sure="yes")
    assert (await bob.command("move", choice="5", match="1")).whisper == "The match is over."


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
        ("5 · 5 → row 11", "5"),
        ("3 · 3 → row 9", "3"),
    ]
    landings = await ann.complete("move", "choice", "3 ")
    assert [text for _, text in landings] == ["3 1", "3 2", "3 3", "3 4"]
    assert landings[0][0].startswith("3 1 · Lane 1")
    assert [text for _, text in await ann.complete("move", "choice", "3 1 sto")] == ["3 1 stop"]
    assert await ann.complete("move", "choice", "3 1 stop") == [("✓ 3 1 stop", "3 1 stop")]
    assert await ann.complete("move", "choice", "3 1 banana") == []
    assert await ann.complete("move", "choice", "banana split") == []
    assert await ann.complete("move", "choice", "3 1 stop stop") == []
    assert await bob.complete("move", "choice", "") == []
    assert await ann.complete("move", "choice", "", match="9") == []


async def test_suggestions_are_those_of_the_match_that_is_named(world: World) -> None:
    ann, bob = await quick_race(world)
    await ann.command("pistard new", preset="quick", players=2)
    await bob.press(world.lobby(), "Join")
    await ann.press(world.lobby(), "Start")
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
        assert "Played." in (await player.command("move", choice=text)).text


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
