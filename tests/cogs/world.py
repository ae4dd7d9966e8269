"""A Discord in this process with the real bot in it, and players who press its buttons."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import discord
import simcord
import simcord.interactions
from simcord.backend.models import Overwrite
from simcord.backend.serializers import message_payload
from simcord.enums import OverwriteType

from cogs.gruppetto import Gruppetto
from cogs.server_setup import NAMED
from cogs.traffic.rate_limit import Line, RateLimit
from cogs.ui.controls import CHOOSE
from cogs.ui.custom_id import setup_code
from db.store import Store
from engines import GAMES
from engines.table import Game, Pick, View
from host.delivery import Sender
from host.house import House
from host.lobby.lobby import Person
from host.play.dormant import remaker
from host.play.seen import Seen
from locales import Catalogue, catalogue
from model.match import Match, MatchFacts, Preferences, SeatFacts
from tests.cogs import limits
from tests.cogs.offline import obfuscate
from tests.driver import PATIENCE
from tests.host.desk import Crowded

BUTTON, SELECT = 2, 3  # Discord's component types
COMPONENT, FORM = 3, 5  # Discord's types of interactions

# With this seed and the joins of `quick_match` Ann rolls 6 4 3 2 and Bob 3 3 2 2, then Ann 5 5 3 3.
SEED = (648826).to_bytes(32, "big")

# The buttons of a panel beside those that answer its question.
AUTO, FAST = "Play this turn for me", "Play on until it matters"
MORE, SINCE = "⋯", "What did I miss?"
OWN = "**Done:**"  # begins what an answer has caused
SIGNS = {
    "↩️": "Back",
    "⏪": "Undo",
    "💡": "Hint",
    "🔄": "Look again",
    "📱": "Table",
    "💾": "Keep",
}  # buttons without words, and what tests call them

SAY = catalogue("en")
MINUTE = 60.0
MOST_QUESTIONS = 20  # one after the other in one answer

V = TypeVar("V", bound=View)

LogLines = list[MutableMapping[str, Any]]
Message = discord.Message | simcord.ResponseMessage


class World:
    """One server with a channel for races, its people and the bot; the bot may be replaced by a new one."""

    def __init__(self, url: str, games: Mapping[str, Game[Any, Any]] = GAMES) -> None:
        self.url, self.games = url, games
        self.bots: list[Gruppetto] = []
        self.strangers: set[int] = set()  # people the bot has never written to; it has met all others before
        # a busy machine may take longer than simcord's five seconds for one press
        self.env = simcord.Env(self._new_bot(), settle_timeout=PATIENCE)

    async def begin(self, locale: str = "en-US") -> None:
        """Start the bot, then open the server, whose language this is."""
        await self.env.start()
        obfuscate(self.env.backend)
        self.guild = self.env.create_guild("Gruppetto", preferred_locale=locale)
        self.races = self.guild.create_text_channel("races")

    def allow(self, channel: simcord.ChannelHandle, **allowed: bool) -> None:
        """Allow or deny the bot something in a channel, and so in its threads."""
        assert self.env.bot.user is not None
        allows, denies = discord.PermissionOverwrite(**allowed).pair()
        overwrite = Overwrite(self.env.bot.user.id, OverwriteType.MEMBER, allow=allows.value, deny=denies.value)
        self.env.backend.set_overwrite(channel.id, overwrite)

    def nook(self, *denied: str) -> simcord.ChannelHandle:
        """A channel in which the bot lacks these permissions."""
        assert self.env.bot.user is not None
        overwrite = discord.PermissionOverwrite(**dict.fromkeys(denied, False))
        return self.guild.create_text_channel("nook", overwrites={self.env.bot.user: overwrite})

    async def blind(self, channel: simcord.ChannelHandle, *, sees: bool = False) -> None:
        """Let the bot see a channel no more, or again."""
        self.allow(channel, view_channel=sees)
        await self.env.settle()

    async def restart(self) -> None:
        """Take the bot away and put a new one, with nothing in memory, on the same database."""
        await self.env.restart_bot(self._new_bot())

    async def end(self) -> None:
        """Close everything; faults of the bot that no one looked at are raised here."""
        for bot in self.bots:
            await bot.house.stop()  # the environment would cancel its workers in the middle of a query
        await self.env.shutdown()
        for bot in self.bots:
            await bot.house._store.close()
        self.env._raise_errors_since(self.env._errors_acknowledged)

    def now(self) -> float:
        """Simulated unix seconds."""
        return self.env.now().timestamp()

    async def later(self, seconds: float) -> None:
        """Let that much time pass; as each minute, all look first whether there is something new to wait for."""
        for worker in self.house._workers.values() if seconds > MINUTE else ():
            worker.wake()
        await self.env.advance_time(seconds)

    @property
    def house(self) -> House:
        """The host of the bot that runs now."""
        return self.bots[-1].house

    def person(self, name: str, *, nick: str | None = None, **permissions: bool) -> Player:
        """A person who joins the server, with these permissions beside everyone's."""
        roles = [self.guild.create_role(name, permissions=discord.Permissions(**permissions))] if permissions else []
        return Player(self, self.guild.add_member(self.env.create_user(name), roles=roles, nick=nick))

    # --- what is to be seen

    def lobby(self) -> discord.Message:
        """The newest lobby message."""
        return [message for message in self.races.history() if message.embeds][-1]

    def lobby_of(self, match: int) -> discord.Message:
        """The lobby message of this match."""
        titled = f"#{match}"
        return next(m for m in self.races.history() if m.embeds and str(m.embeds[0].title).endswith(titled))

    def lobby_text(self) -> str:
        """All words of the newest lobby."""
        [embed] = self.lobby().embeds
        return "\n".join([embed.title or "", embed.description or "", *(f"{f.name}: {f.value}" for f in embed.fields)])

    @property
    def thread(self) -> simcord.ChannelHandle:
        """The newest match's thread."""
        return self.races.threads[-1]

    def board(self) -> discord.Message:
        """The newest message with a picture in the thread."""
        return [message for message in self.thread.history() if message.attachments][-1]

    def parts(self, message: Message) -> list[dict[str, Any]]:
        """The buttons and selects of a message as they are now."""
        found = limits.parts(self._stored(message).components)
        return [part for part in found if "custom_id" in part or "url" in part]

    def labels(self, message: Message) -> list[str]:
        """The labels of the message's buttons."""
        return [name for part in self.parts(message) if part["type"] == BUTTON and (name := button_name(part))]

    def code(self, message: Message, label: str) -> str:
        """The custom id of a button."""
        return next(part["custom_id"] for part in self.parts(message) if button_name(part) == label)

    def forge(self, message: Message, *custom_ids: str) -> None:
        """Give the message other buttons than the bot gave it (discord.py drops presses that aren't in it)."""
        buttons = [
            {"type": BUTTON, "style": 1, "label": f"forged {place}", "custom_id": code, "disabled": False}
            for place, code in enumerate(custom_ids)
        ]
        self._stored(message).components = [{"type": 1, "components": buttons}]

    async def again(self, answer: Answer) -> None:
        """Deliver the very same interaction a second time, as Discord may after a lost connection."""
        wanted = str(answer.result._interaction.id)
        delivered = next(
            sent
            for _, name, sent in self.env.backend.transcript
            if name == "INTERACTION_CREATE" and sent["id"] == wanted
        )
        self.env.backend.emit("INTERACTION_CREATE", delivered)
        await self.env.settle()

    async def together(self, message: Message, label: str, *people: Player) -> list[Answer]:
        """All of them press the same button before the bot has answered any."""
        presses = [player.emit_press(message, label) for player in people]
        await self.env.settle()
        return [
            Answer(player, simcord.InteractionResult(self.env, press))
            for player, press in zip(people, presses, strict=True)
        ]

    def _stored(self, message: Message) -> Any:
        return self.env.backend.get_message(channel_of(message), message.id)

    def bodies(self) -> Iterator[dict[str, Any]]:
        """Every JSON body that the bot has sent to show something."""
        for request in self.env.http_requests:
            if isinstance(request.json, dict):
                yield request.json.get("data", request.json) if "/callback" in request.path else request.json

    # --- what is behind it

    @property
    def file(self) -> str:
        """Where the database is."""
        return self.url.partition("///")[2]

    async def seen(self, match: int, by: Player | None = None) -> Seen:
        """The match as this person may see it."""
        return await self.house.matches.see(match, by.id if by else None)

    async def due(self, *people: Player) -> Player:
        """The first of these, in the order of their seats, who is waited for in match 1."""
        [seat, *_] = (await self.seen(1)).view.waiting
        assert seat is not None
        return people[seat]

    async def play_out(self, *people: Player) -> None:
        """Play match 1 to its end, as the bot would move for these, in the order of their seats."""
        while not (await self.seen(1)).view.over:
            await play_fallback(self, await self.due(*people))

    async def options(self, match: int, by: Player) -> list[str]:
        """The ids that a player may answer their first question with, a Pick."""
        ask = (await self.seen(match, by)).ask()
        assert isinstance(ask, Pick)
        return list(ask.options)

    async def rows(self, match: int) -> int:
        """How many log rows the match has."""
        return (await self.match(match)).seq

    async def match(self, number: int = 1) -> Match:
        """The match of this number as it is listed."""
        match = await self.house.matches.match(number)
        assert match is not None
        return match

    # --- the bot

    def _new_bot(self) -> Gruppetto:
        bot = Gruppetto(self._open_house, self.now, shard_count=1)
        bot.limit = RateLimit(1e9)  # the clock of most tests stands still
        bot.line = Line(60)  # a busy machine takes its time
        self.bots.append(bot)
        return bot

    async def _open_house(self, sender: Sender, watch: Callable[[int], None]) -> House:
        store = await Store.open(self.url, remake=remaker(self.games))
        opened, facts = store.people.dm, store.facts

        def met(user: int) -> int | None:
            return None if user in self.strangers else self.env.backend.get_dm_channel(user).id

        async def dm(user: int) -> int | None:
            return await opened(user) or met(user)

        def with_dm(seat: SeatFacts, user: int | None) -> SeatFacts:
            return seat if seat.dm or user is None or user < 0 else replace(seat, dm=met(user))

        async def with_dms(match: int) -> MatchFacts | None:
            read = await facts(match)
            seated = zip(read.seats, read.match.seats, strict=True) if read else ()
            return read and replace(read, seats=tuple(with_dm(seat, row.user) for seat, row in seated))

        store.people.dm, store.facts = dm, with_dms
        return House(
            store,
            self.games,
            sender,
            watch=watch,
            now=self.now,
            idle=self._idle,
            luck=lambda n: SEED[-n:],
            rng=random.Random(7),
            pool=Crowded(),
        )

    async def _idle(self, wait: Coroutine[Any, Any, None]) -> None:
        await self.env.external_wait(wait, reason="nothing is due")


@dataclass(frozen=True)
class Player:
    """A person in the server."""

    world: World
    member: simcord.MemberActor

    @property
    def id(self) -> int:
        """The user's id."""
        return self.member.id

    def as_person(self) -> Person:
        """How the host knows this player; without a press."""
        return Person(self.id, self.member.name, None)

    async def prefers(self, **preferences: Any) -> None:
        """Be called and asked to confirm so, and otherwise by default."""
        await self.world.house.notifications.set_preferences(self.id, Preferences(**preferences))

    def close_dms(self, code: int = 50007) -> None:
        """Take no direct messages any more."""
        path = f"/channels/{self.member.user.dm_channel.id}/messages"
        self.world.env.inject_error("POST", path, status=403, code=code, times=None)

    def dms(self) -> list[discord.Message]:
        """The bot's direct messages to this person, the oldest first."""
        return self.member.user.dm_channel.history()

    async def command(
        self, name: str, /, *, at: simcord.ChannelHandle | None = None, by_dm: bool = False, **options: Any
    ) -> Answer:
        """A slash command, in the channel for races unless another place is named."""
        if by_dm:
            return Answer(self, await self.member.user.slash(name, **options))
        return Answer(self, await self.member.slash(at or self.world.races, name, **options))

    async def forged_new(self, **options: str | int) -> Answer:
        """`/pistard new` with options that Discord itself would keep out."""
        command = self.member._resolve_root("pistard", 1, self.world.races.id)
        kinds = {str: 3, int: 4}  # Discord's option types
        given = [{"name": name, "type": kinds[type(value)], "value": value} for name, value in options.items()]
        new = {"name": "new", "type": 1, "options": given}
        call = {"id": command["id"], "name": "pistard", "type": 1, "options": [new]}
        return Answer(self, await self.member._dispatch_interaction(2, self.world.races, call))

    async def complete(self, name: str, option: str, text: str, /, **options: Any) -> list[tuple[str, str]]:
        """What is offered while an option is typed: what is shown and what would be put in."""
        offered = await self.member.autocomplete(self.world.races, name, option, text, **options)
        return [(choice["name"], choice["value"]) for choice in offered]

    async def press(self, what: Answer | Message, label: str) -> Answer:
        """The button with this label."""
        message = what.panel if isinstance(what, Answer) else what
        code = self.world.code(message, label)
        return Answer(self, await self._actor(channel_of(message)).click(message, custom_id=code))

    async def start_match(
        self, *guests: Player, command: str = "pistard new", computers: int = 0, **options: Any
    ) -> None:
        """A match that this player opens and starts for these guests and computers."""
        world = self.world
        await self.command(command, **{"players": 1 + len(guests) + computers, **options})
        for player in guests:
            await player.press(world.lobby(), "Join")
        for _ in range(computers):
            await self.add_computer(world.lobby())
        await self.press(world.lobby(), "Start")

    async def add_computer(self, lobby: Message, level: str = "Fair") -> Answer:
        """Add opponent, and of which kind."""
        asked = await self.press(lobby, "Add computer")
        return await self.press(asked.result.followups[-1], level)

    async def choose(self, what: Answer | Message, *values: str | simcord.MemberActor) -> Answer:
        """Values of the only select, or people."""
        message = what.panel if isinstance(what, Answer) else what
        return Answer(self, await self._actor(channel_of(message)).select(message, values))

    async def set(self, panel: Answer, name: str, *values: Any) -> Answer:
        """Values of the select of this custom id."""
        actor = self._actor(channel_of(panel.panel))
        return Answer(self, await actor.select(panel.panel, values, custom_id=name))

    async def ask_for(self, setting: str, *, at: simcord.ChannelHandle | None = None) -> Answer:
        """Choose a setting of the server in the answer to `/admin setup`."""
        return await self.set(await self.command("admin setup", at=at), setup_code("", CHOOSE, is_long=False), setting)

    async def decide(self, setting: str, *values: Any, at: simcord.ChannelHandle | None = None) -> Answer:
        """Give a setting of the server this value."""
        return await self.set(
            await self.ask_for(setting, at=at), setup_code(setting, NAMED[setting].tail, is_long=False), *values
        )

    async def fill_in(self, form: Answer, text: str, field: str = "number") -> Answer:
        """Send the form that a press has opened."""
        actor = self._actor(form.result._interaction.channel_id)
        return Answer(self, await actor.submit_modal(form.result, {field: text}))

    async def fill_form(self, form: Answer, **fields: str | list[str]) -> Answer:
        """Send the form that a press has opened, with what stands in it already where nothing else is named.

        Options of a game go by `option_<name>`.
        """
        [*_, shown] = [body for body in self.world.bodies() if body.get("custom_id", "").startswith(("o:", "q:"))]
        values: dict[str, Any] = {}
        for field in (part["component"] for part in shown["components"]):
            usual = [option["value"] for option in field.get("options", ()) if option.get("default")]
            values[field["custom_id"]] = usual if "options" in field else field.get("value", "")
        given = {name.replace("option_", "option."): value for name, value in fields.items()}
        assert given.keys() <= values.keys()
        actor = self._actor(form.result._interaction.channel_id)
        return Answer(self, await actor.submit_modal(form.result, values | given))

    def emit_press(self, message: Message, label: str) -> Any:
        """A press that no one waits for yet; returns simcord's record of it."""
        return self.emit(message, {"custom_id": self.world.code(message, label), "component_type": BUTTON})

    async def send(self, message: Message, data: dict[str, Any], kind: int = COMPONENT) -> Answer:
        """A press, a choice or a form with data that no message has offered."""
        record = self.emit(message, data, kind)
        await self.world.env.settle()
        return Answer(self, simcord.InteractionResult(self.world.env, record))

    def emit(self, message: Message, data: dict[str, Any], kind: int = COMPONENT) -> Any:
        """An interaction with these data, which no one waits for yet; returns simcord's record of it."""
        stored = self.world._stored(message)
        backend = self.world.env.backend
        record, interaction_id = simcord.interactions.base_payload(
            backend,
            type=kind,
            channel_id=stored.channel_id,
            guild_id=backend.get_channel(stored.channel_id).guild_id,
            user_id=self.id,
            data=data,
        )
        record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", {**interaction_id, "message": dict(message_payload(backend, stored))})
        return record

    def _actor(self, channel: int) -> Any:
        return self.member.user if channel == self.member.user.dm_channel.id else self.member


@dataclass(frozen=True)
class Answer:
    """What came of a command or a press."""

    by: Player
    result: simcord.InteractionResult

    @property
    def whispers(self) -> list[str]:
        """What was said to this person alone, beside the message that they pressed."""
        sent = list(self.result.followups)
        if self.result.response is not None and self.result.ephemeral:
            sent.insert(0, self.result.response)
        assert all(message.ephemeral for message in sent)
        return [message.content for message in sent]

    @property
    def whisper(self) -> str:
        """The only thing that was said to this person alone."""
        [text] = self.whispers
        return text

    @property
    def panel(self) -> simcord.ResponseMessage:
        """The message that was sent in answer, or the one pressed, as it is now."""
        assert self.result.response is not None
        return self.result.response

    @property
    def text(self) -> str:
        """The words of the panel, or those of its parts in Components V2."""
        found = limits.parts(self.by.world._stored(self.panel).components)
        return self.panel.content or "\n".join(part["content"] for part in found if part["type"] == limits.TEXT)

    @property
    def labels(self) -> list[str]:
        """The panel's buttons."""
        return self.by.world.labels(self.panel)

    @property
    def picture(self) -> discord.Attachment:
        """The panel's first picture."""
        return self.panel.attachments[0]

    @property
    def alt(self) -> str:
        """What the first picture says to people who can't see it."""
        return str(self.picture.description)

    def picture_bytes(self) -> bytes:
        """The PNG of the panel's first picture."""
        content = self.by.world.env.backend.cdn.get(self.picture.url)
        assert content is not None
        return content


def decided(setting: str, value: str) -> str:
    """What the message of `/admin setup` says of a setting, without its sign."""
    return f"{SAY(f'setup.{setting}')}: **{value}**"


def is_played(text: str) -> bool:
    """Whether a panel says that an answer was played."""
    return OWN in text or SAY("panel.done") in text


def button_name(button: dict[str, Any]) -> str:
    """The label of a button, or what tests call its sign; "" for one that only helps."""
    return button.get("label") or SIGNS.get((button.get("emoji") or {}).get("name", ""), "")


def channel_of(message: Message) -> int:
    """The id of the channel where the message stands."""
    return message.channel_id if isinstance(message, simcord.ResponseMessage) else message.channel.id


async def opened_match(world: World, command: str, *names: str, **options: Any) -> list[Player]:
    """People of these names at the start of match 1, which the first of them has opened."""
    first, *others = people = [world.person(name) for name in names]
    await first.start_match(*others, command=command, **options)
    await world.later(1)
    return people


async def quick_match(world: World) -> tuple[Player, Player]:
    """Ann and Bob at the start of match 1, a quick race of Pistard; Ann has rolled 6 4 3 2 and Bob 3 3 2 2."""
    ann, bob = world.person("Ann"), world.person("Bob")
    # The dice depend on the numbers of both presses; the first of a second depends on the clock alone.
    await world.later(1)
    await ann.command("pistard new", preset="quick", players=2)
    await world.later(1)
    await bob.press(world.lobby(), "Join")
    await ann.press(world.lobby(), "Start")
    return ann, bob


async def quick_race(world: World) -> tuple[Player, Player]:
    """The same match after the first move; Ann's Yellow 1 is in the lead and due."""
    ann, bob = await quick_match(world)
    for player in (ann, bob):
        await play_fallback(world, player)
    return ann, bob


async def view_of(world: World, kind: type[V], by: Player | None = None) -> V:
    """What a player, or everyone, sees of match 1."""
    view = (await world.seen(1, by)).view
    assert isinstance(view, kind)
    return view


def hand_of(message: Message) -> discord.Attachment:
    """The picture of a hand in a message."""
    [hand] = [file for file in message.attachments if file.filename.endswith("-hand.png")]
    return hand


async def answer_all(world: World, people: list[Player]) -> None:
    """Everyone who is to move in match 1 moves once, as the bot would."""
    for seat in (await world.seen(1)).view.waiting:
        assert seat is not None
        await play_fallback(world, people[seat])
    await world.later(1)


async def to_confirm(panel: Answer) -> Answer:
    """The panel after the first option of every question; each must wait for a Confirm."""
    for _ in range(MOST_QUESTIONS):
        if "Confirm" in panel.labels:
            return panel
        panel = await panel.by.press(panel, panel.labels[0])
        assert OWN not in panel.text, "played without a Confirm"
    raise AssertionError(f"asked too much: {panel.text}")


async def press_through(panel: Answer, say: Catalogue = SAY) -> Answer:
    """The first option of every question, and Confirm where it is asked for, in the player's language."""
    confirm = say("panel.confirm")
    played = [say("panel.done").rstrip(".!"), say("caused.own", line="").strip(" ⟧·")]
    for _ in range(MOST_QUESTIONS):
        # the word is looked for within the label: in another language it stands in brackets
        label = next((label for label in panel.labels if confirm in label), panel.labels[0])
        panel = await panel.by.press(panel, label)
        if any(word in panel.text for word in played):
            return panel
    raise AssertionError(f"asked too much: {panel.text}")


async def play_fallback(world: World, player: Player, match: int = 1) -> None:
    """The bot's move for the player, played without a panel."""
    seen = await world.seen(match, player)
    await world.house.matches.play(match, player.id, seen.game.fallback(seen.view), seen.fingerprint)
    await world.env.settle()
