"""The bot, which says when it ends which packages it has loaded."""

import sys
from importlib.metadata import packages_distributions
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    sys.modules["rich"] = None  # type: ignore[assignment]  # the tools for tests bring it, and structlog takes it then
    import bot

    status = bot.main()
    packages, loaded = packages_distributions(), {name.partition(".")[0] for name, it in sys.modules.items() if it}
    print("loaded:", *sorted({package.lower() for name in loaded for package in packages.get(name, ())}))
    sys.exit(status)
