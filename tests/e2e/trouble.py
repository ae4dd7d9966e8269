"""Players who go on while things go wrong, and what must be true of a match afterwards."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from tests.driver import DEFERRED_MESSAGE, DEFERRED_UPDATE, LOADING, Driver, Failed, Json, Message, Player, is_patient
from tests.e2e.match import PLAYED, SHORT, Match, answers_by_name
from tests.e2e.programs import Bot

MENTION = "I can't send you direct messages, so please use this button."
GIVEN_UP = ("couldn't tell", "answer came too late")  # the bot's log, where no one can be reached
REMINDER = "### Here's your reminder"
PUT_BACK, REPAIRED = "took the match back", "🛠️"  # the news of that: a board may lead with the same words
OFTEN = (
    "✓ ",
    MENTION,
    REMINDER,
    PUT_BACK,
    "Played in match",
    " asks: ",
    "'s seat is free",
)  # for it may happen again
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉", 4: "▫️"}  # by rank
COMPUTER = "Computer"
KIND = re.compile(r"h:seat:([0-9a-z]+)\.fair")  # the button that seats one
ALSO = "Also waiting for you: "
TO_ANSWER = 10.0  # seconds that the bot has: these players try again, as silence is a part of their troubles
BETWEEN_TRIES = 3.5  # seconds before a person tries once more; a post that failed is tried again after 2
LOOK = 0.05  # seconds between two looks at the bot's log
TRY_AGAIN = "Something went wrong on my side"  # the bot's fault: the press came to nothing


async def revive(bot: Bot, driver: Driver) -> None:
    """Start the bot again when Discord has seen that it is gone."""
    await driver.wait(lambda: not driver.online)
    bot.let_a_minute_pass()
    bot.start()
    await driver.wait(lambda: driver.online)


class Stubborn:
    """Ann and some others, players or COMPUTER, in a match: they repeat what comes to nothing.

    Each of their moves is looked up in the bot's log: what they read as played stands there, and any other
    counts once at most. After that number of `answers` Ann resigns; None: they play to the end.
    """

    def __init__(
        self, driver: Driver, bot: Bot, *others: str, answers: int | None = None, options: Json = SHORT
    ) -> None:
        self.driver, self.bot, self.others, self.answers = driver, bot, others, answers
        self.players = tuple(driver.player(name) for name in ("Ann", *others) if name != COMPUTER)
        self._before = self._newest()
        self._options = options
        self._commands = 0  # to open a match
        self._match: Match | None = None
        self._begun = False  # the board has been seen
        self._told: set[str] = set()  # players who have read that their last move was played
        self._private: dict[str, Message] = {}  # by player: the newest answer to Your move
        self._answered: set[str] = set()  # calls in the thread whose button was pressed

    @property
    def match(self) -> Match:
        """The match that they have opened."""
        assert self._match is not None, "They haven't opened a match yet"
        return self._match

    @property
    def moment(self) -> str:
        """What comes next in the life of the match: "open", "join", "start", "play" and "end"; then it is "over"."""
        if self._match is None:
            return "open"
        for lobby in self._lobbies(self.match.number):  # there is another if it was deleted, or refused as unknown
            self.match.lobby = lobby
        self._begun = self._begun or bool(self.match.news)
        if self.match.result:
            return "over"
        if self._missing() is not None:
            return "join"
        if not self._begun:
            return "start"
        enough = self.answers is not None and sum(self.match.played.values()) >= self.answers
        return "end" if enough and not self.plays_without_ann else "play"

    @property
    def plays_without_ann(self) -> bool:
        """Whether she has resigned and the others go on."""
        if self._match is None or self.answers is None:
            return False
        running = f"FROM matches JOIN log ON match = id WHERE id = {self._match.number} AND phase = 'running'"
        return bool(self.bot.query(f"SELECT 1 {running} AND kind = 'resign'"))

    @property
    def called_off(self) -> bool:
        """Whether the lobby says so."""
        return self._match is not None and self.match.lobby.embeds[0]["description"] == "Called off."

    async def go_on(self) -> str:
        """Try to bring the match one moment further; returns the moment that it is now."""
        moment = self.moment
        match moment:
            case "open":
                await self._open()
            case "join":
                name = self._missing()
                assert name is not None
                player = "Ann" if name == COMPUTER else name
                if name == COMPUTER:
                    await self._add_computer(self.driver.player(player))
                else:
                    await self._press_lobby(self.driver.player(player), "Join")
            case "start":
                await self._press_lobby(self.players[0], "Start")
            case "play":
                if (player := await self.asked()) is not None:
                    await self.answer(player)
            case "end":
                await self._resign()
        if moment in ("join", "start", "end"):
            missing = self._missing()

            def has_moved() -> bool:
                return self.called_off or (self.moment, self._missing()) != (moment, missing)

            with suppress(AssertionError):
                await self.driver.wait(has_moved, BETWEEN_TRIES)
        return self.moment

    # Before and after the match

    def _missing(self) -> str | None:
        """A player who hasn't got a seat yet, as the lobby shows it; None if all have."""
        return next((name for name in self.others if f". {name}" not in self.match.seating), None)

    async def _open(self) -> None:
        """Type the command, unless an earlier one has worked."""
        if self._newest() == self._before:
            self._commands += 1
            await self._type("pistard", "new", players=1 + len(self.others), **self._options)
            with suppress(AssertionError):
                await self.driver.wait(lambda: self._newest() > self._before, BETWEEN_TRIES)
        number = self._newest()
        assert number - self._before <= self._commands, "A command has opened more than one match"
        if number > self._before:
            await self.driver.wait(lambda: self._lobbies(number))
            self._match = Match(self.driver, number, self._lobbies(number)[-1], self.players)

    def _newest(self) -> int:
        ((number,),) = self.bot.query("SELECT coalesce(max(id), 0) FROM matches")
        return number

    def _lobbies(self, number: int) -> list[Message]:
        messages = (m for m in self.driver.player("Ann").sees("races") if m.embeds)
        return [m for m in messages if m.embeds[0]["title"] == f"Pistard #{number}"]

    async def _press_lobby(self, player: Player, label: str) -> None:
        lobby = self.match.lobby
        with suppress(Failed, AssertionError):  # once it is played or called off, a lobby has no buttons
            button = lobby.button(label)
            await self.driver.act(do="press", user=player.id, message_id=lobby.id, custom_id=button["custom_id"])

    async def _add_computer(self, player: Player) -> None:
        """Press Add opponent, and the kind in the newest private message that asks for it."""
        await self._press_lobby(player, "Add computer")
        for message in reversed(player.sees("races")):
            for code in (part["custom_id"] for part in message.parts):
                kind = KIND.fullmatch(code)
                if kind is not None and int(kind[1], 36) == self.match.number:
                    with suppress(Failed, AssertionError):
                        await self.driver.act(do="press", user=player.id, message_id=message.id, custom_id=code)
                    return

    async def _resign(self) -> None:
        await self._type("match", "resign", match=str(self.match.number), sure="yes")

    async def _type(self, name: str, path: str, **options: object) -> None:
        """Ann types a command in the channel, and waits only until it is acknowledged."""
        channel, user = self.driver.channel("races"), self.players[0]
        with suppress(Failed):
            await self.driver.act(
                do="slash", user=user.id, channel_id=channel.id, name=name, path=[path], options=options
            )

    # The match

    async def asked(self) -> Player | None:
        """Wait for a player who has been called to a question; None if the match is over first."""

        def called() -> Player | None:
            playing = self.players[self.plays_without_ann :]
            return next((player for player in playing if self._question(player) or self._any_call(player)), None)

        await self.driver.wait(lambda: self.match.result or called())
        return None if self.match.result else called()

    async def answer(self, player: Player) -> None:
        """Press on in the newest panel until an answer is played, or nothing comes of a press."""
        panel = self._question(player)
        if panel is None and (called := self._call(player)) is not None:
            panel = await self.press(player, called, called.button("Your move")["custom_id"])
            if panel is not None:
                self._answered.add(called.id)
                self._private[player.id] = panel
        if panel is None and (aside := self._aside(player)) is not None:
            with suppress(Failed):
                panel = await player.slash("races", "play", match=str(self.match.number))
                self._answered.add(aside.id)
                self._private[player.id] = panel
        while panel is not None and player.id not in self._told and (buttons := self.match.steps(panel)):
            panel = await self.press(player, panel, buttons[0]["custom_id"])
            if panel is not None and PLAYED in panel.content:
                self._told.add(player.id)
        self.count(player)

    async def play(self, answers: int) -> None:
        """Play this many answers more, unless the match is over first."""
        enough = sum(self.match.played.values()) + answers
        while sum(self.match.played.values()) < enough and (player := await self.asked()):
            await self.answer(player)

    def look_at(self, player: Player, answer: str | None) -> None:
        """Let a player look at the answer to Your move, if there is one: once it asks, no call has to come."""
        if answer is not None:
            self._private[player.id] = self.driver.messages[answer]

    def hand_over(self, seat: int, newcomer: Player) -> None:
        """A newcomer has taken over this seat, and with it the moves that were played there."""
        played, left = self.match.played, self.players[seat]
        self.players = (*self.players[:seat], newcomer, *self.players[seat + 1 :])
        self.match.players = self.players
        played[newcomer.name] = played.pop(left.name, 0)

    def count(self, player: Player) -> None:
        """Compare what a player read of their last move with the log."""
        seat, played = self.players.index(player), self.match.played
        own = f"match = {self.match.number} AND kind = 'move' AND how = 'player' AND \"by\" = {seat}"
        ((answers,),) = self.bot.query(f"SELECT count(*) FROM log WHERE {own}")
        counted = answers - played.get(player.name, 0)
        possible = (1,) if player.id in self._told else (0, 1)
        assert counted in possible, f"{counted} answers of {player.name} came from one, told: {player.id in self._told}"
        self._told.discard(player.id)
        played[player.name] = answers

    def _question(self, player: Player) -> Message | None:
        """The newest panel before a player that asks them something."""
        private = self._private.get(player.id)
        is_there = private is not None and not private.deleted and self.match.steps(private)
        return self.match.panel(player) or (private if is_there else None)

    def _any_call(self, player: Player) -> Message | None:
        return self._call(player) or self._aside(player)

    def _aside(self, player: Player) -> Message | None:
        """The newest call to another match that says that this one is waiting as well, if it wasn't followed yet."""
        here = [f"<#{thread.id}>" for thread in self.match.threads]
        open_ones = [m for m in player.sees(player.dm()) if m.id not in self._answered]
        called = [m for m in open_ones if any(thread in _also(m) for thread in here)]
        return called[-1] if called else None

    def _call(self, player: Player) -> Message | None:
        """The newest call of a player in the thread that they haven't followed yet."""
        known = (*mentions(self.match, player), *reminders(self.match, player))
        called = [m for m in known if m.labels and m.id not in self._answered]
        return called[-1] if called else None

    async def press(self, player: Player, panel: Message, custom_id: str) -> Message | None:
        """Press a button; returns the message that answers, unless it tells of a fault or the bot gives up."""
        given_up = self.given_up()
        pressed = asyncio.ensure_future(self._outcome(player, panel, custom_id))
        while not pressed.done() and self.given_up() == given_up:
            await asyncio.wait({pressed}, timeout=LOOK)
        pressed.cancel()
        (touched,) = await asyncio.gather(pressed, return_exceptions=True)
        if isinstance(touched, AssertionError):
            raise touched
        answer = self.driver.messages.get(touched) if isinstance(touched, str) else None
        return None if answer is None or answer.content.startswith(TRY_AGAIN) else answer

    def given_up(self) -> int:
        """How often the bot has said in its log that it can't reach a person."""
        log = self.bot.log
        return sum(map(log.count, GIVEN_UP))

    async def _outcome(self, player: Player, panel: Message, custom_id: str) -> str:
        """The id of the message that answers a press; raises Failed if the press did."""
        driver = self.driver
        outcome = await driver.act(do="press", user=player.id, message_id=panel.id, custom_id=custom_id)
        callback, sent = outcome.news["callback"], outcome.news["message_id"]
        if callback == DEFERRED_UPDATE:
            await driver.wait(lambda: outcome.touched)
            with suppress(AssertionError):  # a bot that has died says no more
                await driver.wait(lambda: not is_patient(driver.messages.get(outcome.touched[0])), BETWEEN_TRIES)
            return outcome.touched[0]
        if callback == DEFERRED_MESSAGE:
            await driver.wait(lambda: not driver.messages[sent].raw["flags"] & LOADING)
        return sent


def _also(message: Message) -> str:
    """The line of a call that names other matches."""
    return next((line for line in message.content.split("\n") if line.startswith(ALSO)), "")


def mentions(match: Match, player: Player) -> list[Message]:
    """The calls of a player in the thread, the first or where a DM couldn't be sent; answered ones are one line."""
    here = [thread.id for thread in match.threads]
    said = (f"{player.mention}, it's your turn.", f"-# ✓ {player.mention} has played.")
    return [m for m in match.driver.messages.values() if m.channel_id in here and m.content.startswith(said)]


def reminders(match: Match, player: Player) -> list[Message]:
    """The reminders that a player has asked for, in the thread, since a DM couldn't be sent."""
    text, here = f"{player.mention}, here's your reminder.", [thread.id for thread in match.threads]
    return [m for m in match.driver.messages.values() if m.channel_id in here and m.content.startswith(text)]


def doubled(driver: Driver) -> list[tuple[str, ...]]:
    """Messages of the bot that stand twice in a channel, except for those that may."""
    said = Counter(
        (m.channel_id, m.content, str(m.embeds), *(file["filename"] for file in m.attachments))
        for m in driver.messages.values()
        if not m.ephemeral and m.raw["author"].get("bot") and m.content + str(m.embeds)
        if all(text not in m.content for text in OFTEN)
    )
    return [message for message, times in said.items() if times > 1]


async def tells_the_truth(match: Match, *, by_dm: bool = True) -> Json:
    """Wait until all who played on have heard of the end; check that the log says the same, and it was said once.

    Without `by_dm` it is enough that the thread tells.
    """
    driver = match.driver
    export = await match.export_finished()
    logged, read = answers_by_name(export), {name: n for name, n in match.played.items() if n}
    assert logged == read, f"by the log {logged}, by what the players read {read}"
    names = [f"{COMPUTER} ({seat['opponent']})" if seat["opponent"] else seat["name"] for seat in export["seats"]]
    table = [f"{MEDALS[s['rank']]} {s['rank']}. {names[s['seat']]} — {s['points']} point" for s in export["standings"]]
    board, podium = f"pistard-{match.number}-{export['log'][-1]['seq']}.png", f"podium-pistard-{match.number}.png"
    await driver.wait(lambda: match.result)
    assert match.result is not None
    picture = board if "Stopped before the end" in match.result.content else podium
    assert [file["filename"] for file in match.result.attachments] == [picture]
    shown = match.result.content.splitlines()[2 : 2 + len(table)]  # below the verdict
    assert all(line.startswith(row) for row, line in zip(table, shown, strict=True)), shown
    await driver.wait(lambda: match.lobby.deleted or match.lobby.embeds[0]["description"].startswith("Finished"))
    resigned = [row["by"] for row in export["log"] if row["kind"] == "resign"]
    for seat, player in enumerate(match.players):
        if by_dm and seat not in resigned:
            await driver.wait(_was_shown(match, player, picture))
    assert doubled(driver) == [], f"Said twice: {doubled(driver)}"
    return export


def _was_shown(match: Match, player: Player, picture: str) -> Callable[[], bool]:
    """Whether a message in their DMs shows how it ended."""

    def shown() -> bool:
        return any(picture in [f["filename"] for f in m.attachments] for m in player.sees(player.dm()))

    return shown
