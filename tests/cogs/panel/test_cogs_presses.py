"""Presses that aren't what they seem: late, doubled, delivered twice, another person's, or made up."""

import pytest

from tests.cogs.world import MORE, OWN, Player, World, play_fallback, quick_match, quick_race, to_confirm

STALE = "The match has moved on. Here's how it stands now."
NO_BUTTON = "That button no longer works; `/play` opens what's waiting for you."
NOT_OPEN = "You can't choose that right now. Please look at the question again."
NO_MATCH = "I can't find that match; `/games` lists yours."

DEALT = 4  # log rows before the first answer: open, join, start, deal


async def test_a_late_press_gets_a_friendly_fresh_panel(world: World) -> None:
    ann, _ = await quick_race(world)
    late = await to_confirm(await ann.press(world.board(), "Your move"))
    await play_fallback(world, ann)
    rows = await world.rows(1)
    panel = await ann.press(late, "Confirm")
    assert panel.text.splitlines()[1] == STALE
    assert "Green 1: to which square?" in panel.text
    assert "Confirm" not in panel.labels
    assert await world.rows(1) == rows


async def test_two_confirms_in_the_same_moment_count_once(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    rows = await world.rows(1)
    await world.together(panel.panel, "Confirm", ann, ann)
    assert await world.rows(1) == rows + 1
    assert "Green 1: to which square?" in panel.text


async def test_the_same_press_delivered_twice_counts_once(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    rows = await world.rows(1)
    played = await ann.press(panel, "Confirm")
    await world.again(played)
    assert await world.rows(1) == rows + 1
    assert OWN in panel.text
    assert "Green 1: to which square?" in panel.text


async def test_the_same_press_delivered_to_the_next_bot_counts_once(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    rows = await world.rows(1)
    played = await ann.press(panel, "Confirm")
    await world.restart()
    await world.again(played)
    assert await world.rows(1) == rows + 1


async def test_a_sealed_press_delivered_twice_counts_once(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    rows = await world.rows(1)
    played = await ann.press(panel, "Confirm")
    played.result._interaction.responded = False  # Discord hasn't noticed that it was answered
    await world.again(played)
    assert await world.rows(1) == rows + 1
    assert "Your move is in." in panel.text


@pytest.mark.parametrize("button", ["Join", "Add computer"])
async def test_a_lobby_press_delivered_twice_counts_once(world: World, button: str, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", players=4)
    pressed = await (bob.press(world.lobby(), button) if button == "Join" else ann.add_computer(world.lobby()))
    before = world.lobby_text()
    pressed.result._interaction.responded = False
    await world.again(pressed)
    assert world.lobby_text() == before
    assert await world.rows(1) == 2


async def test_a_command_delivered_twice_opens_one_match(world: World, ann: Player) -> None:
    opened = await ann.command("pistard new", players=4)
    opened.result._interaction.responded = False
    await world.again(opened)
    assert await world.house.matches.match(2) is None


async def test_a_panel_pressed_by_somebody_else_shows_them_only_their_own(world: World) -> None:
    ann, bob = await quick_match(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    code = world.code(panel.panel, "Confirm")
    theirs = await bob.press(world.board(), "Your move")
    world.forge(theirs.panel, code)
    pressed = await bob.press(theirs, "forged 0")
    assert pressed.text.splitlines()[1] == STALE
    assert pressed.labels == ["🎲3", "🎲2", MORE], "Bob's own dice, not Ann's"
    assert await world.rows(1) == DEALT
    assert panel.labels == ["Confirm", "Back"], "and hers is as it was"


async def test_a_panel_pressed_by_a_stranger_is_refused(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    code = world.code(panel.panel, "Confirm")
    carla = world.person("Carla")
    own = await carla.press(world.board(), "Your move")
    world.forge(own.panel, code)
    assert (await carla.press(own, "forged 0")).whisper == "You aren't playing in this match."
    assert await world.rows(1) == DEALT


FORGED_CODES = [
    "g:2:00000000:0",
    "g:zzzzzzzzzzzz:00000000:0",
    "g:zzzzzzzzzzzz:00000000:?",
    "h:join:2",
    "h:move:zz",
    "h:move:zzzzzzzzzzzz",
    "h:move:zzzzzzzzzzzzz",
    "h:start:0",
    "h:look:1.2",
    "h:undo:9.00000000",
    "h:auto:zzzzzzzzzzzzz.00000000",
    "h:history:9",
    "h:rules:1",
    "h:rules:nogame.0",
]
NEVER_SENT = [
    "g:1:xyz:0",
    "g:zzzzzzzzzzzzz:00000000:0",
    "g:1:00000000:0!!",
    "h:MOVE:1",
    "h:dance:1",
    "g:1:00000000:٣",
    "nonsense",
]
FORGED_PATHS = [
    ("9", NOT_OPEN),
    ("4", NOT_OPEN),
    ("99999999999999999999", NOT_OPEN),
    ("-", NOT_OPEN),
    ("+", NOT_OPEN),
    ("0+1", NOT_OPEN),
    ("0+", NOT_OPEN),
    (".", NOT_OPEN),
    ("0..1", NOT_OPEN),
    ("...", NOT_OPEN),
    ("0.0.0.0.0", "Your move was already complete before that last step."),
    ("0.0.0.0.0!", "Your move was already complete before that last step."),
    ("9!", NOT_OPEN),
    ("0.0!", "Your move isn't complete yet: there's one more question."),
    ("!", "Your move isn't complete yet: there's one more question."),
]


async def test_a_made_up_path_is_refused_in_a_sentence(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    match, fingerprint = world.code(panel.panel, "🎲6").split(":")[1:3]
    for path, why in FORGED_PATHS:
        world.forge(panel.panel, f"g:{match}:{fingerprint}:{path}")
        assert (await ann.press(panel, "forged 0")).whisper == why
    assert await world.rows(1) == DEALT


async def test_a_page_that_does_not_exist_is_the_question_itself(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    code = world.code(panel.panel, "🎲6").removesuffix("0")
    world.forge(panel.panel, f"{code}@9999")
    assert (await ann.press(panel, "forged 0")).labels == ["🎲6", "🎲4", "🎲3", "🎲2", MORE]


async def test_a_number_is_not_asked_for_where_none_is_wanted(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    code = world.code(panel.panel, "🎲6").removesuffix("0")
    world.forge(panel.panel, f"{code}?")
    pressed = await ann.press(panel, "forged 0")
    assert pressed.result.modal is None
    assert pressed.text.splitlines()[1] == STALE


async def test_a_made_up_match_or_action_is_refused_in_a_sentence(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    for code in (*FORGED_CODES, *NEVER_SENT):
        world.forge(panel.panel, code)
        sentences = {NO_BUTTON} if code in NEVER_SENT else {NO_MATCH, NO_BUTTON}
        assert sentences.intersection((await ann.press(panel, "forged 0")).whispers), code
    assert await world.rows(1) == DEALT


async def test_a_wrong_fingerprint_is_a_late_press(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    world.forge(panel.panel, "g:1:00000000:0.0.0.0!")
    pressed = await ann.press(panel, "forged 0")
    assert pressed.text.splitlines()[1] == STALE
    assert pressed.labels == ["🎲6", "🎲4", "🎲3", "🎲2", MORE]
    assert await world.rows(1) == DEALT


async def test_a_rules_page_beyond_the_last_is_the_last(world: World, ann: Player) -> None:
    rules = await ann.command("pistard rules")
    world.forge(rules.panel, "h:rules:pistard.999999")
    turned = await ann.press(rules, "forged 0")
    assert turned.labels == ["Back"]
