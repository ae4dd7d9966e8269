"""The database tables. Times are unix seconds; people, channels, messages and presses are Discord's 64-bit ids."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

from model.server_settings import ServerSettings
from model.terms import Terms

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

# SQLite auto-increments only columns of type INTEGER (which holds 64 bits there).
Id = BigInteger().with_variant(Integer, "sqlite")


PERSON = "person"  # marks columns with people's ids: an export reads them all, and forgetting a person changes them all
NOT_EXPORTED = "not_exported"  # marks those whose rows the person must not see in their export


def _person(name: str, *, primary_key: bool = False, nullable: bool = True, not_exported: bool = False) -> Column[int]:
    empty = nullable and not primary_key
    about = {PERSON: True, NOT_EXPORTED: not_exported}
    return Column(name, BigInteger, primary_key=primary_key, autoincrement=False, nullable=empty, info=about)


def _match(*, primary_key: bool = False) -> Column[int]:
    return Column("match", Id, ForeignKey("matches.id"), primary_key=primary_key, nullable=False)


def _columns(values: type[Terms] | type[ServerSettings]) -> list[Column[Any]]:
    """A column for each field of a value, with its default; fields that can be None are Discord ids."""
    return [_column(field.name, field.default) for field in fields(values)]


def _column(name: str, default: Any) -> Column[Any]:
    match default:
        case None:
            return Column(name, BigInteger)
        case bool():
            return Column(name, Boolean, nullable=False, server_default=true() if default else false())
        case int():
            return Column(name, Integer, nullable=False, server_default=str(default))
        case _:
            return Column(name, String(64), nullable=False, server_default=default)


matches = Table(
    "matches",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules", Integer, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("places", Integer, nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("thread", BigInteger),
    _person("host", nullable=False),
    *_columns(Terms),
    Column("rematch_of", Id),
    Column("position_of", Id),  # the match in whose middle this one begins; `positions` has the position
    Column("cup", Id),  # the cup it belongs to
    Column("of_set", Id),  # the set whose luck it shares
    Column("hidden", Boolean, nullable=False, server_default=false()),  # until its set is over
    Column("over_servers", Boolean, nullable=False, server_default=false()),  # found for people of several servers
    Column("settings_of", BigInteger),  # the server whose settings hold, also for a hidden table of its cup
    Column("vote", Text),  # JSON, like the next one
    Column("live", Text),
    Column("key", LargeBinary, nullable=False),
    Column("entropy", Text, nullable=False, server_default=""),
    Column("paused", String(16)),
    Column("paused_at", Double),
    Column("opened", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("talked", Integer, nullable=False, server_default="0"),  # the last part in which a rider said something
    Column("moved", Double, nullable=False, server_default="0"),  # when it last went on as everyone in its server knows
    Index(None, "guild", "phase"),
    Index(None, "settings_of", "phase"),
    Index(None, "channel", "phase"),
    Index(None, "host"),
    Index(None, "phase", "changed"),
    Index(None, "thread"),
    Index(None, "rematch_of", unique=True),  # one rematch per match, opened by the first press
    sqlite_autoincrement=True,  # ids stand in buttons, so none is given twice
)

seats = Table(
    "seats",
    metadata,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True),
    _person("user"),
    Column("opponent", String(64)),
    Column("name", Text, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("asked", Double),
    Column("play_on", String(16)),
    Column("substitute", String(64)),
    Column("bank", Double, nullable=False, server_default="0"),
    Column("credit", Double, nullable=False, server_default="0"),
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("stopped", Boolean, nullable=False, server_default=false()),
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("agreed", Double),  # when its person last agreed to play live for an evening
    Column("cost", Double, nullable=False, server_default="0"),
    Column("hinted", String(8), nullable=False, server_default=""),  # the fingerprint of the view of the last hint
    Index(None, "user"),
)

log = Table(
    "log",
    metadata,
    _match(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("by", Integer),
    Column("path", Text, nullable=False),  # JSON, like the next two
    Column("how", String(32), nullable=False),
    Column("draws", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("press", BigInteger),
    _person("user"),
    Column("at", Double, nullable=False),
    UniqueConstraint("press"),
    Index(None, "user"),
)

snapshots = Table(
    "snapshots",
    metadata,
    _match(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("schema", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# Matches that ended long ago: the data to remake log and snapshots from, and the people in the log.
dormant = Table(
    "dormant",
    metadata,
    _match(primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

dormant_people = Table(
    "dormant_people",
    metadata,
    _match(primary_key=True),
    _person("user", primary_key=True),
    Index(None, "user"),
)

# `ready`, here and in the outbox, is the time from which a row may be handed out: at first when it falls due, then the
# end of the lease of the process that took it, or of the pause after a failure.
deadlines = Table(
    "deadlines",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    _match(),
    Column("seq", Integer, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("seat", Integer),
    Column("due", Double, nullable=False),
    Column("ready", Double, nullable=False),
    Index(None, "match"),
    Index(None, "ready"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("match", Id, ForeignKey("matches.id")),  # the subject of the post: a match, a cup, a server, or none
    Column("cup", Id, ForeignKey("cups.id")),
    Column("guild", BigInteger),
    Column("seq", Integer, nullable=False),
    Column("kind", String(32), nullable=False),
    _person("to"),
    Column("seat", Integer),
    Column("tries", Integer, nullable=False),
    Column("written", Double, nullable=False),
    Column("ready", Double, nullable=False),
    Column("taken", Double),  # the end of the lease while it is being sent
    Index(None, "match", "to"),
    Index(None, "cup"),
    Index(None, "guild"),
    Index(None, "to"),
    Index(None, "ready"),
    Index(None, "taken"),
    sqlite_autoincrement=True,  # the nonce contains the id
)

messages = Table(
    "messages",
    metadata,
    _match(primary_key=True),
    Column("kind", String(32), primary_key=True),
    _person("to", primary_key=True),  # 0: the thread; a key can't hold NULL
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Index(None, "to"),
)

plans = Table(
    "plans",
    metadata,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("answers", Text, nullable=False),  # JSON
)

orders = Table(
    "orders",
    metadata,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("given", Text, nullable=False),  # JSON
)

notes = Table(
    "notes",
    metadata,
    _match(primary_key=True),
    _person("user", primary_key=True),
    Column("text", Text, nullable=False),
    Index(None, "user"),
)

# what a person tries out in a match: number 0 is what they are at, the others are kept
lines = Table(
    "lines",
    metadata,
    _match(primary_key=True),
    _person("user", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("fingerprint", String(8), nullable=False),
    Column("since", Integer, nullable=False),
    Column("answers", Text, nullable=False),
    Column("shared", Double),
    Column("posted", Boolean, nullable=False, server_default=false()),
    Index(None, "user"),
)

people = Table(
    "people",
    metadata,
    _person("user", primary_key=True),
    Column("locale", String(16), nullable=False, server_default=""),
    Column("habits", Text),  # JSON
    Column("name", Text, nullable=False, server_default=""),  # global: the Discord name when last seen
    Column("hidden", Boolean, nullable=False, server_default=false()),  # from other servers
    Column("language", String(16), nullable=False, server_default=""),  # their choice; otherwise that of their Discord
    Column("holidays", Text, nullable=False, server_default=""),  # JSON
    Column("unannounced", Boolean, nullable=False, server_default=false()),  # not all their matches know of these
    Column("dm", BigInteger),  # the channel of their direct messages with the bot, if it was ever opened
    Column("followable", Boolean, nullable=False, server_default=false()),  # others may follow them
    Column("dm_closed", Boolean, nullable=False, server_default=false()),  # the last one couldn't reach them
    Index(None, "unannounced"),
    Index(None, "hidden"),
)

# The step (from 0) of each chapter at which a learner is.
lessons = Table(
    "lessons",
    metadata,
    _person("user", primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("chapter", String(16), primary_key=True),
    Column("step", Integer, nullable=False),
)

guilds = Table(
    "guilds",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    *_columns(ServerSettings),
)

# Who sat down on a seat with which row of the log; `seats` has only the present people.
sittings = Table(
    "sittings",
    metadata,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    _person("user", nullable=False),
    Column("name", Text, nullable=False),
    Index(None, "user"),
)

# Invitations to matches: the guest, the author, the expiry, and the answer.
invitations = Table(
    "invitations",
    metadata,
    _match(primary_key=True),
    _person("user", primary_key=True),
    _person("author", nullable=False),
    Column("name", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("at", Double, nullable=False),
    Column("until", Double, nullable=False),
    Index(None, "user", "state"),
    Index(None, "author"),
)

# Senders whose invitations a person has blocked, which no one else learns.
blocks = Table(
    "blocks",
    metadata,
    _person("user", primary_key=True),
    _person("author", primary_key=True, not_exported=True),
    Index(None, "author"),
)

# Matches that people follow who don't play in them.
followed_matches = Table(
    "followed_matches",
    metadata,
    _match(primary_key=True),
    _person("user", primary_key=True),
    Column("since", Double, nullable=False),
    Index(None, "user"),
)

# People whose matches in a server others follow, which the followed person doesn't learn.
followed_people = Table(
    "followed_people",
    metadata,
    _person("user", primary_key=True),
    _person("followed", primary_key=True, not_exported=True),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("since", Double, nullable=False),
    Index(None, "followed"),
    Index(None, "guild"),
)

# When people who follow something hear next how much has moved since `told`; `closed`: they take no direct messages.
# `guild` is the server in which they followed something last.
digests = Table(
    "digests",
    metadata,
    _person("user", primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("told", Double, nullable=False),
    Column("due", Double, nullable=False),
    Column("closed", Boolean, nullable=False, server_default=false()),
    Index(None, "due"),
)

# From here to `archive`: careers. All but the last two can be remade from the log.
results = Table(
    "results",
    metadata,
    _match(primary_key=True),
    _person("user", primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", String(32), nullable=False),
    Column("guild", BigInteger),
    Column("finished", Double, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("field", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("in_time", Integer, nullable=False),
    Column("late", Integer, nullable=False),
    Column("unstarted", Boolean, nullable=False, server_default=false()),  # true: left before their first move
    Index(None, "user", "finished"),
    Index(None, "game", "finished"),
    Index(None, "guild", "game", "finished"),
    Index(None, "unstarted"),
)

badges = Table(
    "badges",
    metadata,
    _match(primary_key=True),
    _person("user", primary_key=True),
    Column("badge", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("guild", BigInteger),
    Column("earned", Double, nullable=False),
    Index(None, "user", "earned"),
)

# `scope` is a guild, or 0: everywhere.
ratings = Table(
    "ratings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    _person("user", primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("podiums", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("changed", Double, nullable=False),
    Index(None, "user"),
)

# What each match changed in the ratings, as shown.
changes = Table(
    "changes",
    metadata,
    _match(primary_key=True),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    _person("user", primary_key=True),
    Column("game", String(32), nullable=False),
    Column("finished", Double, nullable=False),
    Column("points", Integer, nullable=False),
    Column("spread", Integer, nullable=False),
    Column("before", Integer),
    Index(None, "game", "scope", "finished"),
    Index(None, "user", "game", "scope", "finished"),
)

seasons = Table(
    "seasons",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("season", String(16), primary_key=True),
    Column("begins", Double, nullable=False),
    Column("ends", Double, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("match", Id, ForeignKey("matches.id")),  # the last one, under whose number the ceremony is posted
    Index(None, "closed", "ends"),
    Index(None, "match"),
)

archive = Table(
    "archive",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("season", String(16), primary_key=True),
    _person("user", primary_key=True),
    Column("rank", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("spread", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("podiums", Integer, nullable=False),
    Index(None, "user"),
)

# The starting position of a match that begins in the middle of another: the state after row `seq` of that match, as
# this seat saw it, or for people who play on together (None) as it was.
positions = Table(
    "positions",
    metadata,
    _match(primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("seat", Integer),
    Column("schema", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# What an answer of Sparring gives away to a person, after so many matches; `match` is the last of them.
sparring = Table(
    "sparring",
    metadata,
    _person("user", primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("cost", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    _match(),
    Index(None, "match"),
)

# Reviews of finished matches, in pieces; `ready` is None once all are there.
reviews = Table(
    "reviews",
    metadata,
    _match(primary_key=True),
    Column("asked", Double, nullable=False),
    Column("ready", Double),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("efforts", Text, nullable=False, server_default=""),  # JSON; "" until they are known
    Column("sought", Boolean, nullable=False, server_default=false()),  # true: puzzles were looked for in it
    Index(None, "ready"),
)

review_pieces = Table(
    "review_pieces",
    metadata,
    _match(primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)

# People's accuracies in reviewed matches, 0 to 100.
accuracies = Table(
    "accuracies",
    metadata,
    _match(primary_key=True),
    _person("user", primary_key=True),
    Column("accuracy", Double, nullable=False),
    Index(None, "user"),
)

# A question with one answer clearly best; `day` (since 1970, in UTC) is the last day whose puzzle it was.
puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("source", String(64), nullable=False, unique=True),
    Column("game", String(32), nullable=False),
    Column("grade", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("best", Text, nullable=False),  # JSON
    Column("hope", Double, nullable=False),
    Column("costs", Text, nullable=False),  # JSON
    Column("ready", Double, nullable=False, server_default="0"),
    Column("day", Integer, unique=True),
    sqlite_autoincrement=True,  # ids stand in buttons
)

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("puzzle", Id, ForeignKey("puzzles.id"), primary_key=True, nullable=False),
    _person("user", primary_key=True),
    Column("guild", BigInteger),
    Column("path", Text, nullable=False),  # JSON
    Column("cost", Double, nullable=False),
    Column("at", Double, nullable=False),
    Column("day", Integer),  # whose puzzle it was when it was answered; NULL: of an earlier day
    Index(None, "user"),
)

# Tables with one key: a race of the day (`day`, since 1970, in UTC), or tables of one size in a round of a cup.
sets = Table(
    "sets",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules", Integer, nullable=False),
    Column("places", Integer, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("entropy", Text, nullable=False, server_default=""),
    Column("opened", Double, nullable=False),
    Column("closed", Double),
    Column("day", Integer, unique=True),
    Column("cup", Id),
    Column("round", Integer),
    UniqueConstraint("cup", "round", "places"),
)

racers = Table(
    "racers",
    metadata,
    Column("set", Id, ForeignKey("sets.id"), primary_key=True, nullable=False),
    _person("user", primary_key=True),
    _match(),
    Column("guild", BigInteger),
    Column("place", Integer),
    Column("rank", Integer, nullable=False, server_default="0"),
    Column("points", Integer, nullable=False, server_default="0"),
    Column("mark", LargeBinary),
    Index(None, "user"),
)

# Where a server wants the puzzle of the day; `day` is that of the last post.
puzzle_posts = Table(
    "puzzle_posts",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger),
    Column("hour", Integer, nullable=False),
    Column("day", Integer, nullable=False, server_default="0"),
)

# Where a server lists its open tables, in a message that shows `shown`, and the role that hears of new
# ones: its last two pings were at `called` and `called_before`. `seq` counts the posts of both; from `ready`
# on the message may be edited again.
open_tables = Table(
    "open_tables",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger),
    Column("message_channel", BigInteger),
    Column("message", BigInteger),
    Column("shown", String(32), nullable=False, server_default=""),
    Column("seq", Integer, nullable=False, server_default="0"),
    Column("ready", Double, nullable=False, server_default="0"),
    Column("role", BigInteger),
    Column("called", Double, nullable=False, server_default="0"),
    Column("called_before", Double, nullable=False, server_default="0"),
    Column("shares", Boolean, nullable=False, server_default=false()),  # true: with other servers that share theirs
)

# People who look for a table, with the server in which they do.
seekers = Table(
    "seekers",
    metadata,
    _person("user", primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("name", Text, nullable=False),
    Column("press", BigInteger),
    Column("manages", Boolean, nullable=False),
    Column("wishes", Text, nullable=False),  # JSON
    Column("since", Double, nullable=False),
    Column("until", Double, nullable=False),
    Index(None, "guild"),
    Index(None, "until"),
)

# How long people have waited for a table in a server: until they sat down, or until their place lapsed.
waits = Table(
    "waits",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("ended", Double, nullable=False),
    Index(None, "guild", "ended"),
    Index(None, "ended"),
)

# Tables that reopen by themselves, with their newest opening; `ended` says why one doesn't any more.
standing_tables = Table(
    "standing_tables",
    metadata,
    _match(primary_key=True),
    _person("user", nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("changed", Double, nullable=False),
    Column("unjoined", Integer, nullable=False),
    Column("ended", String(16)),
    Index(None, "user"),
    Index(None, "guild"),
)

# A server's cup. `due` is when its sign-up or its round ends.
cups = Table(
    "cups",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    _person("director", nullable=False),
    Column("title", Text, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules", Integer, nullable=False),
    Column("format", String(16), nullable=False),
    Column("least", Integer, nullable=False),  # at a table, like the next
    Column("most", Integer, nullable=False),
    Column("places", Integer, nullable=False),  # of the cup
    Column("seasons", Integer, nullable=False),
    Column("days", Integer, nullable=False),  # of a round
    Column("clock", String(16), nullable=False),
    Column("weekends", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("duplicate", Boolean, nullable=False),  # the tables of a round have the same luck
    Column("legs", Boolean, nullable=False),  # each pair of a knock-out plays two matches
    Column("phase", String(16), nullable=False),
    Column("round", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("due", Double),
    Column("key", LargeBinary, nullable=False),
    Column("entropy", Text, nullable=False, server_default=""),
    Column("opened", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("message_channel", BigInteger),
    Column("message", BigInteger),
    Index(None, "guild", "phase"),
    Index(None, "phase"),
    Index(None, "director"),
    sqlite_autoincrement=True,  # ids stand in buttons
)


def _cup(*, primary_key: bool = True) -> Column[int]:
    return Column("cup", Id, ForeignKey("cups.id"), primary_key=primary_key, nullable=False)


# Sign-ups: `number` is their order, `place` the place in the seeding, which passes to a replacement; someone who
# left in round `gone` keeps it until then.
cup_entrants = Table(
    "cup_entrants",
    metadata,
    _cup(),
    _person("user", primary_key=True),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("place", Integer),
    Column("points", Integer, nullable=False, server_default="0"),
    Column("gone", Integer),
    Column("press", BigInteger),
    Index(None, "user"),
)

cup_tables = Table(
    "cup_tables",
    metadata,
    _cup(),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("group", Integer, nullable=False),
    Column("places", Text, nullable=False),  # JSON, like `ranks`, `points` and `leads`
    Column("match", Id, ForeignKey("matches.id")),
    Column("ranks", Text),
    Column("how", String(16)),
    Column("points", Text),
    Column("leads", Text),
    Index(None, "match"),
)

cup_log = Table(
    "cup_log",
    metadata,
    _cup(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    _person("author"),
    _person("user"),
    Column("round", Integer),
    Column("number", Integer),  # of the table
    Column("at", Double, nullable=False),
    Index(None, "author"),
    Index(None, "user"),
)

outages = Table(
    "outages",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("since", Double, nullable=False),
    Column("until", Double, nullable=False),
)

# Announced times in which clocks stop, for one server or (NULL) all. The author's clocks go on.
# An announcement that was withdrawn stays, up to that time, because people knew of it.
downtimes = Table(
    "downtimes",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("guild", BigInteger),
    Column("since", Double, nullable=False),
    Column("until", Double, nullable=False),
    _person("author"),
    Column("announced", Double, nullable=False, server_default="0"),
    Index(None, "author"),
)

# Ways to the page: a press leaves a token, which a browser spends once for a session. Only their hashes are kept, and
# those in no backup.
page_tokens = Table(
    "page_tokens",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    _person("user", nullable=False, not_exported=True),
    _match(),
    Column("until", Double, nullable=False),
    Column("reply", String(512), nullable=False),  # Discord's token of the message with the link
    Index(None, "user"),
    Index(None, "match"),
    Index(None, "until"),
)

page_sessions = Table(
    "page_sessions",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False),
    _person("user", nullable=False, not_exported=True),
    Column("opened", Double, nullable=False),
    Column("used", Double, nullable=False),
    Column("until", Double, nullable=False),
    Index(None, "hash", unique=True),
    Index(None, "user"),
    Index(None, "until"),
    sqlite_autoincrement=True,  # ids stand in buttons, so none is given twice; only a restored backup begins again
)

# Until when a person who isn't at the table may see a match on the page: a press where they can see it leaves that.
page_grants = Table(
    "page_grants",
    metadata,
    _match(primary_key=True),
    _person("user", primary_key=True, not_exported=True),
    Column("until", Double, nullable=False),
    Index(None, "user"),
    Index(None, "until"),
)

# The secret link to a person's calendar, as a hash alone, and in no backup; a new one replaces the old one.
page_calendars = Table(
    "page_calendars",
    metadata,
    _person("user", primary_key=True, not_exported=True),
    Column("hash", LargeBinary(32), nullable=False),
    Index(None, "hash", unique=True),
)

# Addresses to which servers have public news of their matches sent, see `model.webhook`.
webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    _person("author", nullable=False),
    Column("address", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("opened", Double, nullable=False),
    Column("confirmed", Double, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("ready", Double, nullable=False, server_default="0"),
    Index(None, "guild"),
    Index(None, "author"),
    sqlite_autoincrement=True,  # ids stand in buttons
)

# The news that each is owed, written with the rows of the log that it is about.
webhook_news = Table(
    "webhook_news",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("webhook", Id, ForeignKey("webhooks.id"), nullable=False),
    _match(),
    Column("seq", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("written", Double, nullable=False),
    Index(None, "webhook", "id"),
    Index(None, "match"),
    sqlite_autoincrement=True,  # receivers know deliveries by it
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
