"""The card of a rider's career: curves, records, rivals, best finishes, accuracy, puzzles and badges."""

from collections.abc import Callable

from PIL import Image

from model.career import GameCareer, Placing, Profile, PuzzleRecord, Rival, Solo
from render import badges, kit
from render.career import words
from render.career.cells import counted, figures, heads, rating
from render.career.colours import SOFT, STEPS, palette
from render.career.curve import HEIGHT as CURVE
from render.career.curve import curve, put_marker
from render.career.heading import HEAD, SIDE, legend, legend_height
from render.career.signs import put_sign
from render.career.start import HEIGHT as START
from render.career.start import start
from render.career.words import Dated
from render.kit import DARK, DIM, GOLD, INK, NIGHT, PANEL, Point
from render.lettering import write
from render.words import Say

MARGIN = 8
CAPTION = 44
GAME, SOLO, RIVAL, FINISH = 64, 54, 60, 62  # pixels of a line
MEDAL, MEDALS = 58, 12  # pixels of one, how many in a row
ACCURACY = 236  # pixels of the curve
RATING, PUZZLES = 520, 370  # right edges
COLUMNS = {"matches": 596, "wins": 654, "podiums": 712, "best": 782}
MOST_RIVALS, MOST_FINISHES, MOST_BADGES = 3, 3, 24

Section = tuple[int, Callable[[Image.Image, int], None]]  # pixels, and what draws it from that line down


def profile(card: Profile, say: Say, dated: Dated) -> bytes:
    """The card as a PNG, 800 pixels wide."""
    sections = _sections(card, say, dated)
    notes = words.card_notes(card, say)
    height = HEAD + sum(pixels for pixels, _ in sections) + legend_height(notes) + MARGIN
    canvas = Image.new("RGB", (kit.WIDTH, height), NIGHT)
    _head(canvas, card, say)
    top = HEAD
    for pixels, draw in sections:
        draw(canvas, top)
        top += pixels
    legend(canvas, notes, top)
    return kit.png(canvas, palette(), small=True)


def _sections(card: Profile, say: Say, dated: Dated) -> list[Section]:
    """What there is to show, from top to bottom."""
    sections: list[Section] = []
    if any(game.curve for game in card.games):
        box = (MARGIN, kit.WIDTH - 2 * MARGIN, CURVE)
        lines = [(game.game, game.curve) for game in card.games]
        sections.append((CURVE + 4, lambda c, y: curve(c, (box[0], y, box[1], box[2]), lines, dated)))
    if card.games:
        sections.append((CAPTION + GAME * len(card.games), lambda c, y: _games(c, card.games, y, say)))
    elif not card.solo:
        sections.append((START, lambda c, y: start(c, y, say("career.profile.empty"))))
    if card.solo:
        sections.append((CAPTION + SOLO * len(card.solo), lambda c, y: _solo(c, card.solo, y, say)))
    if card.favourites or card.nemesis:
        tall = RIVAL * max(len(card.favourites[:MOST_RIVALS]), 1) + 8
        sections.append((CAPTION + tall, lambda c, y: _rivals(c, card, y, tall, say)))
    finishes = card.finishes[:MOST_FINISHES]
    if finishes:
        sections.append((CAPTION + FINISH * len(finishes), lambda c, y: _finishes(c, finishes, y, say, dated)))
    if card.accuracy:
        sections.append((CAPTION + ACCURACY, lambda c, y: _accuracy(c, card, y, say, dated)))
    if card.puzzles:
        puzzles = card.puzzles
        sections.append((CAPTION + GAME, lambda c, y: _puzzles(c, puzzles, y, say)))
    earned = tuple(card.badges)[:MOST_BADGES]
    if earned:
        rows = -(-len(earned) // MEDALS)
        sections.append((CAPTION + rows * (MEDAL + 8), lambda c, y: _badges(c, earned, y, say)))
    return sections


def _head(canvas: Image.Image, card: Profile, say: Say) -> None:
    """The name, all matches together, and how many moves came in time."""
    taken = 0
    if card.moves:
        wide = kit.write(
            canvas, (kit.WIDTH - SIDE, 40), words.share_in_time(card, say), 38, INK, weight=800, anchor="r"
        )
        put_sign(canvas, (kit.WIDTH - SIDE - wide - 24, 40), "time", 32, DIM)
        end = write(canvas, (kit.WIDTH - SIDE, 82), say("career.in_time"), 250, 24, ink=SOFT, weight=500, anchor="r")
        taken = max(wide + 40, end) + SIDE
    room = kit.WIDTH - 2 * SIDE - taken
    write(canvas, (SIDE, 40), words.called(card.user, card.name, say), room, 42, ink=INK, weight=800, most=2)
    write(canvas, (SIDE, 82), words.whole_record(card, say), room, 26, ink=SOFT, weight=500)


def _caption(canvas: Image.Image, top: int, text: str, left: int = SIDE, width: int = kit.WIDTH - 2 * SIDE) -> None:
    write(canvas, (left, top + CAPTION / 2 + 4), text, width, 24, ink=SOFT, weight=700)


def _games(canvas: Image.Image, games: tuple[GameCareer, ...], top: int, say: Say) -> None:
    heads(canvas, COLUMNS, top + CAPTION / 2 + 4)
    _caption(canvas, top, say("career.games"), width=RATING - 2 * SIDE)
    for place, game in enumerate(games):
        y = top + CAPTION + place * GAME
        kit.block(canvas, (MARGIN, y + 2, kit.WIDTH - 2 * MARGIN, GAME - 4), 10, PANEL)
        middle = y + GAME / 2
        put_marker(canvas, (36, middle), game.game, 22)
        write(canvas, (66, middle), say(f"{game.game}.name"), 340, 28, ink=INK, most=2)
        rating(canvas, (RATING, middle), game.rating)
        figures(canvas, tuple(COLUMNS.values())[:-1], middle, counted(game.record))
        ink = STEPS.get(game.best.rank, SOFT)
        kit.write(canvas, (COLUMNS["best"], middle), words.placed(game.best), 22, ink, weight=700, anchor="r")


def _solo(canvas: Image.Image, records: tuple[Solo, ...], top: int, say: Say) -> None:
    """The records against computers alone, apart from all others."""
    _caption(canvas, top, say("career.solo"))
    for place, record in enumerate(records):
        y = top + CAPTION + place * SOLO
        middle = y + SOLO / 2
        kit.block(canvas, (MARGIN, y + 2, kit.WIDTH - 2 * MARGIN, SOLO - 4), 10, PANEL)
        put_marker(canvas, (36, middle), record.game, 18)
        text = words.solo(record, say)
        taken = write(canvas, (kit.WIDTH - SIDE, middle), text, 480, 24, ink=SOFT, weight=600, anchor="r")
        write(canvas, (66, middle), say(f"{record.game}.name"), kit.WIDTH - SIDE - taken - 86, 26, ink=INK, most=2)


def _rivals(canvas: Image.Image, card: Profile, top: int, height: int, say: Say) -> None:
    """The people one meets often on the left, those one meets behind on the right."""
    half = (kit.WIDTH - 3 * MARGIN) // 2
    sides = (("favourite", card.favourites[:MOST_RIVALS]), ("nemesis", (card.nemesis,) if card.nemesis else ()))
    for side, (kind, rivals) in enumerate(sides):
        left = MARGIN + side * (half + MARGIN)
        put_sign(canvas, (left + 28, top + CAPTION / 2 + 4), kind, 24, GOLD)
        _caption(canvas, top, say(f"career.{kind}"), left + 52, half - 68)
        kit.block(canvas, (left, top + CAPTION, half, height), 10, PANEL)
        if kind == "nemesis" and rivals and height > 2 * RIVAL:
            _feared(canvas, rivals[0], (left + 16, top + CAPTION + 3 * RIVAL / 2), half - 32, say)
        for place, rival in enumerate(rivals):
            _rival(canvas, rival, (left + 16, top + CAPTION + 4 + place * RIVAL + RIVAL / 2), half - 32, say)
        if not rivals:
            write(canvas, (left + 16, top + CAPTION + height / 2), say("career.nobody"), half - 32, 24, ink=DIM)


def _rival(canvas: Image.Image, rival: Rival, point: Point, width: int, say: Say) -> None:
    x, y = point
    score = words.score(rival)
    taken = kit.write(canvas, (x + width, y), score, 24, SOFT, weight=700, anchor="r")
    write(canvas, point, words.called(rival.user, rival.name, say), width - 14 - taken, 26, most=2)


def _feared(canvas: Image.Image, rival: Rival, point: Point, width: int, say: Say) -> None:
    text = say("career.nemesis.about", behind=rival.matches - rival.ahead, n=rival.matches)
    write(canvas, point, text, width, 22, ink=DIM, weight=500, most=2)


def _finishes(canvas: Image.Image, finishes: tuple[Placing, ...], top: int, say: Say, dated: Dated) -> None:
    _caption(canvas, top, say("career.finishes"))
    for place, finish in enumerate(finishes):
        y = top + CAPTION + place * FINISH
        middle = y + FINISH / 2
        kit.block(canvas, (MARGIN, y + 2, kit.WIDTH - 2 * MARGIN, FINISH - 4), 10, PANEL)
        kit.dot(canvas, (38, middle), 18, STEPS.get(finish.rank, DIM))
        kit.write(canvas, (38, middle), str(finish.rank), 24, DARK, weight=800)
        field = kit.write(canvas, (64, middle), f"/{finish.field}", 24, SOFT, weight=600, anchor="l")
        left = 64 + field + 18
        taken = write(canvas, (kit.WIDTH - SIDE, middle), dated(finish.day), 230, 22, ink=DIM, weight=500, anchor="r")
        room = kit.WIDTH - SIDE - taken - 20 - left
        write(canvas, (left, middle), say(f"{finish.game}.name"), room, 26, ink=INK, most=2)


def _accuracy(canvas: Image.Image, card: Profile, top: int, say: Say, dated: Dated) -> None:
    """How well the person answered, by the reviews of their matches."""
    _caption(canvas, top, say("career.accuracy"))
    lines = [(g.game, g.points) for g in card.accuracy]
    curve(canvas, (MARGIN, top + CAPTION, kit.WIDTH - 2 * MARGIN, ACCURACY), lines, dated)


def _puzzles(canvas: Image.Image, record: PuzzleRecord, top: int, say: Say) -> None:
    """The rating, how many were right, and the days in a row."""
    _caption(canvas, top, say("career.puzzles"))
    middle = top + CAPTION + GAME / 2
    kit.block(canvas, (MARGIN, top + CAPTION + 2, kit.WIDTH - 2 * MARGIN, GAME - 4), 10, PANEL)
    write(canvas, (SIDE, middle), say("career.puzzles.right", right=record.right, n=record.answered), 230, 26)
    rating(canvas, (PUZZLES, middle), record.rating)
    if streak := words.puzzle_streak(record, say):
        taken = write(canvas, (kit.WIDTH - SIDE, middle), streak, 350, 24, ink=SOFT, weight=600, anchor="r")
        put_sign(canvas, (kit.WIDTH - SIDE - taken - 24, middle), "streak", 30, GOLD if record.streak else DIM)


def _badges(canvas: Image.Image, earned: tuple[str, ...], top: int, say: Say) -> None:
    _caption(canvas, top, say("career.badges", n=len(earned)))
    step = (kit.WIDTH - 2 * MARGIN) / MEDALS
    for place, badge in enumerate(earned):
        down, across = divmod(place, MEDALS)
        image = badges.medal(badge, MEDAL)
        corner = (round(MARGIN + step * across + (step - MEDAL) / 2), top + CAPTION + down * (MEDAL + 8))
        canvas.paste(image, corner, image)
