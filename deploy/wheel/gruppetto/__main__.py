"""Starts the bot: `gruppetto` is what `python bot.py` is in a checkout, and `gruppetto contract KEY` tests a game."""

import sys
from importlib import import_module

from gruppetto import enter

CONTRACT = "contract"


def main() -> int:
    """Enter the bot's folder and do what the command line asks for; returns the exit status."""
    enter()
    order, *arguments = sys.argv[1:] or [""]
    if order != CONTRACT:
        return import_module("bot").main()  # it is found only now
    try:
        contract = import_module("tests.contract")
    except ModuleNotFoundError as missing:
        print(f"Can't test a game without {missing.name}: install gruppetto[contract].", file=sys.stderr)
        return 1
    return contract.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
