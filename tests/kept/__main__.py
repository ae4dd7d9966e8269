"""Writes what this version's saves, words, databases, buttons and backups look like: `python -m tests.kept`.

They go to `tests/kept/<version>/`, and stay there for ever once the version is released: later versions must read
them. Before that, `--again` writes them again after a change of what is stored.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import msgspec

from model.version import VERSION
from tests.kept.databases import put_sqlite, write_databases
from tests.kept.folder import BUTTONS, DIGESTS, KEPT, SAVES, VALUES, Kept, check_free, check_size, digests
from tests.kept.page import Press, Walk, is_whole
from tests.kept.saves import saves
from tests.kept.values import vocabularies
from tests.kept.world import KeptWorld


def write(folder: Path) -> None:
    """Write all of it to an empty folder."""
    (folder / SAVES).mkdir()
    for name, save in saves():
        (folder / SAVES / name).write_bytes(save)
    (folder / VALUES).write_text(vocabularies(), encoding="utf-8")
    write_databases(folder)
    with tempfile.TemporaryDirectory() as at, patch("host.coach.making.IN_STOCK", 0):
        page = asyncio.run(walk(put_sqlite(folder, Path(at, "house.db"))))
    assert is_whole(page)
    (folder / BUTTONS).write_bytes(b"[" + b",\n".join(msgspec.json.encode(press) for press in page) + b"]\n")
    (folder / DIGESTS).write_text(digests(folder), encoding="utf-8")


async def walk(url: str) -> list[Press]:
    """A page of buttons on the database at the URL."""
    world = KeptWorld(url)
    await world.begin()
    try:
        return await Walk(world).go()
    finally:
        await world.end()


def main(arguments: list[str]) -> None:
    """Write this version's files, or say why not."""
    parser = argparse.ArgumentParser(prog="python -m tests.kept", description="Write what a version keeps.")
    parser.add_argument("--again", action="store_true", help="write what an unreleased version has written again")
    folder, again = KEPT / VERSION, parser.parse_args(arguments).again
    try:
        check_free(folder, again=again)
        with tempfile.TemporaryDirectory() as at:
            new = Path(at, VERSION)
            new.mkdir()
            write(new)
            size = check_size(new)
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(new, folder)
    except Kept as why:
        sys.exit(str(why))
    print(f"{folder}: {size} bytes.")


if __name__ == "__main__":
    main(sys.argv[1:])
