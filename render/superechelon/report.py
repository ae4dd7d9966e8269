"""A sentence for all that happens in SuperEchelon, and for all that is refused."""

from collections.abc import Callable, Mapping

from engines.superechelon import CARDS
from engines.table import Event, Refused, Value
from render.superechelon.preview import letter
from render.superechelon.words import counted, figure_name, terrain_name, tour_name
from render.words import Say, refuse

Names = tuple[str, ...]
Facts = Mapping[str, Value]


def sentence(event: Event, names: Names, say: Say) -> str | None:
    """One sentence for an event; None for a turn, which the headline tells, and for a share of no cards."""
    tell = SENTENCES.get(event.kind)
    if tell is not None:
        return tell(event.data, names, say)
    return say(f"superechelon.event.{event.kind}", **_plain(event.data, names, say))


def refusal(illegal: Refused, names: Names, say: Say) -> str:
    """Why a move or a table isn't possible; SuperEchelon has no refusals of its own."""
    return refuse("superechelon", illegal, say)


def _plain(facts: Facts, names: Names, say: Say) -> dict[str, str | int]:
    """The facts that are single words or numbers, seats and ids by their names."""
    words: dict[str, str | int] = {key: value for key, value in facts.items() if isinstance(value, (str, int))}
    if "seat" in words:
        words["name"] = names[int(words["seat"])]
    if "breakaway" in words:
        words["place"] = letter(str(words["breakaway"]))
    if "card" in words:
        words["card"] = figure_name(str(words["card"]), say)
    if "terrain" in words:
        words["terrain"] = terrain_name(str(words["terrain"]), say)
    if "tour" in words:
        words["tour"], words["number"] = tour_name(int(words["tour"]), say), int(words["tour"])
    if "figure" in words:
        words["card"] = say(f"superechelon.figure.{words['figure']}")
    return words


def _texts(value: Value) -> tuple[str, ...]:
    assert not isinstance(value, (int, str))
    return tuple(str(t) for t in value)


def _seats(value: Value) -> tuple[int, ...]:
    return tuple(int(text) for text in _texts(value))


def _cards(kind: str) -> Callable[[Facts, Names, Say], str]:
    """A sentence with a list of cards."""

    def tell(facts: Facts, names: Names, say: Say) -> str:
        cards = _texts(facts["cards"])
        words = _plain(facts, names, say) | {"cards": counted(cards, say)}
        return say(f"superechelon.event.{kind}", **words, n=len(cards))

    return tell


def _winners(kind: str) -> Callable[[Facts, Names, Say], str]:
    """A sentence with one or more winners."""

    def tell(facts: Facts, names: Names, say: Say) -> str:
        seats = _seats(facts["seats"])
        words = _plain(facts, names, say) | {"names": say.together(names[seat] for seat in seats)}
        return say(f"superechelon.event.{kind}", **words, n=len(seats))

    return tell


def _backs(facts: Facts, names: Names, say: Say) -> str:
    backs = say.together(terrain_name(back, say) for back in _texts(facts["backs"]))
    return say("superechelon.event.backs", name=_plain(facts, names, say)["name"], backs=backs)


def _leg(facts: Facts, names: Names, say: Say) -> str:
    words = _plain(facts, names, say) | {"name": names[int(str(facts["leader"]))]}
    last = facts["leg"] == facts["legs"]
    return say("superechelon.event.leg.last" if last else "superechelon.event.leg", **words)


def _played(facts: Facts, names: Names, say: Say) -> str:
    kind = "alone" if len(names) == 2 else "starts" if facts["new"] else "joins"
    return say(f"superechelon.event.played.{kind}", **_plain(facts, names, say))


def _cancelled(facts: Facts, names: Names, say: Say) -> str:
    by = figure_name(str(facts["by"]), say)
    return say("superechelon.event.cancelled", **(_plain(facts, names, say) | {"by": by}))


def _scored(facts: Facts, names: Names, say: Say) -> str:
    kind = "scored.alone" if len(names) == 2 else "scored"
    return say(f"superechelon.event.{kind}", **_plain(facts, names, say), n=int(str(facts["points"])))


def _won(facts: Facts, names: Names, say: Say) -> str:
    kind = "won.alone" if len(names) == 2 else "won"
    words = _plain(facts, names, say) | {"names": say.together(names[seat] for seat in _seats(facts["seats"]))}
    return say(f"superechelon.event.{kind}", **words, n=int(str(facts["points"])))


def _tied(facts: Facts, names: Names, say: Say) -> str:
    places = say.together(map(letter, _texts(facts["breakaways"])))
    return say("superechelon.event.tied", places=places, n=int(str(facts["points"])))


def _shares(facts: Facts, names: Names, say: Say) -> str:
    cards = _texts(facts["cards"])
    shares = zip(_seats(facts["seats"]), _seats(facts["counts"]), strict=True)
    text = say.together(say("superechelon.share", name=names[seat], count=count) for seat, count in shares)
    words = _plain(facts, names, say) | {"cards": counted(cards, say), "shares": text}
    return say("superechelon.event.shares", **words, n=len(cards))


def _handed(facts: Facts, names: Names, say: Say) -> str | None:
    cards = _texts(facts["cards"])
    if not cards:
        return None
    receiver = int(str(facts["receiver"]))
    kind = "kept.own" if receiver == facts["seat"] else "handed"
    return say(f"superechelon.event.{kind}", name=names[receiver], cards=counted(cards, say))


def _counted(facts: Facts, names: Names, say: Say) -> str:
    loot = sorted(_texts(facts["loot"]), key=lambda card: CARDS[card].place)
    words = _plain(facts, names, say) | {"loot": counted(loot, say)}
    return say("superechelon.event.counted.loot" if loot else "superechelon.event.counted", **words)


SENTENCES: dict[str, Callable[[Facts, Names, Say], str | None]] = {
    "dealt": _cards("dealt"),
    "backs": _backs,
    "leg": _leg,
    "turn": lambda facts, names, say: None,
    "played": _played,
    "cancelled": _cancelled,
    "scored": _scored,
    "won": _won,
    "tied": _tied,
    "recovered": _cards("recovered"),
    "took": _cards("took"),
    "shares": _shares,
    "handed": _handed,
    "counted": _counted,
    "tour.won": _winners("tour.won"),
    "season.won": _winners("season.won"),
}
