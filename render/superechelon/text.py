"""SuperEchelon without pictures: descriptions of table and hand, and a table of characters."""

from collections.abc import Iterable, Iterator

from engines.superechelon import BAD, CARDS, FIGURES, GOOD, Breakaway, SuperEchelonView, read_loot, values
from engines.table import Path, Seat
from render.superechelon.lanes import Scene, scene
from render.superechelon.preview import chosen, letter
from render.superechelon.seats import loot_of
from render.superechelon.words import counted, figure_name, player, terrain_name, tour_name, worth
from render.words import MOST_ALT, Say, addressed, listed, shortened

WIDE = 44  # characters of a line on a phone
CODES = dict(zip(FIGURES, ("CL", "CS", "SP", "TT", "SG", "GR", "DE", "GD", "BD"), strict=True))
BACKS = {"flat": "f", "mountain": "m", "trial": "t", "classic": "c"}


def alt(view: SuperEchelonView, path: Path, say: Say) -> str:
    """Stage, breakaways and players in words; where that gets too long, without single cards and the last result."""
    shown = scene(view, path)
    for brief, gains in ((False, True), (True, True), (True, False)):
        text = " ".join(_sentences(view, shown, say, brief=brief, gains=gains))
        if len(text) <= MOST_ALT:
            return text
    return shortened(text)


def _stage(view: SuperEchelonView, say: Say) -> str:
    return say(
        "superechelon.alt.stage",
        tour=tour_name(view.tour, say),
        number=view.tour,
        tours=view.tours,
        leg=view.leg,
        legs=view.legs,
        terrain=terrain_name(view.terrain, say),
        n=view.deck,
    )


def _sentences(view: SuperEchelonView, shown: Scene, say: Say, *, brief: bool, gains: bool) -> Iterator[str]:
    yield _stage(view, say)
    yield _due(view, say)
    if shown.card:
        yield say("superechelon.alt.chosen", card=figure_name(shown.card, say))
    if shown.over:
        yield say("superechelon.alt.last", terrain=terrain_name(shown.terrain, say))
    for breakaway in shown.breakaways:
        yield _breakaway(breakaway, shown, say, brief=brief)
    if gains:
        yield from _gains(view, say)
    for seat in range(view.table.seats):
        yield _player(view, seat, say, brief=brief)
    for tour, result in enumerate(view.results, 1):
        points = listed(f"{seat + 1}: {gc}" for seat, gc in enumerate(result.gc))
        yield say("superechelon.alt.tour", tour=tour_name(tour, say), points=points)


def _due(view: SuperEchelonView, say: Say) -> str:
    if view.over:
        winners = say.together(player(standing.seat, say) for standing in view.standings if standing.rank == 1)
        return say("superechelon.alt.over", winners=winners)
    if view.stage == "loot":
        return addressed("superechelon.alt.loot", view.due, view.viewer, say, player=player(view.due, say))
    values = {"player": player(view.due, say), "turn": view.turn, "turns": view.turns}
    return addressed("superechelon.alt.due", view.due, view.viewer, say, **values)


def _breakaway(breakaway: Breakaway, shown: Scene, say: Say, *, brief: bool) -> str:
    key = "superechelon.alt.best" if breakaway.id in shown.best else "superechelon.alt.breakaway"
    if brief:
        cards = say("superechelon.alt.cards", n=len(breakaway.cards))
    else:
        worths = zip(breakaway.cards, values(breakaway.cards, shown.terrain), strict=True)
        cards = listed(
            say(
                "superechelon.alt.card.struck" if card.cancelled else "superechelon.alt.card",
                card=figure_name(card.card, say),
                points=points,
                number=shown.loot.get(card.card, card.seat) + 1,
            )
            for card, points in worths
        )
    return say(key, place=letter(breakaway.id), n=breakaway.points, cards=cards)


def _gains(view: SuperEchelonView, say: Say) -> Iterator[str]:
    """What everyone got from the last stage."""
    last = view.last
    for seat, cards in enumerate(last.recovered if last else ()):
        assert last is not None
        loot = loot_of(last, seat)
        if cards or loot:
            yield say("superechelon.alt.gain", number=seat + 1, count=len(cards), loot=loot)


def _player(view: SuperEchelonView, seat: Seat, say: Say, *, brief: bool) -> str:
    key = "superechelon.alt.player.loot" if view.down[seat] else "superechelon.alt.player"
    backs = view.backs[seat]
    words = say.together(terrain_name(back, say) for back in backs)
    return say(
        key,
        number=seat + 1,
        backs=len(backs) if brief or not backs else words,
        count=len(view.piles[seat]),
        gc=view.gc[seat],
        loot=view.down[seat],
    )


def hand_alt(view: SuperEchelonView, path: Path, say: Say) -> str | None:
    """The viewer's cards in words, and what they have handed out; None where `hand` is."""
    card = chosen(view, path)
    if view.viewer is None or not (view.hand or view.handed):
        return None
    parts: list[str] = []
    if view.hand:
        parts.append(say("superechelon.hand", cards=say.apart(_held(view, c, say) for c in view.hand)))
    if card:
        parts.append(say("superechelon.alt.chosen", card=figure_name(card, say)))
    loot_of: dict[Seat, list[str]] = {}
    for _, seat, loot in map(read_loot, view.handed):
        loot_of.setdefault(seat, []).append(loot)
    for seat, cards in sorted(loot_of.items()):
        key = "superechelon.handed.own" if seat == view.viewer else "superechelon.handed"
        parts.append(say(key, number=seat + 1, cards=counted(cards, say)))
    return shortened(" ".join(parts))


def _held(view: SuperEchelonView, card: str, say: Say) -> str:
    printed = CARDS[card]
    special = printed.figure in (GOOD, BAD)
    return say(
        "superechelon.hand.special" if special else "superechelon.hand.card",
        card=figure_name(card, say),
        gc=printed.gc,
        points=worth(card, view.terrain),
        back=terrain_name(printed.back, say),
    )


# --- characters


def text_board(view: SuperEchelonView, path: Path, say: Say) -> str:
    """Breakaways and players as letters and numbers, a line or two each, with a key below."""
    shown = scene(view, path)
    lines: list[str] = [f"({BACKS[shown.terrain]})"] if shown.over else []
    for breakaway in shown.breakaways:
        lines += _letters(breakaway, shown)
    gains = _gain_codes(view)
    if gains:
        lines += ["", *_wrapped(gains, "= ")]
    lines += ["", *(_line(view, seat) for seat in range(view.table.seats))]
    return f"{_stage(view, say)}\n```\n" + "\n".join(lines).strip("\n") + "\n```" + say("superechelon.text.key")


def _letters(breakaway: Breakaway, shown: Scene) -> list[str]:
    """A breakaway: its total, then each card with its worth and its player."""
    mark = "*" if breakaway.id in shown.best else " "
    worths = zip(breakaway.cards, values(breakaway.cards, shown.terrain), strict=True)
    cards = [
        f"{'-' if card.cancelled else ''}{CODES[CARDS[card.card].figure]}{points}"
        f"/{shown.loot.get(card.card, card.seat) + 1}"
        for card, points in worths
    ]
    return _wrapped(cards, f"{mark}{letter(breakaway.id)} {breakaway.points:>3}  ")


def _wrapped(words: Iterable[str], first: str) -> list[str]:
    """The words in lines that fit on a phone, those after the first one indented."""
    lines, line = list[str](), first
    for word in words:
        if len(line) + len(word) > WIDE:
            lines.append(line.rstrip())
            line = " " * len(first)
        line += f"{word} "
    return [*lines, line.rstrip()]


def _gain_codes(view: SuperEchelonView) -> list[str]:
    last = view.last
    if last is None:
        return []
    gains = ((seat, len(cards), loot_of(last, seat)) for seat, cards in enumerate(last.recovered))
    return [f"{seat + 1}:{count}+{loot}" for seat, count, loot in gains if count or loot]


def _line(view: SuperEchelonView, seat: Seat) -> str:
    """A player: backs in hand, cards won and loot, GC, and GC of the tours before."""
    mark = ">" if seat in view.waiting else " "
    backs = "".join(BACKS[back] for back in view.backs[seat])
    pile = f"{len(view.piles[seat])}+{view.down[seat]}"
    tours = " ".join(f"{result.gc[seat]}{'*' if seat in result.winners else ''}" for result in view.results)
    line = f"{mark}{seat + 1} {backs:5} {pile:>5} {view.gc[seat]:>3}"
    return f"{line} | {tours}" if tours else line
