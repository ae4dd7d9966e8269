"""Public numbers of log rows: silent rows aren't counted."""

from itertools import product
from typing import Any

import pytest

from host.play.row_numbers import number_of, past
from model.kinds import How
from model.match import LogRow
from tests.db.sample import row

pytestmark = pytest.mark.quick


class Log:
    """A log of which the store tells rows and how many changed an answer."""

    def __init__(self, silent: tuple[bool, ...]) -> None:
        self.rows = [
            row(seq=seq, how=How.CHANGED if changed else How.PLAYER) for seq, changed in enumerate((False, *silent), 1)
        ]

    async def log(self, match: int, after: int = 0) -> list[LogRow]:
        return [row for row in self.rows if row.seq > after]

    async def changes(self, match: int, through: int) -> int:
        return sum(row.how == How.CHANGED for row in self.rows if row.seq <= through)


@pytest.mark.parametrize("silent", [*product((False, True), repeat=5)])
async def test_rows_come_after_the_one_that_bears_the_number(silent: tuple[bool, ...]) -> None:
    log: Any = Log(silent)
    loud = [row for row in log.rows if row.how != How.CHANGED]
    for number in range(len(loud) + 3):
        after = loud[number:]
        assert await past(log, 1, number) == [row for row in log.rows if after and row.seq >= after[0].seq]
    for number, entry in enumerate(loud, 1):
        assert await number_of(log, 1, entry.seq) == number
