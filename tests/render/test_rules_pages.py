"""Pages of rules: every picture is described for people who can't see it."""

import pytest

from locales import PSEUDO, catalogue
from render import RENDERERS


@pytest.mark.parametrize("game", RENDERERS)
def test_every_picture_of_the_rules_is_described_and_nothing_else(game: str) -> None:
    for locale in ("en", PSEUDO):
        pages = RENDERERS[game].rules(catalogue(locale))
        assert any(page.picture for page in pages)
        for page in pages:
            assert (page.picture is None) == (not page.alt), page.title
            assert page.alt != page.title
            assert len(page.alt) <= 1000, page.title
