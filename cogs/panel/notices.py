"""Texts and buttons of votes, free seats, stalled matches and reminders."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import discord

from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.views import Widget, rows
from engines.table import Event, Seat
from host.outbox.notifications import LATER
from host.play.seen import Seen
from host.table.newcomers import is_vacant
from locales import Catalogue
from model.kinds import PostKind
from model.match import Match
from screen.match_text import title
from screen.names import match_name
from screen.sentences import newest, sentences
from screen.votes import Motion, motions, sensible

GREY, GREEN, BLUE = discord.ButtonStyle.secondary, discord.ButtonStyle.success, discord.ButtonStyle.primary
LISTED = 5  # other matches named in a call
LATE_NEWS = 900


def linked(match: Match, say: Catalogue) -> str:
    """A link to the match's thread, else its name."""
    return f"<#{match.thread}>" if match.thread else match_name(match, say)


def listed(others: Iterable[Match], say: Catalogue) -> str:
    """Some other matches by name, with links to their threads."""
    names = [linked(match, say) for match in others]
    if len(names) <= LISTED:
        return say.together(names)
    return f"{', '.join(names[:LISTED])} +{len(names) - LISTED}"


def move_button(match_id: int, label: str) -> discord.ui.View:
    """A view with only Your move."""
    return rows([your_move_button(match_id, label)])


def your_move_button(match_id: int, label: str) -> Widget:
    """The button that opens the private panel."""
    code = match_code(Action.MOVE, match_id)
    return discord.ui.Button(label=label, emoji="🚴", style=GREEN, custom_id=code)


def vote_buttons(seen: Seen, say: Catalogue, row: int = 0) -> list[Widget]:
    """Buttons Yes and No; they stay after the end, as a press may be on its way."""
    closed = seen.match.vote is None

    def button(said: Action, emoji: str, style: discord.ButtonStyle) -> discord.ui.Button[Any]:
        code = match_code(said, seen.match.id)
        return discord.ui.Button(
            label=say(f"vote.{said}"), emoji=emoji, style=style, custom_id=code, disabled=closed, row=row
        )

    return [button(Action.YES, "👍", GREEN), button(Action.NO, "👎", GREY)]


def still_applies(seen: Seen, kind: PostKind, seat: Seat) -> bool:
    """Whether the seat is still free, or the match still waits for it."""
    row = seen.match.seats[seat]
    if seen.match.phase != "running":
        return False
    return is_vacant(row) if kind == PostKind.FREE else row.asked is not None and seen.match.paused is None


def repaired_text(seen: Seen, news: Iterable[Event], say: Catalogue) -> str:
    """The text on a repair of the match and the person who made it."""
    return f"{title(seen, say)}\n🛠️ {' '.join(sentences(seen, news, say))}"


def away_text(seen: Seen, news: Iterable[Event], say: Catalogue) -> str:
    """The text on who is away from a match and when, or no longer away."""
    return f"{title(seen, say)}\n🏖️ {' '.join(sentences(seen, news, say))}"


def late(seen: Seen, news: Iterable[Event], say: Catalogue) -> tuple[str, list[Widget]]:
    """The text to a person whose time was up: what was played for them, and how to play on themselves."""
    assert seen.seat is not None
    away = seen.match.seats[seen.seat].substitute is not None
    head = f"### {say('call.late')}\n{title(seen, say)}"
    lines = [f"-# {line}" for line in sentences(seen, (n for n in news if not n.kind.startswith("house.")), say)]
    back = say("late.away" if away else "late.back")
    text = "\n".join((head, say("late.played"), newest(lines, LATE_NEWS), back))
    if not away:
        return text, [your_move_button(seen.match.id, say("board.move"))]
    code = match_code(Action.RETURN, seen.match.id)
    return text, [discord.ui.Button(label=say("panel.return"), emoji="🚪", style=GREEN, custom_id=code)]


def free_buttons(seen: Seen, seat: Seat, say: Catalogue) -> list[Widget]:
    """The button that takes over the free seat."""
    code = match_code(Action.TAKEOVER, seen.match.id, seat)
    return [discord.ui.Button(label=say("button.takeover"), emoji="🪑", style=BLUE, custom_id=code)]


def stalled_buttons(seen: Seen, seat: Seat, say: Catalogue) -> list[Widget]:
    """Buttons to vote about a player who keeps everyone waiting."""
    return [your_move_button(seen.match.id, say("board.move")), *_votes(seen, motions(seen, (seat,), say), row=1)]


def table_buttons(seen: Seen, newcomers: Collection[Seat], say: Catalogue, row: int) -> list[Widget]:
    """Buttons of all votes that make sense now, from a `row` on; `newcomers` may be sent away."""
    return _votes(seen, sensible(seen, newcomers, say), row=row)


def _votes(seen: Seen, offered: Iterable[Motion], row: int) -> list[Widget]:
    """A button for each motion: those about a player stand one row lower."""
    return [
        discord.ui.Button(
            label=motion.words[:80],
            emoji=motion.emoji,
            custom_id=match_code(Action.VOTE, seen.match.id, motion.kind, *_seat(motion)),
            row=row + (motion.seat is not None),
        )
        for motion in offered
    ]


def _seat(motion: Motion) -> tuple[Seat, ...]:
    return () if motion.seat is None else (motion.seat,)


def later_buttons(match_id: int, say: Catalogue) -> list[Widget]:
    """Buttons with times for a later reminder."""
    return [
        discord.ui.Button(label=say(f"later.{when}"), emoji="⏰", custom_id=match_code(Action.SNOOZE, match_id, when))
        for when in LATER
    ]
