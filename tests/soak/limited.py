"""Does one piece of work COUNT times with little memory: `python -m tests.soak.limited NAME COUNT SEED OUTCOME`."""

import contextlib
import faulthandler
import json
import math
import os
import pathlib
import resource
import sys
import traceback

import numpy as np

LEAST, MOST = 1 << 12, 1 << 29  # bytes beyond what is in use
KINDS = {resource.RLIMIT_AS: "VmSize", resource.RLIMIT_DATA: "VmData"}
MODULES = [
    "keras",
    "estimator",
    "data",
    "train",
    "layers",
    "nn",
    "contrib",
    "feature_column",
    "distributions",
    "linalg",
]


@contextlib.contextmanager
def little_memory(kind, more):
    """While it is entered this process gets `more` bytes beyond what it has; kind: a resource of `resource`."""
    status = pathlib.Path("/proc/self/status").read_text()
    used = next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith(KINDS[kind]))
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (used + more, hard))
    try:
        yield
    finally:
        resource.setrlimit(kind, (hard, hard))


def attempt(work, kind, more):
    """What work() raised with so much memory, or None."""
    try:
        with little_memory(kind, more):
            work()
    except BaseException as error:
        return error
    return None


def judge(error, may_be_plain):
    """What is wrong with an error that was raised for want of memory, or "".

    may_be_plain: MemoryError will do, since there is no node that it could name.
    """
    import graphlab as tf  # noqa: PLC0415

    said = str(error)
    if isinstance(error, tf.errors.ResourceExhaustedError):
        return "" if "memory" in said.lower() or "OOM" in said else f"unreadable: {said[:200]!r}"
    if may_be_plain and isinstance(error, MemoryError):
        return ""
    return f"{type(error).__name__}: {said[:250]!r} at {place_of(error)}"


def place_of(error):
    """Where it was raised, the last place within graphlab before that too."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "graphlab" in frame.filename]
    return ", ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in [*ours[-2:], *frames[-1:]])


class Attempts:
    """The amounts to try: about half of them are too little.

    next(): (the kind of limit, bytes).  note(failed): how that one ended.
    """

    def __init__(self, random):
        self._random = random
        self._top = 1 << 25

    def next(self):
        kind = list(KINDS)[int(self._random.integers(2))]
        more = math.exp(self._random.uniform(math.log(LEAST), math.log(self._top)))
        return kind, int(more) // 4096 * 4096

    def note(self, failed):
        self._top = min(MOST, self._top * 1.3) if failed else max(4 * LEAST, self._top * 0.7)


def strain(name, random, numbers, write):
    """Tries one piece of work again and again; write(found, number) reports."""
    from tests.soak.hungry import HUNGRY  # noqa: PLC0415

    scenario, attempts = HUNGRY[name](random), Attempts(random)
    for number in numbers:
        kind, more = attempts.next()
        limit = f"{KINDS[kind]} + {more}"
        scenario.prepare()
        error = attempt(scenario.work, kind, more)
        attempts.note(error is not None)
        wrong = "" if error is None else judge(error, scenario.may_be_plain)
        if wrong:
            write({"kind": "error", "detail": f"{limit}: {wrong}"}, number)
        try:
            scenario.check()
        except BaseException as problem:
            detail = f"afterwards {type(problem).__name__}: {str(problem)[:300]} ({place_of(problem)})"
            write({"kind": "torn", "detail": f"{limit}: {detail}; it had raised {error!r:.200}"}, number)
            scenario = HUNGRY[name](random)
        write({"kind": "done"} if error is not None else {"kind": "done", "way": "untouched"}, number)


def import_late(random, number, write):
    """Imports parts of graphlab with little memory, and again with enough."""
    import graphlab as tf  # noqa: PLC0415

    with tf.Session(graph=tf.Graph()) as session, session.graph.as_default():
        session.run(tf.ones([2]) + 1.0)
    name = str(random.choice(MODULES))
    kind, more = list(KINDS)[int(random.integers(2))], int(math.exp(random.uniform(math.log(LEAST), math.log(1 << 24))))
    error = attempt(lambda: [getattr(getattr(tf, name), part) for part in dir(getattr(tf, name))], kind, more)
    if error is not None and not isinstance(error, (MemoryError, ImportError, tf.errors.ResourceExhaustedError)):
        write(
            {"kind": "error", "detail": f"tf.{name}, {KINDS[kind]} + {more}: {error!r:.300} at {place_of(error)}"},
            number,
        )
    try:
        for part in dir(getattr(tf, name)):
            getattr(getattr(tf, name), part)
    except BaseException as problem:
        detail = f"tf.{name} afterwards {problem!r:.300} ({place_of(problem)}); it had raised {error!r:.200}"
        write({"kind": "torn", "detail": detail}, number)
    write({"kind": "done"} if error is not None else {"kind": "done", "way": "untouched"}, number)


def main(name, count, seed, outcome):
    faulthandler.enable()
    os.environ["GRAPHLAB_TRACEBACKS"] = "whole"  # a fault names its place in graphlab
    random = np.random.default_rng(int(seed))
    with open(outcome, "a", encoding="utf-8") as file:

        def write(found, number):
            file.write(json.dumps({"seed": number, "way": name, "call": name, **found}) + "\n")
            file.flush()
            pathlib.Path(outcome + ".seed").write_text(str(number + (found["kind"] == "done")))

        pathlib.Path(outcome + ".seed").write_text(seed)
        if name == "imports":
            import_late(random, int(seed), write)
        else:
            strain(name, random, range(int(seed), int(seed) + int(count)), write)


if __name__ == "__main__":
    main(*sys.argv[1:])
