"""Votes in words: what can be voted about, a vote's question, its state and its result."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from engines.table import Event, Seat
from host.play.seen import Seen, is_person
from host.table.newcomers import is_vacant
from host.table.votes import undecided
from locales import Catalogue
from model.kinds import PauseReason, VoteKind
from screen.names import names_of, newcomer, plain
from screen.sentences import newest, sentences

ASKABLE = 5  # players who can be voted about in one message
VOTE_NEWS = 600  # characters


class Motion(NamedTuple):
    """What can be voted about: its kind, the seat if it is about a player, and the button."""

    kind: VoteKind
    seat: Seat | None
    emoji: str
    words: str


def can_vote(seen: Seen) -> bool:
    """Whether a vote makes sense: in a server without the bot no one can vote."""
    rests = seen.match.paused not in (None, PauseReason.VOTED)
    return seen.seat is not None and seen.match.phase == "running" and not rests


def sensible(seen: Seen, newcomers: Collection[Seat], say: Catalogue) -> list[Motion]:
    """All motions that make sense now; `newcomers` may be sent away."""
    others = [
        row.seat
        for row in seen.match.seats
        if row.user and row.seat != seen.seat and not is_vacant(row) and (row.asked or row.seat in newcomers)
    ]
    return motions(seen, others, say, newcomers)


def motions(seen: Seen, seats: Iterable[Seat], say: Catalogue, newcomers: Collection[Seat] = ()) -> list[Motion]:
    """The motions about the whole match, then those about these seats."""
    first = (VoteKind.PAUSE, "⏸️") if seen.match.paused is None else (VoteKind.RESUME, "▶️")
    extend = [] if seen.match.pace.is_endless else [(VoteKind.EXTEND, "⏳")]
    whole = (first, *extend, (VoteKind.END, "🏁"), (VoteKind.CANCEL, "✖️"))
    offered = [Motion(kind, None, emoji, say(f"vote.{kind}")) for kind, emoji in whole]
    names = names_of(seen.match, say, plain)  # a button shows no Markdown
    for seat in [*seats][:ASKABLE]:
        kind = VoteKind.DISMISS if seat in newcomers else VoteKind.REPLACE
        offered.append(Motion(kind, seat, "🔁", say(f"vote.{kind}", name=names[seat])))
    return offered


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
