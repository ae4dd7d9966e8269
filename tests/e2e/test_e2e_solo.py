"""A match alone, from the command in direct messages to its end, over real HTTP and WebSocket."""

from tests.driver import Driver
from tests.e2e.match import is_confirm, steps, take_first

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
