"""How a monitored session comes by its session: as the chief, who initializes, or as a worker, who waits."""

from graphlab._src.graph import get_default_graph
from graphlab._src.train.sessions.manager import SessionManager
from graphlab._src.train.sessions.scaffold import Scaffold


class SessionCreator:
    """The base of what makes sessions."""

    def create_session(self):
        """A new Session."""
        raise NotImplementedError(f"create_session is not implemented for {self}.")


class _WithScaffold(SessionCreator):
    def __init__(self, scaffold, master, config):
        self._scaffold = scaffold or Scaffold()
        self._manager = None
        self._master = master
        self._config = config

    def _prepared(self):
        """The SessionManager, once the scaffold is complete."""
        self._scaffold.finalize()
        if self._manager is None:
            self._manager = SessionManager(
                local_init_op=self._scaffold.local_init_op,
                ready_op=self._scaffold.ready_op,
                ready_for_local_init_op=self._scaffold.ready_for_local_init_op,
                graph=get_default_graph(),
            )
        return self._manager


class ChiefSessionCreator(_WithScaffold):
    """Makes sessions whose model is restored from a checkpoint, or initialized.

    scaffold: a Scaffold.  master: "".  config: a ConfigProto.  checkpoint_dir: where the newest checkpoint is restored from,
    or checkpoint_filename_with_path: that one.
    """

    def __init__(self, scaffold=None, master="", config=None, checkpoint_dir=None, checkpoint_filename_with_path=None):
        super().__init__(scaffold, master, config)
        self._checkpoint_dir = checkpoint_dir
        self._path = checkpoint_filename_with_path

    def create_session(self):
        """A Session with a model that is ready."""
        manager, scaffold = self._prepared(), self._scaffold
        return manager.prepare_session(
            self._master,
            saver=scaffold.saver,
            checkpoint_dir=self._checkpoint_dir,
            checkpoint_filename_with_path=self._path,
            config=self._config,
            init_op=scaffold.init_op,
            init_feed_dict=scaffold.init_feed_dict,
            init_fn=scaffold.init_fn,
        )


class WorkerSessionCreator(_WithScaffold):
    """Makes sessions whose model a chief makes ready.  max_wait_secs: how long to wait for that."""

    def __init__(self, scaffold=None, master="", config=None, max_wait_secs=30 * 60):
        super().__init__(scaffold, master, config)
        self._max_wait_secs = max_wait_secs

    def create_session(self):
        """A Session with a model that is ready."""
        return self._prepared().wait_for_session(self._master, config=self._config, max_wait_secs=self._max_wait_secs)
