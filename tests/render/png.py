"""What a PNG of the renderers is made of."""

from io import BytesIO

from PIL import Image

MOST_HEIGHT = 1400


def opened(png: bytes) -> Image.Image:
    """The picture."""
    return Image.open(BytesIO(png))


def check_picture(png: bytes, most_bytes: int) -> None:
    """A board as it must be: of one width, in a palette, without metadata, and small."""
    image = opened(png)
    assert (image.mode, image.width) == ("P", 800)
    assert image.height <= MOST_HEIGHT
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
