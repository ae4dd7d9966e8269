"""Bodies of interactions for what players do, checked as Discord's own client would check it."""

from collections.abc import Iterator
from typing import Any

from sandbox import rules, rules_commands
from sandbox.objects import channel_json, member_json, message_json, role_json, user_json
from sandbox.refused import Json
from sandbox.rules_commands import (
    BOOLEAN,
    CHANNEL_OPTION,
    GROUP,
    INTEGER,
    MENTIONABLE_OPTION,
    NUMBER,
    ROLE_OPTION,
    STRING,
    SUBCOMMAND,
    USER_OPTION,
)
from sandbox.world import DM, Channel, Message, User, World

IN_BOT_DM = 1


class Impossible(Exception):
    """A player can't do this in Discord; the text says why."""


def command_body(
    world: World, user: User, channel: Channel, *, name: str, path: list[str], values: Json, focused: str | None = None
) -> Json:
    """The body of a slash command with options by name, or of its autocomplete with the option `focused`.

    Raises:
        Impossible: no such command here, or options that Discord's client wouldn't send.
    """
    command = _find(world, user, channel, name)
    options = command.get("options") or []
    chosen: list[Json] = []
    for step in path:
        groups = [option for option in options if option["name"] == step and option["type"] in (SUBCOMMAND, GROUP)]
        if not groups:
            raise Impossible(f"/{name} has no subcommand {step}")
        chosen.append(groups[0])
        options = groups[0].get("options") or []
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        raise Impossible(f"/{name} needs a subcommand")
    resolved: Json = {}
    filled = _filled(world, options, values, focused, resolved)
    for option in reversed(chosen):
        filled = [{"name": option["name"], "type": option["type"], "options": filled}]
    body: Json = {"id": command["id"], "name": name, "type": command["type"], "options": filled}
    if "guild_id" in command:
        body["guild_id"] = command["guild_id"]
    return body | {"resolved": resolved} if resolved else body


def menu_body(world: World, user: User, channel: Channel, *, name: str, kind: int, target: str) -> Json:
    """The body of a command from the menu of a person or a message, as `kind` says, whose id is `target`.

    Raises:
        Impossible: no such command here, or no one and nothing that the user could open the menu of.
    """
    if kind not in (rules_commands.USER, rules_commands.MESSAGE):
        raise Impossible(f"There is no menu of the kind {kind}")
    command = _find(world, user, channel, name, kind)
    resolved: Json = {}
    if kind == rules_commands.USER:
        _resolve(world, USER_OPTION, target, resolved)
        if channel.type == DM:
            if target not in channel.members:
                raise Impossible(f"{target} isn't here")
            del resolved["members"]
    else:
        message = world.messages.get(target)
        if message is None or message.channel_id != channel.id or not world.sees(user.id, message):
            raise Impossible(f"{user.global_name} sees no such message")
        if message.visible_to is not None:
            raise Impossible("The menu of a message for one person alone has no commands")
        resolved["messages"] = {target: message_json(world, message)}
    body: Json = {"id": command["id"], "name": name, "type": kind, "target_id": target, "resolved": resolved}
    if "guild_id" in command:
        body["guild_id"] = command["guild_id"]
    return body


def _find(world: World, user: User, channel: Channel, name: str, kind: int = rules_commands.CHAT) -> Json:
    """The command of this kind and name that the user may use in the channel; the server's own goes first."""
    written = f"/{name}" if kind == rules_commands.CHAT else name
    named = [c for c in world.commands.values() if c["name"] == name and c["type"] == kind]
    for command in sorted(named, key=lambda c: "guild_id" not in c):
        if not world.installers(user, channel, command):
            continue
        if channel.type == DM:
            contexts = command["contexts"]
            allowed = IN_BOT_DM in contexts if contexts is not None else command["dm_permission"]
            if "guild_id" not in command and allowed:
                return command
            continue
        if command["contexts"] is not None and 0 not in command["contexts"]:
            continue
        needed = int(command["default_member_permissions"] or 0)
        if needed & ~world.permissions(user.id) or command["default_member_permissions"] == "0":
            if user.id == world.owner_id:
                return command
            raise Impossible(f"{user.global_name} has no permission to use {written}")
        return command
    raise Impossible(f"There is no command {written} here")


def _filled(world: World, options: list[Json], values: Json, focused: str | None, resolved: Json) -> list[Json]:
    """The options that were filled in, in the command's order."""
    names = {option["name"] for option in options}
    for name in values:
        if name not in names:
            raise Impossible(f"There is no option {name}")
    filled: list[Json] = []
    for option in options:
        name, value = option["name"], values.get(option["name"])
        if name == focused:
            entry = {"name": name, "type": option["type"], "value": "" if value is None else value}
            filled.append(entry | {"focused": True})
        elif value is not None:
            _check_value(option, value, typing=focused is not None)
            _resolve(world, option["type"], str(value), resolved)
            filled.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise Impossible(f"The option {name} is required")
    return filled


def _check_value(option: Json, value: Any, *, typing: bool) -> None:
    name, kind = option["name"], option["type"]
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    fits = {
        INTEGER: numeric and value == int(value),
        NUMBER: numeric,
        BOOLEAN: isinstance(value, bool),
    }.get(kind, isinstance(value, str))
    if not fits:
        raise Impossible(f"The option {name} can't be {value!r}")
    if typing:
        return
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise Impossible(f"The option {name} must be one of {', '.join(map(str, choices))}")
    size = value if numeric else len(str(value)) if kind == STRING else None
    suffix = "value" if numeric else "length"
    least, most = option.get(f"min_{suffix}"), option.get(f"max_{suffix}")
    if size is not None and ((least is not None and size < least) or (most is not None and size > most)):
        raise Impossible(f"The option {name} is too small or too large")


def _resolve(world: World, kind: int, id: str, resolved: Json) -> None:
    """Add the user, channel or role that an option or a select names to the body's `resolved` part."""
    if kind in (USER_OPTION, MENTIONABLE_OPTION) and id in world.users:
        resolved.setdefault("users", {})[id] = user_json(world.users[id])
        member = member_json(world, world.users[id], permissions=True)
        resolved.setdefault("members", {})[id] = {k: v for k, v in member.items() if k not in ("user", "deaf", "mute")}
    elif kind == CHANNEL_OPTION and id in world.channels and world.channels[id].type != DM:
        permissions = {"permissions": "0"}
        resolved.setdefault("channels", {})[id] = channel_json(world, world.channels[id]) | permissions
    elif kind in (ROLE_OPTION, MENTIONABLE_OPTION) and id in world.roles:
        resolved.setdefault("roles", {})[id] = role_json(world.roles[id])
    elif kind in (USER_OPTION, CHANNEL_OPTION, ROLE_OPTION, MENTIONABLE_OPTION):
        raise Impossible(f"{id} isn't here")


def parts_of(components: list[Json]) -> Iterator[Json]:
    """All buttons, selects and inputs of a message or form, out of their rows, containers and labels."""
    for part in components:
        if "accessory" in part:
            yield part["accessory"]
        if "component" in part:
            yield part["component"]
        elif "components" in part:
            yield from parts_of(part["components"])
        else:
            yield part


def _part(message: Message, custom_id: str, kinds: set[int]) -> Json:
    for part in parts_of(message.components):
        if part.get("custom_id") == custom_id and part["type"] in kinds:
            if part.get("disabled"):
                raise Impossible(f"{part.get('label') or part.get('placeholder') or custom_id} is disabled")
            return part
    raise Impossible(f"The message has no {custom_id} to press")


def press_body(message: Message, custom_id: str) -> Json:
    """The body of a press.

    Raises:
        Impossible: the message has no such button, or it is disabled.
    """
    part = _part(message, custom_id, {rules.BUTTON})
    return {"custom_id": custom_id, "component_type": rules.BUTTON, "id": part["id"]}


def select_body(world: World, message: Message, custom_id: str, values: list[str]) -> Json:
    """The body of a choice in a select.

    Raises:
        Impossible: no such select, or values or a number of them that it doesn't offer.
    """
    part = _part(message, custom_id, rules.SELECTS)
    resolved = _selected(world, part, values)
    body: Json = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"], "values": values}
    return body | {"resolved": resolved} if resolved else body


def _selected(world: World, select: Json, values: list[str]) -> Json:
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) != len(values):
        raise Impossible(f"{len(values)} choices where {least} to {most} are wanted")
    resolved: Json = {}
    if select["type"] in {rules.STRING_SELECT, rules.BOXES}:
        offered = {option["value"] for option in select["options"]}
        if not offered.issuperset(values):
            raise Impossible(f"{', '.join(values)}: not all of that is offered")
    else:
        kind = {
            rules.USER_SELECT: USER_OPTION,
            rules.ROLE_SELECT: ROLE_OPTION,
            rules.MENTIONABLE_SELECT: MENTIONABLE_OPTION,
            rules.CHANNEL_SELECT: CHANNEL_OPTION,
        }[select["type"]]
        for id in values:
            _resolve(world, kind, id, resolved)
    return resolved


def submit_body(world: World, form: Json, values: Json) -> Json:
    """The body of a form that was filled in: texts by custom_id, lists of values for selects.

    Raises:
        Impossible: a field that the form doesn't have, a required one left out, or a length out of bounds.
    """
    ids = {part["custom_id"] for part in parts_of(form["components"]) if "custom_id" in part}
    for custom_id in values:
        if custom_id not in ids:
            raise Impossible(f"The form has no field {custom_id}")
    resolved: Json = {}
    parts = [_submitted(world, part, n, values, resolved) for n, part in enumerate(form["components"], 1)]
    body: Json = {"custom_id": form["custom_id"], "components": parts}
    return body | {"resolved": resolved} if resolved else body


def _submitted(world: World, part: Json, id: int, values: Json, resolved: Json) -> Json:
    answer: Json = {"type": part["type"], "id": id}
    if part["type"] == rules.LABEL:
        return answer | {"component": _field(world, part["component"], 100 + id, values, resolved)}
    if part["type"] == rules.ROW:
        return answer | {"components": [_field(world, part["components"][0], 100 + id, values, resolved)]}
    return answer


def _field(world: World, field: Json, id: int, values: Json, resolved: Json) -> Json:
    custom_id, kind = field["custom_id"], field["type"]
    answer: Json = {"type": kind, "id": id, "custom_id": custom_id}
    required = field.get("required", True)
    if kind in {rules.BOXES, *rules.SELECTS}:
        chosen: list[str] = values.get(custom_id) or []
        if chosen or required:
            for name, picked in _selected(world, field, chosen).items():
                resolved.setdefault(name, {}).update(picked)
        return answer | {"values": chosen}
    text = str(values.get(custom_id, field.get("value") or ""))
    if required and not text:
        raise Impossible(f"The field {custom_id} is required")
    if text and not (field.get("min_length") or 0) <= len(text) <= (field.get("max_length") or rules.MODAL_TEXT):
        raise Impossible(f"The text of {custom_id} is too short or too long")
    return answer | {"value": text}
