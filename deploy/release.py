"""Writes a release: `make release VERSION=1.2.3`.

It writes the version and its day. With REPOSITORY it also writes the image's name and the addresses of the package's
pages, and with PACKAGE the package's name on PyPI: they are the owner's to say, for a name may be someone else's. It
commits, tags and pushes nothing, but says how.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
WRITTEN = re.compile(r'^version = "(.+)"$', re.MULTILINE)
REPOSITORY = re.compile(r"https://github\.com/([\w-]+)/([\w.-]+?)(?:\.git)?/?")
PYPI = re.compile(r"[a-z0-9]+(?:[._-][a-z0-9]+)*", re.IGNORECASE)  # a name that PyPI takes
CALLED = re.compile(r'^name = "(.+)"$', re.MULTILINE)
PROGRAM = "gruppetto"
PACKAGE, CHANGELOG = "pyproject.toml", "CHANGELOG.md"
UNRELEASED = re.compile(r"^## Unreleased\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
READMES = tuple(f"README{language}.md" for language in ("", ".de", ".es", ".fr"))
NAMED = re.compile(r"(?<=`)\d+\.\d+\.\d+(?=`)")  # the version that a README names
EMPTY = re.compile(r"^### \w+\n+(?=^### |^## |\Z)", re.MULTILINE)
URLS, AFTER_URLS = re.compile(r'\[project\.urls\]\n(?:\w+ = ".*"\n)+\n'), "[project.optional-dependencies]\n"
INSTALLED = ("deploy/wheel/README.md", "docs/adding-a-game.md", "docs/operating.md")  # pages that install the package
NEXT = "## Unreleased\n\n### Added\n\n"
USAGE = (
    "Say which version: make release VERSION=1.2.3 [REPOSITORY=https://github.com/you/gruppetto] [PACKAGE=gruppetto]"
)


class NotReleased(Exception):
    """Reason why there is no release, in sentences that say what to do."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A passage of a page for as long as the owner has no such name, and the passage with the owner's."""

    page: str
    kind: Literal["image", "package"]
    without: str
    named: str

    def pattern(self) -> re.Pattern[str]:
        """The passage with anyone's name."""
        named = re.escape(self.named).replace(r"\{name\}", r"(?P<name>[\w./ -]+)").replace(r"\{version\}", r"[\d.]+")
        return re.compile(named)


SWITCHES = (
    Switch(
        "README.md",
        "package",
        "Or make a package of it, and start that from any folder. This takes uv, too:\n\n"
        "```sh\nmake dist && uvx --from dist/*.whl gruppetto\n```\n",
        "Or take the package, from any folder and without a copy of this repository. This takes uv, too:\n\n"
        "```sh\nuvx {name}\n```\n",
    ),
    Switch(
        "README.md",
        "image",
        "There is an image too: `docker compose --profile sqlite up --build -d` builds it.",
        "The image is published as `{name}:{version}`.",
    ),
    Switch("compose.yaml", "image", "image: gruppetto  # none is published", "image: gruppetto  # as {name}:{version}"),
)
PAGES = sorted({PACKAGE, CHANGELOG, *READMES, *INSTALLED, *(switch.page for switch in SWITCHES)})


def release(folder: Path, version: str, repository: str, package: str, today: date) -> list[str]:
    """Write a release into a checkout; returns the commands that come next. Raises NotReleased."""
    image = image_of(repository) if repository else ""
    if dirt := _git(folder, "status", "--porcelain"):
        raise NotReleased(f"There are changes that no commit has: commit or stash them first.\n{dirt}")
    pages = {name: (folder / name).read_text(encoding="utf-8") for name in PAGES}
    pages[PACKAGE] = bumped(pages[PACKAGE], version)
    pages[CHANGELOG] = dated(pages[CHANGELOG], version, today)
    if repository:
        pages[PACKAGE] = addressed(pages[PACKAGE], repository)
    if package:
        pages |= renamed(pages, package)
    for name in READMES:
        pages[name] = NAMED.sub(version, pages[name])
    names = {"image": image, "package": started(package) if package else ""}
    for switch in SWITCHES:
        pages[switch.page] = switched(pages[switch.page], switch, names[switch.kind], version)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    variables = {"PYPI_NAME": package, "IMAGE": image}
    return [
        f".venv/bin/python -m tests.kept && git add tests/kept/{version}  # where something new is stored",
        "make test",
        "git diff HEAD",
        f'git commit -am "Release {version}"',
        f'git tag -a v{version} -m "Gruppetto {version}"',
        *(f"gh variable set {variable} --body {name}" for variable, name in variables.items() if name),
        f"git push origin HEAD v{version}",
    ]


def image_of(repository: str) -> str:
    """The image's name of a repository on GitHub."""
    return f"ghcr.io/{_place(repository)}".lower()


def addressed(package: str, repository: str) -> str:
    """The package's description with the addresses of its pages."""
    page = f"https://github.com/{_place(repository)}"
    there = {"Source": page, "Changelog": f"{page}/blob/HEAD/{CHANGELOG}", "Documentation": f"{page}/tree/HEAD/docs"}
    urls = "".join(f'{name} = "{address}"\n' for name, address in there.items())
    return URLS.sub("", package).replace(AFTER_URLS, f"[project.urls]\n{urls}\n{AFTER_URLS}")


def _place(repository: str) -> str:
    if not (found := REPOSITORY.fullmatch(repository)):
        raise NotReleased(f"{repository} is no address like https://github.com/you/gruppetto.")
    return f"{found[1]}/{found[2]}"


def renamed(pages: Mapping[str, str], package: str) -> dict[str, str]:
    """The package's description and the pages that install it, with the package's name on PyPI."""
    if not PYPI.fullmatch(package):
        raise NotReleased(f"{package} is no name of a package: take letters and digits, with - between them.")
    [now] = CALLED.findall(pages[PACKAGE])
    installed = re.compile(rf"(?<=install |upgrade ){re.escape(now)}(?![\w-])|(?<![\w-]){re.escape(now)}(?=\[)")
    new = {name: installed.sub(package, pages[name]) for name in INSTALLED}
    return new | {PACKAGE: CALLED.sub(f'name = "{package}"', pages[PACKAGE])}


def started(package: str) -> str:
    """What uvx starts of the package, whose program has the same name always."""
    return PROGRAM if package == PROGRAM else f"--from {package} {PROGRAM}"


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


def switched(page: str, switch: Switch, name: str, version: str) -> str:
    """A page whose passage has the name or, without one, that which it has had already, and the version."""
    passage = switch.pattern().search(page)
    if not passage and switch.without not in page:
        raise NotReleased(f'{switch.page} lacks "{switch.without}", which a release changes.')
    if not (name := name or (passage["name"] if passage else "")):
        return page
    return page.replace(passage[0] if passage else switch.without, switch.named.format(name=name, version=version))


def _git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout.rstrip()


def main(arguments: Sequence[str]) -> int:
    version, repository, package = (*arguments, "", "", "")[:3]
    try:
        if not version:
            raise NotReleased(USAGE)
        commands = release(ROOT, version, repository, package, datetime.now(UTC).date())
    except NotReleased as why:
        print(why, file=sys.stderr)
        return 1
    print(f"{version} is written. Go on with these lines, each after the one before it has worked:")
    print(*(f"    {command}" for command in commands), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
