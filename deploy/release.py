"""Writes a release: `python -m deploy.release 1.2.3 [https://github.com/you/gruppetto]`, or `make release`.

It writes the version and its day. With the repository's address it also switches on the names that the owner then has:
the package's on PyPI and the image's on GitHub. It commits, tags and pushes nothing, but says how.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
WRITTEN = re.compile(r'^version = "(.+)"$', re.MULTILINE)
REPOSITORY = re.compile(r"https://github\.com/([\w-]+)/([\w.-]+?)(?:\.git)?/?")
PACKAGE, CHANGELOG = "pyproject.toml", "CHANGELOG.md"
UNRELEASED = re.compile(r"^## Unreleased\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
READMES = tuple(f"README{language}.md" for language in ("", ".de", ".es", ".fr"))
NAMED = re.compile(r"(?<=`)\d+\.\d+\.\d+(?=`)")  # the version that a README names
EMPTY = re.compile(r"^### \w+\n+(?=^### |^## |\Z)", re.MULTILINE)
NEXT = "## Unreleased\n\n### Added\n\n"
USAGE = "Say which version: make release VERSION=1.2.3 [REPOSITORY=https://github.com/you/gruppetto]"


class NotReleased(Exception):
    """Reason why there is no release, in sentences that say what to do."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A line of a page for as long as no name is the owner's, and the line with their names."""

    page: str
    without: str
    named: str

    def pattern(self) -> re.Pattern[str]:
        """The line with anyone's names."""
        named = re.escape(self.named).replace(r"\{image\}", r"(?P<image>[\w./-]+)").replace(r"\{version\}", r"[\d.]+")
        return re.compile(named)


SWITCHES = (
    Switch("README.md", "make dist && uvx --from dist/*.whl gruppetto", "uvx gruppetto"),
    Switch(
        "README.md",
        "There is an image too: `docker compose --profile sqlite up --build -d` builds it.",
        "The image is published as `{image}:{version}`.",
    ),
    Switch("compose.yaml", "image: gruppetto  # none is published", "image: gruppetto  # as {image}:{version}"),
)


def release(folder: Path, version: str, repository: str | None, today: date) -> list[str]:
    """Write a release into a checkout; returns the commands that come next. Raises NotReleased."""
    image = image_of(repository) if repository else None
    if dirt := _git(folder, "status", "--porcelain"):
        raise NotReleased(f"There are changes that no commit has: commit or stash them first.\n{dirt}")
    package, changelog = ((folder / name).read_text(encoding="utf-8") for name in (PACKAGE, CHANGELOG))
    pages = {PACKAGE: bumped(package, version), CHANGELOG: dated(changelog, version, today)}
    for name in READMES:
        pages[name] = NAMED.sub(version, (folder / name).read_text(encoding="utf-8"))
    for switch in SWITCHES:
        page = pages.get(switch.page) or (folder / switch.page).read_text(encoding="utf-8")
        pages[switch.page] = switched(page, switch, image, version)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    names = [f"gh variable set PYPI_NAME --body gruppetto && gh variable set IMAGE --body {image}"] if image else []
    return [
        "git diff",
        f".venv/bin/python -m tests.kept && git add tests/kept/{version}  # where something new is stored",
        f'git commit -am "Release {version}"',
        f'git tag -a v{version} -m "Gruppetto {version}"',
        *names,
        f"git push origin HEAD v{version}",
    ]


def image_of(repository: str) -> str:
    """The image's name of a repository on GitHub."""
    if not (found := REPOSITORY.fullmatch(repository)):
        raise NotReleased(f"{repository} is no address like https://github.com/you/gruppetto.")
    return f"ghcr.io/{found[1]}/{found[2]}".lower()


def bumped(package: str, version: str) -> str:
    """The package's description with a newer version."""
    [now] = WRITTEN.findall(package)
    if not VERSION.fullmatch(version):
        raise NotReleased(f"{version} is no version: it needs three numbers, as in 1.2.3.")
    if _numbers(version) <= _numbers(now):
        raise NotReleased(f"{version} isn't newer than {now}, which {PACKAGE} says: choose a higher one.")
    return WRITTEN.sub(f'version = "{version}"', package)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


def dated(changelog: str, version: str, today: date) -> str:
    """The changelog with what was not released yet under this version and day."""
    unreleased = UNRELEASED.search(changelog)
    if unreleased is None or not re.search("^- ", unreleased[1], re.MULTILINE):
        raise NotReleased(f"{CHANGELOG} has no line under ## Unreleased: say there what changes for people.")
    news = EMPTY.sub("", unreleased[1]).strip("\n")
    older = changelog[unreleased.end() :]
    return f"{changelog[: unreleased.start()]}{NEXT}## {version} ({today})\n\n{news}\n" + (
        f"\n{older}" if older else ""
    )


def switched(page: str, switch: Switch, image: str | None, version: str) -> str:
    """A page whose line has the names of the image or, without it, those that it has had already, and the version."""
    if found := switch.pattern().search(page):
        named = switch.named.format(image=image or found.groupdict().get("image"), version=version)
        return page.replace(found[0], named)
    if switch.without not in page:
        raise NotReleased(f'{switch.page} lacks the line "{switch.without}", which a release changes.')
    return page.replace(switch.without, switch.named.format(image=image, version=version)) if image else page


def _git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout.rstrip()


def main(arguments: Sequence[str]) -> int:
    try:
        if not 1 <= len(arguments) <= 2:
            raise NotReleased(USAGE)
        commands = release(ROOT, arguments[0], arguments[1] if len(arguments) > 1 else None, datetime.now(UTC).date())
    except NotReleased as why:
        print(why, file=sys.stderr)
        return 1
    print(f"{arguments[0]} is written. Look at it, and go on when `make test` is green:")
    print(*(f"    {command}" for command in commands), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
