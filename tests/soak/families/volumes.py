"""Pools and convolutions in three dimensions, pools of uneven cells, and blocks of space as batch."""

import numpy as np

from tests.soak.families.family import family

FAMILIES = []


@family(FAMILIES, 2)
def volumes(m):
    name, padding = m.choice(["float32", "float32", "float64"]), m.choice(["SAME", "VALID"])
    deep, many = m.int(1, 2), m.int(1, 2)
    shape = [m.int(1, 2), m.int(1, 3), m.int(2, 3), m.int(2, 4), deep]
    x = m.any([name], shape=shape)
    size, stride = [1, m.int(1, 2), m.int(1, 2), m.int(1, 3), 1], [1, m.int(1, 2), m.int(1, 2), 1, 1]
    kind = m.choice(["max", "avg", "transpose", "patches", "conv"])
    if kind in ("max", "avg"):
        m.emit(f"tf.nn.{kind}_pool3d", x, size, stride, padding)
    elif kind == "transpose":
        filters = m.leaf(name, [*size[1:4], many, deep], "plain")
        shape = [shape[0], *[n * s for n, s in zip(shape[1:4], stride[1:4])], many]
        m.emit("tf.nn.conv3d_transpose", x, filters, m.bit_of(shape), stride, "SAME")
    elif kind == "patches":
        m.emit("tf.extract_volume_patches", x, size, stride, padding)
    else:
        filters = m.leaf(name, [*size[1:4], deep, many], "plain")
        m.emit("tf.nn.conv3d", x, filters, strides=stride, padding=padding)


@family(FAMILIES, 1)
def uneven(m):
    """Pools whose cells are drawn, with a seed."""
    x = m.any(["float32", "float64", "int32", "int64"], shape=[m.int(1, 2), m.int(2, 6), m.int(2, 6), m.int(1, 2)])
    ratio = [1.0, m.choice([1.0, 1.3, 1.8]), m.choice([1.2, 1.44, 2.0]), 1.0]
    kind = m.choice(["max", "avg"])
    options = {"pseudo_random": m.chance(0.5), "overlapping": m.chance(0.5), "deterministic": True}
    m.emit(f"tf.nn.fractional_{kind}_pool", x, ratio, seed=m.int(1, 9), seed2=m.int(1, 9), **options)


@family(FAMILIES, 2)
def blocks(m):
    name = m.choice(["float32", "int32", "float64", "string"])
    block = [m.int(1, 2), m.int(1, 3)]
    kind = m.choice(["space", "batch", "space_nd", "batch_nd", "space_raw", "batch_raw"])
    edges = m.draw.randint(0, 2, [2, 2]).tolist()
    if kind in ("space", "space_raw"):
        x = m.any([name], shape=[m.int(1, 2), 2 * m.int(1, 2), 2 * m.int(1, 2), m.int(1, 2)])
        call = "tf.space_to_batch" if kind == "space" else "tf.raw_ops.SpaceToBatch"
        edges = [[0, 0], [1, 1]] if m.chance(0.6) else edges
        m.emit(call, input=x, paddings=m.bit_of(edges), block_size=2)
    elif kind in ("batch", "batch_raw"):
        x = m.any([name], shape=[4, m.int(1, 3), m.int(1, 3), m.int(1, 2)])
        call = "tf.batch_to_space" if kind == "batch" else "tf.raw_ops.BatchToSpace"
        m.emit(call, input=x, crops=m.bit_of(edges), block_size=2)
    elif kind == "space_nd":
        x = m.any([name], shape=[m.int(1, 2), block[0] * m.int(1, 2), block[1] * m.int(0, 2), *m.sizes(m.int(0, 1))])
        edges = [[0, 0], [0, 0]] if m.chance(0.5) else [[0, block[0]], [block[1], 0]] if m.chance(0.7) else edges
        m.emit("tf.space_to_batch_nd", x, m.bit_of(block), m.bit_of(edges))
    else:
        x = m.any([name], shape=[block[0] * block[1] * m.int(1, 2), m.int(1, 2), m.int(1, 2), *m.sizes(m.int(0, 1))])
        m.emit("tf.batch_to_space_nd", x, m.bit_of(block), m.bit_of(edges))


@family(FAMILIES, 1)
def steps_of_training(m):
    """Operations that gradients are made of, as they are."""
    x = m.leaf("float32", [m.int(1, 2), m.int(2, 4), m.int(2, 4), 2], "plain")
    filters = np.array([m.int(1, 2), m.int(1, 2), 2, m.int(1, 2)], "int32")
    y = m.emit("tf.nn.conv2d", x, m.leaf("float32", filters.tolist(), "plain"), [1, 1, 1, 1], "SAME")
    kind = m.choice(["input", "filter", "depthwise"])
    grad = m.emit("tf.ones_like", {"t": m.statements[-1]["out"]})
    del y, grad
    grad = {"t": m.statements[-1]["out"]}
    if kind == "input":
        call = "tf.nn.conv2d_backprop_input"
        m.emit(call, m.bit_of(x.shape), m.leaf("float32", filters.tolist()), grad, [1, 1, 1, 1], "SAME")
    elif kind == "filter":
        m.emit("tf.nn.conv2d_backprop_filter", x, m.bit_of(filters), grad, [1, 1, 1, 1], "SAME")
    else:
        filters[3] = 1
        grad = m.leaf("float32", x.shape, "plain")
        call = "tf.nn.depthwise_conv2d_native_backprop_filter"
        m.emit(call, x, m.bit_of(filters), grad, [1, 1, 1, 1], "SAME")
