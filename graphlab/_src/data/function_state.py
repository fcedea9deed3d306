"""The state that the functions of datasets read and change: a session's variables, and counters of their own."""

import collections.abc
import contextlib

import numpy as np

from graphlab._src.base.errors import OpError
from graphlab._src.compiler.control_flow.regions import Region, waits
from graphlab._src.compiler.effects import Version
from graphlab._src.compiler.plan import segment_of
from graphlab._src.graph.references import lives_in_run
from graphlab._src.session.execution.executor import Stepper
from graphlab._src.session.execution.run_context import RunContext
from graphlab._src.session.execution.runner import Runner
from graphlab._src.session.store import Store, View, state_among


class OwnStore(Store):
    """The state of a function at work: the counters of its random operations; the variables are the session's."""

    def __init__(self, resources, cancellation):
        super().__init__()
        self.resources = resources
        self.cancellation = cancellation
        self.session = resources.store

    def read(self, owner):
        """The value of a variable as an array, None without one; it does not wait for a run that is under way."""
        try:
            return _array(self.session.get(owner))
        except RuntimeError:  # that run has just overwritten it
            with self.session.lock:
                return _array(self.session.get(owner))


def _array(value):
    return None if value is None else np.asarray(value)


class ImmediateStore(View):
    """An OwnStore and the store of its session as one, in which nothing is pending and nothing is revoked."""

    def __init__(self, store):
        super().__init__(store, _Values(store.values, store.session.values))
        self.lock = store.session.lock

    def commit(self, owners, values):
        self.values.update(zip(owners, values, strict=True))

    def overwritten(self, part, outputs, pending=()):
        self.values.update(dict([*pending, *state_among(part.outputs, outputs)]))

    def pending(self):
        return self

    def revocable(self):
        return self

    def apply(self):
        """There is nothing pending."""

    accept = revoke = apply


class _Values:
    """The values of variables, which are the session's, and of counters, which are the function's own."""

    def __init__(self, own, shared):
        self._own = own
        self._shared = shared

    def get(self, owner):
        return (self._own if owner.definition.random else self._shared).get(owner)

    def __setitem__(self, owner, value):
        (self._own if owner.definition.random else self._shared)[owner] = value

    def update(self, pairs):
        pairs = list(pairs.items() if isinstance(pairs, collections.abc.Mapping) else pairs)
        self._own.update([pair for pair in pairs if pair[0].definition.random])
        self._shared.update([pair for pair in pairs if not pair[0].definition.random])


def uses_variables(plan):
    """Whether a run of a Plan reads or changes variables, beside the counters of random operations."""
    return any(not owner.definition.random for owner in (*plan.reads, *plan.writes))


class ImmediateRunner(Runner):
    """A Runner of a Plan of single operations, in an ImmediateStore: each changes variables at once.

    As in TensorFlow an operation that fails keeps none from running but those that need it, and what they change stays
    changed; then its error is raised.
    """

    def _choose(self):
        return self._run_each

    def _run_each(self, fed):
        context = RunContext(self._store.resources, self._store.cancellation)
        stepper = Stepper(self._store, self.plan, context, self.put, self._bodies)
        order = self.order()
        failed, first = set(), None
        try:
            values = stepper.begin(fed)
            for part, before in order.after.items():
                if not failed.isdisjoint(before):
                    failed.add(part)
                    continue
                try:
                    with self._guard(part):
                        self.run_part(part, values, stepper)
                        stepper.settle()
                except OpError as error:
                    failed.add(part)
                    first = first or error
                # What is in the store is taken from there when it is needed: others may change it between two operations.
                for value in filter(_is_stored, list(values)):
                    del values[value]
            if first is not None:
                raise first
            with self._store.lock:
                return self.collect(values, stepper)
        finally:
            context.abandon()

    def _guard(self, part):
        """The lock of the session, where a part uses variables and does not wait for another run."""
        segment = segment_of(part)
        waiting = segment is part and any(waits(op) for op in part.operations)
        inside = any(isinstance(op, Region) for op in segment.operations)
        uses = inside or any(map(_is_stored, (*segment.inputs, *segment.outputs)))
        return self._store.lock if uses and not waiting else contextlib.nullcontext()


def _is_stored(value):
    return isinstance(value, Version) and not lives_in_run(value.owner)
