"""The world of the sandbox: one server, its channels and messages, four players and the bot."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from sandbox.permissions import BOT, EVERYONE, everything
from sandbox.refused import Json, Refused

EPOCH = 1_420_070_400_000  # Discord counts milliseconds from the start of 2015
GUILD_ID = "1100000000000000001"
BOT_ID = "1100000000000000002"  # application and bot user share it, as with every new application
BOT_ROLE_ID = "1100000000000000003"
GENERAL_ID, RACES_ID = "1100000000000000011", "1100000000000000012"
ANN_ID, BOB_ID, CARLA_ID, DMITRI_ID = (f"110000000000000002{n}" for n in range(1, 5))

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 11, 12, 15
OF_SERVER = (TEXT, FORUM)
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)

SUPPRESS_EMBEDS, HAS_THREAD, EPHEMERAL, LOADING, SILENT = 1 << 2, 1 << 5, 1 << 6, 1 << 7, 1 << 12
LAYOUT = 1 << 15  # of a message in Components V2; it never goes away
NONCE_MEMORY = timedelta(minutes=5)
# how an application may be installed, by context: by a server, and by a person for themselves
INSTALLS: Json = {
    "0": {"oauth2_install_params": {"scopes": ["applications.commands", "bot"], "permissions": "0"}},
    "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
}


@dataclass
class User:
    id: str
    username: str
    global_name: str | None
    avatar_color: str
    bot: bool = False
    dms_open: bool = True
    locale: str = "en-US"
    installed: bool = False  # has installed the bot for themselves


@dataclass
class Role:
    id: str
    name: str
    permissions: int
    position: int = 0
    bot_id: str | None = None


@dataclass
class Channel:
    """A text channel or forum of the server, a thread, or a player's DMs with the bot; the last two have `members`."""

    id: str
    type: int
    name: str
    created: str
    members: list[str] = field(default_factory=list)
    position: int = 0
    parent_id: str | None = None
    owner_id: str | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive_duration: int = 1440
    archive_timestamp: str = ""
    last_message_id: str | None = None
    message_count: int = 0
    total_message_sent: int = 0
    denied: int = 0  # permission bits that the bot's role is denied here
    tags: list[Json] = field(default_factory=list[Json])  # of a forum
    applied_tags: list[str] = field(default_factory=list[str])  # of a forum's post


@dataclass
class Attachment:
    """A file of a message; `embedded` ones are shown by an embed of it and not listed."""

    id: str
    filename: str
    size: int
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    embedded: bool = False


@dataclass
class Message:
    """A message; only the user in `visible_to` may see an ephemeral one."""

    id: str
    channel_id: str
    author_id: str
    timestamp: str
    content: str = ""
    type: int = 0
    flags: int = 0
    edited_timestamp: str | None = None
    attachments: list[Attachment] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)
    reference: Json | None = None
    nonce: str | None = None
    webhook_id: str | None = None
    interaction_metadata: Json | None = None
    visible_to: str | None = None

    @property
    def ephemeral(self) -> bool:
        return self.visible_to is not None


@dataclass(frozen=True)
class Change:
    """Something that became different; `cause` is the interaction that it is an answer to.

    `members` is a thread that someone joined or left: the bot isn't told of others' coming and going. `role` is the
    bot's, `bot` its coming into the server and going, `clock` a leap of time.
    """

    kind: Literal["channel", "members", "message", "commands", "user", "role", "bot", "clock"]
    op: Literal["create", "update", "delete"] = "update"
    what: Any = None
    cause: str | None = None


def players() -> list[User]:
    return [
        User(ANN_ID, "ann", "Ann", "#c0392b"),
        User(BOB_ID, "bob", "Bob", "#2471a3"),
        User(CARLA_ID, "carla", "Carla", "#1e8449"),
        User(DMITRI_ID, "dmitri", "Dmitri", "#b9770e"),
    ]


def bot_role(permissions: int = BOT) -> Role:
    """The role that Discord makes for a bot when it is invited."""
    return Role(BOT_ROLE_ID, "Gruppetto", permissions, position=1, bot_id=BOT_ID)


class World:
    """Everything that exists, and the only place that changes it: `watchers` subscribe to its changes.

    `clock` gives the real time in seconds since 1970; the world's own time is `ahead` seconds later.
    """

    guild_name = "Gruppetto sandbox"
    owner_id = ANN_ID

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.ahead = 0.0
        self.shards = 1  # in the bot's READY
        self.starts, self.starts_reset = 1000, 0.0  # sessions that it may still begin, and for how many seconds
        self.base_url = ""
        self.last_id = 0
        self.watchers: list[Callable[[Change], None]] = []
        self.bot = User(BOT_ID, "gruppetto", None, "#5865f2", bot=True)
        self.users = {user.id: user for user in [*players(), self.bot]}
        self.roles = {GUILD_ID: Role(GUILD_ID, "@everyone", EVERYONE), BOT_ROLE_ID: bot_role()}
        self.commands: dict[str, Json] = {}
        self.installs: Json = dict(INSTALLS)
        self.messages: dict[str, Message] = {}
        self.channels: dict[str, Channel] = {}
        born = self.now().isoformat()
        for n, (id, name) in enumerate([(GENERAL_ID, "general"), (RACES_ID, "races")]):
            self.channels[id] = Channel(id, TEXT, name, born, position=n)
        for n, player in enumerate(players()):
            id = f"110000000000000003{n + 1}"
            self.channels[id] = Channel(id, DM, player.username, born, members=[player.id, BOT_ID])

    def time(self) -> float:
        """The world's time in seconds since 1970."""
        return self.clock() + self.ahead

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.time(), UTC)

    def new_id(self) -> str:
        """A snowflake: the time in its upper bits, always greater than the one before."""
        self.last_id = max(self.last_id + 1, (int(self.time() * 1000) - EPOCH) << 22)
        return str(self.last_id)

    def tell(self, change: Change) -> None:
        for watcher in list(self.watchers):
            watcher(change)

    # Looking up

    def user(self, user_id: str) -> User:
        if user_id not in self.users:
            raise Refused(10013)
        return self.users[user_id]

    def channel(self, channel_id: str) -> Channel:
        if channel_id not in self.channels:
            raise Refused(10003)
        return self.channels[channel_id]

    def message(self, channel_id: str, message_id: str) -> Message:
        message = self.messages.get(message_id)
        if message is None or message.channel_id != channel_id:
            raise Refused(10008)
        return message

    def dm_of(self, user_id: str) -> Channel:
        return next(c for c in self.channels.values() if c.type == DM and user_id in c.members)

    def thread_of(self, message: Message) -> Channel | None:
        """The thread that was started from a message: it has the message's id."""
        return self.channels.get(message.id)

    def permissions(self, user_id: str) -> int:
        """The permission bits of a member in the server."""
        if user_id == self.owner_id:
            return everything()
        granted = 0
        for role in self.roles.values():
            if role.bot_id in (None, user_id):
                granted |= role.permissions
        return granted

    @property
    def has_bot(self) -> bool:
        """Whether the bot is in the server."""
        return BOT_ROLE_ID in self.roles

    def installers(self, user: User, channel: Channel, command: Json | None = None) -> Json:
        """Who has installed the bot, by context, where a user presses or, if it works so, uses the command.

        Empty where the bot isn't to be had. In a conversation with the bot the server's id isn't told.
        """
        owners: Json = {"0": "0" if channel.type == DM else GUILD_ID} if self.has_bot else {}
        owners |= {"1": user.id} if user.installed and "1" in self.installs else {}
        works = [0, 1] if command is None else command["integration_types"]
        return {context: owner for context, owner in owners.items() if int(context) in works}

    def may_enter(self, user_id: str, channel: Channel) -> bool:
        """Whether a user can see a channel at all, permissions apart."""
        if user_id == BOT_ID and channel.type != DM and not self.has_bot:
            return False
        if channel.type == PRIVATE_THREAD:
            return user_id in channel.members or user_id == self.owner_id
        return channel.type != DM or user_id in channel.members

    def sees(self, user_id: str, message: Message) -> bool:
        if message.visible_to not in (None, user_id):
            return False
        return self.may_enter(user_id, self.channels[message.channel_id])

    def posted_with(self, nonce: str) -> Message | None:
        """The bot's message that was posted with this nonce in the last minutes."""
        oldest = (self.now() - NONCE_MEMORY).isoformat()
        for message in reversed(self.messages.values()):
            if message.timestamp < oldest:
                return None
            if message.nonce == nonce and message.author_id == BOT_ID:
                return message
        return None

    # Changing

    def pass_time(self, seconds: float) -> None:
        """Leap forward in time; threads in which nothing happened for their time go into the archive."""
        self.ahead += seconds
        self.tell(Change("clock"))
        for thread in [channel for channel in self.channels.values() if channel.type in THREADS]:
            if not thread.archived and self._active_at(thread) + thread.auto_archive_duration * 60 <= self.time():
                self.set_archived(thread, True)

    def _active_at(self, thread: Channel) -> float:
        """When something happened in a thread for the last time, in seconds since 1970."""
        opened = datetime.fromisoformat(thread.archive_timestamp).timestamp()
        newest = ((int(thread.last_message_id or 0) >> 22) + EPOCH) / 1000
        return max(opened, newest)

    def permit(self, permissions: int, allowed: bool, channel: Channel | None = None) -> None:
        """Give the bot's role these permission bits or take them, in one channel or in the server.

        What is taken is denied in the channels too: without that the bot would still have what everyone has.
        """
        if channel is None:
            role = self.roles[BOT_ROLE_ID]
            role.permissions = role.permissions | permissions if allowed else role.permissions & ~permissions
            self.tell(Change("role", "update", role))
        for place in [channel] if channel else [c for c in self.channels.values() if c.type in OF_SERVER]:
            denied = place.denied & ~permissions if allowed else place.denied | permissions
            if denied != place.denied:
                place.denied = denied
                self.change_channel(place)

    def kick_bot(self) -> None:
        """Throw the bot out of the server: its role goes, and with it whatever was set for that role."""
        del self.roles[BOT_ROLE_ID]
        for channel in self.channels.values():
            channel.denied = 0
            if channel.type in THREADS and BOT_ID in channel.members:
                channel.members.remove(BOT_ID)
        self.tell(Change("bot", "delete"))

    def invite_bot(self) -> None:
        """Let the bot in again, with the permissions that its invitation asks for."""
        self.roles[BOT_ROLE_ID] = bot_role()
        self.tell(Change("bot", "create"))

    def add_channel(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        self.tell(Change("channel", "create", channel))

    def add_forum(self, name: str, tags: list[str]) -> None:
        """Make a forum, with tags of these names."""
        position = sum(channel.type in OF_SERVER for channel in self.channels.values())
        forum = Channel(self.new_id(), FORUM, name, self.now().isoformat(), position=position)
        forum.tags = [
            {"id": self.new_id(), "name": tag, "moderated": False, "emoji_id": None, "emoji_name": None} for tag in tags
        ]
        self.add_channel(forum)

    def change_channel(self, channel: Channel) -> None:
        self.tell(Change("channel", "update", channel))

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its messages and threads."""
        del self.channels[channel.id]
        self.messages = {m.id: m for m in self.messages.values() if m.channel_id != channel.id}
        self.tell(Change("channel", "delete", channel))
        for thread in [c for c in self.channels.values() if c.parent_id == channel.id]:
            self.remove_channel(thread)

    def join(self, channel: Channel, user_id: str) -> None:
        """Make a user a member of a thread."""
        if user_id not in channel.members:
            channel.members.append(user_id)
            self.tell(Change("members", "update", channel))

    def leave(self, channel: Channel, user_id: str) -> None:
        if user_id in channel.members:
            channel.members.remove(user_id)
            self.tell(Change("members", "update", channel))

    def add_people(self, count: int) -> None:
        """Let a number of others into the server, who can be written to; the next page to open shows them."""
        for _ in range(count):
            id, born = self.new_id(), self.now().isoformat()
            self.users[id] = User(id, f"guest{id}", f"Guest {id}", "#7f8c8d")
            dm = Channel(self.new_id(), DM, f"guest{id}", born, members=[id, BOT_ID])
            self.channels[dm.id] = dm
            self.change_user(self.users[id])

    def change_user(self, user: User) -> None:
        self.tell(Change("user", "update", user))

    def set_archived(self, thread: Channel, archived: bool) -> None:
        thread.archived = archived
        thread.archive_timestamp = self.now().isoformat()
        self.change_channel(thread)

    def add_message(self, message: Message, cause: str | None = None) -> None:
        channel = self.channels[message.channel_id]
        self.messages[message.id] = message
        if not message.ephemeral:
            channel.last_message_id = message.id
            channel.message_count += 1
            channel.total_message_sent += 1
            if channel.archived:
                self.set_archived(channel, False)
        self.tell(Change("message", "create", message, cause))
        if channel.type == PUBLIC_THREAD and not message.ephemeral:
            for user_id in (message.author_id, *message.mentions):
                self.join(channel, user_id)

    def change_message(self, message: Message, cause: str | None = None) -> None:
        self.tell(Change("message", "update", message, cause))

    def remove_message(self, message: Message, cause: str | None = None) -> None:
        del self.messages[message.id]
        if not message.ephemeral:
            self.channels[message.channel_id].message_count -= 1
        self.tell(Change("message", "delete", message, cause))
