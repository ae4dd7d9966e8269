"""Draws the lots of a cup that is over and pairs its rounds again: `python -m docs.verify_cup cup-3.json`.

The file is what `/cup verify` answers. When a cup opens, the bot draws a seed of 32 bytes and posts its SHA-256, the
commitment. The entropy are the numbers that Discord gave to the presses of those who had signed up when it began;
it is in the file from then on. Key = HMAC-SHA256(seed, entropy), and draws are made from it as `docs/verify.py` says,
all of them in row 0: the seeding among equal ratings and, where everyone meets everyone at tables of three or more,
the rounds. All other pairings follow from the seeding and the results, by the functions in `host/cups/`.

Compare the commitment with that in the cup's message.
"""

import sys
from pathlib import Path

from host.cups.verify import decode, replay

SAID = {
    "commitment": "The seed doesn't fit the commitment.",
    "seeding": "The seeding doesn't follow from the lots.",
    "round": "The tables of round {round} don't follow from the lots and results.",
}


def main() -> int:
    """Check the file named on the command line; the exit status is 0 if all is right, 1 if not, 2 if there is none."""
    if len(sys.argv) != 2:
        print("Usage: python -m docs.verify_cup CUP.json")
        return 2
    try:
        cup = decode(Path(sys.argv[1]).read_bytes())
        again = replay(cup)
    except OSError as fault:
        print(f"{sys.argv[1]} can't be read: {fault.strerror}.")
        return 2
    except ValueError:
        print("This is no file from /cup verify.")
        return 2
    if again is None:
        print("The cup isn't over: its seed is still secret, so there is nothing to check yet.")
        return 1
    for part, number in again.wrong:
        print(SAID[part].format(round=number))
    if again.wrong:
        return 1
    print(f"Commitment: {cup.commitment}\nEntropy: {cup.entropy}\nThe seeding and all {again.tables} tables are right.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
