"""`docs/verify.py` as a stranger runs it: on the export of a match, with nothing but Python."""

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host.time.clocks import DAY
from tests.driver import PATIENCE
from tests.host.evening import ADA, BO, Evening

PROGRAM = Path(__file__).parents[2] / "docs" / "verify.py"
Export = dict[str, Any]


async def played(folder: Path, game: str, over: bool, **options: str) -> bytes:
    evening = await Evening.begin(f"sqlite+aiosqlite:///{folder}/house.db")
    match = await evening.play(ADA, BO, opponents=["easy"], game=game, **options)
    await evening.play_on(match, random.Random(1), until=lambda seen: not over and seen.match.seq > 8)
    export = await evening.house.exports.export(match)
    await evening.store.close()
    return export


@pytest.fixture(scope="module", params=["pistard", "tiny"])
def exported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The export of a match that is over."""
    options = {"target": "3"} if request.param == "pistard" else {}
    return asyncio.run(played(tmp_path_factory.mktemp("house"), request.param, over=True, **options))


def check(folder: Path, export: bytes) -> tuple[int, str]:
    """Exit status and output of the program; a traceback fails the test."""
    file = folder / "match.json"
    file.write_bytes(export)
    run = subprocess.run(
        [sys.executable, "-I", PROGRAM, file],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.stderr == ""
    return run.returncode, run.stdout


def forged(export: bytes, forge: Callable[[Export], object]) -> bytes:
    match = json.loads(export)
    forge(match)
    return json.dumps(match).encode()


def with_draws(match: Export) -> list[Export]:
    return [row for row in match["log"] if row["draws"]]


def test_every_draw_of_an_honest_match_is_right(exported: bytes, tmp_path: Path) -> None:
    match = json.loads(exported)
    count = sum(len(row["draws"]) for row in match["log"])
    assert count >= 3
    status, said = check(tmp_path, exported)
    assert status == 0
    assert said.splitlines() == [
        f"Commitment: {match['commitment']}",
        f"Entropy: {match['entropy']}",
        f"All {count} draws are right.",
    ]


@pytest.mark.parametrize("which", [0, -1])
def test_a_draw_that_was_turned_over_is_named(exported: bytes, tmp_path: Path, which: int) -> None:
    def turn(match: Export) -> None:
        fell = with_draws(match)[which]["draws"][0]["fell"]
        fell[0] = fell[0] % 6 + 1

    row = with_draws(json.loads(exported))[which]
    status, said = check(tmp_path, forged(exported, turn))
    assert status == 1
    [line] = said.splitlines()
    assert line.startswith(f"Row {row['seq']}, draw 0 ({row['draws'][0]['why']}) fell")


def rows_named(said: str) -> list[int]:
    return [int(line.split()[1].strip(",")) for line in said.splitlines() if line.startswith("Row ")]


def test_another_seed_neither_fits_the_commitment_nor_the_draws(exported: bytes, tmp_path: Path) -> None:
    status, said = check(tmp_path, forged(exported, lambda match: match.update(seed="00" * 32)))
    assert status == 1
    assert said.startswith("The seed doesn't fit the commitment.\n")
    assert rows_named(said)


def test_another_entropy_gives_other_draws(exported: bytes, tmp_path: Path) -> None:
    status, said = check(tmp_path, forged(exported, lambda match: match.update(entropy=match["entropy"] + ",1")))
    assert status == 1
    assert "commitment" not in said
    assert set(rows_named(said)) <= {row["seq"] for row in with_draws(json.loads(exported))}
    assert len(rows_named(said)) >= 2


def test_another_commitment_is_not_that_of_the_seed(exported: bytes, tmp_path: Path) -> None:
    status, said = check(tmp_path, forged(exported, lambda match: match.update(commitment="00" * 32)))
    assert (status, said) == (1, "The seed doesn't fit the commitment.\n")


def test_while_the_match_runs_there_is_nothing_to_check(tmp_path: Path) -> None:
    export = asyncio.run(played(tmp_path, "pistard", over=False))
    assert "seed" not in json.loads(export)
    status, said = check(tmp_path, export)
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("The match isn't over: its seed is still secret")


@pytest.mark.parametrize("content", [b"", b"rubbish", b"[]", b"{}", b'{"seed": "xy"}', b"\xff\xfe", b'{"seed": 5}'])
def test_what_is_no_export_is_named_so(tmp_path: Path, content: bytes) -> None:
    assert check(tmp_path, content) == (2, "This is no export of a match.\n")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-I", PROGRAM, "nowhere.json"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (2, "")
    assert run.stdout.startswith("nowhere.json can't be read:")


def test_without_a_file_it_says_how_it_is_used(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-I", PROGRAM], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (2, "Usage: python verify.py EXPORT.json ...\n", "")


# --- tables with the same luck


async def raced(folder: Path) -> list[bytes]:
    """The exports of two tables of a race of the day that is over."""
    evening = await Evening.begin(f"sqlite+aiosqlite:///{folder}/house.db")
    matches: list[int] = []
    for user in (ADA, BO):
        matches.append((await evening.house.races.enter(evening.person(user), 7)).id)
        await evening.matches.deal(matches[-1])
        await evening.play_on(matches[-1], random.Random(user))
    evening.now.later(2 * DAY)
    await evening.house.races.work()
    exports = [await evening.house.exports.export(match) for match in matches]
    await evening.store.close()
    return exports


def check_all(folder: Path, *exports: bytes) -> tuple[int, list[str]]:
    """Exit status and output of the program for several files."""
    files = [folder / f"match-{number}.json" for number, _ in enumerate(exports)]
    for file, export in zip(files, exports, strict=True):
        file.write_bytes(export)
    run = subprocess.run([sys.executable, "-I", PROGRAM, *files], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return run.returncode, run.stdout.splitlines()


def test_the_tables_of_a_set_are_checked_together(tmp_path: Path, exported: bytes) -> None:
    one, other = asyncio.run(raced(tmp_path))
    status, said = check_all(tmp_path, one, other)
    assert status == 0
    assert said[-1].startswith("These tables are of one set: ") and " 0 draws" not in said[-1]
    assert len({json.loads(export)["commitment"] for export in (one, other)}) == 1
    both = [*check_all(tmp_path, one)[1], *check_all(tmp_path, exported)[1]]
    assert check_all(tmp_path, one, exported) == (1, [*both, "These matches aren't tables of one set."])


def test_a_draw_of_a_set_that_was_made_twice_is_named(tmp_path: Path) -> None:
    one, _ = asyncio.run(raced(tmp_path))

    def again(match: Export) -> None:
        rows = with_draws(match)
        rows[-1]["draws"] = rows[0]["draws"]

    status, said = check_all(tmp_path, forged(one, again))
    assert status == 1 and any("is named" in line for line in said)
