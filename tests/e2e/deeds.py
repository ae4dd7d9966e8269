"""What players do and what happens to the bot, so that it comes to write something; each is repeated until it has.

A deed returns False where the match has to be brought on before it can be done, or meanwhile.
"""

import asyncio
import itertools
import math
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from db.store import LEASE
from model.kinds import TIMED
from tests.driver import Failed, Json, Message, Player
from tests.e2e.drama import Deeds, Drama

MOMENT = 0.3  # seconds: the bot can do in them what it was asked for; else it is asked again
HOUR = 3600.0
LATE = 26 * HOUR  # a table may vote on a player it has waited for so long
DAYS_OFF = itertools.count(20, 2)  # days from now
NOON = 12  # the hour in a zone where it is no one's night while a test runs


async def go_on(_: Drama) -> bool:
    """Nothing but playing."""
    return False


# At the lobby


async def press_lobby(drama: Drama, seat: int, *labels: str) -> bool:
    """Let a player press these buttons of the lobby, and give the bot the time to do it."""
    for label in labels:
        with suppress(Failed, AssertionError):  # once it is played or called off, a lobby has no buttons
            await drama.players.players[seat].press(drama.players.match.lobby, label, silent=True)
        await asyncio.sleep(MOMENT)
    return True


async def leave(drama: Drama) -> bool:
    """Bob gets up again."""
    return await press_lobby(drama, 1, "Leave")


async def cancel(drama: Drama) -> bool:
    """Ann calls the match off."""
    return await press_lobby(drama, 0, "Call off")


async def cancel_late(drama: Drama) -> bool:
    """Call the match off when it starts and its thread can't be opened."""
    await drama.driver.fault("POST", ".*/threads", 400)
    return await press_lobby(drama, 0, "Start", "Call off")


# What happens to the bot


async def come_and_go(drama: Drama) -> bool:
    """Throw the bot out of the server, and invite it when it has had the time to note that."""
    await (drama.driver.kick() if drama.driver.has_bot else drama.driver.invite())
    await asyncio.sleep(MOMENT)
    return False


async def fail(drama: Drama) -> bool:
    """Let Discord take no message."""
    await drama.driver.no_faults()
    await drama.driver.fault("*", "/channels/.*", 400, times=1000)
    return False


async def hold_up(drama: Drama) -> bool:
    """Let Discord keep what follows an answer until the lease of it is to be renewed."""
    asked = await drama.players.asked()
    if asked is None:
        return False
    await drama.driver.no_faults()
    await drama.driver.fault("*", "/channels/.*/messages.*", before=10 * MOMENT, times=4)
    await drama.players.answer(asked)
    await pass_time(drama, 0.75 * LEASE)
    return True


async def wait_for(drama: Drama, *kinds: str) -> bool:
    """Let time pass until something of these kinds is due."""
    kind = ", ".join(f"'{kind}'" for kind in kinds)
    due = drama.bot.query(f"SELECT due FROM deadlines WHERE match = {drama.number} AND kind IN ({kind}) ORDER BY due")
    if due:
        # what a life before this one has left half said comes first: Discord knows it for five minutes only
        ((leased,),) = drama.bot.query("SELECT max(taken) FROM outbox")
        await pass_time(drama, min(due[0][0], leased or math.inf) - time.time() - drama.driver.offset)
    return bool(due)


async def wait_for_the_clock(drama: Drama) -> bool:
    """Let time pass until a player's clock brings something."""
    return await wait_for(drama, *TIMED)


async def pass_time(drama: Drama, seconds: float) -> None:
    """Let time pass, and the bot do what is due by then."""
    await drama.driver.pass_time(max(0.0, seconds) + 1)
    await asyncio.sleep(2 * MOMENT)


# In private panels


async def press_any(drama: Drama, *labels: str) -> bool:
    """Press the first of these buttons that a player's newest panel has."""
    for label in labels:
        if panel := drama.panel(lambda message, label=label: label in message.labels):
            player, message = panel
            await drama.players.press(player, message, message.button(label)["custom_id"])
            return True
    return False


async def undo(drama: Drama) -> bool:
    """Take an answer back."""
    return await press_any(drama, "⏪")


async def let_play(drama: Drama) -> bool:
    """Let the bot play a turn."""
    return await press_any(drama, "Play this turn for me", "⋯")


async def ask_for_hint(drama: Drama) -> bool:
    """Ask what a strong player would do."""
    return await press_any(drama, "💡")


async def dawdle(drama: Drama) -> bool:
    """Let the other player look at their move, at length, so that the next call to them has to wait."""
    driver, players = drama.driver, drama.players
    asked = await players.asked()
    if asked is None:
        return False
    await driver.no_faults()
    await driver.fault("PATCH", "/webhooks/.*/messages/@original", before=5.0)
    board = players.match.news[-1]
    for player in players.players:
        if player.id != asked.id:
            button = board.button("Your move")["custom_id"]
            with suppress(Failed):
                looked = await driver.act(do="press", user=player.id, message_id=board.id, custom_id=button)
                players.look_at(player, looked.news["message_id"])
    await asyncio.sleep(MOMENT)  # so that the late panel is theirs, and not the one that answers the asked player
    await players.answer(asked)
    return True


async def snooze(drama: Drama) -> bool:
    """A called player wants a reminder in an hour."""
    return await press_any(drama, "In 1 hour", "Remind me later", "⋯")


async def be_reminded(drama: Drama) -> bool:
    """An hour later they are."""
    return await wait_for(drama, "snooze") or await snooze(drama)


async def answer_first(drama: Drama) -> bool:
    """They need no reminder after all, for they answer before."""
    reminded = "deadlines JOIN seats ON seats.match = deadlines.match AND seats.seat = deadlines.seat"
    asked = drama.bot.query(f"SELECT asked FROM {reminded} WHERE kind = 'snooze' AND deadlines.match = {drama.number}")
    if not asked:
        return await snooze(drama)
    return asked[0][0] is None and await wait_for(drama, "snooze")


def planning(panel: Message) -> list[Json]:
    """The buttons of a panel that plan an answer."""
    return [part for part in panel.parts if part["custom_id"].startswith("p:")]


async def plan(drama: Drama) -> bool:
    """A player who isn't asked says what they will answer."""
    begun = drama.panel(lambda message: bool(planning(message)))
    if begun is None:
        return await press_any(drama, "Plan ahead")
    player, panel = begun
    await drama.players.press(player, panel, planning(panel)[0]["custom_id"])
    return True


async def withdraw(drama: Drama) -> bool:
    """A player who has planned changes their mind."""
    return await press_any(drama, "Drop my plan") or await plan(drama)


async def keep_to_the_plan(drama: Drama) -> bool:
    """The others do what was foretold, for their time runs out."""
    if drama.bot.query(f"SELECT 1 FROM plans WHERE match = {drama.number}"):
        return await wait_for(drama, "late")
    return await plan(drama)


async def play_elsewhere(drama: Drama) -> bool:
    """The players also have another match, in which one of them is asked."""
    if not drama.has_elsewhere:
        drama.has_elsewhere = True
        drama.start_anew()
    return False


# Around the table


async def type_in(who: Player, name: str, *path: str, **options: object) -> Message | None:
    """The answer to a command, if there is one."""
    with suppress(Failed):
        return await who.slash("races", name, *path, **options)
    return None


async def vote(drama: Drama) -> bool:
    """One asks for a pause, or for its end, and the other agrees."""
    asking, agreeing = drama.players.players
    posts = [m for m in agreeing.sees(drama.players.match.thread) if "Yes" in m.labels]
    if posts and not posts[-1].button("Yes").get("disabled"):
        await drama.players.press(agreeing, posts[-1], posts[-1].button("Yes")["custom_id"])
    else:
        await type_in(asking, "match", "pause", match=str(drama.number))
    await asyncio.sleep(MOMENT)
    return True


def left(drama: Drama) -> int | None:
    """The seat on which an opponent sits in."""
    seats = drama.bot.query(f"SELECT seat FROM seats WHERE match = {drama.number} AND substitute IS NOT NULL")
    return seats[0][0] if seats else None


async def replace(drama: Drama) -> bool:
    """One keeps the other waiting for so long that an opponent sits in for them."""
    if left(drama) is not None:
        await asyncio.sleep(MOMENT)
        return True
    seats = drama.bot.query(f"SELECT seat FROM seats WHERE match = {drama.number} AND asked IS NOT NULL")
    if seats:
        await pass_time(drama, LATE)
        other = drama.players.players[1 - seats[0][0]]
        await type_in(other, "match", "replace", match=str(drama.number), player=str(seats[0][0] + 1))
    return bool(seats)


async def come_back(drama: Drama) -> bool:
    """The replaced player is back."""
    seat = left(drama)
    if seat is None:
        return await replace(drama)
    player = drama.players.players[seat]
    panel = await type_in(player, "play", match=str(drama.number))
    if panel is not None and "I'm back" in panel.labels:
        await drama.players.press(player, panel, panel.button("I'm back")["custom_id"])
    return True


async def take_over(drama: Drama) -> bool:
    """Another person sits down in place of the replaced player."""
    seat = left(drama)
    if seat is None:
        return await replace(drama)
    newcomer = drama.driver.player("Carla")
    await type_in(newcomer, "match", "replace", match=str(drama.number), player=str(seat + 1))
    return True


async def resign(drama: Drama) -> bool:
    """Ann gives up."""
    drama.players.answers = 0
    return False


async def play_again(drama: Drama) -> bool:
    """The same once more, from under the result."""
    result = drama.players.match.result
    assert result is not None
    await drama.players.press(drama.players.players[0], result, result.button("Rematch")["custom_id"])
    return True


# Of one's own


async def set_preferences(drama: Drama) -> bool:
    """Ann wants to confirm less."""
    panel = await type_in(drama.driver.player("Ann"), "settings")
    if panel is not None:
        code = panel.button("Skip Confirm: everywhere")["custom_id"]
        await drama.players.press(drama.driver.player("Ann"), panel, code)
    return True


async def decide(drama: Drama) -> bool:
    """The server lies where it is noon."""
    east, ann = NOON - time.gmtime(time.time() + drama.driver.offset).tm_hour, drama.driver.player("Ann")
    panel = await type_in(ann, "admin", "setup")
    if panel is not None:
        with suppress(Failed):
            asked = await ann.select(panel, "zone")
            if asked is not None:
                await ann.press(asked, "Type a city or a country")
                await ann.submit(f"UTC{east:+d}")
    return True


async def hide(drama: Drama) -> bool:
    """Ann wants to be hidden from other servers."""
    panel = await type_in(drama.driver.player("Ann"), "settings")
    if panel is not None:
        hides = panel.button("Hide me from other servers")["custom_id"]
        await drama.players.press(drama.driver.player("Ann"), panel, hides)
    return True


async def choose_language(drama: Drama) -> bool:
    """Ann chooses the language that they read."""
    await type_in(drama.driver.player("Ann"), "settings", language="en")
    return True


async def take_holiday(drama: Drama) -> bool:
    """Ann takes a day off, each time another one."""
    day = datetime.now(UTC).date() + timedelta(days=next(DAYS_OFF))
    await type_in(drama.driver.player("Ann"), "settings", holiday=day.isoformat())
    return True


async def take_note(drama: Drama) -> bool:
    """Ann writes something down."""
    await type_in(drama.driver.player("Ann"), "match", "note", match=str(drama.number), text="Mind the wind")
    return True


async def give_order(drama: Drama, name: str, **options: object) -> bool:
    """Carla, who owns the bot, gives an order and lets it be done; False if it was refused."""
    carla, asked = drama.driver.player("Carla"), None
    with suppress(Failed):
        asked = await carla.slash(carla.dm(), "admin", name, **options)
    if asked is None or not asked.raw["components"]:
        return False
    with suppress(Failed, AssertionError):
        if name == "rewind":
            asked = await carla.select(asked, asked.select()["options"][0]["value"])
        if asked is not None:
            await carla.press(asked, "Yes, do it", silent=True)
    await asyncio.sleep(MOMENT)
    return True


async def put_back(drama: Drama) -> bool:
    """The match goes back a step."""
    return await give_order(drama, "rewind", match=str(drama.number))


async def post_anew(drama: Drama) -> bool:
    """Its board and calls are posted again."""
    return await give_order(drama, "repost", match=str(drama.number))


async def announce(drama: Drama) -> bool:
    """No clock runs for a while; what was announced before is over first."""
    return await give_order(drama, "announce", lasts=0) or await give_order(drama, "announce", lasts=5)


DEEDS: Deeds = {
    "": ("", go_on),
    "leave": ("start", leave),
    "cancel": ("start", cancel),
    "cancel late": ("start", cancel_late),
    "set preferences": ("", set_preferences),
    "decide": ("", decide),
    "hide": ("", hide),
    "choose a language": ("", choose_language),
    "take a holiday": ("", take_holiday),
    "undo": ("play", undo),
    "let play": ("play", let_play),
    "ask for a hint": ("play", ask_for_hint),
    "dawdle": ("play", dawdle),
    "take a note": ("play", take_note),
    "snooze": ("play", snooze),
    "be reminded": ("play", be_reminded),
    "answer first": ("play", answer_first),
    "rest": ("play", wait_for_the_clock),
    "plan": ("play", plan),
    "withdraw": ("play", withdraw),
    "keep to the plan": ("play", keep_to_the_plan),
    "play elsewhere": ("play", play_elsewhere),
    "vote": ("play", vote),
    "replace": ("play", replace),
    "come back": ("play", come_back),
    "take over": ("play", take_over),
    "resign": ("", resign),
    "play again": ("over", play_again),
    "kick": ("", come_and_go),
    "fail": ("", fail),
    "hold up": ("play", hold_up),
    "miss": ("", go_on),
    "put back": ("play", put_back),
    "post anew": ("play", post_anew),
    "announce": ("play", announce),
}
