"""Which language each person reads; and a whole match in one that needs more room, in which no text is left out."""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from random import Random
from typing import Any

import discord
import pytest
import simcord
import simcord.interactions

from cogs.local.languages import chosen_language
from engines.table import Amount, Refused
from locales import catalogue
from opponents.random import play_random
from tests.cogs.limits import check_sent, parts
from tests.cogs.quiz import Quiz
from tests.cogs.world import MORE, SELECT, Player, World, is_played, play_fallback, press_through

PSEUDO = "en-XA"
NAMES = ("Ann", "Bob", "Carla")
PADS = re.compile(r"\b(\d→)?[A-Z]\b")  # a breakaway, and a card before it, as the picture has them
MARKS = re.compile(r"<[@#t][^>]*>|```.*?```", re.DOTALL)  # Discord's own mentions and times; boards in characters
TYPED = re.compile(r"^[\w.+ -]* · ")  # a suggestion: the ids that are put in, then the words

Speak = Callable[..., None]


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Speak:
    """Decides which language the people's Discord and the server speak; simcord knows American English alone."""

    def decide(locale: str, server: str) -> None:
        real = simcord.interactions.base_payload

        def payload(*args: Any, **kwargs: Any) -> Any:
            record, sent = real(*args, **kwargs)
            return record, {**sent, "locale": locale, "guild_locale": server}

        monkeypatch.setattr(simcord.interactions, "base_payload", payload)

    return decide


@pytest.fixture
async def server(db_url: str, request: pytest.FixtureRequest) -> AsyncIterator[World]:
    """A server that speaks the language that the test names, else the pseudo-language."""
    world = World(db_url)
    await world.begin(getattr(request, "param", PSEUDO))
    yield world
    await world.end()
    check_sent(world.bodies())


def texts(body: dict[str, Any]) -> Iterator[str]:
    """All that people read of a body."""
    yield body.get("content") or ""
    yield body.get("name") or ""  # of a thread
    yield body.get("title") or ""  # of a form
    for embed in body.get("embeds") or ():
        yield from (embed.get("title", ""), embed.get("description", ""), embed.get("footer", {}).get("text", ""))
        for field in embed.get("fields", ()):
            yield from (field["name"], field["value"])
    for item in parts(body.get("components") or ()):
        yield from (item.get("label", ""), item.get("placeholder", ""), item.get("content", ""))
        yield from (option["label"] for option in item.get("options", ()))
    for file in body.get("attachments") or ():
        yield file.get("description") or ""
    for choice in body.get("choices") or ():
        yield TYPED.sub("", choice["name"])


def outside(text: str) -> str:
    """What stands outside of all brackets; a text that was cut may lack its closing ones."""
    depth, left = 0, ""
    for ch in PADS.sub("", MARKS.sub("", text)):
        depth = max(0, depth + {"⟦": 1, "⟧": -1}.get(ch, 0))
        left += ch if not depth and ch != "⟧" else ""
    for name in NAMES:
        left = left.replace(name, "")
    return left


def untranslated(bodies: Iterable[dict[str, Any]]) -> set[str]:
    """The texts with letters outside of brackets."""
    return {text for body in bodies for text in texts(body) if re.search(r"[^\W\d_]", outside(text))}


async def look_everywhere(player: Player) -> None:
    """Every command that only shows something."""
    for name in ("games", "start"):
        await player.command(name)
    await player.command("play", match="1")
    for name in ("board", "history", "replay", "export", "verify", "undo"):
        await player.command(f"match {name}", match="1")
    await player.command("match board", match="1", text=True)
    await player.command("match resign", match="1", sure="well")
    await player.command("move", match="1", choice="banana")
    await player.command("settings")
    await player.command("match note", match="1", text="42")
    await player.command("match note", match="1")
    await player.command("match replace", match="1", player="9")
    await player.complete("play", "match", "")
    await player.complete("match replace", "player", "", match="1")
    await player.complete("move", "choice", "", match="1")


async def press_action(player: Player, message: discord.Message, action: str) -> None:
    """A button of match 1, whatever it is called."""
    parts = player.world.parts(message)
    await player.press(message, next(part["label"] for part in parts if part["custom_id"] == f"h:{action}:1"))


async def look_at_careers(player: Player) -> None:
    """Ladders, cards and privacy, and what each of their buttons opens."""
    for name in ("leaderboard", "profile"):
        for place in range(len((await player.command(name)).labels)):
            shown = await player.command(name)
            opened = await player.press(shown, shown.labels[place])
            assert opened.text or opened.panel.attachments or opened.panel.embeds
    await player.command("leaderboard", scope="everywhere", period="month", by_dm=True)
    for name in ("export", "forget"):
        await player.command(f"privacy {name}")
    settings = await player.command("settings")
    await player.press(settings, settings.labels[-1])


async def look_around(player: Player, other: Player) -> None:
    """What is beside the moves of match 1: the table and a vote, what happened, a reminder, the settings' form."""
    world = player.world
    for action in ("table", "since", "later"):
        panel = await player.command("play", match="1")
        world.forge(panel.panel, f"h:{action}:1")
        shown = await player.press(panel, "forged 0")
        if action == "since" and shown.labels:
            await player.press(shown, shown.labels[0])
    await player.command("match pause", match="1")
    await other.command("match pause", match="1")
    vote = [message for message in world.thread.history() if len(world.labels(message)) == 2][-1]
    for voter in (player, other):
        await voter.press(vote, world.labels(vote)[1])
    zone = await player.command("settings")
    listed = await player.press(zone, zone.labels[0])
    for text in ("Mars", "usa", "utc+2"):
        await player.fill_in(await player.press(listed, world.labels(listed.panel)[0]), text, "zone")
    await player.press(zone, zone.labels[1])


async def test_in_a_whole_match_every_text_is_translated_and_fits(server: World, speak: Speak) -> None:
    speak(PSEUDO, PSEUDO)
    ann, bob = server.person("Ann"), server.person("Bob")
    carla = server.person("Carla", manage_guild=True)
    await carla.command("admin setup")
    for name, value in (("months", "1"), ("first", "2"), ("ceremonies", server.races), ("rated", "False")):
        await carla.decide(name, value)
    await carla.press(changed := await carla.decide("rated", "True"), changed.labels[0])
    await ann.command("pistard new", preset="quick", target=3, players=2)
    for player, action in ((ann, "join"), (bob, "start"), (carla, "leave"), (bob, "join"), (carla, "join")):
        await press_action(player, server.lobby(), action)
    await look_everywhere(carla)
    closed = f"/channels/{bob.member.user.dm_channel.id}/messages"
    server.env.inject_error("POST", closed, status=403, code=50007)
    await press_action(ann, server.lobby(), "start")
    for player in (ann, bob, carla):
        await look_everywhere(player)
        for action in ("move", "history"):
            await press_action(player, server.board(), action)
    await look_around(ann, bob)
    page = await ann.command("pistard rules")
    for _ in range(2):
        page = await ann.press(page, page.labels[-1])

    moves = 0
    while not (public := (await server.seen(1)).view).over:
        player = (ann, bob)[public.waiting[0] or 0]
        moves += 1
        if moves < 8:
            panel = await player.command("play", match="1")
            if moves == 5:
                more = await player.press(panel, MORE)
                await player.press(more, next(label for label in more.labels if "Play this turn" in label))
            else:
                await press_through(panel)
        else:
            await play_fallback(server, player)
        await server.later(1)
    for player in (ann, carla):
        await look_everywhere(player)
        await look_at_careers(player)
    forget = await bob.command("privacy forget")
    await bob.press(forget, forget.labels[0])
    assert "⟦" in str(server.thread.name)
    assert any("I can't send you direct messages" in str(body) for body in server.bodies())
    assert server.board().content.startswith("## ⟦")
    assert ann.dms()
    assert untranslated(server.bodies()) == set()


async def hand_out(player: Player) -> None:
    """The loot in the order in which it is offered."""
    panel = await player.command("play", match="1")
    while not is_played(panel.text):
        selects = [part for part in player.world.parts(panel.panel) if part["type"] == SELECT]
        for select in selects:
            values = [option["value"] for option in select["options"][: select["min_values"]]]
            panel = await player.choose(panel, *values)
        if not selects:
            panel = await player.press(panel, panel.labels[0])


@pytest.mark.long
async def test_in_a_whole_tour_every_text_is_translated_and_fits(server: World, speak: Speak) -> None:
    speak(PSEUDO, PSEUDO)
    riders = [server.person(name) for name in NAMES]
    await riders[0].command("superechelon new", preset="short", players=3)
    for player in riders[1:]:
        await press_action(player, server.lobby(), "join")
    riders[2].close_dms()
    await press_action(riders[0], server.lobby(), "start")
    page = await riders[0].command("superechelon rules")
    while "Next" in page.labels[-1]:
        page = await riders[0].press(page, page.labels[-1])

    loot, moves, rng = 0, 0, Random(5)
    while not (public := (await server.seen(1)).view).over:
        player = riders[public.waiting[0] or 0]
        moves += 1
        if public.stage == "loot":
            loot += 1
            await hand_out(player)
        elif moves % 6 == 1:
            await press_through(await player.command("play", match="1"))
        else:
            seen = await server.seen(1, player)
            await server.house.matches.play(1, player.id, play_random(seen.game, seen.view, rng))
        await server.later(1)
        if moves == 20:
            await look_everywhere(player)
    for player in riders[::2]:
        await look_everywhere(player)
    assert loot
    assert server.board().content.startswith("## ⟦")
    assert untranslated(server.bodies()) == set()


async def shown(world: World, ann: Player | None = None) -> tuple[list[str], list[str], list[str]]:
    """A match started by two people: what is public, what Ann sees in private, what she is sent."""
    ann, bob = ann or world.person("Ann"), world.person("Bob")
    opened = await ann.command("pistard new", preset="quick", players=2)
    await press_action(bob, world.lobby(), "join")
    await press_action(ann, world.lobby(), "start")
    panel = await ann.command("play")
    board = world.board()
    public = [*world.lobby_text().splitlines(), str(world.thread.name), str(board.attachments[0].description)]
    public += [*world.labels(world.lobby()), *world.labels(board), *(m.content for m in world.thread.history())]
    private = [opened.whisper, panel.text, str(panel.picture.description)]
    return public, private, [message.content for message in ann.dms()]


@pytest.mark.parametrize("server", ["en-US"], indirect=True)
async def test_a_reader_has_their_own_language_in_private(server: World, speak: Speak) -> None:
    speak(PSEUDO, "en-US")
    public, private, sent = await shown(server)
    assert "⟦" not in "".join(public)
    assert all("⟦" in text and not untranslated([{"content": text}]) for text in (*private, *sent))


async def test_a_server_has_its_own_language_in_public(server: World, speak: Speak) -> None:
    speak("en-US", PSEUDO)
    public, private, sent = await shown(server)
    assert untranslated({"content": text} for text in public) == set()
    assert "⟦" not in "".join([*private, *sent])


async def test_a_person_who_has_never_pressed_is_written_to_in_the_language_of_the_server(
    server: World, speak: Speak
) -> None:
    speak("en-US", PSEUDO)
    ann, bob = server.person("Ann"), server.person("Bob")
    await ann.command("pistard new", preset="quick", players=2)
    await server.house.lobby.join(1, bob.as_person())
    await press_action(ann, server.lobby(), "start")
    assert "⟦" in bob.dms()[0].content
    assert "⟦" not in ann.dms()[0].content


async def test_a_process_of_another_shard_speaks_the_language_of_the_server_too(server: World, speak: Speak) -> None:
    """It hears nothing of the server, but sends what is due there when a player has pressed in direct messages."""
    speak("en-US", PSEUDO)
    ann, bob = server.person("Ann"), server.person("Bob")
    await ann.command("pistard new", preset="quick", players=2)
    await server.house.lobby.join(1, bob.as_person())
    connection = server.bots[-1]._connection
    connection._remove_guild(connection.guilds[0])
    await server.house.lobby.start(1, ann.as_person())
    await server.later(1)
    public = [str(server.thread.name), *(message.content for message in server.thread.history())]
    assert len(public) >= 3
    assert untranslated({"content": text} for text in public) == set()
    assert "⟦" in bob.dms()[0].content


@pytest.mark.parametrize("quiz", [Quiz(Amount("watts", 10, 500))])
async def test_a_form_is_in_the_language_of_its_reader(world: World, speak: Speak) -> None:
    speak(PSEUDO, "en-US")
    ann = world.person("Ann")
    await ann.command("pistard new", players=4)
    await press_action(ann, world.lobby(), "start")
    panel = await ann.command("play")
    form = (await ann.press(panel, next(label for label in panel.labels if "Enter a number" in label))).result.modal
    assert form is not None
    assert untranslated([form]) == set()


async def test_a_person_and_a_server_can_choose_another_language_than_their_discord_has(
    server: World, speak: Speak
) -> None:
    """The choice counts at once and after a restart, for what is pressed, what is sent later, and what all read."""
    speak(PSEUDO, PSEUDO)
    ann, carla = server.person("Ann"), server.person("Carla", manage_guild=True)
    assert "⟦" not in (await ann.command("settings", language="en")).text
    assert "⟦" in (await carla.decide("language", "en")).text
    await server.restart()
    assert server.house.languages.server(server.guild.id, "") == "en", "before anybody presses"
    public, private, sent = await shown(server, ann)
    assert [text for text in (*public, *private, *sent) if "⟦" in text] == []
    assert "⟦" in (await ann.command("settings", language="usual")).text
    await carla.decide("language", "-")
    assert server.house.languages.server(server.guild.id, "") == ""


def test_only_languages_that_have_texts_can_be_chosen() -> None:
    assert [chosen_language(value) for value in ("usual", "en")] == ["", "en"]
    with pytest.raises(Refused, match=r"settings\.language"):
        chosen_language("tlh")
    assert catalogue("es").own_name == "Español"
