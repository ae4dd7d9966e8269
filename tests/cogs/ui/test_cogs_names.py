"""Names as people choose them, and how messages show them."""

import pytest

from locales import catalogue
from screen.names import defused
from tests.cogs.world import MORE, World, quick_match

pytestmark = [pytest.mark.quick, pytest.mark.older]


async def test_a_note_is_shown_as_it_was_written_and_does_nothing(world: World) -> None:
    ann, _ = await quick_match(world)
    await ann.command("match note", match="1", text="# see https://b.c/d and <t:1:R> @here")
    shown = (await ann.command("play", match="1")).text
    assert defused("# see https://b.c/d and <t:1:R> @here") in shown
    assert "https://" not in shown
    assert "@here" not in shown


async def test_a_thread_and_a_button_name_people_as_they_write_themselves(world: World) -> None:
    ann, bob = world.person("a", nick="Ann_Lee"), world.person("b", nick="Bob *42*")
    await ann.start_match(bob, preset="quick")
    assert world.thread.name == "Pistard #1: Ann_Lee – Bob *42*"
    table = await ann.press(await ann.command("play", match="1"), MORE)
    assert catalogue("en")("vote.replace", name="Bob *42*") in table.labels


async def test_odd_names_harm_neither_lobby_nor_thread_nor_board(world: World) -> None:
    odd = ["@everyone", "`x` _y_", "\u202eevil\u200b", "🚴" * 32]
    people = [world.person(f"p{seat}", nick=name) for seat, name in enumerate(odd)]
    await people[0].start_match(*people[1:], preset="quick")
    text = world.lobby_text() + "".join(message.content for message in world.thread.history())
    assert "@everyone" not in text
    assert "\u202e" not in text + str(world.thread.name)
    assert "evil" in text
    assert "🚴" * 24 not in text
    assert all(not message.mention_everyone for message in world.thread.history())
    assert sorted(user.id for user in world.thread.history()[0].mentions) == sorted(player.id for player in people)
    assert (await people[1].command("play")).labels
