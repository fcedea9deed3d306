"""The commands that list and print the tensors of a dump."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from graphlab._src.debug.cli import command_parser, screens
from graphlab._src.debug.cli.analyzer_arguments import (
    SORT_TENSORS_BY_DUMP_SIZE,
    SORT_TENSORS_BY_OP_TYPE,
    SORT_TENSORS_BY_TENSOR_NAME,
    SORT_TENSORS_BY_TIMESTAMP,
)
from graphlab._src.debug.cli.main_menu import add_main_menu
from graphlab._src.debug.cli.menus import MenuItem
from graphlab._src.debug.cli.rich_text import RichLine, RichTextLines, rich_text_lines_from_rich_line_list
from graphlab._src.debug.dumps.debug_graph import parse_node_or_tensor_name
from graphlab._src.debug.dumps.dump_dir import DebugDumpDir

_HEADS = ("t (ms)", "Size (B)", "Op type", "Tensor name")


class TensorTable:
    """The table of dumped tensors. data: what its columns are measured by."""

    def __init__(self, dump: DebugDumpDir, data: Sequence[Any]) -> None:
        self._dump = dump
        self._start = dump.t0 or 0
        cells = [self._cells(datum) for datum in data]
        widths = [max((len(row[i]) for row in cells), default=0) for i in range(3)]
        self._widths = [
            max(widths[0] + 2, len(_HEADS[0]) + 1),
            *(max(width, len(head)) + 1 for width, head in zip(widths[1:], _HEADS[1:3], strict=True)),
        ]

    def _cells(self, datum: Any) -> list[str]:
        milliseconds = (datum.timestamp - self._start) / 1000.0
        size = screens.bytes_to_readable_str(datum.dump_size_bytes)
        return [f"[{milliseconds:.3f}]", size, self._dump.node_op_type(datum.node_name), datum.tensor_name]

    def _row(self, cells: Sequence[str]) -> list[str]:
        return [cell.ljust(width) for cell, width in zip(cells[:3], self._widths, strict=True)]

    def head(self, command: str, sort_by: str, reverse: bool) -> RichLine:
        """The heads of the columns; each sorts by its column. command: what the table comes from."""
        keys = (
            SORT_TENSORS_BY_TIMESTAMP,
            SORT_TENSORS_BY_DUMP_SIZE,
            SORT_TENSORS_BY_OP_TYPE,
            SORT_TENSORS_BY_TENSOR_NAME,
        )
        line = RichLine("")
        for head, padded, key in zip(_HEADS, [*self._row(_HEADS), _HEADS[3]], keys, strict=True):
            again = " -r" if key == sort_by and not reverse else ""
            item = MenuItem("" if key == keys[3] else None, f"{command} -s {key}{again}")
            line += RichLine(head, [item, "bold"]) + " " * (len(padded) - len(head))
        return line

    def line(self, datum: Any) -> RichLine:
        """The line of a tensor."""
        cells = self._cells(datum)
        name = RichLine(cells[3], MenuItem("", f"pt {cells[3]}"))
        return RichLine("".join(self._row(cells))) + name


def sort_data(dump: DebugDumpDir, data: Iterable[Any], sort_by: str, reverse: bool) -> list[Any]:
    """What was dumped in an order. Raises ValueError for one that is not known."""
    keys: dict[str, Callable[[Any], Any]] = {
        SORT_TENSORS_BY_TIMESTAMP: lambda datum: datum.timestamp,
        SORT_TENSORS_BY_DUMP_SIZE: lambda datum: datum.dump_size_bytes,
        SORT_TENSORS_BY_OP_TYPE: lambda datum: dump.node_op_type(datum.node_name),
        SORT_TENSORS_BY_TENSOR_NAME: lambda datum: datum.tensor_name,
    }
    if sort_by not in keys:
        raise ValueError(f"Unsupported key to sort tensors by: {sort_by}")
    return sorted(data, key=keys[sort_by], reverse=reverse)


def list_tensors(dump: DebugDumpDir, parsed: Any, tensor_filter: Callable[..., Any] | None) -> RichTextLines:
    """The table of the tensors that pass the filters of a command's arguments."""
    head, command = "", "list_tensors"
    if parsed.tensor_filter and tensor_filter is not None:
        data = dump.find(tensor_filter, exclude_node_names=parsed.filter_exclude_node_names or None)
        head = f' passing filter "{parsed.tensor_filter}"'
        command += f" -f {parsed.tensor_filter}"
        if parsed.filter_exclude_node_names:
            command += f" --filter_exclude_node_names {parsed.filter_exclude_node_names}"
    else:
        data = dump.dumped_tensor_data
    table = TensorTable(dump, data)
    lines: list[Any] = []
    if parsed.op_type_filter:
        command += f" -t {parsed.op_type_filter}"
    if parsed.node_name_filter:
        command += f" -n {parsed.node_name_filter}"
        lines.append(f'Node name regex filter: "{parsed.node_name_filter}"')
    if parsed.op_type_filter:
        lines.append(f'Op type regex filter: "{parsed.op_type_filter}"')
    node, kind = re.compile(parsed.node_name_filter), re.compile(parsed.op_type_filter)
    shown = [
        datum
        for datum in sort_data(dump, data, parsed.sort_by, parsed.reverse)
        if node.match(datum.node_name) and kind.match(dump.node_op_type(datum.node_name))
    ]
    lines = [f"{len(shown)} dumped tensor(s){head}:", *lines, "", table.head(command, parsed.sort_by, parsed.reverse)]
    output = rich_text_lines_from_rich_line_list([*lines, *map(table.line, shown)])
    add_main_menu(output, disabled="list_tensors")
    return output


def print_tensor(dump: DebugDumpDir, parsed: Any, screen_info: Any) -> RichTextLines:
    """The value of a tensor, or the list of its values where there are several."""
    highlight = screens.parse_ranges_highlight(parsed.ranges)
    tensor_name, slicing = command_parser.parse_tensor_name_with_slicing(parsed.tensor_name)
    node_name, slot = parse_node_or_tensor_name(tensor_name)
    if dump.loaded_partition_graphs() and not dump.node_exists(node_name):
        output = screens.error(f'Node "{node_name}" does not exist in partition graphs')
        add_main_menu(output, disabled="print_tensor")
        return output
    keys = dump.debug_watch_keys(node_name)
    if slot is None:
        slots = {int(key.split(":")[1]) for key in keys}
        if not slots:
            return screens.error(f'Node "{node_name}" did not generate any dumps')
        if len(slots) > 1:
            lines = [f'Node "{node_name}" generated debug dumps from {len(slots)} output slots:']
            for one in sorted(slots):
                lines.append(f"  {node_name}:{one}")
            return RichTextLines([*lines, f"Please specify the output slot: {node_name}:x."])
        slot = slots.pop()
    data = [datum for key in keys for datum in dump.watch_key_to_data(key) if datum.output_slot == slot]
    number = parsed.number
    if not data:
        output = screens.error(f'Tensor "{tensor_name}" did not generate any dumps.')
    elif len(data) > 1 and number < 0:
        output = _list_of_dumps(dump, tensor_name, data)
    elif number >= len(data):
        message = (
            f"Specified number ({number}) exceeds the number of available dumps ({len(data)}) for tensor {tensor_name}"
        )
        output = screens.error(message)
    else:
        datum = data[max(number, 0)]
        label = datum.watch_key + (f" (dump #{number})" if len(data) > 1 else "")
        output = screens.format_tensor(
            datum.get_tensor(),
            label,
            screens.numpy_printoptions_from_screen_info(screen_info),
            print_all=parsed.print_all,
            tensor_slicing=slicing,
            highlight_options=highlight,
            include_numeric_summary=parsed.numeric_summary,
            write_path=parsed.write_path,
        )
    add_main_menu(output, node_name=node_name, disabled="print_tensor")
    return output


def _list_of_dumps(dump: DebugDumpDir, tensor_name: str, data: Sequence[Any]) -> RichTextLines:
    lines: list[Any] = [f'Tensor "{tensor_name}" generated {len(data)} dumps:']
    for i, datum in enumerate(data):
        milliseconds = (datum.timestamp - (dump.t0 or 0)) / 1000.0
        link = RichLine(datum.watch_key, MenuItem(None, f"print_tensor {tensor_name} -n {i}"))
        lines.append(RichLine(f"#{i} [{milliseconds:.3f} ms] ") + link)
    lines += ["", "You can use the -n (--number) flag to specify which dump to print.", "For example:"]
    return rich_text_lines_from_rich_line_list([*lines, f"  print_tensor {tensor_name} -n 0"])
