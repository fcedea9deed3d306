"""Runner: a plan ready to be called with fed values, again and again."""

import jax
import numpy as np

from graphlab.compiler.effects import Version
from graphlab.compiler.lower import LoweredSegment, run_op
from graphlab.session.context import RunContext
from graphlab.session.feeds import Feed
from graphlab.session.uninitialized import uninitialized


class Runner:
    """One plan in one session's store.

    Plans of a single compiled segment, which most are, take a path without any look at single operations.
    """

    def __init__(self, plan, store, default_device):
        self.plan = plan
        self._store = store
        self.feeds = [Feed(tensor) for tensor in plan.feeds]
        self._feed_set = set(plan.feeds)
        self._spread = any(
            part.segment.device.jax != default_device.jax for part in plan.lowered if isinstance(part, LoweredSegment)
        )
        self._stateful = bool(plan.reads or plan.writes)
        self._wide = any(feed.is_64_bit for feed in self.feeds)
        self._results = [value for value in plan.results if value is not None]
        self.run = self._choose()

    def _choose(self):
        """The way to run this plan: run(fed) gives the value of each fetch, None for operations.

        fed: a list of arrays that the Feeds took, in the order of plan.feeds.
        """
        if self._is_simple():
            return self._locked(self._one_segment()) if self._stateful else self._pure_segment()
        return self._locked(self._run_segments)

    def _locked(self, run):
        lock = self._store.lock

        def locked(fed):
            with lock:
                return run(fed)

        return locked

    def _is_simple(self):
        lowered = self.plan.lowered
        return (
            len(lowered) == 1
            and isinstance(lowered[0], LoweredSegment)
            and not lowered[0].static
            and not self._spread
            and all(value in lowered[0].outputs for value in self._results)
            and all(isinstance(value, Version) or value in self._feed_set for value in lowered[0].segment.inputs)
        )

    def _pure_segment(self):
        """How to run a plan that is one compiled segment and touches no state."""
        (part,) = self.plan.lowered
        order = {tensor: i for i, tensor in enumerate(self.plan.feeds)}
        taken = [order[value] for value in part.kept]
        as_fed = taken == list(range(len(order)))
        collect = self._collector(part)
        call = self._caller(part)

        def run(fed):
            return collect(call([], fed if as_fed else [fed[i] for i in taken], ()))

        return run

    def _one_segment(self):
        """How to run a plan that is one compiled segment and reads or writes state."""
        (part,) = self.plan.lowered
        order = {tensor: i for i, tensor in enumerate(self.plan.feeds)}
        position = {value: i for i, value in enumerate(part.outputs)}
        donated = [version.owner for version in part.donated]
        kept = [(value.owner, -1) if isinstance(value, Version) else (None, order[value]) for value in part.kept]
        writes = [(owner, position[version]) for owner, version in self.plan.effects.final.items()]
        collect = self._collector(part)
        call = self._caller(part)
        state, values = self._state, self._store.values

        def run(fed):
            before = [state(owner) for owner in donated]
            outputs = call(before, [fed[i] if owner is None else state(owner) for owner, i in kept], ())
            for owner, i in writes:
                values[owner] = outputs[i]
            return collect(outputs)

        return run

    def _collector(self, part):
        """A function of the segment's outputs that gives the value of each fetch."""
        position = {value: i for i, value in enumerate(part.outputs)}
        places = [None if value is None else position[value] for value in self.plan.results]
        return lambda outputs: [None if i is None else to_numpy(outputs[i]) for i in places]

    def _caller(self, part):
        """part.call; JAX takes a 64-bit NumPy array for what it is only where that was switched on."""
        if not self._wide:
            return part.call

        def call(donated, kept, static):
            with jax.enable_x64(True):
                return part.call(donated, kept, static)

        return call

    def _state(self, owner):
        value = self._store.values.get(owner)
        if value is None:
            value = self._store.get(owner)
            if value is None:
                raise uninitialized(owner, self.plan.effects)
        return value

    # Several segments, host work, values that decide shapes, 64-bit feeds, several devices.

    def _run_segments(self, fed):
        values = dict(zip(self.plan.feeds, fed, strict=True))
        for owner in self.plan.reads:
            version = Version(owner, 0)
            if version in self.plan.may_be_missing:
                values[version] = self._store.get(owner)
            else:
                values[version] = self._state(owner)
        for part in self.plan.lowered:
            if isinstance(part, LoweredSegment):
                self._run_compiled(part, values)
            else:
                self._run_on_host(part, values)
        return [None if value is None else to_numpy(values[value]) for value in self.plan.results]

    def _run_compiled(self, part, values):
        donated = [self._put(values.pop(value), part) for value in part.donated]
        kept = [self._put(values[value], part) for value in part.kept]
        static = [np.asarray(values[value]) for value in part.static]
        with jax.enable_x64(True):
            outputs = part.call(donated, kept, static)
        for value, result in zip(part.outputs, outputs, strict=True):
            self._keep(value, result, values)

    def _put(self, value, part):
        if isinstance(value, jax.Array) and not self._spread:
            return value
        with jax.enable_x64(True):
            return jax.device_put(value, part.segment.device.jax)

    def _run_on_host(self, segment, values):
        context = RunContext(self._store.resources, self._store.cancellation)
        local = {
            value: np.asarray(values[value]) if isinstance(values[value], jax.Array) else values[value]
            for value in segment.inputs
        }
        for op in segment.operations:
            run_op(op, local, self.plan.effects, self._feed_set, context=context)
        for value in segment.outputs:
            self._keep(value, local[value], values)

    def _keep(self, value, result, values):
        """Notes a result; new state goes to the store at once, so that a failure later loses none of it."""
        values[value] = result
        if isinstance(value, Version):
            self._store.values[value.owner] = result


def to_numpy(value):
    """A fetched value as TensorFlow gives it: an array of the caller's own, a NumPy scalar for shape []."""
    array = np.asarray(value)
    return array.copy() if array.ndim else array[()]
