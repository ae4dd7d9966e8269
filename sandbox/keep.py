"""Keeps the world in a folder, so that a restarted sandbox goes on where it was."""

import asyncio
import json
import os
from dataclasses import asdict
from pathlib import Path

from sandbox.refused import Json
from sandbox.world import BOT_ROLE_ID, Attachment, Change, Channel, Message, World, bot_role

WAIT_SECONDS = 0.2  # several changes close together are written once
FILE = "world.json"


def as_json(world: World) -> Json:
    """The world without what no one would find again: ephemeral messages go when Discord's client restarts."""
    return {
        "last_id": world.last_id,
        "ahead": world.ahead,
        "bot_permissions": world.roles[BOT_ROLE_ID].permissions if world.has_bot else None,
        "users": {
            user.id: {"dms_open": user.dms_open, "locale": user.locale, "installed": user.installed}
            for user in world.users.values()
        },
        "channels": [asdict(channel) for channel in world.channels.values()],
        "messages": [asdict(message) for message in world.messages.values() if not message.ephemeral],
        "commands": list(world.commands.values()),
        "installs": world.installs,
    }


def restore(world: World, saved: Json) -> None:
    """Put what `as_json` gave back into a fresh world."""
    world.last_id = saved["last_id"]
    world.ahead = saved["ahead"]
    del world.roles[BOT_ROLE_ID]
    if saved["bot_permissions"] is not None:
        world.roles[BOT_ROLE_ID] = bot_role(saved["bot_permissions"])
    for user_id, settings in saved["users"].items():
        if user_id not in world.users:
            continue  # a guest
        world.users[user_id].dms_open = settings["dms_open"]
        world.users[user_id].locale = settings["locale"]
        world.users[user_id].installed = settings["installed"]
    world.channels = {channel["id"]: Channel(**channel) for channel in saved["channels"]}
    world.messages = {message["id"]: _message(message) for message in saved["messages"]}
    world.commands = {command["id"]: command for command in saved["commands"]}
    world.installs = saved["installs"]


def _message(saved: Json) -> Message:
    message = Message(**saved)
    message.attachments = [Attachment(**attachment) for attachment in saved["attachments"]]
    return message


class Keeper:
    """Writes the world into `folder` shortly after a change.

    Raises:
        OSError, ValueError: the folder can't be used, or what lies in it isn't a saved world.
    """

    def __init__(self, world: World, folder: Path) -> None:
        self._world = world
        self._path = folder / FILE
        self._due: asyncio.TimerHandle | None = None
        folder.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            try:
                restore(world, json.loads(self._path.read_text(encoding="utf-8")))
            except (KeyError, TypeError) as error:
                raise ValueError(f"{FILE}: {error!r}") from error
        world.watchers.append(self._changed)

    def _changed(self, _: Change) -> None:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(WAIT_SECONDS, self.write)

    def write(self) -> None:
        """Write the world now: a new file replaces the old one, so that a crash leaves one of the two whole."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        fresh = self._path.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write(json.dumps(as_json(self._world), ensure_ascii=False))  # dump would take several times as long
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)
