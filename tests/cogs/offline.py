"""What the tests' Discord does otherwise than simcord, in which they run: it is closer to Discord, and quicker."""

from __future__ import annotations

import pickle
from collections import namedtuple
from collections.abc import Mapping
from dataclasses import fields
from types import SimpleNamespace
from typing import Any, cast

import discord
import simcord
import simcord.components
import simcord.env
import simcord.gateway
import simcord.http.router
import simcord.results
from simcord._settlement import _is_parked, _SettlementState, _wakes_recognized_wait
from simcord.backend import Backend
from simcord.http.router import RequestContext, route

# simcord looks every 50 ms whether the bot has come to rest, unless another interval is set; below 8 it mostly looks
_settling: Any = simcord.Env._settle_internal
_settling.__kwdefaults__["idle"] = 0.008
# It makes one of these for each task at which it looks; a tuple is made in a sixth of the time.
_settlement: Any = simcord.env
_settlement._SettlementState = namedtuple("State", [field.name for field in fields(_SettlementState)])


def virtualize(state: Any, _waiting: list[Any]) -> None:
    """Cancel the real timers that would end a wait: a wait ends when the test moves the time."""
    for record in state.work.callbacks:
        real = record.real_handle
        if real and not real.cancelled() and record.when > state.virtual_time and _wakes_recognized_wait(state, record):
            real.cancel()


def is_parked(state: Any, task: Any, deadline: float) -> bool:
    """Whether a task rests matters, and is asked, only when nothing else is about to run."""
    is_running = state.work.executors or any(record.when is None for record in state.work.callbacks)
    return not is_running and _is_parked(state, task, deadline)


_settlement._virtualize_recognized_waits, _settlement._is_parked = virtualize, is_parked


def quick_copy(value: Any) -> Any:
    """A deep copy, which pickle makes in C."""
    return pickle.loads(pickle.dumps(value))


for _module in cast("tuple[Any, ...]", (simcord.http.router, simcord.gateway)):
    _module.copy = SimpleNamespace(deepcopy=quick_copy)
for _module in cast("tuple[Any, ...]", (simcord.components, simcord.results)):
    _module.deepcopy = quick_copy

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
