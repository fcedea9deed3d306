"""Seeds of datasets: two tensors in the graph, two numbers in a run."""

from graphlab._src.base import dtypes
from graphlab._src.base.entropy import fresh_seeds
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.comparison import equal
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.seed import get_seed
from graphlab._src.ops.select import where


def seed_tensors(op_seed):
    """The tensors seed and seed2 for a new dataset. op_seed: a number, a tensor, or None."""
    seed, seed2 = get_seed(op_seed)
    if seed is None:
        return constant(0, dtypes.int64, name="seed"), constant(0, dtypes.int64, name="seed2")
    seed = convert_to_tensor(seed, dtypes.int64, name="seed")
    with name_scope("seed2") as scope:
        seed2 = convert_to_tensor(seed2, dtypes.int64)
        zero = logical_and(equal(seed, 0), equal(seed2, 0))  # two zeros mean: no seed
        seed2 = where(zero, constant(2**31 - 1, dtypes.int64), seed2, name=scope)
    return seed, seed2


def numbers_of(stored):
    """The two seeds of a dataset; from the machine's entropy where it has none. int64 holds both, as positions need."""
    seeds = stored.number("seed"), stored.number("seed2")
    if seeds != (0, 0):
        return seeds
    first, second = fresh_seeds()
    return first >> 1, second >> 1
