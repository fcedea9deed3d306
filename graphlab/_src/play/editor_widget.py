"""EditorWidget: what the widgets of graphlab that edit an array have in common."""

import anywidget
import traitlets
from ipywidgets import ValueWidget

from graphlab._src.viz.renderer import STATIC


class EditorWidget(anywidget.AnyWidget, ValueWidget):
    """A widget whose `value` is an array; the page edits the trait that `edited` names, and no other."""

    edited = ""
    value = traitlets.Any(help="The array.")
    label = traitlets.Unicode(help="What it is for, at its top.").tag(sync=True)
    disabled = traitlets.Bool(False, help="Whether the page may not edit it.").tag(sync=True)

    def set_state(self, sync_data):
        """The state that a page sends: it may not set code or shape."""
        super().set_state({name: value for name, value in sync_data.items() if name == self.edited})

    def get_interact_value(self):
        """The value, for ipywidgets.interact."""
        return self.value


def script(name):
    """The code of a widget; "" where it is not built."""
    file = STATIC / name
    return file.read_text(encoding="utf-8") if file.exists() else ""
