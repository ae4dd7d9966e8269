"""The home over real HTTP."""

from locales import catalogue
from tests.driver import Driver

SAY = catalogue("en")


async def test_the_home_opens_in_servers_and_in_direct_messages(driver: Driver) -> None:
    ann = driver.player("Ann")
    home = await ann.slash("races", "start")
    assert home.ephemeral
    assert "## Pistard" in home.text
    shown = await ann.press(home, "SuperEchelon")
    assert shown.id == home.id
    assert "## SuperEchelon" in home.text
    again = await ann.slash(ann.dm(), "help")
    assert "## Pistard" in again.text
    await driver.wait(lambda: home.deleted)
    rules = await ann.press(again, "Rules")
    assert rules.embeds
    assert not again.deleted


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
