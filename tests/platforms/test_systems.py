"""What systems do each in their own way: each way that isn't this one's is taken by hand."""

from __future__ import annotations

import asyncio
import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from db.sql.url import read_url
from db.upkeep.backup import BackupRefused, back_up
from host.doctor import of_system
from host.settings import Settings
from platforms import console, files, loop, programs
from platforms.lacking import lacking
from platforms.loop import run
from platforms.memory import share_one_arena
from platforms.programs import begin, end, in_thread

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            r'"C:\Program Files\rclone.exe" copy {file} D:\far',
            [r"C:\Program Files\rclone.exe", "copy", "{file}", r"D:\far"],
        ),
        (r"\\server\bin\take.exe", [r"\\server\bin\take.exe"]),
        ("take # 'a b'", ["take", "#", "a b"]),
    ],
)
def test_a_command_on_windows_holds_backslashes(monkeypatch: pytest.MonkeyPatch, line: str, words: list[str]) -> None:
    monkeypatch.setattr(console, "ESCAPE", "")
    assert console.words(line) == words


def test_quotation_marks_are_closed() -> None:
    with pytest.raises(ValueError, match="No closing quotation"):
        console.words("take 'it")


class Proactor(asyncio.SelectorEventLoop):
    """Stands for Windows' default."""


async def kind() -> type[asyncio.AbstractEventLoop]:
    return type(asyncio.get_running_loop())


def test_postgresql_has_the_loop_that_its_driver_works_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asyncio.events.new_event_loop", Proactor)
    assert run(kind(), on_postgresql=False) is Proactor
    assert run(kind(), on_postgresql=True) is asyncio.SelectorEventLoop


@pytest.mark.parametrize(
    ("url", "is_on_postgresql"), [("", False), ("sqlite:///a.db", False), ("postgresql://ann@there/races", True)]
)
def test_the_url_says_which_database_is_meant(url: str, is_on_postgresql: bool) -> None:
    assert Settings(DATABASE_URL=url).is_on_postgresql is is_on_postgresql


def test_what_a_system_lacks_is_told_in_a_sentence_each(monkeypatch: pytest.MonkeyPatch) -> None:
    for home, name, there in (
        *((programs, name, True) for name in ("LIMITS_MEMORY", "MEASURES_MEMORY", "ENDS_HELPERS")),
        (files, "KNOWS_USERS", True),
        (loop, "FEW", False),
    ):
        monkeypatch.setattr(home, name, there)
        assert not [*lacking(on_postgresql=True)]
        with monkeypatch.context() as patch:
            patch.setattr(home, name, not there)
            [sentence] = lacking(on_postgresql=True)
            assert sentence.count(".") == 1 and sentence.endswith(".")
    assert [str(finding) for finding in of_system(Settings())] == ["ok   system: it has all that the bot can use."]


def test_a_file_that_others_can_read_is_not_private_where_its_mode_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "house.db"
    file.touch()
    file.chmod(0o644)
    assert not files.is_private(file.stat())
    monkeypatch.setattr(files, "KNOWS_USERS", False)
    assert files.is_private(file.stat())


async def test_a_fault_in_a_thread_is_a_fault_here() -> None:
    def fail() -> None:
        raise EOFError

    with pytest.raises(EOFError):
        await in_thread(fail)


@pytest.mark.parametrize("ends", ["at once", "with the loop"])
async def test_a_program_that_goes_on_is_not_waited_for(ends: str) -> None:
    program = begin([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    waiting = in_thread(program.wait)
    if ends == "with the loop":
        waiting.cancel()
    end(program)
    status = await in_thread(program.wait)
    assert status == -9 and (waiting.cancelled() or await waiting == status)
    assert program.stdin is not None
    program.stdin.close()


HOLDER = """
import sys, time
from db.sql.url import read_url
from db.upkeep.backup import _one_at_a_time
with _one_at_a_time(read_url(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_backup_that_was_killed_is_in_no_one_s_way(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    with begin([sys.executable, "-c", HOLDER, url], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
        with pytest.raises(BackupRefused, match="Another backup of this database is being made"):
            back_up(read_url(url), tmp_path / "first", 0.0)
        end(holder)
    with pytest.raises(BackupRefused, match="nothing to back up"):
        back_up(read_url(url), tmp_path / "second", 0.0)
    assert not [*tmp_path.iterdir()], "and the lock is gone"


def test_a_lock_that_is_something_else_is_said(tmp_path: Path) -> None:
    (tmp_path / "house.db-lock").write_text("no lock " * 100)
    with pytest.raises(BackupRefused, match=r"house\.db-lock can't be written \(.+\): delete it\.$"):
        back_up(read_url(f"sqlite:///{tmp_path}/house.db"), tmp_path / "first", 0.0)


ARENAS = """
import ctypes, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from platforms.memory import share_one_arena

if sys.argv[1] == "shared":
    share_one_arena()
together = Barrier(4)
with ThreadPoolExecutor(4) as threads:
    [*threads.map(lambda _: (ctypes.create_string_buffer(1000), together.wait()), range(4))]
ctypes.CDLL(None).malloc_stats()
"""


def arenas(order: str) -> int:
    """From how many places the threads of a process have taken memory."""
    ran = subprocess.run([sys.executable, "-c", ARENAS, order], check=True, capture_output=True, text=True)
    return ran.stderr.count("Arena ")


def test_all_threads_take_memory_from_one_place() -> None:
    assert arenas("shared") == 1 < arenas("as it comes")


@pytest.mark.parametrize("library", [AttributeError, TypeError])
def test_another_c_library_keeps_memory_in_its_own_way(
    monkeypatch: pytest.MonkeyPatch, library: type[Exception]
) -> None:
    def missing(_name: str | None) -> ctypes.CDLL:
        raise library

    monkeypatch.setattr(ctypes, "CDLL", missing)
    share_one_arena()
