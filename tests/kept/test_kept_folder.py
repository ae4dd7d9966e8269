"""What a version has written stays as it is, and only the program writes it."""

import json
import shutil
from pathlib import Path

import pytest

from model.version import VERSION
from tests.kept import folder
from tests.kept.folder import (
    DIGESTS,
    MOST,
    SQLITE,
    VALUES,
    VERSIONS,
    Kept,
    check_free,
    check_size,
    digests,
    is_released,
)
from tests.kept.values import values

pytestmark = pytest.mark.quick

CHANGELOG = "# Changelog\n\n## Unreleased\n\n## 2.1.0 (2026-02-01)\n\n## [1.0.0] - 2026-01-01\n"


@pytest.fixture
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of versions in a project that has released 1.0.0 and 2.1.0."""
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    monkeypatch.setattr(folder, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
def test_every_file_is_as_it_was_written(version: Path) -> None:
    said = "A kept file has changed: put it back. Before a version's release `python -m tests.kept --again` writes all."
    assert digests(version) == (version / DIGESTS).read_text(encoding="utf-8"), said
    check_size(version)


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
def test_every_word_that_was_stored_is_one_of_today(version: Path) -> None:
    today, kept = values(), json.loads((version / VALUES).read_text(encoding="utf-8"))
    lost = {name: gone for name, words in kept.items() if (gone := [w for w in words if w not in today.get(name, ())])}
    assert not lost, "Stored words never change: put them back."


def test_a_version_that_is_too_large_is_not_written(tmp_path: Path) -> None:
    (tmp_path / SQLITE).write_bytes(bytes(MOST))
    assert check_size(tmp_path) == MOST
    (tmp_path / VALUES).write_bytes(b"0")
    with pytest.raises(Kept, match=rf"would have {MOST + 1} bytes, more than {MOST}: pack matches of the life"):
        check_size(tmp_path)


def test_a_change_a_new_file_and_a_lost_one_are_noticed(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(VERSIONS[0], copy)
    listed = digests(copy)
    (copy / "house.more").touch()
    assert digests(copy) != listed
    (copy / "house.more").unlink()
    assert digests(copy) == listed
    with (copy / SQLITE).open("ab") as file:
        file.write(b"\0")
    assert digests(copy) != listed
    (copy / SQLITE).unlink()
    assert digests(copy) != listed


def test_nothing_is_kept_but_of_released_versions_and_of_this_one() -> None:
    assert VERSIONS
    for version in VERSIONS:
        assert is_released(version.name) or version.name == VERSION, f"Delete {version}: it was never released."


def test_a_version_is_released_when_the_changelog_has_its_date(versions: Path) -> None:
    released = [name for name in ("1.0.0", "2.1.0", "1.1.0", "2.1", "Unreleased") if is_released(name)]
    assert released == ["1.0.0", "2.1.0"]


def test_a_released_version_is_never_written_again(versions: Path) -> None:
    check_free(versions / "1.0.0", again=False)
    (versions / "1.0.0").mkdir()
    for again in (False, True):
        with pytest.raises(Kept, match=r"^1\.0\.0 is released: its files stay as they are\. Write a migration"):
            check_free(versions / "1.0.0", again=again)


def test_an_unreleased_version_is_written_again_only_if_that_is_meant(versions: Path) -> None:
    (versions / "3.0.0").mkdir()
    with pytest.raises(Kept, match=r"3\.0\.0 is there already: give --again to write it again"):
        check_free(versions / "3.0.0", again=False)
    check_free(versions / "3.0.0", again=True)
