"""What a tensor is to the rules of operations: its dtype, its static shape, whether it is a variable, the value of a constant."""

import dataclasses
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import Dims
from graphlab._src.graph.constant import constant_value
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.tensor import Tensor
from graphlab._src.ops.define import no_gradient
from graphlab._src.ops.ragged.tensor import RaggedTensor

_MOST = 256  # elements of a constant of which a copy is used, as its values may decide shapes


@dataclasses.dataclass(frozen=True)
class Likeness:
    """What a tensor or variable is to the rules of operations: equal ones get equal results.

    kind: "tensor"; "reference" or "resource" for the two kinds of variables; "sparse" for a SparseTensor, "ragged" for a
    RaggedTensor of that many ragged axes; "operation" for one without outputs.
    value: of a constant, its bytes.  trains: of a single number, and of one of several, whether it depends on a variable that can be trained.
    leads: of the first of several, whether its gradient with respect to one of the others is there.
    """

    dtype: DType
    dims: Dims
    kind: str = "tensor"
    value: bytes | None = None
    trainable: bool = True
    trains: bool = False
    leads: bool = False
    ragged_rank: int = 0

    @property
    def text(self) -> str:
        """`float32 ?×784`"""
        kind = {"sparse": "SparseTensor ", "ragged": "RaggedTensor "}.get(self.kind, "")
        return f"{kind}{self.dtype.name} {shape_text(self.dims)}"


def likenesses_of(things: Sequence[Any]) -> list[Likeness]:
    """The Likeness of each thing that is selected."""
    found = [likeness_of(thing) for thing in things]
    if len(things) > 1:
        found = [
            dataclasses.replace(one, trains=isinstance(thing, Tensor) and depends_on_variables(thing))
            for one, thing in zip(found, things, strict=True)
        ]
    if len(things) > 1 and isinstance(things[0], Tensor):
        others = {thing.op for thing in things[1:] if hasattr(thing, "op")}
        found[0] = dataclasses.replace(found[0], leads=has_gradient(things[0], others))
    return found


def likeness_of(thing: Any) -> Likeness:
    """The Likeness of a Tensor, Variable, SparseTensor, RaggedTensor or Operation."""
    if isinstance(thing, Operation):
        return Likeness(dtypes.variant, None, "operation")
    if isinstance(thing, Tensor):
        value = constant_value(thing) if thing.dtype.is_integer or thing.dtype.is_floating else None
        small = value is not None and value.size <= _MOST and value.dtype == thing.dtype.as_numpy_dtype
        text = np.asarray(value).tobytes() if small else None
        return Likeness(
            thing.dtype.base_dtype, thing.dims, value=text, trains=not thing.dims and depends_on_variables(thing)
        )
    if isinstance(thing, SparseTensor):
        return Likeness(thing.dtype.base_dtype, thing.shape.sizes, "sparse")
    if isinstance(thing, RaggedTensor):
        dims = thing.flat_values.dims
        return Likeness(thing.dtype.base_dtype, dims, "ragged", ragged_rank=thing.ragged_rank)
    kind = "reference" if thing.dtype.is_ref_dtype else "resource"
    return Likeness(thing.dtype.base_dtype, thing.shape.sizes, kind, trainable=bool(thing.trainable))


def depends_on_variables(tensor: Tensor) -> bool:
    """Whether a gradient of a tensor reaches a variable that is trained."""
    trained = {getattr(variable, "op", None) for variable in tensor.graph.get_collection("trainable_variables")}
    return bool(trained) and has_gradient(tensor, trained)


def has_gradient(tensor: Tensor, sources: Collection[Operation | None]) -> bool:
    """Whether a gradient of a tensor reaches one of the sources: by tensors of real or complex numbers."""
    waiting = [tensor.op]
    seen = set(waiting)
    while waiting:
        op = waiting.pop()
        if op in sources:
            return True
        if op.definition is not None and op.definition.gradient is no_gradient:
            continue
        for used in op.inputs:
            dtype = used.dtype.base_dtype
            numbers = dtype.is_floating or dtype.is_complex or dtype in (dtypes.resource, dtypes.variant)
            if numbers and used.op not in seen:
                seen.add(used.op)
                waiting.append(used.op)
    return False


def shape_text(dims: Dims) -> str:
    """`?×784`, `[784]`, `scalar`, or `any shape`."""
    if dims is None:
        return "any shape"
    sizes = ["?" if size is None else str(size) for size in dims]
    return f"[{sizes[0]}]" if len(sizes) == 1 else "×".join(sizes) or "scalar"
