"""Pictures as PNG files: in a palette, without metadata, as a rule packed quickly rather than small."""
# pyright: reportUnknownVariableType=false

import struct
import zlib

from PIL import Image

try:
    from isal.isal_zlib import compress  # takes a third of zlib's time; some machines have no wheel of it
except ImportError:
    from zlib import compress

QUICKLY = 3 if compress is zlib.compress else 2  # each has levels of its own
SMALL = 6  # zlib's level for pictures that are drawn rarely
SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS, IN_PALETTE = 8, 3  # of a pixel; the type of its colour


def packed(picture: Image.Image, *, small: bool = False) -> bytes:
    """A picture in a palette (mode "P") as a PNG; a `small` one takes several times as long."""
    width, height = picture.size
    lines = Image.new("P", (width + 1, height))  # each begins with its filter: 0 for none, which suits flat colours
    lines.paste(picture, (1, 0))
    header = struct.pack(">IIBBBBB", width, height, BITS, IN_PALETTE, 0, 0, 0)
    body = zlib.compress(lines.tobytes(), SMALL) if small else compress(lines.tobytes(), QUICKLY)
    colours = bytes(picture.getpalette() or ())
    parts = {b"IHDR": header, b"PLTE": colours, b"IDAT": body, b"IEND": b""}
    return SIGNATURE + b"".join(_chunk(name, data) for name, data in parts.items())


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))
