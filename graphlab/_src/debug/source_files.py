"""Python files of a program, and the nodes that their lines have created."""

import os
import re
from collections.abc import Iterable
from typing import Any

from graphlab._src.debug.dumps.dump_dir import DebugDumpDir

_TENSORFLOW_BASEDIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
UNCOMPILED_SOURCE_SUFFIXES = ".py"
COMPILED_SOURCE_SUFFIXES = (".pyc", ".pyo")


def is_extension_uncompiled_python_source(file_path: str) -> bool:
    """Whether a path is that of a Python file."""
    return os.path.splitext(file_path)[1].lower() == UNCOMPILED_SOURCE_SUFFIXES


def is_extension_compiled_python_source(file_path: str) -> bool:
    """Whether a path is that of compiled Python."""
    return os.path.splitext(file_path)[1].lower() in COMPILED_SOURCE_SUFFIXES


def _absolute(path: str) -> str:
    return os.path.normpath(os.path.abspath(path))


def guess_is_tensorflow_py_library(py_file_path: str) -> bool:
    """Whether a file is of the library itself and not of a program; a file of tests is not.

    Raises ValueError for what is no Python file.
    """
    if not is_extension_uncompiled_python_source(py_file_path) and not is_extension_compiled_python_source(
        py_file_path
    ):
        raise ValueError(f"Input file path ({py_file_path}) is not a Python source file.")
    path = _absolute(py_file_path)
    return path.startswith(_TENSORFLOW_BASEDIR + os.sep) and not path.endswith("_test.py")


def load_source(source_file_path: str) -> tuple[list[str], int]:
    """(the lines of a file, the number of digits of their numbers)."""
    with open(source_file_path, "rb") as file:
        lines = file.read().decode("utf-8", errors="replace").split("\n")
    return lines, len(str(len(lines))) + 1


def _frames(dump: DebugDumpDir, node: str) -> list[Any]:
    try:
        return list(dump.node_traceback(node))
    except (KeyError, LookupError):
        return []


def annotate_source(
    dump: DebugDumpDir,
    source_file_path: str,
    do_dumped_tensors: bool = False,
    file_stack_top: bool = False,
    min_line: int | None = None,
    max_line: int | None = None,
) -> dict[int, list[str]]:
    """{line: the nodes, or the dumped tensors, that it has created}.

    file_stack_top: only the innermost line of the file counts for each.  min_line, max_line: from, and before.
    Raises ValueError for a dump without the program's graph.
    """
    if dump.python_graph is None:
        raise ValueError("Cannot perform source annotation due to a lack of set Python graph in the dump object")
    path = _absolute(source_file_path)
    found: dict[int, list[str]] = {}
    for op in dump.python_graph.get_operations():
        for file, line, *_ in reversed(_frames(dump, op.name)):
            if _absolute(file) != path:
                continue
            if (min_line is None or line >= min_line) and (max_line is None or line < max_line):
                names = (
                    [key.rpartition(":")[0] for key in dump.debug_watch_keys(op.name)]
                    if do_dumped_tensors
                    else [op.name]
                )
                found.setdefault(line, []).extend(name for name in names if name not in found.get(line, []))
                if not found[line]:
                    del found[line]
            if file_stack_top:
                break
    return {line: sorted(names) for line, names in found.items()}


def list_source_files_against_dump(
    dump: DebugDumpDir, path_regex_whitelist: str | None = None, node_name_regex_whitelist: str | None = None
) -> list[tuple[str, bool, int, int, int, int]]:
    """[(file, whether it is of the library, its nodes, their dumped tensors, these' dumps, its first line)].

    Raises ValueError for a dump without the program's graph.
    """
    if dump.python_graph is None:
        raise ValueError("Cannot generate source list due to a lack of set Python graph in the dump object")
    paths = re.compile(path_regex_whitelist) if path_regex_whitelist else None
    names = re.compile(node_name_regex_whitelist) if node_name_regex_whitelist else None
    nodes: dict[str, set[str]] = {}
    first: dict[str, int] = {}
    for op in dump.python_graph.get_operations():
        if names is not None and not names.match(op.name):
            continue
        for file, line, *_ in _frames(dump, op.name):
            path = _absolute(file)
            if path.endswith(UNCOMPILED_SOURCE_SUFFIXES) and (paths is None or paths.match(path)):
                nodes.setdefault(path, set()).add(op.name)
                first[path] = min(first.get(path, line), line)
    rows: list[tuple[str, bool, int, int, int, int]] = []
    for path, members in nodes.items():
        keys = [key for node in members for key in dump.debug_watch_keys(node)]
        tensors = {key.rpartition(":")[0] for key in keys}
        dumps = sum(len(dump.watch_key_to_data(key)) for key in _unique(keys))
        rows.append((path, guess_is_tensorflow_py_library(path), len(members), len(tensors), dumps, first[path]))
    return sorted(rows, key=lambda row: row[0])


def _unique(keys: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(keys))
