"""What a model's inputs are fed through: placeholders of tensors, SparseTensors or RaggedTensors."""

from typing import Any

from graphlab._src.base.dtypes import DType
from graphlab._src.ops.identity import placeholder
from graphlab._src.ops.ragged import factories
from graphlab._src.ops.sparse import sparse_placeholder


def input_placeholder(
    dtype: DType, shape: Any, name: str | None = None, sparse: bool = False, ragged: bool = False
) -> Any:
    """A placeholder of a shape with the batch, None where nothing is known of it.

    ragged: the axes after the batch whose sizes are not given are ragged, up to the first whose size is.
    """
    if sparse and ragged:
        raise ValueError("Cannot set both sparse and ragged to True when creating a placeholder.")
    if ragged:
        inner = list(shape[1:])
        rank = next((i for i, size in enumerate(inner) if size is not None), len(inner))
        return factories.placeholder(dtype, rank, inner[rank:], name)
    return (sparse_placeholder if sparse else placeholder)(dtype, shape=shape, name=name)
