"""The first tables, as version 1.0.0 creates them."""

# pyright: reportUnknownArgumentType=false

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Bring the tables to this revision."""
    op.create_table(
        "archive",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("season", sa.String(length=16), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("spread", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("podiums", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "season", "user", name=op.f("pk_archive")),
    )
    op.create_index(op.f("ix_archive_user"), "archive", ["user"], unique=False)
    op.create_table(
        "blocks",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("author", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user", "author", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_author"), "blocks", ["author"], unique=False)
    op.create_table(
        "cups",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("director", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("format", sa.String(length=16), nullable=False),
        sa.Column("least", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("seasons", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("clock", sa.String(length=16), nullable=False),
        sa.Column("weekends", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("duplicate", sa.Boolean(), nullable=False),
        sa.Column("legs", sa.Boolean(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double(), nullable=True),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("entropy", sa.Text(), server_default="", nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.Column("message_channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cups")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_cups_director"), "cups", ["director"], unique=False)
    op.create_index(op.f("ix_cups_guild_phase"), "cups", ["guild", "phase"], unique=False)
    op.create_index(op.f("ix_cups_phase"), "cups", ["phase"], unique=False)
    op.create_table(
        "digests",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Double(), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("closed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_digests")),
    )
    op.create_index(op.f("ix_digests_due"), "digests", ["due"], unique=False)
    op.create_table(
        "downtimes",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("author", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("announced", sa.Double(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_downtimes")),
    )
    op.create_index(op.f("ix_downtimes_author"), "downtimes", ["author"], unique=False)
    op.create_table(
        "followed_people",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("followed", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user", "followed", "guild", name=op.f("pk_followed_people")),
    )
    op.create_index(op.f("ix_followed_people_followed"), "followed_people", ["followed"], unique=False)
    op.create_index(op.f("ix_followed_people_guild"), "followed_people", ["guild"], unique=False)
    op.create_table(
        "guilds",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("zone", sa.String(length=64), server_default="", nullable=False),
        sa.Column("months", sa.Integer(), server_default="3", nullable=False),
        sa.Column("first", sa.Integer(), server_default="1", nullable=False),
        sa.Column("ceremonies", sa.BigInteger(), nullable=True),
        sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("lobbies", sa.Integer(), server_default="10", nullable=False),
        sa.Column("language", sa.String(length=64), server_default="", nullable=False),
        sa.Column("evening", sa.Integer(), server_default="21", nullable=False),
        sa.Column("holidays", sa.Integer(), server_default="30", nullable=False),
        sa.Column("longest", sa.Integer(), server_default="14", nullable=False),
        sa.Column("forum", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_guilds")),
    )
    op.create_table(
        "lessons",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("chapter", sa.String(length=16), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user", "game", "chapter", name=op.f("pk_lessons")),
    )
    op.create_table(
        "matches",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("host", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("clock", sa.String(length=64), server_default="none", nullable=False),
        sa.Column("weekends", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("hour", sa.Integer(), server_default="21", nullable=False),
        sa.Column("days", sa.String(length=64), server_default="", nullable=False),
        sa.Column("forced", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("waits", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("invited_only", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("least_in_time", sa.Integer(), server_default="0", nullable=False),
        sa.Column("least_finished", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rematch_of", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("position_of", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("cup", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("of_set", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("hidden", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("over_servers", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("settings_of", sa.BigInteger(), nullable=True),
        sa.Column("vote", sa.Text(), nullable=True),
        sa.Column("live", sa.Text(), nullable=True),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("entropy", sa.Text(), server_default="", nullable=False),
        sa.Column("paused", sa.String(length=16), nullable=True),
        sa.Column("paused_at", sa.Double(), nullable=True),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.Column("talked", sa.Integer(), server_default="0", nullable=False),
        sa.Column("moved", sa.Double(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_matches_channel_phase"), "matches", ["channel", "phase"], unique=False)
    op.create_index(op.f("ix_matches_guild_phase"), "matches", ["guild", "phase"], unique=False)
    op.create_index(op.f("ix_matches_host"), "matches", ["host"], unique=False)
    op.create_index(op.f("ix_matches_phase_changed"), "matches", ["phase", "changed"], unique=False)
    op.create_index(op.f("ix_matches_rematch_of"), "matches", ["rematch_of"], unique=True)
    op.create_index(op.f("ix_matches_settings_of_phase"), "matches", ["settings_of", "phase"], unique=False)
    op.create_index(op.f("ix_matches_thread"), "matches", ["thread"], unique=False)
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "open_tables",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("message_channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.String(length=32), server_default="", nullable=False),
        sa.Column("seq", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ready", sa.Double(), server_default="0", nullable=False),
        sa.Column("role", sa.BigInteger(), nullable=True),
        sa.Column("called", sa.Double(), server_default="0", nullable=False),
        sa.Column("called_before", sa.Double(), server_default="0", nullable=False),
        sa.Column("shares", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_open_tables")),
    )
    op.create_table(
        "outages",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outages")),
    )
    op.create_table(
        "page_calendars",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_page_calendars")),
    )
    op.create_index(op.f("ix_page_calendars_hash"), "page_calendars", ["hash"], unique=True)
    op.create_table(
        "page_sessions",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("used", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_page_sessions")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_page_sessions_hash"), "page_sessions", ["hash"], unique=True)
    op.create_index(op.f("ix_page_sessions_until"), "page_sessions", ["until"], unique=False)
    op.create_index(op.f("ix_page_sessions_user"), "page_sessions", ["user"], unique=False)
    op.create_table(
        "people",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("locale", sa.String(length=16), server_default="", nullable=False),
        sa.Column("habits", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("hidden", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("language", sa.String(length=16), server_default="", nullable=False),
        sa.Column("holidays", sa.Text(), server_default="", nullable=False),
        sa.Column("unannounced", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("dm", sa.BigInteger(), nullable=True),
        sa.Column("followable", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("dm_closed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_people")),
    )
    op.create_index(op.f("ix_people_hidden"), "people", ["hidden"], unique=False)
    op.create_index(op.f("ix_people_unannounced"), "people", ["unannounced"], unique=False)
    op.create_table(
        "puzzle_posts",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("day", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_puzzle_posts")),
    )
    op.create_table(
        "puzzles",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("grade", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("schema", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("best", sa.Text(), nullable=False),
        sa.Column("hope", sa.Double(), nullable=False),
        sa.Column("costs", sa.Text(), nullable=False),
        sa.Column("ready", sa.Double(), server_default="0", nullable=False),
        sa.Column("day", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzles")),
        sa.UniqueConstraint("day", name=op.f("uq_puzzles_day")),
        sa.UniqueConstraint("source", name=op.f("uq_puzzles_source")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("podiums", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("game", "scope", "user", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_user"), "ratings", ["user"], unique=False)
    op.create_table(
        "seekers",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("press", sa.BigInteger(), nullable=True),
        sa.Column("manages", sa.Boolean(), nullable=False),
        sa.Column("wishes", sa.Text(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_seekers")),
    )
    op.create_index(op.f("ix_seekers_guild"), "seekers", ["guild"], unique=False)
    op.create_index(op.f("ix_seekers_until"), "seekers", ["until"], unique=False)
    op.create_table(
        "sets",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("entropy", sa.Text(), server_default="", nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("closed", sa.Double(), nullable=True),
        sa.Column("day", sa.Integer(), nullable=True),
        sa.Column("cup", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sets")),
        sa.UniqueConstraint("cup", "round", "places", name=op.f("uq_sets_cup_round_places")),
        sa.UniqueConstraint("day", name=op.f("uq_sets_day")),
    )
    op.create_table(
        "waits",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waits")),
    )
    op.create_index(op.f("ix_waits_ended"), "waits", ["ended"], unique=False)
    op.create_index(op.f("ix_waits_guild_ended"), "waits", ["guild", "ended"], unique=False)
    op.create_table(
        "webhooks",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("author", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("confirmed", sa.Double(), nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ready", sa.Double(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_webhooks_author"), "webhooks", ["author"], unique=False)
    op.create_index(op.f("ix_webhooks_guild"), "webhooks", ["guild"], unique=False)
    op.create_table(
        "accuracies",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("accuracy", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_accuracies_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_accuracies")),
    )
    op.create_index(op.f("ix_accuracies_user"), "accuracies", ["user"], unique=False)
    op.create_table(
        "badges",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("badge", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("earned", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_badges_match")),
        sa.PrimaryKeyConstraint("match", "user", "badge", name=op.f("pk_badges")),
    )
    op.create_index(op.f("ix_badges_user_earned"), "badges", ["user", "earned"], unique=False)
    op.create_table(
        "changes",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("finished", sa.Double(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("spread", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_changes_match")),
        sa.PrimaryKeyConstraint("match", "scope", "user", name=op.f("pk_changes")),
    )
    op.create_index(op.f("ix_changes_game_scope_finished"), "changes", ["game", "scope", "finished"], unique=False)
    op.create_index(
        op.f("ix_changes_user_game_scope_finished"), "changes", ["user", "game", "scope", "finished"], unique=False
    )
    op.create_table(
        "cup_entrants",
        sa.Column("cup", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), server_default="0", nullable=False),
        sa.Column("gone", sa.Integer(), nullable=True),
        sa.Column("press", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["cup"], ["cups.id"], name=op.f("fk_cup_entrants_cup")),
        sa.PrimaryKeyConstraint("cup", "user", name=op.f("pk_cup_entrants")),
    )
    op.create_index(op.f("ix_cup_entrants_user"), "cup_entrants", ["user"], unique=False)
    op.create_table(
        "cup_log",
        sa.Column("cup", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("author", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["cup"], ["cups.id"], name=op.f("fk_cup_log_cup")),
        sa.PrimaryKeyConstraint("cup", "seq", "line", name=op.f("pk_cup_log")),
    )
    op.create_index(op.f("ix_cup_log_author"), "cup_log", ["author"], unique=False)
    op.create_index(op.f("ix_cup_log_user"), "cup_log", ["user"], unique=False)
    op.create_table(
        "cup_tables",
        sa.Column("cup", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("group", sa.Integer(), nullable=False),
        sa.Column("places", sa.Text(), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("ranks", sa.Text(), nullable=True),
        sa.Column("how", sa.String(length=16), nullable=True),
        sa.Column("points", sa.Text(), nullable=True),
        sa.Column("leads", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["cup"], ["cups.id"], name=op.f("fk_cup_tables_cup")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_cup_tables_match")),
        sa.PrimaryKeyConstraint("cup", "round", "number", name=op.f("pk_cup_tables")),
    )
    op.create_index(op.f("ix_cup_tables_match"), "cup_tables", ["match"], unique=False)
    op.create_table(
        "deadlines",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("ready", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_deadlines_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deadlines")),
    )
    op.create_index(op.f("ix_deadlines_match"), "deadlines", ["match"], unique=False)
    op.create_index(op.f("ix_deadlines_ready"), "deadlines", ["ready"], unique=False)
    op.create_table(
        "dormant",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_dormant_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_dormant")),
    )
    op.create_table(
        "dormant_people",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_dormant_people_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_dormant_people")),
    )
    op.create_index(op.f("ix_dormant_people_user"), "dormant_people", ["user"], unique=False)
    op.create_table(
        "followed_matches",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_followed_matches_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_followed_matches")),
    )
    op.create_index(op.f("ix_followed_matches_user"), "followed_matches", ["user"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("author", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_invitations_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_invitations")),
    )
    op.create_index(op.f("ix_invitations_author"), "invitations", ["author"], unique=False)
    op.create_index(op.f("ix_invitations_user_state"), "invitations", ["user", "state"], unique=False)
    op.create_table(
        "lines",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("fingerprint", sa.String(length=8), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("shared", sa.Double(), nullable=True),
        sa.Column("posted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_lines_match")),
        sa.PrimaryKeyConstraint("match", "user", "number", name=op.f("pk_lines")),
    )
    op.create_index(op.f("ix_lines_user"), "lines", ["user"], unique=False)
    op.create_table(
        "log",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("by", sa.Integer(), nullable=True),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("how", sa.String(length=32), nullable=False),
        sa.Column("draws", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("press", sa.BigInteger(), nullable=True),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_log_match")),
        sa.PrimaryKeyConstraint("match", "seq", name=op.f("pk_log")),
        sa.UniqueConstraint("press", name=op.f("uq_log_press")),
    )
    op.create_index(op.f("ix_log_user"), "log", ["user"], unique=False)
    op.create_table(
        "messages",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("to", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_messages_match")),
        sa.PrimaryKeyConstraint("match", "kind", "to", name=op.f("pk_messages")),
    )
    op.create_index(op.f("ix_messages_to"), "messages", ["to"], unique=False)
    op.create_table(
        "notes",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_notes_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_notes")),
    )
    op.create_index(op.f("ix_notes_user"), "notes", ["user"], unique=False)
    op.create_table(
        "orders",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_orders_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_orders")),
    )
    op.create_table(
        "outbox",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("cup", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("to", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("written", sa.Double(), nullable=False),
        sa.Column("ready", sa.Double(), nullable=False),
        sa.Column("taken", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["cup"], ["cups.id"], name=op.f("fk_outbox_cup")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_outbox_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_outbox_cup"), "outbox", ["cup"], unique=False)
    op.create_index(op.f("ix_outbox_guild"), "outbox", ["guild"], unique=False)
    op.create_index(op.f("ix_outbox_match_to"), "outbox", ["match", "to"], unique=False)
    op.create_index(op.f("ix_outbox_ready"), "outbox", ["ready"], unique=False)
    op.create_index(op.f("ix_outbox_taken"), "outbox", ["taken"], unique=False)
    op.create_index(op.f("ix_outbox_to"), "outbox", ["to"], unique=False)
    op.create_table(
        "page_grants",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_page_grants_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_page_grants")),
    )
    op.create_index(op.f("ix_page_grants_until"), "page_grants", ["until"], unique=False)
    op.create_index(op.f("ix_page_grants_user"), "page_grants", ["user"], unique=False)
    op.create_table(
        "page_tokens",
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("reply", sa.String(length=512), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_page_tokens_match")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_page_tokens")),
    )
    op.create_index(op.f("ix_page_tokens_match"), "page_tokens", ["match"], unique=False)
    op.create_index(op.f("ix_page_tokens_until"), "page_tokens", ["until"], unique=False)
    op.create_index(op.f("ix_page_tokens_user"), "page_tokens", ["user"], unique=False)
    op.create_table(
        "plans",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_plans_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_plans")),
    )
    op.create_table(
        "positions",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("schema", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_positions_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_positions")),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("puzzle", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name=op.f("fk_puzzle_answers_puzzle")),
        sa.PrimaryKeyConstraint("puzzle", "user", name=op.f("pk_puzzle_answers")),
    )
    op.create_index(op.f("ix_puzzle_answers_user"), "puzzle_answers", ["user"], unique=False)
    op.create_table(
        "racers",
        sa.Column("set", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), server_default="0", nullable=False),
        sa.Column("points", sa.Integer(), server_default="0", nullable=False),
        sa.Column("mark", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_racers_match")),
        sa.ForeignKeyConstraint(["set"], ["sets.id"], name=op.f("fk_racers_set")),
        sa.PrimaryKeyConstraint("set", "user", name=op.f("pk_racers")),
    )
    op.create_index(op.f("ix_racers_user"), "racers", ["user"], unique=False)
    op.create_table(
        "results",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("finished", sa.Double(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("field", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("in_time", sa.Integer(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("unstarted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_results_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_game_finished"), "results", ["game", "finished"], unique=False)
    op.create_index(op.f("ix_results_guild_game_finished"), "results", ["guild", "game", "finished"], unique=False)
    op.create_index(op.f("ix_results_unstarted"), "results", ["unstarted"], unique=False)
    op.create_index(op.f("ix_results_user_finished"), "results", ["user", "finished"], unique=False)
    op.create_table(
        "review_pieces",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("first", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_review_pieces_match")),
        sa.PrimaryKeyConstraint("match", "first", name=op.f("pk_review_pieces")),
    )
    op.create_table(
        "reviews",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("asked", sa.Double(), nullable=False),
        sa.Column("ready", sa.Double(), nullable=True),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("efforts", sa.Text(), server_default="", nullable=False),
        sa.Column("sought", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_reviews_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_reviews")),
    )
    op.create_index(op.f("ix_reviews_ready"), "reviews", ["ready"], unique=False)
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("season", sa.String(length=16), nullable=False),
        sa.Column("begins", sa.Double(), nullable=False),
        sa.Column("ends", sa.Double(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seasons_match")),
        sa.PrimaryKeyConstraint("guild", "game", "season", name=op.f("pk_seasons")),
    )
    op.create_index(op.f("ix_seasons_closed_ends"), "seasons", ["closed", "ends"], unique=False)
    op.create_index(op.f("ix_seasons_match"), "seasons", ["match"], unique=False)
    op.create_table(
        "seats",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("opponent", sa.String(length=64), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("resigned", sa.Boolean(), nullable=False),
        sa.Column("asked", sa.Double(), nullable=True),
        sa.Column("play_on", sa.String(length=16), nullable=True),
        sa.Column("substitute", sa.String(length=64), nullable=True),
        sa.Column("bank", sa.Double(), server_default="0", nullable=False),
        sa.Column("credit", sa.Double(), server_default="0", nullable=False),
        sa.Column("missed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("stopped", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("hints", sa.Integer(), server_default="0", nullable=False),
        sa.Column("agreed", sa.Double(), nullable=True),
        sa.Column("cost", sa.Double(), server_default="0", nullable=False),
        sa.Column("hinted", sa.String(length=8), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seats_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_user"), "seats", ["user"], unique=False)
    op.create_table(
        "sittings",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_sittings_match")),
        sa.PrimaryKeyConstraint("match", "seat", "seq", name=op.f("pk_sittings")),
    )
    op.create_index(op.f("ix_sittings_user"), "sittings", ["user"], unique=False)
    op.create_table(
        "snapshots",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("schema", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_snapshots_match")),
        sa.PrimaryKeyConstraint("match", "seq", name=op.f("pk_snapshots")),
    )
    op.create_table(
        "sparring",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_sparring_match")),
        sa.PrimaryKeyConstraint("user", "game", name=op.f("pk_sparring")),
    )
    op.create_index(op.f("ix_sparring_match"), "sparring", ["match"], unique=False)
    op.create_table(
        "standing_tables",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.Column("unjoined", sa.Integer(), nullable=False),
        sa.Column("ended", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_standing_tables_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_standing_tables")),
    )
    op.create_index(op.f("ix_standing_tables_guild"), "standing_tables", ["guild"], unique=False)
    op.create_index(op.f("ix_standing_tables_user"), "standing_tables", ["user"], unique=False)
    op.create_table(
        "webhook_news",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False), nullable=False
        ),
        sa.Column("webhook", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("written", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_webhook_news_match")),
        sa.ForeignKeyConstraint(["webhook"], ["webhooks.id"], name=op.f("fk_webhook_news_webhook")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_news")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_webhook_news_match"), "webhook_news", ["match"], unique=False)
    op.create_index(op.f("ix_webhook_news_webhook_id"), "webhook_news", ["webhook", "id"], unique=False)
