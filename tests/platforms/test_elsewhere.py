"""The bot on a system that has only what Windows has: it starts, stops, thinks, keeps and says what it can't have.

Each program here is begun with a Python from which the rest is taken away (`bare/sitecustomize.py`).
"""

import json
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from signal import SIGINT

import pytest

from tests.driver import PATIENCE, ROOT, Driver
from tests.e2e.programs import Bot, free_port

BARE = Path(__file__).parent / "bare"
PATHS = os.pathsep.join(map(str, (BARE, ROOT)))


def test_everything_that_needs_no_discord_is_done_without_what_windows_lacks(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("elsewhere.py"))],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PATHS},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    said = json.loads(ended.stdout)
    assert said["imported"] > 300
    assert said["kept"] == ["first.backup", "new.db", "old.db"]
    assert ended.stderr.splitlines() == [
        "Another backup of this database is being made: wait until that is done.",
    ]
    moves, memory = said["thought"]
    assert moves and memory == 0
    assert said["taken"] == "exit status 1, first.backup"
    assert said["stopped"]


@pytest.mark.long
def test_doctor_says_what_can_not_be_had(tmp_path: Path) -> None:
    ended = Bot(tmp_path, PYTHONPATH=PATHS).run("doctor")
    assert ended.returncode == 0, ended.stderr
    said = re.findall(r"^note system: (.+)$", ended.stdout, re.MULTILINE)
    assert [line.partition(":")[0] for line in said] == [
        "nothing limits the memory of computers that think",
        "gruppetto_thinking_memory_bytes stays 0",
        "programs that BACKUP_COMMAND leaves running aren't ended",
        "the bot can't keep other users from its files",
    ]
    assert all(re.fullmatch(r"[^.]+\.", line) for line in said), "each is one sentence"
    assert "chmod" not in ended.stdout


@pytest.mark.long
async def test_a_bot_comes_online_in_the_sandbox_that_it_brings_and_takes_it_along(tmp_path: Path) -> None:
    port = free_port()
    with closing(Bot(tmp_path, SANDBOX_PORT=port, PYTHONPATH=PATHS)) as bot:
        bot.start()
        await bot.says("Open http://127.0.0.1")
        async with await Driver.connect(f"http://127.0.0.1:{port}/") as driver:
            await driver.ready()
            assert bot.end(SIGINT) == 0
            with pytest.raises(AssertionError, match="The connection to the sandbox is lost"):
                await driver.wait(lambda: False)
    assert not bot.faults, bot.log
