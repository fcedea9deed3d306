"""The number of iterations of a loop, where constants and shapes decide it."""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import jax
import jax.numpy as jnp

from graphlab._src.compiler.control_flow.regions import Region, Step, While
from graphlab._src.compiler.executables import stop_flags
from graphlab._src.compiler.executables.xla_options import compile_with, options_for
from graphlab._src.compiler.kernel_calls import Folding, Values, cast
from graphlab._src.graph.references import enters, owner_of
from graphlab._src.graph.tensor import Tensor

if TYPE_CHECKING:
    from graphlab._src.compiler.control_flow.lowering import RunSteps, Scope

_Carried: TypeAlias = Mapping[Tensor, tuple[Tensor, Tensor]]  # value in the iteration -> (first value, next value)


def count_trips(
    region: While,
    values: Values,
    folding: Folding,
    feeds: Collection[Tensor],
    run_steps: "RunSteps",
    scope_of: "Callable[[Values], Scope]",
) -> int | None:
    """The number of iterations, or None when it depends on values that only the run has.

    Runs what decides the condition, and nothing else of the loop, ahead of time.
    """

    def known(tensor: Tensor) -> Any:
        while enters(tensor.op) and tensor not in feeds:
            tensor = tensor.op.inputs[0]
        value = folding.constants.value(tensor)
        if value is not None:
            return value
        if not folding.can_know(tensor):
            raise LookupError(tensor)
        return folding.concrete(tensor)

    counting = _counting(region, known, values, folding, feeds, run_steps, scope_of)
    if counting is None:
        return None
    cpu = jax.local_devices(backend="cpu")[0]

    def count(flags: jax.Array) -> Any:
        return compile_with(jax.jit(counting).lower(flags), options_for("cpu"))(flags)

    return int(stop_flags.run(count, cpu))


def traced_trips(
    region: While,
    values: Values,
    folding: Folding,
    feeds: Collection[Tensor],
    run_steps: "RunSteps",
    scope_of: "Callable[[Values], Scope]",
) -> Any:
    """The number of iterations as a traced value, from the values before the loop; None when state decides it."""
    counting = _counting(region, values.__getitem__, values, folding, feeds, run_steps, scope_of)
    return None if counting is None else counting(folding.stop_flags)


def _counting(
    region: While,
    value_before: Callable[[Tensor], Any],
    values: Values,
    folding: Folding,
    feeds: Collection[Tensor],
    run_steps: "RunSteps",
    scope_of: "Callable[[Values], Scope]",
) -> Callable[[Any], Any] | None:
    """A function that counts the iterations with JAX, or None. value_before(tensor): the value of a tensor from outside."""
    merges = {carried: (start, last) for start, carried, last in region.variables}
    sliced = _slice(region, merges)
    if sliced is None:
        return None
    steps, used = sliced
    outer = scope_of(values)
    try:
        for tensor, source in region.constants:
            if tensor in used:
                outer[tensor] = value_before(source)
        deciding = [merge for merge in merges if merge in used]
        first = [value_before(merges[merge][0]) for merge in deciding]
    except LookupError:
        return None
    always = [step for step in region.always.steps if step in steps]
    live = [step for step in region.live.steps if step in steps]
    inside = {tensor for step in (*always, *live) for tensor in step.outputs} | set(merges)
    inside |= {tensor for tensor, _ in region.constants}
    if any(tensor not in inside for step in (*always, *live) for tensor in step.inputs if owner_of(tensor) is None):
        return None

    def scope_with(loop_values: list[Any]) -> "Scope":
        scope = scope_of(outer)
        for merge, value in zip(deciding, loop_values, strict=True):
            scope[merge] = value
        run_steps(always, scope, region.always.effects, folding.inside(scope), feeds)
        return scope

    def iterate(carry: tuple[Any, list[Any]]) -> tuple[Any, list[Any]]:
        count, loop_values = carry
        scope = scope_with(loop_values)
        run_steps(live, scope, region.live.effects, folding.inside(scope), feeds)
        return count + 1, [cast(jnp.asarray(scope[merges[merge][1]]), merge.dtype) for merge in deciding]

    def count(flags: jax.Array) -> Any:
        values_before = [cast(jnp.asarray(v), m.dtype) for m, v in zip(deciding, first, strict=True)]
        start = jnp.zeros((), jnp.int32), values_before
        return stop_flags.while_loop(lambda carry: scope_with(carry[1])[region.condition], iterate, start, flags)[0]

    return count


def _slice(region: While, merges: _Carried) -> tuple[set[Step], set[Tensor]] | None:
    """(the steps that decide the condition, the tensors that they use), or None when state has a part in it."""
    made = {tensor: step for body in region.bodies for step in body.steps for tensor in step.outputs}
    steps: set[Step] = set()
    used: set[Tensor] = set()
    waiting = [region.condition]
    while waiting:
        tensor = waiting.pop()
        if tensor in used:
            continue
        used.add(tensor)
        if tensor in merges:
            waiting.append(merges[tensor][1])
            continue
        step = made.get(tensor)
        if step is None or step in steps:
            continue
        if isinstance(step, Region) or step.definition.stateful or step.definition.on_state:
            return None
        steps.add(step)
        waiting.extend(step.inputs)
    return steps, used
