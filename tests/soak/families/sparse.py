"""Sparse tensors."""

import numpy as np

from tests.soak.families.family import family

FAMILIES = []


def made(m, name=None, shape=None):
    """A sparse matrix, given by indices in order, and its sizes."""
    name, shape = name or m.choice(["float32", "float64", "int32"]), shape or [m.int(1, 3), m.int(1, 4)]
    all_places = [[i, j] for i in range(shape[0]) for j in range(shape[1])]
    found = sorted(all_places[i] for i in m.permutation(len(all_places))[: m.int(0, min(4, len(all_places)))])
    indices = m.value(np.asarray(found, "int64").reshape(-1, 2))
    numbers = m.leaf(name, [len(found)])
    m.emit("tf.SparseTensor", indices, numbers, np.asarray(shape, "int64"))
    return last(m), name, shape


def last(m):
    return {"t": m.statements[-1]["out"]}


@family(FAMILIES, 2)
def sparse(m):
    x, name, shape = made(m)
    kind = m.choice(
        [
            "dense",
            "sum",
            "product",
            "add",
            "reorder",
            "slice",
            "concat",
            "transpose",
            "softmax",
            "retain",
            "fill",
            "reset",
        ]
    )
    if kind == "dense":
        m.emit("tf.sparse_tensor_to_dense", x, outs=[(name, shape)])
    elif kind == "sum":
        m.emit(m.choice(["tf.sparse_reduce_sum", "tf.sparse_reduce_max"]), x, m.choice([None, 0, 1, -1]))
    elif kind == "product":
        y = m.any([name], shape=[shape[1], 2])
        m.emit("tf.sparse_tensor_dense_matmul", x, y, outs=[(name, [shape[0], 2])])
    elif kind == "add":
        other, _, _ = made(m, name, shape)
        m.emit(m.choice(["tf.sparse_add", "tf.sparse.maximum"]), x, other)
    elif kind == "reorder":
        m.emit("tf.sparse_reorder", x)
    elif kind == "slice":
        m.emit("tf.sparse_slice", x, [0, 0], [1, 2])
    elif kind == "concat":
        m.emit("tf.sparse_concat", m.int(0, 1), [x, x])
    elif kind == "transpose":
        m.emit("tf.sparse_transpose", x)
    elif kind == "softmax" and name != "int32":
        m.emit("tf.sparse_softmax", x)
    elif kind == "fill":
        m.emit("tf.sparse_fill_empty_rows", x, 3)
    elif kind == "reset":
        m.emit("tf.sparse_reset_shape", x)
    else:
        m.emit("tf.sparse_reshape", x, [-1])
