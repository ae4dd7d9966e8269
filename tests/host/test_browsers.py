"""Ways to the page: a press opens one browser of its person; who may see which match there, and for how long."""

from collections.abc import Awaitable

import pytest

from engines.table import Refused
from host.browsers import GRANT, SESSION, STALE, TOKEN
from tests.host.evening import ADA, BO, CY, Evening

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]


async def refusal(attempt: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refused:
        await attempt
    return refused.value.reason


async def test_a_press_opens_one_browser_of_its_person(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    browsers = evening.house.browsers
    token = await browsers.invite(ADA, match, "reply")
    assert await browsers.invited(token) == ADA, "to ask spends nothing"
    opened = await browsers.enter(token)
    assert opened.entered.reply == "reply"
    assert (opened.entered.user, opened.entered.match) == (ADA, match)
    assert (await browsers.reader(opened.session)).user == ADA
    assert await refusal(browsers.enter(token)) == "page.token"
    assert token != opened.session and len(token) > 40


@pytest.mark.parametrize("token", ["", "no token", "x" * 10_000, "\ud800", "' OR 1=1"])
async def test_what_is_no_token_opens_nothing(evening: Evening, token: str) -> None:
    assert await refusal(evening.house.browsers.enter(token)) == "page.token"
    assert await refusal(evening.house.browsers.invited(token)) == "page.token"
    assert await refusal(evening.house.browsers.reader(token)) == "page.session"


async def test_a_token_counts_for_five_minutes_and_a_browser_for_thirty_days(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    browsers = evening.house.browsers
    late, token = await browsers.invite(ADA, match), await browsers.invite(ADA, match)
    evening.now.later(TOKEN - 1)
    opened = await browsers.enter(token)
    evening.now.later(1)
    assert await refusal(browsers.enter(late)) == "page.token"
    evening.now.later(SESSION - 2)
    assert (await browsers.reader(opened.session)).user == ADA
    evening.now.later(1)
    assert await refusal(browsers.reader(opened.session)) == "page.session"


async def test_a_person_sees_their_browsers_and_closes_them(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    browsers = evening.house.browsers
    first, second = [await browsers.enter(await browsers.invite(ADA, match)) for _ in range(2)]
    evening.now.later(STALE + 1)
    assert (await browsers.reader(first.session)).used < evening.now()
    assert [browser.id for browser in await browsers.of(ADA)] == [first.entered.browser, second.entered.browser]
    assert (await browsers.of(ADA))[0].used == evening.now()
    await browsers.close(BO, first.entered.browser)
    assert len(await browsers.of(ADA)) == 2, "no one else closes them"
    await browsers.close(ADA, first.entered.browser)
    assert await refusal(browsers.reader(first.session)) == "page.session"
    assert (await browsers.reader(second.session)).user == ADA


async def test_players_always_see_their_match_and_others_for_an_hour_after_a_press(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    browsers = evening.house.browsers
    await browsers.invite(ADA, match)
    assert await browsers.check(match, ADA) is None
    assert await refusal(browsers.check(match, CY)) == await refusal(browsers.check(99, CY)) == "house.unknown"
    await browsers.invite(CY, match)
    assert await browsers.check(match, CY) == evening.now() + GRANT
    evening.now.later(GRANT)
    assert await refusal(browsers.check(match, CY)) == "house.unknown"
    assert await browsers.check(match, BO) is None


async def test_a_forgotten_person_has_no_browser(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    browsers = evening.house.browsers
    opened = await browsers.enter(await browsers.invite(CY, match))
    await evening.house.privacy.forget(CY)
    assert await refusal(browsers.reader(opened.session)) == "page.session"
