"""A match as its players see it: opened by a command, joined by buttons, played in their DM panels."""

import hashlib
import hmac
import json
import re
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Self

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Standing, Table
from locales import catalogue
from tests.driver import Channel, Driver, Failed, Json, Message, Player
from tests.shown import BUTTON

SHORT: dict[str, Any] = {"preset": "quick", "target": 3}  # over with the first rider who completes a lap
# what answers: a button, or a select ("*"); "!" plays the answer
STEP = re.compile(r"g:[0-9a-z]+:[0-9a-f]{8}:[0-9.+-]*[!*]?")
STILL_WRITING = catalogue("en")("refusal.task.export")
TITLES = {key: catalogue("en")(f"{key}.name") for key in GAMES}
PLAYED = "**Done:**"
THINKS = "🤔 The computer is thinking…"
STALE = "The match has moved on. Here's how it stands now."


def steps(panel: Message) -> list[Json]:
    """The buttons of a panel that answer its question, or its select."""
    return [part for part in panel.parts if STEP.fullmatch(part.get("custom_id", ""))]  # a link has none


def is_confirm(button: Json) -> bool:
    """Whether the button plays what was chosen."""
    return button["custom_id"].endswith("!")


async def take_first(player: Player, panel: Message, part: Json) -> Message:
    """Press the button, or choose as many of the select's first options as it wants; the panel that follows."""
    if part["type"] == BUTTON:
        shown = await player.press(panel, custom_id=part["custom_id"])
    else:
        values = [option["value"] for option in part["options"][: part["min_values"]]]
        shown = await player.select(panel, *values, custom_id=part["custom_id"])
    assert shown is not None
    return shown


@dataclass
class Match:
    """A match in the channel #races, of Pistard by default.

    `played` counts the answers of its players that the bot said were played; `opened` are the panels that the first
    call of each has led to.
    """

    driver: Driver
    number: int
    lobby: Message
    players: tuple[Player, ...]
    played: dict[str, int] = field(default_factory=dict[str, int])
    opened: dict[str, Message] = field(default_factory=dict[str, Message])
    game: str = "pistard"

    @classmethod
    async def open(cls, driver: Driver, host: Player, game: str = "pistard", **options: Any) -> Self:
        """The first player types the command and finds the lobby in the channel."""
        answer = await host.slash("races", game, "new", **options)
        assert answer is not None
        opened = re.fullmatch(r"Match #(\d+) is open here\. .*", answer.content)
        assert opened and answer.visible_to == [host.id], answer
        title = f"{TITLES[game]} #{opened[1]}"

        def lobbies() -> list[Message]:
            return [m for m in host.sees("races") if m.embeds and m.embeds[0]["title"] == title]

        await driver.wait(lobbies)
        return cls(driver, int(opened[1]), lobbies()[0], (host,), game=game)

    @classmethod
    async def begin(cls, driver: Driver, *names: str, opponents: int = 0, level: str = "Fair", **options: Any) -> Self:
        """A match that has started, with these players in the order of seats and then computer opponents."""
        host, *others = (driver.player(name) for name in names)
        match = await cls.open(driver, host, players=len(names) + opponents, **(options or SHORT))
        for player in others:
            await player.press(match.lobby, "Join")
        for seated in range(len(names), len(names) + opponents):
            asked = await host.press(match.lobby, "Add computer")
            assert asked is not None
            await host.press(asked, level)
            await driver.wait(lambda place=seated + 1: f"{place}. Computer" in match.seating)
        match.players = (host, *others)
        await host.press(match.lobby, "Start")
        await driver.wait(lambda: match.news)
        return match

    def seen_by(self, driver: Driver) -> Self:
        """The same match, played on through another connection."""
        players = tuple(driver.player(player.name) for player in self.players)
        return replace(self, driver=driver, lobby=driver.messages[self.lobby.id], players=players)

    @property
    def title(self) -> str:
        """What it is called everywhere."""
        return f"{TITLES[self.game]} #{self.number}"

    @property
    def seating(self) -> str:
        """The players by seat, as the lobby shows them."""
        return self.lobby.embeds[0]["fields"][0]["value"]

    @property
    def thread(self) -> Channel:
        """Where everyone follows the match: its newest thread, should one have been shut."""
        return self.threads[-1]

    @property
    def threads(self) -> list[Channel]:
        """The match's threads, oldest first."""
        return [c for c in self.driver.threads() if c.name.startswith(f"{self.title}:")]

    @property
    def news(self) -> list[Message]:
        """The messages of the bot in the thread that show the board: those while it is played, and the result."""
        here = [thread.id for thread in self.threads[-1:]]
        messages = (m for m in self.driver.messages.values() if m.channel_id in here)
        return [m for m in messages if not m.ephemeral and "History" in m.labels]

    @property
    def result(self) -> Message | None:
        """The message that names the winner."""
        return next((m for m in self.news if m.content.startswith("## Match over")), None)

    def panel(self, player: Player) -> Message | None:
        """The newest message with buttons about this match in a player's DMs, if it asks them something.

        Before there is any it is what their first call has led to. What is behind ⋯ is no panel. One in whose place a
        hint was to come, and whose bot has died meanwhile, still has its buttons.
        """
        heads = (f"**{self.title}**", THINKS)
        shown = [m for m in player.sees(player.dm()) if m.parts and m.content.startswith(heads)]
        messages = [m for m in shown if self.steps(m) or not m.ephemeral]
        newest = messages[-1] if messages else self.opened.get(player.id)
        return newest if newest is not None and self.steps(newest) else None

    def first_call(self, player: Player) -> Message | None:
        """The call in the thread to a player whose DMs the bot hasn't opened, until they have followed it."""
        here, words = [thread.id for thread in self.threads], f"{player.mention}, it's your turn."
        calls = [m for m in self.driver.messages.values() if m.channel_id in here and m.content == words]
        return None if player.id in self.opened else next((m for m in calls if m.labels), None)

    def steps(self, panel: Message) -> list[Json]:
        """The buttons of a panel that answer its question, if it is one of this match."""
        return [part for part in steps(panel) if int(part["custom_id"].split(":")[1], 36) == self.number]

    async def asked(self) -> Player | None:
        """Wait for a player who has a question to answer; None if the match is over first."""

        def first() -> Player | None:
            return next((player for player in self.players if self.panel(player)), None)

        def called() -> Player | None:
            return next((player for player in self.players if self.first_call(player)), None)

        while True:
            await self.driver.wait(lambda: self.result or first() or called())
            if self.result:
                return None
            if (player := first()) is not None:
                return player
            if (player := called()) is not None:
                await self.follow(player)

    async def follow(self, player: Player) -> None:
        """Go where a player's first call leads, once it is there."""
        await self.driver.wait(lambda: self.first_call(player))
        call = self.first_call(player)
        assert call is not None
        panel = await player.press(call, "Your move")
        assert panel is not None
        self.opened[player.id] = panel

    async def answer(self, player: Player) -> list[str]:
        """Play the first answer offered in a player's newest panel; returns the texts of the panels that they saw.

        If the match has moved on since that panel was sent, the fresh one is answered, unless it asks nothing.
        """
        panel = self.panel(player)
        texts: list[str] = []
        while panel is not None and (buttons := self.steps(panel)):
            texts.append(panel.content)
            try:
                panel = await take_first(player, panel, buttons[0])
            except Failed as gone:
                if "has no" not in str(gone) and "no such message" not in str(gone):
                    raise
                if panel is self.opened.get(player.id):  # it went with an earlier sandbox: the call is followed again
                    del self.opened[player.id]
                panel = self.panel(player)  # a call that was retired meanwhile, or deleted where it was old
                continue
            if PLAYED in panel.content:
                self.played[player.name] = self.played.get(player.name, 0) + 1
                break
        return texts

    async def play(self, answers: int | None = None) -> None:
        """Play a number of answers, or all to the end of the match."""
        left = answers
        while left != 0 and (player := await self.asked()):
            await self.answer(player)
            left = None if left is None else left - 1

    async def settled(self) -> Json:
        """The match as exported, once the board in the thread shows all of it."""
        export = await self.export()
        shown = f"{self.game}-{self.number}-{export['log'][-1]['seq']}.png"
        await self.driver.wait(lambda: shown in [file["filename"] for m in self.news[-1:] for file in m.attachments])
        return export

    async def walk(self, player: Player, panel: Message) -> Message:
        """Press the first option of each question in a panel until it shows Confirm, or asks nothing any more."""
        while (parts := steps(panel)) and not is_confirm(parts[0]):
            panel = await take_first(player, panel, parts[0])
        return panel

    async def at_confirm(self) -> tuple[Player, Json]:
        """Wait for a player who is asked and go to Confirm in their panel; returns the act of pressing it."""
        while True:
            player = await self.asked()
            assert player is not None
            panel = self.panel(player)
            assert panel is not None
            panel = await self.walk(player, panel)  # which may have been an old one
            for part in self.steps(panel):
                if is_confirm(part):
                    act = {"do": "press", "user": player.id, "message_id": panel.id, "custom_id": part["custom_id"]}
                    return player, act

    async def export(self, by: str = "Dmitri") -> Json:
        """The match as the bot exports it, fetched by a person who doesn't play."""
        while True:
            answer = await self.driver.player(by).slash(self.thread, "match", "export", match=str(self.number))
            assert answer is not None
            if answer.content != STILL_WRITING:  # for a moment after the last file has come
                break
        await self.driver.wait(lambda: answer.attachments)  # on a busy machine it asks for patience first
        return json.loads(await self.driver.file(answer.attachments[0]))

    async def export_finished(self) -> Json:
        """The export after the end, which replays to the result that it tells and holds each answer once."""
        export = await self.export()
        assert export["phase"] == "over"
        assert [row["seq"] for row in export["log"]] == list(range(1, len(export["log"]) + 1))
        assert replay(export) == [Standing(**standing) for standing in export["standings"]]
        return export


def answers_by_name(export: Json) -> dict[str, int]:
    """How many answers of each person the log of a finished match holds."""
    count: dict[str, int] = {}
    for row in export["log"]:
        if row["kind"] == "move" and row["how"] in ("player", "changed"):
            name = export["seats"][row["by"]]["name"]
            count[name] = count.get(name, 0) + 1
    return count


def replay(export: Json) -> list[Standing]:
    """The standings after playing the log of a finished match again, every draw checked against the seed.

    Players who resigned rank behind all who played on.
    """
    game, seed = GAMES[export["game"]], bytes.fromhex(export["seed"])
    key = hmac.digest(seed, export["entropy"].encode(), hashlib.sha256)
    state: Any = None
    moves: list[tuple[str, Any]] = []  # how each came about, and what was there before it
    after: dict[int, Any] = {}  # what was there after each row
    for row in export["log"]:
        dice = SeededDice(key, row["seq"])
        if row["kind"] == "deal":
            state, _ = game.setup(Table(len(export["seats"]), export["options"], export["rules"]), dice)
        elif row["kind"] == "move":
            moves.append((row["how"], deepcopy(state)))
            game.apply(state, Move(row["by"], tuple(row["path"])), dice)
        elif row["kind"] == "undo":
            how = "forced"
            while how == "forced":  # they go with the answer that they followed
                how, state = moves.pop()
        elif row["kind"] == "rewind":
            state = deepcopy(after[int(row["path"][0])])
        after[row["seq"]] = deepcopy(state)
        assert [(draw.why, draw.fell) for draw in dice.draws] == [(draw["why"], draw["fell"]) for draw in row["draws"]]
    resigned = [row["by"] for row in export["log"] if row["kind"] == "resign"]
    order = {standing.seat: (standing.seat in resigned, standing.rank) for standing in game.view(state, None).standings}
    ranked = (
        replace(standing, rank=1 + sum(other < order[standing.seat] for other in order.values()))
        for standing in game.view(state, None).standings
    )
    return sorted(ranked, key=lambda standing: (standing.rank, standing.seat))


async def decide(driver: Driver, setting: str, value: str, *, tail: str = "*") -> None:
    """Ann, who manages the server, gives one of its settings a value; the `tail` of a channel's select is "#"."""
    ann = driver.player("Ann")
    shown = await ann.slash("races", "admin", "setup")
    assert shown is not None
    asked = await ann.select(shown, setting)
    assert asked is not None
    await ann.select(asked, value, custom_id=f"e:{setting}:0{tail}")
