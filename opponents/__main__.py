"""Thinks for the process that has started it: see `opponents.worker`."""

from opponents.worker import main

if __name__ == "__main__":
    main()
