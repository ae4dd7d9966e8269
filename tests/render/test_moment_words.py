"""All that happens and is asked in random matches of every game has words, and they fit where Discord shows them."""

from __future__ import annotations

import re
from math import ceil
from textwrap import wrap

import pytest

import locales
from engines import GAMES
from engines.table import IllegalMove, Table
from render import RENDERERS
from tests.engines.facts import FACTS
from tests.render.described import Voice, check_descriptions, check_hand_alts
from tests.render.moments import every_kind, key_of, moments, questions

pytestmark = pytest.mark.quick

SAY, LONGER = locales.catalogue("en"), locales.catalogue(locales.PSEUDO)
NAMES = tuple(letter * 32 for letter in "ABCDEFGHIJ")
# kinds of events, and those that a random match need not show
KINDS = {
    "pistard": {
        *("rolled", "precedence", "planned", "sealed", "assigned", "placed", "turn"),
        *("rode", "crossed", "lapped", "dropped", "die.lost", "team.out", "won"),
    },
    "superechelon": {
        *("tour", "drew", "dealer", "dealt", "backs", "leg", "turn", "played", "cancelled", "scored", "won", "tied"),
        *("recovered", "took", "shares", "handed", "shared", "kept", "counted", "tour.won", "season.won"),
    },
    "schlangennest": {
        *("starter", "fenced", "framed", "turn", "laid", "grew", "ended", "closed", "looped", "cornered", "turned"),
        *("swapped", "stuck", "left.out", "passed", "won"),
    },
    "legstrong": {
        *("token", "chosen", "sealed", "team", "role", "opened", "turn", "rode", "risk", "ordered", "chase", "peloton"),
        *("absorbed", "rejoined", "paid", "dropped", "fed", "bottle", "drank", "summit", "home", "bid", "finish"),
        *("jerseys", "won", "declared", "wished", "held", "punctured", "missed", "late", "race", "decided"),
    },
    "doped": {
        *("dealt", "levels", "control", "lots", "called", "saved", "sleeve", "shuffled", "signal", "tested", "drew"),
        *("struck", "out", "kept", "lowered"),
    },
}
KINDS["doped"] |= KINDS["legstrong"]
RARE = {
    "superechelon": {"kept"},
    "schlangennest": KINDS["schlangennest"],
    "legstrong": {"rejoined"},
    "doped": KINDS["legstrong"] | {"lots"},
}
ABOUTS = {
    "pistard": {"start", "die", "land", "bonus"},
    "superechelon": {"card", "breakaway", "target", "loot"},
    "schlangennest": {"snake", "square", "card", "rotation", "end"},
    "legstrong": {
        *("types", "type", "sprinter", "descender", "role", "open", "ride", "rows", "attack", "inside"),
        *("bottle", "chase", "hold", "late", "sprint"),
    },
    "doped": {"el", "signal", "test", "keep"},
}
# the most characters of a sentence, a whole answer and a headline
MOST = {
    "pistard": (300, 400, 300),
    "superechelon": (700, 900, 400),
    "schlangennest": (300, 400, 300),
    "legstrong": (900, 1500, 600),
    "doped": (900, 1500, 600),
}
LINE, LINES = 37, 3  # characters of a line on a phone, and lines above a panel's picture


@pytest.mark.slow
@every_kind
def test_every_event_is_told_or_may_pass_in_silence(kind: str) -> None:
    key, (most, _, _) = key_of(kind), MOST[kind]
    events = [(event, moment.public.table.seats) for moment in moments(kind) for event in moment.events]
    assert KINDS[kind] - RARE.get(kind, set()) <= {event.kind for event, _ in events} <= KINDS[kind]
    for event, seats in events:
        sentence = RENDERERS[key].sentence(event, NAMES[:seats], LONGER)
        if sentence is None:
            assert event.kind in FACTS[key].silent and not event.data.get("points"), event
        else:
            assert 0 < len(sentence) <= most, sentence


@every_kind
def test_every_option_has_a_short_label_of_its_own(kind: str) -> None:
    assert {ask.about.partition(".")[0] for _, _, ask in questions(kind)} >= ABOUTS[kind]
    for view, path, ask in questions(kind):
        for say in (SAY,) if kind == "pistard" else (SAY, LONGER):  # longer ones of Pistard are cut
            labels = [RENDERERS[key_of(kind)].label(view, path, option, say) for option in ask.options]
            assert all(0 < len(label) <= 80 for label in labels), labels
            assert len(set(labels)) == len(labels), labels


@pytest.mark.parametrize("language", locales.languages())
@every_kind
def test_what_stands_above_the_picture_is_short(kind: str, language: str) -> None:
    renderer, say = RENDERERS[key_of(kind)], locales.catalogue(language)
    room = 1 if language == locales.ENGLISH else 1 + locales.LONGER
    for view, path, _ in questions(kind)[::3]:
        asked = re.sub(r"\*\*|__", "", renderer.question(view, path, say))
        assert len(wrap(asked, LINE)) <= ceil(LINES * room), asked


@every_kind
def test_every_step_is_asked_for_and_the_whole_answer_is_read_back(kind: str) -> None:
    question, (_, most, _) = RENDERERS[key_of(kind)].question, MOST[kind]
    for moment in moments(kind)[::2]:
        for step in range(len(moment.path) + 1):
            assert 0 < len(question(moment.own, moment.path[:step], LONGER)) <= most
            is_whole = step == len(moment.path) or moment.own.viewer is None
            asked = question(moment.own, moment.path[:step], SAY)
            assert ("?" in asked) != is_whole, asked
            assert not is_whole or asked.endswith(".") or kind == "schlangennest", asked


@every_kind
def test_headlines_name_all_who_are_waited_for(kind: str) -> None:
    headline, (_, _, most) = RENDERERS[key_of(kind)].headline, MOST[kind]
    for moment in moments(kind):
        line = headline(moment.public, NAMES, SAY)
        assert all(seat is None or NAMES[seat] in line for seat in moment.public.waiting), line
        assert moment.public.over == ("**Finished**" in line)
        assert 0 < len(headline(moment.public, NAMES, LONGER)) <= most


@every_kind
def test_who_is_not_asked_is_told_so(kind: str) -> None:
    public, renderer = moments(kind)[0].public, RENDERERS[key_of(kind)]
    assert renderer.question(public, (), SAY) == "There's nothing for you to decide right now."
    with pytest.raises(IllegalMove):
        renderer.label(public, (), "stay", SAY)


@every_kind
def test_descriptions_and_text_boards_fit(kind: str) -> None:
    views = [(moment.public, ()) for moment in moments(kind)[::3]]
    views += [(view, path) for view, path, _ in questions(kind)[::9]]
    is_wide = kind in ("pistard", "schlangennest")
    check_descriptions(RENDERERS[key_of(kind)], views, SAY, LONGER, is_wide=is_wide)


@every_kind
def test_private_pictures_are_described_exactly_where_there_are_any(kind: str) -> None:
    views = [view for moment in moments(kind)[::17] for view in (moment.own, moment.public)]
    check_hand_alts(RENDERERS[key_of(kind)], views, LONGER)


# --- refusals


@pytest.mark.parametrize(
    ("kind", "table", "words"),
    [
        ("pistard", Table(9, {}, 1), "This game is for 2 to 4 players."),
        ("pistard", Table(2, {}, 99), "These rules have no version 99."),
        ("pistard", Table(2, {"wheels": "3"}, 1), "This game has no option called wheels."),
        ("pistard", Table(2, {"target": "99"}, 1), "Target must be a number from 3 to 30."),
        ("pistard", Table(2, {"track": "moon"}, 1), "Track must be one of: Sprint, Classic, Marathon."),
        ("superechelon", Table(9, {}, 1), "This game is for 2 to 8 players."),
        (
            "superechelon",
            Table(3, {"room": "full"}, 1),
            "Room in a breakaway must be one of: Half the players, Everyone.",
        ),
        (
            "superechelon",
            Table(3, {"tours": "10"}, 1),
            "Tours must be one of: One, Two, Three, Four, Five, Six, Seven, Eight, Nine.",
        ),
        ("schlangennest", Table(9, {}, 1), "This game is for 2 to 4 players."),
        (
            "schlangennest",
            Table(3, {"snakes": "twins"}, 1),
            "“Twins” is for 2 players: each uses two of the four colours. Choose one snake each, or that many players.",
        ),
        (
            "schlangennest",
            Table(2, {"snakes": "twins", "border": "fence"}, 1),
            "“Fence” needs a free colour, and “Twins” uses all four: choose another border, or one snake each "
            "(2–3 players).",
        ),
        (
            "schlangennest",
            Table(2, {"board": "8x8"}, 1),
            "A nest of 8×8 isn't for that many snakes; choose one of: 6×6, 5×7, 4×8.",
        ),
        ("legstrong", Table(11, {}, 1), "This game is for 2 to 10 players."),
        (
            "legstrong",
            Table(3, {"teams": "2"}, 1),
            "Two teams each only works with two players: choose one team each, or two players.",
        ),
        (
            "legstrong",
            Table(3, {"tour": "long"}, 1),
            "Tour must be one of: Single race, Weekend, Classic, Grand tour, Custom.",
        ),
    ],
)
def test_a_table_that_cannot_be_played_is_refused_with_what_can(kind: str, table: Table, words: str) -> None:
    assert Voice(kind).refused(GAMES[kind].setup, table, None) == words


@every_kind
def test_what_is_no_answer_is_refused_in_words(kind: str) -> None:
    view, path, _ = questions(kind)[0]
    first, game, refused = moments(kind)[0], GAMES[key_of(kind)], Voice(key_of(kind)).refused
    assert "already complete" in refused(game.ask, first.own, (*first.path, "1"))
    assert "aren't playing" in refused(game.view, first.state, -1)
    assert refused(game.ask, view, (*path, "no.such.option")).endswith(".")
    for reason, words in (("not.asked", "isn't your turn"), ("path.short", "one more question")):
        assert words in RENDERERS[key_of(kind)].refusal(IllegalMove(reason, {"about": "card"}), NAMES, SAY)
