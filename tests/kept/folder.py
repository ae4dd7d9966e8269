"""The folder of what released versions have written, its list of digests, and who may write to it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).parent
VERSIONS = sorted(folder for folder in KEPT.iterdir() if re.fullmatch(r"\d+\.\d+\.\d+", folder.name))
DIGESTS = "SHA256SUMS"  # name of the list of a version's files, as `sha256sum` writes and checks it
FIRST_GAMES = {"legstrong", "pistard", "schlangennest", "superechelon"}  # of the first version
SAVES, VALUES, BUTTONS, BACKUP = "saves", "values.json", "buttons.json", "house.backup"
SQLITE, POSTGRESQL = "house.db.xz", "postgresql.sql.xz"
MOST = 400_000  # bytes of all files of a version


class Kept(Exception):
    """The reason why nothing is written, a sentence that says what to do."""


def is_released(version: str) -> bool:
    """Whether the changelog has a dated heading for the version."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.search(rf"^## \[?v?{re.escape(version)}(?![\w.]).*\d{{4}}-\d\d-\d\d", changelog, re.MULTILINE) is not None


def check_free(folder: Path, *, again: bool) -> None:
    """Raise Kept unless a version's folder may be written: it is new, or `again` is meant and nothing released."""
    if not folder.exists():
        return
    if is_released(folder.name):
        raise Kept(
            f"{folder.name} is released: its files stay as they are. Write a migration or an upcast. "
            f"While no tag names {folder.name}, you can delete {folder} and write it again."
        )
    if not again:
        raise Kept(f"{folder} is there already: give --again to write it again, for {folder.name} isn't released.")


def digests(folder: Path) -> str:
    """The digests of all files in the folder but the list itself, a line each, by name."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != DIGESTS)
    return "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n" for file in files
    )


def check_size(folder: Path) -> int:
    """The bytes of all files in the folder; raises Kept if they are too many."""
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    if size > MOST:
        raise Kept(f"{folder.name} would have {size} bytes, more than {MOST}: pack matches of the life, or play fewer.")
    return size
