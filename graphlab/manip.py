"""tf.manip: tensors rearranged."""

from graphlab._src.ops.gather import gather_nd, scatter_nd
from graphlab._src.ops.grids import roll
from graphlab._src.ops.padding import tile
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.space import batch_to_space_nd, space_to_batch_nd
from graphlab._src.ops.transpose import reverse

__all__ = ["batch_to_space_nd", "gather_nd", "reshape", "reverse", "roll", "scatter_nd", "space_to_batch_nd", "tile"]
