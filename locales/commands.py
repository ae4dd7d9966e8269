"""Names of slash commands in a language's texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

Text: TypeAlias = str | list[str]  # or its plural forms

ENGLISH = "en"  # the language in which texts write the names of commands
COMMAND, PARAMETER, ABOUT = "command.", "parameter.", ".about"  # of keys
# "/match board", "/{game} new", "/games show:": a command, one of a group, and an option
SPOKEN = re.compile(r"(?<![\w/<])/(\{\w+\}|[a-z]+)(?: ([a-z_]+)(?![\w:]))?(?: ([a-z_]+)(?=:))?")


def name_commands(texts: Mapping[str, Text], known: Mapping[str, Text]) -> dict[str, Text]:
    """The texts with commands by their names among those `known`, where the English ones are written."""
    names = {key: str(text) for key, text in known.items() if key.startswith((COMMAND, PARAMETER))}

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

    def renamed(key: str, text: Text) -> Text:
        if key.endswith(ABOUT):
            return text
        return SPOKEN.sub(named, text) if isinstance(text, str) else [SPOKEN.sub(named, form) for form in text]

    return {key: renamed(key, text) for key, text in texts.items()}
