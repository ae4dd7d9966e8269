"""A cup as its people see it: sign-up, draw, bracket, what a match means, corrections and the end."""

from __future__ import annotations

import re

import discord
import pytest

from tests.cogs.world import Player, World


def message(world: World) -> discord.Message:
    """The newest message of the cup."""
    return [one for one in world.races.history() if one.embeds and "🏆" in (one.embeds[0].title or "")][-1]


def words(shown: discord.Message) -> str:
    """All that it says."""
    [embed] = shown.embeds
    return "\n".join([embed.title or "", embed.description or "", *(f"{f.name}: {f.value}" for f in embed.fields)])


async def cup_of(world: World, count: int, **options: str | int) -> list[Player]:
    """A cup that Ann has opened and that many others have joined; Ann comes first."""
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")[: count + 1]]
    given = {"game": "pistard", "format": "knockout", "preset": "quick", "title": "*Spring* cup"} | options
    await people[0].command("cup new", **given)
    for one in people[1:]:
        await one.press(message(world), "Join")
    return people


async def test_from_sign_up_to_the_podium(world: World) -> None:
    ann, bob, *others = await cup_of(world, 4)
    shown = words(message(world))
    assert r"🏆 \*Spring\* cup" in shown
    assert "**4** of 128 places are taken." in shown
    assert "Bob, Cleo, Dan, Eve" in shown
    assert "already" in (await bob.press(message(world), "Join")).whisper
    assert "Only <@" in (await bob.press(message(world), "Start")).whisper
    assert (await ann.press(message(world), "Start")).whisper == "The draw is made."
    await world.later(61)

    assert "**Semi-finals** · 1 of 2" in words(message(world))
    [picture] = message(world).attachments
    assert "Semi-finals: " in (picture.description or "")
    assert len(world.races.threads) == 2
    opening = world.thread.history()[0].content
    assert r"🏆 **\*Spring\* cup** · Semi-finals · table 2" in opening
    assert "Whoever wins goes on: Final." in opening

    await world.later(61)
    for table in (1, 2):
        whole = await world.house.cups.whole(1)
        places = whole.of_round(1)[table - 1].places
        holder = whole.holder(min(places))
        assert holder is not None
        winner = next(one for one in (bob, *others) if one.id == holder.user)
        told = await ann.command("cup result", table=table, winner=winner.member.user)
        assert f"has won table {table}" in told.whisper
    await world.later(61)
    assert "**Final** · 2 of 2" in words(message(world))
    final = (await world.house.cups.whole(1)).holder(1)
    assert final is not None
    champion = next(one for one in (bob, *others) if one.id == final.user)
    await ann.command("cup result", table=1, winner=champion.member.user)
    await world.later(61)
    assert f"🥇 **{champion.member.name}**" in words(message(world))
    assert "Seed: " in str(message(world).embeds[0].footer.text)
    assert (await champion.command("profile")).panel.content == "🏆 1 cup won"
    log = (await bob.press(message(world), "Log")).whisper
    assert "won the cup" in log
    assert "has won table 2 of round 1" in log


async def test_who_calls_off_one_of_its_matches_is_told_what_that_means(world: World) -> None:
    ann, *_ = await cup_of(world, 3)
    await ann.press(message(world), "Start")
    await world.later(61)
    asked = await world.person("Meg", manage_guild=True).command("host drop", match="1")
    assert asked.text.endswith("counts as a draw unless `/cup result` names a winner.")


async def test_its_pages_can_be_turned_and_read(world: World) -> None:
    ann, bob, *_ = await cup_of(world, 5, format="swiss", players=5)
    await ann.press(message(world), "Start")
    await world.later(61)
    page = await bob.press(message(world), "All pages")
    assert len(page.labels) == 3
    after = await bob.press(page, page.labels[1])
    text = await bob.press(after, after.labels[-1])
    assert "Table 1 · match 1" in text.whisper
    assert (await bob.command("cup show")).text == ""


async def test_a_message_that_was_deleted_is_posted_again(world: World) -> None:
    ann, *_ = await cup_of(world, 3)
    first = message(world).id
    world.env.backend.delete_message(world.races.id, first)
    await world.house.cups.join(1, ann.as_person())
    await world.later(61)
    assert message(world).id != first
    assert "**4** of 128" in words(message(world))


async def test_a_stranger_is_told_that_there_is_none(world: World) -> None:
    await cup_of(world, 3)
    xenia = world.env.create_user("Xenia")
    other = world.env.create_guild("Criterium")
    away, channel = Player(world, other.add_member(xenia)), other.create_text_channel("races")
    told = await away.command("cup show", at=channel, cup="1")
    assert told.whisper == "There is no such cup here; `/cup show` lists those of this server."
    assert (await away.command("cup show", at=channel)).whisper.startswith("No cup is under way here")


async def test_its_buttons_tell_strangers_nothing(world: World) -> None:
    await cup_of(world, 3)
    other = world.env.create_guild("Criterium")
    away = Player(world, other.add_member(world.env.create_user("Xenia")))
    told = await away.command("help", at=other.create_text_channel("races"))
    stored = world.env.backend.get_message(told.panel.channel_id, told.panel.id)
    for code in ("cupjoin:1", "cupleave:1", "cupstart:1", "cupcancel:1", "cuplog:1", "cuppage:1.1", "cuptext:1.1"):
        button = {"type": 2, "style": 1, "label": "forged", "custom_id": f"h:{code}", "disabled": False}
        stored.components = [{"type": 1, "components": [button]}]
        pressed = await away.press(told, "forged")
        assert pressed.whispers[-1].startswith("There is no such cup here"), code
    assert len((await world.house.cups.whole(1)).entrants) == 3


async def test_managers_correct_without_being_the_director(world: World) -> None:
    _, bob, cleo, *_ = await cup_of(world, 4)
    manager, late = world.person("Mia", manage_guild=True), world.person("Zoe")
    assert "Only <@" in (await cleo.command("cup drop", player=bob.member.user)).whisper
    told = await manager.command("cup replace", player=bob.member.user, by=late.member.user)
    assert told.whisper == "Zoe has the place of Bob from the next round on."
    assert (await manager.command("cup drop", player=cleo.member.user)).whisper == "Cleo plays no further round."
    await world.later(61)
    assert re.search("Players: .*Zoe", words(message(world)))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"format": "robin", "players": 40}, "This format is for at most 16 players"),
        ({"table": 9}, "9"),
        ({"preset": "nonsense"}, ""),
    ],
)
async def test_what_cant_be_opened_is_refused_in_a_sentence(
    world: World, options: dict[str, str | int], told: str
) -> None:
    ann = world.person("Ann")
    answer = await ann.command("cup new", **({"game": "pistard", "format": "knockout"} | options))
    assert told in answer.whisper
    assert world.races.history() == []
