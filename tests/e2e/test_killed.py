"""The bot is killed, stopped and restarted in the middle of a match, and so is Discord: nothing is lost or doubled."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from locales import catalogue
from tests.driver import Driver, Message, Player, running_sandbox
from tests.e2e.match import PLAYED, SHORT, STALE, Match, answers_by_name, is_confirm, steps, take_first
from tests.e2e.programs import Bot, free_port, running_bot
from tests.e2e.trouble import revive

THINKING = catalogue(None)("panel.thinking")
AGAINST_CHAMPION = {"opponent": ["champion"], "option.track": ["sprint"], "option.race": ["points"]}


@pytest.fixture
def bot(sandbox: str, tmp_path: Path) -> Iterator[Bot]:
    with running_bot(tmp_path, sandbox, met=True) as bot:
        yield bot


@pytest.fixture
async def driver(sandbox: str, bot: Bot) -> AsyncIterator[Driver]:
    async with await Driver.connect(sandbox) as driver:
        await driver.ready()
        yield driver


@pytest.mark.long
async def test_no_answer_is_lost_or_doubled_by_kills(bot: Bot, driver: Driver) -> None:
    """Killed before a press, when it was sent, when the bot has taken note of it, and when it shows on the board."""
    match = await Match.begin(driver, "Ann", "Bob")
    await match.play(3)
    for moment, done in (("before", {0}), ("sent", {0, 1}), ("noted", {0, 1}), ("shown", {1})):
        player, interaction_id = await match.at_confirm()
        before = await match.settled() if moment == "shown" else await match.export()
        board = match.news[-1].raw
        if moment == "before":
            bot.kill()
        pressed = asyncio.create_task(driver.act(**interaction_id))
        if moment == "sent":
            await driver.player("Carla").say("general", "Go!")  # the sandbox takes its orders in turn
        elif moment == "noted":
            await pressed
        elif moment == "shown":
            await driver.wait(lambda seen=board: match.news[-1].raw != seen)
        if bot.runs:
            bot.kill()
        await revive(bot, driver)
        after = await match.export()
        assert moment != "before" or not pressed.done()
        pressed.cancel()  # the player pressed, and waits for a reply that won't come
        await asyncio.gather(pressed, return_exceptions=True)
        assert after["log"][: len(before["log"])] == before["log"]
        counted = len(after["log"]) - len(before["log"])
        assert counted in done, moment
        match.played[player.name] = match.played.get(player.name, 0) + counted
        panel = driver.messages[interaction_id["message_id"]]
        if counted and interaction_id["custom_id"] in [part["custom_id"] for part in panel.parts]:
            again = await player.press(panel, custom_id=interaction_id["custom_id"])
            assert again is not None and STALE in again.content
            assert await match.export() == after
    await match.play()
    assert answers_by_name(await match.export_finished()) == match.played


async def test_a_stop_answers_what_was_pressed_and_leaves_every_button_alive(bot: Bot, driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    match = await Match.open(driver, ann, players=2, **SHORT)
    assert bot.stop() == 0
    await revive(bot, driver)

    await bob.press(match.lobby, "Join")
    await driver.wait(lambda: "2. Bob" in match.lobby.embeds[0]["fields"][0]["value"])
    await ann.press(match.lobby, "Start")
    match.players = (ann, bob)
    await match.play(3)
    _, interaction_id = await match.at_confirm()
    before = await match.export()
    await driver.act(**interaction_id)  # the bot has taken note of it, no more
    assert bot.stop() == 0
    await driver.wait(lambda: PLAYED in driver.messages[interaction_id["message_id"]].content)
    await revive(bot, driver)

    assert len((await match.export())["log"]) == len(before["log"]) + 1
    player = await match.asked()
    assert player is not None
    panel, board = match.panel(player), match.news[-1]
    private = await player.press(board, "Your move")
    assert panel is not None and private is not None and private.visible_to == [player.id]
    assert match.steps(private) == match.steps(panel) != []
    rules = await player.press(board, "Rules")
    assert rules is not None and rules.embeds[0]["title"] == "The aim"
    history = await player.press(board, "History")
    assert history is not None and "Ann opened the match." in history.content
    played = sum(match.played.values())
    await match.play(1)
    assert sum(match.played.values()) == played + 1


async def test_the_first_words_of_a_thread_are_said_at_the_second_try(bot: Bot, driver: Driver) -> None:
    bot.expected_faults = ["post failed"]
    ann, bob = driver.player("Ann"), driver.player("Bob")
    match = await Match.open(driver, ann, players=2, **SHORT)
    await bob.press(match.lobby, "Join")
    await driver.fault("POST", f"/channels/{match.lobby.id}/messages", 400)
    await ann.press(match.lobby, "Start")
    await driver.wait(lambda: match.news)
    assert set(match.thread.members) >= {ann.id, bob.id}  # everyone mentioned there is added


@pytest.mark.long
async def test_a_match_goes_on_after_a_restart_of_both(tmp_path: Path) -> None:
    """The sandbox goes first, so the bot is stopped while it tries to come back to it."""
    port = free_port()
    with closing(Bot(tmp_path, SANDBOX_PORT=port)) as bot:
        with running_sandbox(tmp_path / "world", port) as url:
            bot.start()
            async with await Driver.connect(url) as driver:
                await driver.ready()
                match = await Match.begin(driver, "Ann", "Bob")
                await match.play(4)
                before = await match.export()
        assert bot.stop() == 0
        with running_sandbox(tmp_path / "world", port) as url:
            bot.let_a_minute_pass()
            bot.start()
            async with await Driver.connect(url) as driver:
                await driver.ready()
                match = match.seen_by(driver)
                assert await match.export() == before
                await match.play()
                assert answers_by_name(await match.export_finished()) == match.played


# Killed while a computer player thinks: another life of the bot thinks again


async def asked(driver: Driver, ann: Player) -> Message:
    """The newest message in which Ann is asked something, once there is one."""

    def matching() -> list[Message]:
        return [message for message in ann.sees(ann.dm()) if steps(message)]

    await driver.wait(matching)
    return matching()[-1]


async def answers(driver: Driver, ann: Player) -> list[tuple[int, str]]:
    """Who has given each answer of the match, and how."""
    export = await ann.slash(ann.dm(), "match", "export", match="1")
    assert export is not None
    log = json.loads(await driver.file(export.attachments[0]))["log"]
    return [(row["seq"], row["how"]) for row in log if row["kind"] == "move"]


async def test_a_thought_outlives_the_bot(bot: Bot, driver: Driver) -> None:
    ann = driver.player("Ann")
    screen = await ann.slash(ann.dm(), "pistard", "new")
    assert screen is not None
    await ann.press(screen, "Details")
    await ann.submit(AGAINST_CHAMPION)
    thinks = False
    while not thinks:
        panel = await asked(driver, ann)
        offered = steps(panel)
        part = next((offer for offer in offered if is_confirm(offer)), offered[0])
        thinks = THINKING in (await take_first(ann, panel, part)).content
    bot.kill()
    await revive(bot, driver)
    await asked(driver, ann)
    played = await answers(driver, ann)
    assert len(dict(played)) == len(played)
    assert "computer" in {how for _, how in played}
    assert {how for _, how in played} <= {"player", "computer", "forced"}
