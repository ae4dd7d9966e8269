"""Puzzles: decisions in which one answer is clearly the best, found in matches and held against all other answers.

A puzzle is made in pieces of some seconds: `seek` or `examine` finds a candidate, `hold` is called until `verdict`
knows, `grade` says how hard it is, and `challenge` of its `rivals` is called until `stands` knows. The same seed makes
the same puzzle where rounds are given and not seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, islice
from pickle import loads
from random import Random
from statistics import fmean
from typing import Any

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Event, Game, Move, Path, Pick, Spec, Table, View, settle
from opponents import AT_ONCE, CHAMPION, EASY, FAIR, STRONG
from opponents.comparing import Tally, in_one_world
from opponents.games import players_of
from opponents.greedy import answers
from opponents.levels import THINKING
from opponents.luck import KeyedLuck
from opponents.positions import Position
from opponents.review import Moment, Record, has_choice, states
from opponents.thinking import Budget

MOST = 60  # legal answers of a puzzle, which is solved on a phone
CHOICES = 3  # legal answers that it has at least
HOPE = 0.35  # of the first place, with the best answer: where there is less, the rest of the match decides
CLEAR = 0.08  # of the first place: by how much the best answer must be ahead of any other
SURE = 0.05  # what must be left of that without twice its standard error
DECIDED = 3.0  # standard errors by which an answer must be clearly behind to be no longer weighed
TOLD = 0.02  # the standard error that its cost may have then: people read it in points of 100
FIRST = 8  # worlds before the first look at what the answers have come to
WORLDS = 64  # of the quick test
CONFIRMED = 10 * WORLDS  # worlds of the confirmation
RIVALS = 3  # answers that the best one is held against where opponents think
REPLIES = 48  # answers that they give: in a break all that matters comes some turns later
CHECKED = 32  # worlds between two looks at that
CHALLENGED = 3 * WORLDS  # of them at most
THOUGHT = Budget(rounds=16)  # of an opponent
AT_ONCE_TRIES = 10  # times that Easy and Fair are asked
EASY_FINDS = 2  # of them: more, and it is no puzzle
DEEP = Budget(seconds=2.0)  # for Champion
HARDER = (4.0, 7.0)  # answers times misses, above which grades 2 and 3 begin: a third of `puzzles/` has each grade
PIECE = Budget(seconds=3.0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position whose answer `best` seems to be clearly better than all `others`.

    `twins` are its other legal answers, those that differ from the best in a detail alone and are about as good.
    """

    position: Position
    best: Path
    others: tuple[Path, ...]
    twins: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Sought:
    """How many positions were looked at, and what was found at the last of them."""

    looked: int
    candidate: Candidate | None


@dataclass(frozen=True, slots=True)
class Weighing:
    """How a candidate has done in so many worlds: its best answer's share, and its lead over each other answer."""

    worlds: int
    hope: Tally
    leads: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """A wrong answer, and how much of the first place it costs, with the standard error."""

    path: Path
    cost: float
    error: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with its best answer, the share of the first place to be hoped for after it, and its grade.

    `twins` are as right as the best one, and `costs` those of all other legal answers, the second best first.
    The grade, 1 to 3, grows with the number of answers, and with how often Easy and Fair miss the best one.
    """

    position: Position
    best: Path
    hope: float
    costs: tuple[Cost, ...]
    twins: tuple[Path, ...] = ()
    grade: int = field(kw_only=True)

    @property
    def second(self) -> Path:
        """The next best answer."""
        return self.costs[0].path

    @property
    def gap(self) -> float:
        """By how much the best answer is ahead of it, in parts of the first place."""
        return self.costs[0].cost

    @property
    def error(self) -> float:
        """The standard error of the gap."""
        return self.costs[0].error


def imagined(key: str, view: View, seed: int) -> Position:
    """The decision of a viewer who is asked, in a world that it imagines: nothing hidden from it is in the state."""
    assert view.viewer is not None, "a seat chooses, not the public"
    return Position(key, GAMES[key].imagine(view, Random(seed)), view.viewer)


def legal_answers(game: Game[Any, Any], view: View, most: int = MOST) -> list[Path] | None:
    """All whole legal answers of a viewer who is asked; None if there are more than `most`."""
    paths = list(islice(answers(game, view), most + 1))
    return paths if len(paths) <= most else None


def before(record: Record, number: int, seed: int) -> Position:
    """What the seat that gave the answer in row `number` (from 1) had to decide; ValueError if that was the host."""
    game = GAMES[record.game]
    for index, (row, pickled, _) in enumerate(states(game, record)):
        if index == number and row is not None and row.by is not None:
            return imagined(record.game, game.view(loads(pickled), row.by), seed)
    raise ValueError(f"no seat answers in row {number}")


def mistakes(moments: Sequence[Moment]) -> list[int]:
    """The numbers of the rows of a reviewed match whose answers cost so much that they may be puzzles."""
    return [moment.number for moment in moments if moment.choice and moment.choice.cost >= CLEAR]


def examine(record: Record, number: int, seed: int) -> Sought:
    """Look at one decision of a match that is over."""
    return Sought(1, look(before(record, number, seed), seed))


def seek(key: str, seed: int, budget: Budget = PIECE) -> Sought:
    """Play a match, by this seed, and look at its decisions in random order until one may be a puzzle.

    Those of its later half come first, for a single answer is seldom worth much before. A round of the budget is a
    decision that is looked at.
    """
    rng = Random(seed)
    views = decisions(key, rng)
    early, late = views[: len(views) // 2], views[len(views) // 2 :]
    rng.shuffle(early)
    rng.shuffle(late)
    looked = 0
    for _, view in zip(budget.spend(), late + early, strict=False):
        looked += 1
        if candidate := look(imagined(key, view, seed), seed):
            return Sought(looked, candidate)
    return Sought(looked, None)


def decisions(key: str, rng: Random) -> list[View]:
    """What its seat saw at each decision of a match between Easy and Fair players."""
    game = GAMES[key]
    seats, options = rng.choice(players_of(key).tables or _plain(game.spec))
    state, _ = game.setup(
        settle(game.spec, Table(seats, dict(options), game.spec.rules)), SeededDice(rng.randbytes(32), 0)
    )
    players, luck, views = [AT_ONCE[rng.choice((EASY, FAIR))] for _ in range(seats)], rng.randbytes(32), list[View]()
    for number in count(1):
        public: View = game.view(state, None)
        if public.over:
            break
        who = public.waiting[0]
        view: View = game.view(state, who)
        if has_choice(game, view):
            views.append(view)
        path = game.fallback(view) if who is None else players[who](game, view, rng)
        game.apply(state, Move(who, path), SeededDice(luck, number))
    return views


def _plain(spec: Spec) -> Sequence[tuple[int, Mapping[str, str]]]:
    """The smallest table of a game, with the options of its first preset."""
    return [(spec.seats[0], options) for options in (*spec.presets.values(), spec.lengths[0])[:1]]


def look(position: Position, seed: int, worlds: int = WORLDS) -> Candidate | None:
    """A quick test: whether one answer seems clearly best, and it isn't the one that Easy gives.

    Decisions that begin with a number are none for a puzzle, whose answers are buttons.
    Each time the number of worlds has doubled the worse half of the answers is left out.
    """
    game, view = GAMES[position.game], position.view()
    if players_of(position.game).unfit(view) or not isinstance(game.ask(view, ()), Pick):
        return None
    legal = legal_answers(game, view)
    if legal is None:
        return None
    ideas = {path: _idea(game, view, path) for path in legal}
    if len({*ideas.values()}) < CHOICES:
        return None
    came_to: dict[Path, list[float]] = {path: [] for path in legal}
    left, check = legal, FIRST
    for world in range(worlds):
        for path, share in zip(left, in_one_world(game, view, left, f"{seed}.{world}"), strict=True):
            came_to[path].append(share)
        if world + 1 == min(check, worlds):
            left = sorted(left, key=lambda path: sum(came_to[path]), reverse=True)
            second = next(index for index, path in enumerate(left) if ideas[path] != ideas[left[0]])
            if not _may_be_clear(came_to[left[0]], came_to[left[second]]):
                return None
            left, check = left[: max(1 + second, (len(left) + 1) // 2)], 2 * check
    best = left[0]
    if fmean(came_to[best]) - max(fmean(came_to[path]) for path in left if ideas[path] != ideas[best]) < CLEAR:
        return None  # hope is enough while worlds are few
    twins = tuple(
        path
        for path in legal
        if path != best and ideas[path] == ideas[best] and _behind(came_to[best], came_to[path]) < CLEAR
    )
    if sum(path in (best, *twins) for path in _answers_at_once(EASY, position, seed)) > EASY_FINDS:
        return None
    return Candidate(position, best, tuple(path for path in legal if path not in (best, *twins)), twins)


def _idea(game: Game[Any, Any], view: View, path: Path) -> Path:
    """An answer without its details."""
    details = players_of(game.spec.key).details
    return tuple(_no_details(game, view, path, details)) if details else path


def _no_details(game: Game[Any, Any], view: View, path: Path, details: tuple[str, ...]) -> Iterator[str]:
    for index, step in enumerate(path):
        ask = game.ask(view, path[:index])
        if ask is None or not ask.about.startswith(details):
            yield step


def _behind(best: Sequence[float], other: Sequence[float]) -> float:
    """By how much an answer was behind in the worlds in which both were tried."""
    return fmean(share - another for share, another in zip(best, other, strict=False))


def _may_be_clear(best: Sequence[float], second: Sequence[float]) -> bool:
    tally = Tally(1)
    for share, other in zip(best, second, strict=True):
        tally.add((share - other,))
    return _lead(tally, 2) >= CLEAR


def _answers_at_once(level: str, position: Position, seed: int) -> list[Path]:
    """What a player who doesn't think answers, asked again and again."""
    game, view, rng = GAMES[position.game], position.view(), Random(seed)
    return [AT_ONCE[level](game, view, rng) for _ in range(AT_ONCE_TRIES)]


def unweighed(candidate: Candidate) -> Weighing:
    """A candidate that nothing is known of yet."""
    return Weighing(0, Tally(1), tuple(Tally(1) for _ in candidate.others))


def hold(candidate: Candidate, start: Weighing, seed: int, budget: Budget = PIECE) -> Weighing:
    """Hold the best answer against the others in more worlds than before, and in none of those of the quick test.

    A round of the budget is a world. What is clearly behind is no longer weighed. It ends as soon as `verdict` knows.
    """
    game, view, weighing = GAMES[candidate.position.game], candidate.position.view(), deepcopy(start)
    for _ in budget.spend():
        if verdict(weighing) is not None:
            break
        still = _still_weighed(weighing)
        paths = [candidate.best, *(candidate.others[p] for p in still)]
        weighing = _weighed(weighing, still, in_one_world(game, view, paths, f"{seed}.{WORLDS + weighing.worlds}"))
    return weighing


def rivals(candidate: Candidate, weighing: Weighing) -> Candidate:
    """The candidate with those of its other answers alone that come nearest."""
    order = sorted(range(len(weighing.leads)), key=lambda place: _lead(weighing.leads[place]))
    return replace(candidate, others=tuple(candidate.others[p] for p in order[:RIVALS]))


def challenge(
    candidate: Candidate, start: Weighing, seed: int, budget: Budget = PIECE, thought: Budget = THOUGHT
) -> Weighing:
    """Hold the best answer against few others once more, but let Strong give the answers that come next.

    Judges play on by rules of thumb, and an answer may seem good because these are blind for what can be done about it.
    A round of the budget is a world. It ends as soon as `stands` knows.
    """
    game, view, weighing = GAMES[candidate.position.game], candidate.position.view(), deepcopy(start)
    paths, all_of_them = (candidate.best, *candidate.others), range(len(candidate.others))
    for _ in budget.spend():
        if stands(weighing) is not None:
            break
        luck = f"{seed}.replies.{weighing.worlds}"
        shares = in_one_world(game, view, paths, luck, partial(play_on, game, luck, REPLIES, thought))
        weighing = _weighed(weighing, all_of_them, shares)
    return weighing


def play_on(game: Game[Any, Any], luck: str, replies: int, thought: Budget, state: Any) -> list[Event]:
    """Play a state on: Strong gives so many answers for the seats asked. Returns what happens."""
    events: list[Event] = []
    for number in range(replies):
        public: View = game.view(state, None)
        if public.over:
            break
        who = public.waiting[0]
        view: View = game.view(state, who)
        key = f"{luck}.{number}"
        path = game.fallback(view) if who is None else THINKING[STRONG](game, view, Random(key), thought)
        events += game.apply(state, Move(who, path), KeyedLuck(key))
    return events


def stands(weighing: Weighing) -> bool | None:
    """Whether the best answer stays ahead of its rivals where opponents think; None as long as that isn't known."""
    worlds, leads = weighing.worlds, weighing.leads
    if not worlds or worlds % CHECKED:
        return None
    if any(_lead(lead, 2) < SURE for lead in leads):
        return False
    if worlds >= WORLDS and all(_lead(lead) >= SURE and _lead(lead, -2) > 0 for lead in leads):
        return True
    return None if worlds < CHALLENGED else False


def _weighed(weighing: Weighing, places: Sequence[int], shares: Sequence[float]) -> Weighing:
    """With one world more: what the best answer and those at these places came to, which is added."""
    best, *others = shares
    weighing.hope.add((best,))
    for place, share in zip(places, others, strict=True):
        weighing.leads[place].add((best - share,))
    return replace(weighing, worlds=weighing.worlds + 1)


def _still_weighed(weighing: Weighing) -> list[int]:
    """The places of the answers that may be nearly as good or whose cost isn't known well, and of the second best."""
    worlds, leads = weighing.worlds, weighing.leads
    still = [place for place, lead in enumerate(leads) if lead.tries == worlds]
    if not worlds or worlds % WORLDS:
        return still
    second = min(still, key=lambda place: _lead(leads[place]))
    return [
        place
        for place in still
        if place == second or leads[place].error() > TOLD or _lead(leads[place], -DECIDED) < CLEAR
    ]


def _lead(tally: Tally, errors: float = 0.0) -> float:
    """The mean, and so many standard errors added to it."""
    return tally.mean().shares[0] + errors * tally.error()


def verdict(weighing: Weighing) -> bool | None:
    """Whether the best answer is clearly the best; None as long as that isn't known."""
    worlds, leads = weighing.worlds, weighing.leads
    if not worlds or worlds % WORLDS:
        return None
    if any(_lead(lead, 2) < CLEAR for lead in leads):
        return False
    if worlds < CONFIRMED:
        return None
    return _lead(weighing.hope) >= HOPE and all(_lead(lead) >= CLEAR and _lead(lead, -2) >= SURE for lead in leads)


def grade(candidate: Candidate, seed: int, deep: Budget = DEEP) -> int:
    """How hard it is to find the best answer, 1 to 3 as in `Puzzle`; 0 where not even Champion finds it.

    Then it may be as good as it seems, but two ways of judging don't agree.
    """
    position, right = candidate.position, (candidate.best, *candidate.twins)
    game, view = GAMES[position.game], position.view()
    if THINKING[CHAMPION](game, view, Random(seed), deep) not in right:
        return 0
    tries = [path in right for level in (EASY, FAIR) for path in _answers_at_once(level, position, seed)]
    hardness = (1 + len(candidate.others)) * (1 - fmean(tries))
    return 1 + sum(hardness > edge for edge in HARDER)


def puzzle(candidate: Candidate, weighing: Weighing, grade: int) -> Puzzle:
    """What has come of a candidate that is confirmed."""
    costs = [Cost(path, _lead(lead), lead.error()) for path, lead in zip(candidate.others, weighing.leads, strict=True)]
    costs.sort(key=lambda cost: cost.cost)
    return Puzzle(candidate.position, candidate.best, _lead(weighing.hope), tuple(costs), candidate.twins, grade=grade)
