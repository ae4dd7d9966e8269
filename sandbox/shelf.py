"""Store of attachments: in memory, or as files of the state folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class Shelf(Protocol):
    def put(self, attachment_id: str, content: bytes) -> None: ...
    def get(self, attachment_id: str) -> bytes | None: ...


class MemoryShelf:
    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}

    def put(self, attachment_id: str, content: bytes) -> None:
        self._files[attachment_id] = content

    def get(self, attachment_id: str) -> bytes | None:
        return self._files.get(attachment_id)


class FolderShelf:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, attachment_id: str, content: bytes) -> None:
        (self._folder / attachment_id).write_bytes(content)

    def get(self, attachment_id: str) -> bytes | None:
        path = self._folder / attachment_id
        return path.read_bytes() if attachment_id.isdigit() and path.is_file() else None


@dataclass(frozen=True)
class Upload:
    """A file as it came with a request; `n` is its number in `files[n]`."""

    n: str
    filename: str
    content: bytes
