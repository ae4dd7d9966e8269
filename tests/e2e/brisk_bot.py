"""The real bot, which looks at matches with as few ways on as there must be, and calls any answer a turning point."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import bot
from host.coach import report, reviews

if __name__ == "__main__":
    reviews.SECONDS = reviews.MORE = reviews.EXAMPLES = 0.01
    report.SURE = report.LEAST_COST = 0.0
    sys.exit(bot.main())
