"""Supervisor: a session with threads that save checkpoints and summaries, from before MonitoredTrainingSession.

supervisor = tf.train.Supervisor(logdir="/tmp/model")
with supervisor.managed_session() as session:
    while not supervisor.should_stop():
        session.run(train_op)
"""

import contextlib
import os
import time
from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.base.errors import AbortedError
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.io.export_meta_graph import export_meta_graph
from graphlab._src.io.graphdef import write_graph
from graphlab._src.ops.control_flow import group
from graphlab._src.proto import SessionLog, Summary
from graphlab._src.state.initialization import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
)
from graphlab._src.state.lookup.static import tables_initializer
from graphlab._src.summary.merge import merge_all
from graphlab._src.summary.writer import FileWriter
from graphlab._src.train.coordinator import Coordinator, LooperThread
from graphlab._src.train.global_step import global_step as value_of
from graphlab._src.train.saving.saver import Saver
from graphlab._src.train.sessions.manager import SessionManager

_DEFAULT = 0


class Supervisor:
    """Prepares a session, saves its checkpoints and summaries in threads, and stops them.

    What is left out is found in the graph's collections, or made; None disables it.
    graph: the default graph when left out, finalized.  logdir: where checkpoints and summaries go and the newest checkpoint
    is restored from.  is_chief: who is not only waits for the chief.  init_op, init_feed_dict, init_fn(session),
    local_init_op: initialize.  ready_op, ready_for_local_init_op: name what has no value yet.  summary_op, summary_writer,
    save_summaries_secs: summaries.  saver, save_model_secs, checkpoint_basename: checkpoints.  global_step: the variable.
    recovery_wait_secs, stop_grace_secs: seconds.  session_manager: a SessionManager.
    local_init_run_options: RunOptions of local_init_op.
    """

    USE_DEFAULT = _DEFAULT

    def __init__(
        self,
        graph=None,
        ready_op: Any = _DEFAULT,
        ready_for_local_init_op: Any = _DEFAULT,
        is_chief=True,
        init_op: Any = _DEFAULT,
        init_feed_dict=None,
        local_init_op: Any = _DEFAULT,
        logdir=None,
        summary_op: Any = _DEFAULT,
        saver: Any = _DEFAULT,
        global_step: Any = _DEFAULT,
        save_summaries_secs=120,
        save_model_secs=600,
        recovery_wait_secs=30,
        stop_grace_secs=120,
        checkpoint_basename="model.ckpt",
        session_manager=None,
        summary_writer: Any = _DEFAULT,
        init_fn=None,
        local_init_run_options=None,
    ):
        graph = graph or get_default_graph()
        keys = GraphKeys
        with graph.as_default():
            self.ready_op = _found(ready_op, keys.READY_OP, report_uninitialized_variables)
            self.ready_for_local_init_op = _found(ready_for_local_init_op, keys.READY_FOR_LOCAL_INIT_OP, _nothing)
            self.init_op = _found(init_op, keys.INIT_OP, global_variables_initializer)
            self.local_init_op = _found(local_init_op, keys.LOCAL_INIT_OP, _initialize_locally)
            self.saver = _found(saver, keys.SAVERS, _saver_of_all)
            self.summary_op = _found(summary_op, keys.SUMMARY_OP, merge_all)
            self.global_step = _found(global_step, keys.GLOBAL_STEP, _default_step)
        self._graph = graph
        self._meta_graph_def = export_meta_graph(
            graph_def=graph.as_graph_def(add_shapes=True), saver_def=self.saver.saver_def if self.saver else None
        )
        self.is_chief = is_chief
        self.coord = Coordinator()
        self._stop_grace_secs = stop_grace_secs
        self.init_feed_dict = init_feed_dict
        self._init_fn = init_fn
        self._logdir = logdir if is_chief else None
        self.save_summaries_secs = save_summaries_secs if is_chief else None
        self.save_model_secs = save_model_secs if is_chief else None
        self.save_path = os.path.join(self._logdir, checkpoint_basename) if self._logdir else None
        self._graph_was_written = False
        self.summary_writer = None
        if is_chief and summary_writer is not _DEFAULT:
            self.summary_writer = summary_writer
        elif self._logdir:
            self.summary_writer = FileWriter(self._logdir)
        self.session_manager = session_manager or SessionManager(
            local_init_op=self.local_init_op,
            ready_op=self.ready_op,
            ready_for_local_init_op=self.ready_for_local_init_op,
            graph=graph,
            recovery_wait_secs=recovery_wait_secs,
            local_init_run_options=local_init_run_options,
        )
        if not is_chief:
            _check_devices(graph)
        graph.finalize()

    def start_standard_services(self, sess):
        """Starts the threads that write summaries, count steps and save checkpoints; returns them."""
        if not self.is_chief:
            raise RuntimeError(
                "Only chief supervisor can start standard services. Because only chief supervisors can write events."
            )
        if not self._logdir:
            logging.warning("Standard services need a 'logdir' passed to the SessionManager")
            return None
        if self.global_step is not None and self.summary_writer:
            step = value_of(sess, self.global_step)
            self.summary_writer.add_session_log(SessionLog(status=SessionLog.START), step)
        threads = []
        if self.save_summaries_secs and self.summary_writer:
            if self.summary_op is not None:
                threads.append(SummaryThread(self, sess))
            if self.global_step is not None:
                threads.append(StepCounterThread(self, sess))
        if self.saver and self.save_model_secs:
            threads.append(CheckpointThread(self, sess))
        for thread in threads:
            thread.start()
        return threads

    def prepare_or_wait_for_session(
        self, master="", config=None, wait_for_checkpoint=False, max_wait_secs=7200, start_standard_services=True
    ):
        """A Session whose model is ready, with threads and queue runners started."""
        self.coord.clear_stop()
        if self.summary_writer:
            self.summary_writer.reopen()
        if self.is_chief:
            session = self.session_manager.prepare_session(
                master,
                init_op=self.init_op,
                saver=self.saver,
                checkpoint_dir=self._logdir,
                wait_for_checkpoint=wait_for_checkpoint,
                max_wait_secs=max_wait_secs,
                config=config,
                init_feed_dict=self.init_feed_dict,
                init_fn=self._init_fn,
            )
            self._write_graph()
            if start_standard_services:
                logging.info("Starting standard services.")
                self.start_standard_services(session)
        else:
            session = self.session_manager.wait_for_session(master, config=config, max_wait_secs=max_wait_secs)
        if start_standard_services:
            logging.info("Starting queue runners.")
            self.start_queue_runners(session)
        return session

    def start_queue_runners(self, sess, queue_runners=None):
        """Starts the threads of the graph's queue runners, or of these; returns them."""
        runners = self._graph.get_collection(GraphKeys.QUEUE_RUNNERS) if queue_runners is None else queue_runners
        return [
            thread
            for runner in runners
            for thread in runner.create_threads(sess, coord=self.coord, daemon=True, start=True)
        ]

    def loop(self, timer_interval_secs, target, args=None, kwargs=None):
        """A started LooperThread that calls target every so many seconds."""
        looper = LooperThread(self.coord, timer_interval_secs, target=target, args=args, kwargs=kwargs)
        looper.start()
        return looper

    def stop(self, threads=None, close_summary_writer=True, ignore_live_threads=False):
        """Stops the threads, raises what one of them raised, and closes the summary writer."""
        self.coord.request_stop()
        try:
            self.coord.join(
                threads, stop_grace_period_secs=self._stop_grace_secs, ignore_live_threads=ignore_live_threads
            )
        finally:
            if close_summary_writer and self.summary_writer:
                self.summary_writer.add_session_log(SessionLog(status=SessionLog.STOP))
                self.summary_writer.close()
                self._graph_was_written = False

    def request_stop(self, ex=None):
        """Requests the threads to stop.  ex: an exception that is the reason."""
        self.coord.request_stop(ex=ex)

    def should_stop(self):
        """True when a stop was requested."""
        return self.coord.should_stop()

    def stop_on_exception(self):
        """A `with` block whose exception requests the end."""
        return self.coord.stop_on_exception()

    def wait_for_stop(self):
        """Waits until a stop is requested."""
        self.coord.wait_for_stop()

    def summary_computed(self, sess, summary, global_step=None):
        """Writes a summary that a program fetched itself.  global_step: read from the session when left out."""
        if not self.summary_writer:
            raise RuntimeError("Writing a summary requires a summary writer.")
        if global_step is None and self.global_step is not None:
            global_step = value_of(sess, self.global_step)
        self.summary_writer.add_summary(summary, global_step)

    @contextlib.contextmanager
    def managed_session(self, master="", config=None, start_standard_services=True, close_summary_writer=True):
        """A `with` block with a Session whose model is ready; at its end all is stopped and errors come through."""
        session = None
        try:
            session = self.prepare_or_wait_for_session(master, config, start_standard_services=start_standard_services)
            yield session
        except Exception as error:
            self.request_stop(error)
        finally:
            try:
                self.stop(close_summary_writer=close_summary_writer)
            finally:
                if session is not None:
                    session.close()

    def _write_graph(self):
        if self._logdir:
            write_graph(self._graph.as_graph_def(add_shapes=True), self._logdir, "graph.pbtxt")
        if self.summary_writer and not self._graph_was_written:
            self.summary_writer.add_graph(self._graph)
            self.summary_writer.add_meta_graph(self._meta_graph_def)
            self._graph_was_written = True

    PrepareSession = prepare_or_wait_for_session
    StartQueueRunners = start_queue_runners
    StartStandardServices = start_standard_services
    Stop = stop
    RequestStop = request_stop
    Loop = loop
    ShouldStop = should_stop
    StopOnException = stop_on_exception
    WaitForStop = wait_for_stop
    SummaryComputed = summary_computed


def _found(given, key, make) -> Any:
    """What was given; else the first of a collection; else what `make` returns, put into the collection."""
    if given is not _DEFAULT:
        return given
    found = get_collection(key)
    if len(found) > 1:
        logging.info("Found %d %s operations. Returning the first one.", len(found), key)
    if found:
        return found[0]
    made = make()
    if made is not None:
        add_to_collection(key, made)
    return made


def _nothing():
    return None


def _initialize_locally():
    return group(local_variables_initializer(), tables_initializer())


def _saver_of_all():
    return Saver() if global_variables() else None


def _default_step():
    try:
        step = get_default_graph().get_tensor_by_name("global_step:0")
    except KeyError:
        return None
    if step.dtype.base_dtype in dtypes.INDEX:
        return step
    logging.warning("Found 'global_step' is not an int type: %s", step.dtype)
    return None


def _check_devices(graph):
    for op in graph.get_operations():
        if op.definition is not None and op.definition.variable == "reference" and not op.device:
            raise ValueError(f"When using replicas, all Variables must have their device set: {op}")


class SummaryThread(LooperThread):
    """Writes the summaries every save_summaries_secs seconds."""

    def __init__(self, sv, sess):
        super().__init__(sv.coord, sv.save_summaries_secs)
        self._sv, self._sess = sv, sess

    def run_loop(self):
        sv, step = self._sv, None
        if sv.global_step is None:
            summaries = self._sess.run(sv.summary_op)
        else:
            summaries, step = self._sess.run([sv.summary_op, sv.global_step])
        if sv.summary_writer:
            logging.info("Recording summary at step %s.", step)
            sv.summary_writer.add_summary(summaries, step)


class StepCounterThread(LooperThread):
    """Writes, every save_summaries_secs seconds, how many steps are made in a second."""

    def __init__(self, sv, sess, step_counter=None):
        super().__init__(sv.coord, sv.save_summaries_secs)
        self._sv, self._sess = sv, sess
        self._counter = sv.global_step if step_counter is None else step_counter
        self._tag = f"{self._counter.op.name}/sec"

    def start_loop(self):
        self._last_time = time.time()
        self._last_step = value_of(self._sess, self._counter)

    def run_loop(self):
        step, now = value_of(self._sess, self._counter), time.time()
        elapsed = now - self._last_time
        rate = (step - self._last_step) / elapsed if elapsed > 0 else float("inf")
        self._last_step, self._last_time = step, now
        if self._sv.summary_writer:
            summary = Summary(value=[Summary.Value(tag=self._tag, simple_value=rate)])
            self._sv.summary_writer.add_summary(summary, step)
        logging.log_first_n(logging.INFO, "%s: %g", 10, self._tag, rate)


class CheckpointThread(LooperThread):
    """Saves a checkpoint every save_model_secs seconds."""

    def __init__(self, sv, sess):
        super().__init__(sv.coord, sv.save_model_secs)
        self._sv, self._sess = sv, sess

    def run_loop(self):
        sv = self._sv
        logging.info("Saving checkpoint to path %s", sv.save_path)
        sv.saver.save(self._sess, sv.save_path, global_step=sv.global_step)
        if sv.summary_writer and sv.global_step is not None:
            step = value_of(self._sess, sv.global_step)
            log = SessionLog(status=SessionLog.CHECKPOINT, checkpoint_path=sv.save_path)
            sv.summary_writer.add_session_log(log, step)


def basic_train_loop(supervisor, train_step_fn, args=None, kwargs=None, master=""):
    """Calls train_step_fn(session, *args, **kwargs) until the supervisor should stop; again when a session is lost."""
    while True:
        try:
            with supervisor.managed_session(master) as session:
                while not supervisor.should_stop():
                    train_step_fn(session, *(args or []), **(kwargs or {}))
        except AbortedError:
            continue
        return
