"""Preview of a path begun, worked out from the view alone."""

from engines.superechelon import (
    CARDS,
    FIGURES,
    GOOD,
    NEW,
    NONE,
    TERRAINS,
    Breakaway,
    Played,
    Spoils,
    SuperEchelon,
    SuperEchelonView,
)
from engines.superechelon.road import with_cancelled, with_card
from engines.table import Path, Seat

GAME = SuperEchelon()


def letter(breakaway: str) -> str:
    """What a breakaway is called: "b.1" is A, "b.2" is B."""
    return chr(ord("A") + int(breakaway.removeprefix("b.")) - 1)


def chosen(view: SuperEchelonView, path: Path) -> str:
    """The card of hand that `path` plays, "" before it is chosen; IllegalMove for a path that isn't legal."""
    if not path:
        return ""
    GAME.ask(view, path)
    return path[0] if view.stage == "play" else ""


def place_of(view: SuperEchelonView, path: Path) -> str:
    """Where the chosen card goes: the id of a breakaway, that of the next one if it is new, "" if not yet chosen."""
    if len(path) > 1:
        place = path[1]
    elif path and view.table.seats == 2:  # everyone has one echelon
        place = next((breakaway.id for breakaway in view.breakaways if breakaway.starter == view.viewer), NEW)
    else:
        return ""
    return f"b.{len(view.breakaways) + 1}" if place == NEW else place


def after(view: SuperEchelonView, path: Path) -> tuple[Breakaway, ...]:
    """The breakaways on the road if the steps of `path` were played; IllegalMove for a path that isn't legal."""
    card, place = chosen(view, path), place_of(view, path)
    if not card or not place:
        return view.breakaways
    assert view.viewer is not None
    target = path[2] if len(path) > 2 and path[2] != NONE else ""
    played = Played(card, view.viewer, target=target)
    breakaways = {b.id: b for b in view.breakaways}
    breakaways[place] = with_card(breakaways.get(place, Breakaway(place, view.viewer, (), 0)), played, view.terrain)
    if target:
        hit = next(b for b in breakaways.values() if any(card.card == target for card in b.cards))
        breakaways[hit.id] = with_cancelled(hit, target, view.terrain)
    return tuple(breakaways.values())


def spoils_of(view: SuperEchelonView) -> Spoils | None:
    """The loot that is being distributed."""
    return view.last.spoils if view.stage == "loot" and view.last else None


def handed_out(view: SuperEchelonView, path: Path) -> dict[str, Seat]:
    """Who gets which loot card by the steps of `path`, the last share included as soon as it is certain."""
    spoils = spoils_of(view)
    if spoils is None or not path:
        return {}
    GAME.ask(view, path)
    seat_of = {card: seat for seat, step in zip(spoils.seats, path, strict=False) for card in step.split("+")}
    rest = [card for card in spoils.cards if card not in seat_of]
    owed = [seat for seat, count in zip(spoils.seats, spoils.counts, strict=True) if count][len(path) :]
    if len(owed) == 1:
        seat_of |= dict.fromkeys(rest, owed[0])
    return seat_of


def copied(cards: tuple[Played, ...], terrain: str) -> str:
    """The figure that a Good Day among these cards copies, "" if there is none (E12)."""
    column = TERRAINS.index(terrain)
    figures = [CARDS[card.card].figure for card in cards if not card.cancelled]
    best = max(figures, key=lambda figure: FIGURES[figure].points[column], default=GOOD)
    return best if FIGURES[best].points[column] else ""
