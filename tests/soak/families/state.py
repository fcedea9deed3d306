"""Programs with state: variables of both kinds, scatter, queues, optimizers; each run does one thing."""

import numpy as np

from tests.soak.families.family import dtype

TYPES = ("float32", "float32", "float64", "int32", "int64")


def variables(m):
    """Adds the statements, and returns the runs: what to fetch in which order, in one session."""
    made, runs = [], []
    for _ in range(m.int(1, 3)):
        shape, name = [m.int(1, 4), *m.sizes(m.int(0, 1), 1)], m.choice(TYPES)
        initial = m.leaf(name, shape, "plain") if m.chance(0.2) else m.value(m.array(name, shape, "plain"))
        m.emit("variable", initial, m.chance(0.5))
        made.append((m.statements[-1]["out"], name, shape))
    reads = []
    for variable, name, shape in made:
        reads.append(m.emit("tf.identity", {"t": variable}, outs=[(name, shape)]).name)
    m.fixed.update(reads)  # TensorFlow shares their memory with the variables
    steps = [step(m, *m.choice(made)) for _ in range(m.int(2, 8))]
    steps = [name for name in steps if name]
    m.emit("tf.global_variables_initializer")
    start = m.statements[-1]["out"]
    if m.chance(0.3):
        runs.append({"feed": {}, "fetch": reads[:1]})  # before it is initialized
    runs.append({"feed": dict(m.fed), "fetch": [start]})
    for name in steps:
        runs.append({"feed": dict(m.fed), "fetch": [name]})
        runs.append({"feed": dict(m.fed), "fetch": reads})
    if m.chance(0.5):
        runs += [
            run for name in steps[:2] for run in ({"feed": dict(m.fed), "fetch": [name]}, {"feed": {}, "fetch": reads})
        ]
    return runs


def step(m, variable, name, shape):
    """One operation that changes state; the name to fetch, or "" for several that a queue needs."""
    ref = {"t": variable}
    kind = m.choice(
        ["assign", "add", "sub", "scatter", "scatter_nd", "slice", "queue", "train", "cond", "loop", "wrong", "moving"]
    )
    floating = name.startswith("float")
    if kind == "assign":
        m.emit(".assign", ref, m.leaf(name, shape, "plain"))
    elif kind in ("add", "sub"):
        m.emit(".assign_" + kind, ref, m.leaf(name, shape, "plain"))
    elif kind == "scatter":
        count = m.int(1, 3)
        how = m.choice(["add", "sub", "update", "max", "min", "mul"])
        rows = np.asarray(m.permutation(shape[0])[:count], "int32")
        if m.chance(0.1):
            rows[0] = m.choice([-1, shape[0]])
        m.emit("tf.scatter_" + how, ref, m.value(rows), m.leaf(name, [len(rows), *shape[1:]], "plain"))
    elif kind == "scatter_nd":
        rows = np.asarray(m.permutation(shape[0])[:2], "int32").reshape(-1, 1)
        m.emit(
            m.choice(["tf.scatter_nd_add", "tf.scatter_nd_update"]),
            ref,
            m.value(rows),
            m.leaf(name, [len(rows), *shape[1:]], "plain"),
        )
    elif kind == "slice":
        m.emit("assign_slice", ref, m.leaf(name, shape[1:], "plain"))
    elif kind == "train" and floating:
        optimizer = m.choice(
            [
                "GradientDescentOptimizer",
                "AdamOptimizer",
                "RMSPropOptimizer",
                "AdagradOptimizer",
                "FtrlOptimizer",
            ]
        )
        m.emit("train", optimizer, ref, m.leaf(name, shape, "plain"))
    elif kind == "cond":
        x = m.leaf(name, shape, "plain")
        yes = m.body([], lambda refs: m.emit("changed", ref, ".assign_add", x, outs=[(name, shape)]))
        no = m.body([], lambda refs: m.emit("changed", ref, ".assign", x, outs=[(name, shape)]))
        m.emit("tf.cond", m.any(["bool"], rank=0), yes, no)
    elif kind == "loop":
        x = m.leaf(name, shape, "plain")
        kinds = [("int32", [])]
        test = m.body(kinds, lambda refs: m.emit("tf.less", refs[0], 3, outs=[("bool", [])]))
        body = m.body(
            kinds,
            lambda refs: m.emit("next_after", refs[0], m.body([], lambda _: add(m, ref, x)), outs=[("int32", [])]),
        )
        m.emit("tf.while_loop", test, body, [m.value(np.int32(0))])
    elif kind == "wrong":
        m.emit(m.choice([".assign", ".assign_add"]), ref, m.leaf(name, [*shape, 2], "plain"))
    elif kind == "moving" and floating:
        m.emit("moving", ref)
    elif kind == "queue":
        x = m.leaf(name, shape, "plain")
        m.emit("queue", m.choice(["FIFOQueue", "PaddingFIFOQueue"]), dtype(name), shape, x)
    else:
        return ""
    return m.statements[-1]["out"]


def add(m, ref, x):
    return m.emit("changed", ref, ".assign_add", x, outs=[(x.dtype, x.shape)])


variables.weight = 4
PROGRAMS = [variables]
