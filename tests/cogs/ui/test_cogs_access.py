"""Servers are borders: a stranger learns of every match the same as of a number that no match has.

What is tried comes from the bot's own tables: all commands, all actions of buttons, all patterns of custom ids, all
suggestions. A developer who adds one adds it here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

import discord
import simcord
from discord import AppCommandOptionType as Kind
from discord import app_commands

from cogs.routes import ROUTES
from cogs.ui import controls, custom_id
from cogs.ui.controls import CHOOSE, NOTE_FIELD, Action, Component, PuzzleStep, SettingButton, SettingSelect, ZoneForm
from cogs.ui.custom_id import base36
from locales import catalogue
from tests.cogs.apart import seat_apart
from tests.cogs.world import BUTTON, OWN, SELECT, Answer, Player, World, press_through, quick_match, quick_race

NO_MATCH = "I can't find that match; `/games` lists yours."
NOBODY = 99  # the number of no match
RUNNING, OVER, LOBBY, APART = ALL = 1, 2, 3, 4
PRESS, FORM = 3, 5  # Discord's types of interactions
GUEST, CHANNEL = 5, 8  # its types of selects of people and channels
# what stands behind the match in a code
MORE = {
    "vote": ".pause",
    "takeover": ".1",
    "standing": ".stop",
    "step": ".0.0",
    "trytogether": ".5",
    "shareline": ".1.00000000",
    "sharebetter": ".5",
    "order": f".{'0' * 8}.0.0",
    "follow": ".on",
    "snooze": ".hour",
    "note": ".edit",
    "line": ".use.1.00000000",
    "points": ".0",
    "rewind": ".5.9",
    "excuse": ".9.all.0",
    "drop": ".9",
    "repost": ".9",
    "announce": ".1.0.5",
}
PRINTED = ("undo", "auto", "fast", "leg", "untry", "keep")  # a fingerprint, in the codes of these
OTHERS = (*(action for action, route in ROUTES.items() if not route.in_match), "contents", "lesson", "seek form")
MANAGING = ("points", "rewind", "excuse", "drop", "repost")  # the actions of managers in a match
Heard = tuple[Any, ...]
REFUSED: Heard = ((NO_MATCH, [], [], True),)
# what managers do, for a person who asks by direct message, where no one manages anything
DIRECT: Heard = ((catalogue("en")("refusal.repair.direct"), [], [], True),)


@dataclass(frozen=True)
class Stranger:
    """A person without a seat, and where they ask (None: in direct messages)."""

    player: Player
    channel: simcord.ChannelHandle | None

    async def command(self, name: str, **options: Any) -> Answer:
        tree = self.player.world.bots[-1].tree
        [command] = [c for c in tree.walk_commands() if c.qualified_name == name]
        assert isinstance(command, app_commands.Command)
        people = {p.name: self.player.member.user for p in command.parameters if p.type is Kind.user}
        return await self.player.command(name, at=self.channel, by_dm=self.channel is None, **people, **options)

    async def complete(self, name: str, option: str, **options: Any) -> list[dict[str, Any]]:
        if self.channel is None:
            return await self.player.member.user.autocomplete(name, option, "", **options)
        return await self.player.member.autocomplete(self.channel, name, option, "", **options)


async def strangers(world: World) -> list[Stranger]:
    """One of another server, one of this server who doesn't see the matches' channel, and one by direct message.

    Match 1 is under way, match 2 is over and its rematch, match 3, gathers its players; all in one channel. Match 4 is
    under way across servers, with people of this one.
    """
    xenia, dora, carla = (world.env.create_user(name) for name in ("Xenia", "Dora", "Carla"))
    other = world.env.create_guild("Criterium")
    manager = discord.Permissions(manage_guild=True)
    away = other.add_member(xenia, roles=[other.create_role("manager", permissions=manager)])
    near = world.guild.add_member(dora, roles=[world.guild.create_role("manager", permissions=manager)])
    hidden = discord.PermissionOverwrite(view_channel=False)
    lounge, elsewhere = world.races, other.create_text_channel("races")
    world.races = world.guild.create_text_channel("closed", overwrites={near: hidden})
    ann, bob = await quick_race(world)
    await ann.start_match(bob, preset="quick")
    await bob.command("match resign", sure="yes", match="2")
    await ann.press(world.races.threads[1].history()[-1], "Rematch")
    await seat_apart(world, ann, bob)
    await world.later(61)
    by_dm = Stranger(Player(world, world.guild.add_member(carla)), None)
    return [Stranger(Player(world, away), elsewhere), Stranger(Player(world, near), lounge), by_dm]


def heard(answer: Answer) -> Heard:
    """All that came of it, numbers left out."""
    sent = [answer.result.response, *answer.result.followups]
    return tuple(
        (
            re.sub(r"\d+", "#", message.content),
            [attachment.filename for attachment in message.attachments],
            [embed.to_dict() for embed in message.embeds],
            message.ephemeral,
        )
        for message in sent
        if message is not None
    )


# --- commands and suggestions


def commands(world: World, stranger: Stranger) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """All that they can use in which something may be typed: a text or a number, so that it may name a match."""
    for command in world.bots[-1].tree.walk_commands():
        if not isinstance(command, app_commands.Command) or command.name == "new":  # which makes a match of its own
            continue
        if filled(command, NOBODY) and (stranger.channel is not None or not command.qualified_name.startswith("cup ")):
            yield command


def filled(command: app_commands.Command[Any, ..., Any], match: int, besides: str = "") -> dict[str, Any]:
    """The command's free texts and numbers, with that match in each of them that can hold it."""
    values = {Kind.string: str(match), Kind.integer: match}
    free = (p for p in command.parameters if p.type in values and not p.choices and p.name != besides)
    return {
        option.name: values[option.type] for option in free if option.max_value is None or option.max_value >= NOBODY
    }


async def test_every_command(world: World) -> None:
    for stranger in await strangers(world):
        tried: list[str] = []
        for command in commands(world, stranger):
            name = command.qualified_name
            expected = heard(await stranger.command(name, **filled(command, NOBODY)))
            for match in ALL:
                assert heard(await stranger.command(name, **filled(command, match))) == expected, (
                    f"/{name} knows of {match}"
                )
            if "match" in filled(command, NOBODY):
                of_managers = stranger.channel is None and name.startswith("admin ")
                assert expected == (DIRECT if of_managers else REFUSED), name
                tried.append(name)
        assert {"play", "move", "match board", "match export", "admin rewind", "admin drop"} <= set(tried)


async def test_every_suggestion(world: World) -> None:
    for stranger in await strangers(world):
        tried: list[str] = []
        for command in commands(world, stranger):
            for option in (parameter.name for parameter in command.parameters if parameter.autocomplete):
                others = {match: filled(command, match, besides=option) for match in (NOBODY, *ALL)}
                expected = [
                    await stranger.complete(command.qualified_name, option, **given) for given in others.values()
                ]
                assert all(offered == expected[0] for offered in expected), f"/{command.qualified_name} {option}"
                tried.append(f"{command.name} {option}")
        assert {"play match", "move choice", "replace player", "rewind match", "give_time player"} <= set(tried)


# --- buttons, selects and forms


async def press(person: Player, message: simcord.ResponseMessage, data: dict[str, Any], kind: int = PRESS) -> Heard:
    """Press this custom id in a message that has it as what it is; returns what else was said."""
    stored = person.world.env.backend.get_message(message.channel_id, message.id)
    code, component = data["custom_id"], data.get("component_type", BUTTON)
    options = [{"label": value, "value": value} for value in data.get("values", ())]
    part = {"type": component, "custom_id": code, **({"options": options} if options else {"style": 1, "label": "?"})}
    stored.components = [{"type": 1, "components": [part]}]
    answer = await person.send(message, data, kind)
    own = answer.result.response
    return heard(answer) if own is None or own.id != stored.id else heard(answer)[1:]


def codes(match: int, fingerprint: str) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Every custom id that is about a match, or might be: a name of it, what is sent with it, and as what."""
    number = base36(match)
    for action in Action:
        more = f".{fingerprint}" if action in PRINTED else MORE.get(action, "")
        yield action, {"custom_id": f"h:{action}:{number}{more}", "component_type": BUTTON}, PRESS
    guest = {"custom_id": f"u:invite:{number}", "component_type": GUEST, "values": ["7"], "resolved": {"users": {}}}
    yield "u:invite", guest, PRESS
    place = {"custom_id": f"c:podium:{number}", "component_type": CHANNEL, "values": ["7"]}
    yield "c:podium", {**place, "resolved": {"channels": {}}}, PRESS
    yield "w", {"custom_id": f"w:{number}:0", "component_type": SELECT, "values": ["5"]}, PRESS
    yield "contents", {"custom_id": "r:pistard", "component_type": SELECT, "values": ["0"]}, PRESS
    yield "lesson", {"custom_id": "l:pistard:lap:0:", "component_type": BUTTON}, PRESS
    text = {"type": 4, "custom_id": NOTE_FIELD, "value": "hello"}
    yield "note form", {"custom_id": f"n:{number}", "components": [{"type": 1, "components": [text]}]}, FORM
    under = {"type": 18, "component": {"type": 4, "custom_id": "option.target", "value": "x"}}
    yield "opening form", {"custom_id": "o:pistard.2", "components": [under]}, FORM
    yield "seek form", {"custom_id": "q:seek", "components": [under]}, FORM
    for kind in "gpt":
        code = f"{kind}:{number}:{fingerprint}:"
        for tail in ("", "!", "?", "@0"):
            yield f"{kind}:{tail}", {"custom_id": code + tail, "component_type": BUTTON}, PRESS
        yield f"{kind}:{CHOOSE}", {"custom_id": code + CHOOSE, "component_type": SELECT, "values": ["0"]}, PRESS
        field = {"type": 4, "custom_id": "number", "value": "1"}
        yield f"{kind} form", {"custom_id": code, "components": [{"type": 1, "components": [field]}]}, FORM


def test_every_kind_of_custom_id_is_known_here() -> None:
    """Those of settings, of servers too, and puzzles are about no match; `codes` has the others."""
    tried: set[type] = set()
    for _, data, kind in codes(RUNNING, "0" * 8):
        used = Component.FORM if kind == FORM else Component(data["component_type"])
        tried.add(type(custom_id.read(used, data["custom_id"])))
    of_server = {controls.SetupButton, controls.SetupSelect, controls.SetupForm}
    assert tried | of_server | {SettingButton, SettingSelect, ZoneForm, PuzzleStep} == {*get_args(controls.CustomId)}


async def test_every_button_select_and_form(world: World) -> None:
    away, near, by_dm = await strangers(world)
    before = [await world.rows(match) for match in ALL]
    prints = {match: (await world.seen(match)).fingerprint for match in (RUNNING, OVER, APART)}
    for asker in (away, near, by_dm):
        message = (await asker.command("pistard rules")).panel
        expected = {name: await press(asker.player, message, data, kind) for name, data, kind in codes(NOBODY, "0" * 8)}
        for name, answer in expected.items():
            of_managers = asker is by_dm and name in ("w", *MANAGING)
            assert answer == (DIRECT if of_managers else REFUSED) or name in (*OTHERS, "opening form"), name
        for match in ALL if asker is near else (RUNNING,):
            for name, data, kind in codes(match, prints.get(match, "0" * 8)):
                if match == RUNNING or name not in OTHERS:
                    heard = await press(asker.player, message, data, kind)
                    assert heard == expected[name], f"{name} knows of match {match}"
    assert [await world.rows(match) for match in ALL] == before


# --- who may


async def test_spectators_and_players_are_at_home(world: World) -> None:
    """A spectator wherever they see the channel; a player in another server and by direct message too."""
    ann, _ = await quick_race(world)
    lounge, other = world.guild.create_text_channel("lounge"), world.env.create_guild("Criterium")
    elsewhere = other.create_text_channel("races")
    away = Player(world, other.add_member(ann.member.user))
    carla = world.person("Carla")
    for answer in (
        await carla.command("match board", match="1", at=lounge),
        await carla.command("match board", at=world.thread),
        await carla.press(world.board(), "Your move"),
        await away.command("match board", match="1", at=elsewhere),
        await ann.command("play", by_dm=True),
    ):
        assert answer.text.startswith("**Pistard #1**")
    confirmed = await press_through(await away.command("play", match="1", at=elsewhere))
    assert OWN in confirmed.text


async def test_a_match_whose_channel_is_gone_is_its_players_alone(world: World) -> None:
    ann, _ = await quick_race(world)
    lounge = world.guild.create_text_channel("lounge")
    carla = world.person("Carla")
    await world.env.settle()
    world.env.backend.delete_channel(world.races.id)
    await world.env.settle()
    assert (await carla.command("match board", match="1", at=lounge)).whisper == NO_MATCH
    assert (await ann.command("match board", match="1", at=lounge)).text.startswith("**Pistard #1**")


async def test_a_match_whose_thread_is_gone_is_there_for_people_who_see_the_channel(world: World) -> None:
    await quick_race(world)
    world.env.backend.delete_channel(world.thread.id)
    await world.env.settle()
    answer = await world.person("Carla").command("match board", match="1")
    assert answer.text.startswith("**Pistard #1**")


async def test_figures_of_a_server_stay_in_it(world: World) -> None:
    """Codes of ladders, cards, rolls and seasons name no server: they show that in which they are pressed."""
    ann, bob = await quick_match(world)
    await bob.command("match resign", sure="yes", match="1")
    other = world.env.create_guild("Criterium")
    xenia = Player(world, other.add_member(world.env.create_user("Xenia")))
    message = (await xenia.command("pistard rules", at=other.create_text_channel("races"))).panel
    own = base36(xenia.id)
    for action, what in (
        ("laddertext", f"pistard.s.a.1.{own}"),
        ("cardtext", f"{base36(ann.id)}.s.{own}"),
        ("badges", f"{base36(ann.id)}.s.{own}"),
        ("rolltext", "legstrong.1"),
        ("seasons", "pistard"),
        ("archive", "pistard.202601"),
    ):
        answer = await press(xenia, message, {"custom_id": f"h:{action}:{what}", "component_type": BUTTON})
        assert answer, action
        assert "Bob" not in str(answer), action
        assert "wins" not in str(answer), action
