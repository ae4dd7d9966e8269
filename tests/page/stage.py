"""A sandbox with some messages in it, and a bot at its wire that answers every action in a fixed way."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import cache
from io import BytesIO
from typing import Any, Self

from aiohttp import web
from PIL import Image, ImageDraw

from sandbox.calls import INTERACTIONS, SHELF
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT
from sandbox.posting import numbered
from sandbox.rest_interactions import CHOICES, FORM, MESSAGE, UPDATE
from sandbox.rules_commands import MESSAGE as MESSAGE_MENU
from sandbox.world import (
    ANN_ID,
    BOB_ID,
    BOT_ID,
    CARLA_ID,
    EPHEMERAL,
    GENERAL_ID,
    PUBLIC_THREAD,
    RACES_ID,
    Attachment,
    Channel,
    Message,
)
from tests.sandbox.wire import Gate, Json, Wire

PRIMARY, SECONDARY, SUCCESS, DANGER, LINK = 1, 2, 3, 4, 5
TRACKS = [
    {"name": "Sprint, 2 laps", "name_localizations": {"de": "Sprint, 2 Runden"}, "value": "sprint"},
    {"name": "Pursuit, 4 laps", "value": "pursuit"},
]
TRACK = {"type": 3, "name": "track", "description": "Which race", "required": True, "choices": TRACKS}
NEW: Json = {
    "type": 1,
    "name": "new",
    "name_localizations": {"de": "neu"},
    "description": "Open a match of Pistard",
    "description_localizations": {"de": "Eine Partie Pistard eröffnen"},
    "options": [
        TRACK | {"name_localizations": {"de": "bahn"}},
        {"type": 4, "name": "target", "description": "Points to win", "min_value": 2, "max_value": 9},
        {"type": 5, "name": "ranked", "description": "Counts for the leaderboard"},
        {"type": 6, "name": "rival", "description": "Whom to invite"},
        {"type": 7, "name": "where", "description": "Where to play"},
    ],
}
CHOICE = {"type": 3, "name": "choice", "description": "Step by step", "required": True, "autocomplete": True}
COMMANDS: list[Json] = [
    {
        "name": "pistard",
        "description": "Pistard, the track sprint",
        "options": [NEW, {"type": 1, "name": "rules", "description": "How Pistard is played"}],
    },
    {"name": "move", "description": "Make a move by typing", "options": [CHOICE]},
    {"name": "games", "description": "Your matches, and which of them wait for you"},
    {"name": "note", "description": "Write a note about this match"},
    {"type": 2, "name": "Challenge", "name_localizations": {"de": "Herausfordern"}, "contexts": [0]},
    {"type": 3, "name": "Quote", "contexts": [0]},
]
RIDERS = ["sprinter.red", "sprinter.blue", "stayer.red", "stayer.blue"]


def labelled(label: str, description: str | None, **field: Any) -> Json:
    """A field of a form."""
    return {"type": 18, "label": label, "description": description, "component": field}


def option(label: str, value: str, **more: Any) -> Json:
    return {"label": label, "value": value, **more}


TITLE = {"type": 4, "custom_id": "title", "label": "Title", "style": 1, "max_length": 40, "placeholder": "Short"}
WEEKEND = [option("Saturday", "6"), option("Sunday", "7")]
NOTE_FORM: Json = {
    "title": "A note for later",
    "custom_id": "note",
    "components": [
        {"type": 1, "components": [TITLE]},
        labelled("Text", "Only you will read it.", type=4, custom_id="text", style=2, required=False, max_length=500),
        labelled(
            "When to remind you",
            None,
            type=3,
            custom_id="when",
            options=[option("Tomorrow", "1"), option("In a week", "7")],
        ),
        labelled(
            "Days",
            "On which you play; all if none is ticked.",
            type=3,
            custom_id="days",
            min_values=0,
            max_values=2,
            required=False,
            options=WEEKEND,
        ),
    ],
}
TEXT = (
    "# Sprint at dusk\n**Bob** attacks from *second wheel*, __high__ on the banking, ~~too early~~ in time.\n"
    f"> Your turn, <@{ANN_ID}>, until <t:{{soon}}:R> (<t:{{soon}}:t>).\n"
    "- lap 1: ||Ann leads||\n- lap 2: `sprinter.red` first\n  - by half a wheel\n"
    "```\nA1  o-o  >>>\nB2   o-o\n```\nSee <#{thread}>, </games:903> or [the first board]"
    f"(https://discord.com/channels/1/{RACES_ID}/1001).\n-# <b>Nothing</b> here is HTML."
)


def button(style: int, custom_id: str, label: str, **more: Any) -> Json:
    key = "url" if style == LINK else "custom_id"
    return {"type": 2, "style": style, key: custom_id, "label": label, **more}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


BOARD_COMPONENTS = [
    row(
        button(PRIMARY, "turn", "Your move", emoji={"name": "🚴"}),
        button(SUCCESS, "join", "Join"),
        button(DANGER, "resign", "Resign"),
        button(SECONDARY, "none", "Undo", disabled=True),
        button(LINK, "https://discord.com/channels/1/2", "Thread"),
    ),
    row(
        {
            "type": 3,
            "custom_id": "rider",
            "placeholder": "Choose a rider",
            "options": [
                option("Sprinter", "sprinter", description="Fast at the end", emoji={"name": "🔴"}),
                option("Stayer", "stayer", description="Fast for long", emoji={"name": "🔵"}),
            ],
        }
    ),
    row(
        {
            "type": 3,
            "custom_id": "cards",
            "placeholder": "Cards to play",
            "min_values": 2,
            "max_values": 3,
            "options": [option(f"Card {n}", str(n), description=f"{n} fields") for n in range(3, 8)],
        }
    ),
]


@cache
def track() -> bytes:
    """A picture of a track, 800 x 460."""
    picture = Image.new("RGB", (800, 460), "#12303a")
    draw = ImageDraw.Draw(picture)
    for inset, colour in ((10, "#b98a55"), (60, "#67b7d9"), (72, "#12303a")):
        draw.rounded_rectangle((inset, inset, 800 - inset, 460 - inset), radius=220 - inset, fill=colour)
    png = BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


class Stage(Wire):
    """A sandbox that pages can be kept out of; the bot leaves **Resign** and *Quote* unanswered."""

    def __init__(self) -> None:
        super().__init__()
        self.world.clock = time.time
        self.up = True
        self.answers = asyncio.Event()  # presses wait for it
        self.answers.set()
        self._visits: list[web.Request] = []
        self.app.middlewares.append(self._door)
        self.thread = Channel(
            self.world.new_id(),
            PUBLIC_THREAD,
            "Pistard 1: Ann, Bob",
            self.world.now().isoformat(),
            [ANN_ID, BOB_ID, BOT_ID],
            parent_id=RACES_ID,
            archive_timestamp=self.world.now().isoformat(),
        )
        self.world.add_channel(self.thread)
        self.pictured = self.post(RACES_ID, BOT_ID, "A match of **Pistard** is open.", attachments=[self.picture()])
        self.post(RACES_ID, ANN_ID, "I do!")
        asked = self.post(RACES_ID, ANN_ID, f"<@{BOB_ID}>, you too?")
        self.reply = self.post(RACES_ID, BOB_ID, "Of course.", type=19, reference={"message_id": asked.id})
        soon = str(int((self.world.now() + timedelta(hours=5)).timestamp()))
        text = TEXT.replace("{soon}", soon).replace("{thread}", self.thread.id)
        self.board = self.post(RACES_ID, BOT_ID, "", components=BOARD_COMPONENTS)
        self.edit(self.board, content=text)
        question = [row(button(PRIMARY, "a", "Sprinter"), button(PRIMARY, "b", "Stayer"))]
        self.question = self.whisper("**Ann**, which rider starts?", components=question)
        self.post(GENERAL_ID, CARLA_ID, "Anyone for a slow race?")
        self.post(self.thread.id, BOT_ID, f"<@{ANN_ID}>, it is your turn.", attachments=[self.picture()])
        self.post(self.world.dm_of(ANN_ID).id, BOT_ID, "Your match waits for you.")

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        gate = await self.gate()
        await gate.identify()
        assert (await self.call("PUT", f"/applications/{BOT_ID}/commands", COMMANDS)).status == 200
        self._bot = asyncio.create_task(self._serve(gate))
        return self

    async def __aexit__(self, *error: object) -> None:
        await super().__aexit__(*error)
        await self._bot

    def post(self, channel: str, author: str, content: str, **more: Any) -> Message:
        more["components"] = numbered(more.get("components", []))
        message = Message(self.world.new_id(), channel, author, self.world.now().isoformat(), content, **more)
        self.world.add_message(message)
        return message

    def whisper(self, content: str, **more: Any) -> Message:
        """A message of the bot that only Ann sees."""
        return self.post(RACES_ID, BOT_ID, content, flags=EPHEMERAL, visible_to=ANN_ID, **more)

    def edit(self, message: Message, **more: Any) -> None:
        for name, value in {"edited_timestamp": self.world.now().isoformat(), **more}.items():
            setattr(message, name, value)
        self.world.change_message(message)

    def picture(self) -> Attachment:
        id, content = self.world.new_id(), track()
        self.app[SHELF].put(id, content)
        words = "The track with five riders on the home straight."
        return Attachment(id, "board.png", len(content), "image/png", words, 800, 460)

    # The door for pages

    @web.middleware
    async def _door(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if request.path == "/sandbox/ws":
            if not self.up:
                return web.Response(status=503)
            self._visits.append(request)
        return await handler(request)

    def drop(self) -> None:
        """Close the connections of all pages, as a restart does, and take none until `up` is set again."""
        self.up = False
        for request in self._visits:
            if request.transport is not None:
                request.transport.close()

    # The bot

    async def _serve(self, gate: Gate) -> None:
        async for frame in gate.socket:
            heard = json.loads(frame.data)
            if heard["t"] == "INTERACTION_CREATE":
                await self._answer(heard["d"])

    async def _answer(self, heard: Json) -> None:
        if heard["type"] == COMPONENT:
            await self.answers.wait()
        answer = _answer_to(heard["type"], heard["data"])
        if answer is None:
            desk = self.app[INTERACTIONS]
            desk._expire(desk._by_token[heard["token"]])  # no one waits for it
            return
        kind, body = answer
        path = f"/interactions/{heard['id']}/{heard['token']}/callback"
        assert (await self.call("POST", path, {"type": kind, "data": body}, token=None)).status == 204


def _answer_to(kind: int, data: Json) -> tuple[int, Json] | None:
    if kind == AUTOCOMPLETE:
        typed = data["options"][0]["value"]
        return CHOICES, {
            "choices": [{"name": rider.replace(".", ", "), "value": rider} for rider in RIDERS if typed in rider]
        }
    if kind == COMMAND:
        if data["type"] == MESSAGE_MENU:
            return None
        if data["name"] == "note":
            return FORM, NOTE_FORM
        return _aside(f"You asked for: {' '.join([data['name'], *(part['name'] for part in data.get('options', []))])}")
    if kind == COMPONENT and "values" in data:
        return UPDATE, {"content": f"Chosen: {', '.join(data['values'])}"}
    if kind == COMPONENT:
        return None if data["custom_id"] == "resign" else _aside(f"You pressed {data['custom_id']}.")
    return _aside("Noted")


def _aside(content: str) -> tuple[int, Json]:
    return MESSAGE, {"content": content, "flags": EPHEMERAL}
