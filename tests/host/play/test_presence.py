"""Presence: who is pressing and who has seen what."""

import pytest

from host.play.presence import Presence
from tests.host.evening import ADA, BO


def test_a_press_lasts_until_it_is_answered() -> None:
    attention = Presence()
    with attention.pressing(1, ADA):
        assert attention.is_pressing(1, ADA)
        assert not attention.is_pressing(1, BO)
        assert not attention.is_pressing(2, ADA)
    assert not attention.is_pressing(1, ADA)


def test_of_two_presses_the_last_one_counts() -> None:
    attention = Presence()
    with attention.pressing(1, ADA):
        with attention.pressing(1, ADA):
            pass
        assert attention.is_pressing(1, ADA)
    assert not attention.is_pressing(1, ADA)


def test_a_press_that_fails_is_over_too() -> None:
    attention = Presence()
    with pytest.raises(ZeroDivisionError), attention.pressing(1, ADA):
        raise ZeroDivisionError
    assert not attention.is_pressing(1, ADA)


def test_only_the_panel_that_was_shown_last_has_been_seen() -> None:
    attention = Presence()
    assert not attention.has_seen(1, ADA, "first")
    attention.shown(1, ADA, "first")
    attention.shown(1, ADA, "second")
    assert attention.has_seen(1, ADA, "second")
    assert not attention.has_seen(1, ADA, "first")
    assert not attention.has_seen(1, BO, "second")
    assert not attention.has_seen(2, ADA, "second")


def test_a_match_that_is_over_is_forgotten_and_no_other() -> None:
    attention = Presence()
    attention.shown(1, ADA, "one")
    attention.shown(2, ADA, "two")
    attention.forget(1)
    assert not attention.has_seen(1, ADA, "one")
    assert attention.has_seen(2, ADA, "two")
