"""The podium of one match: the first three in the colours of their seats, with names, signs and scores."""

from dataclasses import dataclass
from functools import cache, lru_cache, partial

from PIL import Image

from engines.table import Seat
from render import badges, cyclist, kit, style_of
from render.career import steps
from render.career.colours import LEAF, PETAL, SOFT, STEPS, line_of
from render.career.figures import standing, team_dress
from render.career.heading import HEAD, heading
from render.career.signs import mask
from render.career.steps import Finisher
from render.kit import DARK, DIM, GOLD, GREY, INK, NIGHT, PANEL, TEAMS, Colour, mix
from render.lettering import clean
from render.roster import called
from render.style import Wardrobe
from render.words import DOT, Say, shortened

BAND = 10  # pixels of the game's colour at the top
MEDAL = 76
PAIR = {2: 0, 1: 1}  # the steps when only two have played
ISOLATED = "\u2068{}\u2069"  # keeps a right-to-left name from turning the words around it


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat with its rank, its player's name, and the score behind the rank in words."""

    seat: Seat
    rank: int
    name: str
    score: str


@dataclass(frozen=True, slots=True)
class Podium:
    """The end of a match: all its seats, the first rank first."""

    game: str
    match: int
    placed: tuple[Placed, ...]


def podium(end: Podium, say: Say) -> bytes:
    """The podium as a PNG, 800 pixels wide."""
    finishers = [_finisher(end.game, p) for p in on_steps(end)]
    accent, medal = _accent(end.game), _medal(end.game)
    canvas = Image.new("RGB", (kit.WIDTH, HEAD + steps.ROOM + steps.height(finishers)), NIGHT)
    steps.confetti(canvas, HEAD, (accent, GOLD, PETAL, LEAF))
    canvas.paste(accent, (0, 0, kit.WIDTH, BAND))
    canvas.paste(medal, (kit.WIDTH - MEDAL - 20, BAND + 12), medal)
    heading(canvas, *_titles(end, say), 1, 1, right=MEDAL + 20)
    steps.draw(canvas, HEAD, finishers, PAIR if len(end.placed) == len(PAIR) else steps.PLACES)
    return kit.png(canvas, _palette(end.game))


def podium_alt(end: Podium, say: Say) -> str:
    """Who stands on which step, in at most 1,000 characters."""
    rows = [
        say("podium.alt.row", rank=placed.rank, name=ISOLATED.format(clean(placed.name)), score=placed.score)
        for placed in on_steps(end)
    ]
    return shortened(" ".join((f"{DOT.join(_titles(end, say))}.", *rows)))


def on_steps(end: Podium) -> list[Placed]:
    """The seats on the podium."""
    return [p for p in end.placed if p.rank in steps.PLACES]


def _titles(end: Podium, say: Say) -> tuple[str, str]:
    game = say("career.podium.title", game=say(f"{end.game}.name"))
    return game, say("podium.match", match=end.match, n=len(end.placed))


def _finisher(game: str, placed: Placed) -> Finisher:
    emblem, name = _wardrobe(game).emblem(placed.seat), called(placed.name, placed.seat)
    return Finisher(placed.rank, name, placed.score, partial(_figure, game, placed.seat), emblem)


@lru_cache(maxsize=32)
def _figure(game: str, seat: Seat, rank: int, height: int) -> Image.Image:
    return standing(_wardrobe(game).dress(seat), rank, height)


def _team(seat: Seat) -> int:
    return seat % len(TEAMS)


TEAM_KIT = Wardrobe(
    lambda seat: team_dress(_team(seat)),
    lambda seat: kit.jersey(_team(seat), 46),
    lambda seat: list(TEAMS[_team(seat)]),
)


def _wardrobe(game: str) -> Wardrobe:
    """A game's wardrobe; if it has none, seats wear the jerseys of teams."""
    return style_of(game).wardrobe or TEAM_KIT


def emblem(game: str, seat: Seat) -> Image.Image:
    """The sign of a seat's riders or snakes, RGBA."""
    return _wardrobe(game).emblem(seat)


def own_colour(game: str, seat: Seat) -> Colour | None:
    """A seat's colour, in games with colours of their own."""
    wardrobe = style_of(game).wardrobe
    return None if wardrobe is None else wardrobe.dress(seat).jersey


def _accent(game: str) -> Colour:
    """A game's accent colour: that of its badges, if it has any."""
    return badges.rim(game) or line_of(game)[0]


@cache
def _medal(game: str) -> Image.Image:
    """A cup on a medal in the game's shape and colour, RGBA."""
    image = Image.new("RGBA", (MEDAL, MEDAL), (*DARK, 0))
    image.paste((*_accent(game), 255), (0, 0), badges.outline(game, MEDAL))
    sign = mask("wins", MEDAL // 2)
    image.paste((*INK, 255), ((MEDAL - sign.width) // 2, (MEDAL - sign.height) // 2), sign)
    return image


@cache
def _palette(game: str) -> Image.Image:
    accent, wardrobe = _accent(game), style_of(game).wardrobe
    worn = [colour for pair in TEAMS for colour in pair]
    if wardrobe is not None:
        worn = [colour for seat in range(4) for colour in wardrobe.colours(seat)]
    flat = [INK, DIM, DARK, NIGHT, PANEL, GREY, SOFT, LEAF, PETAL, *STEPS.values(), accent, *worn]
    flat += [cyclist.SKIN, cyclist.BLUSH, cyclist.STEEL, cyclist.TYRE, cyclist.SHORTS, kit.TEAM_INK[1]]
    flat += [mix(colour, DARK, 0.45) for colour in (*STEPS.values(), GREY)]
    edges = [(colour, under) for colour in (INK, SOFT, DIM) for under in (PANEL, NIGHT)]
    edges += [(colour, NIGHT) for colour in (accent, *STEPS.values(), PETAL, LEAF)]
    edges += [(DARK, colour) for colour in (*STEPS.values(), cyclist.SKIN, INK)] + [(INK, accent)]
    edges += [(colour, DARK) for colour in dict.fromkeys(worn)]
    return kit.palette(flat, edges, steps=2)
