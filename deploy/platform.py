"""Compares what the bot uses of Discord with npm's newest discord-api-types: `make platform`.

What the bot uses stands in `platform.toml`, with the numbers that it has there.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import urlopen

USED = Path(__file__).with_name("platform.toml")
REGISTRY = "https://registry.npmjs.org"
PACKAGE = "discord-api-types"
ANSWERS_WITHIN = 30.0  # seconds
# Its declarations of the API's version 10, and the only numbers that stand in no declaration: the permissions.
READ = re.compile(
    r"package/(?:(?:\w+/)*v10/.+\.d\.ts|(?:gateway|rest|payloads)/(?:v10|common)\.d\.ts|payloads/common\.js)"
)
ROUTE = re.compile(r"^ *\* *- ([A-Z]+) +`(/[^`]*)`", re.MULTILINE)
COMMENT = r"(?:/\*\*(?P<comment>(?:(?!\*/).)*)\*/\s*)?"
ENUM = re.compile(r"(?:enum (?P<name>\w+)|exports\.(?P<flags>\w+) =) \{(?P<body>.*?)\n\}", re.DOTALL)
MEMBER = re.compile(COMMENT + r"(?P<name>\w+)(?: = (?P<number>-?\d+)|: 1n << (?P<bit>\d+)n)", re.DOTALL)
INTERFACE = re.compile(COMMENT + r"export (?:interface|type) (?P<name>\w+)[^\n]*\{(?P<body>.*?)\n\}", re.DOTALL)
FIELD = re.compile(COMMENT + r"(?P<name>\w+)\??: ", re.DOTALL)
NUMBER = re.compile(r"\d+")
OLD = "@deprecated"

Declarations = list[str]


class NotFetched(Exception):
    """Reason why there is nothing to compare with, as a sentence."""


def fetched(registry: str) -> tuple[str, Declarations]:
    """The newest version's number and its declarations; raises NotFetched."""
    try:
        with urlopen(f"{registry}/{PACKAGE}/latest", timeout=ANSWERS_WITHIN) as answer:
            newest = json.load(answer)
        with urlopen(newest["dist"]["tarball"], timeout=ANSWERS_WITHIN) as answer:
            packed = answer.read()
    except (OSError, HTTPException, ValueError) as error:
        raise NotFetched(f"{registry} doesn't give {PACKAGE} ({error}): try again with a connection to it.") from None
    kind, _, digest = newest["dist"]["integrity"].partition("-")
    if base64.b64encode(hashlib.new(kind, packed).digest()).decode() != digest:
        raise NotFetched(f"{PACKAGE} {newest['version']} arrived damaged: try again.")
    return newest["version"], list(_unpacked(packed))


def _unpacked(packed: bytes) -> Iterator[str]:
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            if READ.fullmatch(member.name) and (file := archive.extractfile(member)):
                yield file.read().decode()


def changes(used: Mapping[str, Any], now: Declarations) -> list[str]:
    """What of the used has changed, a line each."""
    return [*_of_routes(used["routes"], now), *_of_numbers(used["numbers"], now), *_of_limits(used["limits"], now)]


def _of_routes(used: list[str], now: Declarations) -> Iterator[str]:
    routes = {f"{method} {unnamed(path)}" for text in now for method, path in ROUTE.findall(text)}
    for route in used:
        if route not in routes:
            yield f"{route} is gone."


def unnamed(path: str) -> str:
    """A route with `{}` for each of its ids, whatever they are called."""
    return re.sub(r"\{[^}]*\}", "{}", path)


def _of_numbers(used: Mapping[str, Mapping[str, int]], now: Declarations) -> Iterator[str]:
    enums = {found["name"] or found["flags"]: found["body"] for text in now for found in ENUM.finditer(text)}
    for enum, members in used.items():
        declared = {member["name"]: member for member in MEMBER.finditer(enums.get(enum, ""))}
        for name, number in members.items():
            if name not in declared:
                yield f"{enum}.{name} is gone."
                continue
            member = declared[name]
            if (is_now := int(member["number"]) if member["number"] else 1 << int(member["bit"])) != number:
                yield f"{enum}.{name} was {number} and is {is_now}."
            if OLD in (member["comment"] or ""):
                yield f"{enum}.{name} is deprecated: {_plain(member['comment'].partition(OLD)[2])}"


def _of_limits(used: Mapping[str, int], now: Declarations) -> Iterator[str]:
    interfaces = {found["name"]: found for text in now for found in INTERFACE.finditer(text)}
    for limit, number in used.items():
        interface, _, field = limit.partition(".")
        if not (found := interfaces.get(interface)):
            yield f"{limit} is gone."
            continue
        comments = {f["name"]: f["comment"] for f in FIELD.finditer(found["body"])} if field else {"": found["comment"]}
        if field not in comments:
            yield f"{limit} is gone."
        elif str(number) not in NUMBER.findall(comments[field] or ""):
            yield f"{limit} was limited to {number}; now its comment says: {_plain(comments[field] or 'nothing')}"


def _plain(comment: str) -> str:
    """A comment in one line."""
    return " ".join(comment.replace("*", " ").split())


def main() -> int:
    try:
        version, now = fetched(os.environ.get("NPM_CONFIG_REGISTRY", REGISTRY).rstrip("/"))
    except NotFetched as why:
        print(why, file=sys.stderr)
        return 2
    changed = changes(tomllib.loads(USED.read_text(encoding="utf-8")), now)
    print(f"{PACKAGE} {version}: " + ("what the bot uses has changed." if changed else "all is as the bot uses it."))
    print(*changed, sep="\n", end="\n" if changed else "")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
