#!/usr/bin/env python3
"""Checks every draw of finished matches from their exports, with nothing but Python: `python verify.py match-12.json`.

How the dice are made. When a match opens, the bot draws a seed of 32 bytes and posts its SHA-256, the commitment. When
it starts, the bot posts the entropy: the numbers that Discord gave to the players' own presses of Join, which no one
could know beforehand. Key = HMAC-SHA256(seed, entropy). Draw n of log row m, made for the reason `why`, reads 32-bit
numbers from HMAC-SHA256(key, "m:n:why"), then from "m:n:why:1", "m:n:why:2" and so on. A number below
2**32 - 2**32 % sides counts, others are passed over; number % sides + 1 is the die. A shuffle (sides 0) is Fisher-Yates
from the last place down, with the same numbers. When the match is over, the seed is published, and this program
can repeat it all.

The tables of a set, such as those of a race of the day, have one seed, one commitment and one entropy. There a draw is
known by its `name` instead of "m:n:why": whose it is and what for, then how many of its kind have come, from 1. So it
falls alike at all tables. Name the exports of several tables to see how many draws they share.

Compare the commitment and the entropy that it prints with those in the match's thread.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path


def numbers(key: bytes, name: str):
    """The endless stream of 32-bit numbers behind one draw."""
    block = 0
    while True:
        text = name if block == 0 else f"{name}:{block}"
        digest = hmac.new(key, text.encode(), hashlib.sha256).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(row, bound: int) -> int:
    """The next number that counts, below `bound`."""
    usable = 2**32 - 2**32 % bound
    return next(number for number in row if number < usable) % bound


def repeat(key: bytes, move: int, place: int, draw: dict) -> list:
    """How the draw must have fallen."""
    row = numbers(key, draw.get("name", f"{move}:{place}:{draw['why']}"))
    if draw["sides"]:
        return [1 + below(row, draw["sides"]) for _ in draw["fell"]]
    order = list(range(len(draw["fell"])))
    for last in range(len(order) - 1, 0, -1):
        other = below(row, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def check(match: dict) -> tuple[int, list[str]]:
    """How many draws were checked, and what is wrong."""
    if "seed" not in match and "commitment" in match:
        return 0, ["The match isn't over: its seed is still secret, so there is nothing to check yet."]
    seed, wrong, count = bytes.fromhex(match["seed"]), [], 0
    if hashlib.sha256(seed).hexdigest() != match["commitment"]:
        wrong.append("The seed doesn't fit the commitment.")
    key = hmac.new(seed, match["entropy"].encode(), hashlib.sha256).digest() if match["entropy"] else seed
    come: dict[str, int] = {}
    for row in match["log"]:
        for place, draw in enumerate(row["draws"]):
            count += 1
            if "name" in draw:
                kind, _, number = draw["name"].rpartition(":")
                come[kind] = come.get(kind, 0) + 1
                if number != str(come[kind]):
                    wrong.append(f"Row {row['seq']}, draw {place} is named {draw['name']}, but is number {come[kind]}.")
            if repeat(key, row["seq"], place, draw) != draw["fell"]:
                wrong.append(f"Row {row['seq']}, draw {place} ({draw['why']}) fell {draw['fell']}, which is not so.")
    return count, wrong


def shared(matches: list[dict]) -> int | None:
    """How many draws all these tables have; None if they aren't of one set."""
    if len({(match["commitment"], match["entropy"]) for match in matches}) > 1:
        return None
    named = [{draw.get("name") for row in match["log"] for draw in row["draws"]} for match in matches]
    return None if any(None in names for names in named) else len(set.intersection(*named))


def verify(name: str) -> tuple[int, dict]:
    """Check one file and say what was found; the exit status as for `main`, and the match."""
    try:
        match = json.loads(Path(name).read_text(encoding="utf-8"))
        count, wrong = check(match)
    except OSError as fault:
        print(f"{name} can't be read: {fault.strerror}.")
        return 2, {}
    except (AttributeError, KeyError, TypeError, ValueError):
        print("This is no export of a match.")
        return 2, {}
    for line in wrong:
        print(line)
    if wrong:
        return 1, {}
    print(f"Commitment: {match['commitment']}\nEntropy: {match['entropy']}\nAll {count} draws are right.")
    return 0, match


def main() -> int:
    """Check the files named on the command line; the exit status is 0 if all is right, 1 if not, 2 if one is none."""
    if len(sys.argv) < 2:
        print("Usage: python verify.py EXPORT.json ...")
        return 2
    found = [verify(name) for name in sys.argv[1:]]
    if (status := max(status for status, _ in found)) or len(found) == 1:
        return status
    if (count := shared([match for _, match in found])) is None:
        print("These matches aren't tables of one set.")
        return 1
    print(f"These tables are of one set: {count} draws were made at all of them, and fell alike.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
