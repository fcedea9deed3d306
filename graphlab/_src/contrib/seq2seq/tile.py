"""tile_batch: every example several times, one for each beam."""

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor, name_scope, nest
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import tile
from graphlab._src.ops.shape import expand_dims, reshape, shape


def tile_batch(t, multiplier, name=None):
    """Each row of the tensors of a nested structure `multiplier` times, one after the other."""
    with name_scope(name, "tile_batch", [*nest.flatten(t), multiplier]):
        return nest.map_structure(lambda tensor: _tiled(tensor, multiplier), t)


def _tiled(t, multiplier):
    t = convert_to_tensor(t, name="t")
    sizes = shape(t)
    if not t.shape.ndims:
        raise ValueError("t must have statically known rank")
    times = [1] * (t.shape.ndims + 1)
    times[1] = multiplier
    result = tile(expand_dims(t, 1), times)
    result = reshape(result, concat(([sizes[0] * multiplier], sizes[1:]), 0))
    batch = t.shape.as_list()[0]
    known = None if batch is None or not isinstance(multiplier, int) else batch * multiplier
    result.set_shape(TensorShape([known]).concatenate(t.shape[1:]))
    return result
