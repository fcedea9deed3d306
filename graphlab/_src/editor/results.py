"""What a call has returned, as texts: dtypes and shapes, and the names of several results in a program."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from graphlab._src.editor.likeness import shape_text
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.tensor import Tensor
from graphlab._src.state.variable import Variable

_MOST = 64  # results that are listed

# What calls return that are no named tuples.
_NAMED = {
    "nn.moments": "mean variance",
    "nn.weighted_moments": "mean variance",
    "nn.normalize_moments": "mean variance",
    "nn.dynamic_rnn": "outputs state",
    "nn.bidirectional_dynamic_rnn": "outputs state",
    "nn.static_rnn": "outputs state",
    "nn.fused_batch_norm": "normalized mean variance",
    "clip_by_global_norm": "clipped norm",
    "meshgrid": "",
}


def describe(result: Any) -> list[str]:
    """`float32 ?×784` for each tensor of a result, `operation` for an operation."""
    items = list(itertools.islice(flat(result), _MOST + 1))
    return [_text(item) for item in items[:_MOST]] + ["…"] * (len(items) > _MOST)


def _text(item: Any) -> str:
    if isinstance(item, Operation):
        return "operation"
    sizes = item.dims if isinstance(item, Tensor) else item.shape.sizes
    text = f"{item.dtype.base_dtype.name} {shape_text(sizes)}"
    kind = "" if isinstance(item, (Tensor, Variable)) else type(item).__name__
    return f"{kind} {text}".strip()


def flat(result: Any) -> Iterator[Any]:
    """The tensors, variables and operations of a result, in their order."""
    if isinstance(result, (Tensor, Operation, Variable, SparseTensor)) or hasattr(result, "row_splits"):
        yield result
    elif isinstance(result, Mapping):
        for item in result.values():
            yield from flat(item)
    elif isinstance(result, (list, tuple)):
        for item in result:
            yield from flat(item)


def parts_of(path: str, result: Any) -> list[str]:
    """The names of the parts of a result that programs unpack; an empty list for what has one name."""
    if path in _NAMED:
        return _NAMED[path].split()
    if path.startswith("metrics."):
        word = path.rpartition(".")[2]
        return [word, f"{word}_update"]
    fields = getattr(type(result), "_fields", None)
    if isinstance(result, tuple) and fields and not isinstance(result, SparseTensor):
        return [str(field) for field in fields]
    return []


def variables_text(variables: list[Any]) -> str:
    """`7,850 parameters`, `2 variables` where their sizes are not known, or nothing."""
    trained = [variable for variable in variables if variable.trainable]
    if not trained:
        return ""
    sizes = [variable.shape.num_elements() for variable in trained]
    if None in sizes:
        return f"{len(trained):,} variable{'s' * (len(trained) != 1)}"
    total = sum(sizes)
    return f"{total:,} parameter{'s' * (total != 1)}"
