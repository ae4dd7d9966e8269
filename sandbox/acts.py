"""Acts that a page can ask for, of the players and the owner, and what happens to the bot. The list is at the end."""

import math
from collections.abc import Awaitable, Callable
from dataclasses import fields

from aiohttp import web

from sandbox import play
from sandbox.calls import COURIER, FAULTS, INTERACTIONS, WORLD
from sandbox.faults import Fault
from sandbox.gateway import Gateway
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL
from sandbox.permissions import PERMISSIONS
from sandbox.play import Impossible
from sandbox.refused import Json, Refused
from sandbox.rules_commands import LOCALES
from sandbox.world import DM, FORUM, OF_SERVER, THREADS, Channel, Message, User, World

GATEWAY = web.AppKey("gateway", Gateway)

Tell = Callable[[Json], None]


async def do(app: web.Application, act: Json, tell: Tell) -> None:
    """Do what a page asks for; what can't be done is answered with `failed`."""
    nonce = act.get("nonce")
    try:
        if act["do"] in TELLING:
            TELLING[act["do"]](app, act, tell)
            return
        done = ACTING[act["do"]](app, act)
        if done is not None:
            await done
        tell({"t": "done", "nonce": nonce, "interaction_id": None})
    except KeyError as error:
        tell({"t": "failed", "nonce": nonce, "text": f"The page's message lacks {error}"})
    except (Impossible, Refused) as error:
        tell({"t": "failed", "nonce": nonce, "text": str(error)})


def _place(app: web.Application, act: Json) -> tuple[User, Channel]:
    """User who acts, and where."""
    world = app[WORLD]
    user, channel = world.user(act["user"]), world.channel(act["channel_id"])
    if not world.may_enter(user.id, channel):
        raise Refused(50001)
    return user, channel


def _typed(act: Json) -> Json:
    """The command that was typed: name, subcommands, options."""
    return {"name": act["name"], "path": act.get("path", []), "values": act.get("options", {})}


def _slash(app: web.Application, act: Json, tell: Tell) -> None:
    user, channel = _place(app, act)
    body = play.command_body(app[WORLD], user, channel, **_typed(act))
    app[INTERACTIONS].begin(COMMAND, user, channel, body, nonce=act.get("nonce"), tell=tell)


def _menu(app: web.Application, act: Json, tell: Tell) -> None:
    """A command from the menu of a person or a message."""
    user, channel = _place(app, act)
    body = play.menu_body(app[WORLD], user, channel, name=act["name"], kind=act["type"], target=act["target_id"])
    app[INTERACTIONS].begin(COMMAND, user, channel, body, nonce=act.get("nonce"), tell=tell)


def _complete(app: web.Application, act: Json, tell: Tell) -> None:
    user, channel = _place(app, act)
    body = play.command_body(app[WORLD], user, channel, focused=act["focused"], **_typed(act))
    app[INTERACTIONS].begin(AUTOCOMPLETE, user, channel, body, nonce=act.get("nonce"), tell=tell)


def _component(app: web.Application, act: Json) -> tuple[User, Message]:
    world = app[WORLD]
    user, message = world.user(act["user"]), world.messages.get(act["message_id"])
    if message is None or not world.sees(user.id, message):
        raise Impossible(f"{user.global_name} sees no such message")
    return user, message


def _press(app: web.Application, act: Json, tell: Tell) -> None:
    _on_message(app, act, tell, play.press_body(_component(app, act)[1], act["custom_id"]))


def _select(app: web.Application, act: Json, tell: Tell) -> None:
    message = _component(app, act)[1]
    _on_message(app, act, tell, play.select_body(app[WORLD], message, act["custom_id"], act["values"]))


def _on_message(app: web.Application, act: Json, tell: Tell, body: Json) -> None:
    """Begin the interaction of a press or choice on a message."""
    user, message = _component(app, act)
    channel = app[WORLD].channel(message.channel_id)
    if channel.type != DM and not app[WORLD].installers(user, channel):
        raise Impossible("The bot isn't in the server")
    app[INTERACTIONS].begin(COMPONENT, user, channel, body, nonce=act.get("nonce"), tell=tell, message=message)


def _submit(app: web.Application, act: Json, tell: Tell) -> None:
    desk = app[INTERACTIONS]
    modal = desk.modals.get(act["modal_id"])
    if modal is None or modal.opened_by.user.id != act["user"]:
        raise Impossible("That form isn't open")
    body = play.submit_body(app[WORLD], modal.form, act["values"])
    del desk.modals[modal.id]
    asked = modal.opened_by
    about = {"nonce": act.get("nonce"), "tell": tell, "message": asked.message, "opened_by": asked}
    desk.begin(MODAL, asked.user, asked.channel, body, **about)


def _send(app: web.Application, act: Json) -> None:
    """Plain chat; it unarchives a thread unless that is locked."""
    world = app[WORLD]
    user, channel = _place(app, act)
    if channel.archived and channel.locked and user.id != world.owner_id:
        raise Impossible("The thread is locked")
    if channel.type == FORUM:
        raise Impossible("A forum has posts alone")
    content = str(act["content"])
    if not 1 <= len(content.strip()) <= 2000:
        raise Impossible("A message has 1 to 2000 characters")
    world.add_message(Message(world.new_id(), channel.id, user.id, world.now().isoformat(), content))


def _dm(app: web.Application, act: Json) -> None:
    user = app[WORLD].user(act["user"])
    user.dms_open = bool(act["open"])
    app[WORLD].change_user(user)


def _install(app: web.Application, act: Json) -> None:
    """A player installs the bot for themselves, or takes it away."""
    user, wanted = app[WORLD].user(act["user"]), bool(act["installed"])
    if wanted and "1" not in app[WORLD].installs:
        raise Impossible("The bot can't be installed by people for themselves")
    user.installed = wanted
    app[WORLD].change_user(user)


def _locale(app: web.Application, act: Json) -> None:
    """A player sets the language of their Discord client."""
    if act["locale"] not in LOCALES:
        raise Impossible(f"Discord has no language {act['locale']}")
    user = app[WORLD].user(act["user"])
    user.locale = act["locale"]
    app[WORLD].change_user(user)


def _owner(app: web.Application, act: Json) -> World:
    if act["user"] != app[WORLD].owner_id:
        raise Refused(50013)
    return app[WORLD]


def _thread(app: web.Application, act: Json) -> Channel:
    channel = _place(app, act)[1]
    if channel.type not in THREADS:
        raise Refused(50024)
    return channel


def _delete(app: web.Application, act: Json) -> None:
    """The server's owner deletes a message, thread or channel; other people their own messages."""
    if "message_id" in act:
        user, message = _component(app, act)
        if message.author_id != user.id:
            _owner(app, act)
        app[WORLD].remove_message(message)
        return
    channel = _place(app, act)[1]
    if channel.type == DM:
        raise Refused(50024)
    _owner(app, act).remove_channel(channel)


def _archive(app: web.Application, act: Json) -> None:
    """The server's owner archives a thread, and locks it or not."""
    world = _owner(app, act)
    thread = _thread(app, act)
    thread.locked = bool(act.get("locked"))
    world.set_archived(thread, True)


def _clock(app: web.Application, act: Json) -> None:
    """Let time pass; it never goes back."""
    seconds = float(act["seconds"])
    if not 0 < seconds < math.inf:
        raise Impossible("Time only goes forward")
    app[WORLD].pass_time(seconds)


def _permit(app: web.Application, act: Json) -> None:
    """The server's owner gives the bot's role a permission or takes it, in one channel or everywhere."""
    world = _with_bot(app)
    if act["permission"] not in PERMISSIONS:
        raise Impossible(f"There is no permission {act['permission']}")
    channel = world.channel(act["channel_id"]) if "channel_id" in act else None
    if channel is not None and channel.type not in OF_SERVER:
        raise Refused(50024)
    world.permit(PERMISSIONS[act["permission"]], bool(act["allowed"]), channel)


def _with_bot(app: web.Application) -> World:
    if not app[WORLD].has_bot:
        raise Impossible("The bot isn't in the server")
    return app[WORLD]


def _kick(app: web.Application, _: Json) -> None:
    _with_bot(app).kick_bot()


def _invite(app: web.Application, _: Json) -> None:
    if app[WORLD].has_bot:
        raise Impossible("The bot is in the server")
    app[WORLD].invite_bot()


def _shards(app: web.Application, act: Json) -> None:
    """Set the number of shards for bots that start from now on."""
    app[WORLD].shards = int(act["count"])


def _starts(app: web.Application, act: Json) -> None:
    """Set how many sessions a bot may still begin, and in how many seconds there are new ones."""
    app[WORLD].starts, app[WORLD].starts_reset = int(act["left"]), float(act["seconds"])


def _fault(app: web.Application, act: Json) -> None:
    names = {field.name for field in fields(Fault)}
    app[FAULTS].add(Fault(**{name: value for name, value in act.items() if name in names}))


def _no_faults(app: web.Application, act: Json, tell: Tell) -> None:
    tell({"t": "done", "nonce": act.get("nonce"), "interaction_id": None, "waited": app[FAULTS].clear()})


# Acts that report their outcome themselves; the rest is just done.
TELLING: dict[str, Callable[[web.Application, Json, Tell], None]] = {
    "slash": _slash,
    "menu": _menu,
    "complete": _complete,
    "press": _press,
    "select": _select,
    "submit": _submit,
    "no faults": _no_faults,
}
ACTING: dict[str, Callable[[web.Application, Json], Awaitable[None] | None]] = {
    "send": _send,
    "dm": _dm,
    "install": _install,
    "locale": _locale,
    "delete": _delete,
    "archive": _archive,
    "clock": _clock,
    "permit": _permit,
    "kick": _kick,
    "invite": _invite,
    "shards": _shards,
    "starts": _starts,
    "fault": _fault,
    "double": lambda app, act: app[COURIER].double(int(act.get("times", 1))),
    "reorder": lambda app, _: app[COURIER].reorder(),
    "delay": lambda app, act: app[COURIER].delay(float(act["seconds"]), int(act.get("times", 1))),
    "drop": lambda app, _: app[GATEWAY].drop(),
    "refuse": lambda app, act: app[GATEWAY].refuse(int(act["code"])),
    "forum": lambda app, act: app[WORLD].add_forum(str(act["name"]), list(act.get("tags") or [])),
    "people": lambda app, act: app[WORLD].add_people(int(act["count"])),
    "reconnect": lambda app, _: app[GATEWAY].ask_to_reconnect(),
    "invalidate": lambda app, act: app[GATEWAY].invalidate(resumable=bool(act.get("resumable"))),
}
