"""Pictures as they are sent: every one has its words for people who can't see it, the private ones too."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engines.pistard import PistardView
from engines.table import Path, Pick, Viewer
from locales import catalogue
from render import Say, pistard
from tests.cogs.quiz import PlainRenderer, Quiz, QuizView, dress_as_pistard
from tests.cogs.world import World, quick_match


def blank(height: int) -> bytes:
    out = BytesIO()
    Image.new("P", (40, height)).save(out, "PNG")
    return out.getvalue()


class OpenHanded(PlainRenderer):
    """Shows each player a private picture."""

    def board(self, view: QuizView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        """A picture for everyone."""
        return blank(30)

    def hand(self, view: QuizView, path: Path = ()) -> bytes | None:
        """A picture for players alone."""
        return None if view.viewer is None else blank(20)

    def hand_alt(self, view: QuizView, path: Path, say: Say) -> str | None:
        """Whose hand it is, in the reader's language."""
        return None if view.viewer is None else f"{say('board.move')} {view.viewer} after {len(path)}"


@pytest.mark.parametrize("quiz", [Quiz(Pick("letter", ("a", "b")))])
async def test_private_pictures_have_words_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    dress_as_pistard(monkeypatch, OpenHanded())
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.start_match(bob)
    say = catalogue("en")
    for seat, player in enumerate((ann, bob)):
        panel = await player.press(world.board(), "Your move")
        whose = f"{say('board.move')} {seat} after 0"
        assert Image.open(BytesIO(panel.picture_bytes())).size == (40, 50)
        for picture in (panel.picture, *player.dms()[-1].attachments):
            assert (picture.description or "").splitlines()[0] == whose
            assert picture.filename.endswith("-hand.png")
    [public] = world.board().attachments
    assert say("board.move") not in (public.description or "") and "hand" not in public.filename


async def test_a_board_shows_who_is_waited_for_and_its_name_counts_no_changed_answer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def board(view: PistardView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        return blank(30 + len(view.waiting))

    monkeypatch.setattr(pistard, "board", board)
    ann, bob = await quick_match(world)
    shown: list[tuple[str, int]] = []
    for _ in range(3):
        answer = await bob.command("match board", match="1")
        shown.append((answer.picture.filename, Image.open(BytesIO(answer.picture_bytes())).height - 30))
        await world.house.matches.play(1, ann.id, ("6", "4", "3", "2"), None, None)
    assert shown == [("pistard-1-4.png", 2), ("pistard-1-5.png", 1), ("pistard-1-5.png", 1)]


async def test_boards_bear_the_players_names_and_not_that_of_one_who_was_forgotten(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, ...]] = []

    def board(view: PistardView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        drawn.append(names)
        return blank(30 + len(drawn))

    monkeypatch.setattr(pistard, "board", board)
    ann, bob, carla = world.person("Ann *_~", nick="Änn `🚴`"), world.person("Bob"), world.person("Carla")
    await ann.command("pistard new", preset="quick", players=3)
    await bob.press(world.lobby(), "Join")
    await bob.add_computer(world.lobby())
    await ann.press(world.lobby(), "Start")
    computer = catalogue("en")(f"opponent.{world.house.fair}")
    assert drawn and {*drawn} == {("Änn `🚴`", "Bob", computer)}, "as they write themselves, in public and in private"

    count = len(drawn)
    first = (await carla.command("match board", match="1")).picture_bytes()
    assert (await carla.command("match board", match="1")).picture_bytes() == first
    assert len(drawn) == count, "what was drawn with these names is shown again"

    await ann.press(await ann.command("privacy forget"), "Forget me for good")
    assert (await carla.command("match board", match="1")).picture_bytes() != first
    assert {*drawn[count:]} == {(catalogue("en")("career.left"), "Bob", computer)}


async def test_the_picture_for_a_question_is_drawn_once_for_its_reader_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[Viewer, Path]] = []

    def close_up(view: PistardView, path: Path = ()) -> bytes:
        drawn.append((view.viewer, path))
        return blank(30 + len(drawn))

    monkeypatch.setattr(pistard, "STYLE", replace(pistard.STYLE, close_up=close_up))
    ann, bob = await quick_match(world)
    for seat, player in enumerate((ann, bob)):
        panel, pictures = await player.press(world.board(), "Your move"), list[bytes]()
        for label in (panel.labels[0], "Back", None):
            pictures.append(panel.picture_bytes())
            panel = await player.press(panel, label) if label else panel
        asked, chosen, again = pictures
        assert asked == again != chosen
        assert (seat, ()) in drawn
    assert len(drawn) == len({*drawn})
