"""LoggingTensorHook: logs the values of tensors now and then."""

import numpy as np

from graphlab._src.base import logging
from graphlab._src.graph import get_default_graph
from graphlab._src.train.hooks.timer import NeverTriggerTimer, SecondOrStepTimer
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class LoggingTensorHook(SessionRunHook):
    """Logs tensors every every_n_iter runs or every_n_secs seconds, and at the end when at_end says so.

    tensors: {tag: tensor or its name}, or a list of them.  formatter: makes a line of {tag: value}.
    Seen after tf.logging.set_verbosity(tf.logging.INFO).
    """

    def __init__(self, tensors, every_n_iter=None, every_n_secs=None, at_end=False, formatter=None):
        only_at_end = at_end and every_n_iter is None and every_n_secs is None
        if not only_at_end and (every_n_iter is None) == (every_n_secs is None):
            raise ValueError("either at_end and/or exactly one of every_n_iter and every_n_secs must be provided.")
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        self._tags = sorted(tensors) if isinstance(tensors, dict) else list(tensors)
        self._tensors = tensors if isinstance(tensors, dict) else {item: item for item in tensors}
        self._formatter = formatter
        self._at_end = at_end
        self._timer = NeverTriggerTimer() if only_at_end else SecondOrStepTimer(every_n_secs, every_n_iter)

    def begin(self):
        self._timer.reset()
        self._runs = 0
        self._fetches = {tag: _element(tensor) for tag, tensor in self._tensors.items()}

    def before_run(self, run_context):
        self._due = self._timer.should_trigger_for_step(self._runs)
        return SessionRunArgs(self._fetches) if self._due else None

    def after_run(self, run_context, run_values):
        if self._due:
            self._log(run_values.results)
        self._runs += 1

    def end(self, session):
        if self._at_end:
            self._log(session.run(self._fetches))

    def _log(self, values):
        seconds, _ = self._timer.update_last_triggered_step(self._runs)
        if self._formatter:
            logging.info(self._formatter(values))
            return
        with np.printoptions(suppress=True):
            line = ", ".join(f"{tag} = {values[tag]!s}" for tag in self._tags)
        if seconds is None:
            logging.info("%s", line)
        else:
            logging.info("%s (%.3f sec)", line, seconds)


def _element(given):
    """The tensor or operation that a hook was given, by itself or by name."""
    graph = get_default_graph()
    if not isinstance(given, str):
        if getattr(given, "graph", None) is not graph:
            raise ValueError(f"Passed {given} should have graph attribute that is equal to current graph {graph}.")
        return given
    if ":" in given:
        return graph.as_graph_element(given)
    element = graph.get_tensor_by_name(f"{given}:0")
    if len(element.op.outputs) > 1:
        raise ValueError(f"Name {given} is ambiguous, as this `Operation` has multiple outputs (at least 2).")
    return element
