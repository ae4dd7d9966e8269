"""What is measured of presses and of calls to Discord: labels that say what it was, never whose or about what."""

from types import SimpleNamespace
from typing import Any, get_args

import pytest
from discord.http import Route
from structlog.contextvars import get_contextvars

from cogs.ui.controls import Act, Action, CustomId, QuestionId, SettingButton, SettingSelect, Step, Tail
from cogs.ui.timing import PRESSES, UNKNOWN, WORDS, arrived, press_kind, route_of
from tests.cogs.world import World, quick_match

TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA"


@pytest.mark.parametrize(
    ("method", "path", "route"),
    [
        ("POST", f"/api/v10/interactions/1174109840998400001/{TOKEN}/callback", "POST /interactions/:/:/callback"),
        ("PATCH", f"/api/v10/webhooks/7/{TOKEN}/messages/@original", "PATCH /webhooks/:/:/messages/@original"),
        ("GET", "/api/v10/channels/1174109840998400001/messages/77", "GET /channels/:/messages/:"),
        ("GET", "/channels/7/threads/archived/public", "GET /channels/:/threads/archived/public"),
        ("GET", "/gateway", "GET /gateway"),
        ("GET", "/", "GET /"),
        ("GET", "/avatars/7/Ann.png", "GET /:/:/:"),
    ],
)
def test_a_route_has_neither_ids_nor_tokens(method: str, path: str, route: str) -> None:
    assert route_of(method, path) == route


def test_what_discord_py_calls_is_known_by_its_own_words() -> None:
    message, commands = "/channels/{channel_id}/messages/{message_id}", "/applications/{application_id}/commands"
    for path in (message, commands, "/users/@me/channels"):
        route = Route("GET", path, channel_id=1, message_id=2, application_id=3)
        expected = "/".join(":" if "{" in part else part for part in path.split("/"))
        assert route_of("GET", route.url.removeprefix(Route.BASE)) == f"GET {expected}"
    assert not any(word.isdigit() for word in WORDS)


def test_what_was_pressed_is_told_without_what_it_was_about() -> None:
    kinds = {press_kind(Act(action, f"{TOKEN}.{action}")) for action in Action}
    assert len(kinds) == len(Action)
    assert press_kind(Step(QuestionId(7, TOKEN, ("3",)), Tail.SURE)) == "answer"
    assert {press_kind(setting) for setting in (*SettingButton, *SettingSelect)} == {"settings"}
    assert not {kind for kind in kinds if TOKEN in kind}
    assert len(get_args(CustomId)) == 19, "each of them has a kind, or pyright says so"


def seconds(kind: str) -> float:
    return PRESSES.labels(kind)._sum.get()


def test_a_press_that_cannot_be_read_is_measured_too() -> None:
    before = seconds(UNKNOWN)
    pressed: Any = SimpleNamespace(id=5)
    with pytest.raises(ZeroDivisionError), arrived(pressed):
        assert get_contextvars() == {"interaction": 5}
        raise ZeroDivisionError
    assert seconds(UNKNOWN) > before
    assert get_contextvars() == {}


async def test_all_that_is_logged_of_a_press_tells_its_number_and_its_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await quick_match(world)
    told: list[dict[str, Any]] = []

    async def stumble(interaction: Any, *_: object) -> None:
        told.append({**get_contextvars(), "pressed": interaction.id})

    monkeypatch.setattr("cogs.panel.presses.pressed", stumble)
    panel = ann.dms()[-1]
    before = {kind: seconds(kind) for kind in ("answer", "/match history")}
    await ann.press(panel, world.labels(panel)[0])
    await ann.command("match history", match="1")
    [line] = told
    assert line == {"interaction": line["pressed"], "match": 1, "pressed": line["pressed"]}
    assert all(seconds(kind) > took for kind, took in before.items())
    assert get_contextvars() == {}, "and only of that"
