"""Where cards and breakaways lie on the picture: what a touch means."""

from engines.superechelon import SuperEchelonView
from engines.table import Path, Pick
from render.places import Box, Places
from render.superechelon.cards import HEIGHTS
from render.superechelon.close_up import Arrangement, arranged, hand_boxes, loot_boxes
from render.superechelon.lanes import corners_in
from render.superechelon.preview import GAME, letter, place_of, spoils_of


def places(view: SuperEchelonView, path: Path = ()) -> Places:
    """The cards of the hand, the breakaways, or the cards on the road; of loot, each card that is left."""
    ask = GAME.ask(view, path)
    if view.viewer is None or not isinstance(ask, Pick):
        return {}
    spoils = spoils_of(view)
    if spoils is not None:
        boxes = loot_boxes(spoils)
    else:
        at = arranged(view, path)
        match ask.about:
            case "card":
                boxes = hand_boxes(view, path, at)
            case "breakaway":
                letters, lanes = {o: letter(place_of(view, (*path, o))) for o in ask.options}, _lanes(at)
                boxes = {option: lanes[name] for option, name in letters.items() if name in lanes}
            case _:  # the target of a Bad Day
                boxes = _cards_on_the_road(at)
    return {(option,): (boxes[option],) for option in ask.options if option in boxes}


def _lanes(at: Arrangement) -> dict[str, Box]:
    """The breakaways by their letters, with room for the one that may be started."""
    letters = [*(letter(breakaway.id) for breakaway in at.shown.breakaways), at.spare]
    return {
        name: Box(lane.left, at.top + lane.top, lane.width, lane.height)
        for name, lane in zip(letters, at.layout.lanes, strict=False)
    }


def _cards_on_the_road(at: Arrangement) -> dict[str, Box]:
    chip = at.layout.chip
    return {
        card: Box(*corner, chip, HEIGHTS[chip])
        for breakaway, lane in zip(at.shown.breakaways, at.layout.lanes, strict=False)
        for card, corner in corners_in(breakaway, lane, chip, at.top).items()
    }
