"""Direct messages over real HTTP and WebSocket: the way to the home, and a match alone from the command to its end."""

from locales import catalogue
from tests.driver import Driver
from tests.e2e.match import is_confirm, steps, take_first

SAY = catalogue("en")
MOST = 400  # presses
OVER = "The match is over."


async def test_a_match_against_the_computer_is_played_in_direct_messages_to_its_end(driver: Driver) -> None:
    ann = driver.player("Ann")
    before = len(driver.threads()), len(ann.sees("races"))
    screen = await ann.slash(ann.dm(), "pistard", "new")
    assert screen is not None and "Short" in screen.labels
    for level in ("Fair", "Strong", "Champion", "Easy"):
        await ann.press(screen, f"Switch to {level}")
    await ann.press(screen, "Details")
    chosen = {"opponent": ["easy"], "option.track": ["sprint"], "option.race": ["points"], "option.target": "3"}
    panel = await ann.submit(chosen)
    assert panel is not None and panel.id == screen.id
    await driver.wait(lambda: steps(screen))  # what vouches for the dice comes first
    for _ in range(MOST):
        if OVER in panel.content:
            break
        offered = steps(panel)
        part = next((offer for offer in offered if is_confirm(offer)), offered[0])
        assert (await take_first(ann, panel, part)).id == panel.id, "one message from the first question to the end"
    assert OVER in panel.content
    assert "Play again" in panel.labels
    verified = await ann.slash(ann.dm(), "match", "verify", match="1")
    assert verified is not None and "follow from the seed" in verified.content
    assert (len(driver.threads()), len(ann.sees("races"))) == before, "nothing of it reaches the server"


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
