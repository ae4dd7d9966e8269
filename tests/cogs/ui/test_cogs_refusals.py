"""Every refusal has its sentence: all reasons that the code knows, and all doors through which they come out."""

import inspect
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any
from unittest.mock import create_autospec

import discord
import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands

from cogs.routes import ROUTES
from cogs.ui.errors import answered
from engines import GAMES
from engines.table import Refused
from host.play.matches import Stale
from locales import catalogue
from screen.refusals import refusal
from tests.cogs.limits import CONTENT
from tests.cogs.reasons import Reason, reasons, refusals
from tests.cogs.world import Answer, Player, World

SAY = catalogue(None)
NAMES = ("Ann", "Bob")
# an id of a thing in a game, a key of a text, a hole in one
RAW = re.compile(r"\b(?:snake|hex|bottle|card|ride|el|keep)\.\w|\b(?:refusal|option|table|step|typed|lobby)\.\w|[{}]")


@pytest.fixture(scope="module")
def all_reasons() -> list[Reason]:
    """All reasons in the code, which is read once."""
    return reasons()


def at_the_table(game: str, all_reasons: list[Reason]) -> list[Reason]:
    """The reasons that may come up where this game is played or opened."""
    rooms = {r.room for r in all_reasons if r.room.startswith("engines.")} - {"engines.table", f"engines.{game}"}
    return [reason for reason in all_reasons if reason.room not in rooms]


def test_the_reasons_are_read_from_the_code(all_reasons: list[Reason]) -> None:
    names = {reason.name for reason in all_reasons}
    assert {"course.rise", "table.value", "lobby.full", "house.paused.voted", "typed.word", "level.joker"} <= names
    assert len(names) > 100


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_has_a_sentence_in_every_game(game: str, all_reasons: list[Reason]) -> None:
    for reason in at_the_table(game, all_reasons):
        for illegal in refusals(reason, GAMES[game]):
            sentence = refusal(illegal, game, SAY, NAMES)
            assert sentence, reason.where
            assert sentence.rstrip("*`")[-1] in ".!?", f"{reason.where}: {sentence}"
            assert not RAW.search(sentence), f"{reason.where}: {sentence}"
            assert len(sentence) <= CONTENT, reason.where


def test_what_house_and_cogs_refuse_without_a_match_has_the_words_of_the_house(all_reasons: list[Reason]) -> None:
    in_a_game = ("table.players", "table.never")
    for reason in all_reasons:
        if reason.room in ("host", "cogs") and reason.name not in in_a_game:
            for illegal in refusals(reason, GAMES["pistard"]):
                assert not RAW.search(refusal(illegal, None, SAY)), reason.where


# --- the doors

OF_LEGSTRONG = Refused("course.rise", {"rule": "L3", "stage": 1, "hex": 2})
ITS_SENTENCE = refusal(OF_LEGSTRONG, "legstrong", SAY)
OF_THE_HOUSE = Refused("habits.always")
HOUSES_SENTENCE = refusal(OF_THE_HOUSE, None, SAY)

ALWAYS = ("borders", "match", "by_thread", "languages", "presence", "games", "opponents")
# commands that ask the host nothing, or for anyone but owners nothing
ABOUT_NOTHING = ("rules", "forget", "backup", "about")
FINGERPRINT = "00000000"


class Refusing:
    """A host that refuses every request, except for what a refusal itself needs."""

    def __init__(self, real: Any, illegal: Refused) -> None:
        self._real, self._illegal = real, illegal

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._real, name)
        if name in ALWAYS:
            return real
        return self._refuse if inspect.isroutine(real) else Refusing(real, self._illegal)

    async def _refuse(self, *args: object, **more: object) -> None:
        raise Refused(self._illegal.reason, self._illegal.about)


@pytest.fixture
async def ann(world: World) -> Player:
    """Ann has a running match of Pistard, #1, and one of LEGSTRONG, #2."""
    ann, bob = world.person("Ann", manage_guild=True), world.person("Bob")
    for command in ("pistard new", "legstrong new"):
        await ann.start_match(bob, command=command)
        await world.later(1)
    return ann


@contextmanager
def all_refused(world: World, illegal: Refused) -> Iterator[None]:
    """The host refuses everything."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.bots[-1], "house", Refusing(world.house, illegal))
        yield


def commands(bot: Any) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """Every slash command of the bot."""
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def arguments_of(command: app_commands.Command[Any, ..., Any], ann: Player, *, match: str) -> dict[str, Any]:
    """Something for each option that a command needs, and the match where it takes one."""
    words: dict[Any, Any] = {"sure": "yes", Kind.integer: 1, Kind.user: ann.member.user}
    options: dict[str, Any] = {}
    for option in command.parameters:
        if option.required:
            value = words.get(option.name, words.get(option.type, "1"))
            options[option.name] = option.choices[0].value if option.choices else value
    return options | ({"match": match} if "match" in {option.name for option in command.parameters} else {})


async def test_every_command_about_a_match_refuses_in_the_words_of_its_game(world: World, ann: Player) -> None:
    with all_refused(world, OF_LEGSTRONG):
        tried = 0
        for command in commands(world.bots[-1]):
            if "match" in {p.name for p in command.parameters} or command.qualified_name == "legstrong new":
                answer = await ann.command(command.qualified_name, **arguments_of(command, ann, match="2"))
                assert answer.whisper == ITS_SENTENCE, command.qualified_name
                tried += 1
        assert tried > 5


async def test_every_other_command_refuses_in_the_words_of_the_house(world: World, ann: Player) -> None:
    tried = 0
    with all_refused(world, OF_THE_HOUSE):
        for command in commands(world.bots[-1]):
            if command.name in ABOUT_NOTHING or "match" in {parameter.name for parameter in command.parameters}:
                continue
            answer = await ann.command(command.qualified_name, **arguments_of(command, ann, match="2"))
            assert (answer.whispers or [answer.text]) == [HOUSES_SENTENCE], command.qualified_name
            tried += 1
    assert tried > 5


IDLE = ("later", "web", *("accept", "decline", "block", "allow"))  # which ask the host nothing, or for guests alone
MORE = {
    "vote": ".pause",
    "standing": ".keep",
    "takeover": ".1",
    "step": ".0.1",
    "snooze": ".hour",
    "follow": ".on",
    "note": ".edit",
    "line": ".use.1.00000000",
    "try": ".3",
    "trytogether": ".3",
    "shareline": ".1.00000000",
    "sharebetter": ".3",
    "order": ".00000000.0.0",
}
MORE |= {"points": ".0", "rewind": ".5.9", "excuse": ".9.all.0", "drop": ".9", "repost": ".9"}
MORE |= dict.fromkeys(("undo", "auto", "fast", "leg", "untry", "keep"), f".{FINGERPRINT}")
BUTTONS = [
    *(
        f"h:{action}:2{MORE.get(action, '')}"
        for action, route in ROUTES.items()
        if route.in_match and action not in IDLE
    ),
    *(f"{kind}:2:{FINGERPRINT}:{tail}" for kind in "gpt" for tail in ("", "0", "0!", "0@1", "?")),
]


async def test_every_button_refuses_in_the_words_of_the_game_that_it_is_about(world: World, ann: Player) -> None:
    board = world.board()
    with all_refused(world, OF_LEGSTRONG):
        for code in BUTTONS:
            world.forge(board, code)
            answer = await ann.press(board, "forged 0")
            assert answer.whisper == ITS_SENTENCE, code


async def test_lists_and_forms_refuse_so_too(world: World, ann: Player) -> None:
    board, code = world.board(), f"g:2:{FINGERPRINT}:"
    with all_refused(world, OF_LEGSTRONG):
        options = [{"label": "one", "value": "0", "default": False}]
        select = {"type": 3, "custom_id": f"{code}*", "options": options, "min_values": 1, "max_values": 1}
        world._stored(board).components = [{"type": 1, "components": [select]}]
        assert (await ann.choose(board, "0")).whisper == ITS_SENTENCE
        row = {"type": 1, "components": [{"type": 4, "custom_id": "number", "value": "3"}]}
        form = {"custom_id": code, "components": [row]}
        assert Answer(ann, await ann.member._dispatch_interaction(5, world.races, form)).whisper == ITS_SENTENCE


async def test_a_player_is_named_in_a_refusal(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.start_match(bob, command="schlangennest new")
    await world.later(1)
    illegal = Refused("end.others", {"end": "M20.e", "square": "M20", "snake": 1, "seat": 1})
    with all_refused(world, illegal):
        assert "(Bob)" in (await ann.press(world.board(), "Your move")).whisper


async def test_a_refusal_without_words_is_a_fault_of_ours_and_is_answered(
    world: World, ann: Player, log_lines: list[Any]
) -> None:
    with all_refused(world, Refused("nobody.knows")):
        assert (await ann.press(world.board(), "Your move")).whisper.startswith("Something went wrong on my side")
        assert [line["event"] for line in log_lines if line["log_level"] == "error"] == ["interaction failed"]
        log_lines.clear()


@pytest.mark.parametrize("is_closed", [True, False])
async def test_a_bot_that_ends_meanwhile_has_nothing_to_say_any_more(is_closed: bool) -> None:
    interaction = create_autospec(discord.Interaction, instance=True)
    interaction.locale, interaction.extras = "en-US", {}
    interaction.client.house.languages.chosen.return_value = None
    interaction.client.is_closed.return_value = is_closed
    interaction.response = create_autospec(discord.InteractionResponse, instance=True)
    interaction.followup = create_autospec(discord.Webhook, instance=True)
    interaction.followup.send.side_effect = RuntimeError("Session is closed")
    with nullcontext() if is_closed else pytest.raises(RuntimeError):
        async with answered(interaction):
            raise Stale
    interaction.followup.send.assert_awaited_once()
