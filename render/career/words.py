"""The words that pictures, texts and descriptions of careers share."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import TypeAlias

from engines import GAMES
from model.career import Ladder, LadderRow, Placing, Profile, PuzzleRecord, Rating, Rival, Roll, Solo, TourWin, Win
from render.career.heading import LegendEntry
from render.cup.words import cup_title
from render.words import DOT, Say

Dated: TypeAlias = Callable[[date], str]  # a date in the reader's language, with its year


def called(user: int, name: str, say: Say) -> str:
    """A person's name, as far as it is known; a person who has left is a rider like others."""
    return (name or "?") if user > 0 else say("career.left")


def rider(row: LadderRow, say: Say) -> str:
    """The name of the person or computer player in a row."""
    return say(f"opponent.{row.opponent}") if row.opponent else called(row.user, row.name, say)


def title(game: str, say: Say) -> str:
    """Which game's ladder it is."""
    return say("career.ladder.title", game=say(f"{game}.name"))


def scope(everywhere: bool, say: Say) -> str:
    """Whether one server counts or all of them."""
    return say("career.scope.everywhere" if everywhere else "career.scope.server")


def period(board: Ladder, say: Say, when: str) -> str:
    """Where and when the matches were played; `when` names the period, "" for all times."""
    text = say(f"career.period.{board.period}", when=when)
    return f"{scope(board.guild is None, say)}{DOT}{text}"


def notes(rows: Sequence[LadderRow], say: Say) -> list[LegendEntry]:
    """What the signs on a page mean; those that aren't there are left out."""
    kinds = ["matches", "wins", "podiums", "streak"]
    kinds += ["new"] * any(row.climbed is None and row.rank is not None for row in rows)
    kinds += ["computer"] * any(row.opponent for row in rows)
    entries = [(kind, say(f"career.sign.{kind}")) for kind in kinds]
    if any(row.rating.provisional for row in rows):
        entries.append(("?", say("career.sign.provisional")))
    return entries


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
    streak = [say("career.solo.streak", n=record.streak)] if record.streak > 1 else []
    score = DOT.join((say("career.matches", n=record.matches), say("career.wins", n=record.wins), *streak))
    key = f"opponent.{record.opponent}.level"
    if key not in say:
        return score
    level = say(key) if record.points is None else say("career.solo.rated", level=say(key), points=record.points)
    return say("career.solo.against", level=level, record=score)


def puzzle_streak(record: PuzzleRecord, say: Say) -> str:
    """On how many days in a row someone got the puzzle right, now and at most; "" if they never have."""
    if not record.longest:
        return ""
    return say("career.puzzles.streak", n=record.streak, longest=record.longest)


def card_notes(card: Profile, say: Say) -> list[LegendEntry]:
    """What the signs on a card mean; those that aren't there are left out."""
    entries: list[LegendEntry] = []
    if card.games:
        entries += [(kind, say(f"career.sign.{kind}")) for kind in ("matches", "wins", "podiums", "best")]
    if any(game.rating.provisional for game in card.games):
        entries.append(("?", say("career.sign.provisional")))
    if card.favourites or card.nemesis:
        entries.append(("1:0", say("career.sign.score")))
    return entries


def rated(rating: Rating) -> str:
    """Points and their margin of error, as everywhere: "1512 ± 84", "1512? ± 84" while provisional."""
    return f"{rating.points}{'?' if rating.provisional else ''} ± {rating.spread}"


def winners(win: Win, say: Say) -> str:
    """The winners, where several tied all of them."""
    return say.together(called(user, name, say) for user, name in win.winners)


def achievement(game: str, win: Win, say: Say) -> str:
    """What was won: a cup with its format, or a tour or season."""
    if isinstance(win, TourWin):
        return tour(game, win, say)
    return DOT.join((cup_title(win.title, game, win.cup, say), say(f"cup.format.{win.format}")))


def tour(game: str, win: TourWin, say: Say) -> str:
    """Which tour or season it was; the game's first option says of what kind, in the game's own words if it has any."""
    option = GAMES[game].spec.options[0].name
    chosen, key = win.options[option], f"{game}.honours"
    kind = say(key, n=int(chosen)) if key in say else say(f"{game}.option.{option}.{chosen}")
    return say("honours.title", kind=kind, match=win.match)


def won(game: str, win: Win, say: Say, dated: Dated) -> str:
    """When something was won, with how many points (none where a game counts gaps) and against how many."""
    if not isinstance(win, TourWin):
        decided = (say("cup.tables.decided", n=win.decided),) if win.decided else ()
        return DOT.join((dated(win.day), say("career.riders", n=win.field), *decided))
    if f"{game}.won" in say:
        points = [say(f"{game}.won", n=win.points)]
    else:
        points = [] if f"{game}.standing" in say else [say("career.points", n=win.points)]
    return DOT.join((dated(win.day), *points, say("career.riders", n=win.field)))


def share_in_time(card: Profile, say: Say) -> str:
    """How many of the moves came before their deadline; only all of them are a hundred per cent."""
    return say("percent", n=100 * card.in_time // card.moves)


def placed(placing: Placing) -> str:
    """A place and how many places there are: "1/4"."""
    return f"{placing.rank}/{placing.field}"


def roll_title(page: Roll, say: Say) -> str:
    """Which game's roll of honour it is."""
    return say("career.honours.title", game=say(f"{page.game}.name"))


def score(rival: Rival) -> str:
    """How often the owner of a profile and a rival ended in front: "7:5"."""
    return f"{rival.ahead}:{rival.matches - rival.ahead}"
