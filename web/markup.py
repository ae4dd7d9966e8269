"""Discord's Markdown as values: lines of runs, which a page shows without making HTML of any text."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from screen.links import link

Run: TypeAlias = dict[str, Any]
Line: TypeAlias = dict[str, Any]
Text: TypeAlias = list[Line]

LOOKS = (("-# ", "small"), ("### ", "head"), ("## ", "head"), ("# ", "head"), ("- ", "item"))
TOKEN = re.compile(
    r"\\(?P<plain>[^a-zA-Z0-9\s])"
    r"|(?P<bold>\*\*)|(?P<italic>\*)|(?P<x>~~)"
    r"|`(?P<code>[^`\n]+)`"
    r"|<t:(?P<time>-?\d{1,13})(?::(?P<form>[tTdDfFR]))?>"
    r"|<#(?P<channel>\d+)>"
    r"|</(?P<command>[^:>\n]+):\d+>"
    r"|\[(?P<label>[^\]\n]+)\]\((?P<address>https://[^)\s]+)\)"
)
STYLES = "bix"  # bold, italic, struck out


def text_of(words: str, guild: int | None = None) -> Text:
    """The words as a page shows them; `guild` is the server of the channels they link to."""
    return [_line(line, guild) for line in words.replace("\u200b", "").split("\n") if line.strip()]


def _line(line: str, guild: int | None) -> Line:
    look, mark = next(((look, mark) for mark, look in LOOKS if line.startswith(mark)), ("", ""))
    return {"look": look, "runs": _runs(line.removeprefix(mark), guild)}


def _runs(line: str, guild: int | None) -> list[Run]:
    runs: list[Run] = []
    style: Run = {}
    end = 0

    def say(words: str) -> None:
        if runs and "s" in runs[-1] and runs[-1] == {"s": runs[-1]["s"], **style}:
            runs[-1]["s"] += words
        elif words:
            runs.append({"s": words, **style})

    for found in TOKEN.finditer(line):
        say(line[end : found.start()])
        end = found.end()
        match found.lastgroup:
            case "plain":
                say(found["plain"])
            case "bold" | "italic" | "x":
                letter = found.lastgroup[0]
                style = {other: True for other in STYLES if (other in style) != (other == letter)}
            case "code" | "command":
                words = found["code"] or f"/{found['command']}"
                runs.append({"s": words, "code": True})
            case "time" | "form":
                runs.append({"t": int(found["time"]), "f": found["form"] or "f"})
            case "channel":
                address = link(guild, found["channel"])
                runs.append({"s": "Discord", "href": address})
            case _:
                runs.append({"s": found["label"], "href": found["address"]})
    say(line[end:])
    return runs
