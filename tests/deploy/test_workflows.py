"""GitHub takes its workflows, forms and updates; they call targets that there are, and give nothing away."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from engines import ENGINES
from locales import catalogue
from tests.driver import PATIENCE, ROOT

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(form for form in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if form.name != "config.yml")
PINNED = re.compile(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
IN_REPOSITORY = "uses: $/.github/workflows/"  # of the commit that runs


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text())


def run(*words: str | Path) -> str:
    """What a program of this environment says about files; empty if it has nothing to say."""
    program = Path(sys.executable).with_name(str(words[0]))
    asked = subprocess.run([program, *words[1:]], capture_output=True, text=True, check=False, timeout=PATIENCE * 2)
    return asked.stdout + asked.stderr if asked.returncode else ""


def jobs() -> dict[str, dict[str, Any]]:
    return {f"{file.stem}.{name}": job for file in WORKFLOWS for name, job in read(file)["jobs"].items()}


def orders(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", "") for step in job.get("steps", ()))


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("vendor.dependabot", [GITHUB / "dependabot.yml"]),
        ("vendor.github-issue-forms", FORMS),
        ("vendor.github-issue-config", [GITHUB / "ISSUE_TEMPLATE" / "config.yml"]),
    ],
)
def test_github_takes_them(schema: str, files: list[Path]) -> None:
    assert run("check-jsonschema", "--builtin-schema", schema, *files) == ""


def test_no_workflow_gives_away_what_is_not_everyones() -> None:
    assert run("zizmor", "--offline", "--no-progress", "--color=never", GITHUB) == ""


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_every_action_is_pinned_by_its_commit_and_says_its_version(file: Path) -> None:
    used = [line.strip(" -") for line in file.read_text().splitlines() if "uses:" in line]
    assert [line for line in used if not PINNED.fullmatch(line) and not line.startswith(IN_REPOSITORY)] == []
    assert used


def test_the_same_action_has_the_same_commit_everywhere() -> None:
    used = {line for file in WORKFLOWS for line in re.findall(r"uses: (\S+@.+)", file.read_text())}
    assert len({line.partition("@")[0] for line in used}) == len(used)


def test_workflows_call_targets_of_the_makefile() -> None:
    called = {target for job in jobs().values() for target in re.findall(r"\bmake ([\w./-]+)", orders(job))}
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)) | {".venv/bin/uv"}
    assert called <= targets
    assert called >= {"older", "test", "long", "dist", "platform"}


def test_no_job_runs_for_ever() -> None:
    assert all("timeout-minutes" in job for job in jobs().values() if "steps" in job)


def test_workflows_test_on_the_oldest_python_and_on_that_of_the_image() -> None:
    [oldest] = re.findall(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text())
    [newest] = re.findall(r"^ARG BASE=python:([\d.]+)-", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    taken = {
        name: step["with"]["python-version"]
        for name, job in jobs().items()
        for step in job.get("steps", ())
        if "setup-python" in step.get("uses", "")
    }
    assert taken.pop("test.older") == oldest
    assert set(taken.values()) == {newest}


def test_nothing_is_published_but_under_names_that_the_owner_has_set() -> None:
    release = read(GITHUB / "workflows" / "release.yml")["jobs"]
    assert (release["pypi"]["if"], release["image"]["if"]) == ("vars.PYPI_NAME != ''", "vars.IMAGE != ''")
    writers = {name for name, job in jobs().items() if "packages" in job["permissions"] or "environment" in job}
    assert writers == {"release.pypi", "release.image"}


def step(job: str, name: str) -> str:
    """What a step of the release's job types."""
    [order] = [step["run"] for step in jobs()[f"release.{job}"]["steps"] if step.get("name", "").startswith(name)]
    return order


def typed(folder: Path, order: str, **environment: str) -> int:
    """The exit status of a step that is typed in a folder."""
    shell, variables = ("bash", "-eo", "pipefail", "-c", order), os.environ | environment
    return subprocess.run(
        shell, cwd=folder, env=variables, capture_output=True, check=False, timeout=PATIENCE
    ).returncode


def test_the_package_that_is_published_has_the_owner_s_name(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "anns_gruppetto-1.2.3-py3-none-any.whl").touch()
    order = step("pypi", "The package has")
    codes = {name: typed(tmp_path, order, PYPI_NAME=name) for name in ("anns-gruppetto", "Anns.Gruppetto", "gruppetto")}
    assert [name for name, code in codes.items() if code == 0] == ["anns-gruppetto", "Anns.Gruppetto"]


@pytest.mark.parametrize(("tag", "is_latest"), [("v1.10.0", True), ("v1.9.1", False)])
def test_only_the_newest_version_is_the_latest(tmp_path: Path, tag: str, is_latest: bool) -> None:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", *who, "commit", "-q", "--allow-empty", "-m", "Ride"], cwd=tmp_path, check=True)
    for name in ("v1.9.0", "v1.10.0", "v1.9.1", "v2.0.0rc1", "very-old"):
        subprocess.run(["git", "tag", name], cwd=tmp_path, check=True)
    said, order = tmp_path / "said", step("image", "Which names")
    image = "ghcr.io/ann/gruppetto"
    assert typed(tmp_path, order, IMAGE=image, GITHUB_REF_NAME=tag, GITHUB_OUTPUT=str(said)) == 0
    assert said.read_text().splitlines()[1:-1] == [f"{image}:{tag[1:]}", *([f"{image}:latest"] if is_latest else ())]
    assert typed(tmp_path, order, IMAGE="quay.io/ann/g", GITHUB_REF_NAME=tag, GITHUB_OUTPUT=str(said)) == 1


def test_the_question_about_rules_names_every_game() -> None:
    [game] = [part for part in read(GITHUB / "ISSUE_TEMPLATE" / "rules.yml")["body"] if part.get("id") == "game"]
    say = catalogue("en")
    assert game["attributes"]["options"] == [*(say(f"{game.spec.key}.name") for game, _ in ENGINES), "another"]
