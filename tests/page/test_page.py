"""The page in a browser, at a sandbox whose bot answers in a fixed way."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, Route, ViewportSize, WebSocket, expect

from sandbox.world import ANN_ID, BOB_ID, BOT_ID, CARLA_ID, DMITRI_ID, GENERAL_ID, RACES_ID, Message
from tests import driver
from tests.browser import PATIENCE, PHONE, running_browser
from tests.page.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
DESKTOP: ViewportSize = {"width": 1600, "height": 900}
AWAY = "Unexpected response code: 503"  # the page has tried to come back while a test kept it out


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with running_browser() as browser:
        yield browser


@dataclass
class Seats:
    """The page with four columns, and the sandbox behind it."""

    stage: Stage
    page: Page
    heard: list[dict[str, object]]  # what the page has asked for

    def __getitem__(self, player: str) -> Locator:
        return self.page.locator(f"[data-player={player}]")

    def message(self, player: str, message: Message) -> Locator:
        return self[player].locator(f"[data-message='{message.id}']")

    def channel(self, player: str, channel_id: str) -> Locator:
        return self[player].locator(f"[data-channel='{channel_id}']")

    def composer(self, player: str) -> Locator:
        return self[player].get_by_role("textbox", name=f"Message as {player}")

    async def last(self, do: str) -> dict[str, object]:
        """What the page has asked for last; it may still be on its way."""
        async with asyncio.timeout(driver.PATIENCE):
            while not (orders := [order for order in self.heard if order["do"] == do]):
                await self.page.wait_for_timeout(10)
        return orders[-1]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def window(browser: Browser) -> Page:
    """One for all tests: what a page remembers belongs to its port, which is another in each."""
    page = await browser.new_page(locale="en-US", timezone_id="UTC", reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    return page


@pytest_asyncio.fixture(loop_scope="module")
async def seats(window: Page) -> AsyncIterator[Seats]:
    """Four seats at a fresh sandbox; whatever the console complains of fails the test."""
    complaints: list[str] = []
    heard: list[dict[str, object]] = []

    def listen(line: ConsoleMessage) -> None:
        if line.type in ("error", "warning") and AWAY not in line.text:
            complaints.append(line.text)

    def fail(error: Error) -> None:
        complaints.append(str(error))

    def overhear(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: heard.append(json.loads(frame)))

    async with Stage() as stage:
        window.on("console", listen)
        window.on("pageerror", fail)
        window.on("websocket", overhear)
        await window.set_viewport_size(DESKTOP)
        await window.goto(f"{stage.url}/?players=4")
        await expect(window.get_by_text("Bot online")).to_be_visible()
        yield Seats(stage, window, heard)
        await window.goto("about:blank")
        window.remove_listener("console", listen)
        window.remove_listener("pageerror", fail)
        window.remove_listener("websocket", overhear)
    assert complaints == []


async def test_a_channel_that_was_not_open_is_unread_until_it_is_opened(seats: Seats) -> None:
    general = seats.channel("Ann", GENERAL_ID)
    await expect(general.get_by_label("1 unread")).to_be_visible()
    seats.stage.post(GENERAL_ID, CARLA_ID, "Still anyone?")
    await expect(general.get_by_label("2 unread")).to_be_visible()
    await general.click()
    await expect(seats["Ann"].get_by_text("Still anyone?")).to_be_visible()
    await expect(general.get_by_label("unread")).to_have_count(0)
    on_top = seats.page.get_by_label("Players").get_by_role("button", name="Ann")
    await expect(on_top.get_by_label("2 unread")).to_be_visible()
    await expect(seats.channel("Bob", GENERAL_ID).get_by_label("2 unread")).to_be_visible()
    await expect(seats.channel("Carla", GENERAL_ID).get_by_label("unread")).to_have_count(0)
    await expect(seats.channel("Bob", seats.stage.world.dm_of(ANN_ID).id)).to_have_count(0)


async def test_the_newest_message_is_in_sight_unless_the_player_reads_further_up(seats: Seats) -> None:
    await expect(seats.message("Ann", seats.stage.question)).to_be_in_viewport(ratio=1)
    await seats["Ann"].get_by_role("log").evaluate("log => { log.scrollTop = 0; }")
    news = seats.stage.post(RACES_ID, BOB_ID, "Where are you?")
    await expect(seats.message("Bob", news)).to_be_in_viewport()
    await expect(seats.message("Ann", news)).not_to_be_in_viewport()
    await seats["Ann"].get_by_role("button", name="1 new").click()
    await expect(seats.message("Ann", news)).to_be_in_viewport()


async def test_markdown_is_shown_and_html_is_text(seats: Seats) -> None:
    board = seats.message("Ann", seats.stage.board)
    await expect(board.get_by_role("heading", name="Sprint at dusk")).to_be_visible()
    await expect(board.locator("strong", has_text="Bob")).to_be_visible()
    await expect(board.get_by_text("<b>Nothing</b> here is HTML.")).to_be_visible()
    await expect(board.locator("b")).to_have_count(0)
    await expect(board.locator("time", has_text="in 5 hours")).to_be_visible()
    await expect(board.get_by_text("(edited)")).to_be_visible()
    spoiler = board.get_by_role("button", name="Spoiler")
    await spoiler.click()
    await expect(board.get_by_text("Ann leads")).to_be_visible()
    await board.get_by_role("link", name="#Pistard 1: Ann, Bob").click()
    await expect(seats["Ann"].get_by_text("it is your turn")).to_be_visible()


async def test_a_picture_fills_the_screen_and_at_a_tap_shows_its_natural_size(seats: Seats) -> None:
    await seats.page.set_viewport_size(PHONE)
    await seats["Ann"].get_by_role("button", name="Enlarge: The track").click()
    large = seats.page.get_by_role("dialog", name="The track with five riders")
    picture = large.get_by_role("button", name="Natural size")
    await expect(picture).to_have_css("width", "390px")
    await picture.click(position={"x": 380, "y": 10})
    await expect(picture).to_have_css("width", "800px")
    assert await large.locator(".stage").evaluate("stage => stage.scrollLeft + stage.clientWidth") == 800
    await picture.click()
    await expect(picture).to_have_css("width", "390px")
    alt = large.get_by_role("paragraph")
    await expect(alt).to_be_hidden()
    await large.get_by_text("Alt text").click()
    await expect(alt).to_be_in_viewport(ratio=1)
    await seats.page.keyboard.press("Escape")
    await expect(large).to_have_count(0)


async def test_an_old_picture_stands_until_the_new_one_has_come(seats: Seats) -> None:
    log = seats["Ann"].get_by_role("log")
    picture = seats.message("Ann", seats.stage.pictured).get_by_role("img")
    await log.evaluate("log => { log.scrollTop = 60; }")
    stage, message, shown = seats.stage, seats.stage.pictured, asyncio.Event()
    paths = [f"/attachments/{RACES_ID}/{message.attachments[0].id}/board.png"]

    async def hold(route: Route) -> None:
        await shown.wait()
        await route.continue_()

    await seats.page.route("**/attachments/**", hold)
    for number in ("2", "3"):
        stage.edit(message, content=f"Turn {number}", attachments=[stage.picture()])
        paths.append(f"/attachments/{RACES_ID}/{message.attachments[0].id}/board.png")
    await expect(seats.message("Ann", message).get_by_text("Turn 3")).to_be_visible()
    await expect(picture).to_have_attribute("src", paths[0])
    assert await picture.evaluate("image => image.complete && image.naturalWidth") == 800
    shown.set()
    await expect(picture).to_have_attribute("src", paths[-1])
    assert await picture.evaluate("image => image.complete && image.naturalWidth") == 800
    await seats.page.unroute("**/attachments/**", hold)
    assert await log.evaluate("log => log.scrollTop") == 60


# of a message: its portrait, its embed, and the last line in that
BOXES = """message => {
    const lines = [...message.querySelectorAll(".embed *")].filter(line => line.textContent.trim() === "Rider 12");
    const shown = [message.querySelector(":scope > .avatar"), message.querySelector(".embed"), lines.at(-1)];
    return shown.map(element => element.getBoundingClientRect().toJSON());
}"""


async def test_an_embed_leaves_room_for_the_portrait_and_for_long_numbers(seats: Seats) -> None:
    places = "\n".join(f"{n}. Rider {n}" for n in range(1, 13))
    embed = {"title": "Result", "fields": [{"name": "Places", "value": places, "inline": True}]}
    message = seats.stage.post(RACES_ID, BOT_ID, "", embeds=[embed], interaction_metadata={})
    for size in (PHONE, DESKTOP):
        await seats.page.set_viewport_size(size)
        shown = seats.message("Ann", message)
        await shown.get_by_text("Rider 12", exact=True).wait_for()
        portrait, frame, last = await shown.evaluate(BOXES)  # as of one moment: the page may move meanwhile
        below, beside = frame["top"] - portrait["bottom"], frame["left"] - portrait["right"]
        assert max(below, beside) >= 0
        assert last["left"] - frame["left"] >= 40


async def test_a_command_is_picked_and_filled_in_by_keyboard(seats: Seats) -> None:
    await seats.composer("Ann").press_sequentially("/new")
    await expect(seats["Ann"].get_by_role("listbox", name="Commands").get_by_role("option")).to_have_count(1)
    await seats.page.keyboard.press("Enter")
    form = seats["Ann"].get_by_role("form", name="/pistard new")
    await form.get_by_role("button", name="Send").click()
    await expect(form.get_by_role("alert")).to_have_text("track is needed.")
    await form.get_by_label("track").select_option("pursuit")
    await form.get_by_role("button", name="+ target").click()
    await form.get_by_label("target").fill("12")
    await seats.page.keyboard.press("Enter")
    await expect(form.get_by_role("alert")).to_contain_text("target")
    await form.get_by_label("target").fill("6")
    await form.get_by_role("button", name="+ ranked").click()
    await form.get_by_label("ranked").select_option("True")
    await seats.page.keyboard.press("Enter")
    await expect(seats["Ann"].get_by_text("You asked for: pistard new")).to_be_visible()
    assert (await seats.last("slash"))["options"] == {"track": "pursuit", "target": 6, "ranked": True}
    await expect(seats.composer("Ann")).to_be_focused()


@pytest.mark.parametrize("typed", ["/pistard neu", "/pistard new"])
async def test_commands_are_shown_in_the_language_of_their_reader_and_sent_as_they_are_called(
    seats: Seats, typed: str
) -> None:
    """English names go on working; what has no name in that language keeps its English one."""
    await seats.page.get_by_label("Ann's language").select_option("de")
    offered = seats["Ann"].get_by_role("listbox", name="Commands").get_by_role("option")
    await seats.composer("Ann").press_sequentially(typed)
    await expect(offered).to_have_count(1)
    await expect(offered).to_contain_text("/pistard neu")
    await expect(offered).to_contain_text("Eine Partie Pistard eröffnen")
    await seats.page.keyboard.press("Enter")
    form = seats["Ann"].get_by_role("form", name="/pistard neu")
    await expect(form.get_by_label("bahn").locator("option")).to_have_text(
        ["Choose…", "Sprint, 2 Runden", "Pursuit, 4 laps"]
    )
    await form.get_by_label("bahn").select_option("sprint")
    await form.get_by_role("button", name="Send").click()
    await expect(seats["Ann"].get_by_text("You asked for: pistard new")).to_be_visible()
    order = await seats.last("slash")
    assert (order["path"], order["options"]) == (["new"], {"track": "sprint"})


async def test_the_menu_of_a_person_has_the_commands_for_them(seats: Seats) -> None:
    await seats.page.set_viewport_size(PHONE)
    ann = seats["Ann"]
    await ann.get_by_role("button", name="#races").click()
    await ann.get_by_role("group", name="People").get_by_role("button", name="Dmitri").click()
    menu = ann.get_by_role("dialog", name="Dmitri")
    box = await menu.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    assert await menu.get_by_role("menuitem").all_inner_texts() == ["Challenge"]
    await menu.get_by_role("menuitem", name="Challenge").click()
    asked = await seats.last("menu")
    about = (asked["user"], asked["channel_id"], asked["name"], asked["type"], asked["target_id"])
    assert about == (ANN_ID, RACES_ID, "Challenge", 2, DMITRI_ID)
    await expect(menu).to_be_hidden()


async def test_a_tap_on_a_name_or_portrait_has_the_commands_for_the_message_too(seats: Seats) -> None:
    ann = seats["Ann"]
    said = seats.message("Ann", seats.stage.reply)
    await said.get_by_role("button", name="Bob", exact=True).click()
    menu = ann.get_by_role("dialog", name="Bob")
    assert await menu.get_by_role("menuitem").all_inner_texts() == ["Challenge", "Quote"]
    await menu.get_by_role("menuitem", name="Quote").click()
    await expect(menu.get_by_role("alert")).to_have_text("The application did not respond")
    asked = await seats.last("menu")
    assert (asked["name"], asked["type"], asked["target_id"]) == ("Quote", 3, seats.stage.reply.id)
    await seats.page.keyboard.press("Escape")
    await expect(menu).to_be_hidden()
    await said.locator("> .avatar").click()
    await expect(menu.get_by_role("menuitem", name="Challenge")).to_be_focused()


async def test_autocomplete_asks_while_typing(seats: Seats) -> None:
    await seats.composer("Bob").fill("/move")
    await seats.page.keyboard.press("Enter")
    choice = seats["Bob"].get_by_role("combobox", name="choice")
    await expect(seats["Bob"].get_by_role("listbox", name="Choices for choice").get_by_role("option")).to_have_count(4)
    await choice.press_sequentially("stayer")
    offered = seats["Bob"].get_by_role("listbox", name="Choices for choice").get_by_role("option")
    await expect(offered).to_have_text(["stayer, red", "stayer, blue"])
    await seats.page.keyboard.press("ArrowDown")
    await seats.page.keyboard.press("Enter")
    await expect(choice).to_have_value("stayer, blue")
    await seats.page.keyboard.press("Enter")
    await expect(seats["Bob"].get_by_text("You asked for: move")).to_be_visible()
    assert (await seats.last("slash"))["options"] == {"choice": "stayer.blue"}


async def test_an_ephemeral_answer_is_seen_by_one_player_who_dismisses_it(seats: Seats) -> None:
    await expect(seats.message("Bob", seats.stage.question)).to_have_count(0)
    await seats.message("Bob", seats.stage.board).get_by_role("button", name="Your move").click()
    answer = seats["Bob"].locator("[data-ephemeral]", has_text="You pressed turn.")
    await expect(answer.get_by_text("Only you can see this")).to_be_visible()
    await expect(seats.page.get_by_text("You pressed turn.")).to_have_count(1)
    await answer.get_by_role("button", name="Dismiss").click()
    await expect(answer).to_have_count(0)


async def test_messages_for_one_player_stack_and_are_dismissed_together(seats: Seats) -> None:
    await seats.page.set_viewport_size(PHONE)
    ann = seats["Ann"]
    posts = [seats.stage.whisper(f"Answer {n}.\n- first\n- second") for n in (1, 2)]
    older, newer = (seats.message("Ann", post) for post in posts)
    await expect(newer.get_by_text("second")).to_be_visible()
    await expect(older.get_by_text("second")).to_be_hidden()
    await expect(older.get_by_text("Answer 1.")).to_be_visible()
    box = await older.bounding_box()
    assert box
    assert box["height"] < 36
    await expect(seats.message("Ann", seats.stage.question).get_by_role("button", name="Stayer")).to_be_visible()
    await older.get_by_text("Answer 1.").click()
    await expect(older.get_by_text("second")).to_be_visible()
    await expect(ann.get_by_text("3 messages only you can see")).to_be_visible()
    await ann.get_by_role("button", name="Dismiss all").click()
    await expect(ann.locator("[data-ephemeral]")).to_have_count(0)
    await expect(ann.get_by_role("button", name="Dismiss all")).to_be_hidden()
    await expect(ann.get_by_role("log")).to_be_focused()


async def test_a_press_is_pending_at_once_and_tells_when_nobody_answered(seats: Seats) -> None:
    board = seats.message("Ann", seats.stage.board)
    resign = board.get_by_role("button", name="Resign")
    seats.stage.answers.clear()
    await resign.click()
    await resign.dispatch_event("click")
    await expect(resign).to_have_attribute("aria-busy", "true")
    await expect(board.get_by_role("button", name="Join")).to_be_disabled()
    seats.stage.answers.set()
    await expect(board.get_by_role("alert")).to_have_text("The application did not respond")
    await expect(resign).to_be_enabled()
    assert sum(order["do"] == "press" for order in seats.heard) == 1


async def test_selects_of_one_and_of_several(seats: Seats) -> None:
    board = seats.message("Ann", seats.stage.board)
    await board.get_by_role("combobox", name="Choose a rider").select_option("stayer")
    await expect(board.get_by_text("Chosen: stayer")).to_be_visible()
    await board.locator("summary", has_text="Cards to play").click()
    confirm = board.get_by_role("button", name="Confirm")
    await board.get_by_role("checkbox", name="Card 3").check()
    await expect(confirm).to_be_disabled()
    await board.get_by_role("checkbox", name="Card 5").check()
    await confirm.click()
    await expect(seats.message("Dmitri", seats.stage.board).get_by_text("Chosen: 3, 5")).to_be_visible()


async def test_a_form_opens_for_its_player_and_is_sent(seats: Seats) -> None:
    await seats.composer("Carla").fill("/note")
    await seats.page.keyboard.press("Enter")
    await seats["Carla"].get_by_role("button", name="Send").click()
    form = seats["Carla"].get_by_role("dialog", name="A note for later")
    await expect(form.get_by_label("Title")).to_be_focused()
    await form.get_by_label("Title").fill("Attack")
    await form.get_by_label("When").select_option("Tomorrow")
    days = form.get_by_role("group", name="Days")
    await expect(days.get_by_text("On which you play; all if none is ticked.")).to_be_visible()
    await days.get_by_role("checkbox", name="Sunday").check()
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(seats["Carla"].get_by_text("Noted")).to_be_visible()
    sent = {"title": "Attack", "text": "", "when": ["1"], "days": ["7"]}
    assert (await seats.last("submit"))["values"] == sent


async def test_chat_and_closed_dms(seats: Seats) -> None:
    await seats.composer("Ann").fill("Nice one, @Bob!")
    await seats.page.keyboard.press("Enter")
    await expect(seats["Bob"].get_by_text("Nice one, @Bob!")).to_be_visible()
    assert (await seats.last("send"))["content"] == f"Nice one, <@{BOB_ID}>!"
    await seats["Bob"].get_by_role("switch", name="Close DMs").click()
    await expect(seats["Bob"].get_by_role("switch", name="Close DMs")).to_be_checked()
    assert (await seats.last("dm"))["open"] is False


async def test_a_player_chooses_the_language_of_their_discord(seats: Seats) -> None:
    ann, bob = (seats.page.get_by_label(f"{player}'s language") for player in ("Ann", "Bob"))
    await ann.select_option("Deutsch")
    await expect(seats["Ann"].get_by_text("DE", exact=True)).to_be_visible()
    await expect(bob).to_have_value("en-US")
    order = await seats.last("locale")
    assert (order["user"], order["locale"]) == (ANN_ID, "de")


async def test_a_draft_stays_with_its_channel_and_long_names_are_shortened(seats: Seats) -> None:
    box = seats.composer("Ann")
    await expect(box).to_have_attribute("placeholder", "Message #races, or type /")
    await box.fill("Not yet")
    await seats.channel("Ann", seats.stage.thread.id).click()
    await expect(box).to_have_value("")
    await expect(box).to_have_attribute("placeholder", re.compile(r"^Message #Pistard.*…, or type /$"))
    for player in ("Bob", "Carla", "Dmitri"):
        await seats.page.get_by_label("Players").get_by_role("button", name=player).click()
    await expect(box).to_have_attribute("placeholder", "Message #Pistard 1: Ann, Bob, or type /")
    await seats.channel("Ann", RACES_ID).click()
    await expect(box).to_have_value("Not yet")


async def test_a_line_stands_where_the_player_stopped_reading(seats: Seats) -> None:
    general, races = (seats.channel("Ann", channel) for channel in (GENERAL_ID, RACES_ID))
    await general.click()
    await expect(general.get_by_label("unread")).to_have_count(0)  # it is read before they turn to another channel
    await races.click()
    first = seats.stage.post(GENERAL_ID, CARLA_ID, "Anyone?")
    seats.stage.post(GENERAL_ID, CARLA_ID, "No one?")
    await general.click()
    await expect(seats["Ann"].locator("article.new")).to_have_attribute("data-message", first.id)
    await expect(general.get_by_label("unread")).to_have_count(0)
    seats.stage.post(GENERAL_ID, BOB_ID, "I!")
    await expect(seats["Ann"].get_by_text("I!")).to_be_visible()
    await expect(seats["Ann"].locator("article.new")).to_have_count(0)


async def test_time_passes(seats: Seats) -> None:
    board = seats.message("Ann", seats.stage.board)
    shown = seats.page.get_by_label("Time in the sandbox")
    before = await shown.inner_text()
    await seats.page.get_by_role("button", name="+1 hour").click()
    await expect(board.locator("time", has_text="in 4 hours")).to_be_visible()
    await expect(shown).not_to_have_text(before)
    await seats.page.get_by_role("button", name="+1 day").click()
    await expect(board.locator("time", has_text="20 hours ago")).to_be_visible()
    assert [order["seconds"] for order in seats.heard if order["do"] == "clock"] == [3600, 86_400]


async def test_a_bot_outside_the_server_has_no_commands_there(seats: Seats) -> None:
    seats.stage.world.kick_bot()
    await expect(seats.page.get_by_text("Bot not in the server")).to_be_visible()
    await seats.composer("Ann").press_sequentially("/games")
    await seats.page.keyboard.press("Enter")
    await expect(seats["Ann"].get_by_text("There is no such command here.")).to_be_visible()


async def test_a_match_can_be_played_by_keyboard_alone(seats: Seats) -> None:
    keyboard = seats.page.keyboard
    await seats.composer("Ann").focus()
    await keyboard.press("Shift+Tab")
    await expect(seats.message("Ann", seats.stage.question).get_by_role("button", name="Stayer")).to_be_focused()
    await keyboard.press("Space")
    await expect(seats["Ann"].get_by_text("You pressed b.")).to_be_visible()
    await seats["Ann"].get_by_role("button", name="Enlarge: The track").focus()
    await keyboard.press("Enter")
    await expect(seats.page.get_by_role("button", name="Close the picture")).to_be_focused()
    await keyboard.press("Enter")
    await expect(seats["Ann"].get_by_role("button", name="Enlarge: The track")).to_be_focused()
    await seats.composer("Ann").press_sequentially("/note")
    await keyboard.press("Enter")
    await keyboard.press("Escape")
    await expect(seats.composer("Ann")).to_be_focused()
    await seats.composer("Ann").fill("/note")
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    form = seats["Ann"].get_by_role("dialog", name="A note for later")
    await expect(form.get_by_label("Title")).to_be_focused()
    await keyboard.press("Shift+Tab")
    await expect(form.get_by_role("button", name="Submit")).to_be_focused()
    await keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await expect(seats.composer("Ann")).to_be_focused()


async def test_the_page_comes_back_with_the_server(seats: Seats) -> None:
    await seats.channel("Ann", seats.stage.thread.id).click()
    seats.stage.drop()
    await expect(seats.page.get_by_text("Reconnecting…")).to_be_visible()
    missed = seats.stage.post(seats.stage.thread.id, BOT_ID, "You missed this.")
    seats.stage.up = True
    await expect(seats.page.get_by_text("Bot online")).to_be_visible()
    await expect(seats.message("Ann", missed)).to_be_visible()
    seats.stage.post(RACES_ID, BOB_ID, "And this.")
    await expect(seats["Carla"].get_by_text("And this.")).to_be_visible()


async def test_on_a_phone_the_players_are_tabs(seats: Seats) -> None:
    await seats.page.set_viewport_size(PHONE)
    await expect(seats["Bob"]).to_be_hidden()
    await seats.page.get_by_role("tab", name="Bob").click()
    await expect(seats["Ann"]).to_be_hidden()
    await seats["Bob"].get_by_role("button", name="#races").click()
    await seats.channel("Bob", seats.stage.thread.id).click()
    await expect(seats["Bob"].get_by_text("it is your turn")).to_be_visible()


async def test_on_a_desktop_the_channels_of_a_player_alone_stand_beside_the_messages(seats: Seats) -> None:
    await seats.page.goto(f"{seats.stage.url}/?players=1")
    channels = await seats["Ann"].get_by_role("navigation").bounding_box()
    messages = await seats["Ann"].get_by_role("log").bounding_box()
    assert channels is not None and messages is not None
    assert channels["x"] + channels["width"] <= messages["x"] and channels["height"] > 300
    await seats.page.set_viewport_size(PHONE)
    await expect(seats["Ann"].get_by_role("button", name="#")).to_be_visible()
