"""Starts the sandbox: `python -m sandbox [--port 8480] [--state FOLDER] [--record FILE] ...`."""

import argparse
import asyncio
import errno
import os
import signal
import sys
import threading
from pathlib import Path

from sandbox.rules import ANSWER_SECONDS
from sandbox.server import running


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description="An offline Discord to play in.")
    parser.add_argument("--port", type=int, default=8480, help="where to listen; 0 takes any free port")
    parser.add_argument("--state", type=Path, metavar="FOLDER", help="keep everything there; else it is forgotten")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write all REST calls and answers there")
    parser.add_argument(
        "--answer-within",
        type=float,
        default=ANSWER_SECONDS,
        metavar="SECONDS",
        help=f"give the bot this long to answer a press or command; {ANSWER_SECONDS:g} as on Discord if not given",
    )
    parser.add_argument("--with-parent", action="store_true", help="end when standard input ends")
    return parser.parse_args()


async def serve(options: argparse.Namespace) -> None:
    """Serve until a signal, or the end of the program that started this one."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # on Windows, whose loop is woken all the same
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    async with running(options.port, options.state, options.record, options.answer_within) as url:
        sys.stdout.write(f"Sandbox: {url}\n")
        sys.stdout.flush()
        if options.with_parent:
            threading.Thread(target=_wait_for_end_of_input, args=(loop, stop), daemon=True).start()
        await stop.wait()


def _wait_for_end_of_input(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    while os.read(sys.stdin.fileno(), 4096):
        continue
    loop.call_soon_threadsafe(stop.set)


def main() -> None:
    options = arguments()
    try:
        asyncio.run(serve(options))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sys.exit(f"Port {options.port} is in use: end the other program, or choose another with --port.")
        sys.exit(f"The sandbox can't start: {error}.")
    except ValueError as error:
        sys.exit(f"The folder {options.state} holds no world of the sandbox: {error}.")


if __name__ == "__main__":
    main()
