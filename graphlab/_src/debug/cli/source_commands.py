"""The commands that show Python files with the nodes that they have created."""

from typing import Any

from graphlab._src.debug import source_files
from graphlab._src.debug.cli import screens
from graphlab._src.debug.cli.main_menu import add_main_menu
from graphlab._src.debug.cli.menus import MenuItem
from graphlab._src.debug.cli.rich_text import (
    INIT_SCROLL_POS_KEY,
    RichLine,
    RichTextLines,
    rich_text_lines_from_rich_line_list,
)
from graphlab._src.debug.dumps.dump_dir import DebugDumpDir

_HEADS = ["Source file path", "#(nodes)", "#(tensors)", "#(tensor dumps)"]


def print_source(dump: DebugDumpDir, parsed: Any) -> RichTextLines:
    """A file with the nodes or tensors that its lines have created."""
    annotation = source_files.annotate_source(dump, parsed.source_file_path, do_dumped_tensors=parsed.tensors)
    lines, width = source_files.load_source(parsed.source_file_path)
    output: list[Any] = []
    position = 0
    for number, text in enumerate(lines, 1):
        if number == parsed.line_begin:
            position = len(output)
        label = f"L{number}"
        found = annotation.get(number, [])
        colour = screens.COLOR_YELLOW if found else None
        output.append(RichLine(label.ljust(width + 1), colour) + f" {text}")
        for name in found[: parsed.max_elements_per_line]:
            command = f"pt {name}" if parsed.tensors else f"ni -a -d -t {name}"
            output.append(RichLine("    ") + RichLine(name, MenuItem("", command)))
        omitted = len(found) - parsed.max_elements_per_line
        if omitted > 0:
            more = f"ps {parsed.source_file_path} -b {number} -m {parsed.max_elements_per_line + 5}"
            more += " -t" if parsed.tensors else ""
            text = f"    (... Omitted {omitted} of {len(found)} {'tensor' if parsed.tensors else 'op'}(s) ...) "
            output.append(RichLine(text) + RichLine("+5", MenuItem("", more)))
    screen = rich_text_lines_from_rich_line_list(output, annotations={INIT_SCROLL_POS_KEY: position})
    add_main_menu(screen)
    return screen


def list_source(dump: DebugDumpDir, parsed: Any) -> RichTextLines:
    """The files that have created nodes of the run, the program's own first."""
    found = source_files.list_source_files_against_dump(
        dump, path_regex_whitelist=parsed.path_filter, node_name_regex_whitelist=parsed.node_name_filter
    )
    lines: list[Any] = [RichLine("List of source files that created nodes in this run", "bold")]
    if parsed.path_filter:
        lines.append(f'File path regex filter: "{parsed.path_filter}"')
    if parsed.node_name_filter:
        lines.append(f'Node name regex filter: "{parsed.node_name_filter}"')
    lines.append("")
    for own in (True, False):
        rows = [row for row in found if row[1] != own]
        lines.append("File(s) outside TensorFlow Python library:" if own else "TensorFlow Python library file(s):")
        if not rows:
            lines += ["[No files.]", ""]
            continue
        cells = [_HEADS, *([path, str(nodes), str(tensors), str(dumps)] for path, _, nodes, tensors, dumps, _ in rows)]
        widths = [max(len(row[i]) for row in cells) + 1 for i in range(3)]
        lines.append("".join(cell.ljust(width) for cell, width in zip(_HEADS, widths, strict=False)) + _HEADS[3])
        for row, (path, *_, first) in zip(cells[1:], rows, strict=True):
            rest = "".join(cell.ljust(width) for cell, width in zip(row[1:3], widths[1:], strict=True)) + row[3]
            link = RichLine(path, MenuItem(None, f"ps {path} -b {first}"))
            lines.append(link + " " * (widths[0] - len(path)) + rest)
        lines.append("")
    screen = rich_text_lines_from_rich_line_list(lines)
    add_main_menu(screen)
    return screen
