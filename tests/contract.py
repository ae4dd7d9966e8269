"""Holds a game against all that is asked of one: `python -m tests.contract <key>`, at its smallest tables.

Everything that is parametrized by games runs, in the project and in a package's own tests, and each failure appears
with what it says; where it is about one of the ten rules of `docs/engines.md`, with that rule's sentence.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES, outside
from model.version import PROJECT
from render import RENDERERS
from tests.db.test_db_saves import SAVES
from tests.engines.golden import FOLDER

ROOT = Path(__file__).parents[1]
ROOMS = ("cogs", "db", "engines", "host", "lessons", "opponents", "render", "secrets")
# a test that is parametrized by games, of which only the files are read: to import all takes longer than to ask
LISTS = "GAMES|RENDERERS|SUBJECTS|FACTS|SEATED|VISITS|TABLES|SEALED|BEATEN|NAMES|SAVES|lesson"
BY_GAME = re.compile(rf"parametrize\([^\n]*({LISTS})")
OPTIONS = ("-n", "0", "-qq", "--no-summary", "--tb=short", "-p", "no:cacheprovider", "-c", str(PROJECT))


class Concerning:
    """Keeps the tests that concern a game, and gathers what their failures say."""

    def __init__(self, key: str) -> None:
        self.key, self.faults = key, dict[str, list[str]]()
        self.engine = engine_files(key)
        self.recorded = [path.stem for path in FOLDER.glob(f"{key}-*")] + [
            path.name for path in SAVES if path.name.startswith(f"{key}-")
        ]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the others, and of tables all but the smallest."""
        items[:] = [item for item in items if self.concerns(item)]

    def concerns(self, item: pytest.Item) -> bool:
        """Whether a test is about the game, and if it is about a table, about its smallest."""
        parameters: dict[str, Any] = getattr(getattr(item, "callspec", None), "params", {})
        if not self.is_named(parameters.values()):
            return item.path.name.startswith(f"test_{self.key}_")
        return parameters.get("seats", smallest := GAMES[self.key].spec.seats[0]) == smallest

    def is_named(self, values: Iterable[Any]) -> bool:
        """Whether a test's parameter is the game, or something of it."""
        return any(
            value in (self.key, *self.engine)
            or getattr(value, "game", None) == self.key
            or getattr(value, "name", value) in self.recorded
            or (isinstance(value, tuple) and self.key in value)
            for value in values
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Gather what a failure says."""
        if report.failed:
            self.faults.setdefault(failure_text(report), []).append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that can't be read is a failure, too."""
        if report.failed:
            self.faults.setdefault(f"It can't be read.\n{report.longreprtext}", []).append(report.nodeid)

    def told(self) -> str:
        """Each fault once, with the tests that have found it."""
        lines = ((fault, tests[0], len(tests) - 1) for fault, tests in self.faults.items())
        return "".join(f"\n✗ {fault}\n    in {test}{f' and {more} more' * (more > 0)}\n" for fault, test, more in lines)


def engine_files(key: str) -> tuple[Path, ...]:
    """The file of a game's rules, or those of its folder."""
    file = Path(inspect.getfile(type(GAMES[key])))
    return (*file.parent.rglob("*.py"),) if file.parent.name in (key, "engine") else (file,)


def failure_text(report: pytest.TestReport) -> str:
    """What a failure says, after the sentence of the rule that it is about."""
    from tests.engines.contract import CHECKS

    crash: Any = getattr(report.longrepr, "reprcrash", None)
    message = report.longreprtext if crash is None else re.split(r"\n *assert |\nFalsifying", crash.message)[0]
    message = message.removeprefix("AssertionError: ").removeprefix("Failed: ").strip()
    name = report.nodeid.partition("::")[2]
    if (rule := re.match(r"test_rule_(\d+)_", name)) and not message.startswith("Rule "):
        message = f"Rule {rule[1]}: {(CHECKS[int(rule[1])].__doc__ or '').strip()} Here {message}"
    return message


def places(key: str) -> list[str]:
    """Where tests of the game may stand."""
    files = [file for room in ROOMS for file in (ROOT / "tests" / room).rglob("test_*.py")]
    found = [file for file in files if file.name.startswith(f"test_{key}_") or BY_GAME.search(file.read_text("utf-8"))]
    if key in outside.PACKAGES:
        [folder] = import_module(outside.PACKAGES[key]).__path__
        found += Path(folder).parent.glob(f"tests/test_{key}_*.py")
    return [str(file) for file in sorted(found)]


def main(arguments: list[str]) -> int:
    """Say what a game doesn't keep; returns the exit status."""
    if len(arguments) != 1 or arguments[0] not in RENDERERS:
        refused = "".join(f" {why}." for why in outside.REFUSED.values())
        print(f"Name a game: {', '.join(RENDERERS)}.{refused}", file=sys.stderr)
        return 2
    [key] = arguments
    concerning = Concerning(key)
    status = pytest.main([*OPTIONS, *places(key)], plugins=[concerning])
    print(concerning.told() or ("" if status else f"\n{key} keeps all that is asked of a game."))
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
