"""A review with a thumb: /match review on a phone, what is shown meanwhile, the turning points, and Try from one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.driver import running_sandbox
from tests.e2e.columns import STEP, WORDS, choose, newest, open_home, play_alone, press_step, seat, send_command, shoot
from tests.e2e.programs import Bot, port_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

BRISK = Path(__file__).with_name("brisk_bot.py")
ANSWERS = 20  # presses, before Ann resigns


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Bot]]:
    """The address of a sandbox, and in it a bot that is quick to look at matches."""
    with running_sandbox() as url:
        bot = Bot(tmp_path_factory.mktemp("brisk"), BRISK, SANDBOX_PORT=port_of(url))
        bot.meet()
        bot.start()
        try:
            yield url, bot
        finally:
            bot.close()
        assert bot.faults == [], bot.log


async def test_a_match_is_looked_at_and_played_on_from(phone: Page, house: tuple[str, Bot], tmp_path: Path) -> None:
    ann = seat(phone, "Ann")
    home = await open_home(ann, "pistard")
    await play_alone(ann, home)
    await newest(ann).get_by_role("link").click()
    for _ in range(ANSWERS):
        await newest(ann).locator(STEP).first.wait_for()
        await choose(ann)
    await send_command(ann, "match resign", {"sure": WORDS("resign.yes")}, {})
    await expect(ann.get_by_text(WORDS("resign.done", match=1))).to_be_visible()
    await send_command(ann, "match review", {"match": "1"}, {})
    review = newest(ann)
    await expect(review).to_contain_text(WORDS("task.review"))
    await phone.screenshot(path=tmp_path / "making.png")
    await expect(review).to_contain_text(re.compile("luck [+-]?[0-9]+, moves [+-]?[0-9]+, rest"))
    tries = review.get_by_role("button", name=re.compile("^.*Try [123]$"))
    await expect(tries).to_have_count(3)
    pictures = review.locator("img")
    await expect(pictures).to_have_count(4)
    for number in range(4):
        await pictures.nth(number).scroll_into_view_if_needed()
        await expect(pictures.nth(number)).to_have_js_property("complete", value=True)
        await phone.screenshot(path=tmp_path / f"review-{number}.png")
    await expect(review.get_by_text(WORDS("review.example")).first).to_be_visible()
    await expect(review.get_by_text(WORDS("review.instead")).first).to_be_visible()
    quote = review.locator("blockquote").first
    laid_out = await quote.locator("small").evaluate_all("lines => lines.map((line) => getComputedStyle(line).display)")
    assert len(laid_out) > 2 and {*laid_out} == {"block"}, "each sentence begins a line"
    await quote.scroll_into_view_if_needed()
    await phone.screenshot(path=tmp_path / "example.png")
    await review.evaluate("message => message.scrollIntoView()")
    await phone.screenshot(path=tmp_path / "review-top.png")
    overflow = await review.evaluate("message => message.scrollWidth - message.clientWidth")
    assert overflow <= 0, "all of it fits the phone"
    await tries.first.click()
    await expect(newest(ann).locator(STEP).first).to_be_visible()
    await shoot(newest(ann), tmp_path / "tried.png")
    assert house[1].query("SELECT guild, position_of FROM matches WHERE id = 2") == [(None, 1)], "it is private"
    await press_step(ann)
    await shoot(newest(ann), tmp_path / "tried-on.png")
