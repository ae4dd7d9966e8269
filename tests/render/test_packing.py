"""PNG files: every pixel and colour comes back, quickly packed or small, with isal and on a machine without it."""

import runpy
import sys
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from render import packing
from tests.render.png import chunks

pytestmark = pytest.mark.quick


@pytest.fixture(params=["isal", "no isal"])
def packed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., bytes]:
    """What packs pictures on such a machine."""
    if request.param == "no isal":
        monkeypatch.setitem(sys.modules, "isal.isal_zlib", None)
    return runpy.run_path(packing.__file__)["packed"]


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("colours", [2, 17, 256])
def test_every_pixel_comes_back(packed: Callable[..., bytes], colours: int, small: bool) -> None:
    picture = Image.new("P", (61, 37))
    picture.putpalette([value for shade in range(colours) for value in (shade, 255 - shade, shade // 2)])
    picture.putdata([(x * y) % colours for y in range(37) for x in range(61)])
    png = packed(picture, small=small)
    with Image.open(BytesIO(png)) as again:
        assert (again.format, again.mode, again.size, again.info) == ("PNG", "P", (61, 37), {})
        assert again.tobytes() == picture.tobytes()
        assert again.convert("RGB").tobytes() == picture.convert("RGB").tobytes()
    assert chunks(png) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


def test_a_picture_that_is_drawn_rarely_is_smaller(packed: Callable[..., bytes]) -> None:
    picture = Image.new("P", (400, 300))
    picture.putpalette([value for shade in range(64) for value in (shade, shade, shade)])
    picture.putdata([(x * x // 7 + y * y // 5) % 64 for y in range(300) for x in range(400)])
    assert len(packed(picture, small=True)) < len(packed(picture))
