"""New Game in pictures and words; the module is the renderer itself (`render.Renderer`)."""

from functools import cache, partial

from PIL import Image

from engines.newgame import GAME, NewGameView
from engines.table import Event, IllegalMove, Path, Pick, Ready, Refused, Seat, Table, Value
from render import kit
from render.kit import DARK, GOLD, INK, IVORY, NIGHT, PANEL, TEAM_INK, TEAMS, WIDTH
from render.roster import write_name
from render.style import Style
from render.words import Help, RulesPage, Say, listed, refuse

STYLE = Style()
MOST_SEATS = 4
NAME = 34  # pixels of a line with a name
DIE, ROW, EDGE = 64, 88, 24  # pixels
EXAMPLE = Table(2, {"rounds": "4"}, 1)


@cache
def palette() -> Image.Image:
    """Every colour of these pictures, and the shades of their edges."""
    teams = [colour for pair in TEAMS[:MOST_SEATS] for colour in pair]
    grounds = (NIGHT, PANEL, IVORY, GOLD, *(team for team, _ in TEAMS[:MOST_SEATS]))
    edges = [(ink, ground) for ink in (INK, DARK, IVORY) for ground in grounds]
    return kit.palette([*grounds, *teams, INK, DARK], edges, steps=3)


def board(view: NewGameView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
    """The dice on the table, the chosen one on gold, and below them what all players have taken."""
    GAME.ask(view, path)
    high = ROW + NAME * bool(names)
    canvas = Image.new("RGB", (WIDTH, ROW + high * view.table.seats), NIGHT)
    chosen = int(path[0]) if path else 0
    for place, pips in enumerate(view.dice):
        left, top = EDGE + place * (DIE + EDGE), (ROW - DIE) // 2
        if pips == chosen:
            kit.block(canvas, (left - 6, top - 6, DIE + 12, DIE + 12), 14, GOLD)
            chosen = 0  # of dice that are alike the first is taken
        _put(canvas, left, top, pips, DIE)
    for seat in range(view.table.seats):
        top = ROW + high * seat
        if names:
            write_name(canvas, (EDGE, top + 20), names[seat], WIDTH - 2 * EDGE)
        _seat(canvas, view, seat, top + high - ROW)
    return kit.png(canvas, palette())


def _seat(canvas: Image.Image, view: NewGameView, seat: Seat, top: int) -> None:
    """Jersey, dice and pips of a player; a golden edge where the match waits."""
    if seat in view.waiting:
        kit.block(canvas, (4, top + 4, WIDTH - 8, ROW - 8), 14, GOLD)
    kit.block(canvas, (8, top + 8, WIDTH - 16, ROW - 16), 12, PANEL)
    kit.block(canvas, (EDGE, top + 20, 48, 48), 10, TEAMS[seat][0])
    kit.write(canvas, (EDGE + 24, top + 44), str(seat + 1), 28, TEAM_INK[seat], weight=800)
    for place, pips in enumerate(view.taken[seat]):
        _put(canvas, 96 + place * 66, top + 16, pips, 56)
    kit.write(canvas, (WIDTH - EDGE - 8, top + 44), str(sum(view.taken[seat])), 34, INK, weight=800, anchor="r")


def _put(canvas: Image.Image, left: int, top: int, pips: int, size: int) -> None:
    sprite = kit.die(pips, size)
    canvas.paste(sprite, (left, top), sprite)


def hand(view: NewGameView, path: Path = ()) -> bytes | None:
    """None: nothing is private."""
    return None


def hand_alt(view: NewGameView, path: Path, say: Say) -> str | None:
    """None: there is no such picture."""
    return None


def question(view: NewGameView, path: Path, say: Say) -> str:
    """Which die, or whether it is that one."""
    ask = GAME.ask(view, path)
    if ask is None:
        return say("newgame.question.none")
    if isinstance(ask, Ready):
        return say("newgame.question.sure", die=path[0])
    return say("newgame.question.take", round=view.round, rounds=view.table.options["rounds"])


def label(view: NewGameView, path: Path, option: str, say: Say) -> str:
    """A die by its pips."""
    if isinstance(GAME.ask(view, path), Ready):
        raise IllegalMove("step.beyond", {"step": option})
    return say("newgame.die", n=int(option))


def help(view: NewGameView, path: Path, say: Say) -> Help:
    """The only page, and what a die is worth."""
    ask = GAME.ask(view, path)
    options = ask.options if isinstance(ask, Pick) else ()
    return Help(0, tuple(say("newgame.help", n=int(option)) for option in options))


def headline(view: NewGameView, names: tuple[str, ...], say: Say) -> str:
    """Whose turn it is, or who has won."""
    if view.over:
        winners = [standing.seat for standing in view.standings if standing.rank == 1]
        return say("newgame.over", names=listed(names[seat] for seat in winners))
    due = listed(names[seat] for seat in view.waiting if seat is not None)
    return say("newgame.headline", round=view.round, rounds=view.table.options["rounds"], name=due)


def sentence(event: Event, names: tuple[str, ...], say: Say) -> str | None:
    """What happened; None for a new turn, which the headline tells."""
    data = event.data
    match event.kind:
        case "rolled":
            return say("newgame.rolled", round=str(data["round"]), dice=_row(data["dice"]))
        case "took":
            return say("newgame.took", name=names[_number(data["seat"])], die=str(data["die"]))
        case "won":
            return say("newgame.over", names=listed(names[seat] for seat in _numbers(data["seats"])))
        case _:
            return None


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value


def _numbers(value: Value) -> list[int]:
    assert not isinstance(value, int)
    return [int(text) for text in value]


def _row(value: Value) -> str:
    return " ".join(map(str, _numbers(value)))


def refusal(illegal: Refused, names: tuple[str, ...], say: Say) -> str:
    """Why not."""
    return refuse("newgame", illegal, say)


def alt(view: NewGameView, path: Path, say: Say) -> str:
    """The dice on the table and what all players have."""
    GAME.ask(view, path)
    lines = [say("newgame.alt.dice", round=view.round, dice=_row(view.dice) or "–")]
    if path:
        lines.append(say("newgame.alt.chosen", die=path[0]))
    lines += [say("newgame.alt.seat", team=seat + 1, n=sum(taken)) for seat, taken in enumerate(view.taken)]
    return " ".join(lines)


def text_board(view: NewGameView, path: Path, say: Say) -> str:
    """The dice as numbers in a block of code."""
    GAME.ask(view, path)
    dice = " ".join(f"*{pips}" if path and str(pips) == path[0] else str(pips) for pips in view.dice)
    rows = [f"{seat + 1}: {_row(taken)} = {sum(taken)}" for seat, taken in enumerate(view.taken)]
    return "\n".join(["```", dice, *rows, "```"])


def rules(say: Say) -> list[RulesPage]:
    """One page, with a table in the first round."""
    example = NewGameView(
        viewer=None,
        stage="take",
        waiting=(1,),
        standings=(),
        over=False,
        sealed=False,
        table=EXAMPLE,
        round=1,
        turn=1,
        dice=(5, 4, 2, 1),
        taken=((6,), ()),
    )
    title, text = say("newgame.rules.title"), say("newgame.rules.text")
    return [RulesPage(title, text, partial(board, example), alt(example, (), say))]
