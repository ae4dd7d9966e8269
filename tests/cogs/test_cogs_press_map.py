"""The map of a press in CONTRIBUTING.md is the way that a press takes."""

import re
import traceback
from pathlib import Path

import pytest

from db.rows import Match, Step
from db.store import Store
from tests.cogs.world import World, press_through, quick_match

ROOT = Path(__file__).parents[2]
ROOMS = ("cogs", "host", "db")
MOST = 8  # files
# read or asked on the way, and left again before the commit
DETOURS = {"cogs/ui/custom_id.py", "host/play/consequences.py"}


def on_the_map() -> list[str]:
    """The files of the numbered list, in order."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.split("## How a move travels")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. `([\w/.]+)`", section, flags=re.MULTILINE)


async def test_a_confirm_passes_through_the_files_of_the_map(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    commit, ways = Store.commit, list[list[str]]()

    async def watched(self: Store, step: Step) -> Match:
        files = [Path(frame.filename) for frame in traceback.extract_stack()]
        ours = [file.relative_to(ROOT) for file in files if file.is_relative_to(ROOT) and ".venv" not in str(file)]
        ways.append(list(dict.fromkeys(str(file) for file in ours if file.parts[0] in ROOMS)))
        return await commit(self, step)

    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    monkeypatch.setattr(Store, "commit", watched)
    await press_through(panel)
    known = on_the_map()
    assert len(known) <= MOST
    assert all((ROOT / file).exists() for file in known)
    assert [*ways[0], "db/store.py"] == [file for file in known if file not in DETOURS]
