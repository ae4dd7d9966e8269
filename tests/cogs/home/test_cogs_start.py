"""`/start`: what a stranger reads first, how they get on from there, and what a player finds waiting."""

from typing import Any

import discord
import pytest

from cogs.home import cards, screen
from cogs.home.greeting import PAUSE
from cogs.ui.look import TALLEST, Look
from engines import GAMES
from locales import catalogue
from tests.cogs.limits import PARTS, parts
from tests.cogs.world import MORE, Answer, Message, Player, World, quick_match, quick_race
from tests.sample_game.dice import engine as newgame

SAY = catalogue("en")
TEXT, GALLERY, SECTION = 10, 12, 9
LAYOUT = 1 << 15
NO_COMMANDS = discord.PermissionOverwrite(use_application_commands=False)


def components(world: World, message: Message) -> list[dict[str, Any]]:
    return list(parts(world._stored(message).components))


def words(answer: Answer) -> str:
    """All that is to be read in a home."""
    found = components(answer.by.world, answer.panel)
    return "\n".join(part["content"] for part in found if part["type"] == TEXT)


def picture(answer: Answer) -> dict[str, Any]:
    """The one picture of a home."""
    [gallery] = [part for part in components(answer.by.world, answer.panel) if part["type"] == GALLERY]
    [item] = gallery["items"]
    return item


async def write(player: Player, text: str) -> list[str]:
    """Write the bot a direct message; returns what it has said since."""
    before = len(player.dms())
    await player.member.send_dm(text)
    await player.world.env.settle()
    return [dm.content for dm in player.dms()[before + 1 :]]


# --- a stranger


async def test_a_stranger_reads_what_there_is_and_how_to_begin(world: World, ann: Player) -> None:
    home = await ann.command("start")
    assert home.panel.ephemeral
    text = words(home)
    assert text.startswith("## Board games in Discord")
    assert "## Pistard\nTrack racing with dice" in text
    assert "⏱️ 10 min solo · 📅 5 days with friends\n👥 2–4 players · 1️⃣ easy to learn" in text
    assert text.endswith("Matches waiting for you will show up here.")
    first = ["Learn by playing", "Play the computer now", "Invite friends", "Find me a table", "Rules"]
    assert home.labels[:5] == first
    assert home.labels[5:] == ["SuperEchelon", "Schlangennest", "LEGSTRONG", "Race of the day"]
    assert picture(home)["description"].startswith("Points race, Classic track")


async def test_each_game_can_be_made_large_in_the_same_message(world: World, ann: Player) -> None:
    home = await ann.command("help", by_dm=True)
    for key in (*GAMES, "pistard"):
        shown = await ann.send(home.panel, {"custom_id": f"h:home:{key}", "component_type": 2})
        assert shown.panel.id == home.panel.id
        assert f"## {SAY(f'{key}.name')}\n" in words(shown)
        assert key in picture(shown)["media"]["url"]
        assert shown.labels[-4:-1] == [SAY(f"{other}.name") for other in GAMES if other != key]
        assert len(components(world, shown.panel)) <= PARTS


async def test_the_rules_open_beside_the_home(world: World, ann: Player) -> None:
    home = await ann.command("start")
    before = words(home)
    rules = await ann.press(home, "Rules")
    assert rules.panel.embeds
    assert rules.panel.ephemeral
    assert rules.panel.id != home.panel.id
    assert words(home) == before


async def test_friends_are_invited_to_a_match_that_opens_in_two_taps(world: World, ann: Player) -> None:
    home = await ann.command("start")
    shown = await ann.send(home.panel, {"custom_id": "h:home:superechelon", "component_type": 2})
    presets = await ann.press(shown, "Invite friends")
    assert presets.panel.ephemeral
    assert presets.panel.id != home.panel.id
    assert presets.text.startswith("### A new match of SuperEchelon")
    assert presets.labels[:3] == ["Quick tonight", "A week", "The long version"]
    assert (await ann.press(presets, "A week")).text == SAY("lobby.open.done", match=1)
    assert world.lobby().embeds[0].title == "SuperEchelon #1"
    assert "## SuperEchelon" in words(home)


async def test_where_no_match_can_be_opened_friends_are_told_where(world: World) -> None:
    ann, bob = await quick_match(world)
    told = await ann.press(await ann.command("start", at=world.thread), "Invite friends")
    assert told.whisper.startswith("Type `/pistard new` in a channel of this server.")
    nook = world.guild.create_text_channel("nook", overwrites={ann.member: NO_COMMANDS})
    await bob.command("pistard new", at=nook, players=2)
    [lobby] = nook.history()
    told = await ann.send(lobby, {"custom_id": "h:friends:pistard", "component_type": 2})
    assert told.whisper.startswith("Type `/pistard new` in a channel of this server.")
    assert (await bob.send(lobby, {"custom_id": "h:friends:pistard", "component_type": 2})).labels[0] == "Quick tonight"
    elsewhere = await ann.press(await ann.command("start", by_dm=True), "Invite friends")
    assert elsewhere.text.startswith("Friends play together in a server: type `/pistard new`")
    [link] = world.parts(elsewhere.panel)
    assert link["url"].startswith("https://discord.com/oauth2/authorize?client_id=")
    assert "scope=bot+applications.commands" in link["url"]


async def test_where_the_bot_may_not_open_a_match_friends_hear_what_it_lacks(world: World) -> None:
    nook = world.nook("attach_files")
    ann = world.person("Ann")
    refused = await ann.press(await ann.command("start", at=nook), "Invite friends")
    assert refused.whisper.startswith("I need more permissions here: Attach Files.")


async def test_a_home_that_is_opened_twice_stays_one(world: World, ann: Player, bob: Player) -> None:
    first, others = await ann.command("start"), await bob.command("start")
    second = await ann.command("help")
    assert first.result.response is None
    assert second.panel.id
    assert others.panel.id  # another person's stays
    third = await ann.command("start", by_dm=True)
    assert second.result.response is None
    assert "## Pistard" in words(third)


async def test_a_made_up_game_is_refused_and_the_home_stays(world: World, ann: Player) -> None:
    home = await ann.command("start")
    before = words(home)
    for code in ("h:home:chess", "h:friends:chess", "h:home:pistard.1"):
        refused = await ann.send(home.panel, {"custom_id": code, "component_type": 2})
        assert refused.whisper == SAY("refusal.house.button")
    assert words(home) == before


async def test_a_home_in_a_public_message_opens_a_private_one(world: World) -> None:
    ann, _ = await quick_match(world)
    board = world.board()
    shown = await ann.send(board, {"custom_id": "h:home:legstrong", "component_type": 2})
    assert shown.panel.ephemeral
    assert shown.panel.id != board.id
    assert "## LEGSTRONG" in words(shown)


# --- a player


async def test_what_waits_stands_below_with_play(world: World) -> None:
    ann, bob = await quick_race(world)
    home = await ann.command("start")
    assert "**Waiting for you**\n🟢 **Pistard #1** · <#" in words(home)
    panel = await ann.press(home, "Play")
    assert panel.panel.id != home.panel.id
    assert panel.text.startswith("**Pistard #1**")
    assert MORE in panel.labels
    assert "It isn't your turn right now. `/games` shows your match." in words(await bob.command("start", by_dm=True))
    stranger = await world.person("Carla").command("start")
    assert "Pistard #1" not in words(stranger)
    assert "Matches waiting for you will show up here." in words(stranger)


async def test_a_home_of_many_matches_fits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.lobby.limits.NEWCOMERS", 6)
    ann, bob = world.person("Ann"), world.person("Bob")
    for match in range(1, 7):
        await ann.command("pistard new", preset="quick", players=2)
        await bob.press(world.lobby_of(match), "Join")
        await ann.press(world.lobby_of(match), "Start")
    asked = await world.house.matches.asked(ann.id)
    home = await ann.command("start")
    listed = [part["accessory"]["custom_id"] for part in components(world, home.panel) if part["type"] == SECTION]
    oldest = [f"h:move:{seen.match.id}" for seen in asked[: screen.WAITING]]
    assert [code for code in listed if code.startswith("h:move")] == oldest
    assert "And one more match: `/games`." in words(home)
    games = await ann.command("games")
    assert games.labels == [f"Play #{seen.match.id}" for seen in asked]
    assert (await ann.press(games, games.labels[0])).text.startswith(f"**Pistard #{asked[0].match.id}**")


# --- direct messages


async def test_what_is_typed_in_a_direct_message_is_answered_with_one_line_now_and_then(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    assert await write(ann, "hi there") == [SAY("start.greeting")]
    assert await write(ann, "hello?") == []
    assert await write(bob, "/start") == [SAY("start.greeting")]
    home = await ann.press(ann.dms()[1], "What can I play?")
    assert "## Pistard" in words(home)
    assert home.panel.ephemeral
    await world.later(PAUSE)
    assert await write(ann, "and now?") == [SAY("start.greeting")]


async def test_nothing_is_said_to_what_is_written_in_a_server(world: World, ann: Player) -> None:
    await ann.member.send(world.races, "hi there")
    await world.env.settle()
    assert [message.content for message in world.races.history()] == ["hi there"]


# --- the cards


async def test_every_game_has_a_card_and_every_picture_leaves_room_for_the_buttons(world: World) -> None:
    for key, game in GAMES.items():
        assert game.spec.difficulty in (1, 2, 3), "the home has a sign for it"
        _, png = cards._drawn(game, world.bots[0].looks[key])
        width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
        assert width == 800, key
        assert 300 <= height <= TALLEST, key


def test_a_fifth_game_needs_no_line_of_its_own() -> None:
    assert cards.position(newgame.NewGame(), Look().shot).standings


def test_of_many_games_the_next_ones_are_shown_so_that_all_can_be_reached() -> None:
    assert screen.others(["a", "b", "c", "d", "e"], "c") == ["a", "b", "d", "e"]
    many = [*"abcdefgh"]
    assert screen.others(many, "a") == ["b", "c", "d", "e"]
    assert screen.others(many, "g") == ["h", "a", "b", "c"]
