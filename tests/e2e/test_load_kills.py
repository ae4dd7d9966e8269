"""The drill of `python -m bench load --kill`, in short: under load workers are killed, and nothing is lost."""

import pytest

from bench.load.kills import drill


@pytest.mark.long
async def test_no_move_is_lost_or_doubled_while_workers_are_killed_under_load() -> None:
    done = await drill(workers=2, matches=3, length=30, every=12, seed=2)
    assert done.wrong == []
    assert done.kills == 2
    assert done.answers >= done.told > 0
    assert done.boards + done.over == done.matches
