"""What a PNG of the renderers is made of, and how it is held against one on file and against the clock."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from statistics import median
from time import process_time

from PIL import Image, ImageChops

GOLDEN = Path(__file__).parent / "golden"


def opened(png: bytes) -> Image.Image:
    """The picture."""
    return Image.open(BytesIO(png))


def check_picture(png: bytes, most_bytes: int, most_height: int = 1400, least_height: int = 1) -> None:
    """A picture as it must be: of one width, in a palette, without metadata, and small."""
    image = opened(png)
    assert (image.mode, image.width) == ("P", 800)
    assert least_height <= image.height <= most_height
    assert set(chunks(png)) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    assert len(png) <= most_bytes


def chunks(png: bytes) -> list[bytes]:
    """The types of its chunks, in order."""
    names: list[bytes] = []
    at = 8
    while at < len(png):
        names.append(png[at + 4 : at + 8])
        at += 12 + int.from_bytes(png[at : at + 4], "big")
    return names


def check_golden(png: bytes, name: str) -> None:
    """The picture looks like the one on file; after a wanted change write it to that file, and look at it."""
    drawn, golden = opened(png).convert("RGB"), Image.open(GOLDEN / f"{name}.png").convert("RGB")
    changed = ImageChops.difference(drawn, golden).convert("L").point([value > 24 for value in range(256)])
    assert changed.histogram()[1] < 50, "pixels differ; some may, where shapes are rounded differently"


def check_speed(draw: Callable[[], object], most_seconds: float) -> None:
    """Drawing takes no longer, once what is drawn only once is there."""
    draw()
    seconds: list[float] = []
    for _ in range(3):
        begun = process_time()
        draw()
        seconds.append(process_time() - begun)
    assert median(seconds) < most_seconds
