"""What happens to the bot, its places and its players in mid match: it goes on, and its thread tells the truth."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.driver import Driver, Message, running_sandbox
from tests.e2e.programs import Bot, running_bot
from tests.e2e.trouble import TO_ANSWER, Stubborn, mentions, tells_the_truth
from tests.marks import in_long

PERMISSIONS = {  # each with the word for it, which the opener reads
    "VIEW_CHANNEL": "View Channel",
    "SEND_MESSAGES": "Send Messages",
    "SEND_MESSAGES_IN_THREADS": "Send Messages in Threads",
    "CREATE_PUBLIC_THREADS": "Create Public Threads",
    "EMBED_LINKS": "Embed Links",
    "ATTACH_FILES": "Attach Files",
    "READ_MESSAGE_HISTORY": "Read Message History",
}
ROUNDS = 5  # of a few answers each, until someone is called
NEEDED_IN_A_THREAD = ("VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Bot]]:
    """A sandbox with a bot that plays one match after another."""
    folder = tmp_path_factory.mktemp("bot")
    with running_sandbox(answer_within=TO_ANSWER) as url, running_bot(folder, url, met=True) as bot:
        yield url, bot


@pytest.fixture
async def players(driver: Driver, house: tuple[str, Bot]) -> Stubborn:
    """Ann and Bob in a match that is under way."""
    players = Stubborn(driver, house[1], "Bob")
    while players.moment != "play":
        await players.go_on()
    return players


async def finish(players: Stubborn) -> None:
    """Give the match up, and look at the truth."""
    players.answers = 0
    while await players.go_on() != "over":
        pass
    await tells_the_truth(players.match)


async def test_closed_dms_become_mentions_with_the_private_button(players: Stubborn) -> None:
    match, bob = players.match, players.players[1]
    await bob.open_dms(False)
    try:
        for _ in range(ROUNDS):  # a player who is asked several times in a row is called once
            await players.play(6)
            await match.settled()
            if mentions(match, bob):
                break
    finally:
        await bob.open_dms()
    assert mentions(match, bob) and all(call.labels in ([], ["Your move"]) for call in mentions(match, bob))
    await finish(players)


@pytest.mark.parametrize("how", ["deleted", *in_long("slept", "archived", "locked")])
async def test_a_thread_that_sleeps_is_woken_and_one_that_is_shut_is_replaced(players: Stubborn, how: str) -> None:
    driver, match, thread = players.driver, players.match, players.match.thread
    await players.play(2)
    await match.settled()
    if how == "slept":
        await driver.pass_time(8 * 86400)
        await players.bot.says("time leaps")  # else that may close the lobby of the next test
    elif how == "deleted":
        await driver.player("Ann").delete(thread)
    else:
        await driver.player("Ann").archive(thread, locked=how == "locked")
    await players.play(2)
    await driver.wait(lambda: match.threads and not match.thread.archived)
    assert thread.deleted == (how == "deleted")
    assert len(match.threads) == (2 if how == "locked" else 1)
    await match.settled()
    await finish(players)


async def test_a_deleted_lobby_is_posted_anew_and_plays(driver: Driver, house: tuple[str, Bot]) -> None:
    players = Stubborn(driver, house[1], "Bob")
    while players.moment != "join":
        await players.go_on()
    ann, bob = players.players
    old = players.match.lobby
    await asyncio.gather(bob.press(old, "Join"), ann.delete(old))  # the press is on its way by then
    await driver.wait(lambda: players.moment == "start")
    while players.moment != "play":
        await players.go_on()
    assert old.deleted and players.match.thread.id == players.match.lobby.id
    await players.play(2)
    await finish(players)


@pytest.mark.parametrize("permission", ["VIEW_CHANNEL", *in_long(*list(PERMISSIONS)[1:])])
async def test_a_permission_is_taken_away_and_given_back(players: Stubborn, permission: str) -> None:
    """No move is lost meanwhile; the opener hears once what is missing, if it is needed where they play."""
    driver, match, ann = players.driver, players.match, players.players[0]
    await match.settled()
    needed = permission in NEEDED_IN_A_THREAD or permission == "CREATE_PUBLIC_THREADS"
    await ann.delete(match.thread if permission == "CREATE_PUBLIC_THREADS" else match.news[-1])

    def complaints() -> list[Message]:
        lack = f"I can't post about match #{match.number} in"
        return [message for message in ann.sees(ann.dm()) if message.content.startswith(lack)]

    await driver.permit(permission, False)
    try:
        await players.play(1)
        if needed:
            await driver.wait(complaints)
        await players.play(1)
    finally:
        await driver.permit(permission, True)
    await driver.wait(lambda: match.news)
    await match.settled()
    assert len(complaints()) == needed and all(
        PERMISSIONS[permission] in complaint.content for complaint in complaints()
    )
    await finish(players)


async def test_the_match_rests_while_the_bot_is_out_of_the_server(players: Stubborn) -> None:
    driver, match = players.driver, players.match
    await players.play(2)
    player = await players.asked()
    assert player is not None
    before, panel = await match.settled(), match.panel(player)
    await driver.kick()
    try:
        while panel is not None and (buttons := match.steps(panel)):
            panel = await players.press(player, panel, buttons[0]["custom_id"])
        assert panel is not None and panel.content.startswith("The match is paused because I'm no longer in its server")
    finally:
        await driver.invite()
    await driver.wait(lambda: driver.has_bot)
    after = (await match.export())["log"]
    assert after[: len(before["log"])] == before["log"]
    assert {row["kind"] for row in after[len(before["log"]) :]} <= {"pause", "resume"}
    await players.play(2)
    await finish(players)


async def test_what_comes_twice_counts_once(players: Stubborn) -> None:
    await players.driver.double(times=1000)
    try:
        await players.play(6)
    finally:
        await players.driver.double(times=0)
    await finish(players)


async def test_overtaking_presses_of_two_players(players: Stubborn) -> None:
    driver, match = players.driver, players.match
    await driver.wait(lambda: all(map(match.panel, players.players)))
    await driver.reorder()
    await asyncio.gather(*(players.answer(player) for player in players.players))
    assert sum(match.played.values()) == len(players.players)
    await match.settled()
    await finish(players)


@pytest.mark.parametrize("how", ["invalid", *in_long("dropped", "reconnected", "resumable")])
async def test_a_gateway_that_breaks_off_loses_nothing(players: Stubborn, how: str) -> None:
    driver = players.driver
    await players.play(1)
    breaks = {
        "dropped": driver.drop,
        "reconnected": driver.reconnect,
        "resumable": lambda: driver.invalidate(resumable=True),
        "invalid": driver.invalidate,
    }
    await breaks[how]()
    await players.play(1)
    await driver.wait(lambda: driver.online)
    await players.play(2)
    await players.match.settled()
    await finish(players)
