"""Plan ahead: an answer given before one is asked, played if all goes as foretold, else dropped and reported."""

from dataclasses import replace

from locales import catalogue
from model.match import Plan
from screen.panel_words import lately
from tests.cogs.world import MORE, SINCE, Answer, Player, World, play_fallback, quick_race

SAY = catalogue("en")
PLAN, ANOTHER, WITHDRAW = "Plan ahead", "Add a backup move", "Drop my plan"


async def waiting(world: World) -> tuple[Player, Player, Answer]:
    """A quick race in which one player can plan: the one who is due, the one who waits, and the latter's panel."""
    players = await quick_race(world)
    for _ in range(40):
        [seat] = (await world.seen(1)).view.waiting
        assert seat is not None
        due, other = players[seat], players[1 - seat]
        panel = await other.command("play", match="1")
        if PLAN in panel.labels:
            return due, other, panel
        await play_fallback(world, due)
    raise AssertionError("nobody could ever plan")


async def plans(world: World) -> list[Plan]:
    """The plans of the first match's seats."""
    facts = await world.house._store.facts(1)
    assert facts is not None
    return [seat.plan for seat in facts.seats if seat.plan is not None]


async def planned(player: Player, panel: Answer) -> Answer:
    """The panel after the first option of every question of the plan."""
    asked = await player.press(panel, PLAN)
    assert asked.text.splitlines()[1] == SAY("plan.head")
    for _ in range(20):
        label = "Confirm" if "Confirm" in asked.labels else asked.labels[0]
        asked = await player.press(asked, label)
        if SAY("plan.done") in asked.text:
            return asked
    raise AssertionError(f"asked too much: {asked.text}")


async def test_a_plan_is_asked_like_a_move_and_shown_in_words_until_it_is_withdrawn(world: World) -> None:
    _, other, panel = await waiting(world)
    rows = await world.rows(1)
    kept = await planned(other, panel)
    assert kept.panel.id == panel.panel.id
    assert await world.rows(1) == rows, "nothing has happened in the match"
    assert kept.text.splitlines()[-2].startswith("🔮 Your plan: ")
    assert "Played as soon as it's your turn" in kept.text.splitlines()[-1]
    assert kept.labels == [ANOTHER, WITHDRAW, "Look again", MORE]
    gone = await other.press(kept, WITHDRAW)
    assert SAY("plan.gone") in gone.text.splitlines()
    assert gone.labels == [PLAN, "Look again", MORE]
    assert (await world.seen(1, other)).own.plan == ()


async def test_the_plan_is_played_when_all_comes_as_foretold_and_nobody_is_called(world: World) -> None:
    due, other, panel = await waiting(world)
    await planned(other, panel)
    dms = len(other.dms())
    before = len(await world.house.matches.history(1, None))
    while due is not other and (await world.seen(1, due)).seat in (await world.seen(1)).view.waiting:
        await play_fallback(world, due)
    played = [row for row, _ in (await world.house.matches.history(1, None))[before:] if row.how == "plan"]
    assert len(played) == 1
    asked_on = (await world.seen(1, other)).seat in (await world.seen(1)).view.waiting
    assert len(other.dms()) == dms + asked_on, "at most for the question after it"
    assert " · from your plan" in (await other.command("match history", match="1")).text
    assert " · from your plan" not in (await due.command("match history", match="1")).text


async def test_a_plan_that_came_true_is_the_first_news_with_what_it_saved(world: World) -> None:
    due, other, panel = await waiting(world)
    await planned(other, panel)
    while due is not other and (await world.seen(1, due)).seat in (await world.seen(1)).view.waiting:
        await play_fallback(world, due)
    await world.later(2 * 3600)
    text = SAY("plan.true.hours", n=2)
    assert (await lately(world.house.matches, await world.seen(1, other), SAY, 3)).splitlines()[0] == f"-# {text}"
    since = await other.press(await other.press(await other.command("play", match="1"), MORE), SINCE)
    assert since.text.splitlines()[2] == text
    assert "🔮" not in await lately(world.house.matches, await world.seen(1, due), SAY, 9)


async def test_a_plan_that_is_overtaken_is_dropped_and_its_player_called_and_told_so(world: World) -> None:
    due, other, panel = await waiting(world)
    await planned(other, panel)
    dms = len(other.dms())
    [plan] = await plans(world)
    gone = replace(plan.answers[0], leads=())  # it was to lead to nothing
    await world.house._store.plan(replace(plan, answers=(gone,)), (await world.seen(1)).match.seq)
    while (await world.seen(1, due)).seat in (await world.seen(1)).view.waiting:
        await play_fallback(world, due)
    assert await plans(world) == []
    assert "### It's your turn: things didn't go the way you planned" in other.dms()[dms].content


async def test_a_press_on_an_old_plan_shows_how_it_stands_now(world: World) -> None:
    due, other, panel = await waiting(world)
    asked = await other.press(panel, PLAN)
    old = asked.labels[0]
    assert asked.labels[-1] == "Back"
    while (await world.seen(1, due)).seat in (await world.seen(1)).view.waiting:
        await play_fallback(world, due)
    late = await other.press(asked, old)
    assert SAY("panel.stale") in late.text.splitlines()
    assert SAY("plan.head") not in late.text
    assert (await world.seen(1, other)).own.plan == ()


async def test_a_player_who_plans_is_called_all_the_same_when_their_turn_comes(world: World) -> None:
    due, other, panel = await waiting(world)
    await other.press(panel, PLAN)
    dms = len(other.dms())
    while (await world.seen(1, due)).seat in (await world.seen(1)).view.waiting:
        await play_fallback(world, due)
    assert len(other.dms()) == dms + 1


async def test_back_from_the_first_question_leaves_the_plan(world: World) -> None:
    _, other, panel = await waiting(world)
    left = await other.press(await other.press(panel, PLAN), "Back")
    assert left.labels == [PLAN, "Look again", MORE]


async def test_nobody_plans_for_a_seat_that_is_not_theirs_or_while_they_are_asked(world: World) -> None:
    due, other, panel = await waiting(world)
    world.forge(panel.panel, "h:plan:1", "h:withdraw:1")
    carla = world.person("Carla")
    own = await carla.press(world.board(), "Your move")
    world.forge(own.panel, "h:plan:1", "h:withdraw:1")
    assert SAY("refusal.plan.closed") in (await carla.press(own, "forged 0")).text
    asked = await due.press(world.board(), "Your move")
    assert PLAN not in asked.labels
    world.forge(asked.panel, "h:plan:1")
    assert SAY("refusal.plan.closed") in (await due.press(asked, "forged 0")).text
    assert await plans(world) == []
    assert other is not due
