"""tf.manip: tensors rearranged."""

from graphlab.ops.gather import gather_nd, scatter_nd
from graphlab.ops.grids import roll
from graphlab.ops.padding import tile
from graphlab.ops.shape import reshape
from graphlab.ops.space import batch_to_space_nd, space_to_batch_nd
from graphlab.ops.transpose import reverse

__all__ = ["batch_to_space_nd", "gather_nd", "reshape", "reverse", "roll", "scatter_nd", "space_to_batch_nd", "tile"]
