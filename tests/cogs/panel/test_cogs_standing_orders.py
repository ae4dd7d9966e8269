"""Standing orders in the panel: offered beside it, given with one press, taken back."""

from locales import catalogue
from tests.cogs.world import MORE, Answer, Player, World, play_fallback

SAY = catalogue("en")
ORDERS, BACK = "Standing orders", "Cancel all"


async def stage(world: World) -> tuple[Player, Player]:
    """A stage of SuperEchelon in which both have played a card; the one who is due and the other."""
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.start_match(bob, command="superechelon new")
    await world.later(1)
    for _ in range(2):
        due, _ = await due_and_other(world, ann, bob)
        await play_fallback(world, due)
    return await due_and_other(world, ann, bob)


async def due_and_other(world: World, ann: Player, bob: Player) -> tuple[Player, Player]:
    [seat] = (await world.seen(1)).view.waiting
    return (ann, bob) if (await world.seen(1, ann)).seat == seat else (bob, ann)


async def ordered(player: Player) -> Answer:
    """The screen of orders after the first of those that are offered."""
    screen = await player.press(await player.press(await player.command("play", match="1"), MORE), ORDERS)
    assert SAY("order.head") in screen.text
    return await player.press(screen, screen.labels[0])


async def test_an_order_is_given_with_a_press_and_carried_out_without_a_call(world: World) -> None:
    due, other = await stage(world)
    given = await ordered(other)
    assert SAY("order.done") in given.text.splitlines()
    assert any(line.startswith("📌 Standing order: ") and "until a Bad Day" in line for line in given.text.splitlines())
    dms = len(other.dms())
    await play_fallback(world, due)
    hows = [row.how for row, _ in await world.house.matches.history(1, None) if row.kind == "move"]
    assert hows[-1] == "order"
    assert len(other.dms()) == dms
    assert " · by your standing order" in (await other.command("match history", match="1")).text
    assert " · by your standing order" not in (await due.command("match history", match="1")).text


async def test_orders_are_shown_in_the_panel_until_they_are_taken_back(world: World) -> None:
    _, other = await stage(world)
    screen = await ordered(other)
    panel = await other.press(screen, "Back")
    assert "📌 Standing order: " in panel.text
    gone = await other.press(await other.press(await other.press(panel, MORE), ORDERS), BACK)
    assert SAY("order.gone") in gone.text.splitlines()
    assert "📌" not in gone.text
    assert (await world.seen(1, other)).own.orders == ()


async def test_a_press_on_an_old_screen_of_orders_gives_none(world: World) -> None:
    due, other = await stage(world)
    screen = await other.press(await other.press(await other.command("play", match="1"), MORE), ORDERS)
    await play_fallback(world, due)
    late = await other.press(screen, screen.labels[0])
    assert SAY("panel.stale") in late.text.splitlines()
    assert (await world.seen(1, other)).own.orders == ()
