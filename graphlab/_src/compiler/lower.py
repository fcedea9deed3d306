"""A segment as one pure JAX function, and as compiled code for the shapes that come."""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import collections
import contextlib
import functools
import time
import weakref
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from typing import Any, Protocol, overload

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import CancelledError, DeadlineExceededError
from graphlab._src.compiler import constant_work, size_limits
from graphlab._src.compiler.checks import CheckFailedError, have_checks
from graphlab._src.compiler.constants import Constants
from graphlab._src.compiler.control_flow.growth import growths
from graphlab._src.compiler.control_flow.lowering import Scope, as_array, run_steps
from graphlab._src.compiler.control_flow.regions import Region, Step, While
from graphlab._src.compiler.control_flow.run_state import CantCompile, NeedsCount
from graphlab._src.compiler.control_flow.trip_counts import traced_trips
from graphlab._src.compiler.effects import Effects, Owner, Value, Version
from graphlab._src.compiler.executables import behind, headroom, sharing, stop_flags, tracing, worker
from graphlab._src.compiler.executables.segment_form import Form
from graphlab._src.compiler.executables.tiers import Tier, Times, prefer, runs_before_compiling
from graphlab._src.compiler.executables.xla_options import compile_with, options_for_steps, options_without_folding
from graphlab._src.compiler.interpreter.segment import Interpreter
from graphlab._src.compiler.kernel_calls import Folding, Values, check_guarded, run_op
from graphlab._src.compiler.padding import is_padded, names_rows
from graphlab._src.compiler.partition import Segment
from graphlab._src.compiler.placement import Device, JaxDevice
from graphlab._src.graph.capabilities import VariableAccess
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import is_identity, lives_in_run, state_dims, state_dtype
from graphlab._src.graph.tensor import Tensor

_MAX_EXECUTABLES = 128  # of one segment, for sizes and values that decide shapes
_SHORT = 0.1  # seconds by which an interrupt may be delayed
_HOISTED = 1 << 14  # elements; larger constants are passed to the compiled code instead of being written into it

Given = tuple[Sequence[Any], Sequence[Any]]  # what a call runs on: the arrays of `donated` and of `retained`


class State(Protocol):
    """What a call of a segment needs of the session's state: buffers to write into, and where in-place results go."""

    def spare(self, owner: Any, form: jax.ShapeDtypeStruct, device: JaxDevice) -> jax.Array:
        """Returns a buffer of that form on a device for a new value of `owner`."""
        ...

    def overwritten(self, part: "LoweredSegment", outputs: list[Any]) -> None:
        """Stores the outputs of a part that has overwritten its inputs."""
        ...


def _moves(op: Step, access: VariableAccess) -> bool:
    """True for what computes nothing: at most it sets or reads a variable, as `access` says."""
    if isinstance(op, Region):
        return False
    return op.definition.access == access or op.definition.marker or is_identity(op)


def _restores(op: Operation) -> bool:
    return op.definition is not None and op.definition.checkpoint == "restore"


class LoweredSegment:
    """A segment ready to run, with its executables: `call(…)` computes its outputs.

    donated: the inputs that it overwrites in place; they are gone once it was called, so `overwritten` stores the outputs.
    has_regions: whether it holds a branch, loop or call.  stored: [(position, owner)] of the outputs that a session stores.
    looks: whether something in it checks values: then one more output says whether anything is wrong.
    renewed: the outputs that replace an input; each is written into a spare buffer, and the old value stays whole.
    apart: {tensor: value} of constants that are inputs of the executable, so that equal segments can share it.
    times: those of the segments that are equal to it.  tier: how it runs for sizes that it was not compiled for.
    """

    def __init__(
        self,
        segment: Segment,
        effects: Effects,
        feeds: Collection[Tensor],
        donated: Container[Value] = (),
        renewed: Container[Value] = (),
        apart: Mapping[Tensor, np.ndarray] | tuple[()] = (),
        times: Times | None = None,
    ) -> None:
        self.segment = segment
        self.tier = Tier(_initial_runs(segment), len(segment.operations), times)
        self.outputs = segment.outputs
        self.has_regions = any(isinstance(op, Region) for op in segment.operations)
        self.stored = [
            (i, value.owner)
            for i, value in enumerate(segment.outputs)
            if isinstance(value, Version) and not lives_in_run(value.owner)
        ]
        self.renewed = [value for value in segment.outputs if isinstance(value, Version) and value in renewed]
        assert segment.device is not None  # the host runs segments without one
        self.device: Device = segment.device
        self._on_cpu = self.device.jax.platform == "cpu"
        self._stoppable = self._on_cpu and any(isinstance(op, Region) and op.has_loop for op in segment.operations)
        self.looks = self._on_cpu and have_checks(segment.operations)
        self._seconds = _SHORT  # duration of the last call; the first may last any time
        self.effects = effects
        self._feeds = feeds
        self.donated = [value for value in segment.inputs if isinstance(value, Version) and value in donated]
        in_place = {value.owner for value in self.donated}
        self._guarded = frozenset(
            op for op in segment.operations for _, after in effects.writes.get(op, ()) if after.owner in in_place
        )
        self.retained = [value for value in segment.inputs if value not in donated and value not in segment.static]
        self.static = segment.static
        self._row_inputs = [i for i, value in enumerate(self.retained) if names_rows(value)]
        self._hoisted = {**self._large_constants(), **dict(apart)}
        self.retained_or_hoisted = (*self.retained, *self._hoisted)
        self._hoisted_arrays: list[jax.Array] | None = None
        # Only inputs whose size is not known beforehand can need another executable.
        # The results of a branch have no value where it was not taken.
        loose: Container[Value] = segment.handed_on
        if Constants(feeds).overruled:  # static shapes follow from constants that are fed
            loose = frozenset(self.retained)
            self.tier.refused = "a fed constant decides static shapes"
        self._dynamic = [i for i, value in enumerate(self.retained) if value in loose or not _has_static_shape(value)]
        self._dynamic_donated = [i for i, value in enumerate(self.donated) if not _has_static_shape(value)]
        self._varies = bool(self._dynamic or self._dynamic_donated or self.static)
        alone = len(self._dynamic) == 1 and not self._dynamic_donated and not self.static
        self._only_dynamic = self._dynamic[0] if alone else None
        # what was used last at the end
        self._executables: collections.OrderedDict[Any, jax.stages.Compiled] = collections.OrderedDict()
        self._run_memory: dict[Any, int] = {}  # what each needs of memory when it runs
        # what makes the StableHLO of the code that was compiled last
        self._lower: Callable[[], jax.stages.Lowered] | None = None
        # what NumPy ran on last: (key of the executable, shapes and types of `donated`, those of `retained`, static values)
        self._forms: tuple[Any, list[Any], list[Any], Sequence[np.ndarray]] | None = None
        self._behind: dict[Any, worker.Task[None]] = {}  # what is compiled behind, by the key of the executable
        self._trips: dict[Any, dict[Region, int]] = {}  # how often loops iterated in NumPy's last run, by sizes
        self._counted: list[While] = []  # the loops whose iterations are counted before an executable is chosen
        self._appending: frozenset[While] = frozenset()  # those of them that append to a variable
        self._counters: dict[tuple[Any, tuple[int, ...], While], Callable[..., Any]] = {}
        self.place: tuple[int, int] = (0, 1)  # which it is of the segments that are compiled for a plan
        self.compiled_for: list[list[tuple[int, ...]]] = []  # the shapes of each executable, oldest first

    def _large_constants(self) -> dict[Tensor, np.ndarray]:
        found: dict[Tensor, np.ndarray] = {}
        for op in self.segment.operations:
            if isinstance(op, Operation) and is_constant(op):
                value = op.attrs["value"]
                if value.size > _HOISTED and op.outputs[0] not in self._feeds:
                    found[op.outputs[0]] = value
        return found

    def call(
        self,
        donated: Sequence[Any],
        retained: Sequence[Any],
        static: Sequence[np.ndarray],
        state: State | None = None,
        check: Callable[[], object] | None = None,
    ) -> list[Any]:
        """The values of `outputs`, from those of `donated`, `retained` and `static`, in that order.

        donated, retained: lists of arrays.  static: a list of NumPy arrays.  state: its `spare(owner, form, device)` returns
        buffers to write into; its `overwritten(part, outputs)` stores the outputs whose inputs were overwritten.
        check(): called now and then while a loop runs; what it raises ends the wait for it.
        """
        worker.at_end()
        sizes = key = self._key(donated, retained, static) if self._varies else None
        if self._counted:
            begins = self._begins_with_numpy() and not self.tier.refused
            key = sizes, self._capacities(sizes, donated, retained, static, compiles=not begins)
        executable = self._executables.get(key)
        if executable is None:
            outputs = self._by_numpy(sizes, donated, retained, static, check) if self._begins_with_numpy() else None
            if outputs is not None:
                return outputs
            self.make_ready(donated, retained, static)
            return self.call(donated, retained, static, state, check)
        if len(self._executables) > 1:
            self._note_use(key)
        everything = [*retained, *self._constants()] if self._hoisted else retained
        if needed := self._run_memory.get(key):
            headroom.expect(needed)
        try:
            return self._execute(executable, donated, everything, state, check)
        except TypeError:
            if not self._expect_any_shape():
                raise
            return self.call(donated, retained, static, state, check)

    def _execute(
        self,
        executable: Any,
        donated: Sequence[Any],
        retained: Sequence[Any],
        state: State | None,
        check: Callable[[], object] | None,
    ) -> list[Any]:
        """Calls compiled code so that an interrupt finds every variable whole.

        What is overwritten in place is called and stored by a thread that nothing interrupts. The rest writes into
        other buffers than it reads; a loop runs in a thread of its own, and ends when the caller is interrupted.
        """
        spares = self._spares(state)
        if self.donated:

            def overwrite() -> list[Any]:
                with jax.enable_x64(True):
                    own = [jnp.copy(value) if _is_read(value) else value for value in donated]
                    outputs = executable([*own, *spares], retained)
                if self.looks:
                    outputs[-1] = bool(outputs[-1])
                if self.looks and outputs[-1]:  # then the rows are as they were
                    in_place = {value.owner for value in self.donated}
                    outputs[:] = [
                        out if _owner_of(value) in in_place else None
                        for value, out in zip(self.outputs, outputs, strict=False)
                    ] + outputs[-1:]
                if state is not None:
                    state.overwritten(self, outputs)
                return outputs

            return worker.uninterrupted(overwrite)
        if self._stoppable:

            def loop(flags: jax.Array) -> list[Any]:
                return executable(spares, retained, flags)

            return stop_flags.run(loop, self.device.jax, check, lambda is_done: self._leave(is_done, retained))
        return executable(spares, retained)

    def _spares(self, state: State | None) -> list[jax.Array]:
        """A buffer for each of `renewed`, which the code writes into."""
        if not self.renewed:
            return []
        device = self.device.jax
        if state is None:
            return [new_buffer(form_of_state(version.owner), device) for version in self.renewed]
        return [state.spare(version.owner, form_of_state(version.owner), device) for version in self.renewed]

    def settle(
        self, outputs: Sequence[Any], check: Callable[[], object] | None = None, given: Given = ((), ())
    ) -> None:
        """Waits until the outputs of a call are there; raises what has gone wrong, and lets an interrupt through.

        check(): called now and then meanwhile; what it raises ends the wait.  given: what the call ran on.
        On an accelerator memory is allocated only when the code begins, after the call has returned: it may fail until it is through.
        """
        if not outputs or type(outputs[0]) is np.ndarray:  # NumPy's are there
            return
        begun = time.perf_counter()
        block = getattr(outputs[0], "block_until_ready", None)  # the state of a loop has none
        if block is None or self._seconds >= _SHORT:
            self._wait_for(outputs, check, given)
        else:
            block()
        self._seconds = time.perf_counter() - begun
        if self.looks and len(outputs) > len(self.outputs) and np.asarray(outputs[-1]):
            raise CheckFailedError

    def _wait_for(self, outputs: Sequence[Any], check: Callable[[], object] | None, given: Given) -> None:
        output: Any = next((leaf for leaf in jax.tree.leaves(outputs) if isinstance(leaf, jax.Array)), None)
        if output is None:
            return
        begun, pause = time.perf_counter(), 0.0
        try:
            while not output.is_ready():
                if check is not None:
                    check()
                time.sleep(pause)
                pause = min(0.01, (time.perf_counter() - begun) / 20)
        except BaseException:
            self._leave(output.is_ready, [*given[0], *given[1]])
            raise
        output.block_until_ready()

    def _leave(self, is_done: Callable[[], bool], arguments: Sequence[Any]) -> None:
        """Abandons a call, and retains what it reads: a write into these buffers would wait for its end."""
        for call in list(_abandoned):
            if call[0]():
                with contextlib.suppress(ValueError):  # another thread has removed it
                    _abandoned.remove(call)
        _abandoned.append((is_done, arguments))
        worker.outlive(self.device.jax.client)

    def _expect_any_shape(self) -> bool:
        """Lets variables come in other shapes than they were made with, as some assignments do.

        False when they may already, so that it was something else that did not fit.
        """
        dynamic, donated = (
            _state_or_dynamic(self.retained, self._dynamic),
            _state_or_dynamic(self.donated, self._dynamic_donated),
        )
        if dynamic == self._dynamic and donated == self._dynamic_donated:
            return False
        self._dynamic, self._dynamic_donated = dynamic, donated
        self._varies, self._only_dynamic = True, None
        self._executables.clear()
        return True

    def make_ready(self, donated: Sequence[Any], retained: Sequence[Any], static: Sequence[np.ndarray]) -> None:
        """Compiles for such values, unless that was done before: then `call` does nothing but run."""
        sizes = self._key(donated, retained, static) if self._varies else None
        try:
            capacities = self._capacities(sizes, donated, retained, static)
            self._compile_for(sizes, donated, retained, static, capacities)
        except NeedsCount as need:
            self._count(need)
            self.make_ready(donated, retained, static)

    def _compile_for(
        self,
        sizes: Any,
        donated: Sequence[Any],
        retained: Sequence[Any],
        static: Sequence[np.ndarray],
        capacities: tuple[int, ...],
    ) -> None:
        """Compiles for values of such shapes, unless that was done before. capacities: for each of `_counted`."""
        key = (sizes, capacities) if capacities else sizes
        if key in self._executables:
            return
        begun = time.perf_counter()
        constants = self._constants() if self._hoisted else []
        self._remember(key, self._compile(donated, [*retained, *constants], static, capacities))
        self.tier.times.compiled(time.perf_counter() - begun)

    def _count(self, need: NeedsCount) -> None:
        """Has the iterations of a loop counted before an executable is chosen; NeedsCount where that can't be."""
        if need.region not in self.segment.operations or need.region in self._counted:
            need.regions[need.region] = str(need)
            raise need
        if growths(need.region, self._feeds):
            self._appending = self._appending | {need.region}
        self._counted = [*self._counted, need.region]
        self._executables.clear()

    def _remember(self, key: Any, executable: jax.stages.Compiled) -> None:
        """Stores an executable; the least recently used one is dropped when there are very many sizes and shapes."""
        while len(self._executables) >= _MAX_EXECUTABLES:
            self._executables.popitem(last=False)
        if len(self._counters) > _MAX_EXECUTABLES:
            self._counters.clear()
        del self.compiled_for[:-_MAX_EXECUTABLES]
        if self._on_cpu:
            if len(self._run_memory) > _MAX_EXECUTABLES:
                self._run_memory.clear()
            self._run_memory[key] = headroom.of_run(executable)
        self._executables[key] = executable

    def _note_use(self, key: Any) -> None:
        with contextlib.suppress(KeyError):  # another thread's executable has taken its place
            self._executables.move_to_end(key)

    @property
    def is_compiled(self) -> bool:
        """Whether there is code for it: it has run, and does more than hand on what is there."""
        return bool(self._executables) or self._only_by_numpy

    @property
    def may_run_on_wrong_values(self) -> bool:
        """Whether a call does no harm when a check finds later that its inputs are wrong: it overwrites nothing, and ends in any case."""
        return bool(self._executables) and not (self.donated or self.static or self.has_regions)

    @property
    def _only_by_numpy(self) -> bool:
        """True when only NumPy has run it: it is compiled when hlo() requires that."""
        return not self._executables and self.tier.runs > 0

    @property
    def count(self) -> int:
        """How many executables it holds."""
        return len(self._executables)

    def hlo(self, stage: str = "optimized") -> str:
        """The text of the code that was compiled last; ValueError when there is none.

        stage: "optimized" for what XLA made of it for its device, "stablehlo" for what JAX passed to XLA.
        """
        if stage not in ("optimized", "stablehlo"):
            raise ValueError(f'stage is "optimized" or "stablehlo", not {stage!r}')
        if self._only_by_numpy and self._forms is not None:
            self._compile_as_counted(*self._forms)
        if not self._executables or self._lower is None:
            raise ValueError("nothing of it has been compiled: run it first")
        if stage == "optimized":
            text = self._executables[next(reversed(self._executables))].as_text()
            assert text is not None  # what XLA compiled has a text
            return text
        lower = self._lower
        with jax.enable_x64(True):
            return tracing.uninterrupted(lambda: lower().as_text())

    @property
    def has_executable(self) -> bool:
        """True when XLA has compiled it for some sizes."""
        return bool(self._executables)

    @property
    def story(self) -> str:
        """What NumPy did in place of compiled code, and why, or why it could not; "" where it was not used."""
        values = [
            *[self.retained[i] for i in self._dynamic],
            *[self.donated[i] for i in self._dynamic_donated],
            *self.static,
        ]
        names = [value.owner.name if isinstance(value, Version) else value.name for value in values]
        return self.tier.story(", ".join(names[:4]) + (f" … {len(names) - 4} more" if len(names) > 4 else ""))

    def _by_numpy(
        self,
        key: Any,
        donated: Sequence[Any],
        retained: Sequence[Any],
        static: Sequence[np.ndarray],
        check: Callable[[], object] | None,
    ) -> list[Any] | None:
        """Returns what `call` would, computed with NumPy; None when that can't be, or compiled code is there."""
        if self.tier.refused or any(is_padded(self.retained[i], retained[i]) for i in self._row_inputs):
            return None
        if (brief := self.tier.run_briefly(key, [*donated, *retained])) is not None:
            return brief
        forms = self._forms
        if forms is None or forms[0] != key:
            forms = self._forms = key, self._abstract(donated), self._abstract(retained), static
        known = dict(zip(self.static, static, strict=True))
        values = {
            **dict(zip(self.donated, donated, strict=True)),
            **dict(zip(self.retained, retained, strict=True)),
            **known,
        }
        trips: dict[Region, int] = {}

        def folding_of(values: Values) -> Folding:
            folding = Folding(values, known, self._feeds)
            folding.trips = trips
            return folding

        try:
            outputs = self.tier.run(
                key,
                lambda: Interpreter(self.segment, self.outputs, self.effects, self._feeds),
                values,
                folding_of,
                lambda: self._compile_behind(*forms),
                bool(self._executables),
                check,
                None if static else (*self.donated, *self.retained),
            )
            if outputs is not None and trips:
                while len(self._trips) >= _MAX_EXECUTABLES:
                    self._trips.pop(next(iter(self._trips)), None)  # another thread may have removed it
                self._trips[key] = trips
            return outputs
        except (CheckFailedError, CancelledError, DeadlineExceededError):
            raise
        except Exception as error:  # compiling says what is wrong in the words that are right
            self.make_ready(donated, retained, static)
            self.tier.refused = f"NumPy fails: {error!r}"
            return None

    def _begins_with_numpy(self) -> bool:
        """Whether NumPy may run what there is no executable for."""
        if prefer.numpy:
            return True
        if self.tier.initial:
            return self.tier.runs < self.tier.initial
        if self.device.compiles_first:
            return False
        return bool(self._executables) or self._on_cpu and not prefer.compiled

    def _compile_behind(
        self, key: Any, donated: Sequence[Any], retained: Sequence[Any], static: Sequence[np.ndarray]
    ) -> worker.Task[None]:
        """Begins to compile for such forms in another thread; what goes wrong there is said when `call` compiles.

        The Task is never done where no run has counted yet how often loops iterate that have to be counted.
        """
        capacities = self._likely_capacities(key)
        if capacities is None:
            return _LATER
        whole = (key, capacities)
        task = self._behind.get(whole)
        if task is not None:
            return task
        part = weakref.ref(self)

        def work() -> None:
            this = part()
            if this is not None and not this._compile_as_counted(key, donated, retained, static):
                this._behind.pop(whole, None)  # NumPy counts first

        while len(self._behind) >= _MAX_EXECUTABLES:
            self._behind.pop(next(iter(self._behind)), None)  # another thread may have removed it
        times = self.tier.times
        task = self._behind[whole] = behind.begin(work, lambda: times.urgency(key))
        return task

    def _compile_as_counted(
        self, key: Any, donated: Sequence[Any], retained: Sequence[Any], static: Sequence[np.ndarray]
    ) -> bool:
        """Compiles for such forms, loops for as many iterations as NumPy has counted; False where it has not."""
        while (capacities := self._likely_capacities(key)) is not None:
            try:
                arguments = donated, [*retained, *(self._constants() if self._hoisted else [])]
                for i, region in enumerate(self._counted[: len(capacities)]):
                    self._ready_counter(key, region, arguments, static, capacities[:i])
                self._compile_for(key, donated, retained, static, capacities)
                return True
            except NeedsCount as need:
                self._count(need)
        return False

    def _likely_capacities(self, key: Any) -> tuple[int, ...] | None:
        """For how many iterations each counted loop is compiled, as NumPy has counted them; None where it has not."""
        trips = self._trips.get(key, {})
        counted = self._counted
        return tuple([self._capacity(r, trips[r]) for r in counted]) if all(r in trips for r in counted) else None

    def _abstract(self, values: Sequence[Any]) -> list[Any]:
        """The shapes and types of values, for jax.jit."""
        device = self.device.jax

        def form(value: Any) -> jax.ShapeDtypeStruct:
            if np.dtype(getattr(value, "dtype", object)).hasobject:
                raise CantCompile("it works on what only the host has")
            return _form_on(value.shape, value.dtype, device)

        return jax.tree.map(form, [*values])

    @functools.cached_property
    def only_restores(self) -> bool:
        """True when all it does is to set variables to what was read from files: no one else holds those arrays."""
        return all(_moves(op, "set") for op in self.segment.operations) and all(
            isinstance(value, Tensor) and _restores(value.op) and value not in self._feeds
            for value in self.segment.inputs
        )

    @functools.cached_property
    def only_reads(self) -> bool:
        """True when all it does is to read variables, which nothing in the run changes."""
        return all(_moves(op, "read") for op in self.segment.operations) and all(
            isinstance(value, Version) and not lives_in_run(value.owner) and value.owner not in self.effects.final
            for value in self.segment.inputs
        )

    def hand_on(self, retained: Sequence[Any]) -> list[Any]:
        """Returns what `call` would where it `only_restores` or `only_reads`: the arrays themselves, not copies."""
        if self.only_restores:
            with jax.enable_x64(True):
                retained = [jax.device_put(value, self.device.jax) for value in retained]
        values, _ = self._begin((), retained, (), ())
        for op in self.segment.operations:
            assert isinstance(op, Operation)  # a branch or loop does more
            run_op(op, values, self.effects, self._feeds)
        return [values[value] for value in self.outputs]

    @overload
    def _capacities(
        self, key: Any, donated: Sequence[Any], retained: Sequence[Any], static: Sequence[np.ndarray]
    ) -> tuple[int, ...]: ...

    @overload
    def _capacities(
        self, key: Any, donated: Sequence[Any], retained: Sequence[Any], static: Sequence[np.ndarray], compiles: bool
    ) -> tuple[int, ...] | None: ...

    def _capacities(
        self,
        key: Any,
        donated: Sequence[Any],
        retained: Sequence[Any],
        static: Sequence[np.ndarray],
        compiles: bool = True,
    ) -> tuple[int, ...] | None:
        """Returns for each counted loop for how many iterations it is compiled.

        compiles: whether the code that counts is compiled now where it is missing; None is returned otherwise.
        """
        capacities = ()
        arguments = donated, [*retained, *self._constants()] if self._hoisted else retained
        for region in self._counted:
            if not compiles and (key, capacities, region) not in self._counters:
                return None
            counter = self._ready_counter(key, region, arguments, static, capacities)
            with jax.enable_x64(True):
                capacities += (self._capacity(region, int(counter(*arguments))),)
        return capacities

    def _capacity(self, region: While, trips: int) -> int:
        """For how many iterations a loop is compiled: a power of 2, so that few are compiled; as many as there are where it appends."""
        return trips if region in self._appending else 1 << (max(16, trips) - 1).bit_length()

    def _ready_counter(
        self, key: Any, region: While, arguments: Any, static: Sequence[np.ndarray], capacities: tuple[int, ...]
    ) -> Callable[..., Any]:
        """What counts a loop's iterations, compiled unless it was before."""
        counter = self._counters.get((key, capacities, region))
        if counter is None:
            counter = self._counters[key, capacities, region] = self._counter(region, arguments, static, capacities)
        return counter

    def _counter(
        self, region: While, arguments: Sequence[Any], static: Sequence[np.ndarray], capacities: Sequence[int]
    ) -> Callable[..., Any]:
        """Counts the iterations of a loop; of what precedes it only what decides them is computed."""

        def count(donated: Sequence[Any], retained: Sequence[Any], flags: jax.Array | None = None) -> jax.Array:
            values, folding = self._begin(donated, retained, static, capacities, flags=flags)
            steps = self._steps()
            run_steps(steps[: steps.index(region)], values, self.effects, folding, self._feeds)
            count_of_trips = traced_trips(region, values, folding, self._feeds, run_steps, Scope)
            if count_of_trips is None:
                raise CantCompile("state decides its number of iterations", [region])
            return count_of_trips

        device, options = self.device.jax, self.device.compiler_options
        flags = [stop_flags.form(device)] if self._on_cpu else []

        def compiled() -> Callable[..., Any]:
            with jax.default_device(device):  # where it has no input that is on a device
                return compile_with(jax.jit(count).lower(*arguments, *flags), options)

        with jax.enable_x64(True):
            counter = tracing.uninterrupted(compiled)
        if not self._on_cpu:
            return counter
        return lambda *given: stop_flags.run(lambda flags: counter(*given, flags), device)

    def _key(self, donated: Sequence[Any], retained: Sequence[Any], static: Sequence[np.ndarray]) -> Any:
        """Returns the key of an executable: the sizes that vary, and the values that decide shapes."""
        if self._only_dynamic is not None:
            return form_of(retained[self._only_dynamic])
        return (
            *[form_of(retained[i]) for i in self._dynamic],
            *[form_of(donated[i]) for i in self._dynamic_donated],
            *[(value.shape, value.tobytes()) for value in static],
        )

    def _constants(self) -> list[jax.Array]:
        if self._hoisted_arrays is None:
            with jax.enable_x64(True):
                device = self.device.jax
                self._hoisted_arrays = [jax.device_put(value, device) for value in self._hoisted.values()]
        return self._hoisted_arrays

    def _compile(
        self,
        donated: Sequence[Any],
        retained: Sequence[Any],
        static: Sequence[np.ndarray],
        capacities: Sequence[int] = (),
    ) -> jax.stages.Compiled:
        def lower() -> jax.stages.Lowered:
            # JAX's caches hold what they made of a function, 1 MB for a small one, for as long as there is the function.
            def function(donated: Sequence[Any], retained: Sequence[Any], flags: jax.Array | None = None) -> list[Any]:
                outputs, failure = self.trace(donated[: len(self.donated)], retained, static, capacities, flags=flags)
                return [*outputs, jnp.zeros((), bool) if failure is None else failure] if self.looks else outputs

            # What has no inputs is for JAX's default device otherwise, which need not be this one.
            with jax.default_device(self.device.jax):
                # keep_unused: code with other inputs has another text, so that it is not mistaken for the same.
                jitted = jax.jit(function, donate_argnums=0, keep_unused=True)
                traced = jitted.trace(donated_forms, retained_forms, *flags)
                size_limits.check_all(traced.jaxpr.jaxpr)
                return traced.lower()

        def form() -> Form:
            inputs = (*self.donated, *self.retained, *self.static)
            return Form(self.segment.operations, inputs, self.outputs, self.effects, self._feeds, self._hoisted)

        spares = [form_of_state(version.owner) for version in self.renewed]
        donated_forms, retained_forms = self._abstract([*donated, *spares]), self._abstract(retained)
        flags = [stop_flags.form(self.device.jax)] if self._stoppable else []
        self._lower = lower
        self.compiled_for.append([getattr(value, "shape", ()) for value in retained])
        given = [
            *[
                [[(leaf.shape, str(leaf.dtype)) for leaf in jax.tree.leaves(form)] for form in forms]
                for forms in (donated_forms, retained_forms)
            ],
            [(value.shape, str(value.dtype), value.tobytes()) for value in static],
            capacities,
        ]
        with jax.enable_x64(True):
            return sharing.executable(self.device, form, lower, given, self._options(), self.place)

    def _options(self) -> dict[str, Any]:
        """XLA's options for its code."""
        options = self.device.compiler_options
        loops = any(isinstance(op, Region) and op.has_loop for op in self.segment.operations)
        if self.stored and not loops:
            options = options_for_steps(self.device.jax.platform, options)
        inputs = {*self.segment.inputs, *self._hoisted}
        return options_without_folding(options) if constant_work.is_large(self.segment.operations, inputs) else options

    def trace(
        self,
        donated: Sequence[Any],
        retained: Sequence[Any],
        static: Sequence[np.ndarray],
        capacities: Sequence[int] = (),
        settled: Iterable[tuple[Tensor, Any]] = (),
        flags: jax.Array | None = None,
        apart: bool | None = None,
    ) -> tuple[list[Any], jax.Array | None]:
        """Computes with JAX (the outputs, whether something is wrong); under jax.jit this is what gets compiled.

        settled: (tensor, value) of what will not be fed: what they decide is decided now.
        flags: the array that ends its loops (see stop_flags).
        apart: whether XLA is to see one operation at a time; as its device requires when left out.
        """
        values, folding = self._begin(donated, retained, static, capacities, settled, flags, apart)
        before, after = self._around_guarded()
        run_steps(before, values, self.effects, folding, self._feeds)
        check_guarded(after, values, self.effects, self._feeds, folding)
        run_steps(after, values, self.effects, folding, self._feeds)
        return [as_array(values[value]) for value in self.outputs], folding.failure()

    def forms(
        self, donated: Sequence[Any], retained: Sequence[Any], static: Sequence[np.ndarray]
    ) -> dict[Tensor, jax.ShapeDtypeStruct]:
        """{tensor: its shape and type} of what the operations compute from such values; nothing is computed."""

        def function(donated: Sequence[Any], retained: Sequence[Any]) -> None:
            values, folding = self._begin(donated, retained, static, ())
            run_steps(self._steps(), values, self.effects, folding, self._feeds)
            made = [tensor for op in self._steps() for tensor in op.outputs if hasattr(values.get(tensor), "shape")]
            found.update((tensor, values[tensor]) for tensor in made)

        found = {}
        with jax.enable_x64(True):
            constants = self._constants()
            tracing.uninterrupted(lambda: jax.eval_shape(function, donated, [*retained, *constants]))
        return {tensor: jax.ShapeDtypeStruct(value.shape, value.dtype) for tensor, value in found.items()}

    def _begin(
        self,
        donated: Sequence[Any],
        retained: Sequence[Any],
        static: Sequence[np.ndarray],
        capacities: Sequence[int],
        settled: Iterable[tuple[Tensor, Any]] = (),
        flags: jax.Array | None = None,
        apart: bool | None = None,
    ) -> tuple[dict[Value, Any], Folding]:
        """Returns (the available values, the Folding of them) at the beginning of the segment."""
        known = {**dict(settled), **dict(zip(self.static, static, strict=True))}
        values: dict[Value, Any] = dict(zip(self.donated, donated, strict=True))
        values.update(zip(self.retained_or_hoisted, retained, strict=False))
        values.update(known)
        counts: dict[Region, int] = dict(zip(self._counted, capacities, strict=False))
        folding = Folding(values, known, self._feeds, capacities=counts, joined=self.segment.joined)
        inputs = [value for value in self.retained_or_hoisted if isinstance(value, Tensor)]
        folding.of_code = Folding(values, known, {*self._feeds, *inputs}, capacities=counts, joined=self.segment.joined)
        folding.guarded, folding.stop_flags = self._guarded, flags
        folding.apart = self._on_cpu if apart is None else apart
        return values, folding

    def _around_guarded(self) -> tuple[list[Step], list[Step]]:
        """(the steps that take nothing that was overwritten in place, what overwrites it and all that follows from it).

        So everything that can be found wrong is found before anything is overwritten.
        """
        if not self._guarded:
            return self._steps(), []
        before: list[Step] = []
        after: list[Step] = []
        made: set[Value] = set()
        for step in self._steps():
            writes = self.effects.writes.get(step, ())
            taken = {*step.inputs, *self.effects.reads.get(step, {}).values(), *[old for old, _ in writes]}
            if step in self._guarded or made.intersection(taken):
                after.append(step)
                made.update([*step.outputs, *[new for _, new in writes]])
            else:
                before.append(step)
        return before, after

    def _steps(self) -> list[Step]:
        steps = self.segment.operations
        if self._hoisted:
            steps = [op for op in steps if not op.outputs or op.outputs[0] not in self._hoisted]
        return steps


def _initial_runs(segment: Segment) -> int:
    """How many times NumPy runs a segment that sets variables and reads none; 0 for any other."""
    for value in segment.inputs:
        if not isinstance(value, Version) or lives_in_run(value.owner) or not value.owner.definition.random:
            return 0
    if not any(_is_variable(value) for value in segment.outputs):
        return 0
    draws = sum(not isinstance(op, Region) and bool(op.definition.random) for op in segment.operations)
    return runs_before_compiling(len(segment.operations), draws)


def _is_variable(value: Value) -> bool:
    """True for the state of a variable, not for that of random numbers, stacks and TensorArrays."""
    return isinstance(value, Version) and not lives_in_run(value.owner) and not value.owner.definition.random


@functools.lru_cache(maxsize=4096)
def _form_on(shape: tuple[int, ...], dtype: Any, device: JaxDevice) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, dtype, sharding=jax.sharding.SingleDeviceSharding(device))


_LATER = worker.Task[None](lambda: None)  # is never run, so never done
_abandoned: list[Any] = []  # (whether it is done, what it reads) of calls that no run waits for any longer


def _is_read(value: Any) -> bool:
    """True for a buffer that an abandoned call reads."""
    return any(value is one for is_done, arguments in _abandoned for one in arguments if not is_done())


def _owner_of(value: Value) -> Owner | None:
    """The owner of state; None for a tensor."""
    return value.owner if isinstance(value, Version) else None


def form_of_state(owner: Owner) -> jax.ShapeDtypeStruct:
    """The shape and type of a variable whose shape is known."""
    return jax.ShapeDtypeStruct(state_dims(owner), dtypes.storage(state_dtype(owner)))


def new_buffer(form: jax.ShapeDtypeStruct, device: JaxDevice) -> jax.Array:
    """Returns an array on a JAX device, in memory of its own; its content is undefined."""
    with jax.enable_x64(True):
        return jax.device_put(np.empty(form.shape, form.dtype), device, may_alias=False)


def form_of(value: Any) -> Any:
    """Returns what of a value needs its own executable: its shape; for a stack or TensorArray the shapes of its parts."""
    shape = getattr(value, "shape", None)
    if shape is not None:
        return shape
    leaves, structure = jax.tree.flatten(value)
    return structure, tuple([leaf.shape for leaf in leaves])


def _state_or_dynamic(values: Sequence[Value], dynamic: Container[int]) -> list[int]:
    """The positions of values that are variables, and of those whose size is not known beforehand."""
    return [i for i, value in enumerate(values) if i in dynamic or _is_variable(value)]


def _has_static_shape(value: Value) -> bool:
    if isinstance(value, Version):
        if lives_in_run(value.owner):
            return False
        if value.owner.definition.random:
            return True
    if isinstance(value, Tensor) and value.dtype is dtypes.variant:
        return False
    dims = value.dims if isinstance(value, Tensor) else state_dims(value.owner)
    return dims is not None and None not in dims
