"""The review of a match that is over: from the result's button or by command, and nothing of it before the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.looking_back.review import FIRST
from host.coach import report, reviews
from host.coach.making import PuzzleMaker
from host.coach.report import TURNING_POINTS
from locales import catalogue
from opponents import reasons, worker
from tests.cogs.world import Player, World, play_fallback, press_through, quick_match
from tests.host.desk import Beside, hurry

SAY = catalogue("en")
ANSWERS = 8  # of a match that ends early


@pytest.fixture
def no_maker(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker looks for puzzles in what was looked at."""

    async def nothing(_: PuzzleMaker) -> None:
        return None

    monkeypatch.setattr(PuzzleMaker, "work", nothing)


@pytest.fixture(autouse=True)
def soon(no_maker: None, world: World, monkeypatch: pytest.MonkeyPatch) -> None:  # the host is made without it
    """Reviews are made with as few ways on as there must be, and no process is needed."""
    hurry(monkeypatch)
    monkeypatch.setattr(reviews, "coarse", lambda found: ())
    world.house.reviews._pool = Beside()


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any answer may be a turning point."""
    monkeypatch.setattr(report, "SURE", 0.0)
    monkeypatch.setattr(report, "LEAST_COST", 0.0)


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has an example."""
    real = reasons.reason
    monkeypatch.setattr(reasons, "reason", lambda *asked: replace(real(*asked), lead=0.1))


async def soon_over(world: World) -> tuple[Player, Player]:
    """A quick race of Ann and Bob, in which Bob resigns after some answers."""
    players = await quick_match(world)
    for _ in range(ANSWERS):
        await play_fallback(world, players[(await world.seen(1)).view.waiting[0] or 0])
    await world.house.seats.resign(1, players[1].id, None)
    await world.later(5)
    return players


async def test_the_end_leads_to_what_happened(world: World) -> None:
    await soon_over(world)
    [result] = [message for message in world.thread.history() if "Review" in world.labels(message)]
    ann = world.person("Ann")
    shown = await ann.press(result, "Review")
    assert shown.panel.ephemeral
    assert SAY("review.head", even=50) in shown.text and "Ann: luck **" in shown.text and "Bob: luck **" in shown.text
    assert shown.picture.filename == "review.png" and "Ann: luck" in (shown.picture.description or "")
    again = await world.person("Carla").command("match review", match="1")
    assert again.text == shown.text, "it is made once for all who may see the match"


@pytest.mark.usefixtures("turns")
async def test_a_turning_point_is_played_on_from_alone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "explained", lambda record, moment, seed, budget: moment)  # no one finds an example
    await soon_over(world)
    ann = world.person("Ann")
    shown = await ann.command("match review", match="1")
    assert shown.labels[-3:] == [SAY("review.try", n=n) for n in (1, 2, 3)]
    deeds, *turns = shown.panel.embeds
    assert deeds.title == SAY("review.deeds") and "👎" in str(deeds.description)
    for embed in turns:
        played, given, better, best = str(embed.description).split("\n")
        assert played.startswith("Played: ") and better.startswith("Better by ")
        assert given.startswith("-# ") and best.startswith("-# ") and given != best, "what both come to"
    seq = int(world.code(shown.panel, SAY("review.try", n=2)).rpartition(".")[2])
    [seat] = [row.by for row, _ in await world.house.matches.history(1, None) if row.seq == seq]
    known = len(ann.dms())
    begun = await ann.press(shown, SAY("review.try", n=2))
    dm = ann.dms()[known]
    assert "Pistard #2" in begun.text and "Pistard #2" in dm.content
    match = await world.match(2)
    assert match.is_private and match.position_of == 1
    assert [row.user for row in match.seats] == [ann.id if n == seat else None for n in range(2)]
    told = [body.get("content") or "" for body in world.bodies()]
    assert any(SAY("solo.tried", match=1) in text for text in told)
    answered = await press_through(await ann.press(dm, world.labels(dm)[0]))
    assert answered.panel.id == dm.id
    await ann.press(shown, SAY("review.try", n=2))
    assert await world.house.matches.match(3) is not None, "it has been answered in"


@pytest.mark.usefixtures("turns", "examples")
async def test_a_turning_point_tells_how_it_may_go_on_after_both_answers(world: World) -> None:
    await soon_over(world)
    shown = await world.person("Carla").command("match review", match="1")
    _, *turns = shown.panel.embeds
    assert len(turns) == TURNING_POINTS
    for embed in turns:
        played, better, *example = str(embed.description).split("\n")
        assert played.startswith("Played: ") and better.startswith("Better by ")
        middle = example.index(f"> -# {SAY('review.instead')}")
        assert example[0] == f"> -# {SAY('review.example')}" and all(line.startswith("> -# ") for line in example)
        for lines in (example[1:middle], example[middle + 1 :]):
            assert 1 <= len(lines) <= FIRST + 1 and ("Ann " in lines[0] or "Bob " in lines[0])


@pytest.mark.usefixtures("turns", "examples")
async def test_each_reads_it_in_their_own_language_also_after_a_restart(world: World) -> None:
    await soon_over(world)
    ann, carla = world.person("Ann"), world.person("Carla")
    english = await ann.command("match review", match="1")
    await carla.command("settings", language="de")
    await world.restart()
    world.house.reviews._pool = after = Beside()
    german, say = await carla.command("match review", match="1"), catalogue("de")
    for embed, same in zip(german.panel.embeds[1:], english.panel.embeds[1:], strict=True):
        assert say("review.example") in str(embed.description) and say("review.instead") in str(embed.description)
        assert SAY("review.example") in str(same.description)
    assert (await ann.command("match review", match="1")).panel.embeds[1:] == english.panel.embeds[1:]
    assert not after.tasks, "it is made once"


@pytest.mark.usefixtures("turns")
async def test_whoever_hides_is_in_no_turning_point_for_strangers(world: World) -> None:
    await soon_over(world)
    carla = world.person("Carla")
    await world.house.privacy.hide((await world.seen(1)).match.seats[0].user or 0, hidden=True)
    shown = await carla.command("match review", match="1")
    assert shown.whisper == SAY("refusal.review.hidden") and not shown.panel.embeds


async def test_nothing_is_looked_at_before_the_end(world: World) -> None:
    ann, bob = await quick_match(world)
    assert (await ann.command("match review", match="1")).whisper == SAY("refusal.review.running")
    assert (await ann.command("match review", match="2")).whisper == SAY("refusal.house.unknown")
    await world.house.seats.resign(1, bob.id, None)
    await world.later(5)
    assert SAY("review.head", even=50) in (await ann.command("match review", match="1")).text


@pytest.mark.usefixtures("turns")
async def test_a_turning_point_is_played_on_from_together(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "explained", lambda record, moment, seed, budget: moment)
    ann, bob = await soon_over(world)
    carla = world.person("Carla")
    together = [SAY("review.together", n=n) for n in (1, 2, 3)]
    watched = await carla.command("match review", match="1")
    assert not {*together} & {*watched.labels}, "it isn't Carla's"
    shown = await ann.command("match review", match="1")
    assert shown.labels[3:6] == together
    by_dm = await ann.command("match review", match="1", by_dm=True)
    assert not {*together} & {*by_dm.labels}, "it is opened where the match was"
    known = len(bob.dms())
    done = await ann.press(shown, together[1])
    assert done.whisper.split("\n") == [
        SAY("rematch.done", match=2, channel=world.races.id),
        SAY("lobby.invited", name="Bob"),
    ]
    assert SAY("together.lobby", match=1) in world.lobby_text() and SAY("lobby.rated.off") in world.lobby_text()
    assert "Pistard #2" in bob.dms()[known].content
    assert (await carla.press(world.lobby(), "Join")).whisper == SAY("refusal.together.theirs", match=1)
    assert (await ann.press(shown, together[0])).whisper == SAY(
        "refusal.together.open", match=2, channel=world.races.id
    )
    await world.restart()
    await bob.press(world.lobby(), "Join")
    await ann.press(world.lobby(), "Start")
    await world.later(5)
    match = await world.match(2)
    assert match.phase == "running" and [row.user for row in match.seats] == [ann.id, bob.id]


@pytest.mark.usefixtures("turns")
async def test_a_better_line_is_posted_in_the_thread(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "explained", lambda record, moment, seed, budget: moment)
    ann, bob = await soon_over(world)
    better = SAY("review.share", n=2)
    shown = await ann.command("match review", match="1")
    assert better in shown.labels
    known = len(world.thread.history())
    done = await ann.press(shown, better)
    assert done.text == SAY("share.done", channel=f"<#{world.thread.id}>")
    [post] = world.thread.history()[known:]
    assert SAY("share.better.head", name="Ann") in post.content
    assert [line[:3] for line in post.content.split("\n")[2:]] == ["1. ", "2. ", "3. "]
    assert post.attachments[0].filename == "line-pistard-1.webp"
    await world.restart()
    assert (await ann.press(shown, better)).whispers[-1] == SAY("refusal.try.shared")
    theirs = await bob.press(await bob.command("match review", match="1"), better)
    assert theirs.text == SAY("share.done", channel=f"<#{world.thread.id}>"), "each posts it once"
    code, carla = world.code(shown.panel, better), world.person("Carla")
    watched = await carla.command("match review", match="1")
    assert better not in watched.labels
    world.forge(watched.panel, code)
    assert (await carla.press(watched, "forged 0")).whispers[-1] == SAY("refusal.share.theirs")
    world.forge(shown.panel, "h:sharebetter:1.2")
    assert (await ann.press(shown, "forged 0")).whispers[-1] == SAY("refusal.house.button")


@pytest.mark.usefixtures("turns")
async def test_no_one_plays_on_together_who_was_not_there(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "explained", lambda record, moment, seed, budget: moment)
    ann, _ = await soon_over(world)
    carla = world.person("Carla")
    shown = await ann.command("match review", match="1")
    code = world.code(shown.panel, SAY("review.together", n=1))
    watched = await carla.command("match review", match="1")
    world.forge(watched.panel, code, code.replace(":1.", ":9."))
    assert (await carla.press(watched, "forged 0")).whisper == SAY("refusal.together.theirs", match=1)
    assert (await carla.press(watched, "forged 1")).whisper == SAY("refusal.house.unknown")
    assert await world.house.matches.match(2) is None
