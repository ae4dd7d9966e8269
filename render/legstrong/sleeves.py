"""Picture of a sleeve for its owner: its cards with bonus and chance of a positive test, and how they lie in one."""

from PIL import Image

from engines.legstrong import Dose, LegstrongView, Rider, Sleeve, doses, find, is_positive, level_of, tested_now
from engines.table import Ask, Path, Pick
from render import kit
from render.kit import DARK, DIM, GOLD, INK, NIGHT, PANEL, put
from render.legstrong.cards import back, chip, face, faded
from render.legstrong.colours import ENERGY, RISK
from render.legstrong.preview import QUARTER, steps
from render.legstrong.riders import figure, plate
from render.legstrong.signs import put_sign
from render.places import Box

MARGIN = 8
ROW = 190
CARD = (112, 124)
SLOT = 164
FIRST = 130  # where the first card's slot begins
SMALL = (50, 60)
STRIP = 204


def is_choosing(view: LegstrongView) -> bool:
    """Whether the viewer is asked for levels of their riders: before the tour, or after negative tests."""
    return view.stage in ("el", "keep") and view.viewer in view.asked


def candidates(view: LegstrongView, path: Path) -> tuple[dict[str, str], Ask | None]:
    """The level of each of the viewer's riders by the steps so far, or by the sealed answer; and the next question."""
    _, ask = steps(view, path)
    sealed = tuple(view.answer.split("/")[1:]) if view.answer.startswith(f"{view.stage}.") else ()
    taken, _ = steps(view, path or sealed)
    levels = {level.rider: level.card for level in view.levels}
    levels |= {step.subject: step.value for step in taken if step.value != "keep"}
    return levels, ask


def asked_sleeves(view: LegstrongView) -> list[Sleeve]:
    """The sleeves that the viewer's question is about."""
    if view.stage == "el":
        return list(view.sleeves)
    tested = (
        {sample.rider for sample in view.control.samples if sample.result == "negative"} if view.control else set[str]()
    )
    return [sleeve for sleeve in view.sleeves if sleeve.rider in tested]


def choosing(view: LegstrongView, path: Path, riders: tuple[str, ...] | None = None) -> Image.Image:
    """A row for each rider, or for some: their four cards, each with what it would do as Energy Level."""
    levels, ask = candidates(view, path)
    shown = [sleeve for sleeve in asked_sleeves(view) if riders is None or sleeve.rider in riders]
    canvas = Image.new("RGB", (kit.WIDTH, len(shown) * (ROW + MARGIN) + MARGIN), NIGHT)
    for index, sleeve in enumerate(shown):
        asked = isinstance(ask, Pick) and ask.about.partition(".")[2] == sleeve.rider
        box = (MARGIN, MARGIN + index * (ROW + MARGIN), kit.WIDTH - 2 * MARGIN, ROW)
        if asked:
            kit.block(canvas, (box[0] - 4, box[1] - 4, box[2] + 8, box[3] + 8), 15, GOLD)
        kit.block(canvas, box, 12, PANEL)
        _owner(canvas, view, find(view.road, sleeve.rider), box)
        _cards(canvas, view, sleeve, levels.get(sleeve.rider, ""), box)
    return canvas


def card_boxes(view: LegstrongView, riders: tuple[str, ...]) -> dict[tuple[str, str], Box]:
    """Where the cards of these riders lie in the picture of `choosing`, by rider and card, with what they would do."""
    shown = [sleeve for sleeve in asked_sleeves(view) if sleeve.rider in riders]
    return {
        (sleeve.rider, card): Box(_slot(index), 2 * MARGIN + row * (ROW + MARGIN), CARD[0], ROW - MARGIN)
        for row, sleeve in enumerate(shown)
        for index, card in enumerate(sleeve.cards)
    }


def _slot(index: int) -> int:
    """The left edge of a card in the row of a rider."""
    return MARGIN + FIRST + index * SLOT + (SLOT - CARD[0]) // 2


def _owner(canvas: Image.Image, view: LegstrongView, rider: Rider, box: tuple[int, int, int, int]) -> None:
    middle = box[0] + FIRST // 2
    put(canvas, (middle, box[1] + 52), figure(rider.team, (96, 77)))
    put(canvas, (middle, box[1] + 112), plate(rider))
    level = level_of(view.levels, rider.id)
    if level:
        put(canvas, (middle, box[1] + 146), chip(level.card))


def _cards(
    canvas: Image.Image, view: LegstrongView, sleeve: Sleeve, level: str, box: tuple[int, int, int, int]
) -> None:
    """Frame in gold the card that is the level, or would be; dim those that can't be."""
    by_card = {dose.card: dose for dose in doses(view, sleeve.rider)}
    now = level_of(view.levels, sleeve.rider)
    for index, card in enumerate(sleeve.cards):
        left, top = _slot(index), box[1] + 12
        dose = by_card.get(card)
        possible = dose is not None and (now is None or card == now.card or dose.bonus < by_card[now.card].bonus)
        if card == level:
            kit.block(canvas, (left - 6, top - 6, CARD[0] + 12, CARD[1] + 12), 13, GOLD)
        if possible:
            sprite = face(card, CARD)
            canvas.paste(sprite, (left, top), sprite)
        else:
            canvas.paste(faded(card, CARD, PANEL), (left, top))
        _caption(canvas, dose if possible else None, (left + CARD[0] / 2, top + CARD[1] + 28), chosen=card == level)


def _caption(canvas: Image.Image, dose: Dose | None, point: tuple[float, float], *, chosen: bool) -> None:
    """Energy at every start, and the chance of a positive test."""
    x, y = point
    if dose is None:
        put_sign(canvas, (x, y), "cross", 22, DIM)
        return
    ink = GOLD if chosen else INK
    text = f"{dose.bonus:+d}".replace("-", "−") if dose.bonus else "0"
    put_sign(canvas, (x - 58, y), "energy", 20, ENERGY if dose.bonus >= 0 else RISK)
    kit.write(canvas, (x - 44, y), text, 24, ink, weight=800, anchor="l")
    put_sign(canvas, (x + 6, y), "flask", 22, RISK if dose.positives else ENERGY)
    kit.write(canvas, (x + 21, y), f"{QUARTER * dose.positives}%", 24, ink, weight=800, anchor="l")


def small(canvas: Image.Image, view: LegstrongView, rider: Rider, corner: tuple[int, int]) -> None:
    """The rider's sleeve in small beside everything else, the level framed in gold."""
    left, top = corner
    level = level_of(view.levels, rider.id)
    for sleeve in view.sleeves:
        if sleeve.rider == rider.id:
            for place, card in enumerate(sleeve.cards):
                x = left + place * (SMALL[0] + 8)
                if level and card == level.card:
                    kit.block(canvas, (x - 4, top - 4, SMALL[0] + 8, SMALL[1] + 8), 11, GOLD)
                sprite = face(card, SMALL)
                canvas.paste(sprite, (x, top), sprite)


# --- with collusion: how the cards lie, and what is said about it


def has_strip(view: LegstrongView) -> bool:
    """Whether the viewer sees the order of a test or a signal."""
    return bool(view.order or view.signal)


def signalled(view: LegstrongView, path: Path) -> str:
    """The place that was signalled, or would be: "1" to "4", "none", or "" while nothing is decided."""
    if view.signal:
        return view.signal.rpartition(".")[2]
    return path[0] if path and view.stage == "signal" else ""


def strip(view: LegstrongView, path: Path) -> Image.Image:
    """The four places: for the owner with the cards and what each would mean, for the tester face down."""
    steps(view, path)  # refuses an illegal path
    sample = tested_now(view.control)
    assert sample is not None, "there is an order or a signal only during a test"
    canvas = Image.new("RGB", (kit.WIDTH, STRIP + MARGIN), NIGHT)
    box = (MARGIN, MARGIN, kit.WIDTH - 2 * MARGIN, STRIP)
    kit.block(canvas, box, 12, PANEL)
    rider = find(view.road, sample.rider)
    put(canvas, (MARGIN + FIRST / 2, MARGIN + 52), figure(rider.team, (96, 77)))
    put(canvas, (MARGIN + FIRST / 2, MARGIN + 112), plate(rider))
    put(canvas, (MARGIN + FIRST / 2, MARGIN + 146), chip(sample.level))
    said = signalled(view, path)
    if said == "none":
        put_sign(canvas, (MARGIN + FIRST / 2 - 30, MARGIN + 180), "speech", 26, DIM)
        kit.write(canvas, (MARGIN + FIRST / 2 + 10, MARGIN + 178), "–", 26, DIM, weight=800)
    picked = path[0] if path and view.stage == "test" else ""
    for place in range(1, 5):
        x = _slot(place - 1) + CARD[0] // 2
        _place(canvas, view, place, x, said=said == str(place), picked=picked == str(place), level=sample.level)
    return canvas


def place_boxes() -> dict[int, Box]:
    """The four places of a test in its strip."""
    return {place: Box(_slot(place - 1), MARGIN + 38, *CARD) for place in range(1, 5)}


def _place(
    canvas: Image.Image, view: LegstrongView, place: int, x: int, *, said: bool, picked: bool, level: str
) -> None:
    left, top = x - CARD[0] // 2, MARGIN + 38
    if said or picked:
        kit.block(canvas, (left - 6, top - 6, CARD[0] + 12, CARD[1] + 12), 13, GOLD)
    if said:
        put_sign(canvas, (x + 36, MARGIN + 24), "speech", 40, GOLD)
        kit.write(canvas, (x + 36, MARGIN + 19), str(place), 24, DARK, weight=800)
    sprite = face(view.order[place - 1], CARD) if view.order else back(CARD, place)
    canvas.paste(sprite, (left, top), sprite)
    if view.order:
        positive = is_positive(level, view.order[place - 1])
        y = top + CARD[1] + 22
        kit.write(canvas, (x - 26, y), str(place), 26, INK, weight=800)
        put_sign(canvas, (x + 2, y), "flask", 24, RISK if positive else ENERGY)
        put_sign(canvas, (x + 30, y), "cross" if positive else "check", 22, RISK if positive else ENERGY)
