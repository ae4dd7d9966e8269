"""Settings, read from the environment and from `.env`."""

from __future__ import annotations

import os
import re
import shlex
import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, IPvAnyAddress, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict

from db.sql.engine import POOL

PORT = Field(ge=1, le=65535)
FILE = ".env"
OWN_FILE, SANDBOX_FILE = "sqlite+aiosqlite:///gruppetto.db", "sqlite+aiosqlite:///sandbox.db"
OURS = ("BACKUP_", "DISCORD_", "OWNER")  # prefixes of names meant for us
OURS_IN_FILE = (*OURS, "LOG_", "METRICS_", "SHARD_")  # and of those that can only be ours in FILE
LETTERS = 2  # by which a mistyped name may differ from ours
SHORT = 6  # letters of a name so short that it may differ by one only; else it is another word
# names that look like ours in the environment but are others'; Kubernetes names every service there
OTHERS = re.compile(
    r"LOGLEVEL|BROKERS|DISCORD_APP|(DATABASE|BACKUP|DISCORD)_PORT|\w+_SERVICE_(HOST|PORT)\w*|\w+_PORT_\d+_\w+"
)
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


class Settings(BaseSettings):
    """All settings; `.env.example` explains each one."""

    model_config = SettingsConfigDict(env_file=FILE, env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True)

    DISCORD_TOKEN: str = Field(default="", repr=False)
    DATABASE_URL: str = Field(default="", validate_default=True, repr=False)
    DATABASE_POOL: Annotated[int, Field(ge=2, le=100)] = POOL
    DATABASE_POOLER: bool = False
    SANDBOX_PORT: Annotated[int, PORT] = 8480
    LOG_LEVEL: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    LOG_FORMAT: Literal["text", "json"] = "text"
    METRICS_PORT: Annotated[int, PORT] | None = None
    METRICS_HOST: IPvAnyAddress = IPv4Address("127.0.0.1")
    WORKERS: Annotated[int, Field(ge=1)] | None = None
    WORKER: Annotated[int, Field(ge=0)] | None = None
    SHARD_COUNT: Annotated[int, Field(ge=1)] | None = None
    SHARD_IDS: Annotated[tuple[int, ...], NoDecode] = ()
    DISCORD_API: str = ""
    BACKUP_FOLDER: Path = Path("backups")
    BACKUP_HOURS: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 24.0
    BACKUP_COMMAND: str = ""
    OWNER_IDS: Annotated[tuple[int, ...], NoDecode] = ()

    @field_validator("DATABASE_URL")
    @classmethod
    def _a_file_of_their_own(cls, value: str, about: ValidationInfo) -> str:
        """Give the sandbox a file of its own, so that trials never mix with a server's matches."""
        return value or (OWN_FILE if about.data.get("DISCORD_TOKEN") else SANDBOX_FILE)

    @field_validator("LOG_LEVEL", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("LOG_FORMAT", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("DISCORD_API")
    @classmethod
    def _address(cls, value: str) -> str:
        parts = urlsplit(value)
        if value and (parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment):
            raise ValueError("write an address like http://proxy:8080")
        return value.rstrip("/")

    @field_validator("BACKUP_COMMAND")
    @classmethod
    def _words(cls, value: str) -> str:
        try:
            shlex.split(value)
        except ValueError:
            raise ValueError("close its quotation marks") from None
        return value.strip()

    @field_validator("SHARD_IDS", "OWNER_IDS", mode="before")
    @classmethod
    def _numbers(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        parts = [part.strip() for part in value.split(",") if part.strip()]
        if not all(part.isascii() and part.isdigit() for part in parts):
            raise ValueError("write whole numbers with commas between them, like 0,1")
        return tuple(int(part) for part in parts)

    def share(self, host: str = "") -> Share:
        """This process's share; raises BadSettings. Without WORKER, the name of the `host` (this one) tells it."""
        if self.WORKERS is None:
            return self._share_by_hand()
        if self.SHARD_IDS:
            raise BadSettings("SHARD_IDS: leave it empty, for WORKER and WORKERS say which shards each process runs.")
        if self.WORKERS > 1 and self.DATABASE_URL.startswith("sqlite"):
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

    def _share_by_hand(self) -> Share:
        if self.WORKER is not None:
            raise BadSettings("WORKER: set WORKERS too, the number of all processes together.")
        if self.SHARD_IDS and self.SHARD_COUNT is None:
            raise BadSettings("SHARD_IDS: set SHARD_COUNT too, the number of shards of all processes together.")
        if self.SHARD_COUNT is not None and any(shard >= self.SHARD_COUNT for shard in self.SHARD_IDS):
            raise BadSettings(f"SHARD_IDS: every id must be below SHARD_COUNT, which is {self.SHARD_COUNT}.")
        return Share(self.SHARD_IDS, self.SHARD_COUNT)


def read_settings() -> Settings:
    """Read the settings; raises BadSettings, which names each bad setting and never shows a value."""
    wrong = [*_mistyped(DotEnvSettingsSource(Settings).env_vars, os.environ)]
    try:
        settings = Settings.model_validate({})
    except ValidationError as bad:
        wrong = [f"{error['loc'][0]}: {error['msg'].removeprefix('Value error, ')}." for error in bad.errors()] + wrong
        raise BadSettings("\n".join(wrong)) from None
    if wrong:
        raise BadSettings("\n".join(wrong))
    settings.share()
    return settings


def _mistyped(in_file: Iterable[str], around: Iterable[str]) -> Iterator[str]:
    """A line for each name in the file or the environment that looks like a mistyped one of ours."""
    ours, file = Settings.model_fields, {name.upper() for name in in_file}
    others = {name for name in map(str.upper, around) if not OTHERS.fullmatch(name)}
    for name in sorted((file | others) - ours.keys()):
        near = min((_difference(name, candidate), candidate) for candidate in ours)
        beginnings = OURS_IN_FILE if name in file else OURS
        if near[0] <= (LETTERS if min(len(name), len(near[1])) > SHORT else 1):
            yield f"{name}: there is no such setting; write {near[1]} or leave it out."
        elif beginning := next(filter(name.startswith, beginnings), None):
            *more, last = sorted(candidate for candidate in ours if candidate.startswith(beginning))
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
