"""What programs take of TensorFlow's state_ops and variable_scope modules beside their public functions."""

import contextlib
from collections.abc import Iterator
from typing import Any

from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import TensorShape
from graphlab._src.compat.ops_helpers import variable_op
from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.define import raw_ops
from graphlab._src.state.initialization import is_variable_initialized as initialized
from graphlab._src.state.resource_variable import ResourceVariable
from graphlab._src.state.variable_scope import get_variable_scope_store
from graphlab._src.state.variable_store import _KEY, VariableStore


def variable_op_v2(
    shape: Any, dtype: DType, name: str = "Variable", container: str = "", shared_name: str = ""
) -> Tensor:
    """The reference of a variable of that shape and dtype, which nothing initializes yet."""
    return variable_op(shape, dtype, name, container=container, shared_name=shared_name)


def is_variable_initialized(ref: Any, name: str | None = None) -> Tensor:
    """Whether a variable has a value."""
    return initialized(ref, name)


def init_variable(v: Any, init: Any, name: str = "init") -> Tensor:
    """The operation that sets the first value of a variable. init: the value, or a function of shape and dtype."""
    scope, placed = name_scope(None, f"{v.op.name}/", [v, init]), get_default_graph().colocate_with(v.op)
    with scope, name_scope(name) as assign_name, placed:
        if callable(init):
            shape: TensorShape = v.shape
            assert shape.is_fully_defined(), "Variable shape unknown."
            value = convert_to_tensor(init(shape.as_list(), v.dtype.base_dtype), name="value")
        else:
            value = convert_to_tensor(init, name="init")
        return raw_ops.Assign(ref=v, value=value, name=assign_name)


@contextlib.contextmanager
def with_variable_store(store: VariableStore) -> Iterator[None]:
    """A block in which get_variable makes and finds variables of another store."""
    stored = get_default_graph().get_collection_ref(_KEY)
    before = list(stored)
    stored[:] = [store]
    try:
        yield
    finally:
        stored[:] = before


def get_unique_variable_scope(prefix: str) -> str:
    """The prefix, with _1, _2 … at its end where a variable scope of that name was opened here."""
    return get_variable_scope_store().unique(prefix)


def default_variable_creator_v2(next_creator: Any = None, **kwargs: Any) -> ResourceVariable:
    """A ResourceVariable: what makes the variables of TensorFlow 2."""
    assert next_creator is None
    return ResourceVariable(**kwargs)
