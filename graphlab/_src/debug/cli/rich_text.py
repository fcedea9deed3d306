"""Lines of text with the colours of their parts, which commands return."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphlab._src.base.version import VERSION

HELP_INDENT = "  "
EXPLICIT_USER_EXIT = "explicit_user_exit"
REGEX_MATCH_LINES_KEY = "regex_match_lines"
INIT_SCROLL_POS_KEY = "init_scroll_pos"
MAIN_MENU_KEY = "mm:"


class CommandLineExit(Exception):  # noqa: N818
    """A command ends the loop that reads input. exit_token: what the loop returns."""

    def __init__(self, exit_token: Any = None) -> None:
        super().__init__()
        self._exit_token = exit_token

    @property
    def exit_token(self) -> Any:
        """What the loop returns."""
        return self._exit_token


class RichLine:
    """A line with attributes of its parts. font_attr_segs: [(begin, end, attribute)]; pieces are added with +."""

    def __init__(self, text: str = "", font_attr: Any = None) -> None:
        self.text = text
        self.font_attr_segs: list[Any] = [(0, len(text), font_attr)] if font_attr else []

    def __add__(self, other: "RichLine | str") -> "RichLine":
        added = RichLine(other) if isinstance(other, str) else other
        result = RichLine(self.text + added.text)
        result.font_attr_segs = self.font_attr_segs + _moved(added.font_attr_segs, len(self.text))
        return result

    def __len__(self) -> int:
        return len(self.text)


def _moved(segments: Sequence[Any], by: int) -> list[Any]:
    return [(begin + by, end + by, attribute) for begin, end, attribute in segments]


def rich_text_lines_from_rich_line_list(
    rich_text_list: Sequence[RichLine | str], annotations: Mapping[Any, Any] | None = None
) -> "RichTextLines":
    """RichTextLines of RichLines and texts."""
    lines = RichTextLines([], annotations=dict(annotations or {}))
    for line in rich_text_list:
        lines.append_rich_line(RichLine(line) if isinstance(line, str) else line)
    return lines


class RichTextLines:
    """Lines with attributes of their parts.

    font_attr_segs: {line: [(begin, end, attribute)]}.  annotations: {line or a text: what is said of it}.
    """

    def __init__(
        self,
        lines: list[str] | str,
        font_attr_segs: dict[int, list[Any]] | None = None,
        annotations: dict[Any, Any] | None = None,
    ) -> None:
        if isinstance(lines, str):
            self._lines = [lines]
        elif isinstance(lines, list):  # pyright: ignore[reportUnnecessaryIsInstance]
            self._lines = lines
        else:
            raise ValueError(f"Unexpected type in lines: {type(lines)}")
        self._font_attr_segs: dict[int, list[Any]] = font_attr_segs or {}
        self._annotations: dict[Any, Any] = annotations or {}

    @property
    def lines(self) -> list[str]:
        """The texts."""
        return self._lines

    @property
    def font_attr_segs(self) -> dict[int, list[Any]]:
        """{line: [(begin, end, attribute)]}"""
        return self._font_attr_segs

    @property
    def annotations(self) -> dict[Any, Any]:
        """{line or a text: what is said of it}"""
        return self._annotations

    def num_lines(self) -> int:
        """The number of lines."""
        return len(self._lines)

    def slice(self, begin: int, end: int) -> "RichTextLines":
        """The lines from `begin` to before `end`."""
        if begin < 0 or end < 0:
            raise ValueError("Encountered negative index.")
        segments = {line - begin: found for line, found in self._font_attr_segs.items() if begin <= line < end}
        annotations: dict[Any, Any] = {}
        for key, found in self._annotations.items():
            if not isinstance(key, int):
                annotations[key] = found
            elif begin <= key < end:
                annotations[key - begin] = found
        return RichTextLines(self._lines[begin:end], segments, annotations)

    def extend(self, other: "RichTextLines") -> None:
        """Adds lines at the end."""
        by = len(self._lines)
        self._lines.extend(other.lines)
        self._font_attr_segs.update({line + by: found for line, found in other.font_attr_segs.items()})
        self._annotations.update(_shifted(other.annotations, by))

    def _extend_before(self, other: "RichTextLines") -> None:
        by = len(other.lines)
        self._lines[:0] = other.lines
        segments = {line + by: found for line, found in self._font_attr_segs.items()}
        annotations = _shifted(self._annotations, by)
        self._font_attr_segs = {**segments, **other.font_attr_segs}
        self._annotations = {**annotations, **other.annotations}

    def append(self, line: str, font_attr_segs: Any = None) -> None:
        """Adds a line at the end."""
        self._lines.append(line)
        if font_attr_segs:
            self._font_attr_segs[len(self._lines) - 1] = font_attr_segs

    def append_rich_line(self, rich_line: RichLine) -> None:
        """Adds a RichLine at the end."""
        self.append(rich_line.text, rich_line.font_attr_segs)

    def prepend(self, line: str, font_attr_segs: Any = None) -> None:
        """Adds a line at the beginning."""
        self._extend_before(RichTextLines(line, {0: font_attr_segs} if font_attr_segs else None))

    def write_to_file(self, file_path: str) -> None:
        """Writes the texts to a file."""
        with open(file_path, "w") as file:
            file.writelines(f"{line}\n" for line in self._lines)


def _shifted(annotations: Mapping[Any, Any], by: int) -> dict[Any, Any]:
    return {key + by if isinstance(key, int) else key: found for key, found in annotations.items()}


def regex_find(orig_screen_output: RichTextLines, regex: str, font_attr: Any) -> RichTextLines:
    """The same lines with an attribute where a regular expression matches. Raises ValueError for one that is wrong."""
    try:
        pattern = re.compile(regex)
    except re.error as error:
        raise ValueError(f'Invalid regular expression: "{regex}"') from error
    found = RichTextLines(orig_screen_output.lines, dict(orig_screen_output.font_attr_segs))
    found._annotations = dict(orig_screen_output.annotations)
    matching: list[int] = []
    for i, line in enumerate(found.lines):
        segments = [(match.start(), match.end(), font_attr) for match in pattern.finditer(line)]
        if segments:
            matching.append(i)
            both = [*found.font_attr_segs.get(i, ()), *segments]
            found.font_attr_segs[i] = sorted(both, key=lambda segment: segment[0])
    found.annotations[REGEX_MATCH_LINES_KEY] = matching
    return found


def wrap_rich_text_lines(inp: RichTextLines, cols: int) -> tuple[RichTextLines, list[int]]:
    """(the lines cut to a number of columns, where each line begins in these)."""
    if not isinstance(inp, RichTextLines):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError("Invalid type of input screen_output")
    if not isinstance(cols, int):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError("Invalid type of input cols")
    out = RichTextLines([])
    begins: list[int] = []
    for i, line in enumerate(inp.lines):
        begins.append(out.num_lines())
        if i in inp.annotations:
            out.annotations[out.num_lines()] = inp.annotations[i]
        for start in range(0, max(len(line), 1), cols):
            piece = line[start : start + cols]
            segments = [
                (max(begin - start, 0), min(end - start, len(piece)), attribute)
                for begin, end, attribute in inp.font_attr_segs.get(i, ())
                if begin < start + len(piece) and end > start
            ]
            out.append(piece, segments)
    out.annotations.update({key: found for key, found in inp.annotations.items() if not isinstance(key, int)})
    return out, begins


def get_tensorflow_version_lines(include_dependency_versions: bool = False) -> RichTextLines:
    """The lines of the command `version`."""
    lines = [f"TensorFlow version: {VERSION}", ""]
    if include_dependency_versions:
        lines += ["Dependency version(s):", f"  numpy: {np.__version__}", ""]
    return RichTextLines(lines)
