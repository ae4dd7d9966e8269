"""A sentence for all that happens with sleeves and at controls."""

from collections import defaultdict
from collections.abc import Callable

from render.legstrong.doping import card_code, card_name, card_names, laid_names, signed
from render.legstrong.facts import MOST_NAMED, Facts, Names, numbers, owned, texts, words_of
from render.legstrong.names import type_name
from render.words import Say, listed

SLEEVE = 4  # cards
CARDS = ("card", "level", "was")  # facts that are cards


def _words(facts: Facts, names: Names, say: Say) -> dict[str, str | int]:
    """The plain facts, with testers by their names and cards by theirs."""
    words = words_of(facts, names, say)
    words |= {key: card_name(str(words[key]), say) for key in CARDS if words.get(key)}
    if "tester" in words:
        words["tester"] = names[int(words["tester"])]
    if "bonus" in words:
        words["bonus"] = signed(int(words["bonus"]))
    return words


def _plain(kind: str) -> Callable[[Facts, Names, Say], str]:
    return lambda facts, names, say: say(f"legstrong.event.{kind}", **_words(facts, names, say))


def _dealt(facts: Facts, names: Names, say: Say) -> str:
    riders, cards = texts(facts["riders"]), texts(facts["cards"])
    sleeves = [cards[SLEEVE * index : SLEEVE * (index + 1)] for index in range(len(riders))]
    text = say.apart(
        f"{owned(rider, names, say)} {card_names(sleeve, say)}" for rider, sleeve in zip(riders, sleeves, strict=True)
    )
    return say("legstrong.event.dealt", sleeves=text)


def _levels(facts: Facts, names: Names, say: Say) -> str:
    """By teams, so that an owner is named once."""
    teams: dict[int, list[str]] = defaultdict(list)
    bonuses = numbers(facts["bonuses"])
    for rider, card, energy in zip(texts(facts["riders"]), texts(facts["cards"]), bonuses, strict=True):
        team, _, kind = rider.partition(".")
        teams[int(team)].append(f"{type_name(kind, say)} {card_code(card)} ({signed(energy)})")
    text = say.apart(say("pair", what=names[team % len(names)], it=listed(levels)) for team, levels in teams.items())
    return say("legstrong.event.levels", levels=text)


def _lots(facts: Facts, names: Names, say: Say) -> str:
    """The lowest dice: they call."""
    lots = sorted(zip(numbers(facts["dice"]), texts(facts["riders"]), strict=True), key=lambda lot: lot[0])
    text = listed(f"{owned(rider, names, say)} {pip}" for pip, rider in lots[:MOST_NAMED])
    more = len(lots) - MOST_NAMED
    if more > 0:
        return say("legstrong.event.lots.more", riders=text, n=more)
    return say("legstrong.event.lots", riders=text)


def _called(facts: Facts, names: Names, say: Say) -> str:
    riders, testers = texts(facts["riders"]), numbers(facts["testers"])
    if not riders:
        return say("legstrong.event.called.none")
    text = say.apart(
        say("legstrong.event.called.one", rider=owned(rider, names, say), tester=names[tester])
        for rider, tester in list(zip(riders, testers, strict=True))[:MOST_NAMED]
    )
    more = len(riders) - MOST_NAMED
    if more > 0:
        return say("legstrong.event.called.more", riders=text, n=more)
    return say("legstrong.event.called", riders=text)


def _saved(facts: Facts, names: Names, say: Say) -> str:
    return say(f"legstrong.event.saved.{facts['passed']}", **_words(facts, names, say))


def _shuffled(facts: Facts, names: Names, say: Say) -> str:
    cards = laid_names(texts(facts["cards"]), say)
    return say("legstrong.event.shuffled", **_words(facts, names, say), cards=cards)


def _signal(facts: Facts, names: Names, say: Say) -> str:
    key = "legstrong.event.signal" if facts["place"] else "legstrong.event.signal.none"
    return say(key, **_words(facts, names, say))


def _tested(facts: Facts, names: Names, say: Say) -> str:
    result = "positive" if facts["positive"] else "negative"
    how = "blind" if facts["blind"] else "picked"
    return say(f"legstrong.event.tested.{result}.{how}", **_words(facts, names, say))


SENTENCES: dict[str, Callable[[Facts, Names, Say], str | None]] = {
    "dealt": _dealt,
    "levels": _levels,
    "lots": _lots,
    "called": _called,
    "saved": _saved,
    "shuffled": _shuffled,
    "signal": _signal,
    "tested": _tested,
    **{kind: _plain(kind) for kind in ("control", "sleeve", "drew", "struck", "out", "kept", "lowered")},
}
