"""SessionManager: a session with a model in it that is restored from a checkpoint, or initialized."""

import time

import numpy as np

from graphlab._src.base import logging
from graphlab._src.base.errors import DeadlineExceededError, FailedPreconditionError
from graphlab._src.graph import get_default_graph
from graphlab._src.session.session import Session
from graphlab._src.train.saving.checkpoint_state import get_checkpoint_state

_FIRST_PAUSE = 0.25  # seconds between the first two looks at whether the model is ready; it doubles from there


class SessionManager:
    """Makes sessions and brings a model's variables into them.

    local_init_op: run in every new session.  ready_op: names the variables without a value; a model is ready when
    there are none.  ready_for_local_init_op: the same before local_init_op.  graph: the default graph when left out.
    recovery_wait_secs: between two looks.  local_init_run_options: RunOptions.
    """

    def __init__(
        self,
        local_init_op=None,
        ready_op=None,
        ready_for_local_init_op=None,
        graph=None,
        recovery_wait_secs=30,
        local_init_run_options=None,
    ):
        if ready_for_local_init_op is not None and local_init_op is None:
            raise ValueError(
                "If you pass a ready_for_local_init_op you must also pass a local_init_op , ready_for_local_init_op "
                f"[{ready_for_local_init_op}]"
            )
        self._graph = get_default_graph() if graph is None else graph
        self._local_init_op = local_init_op
        self._ready_op = ready_op
        self._ready_for_local_init_op = ready_for_local_init_op
        self._recovery_wait_secs = recovery_wait_secs
        self._local_init_run_options = local_init_run_options

    def prepare_session(
        self,
        master,
        init_op=None,
        saver=None,
        checkpoint_dir=None,
        checkpoint_filename_with_path=None,
        wait_for_checkpoint=False,
        max_wait_secs=7200,
        config=None,
        init_feed_dict=None,
        init_fn=None,
    ):
        """A Session with a model that is ready: from the newest checkpoint if there is one, else initialized.

        saver, checkpoint_dir or checkpoint_filename_with_path: what to restore with and from.  wait_for_checkpoint: for at
        most max_wait_secs.  init_op, with init_feed_dict, and init_fn(session): how to initialize.
        Raises RuntimeError when that does not make the model ready.
        """
        session, restored = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        if not restored:
            if init_op is None and not init_fn and self._local_init_op is None:
                raise RuntimeError("Model is not initialized and no init_op or init_fn or local_init_op was given")
            if init_op is not None:
                session.run(init_op, feed_dict=init_feed_dict)
            if init_fn:
                init_fn(session)
        used = f"Init op: {_name(init_op)}, init fn: {init_fn}"
        message = self._initialize_locally(session)
        if message:
            raise RuntimeError(f"Init operations did not make model ready for local_init.  {used}, error: {message}")
        message = what_is_missing(self._ready_op, session, "Model not ready")
        if message:
            raise RuntimeError(
                f"Init operations did not make model ready.  {used}, local_init_op: {self._local_init_op}, "
                f"error: {message}"
            )
        return session

    def recover_session(
        self,
        master,
        saver=None,
        checkpoint_dir=None,
        checkpoint_filename_with_path=None,
        wait_for_checkpoint=False,
        max_wait_secs=7200,
        config=None,
    ):
        """(Session, whether a checkpoint made its model ready)."""
        session, restored = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        message = self._initialize_locally(session)
        if not restored:
            return session, False
        path = checkpoint_dir or checkpoint_filename_with_path
        if message:
            logging.info("Restoring model from %s did not make model ready for local init: %s", path, message)
            return session, False
        message = what_is_missing(self._ready_op, session, "Model not ready")
        if message:
            logging.info("Restoring model from %s did not make model ready: %s", path, message)
            return session, False
        logging.info("Restored model from %s", path)
        return session, True

    def wait_for_session(self, master, config=None, max_wait_secs: float | None = float("inf")):
        """Waits until another process has initialized the model. Raises DeadlineExceededError after max_wait_secs."""
        limit = float("inf") if max_wait_secs is None else max_wait_secs
        end = time.time() + limit
        pause = min(_FIRST_PAUSE, self._recovery_wait_secs)
        while True:
            session = Session(master, graph=self._graph, config=config)
            locally = self._initialize_locally(session)
            message = None if locally else what_is_missing(self._ready_op, session, "Model not ready")
            if not locally and not message:
                return session
            session.close()
            if time.time() + pause > end:
                raise DeadlineExceededError(None, None, f"Session was not ready after waiting {limit} secs.")
            logging.info("Waiting for model to be ready.  Ready_for_local_init_op:  %s, ready: %s", locally, message)
            time.sleep(pause)
            pause = min(2 * pause, self._recovery_wait_secs)

    def _restored(self, master, saver, folder, path, wait, max_wait_secs, config):
        """(a new Session, whether a checkpoint was restored into it)."""
        session = Session(master, graph=self._graph, config=config)
        if folder and path:
            raise ValueError("Can not provide both checkpoint_dir and checkpoint_filename_with_path.")
        if not saver or not (folder or path):
            return session, False
        if path:
            saver.restore(session, path)
            return session, True
        end = time.time() + max_wait_secs
        while True:
            state = get_checkpoint_state(folder)
            if state and state.model_checkpoint_path:
                saver.restore(session, state.model_checkpoint_path)
                saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
                return session, True
            if not wait or time.time() >= end:
                return session, False
            logging.info("Waiting for checkpoint to be available.")
            time.sleep(self._recovery_wait_secs)

    def _initialize_locally(self, session):
        """Runs local_init_op; what keeps it from running, or None."""
        if self._local_init_op is None:
            return None
        message = what_is_missing(self._ready_for_local_init_op, session, "Model not ready for local init")
        if message:
            return message
        logging.info("Running local_init_op.")
        session.run(self._local_init_op, options=self._local_init_run_options)
        logging.info("Done running local_init_op.")
        return None


def what_is_missing(op, session, what):
    """What a ready operation says is missing, or None."""
    if op is None:
        return None
    try:
        value = session.run(op)
    except FailedPreconditionError as error:
        if "uninitialized" not in str(error):
            logging.warning("%s : error [%s]", what, error)
            raise
        return str(error)
    if value is None or value.dtype == np.int32 or value.size == 0:
        return None
    return "Variables not initialized: " + ", ".join(name.decode() for name in value)


def _name(op):
    return "None" if op is None else getattr(op, "name", f"<no name for {type(op)}>")
