"""The plugin for pytest with which games of other packages test themselves.

With `gruppetto = true` among a package's settings of pytest its tests may import the bot's code and `tests.engines`.
All other programs that are tested beside this package see nothing of it.
"""

from importlib import import_module

import pytest

from gruppetto import enter


def pytest_addoption(parser: pytest.Parser) -> None:
    """The setting that switches it on."""
    parser.addini("gruppetto", "let tests import the code of Gruppetto", type="bool", default=False)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Enter before the first conftest is imported."""
    if early_config.getini("gruppetto"):
        enter()
        import_module("engines")  # it imports the games, and a game that is imported first would import itself again
