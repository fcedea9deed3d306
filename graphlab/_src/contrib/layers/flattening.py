"""inner_flatten: the inner axes of a tensor or SparseTensor as one."""

from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.layers.utils import collect_named_outputs
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.checks.ranks import assert_rank_at_least
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_prod
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.slicing import strided_slice
from graphlab._src.ops.sparse_places import sparse_reshape


@add_arg_scope
def inner_flatten(inputs, new_rank, output_collections=None, scope=None):
    """The inputs with `new_rank` axes: the last of them is what the inner axes were.

    inputs: a tensor or SparseTensor.  new_rank: an int, or a tensor for a dense one.
    output_collections: where the result is added.  Raises ValueError when the inputs have fewer axes.
    """
    with name_scope(scope, "InnerFlatten", [inputs, new_rank]) as opened:
        if isinstance(inputs, SparseTensor):
            flattened = _sparse(inputs, new_rank)
        else:
            flattened = _dense(convert_to_tensor(inputs), new_rank)
    return collect_named_outputs(output_collections, opened, flattened)


def _sparse(inputs, new_rank):
    rank = inputs.dense_shape.shape.as_list()[0]
    if rank < new_rank:
        raise ValueError(
            f"Inputs has rank less than new_rank. {inputs} must have rank at least {new_rank}. Received rank {rank}, "
            f"shape {inputs.get_shape()}"
        )
    outer, inner = inputs.dense_shape[: new_rank - 1], inputs.dense_shape[new_rank - 1 :]
    return sparse_reshape(inputs, concat((outer, [reduce_prod(inner)]), 0))


def _dense(inputs, new_rank):
    long_enough = assert_rank_at_least(inputs, new_rank, message="inputs has rank less than new_rank")
    with get_default_graph().control_dependencies([long_enough]):
        outer = strided_slice(shape(inputs), [0], [new_rank - 1])
        flattened = reshape(inputs, concat((outer, [-1]), 0))
    if isinstance(new_rank, int) and inputs.shape.dims is not None:
        sizes = inputs.shape.as_list()
        inner = TensorShape(sizes[new_rank - 1 :]).num_elements()
        flattened.set_shape([*sizes[: new_rank - 1], inner])
    return flattened
