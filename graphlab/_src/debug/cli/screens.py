"""What the screens of the command line have in common: sizes and times as text, errors, the introductions of runs."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphlab._src.debug.cli import tensor_format
from graphlab._src.debug.cli.command_parser import evaluate_tensor_slice, parse_ranges
from graphlab._src.debug.cli.menus import Menu, MenuItem
from graphlab._src.debug.cli.rich_text import (
    MAIN_MENU_KEY,
    RichLine,
    RichTextLines,
    rich_text_lines_from_rich_line_list,
)
from graphlab._src.debug.run_keys import get_flattened_names

DEFAULT_NDARRAY_DISPLAY_THRESHOLD = 2000
COLOR_BLACK = "black"
COLOR_BLUE = "blue"
COLOR_CYAN = "cyan"
COLOR_GRAY = "gray"
COLOR_GREEN = "green"
COLOR_MAGENTA = "magenta"
COLOR_RED = "red"
COLOR_WHITE = "white"
COLOR_YELLOW = "yellow"
TIME_UNIT_US = "us"
TIME_UNIT_MS = "ms"
TIME_UNIT_S = "s"
TIME_UNITS = [TIME_UNIT_US, TIME_UNIT_MS, TIME_UNIT_S]
_BAR = "=" * 38
_ERROR_BAR = "-" * 38


def bytes_to_readable_str(num_bytes: int | None, include_b: bool = False) -> str:
    """A number of bytes as text: "1.46k", or "1.46kB"."""
    if num_bytes is None:
        return str(num_bytes)
    for unit, size in (("G", 1 << 30), ("M", 1 << 20), ("k", 1 << 10)):
        if num_bytes >= size:
            text = f"{num_bytes / size:.2f}{unit}"
            break
    else:
        text = str(num_bytes)
    return text + ("B" if include_b else "")


def time_to_readable_str(value_us: float, force_time_unit: str | None = None) -> str:
    """Microseconds as text: "1.23ms". Raises ValueError for another unit than us, ms and s."""
    if not value_us:
        return "0"
    sizes = {TIME_UNIT_US: 1.0, TIME_UNIT_MS: 1e3, TIME_UNIT_S: 1e6}
    if force_time_unit:
        if force_time_unit not in sizes:
            raise ValueError(f"Invalid time unit: {force_time_unit}")
        return f"{value_us / sizes[force_time_unit]:.10g}{force_time_unit}"
    unit = next(
        unit for unit in (TIME_UNIT_S, TIME_UNIT_MS, TIME_UNIT_US) if value_us > sizes[unit] or unit == TIME_UNIT_US
    )
    return f"{value_us / sizes[unit]:.3g}{unit}"


def parse_ranges_highlight(ranges_string: str | None) -> tensor_format.HighlightOptions | None:
    """The HighlightOptions for elements in ranges: "[[0, 1], [5, inf]]"; None for an empty text."""
    if not ranges_string:
        return None
    ranges = parse_ranges(ranges_string)

    def is_in(values: Any) -> Any:
        found = np.zeros(np.shape(values), bool)
        for low, high in ranges:
            found |= (values >= low) & (values <= high)
        return found

    return tensor_format.HighlightOptions(is_in, description=ranges_string)


def numpy_printoptions_from_screen_info(screen_info: Mapping[str, Any] | None) -> dict[str, Any]:
    """NumPy's print options for a screen."""
    return {"linewidth": screen_info["cols"]} if screen_info and "cols" in screen_info else {}


def format_tensor(
    tensor: Any,
    tensor_name: str,
    np_printoptions: Mapping[str, Any],
    print_all: bool = False,
    tensor_slicing: str | None = None,
    highlight_options: tensor_format.HighlightOptions | None = None,
    include_numeric_summary: bool = False,
    write_path: str | None = None,
) -> RichTextLines:
    """The lines of a tensor or of a slice of it. write_path: a file that np.save writes it to as well."""
    value, name = tensor, tensor_name
    if tensor_slicing:
        value = evaluate_tensor_slice(tensor, tensor_slicing)
        name += tensor_slicing
    message = None
    if write_path:
        with open(write_path, "wb") as file:
            np.save(file, value)
            size = file.tell()
        saved = RichLine("Saved value to: ") + RichLine(write_path, font_attr="bold")
        message = rich_text_lines_from_rich_line_list([saved + f" ({bytes_to_readable_str(size, include_b=True)})"])
    threshold = value.size if print_all and isinstance(value, np.ndarray) else DEFAULT_NDARRAY_DISPLAY_THRESHOLD
    options = {**np_printoptions, "threshold": max(threshold, 1)}
    return tensor_format.format_tensor(
        value,
        name,
        include_metadata=True,
        auxiliary_message=message,
        include_numeric_summary=include_numeric_summary,
        np_printoptions=options,
        highlight_options=highlight_options,
    )


def error(msg: str) -> RichTextLines:
    """The lines of an error."""
    return rich_text_lines_from_rich_line_list([RichLine(f"ERROR: {msg}", COLOR_RED)])


def recommend_command(command: str, description: str, indent: int = 2, create_link: bool = False) -> RichTextLines:
    """A command and what it does, in two lines."""
    attributes: Any = [MenuItem("", command), "bold"] if create_link else "bold"
    first = RichLine(" " * indent) + RichLine(command, attributes) + ":"
    return rich_text_lines_from_rich_line_list([first, f"{' ' * indent}  {description}"])


def get_tfdbg_logo() -> RichTextLines:
    """The name of the debugger, between two lines."""
    return RichTextLines(["", "=====", "tfdbg", "=====", ""])


def get_run_start_intro(
    run_call_count: int,
    fetches: Any,
    feed_dict: Any,
    tensor_filters: Mapping[str, Any],
    is_callable_runner: bool = False,
) -> RichTextLines:
    """The screen before a run: what it fetches and feeds, and the commands."""
    out = RichTextLines([_BAR])
    if is_callable_runner:
        out.append("Running a runner returned by Session.make_callable()")
    else:
        out.append(f"Session.run() call #{run_call_count}:")
        out.extend(RichTextLines(["", "Fetch(es):", *(f"  {name}" for name in get_flattened_names(fetches)), ""]))
        out.append("Feed dict:")
        if feed_dict:
            for key in feed_dict:
                name = key if isinstance(key, str) else getattr(key, "name", str(key))
                out.append_rich_line(RichLine("  ") + RichLine(name, MenuItem(None, f"pf '{name}'")))
        else:
            out.append("  (Empty)")
    out.extend(RichTextLines([_BAR, "", "Commands to go on with:"]))
    for command, description, link in (
        ("run", "Makes the run, and dumps each tensor that is watched.", True),
        ("run -n", "Makes the run without watching it.", True),
        ("run -t <T>", "Makes T runs, watches only the last, and returns here after it.", False),
        ("run -f <filter_name>", "Makes and watches runs until a filter passes one of their tensors.", False),
    ):
        out.extend(recommend_command(command, description, create_link=link))
    out.append("    Registered filter(s):")
    for name in tensor_filters:
        out.append_rich_line(RichLine("        * ") + RichLine(name, MenuItem("", f"run -f {name}")))
    if not tensor_filters:
        out.append("        (None)")
    out.append("")
    out.append_rich_line(RichLine("All commands: ") + RichLine("help", MenuItem("", "help")))
    out.append("")
    menu = Menu()
    menu.append(MenuItem("run", "run"))
    menu.append(MenuItem("exit", "exit"))
    out.annotations[MAIN_MENU_KEY] = menu
    return out


def get_run_short_description(
    run_call_count: int, fetches: Any, feed_dict: Any, is_callable_runner: bool = False
) -> str:
    """A run in a few words: "run #12: 1 fetch (a:0); 0 feeds"."""
    if is_callable_runner:
        return "runner from make_callable()"
    names = get_flattened_names(fetches)
    text = f"run #{run_call_count}: {len(names)} fetch{'es' if len(names) != 1 else ''}"
    if len(names) == 1 and not isinstance(fetches, str):
        text += f" ({names[0]})"
    feeds = [key if isinstance(key, str) else getattr(key, "name", str(key)) for key in feed_dict or ()]
    text += f"; {len(feeds)} feed{'s' if len(feeds) != 1 else ''}"
    return text + (f" ({feeds[0]})" if len(feeds) == 1 else "")


def get_error_intro(tf_error: Any) -> RichTextLines:
    """The screen after a run that failed: the operation, the commands to look at it, the error."""
    op = getattr(tf_error, "op", None)
    name = None if op is None else op.name
    out = RichTextLines([_ERROR_BAR])
    out.append_rich_line(RichLine("!!! An error occurred during the run !!!", "blink"))
    out.append("")
    if name is None:
        out.append("WARNING: Cannot determine the name of the op that caused the error.")
    else:
        out.append("You may use the following commands to debug:")
        for command, description in (
            (f"ni -a -d -t {name}", "Inspect information about the failing op."),
            (f"li -r {name}", "List inputs to the failing op, recursively."),
            ("lt", "List all tensors dumped during the failing run() call."),
        ):
            out.extend(recommend_command(command, description, create_link=True))
    said = tf_error.message if hasattr(tf_error, "message") else str(tf_error)
    details = ["", f"Op name:    {name}", f"Error type: {type(tf_error)}", "", "Details:", *str(said).split("\n")]
    out.extend(RichTextLines([*details, "", _ERROR_BAR, ""]))
    return out
