"""Variables of the older cells of tf.contrib.rnn: rows in several variables, which are joined."""

from graphlab._src.graph.graph_keys import GraphKeys
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.ops.joining import concat
from graphlab._src.state.scope import get_variable
from graphlab._src.state.variable_scope import get_variable_scope


def sharded_variable(name, shape, dtype, num_shards):
    """A matrix whose rows are in the variables name_0, name_1, …; the joined one is added to the graph once."""
    if num_shards > shape[0]:
        raise ValueError(f"Too many shards: shape={shape}, num_shards={num_shards}")
    rows, more = divmod(shape[0], num_shards)
    parts = [get_variable(f"{name}_{i}", [rows + (i < more), *shape[1:]], dtype=dtype) for i in range(num_shards)]
    if len(parts) == 1:
        return parts[0]
    joined = f"{get_variable_scope().name}/{name}/concat:0"
    for known in get_collection(GraphKeys.CONCATENATED_VARIABLES):
        if known.name == joined:
            return known
    value = concat(parts, 0, name=f"{name}/concat")
    add_to_collection(GraphKeys.CONCATENATED_VARIABLES, value)
    return value
