"""Discord's limits of messages in Components V2, as numbers and as a check that reports like Discord."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sandbox.refused import Json, Validator

PARTS, TEXT = 40, 4000
TEXTS, ITEMS = 3, 10  # of a section, of a gallery
ALT_TEXT, URL = 1024, 2048
ROW, BUTTON = 1, 2
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
INSIDE = {ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR}  # what stands in a container
LEGACY = ("content", "embeds", "poll", "sticker_ids")
NO_LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"

Path = tuple[str | int, ...]
CheckPart = Callable[[Path, Json], None]


def check_layout(validator: Validator, body: Json, check_row: CheckPart, check_button: CheckPart) -> None:
    """Note what Discord would refuse; rows and buttons are checked as in any message."""
    for name in LEGACY:
        if body.get(name):
            text = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            validator.wrong((name,), NO_LEGACY, text)
    parts: Any = body.get("components")
    if not validator.length(("components",), parts, PARTS, what=list):
        return
    layout_parts = list(all_parts(parts or []))
    if len(layout_parts) > PARTS:
        code, text = "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"Must be {PARTS} or fewer components in total."
        validator.wrong(("components",), code, text)
    if sum(len(part.get("content") or "") for part in layout_parts) > TEXT:
        code, text = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"The text is longer than {TEXT} characters"
        validator.wrong(("components",), code, text)
    _Layout(validator, check_row, check_button).check(("components",), parts or [], {*INSIDE, CONTAINER})


def all_parts(components: list[Json]) -> Iterator[Json]:
    """All components, those within others too."""
    for part in components:
        yield part
        yield from all_parts(part.get("components") or [])
        if part.get("accessory"):
            yield part["accessory"]


@dataclass(frozen=True)
class _Layout:
    """A check on its way through the parts of a message."""

    validator: Validator
    check_row: CheckPart
    check_button: CheckPart

    def check(self, path: Path, parts: list[Json], kinds: set[int]) -> None:
        for n, part in enumerate(parts):
            self._part((*path, n), part, kinds)

    def _part(self, path: Path, part: Json, kinds: set[int]) -> None:
        kind = part.get("type")
        if not self.validator.choice((*path, "type"), kind, kinds):
            return
        if kind == ROW:
            self.check_row(path, part)
        elif kind == BUTTON:
            self.check_button(path, part)
        elif kind == TEXT_DISPLAY:
            self.validator.length((*path, "content"), part.get("content"), TEXT, 1)
        elif kind == THUMBNAIL:
            self._media(path, part)
        elif kind == GALLERY and self._has(path, part, "items", ITEMS):
            for n, item in enumerate(part["items"]):
                self._media((*path, "items", n), item)
        elif kind == CONTAINER and self._has(path, part, "components", PARTS):
            self.check((*path, "components"), part["components"], INSIDE)
        elif kind == SECTION and self._has(path, part, "components", TEXTS):
            self.check((*path, "components"), part["components"], {TEXT_DISPLAY})
            self._part((*path, "accessory"), part.get("accessory") or {}, {BUTTON, THUMBNAIL})

    def _has(self, path: Path, part: Json, name: str, most: int) -> bool:
        return self.validator.length((*path, name), part.get(name), most, 1, what=list)

    def _media(self, path: Path, shown: Json) -> None:
        self.validator.length((*path, "media", "url"), (shown.get("media") or {}).get("url"), URL, 1)
        self.validator.length((*path, "description"), shown.get("description"), ALT_TEXT)
