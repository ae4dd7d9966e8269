"""A move through the panel, by direct message and under the board, and what others see of it."""

from collections import Counter
from random import Random

from engines.pistard import PistardView
from tests.cogs.world import MORE, OWN, World, play_fallback, quick_match, quick_race, view_of


async def test_the_direct_message_is_the_panel_of_the_first_move(world: World) -> None:
    ann, bob = await quick_match(world)
    [dm] = ann.dms()
    head, why, news, *_ = dm.content.splitlines()
    assert head.startswith(f"**Pistard #1** · <#{world.thread.id}> · ⏳ Your time runs out <t:")
    assert (why, news) == ("### It's your turn", "-# Bob rolls 3 3 2 2.")
    assert dm.content.endswith(" Which die does 🟡 Yellow 1 get for the first move?")
    assert world.labels(dm) == ["🎲6", "🎲4", "🎲3", "🎲2", MORE]
    assert len(bob.dms()) == 1

    rows = await world.rows(1)
    panel = await ann.press(dm, "🎲4")
    assert panel.panel.id == dm.id
    assert panel.text.endswith("🟡 Yellow 1: 4. Which die does 🟢 Green 1 get for the first move?")
    assert panel.labels == ["🎲6", "🎲3", "🎲2", "Back"]
    panel = await ann.press(panel, "🎲3")
    panel = await ann.press(panel, "🎲6")
    # the last die is the only one left, so there is no question about it
    assert panel.text.endswith("Your secret choice: 🟡 Yellow 1: 4, 🟢 Green 1: 3, 🔵 Blue 1: 6, 🟠 Orange 1: 2.")
    assert panel.labels == ["Confirm", "Back"]

    panel = await ann.press(panel, "Back")
    assert panel.labels == ["🎲6", "🎲2", "Back"]
    panel = await ann.press(panel, "Back")
    panel = await ann.press(panel, "Back")
    assert panel.labels == ["🎲6", "🎲4", "🎲3", "🎲2", MORE]
    assert await world.rows(1) == rows


async def test_a_sealed_answer_is_seen_by_its_player_alone_and_may_be_changed(world: World) -> None:
    ann, bob = await quick_match(world)
    panel = await ann.press(ann.dms()[-1], "🎲4")
    for label in ("🎲3", "🎲6", "Confirm"):
        panel = await ann.press(panel, label)
    assert panel.text.splitlines()[1:] == [
        "**Done:** Your dice are set, in secret – Yellow: 4, Green: 3, Blue: 6, Orange: 2.",
        "-# Ann has handed out their dice.",
        "Your move is in. Until everyone has moved, no one sees it and you can change it.",
    ]
    assert panel.labels == ["Change my move", "Look again", MORE]
    assert "Ann has handed out their dice." in world.board().content
    assert "Yellow: 4" in (await ann.command("match history", match="1")).text
    assert "Yellow: 4" not in (await bob.command("match history", match="1")).text
    assert "Yellow: 4" not in world.board().content

    panel = await ann.press(panel, "Change my move")
    assert panel.labels == ["🎲6", "🎲4", "🎲3", "🎲2", MORE]
    for label in ("🎲6", "🎲4", "🎲3", "Confirm"):
        panel = await ann.press(panel, label)
    assert (await view_of(world, PistardView, ann)).plan == "plan.0.6.4.3.2"
    assert (await view_of(world, PistardView, bob)).plan == ""


async def test_your_move_asks_for_die_landing_and_bonus_in_one_press(world: World) -> None:
    ann, _ = await quick_race(world)
    rows = await world.rows(1)
    panel = await ann.press(world.board(), "Your move")
    assert panel.panel.ephemeral
    assert panel.text.endswith("Yellow 1: to which square?")
    assert panel.labels == [
        *map(str, range(1, 11)),
        MORE,
    ]
    assert "1: Row 11/1 · 🎲5; " in panel.alt and "6: Row 10/1 · 🎲3 · colour step; " in panel.alt
    pictures = [panel.picture_bytes()]

    panel = await ann.press(panel, "5")
    assert panel.labels == ["Confirm", "Back"]
    pictures.append(panel.picture_bytes())
    panel = await ann.press(panel, "Back")
    assert panel.labels[0] == "1", "back to where it was pressed"
    panel = await ann.press(panel, "6")
    pictures.append(panel.picture_bytes())
    assert len(set(pictures)) == 3, "each step is drawn"
    assert await world.rows(1) == rows

    panel = await ann.press(panel, "Confirm")
    assert OWN in panel.text
    assert panel.panel.ephemeral
    assert "Green 1: to which square?" in panel.text, "the panel goes on with the next question"
    assert await world.rows(1) == rows + 1
    assert "Ann moves 🟡 Yellow 1 with the 3" in world.board().content
    assert "Bonus: colour." in world.board().content


async def test_a_button_of_an_older_panel_asks_for_the_rest(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    print_ = (await world.seen(1, ann)).fingerprint
    world.forge(panel.panel, f"g:1:{print_}:1")
    panel = await ann.press(panel, "forged 0")
    assert panel.text.endswith("Yellow 1 rides the 3: to which square?")
    assert panel.labels[:2] == ["1", "2"]
    world.forge(panel.panel, f"g:1:{print_}:1.0")
    panel = await ann.press(panel, "forged 0")
    assert "Take a bonus step?" in panel.text
    assert panel.labels == ["1", "Stop here", "Back"]
    assert (await ann.press(panel, "Stop here")).labels == ["Confirm", "Back"]


async def test_no_call_is_sent_to_a_player_whose_panel_shows_the_question(world: World) -> None:
    ann, _ = await quick_race(world)
    dms = len(ann.dms())
    panel = await ann.press(world.board(), "Your move")
    panel = await ann.press(await ann.press(panel, "1"), "Confirm")
    assert "Green 1: to which square?" in panel.text
    await world.later(2)
    assert len(ann.dms()) == dms


async def test_the_one_whose_turn_comes_is_called_once(world: World) -> None:
    ann, bob = await quick_race(world)
    before = len(bob.dms())
    while 1 not in (await world.seen(1)).view.waiting:
        before = len(bob.dms())
        await play_fallback(world, ann)
    assert len(bob.dms()) == before + 1
    dm = bob.dms()[-1]
    assert "### It's your turn" in dm.content
    assert "which square?" in dm.content
    assert dm.attachments[0].description
    await world.later(3600)
    assert len(bob.dms()) == before + 1


async def test_a_spectator_sees_what_everybody_sees(world: World) -> None:
    ann, _ = await quick_match(world)
    for label in ("🎲6", "🎲4", "🎲3", "Confirm"):
        await ann.press(ann.dms()[-1], label)
    carla = world.person("Carla")
    panel = await carla.press(world.board(), "Your move")
    assert panel.panel.ephemeral
    assert "You aren't playing in this match, so you see what everyone sees." in panel.text
    assert "to hand out their dice" in panel.text
    assert "Yellow: 6" not in panel.text + str(panel.picture.description)
    assert panel.labels == ["Look again", "Follow"]
    looked = await carla.press(panel, "Look again")
    assert looked.panel.id == panel.panel.id
    assert looked.labels == ["Look again", "Follow"]
    assert "Yellow: 6" not in (await carla.press(world.board(), "History")).whisper


async def test_a_player_who_waits_may_look_again(world: World) -> None:
    ann, bob = await quick_race(world)
    panel = await bob.press(world.board(), "Your move")
    assert "Ann to move 🟡 Yellow 1" in panel.text
    assert panel.labels == ["Look again", MORE]
    while 1 not in (await world.seen(1)).view.waiting:
        await play_fallback(world, ann)
    panel = await bob.press(panel, "Look again")
    assert "which square?" in panel.text
    assert "Look again" not in panel.labels


async def test_after_the_last_answer_the_next_match_is_a_press_away(world: World) -> None:
    ann, bob = await quick_match(world)
    await ann.start_match(bob, preset="quick")
    panel = await ann.command("play", match="1")
    for label in ("🎲6", "🎲4", "🎲3", "Confirm"):
        panel = await ann.press(panel, label)
    assert panel.text.startswith("**Pistard #1**")
    assert panel.text.splitlines()[1].startswith(OWN)
    assert panel.labels[0] == "Next: Pistard #2"
    following = await ann.press(panel, "Next: Pistard #2")
    assert following.panel.id == panel.panel.id
    assert following.text.startswith("**Pistard #2**") and OWN not in following.text
    assert following.labels == [*(f"🎲{die}" for die in await world.options(2, ann)), MORE]


async def test_no_press_shows_another_match_than_its_button_names(world: World) -> None:
    ann, bob = await quick_match(world)
    await ann.start_match(bob, preset="quick")
    rng, shown, named = Random(4), await ann.command("play", match="1"), Counter[int]()
    for _ in range(60):
        labels = [label for label in shown.labels if label not in {MORE, "Hint", "Look again"}]
        if not labels:
            await world.later(1)
            for match in (1, 2):
                if 1 in (await world.seen(match)).view.waiting:
                    await play_fallback(world, bob, match)
        label = rng.choice(labels) if labels else "Look again"
        if label not in shown.labels:
            shown = await ann.command("play")
            continue
        kind, *place = world.code(shown.panel, label).split(":")
        match = int(place[kind == "h"].split(".")[0], 36)  # before it stands the action, if the button has one
        shown = await ann.press(shown, label)
        named[match] += 1
        assert shown.text.startswith(f"**Pistard #{match}**"), label
    assert min(named[1], named[2]) > 5


async def test_a_young_board_is_renewed_and_an_old_one_gets_a_successor(world: World) -> None:
    ann, bob = await quick_match(world)
    first = world.board().id
    await play_fallback(world, ann)
    assert world.board().id == first
    await world.later(601)
    await play_fallback(world, bob)
    assert world.board().id != first
    old = world.thread.history()[1]
    assert old.id == first
    panel = await ann.press(old, "Your move")
    assert "Yellow 1: to which square?" in panel.text, "old boards open the present panel"


async def test_a_board_that_was_deleted_is_posted_again(world: World) -> None:
    ann, _ = await quick_match(world)
    first = world.board()
    world.env.backend.delete_message(world.thread.id, first.id)
    await play_fallback(world, ann)
    assert world.board().id != first.id
    assert "Ann has handed out their dice." in world.board().content


async def test_a_lobby_that_was_deleted_is_posted_again(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.command("pistard new", preset="quick", players=2)
    gone = world.lobby()
    await bob.press(gone, "Join")
    world.env.backend.delete_message(world.races.id, gone.id)
    await world.house.lobby.leave(1, bob.as_person())
    await world.env.settle()
    assert world.lobby().id != gone.id
    await bob.press(world.lobby(), "Join")
    await ann.press(world.lobby(), "Start")
    assert world.labels(world.board()) == ["Your move", "History", "Rules"]


async def test_without_a_lobby_message_the_thread_opens_on_its_own(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.command("pistard new", preset="quick", players=2)
    await bob.press(world.lobby(), "Join")
    world.env.backend.delete_message(world.races.id, world.lobby().id)
    await world.house.lobby.start(1, ann.as_person())
    await world.env.settle()
    assert world.thread.name == "Pistard #1: Ann – Bob"
    assert len(ann.dms()) == 1
