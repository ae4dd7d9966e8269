"""SuperEchelon in words: names of cards and breakaways, questions, labels and headlines."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from engines.superechelon import (
    BAD,
    CARDS,
    FIGURES,
    GOOD,
    NEW,
    NONE,
    TERRAINS,
    TOURS,
    WHOLE_TOUR,
    Breakaway,
    Played,
    SuperEchelonView,
    gc,
    tours_won,
    values,
)
from engines.table import IllegalMove, Path, Pick, Seat
from render.superechelon.preview import GAME, after, letter, place_of, spoils_of
from render.words import DOT, Say, addressed, team_sign

# parts of a tour that several have shared, as far as there is a sign for them
SHARES = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def figure_name(card: str, say: Say) -> str:
    """A card by its figure: "Climber"."""
    return say(f"superechelon.figure.{CARDS[card].figure}")


def terrain_name(terrain: str, say: Say) -> str:
    """A stage type: "mountain"."""
    return say(f"superechelon.terrain.{terrain}")


def tour_name(tour: int, say: Say) -> str:
    """A tour of the season, from 1: "Giro"."""
    return say(f"superechelon.tour.{TOURS[tour - 1]}")


def counted(cards: Iterable[str], say: Say) -> str:
    """Cards by figure, equal ones together: "Climber, 2 × Gregario"."""
    names = Counter(figure_name(card, say) for card in cards)
    return say.together(name if n == 1 else say("superechelon.times", count=n, name=name) for name, n in names.items())


def player(seat: Seat, say: Say) -> str:
    """A player by the number of their jersey."""
    return say("superechelon.player", number=seat + 1)


def marked(seat: Seat, say: Say) -> str:
    """A player by colour and number of their jersey."""
    return say("superechelon.player", number=team_sign(seat))


def worth(card: str, terrain: str) -> int:
    """Stage points of a card on that terrain, 0 for one that copies or cancels."""
    return FIGURES[CARDS[card].figure].points[TERRAINS.index(terrain)]


def find(breakaways: Iterable[Breakaway], name: str) -> Breakaway:
    """The breakaway of that id."""
    return next(b for b in breakaways if b.id == name)


def whose(view: SuperEchelonView, card: str) -> tuple[Breakaway, Played]:
    """Where a card on the road is, and who has played it."""
    return next((there, rider) for there in view.breakaways for rider in there.cards if rider.card == card)


# --- questions


def question(view: SuperEchelonView, path: Path, say: Say) -> str:
    """What is asked after `path`, and at the end what the whole answer does."""
    ask = GAME.ask(view, path)
    if ask is None or view.viewer is None:
        return say("superechelon.question.none")
    if view.stage == "loot":
        return _loot_question(view, view.viewer, path, ask, say)
    if isinstance(ask, Pick):
        return _card_question(view, path, ask.about, say)
    return _whole_play(view, path, say)


def _card_question(view: SuperEchelonView, path: Path, about: str, say: Say) -> str:
    if about == "card":
        key = "superechelon.question.card" if view.leg < view.legs else "superechelon.question.card.last"
        terrain = terrain_name(view.terrain, say)
        return say(key, leg=view.leg, legs=view.legs, terrain=terrain, turn=view.turn, turns=view.turns)
    return say(f"superechelon.question.{about}", card=figure_name(path[0], say))


def _whole_play(view: SuperEchelonView, path: Path, say: Say) -> str:
    """The whole answer, and what it does to the totals."""
    place, there = place_of(view, path), after(view, path)
    lines = [_joins(view, path[0], place, find(there, place), say)]
    if len(path) > 2 and path[2] != NONE:
        where, _ = whose(view, path[2])
        reached = find(there, where.id).points
        card = figure_name(path[2], say)
        lines.append(
            say("superechelon.question.cancels", card=card, place=letter(where.id), before=where.points, after=reached)
        )
    return " ".join(lines)


def _joins(view: SuperEchelonView, card: str, place: str, reached: Breakaway, say: Say) -> str:
    name, before = figure_name(card, say), sum(b.points for b in view.breakaways if b.id == place)
    if view.table.seats == 2:
        return say("superechelon.question.echelon", card=name, before=before, after=reached.points)
    if len(reached.cards) == 1:
        return say("superechelon.question.starts", card=name, place=letter(place), after=reached.points)
    return say("superechelon.question.joins", card=name, place=letter(place), before=before, after=reached.points)


def _loot_question(view: SuperEchelonView, seat: Seat, path: Path, ask: object, say: Say) -> str:
    spoils = spoils_of(view)
    assert spoils is not None
    if not isinstance(ask, Pick):
        parts = [_share(to, seat, step.split("+"), say) for to, step in zip(spoils.seats, path, strict=False)]
        rest = [card for card in spoils.cards if not any(card in step.split("+") for step in path)]
        owed = [to for to, count in zip(spoils.seats, spoils.counts, strict=True) if count][-1]
        parts.append(_share(owed, seat, rest, say))
        return f"{say.apart(parts)}. {say('superechelon.question.deal')}"
    to = int(ask.about.removeprefix("loot."))
    values = {"n": ask.least, "cards": len(ask.options), "gc": gc(ask.options)}
    return addressed("superechelon.question.loot", to, seat, say, player=marked(to, say), **values)


def _share(to: Seat, seat: Seat, cards: Iterable[str], say: Say) -> str:
    return addressed("superechelon.question.share", to, seat, say, player=marked(to, say), cards=counted(cards, say))


# --- labels


def label(view: SuperEchelonView, path: Path, option: str, say: Say) -> str:
    """An option as short as a phone's button needs it: what a press does."""
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick):
        raise IllegalMove("step.beyond", {"step": option})
    if ask.about == "card":
        return _numbered(_card_label(view, option, ask.options, say), ask.options, option, same_back=True)
    if ask.about == "breakaway":
        return _place_label(view, path, option, say)
    if ask.about == "target":
        return _target_label(view, path, option, ask.options, say)
    text = say("superechelon.label.loot", card=figure_name(option, say), gc=CARDS[option].gc)
    return _numbered(text, ask.options, option, same_back=False)


def _numbered(text: str, options: Iterable[str], option: str, *, same_back: bool) -> str:
    """The label with a number if other options are called the same."""
    card = CARDS[option]
    alike = [o for o in options if CARDS[o].figure == card.figure and (CARDS[o].back == card.back or not same_back)]
    return f"{text} ({alike.index(option) + 1})" if len(alike) > 1 else text


def _card_label(view: SuperEchelonView, card: str, options: Iterable[str], say: Say) -> str:
    """Figure, GC and worth; its back too where the hand has another one of that figure."""
    printed, two = CARDS[card], view.table.seats == 2
    points = stage_points(view, card)
    text = say(
        f"superechelon.label.card{_kind(printed.figure, two=two)}", card=figure_name(card, say), gc=printed.gc, n=points
    )
    backs = {CARDS[other].back for other in options if CARDS[other].figure == printed.figure}
    return DOT.join((text, terrain_name(printed.back, say))) if len(backs) > 1 else text


def stage_points(view: SuperEchelonView, card: str) -> int:
    """What a card of the hand is worth on this stage, as far as that is known before it is played."""
    if CARDS[card].figure == GOOD and view.table.seats == 2:  # it is known where it goes
        mine = find(after(view, (card,)), place_of(view, (card,)))
        return values(mine.cards, view.terrain)[-1]
    return worth(card, view.terrain)


def _kind(figure: str, *, two: bool) -> str:
    if two:
        return ""
    return {GOOD: ".good", BAD: ".bad"}.get(figure, "")


def _place_label(view: SuperEchelonView, path: Path, option: str, say: Say) -> str:
    steps = (path[0], option)
    there = after(view, steps)
    place = find(there, place_of(view, steps))
    if option == NEW:
        text = say("superechelon.label.new", place=letter(place.id), after=place.points)
    else:
        before = find(view.breakaways, option).points
        text = say("superechelon.label.join", place=letter(option), before=before, after=place.points)
    others = [b.points for b in there if b.id != place.id]
    leads = place.points > max(others, default=-1)
    return DOT.join((text, say("superechelon.label.leads"))) if leads else text


def cancelling(view: SuperEchelonView, path: Path, target: str) -> tuple[str, int, int]:
    """The breakaway in which a card is cancelled, and its points before and after."""
    where, _ = whose(view, target)
    return where.id, where.points, find(after(view, (*path, target)), where.id).points


def _target_label(view: SuperEchelonView, path: Path, option: str, options: tuple[str, ...], say: Say) -> str:
    if option == NONE:
        return say("superechelon.label.none")
    where, struck = whose(view, option)
    place, before, left = cancelling(view, path, option)
    text = say(
        "superechelon.label.target",
        card=figure_name(option, say),
        team=team_sign(struck.seat),
        place=letter(place),
        before=before,
        after=left,
    )
    alike = [
        card.card
        for card in where.cards
        if card.card in options and CARDS[card.card].figure == CARDS[option].figure and card.seat == struck.seat
    ]
    return f"{text} ({alike.index(option) + 1})" if len(alike) > 1 else text


# --- where the match stands


def tours_of(view: SuperEchelonView, seat: Seat, say: Say) -> str:
    """The tours that a player has won, which rank before GC: "1½ tours"; "" in a season of one."""
    if view.tours == 1:
        return ""
    won = Fraction(tours_won(view.results, view.table.seats)[seat], WHOLE_TOUR)
    part = won % 1
    written = SHARES.get(part, f" {part}") if part else ""
    return say("superechelon.tours", n=ceil(won), tours=f"{int(won) or ''}{written}".strip() or "0")


def headline(view: SuperEchelonView, names: tuple[str, ...], say: Say) -> str:
    """Tour, stage and terrain, and who must do what; at the end the winner."""
    if view.over:
        first = [names[standing.seat] for standing in view.standings if standing.rank == 1]
        return say("superechelon.headline.over", n=len(first), names=say.together(first))
    tour = tour_name(view.tour, say)
    name = names[view.due]
    if view.stage == "loot":
        spoils = spoils_of(view)
        assert spoils is not None
        return say(
            "superechelon.headline.loot", tour=tour, leg=view.leg, legs=view.legs, name=name, n=len(spoils.cards)
        )
    return say(
        "superechelon.headline.play",
        tour=tour,
        leg=view.leg,
        legs=view.legs,
        terrain=terrain_name(view.terrain, say),
        name=name,
        turn=view.turn,
        turns=view.turns,
    )
