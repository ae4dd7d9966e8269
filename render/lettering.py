"""Names as people write them: many scripts in one line, right to left where needed, cut to fit.

Inter comes first; what it lacks is set in Noto (both under the SIL Open Font License 1.1), and what no face has is a
small box. The letters of Chinese, Japanese and Korean are a package of their own, which may be missing. Emoji are drawn
as outlines in the colour of the text, as a palette has no room for their colours.
"""
# pyright: reportUnknownMemberType=false

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from itertools import groupby
from typing import Literal

from PIL import Image, ImageDraw, ImageFont, features

from render import kit
from render.kit import Colour, Point

NOTO = files("manimgx_fonts")
SCRIPTS = (
    "Arabic",
    "Hebrew",
    "Devanagari",
    "Thai",
    "Bengali",
    "Tamil",
    "Telugu",
    "Kannada",
    "Malayalam",
    "Gujarati",
    "Gurmukhi",
    "Oriya",
    "Sinhala",
    "Khmer",
    "Lao",
    "Myanmar",
    "Ethiopic",
    "Georgian",
    "Armenian",
)
HAS_CJK = find_spec("manimgx_fonts_cjk") is not None
FACES = (
    kit.FONT,
    str(NOTO / "NotoSans[wght].ttf"),
    str(NOTO / "NotoEmoji[wght].ttf"),
    str(NOTO / "NotoSansSymbols[wght].ttf"),
    *(str(NOTO / f"NotoSans{script}[wght].ttf") for script in SCRIPTS),
    *([str(files("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc")] if HAS_CJK else []),
)
EMOJI, FIRST_SCRIPT, CJK = 2, 4, 4 + len(SCRIPTS)  # places in FACES
NOBODY_HAS = "\uffff"  # never a character, so every face shows its sign for a missing glyph
JOINER, EMOJI_STYLE, KEYCAP = "\u200d", "\ufe0f", "\u20e3"
CUT = "…"
MOST_MARKS = 2  # of one letter; more would overflow the line
MOST_CLUSTERS = 96
ABOVE, BELOW = 1.1, 0.45  # of the size, from the base line
WIDEST = 4  # letters wide; FreeType gives up on some ligatures that are whole sentences
BOX = 0.62  # width of the sign for what no face has, relative to the size
CAPITALS = 0.364  # half the height of Inter's capitals, of the size
FINE = 4  # letters are set this many times larger, as they stand on whole pixels, which would space small ones unevenly
CRISP = [max(0, min(255, round((grey - 127.5) * 1.6 + 127.5))) for grey in range(256)]  # of the soft edges of letters
SHAPED = features.check("raqm")  # Pillow has it if the system has FriBidi; without it, letters stand unjoined

Direction = Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring characters in one face; `face` is None for characters that no face has."""

    text: str
    face: int | None
    direction: Direction


@cache
def face(number: int, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """A face of `FACES` in that size and weight, `FINE` times as large."""
    if number == 0:
        return kit.font(size, weight, FINE)
    if size < kit.LEAST_GLYPH:
        raise ValueError(f"{size} pixels can't be read on a phone, {kit.LEAST_GLYPH} are the least")
    font = ImageFont.truetype(FACES[number], size * FINE)
    font.set_variation_by_axes([weight])
    return font


def _glyph(number: int, char: str) -> bytes:
    """The bitmap with which a face draws one character."""
    size = kit.LEAST_GLYPH * FINE
    image = Image.new("L", (WIDEST * size, 2 * size))
    ImageDraw.Draw(image).text((size // 2, size), char, fill=255, font=face(number, kit.LEAST_GLYPH, 400), anchor="ls")
    return image.tobytes()


@cache
def _missing(number: int) -> bytes:
    """The bitmap a face shows for a character that it lacks."""
    return _glyph(number, NOBODY_HAS)


@lru_cache(maxsize=8192)
def _drawable(number: int, char: str) -> bool:
    if face(number, kit.LEAST_GLYPH, 400).getlength(char) > WIDEST * FINE * kit.LEAST_GLYPH:
        return False
    return _glyph(number, char) != _missing(number)


def clean(text: str) -> str:
    """The text without invisible characters: controls, direction marks, half characters; with single spaces."""
    kept = (" " if char.isspace() else char for char in unicodedata.normalize("NFC", text[: 4 * MOST_CLUSTERS]))
    visible = (c for c in kept if c in (JOINER, "\u200c") or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    return " ".join("".join(visible).split())


def clusters(text: str) -> list[str]:
    """What readers take for single characters: letters with their marks, joined emoji, flags."""
    kept: list[str] = []
    for char in text:
        if kept and _belongs(char, kept[-1]):
            if not unicodedata.category(char).startswith("M") or len(kept[-1]) <= MOST_MARKS:
                kept[-1] += char
        else:
            kept.append(char)
    return kept[:MOST_CLUSTERS]


def _belongs(char: str, cluster: str) -> bool:
    if _is_flag(char):
        return len(cluster) == 1 and _is_flag(cluster)
    tone = "\U0001f3fb" <= char <= "\U0001f3ff"
    return tone or char in (JOINER, "\u200c") or unicodedata.category(char).startswith("M") or cluster[-1] == JOINER


def _is_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _likely(cluster: str) -> tuple[int, ...]:
    """Faces to try first: for emoji their own, else, to save time, the one for the script."""
    if EMOJI_STYLE in cluster or JOINER in cluster or KEYCAP in cluster:
        return (EMOJI,)
    if unicodedata.east_asian_width(cluster[0]) == "W":
        return (0, EMOJI, CJK)[: 3 if HAS_CJK else 2]
    script = unicodedata.name(cluster[0], "").partition(" ")[0].title()
    return (FIRST_SCRIPT + SCRIPTS.index(script),) if script in SCRIPTS else ()


@lru_cache(maxsize=4096)
def _face_of(cluster: str) -> tuple[str, int | None]:
    """The cluster in drawable form, and the first face that has it."""
    order = (*_likely(cluster), *range(len(FACES)))
    needed = [char for char in cluster if char not in (JOINER, "\u200c") and not "\ufe00" <= char <= EMOJI_STYLE]
    for wanted in (needed, needed[:1]):
        for number in order:
            if wanted and all(_drawable(number, char) for char in wanted):
                return (cluster if wanted is needed else wanted[0]), number
    plain = unicodedata.normalize("NFKC", cluster)  # letters dressed up: mathematical, circled, wide
    return _face_of(plain) if plain != cluster and len(plain) == 1 else (cluster, None)


def lacks_letters(name: str) -> bool:
    """Whether a name has letters of which only the missing package has the shapes."""
    wide = (cluster for cluster in clusters(clean(name)) if unicodedata.east_asian_width(cluster[0]) == "W")
    return not HAS_CJK and any(_face_of(cluster)[1] is None for cluster in wide)


def _strong(char: str) -> Direction | None:
    kind = unicodedata.bidirectional(char)
    return "ltr" if kind == "L" else "rtl" if kind in ("R", "AL") else None


def runs(text: str) -> list[Run]:
    """The text as runs from left to right, in visual order."""
    pieces: list[tuple[str, int | None, Direction | None]] = []
    for cluster in clusters(text):
        drawn, number = _face_of(cluster)
        direction = _strong(drawn[0])
        before = pieces[-1][1] if pieces else None
        if direction is None and len(drawn) == 1 and before not in (None, EMOJI) and not drawn.isdigit():
            number = before if _drawable(before, drawn) else number  # spaces and signs stay with the word before them
        pieces.append((drawn, number, direction))
    strong: list[Direction] = [d for _, _, d in pieces if d]
    base = strong[0] if strong else "ltr"
    directed = list(_directed(pieces, base))
    joined = [
        Run("".join(piece.text for piece in same), key[0], key[1])
        for key, same in groupby(directed, lambda piece: (piece.face, piece.direction))
    ]
    return _seen(joined, base)


def _directed(pieces: Sequence[tuple[str, int | None, Direction | None]], base: Direction) -> Iterator[Run]:
    """Characters without a direction take their neighbours' if these agree, else that of the whole."""
    before: Direction = base
    for index, (text, which, strong) in enumerate(pieces):
        if strong is None:
            after = next((later for _, _, later in pieces[index:] if later), base)
            direction: Direction = before if before == after or text.isdigit() else base
        else:
            direction = before = strong
        yield Run(text, which, direction)


def _seen(logical: list[Run], base: Direction) -> list[Run]:
    """Runs in visual order: neighbouring right-to-left runs are reversed as a group."""
    ordered: list[Run] = []
    for direction, group in groupby(logical, lambda run: run.direction):
        same = list(group)
        if direction == "rtl":
            same.reverse()
        ordered = [*same, *ordered] if base == "rtl" else [*ordered, *same]
    return ordered


def spelled(run: Run) -> tuple[str, dict[str, Direction]]:
    """The text of a run, and the options with which Pillow sets it."""
    if SHAPED:
        return run.text, {"direction": run.direction}
    turned = any(_strong(char) == "rtl" for char in run.text)  # digits stay as they are
    return ("".join(reversed(clusters(run.text))) if turned else run.text), {}


def _length(run: Run, size: int, weight: int) -> float:
    if run.face is None:
        return len(clusters(run.text)) * size * BOX
    text, options = spelled(run)
    return face(run.face, size, weight).getlength(text, **options) / FINE  # pyright: ignore[reportArgumentType]


@lru_cache(maxsize=2048)
def length(text: str, size: int, weight: int) -> float:
    """The text's length in pixels."""
    return sum(_length(run, size, weight) for run in runs(text))


@lru_cache(maxsize=512)
def line(text: str, size: int, weight: int) -> Image.Image:
    """The mask of one line, centred on the middle of its capitals."""
    drawn = runs(text)
    half = round(size * (ABOVE - CAPITALS))
    mask = Image.new("L", ((round(length(text, size, weight)) + 4) * FINE, 2 * half * FINE))
    brush = ImageDraw.Draw(mask)
    x, base = 2.0, half + round(size * CAPITALS)
    for run in drawn:
        wide = _length(run, size, weight)
        if run.face is None:
            _boxes(brush, (x, base), size, len(clusters(run.text)))
        else:
            text, options = spelled(run)
            point = x * FINE, base * FINE
            brush.text(point, text, fill=255, font=face(run.face, size, weight), anchor="ls", **options)  # pyright: ignore[reportArgumentType]
        x += wide
    return mask.reduce(FINE).point(CRISP)


def _boxes(brush: ImageDraw.ImageDraw, point: Point, size: int, count: int) -> None:
    for place in range(count):
        left = point[0] + place * size * BOX + 2
        corners = left, point[1] - round(size * 0.72), left + size * BOX - 5, point[1]
        brush.rectangle(tuple(FINE * corner for corner in corners), outline=255, width=2 * FINE)


def cut(text: str, width: float, size: int, weight: int) -> str:
    """As much of a clean text as fits into `width` pixels, with an ellipsis if something is left out."""
    if length(text, size, weight) <= width:
        return text
    kept = clusters(text)
    while kept and length("".join(kept).rstrip() + CUT, size, weight) > width:
        kept.pop()
    return "".join(kept).rstrip() + CUT


def broken(text: str, width: float, size: int, weight: int, most: int) -> list[str]:
    """A clean text in at most `most` lines, broken at a space that comes late enough; the last may be cut."""
    lines: list[str] = []
    rest = clusters(text)
    while rest and len(lines) < most - 1 and length("".join(rest), size, weight) > width:
        count = next(n for n in range(len(rest), 0, -1) if n == 1 or length("".join(rest[:n]), size, weight) <= width)
        spaces = [place for place in range(count // 3, count + 1) if place < len(rest) and rest[place] == " "]
        count = spaces[-1] if spaces else count
        lines.append("".join(rest[:count]).rstrip())
        rest = clusters("".join(rest[count:]).lstrip())
    return [*lines, cut("".join(rest), width, size, weight)] if rest else lines


@lru_cache(maxsize=1024)
def fitted(text: str, width: int, size: int, weight: int = 600, most: int = 1) -> tuple[int, tuple[str, ...]]:
    """The size and lines in which a text fits: one line, smaller if need be, else up to `most` lines."""
    shown = clean(text) or "\ufffd"
    for smaller in range(size, kit.LEAST_GLYPH - 1, -2):
        if length(shown, smaller, weight) <= width:
            return smaller, (shown,)
    return kit.LEAST_GLYPH, tuple(broken(shown, width, kit.LEAST_GLYPH, weight, most))


def write(
    canvas: Image.Image,
    point: Point,
    text: str,
    width: int,
    size: int,
    *,
    ink: Colour = kit.INK,
    weight: int = 600,
    anchor: str = "l",
    most: int = 1,
) -> int:
    """A text of any script in a box of this `width`, level with `point`; returns the width it takes."""
    fits, lines = fitted(text, width, size, weight, most)
    leading = round(fits * 1.22)
    widest = 0
    for place, words in enumerate(lines):
        mask = line(words, fits, weight)
        y = point[1] + (place - (len(lines) - 1) / 2) * leading
        left = point[0] - {"l": 2, "m": mask.width / 2, "r": mask.width - 2}[anchor]
        canvas.paste(ink, (round(left), round(y - mask.height / 2)), mask)
        widest = max(widest, mask.width - 4)
    return widest
