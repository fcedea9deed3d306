"""ProgressHook: a progress bar of training, in a terminal or a notebook."""

import importlib
import time
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.train.global_step import needed_global_step_read
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class ProgressHook(SessionRunHook):
    """Shows a bar of tqdm with the steps made, how fast, how many are left, and the values of some tensors.

    num_steps or last_step: where it ends, as StopAtStepHook has them; a bar without an end when both are left out.
    tensors: {name: a tensor with one number}, shown after the bar.  every_n_secs: how often the bar moves; only then is
    anything run or fetched for it.  options: for tqdm: desc, file, leave and the like.
    Raises ImportError where tqdm is not installed.
    """

    def __init__(self, num_steps=None, last_step=None, tensors=None, every_n_secs=0.2, **options):
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps = num_steps
        self._last_step = last_step
        self._tensors = dict(tensors or {})
        self._every_n_secs = every_n_secs
        self._options = {"unit": "step", **options}
        self._make_bar = _tqdm()
        self._bar: Any = None

    def begin(self):
        self._step = needed_global_step_read("ProgressHook")

    def after_create_session(self, session, coord):
        step = int(session.run(self._step).item())
        if self._bar is None:
            if self._num_steps is not None:
                self._last_step = step + self._num_steps
            self._bar = self._make_bar(initial=step, total=self._last_step, **self._options)
        self._move(step)
        self._moved = time.monotonic()

    def before_run(self, run_context):
        self._due = time.monotonic() - self._moved >= self._every_n_secs
        return SessionRunArgs(self._tensors) if self._due and self._tensors else None

    def after_run(self, run_context, run_values):
        if self._due:
            self._show(run_values.results)
            self._move(run_context.session.run(self._step))
            self._moved = time.monotonic()

    def end(self, session):
        self._move(session.run(self._step))
        self._bar.close()
        self._bar = None

    def _move(self, step):
        # A checkpoint may have been restored, from before what the bar shows.
        self._bar.update(int(step) - self._bar.n)

    def _show(self, values):
        if values:
            self._bar.set_postfix({name: f"{float(value):.4g}" for name, value in values.items()}, refresh=False)


def _tqdm() -> Any:
    """tqdm's bar for wherever this runs: imported when it is first wanted, as few programs want it."""
    try:
        return importlib.import_module("tqdm.auto").tqdm
    except ModuleNotFoundError:
        message = explain("ProgressHook draws its bar with tqdm, which is not installed", fix="pip install tqdm")
        raise ImportError(message) from None
