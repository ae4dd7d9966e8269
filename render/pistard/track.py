"""The velodrome's shape: where each square lies, and the track without riders."""
# pyright: reportUnknownMemberType=false

from dataclasses import dataclass
from functools import cache
from math import cos, dist, pi, sin

from PIL import Image, ImageDraw

from engines.pistard import LANES, TRACKS
from render import kit
from render.kit import Colour, Point, mix, rgb

HEIGHT = 612
MIDDLE = (kit.WIDTH / 2, HEIGHT / 2)
MARGIN = 10  # from the picture's edge to the rim of the track
RIM = 8  # bare wood outside of lane 4
BAND = 30  # the blue band inside of lane 1, which carries the rows' numbers
LARGER = 3  # the track is drawn this much larger and reduced

WOOD = rgb("b98a56")
PLANK = rgb("a97a48")
SEAM = rgb("6d4c2b")
AZURE = rgb("2a5fa8")
FIELD = rgb("1f3a36")
LINE = rgb("f7f3ea")
BASE: dict[str, Colour] = {"Y": rgb("f6d13a"), "G": rgb("2f9e6e"), "B": rgb("3f78d6"), "O": rgb("ea6b2d")}
PAINT = rgb("94714a")  # what the squares' paint lets through, so that riders stand out
SQUARE = {base: mix(colour, PAINT, 0.6) for base, colour in BASE.items()}
LETTER = {base: mix(kit.DARK, SQUARE[base], 0.58) for base in BASE}


@dataclass(frozen=True, slots=True)
class Course:
    """A ring of two straights and two curves; lengths in pixels.

    Riders go anticlockwise from the left end of the straight at the bottom. A place on the ring is counted in rows
    from the start line (row 1 is 0 to 1), its distance outwards from the inner edge of lane 1.
    """

    rows: int
    lane: float  # width of a lane
    corner: float  # radius of lane 1's inner edge in the curves
    numbers: int  # every how many rows a number is shown
    piece: tuple[int, int]  # width and height of a rider

    @property
    def straight(self) -> float:
        """Length of a straight."""
        return kit.WIDTH - 2 * (MARGIN + RIM + LANES * self.lane + self.corner)

    @property
    def upright(self) -> float:
        """Length of the straight piece in the middle of a curve."""
        return HEIGHT - 2 * (MARGIN + RIM + LANES * self.lane + self.corner)

    def point(self, place: float, out: float) -> Point:
        """The pixel `place` rows past the start line and `out` pixels outwards from lane 1's inner edge."""
        half, quarter = divmod(place % self.rows * 4 / self.rows, 2)
        x, y = self._run(quarter, out) if quarter < 1 else self._bend(quarter - 1, out)
        sign = -1 if half else 1  # the second half of the ring is the first one turned round the middle
        return MIDDLE[0] + sign * x, MIDDLE[1] + sign * y

    def _run(self, share: float, out: float) -> Point:
        return (share - 0.5) * self.straight, self.upright / 2 + self.corner + out

    def _bend(self, share: float, out: float) -> Point:
        # rows are spaced evenly along the middle of lane 1, where there is least room
        arc = pi / 2 * (self.corner + self.lane / 2)
        along = share * (2 * arc + self.upright)
        radius = self.corner + out
        x, y = self.straight / 2, self.upright / 2
        if along < arc:
            angle = pi / 2 * (1 - along / arc)
            return x + radius * cos(angle), y + radius * sin(angle)
        if along < arc + self.upright:
            return x + radius, y - (along - arc)
        angle = -pi / 2 * (along - arc - self.upright) / arc
        return x + radius * cos(angle), -y + radius * sin(angle)

    def centre(self, d: float, lane: float) -> Point:
        """The middle of a square, d squares past the start line; fractions lie between squares."""
        return self.point(d - 0.5, (lane - 0.5) * self.lane)

    def outline(self, d: int, lane: int, inset: float = 1.2) -> list[Point]:
        """The edge of a square, `inset` pixels inside of it, with enough points for the curves."""
        inner = self._edge(d, (lane - 1) * self.lane + inset, inset)
        outer = self._edge(d, lane * self.lane - inset, inset)
        return [*inner, *outer[::-1]]

    def _edge(self, d: int, out: float, inset: float) -> list[Point]:
        start, end = d - 1, d
        trims: list[float] = []
        for place, towards in ((start, 0.05), (end, -0.05)):
            trims.append(inset / dist(self.point(place + towards / 10, out), self.point(place + towards, out)) * 0.045)
        return self.along(start + trims[0], end - trims[1], out)

    def along(self, start: float, end: float, out: float) -> list[Point]:
        """A line that follows the ring."""
        count = max(2, round(abs(end - start) * 10))
        return [self.point(start + (end - start) * step / count, out) for step in range(count + 1)]


COURSES = {
    "sprint": Course(24, 38, 60, 3, (35, 32)),
    "classic": Course(36, 38, 42, 3, (35, 32)),
    "marathon": Course(48, 36, 34, 4, (33, 30)),
}


@cache
def ground(track: str, half: bool) -> Image.Image:
    """The track without riders, RGB; `half` shows the half-lap line too (P5a)."""
    course = COURSES[track]
    size = (kit.WIDTH * LARGER, HEIGHT * LARGER)
    large = Image.new("RGB", size, kit.NIGHT)
    brush = ImageDraw.Draw(large)
    _floor(brush, course)
    lanes = TRACKS[track]
    for number in range(1, course.rows + 1):
        for lane in range(1, LANES + 1):
            colour = SQUARE[lanes[(lane - 1) % 2][number - 1]]
            brush.polygon(_scaled(course.outline(number, lane)), fill=colour)
    if half:
        _line(brush, course, course.rows // 2, 5, kit.DARK)
        _line(brush, course, course.rows // 2, 3, LINE)
    _chequers(brush, course)
    image = large.reduce(LARGER)
    for number in range(1, course.rows + 1):
        for lane in range(1, LANES + 1):
            base = lanes[(lane - 1) % 2][number - 1]
            kit.write(image, course.centre(number, lane), base, 22, LETTER[base], weight=600)
    _marks(image, course)
    return image


def _floor(brush: ImageDraw.ImageDraw, course: Course) -> None:
    """Wood with its planks, the dark seams under the squares, the blue band and the field."""
    width = LANES * course.lane
    _ring(brush, course, width + RIM, WOOD)
    for out in range(4, RIM, 4):
        brush.line(_scaled(course.along(0, course.rows, width + out)), fill=PLANK, width=LARGER)
    _ring(brush, course, width + 1, SEAM)
    _ring(brush, course, 0, AZURE)
    _ring(brush, course, -BAND, FIELD)


def _ring(brush: ImageDraw.ImageDraw, course: Course, out: float, colour: Colour) -> None:
    brush.polygon(_scaled(course.along(0, course.rows, out)), fill=colour)


def _line(brush: ImageDraw.ImageDraw, course: Course, place: float, width: float, colour: Colour) -> None:
    ends = [course.point(place, -BAND), course.point(place, LANES * course.lane + RIM)]
    brush.line(_scaled(ends), fill=colour, width=round(width * LARGER))


def _chequers(brush: ImageDraw.ImageDraw, course: Course) -> None:
    """The start line: two rows of small chequers before row 1."""
    side = 5
    (x, top), (_, bottom) = course.point(0, -BAND), course.point(0, LANES * course.lane + RIM)
    for index in range(int((bottom - top) / side)):
        for column in (0, 1):
            left, high = x + (column - 1) * side, top + index * side
            colour = LINE if (index + column) % 2 else kit.DARK
            box = [value * LARGER for value in (left, high, left + side, high + side)]
            brush.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=colour)


def _marks(image: Image.Image, course: Course) -> None:
    """Numbers of rows on the blue band, and arrows in the direction of riding."""
    for number in range(1, course.rows + 1):
        point = course.point(number - 0.5, -BAND / 2)
        if number == 1 or (number % course.numbers == 0 and 2 * number % course.rows):
            kit.write(image, point, str(number), 22, LINE, weight=600)
    for quarter in range(4):
        place = course.rows / 4 * quarter + course.numbers + 1
        _arrow(image, course, place)


def _arrow(image: Image.Image, course: Course, place: float) -> None:
    (x, y), nose = course.point(place, -BAND / 2), course.point(place + 0.1, -BAND / 2)
    length = dist((x, y), nose)
    ahead = ((nose[0] - x) / length * 6, (nose[1] - y) / length * 6)
    for shift in (-1, 1):
        middle = (x + ahead[0] * shift, y + ahead[1] * shift)
        wings = [(middle[0] - ahead[0] + ahead[1] * side, middle[1] - ahead[1] - ahead[0] * side) for side in (1, -1)]
        tip = (middle[0] + ahead[0] * 0.2, middle[1] + ahead[1] * 0.2)
        kit.paint(image, [wings[0], tip, wings[1]], LINE, width=3)


def _scaled(points: list[Point]) -> list[Point]:
    return [(x * LARGER, y * LARGER) for x, y in points]
