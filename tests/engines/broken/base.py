"""What the broken copies have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, ClassVar

from engines.table import Spec
from tests.engines.tiny import State, Tiny


class Broken(Tiny):
    """A tiny game that breaks `rule`; the checks of the rules in `also` can't help noticing it too."""

    rule: ClassVar[int]
    also: ClassVar[frozenset[int]] = frozenset()
    spec: Spec = Tiny.spec
    State: type[Any] = State


def copied(kind: Callable[..., Any], original: Any, **more: Any) -> Any:
    """The same fields in another dataclass, some of them new."""
    return kind(**{each.name: getattr(original, each.name) for each in fields(original)}, **more)
