"""What a match has brought, in the words of its result."""

from cogs.posts.rating_changes import MOST, gains_text, own_gain
from locales import catalogue
from model.career import Gain, RatingChange

SAY = catalogue("en")


def turn(user: int, points: int, before: int | None) -> RatingChange:
    return RatingChange(7, user, points, 190, before)


def test_a_rating_that_has_grown_one_that_has_shrunk_and_a_first_one() -> None:
    gained = [
        Gain(1, "Ann", turn(1, 1135, 1061), ()),
        Gain(2, "Bob", turn(2, 1036, 1118), ()),
        Gain(3, "Cyd", turn(3, 956, None), ()),
        Gain(4, "Dee", turn(4, 1000, 1000), ()),
    ]
    assert gains_text(gained, SAY) == [
        "📈 Ann: rating 1061 → **1135** (+74)",
        "📈 Bob: rating 1118 → **1036** (−82)",
        "📈 Cyd: first rating **956**",
        "📈 Dee: rating 1000 → **1000** (+0)",
    ]


def test_badges_are_named_beside_the_rating_and_alone() -> None:
    gained = [Gain(1, "Ann", turn(1, 1135, 1061), ("headwind",)), Gain(2, "Bob", None, ("lead.out",))]
    first, second = gains_text(gained, SAY)
    assert first == f"📈 Ann: rating 1061 → **1135** (+74) · 🎖️ **{SAY('badge.headwind.name')}**"
    assert second == f"📈 Bob: 🎖️ **{SAY('badge.lead.out.name')}**"


def test_records_stand_beside_the_rating() -> None:
    [line] = gains_text([Gain(1, "Ann", turn(1, 1135, 1061), (), is_best=True, is_first_win=True)], SAY)
    assert line == "📈 Ann: rating 1061 → **1135** (+74) · personal best · first win"


def test_a_player_hears_of_their_own_gains_without_their_name() -> None:
    assert own_gain([Gain(1, "Ann", turn(1, 1135, 1061), ())], SAY) == ["📈 You: rating 1061 → **1135** (+74)"]
    assert own_gain([], SAY) == []


def test_names_mention_nobody_and_a_forgotten_person_has_none() -> None:
    everybody, nobody = gains_text(
        [Gain(1, "@everyone **x**", turn(1, 1, 1), ()), Gain(-9, "", turn(-9, 1, 1), ())], SAY
    )
    assert "@everyone" not in everybody
    assert "\\*\\*x" in everybody
    assert nobody.startswith(f"📈 {SAY('career.left')}: ")


def test_a_great_match_keeps_the_message_short() -> None:
    gained = [Gain(user, "Ann", turn(user, 1, 1), ()) for user in range(1, 2 * MOST)]
    assert len(gains_text(gained, SAY)) == MOST
