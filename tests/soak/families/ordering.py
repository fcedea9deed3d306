"""What orders elements: arg, top_k, sort, unique, bins."""

import numpy as np

from tests.soak.families.family import dtype, family
from tests.soak.values import FLOATS, REAL

FAMILIES = []


@family(FAMILIES, 3)
def arg(m):
    x = m.any(REAL, least_rank=1)
    axis = m.axis(x.rank)
    shape = list(x.shape)
    del shape[axis]
    name = m.choice(["int64", "int64", "int32"])
    call = m.choice(["tf.argmax", "tf.argmin"])
    m.emit(call, x, m.bit_of(axis), output_type=dtype(name), outs=[(name, shape)])


@family(FAMILIES, 3)
def top_k(m):
    x = m.leaf(m.dtype(REAL), m.sizes(m.int(1, 3)), m.choice(["whole", "wide"]))
    k = m.int(0, x.shape[-1]) if m.chance(0.95) else x.shape[-1] + 1
    shape = [*x.shape[:-1], k]
    if m.chance(0.2) and k <= x.shape[-1]:
        m.emit("unsorted_top_k", x, k)
        return
    m.emit(
        "tf.nn.top_k",
        x,
        m.bit_of(k),
        outs=[(x.dtype, shape), ("int32", shape)] if k <= x.shape[-1] else (),
    )


@family(FAMILIES, 2)
def sorts(m):
    x = m.leaf(m.dtype(REAL), m.sizes(m.int(1, 3)), m.choice(["whole", "wide"]))  # where NaN comes is left open
    axis, direction = m.axis(x.rank), m.choice(["ASCENDING", "DESCENDING"])
    if m.chance(0.5):
        m.emit("tf.sort", x, axis, direction, outs=[(x.dtype, x.shape)])
    else:
        m.emit("tf.argsort", x, axis, direction, stable=True, outs=[("int32", x.shape)])


@family(FAMILIES, 1)
def in_top_k(m):
    rows, columns = m.int(0, 4), m.int(1, 5)
    x = m.any(["float32"], shape=[rows, columns])
    targets = m.value(m.draw.randint(0, columns + (1 if m.chance(0.2) else 0), rows).astype("int32"))
    m.emit("tf.nn.in_top_k", x, targets, m.int(0, columns), outs=[("bool", [rows])])


@family(FAMILIES, 2)
def unique(m):
    x = m.any([*REAL, "string"], rank=1)
    name = m.choice(["tf.unique", "tf.unique_with_counts"])
    outs = [(x.dtype, None), ("int32", x.shape)]
    m.emit(name, x, outs=outs if name == "tf.unique" else [*outs, ("int32", None)])


@family(FAMILIES, 1)
def differences(m):
    x = m.any(["int32", "float32", "int64", "string"], rank=1)
    m.emit("tf.setdiff1d", x, m.any([x.dtype], rank=1), outs=[(x.dtype, None), ("int32", None)])


@family(FAMILIES, 2)
def bins(m):
    kind = m.choice(["search", "count", "histogram", "bucket"])
    if kind == "search":
        count = m.int(1, 5)
        line = m.emit("tf.sort", m.leaf("float32", [2, count], "plain"), outs=[("float32", [2, count])])
        wanted = m.any(["float32"], shape=[2, 3])
        m.emit("tf.searchsorted", line, wanted, m.choice(["left", "right"]), outs=[("int32", [2, 3])])
    elif kind == "count":
        x = m.any(["int32"])
        m.emit(
            "tf.bincount",
            m.emit("tf.abs", x, outs=[("int32", x.shape)]),
            minlength=m.choice([None, 4]),
            maxlength=m.choice([None, 3]),
        )
    elif kind == "histogram":
        x = m.any(["float32", "int32", "float64"])
        limits = m.value(np.asarray([-1, 3], x.dtype))
        m.emit("tf.histogram_fixed_width", x, limits, 4, outs=[("int32", [4])])
    else:
        x = m.any(["float32", "int32"])
        m.emit(
            "tf.searchsorted",
            m.value(np.asarray([-1, 0, 2], x.dtype)),
            m.emit("tf.reshape", x, [-1], outs=[(x.dtype, None)]),
        )


@family(FAMILIES, 1)
def extremes_with_gradients(m):
    x = m.any(FLOATS, least_rank=1)
    y = m.emit(m.choice(["tf.reduce_max", "tf.reduce_min"]), x, 0, outs=[(x.dtype, x.shape[1:])])
    m.emit("tf.gradients", y, [x])
