"""CheckpointSaverHook: saves a checkpoint now and then, and at the beginning and the end."""

import os

from graphlab._src.base import logging
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scopes import get_collection
from graphlab._src.io.export_meta_graph import export_meta_graph
from graphlab._src.io.graphdef import write_graph
from graphlab._src.proto import SessionLog
from graphlab._src.summary.writer import FileWriterCache
from graphlab._src.train.global_step import needed_global_step_read
from graphlab._src.train.hooks.timer import SecondOrStepTimer
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class CheckpointSaverListener:
    """The base of what hears of checkpoints; each method may be left as it is."""

    def begin(self):
        """Called before the graph is finalized."""

    def before_save(self, session, global_step_value):
        """Called before a checkpoint is saved."""

    def after_save(self, session, global_step_value):
        """Called after a checkpoint was saved; True requests the end of training."""

    def end(self, session, global_step_value):
        """Called at the end."""


class CheckpointSaverHook(SessionRunHook):
    """Saves a checkpoint every save_secs seconds or save_steps steps, into checkpoint_dir/checkpoint_basename-STEP.

    saver: a Saver, or scaffold: whose saver it is; the graph's own when both are left out.  listeners:
    CheckpointSaverListeners.
    """

    def __init__(
        self,
        checkpoint_dir,
        save_secs=None,
        save_steps=None,
        saver=None,
        checkpoint_basename="model.ckpt",
        scaffold=None,
        listeners=None,
    ):
        logging.info("Create CheckpointSaverHook.")
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._saver = saver
        self._scaffold = scaffold
        self._checkpoint_dir = checkpoint_dir
        self._save_path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._listeners = list(listeners or [])
        self._steps_per_run = 1

    def _set_steps_per_run(self, steps_per_run):
        """Says how many steps a run makes, of which the next save is then aware."""
        self._steps_per_run = steps_per_run

    def add_listeners(self, listeners):
        """Lets these hear of checkpoints too."""
        self._listeners.extend(one for one in listeners if one not in self._listeners)

    def begin(self):
        self._summary_writer = FileWriterCache.get(self._checkpoint_dir)
        self._step = needed_global_step_read("CheckpointSaverHook")
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session, coord):
        step = session.run(self._step)
        graph, saver = get_default_graph(), self._get_saver()
        graph_def = graph.as_graph_def(add_shapes=True)
        write_graph(graph_def, self._checkpoint_dir, "graph.pbtxt")
        self._summary_writer.add_graph(graph)
        self._summary_writer.add_meta_graph(export_meta_graph(graph_def=graph_def, saver_def=saver.saver_def))
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def before_run(self, run_context):
        return SessionRunArgs(self._step)

    def after_run(self, run_context, run_values):
        if not self._timer.should_trigger_for_step(run_values.results + self._steps_per_run):
            return
        step = run_context.session.run(self._step)
        if self._timer.should_trigger_for_step(step):
            self._timer.update_last_triggered_step(step)
            if self._save(run_context.session, step):
                run_context.request_stop()

    def end(self, session):
        step = session.run(self._step)
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        self._summary_writer.flush()
        for listener in self._listeners:
            listener.end(session, step)

    def _save(self, session, step):
        """Saves a checkpoint; True when a listener requests the end."""
        logging.info("Saving checkpoints for %d into %s.", step, self._save_path)
        for listener in self._listeners:
            listener.before_save(session, step)
        self._get_saver().save(session, self._save_path, global_step=step)
        log = SessionLog(status=SessionLog.CHECKPOINT, checkpoint_path=self._save_path)
        self._summary_writer.add_session_log(log, step)
        asking = [listener for listener in self._listeners if listener.after_save(session, step)]
        for listener in asking:
            logging.info("A CheckpointSaverListener requested that training be stopped. listener: %s", listener)
        return bool(asking)

    def _get_saver(self):
        if self._saver is None:
            self._saver = self._scaffold.saver if self._scaffold is not None else _only_saver()
        return self._saver


def _only_saver():
    key = GraphKeys.SAVERS
    found = get_collection(key)
    if not found:
        raise RuntimeError(
            f"No items in collection {key}. Please add a saver to the collection or provide a saver or scaffold."
        )
    if len(found) > 1:
        raise RuntimeError(
            f"More than one item in collection {key}. Please indicate which one to use by passing it to the constructor."
        )
    return found[0]
