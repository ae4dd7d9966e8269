"""Sentences about what happened in a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.table import Event
from host.play.seen import Seen
from host.repair.steward import REPAIRED
from locales import Catalogue
from model.kinds import VoteKind
from render import RENDERERS
from screen.names import escaped, names_of, newcomer


def sentences(seen: Seen, events: Iterable[Event], say: Catalogue) -> list[str]:
    """Sentences about events, one each; an event without words is left out."""
    names = names_of(seen.match, say)
    texts = (sentence(seen, event, names, say) for event in events)
    return [text for text in texts if text]


def sentence(
    seen: Seen, event: Event, names: tuple[str, ...], say: Catalogue, shown: Callable[[str], str] = escaped
) -> str | None:
    """An event in words, ours or the game's; names are safe for a message, or as `shown` makes them."""
    if event.kind in REPAIRED:
        return _repaired(event, names, say, shown)
    if event.kind.startswith("lobby."):
        name = str(event.data.get("name", ""))
        return say(f"event.{event.kind}", name=escaped(name) if name else say("career.left"))
    if event.kind.startswith("house."):
        seat = event.data.get("seat")
        who = {} if seat is None else {"name": names[int(str(seat))]}
        return _house_sentence(event, {**event.data, **who}, names, say)
    return RENDERERS[seen.match.game].sentence(event, names, say)


def _house_sentence(event: Event, values: dict[str, Any], names: tuple[str, ...], say: Catalogue) -> str | None:
    """A sentence about what the bot or the players did to the match; a pause names its reason unless voted."""
    key = f"event.{event.kind}"
    match event.kind:
        case "house.uncounted":
            return say(f"{key}.{event.data['why']}")
        case "house.vote.opened" if event.data["about"] == VoteKind.TAKEOVER:
            return say("event.house.vote.asked", newcomer=newcomer(str(event.data["name"]), say))
        case "house.vote.opened":
            about = say(f"vote.about.{values['about']}", name=values.get("name", ""), at=f"<t:{values.get('at', 0)}:f>")
            # the director of a cup may ask without a seat
            by = names[int(values["by"])] if "by" in values else newcomer(str(event.data["name"]), say)
            return say(key, by=by, about=about)
        case "house.vote.passed" | "house.vote.failed":
            return say(key, about=say(f"vote.{values['about']}.short"))
        case "house.holiday" | "house.holiday.off" | "house.restored":
            times = {name: f"<t:{values[name]}:f>" for name in ("since", "until", "at") if name in values}
            return say(key, **{**values, **times})
        case "house.live":
            return say(key, until=f"<t:{values['until']}:t>")
        case "house.live.over":
            return say(f"{key}.{values['why']}", **values)
        case "house.voted":
            return say(f"{key}.{values['said']}", **values)
        case _:
            return say(key, **values)


def _repaired(event: Event, names: tuple[str, ...], say: Catalogue, shown: Callable[[str], str]) -> str:
    """A sentence about a repair by a manager of the server, who is named, or by an owner of the bot."""
    said, name = event.data, str(event.data["name"])
    times = {n: f"<t:{said[n]}:f>" for n in ("at", "since", "until") if n in said}
    player = {"player": names[int(str(said["seat"]))]} if "seat" in said else {}
    key = f"event.{event.kind}.hours" if said.get("hours") else f"event.{event.kind}"
    by = shown(name) if name else say("career.left")
    values: dict[str, Any] = {**said, **times, **player, "name": by, "n": said.get("hours")}
    return say(f"{key}.{said['by']}", **values)


def newest(lines: list[str], most: int) -> str:
    """As many of the last lines as fit."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum(len(li) + 1 for li in kept) + len(line) > most:
            break
        kept.append(line)
    return "\n".join(reversed(kept))
