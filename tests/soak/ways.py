"""The ways in which graphlab can run one plan: compiled, with NumPy, operation by operation, from 8 threads at once, on several tasks."""

import concurrent.futures
import zlib

import numpy as np

import graphlab as tf
from graphlab._src.compiler.executables import tiers
from tests.cluster.direct import DirectMaster
from tests.soak.execute import PATIENCE, Machine

THREADS = 8


class Compiled(Machine):
    """By XLA alone."""

    def run(self, session, tensors, feeds):
        tiers.prefer.numpy, tiers.prefer.compiled = False, True
        try:
            return session.run(tensors, feeds)
        finally:
            tiers.prefer.compiled = False


class ByNumPy(Machine):
    """With NumPy wherever that has rules for all of a segment."""

    def run(self, session, tensors, feeds):
        tiers.prefer.numpy = True
        try:
            return session.run(tensors, feeds)
        finally:
            tiers.prefer.numpy = False


class Interpreted(Machine):
    """Operation by operation, as traced runs and steps through a run go; NumPy does each, as that needs no compiling."""

    def run(self, session, tensors, feeds):
        tiers.prefer.numpy = True
        options = tf.RunOptions(trace_level=tf.RunOptions.SOFTWARE_TRACE)
        try:
            return session.run(tensors, feeds, options=options, run_metadata=tf.RunMetadata())
        finally:
            tiers.prefer.numpy = False


class Threaded(Machine):
    """From 8 threads in one session, compiled; all of them must get the same bits. Programs with state run in one."""

    def run(self, session, tensors, feeds):
        tiers.prefer.compiled = True
        try:
            return self._run_compiled(session, tensors, feeds)
        finally:
            tiers.prefer.compiled = False

    def _run_compiled(self, session, tensors, feeds):
        stateful = any(run["fetch"] is not None for run in self.program["runs"])
        types = {op.type.lower() for op in self.graph.get_operations()}
        draws = any(word in kind for kind in types for word in ("random", "normal"))
        counts = any("assign" in kind for kind in types)  # a metric adds up what all runs before it have given
        if stateful or draws or counts:
            return session.run(tensors, feeds)
        with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
            waiting = [pool.submit(session.run, tensors, feeds) for _ in range(THREADS)]
            results = [future.result() for future in waiting]
        for other in results[1:]:
            for a, b in zip(results[0], other, strict=True):
                if np.asarray(a).tobytes() != np.asarray(b).tobytes() and np.asarray(a).dtype != object:
                    raise AssertionError(f"threads disagree: {a!r} and {b!r}")
        return results[0]


TASKS = [("ps", 0), ("worker", 0), ("worker", 1)]


class Spread(ByNumPy):
    """By three tasks, of which the session reaches two as it reaches those of other processes."""

    def build(self):
        with self.graph.device(_any_task):
            super().build()

    def session(self):
        config = tf.ConfigProto(operation_timeout_in_ms=PATIENCE, allow_soft_placement=True, **self.options)
        return tf.Session(DirectMaster(TASKS).target, self.graph, config)


def _any_task(op):
    job, number = TASKS[zlib.crc32(op.name.encode()) % len(TASKS)]
    return f"/job:{job}/task:{number}"


WAYS = {"compiled": Compiled, "numpy": ByNumPy, "interpreted": Interpreted, "threads": Threaded, "tasks": Spread}
