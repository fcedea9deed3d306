"""Variables of a loop to which each iteration appends: compiled code writes all that is appended into one buffer.

The gradient of rows that a loop reads appends them so, and programs append the words that they decode. What a loop carries
has one shape in compiled code. The buffer has it, once the number of iterations is known.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from graphlab._src.compiler.constants import Constants
from graphlab._src.compiler.control_flow.regions import Step, Variable, While
from graphlab._src.compiler.control_flow.run_state import CantCompile
from graphlab._src.graph.control_flow_context import is_switch
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.references import is_identity, owner_of
from graphlab._src.graph.tensor import Tensor


class Growth(NamedTuple):
    """A variable of a loop that each iteration makes longer, and that nothing else in the loop reads.

    added: the tensors that an iteration appends, in order, along `axis`.  steps: what only hands on and appends.
    """

    variable: Variable
    added: Sequence[Tensor]
    axis: int
    steps: Collection[Step]

    def of_iteration(self, values: Any) -> jax.Array:
        """What an iteration appends. values: those of the iteration."""
        dtype = values[self.added[0]].dtype
        added = [jnp.asarray(values[tensor], dtype) for tensor in self.added]
        return added[0] if len(added) == 1 else jnp.concatenate(added, self.axis)

    def buffer(self, start: jax.Array, added: jax.ShapeDtypeStruct, trips: int) -> jax.Array:
        """The first value, and capacity for what the iterations append. added: the form of what one appends."""
        rank = start.ndim
        if not -rank <= self.axis < rank or _others(start.shape, self.axis) != _others(added.shape, self.axis):
            raise CantCompile("what it appends does not fit")
        dims = list(added.shape)
        dims[self.axis] *= max(trips, 1)  # the code of an iteration that never runs has to fit, too
        return jnp.concatenate([start, jnp.zeros(dims, start.dtype)], self.axis)

    def write(self, buffer: jax.Array, start: jax.Array, added: jax.Array, iteration: jax.Array) -> jax.Array:
        """The buffer with what an iteration appends."""
        place = start.shape[self.axis] + iteration * added.shape[self.axis]
        return jax.lax.dynamic_update_slice_in_dim(buffer, added.astype(buffer.dtype), place, self.axis)

    def whole(self, buffer: jax.Array, start: jax.Array, trips: int) -> jax.Array:
        """The variable after all iterations."""
        return buffer if trips else start


def growths(region: While, feeds: Collection[Tensor]) -> list[Growth]:
    """The variables of a loop that grow."""
    steps = [*region.always.steps, *region.live.steps]
    users: dict[Tensor, list[Step]] = {}
    for step in steps:
        for tensor in dict.fromkeys(step.inputs):
            users.setdefault(tensor, []).append(step)
    merges = {carried for _, carried, _ in region.variables}
    taken = [last for _, _, last in region.variables] + [region.condition]
    taken += [tensor for _, tensor in region.exits if tensor not in merges]
    constants, live = Constants(feeds), frozenset(region.live.steps)
    found = [_growth(variable, users, live, taken, feeds, constants) for variable in region.variables]
    return [growth for growth in found if growth is not None]


def _growth(
    variable: Variable,
    users: dict[Tensor, list[Step]],
    live: Collection[Step],
    taken: Sequence[Tensor],
    feeds: Collection[Tensor],
    constants: Constants,
) -> Growth | None:
    _, carried, last = variable
    if owner_of(carried) is not None:
        return None
    passed: list[Operation] = []
    tensor = carried
    appends: Operation | None = None
    while appends is None or tensor is not last:
        using = users.get(tensor, [])
        if tensor in feeds or tensor in taken or len(using) != 1:
            return None
        (step,) = using
        if not isinstance(step, Operation) or step not in live or step.inputs.count(tensor) != 1:
            return None
        passed.append(step)
        if is_identity(step):
            (tensor,) = step.outputs
        elif is_switch(step) and tensor is carried and step.inputs[0] is tensor and step.outputs[0] not in users:
            tensor = step.outputs[1]
        elif appends is None and step.definition.appends and step.inputs[0] is tensor:
            appends = step
            (tensor,) = step.outputs
        else:
            return None
    axis = constants.value(appends.inputs[-1])
    if last in feeds or last in users or taken.count(last) != 1 or axis is None or axis.ndim:
        return None
    return Growth(variable, appends.inputs[1:-1], int(axis), frozenset(passed))


def _others(dims: tuple[int, ...], axis: int) -> tuple[int, tuple[int, ...]]:
    """The rank, and the sizes on the other axes."""
    place = axis % len(dims) if dims else 0
    return len(dims), dims[:place] + dims[place + 1 :]
