"""The tables. Times are unix seconds; users, channels, messages and presses are Discord's 64-bit ids."""

from __future__ import annotations

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
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

# SQLite counts up by itself only in a column of type INTEGER (which holds 64 bits there).
Id = BigInteger().with_variant(Integer, "sqlite")


def _match(*, primary_key: bool = False) -> Column[int]:
    return Column("match", Id, ForeignKey("matches.id"), primary_key=primary_key, nullable=False)


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
    Column("host", BigInteger, nullable=False),
    Column("forced", Boolean, nullable=False),
    Column("clock", String(16), nullable=False, server_default="none"),
    Column("weekends", Boolean, nullable=False, server_default=false()),  # true: no clock runs on them
    Column("rematch_of", Id),
    Column("vote", Text),  # JSON
    Column("key", LargeBinary, nullable=False),
    Column("entropy", Text, nullable=False, server_default=""),
    Column("paused", String(16)),
    Column("paused_at", Double),
    Column("opened", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Index(None, "guild", "phase"),
    Index(None, "channel", "phase"),
    Index(None, "thread"),
    Index(None, "rematch_of", unique=True),  # one rematch a match, whoever presses first
    sqlite_autoincrement=True,  # ids stand in old buttons, so they are never given twice
)

seats = Table(
    "seats",
    metadata,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger),
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
    Column("user", BigInteger),
    Column("at", Double, nullable=False),
    UniqueConstraint("press"),
)

snapshots = Table(
    "snapshots",
    metadata,
    _match(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("schema", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# `ready`, here and in the outbox, is the time from which a row may be handed out: first when it falls due, then the end
# of the lease of whoever took it or of the pause after a failure.
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
    _match(),
    Column("seq", Integer, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("to", BigInteger),
    Column("seat", Integer),
    Column("tries", Integer, nullable=False),
    Column("ready", Double, nullable=False),
    Index(None, "match", "to"),
    Index(None, "ready"),
    sqlite_autoincrement=True,  # the nonce is made of the id
)

messages = Table(
    "messages",
    metadata,
    _match(primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("to", BigInteger, primary_key=True, autoincrement=False),  # 0: the thread; a key can't hold NULL
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
)

plans = Table(
    "plans",
    metadata,
    _match(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("path", Text, nullable=False),  # JSON, like the next
    Column("foretold", Text, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    _match(primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", String(16), nullable=False, server_default=""),
    Column("habits", Text),  # JSON
)

guilds = Table(
    "guilds",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("zone", String(64), nullable=False, server_default=""),
)

outages = Table(
    "outages",
    metadata,
    Column("id", Id, Identity(), primary_key=True),
    Column("since", Double, nullable=False),
    Column("until", Double, nullable=False),
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
