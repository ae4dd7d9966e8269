"""The figures of the season: with plans and forced answers beside without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from statistics import mean, median

from bench.season.diary import Course
from host.time.clocks import DAY, HOUR

MANY = 4  # pings on one day


@dataclass
class Played:
    """What came of a season between two times: its matches by number, what was wrong, and how long it took."""

    begin: float
    end: float
    courses: dict[int, Course] = field(default_factory=dict[int, Course])
    faults: list[str] = field(default_factory=list[str])
    seconds: float = 0.0

    def of(self, game: str) -> Played:
        """One game's share."""
        mine = {number: course for number, course in self.courses.items() if course.game == game}
        return Played(self.begin, self.end, mine)

    def over(self, other: Played) -> list[Course]:
        """The matches that have ended in both seasons."""
        ended = {number for number, course in other.courses.items() if course.ended is not None}
        return [course for number, course in self.courses.items() if course.ended is not None and number in ended]

    @property
    def handed(self) -> float:
        """Hand-overs for each answer, of all matches: how long a match is by chance doesn't change it."""
        answers = sum(sum(course.hows.values()) - course.hows["opening"] for course in self.courses.values())
        return sum(course.hand_overs for course in self.courses.values()) / answers

    @property
    def usual(self) -> float:
        """Days of the median match of those that have ended."""
        return median(took) if (took := list(_took(self.courses.values()))) else 0.0

    @property
    def longest(self) -> float:
        """Hours that a match has waited for one answer at most."""
        return max(course.longest for course in self.courses.values()) / HOUR

    @property
    def pings(self) -> list[int]:
        """How many each person got on each day on which they played."""
        return self._of_days(course.pings for course in self.courses.values())

    @property
    def calls(self) -> list[int]:
        """The same of calls with a sound."""
        return self._of_days(course.calls for course in self.courses.values())

    def _of_days(self, counts: Iterable[Counter[tuple[int, int]]]) -> list[int]:
        got = sum(counts, Counter[tuple[int, int]]())
        played = {day for course in self.courses.values() for day in self._days(course)}
        return [got[day] for day in sorted(played)]

    @property
    def messages(self) -> float:
        """Direct messages for each question that was put to a person."""
        return sum(course.messages for course in self.courses.values()) / sum(
            course.questions for course in self.courses.values()
        )

    @property
    def stale_panels(self) -> int:
        """Panels in direct messages that a newer one should have retired."""
        return sum(course.stale_panels for course in self.courses.values())

    def _days(self, course: Course) -> Iterator[tuple[int, int]]:
        """Persons and days of a match."""
        last = self.end if course.ended is None else course.ended
        days = range(int((course.began - self.begin) // DAY), int((last - self.begin) // DAY) + 1)
        return ((user, day) for user in course.users for day in days)


def lines(plain: Played, fast: Played) -> Iterator[str]:
    """Faults and details of both seasons, then the one line that says it all."""
    for head, played in (("without plans and forced answers", plain), ("with them", fast)):
        yield from played.faults
        hows = sum((course.hows for course in played.courses.values()), Counter[str]())
        ended = sum(course.ended is not None for course in played.courses.values())
        answers = ", ".join(f"{count} {how}" for how, count in hows.most_common() if count)
        often, calls = mean(pings > MANY for pings in played.pings), mean(played.calls)
        yield f"{head}: {ended} of {len(played.courses)} matches over, {played.seconds:.0f} s; answers: {answers}"
        pings = f"{mean(played.pings):.1f} pings a person and day, {calls:.1f} of them calls with a sound"
        yield f"{head}: {pings}; more than {MANY} pings on {often:.0%} of the days"
        yield f"{head}: {played.messages:.2f} direct messages a call; stale panels left: {played.stale_panels}"
    games = sorted({course.game for course in plain.courses.values()})
    parts = [_part(game, plain.of(game), fast.of(game)) for game in games]
    yield "; ".join([*parts, _part("all", plain, fast)])


def live_lines(fast: Played, live: Played) -> Iterator[str]:
    """Faults of the season with live play, and how much sooner its matches end than in the same one without."""
    yield from live.faults
    games = [*sorted({course.game for course in live.courses.values()}), None]
    for game in games:
        one, other = (season if game is None else season.of(game) for season in (fast, live))
        before, after = one.over(other), other.over(one)
        courses = other.courses.values()
        lives, nights = sum(course.lives for course in courses), sum(course.nights for course in courses)
        if before:
            days, slow = median(_took(after)), median(_took(before))
            took = f"{days:.1f} days the median of {len(after)} matches, without it {slow:.1f}"
            yield f"live play, {game or 'all'}: {took}; {lives} evenings, {nights} calls in quiet hours"


def _part(name: str, plain: Played, fast: Played) -> str:
    before, after = plain.over(fast), fast.over(plain)
    if not before:
        return f"{name}: no match over in both seasons"
    days, few = _days(after), mean(course.hand_overs for course in after)
    slow, many = _days(before), mean(course.hand_overs for course in before)
    saved, longest = 1 - fast.handed / plain.handed, max(plain.longest, fast.longest)
    return (
        f"{name}: {days:.1f} days ({fast.usual:.1f} the median) and {few:.0f} hand-overs a match, "
        f"without plans {slow:.1f} ({plain.usual:.1f}) and {many:.0f} "
        f"({saved:.0%} saved an answer), longest wait {longest:.0f} h, {mean(fast.pings):.1f} pings a person and day"
    )


def _days(courses: list[Course]) -> float:
    return mean(_took(courses))


def _took(courses: Iterable[Course]) -> Iterator[float]:
    """Days of each match that has ended."""
    return ((course.ended - course.began) / DAY for course in courses if course.ended is not None)
