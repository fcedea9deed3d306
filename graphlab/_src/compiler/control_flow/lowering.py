"""Branches and loops in compiled code: a Cond becomes lax.cond, a While becomes lax.while_loop, which the host can end.

A loop carries its variables, the state that it changes, and the outcome of its condition: what every iteration
computes before the condition runs once at the beginning and then at the end of each iteration.
"""

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base.errors import OpError
from graphlab._src.compiler.checks import have_checks
from graphlab._src.compiler.control_flow.array_state import ArrayState
from graphlab._src.compiler.control_flow.regions import Call, Cond, Region
from graphlab._src.compiler.control_flow.run_state import CantCompile, NeedsCount, StackState
from graphlab._src.compiler.control_flow.structure import MERGE
from graphlab._src.compiler.control_flow.trip_counts import count_trips
from graphlab._src.compiler.effects import Version
from graphlab._src.compiler.executables import stop_flags
from graphlab._src.compiler.kernel_calls import cast, fed_outputs, run_op
from graphlab._src.compiler.partition import is_marker
from graphlab._src.graph.references import GradientArray, is_value, owner_of


class Scope:
    """Values in a branch or loop; what is not among them is looked up outside."""

    def __init__(self, outer):
        self._outer = outer
        self._values = {}

    def get(self, key, default=None):
        if key in self._values:
            return self._values[key]
        return self._outer.get(key, default)

    def __getitem__(self, key):
        return self._values[key] if key in self._values else self._outer[key]

    def __setitem__(self, key, value):
        self._values[key] = value

    def __contains__(self, key):
        return key in self._values or key in self._outer


def run_steps(steps, values, effects, folding, feeds):
    """Computes the steps with JAX, in order."""
    for step in steps:
        fed = fed_outputs(step, values, feeds)
        if isinstance(step, Region):
            lower = _cond if isinstance(step, Cond) else _call if isinstance(step, Call) else _while
            try:
                lower(step, values, effects, folding, feeds)
            except NeedsCount:
                raise
            except CantCompile as reason:
                reason.regions.setdefault(step, str(reason))
                raise
        elif step.type in MERGE:
            take_only_input(step, values)
        elif not is_marker(step):
            run_op(step, values, effects, feeds, folding)
        for tensor, value in fed:
            values[tensor] = value


def _try_steps(steps, values, effects, folding, feeds):
    """The same for steps that may never run: where they fail in the trace, the host interprets them."""
    try:
        run_steps(steps, values, effects, folding, feeds)
    except OpError as error:
        raise CantCompile(f"'{error.op.name}' fails if it runs" if error.op is not None else str(error)) from error


def take_only_input(merge, values):
    """Runs a Merge of which only one input can come."""
    for i, tensor in enumerate(merge.inputs):
        found = values.get(tensor)
        if found is not None:
            values[merge.outputs[0]] = found
            values[merge.outputs[1]] = np.int32(i)


def _enter(region, values, effects):
    """A Scope in which version 0 of the region's state is what it holds outside."""
    scope = Scope(values)
    outside = effects.reads.get(region, {})
    for owner in (*region.reads, *region.writes):
        scope[Version(owner, 0)] = _apart(values.get(outside[owner]))
    return scope


def _apart(state):
    """Returns state for one trace of a body: a body is traced more than once, and each trace reads an array anew."""
    return state.apart() if isinstance(state, ArrayState) else state


def _after(body, scope, owner):
    """The state of an owner when the body is through."""
    return scope.get(body.effects.final.get(owner, Version(owner, 0)))


def _put_state(region, effects, states, values):
    for (_, after), state in zip(effects.writes.get(region, ()), states, strict=True):
        values[after] = state


def _call(region, values, effects, folding, feeds):
    (body,) = region.bodies
    scope = _enter(region, values, effects)
    inner = folding.inside(scope)
    run_steps(body.steps, scope, body.effects, inner, feeds)
    folding.failures += inner.failures
    for output, tensor in region.returned:
        if owner_of(output) is None:
            values[output] = read(tensor, body, scope)
    _put_state(region, effects, [_after(body, scope, owner) for owner in region.writes], values)


def _cond(region, values, effects, folding, feeds):
    pred = jnp.asarray(values[region.pred])
    if pred.ndim:
        raise CantCompile("its condition is not a single bool")
    joined = [item for item in region.joined if is_value(item[0])]
    named = [item for item in region.joined if item[1] is not None]
    handed_on = [(tensor, side) for tensor, side in region.handed_on if is_value(tensor)]
    nothing = {}
    checked_inside = have_checks([region])

    def branch(which):
        def run():
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
            results: list[Any] = [
                cast(jnp.asarray(read(taken[which], body, scope)), output.dtype) for output, _, taken, _ in joined
            ]
            results += [jnp.asarray(numbers[which], jnp.int32) for _, _, _, numbers in named]
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
        nothing.update(_zeros(handed_on, possible, region, values, effects, folding, feeds))
    if len(possible) > 1 and any(_unsettled(values.get(effects.reads[region][owner])) for owner in region.writes):
        branches = _with_common_state(branches)
    forms = []

    def checked(run):
        def wrapped():
            result = run()
            forms.append(result)
            if not _same(forms[0], result):
                raise CantCompile("its branches give results of different shapes")
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
    for _, which, _, _ in named:
        values[which] = next(results)
    for tensor, _ in handed_on:
        values[tensor] = next(results)
    folding.failures.extend(results)  # the flag, where there is one
    _put_state(region, effects, states, values)


def _flag(failure):
    """What an operation has found, as an array: False where none looked."""
    return jnp.zeros((), bool) if failure is None else jnp.asarray(failure)


def _possible(region, values):
    """Returns the sides that may run: not one that reads what a branch that was not taken would have produced."""
    gone = {tensor for tensor in region.inputs if tensor in values and values[tensor] is None}
    return [side for side, body in enumerate(region.bodies) if not gone or _may_run(body, gone)]


def _may_run(body, gone):
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


def _zeros(handed_on, possible, region, values, effects, folding, feeds):
    """Returns {tensor: zeros of its form, for runs in which its side is not taken; None where it can't be}."""

    def run(side):
        body = region.bodies[side]
        scope = _enter(region, values, effects)
        run_steps(body.steps, scope, body.effects, folding.inside(scope), feeds)
        return {tensor.name: as_array(scope[tensor]) for tensor, where in handed_on if where == side}

    forms = {}
    for side in possible:
        if any(where == side for _, where in handed_on):
            forms.update(jax.eval_shape(lambda side=side: run(side)))
    # What a branch within that side hands on is not there when its condition is known and the other one is taken.
    zeros = {name: jnp.zeros(form.shape, form.dtype) for name, form in forms.items() if form is not None}
    return {tensor: zeros.get(tensor.name) for tensor, _ in handed_on}


def read(tensor, body, scope):
    """The value of a tensor when the body is through; of a reference what the variable then holds."""
    owner = owner_of(tensor)
    return scope[tensor] if owner is None else scope.get(body.effects.version_of(tensor))


def _unsettled(state):
    """True for a stack or TensorArray that may look different after one of the branches."""
    return isinstance(state, (StackState, ArrayState)) and state.buffer is None


def _with_common_state(branches):
    """Returns the branches, changed to leave state in the same form."""
    after = [jax.eval_shape(run)[1] for run in branches]
    forms = [functools.reduce(_common, states) for states in zip(*after, strict=True)]

    def in_form(run):
        def wrapped():
            results, states = run()
            return results, [_shaped(state, form) for state, form in zip(states, forms, strict=True)]

        return wrapped

    return [in_form(run) for run in branches]


def _common(first, second):
    """The form that the state has after either branch: with the buffer that only one of them made."""
    for one in (first, second):
        if isinstance(one, (StackState, ArrayState)) and (one.buffer is not None):
            return one
    return first


def _shaped(state, form):
    if isinstance(state, ArrayState) and form.buffer is not None:
        return state.packed(tuple(form.buffer.shape[1:]))
    if isinstance(state, StackState) and form.capacity is not None and state.capacity is not None:
        return state.like(form)
    return state


def _same(first, second):
    one, other = jax.tree.structure(first), jax.tree.structure(second)
    return one == other and all(
        a.shape == b.shape and a.dtype == b.dtype
        for a, b in zip(jax.tree.leaves(first), jax.tree.leaves(second), strict=True)
    )


def _while(region, values, effects, folding, feeds):
    variables = [item for item in region.variables if owner_of(item[1]) is None]
    outer = Scope(values)
    for tensor, source in region.constants:
        if owner_of(tensor) is None:
            outer[tensor] = taken(source, region, values, effects)
    carried_inside = needed_later(region)
    looks = have_checks([region])
    anew = region.read_anew()

    def scope_of(loop_values, states):
        """Returns the Scope with which an iteration begins."""
        scope = Scope(outer)
        for owner in region.reads:
            scope[Version(owner, 0)] = _apart(values.get(effects.reads[region][owner]))
        for owner, state in zip(region.writes, states, strict=True):
            scope[Version(owner, 0)] = state
        for tensor, owner in anew:
            scope[tensor] = scope[Version(owner, 0)]
        for (_, carried, _), value in zip(variables, loop_values, strict=True):
            scope[carried] = value
        return scope

    def begin(loop_values, states, failed):
        """Computes what every iteration computes before the condition. failed: whether something was found wrong before, or None."""
        scope = scope_of(loop_values, states)
        body = region.always
        inner = folding.inside(scope)
        run_steps(body.steps, scope, body.effects, inner, feeds)
        goes_on = jnp.asarray(scope[region.condition])
        if looks:
            failed = failed | _flag(inner.failure())
            goes_on = goes_on & ~failed
        states = [_after(body, scope, owner) for owner in region.writes]
        saved = [as_array(scope[tensor]) for tensor in carried_inside]
        return goes_on, loop_values, states, saved, failed

    def iterate(carry):
        _, loop_values, states, saved, failed = carry
        scope = scope_of(loop_values, states)
        for tensor, value in zip(carried_inside, saved, strict=True):
            scope[tensor] = value
        body = region.live
        inner = folding.inside(scope)
        _try_steps(body.steps, scope, body.effects, inner, feeds)
        if looks:
            failed = failed | _flag(inner.failure())
        following = [cast(jnp.asarray(read(last, body, scope)), carried.dtype) for _, carried, last in variables]
        states = [_after(body, scope, owner) for owner in region.writes]
        return begin(following, states, failed)

    first = [cast(jnp.asarray(taken(start, region, values, effects)), carried.dtype) for start, carried, _ in variables]
    before = {owner: values.get(version) for owner, version in effects.reads[region].items()}
    states = [_ready(owner, before) for owner in region.writes]
    if any(isinstance(state, StackState) for state in states):
        states = _with_capacity(region, states, values, effects, folding, feeds)
    carry = (
        _settled(begin, iterate, first, states) if any(map(_unsettled, states)) else begin(first, states, _flag(None))
    )

    def checked(carry):
        after = iterate(carry)
        if not _same(carry, after):
            raise CantCompile("a value that it carries to the next iteration changes its shape")
        return after

    ended = stop_flags.while_loop(lambda carry: carry[0], checked, carry, folding.stop_flags)
    _, loop_values, states, saved, failed = ended
    if looks:
        folding.failures.append(failed)
    results = dict(zip(carried_inside, saved, strict=True))
    results.update({carried: value for (_, carried, _), value in zip(variables, loop_values, strict=True)})
    for output, tensor in region.exits:
        if owner_of(output) is None:
            values[output] = results[tensor] if tensor in results else outer[tensor]
    _put_state(region, effects, states, values)


def taken(tensor, region, values, effects):
    """Returns the value of a tensor outside that a loop reads; of a reference what the variable holds then."""
    owner = owner_of(tensor)
    return values[tensor] if owner is None else values.get(effects.reads[region][owner])


def as_array(value):
    """A value that a loop can carry."""
    return jax.tree.map(jnp.asarray, value)


def needed_later(region):
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


def _ready(owner, before):
    """State as a loop carries it. before: {owner: its state before the loop}."""
    state = before[owner]
    if state is None and isinstance(owner, GradientArray) and before.get(owner.array) is not None:
        state = before[owner.array].gradient(owner.source)
    if state is None:
        raise CantCompile("the state that it changes begins inside it")
    if isinstance(state, ArrayState):
        return state.packed()
    return state if isinstance(state, StackState) else jnp.asarray(state)


def _with_capacity(region, states, values, effects, folding, feeds):
    """Returns the states, stacks with the capacity for what all iterations push."""
    pushed = {step for step in region.members if step.type == "StackPushV2"}
    growing = {owner_of(op.inputs[0]) for op in pushed}
    capacity = 0
    if growing.intersection(region.writes):
        capacity = folding.capacities.get(region)
        if capacity is None:
            capacity = count_trips(region, values, folding, feeds, run_steps, Scope)
        if capacity is None:
            raise NeedsCount(region)
    return [
        state.packed(capacity + 1 if owner in growing else 0) if isinstance(state, StackState) else state
        for owner, state in zip(region.writes, states, strict=True)
    ]


def _settled(begin, iterate, first, states):
    """Returns the first carry, in a form that an iteration does not change."""
    for _ in range(4):
        carry = begin(first, states, _flag(None))
        form, after = jax.eval_shape(lambda carry: carry, carry), jax.eval_shape(iterate, carry)
        if _same(form, after):
            return carry
        grown = [
            state.like(later) if isinstance(state, (StackState, ArrayState)) else state
            for state, later in zip(states, after[2], strict=True)
        ]
        if all(a is b for a, b in zip(grown, states, strict=True)):
            break
        states = grown
    raise CantCompile("a value that it carries to the next iteration changes its shape")
