"""LEGSTRONG played with the mouse: a weekend of three legs for two players and an opponent, clean and doped."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.columns import LIST, STEP, choose, go_to, newest, seat, send_command

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.asyncio(loop_scope="session")]

ASKED = {  # what a panel can ask, by words of its question
    "sprinter": "Who is your sprinter for the whole tour?",
    "descender": "Who is your descender for the whole tour?",
    "attack": "who attacks?",
    "sprint": "Bunch sprint: who?",
    "bid": "How many extra rows do you bid",
    "sure": "Confirm",
    "level": "Which card is his Energy Level?",
    "lower": "Keep it, or go lower from now on?",
    "place": "which of the four cards do you turn over?",
}
DOPED = {"level", "lower", "place"}
MOST = 6  # rows in a sprint
SEVERAL = "Several sprint"
RESTLESS = 5  # every so often a rider attacks
TOURS = 5  # at most, to catch a rider: of 24 tours that were played so 7 ended without a positive test
HIGH = re.compile("Keep|[AKQJ][♠♥♦♣]")  # buttons of high cards


class Tour:
    """Ann and Bob on a weekend with an opponent, watched by Carla."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.ann, self.bob, self.carla = (seat(page, name) for name in ("Ann", "Bob", "Carla"))
        self.asked = 0
        self.questions: set[str] = set()

    async def begin(self, **options: str) -> None:
        """Ann opens the tour, and all sit down."""
        await go_to(self.ann, "races")
        await send_command(self.ann, "legstrong new", {"players": "3"}, {"tour": "Weekend", **options})
        await go_to(self.bob, "races")
        join = self.bob.get_by_role("button", name="Join", disabled=False).last
        code = str(await join.get_attribute("data-custom-id"))  # earlier tours have lobbies and threads of their own
        await join.click()
        await self.ann.get_by_role("button", name="Add computer", disabled=False).last.click()
        await self.ann.get_by_role("button", name="Fair", exact=True).last.click()
        lobby = self.ann.locator("article").filter(has=self.page.locator(f"[data-custom-id='{code}']"))
        await expect(lobby.get_by_text("The table is full")).to_be_visible()
        await self.ann.get_by_role("button", name="Start", disabled=False).last.click()
        await go_to(self.carla, f"LEGSTRONG #{int(code.rpartition(':')[2], 36)}:")
        for column in (self.ann, self.bob):
            await go_to(column, "gruppetto")

    async def play(self) -> None:
        """Answer whatever is asked, to the end of the tour."""
        result = self.carla.get_by_role("heading", name="Match over")
        asked = [newest(column).locator(f"{STEP}, {LIST}").first for column in (self.ann, self.bob)]
        await result.or_(asked[0]).or_(asked[1]).first.wait_for()
        while not await result.is_visible():
            await self.answer(self.ann if await asked[0].is_visible() else self.bob)
            await result.or_(asked[0]).or_(asked[1]).first.wait_for()
        await self.page.screenshot(path=self.folder / "result.png")

    async def answer(self, column: Locator) -> None:
        """Stay inside but for an attack now and then, and sprint: at first with several riders, later with the best."""
        text = await newest(column).inner_text()
        new = {about for about, words in ASKED.items() if words in text} - self.questions
        self.questions |= new
        for about in new:
            await self.page.screenshot(path=self.folder / f"{about}.png")
        self.asked += 1
        if ASKED["bid"] in text:
            await choose(column, MOST)
        elif any(ASKED[about] in text for about in ("level", "lower")):
            await choose(column, riskiest(await newest(column).locator(STEP).all_inner_texts()))
        else:
            labels = await newest(column).locator(STEP).all_inner_texts()
            attacks = [at for at, label in enumerate(labels) if not label.startswith(("Stay", "Promise"))]
            several = labels.index(SEVERAL) if SEVERAL in labels and "bid" not in self.questions else 0
            restless = self.asked % RESTLESS == 0 and ASKED["attack"] in text
            await choose(column, attacks[0] if restless and attacks else several)


def riskiest(labels: list[str]) -> int:
    """Which of the cards is the likeliest to be found in a test: the level as it is, or else the highest."""
    ranks = [
        ("Keep", "A", "K", "Q", "J").index(label.split()[0].rstrip("♠♥♦♣")) if HIGH.match(label) else 9
        for label in labels
    ]
    return ranks.index(min(ranks))


async def test_two_players_and_an_opponent_ride_a_clean_weekend(page: Page, tmp_path: Path) -> None:
    tour = Tour(page, tmp_path)
    await tour.begin(doping="Off")
    await tour.play()
    assert tour.questions == ASKED.keys() - DOPED
    ends = tour.carla.locator("article", has_text=re.compile(r"Stage \d: 1\. "))
    boards = page.get_by_role("button", name="History")
    await expect(ends.filter(has_not=boards)).to_have_count(2)  # the result tells of the third
    await expect(tour.carla.locator("article", has_text="🥇 1. ").get_by_text("— +0:00").first).to_be_visible()


async def test_somebody_is_caught_on_a_weekend_with_doping(page: Page, tmp_path: Path) -> None:
    tour = Tour(page, tmp_path)
    caught = tour.carla.get_by_text("is disqualified").first
    for _ in range(TOURS):
        await tour.begin(tests="Tester picks")
        await tour.play()
        if await caught.is_visible():
            break
    assert tour.questions >= {"level", "place"}
    await expect(caught).to_be_visible()
    await tour.carla.locator(".picture img").last.screenshot(path=tmp_path / "classification.png")
