"""The table of a match as data: picture, places to touch, words for the other answers, news and tools."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from engines.orders import filled
from engines.table import Amount, Path, Pick, Ready
from host.play.lines import Trial
from host.play.plans import MOST_ANSWERS
from host.play.seen import Seen, is_thinking, is_waited_for
from host.thinking.hints import can_have_hint
from locales import Catalogue
from render import RENDERERS
from render.places import Places
from screen.lines import kept_lines, trial_head, with_seat
from screen.links import link
from screen.match_text import opening
from screen.names import match_name
from screen.outcome import Caused
from screen.panel_words import (
    given_lines,
    in_time,
    last_one,
    lately,
    live_act,
    live_words,
    plan_words,
    waiting_words,
)
from screen.pictures import Picture
from screen.questions import Answer, Question, answers_to, next_question, question_words, step_words, stops
from screen.votes import can_vote, sensible, vote_text
from web.desk import Desk
from web.markup import text_of

Json: TypeAlias = dict[str, Any]

NEWS = 6  # lines of news
MARK = 3  # characters of what names an answer in a picture


@dataclass(frozen=True, slots=True)
class Said:
    """What is said above a table: why a press didn't count, what it caused, or what is tried out."""

    notice: str = ""
    led_by: Caused | None = None
    tried: int = 0  # answers of a line
    follows: bool | None = None  # whether a person who looks on follows the match; None: they can't, or no one asks


NOTHING = Said()


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables as data, in JSON."""

    desk: Desk

    async def of(self, seen: Seen, say: Catalogue, path: Path | None = None, said: Said = NOTHING) -> bytes:
        """The table that the viewer sees: at the question after `path`, else at the first one if they are asked."""
        return msgspec.json.encode(await self._shown(seen, say, path, said))

    async def trial(self, trial: Trial, say: Catalogue, path: Path = ()) -> bytes:
        """The table of what a person tries out: the question to the next seat in the world they imagine."""
        return await self.of(trial.seen, say, path, Said(trial_head(trial, say), tried=len(trial.steps)))

    async def _shown(self, seen: Seen, say: Catalogue, path: Path | None, said: Said) -> Json:
        match, matches = seen.match, self.desk.house.matches
        thought = self.desk.house.hints.mark(seen) if path is None else None
        asked = is_waited_for(seen) or (path is not None and match.paused is None)
        ordered = filled(match.game, seen.view, seen.own.orders) if asked and path is None else ()
        question = next_question(seen, path or ordered) if asked else None
        if question is None:
            words, about = "", await self._waiting(seen, say)
        else:
            words = with_seat(seen, question_words(seen, question.path, say), say)
            about = [say("order.filled")] if ordered else []
        if question is not None and thought is not None and await in_time(thought, seen):
            words, about = f"≈ {words}", [*about, f"-# {say('panel.alike')}"]
        news = said.led_by.text(NEWS) if said.led_by is not None else await lately(matches, seen, say, NEWS)
        at = question.path if question is not None else ()
        picture = await self.desk.pictures.panel(seen, at, say)
        return {
            "match": match.id,
            "title": match_name(match, say),
            "thread": link(match.guild, match.thread) if match.thread else None,
            "fingerprint": seen.fingerprint,
            "seat": seen.seat,
            "asked": is_waited_for(seen) and not seen.trying,
            "due": seen.own.due if is_waited_for(seen) and not seen.planning else None,
            "planning": seen.planning and not seen.trying,
            "trying": seen.trying,
            "tried": said.tried,
            "notice": text_of("\n".join(filter(None, (said.notice, _plan_head(seen, say)))), match.guild),
            "led": said.led_by is not None,  # the news tell of this press
            "news": text_of(news if path is None else "", match.guild),
            "question": text_of(words, match.guild),
            "about": text_of("\n".join(filter(None, (last_one(seen, say), *about))), match.guild),
            **(await self._answers(seen, question, picture, say) if question is not None else NOTHING_ASKED),
            "picture": picture_of(picture),
            "tools": await self._tools(seen, at_root=not path, tried=said.tried),
            "note": seen.own.note,
            "lines": await self._lines(seen, say),
            **await self._votes(seen, say),
            "live": _live(seen, say),
            "follows": said.follows,
            "next": await self._next(seen, say) if question is None else None,
        }

    async def _waiting(self, seen: Seen, say: Catalogue) -> list[str]:
        opens = opening(seen.opens, say) if seen.opens is not None else ""
        thinking = say("panel.thinking") if is_thinking(seen) else ""
        planned = await plan_words(self.desk.house.matches, seen, say)
        return [waiting_words(seen, say), thinking, opens, *planned, *given_lines(seen, say)]

    async def _answers(self, seen: Seen, question: Question, picture: Picture, say: Catalogue) -> Json:
        ask, made = question.ask, stops(seen, question.path)
        back = made[-1] if made else None
        shown = {"path": question.path, "back": back, "least": 0, "most": 0}
        places = RENDERERS[seen.match.game].STYLE.places
        match ask:
            case Ready():
                return {**shown, "kind": "confirm", **await self._before(seen, question.path, back, picture, say)}
            case Pick(_, options, least, most) if not (least == most == 1):
                return {**shown, "kind": "several", "least": least, "most": most} | _several(
                    seen, question, options, places(seen.view, question.path), say
                )
            case Amount(_, least, most):
                kind = "pick" if answers_to(seen, question, say) else "amount"
                shown |= {"least": least, "most": most}
            case _:
                kind = "pick"
        return {**shown, "kind": kind} | entries(seen, question, places(seen.view, question.path), say)

    async def _before(self, seen: Seen, path: Path, back: Path | None, picture: Picture, say: Catalogue) -> Json:
        """The answers to the question before the last press: the one that was given is marked, and can be replaced."""
        question = None if back is None else next_question(seen, back)
        if question is None or not answers_to(seen, question, say):
            return {"touch": [], "words": []}
        before = await self.desk.pictures.panel(seen, question.path, say)
        alike = _size(before.png) == _size(picture.png)
        places = RENDERERS[seen.match.game].STYLE.places(seen.view, question.path) if alike else {}
        return entries(seen, question, places, say, chosen=path)

    async def _tools(self, seen: Seen, *, at_root: bool, tried: int) -> list[str]:
        match, house = seen.match, self.desk.house
        if seen.seat is None or match.phase != "running" or not at_root:
            return []
        if seen.trying:
            return ["undo", "keep", "leave.try"] if tried else ["leave.try"]
        tools = ["note"] + (["since"] if seen.own.has_moved else []) + ["public"]
        tools += ["try"] if match.paused is None else []
        if seen.planning or match.paused is not None:
            return tools
        if match.seats[seen.seat].substitute is None and can_have_hint(seen):
            tools.append("hint")
        if await house.matches.can_undo(seen):
            tools.append("undo")
        if is_waited_for(seen) and not seen.view.sealed:
            legs = await house.forecast.has_legs(match.game, len(match.seats), match.options)
            tools += ["auto.turn", "auto.choice", *(["auto.leg"] if legs else [])]
        if not is_waited_for(seen):
            given = next_question(seen, ())  # of a sealed stage that waits for others
            tools += ["change"] if given is not None and not isinstance(given.ask, Ready) else []
            tools += ["withdraw"] if seen.own.plan else []
            tools += ["plan"] if len(seen.own.plan) < MOST_ANSWERS and await house.matches.can_plan(seen) else []
        return tools

    async def _lines(self, seen: Seen, say: Catalogue) -> list[Json]:
        """What the person keeps of what they tried; what has become impossible is struck out."""
        kept = [] if seen.trying else await kept_lines(self.desk.house.lines, seen, say)
        return [
            {"number": k.line.number, "line": k.line.mark, "text": text_of(k.words), "possible": k.is_possible}
            for k in kept
        ]

    async def _votes(self, seen: Seen, say: Catalogue) -> Json:
        if seen.trying:
            return {"vote": None, "votes": []}
        if seen.match.vote is not None and seen.match.phase == "running":
            text = text_of(vote_text(seen, (), say), seen.match.guild)
            return {"vote": {"text": text, "can": seen.seat is not None, "since": seen.match.vote.since}, "votes": []}
        if not can_vote(seen):
            return {"vote": None, "votes": []}
        offered = sensible(seen, await self.desk.house.votes.newcomers(seen.match), say)
        return {
            "vote": None,
            "votes": [{"about": m.kind, "seat": m.seat, "words": f"{m.emoji} {m.words}"} for m in offered],
        }

    async def _next(self, seen: Seen, say: Catalogue) -> Json | None:
        """The person's match that has waited longest, other than this one."""
        user = None if seen.seat is None or not seen.own.has_others else seen.match.seats[seen.seat].user
        waiting = [] if user is None else await self.desk.house.matches.asked(user)
        others = [other.match for other in waiting if other.match.id != seen.match.id]
        return {"match": others[0].id, "words": match_name(others[0], say)} if others else None


NOTHING_ASKED: Json = {
    "kind": "none",
    "path": (),
    "back": None,
    "least": 0,
    "most": 0,
    "touch": [],
    "words": [],
}


def entries(seen: Seen, question: Question, places: Places, say: Catalogue, chosen: Path = ()) -> Json:
    """The answers to a question with one choice: those to touch in the picture, and those that have words alone.

    Of these the `chosen` path has been given.
    """
    offered = answers_to(seen, question, say)
    by_way = {answer.path[len(question.path) :]: answer for answer in offered}
    touch: list[Json] = []
    for way, boxes in places.items():
        path, answer = (*question.path, *way), by_way.get(way)
        words = answer.words if answer is not None else _way_words(seen, path, len(question.path), say)
        touch.append({"path": path, "places": boxes, "words": words, "chosen": _begins(path, chosen)})
    placed = {way for way in by_way if any(_begins(touched, way) for touched in places)}
    words = [
        {"path": answer.path, "pad": _pad(answer), "words": answer.words, "chosen": _begins(answer.path, chosen)}
        for way, answer in by_way.items()
        if way not in placed
    ]
    return {"touch": touch, "words": words}


def _live(seen: Seen, say: Catalogue) -> Json | None:
    """Live play that is offered, awaited or going on, and what the viewer can do about it."""
    words = "" if seen.trying else live_words(seen, say)
    return {"text": text_of(words, seen.match.guild), "act": live_act(seen)} if words else None


def _plan_head(seen: Seen, say: Catalogue) -> str:
    return say("plan.head") if seen.planning and not seen.trying else ""


def _several(seen: Seen, question: Question, options: Iterable[str], places: Places, say: Catalogue) -> Json:
    """The options of a question that several may be chosen of."""
    touch: list[Json] = []
    words: list[Json] = []
    for option in options:
        label = RENDERERS[seen.match.game].label(seen.view, question.path, option, say)
        entry: Json = {"path": (*question.path, option), "words": label, "chosen": False}
        if boxes := places.get((option,)):
            touch.append({**entry, "places": boxes})
        else:
            words.append({**entry, "pad": ""})
    return {"touch": touch, "words": words}


def _pad(answer: Answer) -> str:
    """The mark by which the picture names an answer; "" where the words say as much."""
    is_mark = len(answer.pad) <= MARK and answer.pad.casefold() not in answer.words.casefold()
    return answer.pad if is_mark else ""


def _way_words(seen: Seen, path: Path, begun: int, say: Catalogue) -> str:
    return " · ".join(step_words(seen, path, index, say) for index in range(begun, len(path)))


def _begins(path: Path, whole: Path) -> bool:
    """Whether a path, or a way, is how the whole begins."""
    return bool(path) and whole[: len(path)] == path


def picture_of(picture: Picture) -> Json:
    """A picture as data."""
    return {**_size(picture.png), "png": base64.b64encode(picture.png).decode(), "alt": picture.alt}


def _size(png: bytes) -> Json:
    """Width and height, which a PNG's header says."""
    return {"width": int.from_bytes(png[16:20], "big"), "height": int.from_bytes(png[20:24], "big")}
