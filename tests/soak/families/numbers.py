"""Tensors made from numbers: ranges, fills, seeded random numbers, shapes as values."""

import numpy as np

from tests.soak.families.family import dtype, family
from tests.soak.values import EVERY, FLOATS, REAL

FAMILIES = []


@family(FAMILIES, 2)
def fills(m):
    shape = m.sizes()
    kind = m.choice(["zeros", "ones", "fill", "constant"])
    name = m.dtype(REAL)
    if kind in ("zeros", "ones"):
        m.emit("tf." + kind, m.bit_of(np.array(shape, "int32")), dtype(name), outs=[(name, shape)])
    elif kind == "fill":
        m.emit("tf.fill", m.bit_of(np.array(shape, "int32")), m.any([name], rank=0), outs=[(name, shape)])
    else:
        m.emit("tf.constant", m.choice([0, 1, 3]), dtype(name), shape, outs=[(name, shape)])


@family(FAMILIES, 2)
def ranges(m):
    name = m.choice(["int32", "int32", "int64", "float32", "float64"])
    start, limit, delta = m.int(-3, 3), m.int(-3, 9), m.choice([1, 1, 2, 3, -1, -2, 0])
    if delta and (limit - start) * delta >= 0:
        count = len(np.arange(start, limit, delta))
        m.emit(
            "tf.range",
            m.bit_of(start, name),
            m.bit_of(limit, name),
            m.bit_of(delta, name),
            dtype(name),
            outs=[(name, [count])],
        )
    else:
        m.emit("tf.range", m.bit_of(start, name), m.bit_of(limit, name), m.bit_of(delta, name))


@family(FAMILIES, 1)
def lines(m):
    name, count = m.choice(["float32", "float64"]), m.choice([1, 2, 3, 5, 0])
    start, stop = m.value(m.array(name, [], "plain")), m.value(m.array(name, [], "plain"))
    m.emit("tf.linspace", start, stop, m.bit_of(count), outs=[(name, [count])] if count else ())


@family(FAMILIES, 1)
def eyes(m):
    rows, columns, name = m.choice([0, 1, 2, 3]), m.choice([None, 1, 2, 4]), m.dtype(REAL)
    batch = m.choice([None, [2], [1, 2]])
    shape = [*(batch or []), rows, rows if columns is None else columns]
    m.emit("tf.eye", rows, columns, batch, dtype(name), outs=[(name, shape)])


@family(FAMILIES, 4)
def shapes(m):
    x = m.any(EVERY, known=m.chance(0.8))
    kind = m.choice(["shape", "size", "rank"])
    name = "int32" if m.chance(0.7) or kind == "rank" else "int64"
    shape = [] if kind != "shape" else None if x.shape is None else [x.rank]
    m.emit("tf." + kind, x, outs=[(name, shape)], **({"out_type": dtype(name)} if kind != "rank" else {}))


@family(FAMILIES, 3)
def by_shape_of_another(m):
    """Shapes computed in the graph decide those of others."""
    x = m.any(EVERY)
    shape = m.emit("tf.shape", x, outs=[("int32", [x.rank])])
    kind = m.choice(["zeros", "fill", "reshape", "flat", "broadcast", "range"])
    if kind == "zeros":
        m.emit("tf.zeros", shape, outs=[("float32", x.shape)])
    elif kind == "fill":
        m.emit("tf.fill", shape, 1.5, outs=[("float32", x.shape)])
    elif kind == "reshape":
        flat = m.emit("tf.reshape", x, [-1], outs=[(x.dtype, [int(np.prod(x.shape))])])
        m.emit("tf.reshape", flat, shape, outs=[(x.dtype, x.shape)])
    elif kind == "flat":
        total = m.emit("tf.reduce_prod", shape, outs=[("int32", [])])
        both = m.emit("tf.stack", [1, total], outs=[("int32", [2])])
        m.emit("tf.reshape", x, both, outs=[(x.dtype, [1, int(np.prod(x.shape))])])
    elif kind == "broadcast":
        one = m.any(REAL, rank=0)
        m.emit("tf.broadcast_to", one, shape, outs=[(one.dtype, x.shape)])
    elif x.rank:
        first = m.emit("operator.getitem", shape, [0], outs=[("int32", [])])
        m.emit("tf.range", first, outs=[("int32", [x.shape[0]])])


@family(FAMILIES, 2)
def seeded(m):
    shape = m.sizes()
    seed = m.int(0, 99)
    kind = m.choice(["random_uniform", "random_normal", "truncated_normal", "whole", "stateless", "shuffle"])
    if kind == "whole":
        m.emit("tf.random_uniform", shape, -3, 9, dtype("int32"), seed, outs=[("int32", shape)])
    elif kind == "stateless":
        name = m.choice(
            ["tf.random.stateless_uniform", "tf.random.stateless_normal", "tf.random.stateless_truncated_normal"]
        )
        m.emit(name, shape, [seed, 7], outs=[("float32", shape)])
    elif kind == "shuffle":
        x = m.any(EVERY, least_rank=1)
        m.emit("tf.random_shuffle", x, seed, outs=[(x.dtype, x.shape)])
    else:
        name = m.choice(["float32", "float64", "float16"])
        m.emit("tf." + kind, shape, dtype=dtype(name), seed=seed, outs=[(name, shape)])


@family(FAMILIES, 1)
def dropout(m):
    x = m.any(["float32", "float64"])
    m.emit("tf.nn.dropout", x, rate=m.choice([0.0, 0.3, 0.5]), seed=m.int(0, 9), outs=[(x.dtype, x.shape)])


@family(FAMILIES, 1)
def checked(m):
    """Assertions, and what depends on them."""
    x = m.any(FLOATS)
    kind = m.choice(["numerics", "finite", "shape", "rank", "static"])
    if kind == "numerics":
        m.emit("tf.check_numerics", x, "bad numbers", outs=[(x.dtype, x.shape)])
    elif kind == "finite":
        m.emit("tf.verify_tensor_all_finite", x, "bad numbers", outs=[(x.dtype, x.shape)])
    elif kind == "shape":
        m.emit("tf.ensure_shape", x, [None if m.chance(0.5) else size for size in x.shape], outs=[(x.dtype, x.shape)])
    elif kind == "rank":
        body = m.body([], lambda refs: m.emit("tf.identity", x, outs=[(x.dtype, x.shape)]))
        name = m.choice(["tf.assert_positive", "tf.assert_less", "tf.assert_equal", "tf.assert_rank"])
        arguments = (
            [x]
            if name.endswith("positive")
            else [x, x.rank]
            if name.endswith("rank")
            else [x, m.any([x.dtype], rank=0)]
        )
        m.emit("after", name, arguments, body, outs=[(x.dtype, x.shape)])
    else:
        m.emit("tf.Assert", m.any(["bool"], rank=0), [x])
