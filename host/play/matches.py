"""Matches in play: look, move, undo, plan, play on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from db.store import Doubled, Stale
from engines.orders import kept, offered
from engines.table import Event, Move, Path, Refused, Seat, Table, View, Viewer
from host.access import Asker, Borders
from host.play.autoplay import AT_ONCE, AutoPlayer, with_seat
from host.play.consequences import addressed
from host.play.fair_dice import entropy
from host.play.holiday_news import taken_before
from host.play.kept_states import ROWS
from host.play.loaded_match import LoadedMatch, Origin
from host.play.match_log import MatchLog
from host.play.plans import coming, plan_of
from host.play.presence import Presence
from host.play.replay import fulfilled
from host.play.row_numbers import number_of
from host.play.seen import Again, Own, Seen, fingerprint_of, is_alone, may_hear, seat_of, without_key
from host.play.undo import UNDO_WAIT, can_take_back, taken_back_from, was_free
from host.time.live_play import is_open
from model.kinds import IDLE, PANEL, UNFINISHED, How, Owed, PlayOn, PostKind, QuickConfirm, Reminder, RowKind
from model.match import Deadline, Limit, LogRow, Match, MatchFacts, Outgoing, Preferences, SeatRow, Step
from model.pace import ENDLESS
from opponents import FAIR, SPARRING
from opponents.positions import begin
from opponents.sparring import first_cost

__all__ = ["Doubled", "LoadedMatch", "Matches", "Origin", "Stale", "asked_since", "may_hear"]

PLAY_ON = (PlayOn.TURN, PlayOn.CHOICE, PlayOn.LEG)  # until when a person may let the bot play for them


class Matches:
    """Running and finished matches, as their players and others use them."""

    def __init__(self, match_log: MatchLog, autoplayer: AutoPlayer, borders: Borders) -> None:
        self.presence = Presence(match_log.now)
        self.games = match_log.games
        self._match_log, self._autoplayer, self._store = match_log, autoplayer, match_log.store
        self._borders = borders

    # --- looking

    async def see(self, match_id: int, user: int | None) -> Seen:
        """The match as this person may see it: from their seat, or as the public does.

        Raises Refused for a match that doesn't exist or hasn't started.
        """
        read = await self._store.facts(match_id)
        if read is None:
            raise Refused("house.unknown")
        return await self.shown(read, user)

    async def visit(self, match_id: int, asker: Asker) -> Seen:
        """The match as `see` returns it, if the asker may know of it; otherwise raises as if it didn't exist."""
        read, again = await self._match_log.visit(match_id)
        await self._borders.check_known(match_id, read and read.match, asker)
        if read is None:
            raise Refused("house.unknown")
        return replace(await self.shown(read, asker.user), again=again)

    async def shown(self, read: MatchFacts, user: int | None) -> Seen:
        """The match as `see` returns it, from facts already read."""
        seen = await self._look(read.match, user)
        opening = self._owed(read, Owed.OPENING, None) if read.match.paused is None else None
        opens = None if opening is None or opening <= self._match_log.now() else opening
        if seen.seat is None:
            return replace(seen, opens=opens)
        stored, due = read.seats[seen.seat], self._owed(read, Owed.LATE, seen.seat)
        plan = () if stored.plan is None else stored.plan.answers
        orders = kept(seen.game.spec.key, seen.view, stored.orders)
        shown = read.shown_to(user)
        panel, idle = (next((place.message for place in shown if place.kind == kind), None) for kind in (PANEL, IDLE))
        messages = frozenset(place.message for place in shown)
        facts = Own(
            note=stored.note,
            plan=plan,
            orders=orders,
            due=due,
            easy=stored.preferences.easy,
            quick=is_quick(stored.preferences, read.match),
            in_words=stored.preferences.in_words,
            is_last=await self._is_last(seen),
            has_moved=stored.has_moved,
            has_others=stored.has_others,
            has_lines=stored.has_lines,
            **self._offer(seen.match, stored.agreed),
            panel=panel,
            idle=idle,
            messages=messages,
        )
        return replace(seen, opens=opens, own=facts)

    def _offer(self, match: Match, agreed: float | None) -> dict[str, Any]:
        """What a player can know of an offer to play live: until when it is open, and whether they have agreed."""
        live = match.live
        if live is None or not is_open(match, self._match_log.now()) or match.phase != "running":
            return {}
        return {"offered": live.until, "agreed": agreed is not None and agreed >= live.since}

    async def _is_last(self, seen: Seen) -> bool:
        """Whether, as the public sees it, a sealed stage waits only for the viewing seat."""
        return seen.view.sealed and await self.is_missing_alone(seen)

    async def is_missing_alone(self, seen: Seen) -> bool:
        """Whether, as the public sees it, the match waits only for the viewing seat, while others play with it."""
        if seen.seat is None or seen.seat not in seen.view.waiting or is_alone(seen.match):
            return False
        public: View = seen.game.view(await self._match_log.look(seen.match), None)
        return public.waiting == (seen.seat,)

    @staticmethod
    def _owed(read: MatchFacts, kind: Owed, seat: Viewer) -> float | None:
        """When this deadline of the match falls due."""
        return next((d.due for d in read.deadlines if d.kind == kind and d.seat == seat), None)

    async def _look(self, match: Match, user: int | None) -> Seen:
        state, game = await self._match_log.look(match), self._match_log.game(match)
        seat = None if user is None else seat_of(match, user)
        number = await self._match_log.number(match)
        return Seen(without_key(match), seat, game.view(state, seat), game, number=number)

    async def settled(self, match_id: int) -> MatchFacts | None:
        """Facts of a match, including its key, once the moves being played at this moment are in."""
        async with self._match_log.lock(match_id):
            return await self._store.facts(match_id)

    def holidays(self, read: MatchFacts, seat: Seat) -> tuple[tuple[float, float], ...]:
        """Times (since, until) at which a seat's person is away and the seat's clock stops."""
        return self._match_log.clock_of(read, read.match.seats[seat]).holidays

    async def asked(self, user: int) -> list[Seen]:
        """Running matches that wait for this person, the longest waiting first.

        An unreadable match is left out, so that it doesn't block the others.
        """
        waiting: list[Seen] = []
        for match in await self._store.matches_of(user, ("running",)):
            if all(row.asked is None for row in match.seats if row.user == user):
                continue  # most matches end here, as reading a state takes longer than reading a header
            with suppress(Refused):
                seen = await self._look(match, user)
                if seen.seat is not None and seen.seat in seen.view.waiting and match.paused is None:
                    waiting.append(seen)
        return sorted(waiting, key=asked_since)

    async def mine(self, user: int) -> list[Match]:
        """The person's unfinished matches, lobbies included."""
        return [without_key(match) for match in await self._store.matches_of(user, UNFINISHED)]

    async def match(self, match_id: int) -> Match | None:
        """The header of a match in any phase."""
        match = await self._store.match(match_id)
        return match and without_key(match)

    async def by_thread(self, thread: int) -> Match | None:
        """The match played in this thread."""
        match = await self._store.by_thread(thread)
        return match and without_key(match)

    async def history(self, match_id: int, user: int | None, after: int = 0) -> list[tuple[LogRow, list[Event]]]:
        """The log rows after number `after` (see row_numbers), each with the events this person may hear."""
        match = await self._store.match(match_id)
        return [] if match is None else await self._heard(match, None if user is None else seat_of(match, user), after)

    async def since(self, seen: Seen, after: int) -> list[tuple[LogRow, list[Event]]]:
        """The log rows from number `after` up to what was seen, with the events the viewer may hear."""
        return await self._heard(seen.match, seen.seat, max(0, after))

    def spared(self, seen: Seen, rows: Sequence[tuple[LogRow, list[Event]]]) -> float | None:
        """For how many seconds the match would have waited by now for the viewer, whose plan has been played.

        None if none of theirs was since their own last move; `rows` are the rows since then, or more.
        """
        user = None if seen.seat is None else seen.match.seats[seen.seat].user
        played = None if seen.seat is None or user is None else fulfilled(rows, seen.seat, user)
        return None if played is None else max(0.0, self._match_log.now() - played)

    async def rows_after(self, match: Match, seq: int) -> list[LogRow]:
        """All log rows after row `seq`, up to this header, with what only some may hear."""
        return await self._match_log.rows_after(match, seq)

    async def _heard(self, match: Match, seat: Viewer, after: int) -> list[tuple[LogRow, list[Event]]]:
        rows = await self._match_log.rows_past(match, after)
        return [(row, [event for event in row.events if may_hear(event, seat)]) for row in rows]

    async def show_panel(self, user: int, channel: int, message: int, seen: Seen, pressed: float | None = None) -> None:
        """Note that a direct message to this person shows this; they `pressed` in it then (unix seconds), or just now.

        With a question in it the message counts as a call, and is retired once the question is answered elsewhere.
        Without one it stays until another message replaces it, at last the one about the end.
        """
        match = seen.match
        self.presence.pressed_in(match.id, user, message, match.seq, pressed)
        lasts = seen.seat is not None
        goes_on = lasts and match.phase == "running" and match.paused is None and not seen.planning
        kind, shown = (PANEL, seen.own.panel) if goes_on and seen.seat in seen.view.waiting else (IDLE, seen.own.idle)
        if shown == message if lasts else message not in seen.own.messages:
            return  # already noted
        await self._store.show_panel(kind, user, channel, message, match.id if lasts else None)

    async def set_thread(self, match_id: int, thread: int) -> None:
        """Play the match in this thread from now on, unless another has been opened meanwhile."""
        await self._store.set_thread(match_id, thread, self._match_log.now())
        self._match_log.wake()

    async def lose_thread(self, match_id: int, thread: int, called: int | None) -> None:
        """Forget this thread of the match; everyone who was called in it, except `called`, is called again."""
        self.presence.forget(match_id)  # a panel they looked at may be gone with it
        await self._store.lose_thread(match_id, thread, called, self._match_log.now())

    # --- playing

    async def begin(self, match: Match, by: Origin, limits: tuple[Limit, ...] = ()) -> Match:
        """Close a lobby; from now on no one can add entropy. Raises Stale, Doubled, or Reached for a limit.

        The dice are rolled in `deal`, once the thread shows commitment and entropy.
        """
        added = entropy(await self._store.log(match.id))
        starting = replace(match, phase="starting", entropy=added, seats=await self._seats(match))
        row = self._match_log.row(match, by, RowKind.START, [])
        opening = Outgoing(PostKind.OPENING, None, None)
        # where there is no thread, it goes nowhere but still brings the deal, however long a person doesn't hear of it
        posts = (*(addressed(match, [opening]) if match.is_homeless else ()), opening)
        saved = await self._store.commit(Step(starting, row, posts=posts, limits=limits))
        self._match_log.wake()
        return saved

    async def _seats(self, match: Match) -> tuple[SeatRow, ...]:
        """The seats of a match that starts, with what Sparring gives away to its opener as they have played so far."""
        if all(row.opponent != SPARRING for row in match.seats):
            return match.seats
        form = await self._store.careers.sparring(match.host, match.game)
        cost = first_cost(match.game) if form is None else form.cost
        return tuple(replace(row, cost=cost) if row.opponent == SPARRING else row for row in match.seats)

    async def deal(self, match_id: int) -> None:
        """Deal the match, unless that has been done."""
        async with self._match_log.lock(match_id):
            read = await self._store.facts(match_id)
            if read is None or read.match.phase != "starting":
                return
            match, game = read.match, self.games[read.match.game]
            dice, table = await self._match_log.dice(match), Table(len(match.seats), match.options, match.rules)
            state, events = begin(game, table, await self._match_log.position(match), dice)
            persons = sum(seat.user is not None for seat in match.seats)
            # a solo player keeps no one waiting
            terms = match.terms if persons > 1 else replace(match.terms, clock=ENDLESS)
            events += taken_before(replace(read, match=replace(match, terms=terms)), self._match_log.now())
            row = self._match_log.row(match, Origin(How.HOUSE), RowKind.DEAL, events, dice=dice)
            seats = tuple(replace(seat, bank=terms.pace.bank) for seat in match.seats)
            running = replace(match, phase="running", terms=terms, options=state.table.options, seats=seats)
            with suppress(Stale):  # another process was faster and goes on itself
                dealt = LoadedMatch(running, game, state, read)
                await self._autoplayer.play_on(await self._match_log.save(dealt, row))

    async def play(
        self,
        match_id: int,
        user: int,
        path: Path,
        fingerprint: str | None = None,
        interaction_id: int | None = None,
        *,
        panel: int | None = None,
        unconfirmed: bool = False,
        again: Again | None = None,
    ) -> Seen:
        """Play a person's move and all that the bot owes right after it; returns what they may see then.

        `fingerprint` is that of the view they chose from, with which `again` came; `panel` is the private message they
        pressed, which isn't retired as a call but goes on to what comes next. After an `unconfirmed` move the bot
        delays its own moves where others play too, so that it can be undone; never in a sealed stage. Raises
        Refused if the rules forbid the move or they have no seat, Stale if the match has moved on, Doubled if the press
        counted before.
        """
        async with self._match_log.lock(match_id), self._match_log.counted_once(interaction_id):
            opened = await self._match_log.load(match_id, again)
            seat = self._match_log.pressing(opened, user, fingerprint)
            public = opened.view(None)
            waits = unconfirmed and not public.sealed and not is_alone(opened.match)
            open_until = self._match_log.now() + UNDO_WAIT if waits else 0.0
            move, by = Move(seat, path), Origin(How.PLAYER, user, interaction_id, panel, open_until)
            if public.sealed and seat not in public.waiting:
                played = await self._match_log.amend(opened, move, by)
            else:
                stepped = await self._match_log.step(opened, move, by)
                played = await self._autoplayer.play_on(stepped, panel, open_until)
        return await self.shown(played, user)

    async def has_counted(self, interaction_id: int) -> bool:
        """Whether this press has made a row of a log."""
        return await self._store.pressed(interaction_id) is not None

    async def undo(
        self, match_id: int, user: int, fingerprint: str | None, interaction_id: int | None, *, panel: int | None = None
    ) -> Seen:
        """Undo a person's own last move, by returning to the snapshot before it.

        Raises Refused if it can't be undone, otherwise what `play` raises.
        """
        async with self._match_log.lock(match_id), self._match_log.counted_once(interaction_id):
            opened = await self._match_log.load(match_id)
            seat = self._match_log.pressing(opened, user, fingerprint)
            before = await self._before_last(opened.match, seat)
            if before is None:
                raise Refused("undo.closed")
            events = [Event("house.undone", None, {"seat": seat})]
            row = self._match_log.row(
                opened.match, Origin(How.PLAYER, user, interaction_id), RowKind.UNDO, events, seat=seat
            )
            undone = await self._match_log.save(replace(opened, state=before), row, panel=panel)
            played = await self._autoplayer.play_on(undone, panel)
        return await self.shown(played, user)

    async def can_take_back(self, seen: Seen, path: Path) -> bool:
        """Whether the viewer could undo this move right after making it, as far as they know.

        Others' plans and settings aren't theirs to know: these may close undo, as others' quick moves do.
        """
        easy = {seen.seat: seen.own.easy} if seen.seat is not None else {}
        return await asyncio.to_thread(can_take_back, seen, path, easy, waits=seen.own.quick)

    async def can_undo(self, seen: Seen) -> bool:
        """Whether the viewer can undo their last move now."""
        if seen.seat is None or seen.match.phase != "running" or seen.match.paused is not None:
            return False
        return await self._before_last(seen.match, seen.seat) is not None

    async def _before_last(self, match: Match, seat: Seat) -> Any:
        """The state before the seat's last move, read-only; None if it can't be undone."""
        for reach in (ROWS, AT_ONCE):  # the nearer rows are cached, and mostly tell
            rows = await self._match_log.rows_after(match, max(0, match.seq - reach))
            if (first := taken_back_from(rows, seat, alone=is_alone(match))) != 0 or match.seq <= reach:
                break
        if not first:
            return None
        game, before = self._match_log.game(match), await self._match_log.look(match, first - 1)
        taken = [row for row in rows if row.seq >= first and row.kind == RowKind.MOVE]
        is_free = await asyncio.to_thread(was_free, game, game.view(before, seat), taken)
        return before if is_free else None

    async def play_for(
        self,
        match_id: int,
        user: int,
        until: PlayOn,
        fingerprint: str | None,
        interaction_id: int | None,
        *,
        panel: int | None = None,
    ) -> Seen:
        """Play on for a person, as Fair would; raises what `play` raises.

        `until` is one of PLAY_ON: the end of this turn, their next real choice, or the end of this leg. A
        sealed stage also ends it.
        """
        async with self._match_log.lock(match_id), self._match_log.counted_once(interaction_id):
            opened = await self._match_log.load(match_id)
            seat = self._match_log.pressing(opened, user, fingerprint)
            view = opened.view(seat)
            if view.sealed or seat not in view.waiting or until not in PLAY_ON:
                raise Refused("auto.closed")
            path = await self._autoplayer.think(FAIR, opened, view)
            opened = with_seat(opened, replace(opened.match.seats[seat], play_on=until))
            by = Origin(How.AUTO, user, interaction_id, panel)
            played = await self._autoplayer.play_on(await self._match_log.step(opened, Move(seat, path), by), panel)
        return await self.shown(played, user)

    async def stood(self, match_id: int, seq: int) -> Seen | None:
        """The match as everyone could see it after log row `seq`; None once that is deleted."""
        match = await self._store.match(match_id)
        if match is None or match.phase != "running" or await self._store.snapshot(match_id, seq) is None:
            return None
        state, game = await self._match_log.look(match, seq), self._match_log.game(match)
        number = await number_of(self._store, match_id, seq)
        return Seen(replace(without_key(match), seq=seq), None, game.view(state, None), game, number=number)

    @staticmethod
    async def planning(seen: Seen) -> Seen:
        """The match as its viewer will see it at their next question; Refused if that can't be predicted."""
        future = await asyncio.to_thread(coming, seen)
        if future is None:
            raise Refused("plan.closed")
        return replace(seen, view=future, planning=True)

    async def can_plan(self, seen: Seen) -> bool:
        """Whether the viewer can plan their next move now."""
        return seen.match.paused is None and await asyncio.to_thread(coming, seen) is not None

    async def plan(self, match_id: int, user: int, path: Path, fingerprint: str | None = None) -> None:
        """Store a plan for the person's next question, behind the moves they have planned before.

        `fingerprint` is that of the view they expect. Raises Refused, or Stale if the expectation has
        changed by now.
        """
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            seat = self._match_log.pressing(opened, user)
            looking = Seen(without_key(opened.match), seat, opened.view(seat), opened.game)
            future = await asyncio.to_thread(coming, looking)
            if future is not None and fingerprint is not None and fingerprint != fingerprint_of(future):
                raise Stale(f"match {match_id} has moved on")
            plan = plan_of(looking, future, path, opened.read.seats[seat].plan)
            await self._store.plan(plan, opened.match.seq)

    async def note(self, match_id: int, user: int) -> str:
        """A person's note about a match, whether or not they play; "" if there is none.

        Raises Refused for a match with nothing to see yet.
        """
        await self.see(match_id, user)
        return await self._store.people.note(match_id, user)

    async def write_note(self, match_id: int, user: int, text: str) -> None:
        """Store a person's private note about a match; an empty text deletes it."""
        await self._store.people.set_note(match_id, user, text)

    async def withdraw(self, match_id: int, user: int) -> None:
        """Delete a person's plan; raises Refused, also if it is being played right now."""
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            seat = self._match_log.pressing(opened, user)
            if seat in opened.view(None).waiting:
                raise Refused("plan.closed")
            await self._store.drop_plan(match_id, seat, opened.match.seq)

    async def order(self, match_id: int, user: int, order: str) -> None:
        """Let the bot follow this standing order from now on, besides earlier ones.

        Raises Refused if the game doesn't offer it now.
        """
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            seat = self._match_log.pressing(opened, user)
            view, key = opened.view(seat), opened.game.spec.key
            orders = kept(key, view, opened.read.seats[seat].orders)
            if order not in offered(key, view, orders):
                raise Refused("order.closed")
            await self._store.give_orders(match_id, seat, opened.match.seq, (*orders, order))

    async def withdraw_orders(self, match_id: int, user: int) -> None:
        """Delete a person's standing orders; raises Refused, also if one is being carried out right now."""
        async with self._match_log.lock(match_id):
            opened = await self._match_log.load(match_id)
            seat = self._match_log.pressing(opened, user)
            if any(deadline.kind == Owed.ORDER and deadline.seat == seat for deadline in opened.read.deadlines):
                raise Refused("order.closed")
            await self._store.give_orders(match_id, seat, opened.match.seq, ())

    async def snooze(self, match_id: int, user: int, until: float) -> None:
        """Remind a person of this match at a chosen time, if it still waits for them then.

        Raises Refused if it doesn't wait for them now.
        """
        opened = await self._match_log.load(match_id)
        seat = self._match_log.pressing(opened, user)
        if opened.match.seats[seat].asked is None:
            raise Refused("snooze.closed")
        await self._store.snooze(Deadline(match_id, opened.match.seq, Reminder.SNOOZE, seat, until))
        self._match_log.wake()


def is_quick(preferences: Preferences, match: Match) -> bool:
    """Whether a person with these preferences skips Confirm in this match for moves they can undo."""
    return preferences.quick == QuickConfirm.ALWAYS or (preferences.quick == QuickConfirm.ALONE and is_alone(match))


def asked_since(seen: Seen) -> float:
    """Since when (unix seconds) the match has waited for the viewer, else the time of its last row."""
    asked = seen.match.seats[seen.seat].asked if seen.seat is not None else None
    return seen.match.changed if asked is None else asked
