"""Each error at each call of the bot: in the match that suffers it nothing is lost, doubled or untrue afterwards."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import pytest

from tests.driver import Driver, running_sandbox
from tests.e2e.programs import PATIENCE, Bot, running_bot
from tests.e2e.trouble import Stubborn, tells_the_truth

RACES = "/channels/{races}/messages"
DMS = "/channels/(?:{dms})/messages"
THREAD = r"/channels/(?!{races}/|{dms}/)\d+"


@dataclass(frozen=True)
class Call:
    """A kind of call: the next one after a moment of the match, or after something that the server's owner does."""

    moment: str
    method: str
    path: str
    after: str = ""


CALLS = {
    "note of command": Call("open", "POST", "/interactions/.*/callback"),
    "answer to command": Call("open", "POST", r"/webhooks/\d+/[^/]+"),
    "lobby": Call("open", "POST", RACES),
    "lobby edit": Call("join", "PATCH", RACES + r"/\d+"),
    "thread": Call("start", "POST", RACES + r"/\d+/threads"),
    "opening": Call("start", "POST", THREAD + "/messages"),
    "person": Call("start", "GET", r"/users/\d+"),
    "DM channel": Call("start", "POST", "/users/@me/channels", after="restart"),
    "call": Call("start", "POST", DMS),
    "note of press": Call("play", "POST", "/interactions/.*/callback"),
    "panel": Call("play", "PATCH", "/webhooks/.*/messages/@original"),
    "board edit": Call("play", "PATCH", THREAD + r"/messages/\d+"),
    "new board": Call("play", "POST", THREAD + "/messages", after="delete"),
    "waking the thread": Call("play", "PATCH", THREAD, after="archive"),
    "result": Call("end", "POST", THREAD + "/messages"),
    "end": Call("end", "POST", DMS),
}
ERRORS: dict[str, dict[str, int | float | bool]] = {
    "429": {"status": 429, "retry_after": 0.3},
    "429 everywhere": {"status": 429, "retry_after": 0.3, "everywhere": True},
    "403": {"code": 50013},
    "50001": {"code": 50001},
    "50007": {"code": 50007},
    "404": {"status": 404},
    "10003": {"code": 10003},
    "10008": {"code": 10008},
    "10062": {"code": 10062},
    "40060": {"code": 40060},
    "50083": {"code": 50083},
    "500": {"status": 500},
    "502 late": {"status": 502, "late": True},  # Discord has done it all the same
    "lost": {"lost": True},
    "slow": {"before": 0.5},
}
NOT_THERE = ("404", "10008", "10062")
# The log holds an error only where Discord says what it never says to such a call, or where a person gets no answer.
TO_A_PRESS = ("note of command", "answer to command", "note of press", "panel")
UNANSWERED = ("403", "50001", "50007", "404", "10003", "10008", "50083", "lost")
UNHEARD_OF = (*NOT_THERE, "40060", "50007")
HEARD_OF = {
    **dict.fromkeys(("lobby edit", "thread", "board edit"), NOT_THERE),  # somebody has deleted it
    **dict.fromkeys(("DM channel", "call", "end"), ("50007",)),  # the person takes no DMs
}
ANSWERS = 2  # then Ann resigns

Cell = tuple[str, str]
MATRIX: list[Cell] = [(call, error) for call in CALLS for error in ERRORS]
USUAL: list[Cell] = [(call, list(ERRORS)[n % len(ERRORS)]) for n, call in enumerate(CALLS)]


def test_the_usual_cells_hold_every_call_and_every_error() -> None:
    assert {call for call, _ in USUAL} == set(CALLS)
    assert {error for _, error in USUAL} == set(ERRORS)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Bot]]:
    """A sandbox with a bot that plays one match after another."""
    with running_sandbox() as url, running_bot(tmp_path_factory.mktemp("bot"), url) as bot:
        yield url, bot
        bot.expected_faults = bot.faults  # each was looked at when it came


@pytest.fixture
async def driver(house: tuple[str, Bot]) -> AsyncIterator[Driver]:
    async with await Driver.connect(house[0]) as driver:
        await driver.ready(PATIENCE)
        yield driver
        await driver.no_faults()


def alarms(call: str, error: str) -> list[str]:
    """The errors in the log when a call ends in this error."""
    if call in TO_A_PRESS:
        return ["interaction failed"] if error in UNANSWERED else []
    return ["post failed"] if error in UNHEARD_OF and error not in HEARD_OF.get(call, ()) else []


async def play_through(driver: Driver, bot: Bot, name: str, error: str) -> None:
    """A match from the command to the result in which one call ends in this error."""
    call, alarmed = CALLS[name], len(bot.faults)
    players = Stubborn(driver, bot, "Bob", answers=ANSWERS)
    while (moment := players.moment) != "over":
        if moment == call.moment:
            await befall(players, call.after)
            dms = "|".join(player.dm().id for player in players.players)
            path = call.path.format_map({"races": driver.channel("races").id, "dms": dms})
            await driver.fault(call.method, path, **ERRORS[error])
        while await players.go_on() == moment:
            pass
        if moment == call.moment == "play":
            await players.match.settled()
    await tells_the_truth(players.match, by_dm=(name, error) != ("end", "50007"))
    await bot.has_sent_all()
    assert await driver.no_faults() == [], "The call was never made"
    assert bot.faults[alarmed:] == alarms(name, error)


async def befall(players: Stubborn, what: str) -> None:
    """What must have happened for a call to be made."""
    ann, driver = players.driver.player("Ann"), players.driver
    match what:
        case "restart":  # a bot opens each DM channel once in its life
            assert players.bot.stop() == 0
            await driver.wait(lambda: not driver.online)
            players.bot.start()
            await driver.wait(lambda: driver.online, PATIENCE)
        case "delete":
            await ann.delete(players.match.news[-1])
        case "archive":
            await ann.archive(players.match.thread)


@pytest.mark.parametrize(("call", "error"), USUAL)
async def test_a_call_fails(driver: Driver, house: tuple[str, Bot], call: str, error: str) -> None:
    await play_through(driver, house[1], call, error)


@pytest.mark.long
@pytest.mark.parametrize(("call", "error"), [cell for cell in MATRIX if cell not in USUAL])
async def test_any_call_fails(driver: Driver, house: tuple[str, Bot], call: str, error: str) -> None:
    await play_through(driver, house[1], call, error)
