"""A bot in the old style plays in the sandbox as on Discord."""

from collections.abc import AsyncIterator

import pytest

from tests.driver import Driver, Failed


@pytest.fixture
async def driver(with_tree_bot: str) -> AsyncIterator[Driver]:
    async with await Driver.connect(with_tree_bot) as driver:
        await driver.ready()
        yield driver


async def test_a_command_with_options_and_follow_ups(driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    started = await ann.slash("general", "race", "new", track="sprint", laps=5, rival=bob)
    assert started.content == "sprint, 5 laps, against Bob"
    await driver.wait(lambda: ann.sees("general")[-1].content == "Your secret")
    assert [m.content for m in ann.sees("general")[-3:]] == [started.content, "It's on!", "Your secret"]
    assert [m.content for m in bob.sees("general")[-2:]] == [started.content, "It's on!"]
    assert started.raw["interaction_metadata"]["user"]["id"] == ann.id


@pytest.mark.parametrize(
    ("path", "options", "why"),
    [
        (["new"], {}, "track is required"),
        (["new"], {"track": "hills"}, "must be one of sprint"),
        (["new"], {"track": "sprint", "laps": 10}, "too small or too large"),
        (["new"], {"track": "sprint", "laps": "many"}, "can't be 'many'"),
        (["new"], {"track": "sprint", "wind": 3}, "no option wind"),
        ([], {}, "needs a subcommand"),
        (["old"], {}, "no subcommand old"),
    ],
)
async def test_options_that_discords_client_would_not_send(
    driver: Driver, path: list[str], options: dict[str, object], why: str
) -> None:
    with pytest.raises(Failed, match=why):
        await driver.player("Ann").slash("general", "race", *path, **options)


async def test_buttons_change_the_message_for_everybody(driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    menu = await ann.slash("general", "menu")
    assert menu.labels == ["Count", "Form", "Closed"]
    await ann.press(menu, "Count")
    assert await bob.press(menu, "Count") is menu
    assert menu.content == "Bob counts 2"
    with pytest.raises(Failed, match="Closed is disabled"):
        await ann.press(menu, "Closed")
    with pytest.raises(Failed, match="no other"):
        await ann.press(menu, custom_id="other")


async def test_selects_of_texts_and_of_players(driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    menu = await ann.slash("general", "menu")
    taken = await bob.select(menu, "Rider 2", "0", custom_id="riders")
    assert (taken.content, taken.visible_to) == ("You took 2+0", [bob.id])
    assert (await bob.select(menu, ann.id, custom_id="rival")).content == "Against Ann"
    with pytest.raises(Failed, match="not all of that is offered"):
        await bob.select(menu, "7", custom_id="riders")
    with pytest.raises(Failed, match="3 choices where 1 to 2 are wanted"):
        await bob.select(menu, "0", "1", "2", custom_id="riders")


async def test_a_form_edits_the_message_it_came_from(driver: Driver) -> None:
    ann = driver.player("Ann")
    menu = await ann.slash("general", "menu")
    assert await ann.press(menu, "Form") is None
    assert ann.form.title == "Attack" and list(ann.form.fields) == ["by", "why"]
    with pytest.raises(Failed, match="by is required"):
        await ann.submit({"why": "because"})
    with pytest.raises(Failed, match="too short or too long"):
        await ann.submit({"by": "123"})
    assert await ann.submit({"by": "12"}) is menu
    assert menu.content == "Attack by 12 because ?"
    assert not ann.has_form


async def test_nobody_else_sees_or_presses_an_ephemeral_message(driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    menu = await ann.slash("general", "menu", secret=True)
    assert menu in ann.sees("general") and menu not in bob.sees("general")
    with pytest.raises(Failed, match="Bob sees no such message"):
        await bob.press(menu, "Count")
    assert (await ann.press(menu, "Count")).content == "Ann counts 1"


async def test_autocomplete_offers_what_fits(driver: Driver) -> None:
    ann = driver.player("Ann")
    offered = await ann.complete("general", "fruit", focused="choice", choice="na 1")
    assert [choice["name"] for choice in offered] == ["banana 1", *(f"banana {n}" for n in range(10, 20))]
    assert len(await ann.complete("general", "fruit", focused="choice")) == 25
    assert (await ann.slash("general", "fruit", choice="pear")).content == "pear it is, en-US/en-US"


async def test_each_player_has_a_language(driver: Driver) -> None:
    carla = driver.player("Carla")
    await carla.speak("de")
    assert (await carla.slash("general", "fruit", choice="Birne")).content == "Birne it is, de/en-US"
    with pytest.raises(Failed, match="no language xx"):
        await carla.speak("xx")


async def test_pictures_carry_size_and_alt_text(driver: Driver) -> None:
    ann = driver.player("Ann")
    shown = await ann.slash("general", "picture")
    (picture,) = shown.attachments
    assert (picture["filename"], picture["description"]) == ("a_board.png", "White, 4 by 3")
    assert (picture["width"], picture["height"], picture["content_type"]) == (4, 3, "image/png")
    assert (await driver.file(picture)).startswith(b"\x89PNG")
    await driver.wait(lambda: ann.sees("general")[-1].embeds)
    framed = ann.sees("general")[-1]
    assert framed.attachments == []  # shown by the embed instead
    assert (await driver.file(framed.embeds[0]["image"])).startswith(b"\x89PNG")


async def test_threads_with_and_without_a_message(driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    await ann.slash("races", "thread", rival=bob)
    await driver.wait(lambda: [t.name for t in driver.threads()] == ["Stage 1, finished", "Stage 2"])
    first, second = driver.threads()
    assert first.archived and not second.archived
    assert bob.id in first.members and ann.id not in first.members
    assert [m.content for m in ann.sees(first)] == [f"Go {bob.mention}"]
    assert [user["id"] for user in ann.sees(first)[0].raw["mentions"]] == [bob.id]
    assert second.id in [message.id for message in ann.sees("races")]
    await ann.say(first, "Wait for me")
    assert not first.archived and ann.id in first.members


async def test_a_direct_message(driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    answer = await bob.slash("general", "dm")
    assert (answer.content, answer.ephemeral) == ("Sent Psst False", True)
    dm = bob.sees(bob.dm())[-1]
    assert dm.content == "Psst" and not ann.sees(bob.dm())
    assert (await bob.press(dm, "Count")).content == "Bob counts 1"
    assert (await bob.slash(bob.dm(), "dm")).content == "Sent Psst True"
