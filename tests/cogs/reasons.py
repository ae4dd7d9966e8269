"""All reasons for which something may be refused, read from the code that refuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cogs.ui.long_tasks import Task
from engines.table import Amount, Game, IllegalMove, Option, Pick, Refused, Text
from model.kinds import PauseReason

ROOT = Path(__file__).parents[2]
Function = ast.FunctionDef | ast.AsyncFunctionDef
RAISED = (Refused.__name__, IllegalMove.__name__)

# What stands in a refusal under each name, as the engines, the host or the cogs give it.
SAMPLES: Mapping[str, str | int] = MappingProxyType(
    {
        "about": "ride.0.leader",
        "at": 1_700_000_000,
        "beside": "M21",
        "board": "7x7",
        "channel": 77,
        "choices": "6x6, 5x7",
        "digit": "4",
        "director": 5,
        "digits": 2,
        "end": "M20.e",
        "first": "M20",
        "have": 1,
        "hex": 3,
        "high": 5,
        "host": 5,
        "how": "turn",
        "kind": "curve",
        "last": 5,
        "least": 2,
        "letter": "X",
        "match": 1,
        "when": "<t:1700000000:R>",
        "missing": "Send Messages",
        "most": 4,
        "n": 2,
        "offered": "5 → row 11; 3 → row 9",
        "option": "weather",
        "other": 1,
        "other.seat": 1,
        "places": 3,
        "players": "2, 4",
        "role": 9,
        "rotation": "es",
        "rule": "L6a",
        "rules": 9,
        "runs": 1,
        "seat": 1,
        "seats": 2,
        "side": "e",
        "snake": 0,
        "square": "M20",
        "stage": 1,
        "stages": 40,
        "step": "banana",
        "understood": "",
        "until": 1_700_086_400,
        "why": "the channel is gone",
        "wide": 7,
        "word": "banana",
        "year": 2026,
        "zone": "Mars/Olympus",
    }
)


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason with the names of its values (None: not spelled out in one place), and the file and line it is from."""

    name: str
    values: tuple[str, ...]
    where: str
    room: str  # "engines.pistard", "engines.table", "host", "cogs"


def refusals(reason: Reason, game: Game[Any, Any]) -> Iterator[Refused]:
    """The reason with values as they may be in this game: of each of its options, if it is about one."""
    options = game.spec.options
    choices = {option.name: ", ".join(option.ask.options) for option in options if isinstance(option.ask, Pick)}
    chosen = {name: values.split(", ")[-1] for name, values in choices.items()}  # the first are never refused
    missing = set(reason.values) - set(SAMPLES) - set(chosen)
    assert not missing, f"{reason.where}: give {missing} a sample"
    values = {name: chosen.get(name, SAMPLES.get(name, "")) for name in reason.values}
    if reason.name in ("table.players", "table.never"):
        known: dict[str, str | int] = {"places": 3, "players": "2, 4"} if reason.name == "table.players" else {}
        yield Refused(reason.name, known)
        yield Refused(reason.name, known | {f"option.{name}": listed for name, listed in choices.items()})
    elif reason.name == "table.value":
        for option in options:
            if isinstance(option.ask, Pick):
                yield Refused(reason.name, {"option": option.name, "choices": choices[option.name]})
            elif isinstance(option.ask, Amount):
                yield Refused(reason.name, {"option": option.name, "least": option.ask.least, "most": option.ask.most})
    elif reason.name == "table.text":
        yield from (Refused(reason.name, values | {"option": option.name}) for option in options if _is_text(option))
    else:
        yield Refused(reason.name, values)


def _is_text(option: Option) -> bool:
    return isinstance(option.ask, Text)


def reasons() -> list[Reason]:
    """Every reason in the code; AssertionError where the code doesn't let it be read off."""
    found: list[Reason] = []
    for room in ("engines", "host", "cogs"):
        for file in sorted((ROOT / room).rglob("*.py")):
            inner = file.relative_to(ROOT / room).parts[0].removesuffix(".py")
            of = f"engines.{inner}" if room == "engines" else room
            found += _of_file(file, of)
    return found


def _of_file(file: Path, room: str) -> Iterator[Reason]:
    text = file.read_text(encoding="utf-8")
    if not any(f"{name}(" in text for name in RAISED):
        return
    tree = ast.parse(text)
    for node, function in _calls(tree, None):
        if isinstance(node.func, ast.Name) and node.func.id in RAISED:
            where = f"{file.relative_to(ROOT)}:{node.lineno}"
            values = _values(node.args[1], function, tree) if len(node.args) > 1 else ()
            for name in _texts(node.args[0], function, tree, where):
                yield Reason(name, values, where, room)


def _calls(node: ast.AST, function: Function | None) -> Iterator[tuple[ast.Call, Function]]:
    """Every call in a function, with the innermost function around it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and function is not None:
            yield child, function
        yield from _calls(child, child if isinstance(child, Function) else function)


def _texts(expr: ast.expr, function: Function, tree: ast.Module, where: str) -> list[str]:
    """What a reason can be: a text, one of two, a name whose assignments or whose callers tell it."""
    match expr:
        case ast.Constant(str(text)):
            return [text]
        case ast.IfExp(_, yes, no):
            return [*_texts(yes, function, tree, where), *_texts(no, function, tree, where)]
        case ast.JoinedStr([ast.Constant(str("house.paused.")), _]):
            return [f"house.paused.{why}" for why in PauseReason]
        case ast.JoinedStr([ast.Constant(str("task.")), _]):
            return [f"task.{kind}" for kind in Task]
        case ast.Attribute(_, "reason"):
            return []  # of one that was raised before
        case ast.Name(name):
            given = [
                text for value in _expressions(name, function, tree) for text in _texts(value, function, tree, where)
            ]
            assert given, f"{where}: nothing tells what {name} can be"
            return given
        case _:
            raise AssertionError(f"{where}: the reason {ast.unparse(expr)} can't be read off")


def _expressions(name: str, function: Function, tree: ast.Module) -> list[ast.expr]:
    """The expressions that a name stands for: what is assigned to it, or given by the callers of the function."""
    assigned = [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets)
    ]
    places = [argument.arg for argument in function.args.args]
    if name not in places:
        return assigned
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.name
    ]
    return assigned + [call.args[places.index(name)] for call in calls if len(call.args) > places.index(name)]


def _values(expr: ast.expr, function: Function, tree: ast.Module) -> tuple[str, ...]:
    """The names of the values that go with a reason, as far as they are spelled out."""
    match expr:
        case ast.Dict(keys, inner):
            names: list[str] = []
            for key, value in zip(keys, inner, strict=True):
                if isinstance(key, ast.Constant):
                    names.append(str(key.value))
                elif key is None:
                    names += _values(value, function, tree)
            return tuple(names)
        case ast.BinOp(left, ast.BitOr(), right):
            return (*_values(left, function, tree), *_values(right, function, tree))
        case ast.Name(name) if function.args.kwarg is not None and function.args.kwarg.arg == name:
            return _keywords(function, tree)
        case ast.Name(name):
            return tuple(v for value in _expressions(name, function, tree) for v in _values(value, function, tree))
        case ast.Call(ast.Name(called), _):
            made = next((n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == called), None)
            returns = [n.value for n in ast.walk(made) if isinstance(n, ast.Return) and n.value] if made else []
            return tuple(v for value in returns if made for v in _values(value, made, tree))
        case _:
            return ()


def _keywords(function: Function, tree: ast.Module) -> tuple[str, ...]:
    """The names that callers give to a function which takes any."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.name:
            for keyword in node.keywords:
                names += [keyword.arg] if keyword.arg else _values(keyword.value, _around(node, tree), tree)
    return tuple(dict.fromkeys(names))


def _around(node: ast.AST, tree: ast.Module) -> Function:
    """The function in which a node stands."""
    return next(n for n in ast.walk(tree) if isinstance(n, Function) and any(inner is node for inner in ast.walk(n)))
