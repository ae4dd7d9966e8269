"""New Game in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from functools import cache, partial

from PIL import Image

from engines.newgame import COLUMNS, GAME, NOBODY, ROWS, NewGameView, around, name, place
from engines.table import Event, IllegalMove, Path, Pick, Ready, Refused, Seat, Table, Value
from render import kit
from render.kit import DARK, GOLD, INK, IVORY, NIGHT, PANEL, TEAM_INK, TEAMS, WIDTH
from render.roster import write_name
from render.style import Style
from render.words import Help, RulesPage, Say, listed, refuse

STYLE = Style()
MOST_SEATS = 4
NAME = 34  # pixels of a line with a name
SQUARE, GAP, ROW, EDGE = 84, 8, 88, 24  # pixels
LEFT = (WIDTH - len(COLUMNS) * SQUARE) // 2
HEIGHT = SQUARE * (len(ROWS) + 1)  # with the letters of the columns
EXAMPLE = Table(2, {"rounds": "4"}, 1)


@cache
def palette() -> Image.Image:
    """Every colour of these pictures, and the shades of their edges."""
    teams = [colour for pair in TEAMS[:MOST_SEATS] for colour in pair]
    grounds = (NIGHT, PANEL, IVORY, GOLD, *(team for team, _ in TEAMS[:MOST_SEATS]))
    edges = [(ink, ground) for ink in (INK, DARK, IVORY) for ground in grounds]
    return kit.palette([*grounds, *teams, INK, DARK], edges, steps=3)


def board(view: NewGameView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
    """The squares with their stones, what is chosen in gold, and below them the points of all players."""
    GAME.ask(view, path)
    high = ROW + NAME * bool(names)
    canvas = Image.new("RGB", (WIDTH, HEIGHT + high * view.table.seats), NIGHT)
    for at, column in enumerate(COLUMNS):
        kit.write(canvas, (LEFT + (at + 0.5) * SQUARE, SQUARE / 2), column, 34, GOLD if column in path else INK)
    for at, row in enumerate(ROWS):
        kit.write(canvas, (LEFT - SQUARE / 2, (at + 1.5) * SQUARE), row, 34, GOLD if row in path else INK)
    for square, seat in enumerate(view.squares):
        row, column = divmod(square, len(COLUMNS))
        left, top = LEFT + column * SQUARE, (row + 1) * SQUARE
        is_chosen = bool(path) and name(square).startswith("".join(path[:2])) and seat == NOBODY
        kit.block(canvas, (left + 4, top + 4, SQUARE - GAP, SQUARE - GAP), 10, GOLD if is_chosen else PANEL)
        if seat != NOBODY:
            _stone(canvas, left + 14, top + 14, seat, SQUARE - 28)
    for seat in range(view.table.seats):
        top = HEIGHT + high * seat
        if names:
            write_name(canvas, (EDGE, top + 20), names[seat], WIDTH - 2 * EDGE)
        _seat(canvas, view, seat, top + high - ROW)
    return kit.png(canvas, palette())


def _stone(canvas: Image.Image, left: int, top: int, seat: Seat, size: int) -> None:
    """A stone bears the number of its player, since not everyone can tell the colours apart."""
    kit.block(canvas, (left, top, size, size), 16, TEAMS[seat][0])
    kit.write(canvas, (left + size / 2, top + size / 2), str(seat + 1), 28, TEAM_INK[seat], weight=800)


def _seat(canvas: Image.Image, view: NewGameView, seat: Seat, top: int) -> None:
    """Stone and points of a player; a golden edge where the match waits."""
    if seat in view.waiting:
        kit.block(canvas, (4, top + 4, WIDTH - 8, ROW - 8), 14, GOLD)
    kit.block(canvas, (8, top + 8, WIDTH - 16, ROW - 16), 12, PANEL)
    _stone(canvas, EDGE, top + 20, seat, 48)
    points = str(view.standings[seat].points) if view.standings else "0"
    kit.write(canvas, (WIDTH - EDGE - 8, top + 44), points, 34, INK, weight=800, anchor="r")


def hand(view: NewGameView, path: Path = ()) -> bytes | None:
    """None: nothing is private."""
    return None


def hand_alt(view: NewGameView, path: Path, say: Say) -> str | None:
    """None: there is no such picture."""
    return None


def question(view: NewGameView, path: Path, say: Say) -> str:
    """Which column, which row, or whether it is that square."""
    ask = GAME.ask(view, path)
    if ask is None:
        return say("newgame.question.none")
    if isinstance(ask, Ready):
        return say("newgame.question.sure", square="".join(path))
    return say("newgame.question.row", column=path[0]) if path else say("newgame.question.column")


def label(view: NewGameView, path: Path, option: str, say: Say) -> str:
    """A column by its letter; a square with what it scores."""
    if isinstance(GAME.ask(view, path), Ready):
        raise IllegalMove("step.beyond", {"step": option})
    if not path:
        return say("newgame.column", column=option)
    return say("newgame.square", square=path[0] + option, n=_scored(view, path[0], option))


def _scored(view: NewGameView, column: str, row: str) -> int:
    return sum(view.squares[near] == view.viewer for near in around(place(column, row)))


def help(view: NewGameView, path: Path, say: Say) -> Help:
    """The only page, and what a square scores at best or for sure."""
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick):
        return Help(0)
    if path:
        return Help(0, tuple(say("newgame.help.row", n=_scored(view, path[0], row)) for row in ask.options))
    empty = [name(square) for square, seat in enumerate(view.squares) if seat == NOBODY]
    best = [max(_scored(view, *square) for square in empty if square[0] == column) for column in ask.options]
    return Help(0, tuple(say("newgame.help.column", n=most) for most in best))


def headline(view: NewGameView, names: tuple[str, ...], say: Say) -> str:
    """Whose turn it is, or who has won."""
    if view.over:
        winners = [standing.seat for standing in view.standings if standing.rank == 1]
        return say("newgame.over", names=listed(names[seat] for seat in winners))
    due = listed(names[seat] for seat in view.waiting if seat is not None)
    done = view.turn // view.table.seats + 1
    return say("newgame.headline", round=done, rounds=view.table.options["rounds"], name=due)


def sentence(event: Event, names: tuple[str, ...], say: Say) -> str | None:
    """What happened; None for a new turn, which the headline tells."""
    data = event.data
    match event.kind:
        case "laid":
            player = names[_number(data["seat"])]
            return say("newgame.laid", name=player, square=str(data["square"]), n=_number(data["points"]))
        case "won":
            return say("newgame.over", names=listed(names[seat] for seat in _numbers(data["seats"])))
        case _:
            return None


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value


def _numbers(value: Value) -> list[int]:
    assert not isinstance(value, int)
    return [int(seat) for seat in value]


def refusal(illegal: Refused, names: tuple[str, ...], say: Say) -> str:
    """Why not."""
    return refuse("newgame", illegal, say)


def alt(view: NewGameView, path: Path, say: Say) -> str:
    """Where all players' stones lie, and their points."""
    GAME.ask(view, path)
    lines = [say("newgame.alt.chosen", square="".join(path))] if path else []
    for seat in range(view.table.seats):
        stones = [name(square) for square, whose in enumerate(view.squares) if whose == seat]
        points = view.standings[seat].points if view.standings else 0
        lines.append(say("newgame.alt.seat", team=seat + 1, stones=" ".join(stones) or "–", n=points))
    return " ".join(lines)


def text_board(view: NewGameView, path: Path, say: Say) -> str:
    """The board in a block of code."""
    GAME.ask(view, path)
    lines = [f"  {COLUMNS}"]
    for row in ROWS:
        squares = [view.squares[place(column, row)] for column in COLUMNS]
        lines.append(f"{row} " + "".join("." if seat == NOBODY else str(seat + 1) for seat in squares))
    return "\n".join(["```", *lines, *([f"*{''.join(path)}"] if path else []), "```"])


def rules(say: Say) -> list[RulesPage]:
    """One page, with a board in the second round."""
    squares = [NOBODY] * (len(COLUMNS) * len(ROWS))
    squares[place("c", "3")], squares[place("d", "2")] = 0, 1
    example = NewGameView(
        viewer=None,
        stage="lay",
        waiting=(0,),
        standings=(),
        over=False,
        sealed=False,
        table=EXAMPLE,
        turn=2,
        squares=tuple(squares),
    )
    title, text = say("newgame.rules.title"), say("newgame.rules.text")
    return [RulesPage(title, text, partial(board, example), alt(example, (), say))]
