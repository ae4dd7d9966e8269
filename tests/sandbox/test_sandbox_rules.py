"""The sandbox refuses what Discord refuses, with Discord's codes and at Discord's places."""

import io
import json
from typing import Any

import aiohttp
import pytest

from sandbox.world import ANN_ID, BOT_ID, GENERAL_ID, GUILD_ID
from tests.sandbox.wire import GENERAL, Wire

Json = dict[str, Any]
COMMANDS = f"/applications/{BOT_ID}/commands"


def button(custom_id: str = "b", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id} | more


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def select(**more: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": [{"label": "One", "value": "1"}]} | more


def options(n: int) -> list[Json]:
    return [{"label": f"Option {k}", "value": str(k)} for k in range(n)]


GOOD: list[Json] = [
    {"content": "x" * 2000},
    {"content": "x", "components": [row(*[button(f"{r}.{c}") for c in range(5)]) for r in range(5)]},
    {"content": "x", "components": [row(button("c" * 100, label="l" * 80))]},
    {"content": "x", "components": [row(select(options=options(25), max_values=25, placeholder="p" * 150))]},
    {"content": "x", "components": [row({"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"})]},
    {"embeds": [{"title": "t" * 256, "description": "d" * 4096, "footer": {"text": "f" * 1648}}]},
    {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 25}] + [{"title": "t"}] * 9},
]
WRONG: list[tuple[Json, str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "t"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "t" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "d" * 4097}]}, "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n", "value": ""}]}]}, "embeds.0.fields.0.value", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"description": "d" * 3001}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"components": [row(button(str(n))) for n in range(6)]}, "components", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(*[button(str(n)) for n in range(6)])]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row()]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(button(), select())]}, "components.0", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [button()]}, "components.0.type", "BASE_TYPE_CHOICES"),
    ({"content": 7}, "content", "STRING_TYPE_CONVERT"),
    ({"embeds": {"title": "t"}}, "embeds", "LIST_TYPE_CONVERT"),
    ({"embeds": [{"footer": {"text": "f" * 2049}}]}, "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"author": {"name": "a" * 257}}]}, "embeds.0.author.name", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n" * 257, "value": "v"}]}]}, "embeds.0.fields.0.name", "BASE_TYPE_BAD_LENGTH"),
    (
        {"components": [row({"type": 2, "style": 5, "label": "Rules", "url": "u" * 513})]},
        "components.0.components.0.url",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ({"components": [row(button(style=7))]}, "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    ({"components": [row({"type": 4, "custom_id": "t"})]}, "components.0.components.0.type", "BASE_TYPE_CHOICES"),
    ({"components": [row(select(min_values=26))]}, "components.0.components.0.min_values", "NUMBER_TYPE_RANGE"),
    ({"components": [row(select(max_values="1"))]}, "components.0.components.0.max_values", "NUMBER_TYPE_COERCE"),
    ({"components": [row(select(options=[]))]}, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (
        {"components": [row(select(options=[{"label": "l", "value": "v" * 101}]))]},
        "components.0.components.0.options.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ({"components": [row(button(label="l" * 81))]}, "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(label=None))]}, "components.0.components.0", "BUTTON_COMPONENT_INVALID"),
    ({"components": [row(button("c" * 101))]}, "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(button(""))]}, "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (
        {"components": [row(button()), row(button(disabled=True))]},
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    ({"components": [row(select(options=options(26)))]}, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(select(max_values=2))]}, "components.0.components.0.max_values", "BASE_TYPE_MAX"),
    (
        {"components": [row(select(placeholder="p" * 151))]},
        "components.0.components.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"components": [row(select(options=[{"label": "l" * 101, "value": "1"}]))]},
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"components": [row(select(options=[{"label": "l", "value": "1", "description": "d" * 101}]))]},
        "components.0.components.0.options.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"components": [row(select(options=[*options(2), {"label": "l", "value": "1"}]))]},
        "components.0.components.0.options.2",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
]


@pytest.mark.parametrize("body", GOOD)
async def test_a_message_at_the_limit_is_posted(wire: Wire, body: Json) -> None:
    posted = await wire.call("POST", f"{GENERAL}/messages", body)
    assert posted.status == 200
    assert (await wire.call("GET", f"{GENERAL}/messages/{posted.body['id']}")).body == posted.body


@pytest.mark.parametrize(("body", "path", "code"), WRONG)
async def test_a_message_beyond_the_limit_is_refused(wire: Wire, body: Json, path: str, code: str) -> None:
    refused = await wire.call("POST", f"{GENERAL}/messages", {"content": "x"} | body)
    assert (refused.status, refused.code, refused.wrong) == (400, 50035, {path: code})
    assert refused.body["message"] == "Invalid Form Body"
    assert wire.world.messages == {}


@pytest.mark.parametrize("body", [{}, {"content": " \n"}, {"components": [row(button())]}, {"embeds": []}])
async def test_an_empty_message_is_refused(wire: Wire, body: Json) -> None:
    assert (await wire.call("POST", f"{GENERAL}/messages", body)).code == 50006
    posted = await wire.call("POST", f"{GENERAL}/messages", {"content": "full"})
    edited = await wire.call("PATCH", f"{GENERAL}/messages/{posted.body['id']}", {"content": ""} | body)
    assert (edited.status, edited.code) == (400, 50006)


def with_files(n: int, *, size: int = 3, alt: str = "") -> aiohttp.FormData:
    form = aiohttp.FormData(quote_fields=False)
    about = [{"id": k, "description": alt} for k in range(n)]
    form.add_field("payload_json", json.dumps({"attachments": about}))
    for k in range(n):
        form.add_field(f"files[{k}]", io.BytesIO(b"x" * size), filename=f"{k}.txt")
    return form


async def test_files_and_their_limits(wire: Wire) -> None:
    path = f"{GENERAL}/messages"
    posted = await wire.call("POST", path, form=with_files(10, alt="a" * 1024))
    assert [a["filename"] for a in posted.body["attachments"]] == [f"{n}.txt" for n in range(10)]
    assert (await wire.call("POST", path, form=with_files(11))).wrong.keys() == {"attachments", "files"}
    too_wordy = await wire.call("POST", path, form=with_files(1, alt="a" * 1025))
    assert too_wordy.wrong == {"attachments.0.description": "BASE_TYPE_MAX_LENGTH"}
    too_large = await wire.call("POST", path, form=with_files(1, size=10 * 1024 * 1024 + 1))
    assert (too_large.status, too_large.code) == (413, 40005)
    edit = f"{path}/{posted.body['id']}"
    kept = await wire.call("PATCH", edit, {"attachments": [{"id": posted.body["attachments"][3]["id"]}]})
    assert [a["filename"] for a in kept.body["attachments"]] == ["3.txt"]
    one_more = await wire.call("PATCH", edit, form=with_files(1))
    assert [a["filename"] for a in one_more.body["attachments"]] == ["0.txt"]  # the list names no old one
    assert (await wire.call("PATCH", edit, {"attachments": []})).code == 50006


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/7", 404, 10003),
        ("GET", f"{GENERAL}/messages/7", 404, 10008),
        ("PATCH", f"{GENERAL}/messages/7", 404, 10008),
        ("DELETE", GENERAL, 403, 50013),
        ("PATCH", GENERAL, 403, 50013),
        ("GET", "/guilds/7", 404, 10004),
        ("GET", f"/guilds/{GUILD_ID}/members/7", 404, 10007),
        ("GET", "/users/7", 404, 10013),
        ("POST", "/users/@me/channels", 400, 50033),
        ("GET", f"{COMMANDS}/7", 404, 10063),
        ("PUT", "/applications/7/commands", 403, 20012),
        ("POST", "/interactions/7/token/callback", 404, 10062),
        ("POST", f"/webhooks/{BOT_ID}/token", 404, 10015),
        ("GET", "/nowhere", 404, 0),
        ("DELETE", "/users/@me", 405, 0),
    ],
)
async def test_what_is_not_there_or_not_allowed(wire: Wire, method: str, path: str, status: int, code: int) -> None:
    refused = await wire.call(method, path, {"name": "n", "content": "c"})
    assert (refused.status, refused.code) == (status, code)


async def test_answers_look_like_discords(wire: Wire) -> None:
    answer = await wire.call("GET", "/users/@me")
    assert answer.headers["Content-Type"] == "application/json"
    assert int(answer.headers["X-RateLimit-Remaining"]) > 0 and len(answer.headers["X-RateLimit-Bucket"]) == 32
    assert (await wire.call("GET", "/users/@me", token=None)).status == 401


async def test_only_its_own_messages_may_be_edited(wire: Wire) -> None:
    async with await wire.driver() as driver:
        await driver.player("Ann").say("general", "hello")
    (message_id,) = wire.world.messages
    path = f"{GENERAL}/messages/{message_id}"
    assert (await wire.call("PATCH", path, {"content": "bye"})).code == 50005
    assert (await wire.call("DELETE", path)).code == 50013


async def test_replies_and_mentions(wire: Wire) -> None:
    first = await wire.call("POST", f"{GENERAL}/messages", {"content": f"<@{ANN_ID}> and <@7>"})
    assert [user["id"] for user in first.body["mentions"]] == [ANN_ID]
    quiet = {"content": f"<@{ANN_ID}>", "allowed_mentions": {"parse": []}, "message_reference": {"message_id": "7"}}
    refused = await wire.call("POST", f"{GENERAL}/messages", quiet)
    assert refused.wrong == {"message_reference": "REPLIES_UNKNOWN_MESSAGE"}
    quiet["message_reference"] = {"message_id": first.body["id"]}
    reply = await wire.call("POST", f"{GENERAL}/messages", quiet)
    assert (reply.body["type"], reply.body["mentions"]) == (19, [])
    assert reply.body["referenced_message"]["id"] == first.body["id"]


async def test_a_nonce_posts_once_for_some_minutes(wire: Wire) -> None:
    body = {"content": "turn", "nonce": "n1", "enforce_nonce": True}
    first = await wire.call("POST", f"{GENERAL}/messages", body)
    again = await wire.call("POST", f"{GENERAL}/messages", body)
    assert again.body == first.body and first.body["nonce"] == "n1"
    wire.clock.seconds += 301
    assert (await wire.call("POST", f"{GENERAL}/messages", body)).body["id"] != first.body["id"]


async def test_messages_are_listed_newest_first(wire: Wire) -> None:
    ids = [(await wire.call("POST", f"{GENERAL}/messages", {"content": str(n)})).body["id"] for n in range(6)]

    async def listed(query: str) -> list[str]:
        return [m["content"] for m in (await wire.call("GET", f"{GENERAL}/messages?{query}")).body]

    assert await listed("limit=2") == ["5", "4"]
    assert await listed(f"limit=2&before={ids[3]}") == ["2", "1"]
    assert await listed(f"limit=2&after={ids[1]}") == ["3", "2"]
    assert await listed(f"limit=3&around={ids[2]}") == ["3", "2", "1"]
    assert (await wire.call("GET", f"{GENERAL}/messages?limit=101")).wrong == {"limit": "NUMBER_TYPE_RANGE"}
    assert (await wire.call("GET", f"{GENERAL}/messages?limit=all")).wrong == {"limit": "NUMBER_TYPE_COERCE"}


async def test_threads_and_their_rules(wire: Wire) -> None:
    public = {"name": "Stage 1", "type": 11}
    assert (await wire.call("POST", f"{GENERAL}/threads", public | {"name": "n" * 101})).code == 50035
    assert (await wire.call("POST", f"{GENERAL}/threads", public | {"type": 12})).code == 50013
    soon = await wire.call("POST", f"{GENERAL}/threads", public | {"auto_archive_duration": 5})
    assert soon.wrong == {"auto_archive_duration": "BASE_TYPE_CHOICES"}
    thread = (await wire.call("POST", f"{GENERAL}/threads", public)).body
    path = f"/channels/{thread['id']}"
    assert (thread["owner_id"], thread["parent_id"], thread["member_count"]) == (BOT_ID, GENERAL_ID, 1)
    posted = (await wire.call("POST", f"{path}/messages", {"content": "go"})).body
    assert (await wire.call("PATCH", path, {"archived": True})).body["thread_metadata"]["archived"]
    assert (await wire.call("PATCH", f"{path}/messages/{posted['id']}", {"content": "?"})).code == 50083
    assert (await wire.call("PUT", f"{path}/thread-members/{ANN_ID}")).code == 50083
    assert (await wire.call("PATCH", path, {"name": "Stage 2"})).code == 50083
    assert (await wire.call("GET", f"{GENERAL}/threads/archived/public")).body["threads"][0]["id"] == thread["id"]
    await wire.call("POST", f"{path}/messages", {"content": "unarchives it"})
    assert (await wire.call("PUT", f"{path}/thread-members/{ANN_ID}")).status == 204
    members = [m["user_id"] for m in (await wire.call("GET", f"{path}/thread-members")).body]
    assert members == [BOT_ID, ANN_ID]
    assert (await wire.call("DELETE", f"{path}/thread-members/{ANN_ID}")).code == 50013
    assert (await wire.call("PATCH", path, {"locked": True})).code == 50013
    assert (await wire.call("DELETE", path)).code == 50013
    assert (await wire.call("POST", f"{GENERAL}/typing")).status == 204


async def test_a_message_has_one_thread_at_most(wire: Wire) -> None:
    posted = (await wire.call("POST", f"{GENERAL}/messages", {"content": "go"})).body
    path = f"{GENERAL}/messages/{posted['id']}"
    thread = await wire.call("POST", f"{path}/threads", {"name": "Stage 1"})
    assert (thread.status, thread.body["id"]) == (201, posted["id"])
    assert (await wire.call("GET", path)).body["thread"]["name"] == "Stage 1"
    assert (await wire.call("POST", f"{path}/threads", {"name": "Stage 1"})).code == 160004
    active = (await wire.call("GET", f"/guilds/{GUILD_ID}/threads/active")).body["threads"]
    assert [t["id"] for t in active] == [posted["id"]]


def command(name: str = "play", **more: Any) -> Json:
    return {"name": name, "description": "d", "type": 1} | more


def option(name: str = "track", **more: Any) -> Json:
    return {"name": name, "description": "d", "type": 3} | more


WRONG_COMMANDS: list[tuple[list[Json], str, str]] = [
    ([command(f"c{n}") for n in range(101)], "", "BASE_TYPE_MAX_LENGTH"),
    ([command("Play")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command("play it")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command("p" * 33)], "0.name", "BASE_TYPE_BAD_LENGTH"),
    ([command(description="")], "0.description", "BASE_TYPE_BAD_LENGTH"),
    ([command(description="d" * 101)], "0.description", "BASE_TYPE_BAD_LENGTH"),
    ([command(), command()], "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ([command(options=[option(f"o{n}") for n in range(26)])], "0.options", "BASE_TYPE_MAX_LENGTH"),
    (
        [command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
        "0.options.0.choices",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        [command(options=[option("a"), option("b", required=True)])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    ([command(options=[option(type=1), option("b")])], "0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    ([command(options=[option(type=1, options=[option(type=1)])])], "0.options.0.options.0.type", "BASE_TYPE_CHOICES"),
    ([command(options=[option(f"o{n}", type=1) for n in range(26)])], "0.options", "BASE_TYPE_MAX_LENGTH"),
    (
        [command(options=[option(type=2, options=[option(f"o{n}", type=1) for n in range(26)])])],
        "0.options.0.options",
        "BASE_TYPE_MAX_LENGTH",
    ),
    ([command(options=[option("Track")])], "0.options.0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(options=[option("New", type=1)])], "0.options.0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(options=[option(), option()])], "0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
    ([command(options=[option(description="d" * 101)])], "0.options.0.description", "BASE_TYPE_BAD_LENGTH"),
    (
        [command(options=[option(choices=[{"name": "n" * 101, "value": "v"}])])],
        "0.options.0.choices.0.name",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        [command(options=[option(choices=[{"name": "n", "value": "v" * 101}])])],
        "0.options.0.choices.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        [command(options=[option(autocomplete=True, choices=[{"name": "n", "value": "v"}])])],
        "0.options.0",
        "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
    ),
    ([command(type=4)], "0.type", "BASE_TYPE_CHOICES"),
    ([command("n" * 33, type=2)], "0.name", "BASE_TYPE_BAD_LENGTH"),
    ([command(name_localizations={"de": "Spiel"})], "0.name_localizations.de", "APPLICATION_COMMAND_INVALID_NAME"),
    (
        [command(description_localizations={"de": "d" * 101})],
        "0.description_localizations.de",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ([command(name_localizations={"xx": "y"})], "0.name_localizations.xx", "BASE_TYPE_CHOICES"),
    (
        [
            command(
                options=[
                    option(
                        f"o{n}", description="d" * 100, choices=[{"name": "n" * 100, "value": str(k)} for k in range(4)]
                    )
                    for n in range(20)
                ]
            )
        ],
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
]


async def test_commands_at_the_limits_are_taken(wire: Wire) -> None:
    full = command("c" * 32, description="d" * 100, options=[option(f"o{n}", type=1) for n in range(25)])
    taken = await wire.call("PUT", COMMANDS, [full, *[command(f"c{n}") for n in range(99)]])
    assert (taken.status, len(taken.body)) == (200, 100)
    refused = await wire.call("POST", COMMANDS, command("one-more"))
    assert (refused.status, refused.code) == (400, 30032)
    assert (await wire.call("POST", COMMANDS, command("c7"))).status == 200  # takes the place of the old one


@pytest.mark.parametrize(("commands", "path", "code"), WRONG_COMMANDS)
async def test_commands_beyond_the_limits_are_refused(wire: Wire, commands: list[Json], path: str, code: str) -> None:
    refused = await wire.call("PUT", COMMANDS, commands)
    assert (refused.status, refused.wrong) == (400, {path: code})
    assert wire.world.commands == {}


async def test_commands_keep_their_ids(wire: Wire) -> None:
    first = (await wire.call("PUT", COMMANDS, [command("a"), command("b")])).body
    second = (await wire.call("PUT", COMMANDS, [command("b", description="new"), command("c")])).body
    assert second[0]["id"] == first[1]["id"] and second[0]["description"] == "new"
    assert [c["name"] for c in (await wire.call("GET", COMMANDS)).body] == ["b", "c"]
    assert (await wire.call("POST", COMMANDS, command("d"))).status == 201
    for_guild = f"/applications/{BOT_ID}/guilds/{GUILD_ID}/commands"
    local = (await wire.call("POST", for_guild, command("b"))).body
    assert local["guild_id"] == GUILD_ID and local["id"] != first[1]["id"]
    assert (await wire.call("DELETE", f"{COMMANDS}/{second[1]['id']}")).status == 204
    assert [c["name"] for c in (await wire.call("GET", COMMANDS)).body] == ["b", "d"]
