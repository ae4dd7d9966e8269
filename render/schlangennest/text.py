"""The nest without a picture: a description, and a board of characters."""

from engines.schlangennest import (
    NOBODY,
    SNAKES,
    Card,
    Nest,
    SchlangennestView,
    is_closed,
    is_loop,
    open_ends,
    parts,
    reaches,
    square,
)
from engines.table import Path, Pick
from render.schlangennest.choice import Choice, choice
from render.schlangennest.plan import Rect, around
from render.schlangennest.words import end_name, kind_name, label, snake_name, table_name
from render.words import Say, listed, shortened

MOST_TEXT = 1900
MOST_WIDE = 44  # characters that a phone shows in a line
SHAPES = {"ns": "┃", "ew": "━", "ne": "┗", "es": "┏", "sw": "┓", "nw": "┛"}
TAILS = {"n": "╹", "e": "╺", "s": "╻", "w": "╸"}
HEADS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}


def alt(view: SchlangennestView, path: Path, say: Say) -> str:
    """Nest and snakes in words; with a path begun what would come of it, or what can be chosen."""
    chosen = choice(view, path)
    nest = chosen.nest
    kind = table_name(view.table, say)
    sentences = [say("schlangennest.alt.table", kind=kind, turn=view.turn), *_nest(nest, say)]
    if view.over:
        sentences.append(say("schlangennest.alt.over"))
    else:
        sentences.append(
            say("schlangennest.alt.due", snakes=say.together(snake_name(snake, say) for snake in view.todo))
        )
    last = chosen.square if nest is not view.nest else view.last
    if last:
        sentences.append(say("schlangennest.alt.last", kind=kind_name(nest.cards[last].kind, say), square=last))
    sentences += [_snake(view, nest, snake, say) for snake in range(len(nest.hands))]
    if path and isinstance(chosen.ask, Pick):
        sentences.append(listed(label(view, path, option, say) for option in chosen.ask.options))
    return shortened(" ".join(sentences))


def _nest(nest: Nest, say: Say) -> list[str]:
    """The size of the nest, and where it lies as soon as that is fixed."""
    field, inside = nest.field, reaches(nest.field, nest.box)
    sentences = [say("schlangennest.alt.size", wide=field.wide, high=field.high)] if field.wide else []
    if len(inside) == 1 and (field.rect or inside[0] == nest.box):
        left, top, right, bottom = inside[0]
        sentences.append(say("schlangennest.alt.fixed", square=square(left, top), to=square(right, bottom)))
    return sentences


def _snake(view: SchlangennestView, nest: Nest, snake: int, say: Say) -> str:
    ends = open_ends(nest, snake)
    if ends:
        state = say("schlangennest.alt.ends", ends=say.together(end_name(end, say) for end in ends))
    elif is_closed(nest, snake) or snake in view.stuck:
        state = say("schlangennest.alt.closed")
    else:
        state = say("schlangennest.alt.loop" if is_loop(nest, snake) else "schlangennest.alt.none")
    return say(
        "schlangennest.alt.snake",
        snake=snake_name(snake, say),
        n=parts(nest, snake),
        state=state,
        hand=_hand(nest, snake, "schlangennest.alt.hand", say),
    )


def _hand(nest: Nest, snake: int, key: str, say: Say) -> str:
    straights, curves, tails, heads = nest.hands[snake]
    return say(key, straights=straights, curves=curves, tails=tails, heads=heads)


# --- characters


def text_board(view: SchlangennestView, path: Path, say: Say) -> str:
    """The cards as characters, as large as they fit on a phone and into a message."""
    chosen = choice(view, path)
    legend = [_legend(chosen.nest, snake, say) for snake in range(len(chosen.nest.hands))]
    key = say("schlangennest.text.key")
    text = ""
    for width in (4, 3, 2, 1):
        rows = _rows(chosen, width)
        text = "```\n" + "\n".join([*rows, *legend]) + "\n```" + key
        if max(map(len, rows)) <= MOST_WIDE and len(text) <= MOST_TEXT:
            break
    return text


def _legend(nest: Nest, snake: int, say: Say) -> str:
    return say(
        "schlangennest.text.snake",
        number=_number(SNAKES[snake]),
        snake=snake_name(snake, say),
        n=parts(nest, snake),
        hand=_hand(nest, snake, "schlangennest.text.hand", say),
    )


def _rows(chosen: Choice, width: int) -> list[str]:
    """A line for each row; a card takes `width` characters."""
    nest = chosen.nest
    coming = {name for name, reach in nest.reach.items() if any(strand in SNAKES for strand in reach)}
    squares = [*nest.cards, *coming, *([chosen.square] if chosen.square else [])]
    inside = reaches(nest.field, nest.box)
    left, top, right, bottom = around([*squares, *_corners(nest.field.rect)] or [square(1, 1)])
    head = "".join(f"{square(column, 1)[:-1]:^{width}}"[:width] for column in range(left, right + 1))
    rows = [f"    {head}".rstrip()]
    for row in range(top, bottom + 1):
        line = f"{square(1, row)[1:]:>3} "
        for column in range(left, right + 1):
            name = square(column, row)
            if name in nest.cards:
                cell = _card(nest.cards[name], name == chosen.square)
            elif name == chosen.square:
                cell = " * "
            elif name in coming:
                cell = " + "
            else:
                lit = not inside or any(r[0] <= column <= r[2] and r[1] <= row <= r[3] for r in inside)
                cell = " . " if lit else "   "
            line += cell[1] if width == 1 else cell[:width].ljust(width)
        rows.append(line.rstrip())
    return rows


def _corners(rect: Rect) -> list[str]:
    return [square(rect[0], rect[1]), square(rect[2], rect[3])] if rect else []


def _card(card: Card, chosen: bool) -> str:
    """Owner, coloured part, and the owner of the gray part with two sides; a star behind the chosen card."""
    shape = {"tail": TAILS, "head": HEADS}.get(card.kind, SHAPES)[card.rotation]
    return f"{_number(card.strands[0])}{shape}{_number(card.strands[-1])}{'*' if chosen else ' '}"


def _number(strand: str) -> str:
    """A snake by the number of its set, which no language changes."""
    return str(int(strand) + 1) if strand in SNAKES else strand if strand == NOBODY else "·"
