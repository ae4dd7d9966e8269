"""What a sandbox shows its players: channels, messages and forms, for tests to read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

BUTTON, SELECTS, TEXT = 2, (3, 5, 6, 7, 8), 10
THREADS = (11, 12)


class Channel:
    """A channel, thread or DM; `raw` is Discord's object, always the newest."""

    def __init__(self, raw: Json) -> None:
        self.raw = raw
        self.deleted = False

    @property
    def id(self) -> str:
        return self.raw["id"]

    @property
    def name(self) -> str:
        return self.raw.get("name") or "DM with " + ", ".join(user["username"] for user in self.raw["recipients"])

    @property
    def members(self) -> list[str]:
        """The ids of the users in a thread or DM."""
        return self.raw.get("members", [])

    @property
    def is_thread(self) -> bool:
        return self.raw["type"] in THREADS

    @property
    def archived(self) -> bool:
        return self.is_thread and self.raw["thread_metadata"]["archived"]

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Message:
    """A message; `raw` is Discord's object, always the newest."""

    def __init__(self, raw: Json) -> None:
        self.raw = raw
        self.deleted = False

    @property
    def id(self) -> str:
        return self.raw["id"]

    @property
    def channel_id(self) -> str:
        return self.raw["channel_id"]

    @property
    def content(self) -> str:
        return self.raw["content"]

    @property
    def embeds(self) -> list[Json]:
        return self.raw["embeds"]

    @property
    def attachments(self) -> list[Json]:
        return self.raw["attachments"]

    @property
    def visible_to(self) -> list[str] | None:
        return self.raw["visible_to"]

    @property
    def ephemeral(self) -> bool:
        return self.visible_to is not None

    @property
    def parts(self) -> list[Json]:
        """All buttons and selects, in order."""
        return [part for part in inside(self.raw["components"]) if "custom_id" in part or "url" in part]

    @property
    def text(self) -> str:
        """All its words: the content, or those of a layout of Components V2."""
        texts = [part["content"] for part in inside(self.raw["components"]) if part["type"] == TEXT]
        return "\n".join([self.content] if self.content else texts)

    @property
    def labels(self) -> list[str]:
        """What its buttons say."""
        return [said(part) for part in self.parts if part["type"] == BUTTON]

    def button(self, label: str) -> Json:
        for part in self.parts:
            if part["type"] == BUTTON and said(part) == label:
                return part
        raise AssertionError(f"No button {label!r} among {self.labels} of {self!r}")

    def select(self, custom_id: str | None = None) -> Json:
        """The select with this custom_id, or the only one."""
        found = [p for p in self.parts if p["type"] in SELECTS and custom_id in (None, p["custom_id"])]
        assert len(found) == 1, f"{len(found)} selects where one was looked for in {self!r}"
        return found[0]

    def __repr__(self) -> str:
        extras = [f"[{label}]" for label in self.labels]
        extras += [
            f"<{part.get('placeholder') or part['custom_id']}>" for part in self.parts if part["type"] in SELECTS
        ]
        extras += [f"({attachment['filename']})" for attachment in self.attachments]
        extras += [f"embed {embed.get('title', '')!r}" for embed in self.embeds]
        mark = "ephemeral " if self.ephemeral else ""
        return " ".join([f"{mark}{self.content[:200]!r}", *extras])


def inside(components: list[Json]) -> Iterator[Json]:
    """All components, those within others too."""
    for part in components:
        yield part
        yield from inside(part.get("components", []))
        if "accessory" in part:
            yield part["accessory"]


def said(button: Json) -> str:
    """A button's label, or its emoji if it has none."""
    return button.get("label") or button.get("emoji", {}).get("name", "")


@dataclass(frozen=True)
class Form:
    """A form that a player has open."""

    id: str
    raw: Json

    @property
    def title(self) -> str:
        return self.raw["title"]

    @property
    def fields(self) -> dict[str, Json]:
        """The inputs by custom_id."""
        inputs = [part.get("component") or part["components"][0] for part in self.raw["components"]]
        return {part["custom_id"]: part for part in inputs}
