"""Branches, loops, and functions over the elements of a tensor."""

import numpy as np

from tests.soak.families.family import dtype, family
from tests.soak.values import NUMBERS

FAMILIES = []

TYPES = ("float32", "float32", "int32", "float64", "int64", "float16", "complex64")


def shaped(m, x):
    """A few operations that keep dtype and shape."""
    for _ in range(m.int(1, 3)):
        kind = m.choice(["two", "two", "one", "reverse", "number", "nested"])
        if kind == "two":
            y = m.any([x.dtype], shape=x.shape) if m.chance(0.5) else m.any([x.dtype], shape=[])
            x = m.emit(
                m.choice(["tf.add", "tf.multiply", "tf.subtract", "tf.maximum"][: 3 if x.dtype == "complex64" else 4]),
                x,
                y,
                outs=[(x.dtype, x.shape)],
            )
        elif kind == "one":
            names = ["tf.negative", "tf.identity", "tf.square"] + (
                ["tf.tanh", "tf.sigmoid"] if x.dtype.startswith("float") else []
            )
            x = m.emit(m.choice(names), x, outs=[(x.dtype, x.shape)])
        elif kind == "reverse" and x.rank:
            x = m.emit("tf.reverse", x, [0], outs=[(x.dtype, x.shape)])
        elif kind == "nested" and m.depth < 2 and m.chance(0.3):
            x = branch(m, x)
        else:
            x = m.emit("operator.add", x, 1, outs=[(x.dtype, x.shape)])
    return x


def condition(m):
    if m.chance(0.5):
        return m.any(["bool"], rank=0)
    number = m.any(["float32", "int32"], rank=0)
    return m.emit("tf.less", number, m.int(-1, 3), outs=[("bool", [])])


def branch(m, x):
    predicate = condition(m)
    yes = m.body([], lambda refs: shaped(m, x))
    no = m.body([], lambda refs: shaped(m, x))
    return m.emit("tf.cond", predicate, yes, no, outs=[(x.dtype, x.shape)])


@family(FAMILIES, 3)
def branches(m):
    if m.depth > 1:
        return
    x = m.any(TYPES)
    kind = m.choice(["one", "one", "two", "case", "switch", "mixed"])
    if kind == "one":
        branch(m, x)
    elif kind == "two":
        y = m.any(TYPES)
        yes = m.body([], lambda refs: [shaped(m, x), shaped(m, y)])
        no = m.body([], lambda refs: [shaped(m, x), shaped(m, y)])
        m.emit("tf.cond", condition(m), yes, no, outs=[(x.dtype, x.shape), (y.dtype, y.shape)])
    elif kind == "mixed":  # the branches' shapes differ
        yes = m.body([], lambda refs: shaped(m, x))
        no = m.body([], lambda refs: m.emit("tf.reshape", shaped(m, x), [-1], outs=[(x.dtype, None)]))
        m.emit("tf.cond", condition(m), yes, no, outs=[(x.dtype, None)])
    elif kind == "case":
        pairs = [[condition(m), m.body([], lambda refs: shaped(m, x))] for _ in range(m.int(1, 3))]
        extra = {"default": m.body([], lambda refs: shaped(m, x))}
        m.emit("case", pairs, outs=[(x.dtype, x.shape)], exclusive=m.chance(0.2), **extra)
    else:
        index = m.any(["int32"], rank=0)
        functions = [m.body([], lambda refs: shaped(m, x)) for _ in range(m.int(1, 3))]
        m.emit("tf.switch_case", index, functions, outs=[(x.dtype, x.shape)])


@family(FAMILIES, 3)
def loops(m):
    if m.depth > 1:
        return
    x = m.any(TYPES)
    kind = m.choice(["count", "count", "value", "two", "grow", "array"])
    limit = m.bit_of(m.int(0, 4))
    start = m.value(np.int32(0))

    def below(refs):
        return m.emit("tf.less", refs[0], limit, outs=[("bool", [])])

    def next_of(i):
        return m.emit("operator.add", i, 1, outs=[("int32", [])])

    counter = ("int32", [])
    if kind in ("count", "value"):
        kinds = [counter, (x.dtype, x.shape)]
        test = m.body(kinds, below)
        step = m.body(kinds, lambda refs: [next_of(refs[0]), shaped(m, refs[1])])
        m.emit(
            "tf.while_loop", test, step, [start, x], outs=kinds, **({"parallel_iterations": 1} if m.chance(0.2) else {})
        )
    elif kind == "two":
        y = m.any(TYPES)
        kinds = [counter, (x.dtype, x.shape), (y.dtype, y.shape)]
        test = m.body(kinds, below)
        step = m.body(kinds, lambda refs: [next_of(refs[0]), shaped(m, refs[1]), shaped(m, refs[2])])
        m.emit("tf.while_loop", test, step, [start, x, y], outs=kinds)
    elif kind == "grow":
        x = m.any(TYPES, least_rank=1)
        kinds = [counter, (x.dtype, x.shape)]
        test = m.body(kinds, below)

        def double(refs):
            return [next_of(refs[0]), m.emit("tf.concat", [refs[1], x], 0, outs=[(x.dtype, None)])]

        step = m.body(kinds, double)
        m.emit("grow", test, step, [start, x], [[], [None, *x.shape[1:]]], outs=[counter, (x.dtype, None)])
    else:
        count = m.int(0, 3)
        step = m.body(
            [counter],
            lambda refs: m.emit(
                "operator.add",
                x,
                m.emit("tf.cast", refs[0], dtype(x.dtype), outs=[(x.dtype, [])]),
                outs=[(x.dtype, x.shape)],
            ),
        )
        m.emit("array_loop", dtype(x.dtype), m.bit_of(count), step, outs=[(x.dtype, [count, *x.shape])])


@family(FAMILIES, 3)
def over_elements(m):
    if m.depth > 1:
        return
    x = m.any(TYPES, least_rank=1)
    kind = m.choice(["map", "map", "scan", "foldl", "foldr", "pair"])
    one = (x.dtype, x.shape[1:])
    if kind == "map":
        m.emit("tf.map_fn", m.body([one], lambda refs: shaped(m, refs[0])), x, outs=[(x.dtype, x.shape)])
    elif kind == "pair":
        y = m.any(NUMBERS, shape=x.shape[:1])
        function = m.body([("pair", None)], lambda refs: m.emit("tf.identity", {"t": refs[0].name + ".0"}, outs=[one]))
        m.emit("map_pair", function, x, y, dtype(x.dtype), outs=[(x.dtype, x.shape)])
    else:
        function = m.body([one, one], lambda refs: shaped(m, m.emit("tf.add", refs[0], refs[1], outs=[one])))
        first = m.any([x.dtype], shape=x.shape[1:]) if m.chance(0.5) or not x.shape[0] else None
        m.emit("tf." + kind, function, x, first, outs=[(x.dtype, x.shape if kind == "scan" else x.shape[1:])])
