"""The figures of the season: with plans and forced answers beside without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean

from bench.season.diary import Course
from host.times import DAY, HOUR

MANY = 4  # pings on one day


@dataclass
class Played:
    """What came of a season between two times: its matches, and what was wrong."""

    begin: float
    end: float
    courses: list[Course] = field(default_factory=list[Course])
    faults: list[str] = field(default_factory=list[str])
    seconds: float = 0.0  # that it took

    def of(self, game: str) -> Played:
        """One game's share."""
        return Played(self.begin, self.end, [course for course in self.courses if course.game == game])

    @property
    def days(self) -> float:
        """Of a match that has ended, on average."""
        ended = [course.ended - course.began for course in self.courses if course.ended is not None]
        return mean(ended) / DAY if ended else 0.0

    @property
    def hand_overs(self) -> float:
        """Of a match, on average."""
        return mean(course.hand_overs for course in self.courses)

    @property
    def longest(self) -> float:
        """Hours that a match has waited for one answer at most."""
        return max(course.longest for course in self.courses) / HOUR

    @property
    def pings(self) -> list[int]:
        """How many each person got on each day on which he played."""
        got = sum((course.pings for course in self.courses), Counter[tuple[int, int]]())
        return [got[day] for day in sorted({day for course in self.courses for day in self._days(course)})]

    def _days(self, course: Course) -> Iterator[tuple[int, int]]:
        """Persons and days of a match; who has vanished gets calls and reminders, too, until an opponent sits in."""
        last = self.end if course.ended is None else course.ended
        days = range(int((course.began - self.begin) // DAY), int((last - self.begin) // DAY) + 1)
        return ((user, day) for user in course.users for day in days)


def saved(plain: Played, fast: Played) -> float:
    """The share of the hand-overs that plans and forced answers save."""
    return 1 - fast.hand_overs / plain.hand_overs


def lines(plain: Played, fast: Played) -> Iterator[str]:
    """Faults and details of both seasons, then the one line that says it all."""
    for head, played in (("without plans and forced answers", plain), ("with them", fast)):
        yield from played.faults
        hows = sum((course.hows for course in played.courses), Counter[str]())
        ended = sum(course.ended is not None for course in played.courses)
        answers = ", ".join(f"{count} {how}" for how, count in hows.most_common())
        often = sum(pings > MANY for pings in played.pings) / len(played.pings)
        yield f"{head}: {ended} of {len(played.courses)} matches over, {played.seconds:.0f} s; answers: {answers}"
        yield f"{head}: {often:.0%} of the persons' days have more than {MANY} pings"
    games = sorted({course.game for course in plain.courses})
    parts = [_part(game, plain.of(game), fast.of(game)) for game in games]
    yield "; ".join([*parts, _part("all", plain, fast)])


def _part(name: str, plain: Played, fast: Played) -> str:
    return (
        f"{name}: {fast.days:.1f} days, {fast.hand_overs:.0f} hand-overs a match "
        f"(without plans {plain.days:.1f} and {plain.hand_overs:.0f}: {saved(plain, fast):.0%} saved), "
        f"longest wait {max(plain.longest, fast.longest):.0f} h, {mean(fast.pings):.1f} pings a person and day"
    )
