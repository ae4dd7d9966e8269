"""The docs site has every page for people, in a menu, and no link of it leads nowhere."""

from __future__ import annotations

import asyncio
import functools
import http.server
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from docs import site
from engines import GAMES
from tests.browser import PHONE, running_browser
from tests.driver import PATIENCE, ROOT

HTML = site.SITE / "html"


def leaves(ways: site.Nav) -> Iterator[str]:
    """All pages of a menu, in its order."""
    for way in ways:
        if isinstance(way, str):
            yield way
        else:
            for below in way.values():
                yield from leaves(below)


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as they are handed to the program that builds the site."""
    folder = tmp_path_factory.mktemp("site")
    site.lay_out(folder)
    return folder / "pages"


def test_every_page_is_in_the_menu_once_and_research_is_not() -> None:
    there = site.pages()
    rules = [site.rules_page(game, language) for language in site.languages() for game in GAMES]
    assert sorted(leaves(site.nav(there))) == sorted([*there.values(), *rules])
    assert {file.name for file in (ROOT / "docs").glob("*.md")} <= {Path(page).name for page in there}
    assert not any("research" in page for page in there)


def test_a_page_that_has_no_section_yet_comes_last() -> None:
    there = site.pages() | {"docs/bells.md": "bells.md"}
    last = [page for page in leaves(site.nav(there)) if "/" not in page][-1]
    assert last == "bells.md"


def test_every_link_and_picture_leads_somewhere(laid_out: Path) -> None:
    for page in laid_out.rglob("*.md"):
        for _, _, link in site.LINK.findall(page.read_text(encoding="utf-8")):
            if not link.startswith(("https://", "#")):
                assert (page.parent / link.partition("#")[0]).exists(), f"{page.relative_to(laid_out)}: {link}"


@pytest.mark.parametrize("language", site.languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_those_of_the_bot_with_all_their_pictures(laid_out: Path, game: str, language: str) -> None:
    page = (laid_out / site.rules_page(game, language)).read_text(encoding="utf-8")
    shown = site.RENDERERS[game].rules(site.catalogue(language))
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == [one.title for one in shown]
    assert len(re.findall(r"^!\[.+\]\(.+\.png\)$", page, re.MULTILINE)) == sum(one.picture is not None for one in shown)
    assert (f'lang="{language}"' in page) == (language != "en")


def test_line_breaks_and_lists_of_discord_stay_what_they_are() -> None:
    said = "One:\n- a\n- b\nTwo\n-# small\n```\n  x\n```"
    assert list(site.plain(said)) == [
        "One:  ",
        "",
        "- a",
        "- b",
        "",
        "Two  ",
        "<small>small</small>  ",
        "",
        "```",
        "  x",
        "```",
    ]


# --- built


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *_: object) -> None:
        """Nothing: what fails is seen in the browser."""


@pytest.fixture(scope="module")
def built() -> Iterator[str]:
    """The address of the site, as `make site` builds it; strictly, so that a link to no heading fails, too."""
    subprocess.run(["make", "site"], cwd=ROOT, check=True, env=os.environ | {"MAKEFLAGS": ""})
    handler = functools.partial(Quiet, directory=HTML)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.long
@pytest.mark.browser
async def test_every_page_fits_on_a_phone_and_something_is_found(built: str) -> None:
    async with running_browser() as browser:
        page = await browser.new_page(viewport=PHONE)
        missing, elsewhere = list[str](), list[str]()
        page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
        page.on(
            "request",
            lambda request: None if request.url.startswith((built, "data:")) else elsewhere.append(request.url),
        )
        for file in sorted(HTML.rglob("*.html")):
            await page.goto(built + str(file.relative_to(HTML)))
            assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], file.name
        await page.goto(built)
        await page.locator(".md-header [for=__search]").click()
        await page.keyboard.insert_text("gregario")  # at once: Enter would open what was found by its first letters
        async with asyncio.timeout(PATIENCE):
            # its results are hidden from programs, but Enter opens the first; before they come it may stay on the page
            while urlsplit(page.url).path == urlsplit(built).path:
                await page.keyboard.press("Enter")
                await page.wait_for_timeout(200)
        await expect(page.locator("article")).to_contain_text("Gregario")
        assert (missing, elsewhere) == ([], [])
