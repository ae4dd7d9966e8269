"""What can't be done is refused over the real wire: one sentence to the person who tried, and nothing changes."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from screen.names import defused
from tests.driver import Driver, Json, Message, Player
from tests.e2e.match import Match, steps
from tests.e2e.programs import Bot

pytestmark = pytest.mark.asyncio(loop_scope="module")

NO_SEAT = "You aren't playing in this match."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def driver(place: str) -> AsyncIterator[Driver]:
    """One connection for all tests of the module."""
    async with await Driver.connect(place) as driver:
        await driver.ready()
        yield driver


@pytest.fixture(scope="module")
def bot(house: tuple[str, Bot]) -> Bot:
    """The bot that they play with."""
    return house[1]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def match(driver: Driver) -> Match:
    """A match of Ann and Bob under way; as nothing changes it, it serves all tests."""
    match = await Match.begin(driver, "Ann", "Bob")
    await match.play(3)
    return match


def words_to(answer: Message | None, player: Player) -> str:
    """The sentence that a player alone read."""
    assert answer is not None and answer.visible_to == [player.id], answer
    assert not answer.parts and not answer.attachments
    return answer.content


@asynccontextmanager
async def nothing_changes(match: Match, player: Player, bot: Bot) -> AsyncIterator[None]:
    """Neither the match changes, nor anything that others than this player can see."""

    def seen() -> list[Json]:
        clerk = match.driver.player("Dmitri").id  # fetches the exports
        return [m.raw for m in match.driver.messages.values() if m.visible_to not in ([player.id], [clerk])]

    await match.asked()
    await bot.has_sent_all()
    export, messages = await match.settled(), seen()  # by now it has come here too
    yield
    assert await match.export() == export
    assert seen() == messages


async def test_a_spectator_is_shown_the_race_and_no_question(match: Match, bot: Bot) -> None:
    carla = match.driver.player("Carla")
    async with nothing_changes(match, carla, bot):
        looking = await carla.press(match.news[-1], "Your move")
        assert looking is not None and looking.visible_to == [carla.id] and not steps(looking)
        assert "You aren't playing in this match, so you see what everyone sees." in looking.content
        assert words_to(await carla.slash(match.thread, "move", choice="1"), carla) == NO_SEAT
        resigned = await carla.slash(match.thread, "match", "resign", sure="yes")
        assert words_to(resigned, carla) == NO_SEAT


@pytest.mark.parametrize("typed", ["banana", "9", "٣", "９", "-", "+", "g:1:00000000:0!", "x" * 3000, "\u202e\u0007🚴"])
async def test_a_move_that_makes_no_sense_is_answered_with_what_does(match: Match, typed: str, bot: Bot) -> None:
    player = await match.asked()
    assert player is not None
    async with nothing_changes(match, player, bot):
        sentence = words_to(await player.slash(match.thread, "move", choice=typed), player)
        assert sentence.startswith(f"“{defused(typed[:29])}")
        # a player with one die left is offered its lanes as well
        die, lane = r"[1-6] → row \d+", r"Lane \d, [^;]+"
        offered = re.search(rf"doesn't work there; choose from: {die}(?:; {die})*(?:; {lane})*[.]$", sentence)
        assert offered, sentence
