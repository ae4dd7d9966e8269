"""A match that is over, played once more from its log."""

from db.sql.codec import encode, encode_json
from engines.dice import RecordedDice, SeededDice
from engines.table import Move, Table
from host.play.fair_dice import dice_key
from tests.host.evening import Evening


async def replayed(evening: Evening, match: int) -> bytes:
    """The last snapshot, made again from the log: moves and their recorded draws."""
    header = await evening.header(match)
    game = evening.matches.games[header.game]
    start, *moves = [row for row in await evening.log(match) if row.kind in ("deal", "move")]
    state, events = game.setup(Table(len(header.seats), header.options, header.rules), RecordedDice(start.draws))
    assert encode_json(events) == encode_json(start.events)
    for row in moves:
        events = game.apply(state, Move(row.by, row.path), RecordedDice(row.draws))
        assert encode_json(events) == encode_json(row.events)
    return encode(game.spec, state)


async def check(evening: Evening, match: int) -> None:
    """The match is over, its log is complete, and replay and snapshot agree."""
    header, log = await evening.header(match), await evening.log(match)
    assert header.phase == "over"
    assert [row.seq for row in log] == list(range(1, header.seq + 1))
    assert await evening.owed(match) == []
    assert await replayed(evening, match) == await evening.body(match)
    for row in log:
        dice = SeededDice(dice_key(header), row.seq)
        for draw in row.draws:
            if draw.sides:
                dice.roll(draw.why, draw.sides, len(draw.fell))
            else:
                dice.shuffle(draw.why, [""] * len(draw.fell))
        assert dice.draws == row.draws
