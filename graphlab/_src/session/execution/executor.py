"""Stepper: runs a plan part by part, and interprets branches and loops that can't be compiled on the host."""

import contextlib
import gc
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np

from graphlab._src.base import shapes
from graphlab._src.base.errors import (
    DeadlineExceededError,
    InvalidArgumentError,
    OpError,
    explain,
)
from graphlab._src.compiler.checks import (
    CheckFailedError,
    have_checks,
    leading_to_checks,
)
from graphlab._src.compiler.control_flow.lowering import (
    Scope,
    needed_later,
    take_only_input,
)
from graphlab._src.compiler.control_flow.regions import (
    Call,
    Cond,
    Dataflow,
    Region,
    Step,
    taken_branch,
    waits,
)
from graphlab._src.compiler.control_flow.run_state import CantCompile
from graphlab._src.compiler.effects import Effects, Version, fetched_value
from graphlab._src.compiler.executables import worker
from graphlab._src.compiler.executables.headroom import in_numpy
from graphlab._src.compiler.kernel_calls import (
    Folding,
    fed_outputs,
    fill_in_static,
    run_op,
)
from graphlab._src.compiler.lower import LoweredSegment
from graphlab._src.compiler.padding import is_padded, without_padding
from graphlab._src.compiler.partition import Scheme, cut_again, is_marker, partition
from graphlab._src.compiler.plan import Plan, segment_of
from graphlab._src.graph.control_flow_context import is_merge, is_switch
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import is_identity, is_value, lives_in_run, owner_of
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.annotations import Array, Body, Given, Part, Values
from graphlab._src.session.execution.failures import RAW, op_error
from graphlab._src.session.execution.run_context import RunContext
from graphlab._src.session.store import Pending, Store

_AHEAD = 2  # compiled parts that may be called before the one before them is through


class BodyParts(NamedTuple):
    """A Body of a branch, loop or call as the host runs it: in parts, compiled where they can be."""

    scheme: Scheme
    parts: tuple[Part, ...]

    def late_reads(self) -> dict[Any, None]:
        """Returns the owners of state whose value from before is read when a part has changed it already."""
        changed, late = set(), []
        for part in self.parts:
            segment = segment_of(part)
            late += [
                value.owner
                for value in segment.inputs
                if isinstance(value, Version) and not value.number and value.owner in changed
            ]
            changed |= {value.owner for value in segment.outputs if isinstance(value, Version)}
        return dict.fromkeys(late)


class Bodies:
    """The BodyParts of a plan's Bodies, each made when the host first runs it, and again when a part can't be compiled.

    The lock of the session's store is held while one is replaced; a run that is under way goes on with those it has.
    """

    def __init__(self) -> None:
        self._parts: dict[Any, BodyParts] = {}

    def parts_of(self, body: Body, wanted: Iterable[Any], plan: Plan) -> BodyParts:
        """Returns the BodyParts of a Body. wanted: the tensors that are needed of it."""
        found = self._parts.get(body)
        if found is None:
            effects = body.effects
            values = [fetched_value(tensor, effects, plan.feed_set) for tensor in wanted]
            values += [version for owner, version in effects.final.items() if lives_in_run(owner)]
            needed = frozenset(value for value in values if value is not None)
            scheme = Scheme(body, needed, plan.feed_set, plan.devices, plan.scheme.interpreted, by_host=True)
            found = self._parts[body] = BodyParts(scheme, _lowered(partition(scheme), scheme))
        return found

    def interpret(self, body: Body, part: Part, regions: dict[Any, Any]) -> tuple[Part, ...]:
        """Returns what replaces a part that can't be compiled. regions: {branch, loop or call in it: why}."""
        before = self._parts[body]
        scheme = before.scheme.interpret(regions)
        parts = _lowered(cut_again(scheme, part.segment), scheme)
        at = before.parts.index(part) if part in before.parts else None  # None: another run has replaced it
        if at is not None:
            self._parts[body] = BodyParts(scheme, (*before.parts[:at], *parts, *before.parts[at + 1 :]))
        return parts


def _lowered(segments: Iterable[Part], scheme: Scheme) -> tuple[Part, ...]:
    """Returns the segments ready to run. Others may run in the midst of this run: nothing is overwritten in place."""
    effects = scheme.body.effects
    return tuple(part if part.on_host else LoweredSegment(part, effects, scheme.feeds) for part in segments)


class Stepper:
    """Runs the parts of one plan for one run.

    store: the session's.  plan: the Plan.  context: the RunContext.
    put: moves values to the device of a part; None where all parts are on one.  bodies: the Bodies of the plan.
    run_state: {owner: state} of stacks and TensorArrays that the steps of a partial run hand on to one another.
    """

    def __init__(
        self,
        store: Store,
        plan: Plan,
        context: RunContext,
        put: Callable[[list[Array], Part], list[Array]] | None,
        bodies: Bodies,
    ) -> None:
        self.store = store
        self._bodies = bodies
        self.plan = plan
        self._context = context
        self._put = put
        self.run_state: dict[Any, Any] = {}
        # (part, its outputs, what it ran on) of compiled parts that may not be through
        self._unsettled: list[tuple[Part, list[Array], Given]] = []

    def begin(self, fed: Iterable[Array]) -> Values:
        """What there is before the first part runs."""
        values: Values = dict(zip(self.plan.feeds, fed, strict=True))
        values.update({Version(owner, 0): state for owner, state in self.run_state.items()})
        return values

    def hand_on(self, values: Values) -> None:
        """Notes the state that later steps of a partial run need, once the last part has run."""
        self.run_state.update({version.owner: values[version] for version in self.plan.handed_on})

    @contextlib.contextmanager
    def changes(self) -> Generator[None, None, None]:
        """While it is entered changes of state are pending; at its end all are stored, after an error none.

        The store's lock is held meanwhile.
        """
        store = self.store
        self.store = pending = store.pending()
        try:
            yield
            pending.apply()
        finally:
            self.store = store

    def need(self, owner: Operation) -> Array:
        """The value of a variable by now; FailedPreconditionError where it has none."""
        return self.store.need(owner, self.plan)

    def _check(self) -> None:
        """Raises what ends the run, while a loop or a long step goes on."""
        try:
            self._context.check()
        except DeadlineExceededError as error:
            message = f"{error.message}: a loop did not end in the time that the run may take"
            raise DeadlineExceededError(None, None, message) from None

    def settle(self) -> None:
        """Waits until all that was computed is there; what has failed first raises."""
        while self._unsettled:
            self._settle(*self._unsettled.pop(0))

    def _settle(self, part: Part, outputs: list[Array], given: Given) -> None:
        try:
            part.settle(outputs, self._check, given)
        except RAW as error:
            raise op_error(error, part, given) from error
        except CheckFailedError:
            raise self.failed_check(part, given) from None

    def failed_check(self, part: Part, given: Given) -> OpError:
        """Returns the error of a failed check in a compiled part: the host runs its operations to find which.

        given: the (donated, retained, static) that the part ran on.
        """
        donated, retained, static = given
        values: Any = dict(zip([*part.retained, *part.static], [*retained, *static], strict=True))
        for value, found in zip(part.donated, donated, strict=True):
            values[value] = self.store.get(value.owner) if found.is_deleted() else found
        self.store, store = Pending(self.store), self.store
        try:
            local = self.host_values(part.segment, values)
            for value, found in local.items():
                if is_padded(value, found):
                    local[value] = without_padding(found)
            folding = Folding(local, {}, self.plan.feed_set)
            for op in leading_to_checks(part.segment.operations, part.effects):
                if not isinstance(op, Region):
                    fill_in_static(op, local, part.effects, self.plan.feed_set, folding)
                self.step(op, local, part.effects)
        except OpError as error:
            return error
        finally:
            self.store = store
        names = ", ".join(op.name for op in part.segment.operations if have_checks([op]))
        return InvalidArgumentError(None, None, f"One of these operations got a value that it can't take: {names}")

    def compiled(self, part: Part, values: Values, following: Part | None = None) -> None:
        """Runs a compiled part. following: what runs next; it may be called before this one is known to be right."""
        given = self._given(part, values)
        if part.only_restores:
            outputs = part.hand_on(given[1])
        elif part.only_reads and self._only_host_follows(part):
            outputs = part.hand_on([in_numpy(value) for value in given[1]])
        else:
            try:
                with jax.enable_x64(True):
                    outputs = part.call(*given, self.store, self._check)
            except RAW as error:
                raise op_error(error, part, given) from error
            except CheckFailedError:
                raise self.failed_check(part, given) from None
            self._unsettled.append((part, outputs, given))
            if len(self._unsettled) > _AHEAD:  # so that no longer what the run has no more use for is held
                self._settle(*self._unsettled.pop(0))
            goes_on = isinstance(following, LoweredSegment) and following.may_run_on_wrong_values
            if not goes_on and any(unsettled.looks for unsettled, _, _ in self._unsettled):
                self.settle()
        for value, result in zip(part.outputs, outputs, strict=False):
            values[value] = result
        if part.stored:
            self.store.values.update([(owner, outputs[i]) for i, owner in part.stored])
        if part.only_restores:
            gc.collect(0)  # which has JAX let go of the arrays that these replaced, before more are read

    def _only_host_follows(self, part: Part) -> bool:
        return all(one is part or not isinstance(one, LoweredSegment) for one in self.plan.parts)

    def _given(self, part: Part, values: Values) -> Given:
        """The inputs of a compiled part: what it may overwrite, what it may not, and what must be concrete."""
        if part.has_regions:
            self._interpret_readers_of_missing(part, values)
        donated, retained = self._found(part.donated, values), self._found(part.retained, values)
        if self._put is not None:
            donated, retained = self._put(donated, part), self._put(retained, part)
        return donated, retained, [in_numpy(value) for value in self._found(part.static, values)]

    def _found(self, wanted: list[Any], values: Values) -> list[Array]:
        """Values by now, those of state that the run has not touched from the store."""
        found = [values.get(value) for value in wanted]
        return [self._take(wanted[i], values) if one is None else one for i, one in enumerate(found)]

    def _interpret_readers_of_missing(self, part: Part, values: Values) -> None:
        """Raises CantCompile for branches and loops that read state that those before them left uninitialized."""
        for value in (*part.donated, *part.retained, *part.static):
            if not isinstance(value, Version) or lives_in_run(value.owner) or values.get(value) is not None:
                continue
            if self.store.get(value.owner) is None:
                reads = part.effects.reads  # those of a body are its own
                readers = [op for op in part.segment.operations if value in reads.get(op, {}).values()]
                if readers and all(isinstance(op, Region) for op in readers):
                    raise CantCompile(f"'{value.owner.name}', which it reads, had no value", readers)

    def _take(self, value: Any, values: Values) -> Array:
        found = values.get(value)
        if found is None and isinstance(value, Version) and not lives_in_run(value.owner):
            return self.store.need(value.owner, self.plan)
        return found

    def keep(self, value: Any, result: Array, values: Values) -> None:
        """Stores a result; later parts read new state."""
        values[value] = result
        if isinstance(value, Version) and not lives_in_run(value.owner):
            self.store.values[value.owner] = result

    def host_values(self, segment: Part, values: Values) -> Values:
        """The inputs of a part on the host, as NumPy arrays."""
        local: Values = {}
        for value in segment.inputs:
            found = values.get(value)
            if found is None and isinstance(value, Version) and not lives_in_run(value.owner):
                found = self.store.get(value.owner)
            local[value] = in_numpy(found) if isinstance(found, jax.Array) else found
        return local

    def on_host(self, segment: Part, values: Values, effects: Effects) -> None:
        """Runs a part on the host, operation by operation."""
        local = self.host_values(segment, values)
        for op in segment.operations:
            self.step(op, local, effects)
        self.keep_all(segment, local, values)

    def keep_all(self, segment: Part, local: Values, values: Values) -> None:
        """Stores the outputs of a part on the host."""
        for value in segment.outputs:
            if value in local:
                self.keep(value, local[value], values)
            elif isinstance(value, Version):  # an interpreted loop has put it in the store
                values[value] = self.store.get(value.owner)

    def step(self, op: Step, local: Values, effects: Effects) -> None:
        """Runs one operation, branch or loop on the host."""
        fed = fed_outputs(op, local, self.plan.feed_set)
        if isinstance(op, Region):
            self._region(op, local, effects)
        elif is_merge(op):
            take_only_input(op, local, effects)
        elif not is_marker(op):
            worker.at_end()
            changed = self._changed_before(op, local, effects)
            for version, state in changed.items():
                local[version] = state
            with jax.enable_x64(True), self._beside(op):
                run_op(op, local, effects, self.plan.feed_set, context=self._context)
            for version in changed:
                del local[version]
            self._context.done(op)
        for tensor, value in fed:
            local[tensor] = value

    def _changed_before(self, op: Operation, local: Values, effects: Effects) -> Values:
        """What an operation reads that a branch or loop before it, in the same part, has left in the store."""
        reads = [version for version in effects.reads.get(op, {}).values() if version.number]
        missing = [version for version in reads if local.get(version) is None and not lives_in_run(version.owner)]
        found = {version: self.store.get(version.owner) for version in missing}
        return {version: in_numpy(state) if isinstance(state, jax.Array) else state for version, state in found.items()}

    def _beside(self, op: Operation) -> contextlib.AbstractContextManager[Any]:
        """A block in which the kernel of an operation computes on the CPU; functions of the program do so where they like."""
        cpu = self.plan.devices.host
        return contextlib.nullcontext() if cpu is None or op.definition.host else jax.default_device(cpu)

    def _region(self, region: Region, values: Values, effects: Effects) -> None:
        states = {owner: values.get(effects.reads[region][owner]) for owner in (*region.reads, *region.writes)}
        if isinstance(region, Cond):
            self._cond(region, values, states)
        elif isinstance(region, Dataflow):
            self._dataflow(region, values, effects, states)
        elif isinstance(region, Call):
            scope = self._body(region.bodies[0], region, region.bodies[0].results, values, states)
            for output, tensor in region.returned:
                if owner_of(output) is None:
                    values[output] = self._result(tensor, region.bodies[0], scope)
        else:
            self._while(region, values, states)
        for _, after in effects.writes.get(region, ()):
            if lives_in_run(after.owner):
                values[after] = states[after.owner]

    def _cond(self, region: Cond, values: Values, states: dict[Operation, Array]) -> None:
        which = taken_branch(_condition(region.pred, values), len(region.bodies))
        body = region.bodies[which]
        inner = [tensor for tensor in region.outputs if tensor.op in body.members]
        scope = self._body(body, region, [*body.results, *inner], values, states)
        for output, says_which, taken, numbers in region.joined:
            if is_value(output):
                values[output] = self._result(taken[which], body, scope)
            if says_which is not None:
                values[says_which] = np.int32(numbers[which])
        for tensor in inner:
            values[tensor] = scope.get(tensor)

    def _dataflow(self, region: Dataflow, values: Values, effects: Effects, states: dict[Operation, Array]) -> None:
        """Runs those operations whose inputs all have values; what does not run has None."""
        (body,) = region.bodies
        versions = body.effects
        scope = Scope(values)
        for owner, state in states.items():
            outer = state is None and not lives_in_run(owner)
            scope[Version(owner, 0)] = self.store.get(owner) if outer else state
        dead: set[Any] = set()

        fed = {tensor: values[tensor] for tensor in self.plan.feeds if tensor.op in body.members and tensor in values}

        def is_dead(tensor: Tensor) -> bool:
            return tensor not in fed and _is_dead(tensor)

        def _is_dead(tensor: Tensor) -> bool:
            return tensor in dead or tensor in scope and scope[tensor] is None or tensor.op in self.plan.body.never

        for step in body.steps:
            if is_merge(step):
                came = next((i for i, tensor in enumerate(step.inputs) if not is_dead(tensor)), None)
                if came is None:
                    dead.update(step.outputs)
                    continue
                scope[step.outputs[1]] = fed.get(step.outputs[1], np.int32(came))
                if step.outputs[0] in fed:
                    scope[step.outputs[0]] = fed[step.outputs[0]]
                elif is_value(step.outputs[0]):
                    scope[step.outputs[0]] = self._result(step.inputs[came], body, scope)
            elif any(map(is_dead, step.inputs)) or any(control in dead for control in step.control_inputs):
                dead.update([*(step.members if isinstance(step, Region) else [step]), *step.outputs])
                for before, after in versions.writes.get(step, ()):
                    scope[after] = scope.get(before)
            else:
                self._alive(step, scope, versions)
                if is_switch(step):
                    dead.add(step.outputs[1 - bool(in_numpy(scope[step.inputs[1]]))])
        for tensor in region.outputs:
            values[tensor] = None if tensor in dead and tensor not in self.plan.feed_set else scope.get(tensor)
        for owner, version in versions.final.items():
            if not lives_in_run(owner):
                self.store.values[owner] = scope[version]
            elif owner in states:
                states[owner] = scope[version]

    def _alive(self, step: Step, scope: Values, effects: Effects) -> None:
        """Runs a step of a Dataflow; loops find state in the store, and leave it there."""
        if not isinstance(step, Region):
            self.step(step, scope, effects)
            return
        for owner, version in effects.reads[step].items():
            if not lives_in_run(owner) and owner in step.writes and scope.get(version) is not None:
                self.store.values[owner] = scope[version]
        self.step(step, scope, effects)
        for _, after in effects.writes.get(step, ()):
            if not lives_in_run(after.owner):
                scope[after] = self.store.get(after.owner)

    def _result(self, tensor: Tensor, body: Body, scope: Values) -> Array:
        """The value of a tensor when a Body is through; of a reference what the variable then holds."""
        owner = owner_of(tensor)
        if owner is None:
            if tensor not in scope:
                raise InvalidArgumentError(
                    None,
                    tensor.op,
                    explain(
                        f"'{tensor.name}' does not have value",
                        fix="it is of a branch that was not taken: use what tf.cond returns, not what its functions leave",
                    ),
                )
            return scope[tensor]
        found = scope.get(body.effects.version_of(tensor))
        return self.store.need(owner, self.plan) if found is None else found

    def _taken(self, tensor: Tensor, values: Values, states: dict[Operation, Array]) -> Array:
        owner = owner_of(tensor)
        return values[tensor] if owner is None else in_numpy(states[owner])

    def _while(self, region: Any, values: Values, states: dict[Operation, Array]) -> None:
        outer = Scope(values)
        for tensor, source in region.constants:
            if owner_of(tensor) is None:
                outer[tensor] = self._taken(source, values, states)
        variables = [item for item in region.variables if owner_of(item[1]) is None]
        between = needed_later(region)
        last = [tensor for _, _, tensor in variables]
        current = [self._taken(start, values, states) for start, _, _ in variables]
        while True:
            self._context.check()
            scope = Scope(outer)
            for (_, carried, _), value in zip(variables, current, strict=True):
                scope[carried] = value
            for tensor, owner in region.read_anew:
                scope[tensor] = self.store.need(owner, self.plan)
            scope = self._body(region.always, region, [region.condition, *between], scope, states)
            if not bool(_condition(region.condition, scope)):
                break
            scope = self._body(region.live, region, last, scope, states)
            current = [self._carried(tensor, region, scope) for tensor in last]
        for output, tensor in region.exits:
            if owner_of(output) is None:
                values[output] = scope[tensor]

    def _carried(self, tensor: Tensor, region: Any, scope: Values) -> Array:
        """The loop variable of the next iteration."""
        found = self._result(tensor, region.live, scope)
        if found is None:
            message = f"Retval[0] does not have value: the loop's next value '{tensor.name}' is in a branch not taken"
            fix = "return what tf.cond returns from the loop's body"
            raise InvalidArgumentError(tensor.op.node_def, tensor.op, explain(message, at=tensor, fix=fix))
        return found

    def _body(
        self, body: Body, region: Region, wanted: Iterable[Any], values: Values, states: dict[Operation, Array]
    ) -> Values:
        """Runs a Body once: returns the values in it, and puts the state after it into `states`."""
        found = self._bodies.parts_of(body, wanted, self.plan)
        scope = Scope(values)
        # Another run may change what this one only reads, while the body waits.
        anew = {owner for owner in region.reads if waits(region) and owner not in self.plan.effects.final}
        for owner in (*region.reads, *region.writes):
            # None: what is in the store counts, and the body changes it there.
            in_store = not lives_in_run(owner) and (owner in region.writes or owner in anew)
            scope[Version(owner, 0)] = None if in_store else states[owner]
        for owner in found.late_reads():
            if scope.get(Version(owner, 0)) is None:
                scope[Version(owner, 0)] = self.store.get(owner)
        self._run_parts(body, found.parts, scope)
        for owner, version in body.effects.final.items():
            if lives_in_run(owner) and owner in states:
                states[owner] = scope[version]
        return scope

    def _run_parts(self, body: Body, parts: Sequence[Part], values: Values) -> None:
        """Runs the parts of a Body in order; partitions one again that needs the host after all."""
        waiting = list(reversed(parts))
        while waiting:
            part = waiting.pop()
            try:
                if isinstance(part, LoweredSegment):
                    with self.store.lock:
                        self.compiled(part, values)
                elif any(waits(op) for op in part.operations):
                    self._with_waits(part, values, body.effects)
                else:
                    with self.store.lock:
                        self.on_host(part, values, body.effects)
            except CantCompile as error:
                with self.store.lock:
                    waiting.extend(reversed(self._bodies.interpret(body, part, error.regions)))

    def _with_waits(self, part: Part, values: Values, effects: Effects) -> None:
        """Runs a part on the host in which operations may wait; each reads state as it is in the store by then."""
        local = self.host_values(part, values)
        for op in part.operations:
            for value in effects.reads.get(op, {}).values():
                if not value.number and not lives_in_run(value.owner) and values.get(value) is None:
                    with self.store.lock:  # or a run of another thread could overwrite what is read
                        found = self.store.get(value.owner)
                        local[value] = in_numpy(found) if isinstance(found, jax.Array) else found
            self.step(op, local, effects)
        self.keep_all(part, local, values)


def _condition(tensor: Tensor, values: Values) -> Array:
    """The value of what decides; InvalidArgumentError where a Switch gets more than a single bool."""
    value = in_numpy(values[tensor])
    switch = _switch_on(tensor) if value.ndim else None
    if switch is not None:
        message = f"The second input must be a scalar, but it has shape {shapes.text(value.shape)}"
        fix = "make it a single bool: tf.reduce_all(condition), or tf.where(condition, x, y) for one choice each"
        raise InvalidArgumentError(switch.node_def, switch, explain(message, at=tensor, fix=fix))
    return value


def _switch_on(tensor: Tensor) -> Operation | None:
    """A Switch that a tensor decides for, itself or under another name; None where it decides for functions."""
    for op in tensor.consumers():
        if op.definition.control_flow == "switch":
            return op
        found = _switch_on(op.outputs[0]) if is_identity(op) else None
        if found is not None:
            return found
    return None
