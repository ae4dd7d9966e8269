"""Copies of the tiny game, each broken on purpose in one way: the contract must find every one of them."""

from tests.engines.broken import answers, saves, secrets
from tests.engines.broken.base import Broken

BROKEN: tuple[type[Broken], ...] = (
    *(answers.Punctual, answers.Dawning, answers.Rooted, answers.Lucky, answers.Stalling),
    *(answers.Untruthful, answers.Nosy, answers.Rash),
    *(answers.Lenient, answers.Deaf, answers.Wrapping, answers.Polyglot, answers.Resentful, answers.Unspeakable),
    secrets.Peeping,
    *(secrets.Shared, secrets.Worn),
    *(secrets.Loud, secrets.Misdealt, secrets.Shouting),
    *(saves.Inexact, saves.Numbered, saves.Loose, saves.Open, saves.Late),
    *(secrets.Leaky, secrets.Marked, secrets.Transparent, secrets.Blushing),
    *(saves.Tight, saves.Losing, saves.Unrecorded, saves.Illegal, saves.Gambling),
    *(secrets.Skipping, secrets.Hasty, secrets.Final, secrets.Hoarding, secrets.Gossiping, secrets.Fidgeting),
)

__all__ = ["BROKEN", "Broken"]
