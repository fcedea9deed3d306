"""How long the operations of a traced run last, one by one and by the lines of Python that have created them."""

import os
import re
from collections.abc import Iterable
from typing import Any


class ProfileDatum:
    """One execution of an operation. node_exec_stats: its NodeExecStats.  The rest says where it was created.

    start_time, op_time: microseconds, the latter of the kernel alone.
    """

    def __init__(
        self,
        device_name: str,
        node_exec_stats: Any,
        file_path: str,
        line_number: int,
        func_name: str,
        op_type: str | None,
    ) -> None:
        self.device_name = device_name
        self.node_exec_stats = node_exec_stats
        self.file_path = file_path
        self.line_number = line_number
        self.func_name = func_name
        self.op_type = op_type or ""
        self.start_time = node_exec_stats.all_start_micros
        self.op_time = node_exec_stats.op_end_rel_micros - node_exec_stats.op_start_rel_micros

    @property
    def exec_time(self) -> int:
        """Microseconds of the kernel and of what precedes and follows it."""
        return self.node_exec_stats.all_end_rel_micros


class AggregateProfile:
    """The executions of several operations together."""

    def __init__(self, profile_datum: ProfileDatum) -> None:
        self.total_op_time = 0
        self.total_exec_time = 0
        self._counts: dict[str, int] = {}
        self.add(profile_datum)

    def add(self, profile_datum: ProfileDatum) -> None:
        """Adds an execution."""
        self.total_op_time += profile_datum.op_time
        self.total_exec_time += profile_datum.exec_time
        node = f"{profile_datum.device_name}:{profile_datum.node_exec_stats.node_name}"
        self._counts[node] = self._counts.get(node, 0) + 1

    @property
    def node_count(self) -> int:
        """The number of operations."""
        return len(self._counts)

    @property
    def node_exec_count(self) -> int:
        """The number of executions."""
        return sum(self._counts.values())


def annotate_source_against_profile(
    profile_data: Iterable[ProfileDatum],
    source_file_path: str,
    node_name_filter: str | None = None,
    op_type_filter: str | None = None,
    min_line: int | None = None,
    max_line: int | None = None,
) -> dict[int, AggregateProfile]:
    """{line of a file: AggregateProfile of the operations that it has created}. min_line, max_line: from, and before."""
    path = os.path.normpath(os.path.abspath(source_file_path))
    node, kind = re.compile(node_name_filter or ""), re.compile(op_type_filter or "")
    found: dict[int, AggregateProfile] = {}
    for datum in profile_data:
        if not datum.file_path or os.path.normpath(os.path.abspath(datum.file_path)) != path:
            continue
        line = datum.line_number
        if (min_line is not None and line < min_line) or (max_line is not None and line >= max_line):
            continue
        if not node.match(datum.node_exec_stats.node_name) or not kind.match(datum.op_type):
            continue
        if line in found:
            found[line].add(datum)
        else:
            found[line] = AggregateProfile(datum)
    return found
