"""A folder with texts in English and German."""

from pathlib import Path

import pytest

from tests.locales.texts import RIDERS, entry, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "en", RIDERS + entry("hello", "Hello {name}!") + entry("only", "English only"))
    german = RIDERS.replace("one rider of", "ein Fahrer von").replace("riders of", "Fahrer von")
    write(tmp_path, "de", german + entry("hello", "Hallo {name}!"))
    return tmp_path
