"""The page: the way in, the table to touch, what is refused, and what its headers forbid."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from structlog.testing import capture_logs

from engines.table import Path as Steps
from engines.table import Pick
from host.browsers import GRANT, SESSION
from host.play.seen import Seen
from host.thinking.hints import Ranking, Weighed
from locales import catalogue
from model.kinds import QuickConfirm
from model.match import Preferences
from model.page import Moves
from tests.driver import PATIENCE
from tests.host.apart import play_apart
from tests.host.evening import ADA, BO, CY, DEE, Evening
from tests.web.guest import ORIGIN, URL, Guest, Page, shown
from web.proof import cookie_of
from web.streams import MOST

pytestmark = pytest.mark.quick

SAY = catalogue("en")
CROWD = 200  # the first of the people who look on


async def moved(page: Page, match: int) -> int:
    return (await page.evening.header(match)).seq


async def played(guest: Guest, match: int) -> dict[str, Any]:
    """The guest answers the question by first choices, and confirms."""
    table = await guest.table(match)
    while table["kind"] not in ("none", "confirm") and not table["led"]:
        first = [*table["touch"], *table["words"]][0]
        table = await guest.touch(match, table, first["path"])
    if table["kind"] == "confirm" and not table["led"]:
        table = await guest.touch(match, table, table["path"], sure=True)
    return table


def last_path(seen: Seen) -> Steps:
    """The answer made of last options."""
    path: Steps = ()
    while isinstance(ask := seen.ask(path), Pick):
        path = (*path, ask.options[-1])
    return path


# --- the way in


async def test_a_token_says_whose_it_is_and_is_spent_by_one_post(page: Page) -> None:
    evening = page.evening
    match = await evening.play(ADA, BO)
    await evening.house.languages.remember(ADA, "de", "Ada")
    token = await evening.house.browsers.invite(ADA, match, "reply")
    async with aiohttp.ClientSession() as session:

        async def post(path: str, **headers: str) -> aiohttp.ClientResponse:
            sent = {"Origin": ORIGIN, **headers}
            return await session.post(f"{page.address}/{path}", json={"token": token}, headers=sent)

        for _ in range(2):
            asked = await (await post("who")).json()
            assert (asked["name"], asked["locale"]) == ("Ada", "de") and "{name}" in asked["words"]["page.enter"]
        assert (await post("enter", Origin="https://elsewhere.test")).status == 400
        entered = await post("enter")
        assert (await entered.json())["go"] == f"b/{page.told[0].browser}/#{match}"
        cookie = entered.cookies[cookie_of(page.told[0].browser)]
        assert (cookie["path"], cookie["httponly"], cookie["samesite"], cookie["secure"]) == (
            f"/under/b/{page.told[0].browser}/",
            True,
            "Lax",
            "",
        )
        assert [(told.user, told.reply) for told in page.told] == [(ADA, "reply")]
        again = await post("enter")
        assert again.status == 401 and "five minutes" in shown((await again.json())["sentence"])
        assert not again.cookies


async def test_no_get_spends_a_token_and_it_stands_in_the_fragment(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    token = await page.evening.house.browsers.invite(ADA, match)
    link = page.site.address.link(token)
    assert link == f"{URL}/#{token}"
    async with aiohttp.ClientSession() as session:
        for path in ("", "enter", "who", f"?token={token}"):
            await session.get(f"{page.address}/{path}")
    assert await page.evening.house.browsers.invited(token) == ADA


async def test_two_people_live_side_by_side_in_one_browser(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as ada, page.guest(BO, match) as bo:
        assert [(await guest.table(match))["seat"] for guest in (ada, bo)] == [0, 1]
        ada.headers["Cookie"] = bo.headers["Cookie"]
        reply = await ada.get(f"match/{match}")
        assert reply.status == 401 and reply.json["ended"], "a session belongs to one browser's path"


async def test_a_session_ends_by_its_person_by_time_and_by_forgetting(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as first, page.guest(ADA, match) as second, page.guest(BO, match) as bo:
        assert (await first.post("close")).status == 200
        assert (await first.get("matches")).status == 401
        assert (await second.get("matches")).status == 200
        await page.evening.house.privacy.forget(BO)
        assert (await bo.get(f"match/{match}")).status == 401
        page.evening.now.later(SESSION)
        assert (await second.get("matches")).status == 401


# --- the table


@pytest.mark.parametrize("game", ["pistard", "schlangennest", "superechelon", "legstrong"])
async def test_a_match_is_played_by_touch(page: Page, game: str) -> None:
    match = await page.evening.play(ADA, BO, game=game)
    async with page.guest(ADA, match) as ada, page.guest(BO, match) as bo:
        for _ in range(6):
            waiting = (await page.matches.see(match, None)).view.waiting
            guest = (ada, bo)[next(seat for seat in waiting if seat is not None)]
            before = await moved(page, match)
            table = await played(guest, match)
            assert await moved(page, match) > before
            assert shown(table["news"]) or shown(table["notice"]), "the press says what it caused"


async def test_the_first_touch_shows_a_preview_and_the_second_plays(page: Page) -> None:
    match = await page.evening.ride(ADA, BO)
    user, _ = await page.evening.due(match)
    async with page.guest(user, match) as guest:
        before = table = await guest.table(match)
        while table["kind"] == "pick":
            before, table = table, await guest.touch(match, table, [*table["touch"], *table["words"]][-1]["path"])
        assert table["kind"] == "confirm" and table["picture"]["png"] != before["picture"]["png"]
        assert [entry["path"] for entry in [*table["touch"], *table["words"]] if entry["chosen"]] == [table["path"]]
        assert table["back"] == before["path"]
        seq = await moved(page, match)
        after = await guest.touch(match, table, table["path"], sure=True)
        assert after["led"] and await moved(page, match) > seq


async def test_quick_confirm_plays_at_the_first_touch_what_can_be_undone(page: Page) -> None:
    match = await page.evening.play(ADA, BO, game="schlangennest")
    user, _ = await page.evening.due(match)
    await page.evening.house.notifications.set_preferences(user, Preferences(quick=QuickConfirm.ALWAYS))
    async with page.guest(user, match) as guest:
        table = await guest.table(match)
        while table["kind"] == "pick" and not table["led"]:
            table = await guest.touch(match, table, [*table["touch"], *table["words"]][0]["path"])
        assert table["led"] and "undo" in table["tools"]
        undone = await guest.post(f"match/{match}/undo", fingerprint=table["fingerprint"])
        assert undone.status == 200 and undone.json["asked"]


async def test_the_same_press_sent_twice_counts_once(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        table = await guest.table(match)
        while table["kind"] != "confirm":
            table = await guest.touch(match, table, [*table["touch"], *table["words"]][0]["path"])
        sent = {"path": table["path"], "fingerprint": table["fingerprint"], "sure": True, "nonce": "0123456789abcdef"}
        first, second = await asyncio.gather(*(guest.post(f"match/{match}/touch", **sent) for _ in range(2)))
        assert [first.status, second.status] == [200, 200]
        rows = await page.matches.history(match, ADA)
        assert sum(row.user == ADA and row.path == tuple(table["path"]) for row, _ in rows) == 1
        assert sorted(reply.json["led"] for reply in (first, second)) == [False, True]
        assert all("gone" not in shown(reply.json["notice"]) for reply in (first, second)), "neither came too late"


async def test_a_press_on_a_question_that_has_gone_shows_the_present_one(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        old = await guest.table(match)
        await page.evening.answer(match, ADA)
        table = await guest.touch(match, old, [*old["touch"], *old["words"]][0]["path"], sure=True)
        assert shown(table["notice"])
        assert table["fingerprint"] != old["fingerprint"]


@pytest.mark.parametrize(
    "path", [["no such option"], [""], [1], "words", None, [["nested"]], ["a"] * 40, ["x" * 500], ["+", "-"]]
)
async def test_a_forged_path_changes_nothing(page: Page, path: Any) -> None:
    match = await page.evening.play(ADA, BO)
    seq = await moved(page, match)
    async with page.guest(ADA, match) as guest:
        table = await guest.table(match)
        reply = await guest.post(f"match/{match}/touch", path=path, fingerprint=table["fingerprint"], sure=True)
        assert reply.status == 400 and reply.sentence
    assert await moved(page, match) == seq


async def test_plan_note_hint_votes_and_steps_are_as_in_discord(page: Page) -> None:
    match = await page.evening.ride(ADA, BO, rated=False)
    user, _ = await page.evening.due(match)
    other = ADA if user == BO else BO
    async with page.guest(user, match) as guest, page.guest(other, match) as rival:
        table = (await guest.post(f"match/{match}/note", text="the inside lane")).json
        assert table["note"] == "the inside lane" and (await rival.table(match))["note"] == ""
        assert (await guest.post(f"match/{match}/note", text="")).json["note"] == ""
        assert {"hint", "since"} <= set(table["tools"])
        hint = (await guest.post(f"match/{match}/hint")).json
        assert hint["lines"] and hint["picture"]["png"]
        assert (await guest.touch(match, table, hint["lines"][0]["path"]))["kind"] == "confirm"
        since = (await rival.get(f"match/{match}/since")).json
        step = (await rival.get(f"match/{match}/since/0?first={since['first']}")).json
        assert step["picture"]["png"] and step["steps"] == since["steps"]
        vote = (await guest.post(f"match/{match}/vote", about="pause", seat=None)).json
        assert vote["vote"]["can"]
        assert (await rival.post(f"match/{match}/cast", yes=True, since=vote["vote"]["since"])).status == 200
        assert (await page.evening.header(match)).paused == "voted"
        assert "paused by vote" in shown((await guest.table(match))["about"])


async def test_live_play_is_offered_taken_quietly_and_ended_as_in_discord(page: Page) -> None:
    match = await page.evening.ride(ADA, BO, clock="daily")
    while (await page.matches.see(match, ADA)).own.offered is None:
        await page.evening.answer(match, (await page.evening.due(match))[0])
    async with page.guest(ADA, match) as ada, page.guest(BO, match) as bo:
        before = (await bo.table(match))["live"]
        assert before["act"] == "agree" and "Live tonight?" in shown(before["text"])
        agreed = (await ada.post(f"match/{match}/live/agree")).json["live"]
        assert agreed["act"] is None and "only you know" in shown(agreed["text"])
        assert (await bo.table(match))["live"] == before
        assert (await bo.post(f"match/{match}/live/agree")).json["live"]["act"] == "enough"
        assert (await ada.table(match))["live"]["act"] == "enough"
        over = (await ada.post(f"match/{match}/live/enough")).json
        assert over["live"] is None and "Live play is over" in shown(over["notice"])
        late = await bo.post(f"match/{match}/live/enough")
        assert late.status == 400 and "over already" in late.sentence


@pytest.mark.parametrize("game", ["pistard", "superechelon"])
async def test_things_are_tried_out_for_all_seats_and_kept(page: Page, game: str) -> None:
    match = await page.evening.ride(ADA, BO) if game == "pistard" else await page.evening.play(ADA, BO, game=game)
    user, _ = await page.evening.due(match)
    seq = await moved(page, match)
    async with page.guest(user, match) as guest:
        assert "try" in (await guest.table(match))["tools"]
        table = (await guest.post(f"match/{match}/try")).json
        assert table["trying"] and table["tools"] == ["leave.try"] and "Nothing is played" in shown(table["notice"])
        seats: set[int] = set()
        while table["tried"] < 4:
            seats.add(table["seat"])
            path = [*table["touch"], *table["words"]][-1]["path"]
            asked = {"path": path, "fingerprint": table["fingerprint"]}
            table = (await guest.post(f"match/{match}/try", **asked)).json
        assert seats == {0, 1}
        back, again = [
            (await guest.post(f"match/{match}/try/back", fingerprint=table["fingerprint"])).json for _ in range(2)
        ]
        assert back["tried"] == again["tried"] == 3, "the same press sent again takes no more back"
        late = (await guest.post(f"match/{match}/try/keep", fingerprint=table["fingerprint"])).json
        assert late["trying"] and not late["asked"], "it isn't what is shown there"
        kept = (await guest.post(f"match/{match}/try/keep", fingerprint=back["fingerprint"])).json
        [listed] = kept["lines"]
        words = shown(listed["text"])
        assert not kept["trying"] and listed["possible"] and "Ada" in words and "→" in words
        line = {"number": listed["number"], "line": listed["line"]}
        assert (await guest.post(f"match/{match}/line/on", **line)).json["tried"] == 3
        assert not (await guest.post(f"match/{match}/try/leave")).json["trying"]
        mine = (await guest.post(f"match/{match}/line/use", **line)).json
        assert mine["kind"] == "confirm" and not mine["trying"], "it is played by Confirm"
        assert (await guest.post(f"match/{match}/line/drop", **line)).json["lines"] == []
        gone = await guest.post(f"match/{match}/line/use", **line)
        assert gone.status == 400 and gone.sentence == "You don't keep that line any more."
    assert await moved(page, match) == seq, "nothing has been played"


async def test_a_line_s_first_answer_becomes_a_plan_while_others_move(page: Page) -> None:
    match = await page.evening.play(ADA, BO, game="schlangennest")
    user, _ = await page.evening.due(match)
    await page.evening.answer(match, user)
    async with page.guest(user, match) as guest:
        table = (await guest.post(f"match/{match}/try")).json
        while table["tried"] < 2:
            path = [*table["touch"], *table["words"]][0]["path"]
            table = (await guest.post(f"match/{match}/try", path=path, fingerprint=table["fingerprint"])).json
        kept = (await guest.post(f"match/{match}/try/keep", fingerprint=table["fingerprint"])).json
        line = {"number": 1, "line": kept["lines"][0]["line"]}
        table = (await guest.post(f"match/{match}/line/use", **line)).json
        assert table["planning"] and table["kind"] == "confirm"
        await guest.touch(match, table, table["path"], sure=True)
        assert (await page.matches.see(match, user)).own.plan[0].path == tuple(table["path"])


async def test_the_bot_plays_on_for_a_person(page: Page) -> None:
    match = await page.evening.ride(ADA, BO)
    user, _ = await page.evening.due(match)
    async with page.guest(user, match) as guest:
        table = await guest.table(match)
        assert "auto.turn" in table["tools"]
        reply = await guest.post(f"match/{match}/auto", until="turn", fingerprint=table["fingerprint"])
        assert reply.status == 200 and reply.json["led"]
        assert (await guest.post(f"match/{match}/auto", until="ever", fingerprint="")).status == 400


async def test_a_list_shows_first_what_waits(page: Page) -> None:
    first, second = await page.evening.ride(ADA, BO), await page.evening.ride(BO, ADA)
    waits = {match: (await page.evening.due(match))[0] == ADA for match in (first, second)}
    async with page.guest(ADA, first) as guest:
        listed = (await guest.get("matches")).json["matches"]
    assert {entry["match"] for entry in listed} == {first, second}
    assert [entry["asked"] for entry in listed] == sorted(waits.values(), reverse=True)


# --- borders


async def test_who_is_not_at_the_table_looks_on_for_an_hour_and_sees_what_everyone_sees(page: Page) -> None:
    match = await page.evening.play(ADA, BO, game="superechelon")
    async with page.guest(CY, match) as cy, page.guest(ADA, match) as ada:
        table = await cy.table(match)
        assert (table["seat"], table["kind"], table["touch"], table["note"]) == (None, "none", [], "")
        public = (await ada.get(f"match/{match}?as=public")).json
        assert public == {**table, "follows": None}
        assert (await cy.post(f"match/{match}/touch", path=[], fingerprint=table["fingerprint"])).status == 400
        page.evening.now.later(GRANT)
        gone, unknown = await cy.get(f"match/{match}"), await cy.get("match/999")
        assert (gone.status, gone.body) == (unknown.status, unknown.body) == (404, unknown.body)
        assert (await ada.get(f"match/{match}")).status == 200


async def test_a_match_that_one_may_not_see_is_one_that_does_not_exist(page: Page) -> None:
    mine, theirs = await page.evening.play(CY, ADA), await page.evening.play(ADA, BO)
    apart = await play_apart(page.evening, ADA, BO)
    async with page.guest(CY, mine) as cy:
        for ask in (
            lambda match: cy.get(f"match/{match}"),
            lambda match: cy.get(f"match/{match}/since"),
            lambda match: cy.get(f"events?match={match}"),
            lambda match: cy.post(f"match/{match}/touch", path=[], fingerprint="x"),
            lambda match: cy.post(f"match/{match}/note", text="x"),
            lambda match: cy.post(f"match/{match}/vote", about="pause", seat=None),
            lambda match: cy.post(f"match/{match}/hint"),
        ):
            replies = [await ask(match) for match in (theirs, apart, 999)]
            assert [reply.status for reply in replies] == [404, 404, 404]
            assert replies[0].body == replies[1].body == replies[2].body
        assert [entry["match"] for entry in (await cy.get("matches")).json["matches"]] == [mine]


async def test_a_table_over_servers_is_played_and_voted_on_at_the_page(page: Page) -> None:
    match = await play_apart(page.evening, ADA, BO)
    async with page.guest(ADA, match) as ada, page.guest(BO, match) as bo:
        assert [entry["match"] for entry in (await ada.get("matches")).json["matches"]] == [match]
        assert (await ada.table(match))["thread"] is None
        vote = (await ada.post(f"match/{match}/vote", about="pause", seat=None)).json["vote"]
        assert (await bo.post(f"match/{match}/cast", yes=True, since=vote["since"])).status == 200
    assert (await page.evening.header(match)).paused == "voted"


# --- what is refused


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://elsewhere.test"}, 400),
        ({"Origin": ""}, 400),
        ({"X-Csrf": "0" * 64}, 400),
        ({"X-Csrf": ""}, 400),
        ({"Content-Type": "text/plain"}, 400),
        ({"Cookie": "gruppetto-1=no"}, 401),
        ({"X-Csrf": "\xff"}, 400),
        ({"Cookie": ""}, 401),
    ],
)
async def test_only_our_own_page_writes(page: Page, headers: dict[str, str], status: int) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        body = json.dumps({"text": "forged", "nonce": "0123456789"})
        sent = {"Content-Type": "application/json", **headers}
        reply = await guest.ask("POST", f"match/{match}/note", data=body, headers=sent)
        assert reply.status == status and reply.sentence
        assert (await guest.table(match))["note"] == ""


@pytest.mark.parametrize("body", [b"", b"[]", b"nonsense", b"{", b'"x"', b"\xff\xfe", b"[" * 15_000])
async def test_a_body_that_is_none_is_refused(page: Page, body: bytes) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        sent = {"Content-Type": "application/json"}
        assert (await guest.ask("POST", f"match/{match}/note", data=body, headers=sent)).status == 400


async def test_a_huge_body_is_refused_and_the_page_goes_on(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        body = io.BytesIO(json.dumps({"text": "x" * 10_000_000}).encode())
        sent = {"Content-Type": "application/json"}
        reply = await guest.ask("POST", f"match/{match}/note", data=body, headers=sent)
        assert reply.status == 413 and reply.sentence
        assert (await guest.get("matches")).status == 200


async def test_who_asks_too_fast_is_told_so_and_nobody_else_waits(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as ada, page.guest(BO, match) as bo:
        replies = await asyncio.gather(*(ada.get("matches") for _ in range(60)))
        assert {reply.status for reply in replies} == {200, 429}
        assert (await bo.get("matches")).status == 200


async def test_a_bot_that_stops_says_that_it_comes_back(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        page.is_open = False
        reply = await guest.get(f"match/{match}")
        assert reply.status == 503 and "be back soon" in reply.sentence
        page.is_open = True
        assert (await guest.get(f"match/{match}")).status == 200


async def test_an_error_of_ours_is_one_sentence_with_a_number(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        monkeypatch.setattr("web.acts.Acts.look", None)
        reply = await guest.get(f"match/{match}")
        assert reply.status == 500 and "Traceback" not in reply.sentence and reply.sentence


async def test_no_page_can_be_framed_and_nothing_runs_that_is_not_ours(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        for path in ("", "me", f"match/{match}", "match/999", "nowhere", "../../", "../../static/table.js"):
            headers = (await guest.get(path)).headers
            policy = headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in policy and "default-src 'none'" in policy, path
            assert "unsafe" not in policy
            assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
        assert (await guest.get("me")).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["nothing.js", "..%2Fsite.py", "site.py", "", "a/b.js"])
async def test_nothing_but_the_page_s_files_is_served(page: Page, path: str) -> None:
    async with aiohttp.ClientSession() as session:
        assert (await session.get(f"{page.address}/static/{path}")).status == 404


# --- streams


async def test_a_table_is_sent_again_when_what_its_viewer_sees_has_changed(page: Page) -> None:
    match = await page.evening.play(ADA, BO, game="schlangennest")
    user, _ = await page.evening.due(match)
    async with page.guest(CY, match) as cy, cy.watch(match) as watched:
        _, before = await watched.next()
        await page.evening.answer(match, user)
        _, after = await watched.next()
        assert after["picture"]["png"] != before["picture"]["png"]


async def test_another_s_sealed_answer_sends_nothing_that_not_everyone_knows(page: Page) -> None:
    match = await page.evening.play(ADA, BO, CY)
    seen = await page.matches.see(match, None)
    assert seen.view.sealed
    await page.evening.answer(match, BO)
    async with page.guest(ADA, match) as guest, guest.watch(match) as watched:
        await watched.next()
        before = await page.matches.see(match, BO)
        path = last_path(before)
        assert path != before.game.fallback(before.view)
        await page.evening.answer(match, BO, path)  # changes their mind: a row that no one else hears of
        assert await watched.is_silent()


async def test_a_list_hears_of_a_match_that_waits(page: Page) -> None:
    match = await page.evening.play(ADA, BO, game="schlangennest")
    user, _ = await page.evening.due(match)
    other = ADA if user == BO else BO
    async with page.guest(other, match) as guest, guest.watch() as watched:
        _, before = await watched.next()
        while (await page.matches.see(match, other)).view.waiting != (0 if other == ADA else 1,):
            await page.evening.answer(match, user)
        name, after = await watched.next()
        assert name == "matches" and not before["matches"][0]["asked"]
        while not after["matches"][0]["asked"]:
            _, after = await watched.next()


async def test_another_worker_s_move_is_heard_within_a_second_or_so(page: Page, neighbour: Evening) -> None:
    match = await page.evening.play(ADA, BO, game="schlangennest")
    user, _ = await page.evening.due(match)
    async with page.guest(CY, match) as cy, cy.watch(match) as watched:
        _, before = await watched.next()
        await neighbour.answer(match, user)
        _, after = await watched.next()
        assert after != before


async def test_a_stream_ends_with_its_session_and_with_its_grant(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    browsers = page.evening.house.browsers
    async with (
        page.guest(CY, match) as cy,
        page.guest(ADA, match) as ada,
        cy.watch(match) as watched,
        ada.watch(match) as own,
    ):
        await watched.next()
        await own.next()
        page.evening.now.later(GRANT)
        page.site.streams.moved(match)
        name, end = await watched.next()
        assert name == "end" and "hour" in shown(end["sentence"]) and not end["ended"]
        [browser] = await browsers.of(ADA)
        await browsers.close(ADA, browser.id)
        name, end = await own.next()
        assert name == "end" and end["ended"]


async def test_a_person_opens_sixteen_tables_at_most(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as ada, AsyncExitStack() as tabs:
        opened = [await tabs.enter_async_context(ada.watch(match)) for _ in range(MOST + 2)]
        assert [watched.answer.status for watched in opened] == [200] * MOST + [429] * 2


async def test_two_hundred_look_on_and_the_next_move_reaches_all_of_them(page: Page) -> None:
    match = await page.evening.play(ADA, BO, game="schlangennest")
    user, _ = await page.evening.due(match)
    async with AsyncExitStack() as crowd:
        guests = [await crowd.enter_async_context(page.guest(CROWD + n, match)) for n in range(20)]
        opened = [await crowd.enter_async_context(guest.watch(match)) for guest in guests for _ in range(10)]
        before = [await watched.next() for watched in opened]
        await page.evening.answer(match, user)
        after = await asyncio.gather(*(watched.next() for watched in opened))
        assert len({json.dumps(table) for _, table in [*before, *after]}) == 2, "all see the same"


async def test_a_reader_who_does_not_read_delays_nobody_and_is_dropped(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await page.evening.play(ADA, BO)
    asked = asyncio.Event()

    async def huge(*_: object, **__: object) -> bytes:
        asked.set()
        return json.dumps({"much": "x" * 8_000_000}).encode()

    monkeypatch.setattr("web.acts.Acts.look", huge)
    monkeypatch.setattr("web.following.PATIENCE", 0.2)
    async with page.guest(CY, match) as cy, page.guest(ADA, match) as ada:
        reader, writer = await asyncio.open_connection("127.0.0.1", page.site.port, limit=1024)
        head = f"GET /{cy.base}events?match={match} HTTP/1.1\r\nHost: x\r\nCookie: {cy.headers['Cookie']}\r\n\r\n"
        writer.write(head.encode())
        async with asyncio.timeout(PATIENCE):
            await asked.wait()
            assert (await ada.get("matches")).status == 200
            await asyncio.sleep(0.5)
            came = b""
            with suppress(ConnectionError):
                came = await reader.read()
        assert len(came) < 8_000_000, "it was broken off, and the rest isn't kept"
        writer.close()


@pytest.mark.parametrize("text", ["a\ud800b", "a\0b"])
async def test_a_note_that_cannot_be_stored_is_refused(page: Page, text: str) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        assert (await guest.post(f"match/{match}/note", text=text)).status == 400


async def test_a_vote_of_before_is_not_the_one_that_is_open_now(page: Page) -> None:
    match = await page.evening.play(ADA, BO, CY)
    async with page.guest(ADA, match) as ada, page.guest(BO, match) as bo:
        old = (await bo.post(f"match/{match}/vote", about="pause", seat=None)).json["vote"]
        page.evening.now.later(7 * 86400)
        assert (await bo.post(f"match/{match}/vote", about="cancel", seat=None)).status == 200
        late = await ada.post(f"match/{match}/cast", yes=True, since=old["since"])
        assert late.status == 400 and (await page.evening.header(match)).phase == "running"


async def test_a_press_ends_with_its_session_however_slowly_it_is_sent(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        body = json.dumps({"text": "late", "nonce": "0123456789"}).encode()

        async def slowly() -> AsyncIterator[bytes]:
            yield body[:5]
            [browser] = await page.evening.house.browsers.of(ADA)
            await page.evening.house.browsers.close(ADA, browser.id)
            yield body[5:]

        sent = {"Content-Type": "application/json"}
        reply = await guest.ask("POST", f"match/{match}/note", data=slowly(), headers=sent)
        assert reply.status == 401
        assert await page.matches.note(match, ADA) == ""


async def test_other_pages_cookies_are_their_own(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(ADA, match) as guest:
        guest.headers["Cookie"] += "; session=flask; gruppetto=other"
        assert (await guest.get(f"match/{match}")).status == 200


async def test_one_hint_is_thought_of_for_all_who_ask_at_once(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await page.evening.ride(ADA, BO, rated=False)
    user, seen = await page.evening.due(match)
    hints, thoughts = page.evening.house.hints, [0]

    async def thought(_seen: Seen) -> Ranking:
        thoughts[0] += 1
        await asyncio.sleep(0.05)
        return [Weighed(seen.game.fallback(seen.view))]

    monkeypatch.setattr(hints, "_thought_of", thought)
    async with page.guest(user, match) as guest:
        replies = await asyncio.gather(*(guest.post(f"match/{match}/hint") for _ in range(6)))
        assert {reply.status for reply in replies} == {200} and thoughts == [1]


async def test_signs_of_life_come_evenly_and_the_list_has_them_too(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that finds nothing new must not move them: it may be due to what only someone else knows."""
    monkeypatch.setattr("web.following.ALIVE", 0.4)
    match = await page.evening.play(ADA, BO)
    loop = asyncio.get_running_loop()
    async with page.guest(ADA, match) as guest, guest.watch(match) as watched, guest.watch() as listed:
        await watched.next()
        await listed.next()
        begun = loop.time()
        loop.call_later(0.2, page.site.streams.moved, match)
        assert await anext(watched.lines) == b":\n"
        assert loop.time() - begun < 0.55
        assert await anext(listed.lines) == b":\n"


async def test_a_grant_that_was_renewed_goes_on(page: Page) -> None:
    match = await page.evening.play(ADA, BO)
    async with page.guest(CY, match) as cy, cy.watch(match) as watched:
        await watched.next()
        page.evening.now.later(GRANT - 1)
        await page.evening.house.browsers.invite(CY, match)
        page.evening.now.later(2)
        page.site.streams.moved(match)
        assert await watched.is_silent()
        assert len(page.site.streams._open) == 1


async def test_a_watcher_who_takes_a_seat_sees_it_at_the_next_sign_of_life(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.following.ALIVE", 0.2)
    match = await page.evening.play(ADA, BO, CY, game="pistard")
    async with page.guest(DEE, match) as dee, dee.watch(match) as watched:
        _, table = await watched.next()
        assert table["seat"] is None
        await page.evening.seats.resign(match, ADA, page.evening.press())
        await page.evening.seats.take_over(match, 0, DEE, "Dee", page.evening.press())
        while table["seat"] is None:
            _, table = await watched.next()
        assert table["seat"] == 0


async def test_a_stream_opened_during_a_look_is_not_taken_for_closed(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await page.evening.play(ADA, BO)
    streams, browsers = page.site.streams, page.evening.house.browsers
    moves = browsers.moves
    looking, looked = asyncio.Event(), asyncio.Event()

    async def slow(shown: Collection[int], opened: Collection[int]) -> Moves:
        looking.set()
        await looked.wait()
        return await moves(shown, opened)

    async with page.guest(ADA, match) as ada, page.guest(BO, match) as bo, ada.watch(match) as first:
        await first.next()
        monkeypatch.setattr(browsers, "moves", slow)
        look = asyncio.create_task(streams._look())
        await looking.wait()
        async with bo.watch(match) as second:
            await second.next()
            looked.set()
            await look
            assert not any(stream.is_over for stream in streams._open)


async def test_what_cannot_be_followed_is_refused_before_the_stream_begins(page: Page) -> None:
    match = (await page.evening.open(ADA, places=3)).id
    other = await page.evening.play(ADA, BO)
    async with page.guest(ADA, other) as guest:
        reply = await guest.get(f"events?match={match}")
        assert reply.status == 400 and reply.sentence


async def test_discord_being_away_keeps_no_browser_from_opening(page: Page) -> None:
    match = await page.evening.play(ADA, BO)

    told = asyncio.Event()

    async def away(_entered: object) -> None:
        told.set()
        raise RuntimeError("no session")

    page.site.of(replace(page.site.desk, opened=away))
    with capture_logs() as lines:
        async with page.guest(ADA, match) as guest:
            assert (await guest.get("matches")).status == 200
            await asyncio.wait_for(told.wait(), PATIENCE)
            await asyncio.sleep(0)
    assert [line["event"] for line in lines] == ["couldn't tell of a browser"]


async def test_a_match_that_rests_shows_its_lines_and_can_be_left(page: Page) -> None:
    match = await page.evening.ride(ADA, BO)
    user, _ = await page.evening.due(match)
    async with page.guest(user, match) as guest:
        table = (await guest.post(f"match/{match}/try")).json
        while table["tried"] < 1:
            path = [*table["touch"], *table["words"]][0]["path"]
            table = (await guest.post(f"match/{match}/try", path=path, fingerprint=table["fingerprint"])).json
        await guest.post(f"match/{match}/try/keep", fingerprint=table["fingerprint"])
        await page.evening.house.pauses.guild_gone(7)
        rests = await guest.table(match)
        assert rests["kind"] == "none" and len(rests["lines"]) == 1 and "try" not in rests["tools"]
        assert not (await guest.post(f"match/{match}/try/leave")).json["trying"]
        line = {"number": 1, "line": rests["lines"][0]["line"]}
        assert (await guest.post(f"match/{match}/line/drop", **line)).json["lines"] == []


# --- following


async def test_who_looks_on_follows_a_match_and_leaves_it(page: Page) -> None:
    match, follows = await page.evening.play(ADA, BO, game="schlangennest"), page.evening.house.follows
    async with page.guest(CY, match) as cy, page.guest(ADA, match) as ada:
        assert (await cy.table(match))["follows"] is False
        assert (await ada.table(match))["follows"] is None
        for _ in range(2):  # a press that is sent again changes nothing
            reply = await cy.post(f"match/{match}/follow", on=True)
            assert reply.json["follows"] is True and "once a day" in shown(reply.json["notice"]).lower()
        assert (await follows.of(CY)).matches == {match}
        reply = await cy.post(f"match/{match}/follow", on=False)
        assert reply.json["follows"] is False
        assert (await follows.of(CY)).matches == frozenset()
        refusal = await ada.post(f"match/{match}/follow", on=True)
        assert refusal.sentence == SAY("refusal.follow.own")
        for body in ({}, {"on": 1}, {"on": "yes"}):
            assert (await cy.post(f"match/{match}/follow", **body)).status == 400
        page.evening.now.later(GRANT)
        assert (await cy.post(f"match/{match}/follow", on=True)).status == 404
        assert (await follows.of(CY)).matches == frozenset()


async def test_what_all_who_look_on_are_sent_tells_no_one_whether_they_follow(page: Page) -> None:
    match = await page.evening.play(ADA, BO, game="schlangennest")
    await page.evening.house.follows.follow_match(match, CY)
    async with page.guest(CY, match) as cy, cy.watch(match) as watched:
        _, table = await watched.next()
        assert table["follows"] is None
        assert (await cy.table(match))["follows"] is True
