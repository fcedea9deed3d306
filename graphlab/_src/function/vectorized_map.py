"""vectorized_map: a function applied to each row of tensors, in a compiled loop."""

from collections.abc import Callable
from typing import Any

from graphlab._src.autodiff.iterations import stacked
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope, nest
from graphlab._src.ops.shape import shape


def vectorized_map(fn: Callable[[Any], Any], elems: Any) -> Any:
    """The results of fn for each row of elems, stacked; their types are those that fn returns.

    fn: a function of one row of each of elems, in their structure, which returns tensors of any structure.
    elems: a tensor or a structure of tensors of one length.
    """
    with name_scope("vectorized_map"):
        tensors = nest.map_structure(convert_to_tensor, elems)

        def of_row(i: Any) -> Any:
            # Each row is a slice: a gradient that fn computes of what lies before the rows is then of this row alone.
            return fn(nest.map_structure(lambda one: one[i], tensors))

        before = len(get_default_graph().get_operations())
        with name_scope("loop_body"):
            first = of_row(0)
            kinds = [convert_to_tensor(one).dtype.base_dtype for one in nest.flatten(first)]

        def values(i: Any) -> list[Any]:
            return [convert_to_tensor(one) for one in nest.flatten(of_row(i))]

        found = stacked(values, shape(nest.flatten(tensors)[0])[0], kinds, before)
        return nest.pack_sequence_as(first, found)
