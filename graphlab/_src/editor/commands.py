"""The commands with which a page builds: their handlers, imported when a page first sends one of them."""

from graphlab._src.editor import edit_commands, form_fields, palette_commands

HANDLERS = (edit_commands, form_fields, palette_commands)  # modules whose commands are registered by now


def handlers():
    """The modules whose commands are registered by now."""
    return HANDLERS
