"""A run beside those of the program: it computes something from a session's variables, and changes nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphlab._src.base.errors import explain
from graphlab._src.compiler.plan import Plan, compile_plan
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.calls.call import Call
from graphlab._src.session.calls.fetches import FetchStructure
from graphlab._src.session.execution.runner import Runner
from graphlab._src.session.store import Store
from graphlab._src.session.tracing.watch import only_reads


class ExtraRun:
    """Computes fetches again and again with given tensors fed, from what the session's variables are each time.

    Random numbers are drawn from copies of the session's counters, and variables that it would write are copies too, so that
    the session's own runs find all as it would be without it. Raises ValueError, with the operation in the way, for fetches
    that need what changes other state: queues, iterators, Python functions.
    """

    def __init__(self, session: BaseSession, fetches: Sequence[Tensor], fed: Sequence[Tensor]) -> None:
        self._session = session
        self._fed = list(fed)
        structure = FetchStructure(session.graph, list(fetches))
        plan = compile_plan(session.graph, structure.elements, self._fed, session.devices)
        _check(plan)
        self._written = list(plan.writes)
        self._store = Store()
        self._store.resources = session.store.resources
        self._store.cancellation = session.store.cancellation
        self._call = Call(session, structure, self._fed, Runner(plan, self._store, session.devices.default, None))

    def values(self, given: Mapping[Tensor, Any]) -> list[Any]:
        """The values of the fetches, with what `given` has for each fed tensor. Call it with the session's lock held."""
        store = self._session.store
        written = {owner: store.get(owner) for owner in self._written}
        self._store.values = dict(store.values)
        # A run may overwrite the buffers of what it writes.
        self._store.values.update((owner, np.array(value)) for owner, value in written.items() if value is not None)
        try:
            return self._call.execute([given[tensor] for tensor in self._fed])
        finally:
            self._store.values = {}  # whose buffers the session's next run may reuse


def _check(plan: Plan) -> None:
    """Raises ValueError for a plan that changes anything but variables and the counters of random operations."""
    for op in plan.operations:
        known = op.definition
        if known is None or (known.stateful and not known.random and not only_reads(known)):
            raise ValueError(explain(f"It depends on {op.type} '{op.name}', which does more than compute", at=op))
