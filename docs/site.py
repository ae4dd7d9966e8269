"""Lays out the docs site, which `make site` builds: `python -m docs.site` writes its pages, pictures and settings.

The pages are those of `docs/`, the READMEs and what else a page of them leads to. The rules of each game are made from
the texts and pictures that the bot shows.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from engines import GAMES
from locales import ENGLISH, catalogue, languages
from render import RENDERERS

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"  # what is laid out and what is built from it
OTHERS = tuple(language for language in languages() if language != ENGLISH)
NAMES = {"de": "Deutsch", "es": "Español", "fr": "Français"}
RULES = "rules"  # stands for the rules of all games
SECTIONS = {
    "Play": ("playing.md", RULES, "table.md", "opponents.md", "careers.md", "badges.md", "webhooks.md"),
    "Our numbers": ("our-values.md", "our-values-superechelon.md", "legstrong.md"),
    "Run a bot": ("operating.md", "public-bot.md", "scale.md", "changelog.md"),
    "Help to build": (
        "contributing.md",
        "architecture.md",
        "adding-a-game.md",
        "engines.md",
        "recipes.md",
        "translating.md",
    ),
}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
ITEM = re.compile(r"\s*(?:[-*]|\d+\.) ")
SOURCE = re.compile(r'(?<=src=")[^"]+(?=")')

Nav = list["str | dict[str, Nav]"]


def pages() -> dict[str, str]:
    """The pages that are written: where each lies here, and where on the site."""
    found = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
    for file in sorted((ROOT / "docs").glob("*.md")):
        name, _, language = file.stem.partition(".")
        found[f"docs/{file.name}"] = f"{language}/{name}.md" if language else file.name
    return found | {f"README.{language}.md": f"{language}/index.md" for language in OTHERS}


def nav(there: dict[str, str]) -> Nav:
    """What leads to the pages; one that stands in no section comes last."""
    names = set(there.values())
    english = {
        title: [page for page in section if page == RULES or page in names] for title, section in SECTIONS.items()
    }
    listed = {page for section in english.values() for page in section}
    *_, last = english.values()
    last += sorted(page for page in names - listed if "/" not in page and page != "index.md")
    made: Nav = ["index.md"]
    made += [{title: _with_rules(section, ENGLISH)} for title, section in english.items()]
    made += [{NAMES[code]: _with_rules([f"{code}/index.md", f"{code}/playing.md", RULES], code)} for code in OTHERS]
    return made


def _with_rules(section: list[str], language: str) -> Nav:
    return [
        {catalogue(language)("board.rules"): [rules_page(game, language) for game in GAMES]} if page == RULES else page
        for page in section
    ]


def rules_page(game: str, language: str) -> str:
    """Where the rules of a game lie on the site."""
    return f"{'' if language == ENGLISH else f'{language}/'}{RULES}-{game}.md"


def placed(page: str, there: dict[str, str], keep: Callable[[Path], str | None]) -> str:
    """The text of a page, whose links lead to where things are on the site; what isn't there loses its link.

    `keep` says where a file that is no page has been put, if the site has it.
    """
    folder, at = (ROOT / page).parent, there[page]

    def to(link: str) -> str | None:
        if link.startswith(("https://", "#")):
            return link
        target, hash_sign, anchor = link.partition("#")
        file = (folder / target).resolve()
        lies = there.get(str(file.relative_to(ROOT))) or keep(file)
        return lies and os.path.relpath(lies, Path(at).parent) + hash_sign + anchor

    def linked(found: re.Match[str]) -> str:
        mark, label, link = found.groups()
        lies = to(link)
        return f"{mark}[{LINK.sub(linked, label)}]({lies})" if lies else label

    text = LINK.sub(linked, (ROOT / page).read_text(encoding="utf-8"))
    return SOURCE.sub(lambda found: to(found[0]) or found[0], text)


def rules(game: str, language: str, keep: Callable[[bytes], str]) -> str:
    """The rules of a game as a page; `keep` says where a picture has been put."""
    say = catalogue(language)
    up = "../" if language != ENGLISH else ""
    parts = [f"# {say(f'{game}.name')}"]
    for page in RENDERERS[game].rules(say):
        parts += [f"## {page.title}", "\n".join(plain(page.text))]
        if page.picture is not None:
            parts.append(f"![{page.alt.replace('[', '(').replace(']', ')')}]({up}{keep(page.picture())})")
    return "\n\n".join(parts) + "\n"


def plain(text: str) -> Iterator[str]:
    """Discord's Markdown as other programs read it: there each line break counts, and a list needs no space around."""
    in_code, before = False, ""
    for line in text.splitlines():
        is_fence = line.startswith("```")
        kind = "code" if in_code or is_fence else "item" if ITEM.match(line) else "prose" if line else ""
        if before and kind and kind != before:
            yield ""
        small = re.sub(r"^-# (.*)$", r"<small>\1</small>", line)
        yield f"{small}  " if kind == "prose" else line
        in_code ^= is_fence
        before = kind


def spoken(text: str, language: str) -> str:
    """A page in another language than English, which says so: for who listens to it, and for hyphens."""
    return text if language == ENGLISH else f'<div lang="{language}" markdown="1">\n\n{text}\n</div>\n'


def language_of(place: str) -> str:
    """The language of a page by its place on the site."""
    return place.partition("/")[0] if "/" in place else ENGLISH


def settings(ways: Nav) -> str:
    """The settings of the site, in TOML."""
    return f"""[project]
site_name = "Gruppetto"
site_description = "A Discord bot for slow board games, most of them about cycling."
docs_dir = "pages"
site_dir = "html"
use_directory_urls = false
extra_css = ["site.css"]
nav = {_toml(ways)}

[project.theme]
language = "en"
font = false
features = ["navigation.indexes", "navigation.top", "navigation.footer", "search.highlight", "toc.follow"]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Switch to dark mode"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Switch to light mode"

[project.markdown_extensions]
attr_list = {{}}
md_in_html = {{}}
tables = {{}}
toc.permalink = true
# headings have the same addresses as on GitHub, accents and all
toc.slugify = {{ object = "pymdownx.slugs.slugify", kwds = {{ case = "lower" }} }}
pymdownx.highlight = {{}}
pymdownx.superfences = {{}}
pymdownx.tilde = {{}}
"""


def _toml(way: str | dict[str, Nav] | Nav) -> str:
    match way:
        case str():
            return json.dumps(way, ensure_ascii=False)
        case dict():
            return (
                "{ "
                + ", ".join(f"{json.dumps(name, ensure_ascii=False)} = {_toml(ways)}" for name, ways in way.items())
                + " }"
            )
        case list():
            return "[" + ", ".join(map(_toml, way)) + "]"


def lay_out(folder: Path) -> None:
    """Write all of it into a folder, in place of what is there."""
    shutil.rmtree(folder, ignore_errors=True)
    made = folder / "pages"

    def put(place: str, content: bytes) -> None:
        file = made / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    def keep(file: Path) -> str | None:
        if not file.is_file() or file.suffix == ".md":
            return None  # notes of our research, and folders
        place = str(file.relative_to(ROOT)).removeprefix("docs/")
        put(place, file.read_bytes())
        return place

    def keep_picture(png: bytes) -> str:
        place = f"{RULES}/{hashlib.sha256(png).hexdigest()[:16]}.png"  # most are the same in all languages
        put(place, png)
        return place

    there = pages()
    for page, place in there.items():
        put(place, spoken(placed(page, there, keep), language_of(place)).encode())
    for language in languages():
        for game in GAMES:
            put(rules_page(game, language), spoken(rules(game, language, keep_picture), language).encode())
    put("site.css", (ROOT / "docs" / "site.css").read_bytes())
    (folder / "zensical.toml").write_text(settings(nav(there)), encoding="utf-8")


if __name__ == "__main__":
    lay_out(SITE)
