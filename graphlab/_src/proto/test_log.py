"""BenchmarkEntries, what benchmarks report, which the tensorboard package does not ship, made from its definition."""

from typing import Any

from graphlab._src.proto.making import message_classes

_classes = message_classes(
    "test_log",
    {
        "EntryValue": (("double_value", 1, "double", "kind"), ("string_value", 2, "string", "kind")),
        "DoubleValue": (("value", 1, "double"),),  # as google.protobuf's
        "MetricEntry": (
            ("name", 1, "string"),
            ("value", 2, "double"),
            ("min_value", 3, "DoubleValue"),
            ("max_value", 4, "DoubleValue"),
        ),
        "BenchmarkEntry": (
            ("name", 1, "string"),
            ("iters", 2, "int64"),
            ("cpu_time", 3, "double"),
            ("wall_time", 4, "double"),
            ("throughput", 5, "double"),
            ("extras", 6, "map:EntryValue"),
            ("metrics", 7, "MetricEntry", "many"),
        ),
        "BenchmarkEntries": (("entry", 1, "BenchmarkEntry", "many"),),
    },
    package="tensorboard.graphlab.test_log",
)
BenchmarkEntries: Any = _classes["BenchmarkEntries"]
BenchmarkEntry: Any = _classes["BenchmarkEntry"]
EntryValue: Any = _classes["EntryValue"]
MetricEntry: Any = _classes["MetricEntry"]
