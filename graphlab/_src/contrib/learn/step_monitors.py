"""Monitors that save checkpoints, stop at NaN, count steps per second, or remember all values of a graph."""

import os
import time
from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.contrib.learn.monitors import BaseMonitor, EveryN, PrintTensor, SummarySaver, value_of
from graphlab._src.graph import get_default_graph
from graphlab._src.proto import SessionLog, Summary
from graphlab._src.summary.writer import FileWriterCache
from graphlab._src.train.hooks.nan_tensor import NanLossDuringTrainingError


class NanLoss(EveryN):
    """Raises NanLossDuringTrainingError where the loss is NaN, or stops training without fail_on_nan_loss."""

    def __init__(self, loss_tensor, every_n_steps=100, fail_on_nan_loss=True):
        super().__init__(every_n_steps=every_n_steps)
        self._loss, self._fails = loss_tensor, fail_on_nan_loss

    def every_n_step_begin(self, step):
        return [self._loss]

    def every_n_step_end(self, step, outputs):
        if not np.isnan(value_of(outputs, self._loss)):
            return False
        message = "Model diverged with loss = NaN."
        if self._fails:
            logging.error(message)
            raise NanLossDuringTrainingError
        logging.warning(message)
        return True


class StepCounter(EveryN):
    """Writes the summary global_step/sec. output_dir or summary_writer: where to; the estimator's folder if left out."""

    def __init__(self, every_n_steps=100, output_dir=None, summary_writer=None):
        super().__init__(every_n_steps=every_n_steps)
        self._last: Any = None
        self._writer = summary_writer
        if summary_writer is None and output_dir:
            self._writer = FileWriterCache.get(output_dir)

    def set_estimator(self, estimator):
        super().set_estimator(estimator)
        if self._writer is None:
            self._writer = FileWriterCache.get(estimator.model_dir)

    def every_n_step_end(self, step, outputs):
        now = time.time()
        if self._last is not None and self._writer:
            rate = (step - self._last[0]) / (now - self._last[1])
            found = Summary(value=[Summary.Value(tag="global_step/sec", simple_value=rate)])
            self._writer.add_summary(found, step)
        self._last = step, now


class CheckpointSaver(BaseMonitor):
    """Saves a checkpoint every save_secs seconds or save_steps steps, at the first step and at the end.

    saver: or that of the scaffold.  Raises ValueError unless one of save_secs and save_steps is there.
    """

    def __init__(
        self,
        checkpoint_dir,
        save_secs=None,
        save_steps=None,
        saver=None,
        checkpoint_basename="model.ckpt",
        scaffold=None,
    ):
        logging.info("Create CheckpointSaver.")
        super().__init__()
        self._saver, self._scaffold = saver, scaffold
        self._writer = FileWriterCache.get(checkpoint_dir)
        self._path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._save_secs, self._save_steps = save_secs, save_steps
        if save_steps is None and save_secs is None:
            raise ValueError("Either save_steps or save_secs should be provided")
        if save_steps is not None and save_secs is not None:
            raise ValueError("Can not provide both save_steps and save_secs.")

    def begin(self, max_steps=None):
        super().begin(max_steps)
        self._last_saved: Any = None  # (step, time)
        self._last_begun = None

    def step_begin(self, step):
        super().step_begin(step)
        self._last_begun = step
        return []

    def post_step(self, step, session):
        super().post_step(step, session)
        saved, when = self._last_saved or (None, None)
        by_steps = self._save_steps is not None and saved is not None and step >= saved + self._save_steps
        by_time = self._save_secs is not None and when is not None and time.time() >= when + self._save_secs
        if saved is None or by_steps or by_time:
            self._save(step, session)

    def end(self, session=None):
        super().end(session)
        self._save(self._last_begun, session)

    def _save(self, step, session):
        if self._last_saved is not None and step == self._last_saved[0]:
            return
        logging.info("Saving checkpoints for %d into %s.", step, self._path)
        self._last_saved = step, time.time()
        saver: Any = self._scaffold.saver if self._saver is None and self._scaffold else self._saver
        saver.save(session, self._path, global_step=step)
        self._writer.add_session_log(SessionLog(status=SessionLog.CHECKPOINT, checkpoint_path=self._path), step)


class GraphDump(BaseMonitor):
    """Remembers the first output of each operation in each step, in `data`. ignore_ops: the types that are left out."""

    IGNORE_OPS = ("Const", "Assign", "Identity", "Placeholder", "RandomUniform", "Cast", "RestoreSlice")

    def __init__(self, ignore_ops=None):
        super().__init__()
        self._ignored = ignore_ops or GraphDump.IGNORE_OPS
        self._data = {}

    @property
    def data(self):
        """{step: {tensor: value}}."""
        return self._data

    def begin(self, max_steps=None):
        super().begin(max_steps=max_steps)
        graph = get_default_graph()
        operations = [one for one in graph.get_operations() if graph.is_fetchable(one)]
        self._tensors = [one.outputs[0] for one in operations if one.outputs and one.type not in self._ignored]

    def step_begin(self, step):
        super().step_begin(step)
        return self._tensors

    def step_end(self, step, output):
        super().step_end(step, output)
        self._data[step] = output
        return False

    def compare(self, other_dump, step, atol=1e-6):
        """([names whose values are equal in both dumps], {name: how they differ}) of what a step has by name."""
        ours, theirs = self.data.get(step, {}), other_dump.data.get(step, {})
        equal, different = [], {}
        for name in ours:
            if not isinstance(name, str):
                continue
            if name not in theirs:
                raise ValueError(f"{name} missing at step {step}.")
            one, other = ours[name], theirs[name]
            if isinstance(one, str):
                continue
            if isinstance(one, np.ndarray):
                same, what = np.allclose(one, other, atol=atol), lambda one=one, other=other: one - other
            else:
                same, what = one == other, lambda one=one, other=other: (one, other)
            if same:
                equal.append(name)
            else:
                different[name] = what()
        return equal, different


def get_default_monitors(loss_op=None, summary_op=None, save_summary_steps=100, output_dir=None, summary_writer=None):
    """A list of monitors: one that logs the loss, and one that writes summaries."""
    monitors = []
    if loss_op is not None:
        monitors.append(PrintTensor(tensor_names={"loss": loss_op.name}))
    if summary_op is not None:
        monitors.append(
            SummarySaver(summary_op, save_summary_steps, output_dir=output_dir, summary_writer=summary_writer)
        )
    return monitors
