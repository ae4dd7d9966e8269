"""Which database a bot may run on: that of its own application, or the sandbox's without a token."""

from base64 import b64encode
from pathlib import Path

import pytest
from sqlalchemy import make_url

import bot
from db.store import Store
from db.upkeep.owner import SANDBOX, owner_of
from host.doctor import of_owner
from host.ownership import known_by, refusal
from host.settings import OWN_FILE, SANDBOX_FILE, Settings

OURS, OTHERS = "1174109840998400001", "88"


def token(application: str) -> str:
    """As Discord makes it: the id, a time, a secret."""
    return ".".join((b64encode(application.encode()).decode().rstrip("="), "GhUe5X", "hush-hush"))


@pytest.mark.parametrize("application", [OURS, OTHERS, "123456789"])
def test_a_token_tells_whose_it_is(application: str) -> None:
    assert known_by(token(application)) == application


@pytest.mark.parametrize("unknown", ["any", "a.b.c", "....", "é", "Zm9v.b.c", "MTIz\n"])
def test_what_is_no_token_of_discord_tells_nothing(unknown: str) -> None:
    assert known_by(unknown) in (None, "123")
    assert refusal(OTHERS, None) is None, "the login tells"


@pytest.mark.parametrize(
    ("owner", "ours", "said"),
    [
        (None, OURS, None),
        (None, SANDBOX, None),
        (OURS, OURS, None),
        (SANDBOX, SANDBOX, None),
        (OURS, SANDBOX, f"DISCORD_TOKEN: set it, for this database belongs to the application {OURS} on Discord;"),
        (OTHERS, OURS, f"DISCORD_TOKEN: it is of the application {OURS}, and this database belongs to {OTHERS};"),
        (SANDBOX, OURS, "DATABASE_URL: the sandbox has played in this database; name another one"),
    ],
)
def test_who_may_run_on_whose_database(owner: str | None, ours: str, said: str | None) -> None:
    why_not = refusal(owner, ours)
    if said is None or why_not is None:
        assert why_not == said
        return
    assert why_not.startswith(said)
    assert "`python bot.py --adopt`" in why_not
    assert len(why_not.splitlines()) == why_not.count(". ") + 1 == 1, "one sentence"
    settings = Settings(DISCORD_TOKEN="" if ours == SANDBOX else token(ours))
    assert str(of_owner(owner, settings)) == f"bad  owner: {why_not}"
    assert "hush-hush" not in why_not


def test_the_doctor_tells_whose_a_database_is() -> None:
    ours = Settings(DISCORD_TOKEN=token(OURS))
    assert str(of_owner(OURS, ours)) == f"ok   owner: the database belongs to the application {OURS}."
    assert str(of_owner(SANDBOX, Settings())) == "ok   owner: the database belongs to the sandbox."
    assert str(of_owner(None, ours)).startswith("note owner: the database has no owner yet;")


async def test_a_bot_starts_on_the_database_of_another_when_it_has_been_told_to_take_it_over(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    store = await Store.open(sqlite_url)
    await store.claim(OTHERS)
    ours = Settings(DISCORD_TOKEN=token(OURS), DATABASE_URL=sqlite_url)
    with pytest.raises(bot.CannotStart, match=f"^DISCORD_TOKEN: it is of the application {OURS}, and "):
        await bot.check(ours)
    with pytest.raises(bot.CannotStart, match=r"^A bot runs on this database: stop it first\.$"):
        await bot.obey(ours, bot.read_arguments(["--adopt"]))
    await store.close()
    assert owner_of(make_url(sqlite_url)) == OTHERS
    await bot.obey(ours, bot.read_arguments(["--adopt"]))
    assert capsys.readouterr().out == f"The database belongs to the application {OURS} now. The bot can start.\n"
    await bot.check(ours)


async def test_a_lost_token_starts_no_sandbox_beside_the_matches_of_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    store, nothing = await Store.open(OWN_FILE), Settings()
    assert bot.database(nothing).database == "sandbox.db", "it has no owner yet"
    await store.claim(OTHERS)
    await store.close()
    said = f"DISCORD_TOKEN: set it, for this database belongs to the application {OTHERS} on Discord; "
    with pytest.raises(bot.CannotStart, match=f"^{said}"):
        await bot.check(nothing)
    assert not await bot.examine(nothing, replay=False)
    assert f"bad  owner: {said}" in capsys.readouterr().out
    await bot.keep(nothing, "backup", Path("house.backup"))
    assert " rows of gruppetto.db in " in capsys.readouterr().out
    named = Settings(DATABASE_URL=SANDBOX_FILE)
    await bot.check(named)
    await bot.keep(named, "restore", Path("house.backup"))
    assert capsys.readouterr().out.startswith("The database sandbox.db is as it was at ")


async def test_there_must_be_an_owner_to_take_over_from_and_a_token_that_says_for_which(sqlite_url: str) -> None:
    for token_, said in ((token(OURS), "DATABASE_URL: this database has no owner yet;"), ("any", bot.BAD_TOKEN)):
        settings = Settings(DISCORD_TOKEN=token_, DATABASE_URL=sqlite_url)
        with pytest.raises(bot.CannotStart, match=f"^{said}"):
            bot.adopt(settings)
