"""Benchmark: a class whose `benchmark…` methods time operations and report what they found."""

import numbers
import os
import re
import statistics
import sys
import time
from typing import Any, ClassVar

from graphlab._src.io import file_system
from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.proto import ConfigProto, RunMetadata, RunOptions
from graphlab._src.proto.test_log import BenchmarkEntries
from graphlab._src.session.tracing.timeline import Timeline

TEST_REPORTER_TEST_ENV = "TEST_REPORT_FILE_PREFIX"  # what the names of files of reports begin with


def benchmark_config():
    """A ConfigProto for benchmarks."""
    return ConfigProto()


class Benchmark:
    """Subclass it, add methods whose names begin with "benchmark", and run the module with --benchmarks=REGEX."""

    known: ClassVar[set[type["Benchmark"]]] = set()

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Benchmark.known.add(cls)

    def report_benchmark(
        self, iters=None, cpu_time=None, wall_time=None, throughput=None, extras=None, name=None, metrics=None
    ):
        """Prints one line: the name and whatever was measured. Times in seconds, throughput in MB/s.

        extras: {name: number or text}.  metrics: [{"name", "value"[, "min_value"][, "max_value"]}].
        Where the environment has TEST_REPORT_FILE_PREFIX it writes a file of that prefix and the benchmark's name, a
        BenchmarkEntries message, in place of the line; OSError where the file is there.
        """
        caller = sys._getframe(1)
        while name is None and caller is not None and not caller.f_code.co_name.startswith("benchmark"):
            caller = caller.f_back
        measured = {"iters": iters, "cpu_time": cpu_time, "wall_time": wall_time, "throughput": throughput}
        measured = {key: value for key, value in measured.items() if value is not None}
        label = f"{type(self).__name__}.{name or (caller.f_code.co_name if caller else 'benchmark')}"
        entries = _message(label, measured, extras, metrics)
        prefix = os.environ.get(TEST_REPORTER_TEST_ENV)
        if prefix is None:
            shown = {**measured, **(extras or {}), **{one["name"]: one["value"] for one in metrics or ()}}
            print(f"{label}: " + ", ".join(f"{key} {value}" for key, value in shown.items() if value is not None))
            return
        path = prefix + label.replace("/", "__")
        if file_system.exists(path):
            raise OSError(f"File already exists: {path}")
        write_atomically(path, entries.SerializeToString())

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
        store_memory_usage: adds to extras how many bytes of memory a run requires, by allocator.
        store_trace: adds to the extras that are returned full_trace_chrome_format, a timeline for chrome://tracing.
        Returns {"iters", "extras", "wall_time", "throughput", "name"}: seconds and MB/s.
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
        extras, unreported = dict(extras or {}), {}
        if store_trace or store_memory_usage:
            metadata = RunMetadata()
            options = RunOptions(trace_level=RunOptions.FULL_TRACE)
            sess.run(op_or_tensor, feed_dict=feed_dict, options=options, run_metadata=metadata)
            timeline = Timeline(metadata.step_stats)
            if store_trace:
                unreported["full_trace_chrome_format"] = timeline.generate_chrome_trace_format()
            if store_memory_usage:
                for allocator, most in timeline.analyze_step_stats(show_memory=True).allocator_maximums.items():
                    extras[f"allocator_maximum_num_bytes_{allocator}"] = most.num_bytes
        figures: dict[str, Any] = {
            "iters": min_iters,
            "wall_time": wall,
            "throughput": mbs / wall if wall > 0 else 0.0,
            "extras": extras,
            "name": name,
        }
        self.report_benchmark(**figures)
        figures["extras"] = {**extras, **unreported}
        return figures

    def evaluate(self, tensors):
        """The values of tensors in the default session."""
        return tensors.eval() if hasattr(tensors, "eval") else [item.eval() for item in tensors]


def run_matching(pattern):
    """Runs every benchmark method whose "module.Class.method" a pattern is found in; "all" runs every one."""
    for cls in list(Benchmark.known):
        place = f"{cls.__module__}.{cls.__name__}"
        methods = [name for name in dir(cls) if name.startswith("benchmark") and callable(getattr(cls, name))]
        chosen = [name for name in methods if pattern == "all" or re.search(pattern, f"{place}.{name}")]
        one = cls() if chosen else None
        for name in chosen:
            getattr(one, name)()


def _message(label, measured, extras, metrics):
    """The BenchmarkEntries of one report. TypeError for extras that are no dict, and for metrics without name or value."""
    if not isinstance(extras or {}, dict):
        raise TypeError("extras must be a dict")
    if not isinstance(metrics or [], list):
        raise TypeError("metrics must be a list")
    entries = BenchmarkEntries()
    entry = entries.entry.add(name=label, **measured)
    for key, value in (extras or {}).items():
        if isinstance(value, numbers.Number):
            entry.extras[key].double_value = value
        else:
            entry.extras[key].string_value = str(value)
    for metric in metrics or ():
        for key in ("name", "value"):
            if key not in metric:
                raise TypeError(f"metric must has a '{key}' field")
        made = entry.metrics.add(name=metric["name"], value=metric["value"])
        for key in ("min_value", "max_value"):
            if key in metric:
                getattr(made, key).value = metric[key]
    return entries
