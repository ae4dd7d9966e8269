"""Which worker runs what, so that the processor is busy all the time: tests that wait run beside tests that compute."""

import pytest
from xdist.scheduler import LoadGroupScheduling
from xdist.workermanage import WorkerController

from tests.driver import ROOT

WAITING = tuple(ROOT / "tests" / folder for folder in ("e2e", "page", "sandbox"))  # for programs and browsers


def place_in_queue(item: pytest.Item) -> int:
    """Tests that wait stand at the front, those that compute for long at the back."""
    if item.path.parent in WAITING:
        return 0
    return 1 if item.get_closest_marker("xdist_group") is None else 2


class BothEnds(LoadGroupScheduling):
    """Every other worker takes its tests from the front of the queue, the rest from the back, until they meet."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        if self.nodes.index(node) % 2:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Drop finished units: xdist looks through all units of a worker after each of its tests."""
        scope = self._split_scope(self.registered_collections[node][item_index])
        work = self.assigned_work[node]
        super().mark_test_complete(node, item_index, duration)
        if all(work[scope].values()):
            del work[scope]
