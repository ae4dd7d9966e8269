"""The image's own steps, run in an empty folder: what is copied is enough to install, to start and to be healthy.

No container engine is needed. Absolute paths of the image lie below a folder here, and what needs root there (packages
of Debian, a user) is left out. The libraries are taken from this environment, in the long run they are installed.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest
from babel import localedata
from babel.core import get_global

from host.settings import SETTINGS
from locales import LISTS, PSEUDO, languages
from tests.driver import PATIENCE, ROOT
from tests.e2e.programs import free_port, port_of
from tests.marks import in_long

AS_ROOT = ("apt-get", "useradd")
INSTALL = "pip install"


@dataclass(frozen=True)
class Step:
    """An instruction of the Dockerfile."""

    word: str
    rest: str


def steps() -> list[Step]:
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    return [Step(*line.split(maxsplit=1)) for line in re.sub(r"\\\n\s*", " ", text).splitlines() if line.strip()]


def last(word: str) -> str:
    return [step.rest for step in steps() if step.word == word][-1]


def is_sent(path: str) -> bool:
    """Whether .dockerignore lets a file of the project into the build: of its patterns the last that fits decides."""
    sent = True
    for pattern in (ROOT / ".dockerignore").read_text().splitlines():
        if not pattern or pattern.startswith("#"):
            continue
        name = pattern.removeprefix("!").removeprefix("**/")
        parts = path.split("/")
        heads = ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]
        if any(fnmatch.fnmatch(part, name) for part in (parts if "**/" in pattern else heads)):
            sent = pattern.startswith("!")
    return sent


def sent() -> list[str]:
    """The files of the project that the build is sent."""
    tops = [path for path in ROOT.iterdir() if not path.name.startswith(".")]
    files = [file for top in tops for file in ([top] if top.is_file() else top.rglob("*")) if file.is_file()]
    return [path for path in (str(file.relative_to(ROOT)) for file in files) if is_sent(path)]


class Image:
    """A folder that becomes what the image is, step by step."""

    def __init__(self, root: Path, *, installs: bool) -> None:
        self.root, self._installs = root, installs
        self.settings: dict[str, str] = {}
        self._folder = root

    def inside(self, path: str) -> Path:
        return self.root / path.lstrip("/") if path.startswith("/") else self._folder / path

    def build(self) -> None:
        for step in steps():
            match step.word:
                case "FROM":
                    self._folder = self.root
                case "WORKDIR":
                    self._folder = self.inside(step.rest)
                    self._folder.mkdir(parents=True, exist_ok=True)
                case "COPY" if "--from" not in step.rest:  # both stages are one folder here
                    self._copy(*step.rest.split())
                case "ENV":
                    self.settings |= dict(part.split("=", 1) for part in step.rest.split())
                case "RUN" if not any(word in step.rest for word in AS_ROOT):
                    self._run(step.rest)
                case _:
                    pass

    def _copy(self, *names: str) -> None:
        *sources, target = names
        for path in sent():
            if any(source in (".", path) or path.startswith(f"{source}/") for source in sources):
                file = self.inside(target) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / path, file)

    def _run(self, order: str) -> None:
        if INSTALL in order and not self._installs:
            here = next(path for path in sys.path if path.endswith("site-packages"))
            for site in self._folder.glob(".venv/lib/python*/site-packages"):
                (site / "here.pth").write_text(f"{here}\n")
            return
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # `python` is this one
        shell = ("sh", "-c", order)
        subprocess.run(shell, cwd=self._folder, env={**os.environ, "PATH": path}, check=True, timeout=PATIENCE * 10)

    def program(self) -> dict[Path, int]:
        """The files of the program, each with the time of its last change."""
        return {file: file.stat().st_mtime_ns for file in self.inside("/gruppetto").rglob("*")}

    def start(self, order: str, **settings: str | int) -> subprocess.Popen[str]:
        """Start a command of the image as it would start there."""
        words = [word.replace("/gruppetto/", f"{self.root}/gruppetto/") for word in json.loads(order)]
        folders = [str(self.inside(part)) for part in self.settings["PATH"].split(":")[:1]]
        known = {**self.settings, "PATH": ":".join([*folders, os.environ["PATH"]])}
        known |= {name: str(value) for name, value in settings.items()}
        words[0] = shutil.which(words[0], path=known["PATH"]) or words[0]
        data = self.inside(last("VOLUME"))
        return subprocess.Popen(words, cwd=data, env=known, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


@pytest.fixture(scope="module", params=["linked", *in_long("installed")])
def image(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Image:
    image = Image(tmp_path_factory.mktemp("image"), installs=request.param == "installed")
    image.build()
    return image


def is_ready(port: int) -> bool:
    """Whether a bot says so there."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE):
            return True
    except OSError:
        return False


@pytest.mark.long
def test_the_image_s_bot_starts_is_healthy_and_stops_when_it_is_told_to(image: Image, sandbox: str) -> None:
    where = {"METRICS_PORT": free_port(), "SANDBOX_PORT": port_of(sandbox)}
    before = image.program()

    def is_healthy() -> bool:
        with image.start(last("HEALTHCHECK").partition(" CMD ")[2], **where) as check:
            said, _ = check.communicate(timeout=PATIENCE)
        assert check.returncode == 0 or "bot" in said or "connected" in said or "database" in said, said
        return check.returncode == 0

    assert not is_healthy(), "nothing runs yet"
    bot = image.start(last("CMD"), **where)
    try:
        until = time.monotonic() + PATIENCE
        while not is_ready(where["METRICS_PORT"]):  # for the check a process starts each time
            assert bot.poll() is None, bot.stdout and bot.stdout.read()
            assert time.monotonic() < until
            time.sleep(0.2)
        assert is_healthy()
        bot.terminate()
        assert bot.wait(PATIENCE) == 0
    finally:
        bot.kill()
        bot.communicate()
    assert (image.inside("/data") / "sandbox.db").exists(), "matches are where the volume is"
    assert image.program() == before, "it needs no folder but that, so the others may be read-only"


def test_nothing_of_the_bot_is_missing_in_the_image_and_nothing_else_is_in_it(image: Image) -> None:
    there = image.inside("/gruppetto")
    rooms = {path.name for path in there.iterdir()} - {".venv", "__pycache__"}
    assert rooms == {
        *("LICENSE", "bot.py", "constraints.txt", "pyproject.toml", "cogs", "db", "deploy", "engines", "host"),
        *("lessons", "locales", "model", "opponents", "platforms", "render", "sandbox", "screen", "web"),
        *(path.name for path in ROOT.glob("puzzles")),
    }
    assert not list(there.glob("[a-z]*/**/test_*.py"))


def test_the_image_does_not_run_as_root_and_all_it_is_told_are_settings() -> None:
    assert last("USER") == "gruppetto"
    told = {part.partition("=")[0] for step in steps() if step.word == "ENV" for part in step.rest.split()}
    assert told - SETTINGS.keys() == {"PATH", "PYTHONDONTWRITEBYTECODE"}
    assert [step.word for step in steps()].index("USER") < len(steps()) - 1


def test_the_image_has_a_python_that_the_bot_runs_on() -> None:
    assert {step.rest.partition(" ")[0] for step in steps() if step.word == "FROM"} == {"${BASE}"}
    [version] = re.findall(r"^BASE=python:3\.(\d+)-slim", last("ARG"))
    assert int(version) >= 11


def test_of_babel_the_image_has_all_that_its_languages_need_and_little_else(tmp_path: Path) -> None:
    spoken = {*languages(), *LISTS.values()} - {PSEUDO}
    needed = {ancestor for language in spoken for ancestor in lineage(language)}
    folder = tmp_path / ".venv" / "babel" / "locale-data"
    folder.mkdir(parents=True)
    for name in ("root", *localedata.locale_identifiers()):
        (folder / f"{name}.dat").touch()
    [delete] = [step.rest for step in steps() if step.word == "RUN" and "babel" in step.rest]
    subprocess.run(shlex.split(delete), cwd=tmp_path, check=True)
    kept = {file.stem for file in folder.iterdir()}
    assert needed | {"root"} <= kept
    assert {name.partition("_")[0] for name in kept} - {"root"} <= {*languages(), "frr"}


def lineage(language: str) -> Iterator[str]:
    """A language and those from which Babel takes what it lacks."""
    while language != "root":
        yield language
        parent = get_global("parent_exceptions").get(language)
        language = parent or (language.rpartition("_")[0] if "_" in language else "root")
