"""The live view: a thread reads what event files gained and draws a cell's output anew."""

import os
import re
import threading
import uuid
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import publish_display_data

from graphlab._src.base import logging
from graphlab._src.summary.writer import flush_writers
from graphlab._src.viz.live import in_notebook
from graphlab._src.viz.scalars.page import as_html, as_svg, as_text
from graphlab._src.viz.scalars.reader import Scalars

_views = {}  # folder → the View that is updated


def live(logdir_or_writer, tags=None, smoothing=0.0, every_n_secs=1.0):
    """Implements tf.summary.live, with its parameters."""
    if not 0 <= smoothing < 1:
        raise ValueError(f"smoothing must be at least 0 and less than 1, got {smoothing}")
    logdir = os.fspath(getattr(logdir_or_writer, "get_logdir", lambda: logdir_or_writer)())
    if (before := _views.pop(os.path.abspath(logdir), None)) is not None:
        before.close()
    view = View(logdir, tags, smoothing, every_n_secs)
    if in_notebook():
        _views[os.path.abspath(logdir)] = view
        view.show()
    return view


class View:
    """The scalars of a folder as a cell shows them."""

    def __init__(self, logdir, tags, smoothing, every_n_secs):
        self._logdir = logdir
        self._tags = re.compile(tags or "")
        self._smoothing = smoothing
        self._every_n_secs = every_n_secs
        self._scalars = Scalars(logdir)
        self._display_id = uuid.uuid4().hex
        self._ended = threading.Event()
        self._lock = threading.RLock()

    def show(self):
        """Puts it into this cell's output, and keeps it up to date until close()."""
        with self._lock:
            self._read()
            self._publish(update=False)
        shell: Any = get_ipython()
        shell.events.register("post_run_cell", self._after_cell)
        threading.Thread(target=self._follow, name=f"live {self._logdir}", daemon=True).start()

    def refresh(self):
        """Draws it anew now, if there is something new."""
        with self._lock:
            if not self._ended.is_set() and self._read():
                self._publish(update=True)

    def close(self):
        """Ends the updates; the output stays as it is."""
        if not self._ended.is_set():
            self._ended.set()
            shell: Any = get_ipython()
            if shell is not None and self._after_cell in shell.events.callbacks["post_run_cell"]:
                shell.events.unregister("post_run_cell", self._after_cell)

    def svg(self):
        """The charts as they are now, as SVG text."""
        with self._lock:
            self._read()
            return as_svg(self._shown(), self._smoothing, self._nothing())

    def __str__(self):
        with self._lock:
            self._read()
            return as_text(self._shown(), self._nothing())

    def _ipython_display_(self):
        """It is shown already: the last expression of a cell need not show it again."""

    def _read(self):
        flush_writers(self._logdir)
        return self._scalars.read()

    def _shown(self):
        return {tag: runs for tag, runs in self._scalars.series.items() if self._tags.search(tag)}

    def _nothing(self):
        return f"No scalars in {self._logdir} yet."

    def _publish(self, update):
        series, smoothing, nothing = self._shown(), self._smoothing, self._nothing()
        data = {
            "text/html": as_html(series, smoothing, nothing),
            "image/svg+xml": as_svg(series, smoothing, nothing),
            "text/plain": as_text(series, nothing),
        }
        publish_display_data(data, transient={"display_id": self._display_id}, update=update)

    def _after_cell(self, _result):
        self.refresh()

    def _follow(self):
        while not self._ended.wait(self._every_n_secs):
            try:
                self.refresh()
            except Exception as error:
                logging.error("The view of the scalars in %s has stopped: %s", self._logdir, error)
                return
