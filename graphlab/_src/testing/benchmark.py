"""Benchmark: a class whose `benchmark…` methods time operations and report what they found."""

import re
import statistics
import sys
import time

from graphlab._src.proto import ConfigProto


def benchmark_config():
    """A ConfigProto for benchmarks."""
    return ConfigProto()


class Benchmark:
    """Subclass it, add methods whose names begin with "benchmark", and run the module with --benchmarks=REGEX."""

    known = []

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Benchmark.known.append(cls)

    def report_benchmark(self, iters=None, cpu_time=None, wall_time=None, throughput=None, extras=None, name=None):
        """Prints one line: the name and whatever was measured. Times in seconds, throughput in MB/s."""
        caller = sys._getframe(1)
        while name is None and caller is not None and not caller.f_code.co_name.startswith("benchmark"):
            caller = caller.f_back
        measured = {"iters": iters, "cpu_time": cpu_time, "wall_time": wall_time, "throughput": throughput}
        measured = {key: value for key, value in {**measured, **(extras or {})}.items() if value is not None}
        label = name or (caller.f_code.co_name if caller else "benchmark")
        print(f"{type(self).__name__}.{label}: " + ", ".join(f"{key} {value}" for key, value in measured.items()))

    def run_op_benchmark(
        self,
        sess,
        op_or_tensor,
        feed_dict=None,
        burn_iters=2,
        min_iters=10,
        store_trace=False,
        store_memory_usage=True,
        name=None,
        extras=None,
        mbs=0,
    ):
        """Runs an operation at least min_iters times after burn_iters, reports the median, and returns the figures.

        mbs: megabytes that one run moves, for the throughput.
        Returns {"iters", "extras", "wall_time", "throughput"}: seconds and MB/s.
        """
        # An operation is fetched in place of its tensor, so that no copy of the result is timed.
        target = getattr(op_or_tensor, "op", op_or_tensor)
        times = []
        for i in range(burn_iters + min_iters):
            start = time.perf_counter()
            sess.run(target, feed_dict=feed_dict)
            if i >= burn_iters:
                times.append(time.perf_counter() - start)
        wall = statistics.median(times)
        figures = {
            "iters": min_iters,
            "extras": dict(extras or {}),
            "wall_time": wall,
            "throughput": mbs / wall if wall > 0 else 0.0,
        }
        self.report_benchmark(name=name, **figures)
        return figures

    def evaluate(self, tensors):
        """The values of tensors in the default session."""
        return tensors.eval() if hasattr(tensors, "eval") else [item.eval() for item in tensors]


def run_matching(pattern):
    """Runs every benchmark method whose "Class.method" a pattern is found in; "all" runs every one."""
    for cls in Benchmark.known:
        for method in sorted(name for name in dir(cls) if name.startswith("benchmark")):
            if pattern in ("all", ".") or re.search(pattern, f"{cls.__name__}.{method}"):
                getattr(cls(), method)()
