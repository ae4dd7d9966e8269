"""Help with the questions of stage races: a page of the rules, and a line on each answer."""

from collections.abc import Callable

from engines.legstrong import CONFIG, LegstrongView, choices, find
from engines.legstrong.course import terrain
from engines.legstrong.questions import drinks
from engines.table import Amount, Path, Pick
from render.legstrong import doping
from render.legstrong.pages import PAGES
from render.legstrong.preview import GAME, bid_chances, bottles_of, left_of, percent, planned
from render.words import Help, Say, listed

Line = Callable[[LegstrongView, Path, str, str, Say], str]  # view, path, the rider or team asked about, option

PAGE_OF = {  # by what is asked
    "types": "base",
    "type": "base",
    "sprinter": "base",
    "descender": "base",
    "role": "base",
    "open": "leg",
    "attack": "attack",
    "inside": "attack",
    "rows": "attack",
    "ride": "move",
    "bottle": "feed",
    "chase": "chase",
    "hold": "token",
    "sprint": "sprint",
    "bid": "sprint",
    "late": "sprint",
    "el": "danger",
    "signal": "test",
    "test": "test",
    "keep": "danger",
}
STAGE_PAGE = {"attack": "turn", "sprint": "finish", "ride": "turn", "signal": "control", "test": "control"}


def help(view: LegstrongView, path: Path, say: Say) -> Help:
    """The page of the question after `path`, and what each answer does."""
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick | Amount):
        return Help(PAGES.index("aim" if view.over else STAGE_PAGE.get(view.stage, "leg")))
    about, _, subject = ask.about.partition(".")
    if isinstance(ask, Amount):
        return Help(PAGES.index(PAGE_OF[about]), (_bid(view, path, subject, say),))
    offered = choices(view, path)
    page = "risk" if any(c.risk for c in offered) else PAGE_OF[about]
    return Help(PAGES.index(page), tuple(LINES[about](view, path, subject, option, say) for option in ask.options))


def _bid(view: LegstrongView, path: Path, rider: str, say: Say) -> str:
    plan = planned(view, path)[rider]
    energy, prices = plan.rider.energy + plan.drunk, listed(CONFIG.prices[1:])
    return say("legstrong.help.bid", energy=energy, prices=prices, **bid_chances(say))


def _type(view: LegstrongView, path: Path, subject: str, kind: str, say: Say) -> str:
    rows = listed(f"{letter} {number}" for letter, number in CONFIG.base[kind].items())
    return say(f"legstrong.help.type.{kind}", rows=rows, pays=CONFIG.shares[kind].get("M", 0))


def _sprinter(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return say("legstrong.help.sprinter", n=CONFIG.sprint)


def _descender(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return say("legstrong.help.descender", n=CONFIG.descent, rows=CONFIG.descender_rows)


def _role(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return (_sprinter if option == "sprinter" else _descender)(view, path, subject, option, say)


def _open(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return say("legstrong.help.open")


def _attack(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    if option in ("stay", "inside", "done"):
        return say(f"legstrong.help.attack.{option}")
    return say("legstrong.help.attack.rider", energy=find(view.road, option).energy)


def _ride(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    if option in ("inside", "drink"):
        return say(f"legstrong.help.ride.{option}")
    choice = next(c for c in choices(view, path) if c.id == option)
    values = {"price": choice.price, "gain": choice.gain, "base": choice.base_row, "stake": choice.stake}
    if choice.risk:
        return say(f"legstrong.help.ride.{choice.risk}", **values, chance=percent(choice.above))
    kind = ".gain" if choice.gain else "" if choice.price else ".free"
    left = left_of(view, planned(view, (*path, option))[subject])
    return say(f"legstrong.help.ride{kind}", **values, left=left)


def _bottle(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    before = find(view.road, subject).energy
    return say("legstrong.help.bottle", before=before, energy=before + drinks(bottles_of(view, subject, option)))


def _inside(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return say("legstrong.help.inside", hex=int(option.removeprefix("hex.")))


def _chase(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    rows = CONFIG.chase[terrain(view.road.course, view.road.peloton)]
    return say(f"legstrong.help.chase.{option}", n=rows)


def _sprint(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return say(f"legstrong.help.sprint.{'rider' if '.' in option else option}")


def _hold(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return say(f"legstrong.help.hold.{option}", price=CONFIG.hold)


def _late(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return say(f"legstrong.help.late.{option}")


def _level(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return doping.level_help(view, subject, option, say)


def _signal(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return say("legstrong.help.signal" if option.isdigit() else "legstrong.help.signal.none")


def _test(view: LegstrongView, path: Path, subject: str, option: str, say: Say) -> str:
    return say("legstrong.help.test" if option.isdigit() else "legstrong.help.test.blind")


LINES: dict[str, Line] = {
    "types": _type,
    "type": _type,
    "sprinter": _sprinter,
    "descender": _descender,
    "role": _role,
    "open": _open,
    "attack": _attack,
    "inside": _inside,
    "rows": _ride,
    "ride": _ride,
    "bottle": _bottle,
    "chase": _chase,
    "hold": _hold,
    "sprint": _sprint,
    "late": _late,
    "el": _level,
    "keep": _level,
    "signal": _signal,
    "test": _test,
}
