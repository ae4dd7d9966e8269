"""`/admin setup`: what I may do here, what the server has decided, and how its managers change it."""

from typing import Any

import discord
import pytest

from cogs.posts.permissions import NEEDED
from cogs.server_setup import FORUMS, SETTINGS, TOP, Decided, Setting
from cogs.ui.custom_id import setup_code
from locales import catalogue, languages
from model.server_settings import ServerSettings
from screen.names import defused
from tests.cogs.limits import BUTTON, CHANNEL_SELECT, OPTIONS, ROLE_SELECT, SELECT
from tests.cogs.world import Answer, Player, World, decided

SAY = catalogue("en")
LINE = 44  # characters that fit beside each other on a phone of 390 px
MORE, LESS, OFF, CITY = (SAY(f"{key}") for key in ("setup.more", "setup.less", "setup.switch.off", "settings.city"))


@pytest.fixture
def carla(world: World) -> Player:
    return world.person("Carla", manage_guild=True)


async def everything(world: World) -> tuple[Any, ...]:
    """All that is stored of the server's decisions."""
    house, guild = world.house, world.guild.id
    return await house.servers.settings(guild), await house.open_tables.of(guild), await house.daily.place(guild)


def names(answer: Answer) -> list[str]:
    """The settings of which the message speaks."""
    return [setting.name for setting in SETTINGS if f"{setting.sign} {SAY(f'setup.{setting.name}')}: " in answer.text]


async def test_five_lines_come_first_and_the_rest_behind_details(carla: Player) -> None:
    answer = await carla.command("admin setup")
    assert answer.panel.ephemeral
    assert len(answer.text.splitlines()) == 1 + TOP == 5
    assert answer.text.splitlines()[0] == f"✅ {SAY('setup.fine')}"
    assert answer.labels == [MORE]
    long = await carla.press(answer, MORE)
    assert names(long) == [setting.name for setting in SETTINGS]
    short = await carla.press(long, LESS)
    assert (short.text, short.labels) == (answer.text, [MORE])


@pytest.mark.parametrize("language", languages())
def test_what_a_line_says_of_a_setting_fits_a_phone(language: str) -> None:
    say = catalogue(language)
    for setting in SETTINGS:
        known = getattr(ServerSettings(), setting.name, None)
        value = setting.word(known if known is not None or setting.offers == () else setting.offers[0], say)
        assert len(f"{setting.sign} {say(f'setup.{setting.name}')}: {value}") <= LINE * 3 // 2, setting.name
        assert len(f"{setting.sign} {say(f'setup.{setting.name}')}") <= LINE * 2 // 3, setting.name


async def test_what_is_missing_is_named_with_the_link_that_mends_it(world: World, carla: Player) -> None:
    nook = world.nook("attach_files")
    line, *_ = (await carla.command("admin setup", at=nook)).text.splitlines()
    assert line.startswith("❌") and SAY("permission.attach_files") in line
    assert SAY("permission.embed_links") not in line
    wanted = discord.Permissions(**dict.fromkeys(NEEDED, True)).value
    assert f"permissions={wanted}" in line
    assert f"guild_id={world.guild.id}" in line
    assert not nook.history()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda letter: letter.name)
async def test_each_setting_is_asked_for_explained_and_kept(world: World, carla: Player, setting: Setting) -> None:
    role = world.guild.create_role("players", mentionable=True)
    channel = world.guild.create_forum_channel("matches") if setting.kinds is FORUMS else world.races
    await world.env.settle()
    values: list[Any] = [role if setting.of_roles else channel]
    if setting.offers:
        values = [str(offer) for offer in setting.offers if offer != ""]
    asked = await carla.ask_for(setting.name)
    assert setting.name in names(asked)
    assert asked.text.splitlines()[-1] == f"-# {SAY(f'setup.{setting.name}.about')}"
    for value in (values[0], values[-1]):
        answer = await carla.set(asked, setup_code(setting.name, setting.tail, is_long=False), value)
        now = setting.value(Decided(*await everything(world)))
        assert str(now) == str(getattr(value, "id", value))
        assert decided(setting.name, setting.word(now, SAY)) in answer.text
        asked = await carla.ask_for(setting.name)


async def test_a_channel_and_a_role_are_chosen_among_all_of_a_large_server(world: World, carla: Player) -> None:
    """Discord's own selects offer more than the 25 that a list can hold."""
    channels = [world.guild.create_text_channel(f"channel-{n}") for n in range(OPTIONS + 5)]
    roles = [world.guild.create_role(f"role-{n}", mentionable=True) for n in range(OPTIONS + 5)]
    await world.env.settle()
    for name, kind in (("board", CHANNEL_SELECT), ("puzzles", CHANNEL_SELECT), ("role", ROLE_SELECT)):
        asked = await carla.ask_for(name)
        assert [part["type"] for part in world.parts(asked.panel) if part["type"] != BUTTON] == [SELECT, kind]
    assert decided("board", f"<#{channels[-1].id}>") in (await carla.decide("board", channels[-1])).text
    assert decided("role", f"<@&{roles[-1].id}>") in (await carla.decide("role", roles[-1])).text


async def test_channels_and_a_role_are_switched_off(world: World, carla: Player) -> None:
    role = world.guild.create_role("players", mentionable=True)
    for name, value in (("board", world.races), ("puzzles", world.races), ("ceremonies", world.races), ("role", role)):
        assert OFF not in (await carla.ask_for(name)).labels
        await carla.decide(name, value)
        answer = await carla.press(await carla.ask_for(name), OFF)
        said = SAY("setup.ceremonies.usual") if name == "ceremonies" else SAY("setup.off")
        assert decided(name, said) in answer.text
    assert OFF not in (await carla.ask_for("lobbies")).labels


async def test_a_zone_is_chosen_or_typed_and_an_unknown_one_refused_in_a_sentence(world: World, carla: Player) -> None:
    asked = await carla.ask_for("zone")
    for zone in ("Mars/Olympus", "../../etc/passwd"):
        refused = await carla.fill_in(await carla.press(asked, CITY), zone, "zone")
        assert refused.whispers[-1] == SAY("refusal.habits.zone", zone=defused(zone))
    assert (await world.house.servers.settings(world.guild.id)).zone == ""
    typed = await carla.fill_in(await carla.press(asked, CITY), "rome", "zone")
    assert decided("zone", "Rome") in typed.text
    assert decided("zone", "Tokyo") in (await carla.decide("zone", "Asia/Tokyo")).text
    assert (await world.house.servers.settings(world.guild.id)).zone == "Asia/Tokyo"


async def test_a_member_who_may_not_manage_the_server_is_refused_whatever_they_may_use(
    world: World, carla: Player, ann: Player
) -> None:
    """Servers can give a command to anyone; what it changes is the managers' all the same."""
    command = carla.member._resolve_root("admin", 1, world.races.id)
    world.guild.set_command_permissions(int(command["id"]), {ann.member: True})
    assert (await ann.command("admin setup")).whisper == SAY("refusal.setup.manager")


async def test_no_press_of_someone_who_may_not_manage_the_server_changes_anything(world: World, carla: Player) -> None:
    """Each press, choice and form asks for the right again."""
    role = world.guild.create_role("players", mentionable=True)
    await carla.decide("board", world.races)
    before, ann = await everything(world), world.person("Ann")
    shown = (await carla.ask_for("zone")).panel
    form = {"custom_id": "e:zone:0", "components": [{"type": 1, "components": [zone_field()]}]}
    sent: list[tuple[dict[str, Any], int]] = [(form, 5)]
    for setting in SETTINGS:
        kind = SELECT if setting.offers else ROLE_SELECT if setting.of_roles else CHANNEL_SELECT
        value = str(setting.offers[-1]) if setting.offers else str(role.id if setting.of_roles else world.races.id)
        sent.append(({"custom_id": f"e:{setting.name}:0{setting.tail}", "component_type": kind, "values": [value]}, 3))
        sent += [({"custom_id": f"e:{setting.name}:0{tail}", "component_type": BUTTON}, 3) for tail in ("", "!", "?")]
    sent += [({"custom_id": "e::1", "component_type": BUTTON}, 3)]
    sent += [({"custom_id": "e::0*", "component_type": SELECT, "values": ["zone"]}, 3)]
    for data, kind in sent:
        assert (await ann.send(shown, data, kind)).whispers == [SAY("refusal.setup.manager")], data
    assert await everything(world) == before


def zone_field() -> dict[str, Any]:
    return {"type": 4, "custom_id": "zone", "value": "Rome"}


async def test_what_was_not_offered_is_refused(world: World, carla: Player) -> None:
    unoffered: list[tuple[str, int, list[str] | None]] = [
        ("e:lobbies:0*", SELECT, ["1000000"]),
        ("e:lobbies:0*", SELECT, ["1", "2"]),
        ("e:lobbies:0*", SELECT, []),
        ("e:months:0*", SELECT, ["5"]),
        ("e:zone:0*", SELECT, ["Mars/Olympus"]),
        ("e:language:0*", SELECT, ["tlh"]),
        ("e:rated:0*", SELECT, ["None"]),
        ("e:owner:0*", SELECT, ["1"]),
        ("e::0*", SELECT, ["owner"]),
        ("e:lobbies:0!", BUTTON, None),
        ("e:owner:0!", BUTTON, None),
        ("e:lobbies:0?", BUTTON, None),
        ("e:lobbies:0!", SELECT, ["1"]),
        ("e:board:0#", CHANNEL_SELECT, ["1"]),
        ("e:role:0&", ROLE_SELECT, ["1"]),
        ("e:role:0#", CHANNEL_SELECT, ["1"]),
        ("e:board:0*", SELECT, ["1"]),
    ]
    await carla.decide("board", world.races)
    before = await everything(world)
    for code, kind, values in unoffered:
        shown = (await carla.ask_for("zone")).panel
        data: dict[str, Any] = {"custom_id": code, "component_type": kind}
        refused = await carla.send(shown, data if values is None else data | {"values": values})
        assert len(refused.whispers) == 1 and refused.whispers[-1] != shown.content, data
        assert await everything(world) == before, data


async def test_owners_of_the_bot_may_without_managing_the_server(world: World, carla: Player, ann: Player) -> None:
    command = carla.member._resolve_root("admin", 1, world.races.id)
    world.guild.set_command_permissions(int(command["id"]), {ann.member: True})
    world.bots[-1].owner_ids = {ann.id}
    assert decided("zone", "Tokyo") in (await ann.decide("zone", "Asia/Tokyo")).text
