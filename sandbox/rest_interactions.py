"""REST calls that answer interactions: the callback, and the follow-ups of its token."""

from typing import Any

from aiohttp import web

from sandbox import posting, rules
from sandbox.calls import INTERACTIONS, SHELF, WORLD, answer, body_of, nothing
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from sandbox.objects import message_json
from sandbox.refused import Json, Refused, Validator
from sandbox.shelf import Upload
from sandbox.world import BOT_ID, DM, EPHEMERAL, GUILD_ID, LOADING, Message, World

routes = web.RouteTableDef()

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
REPLY, CHAT_INPUT_COMMAND = 19, 20


def _allowed(interaction: Interaction) -> set[int]:
    """The types of answers that an interaction may get."""
    if interaction.kind == AUTOCOMPLETE:
        return {CHOICES}
    answers = {MESSAGE, DEFERRED_MESSAGE}
    if interaction.message is not None:
        answers |= {DEFERRED_UPDATE, UPDATE}
    return answers if interaction.kind == MODAL else answers | {FORM}


@routes.post("/interactions/{interaction}/{token}/callback")
async def callback(request: web.Request) -> web.Response:
    world, desk = request.app[WORLD], request.app[INTERACTIONS]
    body, uploads = await body_of(request)
    interaction = desk.to_answer(request.match_info["interaction"], request.match_info["token"])
    kind, content = body.get("type"), body.get("data") or {}
    validator = Validator()
    validator.choice(("type",), kind, _allowed(interaction))
    validator.check()
    message = _respond(request, interaction, int(kind or 0), content, uploads)
    if message is not None:
        interaction.response_id = message.id
    desk.answered(interaction, int(kind or 0))
    if request.query.get("with_response", "").lower() not in ("1", "true"):
        return nothing()
    described: Json = {"id": interaction.id, "type": interaction.kind, "channel_id": interaction.channel.id}
    if interaction.channel.type != DM:
        described["guild_id"] = GUILD_ID
    answered: Json = {"interaction": described}
    if message is not None:
        described |= {
            "response_message_id": message.id,
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": message.ephemeral,
        }
        if kind in (MESSAGE, UPDATE):
            answered["resource"] = {"type": kind, "message": message_json(world, message)}
    return answer(answered)


def _respond(
    request: web.Request, interaction: Interaction, kind: int, body: Json, uploads: list[Upload]
) -> Message | None:
    """Do what an answer says; the message that is now the original response, if there is one."""
    world = request.app[WORLD]
    if kind == CHOICES:
        rules.check_choices(body)
        interaction.tell({"t": "choices", "nonce": interaction.nonce, "choices": body.get("choices") or []})
        return None
    if kind == FORM:
        rules.check_modal(body)
        request.app[INTERACTIONS].open_modal(interaction, body)
        return None
    if kind == DEFERRED_UPDATE:
        return interaction.message
    if kind == UPDATE and interaction.message is not None:
        world.message(interaction.channel.id, interaction.message.id)  # refused if it was deleted meanwhile
        rules.check_message(body, "data", files=len(uploads), flags=interaction.message.flags)
        posting.revise(world, request.app[SHELF], interaction.message, body, uploads)
        world.change_message(interaction.message, interaction.id)
        return interaction.message
    return _post(request, interaction, body, uploads, "data", thinking=kind == DEFERRED_MESSAGE)


def _post(
    request: web.Request,
    interaction: Interaction,
    body: Json,
    uploads: list[Upload],
    *root: str,
    thinking: bool = False,
) -> Message:
    """Post a message as an answer: the original response, or a follow-up of it."""
    world = request.app[WORLD]
    world.channel(interaction.channel.id)  # refused if it was deleted meanwhile
    rules.check_message(body, *root, files=len(uploads))
    shown = {"content": "…", "flags": body.get("flags")} if thinking else body
    message = posting.compose(world, request.app[SHELF], interaction.channel, shown, uploads)
    if thinking:
        message.content = ""
        message.flags |= LOADING
    if message.flags & EPHEMERAL:
        message.visible_to = interaction.user.id
    message.webhook_id = BOT_ID
    message.interaction_metadata = interaction.metadata
    if interaction.response_id is None and interaction.kind == COMMAND:
        message.type = CHAT_INPUT_COMMAND
    else:
        _refer(world, interaction, message)
    world.add_message(message, interaction.id)
    return message


def _refer(world: World, interaction: Interaction, message: Message) -> None:
    """Make a follow-up the reply to the original response, and a response the reply to the pressed message.

    What only one user sees is never quoted to others.
    """
    replied = interaction.response_id
    if replied is not None and message.interaction_metadata is not None:
        message.interaction_metadata["original_response_message_id"] = replied
    elif interaction.message is not None and interaction.kind == COMPONENT:
        replied = interaction.message.id
    quoted = world.messages.get(replied or "")
    if quoted is not None and quoted.visible_to in (None, message.visible_to):
        message.type = REPLY
        message.reference = {"type": 0, "channel_id": interaction.channel.id, "message_id": replied}
        if interaction.channel.type != DM:
            message.reference["guild_id"] = GUILD_ID


def _interaction(request: web.Request) -> Interaction:
    return request.app[INTERACTIONS].to_follow_up(request.match_info["application"], request.match_info["token"])


def _message(request: web.Request, interaction: Interaction) -> Message:
    """The message that a token may reach: an answer of the bot in this channel, not for another user's eyes."""
    wanted = request.match_info["message"]
    message = request.app[WORLD].messages.get((interaction.response_id or "") if wanted == "@original" else wanted)
    reachable = message is not None and (message.webhook_id == BOT_ID or message is interaction.message)
    if message is None or not reachable or message.channel_id != interaction.channel.id:
        raise Refused(10008)
    if message.visible_to not in (None, interaction.user.id):
        raise Refused(10008)
    return message


@routes.post("/webhooks/{application}/{token}")
async def follow_up(request: web.Request) -> web.Response:
    world, interaction = request.app[WORLD], _interaction(request)
    body, uploads = await body_of(request)
    waiting = world.messages.get(interaction.response_id or "")
    if waiting is not None and waiting.flags & LOADING:
        # Discord takes the first follow-up of a deferred answer for the answer itself, whatever its flags say.
        return _edit(request, interaction, waiting, body, uploads)
    return answer(message_json(world, _post(request, interaction, body, uploads)))


@routes.get("/webhooks/{application}/{token}/messages/{message}")
async def get_answer(request: web.Request) -> web.Response:
    return answer(message_json(request.app[WORLD], _message(request, _interaction(request))))


@routes.patch("/webhooks/{application}/{token}/messages/{message}")
async def edit_answer(request: web.Request) -> web.Response:
    interaction = _interaction(request)
    body, uploads = await body_of(request)
    return _edit(request, interaction, _message(request, interaction), body, uploads)


def _edit(
    request: web.Request, interaction: Interaction, message: Message, body: Json, uploads: list[Upload]
) -> web.Response:
    world = request.app[WORLD]
    rules.check_message(body, files=len(uploads), flags=message.flags)
    edited: Any = message.edited_timestamp
    posting.revise(world, request.app[SHELF], message, body, uploads)
    if message.flags & LOADING:
        message.flags &= ~LOADING
        message.edited_timestamp = edited
    world.change_message(message, interaction.id)
    return answer(message_json(world, message))


@routes.delete("/webhooks/{application}/{token}/messages/{message}")
async def delete_answer(request: web.Request) -> web.Response:
    interaction = _interaction(request)
    request.app[WORLD].remove_message(_message(request, interaction), interaction.id)
    return nothing()
