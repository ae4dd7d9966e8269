"""What happened while I was away: in the panel, as small boards, step by step; and the whole match as a film."""

import asyncio
import io

import pytest
from PIL import Image

from cogs.looking_back import replay
from cogs.traffic.rate_limit import MOST_FILMS, Films
from engines.table import Refused
from locales import catalogue
from screen.sentences import sentences
from tests.cogs.panel.test_cogs_votes import three
from tests.cogs.world import MORE, SINCE, Answer, Player, World, opened_match, play_fallback, quick_match, quick_race

SAY = catalogue("en")
TURNS = ["First", "Back", "Next", "Last"]


def open_turns(answer: Answer) -> list[str]:
    """The buttons that lead somewhere."""
    parts = answer.by.world.parts(answer.panel)
    return [part["label"] for part in parts if part["label"] in TURNS and not part["disabled"]]


async def away(world: World) -> tuple[Player, Player]:
    """A quick race in which Bob has made some moves since Ann's last."""
    ann, bob = await quick_race(world)
    while 1 not in (await world.seen(1)).view.waiting:
        await play_fallback(world, ann)
    for _ in range(2):
        if 1 in (await world.seen(1)).view.waiting:
            await play_fallback(world, bob)
    return ann, bob


async def test_the_panel_begins_with_what_happened_since_my_last_move(world: World) -> None:
    ann, _ = await away(world)
    lines = (await ann.command("play", match="1")).text.splitlines()
    small = [line for line in lines if line.startswith("-# ")]
    assert small and all("Ann moves" not in line for line in small)
    assert any(line.startswith("-# Bob moves ") for line in small)
    assert lines.index(small[0]) == 1


async def test_since_my_move_shows_sentences_and_small_boards(world: World) -> None:
    ann, _ = await away(world)
    shown = await ann.press(await ann.press(await ann.command("play", match="1"), MORE), SINCE)
    assert shown.panel.ephemeral
    head, title, *lines = shown.text.splitlines()
    assert head.startswith("**Pistard #1**")
    assert title == SAY("since.head")
    assert lines and all(line.startswith("-# ") for line in lines)
    with Image.open(io.BytesIO(shown.picture_bytes())) as picture:
        assert (picture.format, picture.width) == ("PNG", 800)
    assert shown.picture.description == SAY("since.alt", n=min(4, await steps_since(world, ann)))
    assert open_turns(shown) == ["Back", "First", "Last"]


async def steps_since(world: World, player: Player) -> int:
    """How many steps there are to show after that player's last move."""
    replays = world.house.replays
    return len(await replays.steps(1, player.id, await replays.last_move(1, player.id)))


async def test_steps_lead_from_the_first_to_the_last(world: World) -> None:
    ann, _ = await away(world)
    shown = await ann.press(await ann.press(await ann.command("play", match="1"), MORE), SINCE)
    steps = await steps_since(world, ann)
    assert steps >= 2
    first = await ann.press(shown, "First")
    assert first.panel.id == shown.panel.id
    assert first.text.splitlines()[1].startswith(f"Step 1 of {steps}, <t:")
    assert open_turns(first) == ["Next", "Last"]
    assert first.picture.description is not None
    second = await ann.press(first, "Next")
    assert f"Step 2 of {steps}" in second.text
    assert f"Step 1 of {steps}" in (await ann.press(second, "Back")).text
    end = await ann.press(second, "Last")
    assert f"Step {steps} of {steps}" in end.text
    assert open_turns(end) == ["Back", "First"]


async def test_answers_that_were_changed_in_secret_take_no_sentence_from_the_steps(world: World) -> None:
    ann, bob = await quick_match(world)
    panel = ann.dms()[-1]
    for dice in ("436", "643", "463"):
        for label in (*(f"🎲{die}" for die in dice), "Confirm"):
            panel = await ann.press(panel, label)
        if dice != "463":
            panel = await ann.press(panel, "Change my move")
    await play_fallback(world, bob)
    for _ in range(3):
        waiting = (await world.seen(1)).view.waiting
        await play_fallback(world, ann if 0 in waiting else bob)
    carla = world.person("Carla")
    own = await carla.press(world.board(), "Your move")
    texts = set[str]()  # steps that look alike are one
    for place in range(len(await world.house.replays.steps(1, carla.id))):
        world.forge(own.panel, f"h:step:1.0.{place}")
        texts.add((await carla.press(own, "forged 0")).text)
    heard = await world.house.matches.history(1, carla.id, 0)
    events = [event for _, events in heard for event in events]
    rides = [line for line in sentences(await world.seen(1), events, SAY) if " moves " in line]
    assert len(rides) >= 3
    assert [line for line in rides if all(line not in text for text in texts)] == []


async def test_right_after_my_own_move_nothing_has_happened(world: World) -> None:
    ann, _ = await quick_match(world)
    await play_fallback(world, ann)
    panel = await ann.command("play", match="1")
    answer = await ann.press(await ann.press(panel, MORE), SINCE)
    assert answer.whisper == "Nothing has happened since your last move."


async def test_each_player_sees_in_the_steps_what_they_could_see_then(world: World) -> None:
    """The sealed dice of the start: Ann sees hers, a spectator none."""
    ann, _ = await quick_match(world)
    await play_fallback(world, ann)
    panel = await ann.command("play", match="1")
    [*_, sealed] = await world.house.replays.steps(1, ann.id)
    world.forge(panel.panel, "h:step:1.0.99999999")
    assert "Your dice are set, in secret" in (await ann.press(panel, "forged 0")).text
    carla = world.person("Carla")
    own = await carla.press(world.board(), "Your move")
    assert SINCE not in own.labels
    for code in ("h:since:1", "h:step:1.0.99999999"):
        world.forge(own.panel, code)
        shown = await carla.press(own, "forged 0")
        assert "sealed –" not in "".join([shown.text, *shown.whispers])
    frame = await world.house.replays.frame(1, None, sealed)
    assert frame is not None and frame.seen.view.viewer is None


async def test_the_whole_match_is_a_film_of_the_public_view(world: World) -> None:
    ann, _ = await away(world)
    for player in (ann, world.person("Carla")):
        shown = await player.command("match replay", match="1")
        assert shown.panel.ephemeral
        film = shown.picture_bytes()
        assert len(film) <= replay.FILM_BYTES
        with Image.open(io.BytesIO(film)) as picture:
            assert picture.format == "WEBP"
            frames = getattr(picture, "n_frames", 1)
        assert 1 < frames <= len(await world.house.replays.steps(1, None))
        assert shown.picture.filename == "pistard-1.webp"
        assert shown.picture.description == SAY("replay.alt", n=len(await world.house.replays.steps(1, None)))


async def test_films_are_made_one_after_the_other_and_only_so_many_wait() -> None:
    films, made = Films(), list[int]()

    async def make(number: int) -> None:
        async with films.making():
            made.append(number)

    async with films.making():
        waiting = [asyncio.create_task(make(number)) for number in range(1, MOST_FILMS)]
        await asyncio.sleep(0)
        assert made == []
        with pytest.raises(Refused, match=r"replay\.many"):
            await make(MOST_FILMS)
    await asyncio.gather(*waiting)
    assert made == list(range(1, MOST_FILMS))
    await make(0)


async def test_no_two_pictures_since_my_move_are_equal(world: World) -> None:
    """A player gives up a seat and Dora takes it: the table looks the same before and after, and both are news."""
    players = await three(world)
    while (await world.seen(1)).view.stage == "start" or not await has_moved_last(world, players[0]):
        await play_fallback(world, await world.due(*players))
    ann, waited = players[0], (await world.seen(1)).view.waiting
    leaver = next(seat for seat in (1, 2) if seat not in waited)
    await world.house.seats.resign(1, players[leaver].id, None)
    dora = world.person("Dora")
    await world.house.seats.take_over(1, leaver, dora.id, "Dora", None)
    await world.env.settle()
    assert await steps_since(world, ann) == 2
    shown = await ann.press(await ann.press(await ann.command("play", match="1"), MORE), SINCE)
    assert shown.picture.description == SAY("since.alt", n=1)
    first = await ann.press(shown, "First")
    assert "Step 1 of 1" in first.text and open_turns(first) == []
    for text in (shown.text, first.text):
        assert SAY("event.house.taken.over", name="Dora") in text


async def has_moved_last(world: World, player: Player) -> bool:
    """Whether this player's answer is the newest row, and others are waited for."""
    newest = (await world.rows(1)) == await world.house.replays.last_move(1, player.id)
    return newest and 0 not in (await world.seen(1)).view.waiting


async def test_the_first_panel_of_a_match_names_its_aim_and_a_later_one_does_not(world: World) -> None:
    ann, bob = await opened_match(world, "pistard new", "Ann", "Bob")
    assert f"-# {SAY('pistard.aim.points')}" in (await ann.command("play", match="1")).text.splitlines()
    await play_fallback(world, ann)
    await play_fallback(world, bob)
    assert SAY("pistard.aim.points") not in (await ann.command("play", match="1")).text
