"""Presence: who is pressing and who has seen what."""

import pytest

from host.play.presence import KEPT, NEAR, Presence, PressedPanel
from tests.host.evening import ADA, BO

pytestmark = pytest.mark.quick


def test_a_press_lasts_until_it_is_answered() -> None:
    presence = Presence()
    with presence.pressing(1, ADA):
        assert presence.is_pressing(1, ADA)
        assert not presence.is_pressing(1, BO)
        assert not presence.is_pressing(2, ADA)
    assert not presence.is_pressing(1, ADA)


def test_of_two_presses_the_last_one_counts() -> None:
    presence = Presence()
    with presence.pressing(1, ADA):
        with presence.pressing(1, ADA):
            pass
        assert presence.is_pressing(1, ADA)
    assert not presence.is_pressing(1, ADA)


def test_a_press_that_fails_is_over_too() -> None:
    presence = Presence()
    with pytest.raises(ZeroDivisionError), presence.pressing(1, ADA):
        raise ZeroDivisionError
    assert not presence.is_pressing(1, ADA)


def test_only_the_panel_that_was_shown_last_has_been_seen() -> None:
    presence = Presence()
    assert not presence.has_seen(1, ADA, "first")
    presence.shown(1, ADA, "first")
    presence.shown(1, ADA, "second")
    assert presence.has_seen(1, ADA, "second")
    assert not presence.has_seen(1, ADA, "first")
    assert not presence.has_seen(1, BO, "second")
    assert not presence.has_seen(2, ADA, "second")


def test_a_panel_is_looked_at_for_a_moment_after_the_press() -> None:
    now = 1000.0
    presence = Presence(lambda: now)
    presence.pressed_in(1, ADA, message=7, seq=1)
    now += NEAR / 2
    assert presence.near(1, ADA) == PressedPanel(7, 1000.0, 1)
    now += NEAR
    assert presence.near(1, ADA) is None


def test_a_match_that_is_over_is_forgotten_and_no_other() -> None:
    presence = Presence()
    presence.shown(1, ADA, "one")
    presence.shown(2, ADA, "two")
    presence.forget(1)
    assert not presence.has_seen(1, ADA, "one")
    assert presence.has_seen(2, ADA, "two")


def test_only_the_newest_panels_and_presses_are_kept() -> None:
    presence = Presence()
    for match in range(KEPT):
        presence.shown(match, ADA, "shown")
        presence.pressed_in(match, ADA, message=match, seq=1)
    presence.shown(0, ADA, "shown again")
    presence.pressed_in(0, ADA, message=0, seq=2)
    presence.shown(KEPT, BO, "shown")
    presence.pressed_in(KEPT, BO, message=KEPT, seq=1)
    assert presence.has_seen(0, ADA, "shown again")
    assert presence.near(0, ADA) is not None
    assert not presence.has_seen(1, ADA, "shown")
    assert presence.near(1, ADA) is None
    assert presence.has_seen(2, ADA, "shown")
    assert presence.near(2, ADA) is not None
    assert presence.has_seen(KEPT, BO, "shown")
    assert presence.near(KEPT, BO) is not None
