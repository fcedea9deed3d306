"""Programs with tables, queues and accumulators: each run does one thing, and none may have to wait."""

import numpy as np

from tests.soak.families.family import dtype


def program(make):
    """A function that adds a program's statements, and returns its runs."""
    make.weight = 1
    PROGRAMS.append(make)
    return make


PROGRAMS = []


def last(m):
    return m.statements[-1]["out"]


def one_by_one(m, start, steps):
    """Runs that do the steps one after another, the first of them again at the end."""
    feed = dict(m.fed)
    return [
        {"feed": feed, "fetch": names} for names in [*start, *[[name] for name in steps], *[[s] for s in steps[:3]]]
    ]


def keys_of(m, name, count):
    if name == "string":
        return np.asarray([b"k%d" % m.int(0, 5) for _ in range(count)], object)
    return m.draw.randint(0, 6, count).astype(name)


@program
def tables(m):
    key = m.choice(["int64", "string"])
    kind = m.choice(["static", "mutable", "mutable", "dense", "vocabulary"])
    name = m.choice(["float32", "int64", "string"]) if kind != "vocabulary" else "int64"
    if (
        (kind, key) == ("dense", "string")
        and name != "float32"
        or kind == "static"
        and (key, name) == ("int64", "float32")
    ):
        name = "int64"
    width = [] if kind in ("static", "vocabulary") or m.chance(0.6) else [2]
    first = keys_of(m, key, 3)
    first = np.unique(first) if kind != "static" or m.chance(0.8) else first
    numbers = m.value(m.array(name, [len(first), *width], "plain"))
    m.emit("table", kind, dtype(key), dtype(name), m.value(m.array(name, width, "plain")), m.value(first), numbers)
    table, steps = {"t": last(m)}, []
    for _ in range(m.int(3, 8)):
        keys = keys_of(m, key, m.int(0, 4))
        where = m.value(keys) if m.chance(0.6) or not m.fed else m.value(keys[:1])
        what = m.choice(["lookup", "lookup", "size", "insert", "remove", "export"])
        if what == "lookup":
            m.emit(".lookup", table, where)
        elif what == "size":
            m.emit(".size", table)
        elif what == "insert" and kind in ("mutable", "dense"):
            keys = np.unique(keys)
            shape = [len(keys), *width] if m.chance(0.9) else [len(keys), *width, 2]
            m.emit(".insert", table, m.value(keys), m.value(m.array(name, shape, "plain")))
        elif what == "remove" and kind in ("mutable", "dense"):
            m.emit(".remove", table, where)
        elif what == "export" and kind in ("mutable", "dense"):
            m.emit("exported", table, {"dense": key == "string"} and kind)
        else:
            continue
        steps.append(last(m))
    m.emit("tf.tables_initializer")
    start = last(m)
    return one_by_one(m, [[steps[0]], [start]] if steps and m.chance(0.3) else [[start]], steps)


@program
def queues(m):
    kind = m.choice(["FIFOQueue", "PaddingFIFOQueue", "PriorityQueue", "RandomShuffleQueue"])
    name, shape = m.choice(["float32", "int32", "string"]), m.sizes(m.int(0, 1), 1)
    capacity, there, closed, steps = m.int(3, 6), 0, False, []
    m.emit("queue_of", kind, capacity, dtype(name), shape)
    queue = {"t": last(m)}
    same = m.value(np.zeros(shape, "int32").astype(object) if name == "string" else m.array(name, shape, "whole"))
    if name == "string":
        same = m.value(np.full(shape, b"one", object))
    for number in range(m.int(4, 10)):
        what = m.choice(
            ["enqueue", "enqueue", "enqueue_many", "dequeue", "dequeue_many", "dequeue_up_to", "size", "close"]
        )
        count = m.int(1, 3)
        sizes = [m.int(1, 3) if kind == "PaddingFIFOQueue" else n for n in shape]
        element = same if kind == "RandomShuffleQueue" else m.value(m.array(name, sizes, "plain"))
        if m.chance(0.05):
            element = m.value(m.array(name, [*sizes, 2], "plain"))
        if what == "enqueue" and there < capacity:
            priority = [m.value(np.int64((number * 7) % 11))] if kind == "PriorityQueue" else []
            m.emit(".enqueue", queue, [*priority, element])
            there += not closed
        elif what == "enqueue_many" and there + count <= capacity and kind != "RandomShuffleQueue":
            priority = (
                [m.value(((np.arange(count) * 5 + number) % 13 + 20).astype("int64"))]
                if kind == "PriorityQueue"
                else []
            )
            m.emit(".enqueue_many", queue, [*priority, m.value(m.array(name, [count, *sizes], "plain"))])
            there += 0 if closed else count
        elif what == "dequeue" and (there or closed):
            m.emit(".dequeue", queue)
            there -= bool(there)
        elif what == "dequeue_many" and (there >= count or closed):
            m.emit(".dequeue_many", queue, count)
            there -= count if there >= count else 0
        elif what == "dequeue_up_to" and (there >= count or closed) and kind != "PriorityQueue":
            m.emit(".dequeue_up_to", queue, count)
            there = max(0, there - count)
        elif what == "close" and number > 3:
            m.emit(".close", queue, m.chance(0.3))
            closed = True
        else:
            m.emit(".size", queue)
        steps.append([last(m) + part for part in parts_of(m.statements[-1], kind)])
        steps.append([]) if False else None
    return [{"feed": {}, "fetch": names} for names in steps]


def parts_of(statement, kind):
    """The suffixes of what a statement returns."""
    return (".0", ".1") if "dequeue" in statement["call"] and kind == "PriorityQueue" else ("",)


@program
def accumulators(m):
    sparse = m.chance(0.5)
    name, shape = m.choice(["float32", "float64"]), [m.int(1, 4), m.int(1, 2)]
    m.emit("accumulator", sparse, dtype(name), shape, m.choice(["MEAN", "SUM"]))
    made, there, steps = {"t": last(m)}, 0, []
    for _ in range(m.int(3, 8)):
        what = m.choice(["apply", "apply", "take", "count", "step"])
        if what == "apply":
            moment = m.value(np.int64(m.int(0, 2)))
            if sparse:
                rows = np.sort(m.permutation(shape[0])[: m.int(1, shape[0])]).astype("int64")
                m.emit(
                    ".apply_grad",
                    made,
                    m.value(rows),
                    m.value(m.array(name, [len(rows), shape[1]], "plain")),
                    None,
                    moment,
                )
            else:
                m.emit(".apply_grad", made, m.value(m.array(name, shape if m.chance(0.9) else [1], "plain")), moment)
        elif what == "take":
            steps.append(["take"])
            continue
        elif what == "count":
            m.emit(".num_accumulated", made)
        else:
            m.emit(".set_global_step", made, m.value(np.int64(m.int(0, 1))))
        steps.append([last(m)])
    del there
    m.emit("taken", made)
    take = last(m)
    parts = [take + part for part in ((".0", ".1", ".2") if sparse else (".0",))]
    return [{"feed": {}, "fetch": parts if names == ["take"] else names} for names in steps]
