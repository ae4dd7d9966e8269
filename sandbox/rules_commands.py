"""Discord's limits of application commands, as numbers and as checks that report like Discord."""

import re
from typing import Any

from sandbox.refused import Json, Validator

COMMANDS, OPTIONS, CHOICES = 100, 25, 25
NAME, DESCRIPTION, CHOICE, TOTAL = 32, 100, 100, 8000
CHAT, USER, MESSAGE = 1, 2, 3
CONTEXTS = {0, 1, 2}  # a server, the bot's direct messages, people's own conversations
INSTALLED_BY = {0, 1}  # a server, a person
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER_OPTION, CHANNEL_OPTION, ROLE_OPTION = 1, 2, 3, 4, 5, 6, 7, 8
MENTIONABLE_OPTION, NUMBER, ATTACHMENT_OPTION = 9, 10, 11
WORD = re.compile(r"[-_'\w]{1,32}")
LOCALES = {
    *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR"),
    *("ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
}

Path = tuple[str | int, ...]


def check_commands(commands: Any) -> None:
    """Refuse a whole list of commands (the bulk overwrite) that Discord would refuse."""
    validator = Validator()
    if validator.length((), commands, COMMANDS, what=list):
        names: set[tuple[int, str]] = set()
        for n, command in enumerate(commands):
            _command(validator, (n,), command)
            key = (command.get("type", CHAT), command.get("name"))
            if key in names:
                code = "APPLICATION_COMMANDS_DUPLICATE_NAME"
                validator.wrong((n, "name"), code, "Application command names must be unique")
            names.add(key)
    validator.check()


def check_command(command: Json) -> None:
    """Refuse one command that Discord would refuse."""
    validator = Validator()
    _command(validator, (), command)
    validator.check()


def _command(validator: Validator, path: Path, command: Json) -> None:
    if not validator.choice((*path, "type"), command.get("type", CHAT), {CHAT, USER, MESSAGE}):
        return
    if command.get("type", CHAT) != CHAT:
        validator.length((*path, "name"), command.get("name"), NAME, 1)
        return
    _named(validator, path, command)
    _places(validator, (*path, "contexts"), command.get("contexts"), CONTEXTS)
    _places(validator, (*path, "integration_types"), command.get("integration_types"), INSTALLED_BY)
    _options(validator, path, command.get("options") or [], depth=0)
    if _size(command) > TOTAL:
        validator.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({TOTAL})")


def _places(validator: Validator, path: Path, options: Any, allowed: set[int]) -> None:
    """Where a command may be used, or who may have installed it: some of those known, each once."""
    if options is None:
        return
    if validator.length(path, options, len(allowed), 1, what=list):
        for n, option in enumerate(options):
            validator.choice((*path, n), option, allowed)
        if len({*map(str, options)}) < len(options):
            validator.wrong(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")


def _named(validator: Validator, path: Path, thing: Json) -> None:
    _name(validator, (*path, "name"), thing.get("name"))
    validator.length((*path, "description"), thing.get("description"), DESCRIPTION, 1)
    for locale, name in (thing.get("name_localizations") or {}).items():
        validator.choice((*path, "name_localizations", locale), locale, LOCALES)
        _name(validator, (*path, "name_localizations", locale), name)
    for locale, text in (thing.get("description_localizations") or {}).items():
        validator.choice((*path, "description_localizations", locale), locale, LOCALES)
        validator.length((*path, "description_localizations", locale), text, DESCRIPTION, 1)


def _name(validator: Validator, path: Path, name: Any) -> None:
    if validator.length(path, name, NAME, 1) and (not WORD.fullmatch(name) or name != name.lower()):
        validator.wrong(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(validator: Validator, path: Path, options: list[Json], *, depth: int) -> None:
    validator.length((*path, "options"), options, OPTIONS, what=list)
    nested = [option.get("type") in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
        validator.wrong(
            (*path, "options"), code, "Sub-command and sub-command group option types are mutually exclusive"
        )
    names: set[Any] = set()
    optional = False
    for n, option in enumerate(options):
        place = (*path, "options", n)
        _named(validator, place, option)
        if option.get("name") in names:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
            validator.wrong((*place, "name"), code, "Option name already exists")
        names.add(option.get("name"))
        if option.get("required") and optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            validator.wrong(place, code, "Required options must be placed before non-required options")
        optional = optional or not option.get("required")
        _option(validator, place, option, depth)


def _option(validator: Validator, path: Path, option: Json, depth: int) -> None:
    allowed = {0: set(range(1, 12)), 1: set(range(1, 12)) - {GROUP}, 2: set(range(3, 12))}[depth]
    if not validator.choice((*path, "type"), option.get("type"), allowed):
        return
    if option["type"] in (SUBCOMMAND, GROUP):
        _options(validator, path, option.get("options") or [], depth=2 if option["type"] == SUBCOMMAND else 1)
        return
    choices = option.get("choices") or []
    validator.length((*path, "choices"), choices, CHOICES, what=list)
    if choices and option.get("autocomplete"):
        code = "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES"
        validator.wrong(path, code, "Options with autocomplete cannot have choices")
    for n, choice in enumerate(choices):
        validator.length((*path, "choices", n, "name"), choice.get("name"), CHOICE, 1)
        if option["type"] == STRING:
            validator.length((*path, "choices", n, "value"), choice.get("value"), CHOICE, 1)


def _size(thing: Json) -> int:
    """Characters that count for a command's total: the longest of each text over all languages."""
    total = 0
    for text in ("name", "description"):
        texts = [thing.get(text) or "", *(thing.get(f"{text}_localizations") or {}).values()]
        total += max(len(str(t)) for t in texts)
    for choice in thing.get("choices") or []:
        total += len(str(choice.get("name", ""))) + len(str(choice.get("value", "")))
    return total + sum(_size(option) for option in thing.get("options") or [])
