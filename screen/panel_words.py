"""Words of a panel around its answers: the question, time left, what it waits for, plan, orders, news."""

from __future__ import annotations

import asyncio

import structlog
from structlog.typing import FilteringBoundLogger

from engines.table import Path, Refused
from host.play.matches import Matches
from host.play.plans import OWN
from host.play.replay import since_own
from host.play.seen import Seen, is_own, is_person, is_waited_for
from locales import Catalogue
from render import RENDERERS
from render.words import cut
from screen.match_text import headline, standings
from screen.outcome import NewsSentence, fitting, private_first
from screen.questions import choices, next_question, step_words
from screen.sentences import sentences
from screen.steps import plan_came_true
from screen.verdicts import words_for

log: FilteringBoundLogger = structlog.get_logger()

AIM = -1  # outweighs all news
AGREE, ENOUGH = "agree", "enough"  # what a player can do about live play
NEAR, NEWS_ROWS = 12, 40  # rows of the log in which to look for recent news; the near ones are cached
PLANNED = 200  # characters of a plan
SOON = 0.3  # seconds a panel waits for its mark once everything else is ready


def waiting_words(seen: Seen, say: Catalogue) -> str:
    """What the match waits for, or its result."""
    if seen.match.paused is None and next_question(seen, ()) is not None:
        return say("panel.sealed")
    head = headline(seen, say)
    return head if seen.match.phase == "running" else f"{head}\n{standings(seen, say)}"


def time_left(seen: Seen, say: Catalogue) -> str:
    """The time left to a player who is to move; "" without a clock."""
    due = seen.own.due if is_waited_for(seen) and not seen.planning else None
    return "" if due is None else say("panel.time", when=f"<t:{int(due)}:R>")


def last_one(seen: Seen, say: Catalogue) -> str:
    """A note that no one else's move is missing, if everyone knows that."""
    return say("panel.last") if seen.own.is_last and is_waited_for(seen) and not seen.planning else ""


def live_act(seen: Seen) -> str | None:
    """What the viewer can do about live play: agree to an offer, or end it; None: nothing."""
    match, seat = seen.match, seen.seat
    if seat is None or match.phase != "running" or match.paused is not None or seen.planning:
        return None
    if not is_person(match.seats[seat]):
        return None
    if match.is_live:
        return ENOUGH
    return AGREE if seen.own.offered is not None and not seen.own.agreed else None


def live_words(seen: Seen, say: Catalogue) -> str:
    """A line on live play that is offered to the viewer, awaited or going on; "" if there is none."""
    live = seen.match.live
    if live is None or seen.seat is None or seen.planning or seen.match.paused is not None:
        return ""
    if seen.match.is_live:
        return say("live.goes.on", until=f"<t:{int(live.until)}:t>")
    if seen.own.offered is None:
        return ""
    return say("live.agreed" if seen.own.agreed else "live.offer", until=f"<t:{int(seen.own.offered)}:R>")


async def plan_words(matches: Matches, seen: Seen, say: Catalogue) -> list[str]:
    """The person's plan in words, as far as their question can be predicted now, and when it will be played."""
    if not seen.own.plan:
        return []
    try:
        future = await matches.planning(seen)
        answers = [_answer_words(future, answer.path, say) for answer in seen.own.plan]
    except Refused:
        return [say("plan.kept")]
    numbered = [f"{place}) {words}" for place, words in enumerate(answers, 1)] if len(answers) > 1 else answers
    leads = [event for event in seen.own.plan[0].leads if event.kind != OWN]
    text = cut(" ".join(sentences(seen, leads, say)), PLANNED)
    when = say("plan.when.leads", leads=text) if text else say("plan.when")
    return [say("plan.is", answer=cut(" · ".join(numbered), PLANNED)), when]


def _answer_words(future: Seen, path: Path, say: Catalogue) -> str:
    return ", ".join(step_words(future, path, place, say) for place in choices(future, path)) or "–"


def given_lines(seen: Seen, say: Catalogue) -> list[str]:
    """The person's standing orders, one line each."""
    order_words = RENDERERS[seen.match.game].STYLE.order_words
    return [say("order.is", order=order_words(order, say)) for order in seen.own.orders]


async def in_time(thought: asyncio.Task[bool], seen: Seen) -> bool:
    """The mark for a question; False if the thought takes too long: it goes on for the next look."""
    done, _ = await asyncio.wait([thought], timeout=SOON)
    if not done:
        return False
    try:
        return thought.result()
    except Exception:
        log.exception("a question can't be marked", match=seen.match.id)
        return False


async def lately(matches: Matches, seen: Seen, say: Catalogue, most: int) -> str:
    """News since the player's own last move, in so many lines; if there is too much, what weighs most.

    Before their first move the aim of the match comes first; after a plan of theirs, that it came true.
    """
    if seen.seat is None or seen.match.phase != "running" or seen.planning:
        return ""
    user = seen.match.seats[seen.seat].user or 0
    for reach in (NEAR, NEWS_ROWS):
        rows = await matches.since(seen, seen.number - reach)
        if any(is_own(row, user) for row, _ in rows) or seen.number <= reach:
            break
    news = private_first(seen, (e for e in since_own(rows, user) if not e.kind.startswith("lobby.")), say)
    key = words_for(seen, "aim", say)
    if key in say and seen.number <= NEWS_ROWS and not any(is_own(row, user) for row, _ in rows):
        news.insert(0, NewsSentence(AIM, say(key)))
    first = [NewsSentence(AIM, text) for text in plan_came_true(matches, seen, rows, say)]
    return "\n".join(fitting([*first, *news], most, "-# "))
