"""Runner: a plan ready to be called with fed values, again and again."""

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, OpError, explain
from graphlab._src.compiler.checks import CheckFailedError
from graphlab._src.compiler.control_flow.regions import Region, Step
from graphlab._src.compiler.control_flow.run_state import CantCompile
from graphlab._src.compiler.effects import Value, Version
from graphlab._src.compiler.lower import LoweredSegment
from graphlab._src.compiler.placement import Device
from graphlab._src.compiler.plan import Plan, interpret, interpret_readers
from graphlab._src.graph.operation import Operation
from graphlab._src.session.annotations import Array, Given, Part, Run, Values
from graphlab._src.session.calls.feeds import Feed
from graphlab._src.session.execution.blocking import Order, Waiting
from graphlab._src.session.execution.executor import Bodies, Stepper
from graphlab._src.session.execution.failures import RAW, op_error
from graphlab._src.session.execution.run_context import Cancellation, RunContext
from graphlab._src.session.execution.uninitialized_variables import uninitialized
from graphlab._src.session.store import Store

_LARGE = 1 << 16  # bytes, of which a copy lasts longer than a view


class Runner:
    """One plan in one session's store.

    observe: a function of the values of plan.watched, called in each run; None where nothing is watched.
    as_result: what makes a fetched value of a computed one.
    Plans of a single compiled segment, which most are, take a path without any look at single operations.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store,
        default_device: Device,
        observe: Callable[[list[Any]], object] | None = None,
        as_result: Callable[[Any], Any] | None = None,
    ) -> None:
        self.plan = plan
        self.observe = observe
        self._as_result = as_result or to_numpy
        self._store = store
        self.feeds = [Feed(tensor) for tensor in plan.feeds]
        self._feed_set = plan.feed_set
        self._spread = any(part.device.jax != default_device.jax for part in plan.compiled)
        self.put = self._put if self._spread else None  # what a Stepper is given
        self._far = default_device.jax.platform != "cpu"  # whether results are in an accelerator's memory
        self._stateful = bool(plan.reads or plan.writes)
        self._wide = any(feed.is_64_bit for feed in self.feeds)
        self._results = [value for value in (*plan.results, *plan.watched) if value is not None]
        self._order = None
        self._bodies = Bodies()
        self.used = 0  # how many plans the session had made when it last ran
        self.run = self._choose()

    @property
    def goes_on(self) -> bool:
        """True when a run may use what it was fed after it has returned: it waits for no value, or the host keeps some.

        Compiled code runs beside Python, and reads fed arrays in place.
        """
        waits = self._is_simple() and any(value is not None for value in self.plan.results)
        return not waits or any(isinstance(step, Region) for step in self.plan.body.steps)

    @property
    def keeps_fed(self) -> bool:
        """True when the host may keep what a run was fed, as a queue does."""
        return not self._is_simple()

    def _choose(self) -> Run:
        """Returns the fastest function that runs this plan: run(fed) -> the value of each fetch, None for operations.

        fed: a list of arrays that the Feeds returned, in the order of plan.feeds.
        """
        if not self._is_simple():
            return self.run_within
        run = self._locked(self._one_segment()) if self._stateful else self._pure_segment()
        if not any(map(_may_need_the_host, self.plan.body.steps)):
            return run

        def watched(fed: list[Array]) -> list[Any]:
            if not self._is_simple():
                return self.run_within(fed)
            try:
                return run(fed)
            except CantCompile as error:
                if self._is_simple():
                    self.interpret(self.plan.compiled[0], error.regions)
                return self.run_within(fed)

        return watched

    def run_within(
        self,
        fed: list[Array],
        deadline: float | None = None,
        make_stepper: Callable[..., Stepper] = Stepper,
        cancellation: Cancellation | None = None,
        run_state: dict[Any, Any] | None = None,
    ) -> list[Any]:
        """Runs the plan part by part. deadline: in seconds of time.monotonic(); DeadlineExceededError when it is over.

        make_stepper(store, plan, context, put, bodies): the Stepper that runs the parts.
        cancellation: of this run; the session's when left out.
        run_state: of the Stepper, which changes it.
        """
        context = RunContext(
            self._store.resources, cancellation or self._store.cancellation, deadline, self.plan.devices
        )
        stepper = make_stepper(self._store, self.plan, context, self.put, self._bodies)
        if run_state is not None:
            stepper.run_state = run_state
        try:
            if self.plan.waits:
                return Waiting(self, stepper, context).run(fed)
            with context.holding(self._store.lock):
                return self._run_parts(fed, stepper)
        finally:
            context.abandon()

    def _locked(self, run: Run) -> Run:
        store, lock = self._store, self._store.lock

        def locked(fed: list[Array]) -> list[Any]:
            with lock:
                store.check_open()
                return run(fed)

        return locked

    def interpret(self, part: Part, regions: dict[Any, Any]) -> list[Part]:
        """Goes on with the Plan in which the host interprets what a part can't compile; returns what replaces the part.

        regions: {branch, loop or call in it that can't be compiled: why}.
        """
        with self._store.lock:
            self.plan, parts = interpret(self.plan, part, regions)
            self._order = None
            return list(parts)

    def order(self) -> Order:
        """The Order in which a plan that may wait is run."""
        order = self._order
        if order is None:
            order = self._order = Order(self.plan)
        return order

    def _is_simple(self) -> bool:
        if len(self.plan.parts) != 1 or not self.plan.compiled or self._spread:
            return False
        (part,) = self.plan.compiled
        return (
            not part.static
            and all(value in part.outputs for value in self._results)
            and all(isinstance(value, Version) or value in self._feed_set for value in part.segment.inputs)
        )

    def _pure_segment(self) -> Run:
        """Returns `run` of a plan that is one compiled segment and touches no state."""
        (part,) = self.plan.compiled
        order: dict[Value, int] = {tensor: i for i, tensor in enumerate(self.plan.feeds)}
        taken = [order[value] for value in part.retained]
        as_fed = taken == list(range(len(order)))
        compute, observe = self._computation(part), self._observer(part)

        def run(fed: list[Array]) -> list[Any]:
            outputs, results = compute([], fed if as_fed else [fed[i] for i in taken])
            observe(outputs)
            return results

        return run

    def _one_segment(self) -> Run:
        """Returns `run` of a plan that is one compiled segment and reads or writes state."""
        (part,) = self.plan.compiled
        order: dict[Value, int] = {tensor: i for i, tensor in enumerate(self.plan.feeds)}
        position = {value: i for i, value in enumerate(part.outputs)}
        donated = [version.owner for version in part.donated]
        retained = [
            (value.owner, -1) if isinstance(value, Version) else (None, order[value]) for value in part.retained
        ]
        final = self.plan.effects.final
        owners = self.plan.writes
        places = [position[final[owner]] for owner in owners]
        compute, observe = self._computation(part), self._observer(part)
        state, store = self._state, self._store

        def run(fed: list[Array]) -> list[Any]:
            before = [state(owner) for owner in donated]
            outputs, results = compute(before, [fed[i] if own is None else state(own) for own, i in retained])
            if owners:
                store.commit(owners, [outputs[i] for i in places])
            observe(outputs)
            return results

        return run

    def _computation(self, part: Part) -> Callable[[list[Array], list[Array]], tuple[list[Array], list[Any]]]:
        """compute(donated, retained) -> (a compiled segment's outputs, the value of each fetch); raises TensorFlow's errors."""
        collect, begin, settle, store = self._collector(part), self._copier(part), part.settle, self._store
        call, check = self._caller(part), store.check_open

        def compute(donated: list[Array], retained: list[Array]) -> tuple[list[Array], list[Any]]:
            given = donated, retained, ()
            try:
                outputs = call(donated, retained, (), store, check)
                begin(outputs)
                settle(outputs, check, given)
                return outputs, collect(outputs)
            except RAW as error:
                raise op_error(error, part, given) from error
            except CheckFailedError:
                raise self._failed_check(part, given) from None

        return compute

    def _failed_check(self, part: Part, given: Given) -> OpError:
        """Returns the error of a failed check in a compiled segment."""
        context = RunContext(self._store.resources, self._store.cancellation)
        return Stepper(self._store, self.plan, context, self.put, self._bodies).failed_check(part, given)

    def _collector(self, part: Part) -> Callable[[list[Array]], list[Any]]:
        """A function of the segment's outputs that returns the value of each fetch."""
        position = {value: i for i, value in enumerate(part.outputs)}
        places = [None if value is None else position[value] for value in self.plan.results]
        as_result = self._as_result
        return lambda outputs: [None if i is None else as_result(outputs[i]) for i in places]

    def _copier(self, part: Part) -> Callable[[list[Array]], object]:
        """A function of the segment's outputs that begins to copy what is fetched from an accelerator."""
        if not self._far:
            return _ignore
        position = {value: i for i, value in enumerate(part.outputs)}
        places = [position[value] for value in self.plan.results if value is not None]
        return lambda outputs: _begin_copies([outputs[i] for i in places])

    def _observer(self, part: Part) -> Callable[[list[Array]], object]:
        """A function of the segment's outputs that reports the watched values, once the state is stored."""
        if self.observe is None:
            return _ignore
        position = {value: i for i, value in enumerate(part.outputs)}
        observe, watched = self.observe, [position[value] for value in self.plan.watched]
        return lambda outputs: observe([outputs[i] for i in watched])

    def _caller(self, part: Part) -> Callable[..., list[Array]]:
        """part.call; JAX accepts a 64-bit NumPy array as such only where that was enabled."""
        if not self._wide:
            return part.call

        def call(*given: Any) -> list[Array]:
            with jax.enable_x64(True):
                return part.call(*given)

        return call

    def _state(self, owner: Operation) -> Array:
        value = self._store.values.get(owner)
        if value is None:
            value = self._store.get(owner)
            if value is None:
                if self.may_be_missing(owner):
                    raise CantCompile("a variable that it may read has no value")
                raise uninitialized(owner, self.plan)
        return value

    def may_be_missing(self, owner: Operation) -> bool:
        """True when only branches and loops read a variable that has no value: the host interprets them from now on."""
        version = Version(owner, 0)
        if version not in self.plan.may_be_missing:
            with self._store.lock:
                self.plan, parts = interpret_readers(self.plan, owner)
                for part in parts:
                    self.interpret(part, {})
        return version in self.plan.may_be_missing

    # Several segments, host work, values that decide shapes, 64-bit feeds, several devices.

    def _run_parts(self, fed: list[Array], stepper: Stepper) -> list[Any]:
        self._store.check_open()
        values = stepper.begin(fed)
        self.take_state(values)
        with stepper.changes():
            parts, last_uses = self.plan.parts, self.plan.last_uses
            for i, part in enumerate(parts):
                self.run_part(part, values, stepper, parts[i + 1] if i + 1 < len(parts) else None)
                for value in last_uses[i]:
                    values.pop(value, None)
            results = self.collect(values, stepper)
        self.report_watched(values)
        return results

    def run_part(self, part: Part, values: Values, stepper: Stepper, following: Part | None = None) -> None:
        """Runs one part; partitions it again where it needs the host after all. following: the part that runs next."""
        parts = [part]
        while parts:
            one = parts.pop(0)
            try:
                if isinstance(one, LoweredSegment):
                    stepper.compiled(one, values, following if one is part else None)
                else:
                    stepper.on_host(one, values, self.plan.effects)
            except CantCompile as error:
                parts = self.interpret(one, error.regions) + parts
                stepper.plan = self.plan

    def take_state(self, values: Values) -> None:
        """Adds the state from before the run that the run reads."""
        for owner in self.plan.reads:
            value = values[Version(owner, 0)] = self._store.get(owner)
            if value is None and not self.may_be_missing(owner):
                raise uninitialized(owner, self.plan)

    def report_watched(self, values: Values) -> None:
        """Reports the watched values, once the state is stored."""
        if self.observe is not None:
            self.observe([values.get(value) for value in self.plan.watched])

    def collect(self, values: Values, stepper: Stepper) -> list[Any]:
        """The value of each fetch, None for operations."""
        if self._far:
            _begin_copies([values.get(value) for value in self.plan.results if value is not None])
        stepper.settle()
        stepper.hand_on(values)
        results: list[Any] = []
        for item, value in zip(self.plan.fetches, self.plan.results, strict=True):
            found = None if value is None else values.get(value)
            if found is None and value is not None:
                if isinstance(value, Version):
                    found = stepper.need(value.owner)
                else:
                    op = value.op
                    raise InvalidArgumentError(
                        op.node_def,
                        op,
                        explain(
                            f"Retval[{len(results)}] does not have value",
                            at=item,
                            fix="its branch was not taken: fetch what tf.cond returns",
                        ),
                    )
            results.append(None if value is None else self._as_result(found))
        return results

    def _put(self, values: list[Array], part: Part) -> list[Array]:
        device = part.device.jax
        # Most are there: variables are on the device of what reads them. To have JAX find that out lasts some ten µs each.
        elsewhere = [i for i, value in enumerate(values) if not isinstance(value, jax.Array) or value.device != device]
        if not elsewhere:
            return values
        with jax.enable_x64(True):
            moved = jax.device_put([values[i] for i in elsewhere], device)
        found = list(values)
        for i, value in zip(elsewhere, moved, strict=True):
            found[i] = value
        return found


def _ignore(outputs: list[Array]) -> None:
    """Nothing is watched, or to be copied."""


def _begin_copies(fetched: list[Any]) -> None:
    """Begins to copy arrays from an accelerator: they come as soon as they are computed, and do not wait for one another."""
    for value in fetched:
        if isinstance(value, jax.Array):
            value.copy_to_host_async()


def to_numpy(value: Any) -> Any:
    """A fetched value as TensorFlow returns it: an array of the caller's own, a NumPy scalar for shape []."""
    array = np.asarray(value)
    return array.copy() if array.ndim else array[()]


def lent(value: Any) -> Any:
    """A fetched value that others only read: where it is large, a view of what was computed.

    As long as there is the view, JAX writes into another buffer what would overwrite this one.
    """
    if isinstance(value, jax.Array) and value.nbytes >= _LARGE and value.dtype.kind in "fiuc":
        array: Any = value
        if array.device.platform == "cpu":
            return np.from_dlpack(array)
    return to_numpy(value)


def _may_need_the_host(step: Step) -> bool:
    """True for what raises CantCompile where only a run knows its sizes: branches, loops, stacks and lists of tensors."""
    if isinstance(step, Region) or step.definition.on_state:
        return True
    return any(tensor.dtype is dtypes.variant for tensor in (*step.inputs, *step.outputs))
