"""Faults on the way between a bot and Discord, on demand: failing, slow and lost calls, odd interactions."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus

from sandbox.interactions import Interaction
from sandbox.refused import CODES, Json

ANY_METHOD = "*"


@dataclass
class Fault:
    """Fault of the next calls of a method to a path; without `status` and `code` they are answered."""

    method: str  # "*" for any
    path: str  # a regular expression for the path after /api/v10
    status: int = 0  # HTTP
    code: int = 0  # Discord's error; for one in `CODES`, status and message follow from it
    message: str = ""  # of the error
    times: int = 1  # counts down
    retry_after: float = 0.0  # seconds, for status 429
    everywhere: bool = False  # not for this route alone
    late: bool = False  # the call has its effect first
    before: float = 0.0  # seconds for which the call is held up, unless faults are taken back meanwhile
    after: float = 0.0  # seconds for which its answer is
    lost: bool = False  # the call has its effect, and the connection is cut instead of an answer

    def __post_init__(self) -> None:
        status, message = CODES.get(self.code, (0, ""))
        self.status = self.status or status
        self.message = self.message or message or (HTTPStatus(self.status).phrase if self.status else "")

    @property
    def fails(self) -> bool:
        return self.status != 0

    @property
    def body(self) -> Json:
        """The JSON body of the answer."""
        if self.status != HTTPStatus.TOO_MANY_REQUESTS:
            return {"message": self.message, "code": self.code}
        return {
            "message": "You are being rate limited.",
            "code": self.code,
            "retry_after": self.retry_after,
            "global": self.everywhere,
        }

    @property
    def headers(self) -> dict[str, str]:
        """The rate limit headers of the answer; without `Via` it would be a ban by Cloudflare."""
        if self.status != HTTPStatus.TOO_MANY_REQUESTS:
            return {}
        scope = {"X-RateLimit-Global": "true"} if self.everywhere else {}
        return scope | {
            "Via": "1.1 sandbox",
            "Retry-After": str(self.retry_after),
            "X-RateLimit-Scope": "global" if self.everywhere else "user",
        }


class Faults:
    """The faults that wait for their calls, first come, first served."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []
        self._taken_back = asyncio.Event()

    def add(self, fault: Fault) -> None:
        self._waiting.append(fault)

    def clear(self) -> list[str]:
        """Take back all that wait, and let what is held up go on; returns the kinds of calls that never came."""
        self._taken_back.set()
        self._taken_back = asyncio.Event()
        waiting, self._waiting = self._waiting, []
        return [f"{fault.method} {fault.path}" for fault in waiting]

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that waits for this call, used up once."""
        for fault in self._waiting:
            if fault.method in (method, ANY_METHOD) and re.fullmatch(fault.path, path):
                fault.times -= 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                return fault
        return None

    async def hold(self, seconds: float) -> None:
        """Hold a call or its answer up for these seconds, unless the faults are taken back."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._taken_back.wait()


class Courier:
    """Carries interactions to the bot: on demand some twice, some late, some after the one that followed them."""

    def __init__(self, deliver: Callable[[Interaction, Json], None]) -> None:
        self._deliver = deliver
        self._doubled = 0
        self._holds = False
        self._held: tuple[Interaction, Json] | None = None
        self._delay, self._delayed = 0.0, 0

    def double(self, times: int) -> None:
        """Deliver each of the next interactions twice."""
        self._doubled = times

    def reorder(self) -> None:
        """Deliver the next interaction only after the one that follows it."""
        self._holds = True

    def delay(self, seconds: float, times: int) -> None:
        """Deliver each of the next interactions this many seconds late."""
        self._delay, self._delayed = seconds, times

    def send(self, interaction: Interaction, payload: Json) -> None:
        """Deliver an interaction, in the way that was asked for."""
        if self._holds:
            self._holds, self._held = False, (interaction, payload)
            return
        copies = 1
        if self._doubled:
            self._doubled -= 1
            copies = 2
        overtaken, self._held = self._held, None
        for parcel in [(interaction, payload)] * copies + ([overtaken] if overtaken else []):
            if self._delayed:
                asyncio.get_running_loop().call_later(self._delay, self._deliver, *parcel)
            else:
                self._deliver(*parcel)
        self._delayed = max(0, self._delayed - 1)
