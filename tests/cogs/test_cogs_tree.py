"""The slash commands as the bot sends them to Discord, within its limits."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engines import GAMES
from locales import catalogue, languages
from locales.check import TRANSLATED
from tests.cogs.world import Player, World

NAME = re.compile(r"[a-z0-9_-]{1,32}")
LOCAL_NAME = re.compile(r"[-_'\w]{1,32}")
SUBCOMMAND, STRING, INTEGER, BOOLEAN = 1, 3, 4, 5
USER_MENU = 2  # Discord's type of a command in the menu of a person
GUILD, BOT_DM, CONVERSATION = 0, 1, 2
SERVER, PERSON = 0, 1  # who has installed the bot


def synced(world: World) -> list[dict[str, Any]]:
    """What the bot has sent to Discord."""
    [sent] = [request for request in world.env.http_requests if request.path.endswith("/commands")]
    assert isinstance(sent.json, list)
    return sent.json


def leaves(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The command, its subcommands and all their options."""
    yield command
    for option in command.get("options", ()):
        yield from leaves(option)


def longest(leaf: dict[str, Any], field: str) -> int:
    """How many characters Discord counts: those of the language that needs most."""
    return max(map(len, (leaf[field], *leaf.get(f"{field}_localizations", {}).values())))


async def test_all_commands_are_within_the_limits(world: World) -> None:
    commands = synced(world)
    assert len(commands) <= 100
    menus = [command for command in commands if command["type"] == USER_MENU]
    assert [(menu["name"], menu["contexts"], menu["integration_types"]) for menu in menus] == [("Challenge", [0], [0])]
    for command in commands:
        if command in menus:
            continue
        whole = 0
        for leaf in leaves(command):
            assert NAME.fullmatch(leaf["name"])
            assert 0 < longest(leaf, "description") <= 100
            assert len(leaf.get("options", ())) <= 25
            assert len(leaf.get("choices", ())) <= 25
            whole += longest(leaf, "name") + longest(leaf, "description")
            for choice in leaf.get("choices", ()):
                assert 0 < longest(choice, "name") <= 100
                assert len(str(choice["value"])) <= 100
                whole += longest(choice, "name") + len(str(choice["value"]))
            needed = [option.get("required", False) for option in leaf.get("options", ())]
            assert needed == sorted(needed, reverse=True), "required options come first"
        assert whole <= 8000
        # what is answered to one person alone
        private = command["name"] in (*GAMES, "start", "help", "match", "play", "move", "games", "puzzle", "about")
        contexts = [GUILD] if command["name"] == "cup" else [GUILD, BOT_DM, *([CONVERSATION] if private else [])]
        assert sorted(command["contexts"]) == contexts
        assert sorted(command["integration_types"]) == ([SERVER, PERSON] if private else [SERVER])


async def test_in_the_catalogue_english_names_are_those_that_are_fixed(world: World) -> None:
    say = catalogue("en")
    nameless = {option.name for key in GAMES.keys() - TRANSLATED for option in GAMES[key].spec.options}
    for command in synced(world):
        for leaf in leaves(command):
            if leaf["type"] > SUBCOMMAND and leaf is not command and leaf["name"] not in nameless:
                assert say(f"parameter.{leaf['name']}") == leaf["name"]


async def test_every_language_has_names_of_its_own_for_commands_and_options(world: World) -> None:
    """Within Discord's limits, no two alike in a group or a command; Spanish is two of Discord's languages."""
    commands = synced(world)
    spoken = [language for language in languages() if language != "en"]
    tongues = {"es": ("es-ES", "es-419"), "fr": ("fr",), "de": ("de",)}
    for locale in (tongue for language in spoken for tongue in tongues[language]):
        for siblings in (commands, *(leaf.get("options", []) for command in commands for leaf in leaves(command))):
            names = [sibling["name_localizations"].get(locale, sibling["name"]) for sibling in siblings]
            assert len(set(names)) == len(names), (locale, names)
            for name in names:
                if name == catalogue(locale)("menu.challenge"):  # what is in a menu may be any words
                    continue
                assert LOCAL_NAME.fullmatch(name), (locale, name)
                assert name == name.lower()
        [start] = [command for command in commands if command["name"] == "start"]
        assert start["description_localizations"][locale] == catalogue(locale)("command.start.about")
        [board] = [leaf for command in commands for leaf in leaves(command) if leaf["name"] == "history"]
        assert board["name_localizations"][locale] == catalogue(locale)("command.match.history") != "history"


@pytest.mark.parametrize("locale", ["en-US", "de", "es-ES", "fr"])
async def test_what_a_player_is_asked_to_type_is_what_is_taken(world: World, locale: str, ann: Player) -> None:
    [match] = [command for command in synced(world) if command["name"] == "match"]
    [sure] = [option for leaf in leaves(match) for option in leaf.get("options", []) if option["name"] == "sure"]
    asked = sure.get("description_localizations", {}).get(locale, sure["description"])
    say = catalogue(locale)
    await ann.command("settings", language=say.language)
    await ann.command("pistard new", players=2)
    answers = [(await ann.command("match resign", sure=word, match="1")).whisper for word in asked.split()]
    assert say("resign.left", match=1) in answers
    assert answers[0] == say("resign.unsure", yes=say("resign.yes")), "not every word is"


async def test_the_options_of_new_are_those_of_the_game(world: World) -> None:
    say = catalogue("en")
    tree = {command["name"]: command for command in synced(world)}
    for key, game in GAMES.items():
        [new] = [option for option in tree[key]["options"] if option["name"] == "new"]
        given = {option["name"]: option for option in new["options"]}
        assert {option.name for option in game.spec.options} | {"players", "forced"} <= given.keys()
        assert not any(option.get("required") for option in new["options"])
        assert (given["players"]["min_value"], given["players"]["max_value"]) == (
            game.spec.seats[0],
            game.spec.seats[-1],
        )
        assert given["forced"]["type"] == BOOLEAN
        presets = given.get("preset", {}).get("choices", [])
        assert [preset["value"] for preset in presets] == list(game.spec.presets)
        for preset in presets:  # whole, with what it stands for
            name, about = (say(f"{key}.preset.{preset['value']}{ending}") for ending in ("", ".about"))
            assert preset["name"] == f"{name} – {about}"
    track = next(o for o in tree["pistard"]["options"][0]["options"] if o["name"] == "track")
    assert {choice["value"]: choice["name"] for choice in track["choices"]} == {
        value: say(f"pistard.option.track.{value}") for value in ("sprint", "classic", "marathon")
    }
    target = next(o for o in tree["pistard"]["options"][0]["options"] if o["name"] == "target")
    assert (target["type"], target["min_value"], target["max_value"]) == (INTEGER, 3, 30)


async def test_what_is_offered_first_are_six_options_that_do_not_sound_alike(world: World) -> None:
    tree = {command["name"]: command for command in synced(world)}
    [new] = [option for option in tree["legstrong"]["options"] if option["name"] == "new"]
    first = [option["name"] for option in new["options"]][:6]
    assert first == ["players", "preset", "clock", "tour", "course", "riders"]
    shown = [choice["name"].casefold() for option in new["options"][:6] for choice in option.get("choices", ())]
    assert sum("weekend" in name for name in shown) == 1


async def test_no_privileged_intent_and_no_mention_by_default(world: World) -> None:
    bot = world.bots[-1]
    assert [name for name, on in bot.intents if on] == ["guilds", "dm_messages"]
    assert bot.allowed_mentions is not None
    assert bot.allowed_mentions.to_dict() == {"parse": []}
