"""A page of buttons: what people of a life would press, choose and fill in, with the custom ids that the bot gives.

The bot's messages are read where they appear, and pressed for what they lead to. What no message of that walk holds,
such as repairs of matches without a fault, is written as the routes of the bot read it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from cogs.routes import ROUTES
from cogs.ui.controls import Act, Action, Component, CustomId, SettingButton, SettingSelect
from cogs.ui.custom_id import base36, match_about, read
from locales import catalogue
from model.match import Match
from tests.cogs import limits
from tests.cogs.test_cogs_routes import ABOUT, CODES, FORM_FIELDS
from tests.cogs.world import COMPONENT, FORM, Answer
from tests.host.evening import ADA, BO, CY, DEE
from tests.kept.people import GUS, PEOPLE
from tests.kept.world import KeptWorld

UNKNOWN = catalogue("en")("refusal.house.button")
SELECTS = {component.value for component in Component} - {Component.BUTTON.value, Component.FORM.value}
# Where it begins; the bot's own messages come to it by themselves.
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("start", {}), ("games", {}), ("games", {"show": "open"}), ("games", {"show": "followed"}), ("play", {})),
    *(("settings", {}), ("profile", {}), ("leaderboard", {}), ("puzzle", {}), ("pistard rules", {})),
    *(("match review", {"match": "1"}), ("match replay", {"match": "1"}), ("match note", {"match": "1"})),
    *(("privacy forget", {}), ("admin setup", {}), ("admin webhook", {}), ("admin rewind", {"match": "13"})),
    *(("play", {"match": match}) for match in ("12", "13", "14", "15")),
    *(("settings", {"browsers": "show"}), *(("cup show", {"cup": cup}) for cup in "1237")),
    *(("admin drop", {"match": "14"}), ("admin repost", {"match": "14"}), ("admin give_time", {"match": "14"})),
    *(("admin announce", {"lasts": 60}), ("admin backup", {}), ("admin doctor", {})),
)
OVER, RUNNING = "1", "d"  # matches in which Gus has a seat, in base 36
# What ends something, or someone's wish to be asked: it isn't pressed on the walk, and last from the page.
ENDS = (
    *(Action.CANCEL, Action.LEAVE, Action.DECLINE, Action.BLOCK, Action.UNSEEK, Action.CUP_LEAVE, Action.CUP_OUT),
    *(Action.CUP_CANCEL, Action.CUP_OFF, Action.REWIND, Action.DROP, Action.FORGET),
)


class Press(msgspec.Struct, frozen=True):
    """Something that a person sends: a press or choice (3) or a form (5), as Discord types them, and its contents."""

    by: int
    type: int
    data: dict[str, Any]

    @property
    def code(self) -> str:
        """The custom id."""
        return self.data["custom_id"]

    @property
    def content(self) -> CustomId:
        """The custom id as the bot reads it; Refused if it can't."""
        return read(Component.FORM if self.type == FORM else Component(self.data["component_type"]), self.code)

    @property
    def ends(self) -> int:
        """The place of its action among those that end something; -1 for all others."""
        content = self.content
        return ENDS.index(content.action) if isinstance(content, Act) and content.action in ENDS else -1


class Walk:
    """A walk through the bot's messages that presses one button of each kind."""

    def __init__(self, world: KeptWorld) -> None:
        self.world = world
        self.kinds: dict[tuple[str, ...], Press] = {}
        self.ahead: deque[Press] = deque()
        self.matches: dict[int, Match] = {}
        self._read = 0

    async def go(self) -> list[Press]:
        """Walk until nothing new appears; returns the presses, those that end something last."""
        store = self.world.house._store
        listed = await store.matches_in(("lobby", "starting", "running", "over", "cancelled"))
        self.matches = {match.id: match for match in listed}
        self.look(GUS)
        panels: dict[int, Answer] = {}
        for user, commands in ((GUS, COMMANDS), *((user, COMMANDS[:5]) for user in (ADA, BO, CY, DEE))):
            for name, options in commands:
                panels[user] = await self.world.people[user].command(name, **options)
                self.look(user)
        while self.ahead:
            press = self.ahead.popleft()
            await send(self.world, press, panels[press.by])
            self.look(press.by)
        for press in self.missing():
            answer = None if press.ends >= 0 else await send(self.world, press, panels[press.by])
            if answer is None or UNKNOWN not in answer.whispers:
                self.kinds[str(press.type), press.code] = press
        return sorted(self.kinds.values(), key=lambda press: press.ends)

    def look(self, by: int) -> None:
        """Read what the bot has sent since the last look, in answer to this person or to others' direct messages."""
        requests, found = self.world.env.http_requests, list[Press]()
        reader = {channel: user for user, channel in self.world.env.backend.dm_channels.items() if user in PEOPLE}
        for request in requests[self._read :]:
            if isinstance(request.json, dict):
                body = request.json.get("data", request.json) if "/callback" in request.path else request.json
                channel = request.path.removeprefix("/channels/").partition("/")[0]
                found += presses(body, reader.get(int(channel), by) if channel.isdigit() else by)
        self._read = len(requests)
        for press in sorted(found, key=lambda press: (press.by, press.code)):  # posts are sent in parallel
            self.note(press)

    def note(self, press: Press) -> None:
        """Take the first of its kind, unless it is about others' match, or one that has only begun on the walk."""
        kind = self.kind(press)
        if kind not in self.kinds and self.is_theirs(press):
            self.kinds[kind] = press
            if press.ends < 0:
                self.ahead.append(press)

    def is_theirs(self, press: Press) -> bool:
        """Whether it is about a lobby, a match of the person, or none."""
        number = match_of(press)
        match = None if number is None else self.matches.get(number)
        if match is None:
            return number is None
        return match.phase == "lobby" or any(row.user == press.by for row in match.seats)

    def kind(self, press: Press) -> tuple[str, ...]:
        """What is pressed, regardless of the match and the moment; moves and plans differ by game."""
        content = press.content
        if isinstance(content, Act):
            return ("act", content.action)
        if press.code[0] in "se":
            return (str(press.type), press.code)
        match = self.matches.get(match_of(press) or 0)
        game = "" if match is None else match.game
        return (str(press.type), type(content).__name__, press.code[0], game, str(getattr(content, "tail", "")))

    def missing(self) -> Iterator[Press]:
        """What no message has held: actions in a match that is over and in one under way, and other custom ids."""
        seen = [content.action for content in self.contents() if isinstance(content, Act)]
        for action in [action for action in Action if action not in seen]:
            about = ABOUT.get(action, OVER).format(user=base36(GUS))
            for match in (OVER, RUNNING) if ROUTES[action].in_match else (OVER,):
                code = (
                    f"h:{action}:{match}{about.removeprefix(OVER)}" if about.startswith(OVER) else f"h:{action}:{about}"
                )
                yield Press(GUS, COMPONENT, {"custom_id": code, "component_type": Component.BUTTON.value})
        for component, code, kind in CODES:
            data: dict[str, Any] = {"custom_id": code.replace(":2s", f":{OVER}")}
            if kind is Act or (kind in (type(content) for content in self.contents()) and code[0] not in "s"):
                continue
            if component is Component.FORM:
                field = {"type": limits.TEXT_INPUT, "custom_id": FORM_FIELDS[kind], "value": "1"}
                press = Press(GUS, FORM, {**data, "components": [{"type": limits.ROW, "components": [field]}]})
            else:
                chosen = {"values": ["0"]} if component.value in SELECTS else {}
                press = Press(GUS, COMPONENT, {**data, "component_type": component.value, **chosen})
            if self.kind(press) not in self.kinds:
                yield press

    def contents(self) -> list[CustomId]:
        """What the bot reads in all custom ids so far."""
        return [press.content for press in self.kinds.values()]


def match_of(press: Press) -> int | None:
    """The match that it is about, if there is one."""
    content = press.content
    return match_about(press.code) if not isinstance(content, Act) or ROUTES[content.action].in_match else None


def presses(body: dict[str, Any], by: int) -> Iterator[Press]:
    """What a person could send from a message or a form."""
    components = body.get("components") or []
    if "custom_id" in body:
        yield Press(by, FORM, {"custom_id": body["custom_id"], "components": [_filled(part) for part in components]})
        return
    for part in limits.parts(components):
        if "custom_id" not in part or part.get("disabled"):
            continue
        data = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if part["type"] in SELECTS:
            data["values"] = _chosen(part)
        yield Press(by, COMPONENT, data)


def _filled(part: dict[str, Any]) -> dict[str, Any]:
    """A field of a form with what stands in it, or the least that can be chosen."""
    item = part["component"] if part["type"] == limits.FIELD else part["components"][0]
    field = {"type": item["type"], "custom_id": item["custom_id"]}
    field |= {"value": item.get("value") or "1"} if item["type"] == limits.TEXT_INPUT else {"values": _chosen(item)}
    if part["type"] == limits.FIELD:
        return {"type": limits.FIELD, "component": field}
    return {"type": limits.ROW, "components": [field]}


def _chosen(part: dict[str, Any]) -> list[str]:
    """The first options of a select, as many as must be chosen; a person or a channel of the life."""
    if part["type"] == limits.USER_SELECT:
        return [str(BO)]
    if "options" not in part:
        return ["77"]
    return [option["value"] for option in part["options"][: max(1, part.get("min_values", 1))]]


async def send(world: KeptWorld, press: Press, panel: Answer) -> Answer:
    """Send it, from the last message that this person has got."""
    return await world.people[press.by].send(panel.panel, press.data, press.type)


def is_whole(page: list[Press]) -> bool:
    """Whether the page has every action, every setting and every kind of custom id."""
    contents = [press.content for press in page]
    actions = {content.action for content in contents if isinstance(content, Act)}
    settings = {content for content in contents if isinstance(content, SettingButton | SettingSelect)}
    return (
        actions == set(Action)
        and settings == {*SettingButton, *SettingSelect}
        and {type(content) for content in contents} == {*get_args(CustomId)}
    )
