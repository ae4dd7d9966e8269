"""A server with the real bot for each test; nothing may go wrong unseen, and no screen may be too large."""

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from math import inf
from typing import Any

import pytest
import structlog
from discord import app_commands

import engines.pistard.game
import host.coach.making
import host.lobby.forecast
import host.play.dormant
import host.play.step_facts
import host.time.heartbeat
import host.time.worker
from cogs.gruppetto import Gruppetto
from cogs.ui.look import Look
from engines import GAMES, outside
from engines.pistard import DIE, TRACKS
from engines.table import Path as Steps
from host.lobby.forecast import Length
from host.play.seen import fingerprint_of
from render import pistard
from tests.cogs.limits import check_sent
from tests.cogs.quiz import Quiz, dress_as_pistard
from tests.cogs.world import LogLines, Player, World


@pytest.fixture(autouse=True)
def sound_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker wakes up every minute or hour for nothing: when days go by, simcord stops at each of them.

    `World.later` wakes all instead, and `LONGEST` needs no timers, at each of which simcord looks whenever it waits.
    """
    monkeypatch.setattr(host.time.heartbeat, "BEAT", 7 * 86400.0)
    monkeypatch.setattr(host.time.worker, "LONGEST", inf)
    monkeypatch.setattr(host.play.dormant, "LOOKS", 7 * 86400.0)


@pytest.fixture(autouse=True)
def enough_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot plays no matches of its own to find more."""
    monkeypatch.setattr(host.coach.making, "IN_STOCK", 0)


@pytest.fixture
def together() -> None:
    """Players who move soon after each other are offered live play, as everywhere but in the tests of all else."""


@pytest.fixture(autouse=True)
def apart(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """However soon after each other players move, no one takes them to be there together."""
    if "together" not in request.fixturenames:
        monkeypatch.setattr(host.play.step_facts, "HERE", 0.0)


@pytest.fixture
def db_url(sqlite_url: str) -> str:
    """A database of the test's own."""
    return sqlite_url


@pytest.fixture(autouse=True, scope="session")
def known_from_other_tests() -> Iterator[None]:
    """Most tests begin alike: the first boards are drawn, and a length forecast, only once."""
    draw, measure = pistard.board, host.lobby.forecast.measure
    boards: dict[tuple[Any, ...], bytes] = {}
    lengths: dict[tuple[Any, ...], Length] = {}

    def board(view: Any, path: Steps = (), names: tuple[str, ...] = ()) -> bytes:
        key = (view.viewer, fingerprint_of(view), path, names)
        if key not in boards:
            boards[key] = draw(view, path, names)
        return boards[key]

    def length(game: Any, table: Any) -> Length:
        key = (game, table.seats, *table.options.items())
        if key not in lengths:
            lengths[key] = measure(game, table)
        return lengths[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pistard, "board", board)
        patch.setattr(host.lobby.forecast, "measure", length)
        yield


@pytest.fixture(autouse=True, scope="session")
def learned_from_other_tests() -> Iterator[None]:
    """Bots of the same games have the same commands: they are made and translated only once."""
    learn = Gruppetto.learn
    learned: list[tuple[list[Any], dict[str, Look], list[dict[str, Any]]]] = []
    commands: dict[str, str] = {}

    def once(translate: Callable[..., Awaitable[dict[str, Any]]]) -> Callable[..., Awaitable[dict[str, Any]]]:
        async def payload(command: Any, tree: Any, translator: app_commands.Translator) -> dict[str, Any]:
            key = f"{command.qualified_name} {command.to_dict(tree)}"
            if key not in commands:
                commands[key] = json.dumps(await translate(command, tree, translator))
            return json.loads(commands[key])  # quicker than a deep copy

        return payload

    async def relearn(self: Gruppetto, games: Iterable[str]) -> list[dict[str, Any]]:
        if tuple(games) != tuple(GAMES) or outside.PACKAGES or outside.REFUSED:
            return await learn(self, games)
        if not learned:
            payloads = await learn(self, games)
            learned.append((self.tree.get_commands(), self.looks, payloads))
            return payloads
        [(known, looks, payloads)] = learned
        for command in known:
            self.tree.add_command(command)
        self.looks.update(looks)
        self.games = tuple(games)
        return payloads

    with pytest.MonkeyPatch.context() as patch:
        for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
            patch.setattr(kind, "get_translated_payload", once(kind.get_translated_payload))
        patch.setattr(Gruppetto, "learn", relearn)
        yield


@pytest.fixture
def last_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    """The short track is all but over when a race of Pistard begins: who moves first crosses the line."""
    place, skipped = engines.pistard.game._free_square, len(TRACKS["sprint"][0]) - DIE
    monkeypatch.setattr(engines.pistard.game, "_free_square", lambda taken, d: place(taken, skipped + d))


@pytest.fixture
def quiz() -> Quiz | None:
    """The quiz that a test's server plays instead of Pistard, if it does."""
    return None


@pytest.fixture
async def world(db_url: str, quiz: Quiz | None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server where the bot hosts its games, or the test's quiz alone."""
    if quiz is not None:
        dress_as_pistard(monkeypatch)
    world = World(db_url, GAMES if quiz is None else {"pistard": quiz})
    await world.begin()
    yield world
    await world.end()
    check_sent(world.bodies())


@pytest.fixture
def ann(world: World) -> Player:
    return world.person("Ann")


@pytest.fixture
def bob(world: World) -> Player:
    return world.person("Bob")


@pytest.fixture(autouse=True)
def log_lines() -> Iterator[LogLines]:
    """What the bot logs; a test that wants an error takes it out of the list."""
    with structlog.testing.capture_logs() as lines:
        yield lines
    assert not [line for line in lines if line["log_level"] in ("error", "critical")]


@pytest.fixture(autouse=True)
def no_swallowed_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """discord.py only logs what a lasting button raises; that fails the test too."""
    yield
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
