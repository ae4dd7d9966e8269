"""Codec of saves: states as compressed JSON, old ones upgraded when they are read; events and draws as plain JSON."""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from engines.table import Event, Game, Save, Spec

S = TypeVar("S")
T = TypeVar("T")

_json = msgspec.json.Encoder()
_sorted_json = msgspec.json.Encoder(order="deterministic")  # sets in order: the same value is the same text


class BrokenSave(Exception):
    """A save that can't be read; the text is one sentence for the owner of the bot."""


class ChangedState(BrokenSave):
    """A whole save that doesn't fit the game's State any more; `field` is where, a name without what stands there."""

    def __init__(self, name: str, field: str) -> None:
        super().__init__(f"{name} doesn't fit {field} of State any more: raise `schema` or begin a new match.")
        self.field = field


def encode(spec: Spec, state: object) -> bytes:
    """The state in the spec's present schema: the game's key, a line break, JSON; all of it zlib-compressed."""
    return zlib.compress(spec.key.encode() + b"\n" + _json.encode(state))


def decode(game: Game[S, Any], schema: int, blob: bytes) -> S:
    """The state that was encoded when the game's schema was `schema`.

    Raises BrokenSave for a schema newer than the game's, for another game's save and for one that is damaged, and
    ChangedState where the State isn't what it was when this schema was saved.
    """
    spec = game.spec
    name = f"The save of {spec.key} (schema {schema})"
    if schema > spec.schema:
        raise BrokenSave(f"{name} is newer than this version, which reads up to {spec.schema}: update Gruppetto.")
    try:
        key, _, body = zlib.decompress(blob).partition(b"\n")
        if key != spec.key.encode():
            raise BrokenSave(f"{name} belongs to another game: restore the database from a backup.")
        if schema == spec.schema:
            return _decoder(game.State).decode(body)
        save: Save = msgspec.json.decode(body, type=dict[str, Any])
        for old in range(schema, spec.schema):
            save = spec.upcasts[old](save)
        return msgspec.convert(save, game.State)
    except msgspec.ValidationError as error:
        raise ChangedState(name, _field(str(error))) from error
    # from LookupError on: what an upcast meets in a save that isn't what it says
    except (zlib.error, msgspec.MsgspecError, LookupError, AttributeError, TypeError, ValueError) as error:
        raise BrokenSave(f"{name} is damaged ({error}): restore the database from a backup.") from error


def _field(error: str) -> str:
    """The field that msgspec says isn't right, `riders[...].lane`: its path, and what is missing there."""
    names = [*re.findall(r" - at `\$\.?(\S+)`$", error), *re.findall(r"missing required field `(\w+)`", error)]
    return f"`{'.'.join(names)}`" if names else "all"


def encode_json(value: object) -> str:
    """Events, draws, paths or options as JSON."""
    return _sorted_json.encode(value).decode()


def decode_json(text: str, kind: type[T]) -> T:
    """Value that `encode_json` was given, of type `kind`; raises msgspec.DecodeError if it isn't that."""
    return _decoder(kind).decode(text)


class _EventJson(msgspec.Struct):
    """An event as it is read: JSON has one kind of sequence where `Value` has two."""

    kind: str
    to: frozenset[int] | None
    data: dict[str, str | int | tuple[str | int, ...]]


def decode_events(text: str) -> list[Event]:
    """The events that `encode_json` was given; sequences in their data come back as tuples."""
    return [Event(event.kind, event.to, dict(event.data)) for event in decode_json(text, list[_EventJson])]


@lru_cache(maxsize=64)
def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind)
