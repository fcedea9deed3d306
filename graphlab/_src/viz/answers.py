"""What graph views get beside the graph: the handlers of their other commands, and what is looked at after each cell.

These need JAX; they are imported when a page first sends such a command, or when a cell ends that may concern them.
"""

from graphlab._src.viz import duplicate_cells, failures, hlo, watch
from graphlab._src.viz.explanation import commands as explanation
from graphlab._src.viz.overlays import commands as overlays

HANDLERS = (explanation, hlo, overlays, watch)  # modules whose commands are registered by now


def after_cell(view, result):
    """Reports a run that failed, and operations that were built again, to a graph view; result: IPython's ExecutionResult."""
    failures.show_failure(view, result)
    duplicate_cells.report_copies(view, result)


def handlers():
    """The modules whose commands are registered by now."""
    return HANDLERS
