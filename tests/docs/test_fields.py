"""Each field of a value with seven or more has a comment of its own, which says what it is."""

import ast
from pathlib import Path

import pytest

from tests.driver import ROOT

MANY = 7
FILES = [
    *sorted((ROOT / "model").glob("*.py")),
    *(ROOT / name for name in ("cogs/server_setup.py", "db/stores/open_tables.py", "db/stores/puzzles.py")),
    *(ROOT / name for name in ("host/cups/cups.py", "host/lobby/lobby.py", "host/lobby/presets.py")),
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_each_field_of_many_has_a_comment(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
            bare = [ast.unparse(field.target) for field in fields if "  # " not in lines[(field.end_lineno or 1) - 1]]
            assert len(fields) < MANY or not bare, (node.name, bare)
