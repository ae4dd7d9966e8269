"""Reviews of matches that are over: made once for all who ask, in pieces, and gone on with after a crash."""

from __future__ import annotations

import asyncio
import zlib
from dataclasses import replace
from random import Random

import msgspec
import pytest
from sqlalchemy import delete, select, update

from db.sql.tables import log, matches, review_pieces, snapshots
from db.store import LEASE
from engines.table import Event, Path, Standing
from host.coach import report, reviews
from host.coach.records import Review, course_of
from host.coach.report import DOUBTED, TURNING_POINTS, accuracies_of, report_of
from host.coach.reviews import AT_ONCE, CONFIRMING, EXAMPLES, MORE, MOST_TRIES, SECONDS, Reviews
from host.thinking.pool import ThoughtPool
from model.kinds import RowKind
from opponents import worker
from opponents.examples import GoingOn, Reason
from opponents.review import Moment, Record, coarse, effort
from opponents.thinking import Budget
from opponents.worker import Confirm, Given, Illustrate, Measure, Piece, Refine, Task
from tests.host.desk import hurry
from tests.host.evening import ADA, BO, CY, Evening, refused


class Room(ThoughtPool):
    """A pool without processes, which does at most so many tasks; the next one breaks off."""

    def __init__(self) -> None:
        super().__init__(size=1)
        self.tasks: list[Task] = []
        self.breaks: int | None = None
        self.fails: type[Task] | None = None

    async def do(self, task: Task) -> Given | None:
        if self.breaks is not None and len(self.tasks) >= self.breaks:
            return None
        self.tasks.append(task)
        if self.fails is not None and isinstance(task, self.fails):
            return None
        return await asyncio.to_thread(task.answer)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Room:
    hurry(monkeypatch)
    monkeypatch.setattr(reviews, "AT_ONCE", 0.0005)
    monkeypatch.setattr(worker, "explained", lambda record, moment, seed, budget: moment)  # no one finds an example
    return Room()


async def over(evening: Evening) -> int:
    """A match of two that has been played to its end."""
    match = await evening.play(ADA, BO, game="schlangennest")
    seen = await evening.play_on(match, Random(1))
    assert seen.match.phase == "over"
    return match


async def reviewed(evening: Evening, match: int) -> Review:
    """The review of a match, once it is made."""
    assert await evening.house.reviews.review(match, ADA) is None
    await evening.house.reviews.work()
    review = await evening.house.reviews.review(match, ADA)
    assert review is not None
    return review


async def test_a_review_is_made_once_for_all_who_ask(evening: Evening, pool: Room) -> None:
    match = await over(evening)
    house = evening.house
    assert [await house.reviews.review(match, ADA) for _ in range(5)] == [None] * 5
    assert await house.reviews.work() is None
    review = await house.reviews.review(match, ADA)
    assert review is not None
    moves = [row for row in await evening.log(match) if row.kind == RowKind.MOVE]
    assert [moment.number for moment in review.moments] == [*range(len(moves) + 1)]
    assert [row.seq for row in review.course.rows[1:]] == [row.seq for row in moves]
    last = review.moments[-1].stand
    assert last is not None and max(last.shares) in (0.5, 1.0)
    pieces = [task for task in pool.tasks if isinstance(task, Piece)]
    assert len(pieces) > 3 and [task for task in pool.tasks if isinstance(task, Measure)] == pool.tasks[:1]
    done = len(pool.tasks)
    await house.reviews.review(match, ADA)
    assert await house.reviews.work() is None and len(pool.tasks) == done


async def test_fifty_who_ask_at_once_wait_for_one(evening: Evening, pool: Room) -> None:
    match = await over(evening)
    await evening.house.reviews.review(match, ADA)
    waiting = [asyncio.create_task(evening.house.reviews.awaited(match, user)) for user in range(50)]
    await evening.house.reviews.work()
    found = await asyncio.gather(*waiting)
    assert all(review == found[0] for review in found)
    assert [type(task) for task in pool.tasks].count(Measure) == 1
    looked_at = [at for task in pool.tasks if isinstance(task, Piece) for at in range(task.first, task.last)]
    assert looked_at == [*range(len(found[0].moments))], "each moment once"


async def test_who_waits_is_shown_what_another_bot_has_made(
    evening: Evening, pool: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "LOOKS", 0.01)
    match = await over(evening)
    await evening.house.reviews.review(match, ADA)
    waiting = asyncio.create_task(evening.house.reviews.awaited(match, ADA))
    other = Reviews(evening.house._match_log, pool, wake=lambda: None)
    await other.work()
    review = await waiting
    assert review == await other.review(match, BO)


async def test_what_stays_vague_is_played_on_from_once_more(
    evening: Evening, pool: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MORE", 0.01)
    review = await reviewed(evening, await over(evening))
    again = [moment for task in pool.tasks if isinstance(task, Refine) for moment in task.rough]
    assert again and again == coarse(again) and len({moment.number for moment in again}) == len(again)
    assert [moment.number for moment in review.moments] == [*range(len(review.course.rows))]
    for moment in again:
        finer = review.moments[moment.number].stand
        assert moment.stand is not None and finer is not None and finer.tries > moment.stand.tries


async def test_how_well_people_answered_is_kept_with_it(evening: Evening) -> None:
    match, careers = await over(evening), evening.house.careers
    review = await reviewed(evening, match)
    found = accuracies_of(review)
    assert {*found} == {ADA, BO}
    guild = (await evening.header(match)).guild
    assert sorted(await careers.accuracies(guild, "schlangennest")) == pytest.approx(sorted(found.values()))
    assert await careers.accuracies(guild, "pistard") == await careers.accuracies(None, "schlangennest") == []
    card = await careers.profile(ADA, guild)
    assert card is not None and [curve.game for curve in card.accuracy] == ["schlangennest"]
    assert card.accuracy[0].points[0].points == round(found[ADA])
    await careers.hide_accuracy(ADA, hidden=True)
    hidden, other = await careers.profile(ADA, guild), await careers.profile(BO, guild)
    assert hidden is not None and hidden.accuracy == ()
    assert other is not None and other.accuracy


async def test_rules_that_can_t_be_replayed_are_told(evening: Evening, pool: Room) -> None:
    match = await over(evening)
    await evening.house.reviews.review(match, ADA)
    pool.breaks = 0
    for _ in range(MOST_TRIES):
        await evening.house.reviews.work()
        evening.now.later(LEASE + 1)
    with refused("review.rules"):
        await evening.house.reviews.review(match, ADA)
    newer = await over(evening)
    await evening.write(update(matches).where(matches.c.id == newer).values(rules=99))
    with refused("review.rules"):
        await evening.house.reviews.review(newer, ADA)


async def test_what_isn_t_kept_is_told(evening: Evening) -> None:
    match, reviews = await over(evening), evening.house.reviews
    [*_, answer] = [row for row in await evening.log(match) if row.kind == RowKind.MOVE]
    await evening.write(delete(snapshots).where(snapshots.c.match == match, snapshots.c.seq < answer.seq))
    with refused("review.unkept"):
        await reviews.before(match, answer.seq, 0)
    with refused("review.unkept"):
        await reviews.position(match, answer.seq, ADA)
    await evening.write(delete(log).where(log.c.match == match))
    with refused("review.unkept"):
        await reviews.review(match, ADA)


async def test_what_was_called_off_is_told(evening: Evening) -> None:
    lobby = await evening.open(ADA)
    await evening.lobby.cancel(lobby.id, evening.person(ADA))
    with refused("review.cancelled"):
        await evening.house.reviews.review(lobby.id, ADA)


async def test_a_crash_goes_on_where_it_was(evening: Evening, pool: Room) -> None:
    match = await over(evening)
    house = evening.house
    await house.reviews.review(match, ADA)
    for _ in range(MOST_TRIES + 2):  # however often, as long as each run gets a little further
        pool.is_closed, pool.breaks = False, len(pool.tasks) + 2
        taken = await evening.store.reviews.take(evening.now(), evening.now())
        assert taken is not None
        pool.is_closed = True  # as if the bot had been killed in the middle
        await house.reviews._make(taken)
        await evening.store.forget_leases(evening.now())
    pool.is_closed, pool.breaks = False, None
    await house.reviews.work()
    review = await house.reviews.review(match, ADA)
    assert review is not None
    assert [moment.number for moment in review.moments] == [*range(len(review.course.rows))]
    pieces = [task for task in pool.tasks if isinstance(task, Piece)]
    assert [piece.first for piece in pieces] == [0, *(piece.last for piece in pieces[:-1])], "nothing was made twice"


async def test_what_fails_again_and_again_is_given_up(evening: Evening, pool: Room) -> None:
    match = await over(evening)
    await evening.house.reviews.review(match, ADA)
    pool.breaks = 1
    for _ in range(MOST_TRIES):
        assert await evening.house.reviews.review(match, ADA) is None, "it is still wanted"
        await evening.house.reviews.work()
        evening.now.later(LEASE + 1)
    with refused("review.impossible"):
        await evening.house.reviews.review(match, ADA)
    assert await evening.store.reviews.next_ready() is None


async def test_a_match_that_began_in_the_middle_of_another_has_one_like_any_other(evening: Evening) -> None:
    source, reviews = await over(evening), evening.house.reviews
    answer = [row for row in await evening.log(source) if row.kind == RowKind.MOVE and row.by == 0][-2]
    match = await evening.house.solo.open_at(*await reviews.position(source, answer.seq, ADA), evening.person(ADA))
    await evening.house.solo.begin(match, evening.person(ADA))
    await evening.answer(match.id, ADA)
    await evening.seats.resign(match.id, ADA, evening.press())
    review = await reviewed(evening, match.id)
    assert len(review.moments) == len(review.course.rows)


async def test_only_matches_that_are_over_are_looked_at(evening: Evening, pool: Room) -> None:
    running = await evening.play(ADA, BO, track="sprint")
    with refused("review.running"):
        await evening.house.reviews.review(running, ADA)
    with refused("house.unknown"):
        await evening.house.reviews.review(running + 1, ADA)
    lobby = await evening.open(ADA)
    with refused("house.unknown"):
        await evening.house.reviews.review(lobby.id, ADA)
    assert await evening.store.reviews.next_ready() is None and not pool.tasks


async def test_strangers_don_t_see_a_match_of_somebody_who_hides(evening: Evening) -> None:
    match = await over(evening)
    assert await evening.house.reviews.review(match, CY) is None
    await evening.house.privacy.hide(BO, hidden=True)
    with refused("review.hidden"):
        await evening.house.reviews.review(match, CY)
    for user in (ADA, BO):
        assert await evening.house.reviews.review(match, user) is None, "those who played may"


async def test_what_was_taken_back_is_no_part_of_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, track="sprint")
    for user in (ADA, BO):
        await evening.answer(match, user)
    while True:
        user, _ = await evening.due(match)
        seen = await evening.answer(match, user)
        if await evening.matches.can_undo(seen):
            break
    await evening.matches.undo(match, user, None, None)
    await evening.play_on(match, Random(2), lambda seen: seen.number > 12)
    await evening.seats.resign(match, BO, evening.press())
    header, log = await evening.header(match), await evening.log(match)
    course = course_of(header, log)
    assert course is not None
    undone = next(row for row in log if row.kind == RowKind.UNDO)
    taken = [row for row in log if row.kind == RowKind.MOVE and row not in course.rows]
    assert taken and all(row.by == undone.by and row.seq < undone.seq for row in taken)
    assert len(effort(course.record)) == len(course.rows), "the rest can be replayed"


# --- examples of how it goes on from a turning point


@pytest.fixture
def examples(pool: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any answer may be a turning point, and each has an example that is quickly found."""

    def explained(record: Record, moment: Moment, seed: int, budget: Budget) -> Moment:
        assert moment.choice is not None and budget.seconds == pytest.approx(reviews.EXAMPLES / TURNING_POINTS)
        paths = moment.choice.best, record.rows[moment.number - 1].path
        events = (Event("laid", None, {"seat": 0, "ids": ("a", "b")}),)
        best, other = (GoingOn(path, events, (Standing(0, 1, 5),), is_over=False) for path in paths)
        return replace(moment, reason=Reason(best, other, 0.1))

    monkeypatch.setattr(report, "SURE", 0.0)
    monkeypatch.setattr(report, "LEAST_COST", 0.0)
    monkeypatch.setattr(worker, "explained", explained)


def examples_of(review: Review | None) -> list[tuple[Path, Path] | None]:
    """The better answer and the given one of each turning point that has an example."""
    assert review is not None
    points = report_of(review).turning_points
    assert len(points) == TURNING_POINTS
    for point in points:
        assert point.reason is None or (point.reason.best.path, point.reason.other.path) == (point.best, point.given)
    return [point.reason and (point.reason.best.path, point.reason.other.path) for point in points]


@pytest.mark.usefixtures("examples")
async def test_each_turning_point_is_kept_with_an_example(evening: Evening, pool: Room) -> None:
    match = await over(evening)
    examples = examples_of(await reviewed(evening, match))
    assert None not in examples and [type(task) for task in pool.tasks].count(Illustrate) == len(examples)
    assert examples == examples_of(await Reviews(evening.house._match_log, pool, wake=lambda: None).review(match, BO))


@pytest.mark.usefixtures("examples")
async def test_what_is_told_was_looked_at_twice(evening: Evening, pool: Room) -> None:
    review = await reviewed(evening, await over(evening))
    confirmed = [task.moment.number for task in pool.tasks if isinstance(task, Confirm)]
    assert TURNING_POINTS <= len(confirmed) == len({*confirmed}) <= DOUBTED
    assert {moment.number for moment in review.moments if moment.is_confirmed} == {*confirmed}


@pytest.mark.usefixtures("examples")
async def test_a_review_that_finds_no_examples_is_one_all_the_same(evening: Evening, pool: Room) -> None:
    match, pool.fails = await over(evening), Illustrate
    assert examples_of(await reviewed(evening, match)) == [None] * TURNING_POINTS
    assert [type(task) for task in pool.tasks].count(Illustrate) == 1, "nobody waits for what fails"


@pytest.mark.usefixtures("examples")
async def test_a_crash_between_examples_makes_none_twice(evening: Evening, pool: Room) -> None:
    match = await over(evening)
    await evening.house.reviews.review(match, ADA)
    pool.fails, count = Illustrate, 0
    while count < TURNING_POINTS:
        taken = await evening.store.reviews.take(evening.now(), evening.now())
        assert taken is not None and not taken.is_made
        pool.is_closed = True  # killed as soon as an example is asked for
        await evening.house.reviews._make(taken)
        pool.is_closed, pool.fails = False, None
        await evening.store.forget_leases(evening.now())
        count = [type(task) for task in pool.tasks].count(Illustrate)
        pool.breaks = len(pool.tasks) + 1  # and then after one more each time
    pool.breaks = None
    await evening.house.reviews.work()
    assert None not in examples_of(await evening.house.reviews.review(match, ADA))
    numbers = [task.moment.number for task in pool.tasks if isinstance(task, Illustrate)]
    assert len(numbers[1:]) == len({*numbers}) == TURNING_POINTS, "but for the one that was broken off"


@pytest.mark.usefixtures("examples")
async def test_what_an_earlier_version_has_made_opens_without_examples(evening: Evening) -> None:
    match = await over(evening)
    made = await reviewed(evening, match)
    for piece in await evening.store._reader.rows(select(review_pieces)):
        kept = [moment | {"reason": None} for moment in msgspec.json.decode(zlib.decompress(piece["body"]))]
        for line in kept:
            del line["reason"]
        query = update(review_pieces).where(review_pieces.c.first == piece["first"])
        await evening.write(query.values(body=zlib.compress(msgspec.json.encode(kept))))
    opened = await evening.house.reviews.review(match, ADA)
    assert opened is not None
    assert [replace(moment, reason=None) for moment in made.moments] == opened.moments
    assert examples_of(opened) == [None] * TURNING_POINTS


def test_all_of_a_review_takes_no_more_than_ninety_seconds() -> None:
    assert SECONDS + MORE + CONFIRMING + EXAMPLES <= 90


def test_a_piece_is_short() -> None:
    """Opponents of running matches wait behind it."""
    assert AT_ONCE <= 3
