"""What `render.Renderer` promises, as checks over a whole match of any game.

Each check takes a match that was played at random, with the views and paths that are looked at in it, and raises where
the renderer breaks its promise: AssertionError, or whatever the renderer itself raises.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import combinations, cycle
from pathlib import Path as File
from types import SimpleNamespace
from typing import Any, TypeGuard

import discord
import pytest
from PIL import Image, ImageChops

from cogs.panel.components import TOOLS, widgets
from cogs.panel.compose import height_on_phone
from cogs.ui.views import MOST_OPTIONS, rows
from engines.dice import SeededDice
from engines.table import Amount, Ask, Game, IllegalMove, Path, Pick, Ready, Seat, Table
from host.play.seen import Seen
from locales import Catalogue, catalogue, languages
from opponents.random import play_random
from render import RENDERERS, Renderer
from render.kit import WIDTH, stack
from render.pads import MOST_ROWS, fit
from render.pads import WORDS as PAD_WORDS
from render.places import Box, Places
from render.shortcuts import MOST_WAYS
from screen.questions import Question, question_words
from tests.cogs.limits import ALT, LABEL, TITLE, check_components
from tests.engines.fact_sheet import Facts
from tests.engines.matches import Match, asked, sample, save
from tests.render.png import chunks, opened

POSITIONS, DRAWN = 24, 12  # of a match that are looked at, and of those looks that are drawn
NAME = 32  # characters, the longest that Discord has
NAMED, LENGTHENED = (
    3,
    5,
)  # of the looks that are drawn, those that are drawn with names; and of the names those tried long
LONGEST = ("🚴🏽" * 16, "محمد" * 8, "漢字かな" * 8, "W" * 100, "שלום Bob " * 4)
HIGHEST, HEAVIEST = 1500, 150 * 1024  # a picture in pixels and bytes: seen whole on a phone, loaded on a train
CLOSE_UP = 660  # pixels of height
HEAD, SCREEN = 66, 700  # pixels of a phone: above a panel, and for all of it
REASON = 300  # characters of why an answer is a good one
HELP, WORDS = 150, 120  # characters of a line on an option, words on a page of rules
SENTENCE, LINES = 1000, 500  # characters, of a message of 2,000 that says more
ALT_ALONE, TEXT_BOARD, PAGE = 1000, 1900, 1500  # characters; a hand and a board are described in one text
PHONE = 44  # characters of a line of code on a phone
CHOICE = 100  # characters of what can be chosen for a command
HIGHEST_MATCH = 10**9  # its number stands in every custom id
NEVER = ("no.such.step", "٣", "")  # steps of no question


@dataclass(frozen=True)
class Subject:
    """A game and its renderer.

    `facts` are what the contract of engines knows about the game, `files` the renderer's code, `say` and `longer` its
    words in English and in brackets. `gone` are seats with nothing left on the board, whose names needn't stand there.
    """

    game: Game[Any, Any]
    renderer: Renderer
    facts: Facts
    files: Collection[File]
    say: Catalogue
    longer: Catalogue
    gone: Callable[[Any], Collection[Seat]] = lambda view: ()


@dataclass(frozen=True)
class Look:
    """A viewer's view and a path begun in it; `ask` is what is asked after it."""

    view: Any
    path: Path
    ask: Ask | None


class Visit:
    """A match with the looks taken at it: the public's, of all who are asked, and of a seat that isn't."""

    def __init__(self, subject: Subject, match: Match, rng: random.Random) -> None:
        self.subject, self.match, self.rng = subject, match, rng
        self.names = tuple(chr(ord("A") + seat) * NAME for seat in range(match.table.seats))

    @cached_property
    def looks(self) -> list[Look]:
        """Every step of a random answer in some of the positions, the first and the last among them."""
        states = [self.match.states[0], *sample(self.rng, self.match.states[1:-1], POSITIONS), self.match.states[-1]]
        return [look for saved in states for look in self._looks(self.match.load(saved))]

    def _looks(self, state: Any) -> Iterator[Look]:
        game = self.match.game
        may = asked(game, state)
        idle = [seat for seat in self.match.viewers if seat not in may]
        for viewer in dict.fromkeys([None, *sample(self.rng, may, 3), *idle[-1:]]):
            view = game.view(state, viewer)
            path = play_random(game, view, self.rng) if viewer in may else ()
            for at in range(len(path) + 1):
                yield Look(view, path[:at], game.ask(view, path[:at]))

    @cached_property
    def drawn(self) -> list[tuple[Look, bytes, bytes | None]]:
        """Some of the looks with their pictures of board and hand."""
        draw = self.subject.renderer
        looks = [*self.looks[:1], *sample(self.rng, self.looks[1:-1], DRAWN), *self.looks[-1:]]
        return [(look, draw.board(look.view, look.path), draw.hand(look.view, look.path)) for look in looks]


def random_table(subject: Subject, seats: int, rng: random.Random) -> Table:
    """A table of this many seats with options at random that go together."""
    spec, facts = subject.game.spec, subject.facts
    while True:
        options: dict[str, str] = {}
        for option in spec.options:
            match option.ask:
                case Pick(_, choices, 1, 1):
                    options[option.name] = rng.choice(facts.values.get(option.name, choices))
                case Amount(_, least, most):
                    options[option.name] = str(rng.randint(least, most))
                case _:
                    options[option.name] = rng.choice(facts.texts[option.name])
        table = Table(seats, options, spec.rules)
        try:
            subject.game.setup(table, SeededDice(b"table", 0))
        except IllegalMove:
            continue
        return table


# --- pictures


def check_pictures(visit: Visit) -> None:
    """PNGs in a palette, 800 pixels wide, neither too high nor too heavy, with nothing in them but the picture."""
    for _, board, hand in visit.drawn:
        check_picture(board)
        if hand is not None:
            check_picture(hand)


def check_picture(png: bytes) -> None:
    """One picture."""
    image = opened(png)
    assert image.format == "PNG"
    assert image.mode == "P", f"a picture is in mode {image.mode}, not in a palette (P)"
    assert image.width == WIDTH, f"a picture is {image.width} pixels wide, not {WIDTH}"
    assert 0 < image.height <= HIGHEST, f"a picture is {image.height} pixels high, more than {HIGHEST}"
    assert len(png) <= HEAVIEST, f"a picture has {len(png)} bytes, more than {HEAVIEST}"
    assert set(chunks(png)) <= {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}, f"a picture holds {set(chunks(png))}"


def check_palette(visit: Visit) -> None:
    """Board and hand have one palette, so that both keep their colours where they stand in one picture."""
    for _, board, hand in visit.drawn:
        if hand is not None:
            whole = Image.open(BytesIO(stack(board, hand))).convert("RGB")
            upper, lower = opened(board).convert("RGB"), opened(hand).convert("RGB")
            below = (0, upper.height, whole.width, whole.height)
            assert whole.crop((0, 0, *upper.size)).tobytes() == upper.tobytes(), "the board has lost its colours"
            assert whole.crop(below).tobytes() == lower.tobytes(), "board and hand have two palettes: false colours"


def check_names(visit: Visit) -> None:
    """Names beside the jerseys change neither size nor palette; each stays in its place, however long it is."""
    draw, seats = visit.subject.renderer, visit.match.table.seats
    short = tuple("abcdefghij"[:seats])
    for look, nameless, _ in visit.drawn[:: max(1, len(visit.drawn) // NAMED)]:
        before = save(look.view)
        board = draw.board(look.view, look.path, short)
        check_picture(board)
        assert board == draw.board(look.view, look.path, short), "the same names give another picture"
        assert opened(board).getpalette() == opened(nameless).getpalette(), "names bring a palette of their own"
        taken = Image.new("1", opened(board).size)
        for seat in sample(visit.rng, range(seats), LENGTHENED):
            longest = LONGEST[(seat + visit.rng.randrange(len(LONGEST))) % len(LONGEST)]
            long = draw.board(look.view, look.path, (*short[:seat], longest, *short[seat + 1 :]))
            check_picture(long)
            assert opened(long).size == opened(board).size, "the size of the board hangs on a name"
            place = differing(board, long)
            if (box := place.getbbox()) is None:
                assert seat in visit.subject.gone(look.view), f"the name of seat {seat} isn't on the board"
                continue
            assert box[0] > 0 and box[2] < place.width and box[3] < place.height, "a name touches the picture's edge"
            assert not ImageChops.logical_and(taken, place).getbbox(), "two names stand in one place"
            taken = ImageChops.logical_or(taken, place)
        assert draw.board(look.view, look.path) == nameless, "a board without names is another one than before"
        assert save(look.view) == before, "drawing names has changed the view"


def differing(one: bytes, other: bytes) -> Image.Image:
    """Where two pictures aren't alike."""
    apart = ImageChops.difference(opened(one).convert("RGB"), opened(other).convert("RGB")).convert("L")
    return apart.point(lambda value: 255 * bool(value), "1")


def check_views(visit: Visit) -> None:
    """Nothing changes the view, and an equal view gives the same picture again."""
    draw, say = visit.subject.renderer, visit.subject.say
    for look, board, hand in visit.drawn[:: max(1, len(visit.drawn) // 4)]:
        view, path = look.view, look.path
        before = save(view)
        again = draw.board(view, path), draw.hand(view, path)
        assert save(view) == before, "drawing has changed the view"
        assert again == (board, hand), "an equal view gives another picture"
    for look in visit.looks[::5]:
        before = save(look.view)
        for speak in (draw.question, draw.alt, draw.text_board, draw.hand_alt, draw.help):
            speak(look.view, look.path, say)
        draw.headline(look.view, visit.names, say)
        if isinstance(look.ask, Pick) and look.ask.options:
            draw.label(look.view, look.path, look.ask.options[0], say)
        assert save(look.view) == before, "words have changed the view"


def check_illegal_paths(visit: Visit) -> None:
    """A step that is no answer is refused by whatever is given a path; what draws nothing needn't look at it."""
    draw, say = visit.subject.renderer, visit.subject.say
    for look in sample(visit.rng, [look for look in visit.looks if look.ask is not None], POSITIONS):
        view = look.view
        path = (*look.path, visit.rng.choice(NEVER))
        private = draw.hand_alt(view, (), say) is not None
        for speak in (draw.question, draw.alt, draw.text_board, draw.help, *([draw.hand_alt] if private else [])):
            with pytest.raises(IllegalMove):
                speak(view, path, say)
        with pytest.raises(IllegalMove):
            draw.label(view, path, "on", say)
    for look, _, hand in visit.drawn[::3]:
        if look.ask is not None:
            for paint in (draw.board, *([draw.hand] if hand is not None else [])):
                with pytest.raises(IllegalMove):
                    paint(look.view, (*look.path, visit.rng.choice(NEVER)))


# --- words


def check_events(visit: Visit) -> None:
    """All that happens has words that fit, or is of a kind that may pass in silence."""
    subject = visit.subject
    for events in (visit.match.opening, *(row.events for row in visit.match.rows)):
        for event in events:
            for say in (subject.say, subject.longer):
                sentence = subject.renderer.sentence(event, visit.names, say)
                if sentence is None:
                    assert event.kind in subject.facts.silent, f"no sentence tells {event}"
                else:
                    check_text(sentence, SENTENCE)


def check_text(text: str, most: int) -> None:
    """A text that there is, that fits, and in which all holes are filled."""
    assert text.strip(), "a text is empty"
    assert len(text) <= most, f"a text has {len(text)} characters, more than {most}: {text}"
    assert not re.search(r"[{}]", text), f"a hole was left in {text}"


def check_labels(visit: Visit) -> None:
    """Every option of every question has a label of its own that fits on a button."""
    for look in visit.looks:
        if options := _options(look.ask):
            labels = [
                visit.subject.renderer.label(look.view, look.path, option, visit.subject.say) for option in options
            ]
            for label in labels:
                check_text(label, LABEL)
                assert "\n" not in label, label
            assert len(set(labels)) == len(labels), f"two options of {look.path} are called the same: {labels}"


def check_pads(visit: Visit) -> None:
    """Short buttons, one for each answer, are called apart in every language, and most of them fit in three rows."""
    style, asked_in, known = visit.subject.renderer.STYLE, cycle(languages()), set[str]()
    if style.pads is None:
        return
    for look in visit.looks:
        if look.view.viewer is None or not (options := _options(look.ask)) or not _is_one_choice(look.ask):
            continue
        ways = style.shortcuts.after(look.view, look.path) if style.shortcuts is not None else ()
        if len(ways or options) == 1:  # there is no question
            continue
        # each question in all of them once, then in one after the other
        for language in [next(asked_in)] if look.ask.about in known else languages():
            pads = style.pads(look.view, look.path, catalogue(language))
            assert len(pads) == len(ways or options), f"{len(ways or options)} answers at {look.path}: {pads}"
            assert len({*pads}) == len(pads), f"two answers of {look.path} are called the same: {pads}"
            assert all(pad.strip() == pad != "" for pad in pads), pads
            assert not ways or fit(pads), f"joined answers need more than {MOST_ROWS} rows: {pads}"
            assert max(map(len, pads)) <= PAD_WORDS or len(options) > MOST_WAYS, f"a button is too long: {pads}"
        known.add(look.ask.about)


def _is_one_choice(ask: Ask | None) -> TypeGuard[Amount | Pick]:
    return isinstance(ask, Amount) or (isinstance(ask, Pick) and ask.most == 1)


def check_close_ups(visit: Visit) -> None:
    """The picture for a question fits a phone with its buttons, and an equal view gives it again."""
    close_up = visit.subject.renderer.STYLE.close_up
    if close_up is None:
        return
    for look, _, _ in visit.drawn:
        if look.view.viewer is None:
            continue
        before = save(look.view)
        png = close_up(look.view, look.path)
        check_picture(png)
        assert opened(png).height <= CLOSE_UP, f"a close-up is {opened(png).height} pixels high, more than {CLOSE_UP}"
        assert close_up(look.view, look.path) == png, "an equal view gives another close-up"
        assert save(look.view) == before, "a close-up has changed the view"
        if look.ask is not None:
            with pytest.raises(IllegalMove):
                close_up(look.view, (*look.path, visit.rng.choice(NEVER)))


def check_places(visit: Visit) -> None:
    """What can be touched lies in the picture, means one answer, and shows there what it would do."""
    style, ask = visit.subject.renderer.STYLE, visit.subject.game.ask
    for look, _, _ in visit.drawn:
        if style.close_up is None or look.view.viewer is None:
            continue
        picture, places = opened(style.close_up(look.view, look.path)), style.places(look.view, look.path)
        assert look.ask is not None or not places, "nothing is asked, so nothing can be touched"
        assert not (alike := meeting(places)), f"a touch could mean two answers at {look.path}: {alike}"
        edge = Box(0, 0, *picture.size)
        for way, boxes in places.items():
            assert boxes and all(_within(box, edge) for box in boxes), f"{way} lies outside of the picture: {boxes}"
            if not _is_one_choice(look.ask):
                assert way[0] in _options(look.ask) and len(way) == 1, f"{way} isn't one of several to choose"
                continue
            answer = (*look.path, *way)
            assert ask(look.view, answer) is not None, f"{way} is no answer"
            preview = opened(style.close_up(look.view, answer))
            if preview.size == picture.size:
                changed = ImageChops.difference(picture.convert("RGB"), preview.convert("RGB"))
                assert any(changed.crop(_beside(box)).getbbox() for box in boxes), f"{way} shows nothing where it is"


def meeting(places: Places) -> list[tuple[Path, Path]]:
    """The pairs of ways whose boxes have pixels in common."""
    pairs = combinations(((way, box) for way, boxes in places.items() for box in boxes), 2)
    return [(way, other) for (way, box), (other, another) in pairs if way != other and _meet(box, another)]


def _meet(box: Box, other: Box) -> bool:
    beside = box.left + box.width <= other.left or other.left + other.width <= box.left
    return not (beside or box.top + box.height <= other.top or other.top + other.height <= box.top)


def _within(box: Box, edge: Box) -> bool:
    return 0 <= box.left <= edge.width - box.width and 0 <= box.top <= edge.height - box.height and min(box[2:]) > 0


def _beside(box: Box) -> tuple[int, int, int, int]:
    """The box and as much around it."""
    left, top, width, height = box
    return left - width, top - height, left + 2 * width, top + 2 * height


def _options(ask: Ask | None) -> tuple[str, ...]:
    """What is shown as something to choose; a number of a wide range is typed."""
    match ask:
        case Pick():
            return ask.options
        case Amount(_, least, most) if most - least < MOST_OPTIONS:
            return tuple(map(str, range(least, most + 1)))
        case _:
            return ()


def check_help(visit: Visit) -> None:
    """Every question belongs to a page of the rules, and a line that fits says what each of its options does."""
    draw = visit.subject.renderer
    pages = len(draw.rules(visit.subject.say))
    for at, look in enumerate(visit.looks):
        say = visit.subject.longer if at % 2 else visit.subject.say
        found = draw.help(look.view, look.path, say)
        assert 0 <= found.page < pages, f"there is no page {found.page} of the rules"
        wanted = len(look.ask.options) if isinstance(look.ask, Pick) else int(isinstance(look.ask, Amount))
        assert len(found.lines) == wanted, f"{wanted} lines are wanted at {look.path}: {found.lines}"
        for line in found.lines:
            check_text(line, 2 * HELP if say is visit.subject.longer else HELP)
            assert "\n" not in line, line


def check_widgets(visit: Visit) -> None:
    """The panel of every step is one that Discord takes; each of its custom ids holds the whole path."""
    match: Any = SimpleNamespace(id=HIGHEST_MATCH, game=visit.subject.game.spec.key, phase="running")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RENDERERS, match.game, visit.subject.renderer)
        for look in visit.looks:
            if look.ask is not None and look.view.viewer is not None:
                seen = Seen(match, look.view.viewer, look.view, visit.subject.game)
                items = widgets(seen, Question(look.path, look.ask), visit.subject.say)
                check_components(rows(items).to_components())


def check_screens(visit: Visit) -> None:
    """Picture, question, a line of news and buttons of every step have room on a phone, in every language."""
    close_up = visit.subject.renderer.STYLE.close_up
    if close_up is None:
        return
    match: Any = SimpleNamespace(id=HIGHEST_MATCH, game=visit.subject.game.spec.key, phase="running")
    tool: Any = discord.ui.Button(row=TOOLS)
    # a game on trial has its words in one language, which no other catalogue knows of
    read_in = [say for say in map(catalogue, languages()) if f"{match.game}.name" in say] or [visit.subject.say]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RENDERERS, match.game, visit.subject.renderer)
        for look, _, _ in visit.drawn:
            if look.ask is None or look.view.viewer is None:
                continue
            seen = Seen(match, look.view.viewer, look.view, visit.subject.game)
            picture = opened(close_up(look.view, look.path)).height
            for say in read_in:
                items = [*widgets(seen, Question(look.path, look.ask), say), tool]
                text = ("title", "news", question_words(seen, look.path, say))
                height = HEAD + height_on_phone(picture, items, text)
                assert height <= SCREEN, f"a question takes {height} pixels of a phone, more than {SCREEN}: {text}"


def check_questions(visit: Visit) -> None:
    """There is something to read for everyone: what is asked, what was chosen, or that there is nothing to decide."""
    for look in visit.looks:
        check_text(visit.subject.renderer.question(look.view, look.path, visit.subject.say), SENTENCE)


def check_reasons(visit: Visit) -> None:
    """What a whole answer gains and risks fits beside it, in one language after the other."""
    reason = visit.subject.renderer.STYLE.reason
    if reason is None:
        return
    answers = [look for look in visit.looks if isinstance(look.ask, Ready) and look.view.viewer is not None]
    for look, language in zip(answers, cycle(languages()), strict=False):
        if text := reason(look.view, look.path, catalogue(language)):
            check_text(text, REASON)


def check_headlines(visit: Visit) -> None:
    """Everyone who is waited for is named."""
    for look in visit.looks:
        headline = visit.subject.renderer.headline(look.view, visit.names, visit.subject.say)
        check_text(headline, LINES)
        for seat in look.view.waiting:
            assert seat is None or visit.names[seat] in headline, f"seat {seat} is waited for: {headline}"


def check_descriptions(visit: Visit) -> None:
    """What stands in pictures is said in words too, which fit in the longest language."""
    draw = visit.subject.renderer
    assert ALT_ALONE < ALT
    for at, look in enumerate(visit.looks):
        say = visit.subject.longer if at % 2 else visit.subject.say
        check_text(draw.alt(look.view, look.path, say), ALT_ALONE)
        board = draw.text_board(look.view, look.path, say)
        check_text(board, TEXT_BOARD)
        parts = board.split("```")
        assert len(parts) == 3, f"a text board is one block of code: {board}"
        widest = max(map(len, parts[1].splitlines()))
        assert say is visit.subject.longer or widest <= PHONE, (
            f"a text board is {widest} characters wide, more than {PHONE}: {board}"
        )
    for look, _, hand in visit.drawn:
        alt = draw.hand_alt(look.view, look.path, visit.subject.longer)
        assert (alt is None) == (hand is None), f"a hand is described exactly where it is drawn: {alt}"
        if alt is not None:
            check_text(alt, ALT_ALONE)


def check_refusals(visit: Visit) -> None:
    """Whatever can't be answered or opened is refused in a sentence, and so is a player who isn't asked."""
    spec, table = visit.subject.game.spec, visit.match.table
    found = [IllegalMove("not.asked"), IllegalMove("path.short", {"about": "x"})]
    for look in sample(visit.rng, [look for look in visit.looks if look.ask is not None], POSITIONS):
        for path in ((*look.path, step) for step in NEVER):
            found += _refused(visit.subject.game.ask, look.view, path)
    tables = [Table(spec.seats[-1] + 1, {}, spec.rules), Table(table.seats, {}, spec.rules + 1)]
    tables += [Table(table.seats, {name: "?" * 999}, spec.rules) for name in ("wheels", *table.options)]
    for wrong in tables:
        found += _refused(visit.subject.game.setup, wrong, SeededDice(b"refused", 0))
    assert len(found) > len(tables) + 2, "nothing was refused"
    for illegal in found:
        for say in (visit.subject.say, visit.subject.longer):
            check_text(visit.subject.renderer.refusal(illegal, visit.names, say), LINES)


def _refused(attempt: Callable[..., object], *arguments: object) -> list[IllegalMove]:
    try:
        attempt(*arguments)
    except IllegalMove as illegal:
        return [illegal]
    return []


def check_rules(visit: Visit) -> None:
    """Pages that fit, at least one of them with a picture; exactly the pictures are described."""
    for say in (visit.subject.say, visit.subject.longer):
        pages = visit.subject.renderer.rules(say)
        assert any(page.picture for page in pages), "no picture shows how it is played"
        assert len(pages) <= MOST_OPTIONS, "the contents of the rules are one select"
        assert len({page.title for page in pages}) == len(pages), "two pages have one title"
        for page in pages:
            check_text(page.title, TITLE)
            assert say is visit.subject.longer or len(page.text) <= PAGE, f"{page.title} has {len(page.text)} letters"
            words = len(page.text.split())
            assert say is visit.subject.longer or words <= WORDS, f"{page.title} has {words} words, more than {WORDS}"
            assert page.text.strip(), f"{page.title} is empty"
            assert (page.picture is None) == (not page.alt), f"{page.title}: a picture has a description, no other has"
            assert page.alt != page.title, f"{page.title}: a description tells more than the title"
            assert len(page.alt) <= ALT_ALONE, f"{page.title}: the description has {len(page.alt)} characters"
            if page.picture is not None:
                assert opened(page.picture()).format == "PNG"


def check_keys(visit: Visit) -> None:
    """The game, its options and presets have words that Discord takes, and so has every key in the renderer's code."""
    spec, say = visit.subject.game.spec, visit.subject.say
    keys = [f"{spec.key}.name", f"{spec.key}.about"]
    for option in spec.options:
        keys += [f"{spec.key}.option.{option.name}", f"{spec.key}.option.{option.name}.about"]
        keys += [f"{spec.key}.option.{option.name}.{value}" for value in getattr(option.ask, "options", ())]
    for preset in spec.presets:
        keys += [f"{spec.key}.preset.{preset}", f"{spec.key}.preset.{preset}.about"]
    for key in keys:
        assert key in say, f"{key} has no words"
        check_text(say(key), CHOICE)
    for file in visit.subject.files:
        for key in keys_in(file, spec.key):
            assert key in say, f"{file.name} asks for {key}, which has no words"


def keys_in(file: File, game: str) -> Iterator[str]:
    """The keys of this game's texts that stand in a file as they are."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    pieces = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(str(text)) if node not in pieces and re.fullmatch(rf"{game}(\.[\w-]+)+", text):
                yield text


CHECKS: dict[str, Callable[[Visit], None]] = {
    "pictures": check_pictures,
    "palette": check_palette,
    "names": check_names,
    "views": check_views,
    "illegal paths": check_illegal_paths,
    "events": check_events,
    "labels": check_labels,
    "pads": check_pads,
    "close-ups": check_close_ups,
    "places": check_places,
    "help": check_help,
    "widgets": check_widgets,
    "screens": check_screens,
    "questions": check_questions,
    "reasons": check_reasons,
    "headlines": check_headlines,
    "descriptions": check_descriptions,
    "refusals": check_refusals,
    "rules": check_rules,
    "keys": check_keys,
}
