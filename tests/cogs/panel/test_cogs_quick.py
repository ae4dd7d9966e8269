"""Quick confirm: one press plays what can be taken back, alone unless the player wants it otherwise."""

from typing import Any

import pytest

from engines.table import Path, Ready
from host.play.seen import Seen
from host.play.undo import UNDO_WAIT
from model.kinds import QuickConfirm
from screen.confirm import is_harmless
from screen.questions import next_question, shortcuts_on
from tests.cogs.world import BUTTON, OWN, Answer, Player, World, quick_race

BRIEF: dict[str, dict[str, Any]] = {"superechelon": {"tours": "1"}, "legstrong": {"doping": "off"}}


async def begun(world: World, game: str, *people: str, opponents: int = 1) -> tuple[Player, ...]:
    """A match of that game in which the first sealed questions, if there are any, are answered."""
    players = tuple(world.person(name) for name in people)
    count = len(people) + opponents
    await players[0].command(f"{game} new", players=count, **BRIEF.get(game, {}))
    for player in players[1:]:
        await player.press(world.lobby(), "Join")
    for _ in range(opponents):
        await players[0].add_computer(world.lobby())
    if "Start" in world.labels(world.lobby()):
        await players[0].press(world.lobby(), "Start")
    await world.later(120)
    return players


async def at_a_choice(world: World, player: Player, *others: Player, free: bool) -> Answer:
    """The player's panel where its first button is a whole answer that can be taken back, or can't."""
    for _ in range(80):
        seen = await world.seen(1, player)
        if seen.seat in seen.view.waiting:
            path = first_answer(seen)
            if path and await world.house.matches.can_take_back(seen, path) == free:
                return await player.command("play")
        for other in (player, *others):
            await answer_if_asked(world, other)
        await world.later(5)
    pytest.fail("no such choice")


def first_answer(seen: Seen) -> Path:
    """The whole answer of the panel's first button, () if it leads to another question or is sealed."""
    question = next_question(seen, ())
    assert question is not None
    [way, *_] = shortcuts_on(seen, question.path) or [()]
    after = next_question(seen, (*question.path, *way))
    whole = bool(way) and after is not None and isinstance(after.ask, Ready) and not seen.view.sealed
    return after.path if whole and after is not None else ()


async def answer_if_asked(world: World, player: Player) -> None:
    seen = await world.seen(1, player)
    if seen.seat in seen.view.waiting:
        await world.house.matches.play(1, player.id, seen.game.fallback(seen.view), seen.fingerprint)


@pytest.mark.parametrize("game", ["pistard", "schlangennest"])
async def test_alone_one_press_is_an_answer_and_undo_takes_the_computers_back_too(world: World, game: str) -> None:
    [ann] = await begun(world, game, "Ann")
    panel = await at_a_choice(world, ann, free=True)
    before, rows = await world.seen(1, ann), await world.rows(1)
    played = await ann.press(panel, panel.labels[0])
    assert played.panel.id == panel.panel.id
    assert OWN in played.text
    assert await world.rows(1) > rows
    assert "Undo" in played.labels
    taken = await ann.press(played, "Undo")
    assert "Taken back." in taken.text
    assert (await world.seen(1, ann)).fingerprint == before.fingerprint
    assert taken.labels[0] == panel.labels[0]


@pytest.mark.parametrize("game", ["pistard", "superechelon"])
async def test_alone_what_brings_dice_or_shows_cards_wants_its_confirm(world: World, game: str) -> None:
    [ann] = await begun(world, game, "Ann", opponents=2)
    panel = await at_a_choice(world, ann, free=False)
    rows = await world.rows(1)
    sure = await ann.press(panel, panel.labels[0])
    assert sure.labels == ["Confirm", "Back"]
    assert await world.rows(1) == rows
    back = await ann.press(sure, "Back")
    assert back.labels[0] == panel.labels[0]
    assert OWN in (await ann.press(await ann.press(back, back.labels[0]), "Confirm")).text


async def test_who_stays_inside_presses_once(world: World) -> None:
    [ann] = await begun(world, "legstrong", "Ann")
    while (seen := await world.seen(1, ann)).view.stage != "attack" or seen.seat not in seen.view.waiting:
        await answer_if_asked(world, ann)
        await world.later(5)
    panel = await ann.command("play")
    stays = next(label for label in panel.labels if label.startswith("Stay"))
    rows = await world.rows(1)
    played = await ann.press(panel, stays)
    assert OWN in played.text
    assert await world.rows(1) > rows


async def test_in_company_what_ends_an_attack_confirms_it(world: World) -> None:
    ann, bob = await begun(world, "legstrong", "Ann", "Bob", opponents=0)
    while (seen := await world.seen(1, ann)).view.stage != "attack" or seen.seat not in seen.view.waiting:
        for player in (ann, bob):
            await answer_if_asked(world, player)
        await world.later(5)
    panel = await ann.press(await ann.command("play"), "1")
    rows = await world.rows(1)
    more = await ann.press(panel, panel.labels[0])
    assert await world.rows(1) == rows, "who else attacks?"
    done = next(label for label in more.labels if label in ("That's all", "Done · No chase"))
    assert "Confirm" not in (await ann.press(more, done)).labels
    assert await world.rows(1) > rows


async def test_a_person_who_wants_it_never_confirms_alone_too(world: World) -> None:
    [ann] = await begun(world, "schlangennest", "Ann")
    panel = await at_a_choice(world, ann, free=True)
    await ann.prefers(quick=QuickConfirm.NEVER)
    assert (await ann.press(panel, panel.labels[0])).labels == ["Confirm", "Back"]


async def test_in_company_nobody_is_quick_before_they_say_so(world: World) -> None:
    ann, bob = await begun(world, "schlangennest", "Ann", "Bob", opponents=0)
    panel = await at_a_choice(world, ann, bob, free=True)
    assert (await ann.press(panel, panel.labels[0])).labels == ["Confirm", "Back"]
    settings = await ann.command("settings")
    await ann.press(settings, "Skip Confirm: everywhere")
    panel = await ann.command("play")
    assert OWN in (await ann.press(panel, panel.labels[0])).text


async def test_in_company_a_computer_waits_for_undo(world: World) -> None:
    ann, bob = await begun(world, "schlangennest", "Ann", "Bob")
    await bob.prefers(quick=QuickConfirm.ALWAYS)
    panel = await at_a_choice(world, bob, ann, free=True)
    played = await bob.press(panel, panel.labels[0])
    assert OWN in played.text
    assert (await world.seen(1)).view.waiting == (2,)
    rows = await world.rows(1)
    await world.later(UNDO_WAIT - 2)
    assert await world.rows(1) == rows, "the computer leaves Bob some time"
    taken = await bob.press(played, "Undo")
    assert "Taken back." in taken.text


async def test_a_late_joined_press_gets_a_fresh_panel(world: World) -> None:
    [ann] = await begun(world, "schlangennest", "Ann")
    panel = await at_a_choice(world, ann, free=True)
    late_code = world.code(panel.panel, panel.labels[1])
    await ann.press(panel, panel.labels[0])
    rows = await world.rows(1)
    late = await ann.send(panel.panel, {"custom_id": late_code, "component_type": BUTTON})
    assert "The match has moved on." in late.text
    assert await world.rows(1) == rows


async def test_an_answer_without_a_choice_is_not_confirmed_by_a_press_before_it(world: World) -> None:
    ann, _ = await quick_race(world)
    assert not is_harmless(await world.seen(1, ann), ())
