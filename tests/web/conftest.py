"""An evening whose tables are shown on a page, over real HTTP."""

from collections.abc import AsyncIterator

import pytest

from tests.host.conftest import evening, house_url, neighbour, pool  # noqa: F401 -- fixtures
from tests.host.evening import Evening
from tests.web.guest import Page, serving


@pytest.fixture
async def page(evening: Evening) -> AsyncIterator[Page]:  # noqa: F811 -- the fixture
    """The page of this evening."""
    async with serving(evening) as page:
        yield page
