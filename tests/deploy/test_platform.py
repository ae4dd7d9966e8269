"""The list of what the bot uses of Discord is that of the sandbox and discord.py, and what changes in it is named."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import tarfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import discord
import pytest

import bot
from cogs.posts.permissions import NEEDED
from deploy import platform
from deploy.platform import PACKAGE, USED, NotFetched, fetched, unnamed
from sandbox import rest, rest_application, rest_interactions, rest_messages, rest_threads, rules, rules_layout, world
from sandbox.refused import CODES

LIST: dict[str, Any] = tomllib.loads(USED.read_text())
NUMBERS: dict[str, dict[str, int]] = LIST["numbers"]
NOT_CALLED = tuple(f"{method} /applications/{{}}/guilds" for method in ("GET", "POST", "PUT", "DELETE"))  # one server's
NOT_DECLARED = {20026}  # a quarantined application: Discord says it, and the package doesn't know it
VERSION = "0.40.0"


def test_the_routes_are_those_that_the_sandbox_answers() -> None:
    parts = (rest, rest_application, rest_interactions, rest_messages, rest_threads)
    answered = {f"{route.method} {unnamed(route.path)}" for part in parts for route in part.routes}
    ours = {route for route in answered if not route.startswith(NOT_CALLED)}
    assert ours == set(LIST["routes"])
    assert len(set(LIST["routes"])) == len(LIST["routes"])


def test_the_numbers_are_those_of_discord_py() -> None:
    alike: dict[str, Mapping[str, Any]] = {
        "ButtonStyle": discord.ButtonStyle.__members__,
        "ComponentType": discord.ComponentType.__members__,
        "InteractionType": discord.InteractionType.__members__,
        "InteractionResponseType": discord.InteractionResponseType.__members__,
        "ChannelType": discord.ChannelType.__members__,
    }
    for enum, members in alike.items():
        assert set(NUMBERS[enum].values()) <= {member.value for member in members.values()}, enum
    assert set(NUMBERS["MessageFlags"].values()) <= set(discord.MessageFlags.VALID_FLAGS.values())
    permissions = {snake(name): number for name, number in NUMBERS["PermissionFlagsBits"].items()}
    assert {name: discord.Permissions(**{name: True}).value for name in permissions} == permissions
    assert {*NEEDED, "manage_guild"} == permissions.keys()


def snake(name: str) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name).removeprefix("_")


def test_the_numbers_are_those_that_the_sandbox_keeps_to() -> None:
    parts = {
        *(rules.ROW, rules.BUTTON, rules.STRING_SELECT, rules.TEXT_INPUT, rules.TEXT_DISPLAY, rules.LABEL, rules.BOXES),
        *(rules.USER_SELECT, rules.ROLE_SELECT, rules.CHANNEL_SELECT),
        *(rules_layout.SECTION, rules_layout.THUMBNAIL, rules_layout.GALLERY, rules_layout.CONTAINER),
    }
    assert set(NUMBERS["ComponentType"].values()) == parts
    flags = {world.SUPPRESS_EMBEDS, world.HAS_THREAD, world.EPHEMERAL, world.LOADING, world.SILENT, world.LAYOUT}
    assert set(NUMBERS["MessageFlags"].values()) == flags
    assert set(NUMBERS["RESTJSONErrorCodes"].values()) == CODES.keys() - NOT_DECLARED
    closes = {bot.AUTHENTICATION_FAILED, bot.DISALLOWED_INTENTS}
    assert set(NUMBERS["GatewayCloseCodes"].values()) == closes
    assert NUMBERS["GatewayIntentBits"] == {"Guilds": discord.Intents(guilds=True).value}


def test_the_limits_are_those_that_the_sandbox_keeps_to() -> None:
    assert LIST["limits"] == {
        "RESTPostAPIChannelMessageJSONBody.content": rules.CONTENT,
        "APIBaseMessageNoChannel.nonce": rules.NONCE,
        "APIEmbed": rules.EMBED_TOTAL,
        "APIEmbed.title": rules.EMBED_TEXTS["title"],
        "APIEmbed.description": rules.EMBED_TEXTS["description"],
        "APIEmbed.fields": rules.EMBED_FIELDS,
        "APIAttachment.description": rules.ALT_TEXT,
        "APIBaseSelectMenuComponent.custom_id": rules.CUSTOM_ID,
        "APIBaseSelectMenuComponent.placeholder": rules.PLACEHOLDER,
        "APIStringSelectComponent.options": rules.OPTIONS,
        "APISelectMenuOption.label": rules.OPTION_TEXT,
        "APICheckboxGroupComponent.options": rules.MOST_BOXES,
        "APIModalInteractionResponseCallbackData.custom_id": rules.CUSTOM_ID,
        "APIModalInteractionResponseCallbackData.components": rules.MODAL_PARTS,
        "APILabelComponent.label": rules.MODAL_LABEL,
        "APILabelComponent.description": rules.OPTION_TEXT,
    }


# --- a registry with a package of the same make


def packed(*changed: tuple[str, str]) -> bytes:
    """A package that declares what the list says, but for some texts that have changed."""
    files = {"rest/v10/index.d.ts": "".join(routes(LIST["routes"])), "payloads/common.js": permissions()}
    files["payloads/v10/message.d.ts"] = "".join([*enums(), *interfaces()])
    files["gateway/v6.d.ts"] = "export declare enum ButtonStyle {\n    Primary = 6\n}\n"
    for before, after in changed:
        assert any(before in text for text in files.values()), before
        files = {name: text.replace(before, after) for name, text in files.items()}
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return out.getvalue()


def documented(told: str, declared: str) -> str:
    return f"    /**\n     * {told}\n     */\n    {declared}"


def routes(used: Iterable[str]) -> Iterator[str]:
    for route in used:
        method, path = route.split()
        named = path.replace("{}", "{some.id}")
        yield documented(f"Route for:\n     * - {method}  `{named}`", "route(): string;\n")


def permissions() -> str:
    bits = {name: number.bit_length() - 1 for name, number in NUMBERS["PermissionFlagsBits"].items()}
    members = "".join(documented(f"Allows {name}", f"{name}: 1n << {bit}n,\n") for name, bit in bits.items())
    return f"exports.PermissionFlagsBits = void 0;\nexports.PermissionFlagsBits = {{\n{members}}};\n"


def enums() -> Iterator[str]:
    for enum, members in NUMBERS.items():
        if enum != "PermissionFlagsBits":
            body = ",\n".join(documented(f"A {name}", f"{name} = {number}") for name, number in members.items())
            yield f"export declare enum {enum} {{\n{body}\n}}\n"


def interfaces() -> Iterator[str]:
    fields: dict[str, dict[str, int]] = {}
    for limit, number in LIST["limits"].items():
        interface, _, field = limit.partition(".")
        fields.setdefault(interface, {})[field] = number
    for interface, limits in fields.items():
        if whole := limits.pop("", None):
            yield f"/**\n * Length limit: {whole} characters\n */\n"
        yield f"export interface {interface} extends Base {{\n"
        for field, number in limits.items():
            yield documented(f"The {field} ({number} at most)", f"{field}?: string;\n")
        yield "}\n"


@contextmanager
def registry(folder: Path, package: bytes, arrives: bytes | None = None) -> Iterator[str]:
    """A server that gives a package as npm's does, or other bytes in its place."""
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        url = f"http://127.0.0.1:{server.server_port}"
        integrity = f"sha512-{base64.b64encode(hashlib.sha512(package).digest()).decode()}"
        latest = {"version": VERSION, "dist": {"tarball": f"{url}/package.tgz", "integrity": integrity}}
        (folder / PACKAGE).mkdir()
        (folder / PACKAGE / "latest").write_text(json.dumps(latest))
        (folder / "package.tgz").write_bytes(package if arrives is None else arrives)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield url
        finally:
            server.shutdown()


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """What `make platform` prints and its exit status where a package has changed so."""

    def run(*changed: tuple[str, str]) -> tuple[list[str], int]:
        with registry(tmp_path, packed(*changed)) as url:
            monkeypatch.setenv("NPM_CONFIG_REGISTRY", f"{url}/")
            status = platform.main()
        return capsys.readouterr().out.splitlines(), status

    return run


def test_nothing_is_named_while_nothing_has_changed(said: Any) -> None:
    assert said() == ([f"{PACKAGE} {VERSION}: all is as the bot uses it."], 0)


def test_what_has_changed_is_named(said: Any) -> None:
    lines, status = said(
        ("GET  `/gateway/bot`", "GET  `/gateway/robot`"),
        ("    Link = 5", "    Link = 7"),
        ("    Guilds = 1", "    Servers = 1"),
        ("ManageGuild: 1n << 5n", "ManageGuild: 1n << 50n"),
        ("     * A Success\n", "     * A Success\n     * @deprecated Use\n     * Primary\n"),
        ("The placeholder (150 at most)", "Up to 120"),
        ("Length limit: 6000 characters", "Length limit: 600 characters"),
        ("    nonce?: string", "    once?: string"),
        ("interface APILabelComponent", "interface APICaptionComponent"),
    )
    assert status == 1
    assert lines == [
        f"{PACKAGE} {VERSION}: what the bot uses has changed.",
        "GET /gateway/bot is gone.",
        "ButtonStyle.Success is deprecated: Use Primary",
        "ButtonStyle.Link was 5 and is 7.",
        f"PermissionFlagsBits.ManageGuild was 32 and is {1 << 50}.",
        "GatewayIntentBits.Guilds is gone.",
        "APIBaseMessageNoChannel.nonce is gone.",
        "APIEmbed was limited to 6000; now its comment says: Length limit: 600 characters",
        "APIBaseSelectMenuComponent.placeholder was limited to 150; now its comment says: Up to 120",
        "APILabelComponent.label is gone.",
        "APILabelComponent.description is gone.",
    ]


def test_without_a_connection_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "http://127.0.0.1:9")
    assert platform.main() == 2
    assert capsys.readouterr().err.startswith(f"http://127.0.0.1:9 doesn't give {PACKAGE} (")


def test_a_package_that_arrives_damaged_is_not_compared(tmp_path: Path) -> None:
    whole = packed()
    with registry(tmp_path, whole, whole[:-100]) as url, pytest.raises(NotFetched, match="arrived damaged"):
        fetched(url)
