"""The commands of graph views about values: imported when a page first sends one."""

from graphlab._src.play import peek, values

HANDLERS = (peek, values)  # modules whose commands are registered by now


def handlers():
    """The modules whose commands are registered by now."""
    return HANDLERS
