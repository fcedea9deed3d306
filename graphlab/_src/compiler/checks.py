"""What an operation finds wrong with values, in compiled code too.

Compiled code can't raise. So what the operations of a segment check becomes one more output, which says whether anything
is wrong; then the host runs the segment's operations one by one on the same inputs, and the one that is wrong raises, with
its name, the place and the value. An operation's `checks` are written once for both: on NumPy arrays and on traced ones.

Accelerators check nothing, as TensorFlow's kernels there don't.
"""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer

from graphlab._src.base import shapes
from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.compiler.control_flow.regions import Region, Step
from graphlab._src.compiler.effects import Effects, Value
from graphlab._src.compiler.padding import names_rows, without_padding
from graphlab._src.graph.constant import group_inputs
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

Array = np.ndarray | jax.Array


class Check(NamedTuple):
    """One thing that may be wrong. bad: true, or an array with a true element, where it is.  say() -> what is wrong,
    called with NumPy arrays only.  kind: the class of the error.
    """

    bad: bool | np.bool_ | Array
    say: Callable[[], str]
    kind: type[Any] = InvalidArgumentError


class CheckFailedError(Exception):
    """Compiled code, or NumPy in its place, has found something wrong; what it is the host finds out."""


def have_checks(steps: Iterable[Step]) -> bool:
    """True when an operation among the steps, or in a branch or loop there, checks values."""
    return any(
        op.definition is not None and op.definition.has_checks(op)
        for step in steps
        for op in (step.members if isinstance(step, Region) else (step,))
    )


def leading_to_checks(steps: Sequence[Step], effects: Effects) -> list[Step]:
    """The steps that check values, with those that they need, in order; the writes of state that they read, too."""
    needed: list[Step] = []
    wanted: set[Value] = set()
    for step in reversed(steps):
        written = [after for _, after in effects.writes.get(step, ())]
        if have_checks([step]) or wanted.intersection(step.outputs) or wanted.intersection(written):
            needed.append(step)
            wanted.update(step.inputs, effects.reads.get(step, {}).values())
    return needed[::-1]


def checks_of(op: Operation, inputs: Sequence[Any], result: Any, attributes: Mapping[str, Any]) -> Sequence[Check]:
    """The Checks of an operation that ran. inputs: a flat list.  result: what its kernel returned."""
    definition = op.definition
    if definition.checks is None or not definition.has_checks(op):
        return ()
    inputs = [_without_padding(tensor, value) for tensor, value in zip(op.inputs, inputs, strict=True)]
    return definition.checks(result, *group_inputs(definition, op, inputs), **attributes)


def _without_padding(tensor: Tensor, value: Any) -> Any:
    """The value; 0 in place of what a padded result of unknown size has for no row (compiler/padding.py)."""
    return without_padding(value) if isinstance(value, Tracer) and names_rows(tensor) else value


def traced(checks: Iterable[Check]) -> jax.Array | None:
    """Whether any of the Checks found something, as a scalar that is traced; None where there are none."""
    found = None
    for check in checks:
        if isinstance(check.bad, (bool, np.bool_, np.ndarray)) and not np.any(check.bad):
            continue
        bad = jnp.any(check.bad)
        found = bad if found is None else found | bad
    return found


def raise_first(op: Operation, checks: Iterable[Check]) -> None:
    """Raises what the first Check that found something says. The values are NumPy arrays."""
    for check in checks:
        if np.any(check.bad):
            message = f"{check.say()}\n\t [[{{{{node {op.name}}}}}]]"
            raise check.kind(op.node_def, op, explain(message, at=op))


def outside(indices: Array, size: int | Array, name: str = "indices") -> Check:
    """The Check that every index is one of `size` positions, in TensorFlow's words."""
    bad = (indices < 0) | (indices >= size)

    def say() -> str:
        place = first_place(bad)
        value = np.asarray(indices)[np.asarray(bad)].flat[0]
        return f"{name}{f'[{place}]' if np.ndim(bad) else ''} = {value} is not in [0, {size})"

    return Check(bad, say)


def outside_dims(indices: Array, dims: tuple[int, ...], of: str = "shape") -> Check:
    """The Check that all coordinates in the last axis are within those dims. of: what has them, in TensorFlow's words."""
    depth = indices.shape[-1]
    limits = np.asarray(dims[:depth], np.int64).astype(indices.dtype)
    bad = ((indices < 0) | (indices >= limits)).any(axis=-1)

    def say() -> str:
        place = first_place(bad)
        value = np.asarray(indices).reshape(-1, depth)[np.flatnonzero(np.asarray(bad))[0]]
        shown = ", ".join(map(str, value.tolist()))
        return f"indices{f'[{place}]' if place else ''} = [{shown}] does not index into {of} {shapes.text(dims)}"

    return Check(bad, say)


def out_of_rows(indices: Array, count: int) -> Check:
    """The Check that every index is a row of a variable, as the kernels of optimizers word it."""
    bad = (indices < 0) | (indices >= count)

    def say() -> str:
        i = int(np.flatnonzero(bad)[0])
        return f"Index {np.asarray(indices).flat[i]} at offset {i} in indices is out of range"

    return Check(bad, say)


def first_bad(values: Any, bad: Any) -> np.generic:
    """The first of the values that is wrong, as a NumPy number."""
    return np.asarray(values)[np.asarray(bad)].flat[0]


def divided_by_zero(
    quotient: Any, divisor: Any, what: str = "Integer division by zero", kind: type[Any] = InvalidArgumentError
) -> list[Check]:
    """The Checks that nothing is divided by the integer 0. quotient: the result; where it is empty nothing is divided."""
    if not jnp.issubdtype(jnp.result_type(divisor), jnp.integer) or quotient is not None and not np.size(quotient):
        return []
    return [Check(divisor == 0, lambda: what, kind)]


def without_zero(divisor: Any) -> Any:
    """An integer divisor with 1 in place of 0, which would end the process; others as they are."""
    if not jnp.issubdtype(jnp.result_type(divisor), jnp.integer):
        return divisor
    xp = xp_of(divisor)
    return xp.where(divisor == 0, xp.ones_like(divisor), divisor)


def first_place(bad: Any) -> str:
    """The place of the first true element, as TensorFlow writes it: "" of a scalar, "3", "1,0"."""
    places = np.argwhere(bad)
    return ",".join(map(str, places[0])) if len(places) else ""


def xp_of(*values: Any) -> Any:
    """NumPy where all values are its arrays, else jax.numpy."""
    return np if all(isinstance(value, (np.ndarray, np.generic, int, float, bool)) for value in values) else jnp
