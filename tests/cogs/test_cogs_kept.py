"""The buttons of released versions are pressed in the present bot, on the database that they were made with."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from locales import catalogue
from tests.cogs.limits import check_sent
from tests.cogs.test_cogs_routes import EPHEMERAL, MESSAGE, THINKING
from tests.cogs.world import Answer
from tests.kept.databases import put_sqlite
from tests.kept.folder import BUTTONS, VERSIONS
from tests.kept.page import Press, send
from tests.kept.world import KeptWorld

UNKNOWN = {catalogue(language)("refusal.house.button") for language in ("en", "de", "es", "fr")}


@pytest.fixture(params=VERSIONS, ids=lambda path: path.name)
def version(request: pytest.FixtureRequest) -> Path:
    """The folder of a version."""
    return request.param


@pytest.fixture
async def world(version: Path, tmp_path: Path) -> AsyncIterator[KeptWorld]:
    """The present bot where the version's people live."""
    world = KeptWorld(put_sqlite(version, tmp_path / "house.db"))
    await world.begin()
    yield world
    await world.end()
    check_sent(world.bodies())


def check_answered(world: KeptWorld, answer: Answer, before: int) -> None:
    """What the bot has sent since then begins with one answer to this person alone; more follows if it says so."""
    token = answer.result._interaction.token
    asked = [request for request in world.env.http_requests[before:] if token in request.path]
    [first] = [request.json for request in asked if "/callback" in request.path]
    assert isinstance(first, dict)
    assert first["type"] != THINKING or len(asked) > 1
    assert first["type"] not in (MESSAGE, THINKING) or first["data"]["flags"] & EPHEMERAL


async def test_every_button_is_known_and_answered(version: Path, world: KeptWorld) -> None:
    """The fixtures fail the test for anything that is logged as an error."""
    page = msgspec.json.decode((version / BUTTONS).read_bytes(), type=list[Press])
    panels = {user: await player.command("games") for user, player in world.people.items()}
    for press in page:
        before = len(world.env.http_requests)
        answer = await send(world, press, panels[press.by])
        check_answered(world, answer, before)
        assert not UNKNOWN & {*answer.whispers}, press.code
