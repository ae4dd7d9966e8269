"""Gruppetto, a Discord bot that hosts slow board games. Its code lies in `app`, out of the way of other packages."""

import sys
from pathlib import Path

APP = Path(__file__).parent / "app"


def enter() -> None:
    """Let this process find the code of the bot before all packages of the same names."""
    sys.path.insert(0, str(APP))
