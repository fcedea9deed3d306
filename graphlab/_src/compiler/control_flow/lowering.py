"""Branches and loops in compiled code: a Cond becomes lax.cond, a While becomes lax.while_loop, which the host can end.

A loop carries its variables, the state that it changes, and the outcome of its condition: what every iteration
computes before the condition runs once at the beginning and then at the end of each iteration.
"""

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import OpError
from graphlab._src.compiler.checks import have_checks
from graphlab._src.compiler.control_flow.array_state import ArrayState
from graphlab._src.compiler.control_flow.growth import growths
from graphlab._src.compiler.control_flow.list_value import TensorList
from graphlab._src.compiler.control_flow.optional_value import Maybe, forms_of
from graphlab._src.compiler.control_flow.regions import Body, Call, Cond, Region, Step, While, pushes
from graphlab._src.compiler.control_flow.run_state import CantCompile, NeedsCount, StackState
from graphlab._src.compiler.control_flow.trip_counts import count_trips
from graphlab._src.compiler.effects import Effects, Owner, Value, Version
from graphlab._src.compiler.executables import behind, stop_flags, worker
from graphlab._src.compiler.kernel_calls import Folding, Values, cast, fed_outputs, run_op
from graphlab._src.compiler.partition import is_marker
from graphlab._src.graph.control_flow_context import is_merge
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import GradientArray, is_value, owner_of
from graphlab._src.graph.tensor import Tensor

_State: TypeAlias = Any  # an array, a StackState or an ArrayState
_Results: TypeAlias = tuple[list[Any], list[_State]]  # of a branch: what it produces, and the state after it
# What a loop carries: (condition, variables, state, what is computed before the condition, whether something is wrong).
_Carry: TypeAlias = tuple[Any, list[Any], list[_State], list[Any], Any]


class RunSteps(Protocol):
    """run_steps, for modules that are imported before this one."""

    def __call__(
        self, steps: Iterable[Step], values: Values, effects: Effects, folding: Folding, feeds: Collection[Tensor], /
    ) -> None: ...


class Scope:
    """Values in a branch or loop; what is not among them is looked up outside."""

    def __init__(self, outer: Values) -> None:
        self._outer = outer
        self._values: dict[Value, Any] = {}

    def get(self, key: Value, default: Any = None) -> Any:
        if key in self._values:
            return self._values[key]
        return self._outer.get(key, default)

    def __getitem__(self, key: Value) -> Any:
        return self._values[key] if key in self._values else self._outer[key]

    def __setitem__(self, key: Value, value: Any) -> None:
        self._values[key] = value

    def __delitem__(self, key: Value) -> None:
        del self._values[key]

    def __contains__(self, key: Value) -> bool:
        return key in self._values or key in self._outer


def run_steps(
    steps: Iterable[Step], values: Values, effects: Effects, folding: Folding, feeds: Collection[Tensor]
) -> None:
    """Computes the steps with JAX, in order."""
    for step in steps:
        worker.at_end()
        behind.make_way()
        fed = fed_outputs(step, values, feeds)
        if isinstance(step, Region):
            try:
                _lower(step, values, effects, folding, feeds)
            except NeedsCount:
                raise
            except CantCompile as reason:
                reason.regions.setdefault(step, str(reason))
                raise
        elif is_merge(step):
            take_only_input(step, values, effects)
        elif not is_marker(step):
            run_op(step, values, effects, feeds, folding)
        for tensor, value in fed:
            values[tensor] = value


def _lower(region: Region, values: Values, effects: Effects, folding: Folding, feeds: Collection[Tensor]) -> None:
    if isinstance(region, Cond):
        _cond(region, values, effects, folding, feeds)
    elif isinstance(region, Call):
        _call(region, values, effects, folding, feeds)
    else:
        assert isinstance(region, While)  # the host interprets a Dataflow
        _while(region, values, effects, folding, feeds)


def _try_steps(
    steps: Iterable[Step], values: Values, effects: Effects, folding: Folding, feeds: Collection[Tensor]
) -> None:
    """The same for steps that may never run: where they fail in the trace, the host interprets them."""
    try:
        run_steps(steps, values, effects, folding, feeds)
    except OpError as error:
        raise CantCompile(f"'{error.op.name}' fails if it runs" if error.op is not None else str(error)) from error


def take_only_input(merge: Operation, values: Values, effects: Effects) -> None:
    """Runs a Merge of which only one input can come."""
    for i, tensor in enumerate(merge.inputs):
        found = values.get(tensor)
        if found is not None and tensor not in effects.dead:
            values[merge.outputs[0]] = found
            values[merge.outputs[1]] = np.int32(i)


def _enter(region: Region, values: Values, effects: Effects) -> Scope:
    """A Scope in which version 0 of the region's state is what it holds outside."""
    scope = Scope(values)
    outside = effects.reads.get(region, {})
    for owner in (*region.reads, *region.writes):
        scope[Version(owner, 0)] = _apart(values.get(outside[owner]))
    return scope


def _apart(state: _State) -> _State:
    """Returns state for one trace of a body: a body is traced more than once, and each trace reads an array anew."""
    return state.apart() if isinstance(state, ArrayState) else state


def _after(body: Body, scope: Scope, owner: Owner) -> _State:
    """The state of an owner when the body is through."""
    return scope.get(body.effects.final.get(owner, Version(owner, 0)))


def _put_state(region: Region, effects: Effects, states: Iterable[_State], values: Values) -> None:
    for (_, after), state in zip(effects.writes.get(region, ()), states, strict=True):
        values[after] = state


def _call(region: Call, values: Values, effects: Effects, folding: Folding, feeds: Collection[Tensor]) -> None:
    (body,) = region.bodies
    scope = _enter(region, values, effects)
    inner = folding.inside(scope)
    run_steps(body.steps, scope, body.effects, inner, feeds)
    folding.failures += inner.failures
    for output, tensor in region.returned:
        if owner_of(output) is None:
            if tensor not in scope:
                raise CantCompile(f"'{tensor.name}' of a branch that is not taken has no value")
            values[output] = read(tensor, body, scope)
    _put_state(region, effects, [_after(body, scope, owner) for owner in region.writes], values)


def _cond(region: Cond, values: Values, effects: Effects, folding: Folding, feeds: Collection[Tensor]) -> None:
    pred = jnp.asarray(values[region.pred])
    if pred.ndim:
        raise CantCompile("its condition is not a single bool")
    joined = [item for item in region.joined if is_value(item[0])]
    named = [(which, numbers) for _, which, _, numbers in region.joined if which is not None]
    handed_on = [(tensor, side) for tensor, side in region.handed_on if is_value(tensor)]
    nothing: dict[Tensor, Any] = {}
    checked_inside = have_checks([region])

    def branch(which: int) -> Callable[[], _Results]:
        def run() -> _Results:
            body = region.bodies[which]
            scope = _enter(region, values, effects)
            inner = folding.inside(scope)
            if settled or len(possible) == 1:
                run_steps(body.steps, scope, body.effects, inner, feeds)
            else:
                _try_steps(body.steps, scope, body.effects, inner, feeds)
            for tensor, side in handed_on:
                if side == which:
                    folding.note(tensor, inner)
            results: list[Any] = [_as(read(taken[which], body, scope), output) for output, _, taken, _ in joined]
            results += [jnp.asarray(numbers[which], jnp.int32) for _, numbers in named]
            for tensor, side in handed_on:
                results.append(as_array(scope[tensor]) if side == which else nothing.get(tensor))
            states = [_after(body, scope, owner) for owner in region.writes]
            if checked_inside:
                results.append(_flag(inner.failure()))
            return results, states

        return run

    branches = [branch(i) for i in range(len(region.bodies))]
    # A condition on shapes is settled while they are traced: what does not run then need not fit them.
    settled = len(branches) == 2 and folding.can_know(region.pred)
    possible = [int(bool(folding.concrete(region.pred)))] if settled else _possible(region, values)
    if handed_on and not settled:
        absent = forms_handed_on(region, possible, values, effects, folding, feeds)
        # What a branch within that side hands on is not there when its condition is known and the other one is taken.
        nothing.update({tensor: jax.tree.map(_zeros_like, form) for tensor, form in absent.items()})
    if len(possible) > 1 and any(_unsettled(values.get(effects.reads[region][owner])) for owner in region.writes):
        branches = _with_common_state(branches)
    variants = [i for i, (output, _, _, _) in enumerate(joined) if output.dtype is dtypes.variant]
    if variants and len(possible) > 1:
        branches = _with_common_values(branches, variants)
    forms: list[_Results] = []

    def checked(run: Callable[[], _Results]) -> Callable[[], _Results]:
        def wrapped() -> _Results:
            result = run()
            forms.append(result)
            if not _same(forms[0], result):
                raise CantCompile("its branches return results of different shapes")
            return result

        return wrapped

    branches = [checked(run) for run in branches]
    if len(possible) == 1:
        results, states = branches[possible[0]]()
    elif len(branches) == 2:
        taken = pred if pred.dtype == bool else pred != 0
        results, states = jax.lax.cond(taken, branches[1], branches[0])
    else:
        last = len(branches) - 1
        number = jnp.where((pred < 0) | (pred > last), last, pred)
        results, states = jax.lax.switch(number, branches)
    results = iter(results)
    for output, _, _, _ in joined:
        values[output] = next(results)
    for which, _ in named:
        values[which] = next(results)
    for tensor, _ in handed_on:
        values[tensor] = next(results)
    folding.failures.extend(results)  # the flag, where there is one
    _put_state(region, effects, states, values)


def _flag(failure: Any) -> jax.Array:
    """What an operation has found, as an array: False where none looked."""
    return jnp.zeros((), bool) if failure is None else jnp.asarray(failure)


def _possible(region: Cond, values: Values) -> list[int]:
    """Returns the sides that may run: not one that reads what a branch that was not taken would have produced."""
    gone = {tensor for tensor in region.inputs if tensor in values and values[tensor] is None}
    return [side for side, body in enumerate(region.bodies) if not gone or _may_run(body, gone)]


def _may_run(body: Body, gone: set[Tensor]) -> bool:
    """True where no step reads a missing value, except in branches inside that need not be taken."""
    if not gone.isdisjoint(body.results):
        return False
    for step in body.steps:
        if isinstance(step, Cond):
            if step.pred in gone or not any(_may_run(inner, gone) for inner in step.bodies):
                return False
        elif not gone.isdisjoint(step.inputs):
            return False
    return True


def forms_handed_on(
    region: Cond,
    possible: Iterable[int],
    values: Values,
    effects: Effects,
    folding: Folding,
    feeds: Collection[Tensor],
) -> dict[Tensor, Any]:
    """Returns {tensor: shape and type} of what the sides in `possible` hand on; None for what is not there even then."""
    handed_on = [(tensor, side) for tensor, side in region.handed_on if is_value(tensor)]

    def run(side: int) -> dict[str, Any]:
        body = region.bodies[side]
        scope = _enter(region, values, effects)
        run_steps(body.steps, scope, body.effects, folding.inside(scope), feeds)
        return {tensor.name: as_array(scope[tensor]) for tensor, where in handed_on if where == side}

    forms: dict[str, Any] = {}
    for side in possible:
        if any(where == side for _, where in handed_on):
            forms.update(jax.eval_shape(lambda side=side: run(side)))
    return {tensor: forms[tensor.name] for tensor, _ in handed_on if tensor.name in forms}


def _zeros_like(form: jax.ShapeDtypeStruct) -> jax.Array:
    return jnp.zeros(form.shape, form.dtype)


def read(tensor: Tensor, body: Body, scope: Scope) -> Any:
    """The value of a tensor when the body is through; of a reference what the variable then holds."""
    owner = owner_of(tensor)
    return scope[tensor] if owner is None else scope.get(body.effects.version_of(tensor))


def _unsettled(state: _State) -> bool:
    """True for a stack or TensorArray that may look different after one of the branches."""
    return isinstance(state, (StackState, ArrayState)) and state.buffer is None


def _with_common_state(branches: Sequence[Callable[[], _Results]]) -> list[Callable[[], _Results]]:
    """Returns the branches, changed to leave state in the same form."""
    after = [jax.eval_shape(run)[1] for run in branches]
    forms = [functools.reduce(_common, states) for states in zip(*after, strict=True)]

    def in_form(run: Callable[[], _Results]) -> Callable[[], _Results]:
        def wrapped() -> _Results:
            results, states = run()
            return results, [_shaped(state, form) for state, form in zip(states, forms, strict=True)]

        return wrapped

    return [in_form(run) for run in branches]


def _with_common_values(
    branches: Sequence[Callable[[], _Results]], places: Sequence[int]
) -> list[Callable[[], _Results]]:
    """Returns the branches, changed to return lists and Optionals in the same form. places: of these in the results."""
    after = [jax.eval_shape(run)[0] for run in branches]
    forms = {i: [results[i] for results in after] for i in places}

    def in_form(run: Callable[[], _Results]) -> Callable[[], _Results]:
        def wrapped() -> _Results:
            results, states = run()
            for i in places:
                results[i] = _like_others(results[i], forms[i])
            return results, states

        return wrapped

    return [in_form(run) for run in branches]


def _like_others(value: Any, forms: Sequence[Any]) -> Any:
    """A list or Optional in the form that those which other branches return can have, too."""
    if isinstance(value, Maybe):
        return value.among(forms_of(forms))
    if not all(isinstance(form, TensorList) for form in forms):
        return value
    item = next((like for form in forms if (like := form.like_item()) is not None), None)
    if item is None:
        return value
    space = max(form.space if form.rows is not None else len(form.items) for form in forms)
    packed = value.packed(item)
    packed = packed.packed(space=space - packed.space)
    known = all(isinstance(form.count, int) and form.count == value.count for form in forms)
    return packed if known else packed.with_count(jnp.asarray(packed.count, jnp.int32))


def _as(value: Any, tensor: Tensor) -> Any:
    """A value that a branch returns or a loop carries, in the type that the graph says; a list or Optional as it is."""
    if tensor.dtype is dtypes.variant:
        if not isinstance(value, (TensorList, Maybe)):
            raise CantCompile(f"'{tensor.name}' is what only the host has")
        return value
    return cast(jnp.asarray(value), tensor.dtype)


def _common(first: Any, second: Any) -> _State:
    """The form that the state has after either branch: with the buffer that only one of them made."""
    for one in (first, second):
        if isinstance(one, (StackState, ArrayState)) and (one.buffer is not None):
            return one
    return first


def _shaped(state: _State, form: Any) -> _State:
    if isinstance(state, ArrayState) and form.buffer is not None:
        return state.packed(tuple(form.buffer.shape[1:]))
    if isinstance(state, StackState) and form.capacity is not None and state.capacity is not None:
        return state.like(form)
    return state


def _same(first: Any, second: Any) -> bool:
    one, other = jax.tree.structure(first), jax.tree.structure(second)
    return one == other and all(
        a.shape == b.shape and a.dtype == b.dtype
        for a, b in zip(jax.tree.leaves(first), jax.tree.leaves(second), strict=True)
    )


def _while(region: While, values: Values, effects: Effects, folding: Folding, feeds: Collection[Tensor]) -> None:
    growing = growths(region, feeds)
    longer = [growth.variable for growth in growing]
    appending = frozenset[Step]().union(*[growth.steps for growth in growing])
    variables = [item for item in region.variables if owner_of(item[1]) is None and item not in longer]
    outer = Scope(values)
    for tensor, source in region.constants:
        if owner_of(tensor) is None:
            outer[tensor] = taken(source, region, values, effects)
    carried_inside = needed_later(region)
    looks = have_checks([region])
    anew = region.read_anew

    def scope_of(loop_values: Iterable[Any], states: Iterable[_State]) -> Scope:
        """Returns the Scope with which an iteration begins."""
        scope = Scope(outer)
        for owner in region.reads:
            scope[Version(owner, 0)] = _apart(values.get(effects.reads[region][owner]))
        for owner, state in zip(region.writes, states, strict=True):
            scope[Version(owner, 0)] = state.carried_by_loop() if isinstance(state, ArrayState) else state
        for tensor, owner in anew:
            scope[tensor] = scope[Version(owner, 0)]
        for (_, carried, _), value in zip(variables, loop_values, strict=True):
            scope[carried] = value
        return scope

    def begin(loop_values: list[Any], states: list[_State], failed: Any) -> _Carry:
        """Computes what every iteration computes before the condition. failed: whether something was found wrong before, or None."""
        scope = scope_of(loop_values, states)
        body = region.always
        inner = folding.inside(scope)
        run_steps(body.steps, scope, body.effects, inner, feeds)
        goes_on = jnp.asarray(scope[region.condition])
        if goes_on.ndim:
            raise CantCompile("its condition is not a single bool")
        if looks:
            failed = failed | _flag(inner.failure())
            goes_on = goes_on & ~failed
        states = [_after(body, scope, owner) for owner in region.writes]
        saved = [as_array(scope[tensor]) for tensor in carried_inside]
        return goes_on, loop_values, states, saved, failed

    def iterate(carry: _Carry) -> tuple[_Carry, list[Any]]:
        """Computes an iteration: (what it carries to the next one, what it appends to each of `growing`)."""
        _, loop_values, states, saved, failed = carry
        scope = scope_of(loop_values, states)
        for tensor, value in zip(carried_inside, saved, strict=True):
            scope[tensor] = value
        body = region.live
        inner = folding.inside(scope)
        _try_steps([step for step in body.steps if step not in appending], scope, body.effects, inner, feeds)
        if looks:
            failed = failed | _flag(inner.failure())
        appended = [growth.of_iteration(scope) for growth in growing]
        following = [_as(read(last, body, scope), carried) for _, carried, last in variables]
        states = [_after(body, scope, owner) for owner in region.writes]
        return begin(following, states, failed), appended

    first = [_as(taken(start, region, values, effects), carried) for start, carried, _ in variables]
    before = {owner: values.get(version) for owner, version in effects.reads[region].items()}
    states = [_ready(owner, before) for owner in region.writes]
    if any(isinstance(state, StackState) for state in states):
        states = _with_capacity(region, states, values, folding, feeds)
    if any(map(_unsettled, states)) or any(isinstance(value, TensorList) for value in first):
        capacity = functools.partial(_capacity, region, values, folding, feeds)
        carry = _settled(begin, lambda carry: iterate(carry)[0], first, states, capacity)
    else:
        carry = begin(first, states, _flag(None))
    short = [cast(jnp.asarray(taken(start, region, values, effects)), carried.dtype) for start, carried, _ in longer]
    trips = _capacity(region, values, folding, feeds) if growing else 0
    forms = jax.eval_shape(lambda carry: iterate(carry)[1], carry) if growing else []
    buffers = [growth.buffer(start, form, trips) for growth, start, form in zip(growing, short, forms, strict=True)]

    def checked(carry: tuple[_Carry, Any, list[jax.Array]]) -> tuple[_Carry, Any, list[jax.Array]]:
        before, iteration, buffers = carry
        after, appended = iterate(before)
        if not _same(before, after):
            raise CantCompile("a value that it carries to the next iteration changes its shape")
        if not growing:
            return after, iteration, buffers
        buffers = [
            growth.write(buffer, start, added, iteration)
            for growth, buffer, start, added in zip(growing, buffers, short, appended, strict=True)
        ]
        return after, iteration + 1, buffers

    counted = carry, jnp.zeros((), jnp.int32) if growing else None, buffers
    ended, _, buffers = stop_flags.while_loop(lambda carry: carry[0][0], checked, counted, folding.stop_flags)
    _, loop_values, states, saved, failed = ended
    if looks:
        folding.failures.append(failed)
    results = dict(zip(carried_inside, saved, strict=True))
    results.update({carried: value for (_, carried, _), value in zip(variables, loop_values, strict=True)})
    grown = zip(growing, buffers, short, strict=True)
    results.update({growth.variable[1]: growth.whole(buffer, start, trips) for growth, buffer, start in grown})
    for output, tensor in region.exits:
        if owner_of(output) is None:
            value = results[tensor] if tensor in results else outer[tensor]
            values[output] = value.unreserved() if isinstance(value, TensorList) else value
    _put_state(region, effects, states, values)


def taken(tensor: Tensor, region: Region, values: Values, effects: Effects) -> Any:
    """Returns the value of a tensor outside that a loop reads; of a reference what the variable holds then."""
    owner = owner_of(tensor)
    return values[tensor] if owner is None else values.get(effects.reads[region][owner])


def as_array(value: Any) -> Any:
    """A value that a loop can carry."""
    return jax.tree.map(jnp.asarray, value)


def needed_later(region: While) -> list[Tensor]:
    """Returns the tensors computed before the condition and used after it, in the iteration or after the loop."""
    merges = {carried for _, carried, _ in region.variables}
    made = {
        tensor
        for step in region.always.steps
        for tensor in step.outputs
        if owner_of(tensor) is None and tensor not in merges
    }
    used = [tensor for step in region.live.steps for tensor in step.inputs]
    used += [tensor for _, tensor in region.exits] + [last for _, _, last in region.variables]
    return [tensor for tensor in dict.fromkeys(used) if tensor in made]


def _ready(owner: Owner, before: Mapping[Owner, _State]) -> _State:
    """State as a loop carries it. before: {owner: its state before the loop}."""
    state = before[owner]
    if state is None and isinstance(owner, GradientArray) and before.get(owner.array) is not None:
        state = before[owner.array].gradient(owner.source)
    if state is None:
        raise CantCompile("the state that it changes begins inside it")
    if isinstance(state, ArrayState):
        return state.packed()
    return state if isinstance(state, StackState) else jnp.asarray(state)


def _capacity(region: While, values: Values, folding: Folding, feeds: Collection[Tensor]) -> int:
    """Returns the number of iterations, or a larger one where nothing grows; NeedsCount where it is not known yet."""
    capacity = folding.capacities.get(region)
    if capacity is None:
        capacity = count_trips(region, values, folding, feeds, run_steps, Scope)
    if capacity is None:
        raise NeedsCount(region)
    return capacity


def _with_capacity(
    region: While,
    states: Sequence[_State],
    values: Values,
    folding: Folding,
    feeds: Collection[Tensor],
) -> list[_State]:
    """Returns the states, stacks with the capacity for what all iterations push."""
    pushed = {step for step in region.members if pushes(step)}
    growing = {owner_of(op.inputs[0]) for op in pushed}
    capacity = _capacity(region, values, folding, feeds) if growing.intersection(region.writes) else 0
    return [
        state.packed(capacity + 1 if owner in growing else 0) if isinstance(state, StackState) else state
        for owner, state in zip(region.writes, states, strict=True)
    ]


def _settled(
    begin: Callable[[list[Any], list[_State], Any], _Carry],
    iterate: Callable[[_Carry], _Carry],
    first: list[Any],
    states: list[_State],
    capacity: Callable[[], int],
) -> _Carry:
    """Returns the first carry, in a form that an iteration does not change: lists have rows for what all of them push.

    capacity(): returns the number of iterations.
    """
    for _ in range(4):
        carry = begin(first, states, _flag(None))
        form, after = jax.eval_shape(lambda carry: carry, carry), jax.eval_shape(iterate, carry)
        if _same(form, after):
            return carry
        longer = [
            value.for_loop(earlier, later, capacity) if isinstance(value, TensorList) else value
            for value, earlier, later in zip(first, form[1], after[1], strict=True)
        ]
        grown = [
            state.like(later) if isinstance(state, (StackState, ArrayState)) else state
            for state, later in zip(states, after[2], strict=True)
        ]
        if all(a is b for a, b in zip([*longer, *grown], [*first, *states], strict=True)):
            break
        first, states = longer, grown
    raise CantCompile("a value that it carries to the next iteration changes its shape")
