"""The map of a press in docs/architecture.md is the way that a press takes."""

import re
import sys
import traceback
from pathlib import Path
from types import FrameType

import pytest

from db.store import Store
from model.match import Match, Step
from tests.cogs.world import World, quick_match, to_confirm

ROOT = Path(__file__).parents[2]
ROOMS = ("cogs", "host", "db")
MOST = 8  # files
# read or asked on the way, and left again before the commit
DETOURS = {"cogs/ui/custom_id.py", "host/play/consequences.py"}


def on_the_map() -> list[str]:
    """The files of the numbered list, in order."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.split("## How a move travels")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. `([\w/.]+)`", section, flags=re.MULTILINE)


def ours(file: str) -> str | None:
    """The file's place in the project; None for what is no room's."""
    path = Path(file)
    if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in ROOMS:
        return None
    return str(path.relative_to(ROOT))


async def test_a_confirm_passes_through_the_files_of_the_map(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    commit, ways, called = Store.commit, list[list[str]](), set[str]()

    async def watched(self: Store, step: Step) -> Match:
        sys.setprofile(None)
        ways.append([file for frame in traceback.extract_stack() if (file := ours(frame.filename))])
        return await commit(self, step)

    def called_now(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code.co_filename)

    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    panel = await to_confirm(panel)
    monkeypatch.setattr(Store, "commit", watched)
    sys.setprofile(called_now)
    try:
        await ann.press(panel, "Confirm")
    finally:
        sys.setprofile(None)
    known = on_the_map()
    assert len(known) <= MOST
    assert all((ROOT / file).exists() for file in known)
    assert [*dict.fromkeys(ways[0]), "db/store.py"] == [file for file in known if file not in DETOURS]
    assert set(map(ours, called)) >= DETOURS
