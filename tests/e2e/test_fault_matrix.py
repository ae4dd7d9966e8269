"""Each error at each call of the bot: in the match that suffers it nothing is lost, doubled or untrue afterwards."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from tests.driver import PATIENCE, Driver, Message, Player, running_sandbox
from tests.e2e.faults import DMS, ERRORS, NO_MESSAGE, NOT_THERE, RACES, THREAD, Call, alarms
from tests.e2e.match import SHORT
from tests.e2e.programs import Bot, running_bot
from tests.e2e.trouble import LOOK, REMINDER, TO_ANSWER, Stubborn, tells_the_truth
from tests.marks import in_long

CALLS = {
    "note of command": Call("open", "POST", "/interactions/.*/callback"),
    "answer to command": Call("open", "POST", r"/webhooks/\d+/[^/]+"),
    "lobby": Call("open", "POST", RACES),
    "lobby edit": Call("join", "PATCH", RACES + r"/\d+"),
    "thread": Call("start", "POST", RACES + r"/\d+/threads"),
    "opening": Call("start", "POST", THREAD + "/messages"),
    "DM channel": Call("start", "POST", "/users/@me/channels", after="forget"),
    "call": Call("start", "POST", DMS),
    "note of press": Call("play", "POST", "/interactions/.*/callback"),
    "panel": Call("play", "PATCH", "/webhooks/.*/messages/@original"),
    "board edit": Call("play", "PATCH", THREAD + r"/messages/\d+"),
    "new board": Call("play", "POST", THREAD + "/messages", after="delete"),
    "waking the thread": Call("play", "PATCH", THREAD, after="archive"),
    "result": Call("end", "POST", THREAD + "/messages"),
    "end": Call("end", "POST", DMS),
}
ANSWERS = 2  # then Ann resigns

Cell = tuple[str, str]
MATRIX: list[Cell] = [(call, error) for call in CALLS for error in ERRORS]
IN_CI = MATRIX[:: 4 * (len(ERRORS) + 1)]  # every fourth call, each with another error


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Bot]]:
    """A sandbox with a bot that plays one match after another."""
    with (
        running_sandbox(answer_within=TO_ANSWER) as url,
        running_bot(tmp_path_factory.mktemp("bot"), url, met=True) as bot,
    ):
        yield url, bot
        bot.expected_faults = bot.faults  # each was looked at when it came


async def play_through(driver: Driver, bot: Bot, name: str, error: str) -> None:
    """A match from the command to the result in which one call ends in this error."""
    call, alarmed = CALLS[name], len(bot.faults)
    players = Stubborn(driver, bot, "Bob", answers=ANSWERS)
    while (moment := players.moment) != "over":
        if moment == call.moment:
            await befall(players, call.after)
            await call.fails(driver, players, error)
        while await players.go_on() == moment:
            pass
        if moment == call.moment == "play":
            await players.match.settled()
    by_dm = name not in ("end", "DM channel") or error not in NO_MESSAGE  # a channel is opened at any time of a match
    await tells_the_truth(players.match, by_dm=by_dm)
    await bot.has_sent_all()
    assert await driver.no_faults() == [], "The call was never made"
    raised = bot.faults[alarmed:]
    may_pass = name == "DM channel"  # one that is opened for later may fail without a word
    assert raised == alarms(name, error) or (may_pass and not raised)


async def befall(players: Stubborn, what: str) -> None:
    """What must have happened for a call to be made."""
    ann, driver = players.driver.player("Ann"), players.driver
    match what:
        case "forget":  # a bot opens each DM channel once and keeps it
            assert players.bot.stop() == 0
            await driver.wait(lambda: not driver.online)
            players.bot.query("UPDATE people SET dm = NULL")
            players.bot.start()
            await driver.wait(lambda: driver.online)
        case "delete":
            await ann.delete(players.match.news[-1])
        case "archive":
            await ann.archive(players.match.thread)


@pytest.mark.parametrize("cell", [*IN_CI, *in_long(*(cell for cell in MATRIX if cell not in IN_CI))], ids="-".join)
async def test_a_call_fails(driver: Driver, house: tuple[str, Bot], cell: Cell) -> None:
    await play_through(driver, house[1], *cell)


# Reminders, votes and replays in flight, in the middle of a match, one error after the other.

Fails = Callable[[], Awaitable[None]]
HOUR = 3600.0
ASKED_FOR = "here's your reminder"  # in a thread
STILL_BUSY = "still making your last film"
LONG = SHORT | {"target": 12}
MENDED = ("429", "429 everywhere", "500", "502 late", "slow")  # without the person's noticing


async def called(players: Stubborn) -> tuple[Player, Message]:
    """Play on until the asked player has been called; returns that player and the newest call to them."""
    while player := await players.asked():
        here = f"**{players.match.title}**"
        calls = [m for m in player.sees(player.dm()) if "⋯" in m.labels and m.content.startswith(here)]
        if calls:
            return player, calls[-1]
        await players.play(1)
    raise AssertionError("The match is over")


async def remind(players: Stubborn, words: str) -> int:
    """Let the asked player be reminded in an hour; returns how many messages have told them so in these words."""
    driver, (player, call) = players.driver, await called(players)
    before = said(driver, words)
    more = await player.press(call, "⋯")
    assert more is not None
    later = await player.press(more, "Remind me later")
    await player.press(later, "In 1 hour")
    await driver.pass_time(HOUR)
    await driver.wait(lambda: said(driver, words) - before)
    await players.bot.has_sent_all()
    return len(said(driver, words) - before)


def said(driver: Driver, words: str) -> set[str]:
    """The messages with these words; an earlier call goes when another one comes."""
    return {number for number, message in driver.messages.items() if words in message.content and not message.ephemeral}


async def by_message(players: Stubborn, fails: Fails, error: str) -> None:
    """One reminder by direct message, or where none can be sent in the thread."""
    words = ASKED_FOR if error in (*NO_MESSAGE, "10003") else REMINDER  # gone: like a person it hasn't met
    await called(players)
    await fails()
    assert await remind(players, words) == 1


async def by_mention(players: Stubborn, fails: Fails, error: str) -> None:
    """One reminder in the thread, for a player who takes no direct messages."""
    player, _ = await called(players)
    await player.open_dms(False)
    await fails()
    assert await remind(players, ASKED_FOR) == 1
    await player.open_dms()


def votes(players: Stubborn) -> list[Message]:
    """The posts in the thread that show votes; a player asked to vote is also asked by direct message."""
    threads = [thread.id for thread in players.match.threads]
    here = [message for message in players.driver.messages.values() if message.channel_id in threads]
    return [message for message in here if "Yes" in message.labels]


async def open_vote(players: Stubborn, fails: Fails | None = None) -> None:
    """Ann wants a pause: one post tells it."""
    before = len(votes(players))
    if fails is not None:
        await fails()
    await players.players[0].slash("races", "match", "pause", match=str(players.match.number))
    await players.driver.wait(lambda: len(votes(players)) > before)
    await players.bot.has_sent_all()
    assert len(votes(players)) == before + 1


async def close_vote(players: Stubborn, fails: Fails | None = None, *, renewed: bool = True) -> None:
    """Bob doesn't: the post tells how it ended, a new one if it is gone."""
    before, post = len(votes(players)), votes(players)[-1]
    if fails is not None:
        await fails()
    await players.players[1].press(post, "No")
    await players.driver.wait(lambda: votes(players)[-1].button("Yes").get("disabled"))
    await players.bot.has_sent_all()
    assert len(votes(players)) == before + (not renewed)


async def vote(players: Stubborn, fails: Fails, error: str) -> None:
    """A vote whose first post fails."""
    await open_vote(players, fails)
    await close_vote(players)


async def count(players: Stubborn, fails: Fails, error: str) -> None:
    """A vote whose end can't be shown at once."""
    await open_vote(players)
    await close_vote(players, fails, renewed=error not in (*NOT_THERE, "10003"))


async def film(players: Stubborn) -> bool:
    """Whether the film of the match comes when a person who doesn't play asks for it, or the bot gives up."""
    driver, command = players.driver, {"name": "match", "path": ["replay"]}
    channel, options = driver.channel("races").id, {"match": str(players.match.number)}
    given_up = players.given_up()

    async def ask() -> Message:
        outcome = await driver.act(
            do="slash", user=driver.player("Dmitri").id, channel_id=channel, options=options, **command
        )
        return driver.messages[outcome.news["message_id"]]

    async with asyncio.timeout(PATIENCE):
        while STILL_BUSY in (answer := await ask()).content:  # noqa: ASYNC110 (it may be there before its task ends)
            await asyncio.sleep(LOOK)
        while not (answer.attachments or answer.content or players.given_up() > given_up):  # noqa: ASYNC110 (nor a log)
            await asyncio.sleep(LOOK)
    return bool(answer.attachments)


async def watch(players: Stubborn, fails: Fails, error: str) -> None:
    """The film of the match, asked for again if it doesn't come."""
    await fails()
    came = await film(players)
    assert came or error not in MENDED
    assert came or await film(players), error


SLOW: dict[str, tuple[Call, Callable[[Stubborn, Fails, str], Awaitable[None]]]] = {
    "reminder": (Call("play", "POST", DMS), by_message),
    "mention": (Call("play", "POST", THREAD + "/messages"), by_mention),
    "vote": (Call("play", "POST", THREAD + "/messages"), vote),
    "vote edit": (Call("play", "PATCH", THREAD + r"/messages/\d+"), count),
    "replay": (Call("play", "PATCH", "/webhooks/.*/messages/@original"), watch),
}
HALVES = (tuple(ERRORS)[::2], tuple(ERRORS)[1::2])  # for a match each


async def go_through(driver: Driver, bot: Bot, name: str, errors: tuple[str, ...]) -> None:
    """A match in which a call ends in one error after the other."""
    call, doing = SLOW[name]
    players = Stubborn(driver, bot, "Bob", options=LONG)  # it must not be over before everything has failed
    while players.moment != call.moment:
        await players.go_on()
    await players.play(ANSWERS)
    await players.match.settled()
    for error in errors:
        before = bot.faults
        await doing(players, lambda error=error: call.fails(driver, players, error), error)
        await bot.has_sent_all()
        assert await driver.no_faults() == [], "The call was never made"
        for alarm in alarms(name, error):
            await bot.says(f" {alarm} ", before.count(alarm) + 1)  # maybe after the answer has come
        assert bot.faults == [*before, *alarms(name, error)], error
    players.answers = 0
    while players.moment != "over":
        await players.go_on()
    await tells_the_truth(players.match)


@pytest.mark.long
@pytest.mark.parametrize("errors", HALVES, ids=["one half", "the other"])
@pytest.mark.parametrize("call", SLOW)
async def test_a_call_of_slow_play_fails(
    driver: Driver, house: tuple[str, Bot], call: str, errors: tuple[str, ...]
) -> None:
    await go_through(driver, house[1], call, errors)
