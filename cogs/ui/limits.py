"""Discord's limits that more than one file has to keep."""

from __future__ import annotations

MOST_OPTIONS = 25  # of a select, of an option of a command, and suggestions while somebody types
MOST_LABEL = 100  # characters that describe a command or an option, or name a choice
MOST_ALT = 1024  # characters that describe a picture
