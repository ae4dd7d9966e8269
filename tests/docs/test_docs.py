"""READMEs, CONTRIBUTING, CHANGELOG, the pages of docs and `.env.example` say what is true."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import discord
import pytest
from babel.messages.pofile import read_po
from discord import AppCommandType

from bot import make_bot
from cogs.posts.permissions import NEEDED
from deploy.release import NAMED
from engines import ENGINES, GAMES
from host.outbox.notifications import NIGHT
from host.play.autoplay import PATIENCE
from host.settings import OWN_FILE, SETTINGS, Settings, read_settings
from host.table.votes import LONG, SHORT
from host.time.clocks import DAY, HOUR
from locales import ENGLISH, FOLDER, catalogue, languages
from locales.check import TRANSLATED
from model.pace import DEFAULT_CLOCK, ENDLESS, PACES
from model.version import VERSION

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
READMES = [ROOT / "README.md", *sorted(ROOT.glob("README.*.md"))]
PLAYING = "docs/playing.md"
PROSE = [
    *READMES,
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("architecture", "operating", "adding-a-game")),
]
SUBCOMMAND = 1


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def table(page: str, first: str) -> Iterator[list[str]]:
    """The rows of the table whose first heading is this."""
    lines = iter(text(page).splitlines())
    assert any(line.startswith(f"| {first} |") for line in lines), f"{page} has no table of {first}"
    assert set(next(lines)) <= set("|-: ")
    for line in lines:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def commands_in(prose: str) -> set[str]:
    """The slash commands that stand in backticks."""
    return set(re.findall(r"`/(\w[\w ]*)`", prose))


def language_of(page: Path) -> str:
    """The language of a page, by its name."""
    return page.suffixes[0].strip(".") if len(page.suffixes) > 1 else ENGLISH


def called(command: str, language: str) -> str:
    """What a slash command is called in a language."""
    say = catalogue(language)
    first, *rest = command.split()
    group = f"command.{first}"
    if group not in say:  # a game's own
        return " ".join([first, *(say(f"command.{name}") for name in rest)])
    return " ".join([say(group), *(say(f"{group}.{name}") for name in rest)])


# --- commands


@pytest.fixture
async def commands() -> set[str]:
    """Every command of the real bot as it is typed; the bot doesn't connect, and Discord isn't told anything."""
    bot = make_bot(Settings(DISCORD_TOKEN="any"))
    await bot.learn(GAMES)
    whole = [command.to_dict(bot.tree) for command in bot.tree.get_commands(type=AppCommandType.chat_input)]
    return {
        f"{command['name']} {option['name']}" if option["type"] == SUBCOMMAND else command["name"]
        for command in whole
        for option in command.get("options") or [{"type": None}]
    }


def test_the_tables_name_exactly_the_commands_that_there_are(commands: set[str]) -> None:
    games = {name for row in table("README.md", "Game") for name in commands_in(row[3])}
    others = {name for row in table(PLAYING, "Command") for name in commands_in(row[0])}
    assert not games & others
    assert games | others == commands


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_page_names_a_command_that_there_is_not(commands: set[str], page: Path) -> None:
    there = {called(command, language_of(page)) for command in commands}
    assert commands_in(page.read_text(encoding="utf-8")) <= there


@pytest.mark.parametrize("page", READMES, ids=name_of)
def test_a_readme_says_which_version_it_is_of(page: Path) -> None:
    assert NAMED.findall(page.read_text(encoding="utf-8")) == [VERSION]


@pytest.mark.parametrize("page", READMES, ids=name_of)
def test_the_first_match_presses_buttons_that_there_are(page: Path) -> None:
    files = (FOLDER / language_of(page)).glob("*.po")
    labels = {str(message.string) for file in files for message in read_po(BytesIO(file.read_bytes()))}
    pressed = set(re.findall(r"\*\*(.+?)\*\*", " ".join(text(page.name).split())))
    assert len(pressed) > 5
    assert pressed <= labels


# --- games


def test_every_language_has_a_readme_that_leads_to_the_others() -> None:
    assert {page.name for page in READMES} == {
        "README.md",
        *(f"README.{language}.md" for language in languages() if language != "en"),
    }
    for page in READMES:
        others = {f"]({other.name})" for other in READMES if other != page}
        assert all(link in page.read_text(encoding="utf-8") for link in others), page.name


FIRST = {"README.md": "Game", "README.de.md": "Spiel", "README.es.md": "Juego", "README.fr.md": "Jeu"}


@pytest.mark.parametrize("page", READMES, ids=name_of)
def test_the_table_of_games_is_that_of_the_bot(page: Path) -> None:
    say = catalogue("en")
    rows = {row[0]: row for row in table(page.name, FIRST[page.name])}
    games = {game.spec.key: game for game, _ in ENGINES}
    if page.name != "README.md":
        games = {key: games[key] for key in TRANSLATED}
    assert rows.keys() == {say(f"{key}.name") for key in games}
    for key, game in games.items():
        _, players, _, typed = rows[say(f"{key}.name")]
        assert players == f"{game.spec.seats[0]}–{game.spec.seats[-1]}"
        assert commands_in(typed) == {called(f"{key} {name}", language_of(page)) for name in ("new", "rules")}


def span(seconds: float) -> str:
    """A time as the table of clocks has it."""
    whole = f"{seconds / HOUR:g} h" if seconds >= HOUR else f"{seconds / 60:g} min"
    return whole if seconds else "–"


def test_the_table_of_clocks_is_that_of_the_bot() -> None:
    rows = {row[0].removesuffix(" (default)"): row[1:] for row in table(PLAYING, "Clock")}
    assert rows.keys() == PACES.keys()
    assert rows.pop(ENDLESS)[0] == "no one's time runs out"
    for clock, cells in rows.items():
        pace = PACES[clock]
        assert cells == [span(pace.bank), span(pace.more), span(pace.most), span(pace.grace)], clock
    assert [row[0] for row in table(PLAYING, "Clock") if "default" in row[0]] == [f"{DEFAULT_CLOCK} (default)"]


def test_the_numbers_of_slow_play_are_those_of_the_bot() -> None:
    prose = " ".join(text(PLAYING).split())
    assert (PATIENCE, LONG, SHORT) == (3, 2 * DAY, HOUR)
    assert "After three times in a row a computer plays for you" in prose
    assert "decide within two days (one hour in a live match)" in prose
    assert f"between {NIGHT[0] // 60}:00 and {NIGHT[1] // 60}:00" in prose


@pytest.mark.parametrize(
    "key", ["since", "plan", "fast", "later", "return"], ids=lambda key: catalogue("en")(f"panel.{key}")
)
def test_buttons_of_slow_play_are_called_as_they_are(key: str) -> None:
    assert f"**{catalogue('en')(f'panel.{key}')}**" in " ".join(text(PLAYING).split())


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_in_the_changelog(key: str) -> None:
    assert f"**{catalogue('en')(f'{key}.name')}**" in text("CHANGELOG.md")


# --- settings


def env_example() -> dict[str, str]:
    """The names in `.env.example`, each with the comment of its paragraph."""
    commented: dict[str, str] = {}
    for paragraph in text(".env.example").split("\n\n"):
        comment = "\n".join(line for line in paragraph.splitlines() if re.match(r"# (?![A-Z_]+=)", line))
        for name in re.findall(r"^(?:# )?([A-Z_]+)=", paragraph, re.MULTILINE):
            assert name not in commented
            commented[name] = comment
    return commented


def test_every_setting_stands_in_the_example_with_a_comment_and_none_that_is_none() -> None:
    example = env_example()
    assert list(example) == list(SETTINGS)
    assert all(len(comment) > 20 for comment in example.values())


def test_the_example_is_what_holds_without_it_and_so_is_what_its_comments_show(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / ".env"
    file.write_text(text(".env.example"))
    assert read_settings({}) == Settings()
    file.write_text(re.sub(r"^# (?=[A-Z_]+=)", "", text(".env.example"), flags=re.MULTILINE))
    assert read_settings({}) == Settings(DATABASE_URL=OWN_FILE)


@pytest.mark.parametrize("page", PROSE, ids=name_of)
def test_settings_that_are_named_exist(page: Path) -> None:
    named = set(re.findall(r"`([A-Z]+_[A-Z_]+)`", page.read_text(encoding="utf-8")))
    assert named <= SETTINGS.keys() | {"POSTGRES_PASSWORD"}


# --- permissions


@pytest.mark.parametrize("page", READMES, ids=name_of)
def test_the_permission_integer_is_what_the_bot_asks_for(page: Path) -> None:
    needed = discord.Permissions(**dict.fromkeys(NEEDED, True))
    [integer] = re.findall(r"`(\d+)`", text(page.name))
    [link] = re.findall(r"https://discord\.com/oauth2/\S+", text(page.name))
    assert int(integer) == needed.value
    assert f"permissions={needed.value}" in link
    assert "scope=bot+applications.commands" in link
    assert not needed.administrator


def test_the_permissions_are_listed_by_their_names() -> None:
    [listed] = re.findall(r"invitation stands for (.*?)\.\s", text("docs/operating.md"), re.DOTALL)
    names = {name.strip().lower().replace(" ", "_") for name in re.split(r",|\sand\s", " ".join(listed.split()))}
    assert names == set(NEEDED)


# --- targets, files, links


@pytest.mark.parametrize("page", PROSE, ids=name_of)
def test_targets_of_make_that_are_named_exist(page: Path) -> None:
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):", text("Makefile"), re.MULTILINE))
    assert named
    assert named <= targets


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    prose = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        if not link.startswith("https://"):
            assert (page.parent / link.partition("#")[0]).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_are_named_exist(page: Path) -> None:
    prose = page.read_text(encoding="utf-8")
    for path in re.findall(r"`([a-z_]+/[\w./]*)`", prose):
        assert (ROOT / path).exists() or (page.parent / path).exists(), path
    for module in re.findall(r"python -m ((?:[a-z_]+\.)+[a-z_]+)", prose):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_is_said_to_stand_in_a_file_stands_there(page: Path) -> None:
    for name, file in re.findall(r"`([A-Z_]{3,})`\s+in\s+`([\w/]+\.py)`", page.read_text(encoding="utf-8")):
        assert re.search(rf"^{name}\b", text(file), re.MULTILINE), f"{page.name}: no {name} in {file}"


@pytest.mark.parametrize("page", READMES, ids=name_of)
def test_pictures_have_a_text_beside_them(page: Path) -> None:
    pictures = re.findall(r'<img [^>]*alt="(.*?)"', text(page.name))
    assert len(pictures) == text(page.name).count("<img ")
    assert pictures
    assert all(len(alt) > 10 for alt in pictures)


# --- changelog


def test_the_changelog_begins_with_what_is_not_released_yet() -> None:
    title, first, *_ = re.findall(r"^#{1,2} .*$", text("CHANGELOG.md"), re.MULTILINE)
    assert (title, first) == ("# Changelog", "## Unreleased")
    assert set(re.findall(r"^### (.*)$", text("CHANGELOG.md"), re.MULTILINE)) <= {
        "Added",
        "Changed",
        "Fixed",
        "Removed",
    }


def test_every_command_of_a_match_is_in_the_changelog(commands: set[str]) -> None:
    assert {path for path in commands if path.startswith("match ")} <= commands_in(text("CHANGELOG.md"))
