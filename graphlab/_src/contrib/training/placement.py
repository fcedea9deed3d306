"""Strategies of replica_device_setter: which parameter server has which variable."""

import hashlib
from collections.abc import Callable

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph.operation import Operation


class RandomStrategy:
    """A parameter server at random, the same for the same name in every run.

    num_ps_tasks: how many there are.  seed: int.
    """

    def __init__(self, num_ps_tasks: int, seed: int = 0) -> None:
        self._count = num_ps_tasks
        self._seed = seed

    def __call__(self, op: Operation) -> int:
        digest = hashlib.md5(f"{op.name}_{self._seed}".encode(), usedforsecurity=False).hexdigest()
        return int(digest, 16) % self._count


class GreedyLoadBalancingStrategy:
    """The parameter server with the least load so far, the first of several.

    num_tasks: how many there are.  load_fn(op): the load of a variable, in any unit; `byte_size_load_fn` for one.
    """

    def __init__(self, num_tasks: int, load_fn: Callable[[Operation], float]) -> None:
        self._load_fn = load_fn
        self._loads = [0.0] * num_tasks

    def __call__(self, op: Operation) -> int:
        task = self._loads.index(min(self._loads))
        self._loads[task] += self._load_fn(op)
        return task


def byte_size_load_fn(op: Operation) -> int:
    """The bytes of a variable. ValueError for an operation with several outputs, or whose shape is not known."""
    if len(op.outputs) != 1:
        raise ValueError(f"Op {op} must have a single output")
    output = op.outputs[0]
    shape = output.shape
    if not shape.is_fully_defined() or "shape" in op.attrs:  # a handle is a scalar, whatever its variable is
        shape = TensorShape(op.get_attr("shape"))
    shape.assert_is_fully_defined()
    count = shape.num_elements()
    assert count is not None
    dtype = op.get_attr("dtype") if "dtype" in op.attrs else output.dtype
    return count * dtype.size
