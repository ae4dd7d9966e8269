"""Pistard in words: questions, labels, headlines, and a sentence for all that happens."""

from collections import Counter
from collections.abc import Sequence

from engines.pistard import BASES, Pistard, PistardView, Rider, Spot, colour, find, follow, row, rows
from engines.table import Event, IllegalMove, Path, Pick, Refused, Seat, Value
from render.shortcuts import once_a_view
from render.words import DOT, Say, listed, refuse

GAME = Pistard()
SIGNS = {"Y": "🟡", "G": "🟢", "B": "🔵", "O": "🟠"}  # of the base colours


@once_a_view
def way(view: PistardView, path: Path) -> tuple[Spot, ...]:
    """The squares that the rider who is due passes on `path`; IllegalMove for a step that isn't an answer."""
    rider = find(view.riders, view.due)
    return follow(view.table, view.riders, rider, view.pools[rider.seat], path)[0]


def landings(view: PistardView, path: Path) -> list[Spot]:
    """The squares that the next step of `path` may lead to; none before the first step."""
    ask = GAME.ask(view, path)
    if not path or view.stage != "move":
        return []
    options = ask.options if isinstance(ask, Pick) else ()
    return [way(view, (*path, option))[-1] for option in options if option not in ("stop", "stay")]


def plain_name(base: str, seat: Seat, say: Say) -> str:
    """A rider for readers who can't see them: base colour and number of the team, "Green 2"."""
    return say("pistard.rider", colour=say(f"pistard.colour.{base}"), team=seat + 1)


def rider_name(base: str, seat: Seat, say: Say) -> str:
    """A rider as the board shows them, with the sign of their base colour: "🟢 Green 2"."""
    return f"{SIGNS[base]} {plain_name(base, seat, say)}"


def short_name(rider: Rider) -> str:
    """A rider with the sign of their base colour and their letter and number on the board, for labels: "🟢G2"."""
    return f"{SIGNS[rider.base]}{rider.base}{rider.seat + 1}"


def lapped(view: PistardView, before: Spot, there: Spot) -> list[Rider]:
    """The riders that a step from one square to the next would lap (P17)."""
    lap = rows(view.table)
    return [rider for rider in view.riders if before.d - lap < rider.d <= there.d - lap]


def lapping(view: PistardView, before: Spot, there: Spot, say: Say) -> list[str]:
    """What a label says of the riders that a step would lap."""
    out = lapped(view, before, there)
    if len(out) == 1:
        return [say("pistard.offer.lap", rider=rider_name(out[0].base, out[0].seat, say))]
    return [say("pistard.offer.laps", n=len(out), riders=listed(map(short_name, out)))] if out else []


def question(view: PistardView, path: Path, say: Say) -> str:
    """What is asked after `path`, naming the rider and the steps so far."""
    ask = GAME.ask(view, path)
    if ask is None or view.viewer is None:
        return say("pistard.question.none")
    if view.stage == "start":
        return _start_question(view.viewer, path, say)
    rider = find(view.riders, view.due)
    name = rider_name(rider.base, rider.seat, say)
    if not path:
        return say("pistard.question.die", rider=name)
    spot = way(view, path)[-1]
    values: dict[str, str | int] = {"rider": name, "die": path[0], "row": row(view.table, spot.d), "lane": spot.lane}
    if isinstance(ask, Pick):
        about = "stay" if ask.options == ("stay",) else ask.about
        return say(f"pistard.question.{about}", **values)
    return say("pistard.question.ready", **values)


def _start_question(seat: Seat, path: Path, say: Say) -> str:
    chosen = listed(
        say("pistard.takes", rider=rider_name(base, seat, say), die=die) for base, die in zip(BASES, path, strict=False)
    )
    if len(path) == len(BASES):
        return say("pistard.question.planned", chosen=chosen)
    asked = say("pistard.question.start", rider=rider_name(BASES[len(path)], seat, say))
    return f"{chosen}. {asked}" if chosen else f"{say('pistard.question.first')} {asked}"


def label(view: PistardView, path: Path, option: str, say: Say) -> str:
    """An option as short as a phone's button needs it: where it leads and what it offers."""
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick):
        raise IllegalMove("step.beyond", {"step": option})
    if view.stage == "start":
        return say("pistard.label.start", die=option)
    if ask.about == "die":
        return _die_label(view, option, say)
    if option in ("stop", "stay"):
        return say(f"pistard.label.{option}")
    before, there = way(view, path)[-1], way(view, (*path, option))[-1]
    key = "land" if ask.about == "land" else option
    if option == "on" and there.lane != before.lane:  # P15: colour after wind leads on diagonally
        key = "onward"
    base = colour(view.table, there.d, there.lane)
    square = f"{SIGNS[base]} {say(f'pistard.square.{base}')}"
    parts = [say(f"pistard.label.{key}", lane=there.lane, square=square)]
    following = GAME.ask(view, (*path, option))
    offers = following.options if isinstance(following, Pick) else ()
    if "on" in offers:
        parts.append(say("pistard.offer.colour"))
    if "in" in offers or "out" in offers:
        parts.append(say("pistard.offer.wind"))
    return DOT.join((*parts, *lapping(view, before, there, say)))


def _die_label(view: PistardView, die: str, say: Say) -> str:
    """The die and the row that it leads to."""
    ask = GAME.ask(view, (die,))
    first = ask.options[0] if isinstance(ask, Pick) else ""
    if first == "stay":
        return say("pistard.label.die.stay", die=die)
    start, there = way(view, (die, first))
    key = "pistard.label.die" if there.d - start.d == int(die) else "pistard.label.die.short"
    return say(key, die=die, row=row(view.table, there.d))


def headline(view: PistardView, names: tuple[str, ...], say: Say) -> str:
    """The turn and who must do what; at the end the winner."""
    if view.over:
        first = [standing for standing in view.standings if standing.rank == 1]
        key = "pistard.headline.over" if view.table.options["race"] == "points" else "pistard.headline.last"
        return say(key, names=say.together(names[standing.seat] for standing in first), n=first[0].points)
    waiting = say.together(names[seat] for seat in view.waiting if seat is not None)
    if view.stage == "start":
        return say("pistard.headline.start", names=waiting)
    rider = find(view.riders, view.due)
    return say("pistard.headline.move", turn=view.turn, name=waiting, rider=rider_name(rider.base, rider.seat, say))


def sentence(event: Event, names: tuple[str, ...], say: Say) -> str | None:
    """One sentence for an event; None for a line crossed too late for points and told by the ride itself."""
    data = event.data
    values: dict[str, str | int] = {name: value for name, value in data.items() if isinstance(value, (str, int))}
    if "seat" in values:
        values["name"] = names[int(values["seat"])]
    if "base" in values:
        values["rider"] = rider_name(str(values["base"]), int(values["seat"]), say)
    if "by" in values:
        seat, base = str(values["by"]).split(".")
        values["by"] = rider_name(base, int(seat), say)
    match event.kind:
        case "rolled":
            return say("pistard.rolled", **values, dice=_dice(data["dice"]))
        case "planned" | "assigned":
            plan = zip(BASES, _sequence(data["dice"]), strict=True)
            takes = (say("pistard.takes", rider=say(f"pistard.colour.{base}"), die=die) for base, die in plan)
            return say(f"pistard.{event.kind}", **values, plan=listed(takes))
        case "precedence" | "won":
            seats = [int(seat) for seat in _sequence(data["seats"])]
            together = listed if event.kind == "precedence" else say.together
            return say(f"pistard.{event.kind}", names=together(names[seat] for seat in seats), n=len(seats))
        case "rode":
            return _ride(values, [str(how) for how in _sequence(data["bonus"])], say)
        case "crossed":
            return say("pistard.crossed", **values, n=int(values["points"])) if values["points"] else None
        case _:
            return say(f"pistard.{event.kind}", **values)


def _ride(values: dict[str, str | int], bonus: Sequence[str], say: Say) -> str:
    if not values["steps"]:
        return say("pistard.rode.stuck", **values)
    text = say("pistard.rode", **values)
    if values["steps"] != values["die"]:
        text += " " + say("pistard.rode.short", **values)
    if bonus:
        counts = Counter(say(f"pistard.bonus.{how}") for how in bonus)
        named = (f"{count} × {name}" if count > 1 else name for name, count in counts.items())
        text += " " + say("pistard.rode.bonus", bonus=say.together(named))
    return text


def refusal(illegal: Refused, names: tuple[str, ...], say: Say) -> str:
    """Why a move or a table isn't possible; Pistard has no refusals of its own."""
    return refuse("pistard", illegal, say)


def _dice(value: Value) -> str:
    return " ".join(str(die) for die in _sequence(value))


def _sequence(value: Value) -> Sequence[str | int]:
    assert not isinstance(value, int)
    return value
