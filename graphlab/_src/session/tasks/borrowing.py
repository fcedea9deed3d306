"""Branches and loops that work on variables of several tasks: they run here on borrowed values, which are given back together.

Nothing is locked meanwhile. Where another run has replaced a value of a task, nothing is given back there, and the branch or loop
runs again on what that task has then, and on what the tasks had that have theirs back already. So no update is lost or counted twice.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from graphlab._src.base.errors import AbortedError, UnimplementedError, explain
from graphlab._src.graph.device import Task
from graphlab._src.graph.operation import Operation
from graphlab._src.session.tasks.client import TaskClient
from graphlab._src.session.tasks.memory import Memory, StateKey, key_of

_ATTEMPTS = 100
_Lender: TypeAlias = Task | Memory


class Borrowing:
    """The variables of several tasks that a part of this process works on.

    memory: where the part finds them while it runs.  places: {key: where the variable is}.
    own(task): the Memory of a task whose state is in this process.
    """

    def __init__(
        self, owners: Sequence[Operation], client: TaskClient, own: Callable[[Operation], Memory | None]
    ) -> None:
        self.memory = Memory()
        self._client = client
        self._lock = threading.Lock()  # held while it runs: the values are of one run
        self._keys: dict[Task, list[StateKey]] = {}  # by the task of another process
        self._own: dict[Memory, list[StateKey]] = {}  # by the Memory of a task of this one
        self._owners = list(owners)
        for owner in owners:
            place, key = client.place(owner), key_of(owner)
            if place is None:
                found = own(owner)
                if found is None:
                    raise UnimplementedError(
                        owner.node_def,
                        owner,
                        explain("A branch or loop uses variables of several tasks, and one is not found", at=owner),
                    )
                self._own.setdefault(found, []).append(key)
            else:
                self._keys.setdefault(place, []).append(key)

    def run(self, work: Callable[[], list[Any]], check: Callable[[], None]) -> list[Any]:
        """What work() returns, which runs on the variables' values; AbortedError where others always were faster."""
        with self._lock:
            left = [*self._keys, *self._own]
            values: dict[StateKey, Any] = {}
            for _ in range(_ATTEMPTS):
                check()
                loans = {lender: self._borrow(lender, values, check) for lender in left}
                self.memory.values.clear()
                self.memory.values.update((key, value) for key, value in values.items() if value is not None)
                results = work()
                found = dict(self.memory.values)
                left = [lender for lender in left if not self._settle(lender, loans[lender], values, found, check)]
                if not left:
                    self.memory.values.clear()
                    return results
        raise AbortedError(
            self._owners[0].node_def,
            self._owners[0],
            explain(
                f"A branch or loop that uses variables of several tasks ran {_ATTEMPTS} times, and each time another run "
                "had changed one of them meanwhile",
                at=self._owners[0],
                fix="place its variables on one task",
            ),
        )

    def _borrow(self, lender: _Lender, values: dict[StateKey, Any], check: Callable[[], None]) -> int:
        """Adds the values of a task's variables; returns the number of the loan."""
        if isinstance(lender, Memory):
            number, found = lender.loans.lend(self._own[lender])
            values.update(zip(self._own[lender], found, strict=True))
            return number
        number, found = self._client.call(lender, check, "lend", self._keys[lender])
        values.update(zip(self._keys[lender], found, strict=True))
        return number

    def _settle(
        self,
        lender: _Lender,
        number: int,
        values: dict[StateKey, Any],
        found: dict[StateKey, Any],
        check: Callable[[], None],
    ) -> bool:
        """Stores what a task's variables are now; False, and nothing is stored, where one was replaced meanwhile."""
        keys = self._own[lender] if isinstance(lender, Memory) else self._keys[lender]
        changed = {key: found[key] for key in keys if key in found and found[key] is not values.get(key)}
        if not changed:
            return True
        if isinstance(lender, Memory):
            return lender.loans.settle(number, changed)
        (stored,) = self._client.call(lender, check, "settle", number, changed)
        return stored
