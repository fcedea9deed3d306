"""Panel: the controls of an Interaction, with the results, and what went wrong, beneath."""

import html

from ipywidgets import HTML, VBox, Widget

from graphlab._src.play.results import table
from graphlab._src.play.sentences import sentence

_SLOW = 0.3  # seconds of a run that is announced


class Panel:
    """The widgets of an Interaction. widget: what a cell shows."""

    def __init__(self, controls):
        self._results = HTML()
        self._status = HTML()
        shown = [widget for widget in dict.fromkeys(controls.values()) if isinstance(widget, Widget)]
        self.widget = VBox([*shown, self._results, self._status])

    def begin(self, seconds):
        """A run begins; seconds: how long the last one lasted, or None."""
        if seconds is None or seconds > _SLOW:
            self._say("Running …")

    def show(self, fetches, result):
        """Shows what a run has returned."""
        self._results.value = table(fetches, result)
        self._say("")

    def fail(self, error):
        """Says what a run raised; the results of the run before stay, faded."""
        text = sentence(error)
        self._fade()
        self._say(text, error=True)

    def note(self, text):
        """Says something of the results, which stay."""
        self._say(text)

    def end(self, why):
        """Says why nothing runs any more."""
        self._fade()
        self._say(why, error=True)

    def _fade(self):
        if self._results.value and not self._results.value.startswith("<div"):
            self._results.value = f'<div style="opacity:0.5">{self._results.value}</div>'

    def _say(self, text, error=False):
        colour = "var(--jp-error-color1,#c22f12)" if error else "inherit"
        role = "alert" if error else "status"
        made = f'<div role="{role}" style="color:{colour}">{html.escape(text)}</div>' if text else ""
        if made != self._status.value:
            self._status.value = made
