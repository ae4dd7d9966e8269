"""Codec of saves: states as compressed JSON, old ones upgraded on reading; events and draws as plain JSON."""

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
_sorted_json = msgspec.json.Encoder(order="deterministic")  # sorts sets, so that equal values give equal texts


class BrokenSave(Exception):
    """A save that can't be read; the text is one sentence for the bot's owner."""


class ChangedState(BrokenSave):
    """A valid save that no longer fits the game's State; `field` names the place, never its contents."""

    def __init__(self, name: str, field: str) -> None:
        super().__init__(f"{name} doesn't fit {field} of State any more: raise `schema` or begin a new match.")
        self.field = field


def encode(spec: Spec, state: object) -> bytes:
    """The state in the spec's present schema, zlib-compressed: the game's key, a line break, JSON."""
    return zlib.compress(spec.key.encode() + b"\n" + _json.encode(state))


def decode(game: Game[S, Any], schema: int, blob: bytes) -> S:
    """Decode a state that was encoded at the game's schema number `schema`.

    Raises BrokenSave for a schema newer than the game's, another game's save or a damaged one, and
    ChangedState if the State has changed since this schema was saved.
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
    # from LookupError on: what an upcast may raise on an inconsistent save
    except (zlib.error, msgspec.MsgspecError, LookupError, AttributeError, TypeError, ValueError) as error:
        raise BrokenSave(f"{name} is damaged ({error}): restore the database from a backup.") from error


def _field(error: str) -> str:
    """The path of the field in msgspec's error, such as `riders[...].lane`, and what is wrong there."""
    names = [*re.findall(r" - at `\$\.?(\S+)`$", error), *re.findall(r"missing required field `(\w+)`", error)]
    return f"`{'.'.join(names)}`" if names else "all"


def encode_json(value: object) -> str:
    """Events, draws, paths or options as JSON."""
    return _sorted_json.encode(value).decode()


def decode_json(text: str, kind: type[T]) -> T:
    """Decode JSON from `encode_json` into a value of type `kind`; raises msgspec.DecodeError if it doesn't fit."""
    return _decoder(kind).decode(text)


class _EventJson(msgspec.Struct):
    """An event as read: JSON has one kind of sequence where `Value` has two."""

    kind: str
    to: frozenset[int] | None
    data: dict[str, str | int | tuple[str | int, ...]]


def decode_events(text: str) -> list[Event]:
    """Events from JSON that `encode_json` wrote; sequences in their data become tuples."""
    return [Event(event.kind, event.to, dict(event.data)) for event in decode_json(text, list[_EventJson])]


@lru_cache(maxsize=64)
def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind)
