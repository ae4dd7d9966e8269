"""The package that others install: in an empty environment, beside a stranger's `db`, a match is played from it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from contextlib import closing
from pathlib import Path
from shutil import copytree

import discord
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

import bot
from cogs.posts.permissions import NEEDED
from host.settings import SETTINGS
from model.version import PACKAGE, VERSION
from tests.driver import ROOT, Driver
from tests.e2e.match import Match
from tests.e2e.programs import Bot, free_port

UV = Path(sys.executable).with_name("uv")
STRANGER = 'raise RuntimeError("This is a stranger\'s database.")\n'
LEFT_OUT = "manimgx_fonts_cjk", "psycopg"  # what extras bring
GAME = "seventh_wheel"
INI = "[pytest]\ngruppetto = true\n"
OTHER_TEST = (
    "import pytest\n\n\ndef test_a_stranger_s() -> None:\n    with pytest.raises(RuntimeError):\n        import db\n"
)


def run(*words: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a program prints in a folder."""
    order = [str(word) for word in words]
    return subprocess.run(
        order, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


class Installed:
    """An environment in which the package was installed with all that it needs, and a stranger's package `db`."""

    def __init__(self, folder: Path, package: Path, *extras: str) -> None:
        self.python, self.program = folder / "bin" / "python", folder / "bin" / "gruppetto"
        made = run(UV, "venv", "--quiet", "--python", sys.executable, folder, cwd=folder.parent)
        assert made.returncode == 0, made.stderr
        wanted = f"{package}[{','.join(extras)}]" if extras else str(package)
        place = ("--offline", "--quiet", "--python", self.python)  # `make` has fetched all before
        done = run(UV, "pip", "install", *place, "-c", ROOT / "constraints.txt", wanted, cwd=folder.parent)
        assert done.returncode == 0, done.stderr
        version = sysconfig.get_python_version()
        self.site = folder / "lib" / f"python{version}" / "site-packages"
        (self.site / "db.py").write_text(STRANGER)


class InstalledBot(Bot):
    """`gruppetto`, started in a folder of its own."""

    def __init__(self, folder: Path, place: Installed, here: Path, **settings: str | int) -> None:
        super().__init__(folder, place.program, **settings)
        self._order, self._cwd = [str(place.program)], here


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel and the sources, as `make dist` builds them."""
    folder = tmp_path_factory.mktemp("dist")
    order = (
        UV,
        "build",
        "--quiet",
        "--offline",
        "--no-build-isolation",
        "--python",
        sys.executable,
        "--out-dir",
        folder,
    )
    done = run(*order, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    [wheel], [sources] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return {"wheel": wheel, "sources": sources}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["wheel", "sources"])
async def test_a_match_is_played_from_it(built: dict[str, Path], kind: str, tmp_path: Path) -> None:
    """Against a computer that thinks in a process of its own; in the folder where it starts nothing is left."""
    there = Installed(tmp_path / "environment", built[kind])
    assert not [name for name in LEFT_OUT if (there.site / name).exists()]
    here, data = tmp_path / "here", tmp_path / "data"
    here.mkdir()
    port = free_port()
    settings: dict[str, str | int] = {"XDG_DATA_HOME": str(data), "DATABASE_URL": "", "SANDBOX_PORT": port}
    with closing(InstalledBot(tmp_path, there, here, **settings)) as bot:
        bot.start()
        await bot.says("Open http://")
        async with await Driver.connect(f"http://127.0.0.1:{port}/") as driver:
            await driver.ready()
            match = await Match.begin(driver, "Ann", opponents=1, level="Strong")
            await match.play()
            assert match.result is not None
        assert bot.stop() == 0
        assert bot.faults == [] and "thought" not in bot.log, bot.log  # that failed or broke off
        if kind == "sources":  # each is a start more
            assert bot.run("--version").stdout == f"Gruppetto {VERSION}\n"
            assert "`gruppetto contract KEY`" in bot.run("--help").stdout
            doctor = bot.run("doctor").stdout
            assert "note fonts: Chinese, Japanese and Korean names are drawn as the number of their seat" in doctor
    assert {file.name for file in (data / "gruppetto").iterdir()} >= {"sandbox.db", "sandbox.state"}
    assert list(here.iterdir()) == []
    stranger = run(there.python, "-c", "import db", cwd=here)
    assert "This is a stranger's database." in stranger.stderr


def test_it_has_one_name_and_all_that_the_bot_reads(built: dict[str, Path], tmp_path: Path) -> None:
    copied = run(sys.executable, "-m", "zipfile", "-e", built["wheel"], tmp_path, cwd=tmp_path)
    assert copied.returncode == 0
    about = f"{re.sub('[-.]', '_', PACKAGE.lower())}-{VERSION}.dist-info"
    assert {path.name for path in tmp_path.iterdir()} == {"gruppetto", about}
    app = tmp_path / "gruppetto" / "app"
    for room in ("cogs", "db", "engines", "host", "lessons", "locales", "opponents", "render", "sandbox", "web"):
        ours = {path.relative_to(ROOT) for path in (ROOT / room).rglob("*") if path.suffix not in ("", ".pyc")}
        assert {path for path in ours if not (app / path).exists()} == set(), room


def test_its_page_is_true_without_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Links lead out, orders are ones that the program takes, and data is where an installed bot has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    page = (ROOT / project["readme"]).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert links and all(link.startswith("https://") for link in links) and "<img" not in page
    orders = re.findall(r"`gruppetto ([^`]+)`", page)
    assert {bot.read_arguments(order.split()).order for order in orders} == {"doctor", "backup", "restore"}
    assert f"`{discord.Permissions(**dict.fromkeys(NEEDED, True)).value}`" in page
    assert set(re.findall(r"^([A-Z_]+)=", page, re.MULTILINE)) == {"DISCORD_TOKEN"} <= SETTINGS.keys()
    assert set(re.findall(rf"`{re.escape(PACKAGE)}\[(\w+)\]`", page)) == {"postgres", "cjk"}
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folders = [Path(system("gruppetto", False).user_data_dir) for system in (Unix, MacOS)]
    for told in (page, (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")):
        assert all(f"`~/{folder.relative_to(Path.home())}`" in told for folder in folders)
    pythons = [name.rpartition(" ")[2] for name in project["classifiers"] if re.search(r":: 3\.\d+$", name)]
    assert f">={pythons[0]}" == project["requires-python"]
    assert f"ARG BASE=python:{pythons[-1]}-" in (ROOT / "Dockerfile").read_text()


@pytest.mark.long
def test_a_game_of_another_package_tests_itself_with_it_alone(built: dict[str, Path], tmp_path: Path) -> None:
    there = Installed(tmp_path / "environment", built["wheel"], "contract")
    package = tmp_path / "package"
    begun = run(sys.executable, "-m", "tests.new_game", GAME, "--package", package, cwd=ROOT)
    assert begun.returncode == 0, begun.stderr
    copytree(package / f"gruppetto_{GAME}", there.site / f"gruppetto_{GAME}")
    about = there.site / f"gruppetto_{GAME}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: gruppetto_{GAME}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[gruppetto.games]\n{GAME} = gruppetto_{GAME}\n")
    kept = run(there.program, "contract", GAME, cwd=tmp_path)
    assert kept.returncode == 0, kept.stdout + kept.stderr
    assert f"{GAME} keeps all that is asked of a game." in kept.stdout
    (package / "pytest.ini").write_text(INI)
    own = run(there.python, "-m", "pytest", "-q", cwd=package)
    assert own.returncode == 0, own.stdout
    other = tmp_path / "other"
    other.mkdir()
    (other / "test_other.py").write_text(OTHER_TEST)
    seen = run(there.python, "-m", "pytest", "-q", cwd=other)
    assert seen.returncode == 0, seen.stdout
