"""Runs the benches and prints their lines: the short ones with `python -m bench`, one with `python -m bench play`."""

import sys
from collections.abc import Callable, Iterator

from bench import (
    backups,
    board,
    clicks,
    loop,
    panels,
    play,
    post,
    press,
    puzzles,
    ratings,
    review,
    rivals,
    room,
    save,
    search,
    thoughts,
    web,
)
from bench.load import run as load
from bench.research import balance, balance_hold
from bench.season import soak

BENCHES: dict[str, Callable[[], Iterator[str]]] = {
    "play": play.run,
    "search": search.run,
    "clicks": clicks.run,
    "board": board.run,
    "loop": loop.run,
    "save": save.run,
    "press": press.run,
    "post": post.run,
    "ratings": ratings.run,
}


# some take up to hours
LONG: dict[str, Callable[[], Iterator[str]]] = {
    "rivals": rivals.run,
    "sparring": rivals.sparring,
    "review": review.run,
    "puzzles": puzzles.run,
    "room": room.run,
    "thoughts": thoughts.run,
    "backups": backups.run,
    "panels": panels.run,
    "web": web.run,
    "balance": balance.run,
    "hold": balance_hold.run,
}
# programs with options of their own
PROGRAMS: dict[str, Callable[[list[str]], None]] = {"load": load.main, "soak": soak.main}


def main(arguments: list[str]) -> None:
    """The benches of these names, in their order."""
    if arguments and arguments[0] in PROGRAMS:
        PROGRAMS[arguments[0]](arguments[1:])
        return
    for name in arguments or BENCHES:
        for line in {**BENCHES, **LONG}[name]():
            print(f"{name:7} {line}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
