"""The greeting in direct messages, and the home behind it, over real HTTP and WebSocket."""

from locales import catalogue
from tests.driver import Driver

SAY = catalogue("en")


async def test_a_direct_message_is_answered_with_one_line(driver: Driver) -> None:
    bob = driver.player("Bob")
    await bob.say(bob.dm(), "hello")
    await driver.wait(lambda: [message.content for message in bob.sees(bob.dm())] == ["hello", SAY("start.greeting")])
    home = await bob.press(bob.sees(bob.dm())[-1], SAY("start.open"))
    assert "## Pistard" in home.text
    await bob.say(bob.dm(), "hello again")
    await bob.press(home, "SuperEchelon")
    assert [message.content for message in bob.sees(bob.dm()) if message.content] == [
        *("hello", SAY("start.greeting"), "hello again")
    ]
