"""What can't be done is refused over the real wire: one sentence to the person who tried, and nothing changes."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import pytest_asyncio

from cogs.ui.names import defused
from tests.driver import Driver, Failed, Json, Message, Player
from tests.e2e.match import STALE, Match, steps
from tests.e2e.programs import Bot

pytestmark = pytest.mark.asyncio(loop_scope="module")

SEATED = "Only players at this table can do that; press Join first."
HOST = "Only the host of the lobby can do that."
NO_SEAT = "You have no seat in this match, so you can't move in it."
WHERE = "Matches are opened in a text channel of a server; please use the command there."


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
    """The sentence that a player alone was told."""
    assert answer is not None and answer.visible_to == [player.id], answer
    assert not answer.parts and not answer.attachments
    return answer.content


@asynccontextmanager
async def nothing_changes(match: Match, player: Player, bot: Bot) -> AsyncIterator[None]:
    """Neither the match changes, nor anything that anybody but this player can see."""

    def seen() -> list[Json]:
        clerk = match.driver.player("Dmitri").id  # fetches the exports
        return [m.raw for m in match.driver.messages.values() if m.visible_to not in ([player.id], [clerk])]

    await match.asked()
    await bot.has_sent_all()
    export, messages = await match.settled(), seen()  # by now it has come here too
    yield
    assert await match.export() == export
    assert seen() == messages


async def test_the_lobby_says_why_not(driver: Driver) -> None:
    ann, bob, carla = map(driver.player, ("Ann", "Bob", "Carla"))
    match = await Match.open(driver, ann, players=2)

    async def refused(player: Player, label: str) -> str:
        return words_to(await player.press(match.lobby, label), player)

    embeds = match.lobby.embeds
    assert await refused(ann, "Join") == "You have a seat already."
    alone = "At least 2 seats must be taken; wait for somebody to join or press Add opponent."
    assert await refused(ann, "Start") == alone
    for label in ("Leave", "Add opponent", "Start"):
        assert await refused(carla, label) == SEATED
    assert await refused(carla, "Cancel") == HOST
    assert match.lobby.embeds == embeds
    await bob.press(match.lobby, "Join")
    await driver.wait(lambda: "2. Bob" in match.lobby.embeds[0]["fields"][0]["value"])
    embeds = match.lobby.embeds
    assert await refused(carla, "Join") == "All places are taken."
    assert await refused(ann, "Add opponent") == "All places are taken."
    assert await refused(bob, "Cancel") == HOST
    assert match.lobby.embeds == embeds
    old = match.lobby.button("Join")["custom_id"]
    await ann.press(match.lobby, "Cancel", silent=True)
    await driver.wait(lambda: match.lobby.embeds[0]["description"] == "Called off.")
    with pytest.raises(Failed, match=r"has no .* to press"):
        await carla.press(match.lobby, custom_id=old)


async def test_a_confirm_that_comes_too_late_rides_nobody(driver: Driver, bot: Bot) -> None:
    match = await Match.begin(driver, "Carla", opponents=1)
    carla = driver.player("Carla")
    await match.play(1)
    assert await match.asked()
    other = await carla.slash(match.thread, "play")
    assert other is not None
    other = await match.walk(carla, other)
    await match.play(1)
    assert await match.asked()
    async with nothing_changes(match, carla, bot):
        fresh = await carla.press(other, "Confirm")
        assert fresh is not None and fresh.visible_to == [carla.id] and STALE in fresh.content
    panel = match.panel(carla)
    assert panel is not None and fresh.labels == panel.labels
    await match.play()


async def test_a_private_panel_obeys_its_player_alone(match: Match, bot: Bot) -> None:
    player = await match.asked()
    assert player is not None
    other = next(p for p in match.players if p.id != player.id)
    private = await player.press(match.news[-1], "Your move")
    assert private is not None
    async with nothing_changes(match, player, bot):
        with pytest.raises(Failed, match=f"{other.name} sees no such message"):
            await other.press(private, custom_id=steps(private)[0]["custom_id"])


async def test_a_spectator_is_shown_the_race_and_no_question(match: Match, bot: Bot) -> None:
    carla = match.driver.player("Carla")
    async with nothing_changes(match, carla, bot):
        looking = await carla.press(match.news[-1], "Your move")
        assert looking is not None and looking.visible_to == [carla.id] and not steps(looking)
        assert "You have no seat in this match, so you see what everybody sees." in looking.content
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
        offered = re.search(rf"isn't possible there; choose from: {die}(?:; {die})*(?:; {lane})*[.]$", sentence)
        assert offered, sentence


async def half_a_move(match: Match) -> tuple[Player, str]:
    """The asked player, and how their answer begins; the match goes on until somebody has two things to choose."""
    while player := await match.asked():
        for first in await player.complete(match.thread, "move", focused="choice"):
            begun = first["value"]
            offered = await player.complete(match.thread, "move", focused="choice", choice=f"{begun} ")
            if any(choice["value"] != begun for choice in offered):
                return player, begun
        await match.play(1)
    raise AssertionError("the match ended before that")


async def test_half_a_move_is_answered_with_what_comes_next(match: Match, bot: Bot) -> None:
    player, begun = await half_a_move(match)
    async with nothing_changes(match, player, bot):
        sentence = words_to(await player.slash(match.thread, "move", choice=begun), player)
        assert "That isn't a complete move yet; go on with one of: " in sentence


async def test_nobody_moves_out_of_turn(match: Match, bot: Bot) -> None:
    player = await match.asked()
    assert player is not None
    other = next(p for p in match.players if p.id != player.id)
    async with nothing_changes(match, other, bot):
        assert words_to(await other.slash(match.thread, "move", choice="1"), other) == "It isn't your move just now."


@pytest.mark.parametrize("which", ["999", "#999", "abc", "-1", "１", "9" * 40])
async def test_a_match_that_does_not_exist(match: Match, which: str, bot: Bot) -> None:
    ann = match.driver.player("Ann")
    async with nothing_changes(match, ann, bot):
        for name, path, options in (
            ("play", (), {}),
            ("move", (), {"choice": "1"}),
            ("match", ("board",), {}),
            ("match", ("history",), {}),
            ("match", ("export",), {}),
            ("match", ("resign",), {"sure": "yes"}),
        ):
            answer = await ann.slash("races", name, *path, match=which, **options)
            assert words_to(answer, ann) == "There is no such match; `/games` lists yours."


async def test_a_seat_is_not_given_up_by_mistake(match: Match, bot: Bot) -> None:
    ann = match.driver.player("Ann")
    async with nothing_changes(match, ann, bot):
        answer = await ann.slash(match.thread, "match", "resign", sure="no")
        assert words_to(answer, ann) == "Nothing has changed. To give up your seat, type `yes` for `sure`."


@pytest.mark.parametrize(
    "options",
    [{"target": 2}, {"target": 31}, {"players": 1}, {"players": 5}, {"track": "gravel"}, {"preset": "slow"}],
    ids=str,
)
async def test_discord_knows_the_bounds_of_every_option(match: Match, options: dict[str, Any], bot: Bot) -> None:
    ann = match.driver.player("Ann")
    async with nothing_changes(match, ann, bot):
        with pytest.raises(
            Failed, match=f"The option {next(iter(options))} (is too small or too large|must be one of)"
        ):
            await ann.slash("races", "pistard", "new", **options)


async def test_a_match_is_opened_in_a_text_channel(match: Match, bot: Bot) -> None:
    ann = match.driver.player("Ann")
    async with nothing_changes(match, ann, bot):
        for options in ({}, {"players": 2}):
            assert words_to(await ann.slash(match.thread, "pistard", "new", **options), ann) == WHERE


async def test_nothing_to_play(match: Match, bot: Bot) -> None:
    dmitri = match.driver.player("Dmitri")
    async with nothing_changes(match, dmitri, bot):
        answer = await dmitri.slash("races", "play")
        assert words_to(answer, dmitri) == "No match is waiting for you right now. `/games` shows what you are playing."
        answer = await dmitri.slash("races", "games")
        nothing = "You aren't playing anything yet. `/start` shows what there is, and how to begin."
        assert words_to(answer, dmitri) == nothing
