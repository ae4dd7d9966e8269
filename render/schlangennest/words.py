"""Schlangennest in words: questions, labels, headlines, a sentence for all that happens and one for all that can't."""

import re
from collections.abc import Iterable, Sequence
from random import Random

from engines.dice import SeededDice
from engines.schlangennest import (
    KINDS,
    NOBODY,
    ROTATIONS,
    SIDES,
    SNAKES,
    SPEC,
    SchlangennestView,
    is_closed,
    is_loop,
    parts,
)
from engines.schlangennest.cards import place
from engines.schlangennest.laying import duties
from engines.table import Event, IllegalMove, Move, Path, Pick, Ready, Refused, Table, Value
from render.schlangennest.choice import GAME, SNAKE, Choice, choice, completed, entering
from render.words import DOT, Say, listed, refuse

ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}
MOST_QUOTED = 20
PLACES = ("end", "square", "turn", "swap")  # questions for one of several places in the picture
MOST_NUMBERS = 99  # that can be read there
END = re.compile(r"([A-Z]{1,2}[0-9]{1,3})\.([nesw])")


def snake_name(snake: int, say: Say) -> str:
    """A snake as the board shows it, colour and sign: "Red ◆"; -1 is no one's."""
    return say(f"schlangennest.snake.{SNAKES[snake] if snake >= 0 else NOBODY}")


def marks(view: SchlangennestView, say: Say) -> tuple[str, ...]:
    """What everyone's snakes are called, by seat."""
    seats, snakes = view.table.seats, range(len(view.nest.hands))
    return tuple(
        say.together(snake_name(snake, say) for snake in snakes if snake % seats == seat) for seat in range(seats)
    )


def end_name(end: str, say: Say) -> str:
    """An open end: "C4 from the west"; what can't be one is quoted as it was typed, cut short."""
    named = END.fullmatch(end)
    if not named:
        return say("schlangennest.end.unknown", end=end if len(end) <= MOST_QUOTED else f"{end[: MOST_QUOTED - 1]}…")
    return say("schlangennest.end", square=named[1], side=say(f"schlangennest.side.{named[2]}"))


def turn_name(rotation: str, say: Say) -> str:
    """A rotation by the sides that the coloured part touches: "→↓ east–south"."""
    arrows = "".join(ARROWS[side] for side in rotation)
    return f"{arrows} {'–'.join(say(f'schlangennest.side.{side}') for side in rotation)}"


def table_name(table: Table, say: Say) -> str:
    """Border, ends and snakes as far as they aren't the defaults: "Fence, One end"; "Standard" if all are."""
    options = table.options
    chosen = [options["border"], "one-end" if options["ends"] == "one" else "", options["snakes"]]
    names = [say(f"schlangennest.preset.{name}") for name in chosen if name in SPEC.presets]
    return listed(names or [say("schlangennest.standard")])


def kind_name(kind: str, say: Say) -> str:
    """A kind of card with its article: "a curve"."""
    return say(f"schlangennest.card.{kind}")


# --- what is asked


def question(view: SchlangennestView, path: Path, say: Say) -> str:
    """What is asked after `path`, naming the snake and the steps so far."""
    chosen = choice(view, path)
    if chosen.ask is None or view.viewer is None:
        return say("schlangennest.question.none")
    mine = say.together(snake_name(snake, say) for snake in view.todo)
    values: dict[str, str | int] = {
        "snake": snake_name(chosen.snake, say) if chosen.snake >= 0 else mine,
        "square": chosen.square,
        "end": end_name(chosen.end, say),
        "kind": kind_name(chosen.kind, say) if chosen.kind else "",
        "turn": turn_name(chosen.rotation, say) if chosen.rotation else "",
    }
    if isinstance(chosen.ask, Ready):
        n = parts(chosen.nest, chosen.snake)
        about = {"turn": "turned", "swap": "swapped"}.get(next(iter(path)), "ready")
        asked = say(f"schlangennest.question.{about}", n=n, **values)
        return DOT.join((asked, *_effects(view, chosen, say), *_end(view, path, say)))
    about = chosen.ask.about
    place = ".end" if about in ("card", "rotation") and chosen.end else ""
    asked = say(f"schlangennest.question.{about}{place}", **values)
    if about == "end" and (due := duties(view)):
        squares = say.together(dict.fromkeys(due.values()))
        asked = f"{say('schlangennest.question.duty', square=squares)} {asked}"
    return asked


def label(view: SchlangennestView, path: Path, option: str, say: Say) -> str:
    """An option as short as a phone's button needs it: what it is and what it brings."""
    chosen = choice(view, path)
    ask = chosen.ask
    if not isinstance(ask, Pick) or option not in ask.options:
        raise IllegalMove("step.unknown", {"step": option})
    match ask.about:
        case "snake":
            return snake_name(int(option.removeprefix(SNAKE)), say)
        case "square":
            coming = view.nest.reach.get(option, ())
            met = [snake_name(int(name), say) for name in SNAKES if name in coming]
            return DOT.join((place_name(view, _number(ask, option), ask.about, option, say), *met))
        case "end":
            return place_name(view, _number(ask, option), ask.about, option, say)
        case "card":
            left = view.nest.hands[chosen.snake][KINDS.index(option)]
            name = say(f"schlangennest.kind.{option}")
            return name if option in ("tail", "head") else DOT.join((name, say("schlangennest.label.left", n=left)))
        case "open":
            return say(f"schlangennest.label.{option}")
        case _:
            is_place = ask.about in PLACES
            number = _number(ask, option) if is_place else 0
            name = place_name(view, number, ask.about, option, say) if is_place else turn_name(option, say)
            return DOT.join((name, *gains(view, choice(view, completed(view, (*path, option))), say)))


def vocabulary(view: SchlangennestView, say: Say) -> dict[str, str]:
    """Every step that someone may mean in this stage, offered or not, in words: the refusal tells why not."""
    squares = {square: square for square in (*view.nest.cards, *view.nest.reach)}
    if view.stage == "open":
        return {how: say(f"schlangennest.label.{how}") for how in ("turn", "swap")} | squares
    ends = {
        f"{square}.{SIDES[side]}": end_name(f"{square}.{SIDES[side]}", say)
        for square, reach in view.nest.reach.items()
        for side, name in enumerate(reach)
        if name
    }
    kinds = {kind: say(f"schlangennest.kind.{kind}") for kind in KINDS}
    turns = {turn: turn_name(turn, say) for turns in ROTATIONS.values() for turn in turns}
    return (squares if view.stage == "first" else ends) | kinds | turns


def _number(ask: Pick, option: str) -> int:
    """The number of a place that is asked for in the picture: there is none where there is nothing to choose."""
    return numbers_of(ask.options).get(option, 0)


def numbers_of(places: Iterable[str]) -> dict[str, int]:
    """Numbers of ends or squares, from top to bottom, so that they stay much the same from turn to turn.

    None where there is nothing to choose, or too much.
    """
    numbers = {place: number for number, place in enumerate(sorted({*places}, key=from_the_top), 1)}
    return numbers if 1 < len(numbers) <= MOST_NUMBERS else {}


def from_the_top(where: str) -> tuple[int, int, str]:
    """Row and column of a square, or of an open end, and the side through which that enters."""
    name, _, side = where.partition(".")
    column, row = place(name)
    return row, column, side


def place_name(view: SchlangennestView, number: int, about: str, place: str, say: Say) -> str:
    """A place by its number in the picture and its square: "3: C4"; of several snakes an end names its own."""
    square = place.partition(".")[0]
    name = say("schlangennest.label.place", n=number, square=square) if number else square
    if about != "end" or len(view.nest.hands) == view.table.seats:
        return name
    return DOT.join((name, snake_name(int(entering(view.nest, place)), say)))


def gains(view: SchlangennestView, result: Choice, say: Say) -> list[str]:
    """What an answer changes in parts, own first, and what becomes of the own snake."""
    gained = parts(result.nest, result.snake) - parts(view.nest, result.snake)
    parts_gained = say("schlangennest.label.gain", n=abs(gained), gain=f"{gained:+d}")
    return [parts_gained, *_effects(view, result, say)]


def brings(view: SchlangennestView, path: Path, option: str, say: Say) -> str:
    """What the last step of an answer changes in parts, own first, and what becomes of the snakes."""
    return DOT.join(gains(view, choice(view, completed(view, (*path, option))), say))


def _effects(view: SchlangennestView, result: Choice, say: Say) -> list[str]:
    """The side effects of an answer: snakes that close, become loops or grow without being laid."""
    sentences: list[str] = []
    for snake in sorted(range(len(view.nest.hands)), key=lambda other: other != result.snake):
        before, after = view.nest, result.nest
        if before.strands.get(SNAKES[snake]) == after.strands.get(SNAKES[snake]):
            continue
        name = snake_name(snake, say)
        if snake != result.snake and (more := parts(after, snake) - parts(before, snake)):
            sentences.append(say("schlangennest.effect.grows", snake=name, gain=f"{more:+d}"))
        if is_loop(after, snake):
            sentences.append(say("schlangennest.effect.loop", snake=name))
        elif is_closed(after, snake):
            sentences.append(say("schlangennest.effect.closed", snake=name))
    return sentences


def _end(view: SchlangennestView, path: Path, say: Say) -> list[str]:
    """How the match ends with this answer, if it does: nothing is hidden and no luck is left, so it can be played."""
    if view.viewer is None or view.viewer != view.due:
        return []
    state = GAME.imagine(view, Random(0))
    GAME.apply(state, Move(view.viewer, path), SeededDice(b"", 0))
    after = GAME.view(state, view.viewer)
    if not after.over:
        return []
    first = [standing.seat for standing in after.standings if standing.rank == 1]
    if view.viewer not in first:
        return [say("schlangennest.effect.lost")]
    return [say("schlangennest.effect.won" if len(first) == 1 else "schlangennest.effect.shared")]


# --- what happens


def headline(view: SchlangennestView, names: tuple[str, ...], say: Say) -> str:
    """The turn and who must do what; at the end the winner."""
    if view.over:
        first = [standing for standing in view.standings if standing.rank == 1]
        winners = say.together(names[standing.seat] for standing in first)
        return say("schlangennest.headline.over", names=winners, n=first[0].points)
    snakes = say.together(snake_name(snake, say) for snake in view.todo)
    return say(f"schlangennest.headline.{view.stage}", turn=view.turn, name=names[view.due], snakes=snakes)


def sentence(event: Event, names: tuple[str, ...], say: Say) -> str | None:
    """One sentence for an event."""
    data = event.data
    values: dict[str, str | int] = {name: value for name, value in data.items() if isinstance(value, str | int)}
    if "seat" in values:
        values["name"] = names[int(values["seat"])]
    if "by" in values:
        values["by"] = names[int(values["by"])]
    if "snake" in values:
        values["snake"] = snake_name(int(values["snake"]), say)
    if "parts" in values:
        values["n"] = values["parts"]
    if event.kind == "won":
        seats = [int(seat) for seat in _sequence(data["seats"])]
        return say("schlangennest.won", names=say.together(names[seat] for seat in seats), n=len(seats))
    kind = f".{values['kind']}" if event.kind == "laid" else ""
    return say(f"schlangennest.{event.kind}{kind}", **values)


def _sequence(value: Value) -> Sequence[str | int]:
    assert not isinstance(value, int)
    return value


# --- what can't be done

REASONS = (
    "end.none",
    "end.gray",
    "end.laid",
    "end.others",
    "card.none",
    "card.tail",
    "rotation.unjoined",
    "border.outside",
    "frame.outside",
    "square.taken",
    "square.outside",
    "square.begin",
    "square.far",
    "two.colours",
    "first.closed",
    "three.snakes",
    "four.snakes",
    "both.ends",
    "must.connect",
    "join.straight",
    "join.head",
    "loop.open",
    "border.snakes",
    "snakes.seats",
    "border.seats",
    "board.seats",
)


def players_name(least: int, most: int, say: Say) -> str:
    """For how many: "2 players", "2–3 players"."""
    return say("schlangennest.players", players=most if least == most else f"{least}–{most}", n=most)


def refusal(illegal: Refused, names: tuple[str, ...], say: Say) -> str:
    """Why a move or a table isn't possible: the rule and the squares in one sentence."""
    if illegal.reason not in REASONS:
        return refuse("schlangennest", illegal, say)
    values = _named(illegal, names, say)
    return say(_refusal_key(illegal), **{name: value for name, value in values.items() if "." not in name})


def _named(illegal: Refused, names: tuple[str, ...], say: Say) -> dict[str, str | int]:
    """What the sentence names, in the reader's words."""
    values = dict(illegal.about)
    for about in ("snake", "other"):
        if about in values:
            values[about] = snake_name(int(values[about]), say)
    if "seat" in values:
        seat = int(values["seat"])
        values["name"] = names[seat] if 0 <= seat < len(names) else snake_name(-1, say)
    if "end" in values:
        values["end"] = end_name(str(values["end"]), say)
    if "side" in values:
        values["side"] = say(f"schlangennest.side.{values['side']}")
    return values | _table_named(illegal, say)


def _table_named(illegal: Refused, say: Say) -> dict[str, str | int]:
    """What the sentence names of a table that can't be played."""
    about = illegal.about
    if illegal.reason == "board.seats":
        return {name: str(about[name]).replace("x", "×") for name in ("choices", "board")}
    if illegal.reason not in ("border.snakes", "snakes.seats", "border.seats"):
        return {}
    options = {name: say(f"schlangennest.preset.{about[name]}") for name in ("border", "snakes") if name in about}
    return {**options, "players": players_name(int(about["least"]), int(about["most"]), say)}


def _refusal_key(illegal: Refused) -> str:
    key, about = f"schlangennest.refusal.{illegal.reason}", illegal.about
    match illegal.reason:
        case "loop.open":
            fits = about["kind"] == {"turn": "curve", "swap": "straight"}[str(about["how"])]
            return f"{key}.{about['how']}" if fits else f"{key}.{about['how']}.other"
        case "end.others" if about["snake"] == -1:
            return "schlangennest.refusal.end.nobody"
        case "card.none":
            return f"{key}.{about['kind']}"
        case _:
            return key
