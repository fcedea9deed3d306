"""Gather and scatter, segments, one-hot, partitions: reads of places of a tensor."""

import numpy as np

from tests.soak.families.family import dtype, family
from tests.soak.values import EVERY, NUMBERS, REAL

FAMILIES = []


def places(m, size, shape, name=None):
    """Indices below a size; rarely one that is not. As a tensor."""
    name = name or m.choice(["int32", "int32", "int64"])
    found = m.draw.randint(0, max(1, size), shape)
    found = np.asarray(found).astype(name)
    if found.size and m.chance(0.08):
        found.ravel()[0] = m.choice([-1, size, size + 3])
    return index(m, found)


def index(m, found):
    ref = m.bit_of(found, found.dtype)
    return ref if not isinstance(ref, (list, int)) else m.value(found)


@family(FAMILIES, 4)
def gathers(m):
    x = m.any(EVERY, least_rank=1)
    kind = m.choice(["gather", "gather", "axis", "nd", "batch", "embedding"])
    if kind in ("gather", "axis"):
        axis = 0 if kind == "gather" else m.axis(x.rank)
        shape = m.sizes(m.int(0, 2))
        if not x.shape[axis]:
            shape = [0]
        at = axis % x.rank
        found = places(m, x.shape[axis], shape)
        m.emit("tf.gather", x, found, axis=axis, outs=[(x.dtype, x.shape[:at] + shape + x.shape[at + 1 :])])
    elif kind == "nd":
        depth = m.int(0, x.rank)
        count = m.int(0, 3) if all(x.shape[:depth]) else 0
        found = (
            np.stack([m.draw.randint(0, max(1, size), count) for size in x.shape[:depth]], 1)
            if depth
            else np.zeros([count, 0])
        )
        found = found.astype("int32")
        if found.size and m.chance(0.08):
            found[0, 0] = 99
        m.emit("tf.gather_nd", x, index(m, found), outs=[(x.dtype, [count, *x.shape[depth:]])])
    elif kind == "batch" and x.rank > 1 and x.shape[1]:
        count = m.int(0, 3)
        found = places(m, x.shape[1], [x.shape[0], count])
        name = m.choice(["tf.batch_gather", "tf.gather"])
        extra = {} if name == "tf.batch_gather" else {"batch_dims": 1, "axis": 1}
        m.emit(name, x, found, outs=[(x.dtype, [x.shape[0], count, *x.shape[2:]])], **extra)
    elif x.shape[0]:
        found = places(m, x.shape[0], [m.int(0, 4)])
        m.emit("tf.nn.embedding_lookup", x, found)


@family(FAMILIES, 3)
def scatters(m):
    rows, name = m.int(1, 4), m.dtype(NUMBERS)
    count, rest = m.int(0, 3), m.sizes(m.int(0, 1))
    found = places(m, rows, [count, 1], "int32")
    updates = m.leaf(name, [count, *rest])
    kind = m.choice(["new", "new", "add", "sub", "update"])
    if kind == "new":
        m.emit("tf.scatter_nd", found, updates, m.bit_of([rows, *rest]), outs=[(name, [rows, *rest])])
    else:
        x = m.leaf(name, [rows, *rest])
        if kind == "update":  # of two rows for one place either may win
            found = m.value(np.asarray(m.permutation(rows)[:count], "int32").reshape(-1, 1))
            updates = m.leaf(name, [min(count, rows), *rest])
        m.emit("tf.tensor_scatter_" + kind, x, found, updates, outs=[(name, [rows, *rest])])


@family(FAMILIES, 3)
def segments(m):
    x = m.any(REAL, least_rank=1)
    count = x.shape[0]
    ids = np.sort(m.draw.randint(0, 4, count)).astype(m.choice(["int32", "int64"]))
    total = int(ids[-1]) + 1 if count else 0
    kind = m.choice(["sum", "mean", "max", "min", "prod"])
    if m.chance(0.5):
        if m.chance(0.1) and count > 1:
            ids[0] = 9
            m.emit("tf.segment_" + kind, x, index(m, ids))
            return
        m.emit("tf.segment_" + kind, x, index(m, ids), outs=[(x.dtype, [total, *x.shape[1:]])])
        return
    ids = m.draw.permutation(ids)
    if count and m.chance(0.3):
        ids[0] = -1
    number = 5
    if kind == "mean":
        x = m.any(["float32", "float64"], shape=x.shape)
    m.emit("tf.unsorted_segment_" + kind, x, index(m, ids), m.bit_of(number), outs=[(x.dtype, [number, *x.shape[1:]])])


@family(FAMILIES, 2)
def sparse_segments(m):
    x = m.any(["float32", "float64"], least_rank=1)
    if not x.shape[0]:
        return
    count = m.int(1, 4)
    found, ids = places(m, x.shape[0], [count], "int32"), np.sort(m.draw.randint(0, 3, count)).astype("int32")
    name = m.choice(["tf.sparse.segment_sum", "tf.sparse.segment_mean", "tf.sparse.segment_sqrt_n"])
    extra = {"num_segments": 4} if m.chance(0.4) else {}
    rows = 4 if extra else int(ids[-1]) + 1
    m.emit(name, x, found, index(m, ids), outs=[(x.dtype, [rows, *x.shape[1:]])], **extra)


@family(FAMILIES, 3)
def one_hot(m):
    indices = m.any(["int32", "int64", "uint8"])
    depth, name = m.int(0, 5), m.choice(["float32", "int32", "float64", "bool", "uint8", "int8"])
    axis = m.choice([-1, -1, 0, indices.rank])
    shape = list(indices.shape)
    shape.insert(len(shape) if axis == -1 else axis, depth)
    extra = {}
    if name in ("float32", "int32") and m.chance(0.4):
        extra = {"on_value": m.choice([1, 5]), "off_value": m.choice([0, -1])}
    m.emit("tf.one_hot", indices, m.bit_of(depth), axis=axis, dtype=dtype(name), outs=[(name, shape)], **extra)


@family(FAMILIES, 2)
def true_places(m):
    kind = m.choice(["where", "mask", "mask"])
    if kind == "where":
        m.emit("tf.where", m.any(["bool", "float32", "int32"]), outs=[("int64", None)])
        return
    x = m.any(EVERY, least_rank=1)
    mask = m.any(["bool"], shape=x.shape[: m.int(1, x.rank)])
    m.emit("tf.boolean_mask", x, mask, outs=[(x.dtype, None)])


@family(FAMILIES, 2)
def partitions(m):
    x = m.any(EVERY, least_rank=1)
    parts = 3
    found = index(m, m.draw.randint(0, parts, x.shape[:1]).astype("int32"))
    m.emit("tf.dynamic_partition", x, found, parts, outs=[(x.dtype, None)] * parts)


@family(FAMILIES, 1)
def stitches(m):
    first, second = m.int(1, 3), m.int(0, 3)
    order = np.asarray(m.permutation(first + second), "int32")
    name, rest = m.dtype(NUMBERS), m.sizes(m.int(0, 1))
    xs = [m.leaf(name, [count, *rest]) for count in (first, second)]
    lists = [index(m, order[:first]), index(m, order[first:])]
    m.fixed.update(ref.name for ref in lists)
    m.emit("tf.dynamic_stitch", lists, xs, outs=[(name, [first + second, *rest])])


@family(FAMILIES, 1)
def masks(m):
    lengths = m.any(["int32", "int64"])
    name = m.choice(["bool", "float32", "int32"])
    most = m.choice([None, 3, 5])
    m.emit("tf.sequence_mask", lengths, most, dtype(name), outs=[(name, [*lengths.shape, most])] if most else ())


@family(FAMILIES, 1)
def inverse(m):
    order = np.asarray(m.permutation(m.int(0, 5)), m.choice(["int32", "int64"]))
    if len(order) > 1 and m.chance(0.15):
        order[0] = order[1]
    m.emit("tf.invert_permutation", index(m, order), outs=[(order.dtype.name, [len(order)])])
