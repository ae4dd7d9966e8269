"""Docstrings and comments are plain English: none of the words that make them sound stiff or translated."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[2]
GAP = r"[\s#]+"  # a phrase may go on in the next line of a comment
WORDS = (
    rf"\b(?:(?:some|any|no|every)body|whoever|whom|anew|afresh|usual(?:ly)?"
    rf"|(?:be|been|being|is|are|was|were){GAP}told|(?:the|a|this|our|each|every){GAP}houses?)\b"
)
FORBIDDEN = re.compile(WORDS)
BEHIND_A_HASH = re.compile(rf"#.*{WORDS}")
ROOTS = ("ebody", "ybody", "nobody", "whoever", "whom", "anew", "afresh", "usual", "told", "house")  # one is in each
CODE = re.compile(r"`[^`\n]*`")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def sources() -> Iterator[Path]:
    """Every Python file of the project."""
    for top in sorted(ROOT.iterdir()):
        if not top.name.startswith("."):
            yield from top.rglob("*.py") if top.is_dir() else [top] if top.suffix == ".py" else []


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """Each docstring in a module's source, with the number of its first line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and (docstring := ast.get_docstring(node, clean=False)):
            yield node.body[0].lineno, docstring


def comments(text: str) -> Iterator[tuple[int, str]]:
    """Each block of comments in a module's source, with the number of its first line."""
    first, block = 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != first + len(block):
                yield first, "\n".join(block)
                first, block = token.start[0], []
            block.append(token.string)
    yield first, "\n".join(block)


def offences(text: str) -> list[tuple[int, str]]:
    """The forbidden words in a module's docstrings and comments, in small letters, each with its line."""
    lower = text.lower()
    if not any(root in lower for root in ROOTS) or not FORBIDDEN.search(lower):
        return []  # most modules: to parse them takes longer
    blocks = [*docstrings(text), *(comments(text) if BEHIND_A_HASH.search(lower) else ())]
    return [
        (first + words.count("\n", 0, found.start()), found[0])
        for first, block in blocks
        for words in [CODE.sub("", block).lower()]
        for found in FORBIDDEN.finditer(words)
    ]


def test_no_docstring_or_comment_has_a_forbidden_word() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in sources()
        for line, word in offences(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(["Say it in plainer words:", *found])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"""The seat that nobody has."""\n', [(1, "nobody")]),
        ('def sit():\n    """Sit down.\n\n    The others are told.\n    """\n', [(4, "are told")]),
        ("class Seat:\n    '''What Everybody wants.'''\n", [(2, "everybody")]),
        ("x = 1  # as usual\n", [(1, "usual")]),
        ("# what a seat is\n# told by the house\n", [(1, "is\n# told"), (2, "the house")]),
    ],
)
def test_it_finds_a_planted_one(text: str, found: list[tuple[int, str]]) -> None:
    assert offences(text) == found


@pytest.mark.parametrize(
    "text",
    [
        'say = "nobody knows whom the house has told"  # words for people\n',
        "NOBODY = house.usual(whom)\n",
        '"""`NOBODY` stands for no one, see `test_nobody_is_told`."""\n',
        "def test_nobody_is_asked_anew(): ...\n",
    ],
)
def test_it_leaves_code_and_texts_alone(text: str) -> None:
    assert offences(text) == []
