"""The words that pictures, texts and descriptions of careers share."""

from collections.abc import Sequence

from render.career.heading import Note
from render.career.values import Honour, Ladder, LadderRow, Name, Profile, Rating
from render.words import DOT, Say, listed


def called(name: Name, say: Say) -> str:
    """Somebody's name; who left is a rider like others."""
    return say("career.left") if name is None else name


def title(game: str, say: Say) -> str:
    """Which game's ladder it is."""
    return say("career.ladder.title", game=say(f"{game}.name"))


def scope(everywhere: bool, say: Say) -> str:
    """Whether one server counts or all of them."""
    return say("career.scope.everywhere" if everywhere else "career.scope.server")


def period(board: Ladder, say: Say) -> str:
    """Where and when the matches were played."""
    told = say(f"career.period.{board.period}", when=board.when)
    return f"{scope(board.everywhere, say)}{DOT}{told}"


def notes(rows: Sequence[LadderRow], say: Say) -> list[Note]:
    """What the signs on a page mean; those that aren't there are left out."""
    if not rows:
        return []
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
    told = (say("career.matches", n=matches), say("career.wins", n=wins), say("career.podiums", n=podiums))
    return DOT.join(told)


def card_notes(card: Profile, say: Say) -> list[Note]:
    """What the signs on a card mean; those that aren't there are left out."""
    found: list[Note] = []
    if card.games:
        found += [(kind, say(f"career.sign.{kind}")) for kind in ("matches", "wins", "podiums", "best")]
    if any(game.rating.provisional for game in card.games):
        found.append(("?", say("career.sign.provisional")))
    if card.favourites or card.nemesis:
        found.append(("1:0", say("career.sign.score")))
    return found


def rated(rating: Rating) -> str:
    """Points and how far they may be off, as everywhere: "1512 ± 84", "1512? ± 84" while provisional."""
    return f"{rating.points}{'?' if rating.provisional else ''} ± {rating.spread}"


def winners(honour: Honour, say: Say) -> str:
    """Who won, with commas where several tied."""
    return listed(called(name, say) for name in honour.winners)
