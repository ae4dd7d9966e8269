"""`python -m bench.season` plays both seasons at once, a process each, and a third with live play; prints figures."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from bench.season.play import DAYS, MATCHES
from bench.season.report import lines, live_lines
from bench.season.run import run


def main(arguments: list[str]) -> int:
    """Both seasons; 1 if a match got stuck in one of them."""
    parser = argparse.ArgumentParser(prog="python -m bench.season")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--days", type=float, default=DAYS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evenings", type=float, default=0.0, help="share of the matches with the clock evening")
    parser.add_argument("--holidays", type=float, default=0.0, help="share of the people who take a holiday")
    parser.add_argument("--live", type=float, default=0.0, help="share of the people who play live when it is offered")
    settings = parser.parse_args(arguments)
    shares = {"evenings": settings.evenings, "holidays": settings.holidays}
    play = partial(run, settings.seed, matches=settings.matches, days=settings.days, **shares)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        seasons = [processes.submit(play, fast=fast) for fast in (False, True)]
        livelier = processes.submit(play, fast=True, live=settings.live) if settings.live else None
        plain, fast = (season.result() for season in seasons)
        live = livelier and livelier.result()
    for line in (*lines(plain, fast), *(live_lines(fast, live) if live else ())):
        print(line)
    return bool(plain.faults or fast.faults or (live and live.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
