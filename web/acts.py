"""What a person does at the table in a browser: answers, undo, plan, hint, note, votes, steps."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, TypeVar

import structlog
from structlog.typing import FilteringBoundLogger

from engines.table import Ask, Path, Pick, Ready, Refused, read
from host.play.matches import PLAY_ON, Doubled, Matches, Stale
from host.play.seen import Seen, check_player, is_waited_for
from locales import Catalogue
from model.kinds import PlayOn, VoteKind
from model.page import Browser
from screen.confirm import at_once
from screen.following import with_way
from screen.hints import hint_line
from screen.outcome import caused
from screen.questions import NONE, next_question
from screen.steps import Past, step_at, unlike
from web.desk import Desk
from web.markup import text_of
from web.table import NOTHING, Json, Said, Tables, picture_of

log: FilteringBoundLogger = structlog.get_logger()

MOST_STEPS, MOST_STEP = 32, 400  # steps of a path, characters of a step
NONCE = 64  # characters
NOTE = 300  # characters of a note
T = TypeVar("T")
Asked: TypeAlias = Mapping[str, Any]  # the body of a request


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the page: their browser and their texts."""

    browser: Browser
    say: Catalogue

    @property
    def user(self) -> int:
        """The person's id."""
        return self.browser.user


@dataclass(frozen=True, slots=True)
class Acts:
    """Carries out what people do at the table; each act returns the table after it."""

    tables: Tables

    @property
    def desk(self) -> Desk:
        """The bot at whose tables this is done."""
        return self.tables.desk

    # --- looking

    async def look(self, person: Person, match: int, *, as_public: bool = False) -> bytes:
        """The table as the person sees it, or as the public does."""
        seen = await self._see(person, match, as_public=as_public)
        follows = None if as_public else await self._follows(person, seen)
        return await self.tables.of(seen, person.say, said=Said(follows=follows))

    async def _follows(self, person: Person, seen: Seen) -> bool | None:
        """Whether a person who looks on follows the match; None if they can't."""
        if seen.seat is not None:
            return None
        follows = self.desk.house.follows
        if seen.match.id in (await follows.of(person.user)).matches:
            return True
        try:
            await follows.check(seen.match, person.user)
        except Refused:
            return None
        return False

    async def _see(self, person: Person, match: int, *, as_public: bool = False) -> Seen:
        return await self._matches.see(match, None if as_public else person.user)

    @property
    def _matches(self) -> Matches:
        return self.desk.house.matches

    # --- answering

    async def touch(self, person: Person, match: int, asked: Asked) -> bytes:
        """Go on along a path: to its next question or preview, or play it if it needs no Confirm or is sure."""
        path, planning, sure = path_of(asked), asked.get("planning") is True, asked.get("sure") is True
        with self._matches.presence.pressing(match, person.user):
            seen = await self._meant(person, match, planning=planning)
            if seen.match.phase == "running":
                check_player(seen)
            if seen.match.phase != "running" or (seen.fingerprint, seen.planning) != (
                asked.get("fingerprint"),
                planning,
            ):
                return await self._late(person, seen, asked)
            path = in_order(seen, path)
            question = next_question(seen, path)
            if question is None or not isinstance(question.ask, Ready):
                return await self.tables.of(seen, person.say, path)
            if seen.planning:
                return await self._plan(person, seen, question.path)
            if sure:
                return await self._play(person, seen, question.path, asked)
            answer = await at_once(self._matches, seen, path)
            if answer is None:
                return await self.tables.of(seen, person.say, path)
            return await self._play(person, seen, answer.path, asked, unconfirmed=answer.open)

    async def _meant(self, person: Person, match: int, *, planning: bool) -> Seen:
        """The match, or for a plan the match at the person's next question, if that can be predicted."""
        seen = await self._see(person, match)
        if planning:
            with suppress(Refused):
                return await self._matches.planning(seen)
        return seen

    async def _late(self, person: Person, seen: Seen, asked: Asked) -> bytes:
        """The present table for a press on an earlier one, or for a press that was sent again after it counted."""
        counted = await self._matches.has_counted(press_of(person, asked))
        return await (
            self._shown(person, seen, Said(person.say("panel.done"))) if counted else self._stale(person, seen)
        )

    async def _stale(self, person: Person, seen: Seen) -> bytes:
        return await self._shown(person, seen, Said(person.say("panel.stale")))

    async def _shown(self, person: Person, seen: Seen, said: Said) -> bytes:
        """The table after a press: its person looks at it, so they need no call."""
        if not seen.planning:
            self._matches.presence.shown(seen.match.id, person.user, seen.sight)
        return await self.tables.of(seen, person.say, said=said)

    async def _play(self, person: Person, seen: Seen, path: Path, asked: Asked, *, unconfirmed: bool = False) -> bytes:
        press = press_of(person, asked)
        doing = partial(
            self._matches.play, seen.match.id, person.user, path, seen.fingerprint, press, unconfirmed=unconfirmed
        )
        return await self._done(person, seen, "panel.done", press, doing)

    async def _done(
        self, person: Person, seen: Seen, done: str, press: int, doing: Callable[[], Awaitable[Seen]]
    ) -> bytes:
        """Do it and show what it caused; if the match has moved on, show it as it stands."""
        notice = person.say(done)
        try:
            after = await doing()
        except Stale:
            return await self._stale(person, await self._see(person, seen.match.id))
        except Doubled:
            after = await self._see(person, seen.match.id)
        try:
            led_by = await caused(self._matches, seen, after, press, person.say)
        except Exception:  # it mustn't hide the match
            log.exception("consequences can't be told", match=seen.match.id)
            led_by = None
        return await self._shown(person, after, Said("" if led_by is not None else notice, led_by))

    async def undo(self, person: Person, match: int, asked: Asked) -> bytes:
        """Undo the person's last move."""
        press, fingerprint = press_of(person, asked), word_of(asked, "fingerprint")
        doing = partial(self._matches.undo, match, person.user, fingerprint, press)
        with self._matches.presence.pressing(match, person.user):
            return await self._done(person, await self._see(person, match), "panel.undone", press, doing)

    async def auto(self, person: Person, match: int, asked: Asked) -> bytes:
        """Let the bot play for the person."""
        until = word_of(asked, "until")
        if until not in PLAY_ON:
            raise Refused("page.request")
        press, fingerprint = press_of(person, asked), word_of(asked, "fingerprint")
        doing = partial(self._matches.play_for, match, person.user, PlayOn(until), fingerprint, press)
        with self._matches.presence.pressing(match, person.user):
            return await self._done(person, await self._see(person, match), "panel.done.auto", press, doing)

    # --- planning

    async def plan(self, person: Person, match: int, _asked: Asked) -> bytes:
        """Ask the person's next question now."""
        seen = await self._see(person, match)
        check_player(seen)
        return await self.tables.of(await self._matches.planning(seen), person.say, ())

    async def _plan(self, person: Person, seen: Seen, path: Path) -> bytes:
        await self._matches.plan(seen.match.id, person.user, path, seen.fingerprint)
        return await self._after(person, seen.match.id, "plan.done")

    async def withdraw(self, person: Person, match: int, _asked: Asked) -> bytes:
        """Delete the plan."""
        await self._matches.withdraw(match, person.user)
        return await self._after(person, match, "plan.gone")

    async def _after(self, person: Person, match: int, done: str) -> bytes:
        return await self._shown(person, await self._see(person, match), Said(person.say(done)))

    # --- trying out

    async def attempt(self, person: Person, match: int, asked: Asked) -> bytes:
        """Try an answer out, or go on along its path; without a path show where the person is."""
        lines, seen = self.desk.house.lines, await self._see(person, match)
        trial = await lines.at(seen)
        if "path" not in asked or asked.get("fingerprint") != trial.seen.fingerprint:
            return await self.tables.trial(trial, person.say)
        path = in_order(trial.seen, path_of(asked))
        question = next_question(trial.seen, path)
        if question is None or not isinstance(question.ask, Ready):
            return await self.tables.trial(trial, person.say, path)
        return await self.tables.trial(await lines.answer(seen, question.path), person.say)

    async def attempt_back(self, person: Person, match: int, asked: Asked) -> bytes:
        """Take the last answer that was tried back."""
        at, seen = word_of(asked, "fingerprint"), await self._see(person, match)
        return await self.tables.trial(await self.desk.house.lines.back(seen, at), person.say)

    async def keep(self, person: Person, match: int, asked: Asked) -> bytes:
        """Keep what was tried, and show the match; what another tab tries meanwhile is shown instead."""
        at, seen = word_of(asked, "fingerprint"), await self._see(person, match)
        other = await self.desk.house.lines.keep(seen, at)
        if other is not None:
            return await self.tables.trial(other, person.say)
        return await self._after(person, match, "try.done")

    async def leave(self, person: Person, match: int, _asked: Asked) -> bytes:
        """Leave what was tried, and show the match."""
        await self.desk.house.lines.leave(await self._see(person, match))
        return await self.look(person, match)

    async def take_up(self, person: Person, match: int, asked: Asked) -> bytes:
        """Go on from a line that was kept."""
        trial = await self.desk.house.lines.take_up(await self._see(person, match), *line_of(asked))
        return await self.tables.trial(trial, person.say)

    async def drop(self, person: Person, match: int, asked: Asked) -> bytes:
        """Delete a line that was kept."""
        await self.desk.house.lines.drop(await self._see(person, match), *line_of(asked))
        return await self._after(person, match, "try.dropped")

    async def use(self, person: Person, match: int, asked: Asked) -> bytes:
        """Make the first own answer of a line the person's: as far as Confirm, or as a plan."""
        seen = await self._see(person, match)
        path = await self.desk.house.lines.first(seen, *line_of(asked))
        if is_waited_for(seen):
            return await self.tables.of(seen, person.say, in_order(seen, path))
        future = await self._matches.planning(seen)
        return await self.tables.of(future, person.say, in_order(future, path))

    # --- the rest

    async def hint(self, person: Person, match: int) -> Json:
        """The best moves, each with its path, and a picture of the best."""
        seen = await self._see(person, match)
        ranking = await self.desk.house.hints.hint(seen)
        picture = await self.desk.pictures.panel(seen, ranking[0].path, person.say)
        lines = [{"text": text_of(hint_line(seen, move, person.say)), "path": move.path} for move in ranking]
        return {"lines": lines, "fingerprint": seen.fingerprint, "picture": picture_of(picture)}

    async def note(self, person: Person, match: int, asked: Asked) -> bytes:
        """Store the person's note; an empty one deletes it."""
        text = word_of(asked, "text").strip()[:NOTE]
        await self._matches.write_note(match, person.user, text)
        done = "note.done" if text else "note.gone"
        return await self._shown(person, await self._see(person, match), Said(person.say(done, match=match)))

    async def follow(self, person: Person, match: int, asked: Asked) -> bytes:
        """Follow a match that the person looks on at, or follow it no more."""
        on, follows = asked.get("on"), self.desk.house.follows
        if type(on) is not bool:
            raise Refused("page.request")
        if on:
            await follows.follow_match(match, person.user)
            notice = with_way(person.say("follow.done"), person.say, tells=await follows.tells(person.user))
        else:
            await follows.leave_match(match, person.user)
            notice = person.say("follow.gone")
        seen = await self._see(person, match)
        return await self._shown(person, seen, Said(notice, follows=await self._follows(person, seen)))

    async def vote(self, person: Person, match: int, asked: Asked) -> bytes:
        """Open a vote."""
        about, seat = word_of(asked, "about"), asked.get("seat")
        if about not in {*VoteKind} or not (seat is None or type(seat) is int):
            raise Refused("vote.unknown")
        await self.desk.house.votes.open(match, person.user, VoteKind(about), seat, press_of(person, asked))
        return await self.look(person, match)

    async def cast(self, person: Person, match: int, asked: Asked) -> bytes:
        """Vote."""
        yes, press, since = asked.get("yes") is True, press_of(person, asked), asked.get("since")
        if type(since) not in (int, float):
            raise Refused("page.request")
        await self.desk.house.votes.cast(match, person.user, yes=yes, interaction_id=press, since=since)
        return await self._after(person, match, "vote.done")

    async def agree(self, person: Person, match: int, asked: Asked) -> bytes:
        """Agree to live play."""
        with self._matches.presence.pressing(match, person.user):
            await self.desk.house.live.agree(match, person.user, press_of(person, asked))
            return await self._shown(person, await self._see(person, match), NOTHING)

    async def enough(self, person: Person, match: int, asked: Asked) -> bytes:
        """End live play."""
        with self._matches.presence.pressing(match, person.user):
            await self.desk.house.live.enough(match, person.user, press_of(person, asked))
            return await self._after(person, match, "live.done")

    async def since(self, person: Person, match: int) -> Json:
        """How many steps there are since the person's last move."""
        house = self.desk.house
        first = await house.replays.last_move(match, person.user)
        steps = await unlike(house, self.desk.pictures, Past(match, person.user, first), person.say)
        if not steps:
            raise Refused("since.nothing")
        return {"steps": len(steps), "first": first}

    async def step(self, person: Person, match: int, first: int, place: int) -> Json:
        """One of these steps: its board and what happened in it."""
        house, pictures, past = self.desk.house, self.desk.pictures, Past(match, person.user, first)
        steps = await unlike(house, pictures, past, person.say)
        shown = await step_at(house, steps, past, place, person.say)
        picture = await pictures.board(shown.frame.seen, (), person.say)
        return {
            "place": shown.place,
            "steps": len(steps),
            "at": int(shown.frame.at),
            "text": text_of("\n".join(shown.news), shown.frame.seen.match.guild),
            "picture": picture_of(picture),
        }


def path_of(asked: Asked) -> Path:
    """The path in a request; raises Refused for anything else."""
    path = asked.get("path")
    if not isinstance(path, list) or len(path) > MOST_STEPS:
        raise Refused("page.request")
    steps: list[object] = [*path]
    if not all(isinstance(step, str) and 0 < len(step) <= MOST_STEP for step in steps):
        raise Refused("page.request")
    return tuple(str(step) for step in steps)


def in_order(seen: Seen, path: Path) -> Path:
    """The path as the rules spell it, several options in the question's order; Refused for illegal steps."""
    walked: Path = ()
    for step in path:
        ask = seen.ask(walked)
        if ask is None:
            raise Refused("not.asked")
        spelled = _spelled(ask, step)
        read(ask, spelled)
        walked = (*walked, spelled)
    return walked


def _spelled(ask: Ask, step: str) -> str:
    if not isinstance(ask, Pick) or step == NONE:
        return step
    places = {option: place for place, option in enumerate(ask.options)}
    return "+".join(sorted(step.split("+"), key=lambda option: places.get(option, len(places))))


def word_of(asked: Asked, name: str) -> str:
    """A text in a request; raises Refused if it is missing."""
    word = asked.get(name)
    if not isinstance(word, str) or len(word) > MOST_STEP or "\0" in word or not _is_written(word):
        raise Refused("page.request")
    return word


def _is_written(word: str) -> bool:
    """Whether a text can be stored: half a character can't."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def line_of(asked: Asked) -> tuple[int, str]:
    """The number of a line in a request, and its mark; raises Refused for anything else."""
    number = asked.get("number")
    if type(number) is not int:
        raise Refused("page.request")
    return number, word_of(asked, "line")


def press_of(person: Person, asked: Asked) -> int:
    """The id of a press, below 0 as Discord's are above: the same press repeated has the same."""
    nonce = word_of(asked, "nonce")
    if not 8 <= len(nonce) <= NONCE:
        raise Refused("page.request")
    digest = hashlib.blake2s(f"{person.browser.id} {nonce}".encode("utf-8", "replace"), digest_size=8).digest()
    return -1 - (int.from_bytes(digest, "big") >> 1)
