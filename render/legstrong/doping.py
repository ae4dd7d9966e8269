"""Sleeves, Energy Levels and controls in words: cards, what is asked, and what each answer means."""

from collections.abc import Iterable, Mapping

from engines.legstrong import (
    DECK,
    JOKER,
    Dose,
    LegstrongView,
    doses,
    is_positive,
    level_of,
    rank,
    suit,
    tested_now,
)
from render.legstrong.names import player_sign, short_sign, sign_of
from render.legstrong.preview import QUARTER, Step
from render.words import Say, listed

QUESTIONS = ("el", "signal", "test", "keep")
SIGNS: Mapping[str, str] = {"club": "♣", "diamond": "♦", "heart": "♥", "spade": "♠"}


def card_name(card: str, say: Say) -> str:
    """A card as people say it: "A♠", "Joker"."""
    return say("legstrong.joker") if suit(card) == JOKER else card_code(card)


def card_code(card: str) -> str:
    """A card in two or three characters: "A♠"."""
    return "★" if suit(card) == JOKER else f"{rank(card)}{SIGNS[suit(card)]}"


def card_names(cards: Iterable[str], say: Say) -> str:
    """Several cards in a row."""
    return listed(card_name(card, say) for card in cards)


def laid_names(cards: Iterable[str], say: Say) -> str:
    """The cards in their places: "1 A♠, 2 5♦"."""
    return listed(f"{place} {card_name(card, say)}" for place, card in enumerate(cards, 1))


def signed(number: int) -> str:
    """Energy won or lost: "+5", "−3", "0"."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def vocabulary(view: LegstrongView, say: Say) -> dict[str, str]:
    """Every card that someone may name where a level is asked for, in words: the refusal tells why not."""
    if view.stage not in ("el", "keep"):
        return {}
    return {card: card_name(card, say) for card in DECK if card != DECK[-1]}  # both Jokers go by one name


# --- questions


def asked(view: LegstrongView, about: str, subject: str, say: Say) -> str:
    """One of QUESTIONS about that rider."""
    rider = sign_of(view, subject, say)
    if about == "el":
        sleeve = next(sleeve for sleeve in view.sleeves if sleeve.rider == subject)
        return say("legstrong.question.el", rider=rider, cards=card_names(sleeve.cards, say))
    if about == "keep":
        dose = _dose(view, subject, _level(view, subject))
        return say("legstrong.question.keep", rider=rider, **_values(dose, say))
    sample = tested_now(view.control)
    assert sample is not None, "a test is going on"
    if about == "signal":
        tester = player_sign(sample.tester, say)
        return say("legstrong.question.signal", rider=rider, player=tester, cards=laid_names(view.order, say))
    question = say("legstrong.question.test", rider=rider, card=card_name(sample.level, say))
    return f"{heard(view, say)} {question}" if view.signal else question


def heard(view: LegstrongView, say: Say) -> str:
    """The signal that owner and tester know of."""
    place = view.signal.rpartition(".")[2]
    return say("legstrong.signal.none") if place == "none" else say("legstrong.signal", place=int(place))


def named(view: LegstrongView, step: Step, say: Say) -> str:
    """A level that was picked: the rider and the card."""
    return f"**{say('pair', what=short_sign(view, step.subject), it=card_name(step.value, say))}**"


def chosen(view: LegstrongView, step: Step, say: Say) -> str:
    """What an answer to one of QUESTIONS means."""
    rider = sign_of(view, step.subject, say)
    if step.about == "el":
        return say("legstrong.chosen.el", rider=rider, **_values(_dose(view, step.subject, step.value), say))
    if step.about == "keep":
        was = _dose(view, step.subject, _level(view, step.subject))
        if step.value == "keep":
            return say("legstrong.chosen.keep", rider=short_sign(view, step.subject), **_values(was, say))
        before = {"was": card_name(was.card, say), "before": signed(was.bonus), "risk": QUARTER * was.positives}
        now = _values(_dose(view, step.subject, step.value), say)
        return say("legstrong.chosen.lower", rider=rider, **before, **now)
    if step.value.isdigit():
        return say(f"legstrong.chosen.{step.about}", rider=rider, place=int(step.value))
    return say(f"legstrong.chosen.{step.about}.{step.value}", rider=rider)


def label(view: LegstrongView, about: str, subject: str, option: str, say: Say) -> str:
    """An option of one of QUESTIONS."""
    if option == "keep":
        return say("legstrong.label.keep.level", **_values(_dose(view, subject, _level(view, subject)), say))
    if about in ("el", "keep"):
        return say("legstrong.label.level", **_values(_dose(view, subject, option), say))
    if not option.isdigit():
        return say(f"legstrong.label.{about}.{option}")
    if about == "test":
        return say("legstrong.label.test", place=int(option))
    card, sample = view.order[int(option) - 1], tested_now(view.control)
    assert sample is not None, "a test is going on"
    key = "legstrong.label.signal.positive" if is_positive(sample.level, card) else "legstrong.label.signal.negative"
    return say(key, place=int(option), card=card_name(card, say))


def level_help(view: LegstrongView, rider: str, option: str, say: Say) -> str:
    """What a level means for energy and tests, before the first leg or after a negative test."""
    level = level_of(view.levels, rider)
    if level is None:
        dose = _dose(view, rider, option)
        return say("legstrong.help.el", lower=dose.positives, **_values(dose, say))
    kept = option == "keep"
    return say(
        f"legstrong.help.level.{'keep' if kept else 'lower'}",
        **_values(_dose(view, rider, level.card if kept else option), say),
    )


def doses_text(view: LegstrongView, rider_id: str, say: Say) -> str:
    """Every card of one's own sleeve that can be a level, with bonus and chance."""
    return say.apart(say("legstrong.dose", **_values(dose, say)) for dose in doses(view, rider_id))


def _level(view: LegstrongView, rider_id: str) -> str:
    level = level_of(view.levels, rider_id)
    assert level is not None, "levels are known"
    return level.card


def _dose(view: LegstrongView, rider_id: str, card: str) -> Dose:
    return next(dose for dose in doses(view, rider_id) if dose.card == card)


def _values(dose: Dose, say: Say) -> dict[str, str | int]:
    return {"card": card_name(dose.card, say), "bonus": signed(dose.bonus), "chance": QUARTER * dose.positives}


# --- where the match stands


def tested_rider(view: LegstrongView, say: Say) -> str:
    """The rider whose test is going on, "" without one."""
    sample = tested_now(view.control)
    return sign_of(view, sample.rider, say) if sample else ""


def level_text(view: LegstrongView, rider_id: str) -> str:
    """A rider's level and circles in a few characters: "A♠", "A♠ ○○"; "" before it is shown."""
    level = level_of(view.levels, rider_id)
    return f"{card_code(level.card)} {'○' * level.circles}".rstrip() if level else ""
