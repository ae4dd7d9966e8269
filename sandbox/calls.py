"""Reads, refuses and answers every REST call: the one place that all of them pass."""

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from sandbox.faults import Courier, Fault, Faults
from sandbox.interactions import Interactions
from sandbox.objects import channel_permissions
from sandbox.permissions import bits
from sandbox.refused import Json, Refused
from sandbox.rules import FILE_BYTES, FILES
from sandbox.shelf import Shelf, Upload
from sandbox.world import BOT_ID, DM, THREADS, Channel, World

API = "/api/v10"
LARGEST_BODY = (FILES + 1) * FILE_BYTES
BUCKET_CALLS = 50  # each answer says that one of these is used up, so that discord.py never waits
OPEN_PATHS = re.compile(r"/interactions/.*|/webhooks/\d+/.+|/gateway")


WORLD = web.AppKey("world", World)
SHELF: web.AppKey[Shelf] = web.AppKey("shelf", Shelf)  # pyright: ignore[reportArgumentType]
INTERACTIONS = web.AppKey("interactions", Interactions)
FAULTS = web.AppKey("faults", Faults)
HEARD = web.RequestKey("heard", object)  # the JSON that was read from a request
COURIER = web.AppKey("courier", Courier)

Call = Callable[[web.Request], Awaitable[web.StreamResponse]]


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer in JSON, with exactly the content type that Discord gives."""
    text = json.dumps(body, ensure_ascii=False).encode()
    return web.Response(body=text, status=status, headers={"Content-Type": "application/json"} | (headers or {}))


def nothing() -> web.Response:
    return web.Response(status=204)


@web.middleware
async def as_discord(request: web.Request, handler: Call) -> web.StreamResponse:  # aiohttp wants these names
    """Apply the fault that waits for a call; every answer carries rate limit headers."""
    fault = request.app[FAULTS].take(request.method, request.path.removeprefix(API))
    response = await (_answered(request, handler) if fault is None else _suffering(fault, request, handler))
    if response.status != 429:
        response.headers.update(_rate_limit(request))
    return response


async def _suffering(fault: Fault, request: web.Request, handler: Call) -> web.StreamResponse:
    await request.app[FAULTS].hold(fault.before)
    response = answer(fault.body, fault.status, fault.headers) if fault.fails else None
    if response is None or fault.late or fault.lost:
        performed = await _answered(request, handler)
        response = response or performed
    await request.app[FAULTS].hold(fault.after)
    if fault.lost and request.transport is not None:
        request.transport.abort()
    return response


async def _answered(request: web.Request, handler: Call) -> web.StreamResponse:
    """Check the caller, and turn every refusal into Discord's answer."""
    try:
        if OPEN_PATHS.fullmatch(request.path.removeprefix(API)) or _signed(request):
            return await handler(request)
        return answer({"message": "401: Unauthorized", "code": 0}, 401)
    except Refused as refused:
        return answer(refused.body, refused.status)
    except web.HTTPRequestEntityTooLarge:
        return answer(Refused(40005).body, 413)
    except web.HTTPException as error:  # no such route, or not with this method
        return answer({"message": f"{error.status}: {error.reason}", "code": 0}, error.status)


def _signed(request: web.Request) -> bool:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return kind == "Bot" and bool(token.strip())


def _rate_limit(request: web.Request) -> dict[str, str]:
    resource = request.match_info.route.resource
    bucket = f"{request.method} {resource.canonical if resource else ''}"
    return {
        "X-RateLimit-Limit": str(BUCKET_CALLS),
        "X-RateLimit-Remaining": str(BUCKET_CALLS - 1),
        "X-RateLimit-Reset": f"{request.app[WORLD].time() + 1:.3f}",
        "X-RateLimit-Reset-After": "1.000",
        "X-RateLimit-Bucket": hashlib.md5(bucket.encode(), usedforsecurity=False).hexdigest(),
        "Via": "1.1 sandbox",
    }


async def json_of(request: web.Request) -> Any:
    """The JSON body of a call; nothing at all counts as {}."""
    text = await request.text()
    try:
        body = json.loads(text) if text else {}
    except json.JSONDecodeError:
        raise Refused(50109) from None
    request[HEARD] = body
    return body


async def body_of(request: web.Request) -> tuple[Json, list[Upload]]:
    """The body of a call that may carry files: JSON, or a form with `payload_json` and `files[n]`."""
    if request.content_type != "multipart/form-data":
        body, uploads = await json_of(request), []
    else:
        body, uploads = await _form_of(request)
    if not isinstance(body, dict):
        raise Refused(50109)
    if sum(len(upload.content) for upload in uploads) > FILE_BYTES:
        raise Refused(40005)
    return body, uploads


async def _form_of(request: web.Request) -> tuple[Any, list[Upload]]:
    form = await request.post()
    uploads: list[Upload] = []
    for name, part in form.items():
        if (numbered := re.fullmatch(r"files\[(\d+)\]", name)) and isinstance(part, web.FileField):
            content = await asyncio.to_thread(part.file.read)
            uploads.append(Upload(numbered[1], part.filename, content))
    try:
        body = json.loads(str(form.get("payload_json", "{}")))
    except json.JSONDecodeError:
        raise Refused(50109) from None
    request[HEARD] = body
    return body, uploads


def require(world: World, channel: Channel, *names: str) -> None:
    """Refuse what the bot may not do in a channel: 50001 if it can't see it, 50013 if a permission is missing."""
    if not world.may_enter(BOT_ID, channel):
        raise Refused(50001)
    granted = channel_permissions(world, channel, BOT_ID)
    if not granted & bits("VIEW_CHANNEL"):
        raise Refused(50001)
    if channel.type == DM:
        return
    in_thread = channel.type in THREADS
    wanted = ["SEND_MESSAGES_IN_THREADS" if in_thread and n == "SEND_MESSAGES" else n for n in names]
    if bits(*wanted) & ~granted:
        raise Refused(50013)
