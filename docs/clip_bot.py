"""The real bot, whose dice fall the same each time: the bot of the films that `docs.clips` draws."""

import sys
from pathlib import Path
from random import Random
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

import bot
import host.play.matches
from host.house import House

if __name__ == "__main__":
    seed = int(sys.argv.pop())
    luck = {"luck": lambda size: Random(seed).randbytes(size)}  # the same for all who ask, in whatever order they do
    with patch.dict(House.__init__.__kwdefaults__, luck), patch.object(host.play.matches, "entropy", lambda _: ""):
        sys.exit(bot.main())
