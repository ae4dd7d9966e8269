"""Runs every bench and prints its lines: `python -m bench`."""

from bench import board, play, save


def main() -> None:
    """All of them, quickest first."""
    for name, bench in (("play", play.run), ("board", board.run), ("save", save.run)):
        for line in bench():
            print(f"{name:6} {line}")


if __name__ == "__main__":
    main()
