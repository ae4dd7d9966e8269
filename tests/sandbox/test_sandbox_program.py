"""The program `python -m sandbox`: what it keeps over a restart, and how it starts and ends."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from yarl import URL

from sandbox.__main__ import arguments
from sandbox.shelf import FolderShelf
from tests.driver import PATIENCE, ROOT, Driver, running_sandbox
from tests.sandbox.conftest import running_bot
from tests.sandbox.wire import Wire

DAY = 86_400


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    with running_sandbox(tmp_path) as url, running_bot(url):
        async with await Driver.connect(url) as driver:
            await driver.ready()
            ann = driver.player("Ann")
            board, picture = await ann.slash("general", "menu"), await ann.slash("general", "picture")
            await driver.wait(lambda: ann.sees("general")[-1].embeds)
            secret = await ann.slash("general", "menu", secret=True)
            await ann.press(board, "Count")
            await ann.open_dms(False)
            await ann.speak("fr")
            await driver.pass_time(DAY)
            png = await driver.file(picture.attachments[0])
            posted = [m.raw["id"] for m in ann.sees("general") if not m.ephemeral]
            port = int(url.split(":")[-1].strip("/"))
    with running_sandbox(tmp_path, port) as url, running_bot(url):
        async with await Driver.connect(url) as driver:
            ann = driver.player("Ann")
            named = {command["name"] for command in driver.commands}
            assert named == {"dm", "fruit", "menu", "picture", "race", "thread"}
            assert [m.id for m in ann.sees("general")] == posted and secret.id not in posted
            assert not driver.users[ann.id]["dms_open"] and driver.users[ann.id]["locale"] == "fr"
            assert driver.offset == DAY
            kept = driver.messages[board.id]
            assert kept.content == "Ann counts 1"
            assert await driver.file(driver.messages[picture.id].attachments[0]) == png
            await driver.ready()
            assert (await ann.press(kept, "Count")).content.startswith("Ann counts")
            fresh = await ann.slash("general", "menu")
            assert int(fresh.id) > int(secret.id)


def test_a_taken_port_is_said_in_one_sentence() -> None:
    with running_sandbox() as url:
        port = url.split(":")[-1].strip("/")
        second = subprocess.run(
            [sys.executable, "-m", "sandbox", "--port", port], cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert second.returncode == 1
    assert second.stderr == f"Port {port} is in use: end the other program, or choose another with --port.\n"


def test_a_bot_has_three_seconds_to_answer_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["sandbox"])
    assert arguments().answer_within == 3


@pytest.mark.parametrize("content", ["no world", "[]", "{}"])
def test_a_folder_with_something_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "world.json").write_text(content)
    command = [sys.executable, "-m", "sandbox", "--port", "0", "--state", str(tmp_path)]
    refused = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "holds no world of the sandbox" in refused.stderr and refused.stderr.count("\n") == 1
    assert (tmp_path / "world.json").read_text() == content


@pytest.mark.parametrize("how", ["SIGTERM", "SIGINT", "end of input"])
def test_it_ends_cleanly(how: str) -> None:
    command = [sys.executable, "-m", "sandbox", "--port", "0", "--with-parent"]
    pipes = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipes, stdout=pipes, stderr=pipes) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith(b"Sandbox: http://127.0.0.1:")
        if how == "end of input":
            process.stdin.close()
        else:
            process.send_signal(signal.Signals[how])
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize("path", ["/page/nothing.js", "/page/..%2Fworld.py", "/attachments/1/2/x.png", "/elsewhere"])
async def test_what_is_not_there_is_not_found(wire: Wire, path: str) -> None:
    async with wire.session.get(URL(wire.url + path, encoded=True)) as response:
        assert response.status == 404


def test_a_shelf_keeps_to_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    shelf = FolderShelf(tmp_path / "attachments")
    shelf.put("12", b"x")
    assert shelf.get("12") == b"x"
    assert shelf.get("../secret") is None
