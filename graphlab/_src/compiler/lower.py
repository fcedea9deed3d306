"""A segment as one pure JAX function, and as compiled code for the shapes that come."""

import collections
import contextlib
import functools
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compiler import size_limits
from graphlab._src.compiler.checks import CheckFailedError, have_checks
from graphlab._src.compiler.constants import Constants
from graphlab._src.compiler.control_flow.lowering import Scope, as_array, run_steps
from graphlab._src.compiler.control_flow.regions import Region
from graphlab._src.compiler.control_flow.run_state import CantCompile, NeedsCount
from graphlab._src.compiler.control_flow.trip_counts import traced_trips
from graphlab._src.compiler.effects import Version
from graphlab._src.compiler.executables import headroom, sharing, stop_flags, worker
from graphlab._src.compiler.executables.segment_form import Form
from graphlab._src.compiler.executables.tiers import Tier, prefer
from graphlab._src.compiler.executables.xla_options import compile_with
from graphlab._src.compiler.interpreter.segment import Interpreter
from graphlab._src.compiler.kernel_calls import Folding, check_guarded, run_op
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.references import is_identity, lives_in_run, state_dims, state_dtype
from graphlab._src.graph.tensor import Tensor

_MAX_EXECUTABLES = 128  # of one segment, for sizes and values that decide shapes
_SHORT = 0.1  # seconds by which an interrupt may be delayed
_HOISTED = 1 << 14  # elements; larger constants are passed to the compiled code instead of being written into it


def _moves(op, access):
    """True for what computes nothing: at most it sets or reads a variable, as `access` says."""
    if isinstance(op, Region):
        return False
    return op.definition.access == access or op.definition.marker or is_identity(op)


def _restores(op):
    return op.definition is not None and op.definition.checkpoint == "restore"


class LoweredSegment:
    """A segment ready to run, with its executables: `call(…)` computes its outputs.

    donated: the inputs that it overwrites in place; they are gone once it was called, so `overwritten` stores the outputs.
    looks: whether something in it checks values: then one more output says whether anything is wrong.
    renewed: the outputs that replace an input; each is written into a spare buffer, and the old value stays whole.
    apart: {tensor: value} of constants that are inputs of the executable, so that equal segments can share it.
    tier: how it runs for sizes that it was not compiled for.
    """

    def __init__(self, segment, effects, feeds, donated=(), renewed=(), apart=()):
        self.segment = segment
        self.tier = Tier()
        self.outputs = segment.outputs
        self.renewed = [value for value in segment.outputs if value in renewed]
        self._on_cpu = segment.device.jax.platform == "cpu"
        self._stoppable = self._on_cpu and any(isinstance(op, Region) and op.has_loop for op in segment.operations)
        self.looks = self._on_cpu and have_checks(segment.operations)
        self._seconds = _SHORT  # duration of the last call; the first may last any time
        self.effects = effects
        self._feeds = feeds
        self.donated = [value for value in segment.inputs if value in donated]
        in_place = {value.owner for value in self.donated}
        self._guarded = frozenset(
            op for op in segment.operations for _, after in effects.writes.get(op, ()) if after.owner in in_place
        )
        self.retained = [value for value in segment.inputs if value not in donated and value not in segment.static]
        self.static = segment.static
        self._hoisted = {**self._large_constants(), **dict(apart)}
        self.retained_or_hoisted = (*self.retained, *self._hoisted)
        self._hoisted_arrays = None
        # Only inputs whose size is not known beforehand can need another executable.
        # The results of a branch have no value where it was not taken.
        loose = segment.handed_on
        if Constants(feeds).overruled:  # static shapes follow from constants that are fed
            loose = frozenset(self.retained)
            self.tier.refused = "a fed constant decides static shapes"
        self._dynamic = [i for i, value in enumerate(self.retained) if value in loose or not _has_static_shape(value)]
        self._dynamic_donated = [i for i, value in enumerate(self.donated) if not _has_static_shape(value)]
        self._varies = bool(self._dynamic or self._dynamic_donated or self.static)
        alone = len(self._dynamic) == 1 and not self._dynamic_donated and not self.static
        self._only_dynamic = self._dynamic[0] if alone else None
        self._executables = collections.OrderedDict()  # what was used last at the end
        self._run_memory = {}  # what each needs of memory when it runs
        self._lower = None  # what makes the StableHLO of the code that was compiled last
        self._counted = []  # the loops whose iterations are counted before an executable is chosen
        self._counters = {}
        self.place: tuple[int, int] = (0, 1)  # which it is of the segments that are compiled for a plan
        self.compiled_for = []  # the shapes of each executable, oldest first

    def _large_constants(self):
        found = {}
        for op in self.segment.operations:
            if is_constant(op) and op.attrs["value"].size > _HOISTED and op.outputs[0] not in self._feeds:
                found[op.outputs[0]] = op.attrs["value"]
        return found

    def call(self, donated, retained, static, state=None, check=None):
        """The values of `outputs`, from those of `donated`, `retained` and `static`, in that order.

        donated, retained: lists of arrays.  static: a list of NumPy arrays.  state: its `spare(owner, form, device)` returns
        buffers to write into; its `overwritten(part, outputs)` stores the outputs whose inputs were overwritten.
        check(): called now and then while a loop runs; what it raises ends the wait for it.
        """
        worker.at_end()
        key = self._key(donated, retained, static) if self._varies else None
        if self._counted:
            key = key, self._capacities(key, donated, retained, static)
        executable = self._executables.get(key)
        if executable is None:
            use_numpy = self._executables or prefer.numpy
            outputs = self._by_numpy(key, donated, retained, static) if use_numpy else None
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

    def _execute(self, executable, donated, retained, state, check):
        """Calls compiled code so that an interrupt finds every variable whole.

        What is overwritten in place is called and stored by a thread that nothing interrupts. The rest writes into
        other buffers than it reads; a loop runs in a thread of its own, and ends when the caller is interrupted.
        """
        spares = self._spares(state)
        if self.donated:
            donated = [jnp.copy(value) if _is_read(value) else value for value in donated]

            def overwrite():
                with jax.enable_x64(True):
                    outputs = executable([*donated, *spares], retained)
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

            def loop(flags):
                return executable(spares, retained, flags)

            return stop_flags.run(loop, self.segment.device.jax, check, lambda is_done: self._leave(is_done, retained))
        return executable(spares, retained)

    def _spares(self, state):
        """A buffer for each of `renewed`, which the code writes into."""
        if not self.renewed:
            return []
        device = self.segment.device.jax
        if state is None:
            return [new_buffer(form_of_state(version.owner), device) for version in self.renewed]
        return [state.spare(version.owner, form_of_state(version.owner), device) for version in self.renewed]

    def settle(self, outputs, check=None, given=((), ())):
        """Waits until the outputs of a call are there; raises what has gone wrong, and lets an interrupt through.

        check(): called now and then meanwhile; what it raises ends the wait.  given: what the call ran on.
        On an accelerator calls follow one another without waiting; there memory is taken when the code is called.
        """
        if not self._on_cpu or not outputs:
            return
        begun = time.perf_counter()
        block = getattr(outputs[0], "block_until_ready", None)  # the state of a loop has none
        if block is None or self._seconds >= _SHORT:
            self._wait_for(outputs, check, given)
        else:
            block()
        self._seconds = time.perf_counter() - begun
        if self.looks and len(outputs) > len(self.outputs) and outputs[-1]:
            raise CheckFailedError

    def _wait_for(self, outputs, check, given):
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

    def _leave(self, is_done, arguments):
        """Abandons a call, and retains what it reads: a write into these buffers would wait for its end."""
        for call in list(_abandoned):
            if call[0]():
                with contextlib.suppress(ValueError):  # another thread has removed it
                    _abandoned.remove(call)
        _abandoned.append((is_done, arguments))
        worker.outlive(self.segment.device.jax.client)

    def _expect_any_shape(self):
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

    def make_ready(self, donated, retained, static):
        """Compiles for such values, unless that was done before: then `call` does nothing but run."""
        key = self._key(donated, retained, static) if self._varies else None
        capacities = ()
        if self._counted:
            capacities = self._capacities(key, donated, retained, static)
            key = key, capacities
        if key in self._executables:
            return
        constants = self._constants() if self._hoisted else []
        begun = time.perf_counter()
        try:
            self._remember(key, self._compile(donated, [*retained, *constants], static, capacities))
            self.tier.compiled(time.perf_counter() - begun)
        except NeedsCount as need:
            if need.region not in self.segment.operations or need.region in self._counted:
                need.regions[need.region] = str(need)
                raise
            self._counted.append(need.region)
            self._executables.clear()
            self.make_ready(donated, retained, static)

    def _remember(self, key, executable):
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

    def _note_use(self, key):
        with contextlib.suppress(KeyError):  # another thread's executable has taken its place
            self._executables.move_to_end(key)

    @property
    def is_compiled(self):
        """Whether there is code for it: it has run, and does more than hand on what is there."""
        return bool(self._executables)

    @property
    def count(self):
        """How many executables it holds."""
        return len(self._executables)

    def hlo(self, stage="optimized"):
        """The text of the code that was compiled last; ValueError when there is none.

        stage: "optimized" for what XLA made of it for its device, "stablehlo" for what JAX passed to XLA.
        """
        if stage not in ("optimized", "stablehlo"):
            raise ValueError(f'stage is "optimized" or "stablehlo", not {stage!r}')
        if not self._executables or self._lower is None:
            raise ValueError("nothing of it has been compiled: run it first")
        if stage == "optimized":
            return self._executables[next(reversed(self._executables))].as_text()
        with jax.enable_x64(True):
            return self._lower().as_text()

    @property
    def story(self):
        """What NumPy did in place of compiled code, and why, or why it could not; "" where it was not used."""
        values = [
            *[self.retained[i] for i in self._dynamic],
            *[self.donated[i] for i in self._dynamic_donated],
            *self.static,
        ]
        names = [value.owner.name if isinstance(value, Version) else value.name for value in values]
        return self.tier.story(", ".join(names[:4]) + (f" … {len(names) - 4} more" if len(names) > 4 else ""))

    def _by_numpy(self, key, donated, retained, static):
        """Returns what `call` would, computed with NumPy; None when that can't be, or compiling is faster."""
        if self._counted or self.tier.refused:
            return None
        known = dict(zip(self.static, static, strict=True))
        values = {
            **dict(zip(self.donated, donated, strict=True)),
            **dict(zip(self.retained, retained, strict=True)),
            **known,
        }
        try:
            return self.tier.run(
                key,
                lambda: Interpreter(self.segment, self.outputs, self.effects, self._feeds),
                values,
                lambda values: Folding(values, known, self._feeds),
            )
        except CheckFailedError:
            raise
        except Exception as error:  # compiling says what is wrong in the words that are right
            self.make_ready(donated, retained, static)
            self.tier.refused = f"NumPy fails: {error!r}"
            return None

    @functools.cached_property
    def only_restores(self):
        """True when all it does is to set variables to what was read from files: no one else holds those arrays."""
        return all(_moves(op, "set") for op in self.segment.operations) and all(
            isinstance(value, Tensor) and _restores(value.op) and value not in self._feeds
            for value in self.segment.inputs
        )

    @functools.cached_property
    def only_reads(self):
        """True when all it does is to read variables, which nothing in the run changes."""
        return all(_moves(op, "read") for op in self.segment.operations) and all(
            isinstance(value, Version) and not lives_in_run(value.owner) and value.owner not in self.effects.final
            for value in self.segment.inputs
        )

    def hand_on(self, retained):
        """Returns what `call` would where it `only_restores` or `only_reads`: the arrays themselves, not copies."""
        if self.only_restores:
            with jax.enable_x64(True):
                retained = [jax.device_put(value, self.segment.device.jax) for value in retained]
        values, _ = self._begin((), retained, (), ())
        for op in self.segment.operations:
            run_op(op, values, self.effects, self._feeds)
        return [values[value] for value in self.outputs]

    def _capacities(self, key, donated, retained, static):
        """Returns for each counted loop the capacity of its stacks: its number of iterations, rounded up to a power of 2."""
        capacities = ()
        arguments = donated, [*retained, *self._constants()] if self._hoisted else retained
        for region in self._counted:
            counter = self._counters.get((key, capacities, region))
            if counter is None:
                counter = self._counters[key, capacities, region] = self._counter(region, arguments, static, capacities)
            with jax.enable_x64(True):
                capacities += (1 << (max(16, int(counter(*arguments))) - 1).bit_length(),)
        return capacities

    def _counter(self, region, arguments, static, capacities):
        """Counts the iterations of a loop; of what precedes it only what decides them is computed."""

        def count(donated, retained, flags=None):
            values, folding = self._begin(donated, retained, static, capacities, flags=flags)
            steps = self._steps()
            run_steps(steps[: steps.index(region)], values, self.effects, folding, self._feeds)
            count_of_trips = traced_trips(region, values, folding, self._feeds, run_steps, Scope)
            if count_of_trips is None:
                raise CantCompile("state decides its number of iterations", [region])
            return count_of_trips

        device, options = self.segment.device.jax, self.segment.device.compiler_options
        with jax.enable_x64(True):
            if not self._on_cpu:
                return compile_with(jax.jit(count).lower(*arguments), options)
            counter = compile_with(jax.jit(count).lower(*arguments, stop_flags.form(device)), options)
        return lambda *given: stop_flags.run(lambda flags: counter(*given, flags), device)

    def _key(self, donated, retained, static):
        """Returns the key of an executable: the sizes that vary, and the values that decide shapes."""
        if self._only_dynamic is not None:
            return form_of(retained[self._only_dynamic])
        return (
            *[form_of(retained[i]) for i in self._dynamic],
            *[form_of(donated[i]) for i in self._dynamic_donated],
            *[(value.shape, value.tobytes()) for value in static],
        )

    def _constants(self):
        if self._hoisted_arrays is None:
            with jax.enable_x64(True):
                device = self.segment.device.jax
                self._hoisted_arrays = [jax.device_put(value, device) for value in self._hoisted.values()]
        return self._hoisted_arrays

    def _compile(self, donated, retained, static, capacities=()):
        sharding = jax.sharding.SingleDeviceSharding(self.segment.device.jax)

        def abstract(value):
            return jax.ShapeDtypeStruct(value.shape, value.dtype, sharding=sharding)

        def lower():
            # JAX's caches hold what they made of a function, 1 MB for a small one, for as long as there is the function.
            def function(donated, retained, flags=None):
                outputs, failure = self.trace(donated[: len(self.donated)], retained, static, capacities, flags=flags)
                return [*outputs, jnp.zeros((), bool) if failure is None else failure] if self.looks else outputs

            # keep_unused: code with other inputs has another text, so that it is not mistaken for the same.
            traced = jax.jit(function, donate_argnums=0, keep_unused=True).trace(donated_forms, retained_forms, *flags)
            size_limits.check_all(traced.jaxpr.jaxpr)
            return traced.lower()

        def form():
            inputs = (*self.donated, *self.retained, *self.static)
            return Form(self.segment.operations, inputs, self.outputs, self.effects, self._feeds, self._hoisted)

        spares = [form_of_state(version.owner) for version in self.renewed]
        donated_forms, retained_forms = jax.tree.map(abstract, [*donated, *spares]), jax.tree.map(abstract, retained)
        flags = [stop_flags.form(self.segment.device.jax)] if self._stoppable else []
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
            return sharing.executable(self.segment.device, form, lower, given, self.place)

    def trace(self, donated, retained, static, capacities=(), settled=(), flags=None, apart=None):
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

    def forms(self, donated, retained, static):
        """{tensor: its shape and type} of what the operations compute from such values; nothing is computed."""

        def function(donated, retained):
            values, folding = self._begin(donated, retained, static, ())
            run_steps(self._steps(), values, self.effects, folding, self._feeds)
            made = [tensor for op in self._steps() for tensor in op.outputs if hasattr(values.get(tensor), "shape")]
            found.update((tensor, values[tensor]) for tensor in made)

        found = {}
        with jax.enable_x64(True):
            jax.eval_shape(function, donated, [*retained, *self._constants()])
        return {tensor: jax.ShapeDtypeStruct(value.shape, value.dtype) for tensor, value in found.items()}

    def _begin(self, donated, retained, static, capacities, settled=(), flags=None, apart=None):
        """Returns (the available values, the Folding of them) at the beginning of the segment."""
        known = {**dict(settled), **dict(zip(self.static, static, strict=True))}
        values = dict(zip(self.donated, donated, strict=True))
        values.update(zip(self.retained_or_hoisted, retained, strict=False))
        values.update(known)
        capacities = dict(zip(self._counted, capacities, strict=False))
        folding = Folding(values, known, self._feeds, capacities=capacities, joined=self.segment.joined)
        inputs = [value for value in self.retained_or_hoisted if isinstance(value, Tensor)]
        folding.of_code = Folding(
            values, known, {*self._feeds, *inputs}, capacities=capacities, joined=self.segment.joined
        )
        folding.guarded, folding.stop_flags = self._guarded, flags
        folding.apart = self._on_cpu if apart is None else apart
        return values, folding

    def _around_guarded(self):
        """(the steps that take nothing that was overwritten in place, what overwrites it and all that follows from it).

        So everything that can be found wrong is found before anything is overwritten.
        """
        if not self._guarded:
            return self._steps(), []
        before, after, made = [], [], set()
        for step in self._steps():
            writes = self.effects.writes.get(step, ())
            taken = {*step.inputs, *self.effects.reads.get(step, {}).values(), *[old for old, _ in writes]}
            if step in self._guarded or made.intersection(taken):
                after.append(step)
                made.update([*step.outputs, *[new for _, new in writes]])
            else:
                before.append(step)
        return before, after

    def _steps(self):
        steps = self.segment.operations
        if self._hoisted:
            steps = [op for op in steps if not op.outputs or op.outputs[0] not in self._hoisted]
        return steps


_abandoned: list[Any] = []  # (whether it is done, what it reads) of calls that no run waits for any longer


def _is_read(value):
    """True for a buffer that an abandoned call reads."""
    return any(value is one for is_done, arguments in _abandoned for one in arguments if not is_done())


def _owner_of(value):
    """The owner of state; None for a tensor."""
    return value.owner if isinstance(value, Version) else None


def form_of_state(owner):
    """The shape and type of a variable whose shape is known."""
    return jax.ShapeDtypeStruct(state_dims(owner), dtypes.storage(state_dtype(owner)))


def new_buffer(form, device):
    """Returns an array on a JAX device, in memory of its own; its content is undefined."""
    with jax.enable_x64(True):
        return jax.device_put(np.empty(form.shape, form.dtype), device, may_alias=False)


def form_of(value):
    """Returns what of a value needs its own executable: its shape; for a stack or TensorArray the shapes of its parts."""
    shape = getattr(value, "shape", None)
    if shape is not None:
        return shape
    leaves, structure = jax.tree.flatten(value)
    return structure, tuple([leaf.shape for leaf in leaves])


def _state_or_dynamic(values, dynamic):
    """The positions of values that are variables, and of those whose size is not known beforehand."""
    return [
        i
        for i, value in enumerate(values)
        if i in dynamic
        or isinstance(value, Version)
        and not lives_in_run(value.owner)
        and not value.owner.definition.random
    ]


def _has_static_shape(value):
    if isinstance(value, Version):
        if lives_in_run(value.owner):
            return False
        if value.owner.definition.random:
            return True
    dims = value.dims if isinstance(value, Tensor) else state_dims(value.owner)
    return dims is not None and None not in dims
