"""What Discord's own clients never send ends as a refusal: nothing is logged as a fault, nothing quoted whole."""

from collections.abc import Iterator
from typing import Any

from discord import AppCommandOptionType as Kind
from discord import app_commands

from locales import catalogue
from tests.cogs.world import BUTTON, COMPONENT, FORM, SELECT, Answer, Player, World, quick_race

SAY = catalogue("en")
COMMAND, AUTOCOMPLETE = 2, 4
HOSTILE: dict[Kind, list[Any]] = {
    Kind.string: ["x" * 5000, "\ud800", 7],
    Kind.integer: [10**400, "many", 1.5],
    Kind.boolean: ["yes", 2],
    Kind.user: ["5", "x"],
    Kind.channel: ["5"],
    Kind.role: ["5"],
}
USUAL: dict[Kind, Any] = {Kind.string: "1", Kind.integer: 1, Kind.boolean: True}
PRESSES: list[dict[str, Any]] = [
    {"custom_id": "h:move:" + "1" * 70000, "component_type": BUTTON},
    {"custom_id": 7, "component_type": BUTTON},
    {"custom_id": "h:move:1", "component_type": "x"},
    {"custom_id": "s:moments", "component_type": SELECT, "values": ["x"] * 3000},
    {"custom_id": "s:moments", "component_type": SELECT, "values": [{"a": 1}]},
    {"custom_id": "s:moments", "component_type": SELECT, "values": 5},
    {"custom_id": "s:moments", "component_type": SELECT, "values": {"fast": 1}},
    {"custom_id": "c:podium:1", "component_type": 8, "values": ["9" * 5000]},
    {"custom_id": "u:invite:1", "component_type": 5, "values": ["9" * 5000]},
    {"custom_id": "u:invite:1", "component_type": 5, "values": ["9" * 30]},
    {"custom_id": "w:1:0", "component_type": SELECT, "values": ["\ud800"]},
]
FORMS = {"n:1": "note", "s:zone": "zone", "g:1:00000000:": "number", "o:pistard.2": "option.target"}
TYPED: list[Any] = ["x" * 5000, "\ud800", "\0", {"a": 1}, ["x"], 7]

Command = app_commands.Command[Any, ..., Any]


def leaves(world: World) -> Iterator[Command]:
    """All commands that can be used."""
    for command in world.bots[-1].tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def payload(player: Player, command: Command, options: list[dict[str, Any]]) -> dict[str, Any]:
    """A use of a command with these options, as it stands in an interaction."""
    root, *path = command.qualified_name.split(" ")
    for name in reversed(path):
        options = [{"name": name, "type": 1, "options": options}]
    number = player.member._resolve_root(root, 1, player.world.races.id)["id"]
    return {"id": number, "name": root, "type": 1, "options": options}


def option(parameter: app_commands.Parameter, value: Any, **more: Any) -> dict[str, Any]:
    return {"name": parameter.display_name, "type": parameter.type.value, "value": value, **more}


async def use(player: Player, call: dict[str, Any], kind: int = COMMAND) -> Answer:
    return Answer(player, await player.member._dispatch_interaction(kind, player.world.races, call))


async def test_every_option_of_every_command_with_values_that_nobody_can_type(world: World) -> None:
    meg = world.person("Meg", manage_guild=True)
    tried = 0
    for command in leaves(world):
        needed = [option(p, USUAL[p.type]) for p in command.parameters if p.required and p.type in USUAL]
        for parameter in command.parameters:
            rest = [op for op in needed if op["name"] != parameter.display_name]
            for value in HOSTILE[parameter.type]:
                answer = await use(meg, payload(meg, command, [*rest, option(parameter, value)]))
                told = "\n".join(answer.whispers) or answer.text
                assert len(told) < 2000, f"/{command.qualified_name} {parameter.name}"
                assert "x" * 50 not in told, f"/{command.qualified_name} {parameter.name}"
                tried += 1
    assert tried > 200


async def test_a_command_that_there_is_not_and_one_without_what_it_needs(world: World) -> None:
    meg = world.person("Meg", manage_guild=True)
    [move] = [leaf for leaf in leaves(world) if leaf.qualified_name == "move"]
    known = payload(meg, move, [])
    assert (await use(meg, known)).whisper == SAY("refusal.command.option", option="choice")
    for call in ({**known, "name": "teleport"}, {**known, "name": "admin"}):
        assert (await use(meg, call)).whisper == SAY("refusal.command")


async def test_suggestions_for_what_nobody_can_type_are_none(world: World) -> None:
    meg = world.person("Meg", manage_guild=True)
    for command in leaves(world):
        for parameter in command.parameters:
            others = [option(p, HOSTILE[p.type][-1]) for p in command.parameters if p is not parameter]
            for value in ("x" * 7000, "\ud800", 7) if parameter.autocomplete else ():
                for given in ([], others):
                    call = payload(meg, command, [*given, option(parameter, value, focused=True)])
                    await use(meg, call, AUTOCOMPLETE)


async def test_presses_that_no_message_has_and_forms_that_nobody_can_fill_in(world: World) -> None:
    ann, _ = await quick_race(world)
    board = world.board()
    sent = [(data, COMPONENT) for data in PRESSES]
    for code, name in FORMS.items():
        rows = [{"type": 1, "components": [{"type": 4, "custom_id": name, "value": value}]} for value in TYPED]
        sent += [({"custom_id": code, "components": [row]}, FORM) for row in rows]
        sent += [({"custom_id": code, "components": 5}, FORM), ({"custom_id": code, "components": [5]}, FORM)]
    for data, kind in sent:
        answer = await ann.send(board, data, kind)
        assert answer.whispers, f"{str(data)[:60]} is refused"
        assert all("reference" not in whisper and len(whisper) < 300 for whisper in answer.whispers)
