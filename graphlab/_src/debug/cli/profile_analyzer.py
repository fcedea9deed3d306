"""ProfileAnalyzer: the commands that analyze how long the operations of a traced run last."""

import argparse
import math
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.debug import source_files
from graphlab._src.debug.cli import screens
from graphlab._src.debug.cli.command_parser import parse_time_interval
from graphlab._src.debug.cli.config import CLIConfig
from graphlab._src.debug.cli.menus import MenuItem
from graphlab._src.debug.cli.rich_text import (
    INIT_SCROLL_POS_KEY,
    RichLine,
    RichTextLines,
    rich_text_lines_from_rich_line_list,
)
from graphlab._src.debug.cli.ui_factory import get_ui
from graphlab._src.debug.profiling import ProfileDatum, annotate_source_against_profile

SORT_OPS_BY_OP_NAME = "node"
SORT_OPS_BY_OP_TYPE = "op_type"
SORT_OPS_BY_OP_TIME = "op_time"
SORT_OPS_BY_EXEC_TIME = "exec_time"
SORT_OPS_BY_START_TIME = "start_time"
SORT_OPS_BY_LINE = "line"
_BAR = 10  # characters

_KEYS: dict[str, Callable[[ProfileDatum], Any]] = {
    SORT_OPS_BY_OP_NAME: lambda datum: datum.node_exec_stats.node_name,
    SORT_OPS_BY_OP_TYPE: lambda datum: datum.op_type,
    SORT_OPS_BY_LINE: lambda datum: (datum.file_path, datum.line_number),
    SORT_OPS_BY_OP_TIME: lambda datum: datum.op_time,
    SORT_OPS_BY_EXEC_TIME: lambda datum: datum.exec_time,
    SORT_OPS_BY_START_TIME: lambda datum: datum.start_time,
}


def _parsers() -> dict[str, argparse.ArgumentParser]:
    found = {
        name: argparse.ArgumentParser(description=description, usage=argparse.SUPPRESS)
        for name, description in (
            ("list_profile", "List how long operations last."),
            ("print_source", "Print a Python file with how long the operations of each line last."),
        )
    }
    for parser in found.values():
        for letter, name, what in (("d", "device", "devices"), ("n", "node", "nodes")):
            help_text = f"a regular expression of names of {what}"
            parser.add_argument(f"-{letter}", f"--{name}_name_filter", type=str, default="", help=help_text)
        parser.add_argument(
            "-t", "--op_type_filter", type=str, default="", help="a regular expression of operation types"
        )
        parser.add_argument("--time_unit", type=str, default=screens.TIME_UNIT_US, help="us, ms or s")
    add = found["list_profile"].add_argument
    add(
        "-f",
        "--file_path_filter",
        type=str,
        default="",
        help="a regular expression of the files that created the nodes",
    )
    add("--min_lineno", type=int, default=-1, help="the first line of these, counted from 1")
    add("--max_lineno", type=int, default=-1, help="the line of these before which it ends")
    add("-e", "--execution_time", type=str, default="", help="an interval of times: >100us, [1ms, 2s]")
    add("-o", "--op_time", type=str, default="", help="an interval of times of the kernel alone")
    add("-s", "--sort_by", type=str, default=SORT_OPS_BY_START_TIME, help=f"what to sort by: {', '.join(_KEYS)}")
    add("-r", "--reverse", action="store_true", help="the last first")
    add = found["print_source"].add_argument
    add("source_file_path", type=str, help="the file")
    add("--cost_type", choices=["exec_time", "op_time"], default="exec_time", help="which time")
    add("--init_line", type=int, default=0, help="the line to begin with, counted from 1")
    return found


class ProfileAnalyzer:
    """The commands that analyze a traced run. graph: of the program.  run_metadata: the RunMetadata of the run."""

    def __init__(self, graph: Any, run_metadata: Any) -> None:
        self._graph = graph
        self._run_metadata = run_metadata
        self._arg_parsers = _parsers()

    def get_help(self, handler_name: str) -> str:
        """The help of a command."""
        return self._arg_parsers[handler_name].format_help()

    def _data(self) -> dict[str, list[ProfileDatum]]:
        """{device: its ProfileDatum objects}."""
        operations = {op.name: op for op in self._graph.get_operations()}
        found: dict[str, list[ProfileDatum]] = {}
        for device in self._run_metadata.step_stats.dev_stats:
            data = found.setdefault(device.device, [])
            for stats in device.node_stats:
                op = operations.get(stats.node_name)
                path, line, function = ("", -1, "") if op is None else _place(op)
                data.append(ProfileDatum(device.device, stats, path, line, function, None if op is None else op.type))
        return found

    def list_profile(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """The tables of the devices' operations with their times."""
        parsed = self._arg_parsers["list_profile"].parse_args(args)
        columns = screen_info["cols"] if screen_info else 80
        data = self._data()
        execution = parse_time_interval(parsed.execution_time) if parsed.execution_time else None
        op_time = parse_time_interval(parsed.op_time) if parsed.op_time else None
        device_name, node = re.compile(parsed.device_name_filter), re.compile(parsed.node_name_filter)
        kind, path = re.compile(parsed.op_type_filter), re.compile(parsed.file_path_filter)

        def is_shown(datum: ProfileDatum) -> bool:
            low, high = parsed.min_lineno, parsed.max_lineno
            return bool(
                node.match(datum.node_exec_stats.node_name)
                and kind.match(datum.op_type)
                and (not parsed.file_path_filter or path.match(datum.file_path))
                and (low <= 0 or datum.line_number >= low)
                and (high <= 0 or datum.line_number < high)
                and (execution is None or execution.contains(datum.exec_time))
                and (op_time is None or op_time.contains(datum.op_time))
            )

        heads = _heads(parsed.time_unit)
        rows = [_cells(datum, parsed.time_unit) for found in data.values() for datum in found]
        widths = [max(len(cell) for cell in column) + 2 for column in zip(heads, *rows, strict=True)]
        widths[0] = max(widths[0], len("Device Total") + 2)
        lines: list[Any] = [""]
        for i, (device, found) in enumerate(data.items(), 1):
            if not device_name.match(device):
                continue
            chosen = [datum for datum in found if is_shown(datum)]
            lines += ["-" * columns, f"Device {i} of {len(data)}: {device}", ""]
            lines.append(_line(heads, widths))
            lines += self._rows(
                sorted(chosen, key=_KEYS.get(parsed.sort_by, _KEYS[SORT_OPS_BY_START_TIME]), reverse=parsed.reverse),
                widths,
                parsed.time_unit,
            )
            totals = (sum(datum.op_time for datum in chosen), sum(datum.exec_time for datum in chosen))
            times = [screens.time_to_readable_str(total, force_time_unit=parsed.time_unit) for total in totals]
            lines += ["", _line(["Device Total", "", *times], widths)]
        return rich_text_lines_from_rich_line_list(lines)

    def _rows(self, data: Sequence[ProfileDatum], widths: Sequence[int], unit: str) -> list[Any]:
        lines: list[Any] = []
        for datum in data:
            cells = _cells(datum, unit)
            place = cells[-1]
            link = MenuItem(None, f"ps {datum.file_path} --init_line {datum.line_number}") if datum.file_path else None
            last = RichLine(place, link) + " " * (widths[-1] - len(place))
            lines.append(RichLine(_line(cells[:-1], widths)) + last)
        return lines

    def print_source(self, args: list[str], screen_info: Any = None) -> RichTextLines:
        """A file with the times of the operations that its lines have created."""
        parsed = self._arg_parsers["print_source"].parse_args(args)
        device_name = re.compile(parsed.device_name_filter)
        data = [datum for device, found in self._data().items() if device_name.match(device) for datum in found]
        profile = annotate_source_against_profile(
            data,
            os.path.expanduser(parsed.source_file_path),
            node_name_filter=parsed.node_name_filter,
            op_type_filter=parsed.op_type_filter,
        )
        if not profile:
            head = (
                f"The source file {parsed.source_file_path} does not contain any profile information for the previous "
                "Session run under the following filters:"
            )
            names = ("device_name_filter", "node_name_filter", "op_type_filter")
            return RichTextLines([head, *(f"  --{name}: {getattr(parsed, name)}" for name in names)])
        costs = {
            line: one.total_exec_time if parsed.cost_type == SORT_OPS_BY_EXEC_TIME else one.total_op_time
            for line, one in profile.items()
        }
        source, _ = source_files.load_source(os.path.expanduser(parsed.source_file_path))
        width, most = len(parsed.cost_type) + 3, max(costs.values())
        lines: list[Any] = [
            " " * 13 + parsed.cost_type.ljust(width) + "#nodes".ljust(9) + "lineno",
            " " * (13 + width) + "(#execs)".ljust(13) + "source",
        ]
        for number, text in enumerate(source, 1):
            label = f"L{number}".ljust(len(str(len(source))) + 1)
            if number in profile:
                bar = "|" * math.ceil(costs[number] / most * _BAR) if most else ""
                cost = screens.time_to_readable_str(costs[number], force_time_unit=parsed.time_unit)
                count = f"{profile[number].node_count}({profile[number].node_exec_count})"
                head = RichLine(f"[{bar.ljust(_BAR)}] ", screens.COLOR_CYAN) + cost.ljust(width)
                flags = f"--file_path_filter {parsed.source_file_path} --min_lineno {number} --max_lineno {number + 1}"
                head += RichLine(count, MenuItem("", f"lp {flags}")) + " " * (10 - len(count))
            else:
                head = RichLine(" " * (23 + width))
            lines.append(head + RichLine(label, screens.COLOR_YELLOW) + f" {text}")
        annotations = {INIT_SCROLL_POS_KEY: parsed.init_line}
        return rich_text_lines_from_rich_line_list(lines, annotations)


def _place(op: Any) -> tuple[str, int, str]:
    """(file, line, function) of the program that created an operation."""
    for path, line, function, *_ in reversed(op.traceback):
        if not _is_of_library(path):
            return path, line, function
    return "", -1, ""


def _is_of_library(path: str) -> bool:
    try:
        return source_files.guess_is_tensorflow_py_library(path)
    except ValueError:  # no file: what a notebook or exec() runs
        return False


def _heads(unit: str) -> list[str]:
    times = ["Start Time (us)", f"Op Time ({unit})", f"Exec Time ({unit})"]
    return ["Node", "Op Type", *times, "Filename:Lineno(function)"]


def _cells(datum: ProfileDatum, unit: str) -> list[str]:
    times = [screens.time_to_readable_str(time, force_time_unit=unit) for time in (datum.op_time, datum.exec_time)]
    place = f"{os.path.basename(datum.file_path)}:{datum.line_number}({datum.func_name})" if datum.file_path else ""
    return [datum.node_exec_stats.node_name, datum.op_type, str(datum.start_time), *times, place]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=False))


def create_profiler_ui(
    graph: Any,
    run_metadata: Any,
    ui_type: str = "curses",
    on_ui_exit: Callable[[], object] | None = None,
    config: CLIConfig | None = None,
) -> Any:
    """The user interface of the analysis of a traced run."""
    analyzer = ProfileAnalyzer(graph, run_metadata)
    ui = get_ui(ui_type, on_ui_exit=on_ui_exit, config=config or CLIConfig())
    for command, handler, aliases in (
        ("list_profile", analyzer.list_profile, ["lp"]),
        ("print_source", analyzer.print_source, ["ps"]),
    ):
        ui.register_command_handler(command, handler, analyzer.get_help(command), prefix_aliases=aliases)
    names = sorted({stats.node_name for device in run_metadata.step_stats.dev_stats for stats in device.node_stats})
    ui.register_tab_comp_context(["list_profile", "lp"], names)
    return ui
