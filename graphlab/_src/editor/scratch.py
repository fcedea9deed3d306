"""A graph to try things out in, which leaves no trace: not in the notebook's graphs, defaults, collections, names or seeds.

What is built here is built in a thread of its own, since what is default (graph, session, scopes, Keras' calls) is so for a
thread; nothing is ever run.
"""

import contextvars
import dataclasses
import re
import threading
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import Dims, TensorShape
from graphlab._src.editor.public_names import public
from graphlab._src.graph.constant import constant_value
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.ops.define import no_gradient

_MOST = 256  # elements of a constant of which a copy is used, as its values may decide shapes


@dataclasses.dataclass(frozen=True)
class Likeness:
    """What a tensor or variable is to the rules of operations: equal ones get equal results.

    kind: "tensor", "reference" or "resource" for the two kinds of variables, "operation" for one without outputs.
    value: of a constant, its bytes.  trains: of a single number, whether it depends on a variable that can be trained.
    """

    dtype: DType
    dims: Dims
    kind: str = "tensor"
    value: bytes | None = None
    trainable: bool = True
    trains: bool = False

    @property
    def text(self) -> str:
        """`float32 ?×784`"""
        return f"{self.dtype.name} {shape_text(self.dims)}"


def likeness_of(thing: Any) -> Likeness:
    """The Likeness of a Tensor, Variable or Operation."""
    if isinstance(thing, Operation):
        return Likeness(dtypes.variant, None, "operation")
    if isinstance(thing, Tensor):
        value = constant_value(thing) if thing.dtype.is_integer or thing.dtype.is_floating else None
        small = value is not None and value.size <= _MOST and value.dtype == thing.dtype.as_numpy_dtype
        text = np.asarray(value).tobytes() if small else None
        return Likeness(
            thing.dtype.base_dtype, thing.dims, value=text, trains=not thing.dims and depends_on_variables(thing)
        )
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


class Scratch:
    """A graph to try things out in. seed: that of the notebook's graph, so that operations are made as there."""

    def __init__(self, seed: Any = None):
        self.graph = Graph()
        self.graph.is_subgraph = True  # no panel lists it
        self.graph.seed = seed
        self._stand_ins: dict[Any, Any] = {}

    def stand_in(self, likeness: Likeness, name: str = "tensor", key: Any = None) -> Any:
        """A tensor or variable of that Likeness; the same one for the same key."""
        key = (likeness, name) if key is None else key
        if key not in self._stand_ins:
            self._stand_ins[key] = self._made(likeness, re.sub(r"\W+", "_", name).strip("_") or "tensor")
        return self._stand_ins[key]

    def _made(self, likeness: Likeness, name: str) -> Any:
        shape = TensorShape.from_dims(likeness.dims)
        if likeness.value is not None:
            array = np.frombuffer(likeness.value, likeness.dtype.as_numpy_dtype).reshape(
                [int(size or 0) for size in shape.as_list()]
            )
            return public("constant")(array, likeness.dtype, name=name)
        if likeness.kind == "tensor":
            return public("placeholder")(likeness.dtype, shape, name=name)
        value = public("placeholder")(likeness.dtype, shape, name=f"{name}_value")
        return public("Variable")(
            value, validate_shape=shape.is_fully_defined(), use_resource=likeness.kind == "resource",
            trainable=likeness.trainable, name=name,
        )  # fmt: skip

    def build(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """function(*arguments) with this graph as the default one; raises what it raises."""
        with self.graph.as_default():
            return function(*arguments)


def apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """function(*arguments) in a thread of its own, waited for: what is default in this thread is not there."""
    result: list[Any] = []

    def call() -> None:
        try:
            result.append((True, function(*arguments)))
        except BaseException as error:  # raised where it is waited for
            result.append((False, error))

    thread = threading.Thread(target=contextvars.Context().run, args=(call,), name="graphlab scratch", daemon=True)
    thread.start()
    thread.join()
    works, value = result[0]
    if not works:
        raise value
    return value
