"""What the tests' Discord does otherwise than simcord, in which they run: it is closer to Discord, and quicker."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import discord
import simcord
import simcord.env
from simcord._settlement import _is_parked, _SettlementState, _virtualize_recognized_waits
from simcord.backend import Backend
from simcord.http.router import RequestContext, route

# simcord looks every 50 ms whether the bot has come to rest, unless another interval is set
_settling: Any = simcord.Env._settle_internal
_settling.__kwdefaults__["idle"] = 0.002
# It makes one of these for each task at which it looks; a tuple is made in a sixth of the time.
_settlement: Any = simcord.env
_settlement._SettlementState = namedtuple("State", [field.name for field in fields(_SettlementState)])


def virtualize(state: Any, waiting: list[Any]) -> None:
    """Look for the real timers behind what tasks wait for, which takes long, only where there are any."""
    if any(record.real_handle and not record.real_handle.cancelled() for record in state.work.callbacks):
        _virtualize_recognized_waits(state, waiting)


def is_parked(state: Any, task: Any, deadline: float) -> bool:
    """Whether a task rests matters, and is asked, only when nothing else is about to run."""
    is_running = state.work.executors or any(record.when is None for record in state.work.callbacks)
    return not is_running and _is_parked(state, task, deadline)


_settlement._virtualize_recognized_waits, _settlement._is_parked = virtualize, is_parked

SESSIONS = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}


@route("GET", "/gateway/bot")
def gateway_bot(_context: RequestContext) -> Any:
    """How many sessions may begin: simcord, which begins none, doesn't say."""
    return {"url": "wss://gateway", "shards": 1, "session_start_limit": SESSIONS}


def obfuscate(backend: Backend) -> None:
    """Tell of channels that the bot doesn't see as Discord's gateway does; interactions stay whole."""
    tell, view = backend.emit, discord.Permissions(view_channel=True).value

    def shown(channel: Mapping[str, Any], guild: str) -> Mapping[str, Any]:
        if backend.compute_permissions(int(guild), backend.bot_user.id, int(channel["id"])) & view:
            return channel
        denied = {"id": guild, "type": 0, "allow": "0", "deny": str(view)}
        known = {"name": "___hidden___", "flags": 1 << 17, "parent_id": None, "last_message_id": None}
        return {**channel, **known, "permission_overwrites": [denied]}

    def emit(event: str, payload: Mapping[str, Any]) -> None:
        if event == "GUILD_CREATE":
            payload = {**payload, "channels": [shown(p, payload["id"]) for p in payload["channels"]]}
        elif event in ("CHANNEL_CREATE", "CHANNEL_UPDATE") and "guild_id" in payload:
            payload = shown(payload, payload["guild_id"])
        tell(event, payload)

    backend.emit = emit
