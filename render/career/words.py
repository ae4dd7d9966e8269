"""The words that pictures, texts and descriptions of careers share."""

from collections.abc import Sequence

from render.career.heading import LegendEntry
from render.career.values import Dated, Honour, Ladder, LadderRow, Name, Profile, Rating, Rival, Roll, Solo
from render.words import DOT, Say, listed


def called(name: Name, say: Say) -> str:
    """Somebody's name; a person who has left is a rider like others."""
    return say("career.left") if name is None else name


def title(game: str, say: Say) -> str:
    """Which game's ladder it is."""
    return say("career.ladder.title", game=say(f"{game}.name"))


def scope(everywhere: bool, say: Say) -> str:
    """Whether one server counts or all of them."""
    return say("career.scope.everywhere" if everywhere else "career.scope.server")


def period(board: Ladder, say: Say) -> str:
    """Where and when the matches were played."""
    text = say(f"career.period.{board.period}", when=board.when)
    return f"{scope(board.everywhere, say)}{DOT}{text}"


def notes(rows: Sequence[LadderRow], say: Say) -> list[LegendEntry]:
    """What the signs on a page mean; those that aren't there are left out."""
    kinds = ["matches", "wins", "podiums", "streak"]
    kinds += ["new"] * any(row.climbed is None and row.rank is not None for row in rows)
    kinds += ["computer"] * any(row.computer for row in rows)
    found = [(kind, say(f"career.sign.{kind}")) for kind in kinds]
    if any(row.rating.provisional for row in rows):
        found.append(("?", say("career.sign.provisional")))
    return found


def whole_record(card: Profile, say: Say) -> str:
    """Matches, wins and podiums of all games together."""
    records = [game.record for game in card.games]
    if not records:
        return say("career.none")
    matches, wins, podiums = (
        sum(getattr(record, field) for record in records) for field in ("matches", "wins", "podiums")
    )
    parts = (say("career.matches", n=matches), say("career.wins", n=wins), say("career.podiums", n=podiums))
    return DOT.join(parts)


def solo(record: Solo, say: Say) -> str:
    """A record against computers alone."""
    return say("career.solo.record", n=record.matches, wins=record.wins)


def card_notes(card: Profile, say: Say) -> list[LegendEntry]:
    """What the signs on a card mean; those that aren't there are left out."""
    found: list[LegendEntry] = []
    if card.games:
        found += [(kind, say(f"career.sign.{kind}")) for kind in ("matches", "wins", "podiums", "best")]
    if any(game.rating.provisional for game in card.games):
        found.append(("?", say("career.sign.provisional")))
    if card.favourites or card.nemesis:
        found.append(("1:0", say("career.sign.score")))
    return found


def rated(rating: Rating) -> str:
    """Points and their margin of error, as everywhere: "1512 ± 84", "1512? ± 84" while provisional."""
    return f"{rating.points}{'?' if rating.provisional else ''} ± {rating.spread}"


def winners(honour: Honour, say: Say) -> str:
    """The winners, with commas where several tied."""
    return listed(called(name, say) for name in honour.winners)


def won(honour: Honour, say: Say, dated: Dated) -> str:
    """When something was won, with how many points and against how many."""
    points = [say("career.points", n=honour.points)] if honour.points is not None else []
    return DOT.join((dated(honour.day), *points, say("career.riders", n=honour.field)))


def share_in_time(card: Profile) -> str:
    """How many of the moves came before their deadline; only all of them are a hundred per cent."""
    return f"{100 * card.in_time // card.moves} %"


def roll_title(page: Roll, say: Say) -> str:
    """Which game's roll of honour it is."""
    return say("career.honours.title", game=say(f"{page.game}.name"))


def score(rival: Rival) -> str:
    """How often the owner of a profile and a rival ended in front: "7:5"."""
    return f"{rival.ahead}:{rival.matches - rival.ahead}"
