"""A sentence for all that happens in a stage race, and for all that is refused."""

from collections.abc import Callable

from engines.legstrong import TYPES
from engines.table import Event, Refused
from render.legstrong.classification import gap
from render.legstrong.facts import Facts, Names, numbers, owned, texts, words_of
from render.legstrong.names import course_name, road_words, type_name
from render.legstrong.preview import percent
from render.legstrong.verdicts import SENTENCES as VERDICTS
from render.words import Say, listed, refuse

PODIUM = 3  # riders of a leg's result: so few fit at its end however long their names are; the picture has all
OWN = ("table.teams", "table.riders", "table.collusion", "level.joker", "level.sleeve", "level.higher", "test.place")


def sentence(event: Event, names: Names, say: Say) -> str | None:
    """One sentence for an event; None for what the headline or the next event tells."""
    tell = SENTENCES.get(event.kind) or VERDICTS.get(event.kind)
    if tell is not None:
        return tell(event.data, names, say)
    return say(f"legstrong.event.{event.kind}", **words_of(event.data, names, say))


def refusal(illegal: Refused, names: Names, say: Say) -> str:
    """Why a move, a course or a table isn't possible."""
    values = dict(illegal.about)
    if illegal.reason.startswith("course."):
        return say(f"legstrong.refusal.{illegal.reason}", **values)
    if illegal.reason in OWN:
        return say(f"legstrong.refusal.{illegal.reason}", **values)
    if illegal.reason == "step.unknown":
        about, _, _ = str(values.get("about", "")).partition(".")
        keys = {"ride": "energy", "rows": "energy", "bid": "bid", "attack": "rider", "hold": "hold"}
        keys |= {"el": "level.sleeve", "keep": "level.sleeve", "test": "test.place", "signal": "test.place"}
        if about in keys:
            return say(f"legstrong.refusal.{keys[about]}", **values)
    return refuse("legstrong", illegal, say)


def _kinds(*keys: str) -> Callable[[str], Callable[[Facts, Names, Say], str]]:
    """A sentence for each value of these facts."""

    def of(kind: str) -> Callable[[Facts, Names, Say], str]:
        def tell(facts: Facts, names: Names, say: Say) -> str:
            ending = ".".join(str(facts[key]) for key in keys)
            return say(f"legstrong.event.{kind}.{ending}", **words_of(facts, names, say))

        return tell

    return of


def _team(facts: Facts, names: Names, say: Say) -> str:
    riders = [rider.partition(".")[2] for rider in texts(facts["riders"])]
    text = say.together(type_name(kind, say) for kind in sorted(riders, key=TYPES.index))
    return say("legstrong.event.team", name=names[int(str(facts["seat"]))], riders=text)


def _opened(facts: Facts, names: Names, say: Say) -> str:
    energy = numbers(facts["energy"])
    return say(
        "legstrong.event.opened" if min(energy) == max(energy) else "legstrong.event.opened.kept",
        leg=int(str(facts["leg"])),
        course=course_name(str(facts["course"]), say),
        road=road_words(str(facts["hexes"]), say),
        low=min(energy),
        high=max(energy),
    )


def _risk(facts: Facts, names: Names, say: Say) -> str:
    words = words_of(facts, names, say) | {"chance": percent(int(str(facts["above"])))}
    return say(f"legstrong.event.risk.{facts['risk']}.{facts['passed']}", **words)


def _rode(facts: Facts, names: Names, say: Say) -> str:
    words = words_of(facts, names, say)
    kinds = ["price"] * bool(facts["price"]) + ["slip"] * bool(facts["slip"]) + ["gain"] * bool(facts["gain"])
    effect = say(f"legstrong.event.rode.{'.'.join(kinds) or 'free'}", **words)
    key = "legstrong.event.rode.attack" if facts["how"] == "attack" else "legstrong.event.rode"
    return say(key, **words, n=int(str(facts["rows"])), effect=effect)


def _ordered(facts: Facts, names: Names, say: Say) -> str | None:
    riders, rows = texts(facts["riders"]), numbers(facts["rows"])
    if not riders:
        return None if facts["hex"] else say("legstrong.event.ordered.stay", name=names[int(str(facts["seat"]))])
    text = say.together(
        say("legstrong.event.ordered.one", rider=owned(rider, names, say), n=count)
        for rider, count in zip(riders, rows, strict=True)
    )
    return say("legstrong.event.ordered", riders=text)


def _peloton(facts: Facts, names: Names, say: Say) -> str:
    words = words_of(facts, names, say) | {"n": int(str(facts["row"])) - int(str(facts["start"]))}
    return say(".".join(("legstrong.event.peloton", *(e for e in ("chase", "finale") if facts[e]))), **words)


def _paid(facts: Facts, names: Names, say: Say) -> str:
    pairs = zip(texts(facts["riders"]), numbers(facts["prices"]), strict=True)
    text = say.together(
        say("legstrong.event.paid.one", rider=owned(rider, names, say), price=price) for rider, price in pairs
    )
    return say("legstrong.event.paid", riders=text)


def _fed(facts: Facts, names: Names, say: Say) -> str:
    key = "legstrong.event.fed" if facts["tile"] else "legstrong.event.fed.empty"
    return say(key, **words_of(facts, names, say))


def _summit(facts: Facts, names: Names, say: Say) -> str:
    words = words_of(facts, names, say) | {"n": int(str(facts["points"]))}
    return say("legstrong.event.summit.first" if facts["seconds"] else "legstrong.event.summit", **words)


def _home(facts: Facts, names: Names, say: Say) -> str:
    return say("legstrong.event.home", **words_of(facts, names, say), n=int(str(facts["over"])))


def _finish(facts: Facts, names: Names, say: Say) -> str:
    riders, seconds = texts(facts["riders"]), numbers(facts["seconds"])
    text = listed(
        say("legstrong.event.finish.one", place=place, rider=owned(rider, names, say), gap=_clock(behind))
        for place, (rider, behind) in enumerate(zip(riders, seconds, strict=True), 1)
        if place <= PODIUM
    )
    more, leg = len(riders) - PODIUM, int(str(facts["leg"]))
    if more > 0:
        return say("legstrong.event.finish.more", leg=leg, riders=text, n=more)
    return say("legstrong.event.finish", leg=leg, riders=text)


def _clock(seconds: int) -> str:
    return gap(seconds) if seconds >= 0 else gap(-seconds).replace("+", "−")


def _jerseys(facts: Facts, names: Names, say: Say) -> str:
    worn = [
        say(f"legstrong.event.jerseys.{kind}", rider=owned(str(facts[kind]), names, say))
        for kind in ("yellow", "green", "polka")
        if facts[kind]
    ]
    team = int(str(facts["team"]))
    if team >= 0:
        worn.append(say("legstrong.event.jerseys.team", name=names[team % len(names)]))
    return say("legstrong.event.jerseys", jerseys=say.apart(worn))


def _won(facts: Facts, names: Names, say: Say) -> str:
    """Who has won the tour, and by what."""
    seats, by = numbers(facts["seats"]), str(facts["by"])
    text = say("legstrong.event.won", n=len(seats), names=say.together(names[seat] for seat in seats))
    if by in ("shared", "alone"):
        return text
    second = names[int(str(facts["second"]))]
    values = {"second": second, "mine": int(str(facts["mine"])), "theirs": int(str(facts["theirs"]))}
    return f"{text} {say(f'legstrong.event.won.{by}', **values)}"


def _race(facts: Facts, names: Names, say: Say) -> str:
    """Who is away, how far, and what the peloton does about it."""
    ahead, left = texts(facts["riders"]), int(str(facts["left"]))
    if not ahead:
        return say("legstrong.event.race.together", n=left)
    bunch = say(f"legstrong.event.race.bunch.{facts['chase']}")
    gap = say("legstrong.event.race.gap", n=int(str(facts["rows"])), seconds=int(str(facts["seconds"])))
    values = {"gap": gap, "bunch": bunch}
    if len(ahead) == 1:
        return say("legstrong.event.race.alone", rider=owned(ahead[0], names, say), **values)
    return say("legstrong.event.race.away", n=len(ahead), **values)


def _decided(facts: Facts, names: Names, say: Say) -> str:
    """Why a leg was won."""
    words = words_of(facts, names, say)
    if facts["second"]:
        words["second"] = owned(str(facts["second"]), names, say)
    return say(f"legstrong.event.decided.{facts['how']}", **words)


def _bid(facts: Facts, names: Names, say: Say) -> str:
    failed = int(str(facts["die"])) <= int(str(facts["above"])) != 0
    key = "legstrong.event.bid.failed" if failed else "legstrong.event.bid"
    return say(key, **words_of(facts, names, say), n=int(str(facts["bid"])))


SENTENCES: dict[str, Callable[[Facts, Names, Say], str | None]] = {
    "turn": lambda facts, names, say: None,
    "chosen": _kinds("stage")("chosen"),
    "team": _team,
    "role": _kinds("role")("role"),
    "opened": _opened,
    "punctured": _kinds("inside")("punctured"),
    "missed": _kinds("why")("missed"),
    "rode": _rode,
    "risk": _risk,
    "ordered": _ordered,
    "chase": _kinds("chase")("chase"),
    "wished": _kinds("hold")("wished"),
    "peloton": _peloton,
    "paid": _paid,
    "dropped": _kinds("why")("dropped"),
    "fed": _fed,
    "summit": _summit,
    "home": _home,
    "bid": _bid,
    "late": _kinds("how")("late"),
    "finish": _finish,
    "jerseys": _jerseys,
    "won": _won,
    "race": _race,
    "decided": _decided,
}
