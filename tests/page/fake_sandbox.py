"""A sandbox without a bot: serves the page with a canned state and answers every action in a fixed way.

`python tests/page/fake_sandbox.py 8100` serves it to look at; with `empty` after the port, before the first message.
"""

import asyncio
import copy
import sys
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from PIL import Image, ImageDraw

PAGE = Path(__file__).parents[2] / "sandbox" / "page"
Json = dict[str, Any]

ANN, BOB, CARLA, DMITRI, BOT = "101", "102", "103", "104", "200"
GENERAL, RACES, THREAD, SECRET, OLD = "301", "302", "5001", "303", "299"
DMS = {ANN: "311", BOB: "312", CARLA: "313", DMITRI: "314"}
EPHEMERAL, LOADING = 1 << 6, 1 << 7
PRIMARY, SECONDARY, SUCCESS, DANGER, LINK = 1, 2, 3, 4, 5

PLAYERS = [
    {"id": ANN, "username": "ann", "global_name": "Ann", "avatar_color": "#c0392b", "locale": "en-US"},
    {"id": BOB, "username": "bob", "global_name": "Bob", "avatar_color": "#2471a3", "locale": "en-US"},
    {"id": CARLA, "username": "carla", "global_name": "Carla", "avatar_color": "#1e8449", "locale": "en-US"},
    {"id": DMITRI, "username": "dmitri", "global_name": "Dmitri", "avatar_color": "#b9770e", "locale": "en-US"},
]
BOT_USER = {"id": BOT, "username": "Gruppetto", "bot": True}
TRACKS = [
    {"name": "Sprint, 2 laps", "name_localizations": {"de": "Sprint, 2 Runden"}, "value": "sprint"},
    {"name": "Pursuit, 4 laps", "value": "pursuit"},
]

COMMANDS: list[Json] = [
    {
        "id": "901",
        "name": "pistard",
        "description": "Pistard, the track sprint",
        "options": [
            {
                "type": 1,
                "name": "new",
                "name_localizations": {"de": "neu"},
                "description": "Open a match of Pistard",
                "description_localizations": {"de": "Eine Partie Pistard eröffnen"},
                "options": [
                    {
                        "type": 3,
                        "name": "track",
                        "name_localizations": {"de": "bahn"},
                        "description": "Which race",
                        "required": True,
                        "choices": TRACKS,
                    },
                    {"type": 4, "name": "target", "description": "Points to win", "min_value": 2, "max_value": 9},
                    {"type": 5, "name": "ranked", "description": "Counts for the leaderboard"},
                    {"type": 6, "name": "rival", "description": "Whom to invite"},
                    {"type": 7, "name": "where", "description": "Where to play"},
                ],
            },
            {"type": 1, "name": "rules", "description": "How Pistard is played"},
        ],
    },
    {
        "id": "902",
        "name": "move",
        "description": "Make a move by typing",
        "options": [
            {"type": 3, "name": "choice", "description": "Step by step", "required": True, "autocomplete": True}
        ],
    },
    {"id": "903", "name": "games", "description": "Your matches, and which of them wait for you", "options": []},
    {"id": "904", "name": "note", "description": "Write a note about this match", "options": []},
    {"id": "906", "type": 2, "name": "Challenge", "name_localizations": {"de": "Herausfordern"}, "contexts": [0]},
    {"id": "907", "type": 3, "name": "Quote", "contexts": [0]},
    {"id": "905", "name": "slow", "description": "A command that nobody answers", "options": []},
]
RIDERS = ["sprinter.red", "sprinter.blue", "stayer.red", "stayer.blue"]
NOTE_FORM: Json = {
    "title": "A note for later",
    "custom_id": "note",
    "components": [
        {
            "type": 1,
            "components": [
                {
                    "type": 4,
                    "custom_id": "title",
                    "label": "Title",
                    "style": 1,
                    "max_length": 40,
                    "placeholder": "Short",
                }
            ],
        },
        {
            "type": 18,
            "label": "Text",
            "description": "Only you will read it.",
            "component": {"type": 4, "custom_id": "text", "style": 2, "required": False, "max_length": 500},
        },
        {
            "type": 18,
            "label": "When to remind you",
            "component": {
                "type": 3,
                "custom_id": "when",
                "options": [{"label": "Tomorrow", "value": "1"}, {"label": "In a week", "value": "7"}],
            },
        },
        {
            "type": 18,
            "label": "Days",
            "description": "On which you play; all if none is ticked.",
            "component": {
                "type": 3,
                "custom_id": "days",
                "min_values": 0,
                "max_values": 2,
                "required": False,
                "options": [{"label": "Saturday", "value": "6"}, {"label": "Sunday", "value": "7"}],
            },
        },
    ],
}

TEXT = (
    "# Sprint at dusk\n**Bob** attacks from *second wheel*, __high__ on the banking, ~~too early~~ in time.\n"
    f"> Your turn, <@{ANN}>, until <t:{{soon}}:R> (<t:{{soon}}:t>).\n"
    "- lap 1: ||Ann leads||\n- lap 2: `sprinter.red` first\n  - by half a wheel\n"
    f"```\nA1  o-o  >>>\nB2   o-o\n```\nSee <#{THREAD}>, </games:903> or [the first board]"
    f"(https://discord.com/channels/1/{RACES}/1001).\n-# <b>Nothing</b> here is HTML."
)


def button(style: int, custom_id: str, label: str, **more: Any) -> Json:
    key = "url" if style == LINK else "custom_id"
    return {"type": 2, "style": style, key: custom_id, "label": label, **more}


BOARD_COMPONENTS: list[Json] = [
    {
        "type": 1,
        "components": [
            button(PRIMARY, "turn", "Your move", emoji={"name": "🚴"}),
            button(SECONDARY, "history", "History"),
            button(SUCCESS, "join", "Join"),
            button(DANGER, "resign", "Resign"),
            button(SECONDARY, "none", "Undo", disabled=True),
            button(LINK, f"https://discord.com/channels/1/{THREAD}", "Thread"),
        ],
    },
    {
        "type": 1,
        "components": [
            {
                "type": 3,
                "custom_id": "rider",
                "placeholder": "Choose a rider",
                "options": [
                    {
                        "label": "Sprinter",
                        "value": "sprinter",
                        "description": "Fast at the end",
                        "emoji": {"name": "🔴"},
                    },
                    {"label": "Stayer", "value": "stayer", "description": "Fast for long", "emoji": {"name": "🔵"}},
                ],
            }
        ],
    },
    {
        "type": 1,
        "components": [
            {
                "type": 3,
                "custom_id": "cards",
                "placeholder": "Cards to play",
                "min_values": 2,
                "max_values": 3,
                "options": [{"label": f"Card {n}", "value": str(n), "description": f"{n} fields"} for n in range(3, 8)],
            }
        ],
    },
]


def board() -> bytes:
    """A picture of a track, 800 x 460."""
    picture = Image.new("RGB", (800, 460), "#12303a")
    draw = ImageDraw.Draw(picture)
    for inset, colour in ((10, "#b98a55"), (60, "#67b7d9"), (72, "#12303a")):
        draw.rounded_rectangle((inset, inset, 800 - inset, 460 - inset), radius=220 - inset, fill=colour)
    for n in range(5):
        draw.ellipse((250 + 70 * n, 20, 280 + 70 * n, 50), fill=("#e74c3c", "#3498db", "#f1c40f", "#2ecc71", "#fff")[n])
    png = BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


class Fake:
    """The canned state of one server; every page that connects sees and changes the same."""

    def __init__(self, empty: bool = False) -> None:
        self.sockets: set[web.WebSocketResponse] = set()
        self.up = True
        self.heard: list[Json] = []
        self.answers = asyncio.Event()  # presses wait for it
        self.answers.set()
        self.pictures = asyncio.Event()  # the files of messages wait for it
        self.pictures.set()
        self.last_id = 1000
        self.messages: list[Json] = []
        self.channels = [
            {"id": GENERAL, "type": 0, "name": "general", "position": 0},
            {"id": RACES, "type": 0, "name": "races", "position": 1},
            *({"id": dm, "type": 1, "recipients": [{"id": user}], "members": [user, BOT]} for user, dm in DMS.items()),
        ]
        self.board = board()
        self.offset = 0
        if not empty:
            self.fill()

    def fill(self) -> None:
        thread = {"type": 11, "parent_id": RACES, "members": [ANN, BOB, BOT]}
        self.channels += [
            {**thread, "id": THREAD, "name": "Pistard 1: Ann, Bob", "thread_metadata": {"archived": False}},
            {**thread, "id": OLD, "name": "Pistard 0", "thread_metadata": {"archived": True}},
            {**thread, "id": SECRET, "type": 12, "name": "Ann's secret"},
        ]
        picture = self.picture("1")
        soon = int((datetime.now(UTC) + timedelta(hours=5)).timestamp())
        self.messages = [
            self.message(RACES, BOT, "A match of **Pistard** is open. Who rides?", attachments=[picture]),
            self.message(RACES, ANN, "I do!"),
            self.message(RACES, ANN, f"<@{BOB}>, you too?"),
            self.message(RACES, BOB, "Of course.", type=19, message_reference={"message_id": "1003"}),
            self.message(RACES, BOT, TEXT.replace("{soon}", str(soon)), components=BOARD_COMPONENTS, edited=True),
            self.message(
                RACES,
                BOT,
                "**Ann**, which rider starts?",
                flags=EPHEMERAL,
                visible_to=[ANN],
                components=[
                    {"type": 1, "components": [button(PRIMARY, "a", "Sprinter"), button(PRIMARY, "b", "Stayer")]}
                ],
            ),
            self.message(GENERAL, CARLA, "Anyone for a slow race?"),
            self.message(THREAD, BOT, f"<@{ANN}>, it is your turn.", attachments=[picture, picture]),
            self.message(DMS[ANN], BOT, "Your match waits for you.", embeds=[self.embed()]),
        ]

    def picture(self, id: str) -> Json:
        """An attachment with the board."""
        return {
            "id": id,
            "filename": "board.png",
            "description": "The track with five riders on the home straight.",
            "url": f"/attachments/{RACES}/{id}/board.png",
            "width": 800,
            "height": 460,
            "content_type": "image/png",
        }

    def embed(self) -> Json:
        fields = [{"name": name, "value": value, "inline": True} for name, value in (("Laps", "2"), ("Rank", "3"))]
        return {
            "title": "Pistard 1",
            "description": "Bob moved **2 fields**.",
            "color": 0xE2AC6B,
            "fields": [*fields, {"name": "Note", "value": "Undo is open"}],
            "footer": {"text": "since this morning"},
        }

    def message(self, channel: str, author: str, content: str, *, edited: bool = False, **more: Any) -> Json:
        self.last_id += 1
        now = datetime.now(UTC).isoformat()
        user = next((user for user in PLAYERS if user["id"] == author), BOT_USER)
        empty: Json = {"attachments": [], "embeds": [], "components": [], "mentions": [], "visible_to": None}
        return {
            "id": str(self.last_id),
            "channel_id": channel,
            "author": user,
            "content": content,
            "timestamp": now,
            "edited_timestamp": now if edited else None,
            "flags": 0,
            "type": 0,
            **empty,
            **more,
        }

    async def tell(self, frame: Json) -> None:
        for socket in list(self.sockets):
            await socket.send_json(frame)

    async def post(self, channel: str, author: str, content: str, **more: Any) -> Json:
        message = self.message(channel, author, content, **more)
        self.messages.append(message)
        await self.tell({"t": "message", "op": "create", "message": message})
        return message

    async def edit(self, message: Json, **more: Any) -> None:
        message.update(more, edited_timestamp=datetime.now(UTC).isoformat())
        await self.tell({"t": "message", "op": "update", "message": message})

    async def drop(self) -> None:
        """Close every connection, as a restart does, and take none until `up` is set again."""
        self.up = False
        for socket in list(self.sockets):
            await socket.close()

    async def connect(self, request: web.Request) -> web.StreamResponse:
        if not self.up:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        users = copy.deepcopy(PLAYERS)
        guild = {"guild": {"id": "1", "name": "Velodrome"}, "has_bot": True, "clock": {"offset": self.offset}}
        state = {"users": users, "bot": BOT_USER, "commands": COMMANDS, **guild}
        await socket.send_json({"t": "state", "channels": self.channels, "messages": self.messages, **state})
        await socket.send_json({"t": "bot", "online": True})
        self.sockets.add(socket)
        async for frame in socket:
            if frame.type == WSMsgType.TEXT:
                order = frame.json()
                self.heard.append(order)
                await getattr(self, f"do_{order['do']}")(order)
        self.sockets.discard(socket)
        return socket

    async def done(self, order: Json) -> None:
        await self.tell({"t": "done", "nonce": order["nonce"], "interaction_id": "1"})

    async def failed(self, order: Json) -> None:
        await self.tell({"t": "failed", "nonce": order["nonce"], "text": "The application did not respond"})

    async def do_slash(self, order: Json) -> None:
        if order["name"] == "slow":
            return await self.failed(order)
        await self.done(order)
        if order["name"] == "note":
            return await self.tell({"t": "modal", "user": order["user"], "modal_id": "m1", "modal": NOTE_FORM})
        thinking = await self.post(
            order["channel_id"], BOT, "", flags=EPHEMERAL | LOADING, visible_to=[order["user"]], interaction_metadata={}
        )
        await asyncio.sleep(0.1)
        words = " ".join([order["name"], *order["path"], *(f"{k}={v}" for k, v in order["options"].items())])
        return await self.edit(thinking, content=f"You asked for: {words}", flags=EPHEMERAL)

    async def do_menu(self, order: Json) -> None:
        if order["name"] == "Quote":
            return await self.failed(order)
        await self.done(order)

    async def do_complete(self, order: Json) -> None:
        typed = order["options"].get(order["focused"], "")
        choices = [{"name": rider.replace(".", ", "), "value": rider} for rider in RIDERS if typed in rider]
        await self.tell({"t": "choices", "nonce": order["nonce"], "choices": choices})

    async def do_press(self, order: Json) -> None:
        await self.answers.wait()
        if order["custom_id"] == "resign":
            return await self.failed(order)
        await self.done(order)
        text = f"You pressed {order['custom_id']}."
        message = next(one for one in self.messages if one["id"] == order["message_id"])
        await self.post(message["channel_id"], BOT, text, flags=EPHEMERAL, visible_to=[order["user"]])
        return None

    async def do_select(self, order: Json) -> None:
        await self.done(order)
        message = next(one for one in self.messages if one["id"] == order["message_id"])
        await self.edit(message, content=f"Chosen: {', '.join(order['values'])}")

    async def do_submit(self, order: Json) -> None:
        await self.done(order)
        await self.post(RACES, BOT, f"Noted: {order['values']}", flags=EPHEMERAL, visible_to=[order["user"]])

    async def do_send(self, order: Json) -> None:
        await self.post(order["channel_id"], order["user"], order["content"])

    async def do_clock(self, order: Json) -> None:
        self.offset += order["seconds"]
        await self.tell({"t": "clock", "offset": self.offset})
        await self.done(order)

    async def do_locale(self, order: Json) -> None:
        player = next(one for one in PLAYERS if one["id"] == order["user"])
        await self.tell({"t": "user", "op": "update", "user": {**player, "locale": order["locale"]}})
        await self.done(order)

    async def do_dm(self, order: Json) -> None:
        """Only remembered in `heard`."""

    def app(self) -> web.Application:
        async def index(_: web.Request) -> web.FileResponse:
            return web.FileResponse(PAGE / "index.html")

        async def attachment(_: web.Request) -> web.Response:
            await self.pictures.wait()
            return web.Response(body=self.board, content_type="image/png")

        app = web.Application()
        app.router.add_get("/", index)
        app.router.add_get("/sandbox/ws", self.connect)
        app.router.add_get("/attachments/{channel}/{id}/{name}", attachment)
        app.router.add_static("/page", PAGE)
        return app


if __name__ == "__main__":
    web.run_app(Fake(empty="empty" in sys.argv).app(), host="127.0.0.1", port=int(sys.argv[1]))
