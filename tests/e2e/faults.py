"""What can go wrong with a call of the bot, and what its log says of that."""

from dataclasses import dataclass
from typing import Any

from tests.driver import Driver
from tests.e2e.trouble import Stubborn

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

    async def fails(self, driver: Driver, players: Stubborn, error: str) -> None:
        """Let it end in this error once."""
        dms = "|".join(player.dm().id for player in players.players)
        path = self.path.format_map({"races": driver.channel("races").id, "dms": dms})
        await driver.fault(self.method, path, **ERRORS[error])


ERRORS: dict[str, dict[str, Any]] = {
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
NO_MESSAGE = (*NOT_THERE, "403", "50001", "50007")  # what says of a direct message that the person can't be reached
TO_A_PRESS = ("note of command", "answer to command", "note of press", "panel", "replay")
UNANSWERED = ("403", "50001", "50007", "404", "10003", "50083")  # 10008: the person has dismissed the message
UNHEARD_OF = (*NOT_THERE, "40060", "50007")
HEARD_OF = {
    "waking the thread": UNHEARD_OF,  # whatever Discord says, another thread is opened
    **dict.fromkeys(("lobby edit", "thread", "board edit", "vote edit"), NOT_THERE),  # deleted by another person
    **dict.fromkeys(("DM channel", "call", "end", "reminder"), (*NOT_THERE, "50007")),  # the person can't be reached
}


def alarms(call: str, error: str) -> list[str]:
    """The errors in the log when a call ends in this error."""
    if call in TO_A_PRESS:
        return ["interaction failed"] if error in UNANSWERED else []
    return ["post failed"] if error in UNHEARD_OF and error not in HEARD_OF.get(call, ()) else []
