"""tensorflow.python.ops.stateful_random_ops: the sizes and limits of a Generator's state, and what makes one of a seed."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor
from graphlab._src.state import generator_ops
from graphlab._src.state.generator_ops import PHILOX, THREEFRY

MIN_INT64, MAX_INT64 = -(2**63), 2**63 - 1
UINT64_SPAN = 2**64
SEED_TYPE = STATE_TYPE = ALGORITHM_TYPE = "int64"
SEED_MIN, SEED_MAX = MIN_INT64, MAX_INT64
SEED_UINT_SPAN = UINT64_SPAN
SEED_TYPE_BITS = 64
SEED_BIT_MASK = UINT64_SPAN - 1
SEED_SIZE = 16  # numbers of SEED_TYPE
RNG_ALG_PHILOX = DEFAULT_ALGORITHM = PHILOX
RNG_ALG_THREEFRY = THREEFRY
PHILOX_STATE_SIZE, THREEFRY_STATE_SIZE = 3, 2


def non_deterministic_ints(shape: Any, dtype: Any = dtypes.int64) -> Tensor:
    """Whole numbers from the machine's source of entropy, others in each run."""
    return generator_ops.non_deterministic_ints(shape, dtype=dtypes.as_dtype(dtype))
