"""What a PNG of the renderers is made of."""

from io import BytesIO

from PIL import Image


def opened(png: bytes) -> Image.Image:
    """The picture."""
    return Image.open(BytesIO(png))


def chunks(png: bytes) -> list[bytes]:
    """The types of its chunks, in order."""
    names: list[bytes] = []
    at = 8
    while at < len(png):
        names.append(png[at + 4 : at + 8])
        at += 12 + int.from_bytes(png[at : at + 4], "big")
    return names
