"""A new bot on the same database: everything that was shown before still works."""

from tests.cogs.world import Player, World, quick_match


async def test_an_old_lobby_works_after_a_restart(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", preset="quick", players=2)
    await world.restart()
    assert (await bob.press(world.lobby(), "Join")).whisper.startswith("You're in match #1.")
    await world.restart()
    assert (await ann.press(world.lobby(), "Start")).whisper.startswith("Match #1 is starting")
    assert world.thread.name == "Pistard #1: Ann – Bob"


async def test_old_boards_messages_and_panels_work_after_a_restart(world: World) -> None:
    ann, bob = await quick_match(world)
    rows = await world.rows(1)
    ann_panel = await ann.press(ann.dms()[-1], "🎲6")
    bob_panel = await bob.press(world.board(), "Your move")

    await world.restart()
    for label in ("🎲4", "🎲3"):
        ann_panel = await ann.press(ann_panel, label)
    bob_panel = await bob.press(bob_panel, "🎲3")
    await world.restart()
    ann_panel = await ann.press(ann_panel, "Confirm")
    assert "Your move is in." in ann_panel.text
    await world.restart()
    bob_panel = await bob.press(bob_panel, "🎲3")
    bob_panel = await bob.press(bob_panel, "Confirm")
    assert "Ann to move 🟡 Yellow 1" in bob_panel.text
    assert await world.rows(1) == rows + 2

    await world.restart()
    assert "Turn 1" in (await bob.press(bob_panel, "Look again")).text
    assert "Yellow 1: to which square?" in (await ann.press(world.board(), "Your move")).text
    assert "Ann's dice – Yellow: 6" in (await ann.press(world.board(), "History")).whisper
    rules = await ann.press(world.board(), "Rules")
    await world.restart()
    assert (await ann.press(rules, "Next")).panel.embeds[0].title == "Winning"


async def test_what_could_not_be_sent_is_sent_by_the_next_bot(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", preset="quick", players=2)
    await bob.press(world.lobby(), "Join")
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=500)
    await ann.press(world.lobby(), "Start")
    assert not world.races.threads
    await world.restart()
    await world.later(60)
    assert world.thread.name == "Pistard #1: Ann – Bob"
    assert len(ann.dms()) == 1


def sync_requests(world: World) -> list[str]:
    """How Discord was asked for the commands, or told them."""
    return [request.method for request in world.env.http_requests if request.path.endswith("/commands")]


async def test_commands_that_somebody_else_has_changed_are_sent_again(world: World) -> None:
    """Another version of the bot, with another database, that was tried with the same token."""
    bot = world.bots[-1]
    assert bot.application_id is not None
    await bot.http.bulk_upsert_global_commands(bot.application_id, [])
    await world.restart()
    assert sync_requests(world) == ["PUT", "PUT", "GET", "PUT"]


async def test_commands_are_sent_to_discord_only_once(world: World) -> None:
    await world.restart()
    assert sync_requests(world) == ["PUT", "GET"]
    ann: Player = world.person("Ann")
    assert (await ann.command("pistard new", players=4)).whisper.startswith("Match #1 is open")
