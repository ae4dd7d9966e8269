"""A bot of lasting buttons plays in the sandbox, survives what Discord does to it, and hears Discord's errors."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.driver import Driver, Failed, Player
from tests.sandbox.conftest import running_bot


@pytest.fixture
async def driver(with_item_bot: str) -> AsyncIterator[Driver]:
    async with await Driver.connect(with_item_bot) as driver:
        await driver.ready()
        yield driver


def last(player: Player, channel: str) -> str | None:
    """The newest message that the player sees there, if there is one yet."""
    seen = player.sees(channel)
    return seen[-1].content if seen else None


async def test_a_panel_goes_on_at_once_or_deferred(driver: Driver) -> None:
    ann = driver.player("Ann")
    panel = await ann.slash("general", "panel")
    for n, how in enumerate(["now", "later", "now"], 1):
        assert await ann.press(panel, f"{how} {n}") is panel
        assert panel.content == f"Move {n}"
        (shown,) = panel.attachments
        assert shown["description"] == f"After move {n}"
        assert await driver.file(shown) == f"board {n}".encode()
    assert panel.ephemeral


async def test_the_first_follow_up_fills_the_thinking_message(driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    board = await ann.slash("general", "post")
    aside = await bob.press(board, "aside 1")
    assert (aside.content, aside.visible_to) == ("Aside 1", [bob.id])
    assert aside.attachments[0]["filename"] == "board-1.txt"
    await driver.wait(lambda: ann.sees("general")[-1].content == "And aloud")
    assert "message_reference" not in ann.sees("general")[-1].raw  # what only Bob sees isn't quoted to Ann
    assert board.content == "Move 0"


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("double", "400 40060"),
        ("long", "400 50035"),
        ("private", "403 50013"),
        ("gone", "404 10008"),
        ("twice", "same"),
    ],
)
async def test_errors_reach_the_bot(driver: Driver, what: str, answer: str) -> None:
    ann = driver.player("Ann")
    await driver.act(
        do="slash", user=ann.id, channel_id=driver.channel("general").id, name="wrong", options={"what": what}
    )
    await driver.wait(lambda: f"{what}: {answer}" in [message.content for message in ann.sees("races")])


async def test_closed_dms_are_closed_to_the_bot(driver: Driver) -> None:
    carla = driver.player("Carla")
    await carla.open_dms(False)
    await carla.slash("general", "wrong", what="closed")
    await driver.wait(lambda: last(carla, "races") == "closed: 403 50007")
    await carla.open_dms()
    await carla.slash("general", "wrong", what="closed")
    await driver.wait(lambda: last(carla, "races") == "closed: ok")
    assert carla.sees(carla.dm())[-1].content == "Hello?"


async def test_a_locked_thread_is_closed_to_the_bot(driver: Driver) -> None:
    ann = driver.player("Ann")
    await ann.slash("general", "wrong", what="thread")
    await ann.archive(driver.channel("To lock"), locked=True)
    await driver.wait(lambda: last(ann, "races") == "thread: 400 50083")


async def test_a_dropped_gateway_is_resumed_and_nothing_is_lost(driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    board = await ann.slash("general", "post")
    await driver.drop()
    assert (await bob.press(board, "now 1")).content == "Move 1"  # pressed while the bot was away
    assert (await ann.slash("general", "connections")).content == "connected:0 resumed:0"
    with pytest.raises(Failed, match="Bob has no permission"):
        await bob.slash("general", "connections")


async def test_rate_limits_and_lost_answers_are_survived(driver: Driver) -> None:
    ann = driver.player("Ann")
    seen = len(ann.sees("general"))
    await driver.fault("POST", r"/channels/\d+/messages", 502, late=True)
    await driver.fault("POST", r"/channels/\d+/messages", 429, retry_after=0.1)
    await ann.slash("general", "wrong", what="twice")
    await driver.wait(lambda: last(ann, "races") == "twice: same")
    await driver.wait(lambda: len(ann.sees("general")) >= seen + 2)
    assert [m.content for m in ann.sees("general")[seen:]] == ["Trying", "Once only"]


async def test_doubled_and_overtaken_presses_count_once(driver: Driver) -> None:
    ann, bob = driver.player("Ann"), driver.player("Bob")
    board = await ann.slash("general", "post")
    seen = len(bob.sees("general"))
    await driver.double()
    assert (await ann.press(board, "now 1")).content == "Move 1"
    await driver.reorder()
    late, aside = await asyncio.gather(ann.press(board, "later 2"), bob.press(board, "aside 2"))
    assert (late.content, aside.content) == ("Move 2", "Aside 2")
    await driver.wait(lambda: [m.content for m in bob.sees("general")[seen:]] == ["Aside 2", "And aloud"])


async def test_a_global_rate_limit_is_waited_for(driver: Driver) -> None:
    await driver.rate_limit(0.3)
    ann = driver.player("Ann")
    seen = len(ann.sees("races"))
    began = asyncio.get_running_loop().time()
    await ann.slash("general", "wrong", what="long")
    await driver.wait(lambda: [m.content for m in ann.sees("races")[seen:]] == ["long: 400 50035"])
    assert asyncio.get_running_loop().time() - began >= 0.3


async def test_two_programs_share_the_work(with_item_bot: str, driver: Driver) -> None:
    ann = driver.player("Ann")
    with running_bot("item_bot.py", with_item_bot):
        board = await ann.slash("general", "post")
        await driver.wait(lambda: driver.sessions == 2)
        for n in range(1, 4):
            assert (await ann.press(board, f"now {n}")).content == f"Move {n}"
    await driver.wait(lambda: driver.sessions == 1)
    assert (await ann.press(board, "now 4")).content == "Move 4"
