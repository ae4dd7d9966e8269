"""New Game in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from functools import cache, partial

from PIL import Image

from engines.newgame import GAME, NewGameView, number, scored
from engines.table import DEALT, Event, IllegalMove, Path, Pick, Ready, Refused, Seat, Table, Value
from render import kit
from render.kit import DARK, GOLD, INK, IVORY, NIGHT, PANEL, TEAM_INK, TEAMS, WIDTH
from render.roster import write_name
from render.style import Style
from render.words import Help, RulesPage, Say, listed, refuse

STYLE = Style()
MOST_SEATS = 4
NAME = 34  # pixels of a line with a name
CARD = (88, 116)
TOP, ROW, EDGE = 156, 88, 24  # pixels
EXAMPLE = Table(2, {"rounds": "4"}, 1)


@cache
def palette() -> Image.Image:
    """Every colour of these pictures, and the shades of their edges."""
    teams = [colour for pair in TEAMS[:MOST_SEATS] for colour in pair]
    grounds = (NIGHT, PANEL, IVORY, GOLD, *(team for team, _ in TEAMS[:MOST_SEATS]))
    edges = [(ink, ground) for ink in (INK, DARK, IVORY, GOLD) for ground in grounds]
    return kit.palette([*grounds, *teams, INK, DARK], edges, steps=3)


def board(view: NewGameView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
    """The top of the pile, the chosen card beside it, and the points of all players."""
    GAME.ask(view, path)
    high = ROW + NAME * bool(names)
    canvas = Image.new("RGB", (WIDTH, TOP + high * view.table.seats), NIGHT)
    _card(canvas, EDGE, view.pile[-1])
    if path:
        _card(canvas, EDGE + 2 * CARD[0], path[0], chosen=True)
    for seat in range(view.table.seats):
        top = TOP + high * seat
        if names:
            write_name(canvas, (EDGE, top + 20), names[seat], WIDTH - 2 * EDGE)
        _seat(canvas, view, seat, top + high - ROW)
    return kit.png(canvas, palette())


def _card(canvas: Image.Image, left: int, card: str, *, chosen: bool = False) -> None:
    """A card by its number, the chosen one with a golden edge."""
    top = (TOP - CARD[1]) // 2
    if chosen:
        kit.block(canvas, (left - 8, top - 8, CARD[0] + 16, CARD[1] + 16), 18, GOLD)
    kit.block(canvas, (left, top, *CARD), 12, IVORY)
    kit.write(canvas, (left + CARD[0] / 2, top + CARD[1] / 2), str(number(card)), 44, DARK, weight=800)


def _seat(canvas: Image.Image, view: NewGameView, seat: Seat, top: int) -> None:
    """Jersey and points of a player; a golden edge where the match waits."""
    if seat in view.waiting:
        kit.block(canvas, (4, top + 4, WIDTH - 8, ROW - 8), 14, GOLD)
    kit.block(canvas, (8, top + 8, WIDTH - 16, ROW - 16), 12, PANEL)
    kit.block(canvas, (EDGE, top + 20, 48, 48), 10, TEAMS[seat][0])
    kit.write(canvas, (EDGE + 24, top + 44), str(seat + 1), 28, TEAM_INK[seat], weight=800)
    points = str(view.standings[seat].points) if view.standings else "0"
    kit.write(canvas, (WIDTH - EDGE - 8, top + 44), points, 34, INK, weight=800, anchor="r")


def hand(view: NewGameView, path: Path = ()) -> bytes | None:
    """The viewer's cards, the chosen one with a golden edge; nothing for the public."""
    GAME.ask(view, path)
    if view.viewer is None:
        return None
    canvas = Image.new("RGB", (WIDTH, TOP), PANEL)
    for place, card in enumerate(view.hand):
        _card(canvas, EDGE + place * (CARD[0] + EDGE), card, chosen=card in path)
    return kit.png(canvas, palette())


def hand_alt(view: NewGameView, path: Path, say: Say) -> str | None:
    """The viewer's cards by their numbers."""
    GAME.ask(view, path)
    return None if view.viewer is None else say("newgame.alt.hand", cards=_row([number(card) for card in view.hand]))


def question(view: NewGameView, path: Path, say: Say) -> str:
    """Which card, or whether it is that one."""
    ask = GAME.ask(view, path)
    if ask is None:
        return say("newgame.question.none")
    if isinstance(ask, Ready):
        return say("newgame.question.sure", card=number(path[0]))
    return say("newgame.question.play", top=number(view.pile[-1]))


def label(view: NewGameView, path: Path, option: str, say: Say) -> str:
    """A card by its number, with what it scores."""
    if isinstance(GAME.ask(view, path), Ready):
        raise IllegalMove("step.beyond", {"step": option})
    return say("newgame.card", card=number(option), n=scored(option, view.pile[-1]))


def help(view: NewGameView, path: Path, say: Say) -> Help:
    """The only page, and what a card scores."""
    ask = GAME.ask(view, path)
    options = ask.options if isinstance(ask, Pick) else ()
    return Help(0, tuple(say("newgame.help", n=scored(option, view.pile[-1])) for option in options))


def headline(view: NewGameView, names: tuple[str, ...], say: Say) -> str:
    """Whose turn it is, or who has won."""
    if view.over:
        winners = [standing.seat for standing in view.standings if standing.rank == 1]
        return say("newgame.over", names=listed(names[seat] for seat in winners))
    due = listed(names[seat] for seat in view.waiting if seat is not None)
    done = view.turn // view.table.seats + 1
    return say("newgame.headline", round=done, rounds=view.table.options["rounds"], name=due)


def sentence(event: Event, names: tuple[str, ...], say: Say) -> str | None:
    """What happened; None for turns, which the headline tells, and for cards that go into a hand."""
    data = event.data
    match event.kind:
        case "begun":
            return say("newgame.begun", card=str(data["card"]))
        case "played":
            name = names[_number(data["seat"])]
            return say("newgame.played", name=name, card=str(data["card"]), n=_number(data["points"]))
        case "won":
            return say("newgame.over", names=listed(names[seat] for seat in _numbers(data["seats"])))
        case "drew":
            return say("newgame.drew", card=number(str(data["card"])))
        case kind if kind == DEALT:
            return say("newgame.dealt", cards=_row([number(card) for card in map(str, _values(data["cards"]))]))
        case _:
            return None


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value


def _values(value: Value) -> list[str | int]:
    assert not isinstance(value, int)
    return list(value)


def _numbers(value: Value) -> list[int]:
    return [int(number) for number in _values(value)]


def _row(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def refusal(illegal: Refused, names: tuple[str, ...], say: Say) -> str:
    """Why not."""
    return refuse("newgame", illegal, say)


def alt(view: NewGameView, path: Path, say: Say) -> str:
    """The top of the pile and the points of all players."""
    GAME.ask(view, path)
    lines = [say("newgame.alt.pile", card=number(view.pile[-1]))]
    if path:
        lines.append(say("newgame.alt.chosen", card=number(path[0])))
    lines += [say("newgame.alt.seat", team=standing.seat + 1, n=standing.points) for standing in view.standings]
    return " ".join(lines)


def text_board(view: NewGameView, path: Path, say: Say) -> str:
    """The top of the pile and the points in a block of code."""
    GAME.ask(view, path)
    chosen = f" *{number(path[0])}" if path else ""
    rows = [f"{standing.seat + 1}: {standing.points}" for standing in view.standings]
    return "\n".join(["```", f"{number(view.pile[-1])}{chosen}", *rows, "```"])


def rules(say: Say) -> list[RulesPage]:
    """One page, with a table before the first turn."""
    example = NewGameView(
        viewer=None,
        stage="play",
        waiting=(0,),
        standings=(),
        over=False,
        sealed=False,
        table=EXAMPLE,
        turn=0,
        hand=(),
        pile=("card.17",),
    )
    title, text = say("newgame.rules.title"), say("newgame.rules.text")
    return [RulesPage(title, text, partial(board, example), alt(example, (), say))]
