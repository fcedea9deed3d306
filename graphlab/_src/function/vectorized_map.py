"""vectorized_map: a function applied to each row of tensors, in a compiled loop."""

from collections.abc import Callable
from typing import Any

from graphlab._src.function.tracing import trace
from graphlab._src.graph import convert_to_tensor, name_scope, nest
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.ops.functional.map_fn import map_fn


def vectorized_map(fn: Callable[[Any], Any], elems: Any) -> Any:
    """The results of fn for each row of elems, stacked; their types are those that fn returns.

    fn: a function of one row of each of elems, in their structure, which returns tensors of any structure.
    elems: a tensor or a structure of tensors of one length.
    """
    with name_scope("vectorized_map"):
        tensors = nest.map_structure(convert_to_tensor, elems)
        rows = nest.map_structure(lambda one: TensorSpec(one.shape[1:], one.dtype.base_dtype), tensors)
        body = trace("loop_fn", fn, [rows], {})
        kinds = nest.map_structure(lambda one: one.dtype.base_dtype, body.structured_outputs)
        return map_fn(fn, tensors, dtype=kinds)
