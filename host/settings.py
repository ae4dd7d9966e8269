"""Settings, read from the environment and from `.env`."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address
from math import inf
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints
from urllib.parse import quote, urlsplit

from dotenv import dotenv_values

from db.sql.engine import POOL
from model.version import IS_INSTALLED
from platforms.console import words

FILE = ".env"
PLAIN = "/\\: "  # what a path has that needn't be quoted in a URL of SQLite


def data_folder() -> Path:
    """Where matches and backups are: the working folder, and of an installed bot where the platform keeps such data."""
    if not IS_INSTALLED:
        return Path()
    from platformdirs import user_data_path  # noqa: PLC0415 -- a checkout and the image need it never

    return user_data_path("gruppetto", appauthor=False)


OWN_FILE, SANDBOX_FILE = (
    f"sqlite+aiosqlite:///{quote(str(data_folder() / name), safe=PLAIN)}.db" for name in ("gruppetto", "sandbox")
)
OURS = ("BACKUP_", "DISCORD_", "OWNER")  # prefixes of names meant for us
OURS_IN_FILE = (*OURS, "LOG_", "METRICS_", "SHARD_", "WEB_")  # and of those that can only be ours in FILE
LETTERS = 2  # by which a mistyped name may differ from ours
SHORT = 6  # letters of a name so short that it may differ by one only; else it is another word
# names that look like ours in the environment but are others'; Kubernetes names every service there
OTHERS = re.compile(
    r"LOGLEVEL|BROKERS|DISCORD_APP|(DATABASE|DB|BACKUP|DISCORD|WS)_PORT|WEB_HOST|\w+_SERVICE_(HOST|PORT)\w*|\w+_PORT_\d+_\w+"
)
LONGEST = 512  # characters of an address that Discord accepts for a button
LOCAL = IPv4Address("127.0.0.1")
SWITCH = {True: ("1", "on", "t", "true", "y", "yes"), False: ("0", "off", "f", "false", "n", "no")}
ORDINAL = re.compile(r"-(\d{1,6})$")  # the end of a host name that is one of several, such as gruppetto-0


class BadSettings(Exception):
    """Errors in the settings, one line each."""


@dataclass(frozen=True, slots=True)
class Share:
    """A process's share: its shard ids (none: all), and the total (None: Discord decides).

    `worker` is its number among the `workers` that divide the shards; None for an unnumbered process.
    """

    shard_ids: tuple[int, ...]
    shard_count: int | None
    worker: int | None = None
    workers: int = 1


@dataclass(frozen=True, slots=True)
class Form:
    """How a setting is written: what reads its text, and what to write where that raises ValueError."""

    read: Callable[[str], Any]
    advice: str


def _whole(least: int, most: float = inf) -> Form:
    def read(text: str) -> int:
        if not least <= (number := int(text)) <= most:
            raise ValueError
        return number

    return Form(read, f"write a whole number{f', {least} or more' if most == inf else f' from {least} to {most}'}")


def _one_of(*choices: str) -> Form:
    def read(text: str) -> str:
        [meant] = (choice for choice in choices if choice.lower() == text.lower())
        return meant

    *others, last = choices
    return Form(read, f"write {', '.join(others)} or {last}")


def _switch(text: str) -> bool:
    [is_on] = (is_on for is_on, words in SWITCH.items() if text.lower() in words)
    return is_on


def _numbers(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError
    return tuple(int(part) for part in parts)


def _hours(text: str) -> float:
    if not 0 <= (hours := float(text)) < inf:
        raise ValueError
    return hours


def _address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or {"?", "#"} & {*text}:
        raise ValueError
    return text.rstrip("/")


def _public(text: str) -> str:
    parts = urlsplit(text)
    is_host = re.fullmatch(r"[\w-]+(\.[\w-]+)+", parts.hostname or "") and parts.port != 0  # ValueError for no port
    if parts.scheme != "https" or not is_host or len(text) > LONGEST or re.search(r'[\s"<>]', text):
        raise ValueError
    return text


def _command(text: str) -> str:
    words(text)
    return text.strip()


PORT, COUNT = _whole(1, 65535), _whole(1)
PUBLIC = Form(_public, f"write an address like https://example.org/page, of {LONGEST} characters at most")
NUMBERS = Form(_numbers, "write whole numbers with commas between them, like 0,1")


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """All settings; `.env.example` explains each one."""

    DISCORD_TOKEN: str = field(default="", repr=False)
    DATABASE_URL: str = field(default="", repr=False)
    DATABASE_POOL: Annotated[int, _whole(2, 100)] = POOL
    DATABASE_POOLER: Annotated[bool, Form(_switch, "write on or off")] = False
    SANDBOX_PORT: Annotated[int, PORT] = 8480
    LOG_LEVEL: Annotated[str, _one_of("DEBUG", "INFO", "WARNING", "ERROR")] = "INFO"
    LOG_FORMAT: Annotated[Literal["text", "json"], _one_of("text", "json")] = "text"
    METRICS_PORT: Annotated[int | None, PORT] = None
    METRICS_HOST: Annotated[IPv4Address | IPv6Address, Form(ip_address, "write an address like 127.0.0.1")] = LOCAL
    WEB_PORT: Annotated[int | None, PORT] = None
    WEB_URL: Annotated[str, Form(_address, "write an address like https://table.example.org")] = ""
    WORKERS: Annotated[int | None, COUNT] = None
    WORKER: Annotated[int | None, _whole(0)] = None
    SHARD_COUNT: Annotated[int | None, COUNT] = None
    SHARD_IDS: Annotated[tuple[int, ...], NUMBERS] = ()
    DISCORD_API: Annotated[str, Form(_address, "write an address like http://proxy:8080")] = ""
    BACKUP_FOLDER: Path = data_folder() / "backups"
    BACKUP_HOURS: Annotated[float, Form(_hours, "write a number of hours, 0 or more")] = 24.0
    BACKUP_COMMAND: Annotated[str, Form(_command, "close its quotation marks")] = ""
    OWNER_IDS: Annotated[tuple[int, ...], NUMBERS] = ()
    POLICY_URL: Annotated[str, PUBLIC] = ""
    TERMS_URL: Annotated[str, PUBLIC] = ""
    SUPPORT_URL: Annotated[str, PUBLIC] = ""

    @property
    def is_on_postgresql(self) -> bool:
        """Whether matches are kept on a server, not in a file."""
        return not (self.DATABASE_URL or OWN_FILE).startswith("sqlite")

    def share(self, host: str = "") -> Share:
        """This process's share; raises BadSettings. Without WORKER, the name of the `host` (this one) tells it."""
        if self.WORKERS is None:
            return self._share_by_hand()
        if self.SHARD_IDS:
            raise BadSettings("SHARD_IDS: leave it empty, for WORKER and WORKERS say which shards each process runs.")
        if self.WORKERS > 1 and not self.is_on_postgresql:
            raise BadSettings("WORKERS: more than one need PostgreSQL; set DATABASE_URL.")
        count = self.WORKERS if self.SHARD_COUNT is None else self.SHARD_COUNT
        if count < self.WORKERS:
            raise BadSettings(f"SHARD_COUNT: set {self.WORKERS} or more, for each of the WORKERS needs a shard.")
        worker = self.WORKER
        if worker is None:
            match = ORDINAL.search(host or socket.gethostname())
            if match is None:
                raise BadSettings("WORKER: set it, for the name of this host doesn't end in a number like -0.")
            worker = int(match[1])
        if worker >= self.WORKERS:
            raise BadSettings(f"WORKER: {worker} must be below WORKERS, which is {self.WORKERS}.")
        return Share(tuple(range(worker, count, self.WORKERS)), count, worker, self.WORKERS)

    def owner_pages(self) -> dict[str, str]:
        """The addresses of the owner's pages for `/about`, without those that are empty."""
        pages = {"policy": self.POLICY_URL, "terms": self.TERMS_URL, "support": self.SUPPORT_URL}
        return {page: address for page, address in pages.items() if address}

    def check_page(self) -> None:
        """Raise BadSettings if the page for browsers has an address without a port or, on Discord, the reverse."""
        if self.WEB_URL and self.WEB_PORT is None:
            raise BadSettings("WEB_URL: set WEB_PORT too, the port on this machine at which the page answers.")
        if self.DISCORD_TOKEN and self.WEB_PORT is not None and not self.WEB_URL:
            raise BadSettings("WEB_PORT: set WEB_URL too, the address under which people reach the page.")

    def _share_by_hand(self) -> Share:
        if self.WORKER is not None:
            raise BadSettings("WORKER: set WORKERS too, the number of all processes together.")
        if self.SHARD_IDS and self.SHARD_COUNT is None:
            raise BadSettings("SHARD_IDS: set SHARD_COUNT too, the number of shards of all processes together.")
        if self.SHARD_COUNT is not None and any(shard >= self.SHARD_COUNT for shard in self.SHARD_IDS):
            raise BadSettings(f"SHARD_IDS: every id must be below SHARD_COUNT, which is {self.SHARD_COUNT}.")
        return Share(self.SHARD_IDS, self.SHARD_COUNT)


SETTINGS: dict[str, Form] = {
    name: getattr(hint, "__metadata__", [Form(hint, "")])[0]
    for name, hint in get_type_hints(Settings, include_extras=True).items()
}


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; raises BadSettings, which names each bad setting and never shows a value."""
    # what is empty isn't set; names may be written in small letters
    in_file = {name.upper(): text for name, text in _in_file().items() if text}
    said = in_file | {name.upper(): text for name, text in environment.items() if text}
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for name, form in SETTINGS.items():
        try:
            if name in said:
                values[name] = form.read(said[name])
        except ValueError:
            wrong.append(f"{name}: {form.advice}.")
    wrong += _mistyped(in_file, environment)
    if wrong:
        raise BadSettings("\n".join(wrong))
    settings = Settings(**values)
    settings.share()
    settings.check_page()
    return settings


def _in_file() -> Mapping[str, str | None]:
    try:
        return dotenv_values(FILE, encoding="utf-8")
    except UnicodeDecodeError:
        raise BadSettings(f"{FILE}: save it as UTF-8.") from None


def _mistyped(in_file: Iterable[str], around: Iterable[str]) -> Iterator[str]:
    """A line for each name in the file or the environment that looks like a mistyped one of ours."""
    file, others = {*in_file}, {name for name in map(str.upper, around) if not OTHERS.fullmatch(name)}
    for name in sorted((file | others) - SETTINGS.keys()):
        near = min((_difference(name, candidate), candidate) for candidate in SETTINGS)
        beginnings = OURS_IN_FILE if name in file else OURS
        if near[0] <= (LETTERS if min(len(name), len(near[1])) > SHORT else 1):
            yield f"{name}: there is no such setting; write {near[1]} or leave it out."
        elif beginning := next(filter(name.startswith, beginnings), None):
            *more, last = sorted(candidate for candidate in SETTINGS if candidate.startswith(beginning))
            candidate = f"{', '.join(more)} and {last} begin" if more else f"{last} begins"
            yield f"{name}: there is no such setting; only {candidate} with {beginning}."


def _difference(name: str, other: str) -> int:
    """The number of letters missing, added, wrong or swapped; only the difference in length if that exceeds LETTERS."""
    if (longer := abs(len(name) - len(other))) > LETTERS:
        return longer
    last: list[int] = []
    row = [*range(len(other) + 1)]
    for i, letter in enumerate(name):
        before_last, last, row = last, row, [i + 1]
        for j, wanted in enumerate(other):
            changes = [last[j + 1] + 1, row[j] + 1, last[j] + (letter != wanted)]
            if i and j and (letter, name[i - 1]) == (other[j - 1], wanted):
                changes.append(before_last[j - 1] + 1)
            row.append(min(changes))
    return row[-1]
