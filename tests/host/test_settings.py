"""Settings: read from the environment and `.env`; what can't be used is named and never shown."""

import re
from pathlib import Path
from typing import Any

import pytest

import bot
from host.settings import OWN_FILE, SANDBOX_FILE, SETTINGS, BadSettings, Settings, Share, read_settings

pytestmark = pytest.mark.quick

SECRET = "hush-hush"
ANY = ("DISCORD_TOKEN", "DATABASE_URL", "BACKUP_FOLDER", "BACKUP_COMMAND")  # settings that may be any text


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start in, and nothing set."""
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_without_settings_the_house_opens_a_sandbox() -> None:
    settings = read_settings()
    assert (settings.DISCORD_TOKEN, settings.SANDBOX_PORT, settings.METRICS_PORT) == ("", 8480, None)
    assert str(bot.database(settings)) == SANDBOX_FILE
    assert (settings.LOG_LEVEL, settings.LOG_FORMAT) == ("INFO", "text")
    assert (settings.SHARD_COUNT, settings.SHARD_IDS, settings.OWNER_IDS) == (None, (), ())


def test_settings_come_from_the_file_and_the_environment_goes_first(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / ".env").write_text("DISCORD_TOKEN=from-the-file\nSANDBOX_PORT=9000\nUNKNOWN=1\n", encoding="utf-8")
    monkeypatch.setenv("SANDBOX_PORT", "9001")
    settings = read_settings()
    assert (settings.DISCORD_TOKEN, settings.SANDBOX_PORT) == ("from-the-file", 9001)


def test_with_a_token_matches_are_kept_in_another_file_than_those_of_the_sandbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    assert str(bot.database(read_settings())) == OWN_FILE
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///elsewhere.db")
    assert str(bot.database(read_settings())) == "sqlite+aiosqlite:///elsewhere.db"


def test_what_is_left_empty_is_not_set(home: Path) -> None:
    (home / ".env").write_text("DISCORD_TOKEN=\nSANDBOX_PORT=\nMETRICS_PORT=\nSHARD_COUNT=\nSHARD_IDS=\n")
    assert read_settings() == Settings()


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("SANDBOX_PORT", "1", 1),
        ("SANDBOX_PORT", "65535", 65535),
        ("METRICS_PORT", "9100", 9100),
        ("WEB_PORT", "8490", 8490),
        ("LOG_LEVEL", "debug", "DEBUG"),
        ("LOG_FORMAT", "JSON", "json"),
        ("SHARD_COUNT", "1", 1),
        ("DATABASE_POOL", "2", 2),
        ("DATABASE_POOLER", "on", True),
        ("DATABASE_POOLER", "off", False),
        ("OWNER_IDS", "12", (12,)),
        ("OWNER_IDS", " 12 , 34,", (12, 34)),
        ("TERMS_URL", "https://example.org/terms?of=use#top", "https://example.org/terms?of=use#top"),
    ],
)
def test_good_values_are_read(monkeypatch: pytest.MonkeyPatch, name: str, value: str, read: object) -> None:
    monkeypatch.setenv(name, value)
    assert getattr(read_settings(), name) == read


def test_lines_of_the_file_may_have_quotes_comments_and_names_of_others(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUCKET", "races")
    lines = (
        "export discord_token='one # two'  # three",
        r'BACKUP_COMMAND="rclone copy {file} \"$BUCKET\":${BUCKET}"',
        "BACKUP_FOLDER = my backups # here",
        "OWNER_IDS",
    )
    (home / ".env").write_text("\n".join(lines))
    settings = read_settings()
    assert settings.DISCORD_TOKEN == "one # two"
    assert settings.BACKUP_COMMAND == 'rclone copy {file} "$BUCKET":races'
    assert Path("my backups") == settings.BACKUP_FOLDER
    assert settings.OWNER_IDS == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, SECRET) for name in SETTINGS if name not in ANY),
        ("SANDBOX_PORT", "0"),
        ("SANDBOX_PORT", "65536"),
        ("METRICS_PORT", "-1"),
        ("DATABASE_POOL", "1"),
        ("SHARD_COUNT", "0"),
        ("SHARD_COUNT", "1.5"),
        ("DATABASE_POOLER", "2"),
        ("METRICS_HOST", "localhost"),
        ("BACKUP_HOURS", "-1"),
        ("BACKUP_HOURS", "nan"),
        ("BACKUP_HOURS", "inf"),
        ("DISCORD_API", "proxy:8080"),
        ("DISCORD_API", "http://[proxy"),
        ("WEB_PORT", "0"),
        ("WEB_PORT", "tcp://10.0.0.1:80"),
        ("WEB_URL", "table.example.org"),
        ("WEB_URL", "ftp://table.example.org"),
        ("WEB_URL", "https://"),
        ("WEB_URL", "https://table.example.org/?"),
        ("WEB_URL", "https://table.example.org/#"),
        ("WEB_URL", "https://table.example.org # ours"),
        ("WORKERS", "0"),
        ("WORKER", "-1"),
        ("SHARD_IDS", "0;1"),
        ("SHARD_IDS", "[0,1]"),
        ("SHARD_IDS", "-1"),
        ("SHARD_IDS", "²"),
        ("SHARD_IDS", "9" * 5000),
        ("BACKUP_COMMAND", "cp 'one"),
        ("OWNER_IDS", "1 2"),
        ("POLICY_URL", "http://example.org/privacy"),
        ("TERMS_URL", "https://"),
        ("SUPPORT_URL", "https://discord.gg/one two"),
        ("SUPPORT_URL", f"https://example.org/{'a' * 500}"),
        ("POLICY_URL", "https://localhost/x"),
        ("POLICY_URL", "https://example.org:99999/x"),
        ("TERMS_URL", 'https://example.org/"><x'),
    ],
)
def test_a_bad_value_names_its_setting_and_is_not_shown(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings, match=rf"^{name}: .+\.$") as bad:
        read_settings()
    assert value not in re.sub(r"like .+|from \d+ to \d+", "", str(bad.value))
    assert bad.value.__cause__ is bad.value.__context__ is None


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_file_that_is_no_utf_8_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("OWNER_IDS=12  # Zoé\n", encoding=encoding)
    with pytest.raises(BadSettings, match=r"^\.env: save it as UTF-8\.$"):
        read_settings()


def test_all_that_is_bad_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SANDBOX_PORT", "LOG_LEVEL", "OWNER_IDS"):
        monkeypatch.setenv(name, SECRET)
    monkeypatch.setenv("DISCORD_TOKEN", "token-" + SECRET)
    with pytest.raises(BadSettings) as bad:
        read_settings()
    assert [line.split(":")[0] for line in str(bad.value).splitlines()] == ["SANDBOX_PORT", "LOG_LEVEL", "OWNER_IDS"]
    assert SECRET not in str(bad.value)


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv("DATABASE_URL", f"postgresql://house:{SECRET}@db/house")
    settings = read_settings()
    assert settings.DISCORD_TOKEN == SECRET
    assert SECRET not in repr(settings) + str(settings)


# --- names that are misspelt


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("DISCORD_TOKN", "DISCORD_TOKEN"),
        ("WEB_PROT", "WEB_PORT"),
        ("WEB_URI", "WEB_URL"),
        ("DISCROD_TOKEN", "DISCORD_TOKEN"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("database_ulr", "DATABASE_URL"),
        ("BACKUPS_FOLDERS", "BACKUP_FOLDER"),
        ("OWNER_ID", "OWNER_IDS"),
        ("WROKERS", "WORKERS"),
    ],
)
@pytest.mark.parametrize("where", ["file", "environment"])
def test_a_name_at_most_two_letters_from_one_of_ours_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str, meant: str, where: str
) -> None:
    if where == "file":
        (home / ".env").write_text(f"export {name}={SECRET}\n")
    else:
        monkeypatch.setenv(name, SECRET)
    with pytest.raises(BadSettings) as bad:
        read_settings()
    assert str(bad.value) == f"{name.upper()}: there is no such setting; write {meant} or leave it out."


@pytest.mark.parametrize(
    ("name", "known", "where"),
    [
        ("DISCORD_BOT_TOKEN", "DISCORD_API and DISCORD_TOKEN begin with DISCORD_", "both"),
        ("DISCORD_APP_ID", "DISCORD_API and DISCORD_TOKEN begin with DISCORD_", "both"),
        ("OWNER", "OWNER_IDS begins with OWNER", "both"),
        ("BACKUP_DIRECTORY", "BACKUP_COMMAND, BACKUP_FOLDER and BACKUP_HOURS begin with BACKUP_", "both"),
        ("LOG_DIR", "LOG_FORMAT and LOG_LEVEL begin with LOG_", "file"),
        ("WEB_ADDRESS", "WEB_PORT and WEB_URL begin with WEB_", "file"),
        ("LOG", None, "none"),
    ],
)
def test_what_begins_like_ours_is_refused_with_the_names_that_do(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str, known: str | None, where: str
) -> None:
    """Compose and systemd hand the file over as environment, in which other programs have names, too."""
    refused = [f"{name}: there is no such setting; only {known}."]
    monkeypatch.setenv(name, "1")
    monkeypatch.setenv("SANDBOX_PORT", "0")
    for file, lines in (("", refused * (where == "both")), (f"{name}=1\n", refused * (where != "none"))):
        (home / ".env").write_text(f"{file}POSTGRES_PASSWORD={SECRET}\n")
        with pytest.raises(BadSettings) as bad:
            read_settings()
        first, *more = str(bad.value).splitlines()
        assert first.startswith("SANDBOX_PORT: ")
        assert more == lines


def test_what_other_programs_read_is_left_to_them(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / ".env").write_text("POSTGRES_PASSWORD=1\nCOMPOSE_PROJECT_NAME=1\nPORT=1\nTZ=1\n")
    for name in (
        "PORT",
        "HOST",
        "WORK",
        "WORKDIR",
        "LOGNAME",
        "LOGLEVEL",
        "LOG_DIR",
        "HOSTNAME",
        "DB_URL",
        "SHARD_HOST",
        "TOKEN",
        "BROKER",
        "BROKERS",
        "DOCKER",
        "MARKER",
        "DISCORD_APP",
        "DATABASE_PORT",
        "DB_PORT",
        "WS_PORT",
        "WEB_HOST",
        "WEB_CONCURRENCY",
        "DATABASE_PORT_5432_TCP_ADDR",
        "BACKUP_PORT",
        "BACKUP_SERVICE_HOST",
        "DISCORD_SERVICE_PORT_HTTP",
    ):
        monkeypatch.setenv(name, "1")
    read_settings()


# --- the page for browsers


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("https://table.example.org", "https://table.example.org"),
        ("https://example.org/table/", "https://example.org/table"),
        ("http://192.0.2.1:8490", "http://192.0.2.1:8490"),
    ],
)
def test_the_page_has_a_port_and_an_address(monkeypatch: pytest.MonkeyPatch, said: str, read: str) -> None:
    for name, value in (("DISCORD_TOKEN", SECRET), ("WEB_PORT", "8490"), ("WEB_URL", said)):
        monkeypatch.setenv(name, value)
    settings = read_settings()
    assert settings.WEB_PORT == 8490
    assert read == settings.WEB_URL


def test_without_settings_there_is_no_page_and_the_sandbox_may_choose_its_port(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (read_settings().WEB_PORT, read_settings().WEB_URL) == (None, "")
    monkeypatch.setenv("WEB_PORT", "8490")
    assert read_settings().WEB_PORT == 8490


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"DISCORD_TOKEN": SECRET, "WEB_PORT": "8490"},
            "WEB_PORT: set WEB_URL too, the address under which people reach the page.",
        ),
        *(
            (
                {"WEB_URL": "https://table.example.org"} | token,
                "WEB_URL: set WEB_PORT too, the port on this machine at which the page answers.",
            )
            for token in ({}, {"DISCORD_TOKEN": SECRET})
        ),
    ],
)
def test_half_of_the_page_is_refused(monkeypatch: pytest.MonkeyPatch, given: dict[str, str], said: str) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as bad:
        read_settings()
    assert str(bad.value) == said


# --- shards


@pytest.mark.parametrize(("ids", "read"), [("0", (0,)), ("0,1", (0, 1)), ("1, 0", (1, 0)), (",", ())])
def test_shards_of_this_process(monkeypatch: pytest.MonkeyPatch, ids: str, read: tuple[int, ...]) -> None:
    monkeypatch.setenv("SHARD_COUNT", "2")
    monkeypatch.setenv("SHARD_IDS", ids)
    assert read == read_settings().SHARD_IDS


def test_no_shard_is_beyond_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "2")
    monkeypatch.setenv("SHARD_IDS", "0,2")
    with pytest.raises(BadSettings, match=r"^SHARD_IDS: .*below SHARD_COUNT, which is 2"):
        read_settings()


# --- workers

POSTGRES = "postgresql+psycopg://house@db/house"


def workers(host: str = "", **settings: Any) -> Share:
    """What a process runs with these settings on a host of that name."""
    return Settings(**{"DATABASE_URL": POSTGRES, **settings}).share(host)


@pytest.mark.parametrize(("worker", "ids"), [(0, (0, 3)), (1, (1, 4)), (2, (2,))])
def test_workers_divide_the_shards(worker: int, ids: tuple[int, ...]) -> None:
    assert workers(WORKER=worker, WORKERS=3, SHARD_COUNT=5) == Share(ids, 5, worker, 3)


def test_without_a_count_each_worker_has_a_shard() -> None:
    assert workers(WORKER=1, WORKERS=4) == Share((1,), 4, 1, 4)


@pytest.mark.parametrize("host", ["gruppetto-2", "big-town-2", "gruppetto-002"])
def test_the_name_of_the_host_tells_the_worker(host: str) -> None:
    assert workers(host, WORKERS=4).worker == 2
    assert workers(host, WORKERS=4, WORKER=3).worker == 3


def test_nobody_is_numbered_where_the_number_of_workers_is_not_said() -> None:
    assert workers("gruppetto-2") == Share((), None)
    assert workers("gruppetto-2", SHARD_COUNT=2, SHARD_IDS=(1,)) == Share((1,), 2)


def test_one_worker_may_have_a_file() -> None:
    assert workers(WORKER=0, WORKERS=1, DATABASE_URL="sqlite+aiosqlite:///house.db").shard_ids == (0,)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"SHARD_IDS": (0,)}, "SHARD_IDS: set SHARD_COUNT too"),
        ({"WORKER": 1}, "WORKER: set WORKERS too"),
        ({"WORKER": 2, "WORKERS": 2}, "WORKER: 2 must be below WORKERS, which is 2."),
        ({"WORKERS": 2}, "WORKER: set it, for the name of this host doesn't end in a number"),
        ({"WORKER": 0, "WORKERS": 4, "SHARD_COUNT": 3}, "SHARD_COUNT: set 4 or more"),
        ({"WORKER": 0, "WORKERS": 2, "SHARD_COUNT": 2, "SHARD_IDS": (0,)}, "SHARD_IDS: leave it empty"),
        ({"WORKER": 0, "WORKERS": 2, "DATABASE_URL": "sqlite+aiosqlite:///x.db"}, "WORKERS: .*PostgreSQL"),
        ({"WORKER": 0, "WORKERS": 2, "DATABASE_URL": ""}, "WORKERS: .*PostgreSQL"),
    ],
)
def test_workers_that_do_not_go_together(settings: dict[str, object], said: str) -> None:
    with pytest.raises(BadSettings, match=f"^{said}"):
        workers("4f1b2c-web", **settings)
