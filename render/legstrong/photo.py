"""The photo of the finish: the first riders over the line, as close as they came."""

from functools import cache

from PIL import Image

from engines.legstrong import Crossing, Finish, LegstrongView, Rider, find
from render import kit
from render.kit import DARK, GOLD, INK, Colour, put, rgb
from render.legstrong.classification import gap
from render.legstrong.colours import ASPHALT, HAZE, SHADE, SKY, TERRAIN
from render.legstrong.riders import figure, plate
from render.legstrong.signs import chequers, put_sign

HEIGHT = 214
BIKE = (112, 90)
SHOWN = 6
LINE = 690  # where the line is
ROAD = 96  # pixels above the road
CROWD: tuple[Colour, ...] = (rgb("c9243f"), rgb("f2cf4b"), rgb("3b6fc0"), rgb("f4f1e8"), rgb("2f9e54"), rgb("ee8a2c"))


@cache
def _stands(ground: str) -> Image.Image:
    """Spectators, barriers and the road to the line."""
    image = Image.new("RGB", (kit.WIDTH, HEIGHT), SKY)
    for x, y, r in ((90, 24, 15), (116, 18, 20), (144, 26, 14), (420, 22, 13), (444, 16, 17), (468, 24, 12)):
        kit.dot(image, (x, y), r, HAZE)
    kit.paint(image, [(0, 60), (200, 46), (430, 58), (660, 44), (800, 56), (800, 110), (0, 110)], TERRAIN[ground])
    for index in range(58):
        x, y = 7 + index * 14, 66 + index * 7 % 5
        kit.dot(image, (x, y + 13), 9, CROWD[index * 5 % len(CROWD)])
        kit.dot(image, (x, y), 6, rgb("f2b98a") if index % 3 else rgb("9a5f3c"))
    for left in range(0, kit.WIDTH, 80):
        image.paste(INK, (left + 2, 80, left + 78, 96))
        image.paste(CROWD[left // 80 % 3], (left + 4, 82, left + 76, 94))
    image.paste(ASPHALT, (0, ROAD, kit.WIDTH, HEIGHT))
    image.paste(INK, (0, ROAD, kit.WIDTH, ROAD + 4))
    image.paste(SHADE[ground], (0, HEIGHT - 6, kit.WIDTH, HEIGHT))
    chequers(image, (LINE - 12, ROAD + 4), HEIGHT - ROAD - 10, side=12)
    for x in (LINE - 34, LINE + 28):
        image.paste(DARK, (x, 8, x + 6, ROAD + 4))
    kit.block(image, (LINE - 46, 4, 92, 34), 8, DARK)
    chequers(image, (LINE - 40, 9), 24, columns=10)
    return image


def photo(canvas: Image.Image, view: LegstrongView, top: int) -> None:
    """The first six of the last leg at the line."""
    result, line = view.results[-1], {c.rider: c for c in view.line}
    first = result[: min(SHOWN, len(result))]
    course = view.road.course
    image = _stands(course.hexes[-1]).copy()
    x = float(LINE - 18)
    spots: list[tuple[float, Finish]] = []
    for place, finish in enumerate(first):
        if place:
            x -= 102 + 12 * _apart(line, first[place - 1], finish)
        spots.append((max(x, 106 + 102 * (len(first) - 1 - place)), finish))
    for place, (spot, finish) in reversed(list(enumerate(spots))):
        rider = find(view.road, finish.rider)
        _bike(image, rider, (spot, ROAD + 44 + 12 * (place % 2)), place)
        _behind(image, line, first[0], finish, spot)
    put_sign(image, (LINE + 72, 40), "cup", 52, GOLD)
    put(image, (LINE + 72, 92), plate(find(view.road, first[0].rider), GOLD))
    canvas.paste(image, (0, top))


def _apart(line: dict[str, Crossing], front: Finish, back: Finish) -> int:
    """How many steps further apart two riders are: in time, or only in rows; none in the same bunch."""
    ahead, other = line.get(front.rider), line.get(back.rider)
    if ahead is None or other is None or ahead.turn != other.turn:
        return 3
    return int(ahead.group != other.group)


def _bike(image: Image.Image, rider: Rider, point: tuple[float, float], place: int) -> None:
    x, y = point
    body = figure(rider.team, BIKE, True)
    put(image, (x - BIKE[0] / 2 + 22, y), body)
    number = plate(rider, GOLD if not place else DARK)
    put(image, (x - BIKE[0] / 2 + 14, y + 44), number)
    kit.write(image, (x - BIKE[0] / 2 - 34, y + 44), str(place + 1), 24, GOLD if not place else INK, weight=800)


def _behind(image: Image.Image, line: dict[str, Crossing], winner: Finish, finish: Finish, x: float) -> None:
    """The gap of a rider who came in a later turn."""
    first, other = line.get(winner.rider), line.get(finish.rider)
    if first is None or other is None or other.turn == first.turn:
        return
    text = gap(10 * (other.turn - first.turn))
    kit.block(image, (round(x) - 78, 44, 76, 30), 8, DARK)
    kit.write(image, (x - 40, 59), text, 22, INK, weight=700)
