"""Whether the bot in this container is connected to Discord and to its database, as an exit status."""

from __future__ import annotations

import os
import sys
from urllib.error import HTTPError
from urllib.request import urlopen

ANSWERS_WITHIN = 8.0  # seconds

try:
    urlopen(f"http://127.0.0.1:{os.environ['METRICS_PORT']}/readyz", timeout=ANSWERS_WITHIN).close()
except HTTPError as missing:
    sys.exit(missing.read().decode())
except OSError as error:
    sys.exit(f"The bot doesn't answer ({error}).")
