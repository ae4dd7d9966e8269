"""Careers without pictures: tables in characters for a phone's width, and descriptions for people who can't see."""

import unicodedata
from collections.abc import Iterable

from model.career import Ceremony, GameCareer, Ladder, LadderRow, Placing, Profile, PuzzleRecord, Roll
from render import badges, lettering
from render.career import words
from render.career.podium import on_steps
from render.career.words import Dated
from render.words import DOT, Say, shortened

MOST_TEXT = 1990  # of 2,000 characters that a message may have
COLUMNS = 44  # characters in a line on a phone
ISOLATED = "\u2068{}\u2069"  # a name from right to left mustn't turn the line around it
INDENT = 11  # of the second line of a row


# --- characters


def columns(text: str) -> int:
    """How many columns a text takes where every letter is equally wide."""
    marks = ("Mn", "Me", "Cf")
    return sum(
        (2 if unicodedata.east_asian_width(char) in "WF" else 1)
        for char in text
        if unicodedata.category(char) not in marks
    )


def cell(text: str, width: int) -> str:
    """The text in exactly this many columns, cut where it is longer."""
    kept = lettering.clusters(lettering.clean(text).replace("`", "'"))
    while columns("".join(kept)) > width:
        kept = [*kept[:-2], lettering.CUT] if kept[-1] == lettering.CUT else [*kept[:-1], lettering.CUT]
    fitting = "".join(kept)
    turned = any(unicodedata.bidirectional(char) in ("R", "AL") for char in fitting)
    return (ISOLATED.format(fitting) if turned else fitting) + " " * (width - columns(fitting))


def _line(text: str, indent: int = 0) -> str:
    return " " * indent + cell(text, COLUMNS - indent).rstrip()


def _block(lines: Iterable[str]) -> str:
    """A code block with as many of the lines as a message can have."""
    text = ""
    for line in lines:
        if len(text) + len(line) + len("```\n\n```") > MOST_TEXT:
            break
        text += f"{line}\n"
    return f"```\n{text}```"


def _plain(user: int, name: str, say: Say) -> str:
    """A name for the middle of a sentence."""
    return _isolated(words.called(user, name, say))


def _isolated(name: str) -> str:
    return ISOLATED.format(lettering.clean(name))


# --- the ladder


def ladder_text(board: Ladder, say: Say, when: str = "") -> str:
    """The page as a code block of at most 2,000 characters; the reader's own row has a pointer."""
    lines = [_line(words.title(board.game, say)), _line(words.period(board, say, when))]
    if board.pages > 1:
        lines.append(_line(say("career.page", page=board.page, pages=board.pages)))
    lines.append("")
    for row in board.rows:
        lines += _row_lines(row, say, mine=row == board.mine)
    if reader := board.own:
        lines += [" ...", *_row_lines(reader, say, mine=True)]
    if not board.rows and reader is None:
        return _block([*lines, *_wrapped(say("career.ladder.empty"))])
    return _block([*lines, "", *_wrapped(say("career.text.letters"))])


def _row_lines(row: LadderRow, say: Say, *, mine: bool) -> list[str]:
    """Rank, change, name and rating; below them the record."""
    rating = f"={row.rating.points}" if row.opponent else words.rated(row.rating).replace("± ", "±")
    rank = "" if row.rank is None else str(row.rank)
    first = f"{'>' if mine else ' '}{rank:>4} {_change(row):<5}"
    room = COLUMNS - len(first) - len(rating) - 1
    record = row.record
    figures = say(
        "career.text.figures", matches=record.matches, wins=record.wins, podiums=record.podiums, streak=row.streak
    )
    head = f"{first}{cell(words.rider(row, say), room)} {rating}"
    return [head] if row.opponent else [head, _line(figures, INDENT)]


def _change(row: LadderRow) -> str:
    if row.rank is None:
        return "PC"
    if row.climbed is None:
        return "*"
    return "=" if not row.climbed else f"{'▲' if row.climbed > 0 else '▼'}{abs(row.climbed)}"


def _wrapped(text: str) -> list[str]:
    """The text in lines of a phone's width."""
    lines = [""]
    for word in text.split():
        if columns(lines[-1]) + columns(word) >= COLUMNS:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [_line(line) for line in lines]


def ladder_alt(board: Ladder, say: Say, when: str = "") -> str:
    """Who is where with which rating, in at most 1,000 characters."""
    parts = [words.title(board.game, say), words.period(board, say, when)]
    if board.pages > 1:
        parts.append(say("career.page", page=board.page, pages=board.pages))
    begun = f"{DOT.join(parts)}. "
    if not board.rows and board.mine is None:
        return begun + say("career.ladder.empty")
    rows = [_row_text(row, say) for row in board.rows]
    reader = [board.mine] if board.mine else []
    # the reader's own row comes before the others, so that it is never cut
    mine = [say("career.alt.own", row=_row_text(row, say)) for row in reader]
    return shortened(begun + " ".join((*mine, *rows)))


def _row_text(row: LadderRow, say: Say) -> str:
    name = _isolated(words.rider(row, say))
    if row.rank is None:
        return say("career.alt.computer", name=name, rating=row.rating.points)
    return say("career.alt.row", rank=row.rank, name=name, rating=words.rated(row.rating))


# --- a profile


def profile_text(card: Profile, say: Say, dated: Dated) -> str:
    """The card as a code block of at most 2,000 characters."""
    lines = [_line(words.called(card.user, card.name, say)), _line(words.whole_record(card, say))]
    if card.moves:
        lines.append(_line(f"{words.share_in_time(card, say)} {say('career.in_time')}"))
    if not card.games and not card.solo:
        lines += ["", *_wrapped(say("career.profile.empty"))]
    for game in card.games:
        lines += ["", *_game_lines(game, say)]
    if card.solo:
        lines += ["", _line(say("career.solo"))]
        for record in card.solo:
            lines += [_line(say(f"{record.game}.name"), 1), _line(words.solo(record, say), 2)]
    lines += _rival_lines(card, say)
    if card.finishes:
        lines += ["", _line(say("career.finishes"))]
        for finish in card.finishes:
            lines += _wrapped(f"{_finish(finish, say)}, {dated(finish.day)}")
    if card.accuracy:
        lines += ["", _line(say("career.accuracy"))]
        for reviewed in card.accuracy:
            figure = str(reviewed.points[-1].points)
            lines.append(f" {cell(say(f'{reviewed.game}.name'), COLUMNS - len(figure) - 2)} {figure}")
    if card.puzzles:
        lines += ["", *_wrapped(_puzzles(card.puzzles, say))]
    if card.badges:
        lines += ["", *_wrapped(say("pair", what=say("career.badges", n=len(card.badges)), it=_badges(card, say)))]
    return _block(lines)


def _puzzles(record: PuzzleRecord, say: Say) -> str:
    right = say("career.puzzles.right", right=record.right, n=record.answered)
    figures = DOT.join(filter(None, (words.rated(record.rating), right, words.puzzle_streak(record, say))))
    return say("pair", what=say("career.puzzles"), it=figures)


def _badges(card: Profile, say: Say) -> str:
    return say.together(badges.name(badge, say) for badge in card.badges)


def _game_lines(game: GameCareer, say: Say) -> list[str]:
    rating = words.rated(game.rating).replace("± ", "±")
    name = cell(say(f"{game.game}.name"), COLUMNS - len(rating) - 1)
    return [f"{name} {rating}", _line(_record(game, say))]


def _record(game: GameCareer, say: Say) -> str:
    record = game.record
    return say(
        "career.text.record",
        matches=record.matches,
        wins=record.wins,
        podiums=record.podiums,
        best=words.placed(game.best),
    )


def _rival_lines(card: Profile, say: Say) -> list[str]:
    lines: list[str] = []
    for kind, rivals in (("favourite", card.favourites), ("nemesis", (card.nemesis,) if card.nemesis else ())):
        if rivals:
            lines += ["", _line(say(f"career.{kind}"))]
        for rival in rivals:
            score = words.score(rival)
            lines.append(f" {cell(words.called(rival.user, rival.name, say), COLUMNS - len(score) - 2)} {score}")
    return lines


def _finish(finish: Placing, say: Say) -> str:
    return f"{words.placed(finish)} {say(f'{finish.game}.name')}"


def profile_alt(card: Profile, say: Say, dated: Dated) -> str:
    """The card in sentences, in at most 1,000 characters."""
    parts = [f"{_plain(card.user, card.name, say)}{DOT}{words.whole_record(card, say)}."]
    if not card.games and not card.solo:
        parts.append(say("career.profile.empty"))
    if card.moves:
        parts.append(f"{words.share_in_time(card, say)} {say('career.in_time')}.")
    for game in card.games:
        parts.append(
            say("pair", what=f"{say(f'{game.game}.name')} {words.rated(game.rating)}", it=f"{_record(game, say)}.")
        )
        if len(game.curve) > 1:
            first, last = game.curve[0], game.curve[-1]
            ends = {"old": first.points, "first": dated(first.day), "new": last.points, "last": dated(last.day)}
            parts.append(say("career.alt.curve", **ends))
    if card.solo:
        against = say.apart(f"{say(f'{record.game}.name')} {words.solo(record, say)}" for record in card.solo)
        parts.append(say("pair", what=say("career.solo"), it=f"{against}."))
    for kind, rivals in (("favourite", card.favourites), ("nemesis", (card.nemesis,) if card.nemesis else ())):
        if rivals:
            met = say.together(f"{_plain(rival.user, rival.name, say)} {words.score(rival)}" for rival in rivals)
            parts.append(say("pair", what=say(f"career.{kind}"), it=f"{met}."))
    if card.finishes:
        finishes = say.apart(f"{_finish(finish, say)}, {dated(finish.day)}" for finish in card.finishes)
        parts.append(say("pair", what=say("career.finishes"), it=f"{finishes}."))
    if card.accuracy:
        accuracy = say.apart(f"{say(f'{game.game}.name')} {game.points[-1].points}" for game in card.accuracy)
        parts.append(say("pair", what=say("career.accuracy"), it=f"{accuracy}."))
    if card.puzzles:
        parts.append(f"{_puzzles(card.puzzles, say)}.")
    if card.badges:
        parts.append(say("pair", what=say("career.badges", n=len(card.badges)), it=f"{_badges(card, say)}."))
    return shortened(" ".join(parts))


# --- ceremonies and honours


def podium_alt(end: Ceremony, say: Say, when: str) -> str:
    """Who stands on which step, in at most 1,000 characters."""
    title = say("career.podium.title", game=say(f"{end.game}.name"))
    begun = f"{DOT.join((title, words.scope(False, say), when, say('career.riders', n=len(end.rows))))}."
    rows = sorted(on_steps(end), key=lambda row: row.rank or 0)
    return shortened(" ".join((begun, *(_row_text(row, say) for row in rows))))


def roll_text(page: Roll, say: Say, dated: Dated) -> str:
    """The page as a code block of at most 2,000 characters."""
    lines = [_line(words.roll_title(page, say))]
    if page.pages > 1:
        lines.append(_line(say("career.page", page=page.page, pages=page.pages)))
    if not page.entries:
        lines += ["", *_wrapped(say("career.honours.empty"))]
    for win in page.entries:
        lines += ["", _line(words.winners(win, say)), _line(words.achievement(page.game, win, say), 1)]
        lines.append(_line(words.won(page.game, win, say, dated), 1))
    return _block(lines)


def roll_alt(page: Roll, say: Say, dated: Dated) -> str:
    """The page in sentences, in at most 1,000 characters."""
    parts = [f"{words.roll_title(page, say)}."]
    if page.pages > 1:
        parts.append(f"{say('career.page', page=page.page, pages=page.pages)}.")
    if not page.entries:
        parts.append(say("career.honours.empty"))
    for win in page.entries:
        names = say.together(_plain(user, name, say) for user, name in win.winners)
        parts.append(f"{names}: {words.achievement(page.game, win, say)}, {words.won(page.game, win, say, dated)}.")
    return shortened(" ".join(parts))
