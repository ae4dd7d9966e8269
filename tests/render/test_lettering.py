"""Every name that Discord allows is drawn, in its own script and direction, within the room that it is given."""

from collections.abc import Iterator
from itertools import product

import pytest
from PIL import Image

from cogs.doctor import fonts
from model.version import PACKAGE
from render import kit, lettering
from render.lettering import Run, clean, clusters, fitted, line, runs, spelled, write
from render.roster import called
from tests.render.careers import KINDS, WIDE

NAMES = [name for name in KINDS.values() if name is not None]
EMOJI = lettering.EMOJI


def seen(text: str) -> list[tuple[str, str]]:
    return [(run.text, run.direction) for run in runs(clean(text))]


@pytest.mark.parametrize("name", NAMES, ids=[kind for kind, name in KINDS.items() if name is not None])
def test_a_name_fits_its_cell(name: str) -> None:
    for width, most in ((366, 2), (236, 4), (120, 1), (40, 3)):
        size, found = fitted(name, width, 28, 600, most)
        assert kit.LEAST_GLYPH <= size <= 28
        assert 1 <= len(found) <= most
        assert all(lettering.length(words, size, 600) <= width for words in found)
        canvas = Image.new("L", (width + 40, 160))
        write(canvas, (20, 80), name, width, 28, ink=255, most=most)  # pyright: ignore[reportArgumentType]
        box = canvas.getbbox()
        assert box is not None, "something of every name can be seen"
        assert box[0] >= 20 - 6 and box[2] <= 20 + width + 6, "a swash may reach over the edge, no letter does"


@pytest.mark.parametrize("name", [WIDE, "W" * 32])
def test_32_full_width_characters_are_shown_in_full(name: str) -> None:
    assert len(name) == 32
    assert "".join(fitted(name, 366, 28, 600, 2)[1]) == name


def test_what_does_not_fit_ends_with_an_ellipsis() -> None:
    assert fitted("W" * 60, 366, 28, 600, 2)[1][1].endswith("W…")


def test_lines_are_broken_between_words() -> None:
    assert fitted("the quick brown fox of Flanders", 260, 28, 600, 2) == (22, ("the quick brown fox of", "Flanders"))


def test_no_letter_is_smaller_than_a_phone_can_show() -> None:
    for at in range(len(lettering.FACES)):
        with pytest.raises(ValueError, match="21 pixels"):
            lettering.face(at, 21, 600)


def test_every_script_is_drawn_by_a_face_that_has_it() -> None:
    assert all(run.face is not None for name in (WIDE, "हिन्दी தமிழ் ไทย", "محمد", "자전거") for run in runs(name))
    assert [run.face for run in runs("🚴🏽‍♀️🏆")] == [EMOJI]
    assert [run.face for run in runs("1️⃣")] == [EMOJI]
    assert [run.face for run in runs("12")] == [0]


@pytest.fixture
def _without_cjk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The letters of Chinese, Japanese and Korean aren't installed."""
    monkeypatch.setattr(lettering, "HAS_CJK", False)
    monkeypatch.setattr(lettering, "FACES", lettering.FACES[: lettering.CJK])
    lettering._face_of.cache_clear()
    yield
    lettering._face_of.cache_clear()


@pytest.mark.usefixtures("_without_cjk")
def test_without_its_letters_a_name_is_the_number_of_its_seat() -> None:
    for name in ("자전거", "山田 Taro", "名前"):
        assert called(name, 2) == "#3"
    for name in ("Bob", "🚴🏽‍♀️", "محمد", "ＡＢＣ"):
        assert called(name, 2) == name
    assert f"install {PACKAGE}[cjk]" in str(fonts())


def test_with_its_letters_a_name_is_itself() -> None:
    assert called("자전거", 2) == "자전거"


def test_what_nobody_can_draw_is_a_box() -> None:
    for name in ("꧁", "﷽"):
        assert [run.face for run in runs(name)] == [None]
        assert line(name, 22, 600).getbbox() == line("\u0b00", 22, 600).getbbox()


def test_letters_dressed_up_are_undressed_if_nobody_can_draw_them() -> None:
    assert seen("𝓕𝓪𝓷𝓬𝔂") == [("Fancy", "ltr")]


def test_a_name_from_right_to_left_runs_so() -> None:
    assert seen("שלום Bob 🚴") == [("🚴", "rtl"), (" ", "rtl"), ("Bob", "ltr"), ("שלום ", "rtl")]
    assert seen("Bob שלום") == [("Bob ", "ltr"), ("שלום", "rtl")]
    assert seen("محمد 12 Bob") == [("Bob", "ltr"), ("12 ", "rtl"), ("محمد ", "rtl")]
    letters = [line(text, 40, 600).getbbox() for text in ("אי", "יא")]
    assert letters[0] and letters[1]
    left, right = (line(text, 40, 600).crop((0, 0, 12, 60)).tobytes() for text in ("אי", "יא"))
    assert left != right


def test_without_shaping_letters_are_at_least_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "SHAPED", False)
    assert spelled(Run("שלום", 5, "rtl")) == ("םולש", {})
    assert spelled(Run(" 12", 0, "rtl")) == (" 12", {})
    assert spelled(Run("Bob", 0, "ltr")) == ("Bob", {})


def test_what_cannot_be_seen_takes_no_room() -> None:
    assert clean("\u202eBob\u200b \n\u2066 \ud800x\x07") == "Bob x"
    assert clean("e\u0301") == "é"


def test_marks_do_not_climb_out_of_the_line() -> None:
    zalgo = "Z" + "\u0337\u0321\u0322\u0349" * 12
    assert clusters(zalgo) == ["Z\u0337\u0321"]
    assert line(zalgo * 3, 28, 600).height == line("Z", 28, 600).height


def test_joined_characters_are_cut_as_one() -> None:
    family, flag, hand = "👨‍👩‍👧‍👦", "🇨🇭", "👋🏽"
    assert clusters(family + flag + flag + hand) == [family, flag, flag, hand]
    for name, width in product((family * 4, flag * 6, hand * 6), (60, 90)):
        kept = lettering.cut(name, width, 22, 600).removesuffix("…")
        assert name.startswith(kept)
        assert not kept or clusters(kept) == clusters(name)[: len(clusters(kept))]
