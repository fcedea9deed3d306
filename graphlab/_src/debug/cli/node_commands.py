"""The commands that show a node of a run: its attributes and neighbours, its dumps, the lines that have created it."""

import os
from collections.abc import Sequence
from typing import Any

from graphlab._src.debug.cli import screens
from graphlab._src.debug.cli.main_menu import add_main_menu
from graphlab._src.debug.cli.menus import MenuItem
from graphlab._src.debug.cli.rich_text import RichLine, RichTextLines, rich_text_lines_from_rich_line_list
from graphlab._src.debug.dumps.debug_graph import get_node_name
from graphlab._src.debug.dumps.dump_dir import DebugDumpDir

_STRUCTURE = ("_Send", "_Recv", "_HostSend", "_HostRecv", "_Retval")  # what only brings values from or to elsewhere
_MISSING = 'There is no node named "{}" in the partition graphs'


def shown(dump: DebugDumpDir, names: Sequence[str]) -> list[str]:
    """The neighbours without nodes that only bring values from or to elsewhere."""
    found: list[str] = []
    for name in names:
        node = get_node_name(name)
        if not dump.node_exists(node) or dump.node_op_type(node) not in _STRUCTURE:
            found.append(name)
    return found


def _kind(dump: DebugDumpDir, name: str) -> str:
    node = get_node_name(name)
    return dump.node_op_type(node) if dump.node_exists(node) else "?"


def node_info(dump: DebugDumpDir, parsed: Any) -> RichTextLines:
    """What is known of a node."""
    node = get_node_name(parsed.node_name)
    if not dump.node_exists(node):
        output = screens.error(_MISSING.format(parsed.node_name))
        add_main_menu(output)
        return output
    device = dump.node_device(node)
    lines: list[Any] = [
        RichLine("Node ") + RichLine(node, "bold"),
        "",
        f"  Op: {dump.node_op_type(node)}",
        f"  Device: {device}",
    ]
    for what, of in (("input", dump.node_inputs), ("recipient", dump.node_recipients)):
        plain, control = shown(dump, of(node)), shown(dump, of(node, is_control=True))
        lines += ["", *_neighbours(dump, what, plain, control)]
    if parsed.attributes:
        lines += ["", "Node attributes:"]
        for name, value in dump.node_attributes(node).items():
            lines += [f"  {name}:", f"    {_one_line(value)}", ""]
    if parsed.dumps:
        lines += _dumps(dump, node)
    if parsed.traceback:
        lines += _traceback(dump, node)
    output = rich_text_lines_from_rich_line_list(lines)
    add_main_menu(output, node_name=node, disabled="node_info")
    return output


def _one_line(value: Any) -> str:
    return str(value).strip().replace("\n", " ")


def _neighbours(dump: DebugDumpDir, what: str, plain: Sequence[str], control: Sequence[str]) -> list[Any]:
    lines: list[Any] = [f"  {len(plain)} {what}(s) + {len(control)} control {what}(s):"]
    for title, names in ((f"{what}(s)", plain), (f"control {what}(s)", control)):
        if names is control and not control:
            continue
        if names is control:
            lines.append("")
        lines.append(f"    {len(names)} {title}:")
        for name in names:
            link = MenuItem(None, f"ni -a -d -t {name}")
            lines.append(RichLine(f"      [{_kind(dump, name)}] ") + RichLine(name, link))
    return lines


def _dumps(dump: DebugDumpDir, node: str) -> list[Any]:
    lines: list[Any] = []
    for key in dump.debug_watch_keys(node):
        for i, datum in enumerate(dump.watch_key_to_data(key)):
            milliseconds = (datum.timestamp - (dump.t0 or 0)) / 1000.0
            text = f"Slot {datum.output_slot} @ {datum.debug_op} @ {milliseconds:.3f} ms"
            lines.append(RichLine("  ") + RichLine(text, MenuItem(None, f"pt {datum.tensor_name} -n {i}")))
    return [f"{len(lines)} dumped tensor(s):", "", *lines]


def _traceback(dump: DebugDumpDir, node: str) -> list[Any]:
    title = RichLine("Traceback of node construction:", "bold")
    try:
        frames = dump.node_traceback(node)
    except (KeyError, LookupError):
        return ["", "", title, "(Unavailable because no Python graph has been loaded)"]
    lines: list[Any] = ["", "", title]
    for depth, (path, line, function, text, *_) in enumerate(frames):
        place = RichLine(f"Line:     {line}", MenuItem("", f"ps {path} -b {line}") if os.path.isfile(path) else None)
        quoted = f'"{text}"' if text else "None"
        lines += [f"{depth}: {path}", RichLine("  ") + place, f"  Function: {function}", f"  Text:     {quoted}", ""]
    return lines


class NeighbourTree:
    """The tree of a node's inputs or consumers. recursive: with theirs, to a depth."""

    def __init__(self, dump: DebugDumpDir, parsed: Any, outputs: bool) -> None:
        self._dump, self._parsed, self._outputs = dump, parsed, outputs
        self._neighbours = dump.node_recipients if outputs else dump.node_inputs
        self._depth = parsed.depth if parsed.recursive else 1
        self._lines: list[Any] = []

    def output(self) -> RichTextLines:
        """The lines."""
        node = get_node_name(self._parsed.node_name)
        caption = "list_outputs" if self._outputs else "list_inputs"
        if not self._dump.node_exists(node):
            output = screens.error(_MISSING.format(self._parsed.node_name))
            add_main_menu(output, node_name=node, disabled=caption)
            return output
        what = "control recipients" if self._outputs else "control inputs"
        included = f", {what} included" if self._parsed.control else ""
        title = RichLine("Recipients of node " if self._outputs else "Inputs to node ") + '"' + RichLine(node, "bold")
        self._lines.append(title + f'" (Depth limit = {self._depth}{included}):')
        self._visit(node, 1, "")
        if len(self._lines) == 1:
            self._lines.append("  [None]")
        self._lines += ["", "Legend:", "  (d): recursion depth = d."]
        if self._parsed.control:
            self._lines.append("  (Ctrl): Control input.")
        if self._parsed.op_type:
            self._lines.append("  [Op]: Input node has op type Op.")
        output = rich_text_lines_from_rich_line_list(self._lines)
        add_main_menu(output, node_name=node, disabled=caption)
        return output

    def _of(self, node: str) -> list[tuple[str, bool]]:
        """The neighbours of a node, and whether each is one by a control dependency."""
        if not self._dump.node_exists(node):
            return []
        found = [(name, False) for name in shown(self._dump, self._neighbours(node))]
        if self._parsed.control:
            found += [(name, True) for name in shown(self._dump, self._neighbours(node, is_control=True))]
        return found

    def _visit(self, node: str, depth: int, hang: str) -> None:
        neighbours = self._of(node)
        if neighbours and depth > self._depth:
            self._lines.append(f"{hang}|- ...")
            return
        for i, (name, is_control) in enumerate(neighbours):
            head = f"{hang}|- ({depth}) " + ("(Ctrl) " if is_control else "")
            if self._parsed.op_type:
                head += f"[{_kind(self._dump, name)}] "
            command = f"{'lo' if self._outputs else 'li'} -c -r {name}"
            self._lines.append(RichLine(head) + RichLine(name, MenuItem(None, command)))
            self._visit(get_node_name(name), depth + 1, hang + ("|  " if i < len(neighbours) - 1 else "   "))
