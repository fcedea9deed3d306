"""The commands of graph views about values: imported when a page first sends one."""

from graphlab._src.play import values

HANDLERS = (values,)  # modules whose commands are registered by now


def handlers():
    """The modules whose commands are registered by now."""
    return HANDLERS
