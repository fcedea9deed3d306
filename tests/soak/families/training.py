"""Programs that train: optimizers with dense and sparse gradients, changes of some rows of a variable."""

import numpy as np

from tests.soak.families.tables import last

PROGRAMS = []


def program(make):
    make.weight = 1
    PROGRAMS.append(make)
    return make


OPTIMIZERS = [
    ("GradientDescentOptimizer", [0.1], {}),
    ("AdamOptimizer", [0.1], {}),
    ("AdadeltaOptimizer", [0.5], {"rho": 0.9}),
    ("AdagradOptimizer", [0.1], {"initial_accumulator_value": 0.3}),
    ("MomentumOptimizer", [0.1, 0.9], {}),
    ("MomentumOptimizer", [0.1, 0.9], {"use_nesterov": True}),
    ("RMSPropOptimizer", [0.1], {"momentum": 0.5}),
    ("RMSPropOptimizer", [0.1], {"momentum": 0.5, "centered": True}),
    ("FtrlOptimizer", [0.1], {"l1_regularization_strength": 0.05, "l2_regularization_strength": 0.1}),
    ("FtrlOptimizer", [0.1], {"learning_rate_power": -0.7}),
    ("FtrlOptimizer", [0.1], {"l2_shrinkage_regularization_strength": 0.2}),
    ("ProximalAdagradOptimizer", [0.1], {"l1_regularization_strength": 0.05, "l2_regularization_strength": 0.1}),
    ("ProximalGradientDescentOptimizer", [0.1], {"l1_regularization_strength": 0.05}),
    ("AdagradDAOptimizer", [0.1], {"l1_regularization_strength": 0.01}),
]


@program
def optimizers(m):
    shape, name = [m.int(2, 5), m.int(1, 3)], m.choice(["float32", "float32", "float64"])
    m.emit("variable", m.value(m.array(name, shape, "plain")), m.chance(0.5))
    variable = {"t": last(m)}
    read = m.emit("tf.identity", variable, outs=[(name, shape)]).name
    m.fixed.add(read)
    optimizer, arguments, options = m.choice(OPTIMIZERS)
    how = m.choice(["dense", "sparse", "sparse", "repeated"])
    rows = m.permutation(shape[0])[: m.int(1, shape[0])]
    rows = rows + rows[:1] if how == "repeated" else rows
    target = m.leaf(name, shape if how == "dense" else [len(rows), shape[1]], "plain")
    m.emit("minimize", optimizer, arguments, options, variable, None if how == "dense" else rows, target)
    step = last(m)
    slots = [f"{step}.{i}" for i in range(1, 5)]
    m.emit("tf.global_variables_initializer")
    runs = [{"feed": dict(m.fed), "fetch": [last(m)]}]
    for _ in range(m.int(2, 4)):
        runs.append({"feed": dict(m.fed), "fetch": [step + ".0"]})
        runs.append({"feed": dict(m.fed), "fetch": [read, *slots]})
    return runs


@program
def rows(m):
    """Some rows or elements of variables changed, both kinds of variables."""
    shape, name = [m.int(2, 4), m.int(1, 3)], m.choice(["float32", "float64", "int32", "int64"])
    resource = m.chance(0.5)
    m.emit("variable", m.value(m.array(name, shape, "plain")), resource)
    variable = {"t": last(m)}
    read = m.emit("tf.identity", variable, outs=[(name, shape)]).name
    m.fixed.add(read)
    m.emit("variable", m.value(np.int32(0)), resource)
    counter, steps = {"t": last(m)}, []
    for _ in range(m.int(3, 7)):
        count = m.int(1, shape[0])
        where = np.asarray(m.permutation(shape[0])[:count], m.choice(["int32", "int64"]))
        if m.chance(0.2):
            where[-1] = where[0]
        if m.chance(0.07):
            where[0] = m.choice([-1, shape[0]])
        change = m.value(m.array(name, [count, shape[1]], "plain"))
        what = m.choice(
            ["scatter", "scatter", "method", "nd", "nd_method", "gather", "count", "scalar", "slice", "batch"]
        )
        if what == "scatter":
            m.emit(
                "tf.scatter_" + m.choice(["add", "sub", "mul", "div", "min", "max", "update"]),
                variable,
                m.value(where),
                change,
            )
        elif what == "scalar":
            change = m.value(m.array(name, [], "plain"))
            m.emit("tf.scatter_" + m.choice(["add", "sub", "mul", "update"]), variable, m.value(where), change)
        elif what == "method":
            m.emit(
                "scattered",
                m.choice(["scatter_add", "scatter_sub", "scatter_update"]),
                variable,
                m.value(where),
                change,
            )
        elif what in ("nd", "nd_method"):
            places = np.stack([where, where % shape[1]], 1) if m.chance(0.5) else where[:, None]
            change = m.value(m.array(name, [count] + ([shape[1]] if places.shape[1] == 1 else []), "plain"))
            call = m.choice(["scatter_nd_add", "scatter_nd_sub", "scatter_nd_update"])
            m.emit(("tf." if what == "nd" else ".") + call, variable, m.value(places), change)
        elif what == "gather":
            m.emit(m.choice(["tf.gather", "tf.nn.embedding_lookup"]), variable, m.value(where))
            if m.chance(0.5):
                m.emit("tf.gather_nd", variable, m.value(where[:, None]))
        elif what == "count":
            m.emit("tf.count_up_to", counter, m.int(1, 3))
        elif what == "batch" and not name.startswith("int64"):
            places = m.value((where[:, None] % shape[1]).repeat(1, 1)[: shape[0]])
            m.emit("tf.batch_scatter_update", variable, places, m.value(m.array(name, [count, 1], "plain")))
        else:
            m.emit("assign_slice", variable, m.value(m.array(name, shape[1:], "plain")))
        steps.append(last(m))
    m.emit("tf.global_variables_initializer")
    runs = [{"feed": dict(m.fed), "fetch": [last(m)]}]
    for step in steps + steps[:2]:
        runs.append({"feed": dict(m.fed), "fetch": [step]})
        runs.append({"feed": dict(m.fed), "fetch": [read]})
    return runs


@program
def pipelines(m):
    """A dataset, and its elements one after another until they are over."""
    name = m.choice(["int64", "float32", "int32"])
    count = m.int(0, 7)
    steps, kind = [], m.choice(["range", "slices", "tensors", "zip"])
    source = m.value(m.array(name, [max(count, 1), *m.sizes(m.int(0, 1), 1)], "whole"))
    for _ in range(m.int(1, 4)):
        steps.append(step_of(m))
    m.emit("pipeline", kind, count, source, steps, m.choice(["one_shot", "initializable"]))
    found = last(m)
    runs = [{"feed": {}, "fetch": [found + ".0"]}]
    runs += [{"feed": {}, "fetch": [found + ".1"]} for _ in range(m.int(3, 9))]
    return runs


def step_of(m):
    what = m.choice(
        ["map", "map", "batch", "batch", "padded", "shuffle", "repeat", "take", "skip", "filter", "window", "scan"]
        + ["interleave", "flat_map", "concatenate", "shard", "cache", "prefetch", "unbatch", "enumerate", "group"]
        + ["unique", "take_while", "parallel_map", "map_and_batch", "cardinality", "options"]
    )
    number = m.int(1, 3)
    return [what, number, m.chance(0.5)]


@program
def functional(m):
    """Branches and loops as TensorFlow 2 writes them."""
    name = m.choice(["float32", "int32"])
    x = m.leaf(name, m.sizes(m.int(0, 2), 1), "whole")
    flag = m.leaf("bool", [])
    m.emit(
        "control_flow_v2",
        m.choice(["cond", "while", "nested", "case", "array"]),
        x,
        flag,
        m.leaf("int32", [], "unit"),
        m.chance(0.5),
    )
    found = last(m)
    return [{"feed": dict(m.fed), "fetch": [found + ".0"]}, {"feed": dict(m.fed), "fetch": [found + ".1"]}]


@program
def python_functions(m):
    x = m.leaf(m.choice(["float32", "int64", "string"]), profile="whole")
    m.emit("through_python", x, m.choice(["double", "two", "wrong dtype", "none", "stateful"]))
    found = last(m)
    runs = [{"feed": dict(m.fed), "fetch": [found + ".0"]}]
    m.emit("tf.string_to_hash_bucket_fast", m.leaf("string"), 9)
    return runs + [{"feed": dict(m.fed), "fetch": [last(m)]}]
