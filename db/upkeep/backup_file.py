"""The file of a backup: gzipped lines of JSON, the same from SQLite and PostgreSQL, with a checksum at the end.

The first line identifies the file. Each table follows as a line with its columns and a line for each of its rows. The
last line has the number of rows and the SHA-256 of all lines before it.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias

import msgspec

from platforms.files import sync_folder

FORMAT = 1
LEVEL = 6  # of gzip: 9 takes twice as long for 2% less
GZIP = 16 + zlib.MAX_WBITS  # zlib's number for gzip's format
LONGEST = 8 * 2**20  # bytes of a line, which is held in memory; a snapshot has some thousands
TABLE = b'{"table"'  # how a table's line begins
Kind: TypeAlias = Literal["int", "float", "bool", "text", "bytes"]


class BackupRefused(Exception):
    """A backup can't be made or restored, for the reason in the text, one sentence of advice; nothing was changed."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Header of a backup: the revision of its tables, and when (unix seconds) it was `made`."""

    gruppetto: Literal["backup"]
    format: int
    revision: str
    made: float


class TableHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Header of a table's rows: the columns with their types, and the highest id ever given."""

    table: str
    columns: list[tuple[str, Kind]]
    last: int = 0


class Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """End of a whole backup."""

    rows: int
    sha256: str


Row: TypeAlias = tuple[Any, ...]


class Writer:
    """Writes a backup, line by line."""

    def __init__(self, file: IO[bytes], header: Header) -> None:
        # not a GzipFile: if it is left unfinished, it would write its end into a closed file
        self._file, self._packer = file, zlib.compressobj(LEVEL, wbits=GZIP)
        self._hash, self.rows = hashlib.sha256(), 0
        self._encode = msgspec.json.Encoder().encode
        self._line(header)

    def table(self, header: TableHeader) -> None:
        """Begin the rows of this table."""
        self._line(header)

    def row(self, values: Sequence[Any]) -> None:
        """Write a row of the table, in the order of its columns."""
        self._line(values)
        self.rows += 1

    def end(self) -> None:
        """End the file, once everything is written."""
        self._line(Footer(self.rows, self._hash.hexdigest()))
        self._file.write(self._packer.flush())

    def _line(self, value: object) -> None:
        line = self._encode(value) + b"\n"
        self._hash.update(line)
        self._file.write(self._packer.compress(line))


@contextmanager
def written(file: Path, header: Header) -> Generator[Writer]:
    """Write a backup that appears as a whole or not at all, readable only by its owner.

    Raises BackupRefused if the file exists already, or if it can't be written.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        if file.exists():
            raise BackupRefused(f"The file {file} exists already: name another one.")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            writer = Writer(raw, header)
            yield writer
            writer.end()
            raw.flush()
            os.fsync(raw.fileno())
        part.rename(file)
        sync_folder(file.parent)
    except OSError as error:
        raise unwritable(file, error) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def unwritable(file: Path, why: Exception) -> BackupRefused:
    """The refusal of a backup that can't be written."""
    reason = why.strerror if isinstance(why, OSError) and why.strerror else why
    return BackupRefused(
        f"The backup {file} can't be written: make room on its disk or name another folder ({reason})."
    )


def read_header(file: Path) -> Header:
    """The header of a backup; raises BackupRefused if it isn't one of ours, or from a newer version."""
    with _sound(file), gzip.open(file) as packed:
        return _header(file, packed.readline(LONGEST))


def check_file(file: Path) -> Header:
    """Read a whole backup; raises BackupRefused unless every line is intact."""
    if not sum(line.startswith(TABLE) for line in _whole(file)):
        raise _broken(file, "it holds no tables")
    return read_header(file)


def lines(file: Path) -> Iterator[TableHeader | Row]:
    """The tables of a backup, each followed by its rows; raises BackupRefused if it isn't intact."""
    decode_table, decode_row = msgspec.json.Decoder(TableHeader).decode, msgspec.json.Decoder(tuple[Any, ...]).decode
    table: TableHeader | None = None
    with _sound(file):
        for line in _whole(file):
            if line.startswith(TABLE):
                table = decode_table(line)
                yield table
            elif table is None:
                raise _broken(file, "a row without a table")
            else:
                yield _typed(decode_row(line), table)


def _whole(file: Path) -> Iterator[bytes]:
    """The lines between the first and the last, undecoded; raises BackupRefused if one isn't intact."""
    checksum, rows = hashlib.sha256(), 0
    with _sound(file), gzip.open(file) as packed:
        line = packed.readline(LONGEST)
        _header(file, line)
        while True:
            checksum.update(line)
            line = packed.readline(LONGEST)
            if len(line) == LONGEST:
                raise _broken(file, f"a line is longer than {LONGEST // 2**20} MB")
            if line.startswith((b"[", TABLE)):
                rows += line.startswith(b"[")
                yield line
            elif not line:
                raise _broken(file, "its end is missing")
            elif msgspec.json.decode(line, type=Footer) != Footer(rows, checksum.hexdigest()) or packed.read(1):
                raise _broken(file, "its checksum is wrong")
            else:
                return


def _typed(row: Row, table: TableHeader) -> Row:
    """The row with texts turned back into bytes where its columns hold bytes."""
    if len(row) != len(table.columns):
        raise msgspec.ValidationError(f"a row of {table.table} has {len(row)} values")
    return tuple(
        msgspec.convert(value, bytes) if kind == "bytes" and value is not None else value
        for value, (_, kind) in zip(row, table.columns, strict=True)
    )


@contextmanager
def _sound(file: Path) -> Generator[None]:
    """Turn a file's faults into sentences of advice."""
    try:
        yield
    except (gzip.BadGzipFile, EOFError, zlib.error, msgspec.MsgspecError) as error:
        raise _broken(file, str(error)) from error
    except OSError as error:
        raise BackupRefused(f"The backup {file} can't be read ({error.strerror}): name a file that can.") from error


def _header(file: Path, line: bytes) -> Header:
    format = msgspec.json.decode(line, type=dict[str, Any]).get("format") if line.startswith(b"{") else None
    if isinstance(format, int) and format > FORMAT:
        raise BackupRefused(f"The backup {file} was made by a newer version (format {format}): update Gruppetto.")
    return msgspec.json.decode(line, type=Header)


def _broken(file: Path, why: str) -> BackupRefused:
    return BackupRefused(f"The file {file} is no whole backup of Gruppetto ({why}): take another one.")
