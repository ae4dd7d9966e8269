"""Alone against computers: in direct messages, or in the answer to the press where those are closed."""

from collections.abc import Callable
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from cogs.career.codes import EVERYWHERE
from engines import GAMES
from host.careers.solo_path import SoloPath
from lessons import walk
from locales import catalogue
from tests.cogs.world import BUTTON, Answer, Player, World, press_through

SAY = catalogue("en")


async def solo(world: World, ann: Player, game: str = "pistard") -> Answer:
    """Press Play the computer now under a message in the server, and the easiest level."""
    if not world.races.history():
        await ann.member.send(world.races, "hello")
        world.forge(world.races.history()[-1], "h:rules:pistard.0")
    return await ann.send(world.races.history()[-1], {"custom_id": f"h:solo:{game}.0.easy", "component_type": BUTTON})


def nothing_public(world: World) -> bool:
    return not world.races.threads and not [m for m in world.races.history() if m.embeds or m.attachments]


@pytest.mark.parametrize("game", GAMES)
async def test_in_direct_messages_a_preset_begins_in_the_same_message(world: World, ann: Player, game: str) -> None:
    screen = await ann.command(f"{game} new", by_dm=True)
    assert screen.labels == [
        "Short",
        "Medium",
        "Long",
        "Fewer opponents",
        "More opponents",
        "Switch to Fair",
        "Details",
    ]
    assert "Against **1** computer (**Easy**)" in screen.text
    panel = await ann.press(screen, "Short")
    assert panel.panel.id == screen.panel.id
    assert f"**{SAY(f'{game}.name')} #1**" in panel.text
    match = await world.match(1)
    assert match.is_private and match.phase == "running"
    assert len(ann.dms()) == 1
    assert nothing_public(world)


async def test_a_match_of_no_server_knows_no_nickname(world: World) -> None:
    user = world.env.create_user("ann_123", global_name="Ann Lovelace")
    ann = Player(world, world.guild.add_member(user, nick="Ann of the Hills"))
    await solo(world, ann)
    match = await world.match(1)
    assert match.is_private
    assert match.seats[0].name == "Ann Lovelace"


async def test_the_opponents_are_chosen_before(world: World, ann: Player) -> None:
    screen = await ann.command("pistard new", by_dm=True)
    screen = await ann.press(await ann.press(screen, "More opponents"), "Switch to Fair")
    assert "Against **2** computers (**Fair**)" in screen.text
    await ann.press(screen, "Short")
    match = await world.match(1)
    assert [row.opponent for row in match.seats] == [None, "fair", "fair"]


async def test_options_begin_it_at_once(world: World, ann: Player) -> None:
    panel = await ann.command("pistard new", by_dm=True, players=3, target=5, track="sprint")
    assert "**Pistard #1**" in panel.text
    assert not panel.panel.ephemeral
    match = await world.match(1)
    assert match.options["target"] == "5"


async def test_the_form_begins_one_too(world: World, ann: Player) -> None:
    screen = await ann.command("pistard new", by_dm=True)
    form = await ann.press(screen, "Details")
    begun = await ann.fill_form(form, opponent=["fair"], option_target="4")
    assert begun.panel.id == screen.panel.id
    match = await world.match(1)
    assert ([row.opponent for row in match.seats], match.options["target"]) == ([None, "fair"], "4")


async def test_one_press_in_a_server_begins_it_in_the_person_s_direct_messages(world: World, ann: Player) -> None:
    begun = await solo(world, ann)
    [dm] = ann.dms()
    assert dm.content.startswith("**Pistard #1**")
    assert "Undo" not in world.labels(dm)
    link = f"https://discord.com/channels/@me/{dm.channel.id}/{dm.id}"
    assert begun.panel.ephemeral
    assert begun.text == SAY("solo.elsewhere", match="Pistard #1", link=link)
    assert nothing_public(world)
    played = await press_through(await ann.press(dm, world.labels(dm)[0]))
    assert played.panel.id == dm.id
    assert len(ann.dms()) == 1


async def test_the_commitment_is_told_before_the_dice_fall(world: World, ann: Player) -> None:
    await ann.command("pistard new", by_dm=True, target=3)
    proof = (await world.house.exports.verify(1)).proof
    told = [body.get("content") or "" for body in world.bodies()]
    first = next(at for at, text in enumerate(told) if proof.commitment in text)
    asked = next(
        at for at, text in enumerate(told) if text.startswith("**Pistard #1**") and proof.commitment not in text
    )
    assert first < asked


@pytest.mark.parametrize("code", [50007, 50278])
async def test_where_direct_messages_are_closed_it_goes_on_in_the_answer(world: World, ann: Player, code: int) -> None:
    ann.close_dms(code)
    panel = await solo(world, ann)
    assert panel.panel.ephemeral
    assert SAY("solo.here") in panel.text
    for _ in range(3):
        panel = await press_through(panel)
        await world.later(10)
    assert panel.panel.ephemeral
    match = await world.match(1)
    assert (match.phase, match.paused) == ("running", None)
    assert ann.dms() == []
    assert nothing_public(world)


@pytest.mark.parametrize("closed", [False, True])
async def test_who_has_brought_the_bot_along_plays_by_direct_message_if_they_take_any(
    world: World, ann: Player, monkeypatch: pytest.MonkeyPatch, *, closed: bool
) -> None:
    monkeypatch.setattr(discord.Interaction, "is_user_integration", lambda interaction: True)
    monkeypatch.setattr(discord.Interaction, "is_guild_integration", lambda interaction: False)
    if closed:
        ann.close_dms()
    screen = await ann.command("pistard new")
    assert screen.panel.ephemeral and screen.labels[0] == "Short"
    begun = await ann.press(screen, "Short")
    assert begun.panel.id == screen.panel.id
    assert (SAY("solo.here") in begun.text) == closed, "nothing is said of closed messages that are open"
    assert len(ann.dms()) == (not closed)
    assert begun.text.startswith("**Pistard #1** has started in your direct messages") != closed
    proof = (await world.house.exports.verify(1)).proof
    told = [body.get("content") or "" for body in world.bodies()]
    assert any(proof.commitment in text for text in told)
    assert nothing_public(world)


async def test_pressed_twice_it_stays_one_match_and_one_message(world: World, ann: Player) -> None:
    await solo(world, ann)
    await solo(world, ann)
    assert await world.house.matches.match(2) is None
    assert len(ann.dms()) == 1
    await ann.command("pistard new", by_dm=True, players=2, track="sprint", race="points", target=6)
    assert await world.house.matches.match(2) is not None, "against a stronger one"


async def test_nobody_else_can_press_in_it_or_ask_about_it(world: World, ann: Player) -> None:
    await solo(world, ann)
    bob = world.person("Bob")
    unknown = SAY("refusal.house.unknown")
    for command in ("match board", "match history", "match replay", "match export", "match verify"):
        assert (await bob.command(command, match="1")).whisper == unknown
    for code in ("h:move:1", "h:join:1", "h:look:1", "h:takeover:1.0", "h:rematch:1", "h:history:1"):
        answer = await bob.send(world.races.history()[-1], {"custom_id": code, "component_type": BUTTON})
        assert answer.whispers[-1] == unknown, code


COMMANDS: list[tuple[str, dict[str, Any], Callable[[Answer], bool]]] = [
    ("match board", {}, lambda answer: len(answer.panel.attachments) == 1),
    ("match history", {}, lambda answer: bool(answer.text)),
    ("match export", {}, lambda answer: answer.panel.attachments[0].filename == "match-1.json"),
    ("match verify", {}, lambda answer: "SHA-256" in answer.text),
    ("match note", {"text": "attack early"}, lambda answer: bool(answer.text)),
    ("games", {}, lambda answer: "Pistard #1" in answer.text and "<#" not in answer.text),
    ("play", {}, lambda answer: answer.text.startswith("**Pistard #1**")),
    ("match pause", {}, lambda answer: "<#" not in answer.whisper),
    ("match resign", {"sure": "yes"}, lambda answer: answer.whisper == SAY("resign.done", match=1)),
]


async def test_its_commands_work_in_direct_messages(world: World, ann: Player) -> None:
    await ann.command("pistard new", by_dm=True, target=3)
    for command, options, good in COMMANDS:
        answer = await ann.command(command, by_dm=True, **options)
        assert good(answer), (command, answer.panel.content)
    match = await world.match(1)
    assert match.phase == "over"
    assert nothing_public(world)


async def test_play_again_begins_the_next_one_at_once(world: World, ann: Player) -> None:
    await ann.command("pistard new", by_dm=True, target=3)
    await ann.command("match resign", by_dm=True, sure="yes")
    over = await ann.send(ann.dms()[-1], {"custom_id": "h:look:1", "component_type": BUTTON})
    assert "Play again" in over.labels
    again = await ann.press(over, "Play again")
    assert "**Pistard #2**" in again.text
    match = await world.match(2)
    assert match.is_private and match.phase == "running"


async def test_the_record_is_in_the_own_profile_and_in_no_server(world: World, ann: Player) -> None:
    await ann.command("pistard new", by_dm=True, target=3)
    await ann.command("match resign", by_dm=True, sure="yes")
    own = await ann.command("profile", by_dm=True)
    assert "Against computers" in (own.picture.description or "")
    public = await ann.command("profile")
    assert "Against computers" not in (public.picture.description or "")
    everywhere = await ann.press(public, SAY(f"career.scope.{EVERYWHERE}"))
    assert "Against computers" not in (everywhere.picture.description or "")


# --- which level comes next


async def test_the_level_is_asked_and_what_was_beaten_leads_on(world: World, ann: Player) -> None:
    asked = await ann.press(await ann.command("start", by_dm=True), "Play the computer now")
    assert asked.labels[:5] == ["Easy", "Fair", "Strong", "Champion", "Sparring"]
    assert "try **" not in asked.text
    begun = await ann.press(asked, "Easy")
    assert "**Pistard #1**" in begun.text


@pytest.mark.usefixtures("last_squares")
async def test_who_has_beaten_a_level_is_offered_the_next_one_at_the_end(
    world: World, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    careers = world.house.careers
    path_query = AsyncMock(spec=careers.solo_path, return_value=SoloPath("strong", "fair", 3, 4, 2))
    monkeypatch.setattr(careers, "solo_path", path_query)
    await ann.command("pistard new", by_dm=True, target=3)
    await world.play_out(ann)
    over = await ann.send(ann.dms()[-1], {"custom_id": "h:look:1", "component_type": BUTTON})
    asked = await ann.send(ann.dms()[-1], {"custom_id": "h:solo:pistard", "component_type": BUTTON})
    for text in (over.text, asked.text):
        assert "You've won 3 of your last 4 matches against Fair. Well done! Try **Strong**." in text
        assert "2 wins in a row" in text
    assert "Try Strong" in over.labels


async def test_who_has_lost_is_offered_an_easier_level_and_the_lesson(world: World, ann: Player) -> None:
    await ann.command("pistard new", by_dm=True, target=3)
    await ann.command("match resign", by_dm=True, sure="yes")
    over = await ann.send(ann.dms()[-1], {"custom_id": "h:look:1", "component_type": BUTTON})
    assert {"Try Easy", SAY("lesson.learn")} < {*over.labels}
    lesson = walk.chapters("pistard")[0]
    await world.house.lessons.open(ann.id, "pistard", lesson.chapter)
    await world.house.lessons.move(ann.id, "pistard", lesson.chapter, 0, len(lesson.steps))
    learnt = await ann.send(ann.dms()[-1], {"custom_id": "h:look:1", "component_type": BUTTON})
    assert "Try Easy" in learnt.labels and SAY("lesson.learn") not in learnt.labels


async def test_a_stage_race_alone_is_a_single_race_until_the_three_chapters_are_done(world: World, ann: Player) -> None:
    await solo(world, ann, "legstrong")
    assert (await world.match(1)).options["tour"] == "race"
    for lesson in walk.chapters("legstrong"):
        if not lesson.beyond:
            await world.house.lessons.open(ann.id, "legstrong", lesson.chapter)
            await world.house.lessons.move(ann.id, "legstrong", lesson.chapter, 0, len(lesson.steps))
    await solo(world, ann, "legstrong")
    assert (await world.match(2)).options["tour"] == "weekend"
