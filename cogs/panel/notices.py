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
from host.play.seen import Seen, is_person
from host.table.newcomers import is_vacant
from host.table.votes import undecided
from locales import Catalogue
from model.kinds import PostKind, VoteKind
from model.match import Match
from screen.match_text import title
from screen.names import match_name, names_of, newcomer, plain
from screen.sentences import newest, sentences

GREY, GREEN, BLUE = discord.ButtonStyle.secondary, discord.ButtonStyle.success, discord.ButtonStyle.primary
LISTED = 5  # other matches named in a call
VOTE_NEWS = 600  # characters
LATE_NEWS = 900


def linked(match: Match, say: Catalogue) -> str:
    """A link to the match's thread, else its name."""
    return f"<#{match.thread}>" if match.thread else match_name(match, say)


def message_link(channel: int, message: int) -> str:
    """A link to a direct message."""
    return f"https://discord.com/channels/@me/{channel}/{message}"


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


def vote_question(seen: Seen, say: Catalogue) -> str:
    """The question of a vote, with the name of the person who asks."""
    vote, names = seen.match.vote, names_of(seen.match, say)
    assert vote is not None
    name = names[vote.seat] if vote.seat is not None else ""
    if vote.about == VoteKind.TAKEOVER:  # a newcomer asks, who has no seat yet
        return say("vote.newcomer", name=name, newcomer=newcomer(vote.name, say))
    time = f"<t:{int(vote.point[1])}:f>" if vote.point is not None else ""
    about = say(f"vote.about.{vote.about}", name=name, at=time)
    by = newcomer(vote.name, say) if vote.by is None else names[vote.by]
    return say("event.house.vote.opened", by=by, about=about)


def vote_text(seen: Seen, news: Iterable[Event], say: Catalogue, mentioned: Collection[int] = ()) -> str:
    """The text of a vote: its question, the votes so far, who is missing, and the end; or the result.

    Users in `mentioned`, whose votes are missing, are mentioned.
    """
    vote, names = seen.match.vote, names_of(seen.match, say)
    if vote is None:
        return newest([f"-# {line}" for line in sentences(seen, _of_vote(news), say)], VOTE_NEWS) or say("vote.none")
    voters = {seat for seat in vote.electorate if is_person(seen.match.seats[seat])}
    yes, no = len(voters.intersection(vote.yes)), len(voters.intersection(vote.no))
    count = say("vote.count", yes=yes, no=no, need=len(voters) // 2 + 1, n=len(voters))
    when = f"<t:{int(vote.until)}:R>"
    if vote.about == VoteKind.TAKEOVER:
        ends = say("vote.newcomer.until", when=when, newcomer=newcomer(vote.name, say))
    else:
        ends = say("vote.until", when=when)
    rows_left = [seen.match.seats[seat] for seat in undecided(seen.match)]
    left = [f"<@{row.user}>" if row.user in mentioned else names[row.seat] for row in rows_left]
    asked = say("vote.left", names=say.together(left))
    return "\n".join((f"🗳️ **{vote_question(seen, say)}**", count, asked, ends))


def _of_vote(news: Iterable[Event]) -> list[Event]:
    """The news of the last vote: from its opening on, by the bot and the players."""
    of_house = [event for event in news if event.kind.startswith("house.")]
    opened = [place for place, event in enumerate(of_house) if event.kind == "house.vote.opened"]
    return of_house[opened[-1] :] if opened else of_house


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
    head = f"### {say('call.late')}\n**{match_name(seen.match, say)}** · {linked(seen.match, say)}"
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
    return [your_move_button(seen.match.id, say("board.move")), *_votes(seen, (seat,), say, row=1)]


def table_buttons(seen: Seen, newcomers: Collection[Seat], say: Catalogue, row: int) -> list[Widget]:
    """Buttons of all votes that make sense now, from a `row` on; `newcomers` may be sent away."""
    others = tuple(
        row.seat
        for row in seen.match.seats
        if row.user and row.seat != seen.seat and not is_vacant(row) and (row.asked or row.seat in newcomers)
    )
    return _votes(seen, others, say, row=row, newcomers=newcomers)


def _votes(
    seen: Seen, seats: tuple[Seat, ...], say: Catalogue, row: int, newcomers: Collection[Seat] = ()
) -> list[Widget]:
    names, match = names_of(seen.match, say, plain), seen.match.id  # a button shows no Markdown
    first = (VoteKind.PAUSE, "⏸️") if seen.match.paused is None else (VoteKind.RESUME, "▶️")
    extend = [] if seen.match.terms.pace.is_endless else [(VoteKind.EXTEND, "⏳")]
    items: list[Widget] = [
        discord.ui.Button(
            label=say(f"vote.{kind}"), emoji=emoji, custom_id=match_code(Action.VOTE, match, kind), row=row
        )
        for kind, emoji in (first, *extend, (VoteKind.END, "🏁"), (VoteKind.CANCEL, "✖️"))
    ]
    for seat in seats[:LISTED]:
        label, code = say("vote.replace", name=names[seat]), match_code(Action.VOTE, match, VoteKind.REPLACE, seat)
        if seat in newcomers:
            label, code = say("vote.dismiss", name=names[seat]), match_code(Action.VOTE, match, VoteKind.DISMISS, seat)
        items.append(discord.ui.Button(label=label[:80], emoji="🔁", custom_id=code, row=row + 1))
    return items


def later_buttons(match_id: int, say: Catalogue) -> list[Widget]:
    """Buttons with times for a later reminder."""
    return [
        discord.ui.Button(label=say(f"later.{when}"), emoji="⏰", custom_id=match_code(Action.SNOOZE, match_id, when))
        for when in LATER
    ]
