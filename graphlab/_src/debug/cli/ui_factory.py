"""The user interface of a kind: of lines, as the one with windows is not there."""

from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.debug.cli.config import CLIConfig
from graphlab._src.debug.cli.readline_ui import ReadlineUI

SUPPORTED_UI_TYPES = ["curses", "readline"]


def get_ui(
    ui_type: str,
    on_ui_exit: Callable[[], object] | None = None,
    available_ui_types: Sequence[str] | None = None,
    config: CLIConfig | None = None,
) -> Any:
    """A ReadlineUI for "curses" and "readline". Raises ValueError for another kind, or where no kind is available."""
    available = SUPPORTED_UI_TYPES if available_ui_types is None else available_ui_types
    if ui_type and ui_type not in available:
        raise ValueError(f"Invalid ui_type: '{ui_type}'")
    if not available:
        raise ValueError("Exhausted all fallback ui_types.")
    return ReadlineUI(on_ui_exit=on_ui_exit, config=config)
