"""`/admin webhook`: who may order one, what is shown of it, what it is sent, and who hears that it is off."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.posts.outside import BotHerald
from cogs.ui.custom_id import base36
from host.outside.herald import Place
from host.outside.webhooks import TRUST
from host.time.clocks import DAY
from locales import catalogue
from model.webhook import MOST_FAILURES
from tests.cogs.world import BUTTON, Answer, Player, World, play_fallback, quick_match
from tests.host.outside.receiver import ADDRESS, NAME, Receiver, receiving

SAY = catalogue("en")
SHOWN = f"`{NAME}/…`"
KEY = ADDRESS.partition("?")[2]


@pytest.fixture
async def receiver(world: World) -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        world.house.webhooks.carrier = receiver.carrier()
        yield receiver


@pytest.fixture
def carla(world: World) -> Player:
    return world.person("Carla", manage_guild=True)


async def order(carla: Player, address: str = ADDRESS, **more: Any) -> Answer:
    return await carla.command("admin webhook", address=address, **more)


async def until(world: World, receiver: Receiver, event: str) -> None:
    """Wait until news of this kind has come."""
    while event not in receiver.events:
        await world.env.settle()


async def test_an_order_shows_the_secret_once_and_the_address_never(
    world: World, carla: Player, receiver: Receiver
) -> None:
    assert (await carla.command("admin webhook")).text == SAY("webhook.none")
    ordered = await order(carla)
    [webhook] = await world.house.webhooks.of(world.guild.id)
    assert ordered.panel.ephemeral and webhook.secret in ordered.text and SHOWN in ordered.text
    assert (webhook.channel, webhook.author) == (world.races.id, carla.id)
    listed = await carla.command("admin webhook")
    assert webhook.secret not in listed.text and SHOWN in listed.text and listed.labels == ["Test", "Remove"]
    assert KEY not in ordered.text + listed.text
    assert not world.races.history(), "no one else has seen anything"


async def test_a_thread_s_order_is_for_its_channel(world: World, carla: Player, receiver: Receiver) -> None:
    await quick_match(world)
    await order(carla, at=world.thread)
    assert [hook.channel for hook in await world.house.webhooks.of(world.guild.id)] == [world.races.id]


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("https://127.0.0.1/", "address"),
        ("http://example.org/", "address"),
        ("https://example.org:8080/", "address"),
        ("https://metadata.google.internal/", "inside"),
        ("javascript:alert(1)", "address"),
    ],
)
async def test_a_wrong_address_is_one_sentence(
    world: World, carla: Player, receiver: Receiver, address: str, reason: str
) -> None:
    assert (await order(carla, address)).whisper == SAY(f"refusal.webhook.{reason}")
    assert await world.house.webhooks.of(world.guild.id) == [] and receiver.asked == []


async def test_a_name_that_leads_inside_is_one_sentence(world: World, carla: Player, receiver: Receiver) -> None:
    receiver.behind = ["10.0.0.1"]
    assert (await order(carla)).whisper == SAY("refusal.webhook.inside")


async def test_only_managers_of_the_server_see_try_and_remove(
    world: World, carla: Player, ann: Player, receiver: Receiver
) -> None:
    listed = await order(carla)
    command = carla.member._resolve_root("admin", 1, world.races.id)
    world.guild.set_command_permissions(int(command["id"]), {ann.member: True})
    assert (await ann.command("admin webhook")).whisper == SAY("refusal.setup.manager")
    assert (await order(ann)).whisper == SAY("refusal.setup.manager")
    other = world.env.create_guild("Criterium")
    role = other.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    xenia = Player(world, other.add_member(world.env.create_user("Xenia"), roles=[role]))
    message = (await xenia.command("pistard rules", at=other.create_text_channel("races"))).panel
    [webhook] = await world.house.webhooks.of(world.guild.id)
    for who, shown, sentence in ((ann, listed.panel, "setup.manager"), (xenia, message, "webhook.gone")):
        for action in ("webhooktest", "webhookremove"):
            data = {"custom_id": f"h:{action}:{base36(webhook.id)}", "component_type": BUTTON}
            assert (await who.send(shown, data)).whispers[-1] == SAY(f"refusal.{sentence}")
    assert await world.house.webhooks.of(world.guild.id) == [webhook] and receiver.got == []


async def test_a_test_arrives_and_a_webhook_is_removed(world: World, carla: Player, receiver: Receiver) -> None:
    await order(carla)
    listed = await carla.command("admin webhook")
    tested = await carla.press(listed, "Test")
    assert tested.text.startswith(SAY("webhook.tested")) and receiver.events == ["test"]
    receiver.answers = [301]
    refused = await carla.press(listed, "Test")
    assert SAY("refusal.webhook.redirect") in (refused.text, *refused.whispers)
    removed = await carla.press(await carla.command("admin webhook"), "Remove")
    assert removed.text == f"{SAY('webhook.removed')}\n{SAY('webhook.none')}" and removed.labels == []


async def test_news_of_a_match_is_sent_in_the_server_s_language(
    world: World, carla: Player, receiver: Receiver
) -> None:
    ann, bob = await quick_match(world)
    await carla.decide("language", "de")
    await order(carla)
    for _ in range(10):
        await play_fallback(world, await world.due(ann, bob))
    await until(world, receiver, "turn")
    await world.house.seats.resign(1, bob.id, None)
    await until(world, receiver, "end")
    last = receiver.got[-1].json
    assert last["title"] == catalogue("de")("match.title", game="Pistard", match=1)
    assert last["link"] == f"https://discord.com/channels/{world.guild.id}/{world.thread.id}"
    assert "Ann" in last["text"] and "Bob" in last["text"]


def close(world: World, *people: Player) -> None:
    """Let only these people and the bot see the channel for races."""
    view, bot = discord.Permissions(view_channel=True).value, world.env.bot.user
    assert bot is not None
    everyone = Overwrite(world.guild.id, OverwriteType.ROLE, deny=view)
    some = [Overwrite(user, OverwriteType.MEMBER, allow=view) for user in (bot.id, *(player.id for player in people))]
    for overwrite in (everyone, *some):
        world.env.backend.set_overwrite(world.races.id, overwrite)


async def test_a_channel_that_not_everyone_sees_is_told_of_only_where_that_was_ordered(
    world: World, carla: Player, receiver: Receiver
) -> None:
    await order(carla, f"https://{NAME}/lounge", at=world.guild.create_text_channel("lounge"))
    await order(carla, f"https://{NAME}/here")
    herald, (ann, bob) = BotHerald(world.bots[-1]), await quick_match(world)
    assert herald.place(world.guild.id, world.races.id) is Place.OPEN
    close(world, ann, bob)
    await world.env.settle()
    assert herald.place(world.guild.id, world.races.id) is Place.CLOSED
    receiver.got.clear()
    await world.house.seats.resign(1, bob.id, None)
    await until(world, receiver, "end")
    assert {got.path for got in receiver.got} == {"/here"}


async def test_its_manager_says_with_a_test_that_they_still_see_the_channel(
    world: World, carla: Player, receiver: Receiver
) -> None:
    dora, days = world.person("Dora", manage_guild=True), {"channel": f"<#{world.races.id}>", "days": TRUST}
    await order(carla)
    assert len((await dora.command("admin webhook")).text.splitlines()) == 2, "everyone sees the channel"
    close(world, carla, dora)
    await world.env.settle()

    def until(time: float) -> str:
        return SAY("webhook.until", **days, until=f"<t:{int(time + TRUST * DAY)}:d>")

    ordered, lounge = world.now(), world.guild.create_text_channel("lounge")
    assert until(ordered) in (await dora.command("admin webhook")).text
    await world.later(DAY)
    assert until(ordered) in (await dora.press(await dora.command("admin webhook"), "Test")).text, "it isn't theirs"
    listed = await carla.command("admin webhook", at=lounge)
    assert until(world.now()) in (await carla.press(listed, "Test")).text
    view = discord.Permissions(view_channel=True).value
    world.env.backend.set_overwrite(world.races.id, Overwrite(carla.id, OverwriteType.MEMBER, deny=view))
    await world.env.settle()
    lapsed = SAY("webhook.lapsed", channel=days["channel"])
    assert lapsed in (await carla.press(listed, "Test")).text
    assert lapsed in (await dora.command("admin webhook")).text


async def test_a_server_that_removes_the_bot_has_no_webhooks(world: World, carla: Player, receiver: Receiver) -> None:
    await order(carla)
    guild = world.bots[-1].get_guild(world.guild.id)
    assert guild is not None
    await world.bots[-1].on_guild_remove(guild)
    assert await world.house.webhooks.of(world.guild.id) == []


async def test_what_the_bot_does_not_see_is_seen_by_no_one(world: World) -> None:
    herald, guild = BotHerald(world.bots[-1]), world.guild.id
    await world.blind(world.races)
    assert herald.place(guild, world.races.id) is Place.CLOSED
    assert herald.place(guild, 1) is Place.CLOSED, "a channel that is gone"
    assert herald.place(1, world.races.id) is Place.GONE
    world.bots[-1].at_home.clear()
    assert herald.place(guild, world.races.id) is Place.UNKNOWN
    world.bots[-1].at_home.set()


async def fail(world: World, receiver: Receiver, player: Player) -> None:
    """A player gives the match up, and ten deliveries in a row fail."""
    receiver.answers = [500] * MOST_FAILURES
    await world.house.seats.resign(1, player.id, None)
    for _ in range(MOST_FAILURES):
        await world.later(3600)
    assert len(receiver.got) == MOST_FAILURES


async def test_its_manager_hears_privately_that_it_is_off(world: World, carla: Player, receiver: Receiver) -> None:
    ann, _ = await quick_match(world)
    await order(carla)
    await fail(world, receiver, ann)
    [told] = carla.dms()
    assert told.content == SAY("webhook.off.told", channel=f"<#{world.races.id}>") and NAME not in told.content
    listed = await carla.command("admin webhook")
    assert "**off**" in listed.text
    assert "**off**" not in (await carla.press(listed, "Test")).text
    await world.later(3600)
    assert len(carla.dms()) == 1


async def test_the_channel_hears_of_it_if_its_manager_cannot_be_reached(
    world: World, carla: Player, receiver: Receiver
) -> None:
    ann, _ = await quick_match(world)
    await order(carla)
    carla.close_dms()
    await fail(world, receiver, ann)
    assert [m.content for m in world.races.history()].count(SAY("webhook.off.here")) == 1
