"""The commands of graph views about values and trainings: imported when a page first sends one."""

from graphlab._src.play import peek, training_commands, values

HANDLERS = (peek, training_commands, values)  # modules whose commands are registered by now


def handlers():
    """The modules whose commands are registered by now."""
    return HANDLERS
