"""Starts the bot: `gruppetto` is what `python bot.py` is in a checkout, and `gruppetto contract KEY` tests a game."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

from gruppetto import APP, enter

CONTRACT = "contract"


def main() -> int:
    """Do what the command line asks for; returns the exit status."""
    order, *arguments = sys.argv[1:] or [""]
    if order == CONTRACT:
        return hold(arguments)
    enter()
    return import_module("bot").main()  # it is found only now


def hold(arguments: list[str]) -> int:
    """Hold a game against the contract, in a process in which pytest imports everything; returns the exit status."""
    if find_spec("pytest") is None:
        enter()
        name = import_module("model.version").PACKAGE
        print(f"Can't test a game: install {name}[contract].", file=sys.stderr)
        return 1
    return subprocess.run([sys.executable, "-m", "tests.contract", *arguments], cwd=APP, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
