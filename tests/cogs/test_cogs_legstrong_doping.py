"""A stage race with doping in process: sleeves by direct message, the control in the thread, and what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engines import GAMES
from engines.legstrong import DECK, LegstrongView
from engines.legstrong import tested_now as next_sample
from engines.table import Path, Pick
from host.play.seen import only_step
from locales import catalogue
from tests.cogs.world import Message, Player, World, answer_all, opened_match, press_through, view_of

NOT_YOURS = "It isn't your turn just now."
JOKER = "A Joker can't be an Energy Level: choose another card."
STRANGER = "That card isn't on offer: choose one from this rider's sleeve."
HIGHER = "After a test a level can only go down: keep it, or choose a lower card."
PLACES = "There are four places: choose 1, 2, 3 or 4."


async def begin(world: World, **options: Any) -> list[Player]:
    """Two players of match 1, a tour of two short legs, as they get their sleeves."""
    people = await opened_match(world, "legstrong new", "Ann", "Bob", tour="custom", course="FGDF FFFF", **options)
    await answer_all(world, people)
    assert (await view_of(world, LegstrongView)).stage == "el"
    return people


@pytest.fixture
async def riders(world: World) -> list[Player]:
    """With a tester who picks."""
    return await begin(world, tests="pick")


async def ride_to(world: World, riders: list[Player], stage: str) -> LegstrongView:
    """The race goes on carefully until that stage."""
    for _ in range(200):
        view = await view_of(world, LegstrongView)
        if view.stage == stage:
            return view
        await answer_all(world, riders)
    raise AssertionError(f"no {stage}")


def said(world: World) -> str:
    """All that stands in the thread, descriptions of pictures too."""
    return "\n".join(
        "\n".join([message.content, *(file.description or "" for file in message.attachments)])
        for message in world.thread.history()
    )


async def forge(world: World, player: Player, panel: Message, path: str) -> str:
    """What a press answers whose button was made up for the place that `path` leads to."""
    seen = await world.seen(1, player)
    world.forge(panel, f"g:1:{seen.fingerprint}:{path}")
    return (await player.press(panel, "forged 0")).whisper


async def test_sleeves_and_their_question_come_by_direct_message(world: World, riders: list[Player]) -> None:
    # who of them answers last is decided by the token; they see the next question where they have pressed
    called, last = sorted(riders, key=lambda player: "up his sleeve" not in player.dms()[-1].content)
    dm, panel = called.dms()[-1], (await last.command("play")).panel
    leaders = dict(zip(riders, ("🔴 Leader 1", "⚪ Leader 11"), strict=True))
    for player, message in ((called, dm), (last, panel)):
        first = leaders[player]
        own = await view_of(world, LegstrongView, player)
        assert f"{first} has " in message.content and "Which card is his Energy Level?" in message.content
        [picture] = message.attachments
        assert picture.filename.endswith("-hand.png")
        described = (picture.description or "").splitlines()[0]
        assert described.startswith(f"{first.split(' ', 1)[1]}: ") and described.count(" positive") == sum(
            not card.startswith("card.joker") for sleeve in own.sleeves for card in sleeve.cards
        )
    public = said(world)
    assert "sleeve" not in re.sub(r"\*\*The sleeves\*\*: \w+ and \w+ to choose Energy Levels", "", public)
    assert "hand" not in "".join(file.filename for m in world.thread.history() for file in m.attachments)


async def test_one_confirm_seals_the_levels_of_all_riders(world: World, riders: list[Player]) -> None:
    ann, bob = riders
    panel = await ann.command("play")
    for _ in range(3):
        assert f"{panel.labels[0]} · " in panel.alt and "% positive" in panel.alt
        panel = await ann.press(panel, panel.labels[0])
    assert panel.text.count(" risk of a positive test.") == 3
    sealed = await ann.press(panel, "Confirm")
    assert catalogue("en")("panel.sealed") in sealed.text
    assert "**Energy Levels**" not in said(world)
    await press_through(await bob.command("play"))
    await world.later(1)
    levels = (await view_of(world, LegstrongView)).levels
    assert [level.card for level in levels] == [
        sleeve.cards[0] for player in riders for sleeve in (await view_of(world, LegstrongView, player)).sleeves
    ]
    text = (await bob.command("match history")).text
    assert "**Energy Levels**, with energy at every start: Ann: Leader " in text


async def test_a_joker_or_a_card_of_another_sleeve_is_refused(world: World, riders: list[Player]) -> None:
    ann, _ = riders
    rows = await world.rows(1)
    own = (await view_of(world, LegstrongView, ann)).sleeves[0].cards
    stranger = next(card for card in DECK if card not in own and "joker" not in card)
    for typed, why in (("card.joker.1", JOKER), ("joker", JOKER), (stranger, STRANGER)):
        assert (await ann.command("move", choice=typed)).whisper == why
    assert await forge(world, ann, (await ann.command("play")).panel, "4") == STRANGER
    assert await world.rows(1) == rows


async def test_a_control_is_a_scene_in_the_thread(world: World, riders: list[Player]) -> None:
    view = await ride_to(world, riders, "test")
    sample = next_sample(view.control)
    assert sample is not None and view.control is not None
    board = world.board()
    tester = ("Ann", "Bob")[sample.tester]
    assert f"**Control after stage 1 of 2**: {tester} to turn over a card of " in board.content
    described = board.attachments[0].description or ""
    assert f"Control, the die shows {view.control.die}." in described
    assert f" is to be tested by player {sample.tester + 1}." in described

    panel = await riders[sample.tester].command("play")
    assert panel.labels[:5] == ["1", "2", "3", "4", "Leave it to chance"]
    panel = await riders[sample.tester].press(panel, "3")
    assert "You turn over card 3 of " in panel.text
    await riders[sample.tester].press(panel, "Confirm")
    await world.later(1)
    text = (await riders[0].command("match history")).text
    assert f"**Control after stage 1**: the die shows {view.control.die}." in text
    assert f" is negative: {tester} picks card 3, and no one sees it." in text  # careful levels are clean


async def test_nobody_but_the_tester_picks_and_there_is_no_fifth_place(world: World, riders: list[Player]) -> None:
    view = await ride_to(world, riders, "test")
    sample = next_sample(view.control)
    assert sample is not None
    tester, owner = riders[sample.tester], riders[sample.seat]
    rows = await world.rows(1)
    assert (await owner.command("move", choice="1")).whisper == NOT_YOURS
    assert await forge(world, owner, (await owner.command("play", match="1")).panel, "0!") == NOT_YOURS
    assert (await tester.command("move", choice="5")).whisper == PLACES
    assert await forge(world, tester, (await tester.command("play")).panel, "5") == PLACES
    assert await world.rows(1) == rows


def last_question(view: LegstrongView) -> Pick:
    """The question that is put to the player after those that leave them no choice, or the last of these."""
    path: Path = ()
    ask = GAMES["legstrong"].ask(view)
    assert isinstance(ask, Pick)
    while (step := only_step(ask)) and isinstance(following := GAMES["legstrong"].ask(view, (*path, step)), Pick):
        path, ask = (*path, step), following
    return ask


async def test_after_a_test_a_level_only_goes_down(world: World, riders: list[Player]) -> None:
    view = await ride_to(world, riders, "keep")
    player = riders[view.asked[0]]
    own = await view_of(world, LegstrongView, player)
    asked = last_question(own)
    [sleeve] = [sleeve for sleeve in own.sleeves if asked.about == f"keep.{sleeve.rider}"]
    level = next(le.card for le in own.levels if le.rider == sleeve.rider)
    higher = next(card for card in sleeve.cards if card != level and "joker" not in card)
    rows = await world.rows(1)
    for typed, why in ((higher, HIGHER), (level, HIGHER), ("joker", JOKER)):
        assert (await player.command("move", choice=typed)).whisper == why
    assert await forge(world, player, (await player.command("play")).panel, "3") == STRANGER
    assert await world.rows(1) == rows
    shown = await player.command("play")
    assert " keeps " in shown.text and shown.labels[0] == "Confirm"  # asked even if that is the only option
    assert "to keep or lower their levels" in world.board().content


async def test_with_collusion_the_owner_signals_and_the_tester_hears(world: World) -> None:
    riders = await begin(world, collusion="on")
    view = await ride_to(world, riders, "signal")
    sample = next_sample(view.control)
    assert sample is not None
    owner, tester = riders[sample.seat], riders[sample.tester]
    panel = await owner.command("play")
    assert " The cards lie 1 " in panel.text and "No signal" in panel.labels
    assert (panel.picture.description or "").startswith("The cards lie 1 ")
    await owner.press(panel, "2")  # a word needs no Confirm
    await world.later(1)
    heard = await tester.command("play")
    assert "The owner signals place 2." in heard.text
    assert (heard.picture.description or "").startswith("The owner signals place 2.")
    assert "signals place" not in said(world) and "cards lie 1" not in said(world)


async def test_signals_with_blind_tests_are_refused_before_the_start(world: World) -> None:
    answer = await world.person("Ann").command("legstrong new", collusion="on", tests="blind", players=2)
    assert "Signals need a tester who picks: set Tests to “Tester picks” or “Automatic”." in answer.text
