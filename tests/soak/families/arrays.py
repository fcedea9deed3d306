"""Operations that move elements: reshape, transpose, join, split, pad, slice, tile, blocks."""

import numpy as np

from tests.soak.families.family import family
from tests.soak.values import EVERY, NUMBERS, REAL

FAMILIES = []


@family(FAMILIES, 4)
def reshapes(m):
    x = m.any(EVERY)
    total = int(np.prod(x.shape))
    sizes, left = [], total
    while left > 1 and len(sizes) < 4 and m.chance(0.7):
        divisor = m.choice([d for d in range(1, left + 1) if left % d == 0])
        sizes.append(divisor)
        left //= divisor
    sizes.append(left)
    declared = list(sizes)
    if total and m.chance(0.5):
        declared[m.int(0, len(declared) - 1)] = -1
    m.emit("tf.reshape", x, m.bit_of(np.array(declared, "int32")), outs=[(x.dtype, sizes)])


@family(FAMILIES, 3)
def dimensions(m):
    x = m.any(EVERY)
    kind = m.choice(["expand", "squeeze", "squeeze_some"])
    if kind == "expand":
        axis = m.int(-x.rank - 1, x.rank)
        shape = list(x.shape)
        shape.insert(axis if axis >= 0 else axis + x.rank + 1, 1)
        m.emit("tf.expand_dims", x, m.bit_of(axis), outs=[(x.dtype, shape)])
        return
    ones = [i for i, size in enumerate(x.shape) if size == 1]
    if kind == "squeeze_some" and ones:
        one = m.choice(ones)
        m.emit("tf.squeeze", x, [one], outs=[(x.dtype, [size for i, size in enumerate(x.shape) if i != one])])
    else:
        m.emit("tf.squeeze", x, outs=[(x.dtype, [size for size in x.shape if size != 1])])


@family(FAMILIES, 3)
def transposes(m):
    x = m.any(EVERY)
    if m.chance(0.3):
        m.emit("tf.transpose", x, outs=[(x.dtype, x.shape[::-1])])
        return
    order = m.permutation(x.rank)
    if not order:
        return
    m.emit("tf.transpose", x, m.bit_of(np.array(order, "int32")), outs=[(x.dtype, [x.shape[i] for i in order])])


@family(FAMILIES, 4)
def joins(m):
    x = m.any(EVERY, least_rank=1)
    kind = m.choice(["concat", "concat", "stack", "parallel"])
    if kind == "concat":
        axis = m.axis(x.rank)
        others = []
        for _ in range(m.int(0, 2)):
            shape = list(x.shape)
            shape[axis] = m.choice([0, 1, 2, 3])
            others.append(m.any([x.dtype], shape=shape))
        shape = list(x.shape)
        shape[axis] = sum(ref.shape[axis] for ref in [x, *others])
        m.emit("tf.concat", [x, *others], m.bit_of(axis), outs=[(x.dtype, shape)])
        return
    others = [m.any([x.dtype], shape=x.shape) for _ in range(m.int(0, 2))]
    axis = m.int(-x.rank - 1, x.rank)
    shape = list(x.shape)
    shape.insert(axis if axis >= 0 else axis + x.rank + 1, len(others) + 1)
    m.emit("tf.stack", [x, *others], axis, outs=[(x.dtype, shape)])


@family(FAMILIES, 3)
def splits(m):
    x = m.any(EVERY, least_rank=1)
    axis = m.axis(x.rank)
    size = x.shape[axis]

    def part(count):
        shape = list(x.shape)
        shape[axis] = count
        return x.dtype, shape

    kind = m.choice(["even", "sizes", "unstack"])
    if kind == "even" and size:
        count = m.choice([d for d in range(1, size + 1) if size % d == 0])
        m.emit("tf.split", x, count, m.bit_of(axis), outs=[part(size // count)] * count)
    elif kind == "sizes":
        first = m.int(0, size)
        second = m.int(0, size - first)
        sizes = [first, second, size - first - second]
        declared = list(sizes)
        if m.chance(0.3):
            declared[m.int(0, 2)] = -1
        m.emit("tf.split", x, declared, m.bit_of(axis), outs=[part(count) for count in sizes])
    elif kind == "unstack":
        shape = list(x.shape)
        del shape[axis]
        m.emit("tf.unstack", x, size, axis, outs=[(x.dtype, shape)] * size)


@family(FAMILIES, 3)
def repeats(m):
    kind = m.choice(["tile", "broadcast", "repeat", "mesh"])
    x = m.any(EVERY if kind == "tile" else REAL)
    if kind == "tile":
        counts = [m.choice([0, 1, 2, 3]) for _ in x.shape]
        m.emit(
            "tf.tile",
            x,
            m.bit_of(np.array(counts, "int32")),
            outs=[(x.dtype, [a * b for a, b in zip(x.shape, counts)])],
        )
    elif kind == "broadcast":
        shape = [m.choice([0, 2, 3]) if size == 1 else size for size in x.shape]
        shape = [m.choice([1, 2])] * m.int(0, 1) + shape
        m.emit("tf.broadcast_to", x, m.bit_of(np.array(shape, "int32")), outs=[(x.dtype, shape)])
    elif kind == "repeat" and x.rank:
        axis, count = m.int(0, x.rank - 1), m.int(0, 3)
        shape = list(x.shape)
        shape[axis] *= count
        m.emit("tf.repeat", x, count, axis, outs=[(x.dtype, shape)])
    else:
        a, b = m.any(REAL, rank=1), m.any(REAL, rank=1)
        m.emit("tf.meshgrid", a, b, indexing=m.choice(["xy", "ij"]))


@family(FAMILIES, 3)
def pads(m):
    x = m.any((*NUMBERS, "bool"))
    if x.rank == 0:
        return
    mode = m.choice(["CONSTANT", "CONSTANT", "REFLECT", "SYMMETRIC"])
    less = {"CONSTANT": 99, "REFLECT": 1, "SYMMETRIC": 0}[mode]
    sides = [
        [min(m.int(0, 2), max(0, size - less)) if less != 99 else m.int(0, 2) for _ in range(2)] for size in x.shape
    ]
    shape = [size + before + after for size, (before, after) in zip(x.shape, sides)]
    given = {"constant_values": m.choice([0, 1, -2, 1.5])} if mode == "CONSTANT" and m.chance(0.3) else {}
    m.emit("tf.pad", x, m.bit_of(np.array(sides, "int32").reshape(x.rank, 2)), mode, outs=[(x.dtype, shape)], **given)


@family(FAMILIES, 3)
def reversals(m):
    x = m.any(EVERY, least_rank=1)
    kind = m.choice(["reverse", "roll", "sequence"])
    if kind == "reverse":
        some = [axis for axis in range(x.rank) if m.chance(0.5)]
        m.emit("tf.reverse", x, m.bit_of(np.array(some, "int32")), outs=[(x.dtype, x.shape)])
    elif kind == "roll":
        m.emit("tf.roll", x, m.bit_of(m.int(-4, 4)), m.axis(x.rank), outs=[(x.dtype, x.shape)])
    elif x.rank > 1:
        lengths = m.bit_of(
            np.array([m.int(0, x.shape[1] + (1 if m.chance(0.1) else 0)) for _ in range(x.shape[0])], "int64"), "int64"
        )
        m.emit("tf.reverse_sequence", x, lengths, seq_axis=1, batch_axis=0, outs=[(x.dtype, x.shape)])


@family(FAMILIES, 5)
def slices(m):
    x = m.any(EVERY)
    if m.chance(0.3):
        begin = [m.int(0, size) for size in x.shape]
        size = [m.int(0, whole - first) for first, whole in zip(begin, x.shape)]
        declared = [
            -1 if m.chance(0.2) and first + count == whole else count
            for first, count, whole in zip(begin, size, x.shape)
        ]
        if not begin:
            return
        m.emit(
            "tf.slice",
            x,
            m.bit_of(np.array(begin, "int32")),
            m.bit_of(np.array(declared, "int32")),
            outs=[(x.dtype, size)],
        )
        return
    items, shape = [], []
    for size in x.shape[: m.int(0, x.rank)]:
        kind = m.choice(["slice", "slice", "index", "new", "far"])
        if kind == "new":
            items.append(None)
            shape.append(1)
        if kind == "index" and size:
            items.append(m.int(-size, size - 1))
        else:
            low = -size - 1 if kind == "far" else 0
            ends = [None if m.chance(0.4) else m.int(low, size + 2) for _ in range(2)]
            step = m.choice([None, None, 1, 2, -1, -2])
            items.append({"slice": [*ends, step]})
            shape.append(len(range(size)[slice(ends[0], ends[1], step)]))
    used = sum(item is not None for item in items)
    if m.chance(0.25):
        items.append("...")
    shape += x.shape[used:]
    if items:
        m.emit("operator.getitem", x, items, outs=[(x.dtype, shape)])


@family(FAMILIES, 2)
def blocks(m):
    kind = m.choice(["space_to_depth", "depth_to_space", "space_to_batch", "batch_to_space"])
    batch, block = m.int(1, 2), 2
    high, wide, deep = m.int(1, 2), m.int(1, 2), m.int(1, 2)
    types = ["float32", "float64", "int32", "float16", "uint8"]
    if kind == "space_to_depth":
        x = m.any(types, shape=[batch, high * block, wide * block, deep])
        m.emit("tf.space_to_depth", x, block, outs=[(x.dtype, [batch, high, wide, deep * 4])])
    elif kind == "depth_to_space":
        x = m.any(types, shape=[batch, high, wide, deep * 4])
        m.emit("tf.depth_to_space", x, block, outs=[(x.dtype, [batch, high * 2, wide * 2, deep])])
    elif kind == "space_to_batch":
        x = m.any(types, shape=[batch, high * 2, wide * 2 - 1, deep])
        m.emit(
            "tf.space_to_batch_nd",
            x,
            [2, 2],
            m.bit_of([[0, 0], [1, 0]]),
            outs=[(x.dtype, [batch * 4, high, wide, deep])],
        )
    else:
        x = m.any(types, shape=[batch * 4, high, wide, deep])
        crops = m.bit_of([[0, 0], [1, 0]])
        m.emit("tf.batch_to_space_nd", x, [2, 2], crops, outs=[(x.dtype, [batch, high * 2, wide * 2 - 1, deep])])


@family(FAMILIES, 2)
def diagonals(m):
    x = m.any(NUMBERS, least_rank=1)
    kind = m.choice(["diag", "matrix_diag", "part", "band", "set", "diag_part", "transpose"])
    if kind == "diag" and x.rank < 3:
        m.emit("tf.diag", x, outs=[(x.dtype, x.shape * 2)])
    elif kind == "matrix_diag":
        m.emit("tf.matrix_diag", x, outs=[(x.dtype, [*x.shape, x.shape[-1]])])
    elif kind == "diag_part" and x.rank == 1:
        square = m.leaf(x.dtype, [x.shape[0], x.shape[0]])
        m.emit("tf.diag_part", square, outs=[(x.dtype, x.shape)])
    elif x.rank > 1:
        short = [*x.shape[:-2], min(x.shape[-2:])]
        if kind == "part":
            m.emit("tf.matrix_diag_part", x, outs=[(x.dtype, short)])
        elif kind == "set":
            m.emit("tf.matrix_set_diag", x, m.any([x.dtype], shape=short), outs=[(x.dtype, x.shape)])
        elif kind == "transpose":
            m.emit("tf.matrix_transpose", x, outs=[(x.dtype, [*x.shape[:-2], x.shape[-1], x.shape[-2]])])
        else:
            m.emit("tf.matrix_band_part", x, m.bit_of(m.int(-1, 1)), m.bit_of(m.int(-1, 1)), outs=[(x.dtype, x.shape)])
