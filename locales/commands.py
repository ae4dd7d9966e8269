"""Names of slash commands in a language's texts."""

from __future__ import annotations

import re

from babel.messages.catalog import Catalog

COMMAND, PARAMETER, ABOUT = "command.", "parameter.", ".about"  # of keys
# "/match board", "/{game} new", "/games show:": a command, one of a group, and an option
SPOKEN = re.compile(r"(?<![\w/<])/(\{\w+\}|[a-z]+)(?: ([a-z_]+)(?![\w:]))?(?: ([a-z_]+)(?=:))?")


def name_commands(texts: Catalog) -> None:
    """Call commands in texts by their names in the language of the texts, where the English ones are written."""
    names = {
        str(message.id): str(message.string) for message in texts if str(message.id).startswith((COMMAND, PARAMETER))
    }

    def named(spoken: re.Match[str]) -> str:
        first, second, option = spoken.groups()
        group = names.get(COMMAND + first)
        under = names.get(f"{COMMAND}{first}.{second}" if group else COMMAND + str(second))
        if group is None and under is None:
            return spoken[0]
        parts = [group or first, *([under or second] if second else [])]
        if option:
            option_key = ".".join((PARAMETER.rstrip("."), first, *([second] if second else []), option))
            parts.append(names.get(option_key) or names.get(PARAMETER + option, option))
        return f"/{' '.join(parts)}"

    for message in texts:
        if not message.id or str(message.id).endswith(ABOUT):
            continue
        if isinstance(message.string, str):
            message.string = SPOKEN.sub(named, message.string)
        else:
            message.string = tuple(SPOKEN.sub(named, form) for form in message.string or ())
