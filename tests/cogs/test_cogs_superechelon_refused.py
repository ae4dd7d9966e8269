"""What SuperEchelon's rules forbid, typed and by forged buttons: one sentence to that person, and nothing changes."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from engines.superechelon import State, SuperEchelon
from engines.table import Dice, Event, Table
from tests.cogs.limits import check_sent
from tests.cogs.world import OWN, Player, World
from tests.engines.superechelon.stage import leg

HANDS = ("bad gregario super", "climber sprinter trialist", "debutant gregario specialist")
ROAD = ("0:climber 1:sprinter", "2:super")


class Position(SuperEchelon):
    """A match that begins in the middle of a leg: Ann, who has started breakaway A, is due."""

    at: Callable[[], State] | None = None

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        return super().setup(table, dice) if self.at is None else (self.at(), [])


def on_the_road() -> State:
    return leg(*HANDS, road=ROAD, turn=2, tours="1")


def before_the_loot() -> State:
    """Cy plays the last card; then Ann hands out three cards of loot, two to herself and one to Bob."""
    road = ("0:super 0:super 1:climber", "2:trialist 2:gregario")
    return leg("super super", "sprinter sprinter", "debutant super gregario", road=road, turn=3, due=2, tours="1")


Sit = Callable[[Callable[[], State]], Awaitable[list[Player]]]


@pytest.fixture
async def sit(db_url: str) -> AsyncIterator[Sit]:
    """Seats Ann, Bob and Cy in a match that begins in this position."""
    game = Position()
    world = World(db_url, {"superechelon": game})
    await world.begin()

    async def seated(at: Callable[[], State]) -> list[Player]:
        riders = [world.person(name) for name in ("Ann", "Bob", "Cy")]
        await riders[0].command("superechelon new", preset="short", players=3)
        for player in riders[1:]:
            await player.press(world.lobby(), "Join")
        game.at = at
        await riders[0].press(world.lobby(), "Start")
        await world.later(1)
        return riders

    yield seated
    await world.end()
    check_sent(world.bodies())


@asynccontextmanager
async def nothing_changes(player: Player) -> AsyncIterator[None]:
    """Neither the match changes nor anything that a person other than this player can see."""
    world = player.world

    def shown() -> list[str]:
        return [message.content for message in (*world.thread.history(), *world.races.history())]

    before = await world.rows(1), (await world.seen(1)).fingerprint, shown()
    yield
    assert (await world.rows(1), (await world.seen(1)).fingerprint, shown()) == before


async def forged(player: Player, *steps: str) -> str:
    """The reply to a player who presses a button with these steps in their panel, or a Confirm of them."""
    world = player.world
    panel = await player.command("play", match="1")
    before = f"g:1:{(await world.seen(1, player)).fingerprint}:"
    world.forge(panel.panel, *(f"{before}{'.'.join(steps)}{tail}" for tail in ("", "!")))
    text = panel.text
    answers = [await player.press(panel, f"forged {place}") for place in (0, 1)]
    assert answers[0].whisper == answers[1].whisper
    assert panel.text == text
    return answers[0].whisper


NOT_OPEN = "You can't choose that right now. Please look at the question again."
COMPLETE = "Your move was already complete before that last step."
NOT_DUE = "It isn't your turn just now."


CARDS = "choose from: Super Gregario, 5 GC; Gregario, 3 GC; Bad Day."
TARGETS = "choose from: Super Gregario of 🟣 3, B: 5 → 0; Cancel nothing."
BAD_DAY = "Understood: Bad Day · Join A: 12 → 12."


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        # a card of Bob's
        ("climber.1.00 b.1", f"“climber.1.00” doesn't work there; {CARDS}"),
        # a second breakaway
        (
            "super.1.00 new",
            "Understood: Super Gregario, 5 GC. “new” doesn't work there; choose from: Join A: 12 → 17; Join B: 5 → 10.",
        ),
        # targets in the Bad Day's own breakaway
        ("bad.1.00 b.1 climber.1.01", f"{BAD_DAY} “climber.1.01” doesn't work there; {TARGETS}"),
        ("bad.1.00 b.1 sprinter.1.01", f"{BAD_DAY} “sprinter.1.01” doesn't work there; {TARGETS}"),
        *(
            (
                f"super.1.00 b.1 {more}",
                "Understood: Super Gregario, 5 GC · Join A: 12 → 17. That's already a full move; "
                f"please leave out “{more}”.",
            )
            for more in ("b.2", "super.1.01")
        ),
    ],
)
async def test_what_is_typed_against_the_rules(sit: Sit, typed: str, why: str) -> None:
    ann, *_ = await sit(on_the_road)
    async with nothing_changes(ann):
        assert (await ann.command("move", choice=typed)).whisper == why


async def test_forged_buttons(sit: Sit) -> None:
    ann, bob, _ = await sit(on_the_road)
    async with nothing_changes(ann):
        for steps in (("3",), ("0", "2"), ("2", "0", "2"), ("0+1",), ("-",)):
            assert await forged(ann, *steps) == NOT_OPEN
        assert await forged(ann, "0", "0", "0") == COMPLETE
    async with nothing_changes(bob):
        assert await forged(bob, "0", "0") == NOT_DUE


async def test_loot_goes_to_those_who_are_entitled(sit: Sit) -> None:
    ann, bob, cy = await sit(before_the_loot)
    assert OWN in (await cy.command("move", choice="debutant.1.00 b.2")).text
    async with nothing_changes(ann):
        loot = "1 Time Trialist, 5 GC; 2 Gregario, 3 GC; 3 Debutant, 1 GC"
        for typed in ("trialist.1.00", "trialist.1.00+gregario.1.00+debutant.1.00", "trialist.1.00+climber.1.00"):
            text = (await ann.command("move", choice=typed)).whisper
            assert text.endswith(f"doesn't work there; choose from: numbers joined with + (like 1+2) from {loot}.")
        typed = "trialist.1.00+debutant.1.00 gregario.1.01"
        assert (await ann.command("move", choice=typed)).whisper == (
            "Understood: Time Trialist, 5 GC + Debutant, 1 GC. That's already a full move; "
            "please leave out “gregario.1.01”."
        )
        assert (await ann.command("move", choice="1+2 3")).whisper.startswith(
            "Understood: Time Trialist, 5 GC + Gregar"
        )
        for steps in (("0",), ("0+1+2",), ("0+0",), ("0+3",), ("1+0",)):
            assert await forged(ann, *steps) == NOT_OPEN
        assert await forged(ann, "0+1", "2") == COMPLETE
    for player in (bob, cy):
        async with nothing_changes(player):
            text = (await player.command("move", choice="trialist.1.00+debutant.1.00", match="1")).whisper
            assert text == NOT_DUE
            assert await forged(player, "0+1") == NOT_DUE
