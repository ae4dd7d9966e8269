"""**Open the table**: where it is offered, who is given a link, and how its person hears of an opened browser."""

import re

import pytest

from cogs.panel.browser import tell_opened
from locales import catalogue
from tests.cogs.world import Answer, Player, World, quick_match
from tests.shown import BUTTON

PAGE = "https://table.test/#"
SAY = catalogue("en")


@pytest.fixture
def paged(world: World) -> None:
    """The bot has a page."""
    world.bots[-1].page = PAGE.__add__


def token_of(world: World, answer: Answer) -> str:
    """The token in the link that was given."""
    [link] = [part["url"] for part in world.parts(answer.panel) if part["type"] == BUTTON and "url" in part]
    assert link.startswith(PAGE)
    return link.removeprefix(PAGE)


async def opened(world: World, answer: Answer) -> None:
    """The person opens a browser with the link."""
    entered = (await world.house.browsers.enter(token_of(world, answer))).entered
    await tell_opened(world.bots[-1], entered)
    await world.env.settle()


async def test_without_a_page_nothing_offers_it(world: World) -> None:
    ann, _ = await quick_match(world)
    assert "Open the table" not in world.labels(world.board())
    assert "Table" not in (await ann.command("play")).labels
    world.bots[-1].page = PAGE.__add__
    panel = await ann.command("play")
    world.bots[-1].page = None
    assert (await ann.press(panel, "Table")).whisper == "There is no page here right now. Please play on in Discord."


@pytest.mark.usefixtures("paged")
async def test_a_press_is_answered_privately_with_a_link_that_opens_this_match(world: World) -> None:
    ann, _ = await quick_match(world)
    for asked in (world.board(), await ann.command("play"), await ann.command("match board")):
        label = "Table" if isinstance(asked, Answer) and "Table" in asked.labels else "Open the table"
        answer = await ann.press(asked, label)
        assert answer.panel.ephemeral and "could play as you" in answer.text
        entered = (await world.house.browsers.enter(token_of(world, answer))).entered
        assert (entered.user, entered.match) == (ann.id, 1)


@pytest.mark.usefixtures("paged")
async def test_the_message_with_the_link_tells_of_the_browser_and_closes_it(world: World) -> None:
    ann, bob = await quick_match(world)
    answer = await ann.press(await ann.command("play"), "Table")
    await opened(world, answer)
    assert answer.text == "📱 A browser is open with your tables now. If that wasn't you, close it."
    assert answer.labels == ["Close it"]
    [browser] = await world.house.browsers.of(ann.id)
    bobs = await bob.command("play")
    world.forge(bobs.panel, world.code(answer.panel, "Close it"))
    await bob.press(bobs, "forged 0")
    assert await world.house.browsers.of(ann.id) == [browser], "it isn't his"
    closed = await ann.press(answer, "Close it")
    assert closed.text == "That browser is closed." and closed.labels == []
    assert await world.house.browsers.of(ann.id) == []


@pytest.mark.usefixtures("paged")
async def test_a_message_that_is_gone_keeps_no_browser_from_opening(world: World) -> None:
    ann, _ = await quick_match(world)
    answer = await ann.press(await ann.command("play"), "Table")
    world.env.inject_error("PATCH", "/webhooks", status=404, code=10008)
    await opened(world, answer)
    assert len(await world.house.browsers.of(ann.id)) == 1


@pytest.mark.usefixtures("paged")
async def test_settings_list_the_open_browsers_and_close_them(world: World) -> None:
    ann, _ = await quick_match(world)
    nothing = await ann.command("settings", browsers="show")
    assert nothing.whisper == "No browser is open. **Open the table** in a match opens one."
    for _ in range(2):
        await opened(world, await ann.press(await ann.command("play"), "Table"))
    listed = await ann.command("settings", browsers="show")
    assert listed.labels == ["Close 1", "Close 2"] and "2. opened <t:" in listed.text
    left = await ann.press(listed, "Close 2")
    assert left.text.startswith("That browser is closed.") and left.labels == ["Close 1"]
    assert len(await world.house.browsers.of(ann.id)) == 1


@pytest.mark.usefixtures("paged")
async def test_who_may_not_know_of_the_match_is_given_no_link(world: World) -> None:
    ann, _ = await quick_match(world)
    elsewhere = await ann.command("play", by_dm=True)
    carla = world.person("Carla")
    mine = await carla.command("games", by_dm=True)
    whispers: list[str] = []
    for number in (1, 99):
        world.forge(mine.panel, world.code(elsewhere.panel, "Table").rpartition(":")[0] + f":{number}")
        whispers.append((await carla.press(mine, "forged 0")).whisper.replace(str(number), "#"))
    assert whispers[0] == whispers[1]
    assert await world.house.browsers.of(carla.id) == []


CALENDAR = "https://table.test/calendar/{}.ics"


async def test_without_a_page_there_is_no_calendar(world: World, ann: Player) -> None:
    assert (await ann.command("settings", calendar="new")).whisper == SAY("refusal.page.off")


async def test_settings_give_a_link_to_a_calendar_which_a_new_one_or_none_ends(world: World, ann: Player) -> None:
    world.bots[-1].calendar = CALENDAR.format
    calendars, tokens = world.house.calendars, list[str]()
    for _ in range(2):
        given = await ann.command("settings", calendar="new")
        assert given.panel.ephemeral
        tokens += re.findall(CALENDAR.format("(.+)"), given.text)
    assert [await calendars.reader(token) for token in tokens] == [None, ann.id]
    ended = await ann.command("settings", calendar="off")
    assert ended.text == SAY("calendar.ended") and ended.panel.ephemeral
    assert await calendars.reader(tokens[1]) is None
