"""Runs the benches and prints their lines: all of them with `python -m bench`, one with `python -m bench play`."""

import sys

from bench import balance_doping, balance_legstrong, board, clicks, lays, length, loop, play, post, press, ratings, save

BENCHES = {
    "play": play.run,
    "clicks": clicks.run,
    "lays": lays.run,
    "length": length.run,
    "balance": balance_legstrong.run,
    "doping": balance_doping.run,
    "board": board.run,
    "loop": loop.run,
    "save": save.run,
    "press": press.run,
    "post": post.run,
    "ratings": ratings.run,
}


def main(names: list[str]) -> None:
    """The benches of these names, in their order."""
    for name in names:
        for line in BENCHES[name]():
            print(f"{name:7} {line}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(BENCHES))
