"""Kinds of rows, deadlines, posts and votes.

The values are stored, so none of them ever changes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

Phase: TypeAlias = Literal["lobby", "starting", "running", "over", "cancelled"]  # of a match
UNDEALT: tuple[Phase, ...] = ("lobby", "starting")  # before any die has fallen
UNFINISHED: tuple[Phase, ...] = (*UNDEALT, "running")
ENDED: tuple[Phase, ...] = ("over", "cancelled")


class RowKind(StrEnum):
    """Kind of a row of a match's log."""

    # a lobby
    OPEN = "open"
    JOIN = "join"
    LEAVE = "leave"
    OPPONENT = "opponent"
    WAIT = "wait"
    HURRY = "hurry"
    INVITE = "invite"
    CANCEL = "cancel"
    CLOSE = "close"  # no one has touched it for long
    START = "start"  # no one can add to the luck any more
    # a match in play
    DEAL = "deal"  # the dice of its start have fallen
    MOVE = "move"
    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    VOTE = "vote"
    EXTEND = "extend"
    RESIGN = "resign"
    REPLACE = "replace"  # an opponent sits in
    TAKEOVER = "takeover"
    RETURN = "return"
    FORGET = "forget"  # a person who doesn't play any more is stored no longer
    END = "end"
    # what a server's manager or the bot's owner has put right
    REWIND = "rewind"  # back to the state after the row that its path names
    EXCUSE = "excuse"  # time was given back
    REPOST = "repost"  # board and calls go out again
    ANNOUNCE = "announce"  # clocks stand, or don't any more
    HOLIDAY = "holiday"  # one of the players says when they are away, or that they aren't
    LIVE = "live"  # live play for an evening begins or ends


class How(StrEnum):
    """Way in which a row came about."""

    PLAYER = "player"
    CHANGED = "changed"  # a sealed answer was changed; no one else learns of it before the end
    HOUSE = "house"
    COMPUTER = "computer"
    ABSENT = "absent"  # no one sits there
    FORCED = "forced"  # there was no other answer
    AUTO = "auto"  # the person wanted it so, this once
    EASY = "easy"  # the person always wants it so
    PLAN = "plan"
    ORDER = "order"  # a standing order of the person
    OPENING = "opening"  # of a leg
    LATE = "late"  # someone's time was up
    MANAGER = "manager"  # a server's manager or the bot's owner has put something right


OF_A_PLAYER = (RowKind.MOVE, RowKind.UNDO)  # what a person who plays presses for
STATELESS = (
    RowKind.PAUSE,
    RowKind.RESUME,
    RowKind.VOTE,
    RowKind.EXTEND,
    RowKind.EXCUSE,
    RowKind.REPOST,
    RowKind.ANNOUNCE,
    RowKind.HOLIDAY,
    RowKind.LIVE,
)  # rows that leave the state as it is
WILLING = (How.PLAYER, How.AUTO, How.PLAN)  # answers that show that the person is there
OWN = (*WILLING, How.ORDER)  # moves of the person: what they chose, then or before, or had chosen for them by a press
ANSWERS = (*WILLING, How.FORCED, How.EASY, How.ORDER)  # those that a person may take for their own


class Owed(StrEnum):
    """A deadline at which the bot moves; the row that it brings came about so."""

    COMPUTER = "computer"
    ABSENT = "absent"
    FORCED = "forced"
    AUTO = "auto"
    EASY = "easy"
    PLAN = "plan"
    ORDER = "order"
    OPENING = "opening"
    LATE = "late"


class Thinking(StrEnum):
    """A deadline at which an opponent begins to think; it answers when it has done so."""

    THINK = "think"


class Reminder(StrEnum):
    """A deadline at which someone is reminded; nothing changes in the match."""

    HALF = "half"
    NINETY = "ninety"
    STALLED = "stalled"
    SNOOZE = "snooze"


class Gathering(StrEnum):
    """A deadline of a lobby."""

    FILL = "fill"  # it is full and starts by itself
    IDLE = "idle"  # no one has touched it, and it closes


class Ballot(StrEnum):
    """A deadline of a vote."""

    VOTE = "vote"  # it ends


class Evening(StrEnum):
    """A deadline of live play for an evening."""

    SILENT = "silent"  # no one has moved for too long
    ENDS = "ends"  # the evening is over


DeadlineKind: TypeAlias = Owed | Thinking | Reminder | Gathering | Ballot | Evening
DEADLINE_KINDS: dict[str, DeadlineKind] = {
    kind.value: kind for kinds in (Owed, Thinking, Reminder, Gathering, Ballot, Evening) for kind in kinds
}
TIMED: tuple[DeadlineKind, ...] = (Owed.LATE, Reminder.HALF, Reminder.NINETY, Reminder.STALLED)  # of players' clocks


class PostKind(StrEnum):
    """Kind of a post: what it tells, and its receiver."""

    # the channel
    LOBBY = "lobby"
    CEREMONY = "ceremony"
    # the channel that a server wants for it
    PUZZLE = "puzzle"  # of the day
    OPEN_TABLES = "open.tables"
    ROLE = "role"  # calls those who want to hear of new tables
    # the channel of a cup
    CUP = "cup"
    VERDICT = "verdict"  # someone has decided about others
    FINAL = "final"  # its last match begins
    # the match's thread
    OPENING = "opening"  # before the dice fall
    BOARD = "board"
    RIDDEN = "ridden"  # a leg is over, and another one follows
    RESULT = "result"
    VOTE = "vote"
    FREE = "free"
    LIVE = "live"  # live play for an evening begins or ends
    STALLED = "stalled"
    CHEER = "cheer"  # a rider with a style is pleased with how the match has turned
    GROAN = "groan"  # or isn't
    REPAIR = "repair"  # someone has put something right; it goes to the players as well
    # a person who is asked for an answer
    TURN = "turn"
    OVERTAKEN = "overtaken"  # whose plan the match has overtaken
    HALF = "half"
    NINETY = "ninety"
    SNOOZE = "snooze"
    # a person for other reasons
    BALLOT = "ballot"
    FULL = "full"
    FOUND = "found"  # a table for a person who looked for one
    STANDING = "standing"  # a table doesn't reopen by itself any more
    INVITED = "invited"
    DECLINED = "declined"  # to the person who invited someone
    HAND = "hand"
    LATE = "late"
    HOLIDAY = "holiday"  # someone they play with is away for some days, or isn't any more
    END = "end"
    COMPARED = "compared"  # a table is compared with those that had the same luck
    FOLLOWED = "followed"  # how many matches have moved that they follow
    # what retires a person's calls
    ANSWERED = "answered"
    LAPSED = "lapsed"  # they needn't be answered any more
    NEWER = "newer"  # another one follows; never in the outbox
    # a server's manager
    WEBHOOK = "webhook"  # one that they ordered was switched off


class NewsKind(StrEnum):
    """Kind of public news of a match that goes to webhooks."""

    TURN = "turn"  # a new turn
    STAGE = "stage"  # a stage of a tour is over, and another one follows
    END = "end"


PANEL = "panel"  # under which a private message is known that shows a question and wasn't sent as a call
IDLE = "idle"  # the same while it shows no question
RETIRING = (PostKind.ANSWERED, PostKind.LAPSED)


class PlayOn(StrEnum):
    """End until which the bot plays for a person."""

    TURN = "turn"  # the end of this turn
    CHOICE = "choice"  # their next real choice
    LEG = "leg"  # the end of this leg
    LATE = "late"  # they aren't asked any more, for their time was up


class PauseReason(StrEnum):
    """Reason why a match rests."""

    GONE = "gone"  # its guild has put the bot out, so nothing can be sent there
    VOTED = "voted"  # by its players


class InvitationState(StrEnum):
    """Answer of a person to an invitation."""

    OPEN = "open"  # nothing yet
    ACCEPTED = "accepted"
    DECLINED = "declined"


class CallChannel(StrEnum):
    """Channel in which a person wants to be called."""

    DM = "dm"
    THREAD = "thread"
    BOTH = "both"
    OFF = "off"  # nowhere


class QuickConfirm(StrEnum):
    """Matches in which a person wants no Confirm for what they can take back."""

    ALWAYS = "always"
    ALONE = "alone"  # in matches with no other person
    NEVER = "never"


BY_DM = (CallChannel.DM, CallChannel.BOTH)
IN_PUBLIC = (CallChannel.THREAD, CallChannel.BOTH)


class ResultKind(StrEnum):
    """Way in which a person has come to the end of a match."""

    STAYED = "stayed"  # on the seat that they began on
    LEFT = "left"  # they began a seat and haven't finished it
    JOINED = "joined"  # on a seat that they have taken over


class VoteKind(StrEnum):
    """Subject of a vote of the players."""

    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    REPLACE = "replace"
    DISMISS = "dismiss"
    TAKEOVER = "takeover"
    CANCEL = "cancel"
    END = "end"
    AWARD = "award"  # a player wins the table of a cup
    REWIND = "rewind"  # the match goes back to an earlier moment


CupPhase: TypeAlias = Literal["signup", "running", "over", "cancelled"]
CUPS_UNDER_WAY: tuple[CupPhase, ...] = ("signup", "running")


class CupRowKind(StrEnum):
    """Kind of a row of a cup's log."""

    OPEN = "open"
    JOIN = "join"
    LEAVE = "leave"  # also while it is played
    START = "start"
    CANCEL = "cancel"
    ROUND = "round"  # a round is opened
    WAIT = "wait"  # a round goes on, for its matches can't be reached
    RESULT = "result"  # a table's match is over
    WALKOVER = "walkover"  # the same, but not all who began it have moved
    JUDGED = "judged"  # the round's time was up before that
    VANISHED = "vanished"  # someone has given up their seat, or time after time didn't answer
    RESERVE = "reserve"  # someone of the reserve list takes a place
    VOTED = "voted"  # the players of a table have ended its match by vote
    STOPPED = "stopped"  # a manager has called a table's match off
    RIGHTED = "righted"  # a manager has put a table's match back, or given time back in it
    CORRECT = "correct"  # the director sets a table's result
    REPLACE = "replace"  # the director gives a place to someone else
    DROP = "drop"  # the director takes someone out
    MOVE = "move"  # the cup goes on in another channel
    END = "end"
    UNEARNED = "unearned"  # the end, too, but with too few finished matches: no badge, no roll of honour


# in which people decide about others
VERDICTS = (CupRowKind.CORRECT, CupRowKind.REPLACE, CupRowKind.DROP)


class EntrantState(StrEnum):
    """State of someone in a cup."""

    IN = "in"
    RESERVE = "reserve"  # waits for a place
    GONE = "gone"  # had a place and doesn't play any more


class ResultHow(StrEnum):
    """Way in which a table of a cup has come to its result."""

    PLAYED = "played"  # its match was finished
    FREE = "free"  # no one else was there
    JUDGED = "judged"  # as the match stood when the round's time was up
    VOTED = "voted"  # its players have ended the match by vote
    DIRECTOR = "director"
