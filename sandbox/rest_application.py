"""REST calls about the bot's application: what it is, and how people may install it."""

from typing import Any

from aiohttp import web

from sandbox.calls import WORLD, answer, json_of
from sandbox.objects import user_json
from sandbox.refused import Json, Validator
from sandbox.world import BOT_ID, World

routes = web.RouteTableDef()

SCOPES = {"bot", "applications.commands"}
MOST_PERMISSIONS = 18014398509481983
CONTEXTS = {"0", "1"}  # of installations: by a server, by a person


def application_json(world: World) -> Json:
    """The application, as its own bot sees it."""
    return {
        "id": BOT_ID,
        "name": world.bot.username,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": user_json(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(world.users[world.owner_id]),
        "approximate_guild_count": int(world.has_bot),
        "approximate_user_install_count": sum(user.installed for user in world.users.values()),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": world.installs,
    }


@routes.get("/applications/@me")
@routes.get("/oauth2/applications/@me")
async def application(request: web.Request) -> web.Response:
    return answer(application_json(request.app[WORLD]))


@routes.patch("/applications/@me")
async def edit_application(request: web.Request) -> web.Response:
    """Change how the application may be installed; other settings aren't kept here."""
    world, body = request.app[WORLD], await json_of(request)
    wanted = body.get("integration_types_config")
    if wanted is not None:
        validator = Validator()
        _check(validator, wanted)
        validator.check()
        world.installs = {context: _settled(parameters) for context, parameters in sorted(wanted.items())}
    return answer(application_json(world))


def _check(validator: Validator, wanted: Any) -> None:
    field = "integration_types_config"
    if not isinstance(wanted, dict) or not wanted:
        validator.wrong((field,), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return
    for context, parameters in wanted.items():
        params = (parameters or {}).get("oauth2_install_params") or {}
        place = (field, context, "oauth2_install_params")
        if validator.choice((field, context), context, CONTEXTS):
            validator.number((*place, "permissions"), params.get("permissions"), 0, MOST_PERMISSIONS)
            for n, scope in enumerate(params.get("scopes") or ()):
                validator.choice((*place, "scopes", n), scope, SCOPES)


def _settled(parameters: Json | None) -> Json:
    """A way to install as Discord tells it: permissions as a text."""
    params = (parameters or {}).get("oauth2_install_params")
    if not params:
        return {}
    scopes, permissions = params.get("scopes") or [], params.get("permissions") or 0
    return {"oauth2_install_params": {"scopes": scopes, "permissions": str(permissions)}}
