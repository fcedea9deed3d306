"""The text of a cell as it ran: where IPython has it, and where its Python code begins."""

from collections.abc import Sequence
from typing import Any

_MAGIC = "%%graph"


def recorded(shell: Any, number: int | None) -> str | None:
    """The text of the cell with this number, as it is beside it; None where this kernel has run no such cell."""
    history = shell.history_manager.input_hist_raw
    return history[number] if number is not None and 0 < number < len(history) else None


def is_graph_cell(text: str) -> bool:
    """Whether a cell begins with %%graph, its empty lines apart."""
    return text.lstrip().startswith(_MAGIC)


def empty_lines(lines: Sequence[str]) -> int:
    """The number of empty lines that a cell begins with; 0 where it has no others."""
    return next((i for i, line in enumerate(lines) if line.strip()), 0)
