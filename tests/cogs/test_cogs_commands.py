"""Slash commands beside a game's own: which match they mean, what they answer, and that only the asker sees it."""

import json

from locales import catalogue
from render import RENDERERS
from tests.cogs.world import (
    BUTTON,
    OWN,
    SEED,
    SELECT,
    Player,
    World,
    opened_match,
    play_fallback,
    quick_match,
    quick_race,
)

WHICH = "Which match? Name it, or use the command in its thread; `/games` lists yours."
SAY = catalogue("en")
NO_MATCH = "I can't find that match; `/games` lists yours."


async def another_match(world: World, ann: Player, bob: Player) -> None:
    """One more race between the two."""
    await ann.start_match(bob, preset="quick")


async def test_play_opens_the_match_that_has_waited_longest(world: World) -> None:
    ann, bob = await quick_match(world)
    await world.later(60)
    await another_match(world, ann, bob)
    shown = await ann.command("play")
    assert shown.panel.ephemeral
    assert shown.text.startswith("**Pistard #1**")
    await play_fallback(world, ann, 1)
    assert (await ann.command("play")).text.startswith("**Pistard #2**")
    assert (await bob.command("play")).text.startswith("**Pistard #1**")
    assert (await ann.command("play", match="#1")).text.startswith("**Pistard #1**")
    await play_fallback(world, ann, 2)
    nothing = await ann.command("play")
    assert nothing.whisper == "Nothing is waiting for you right now. `/games` shows your matches."


async def test_a_match_that_does_not_exist_is_told_so(world: World, ann: Player) -> None:
    for name in ("0", "9", "abc", "#", "²", "-1", "999999999999999", "9999999999999999999999"):
        assert (await ann.command("play", match=name)).whisper == NO_MATCH
        assert (await ann.command("match board", match=name)).whisper == NO_MATCH


async def test_the_match_is_that_of_the_thread_or_the_only_one(world: World) -> None:
    ann, bob = await quick_match(world)
    assert (await ann.command("match board")).text.startswith("**Pistard #1**")
    await another_match(world, ann, bob)
    assert (await ann.command("match board")).whisper == WHICH
    first, second = world.races.threads
    assert (await ann.command("match board", at=first)).text.startswith("**Pistard #1**")
    assert (await ann.command("match board", at=second)).text.startswith("**Pistard #2**")
    carla = world.person("Carla")
    assert (await carla.command("match history", at=second)).text.startswith("**Pistard #2**")
    assert (await carla.command("match history")).whisper == WHICH


async def test_autocomplete_offers_my_running_matches(world: World) -> None:
    ann, bob = await quick_match(world)
    await another_match(world, ann, bob)
    await ann.command("pistard new", players=4)
    offered = [("Pistard #1", "1"), ("Pistard #2", "2")]
    assert await ann.complete("play", "match", "") == offered
    assert await ann.complete("match board", "match", "#2") == offered[1:]
    assert await ann.complete("match export", "match", "pisTARD") == offered
    assert await world.person("Carla").complete("play", "match", "") == []


async def test_games_lists_mine_first_those_that_wait_for_me(world: World) -> None:
    ann, bob = await quick_match(world)
    started = int(world.now())
    assert (await world.person("Carla").command("games")).whisper.startswith("You aren't playing anything yet.")
    await world.later(60)
    await another_match(world, ann, bob)
    await ann.command("pistard new", players=4)
    await play_fallback(world, ann, 1)
    first, second = world.races.threads
    listed = await ann.command("games")
    assert listed.panel.ephemeral
    assert listed.text.splitlines() == [
        f"🟢 **Pistard #2** · <#{second.id}> · **your move**, since <t:{started + 60}:R>",
        f"▫️ **Pistard #1** · <#{first.id}> · waiting for Bob, since <t:{started + 60}:R>",
        f"▫️ **Pistard #3** <#{world.races.id}> · waiting for players",
    ]


async def test_the_board_as_a_picture_and_in_characters(world: World) -> None:
    ann, _ = await quick_race(world)
    picture = await ann.command("match board")
    assert picture.panel.ephemeral
    assert "**Turn 1**: Ann to move 🟡 Yellow 1" in picture.text
    assert picture.picture.description is not None
    assert "Next: Yellow 1." in picture.picture.description
    assert picture.labels == ["Your move", "History", "Rules"]
    text = await ann.command("match board", text=True)
    assert text.panel.ephemeral
    assert text.text.startswith("```")
    assert ">Y1" in text.text
    assert not text.panel.attachments


async def test_history_tells_each_player_what_they_may_hear(world: World) -> None:
    ann, bob = await quick_match(world)
    opened = (await world.seen(1)).match.opened
    await play_fallback(world, ann)
    answer = await ann.command("match history")
    assert answer.panel.ephemeral
    lines = answer.text.splitlines()
    assert lines[0] == f"**Pistard #1** · <#{world.thread.id}>"
    assert lines[1] == f"<t:{int(opened)}:R> Ann opened the match."
    assert "Your dice are set, in secret – Yellow: 6, Green: 4, Blue: 3, Orange: 2." in answer.text
    for other in (bob, world.person("Carla")):
        text = (await other.command("match history", match="1")).text
        assert "Ann has handed out their dice." in text
        assert "sealed" not in text


async def test_resigning_takes_a_yes(world: World) -> None:
    ann, bob = await quick_race(world)
    rows = await world.rows(1)
    unsure = await ann.command("match resign", sure="well")
    assert unsure.whisper == "Nothing has changed. To resign, put `yes` in the option `sure`."
    assert await world.rows(1) == rows
    carla = world.person("Carla")
    refused = await carla.command("match resign", sure="yes", match="1")
    assert refused.whisper == "You aren't playing in this match."

    gone = await ann.command("match resign", sure=" YES ")
    assert gone.whisper == "You've resigned from match #1."
    result = world.board()
    assert "## Match over" in result.content
    _, stopped, first, *_ = result.content.splitlines()
    assert stopped == "### Stopped before the end. Leading at the time: Bob."
    assert first.startswith("🥇 1. Bob")
    assert "Ann resigned" in result.content
    again = await bob.command("match resign", sure="yes", match="1")
    assert again.whisper == "The match is over."


async def test_a_match_that_was_given_up_asks_nobody(world: World) -> None:
    ann, bob = await quick_race(world)
    open_panel = await ann.press(world.board(), "Your move")
    first = world.code(open_panel.panel, open_panel.labels[0])
    begun = await ann.press(await ann.command("play"), "5")
    dm = ann.dms()[-1]
    back = world.code(begun.panel, "Back")
    await bob.command("match resign", sure="yes")
    rows = await world.rows(1)
    [call] = [d for d in ann.dms() if d.id == dm.id]
    assert (call.content, world.labels(call)) == (f"✓ Nothing left to do here. <#{world.thread.id}>", [])
    for shown, code in ((open_panel.panel, first), (begun.panel, back)):
        late = await ann.send(shown, {"custom_id": code, "component_type": BUTTON})
        assert "The match has moved on." in late.text
        assert "The match is over.\n\u200b1. Ann" in late.text
        assert late.labels == ["History"]
    again = await ann.command("play", match="1")
    assert "which square?" not in again.text
    assert again.labels == ["History"]
    assert "to ride" not in (await ann.command("match board", match="1")).text
    assert await ann.complete("move", "choice", "", match="1") == []
    assert (await ann.command("move", choice="5", match="1")).whisper == "The match is over."
    assert await world.rows(1) == rows
    last = ann.dms()[-1]
    assert world.labels(last) == ["Rematch", "Film", "Review", "History", "Share from the thread"]
    assert last.content.startswith("### 🥇 You won. Congratulations!\n")
    assert "which square?" not in last.content


async def test_of_three_one_may_resign_and_the_house_rides_on(world: World) -> None:
    ann, *_ = await opened_match(world, "pistard new", "Ann", "Bob", "Carla", preset="quick")
    await ann.command("match resign", sure="yes")
    await world.later(10)
    public = (await world.seen(1)).view
    assert 0 not in public.waiting
    assert not public.over
    assert "Ann resigned; the computer plays on in their seat." in world.board().content
    panel = await ann.press(world.board(), "Your move")
    assert "You aren't playing in this match" in panel.text


async def test_history_leads_to_the_draws_and_to_a_file(world: World) -> None:
    ann, _ = await quick_match(world)
    history = await ann.press(world.board(), "History")
    assert history.labels == ["Fair draws", "Save as a file"]
    assert SAY("verify.sealed") in (await ann.press(history, "Fair draws")).text
    assert (await ann.press(history, "Save as a file")).picture.filename == "match-1.json"


async def test_a_running_export_holds_the_public_record_alone(world: World) -> None:
    ann, _ = await quick_match(world)
    await play_fallback(world, ann)
    exported = await ann.command("match export")
    assert exported.panel.ephemeral
    [file] = exported.panel.attachments
    assert file.filename == "match-1.json"
    text = exported.picture_bytes().decode()
    record = json.loads(text)
    assert not {"key", "seed"} & record.keys()
    assert all(row.keys() == {"seq", "kind", "how", "events"} for row in record["log"])
    assert "planned" not in text
    assert SEED.hex() not in text
    assert str(ann.id) not in text


async def test_what_has_not_started_has_no_board_yet(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=4)
    wait = "The match hasn't started yet; the **Start** button is in its lobby."
    for name in ("match board", "match history", "match replay", "match export", "play"):
        assert (await ann.command(name, match="1")).whisper == wait
    await ann.press(world.lobby(), "Call off")
    assert (await ann.command("match board", match="1")).whisper == "The match is over."


async def test_the_pages_of_the_rules_turn(world: World, ann: Player) -> None:
    page = await ann.command("pistard rules")
    assert page.panel.ephemeral
    titles = [page.panel.embeds[0].title]
    assert page.labels == ["Next", "Learn by playing"]
    [contents] = [part for part in world.parts(page.panel) if part["type"] == SELECT]
    first = page.panel.id
    pictures: list[bytes | None] = [page.picture_bytes()]
    while "Next" in page.labels:
        page = await ann.press(page, "Next")
        titles.append(page.panel.embeds[0].title)
        pictures.append(page.picture_bytes() if page.panel.attachments else None)
        if pictures[-1] is not None:
            assert ", Sprint track of 24 rows" in str(page.picture.description)
    told = RENDERERS["pistard"].rules(SAY)
    assert pictures == [answer.picture and answer.picture() for answer in told], (
        "the old picture goes away with its page"
    )
    assert page.panel.id == first, "one message turns its pages"
    assert page.labels == ["Back"]
    assert page.panel.embeds[0].footer.text == "Page 11 of 11"
    assert [option["label"] for option in contents["options"]] == [f"{at}. {t}" for at, t in enumerate(titles, 1)]
    assert len(set(titles)) == 11
    assert len(set(pictures) - {None}) == 8
    page = await ann.press(page, "Back")
    assert page.panel.embeds[0].title == titles[-2]
    page = await ann.choose(page, "5")
    assert page.panel.embeds[0].title == "Colour bonus"


async def test_commands_work_by_direct_message(world: World) -> None:
    ann, _ = await quick_race(world)
    assert "Yellow 1: to which square?" in (await ann.command("play", by_dm=True)).text
    assert (await ann.command("games", by_dm=True)).text.startswith("🟢 **Pistard #1**")
    assert (await ann.command("match board", by_dm=True)).labels == ["Your move", "History", "Rules"]
    assert (await ann.command("pistard rules", by_dm=True)).panel.embeds[0].title == "The aim"
    moved = await ann.command("move", by_dm=True, choice="3 1 stop", match="1")
    assert OWN in moved.text
    opened = await ann.command("pistard new", by_dm=True)
    assert "type `/pistard new` in a server" in opened.text


async def test_a_match_is_not_opened_inside_a_thread(world: World) -> None:
    ann, _ = await quick_match(world)
    refused = await ann.command("pistard new", at=world.thread)
    assert refused.whisper == "You can only open matches in a server's text channel; please use the command there."


async def test_all_answers_are_for_the_asker_alone(world: World) -> None:
    ann, bob = await quick_race(world)
    before = [message.id for message in world.races.history(viewer=bob.member)]
    for name in ("play", "games", "match board", "match history", "match export", "pistard rules"):
        assert (await ann.command(name)).result.ephemeral
    assert [message.id for message in world.races.history(viewer=bob.member)] == before
