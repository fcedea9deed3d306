"""Operations that call functions of the graph's library: If, While, Case, PartitionedCall and relatives.

Branches and loops are made of them with control flow v2. The compiler runs the functions' bodies.
"""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.control_flow.called_shapes import returned_dims
from graphlab._src.ops.define import FUNCTION, FUNCTIONS, HERE, SHAPE, SHAPES, no_gradient, op

_SHAPES = {"output_shapes": (SHAPES, [])}


def _stated(op, count):
    """The attribute output_shapes, or nothing when it is left out."""
    stated = op.attrs["output_shapes"]
    if stated and len(stated) != count:
        raise ShapeError(f"`output_shapes` must be the same length as num outputs ({len(stated)} vs. {count})")
    return stated


def _branched(op):
    count = len(op.attrs["Tout"])
    return _stated(op, count) or [None] * count


def _looped(op):
    return _stated(op, len(op.inputs)) or [tensor.dims for tensor in op.inputs]


def _unknown(op):
    return [None] * len(op.attrs["Tout"])


@op(
    "If",
    "cond: Tcond, input: *Tin -> output: *Tout",
    infer=_branched,
    structural=True,
    stateful=True,
    attrs=_SHAPES,
    calls="if",
)
def if_(*, then_branch: FUNCTION, else_branch: FUNCTION):
    """The result of then_branch of `input` when `cond` is true (not 0, not empty), else of else_branch."""


@op(
    "StatelessIf",
    "cond: Tcond, input: *Tin -> output: *Tout",
    infer=_branched,
    structural=True,
    attrs=_SHAPES,
    calls="if",
)
def stateless_if(*, then_branch: FUNCTION, else_branch: FUNCTION):
    """An If whose functions neither read nor write state."""


@op(
    "Case",
    "branch_index: int32, input: *Tin -> output: *Tout",
    infer=_branched,
    structural=True,
    stateful=True,
    attrs=_SHAPES,
    calls="case",
    minimums={"branches": 1},
)
def case(*, branches: FUNCTIONS):
    """The result of the function with that index of `input`; of the last one for an index out of range."""


@op(
    "StatelessCase",
    "branch_index: int32, input: *Tin -> output: *Tout",
    infer=_branched,
    structural=True,
    attrs=_SHAPES,
    calls="case",
    minimums={"branches": 1},
)
def _stateless_case(*, branches: FUNCTIONS):
    """A Case whose functions neither read nor write state."""


@op(
    "While",
    "input: *T -> output: *T",
    infer=_looped,
    structural=True,
    stateful=True,
    attrs={**_SHAPES, "parallel_iterations": HERE},
    calls="while",
    forwards="each",
)
def while_(*, cond: FUNCTION, body: FUNCTION, parallel_iterations: int = 10):
    """body of `input`, again and again as long as cond of it is true."""


@op(
    "StatelessWhile",
    "input: *T -> output: *T",
    infer=_looped,
    structural=True,
    attrs={**_SHAPES, "parallel_iterations": HERE},
    calls="while",
    forwards="each",
)
def stateless_while(*, cond: FUNCTION, body: FUNCTION, parallel_iterations: int = 10):
    """A While whose functions neither read nor write state."""


@op("PartitionedCall", "args: *Tin -> output: *Tout", infer=returned_dims, structural=True, calls="function")
def _partitioned_call(*, f: FUNCTION, config: str = "", config_proto: str = "", executor_type: str = ""):
    """The result of f of `args`."""


@op(
    "StatefulPartitionedCall",
    "args: *Tin -> output: *Tout",
    infer=returned_dims,
    structural=True,
    stateful=True,
    calls="function",
)
def _stateful_partitioned_call(*, f: FUNCTION, config: str = "", config_proto: str = "", executor_type: str = ""):
    """The result of f of `args`, where f reads or writes state."""


@op(
    "BatchFunction",
    "in_tensors: *Tin, captured_tensors: *Tcaptured -> out_tensors: *Tout",
    infer=_unknown,
    structural=True,
    attrs={
        "max_enqueued_batches": (int, 10),
        "allowed_batch_sizes": (list[int], []),
        "container": (str, ""),
        "shared_name": (str, ""),
        "batching_queue": (str, ""),
    },
    calls="function",
)
def _batch_function(
    *,
    f: FUNCTION,
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    Tout: list[dtypes.DType],
):
    """The results of f of `in_tensors` and `captured_tensors`. TensorFlow calls it with what waits in several runs."""


@op("FakeParam", "-> output: dtype", infer=lambda op: op.attrs["shape"], grad=no_gradient)
def _fake_param(*, dtype: dtypes.DType, shape: SHAPE):
    """Placeholder for a value that a branch does not have and nothing reads: zeros, none where a size is not known."""
    dims: Any = shape
    sizes = [size or 0 for size in dims or ()]
    if dtype not in dtypes.ON_DEVICE:
        return np.full(sizes, b"", object)
    return jnp.zeros(sizes, dtype.as_numpy_dtype)
