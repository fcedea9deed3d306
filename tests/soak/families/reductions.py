"""Reductions along axes, and running sums."""

from tests.soak.families.family import dtype, family
from tests.soak.values import FLOATS, NUMBERS, REAL

FAMILIES = []

OF_NUMBERS = ["tf.reduce_sum", "tf.reduce_mean", "tf.reduce_prod"]
OF_REAL = ["tf.reduce_max", "tf.reduce_min"]
OF_FLOATS = [
    "tf.reduce_logsumexp",
    "tf.math.reduce_euclidean_norm",
    "tf.norm",
    "tf.math.reduce_std",
    "tf.math.reduce_variance",
]


def axes(m, rank):
    """An axis, several, or None for all; as numbers or as a tensor."""
    if rank == 0 or m.chance(0.3):
        return None, list(range(rank))
    if m.chance(0.6):
        axis = m.axis(rank)
        return m.bit_of(axis), [axis % rank]
    some = [axis for axis in range(rank) if m.chance(0.5)]
    return m.bit_of([axis - rank if m.chance(0.3) else axis for axis in some]), some


def reduced(shape, some, keep):
    return [1 if i in some else size for i, size in enumerate(shape) if keep or i not in some]


@family(FAMILIES, 7)
def reductions(m):
    kind = m.choice(["number", "number", "real", "float", "bool"])
    names = {"number": OF_NUMBERS, "real": OF_REAL, "float": OF_FLOATS, "bool": ["tf.reduce_all", "tf.reduce_any"]}[
        kind
    ]
    types = {"number": NUMBERS, "real": REAL, "float": FLOATS, "bool": ["bool"]}[kind]
    name, x = m.choice(names), m.any(types)
    axis, some = axes(m, x.rank)
    if name == "tf.norm":
        if axis is not None and not isinstance(axis, int):
            axis, some = None, list(range(x.rank))
        order = m.choice(["euclidean", 1, 2, 3.0])
        m.emit(name, x, order, axis, outs=[(x.dtype, reduced(x.shape, some, False))])
        return
    keep = m.chance(0.4)
    keyword = "keepdims"
    m.emit(name, x, axis, outs=[(x.dtype, reduced(x.shape, some, keep))], **({keyword: True} if keep else {}))


@family(FAMILIES, 1)
def counts(m):
    x = m.any((*NUMBERS, "bool"))
    axis, some = axes(m, x.rank)
    kind = m.choice(["int64", "int32", "float32"])
    m.emit("tf.math.count_nonzero", x, axis, dtype=dtype(kind), outs=[(kind, reduced(x.shape, some, False))])


@family(FAMILIES, 2)
def running(m):
    x = m.any(NUMBERS, least_rank=1)
    name = m.choice(["tf.cumsum", "tf.cumprod", "tf.cumsum", "tf.math.cumulative_logsumexp"])
    if name == "tf.math.cumulative_logsumexp":
        x = m.any(["float32", "float64"], least_rank=1)
    axis = m.bit_of(m.axis(x.rank))
    m.emit(name, x, axis, m.chance(0.3), m.chance(0.3), outs=[(x.dtype, x.shape)])


@family(FAMILIES, 2)
def moments(m):
    x = m.any(["float32", "float64", "float16"], least_rank=1)
    some = [axis for axis in range(x.rank) if m.chance(0.6)] or [0]
    keep = m.chance(0.5)
    shape = reduced(x.shape, some, keep)
    if m.chance(0.7):
        m.emit("tf.nn.moments", x, some, outs=[(x.dtype, shape)] * 2, keep_dims=keep)
    else:
        weights = m.leaf(x.dtype, x.shape, "unit")
        m.emit("tf.nn.weighted_moments", x, some, weights, outs=[(x.dtype, shape)] * 2, keep_dims=keep)


@family(FAMILIES, 2)
def soft(m):
    x = m.any(FLOATS, least_rank=1)
    name = m.choice(["tf.nn.softmax", "tf.nn.log_softmax", "tf.math.l2_normalize"])
    m.emit(name, x, m.axis(x.rank), outs=[(x.dtype, x.shape)])


@family(FAMILIES, 1)
def norms_of_many(m):
    xs = [m.any(["float32"]) for _ in range(m.int(1, 3))]
    if m.chance(0.5):
        m.emit("tf.global_norm", xs, outs=[("float32", [])])
    else:
        m.emit("tf.clip_by_global_norm", xs, 1.5)


@family(FAMILIES, 1)
def confusion(m):
    count = m.int(1, 6)
    labels, predictions = m.leaf("int32", [count], "plain"), m.leaf("int32", [count], "plain")
    labels, predictions = (m.emit("tf.abs", x, outs=[("int32", [count])]) for x in (labels, predictions))
    m.emit("tf.confusion_matrix", labels, predictions, m.choice([None, 7, 9, 3]))
