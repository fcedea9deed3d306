"""Checkpoint and CheckpointManager: the variables below an object are saved and restored, by their place in it."""

import numbers
import os
import time
from collections.abc import Callable
from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.graph import constant
from graphlab._src.graph.scopes import init_scope
from graphlab._src.io.file_system import makedirs
from graphlab._src.ops.define import raw_ops
from graphlab._src.session.keras_session import fallback_session
from graphlab._src.session.session import get_default_session
from graphlab._src.state.initialization import is_variable_initialized
from graphlab._src.state.variable import Variable
from graphlab._src.train.saving.checkpoint_state import (
    get_checkpoint_state,
    record_state,
    remove_checkpoint,
)
from graphlab._src.train.saving.saveable import saveables_for
from graphlab._src.train.tracking.object_graph import KEY, ObjectGraph
from graphlab._src.train.tracking.restoring import LoadStatus, RestoreOps, restored
from graphlab._src.train.tracking.trackable import AutoTrackable, children_of, is_trackable


def get_session() -> Any:
    """The default session; where none is open, the one that Keras works in."""
    return get_default_session() or fallback_session()


class ObjectWriter:
    """Writes checkpoints of the objects below a root; its operations are made once for each set of variables.

    children: what is below an object, by name.
    """

    def __init__(self, root: Any, children: Callable[[Any], dict[str, Any]] = children_of) -> None:
        self._root = root
        self._children = children
        self._operations: dict[Any, Any] = {}

    def write(self, file_prefix: str, session: Any) -> str:
        """Writes a checkpoint of that name, and returns the name."""
        graph = ObjectGraph(self._root, self._children)
        named = list(graph.variables())
        states = list(graph.states())
        key = (session.graph, *((name, id(node.object)) for node, name in [*named, *states]))
        if key not in self._operations:
            with session.graph.as_default(), session.graph.device("/cpu:0"):
                self._operations[key] = self._build(named, [name for _, name in states])
        prefix, message, serialized, op = self._operations[key]
        makedirs(os.path.dirname(file_prefix) or ".")
        feeds = {prefix: file_prefix, message: graph.message().SerializeToString(deterministic=True)}
        feeds.update(zip(serialized, [node.object.serialize() for node, _ in states], strict=True))
        session.run(op, feeds)
        return file_prefix

    def _build(self, named: list[Any], states: list[str]) -> tuple[Any, Any, list[Any], Any]:
        prefix = raw_ops.Placeholder(dtype=dtypes.string, shape=[])
        message = raw_ops.Placeholder(dtype=dtypes.string, shape=[])
        specs = [spec for node, name in named for one in saveables_for(node.object, name) for spec in one.specs]
        serialized = [raw_ops.Placeholder(dtype=dtypes.string, shape=[]) for _ in states]
        names = [KEY, *states, *(spec.name for spec in specs)]
        slices = ["", *("" for _ in states), *(spec.slice_spec for spec in specs)]
        tensors = [message, *serialized, *(spec.tensor for spec in specs)]
        return prefix, message, serialized, raw_ops.SaveV2(prefix, names, slices, tensors)


class Checkpoint(AutoTrackable):
    """Saves and restores the variables of objects, whatever their names in the graph are.

    checkpoint = tf.train.Checkpoint(optimizer=optimizer, model=model)
    checkpoint.save("folder/ckpt", session=sess)
    checkpoint.restore(tf.train.latest_checkpoint("folder")).assert_consumed().run_restore_ops(sess)

    kwargs: the objects, which become attributes: variables, layers, models, optimizers, modules, lists and dicts.
    save_counter: a variable, which counts the calls of save.
    """

    def __init__(self, **kwargs: Any) -> None:
        for name, value in sorted(kwargs.items()):
            if not is_trackable(value) and not isinstance(value, (list, tuple, dict)):
                raise ValueError(
                    f"`Checkpoint` was expecting a trackable object (an object derived from `TrackableBase`), got {value}. If "
                    "you believe this object should be trackable (i.e. it is part of the TensorFlow Python API and manages "
                    "state), please open an issue."
                )
            setattr(self, name, value)
        self._self_writer = ObjectWriter(self)
        self._self_restore_ops = RestoreOps()
        self._self_counter: Any = None
        self._self_count: Any = None

    def _tracked_children(self) -> dict[str, Any]:
        counter = {} if self._self_counter is None else {"save_counter": self._self_counter}
        return {**super()._tracked_children(), **counter}

    @property
    def save_counter(self) -> Any:
        """The variable that counts the calls of save; it must be initialized, or restored, before it is read."""
        if self._self_counter is None:
            with init_scope():
                self._self_counter = Variable(
                    constant(0, dtypes.int64), name="save_counter", trainable=False, use_resource=True, collections=[]
                )
        return self._self_counter

    def write(self, file_prefix: str, session: Any = None) -> str:
        """Writes a checkpoint of that name and returns the name, without counting."""
        return self._self_writer.write(file_prefix, session or get_session())

    def save(self, file_prefix: str, session: Any = None) -> str:
        """Writes the checkpoint "prefix-n" and returns that name, and notes it in the file `checkpoint` of the folder.

        n: how often this was called, which save_counter holds.  session: the default one, or Keras', when left out.
        """
        session = session or get_session()
        path = self.write(f"{file_prefix}-{self._counted(session)}", session)
        record_state(os.path.dirname(file_prefix), path, [path], save_relative_paths=True)
        return path

    def _counted(self, session: Any) -> int:
        counter = self.save_counter
        if self._self_count is None:
            with session.graph.as_default():
                self._self_count = is_variable_initialized(counter), counter.assign_add(1, read_value=False)
        known, count = self._self_count
        if not session.run(known):
            session.run(counter.initializer)
        session.run(count)
        return int(session.run(counter))

    def restore(self, save_path: str | None) -> LoadStatus:
        """What restores the variables of a checkpoint when it is run: see run_restore_ops and initialize_or_restore.

        save_path: a checkpoint, of a Checkpoint or of a Saver; None: there is none, and variables are initialized.
        """
        if save_path is not None:
            self.save_counter  # noqa: B018  (so that it is restored)
        return restored(self, save_path, self._self_restore_ops, get_session)


class CheckpointManager:
    """Keeps the newest checkpoints of a Checkpoint in a folder, and deletes older ones.

    max_to_keep: how many to keep, None for all.  keep_checkpoint_every_n_hours: keeps one more of each so many hours.
    checkpoint_name: what the names of the files begin with.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: str,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_max_to_keep`, got {max_to_keep}.")
        self._checkpoint = checkpoint
        self._directory = directory
        self._max_to_keep = max_to_keep
        self._hours = keep_checkpoint_every_n_hours
        self._prefix = os.path.join(directory, checkpoint_name)
        self._retained: dict[str, float] = {}
        now = time.time()
        self._preserved = now - 1.0  # so that what another manager writes in the same second counts as later
        self._latest: str | None = None
        state = get_checkpoint_state(directory)
        if state is not None:
            self._latest = state.model_checkpoint_path or None
            self._adopt(state, now)

    def _adopt(self, state: Any, now: float) -> None:
        """Manages the checkpoints that a folder's state dates after the last preserved one, and leaves all others alone."""
        self._preserved = state.last_preserved_timestamp
        if now < self._preserved:
            logging.warning(
                "time.time() returned a value %f seconds behind the last preserved checkpoint timestamp.",
                self._preserved - now,
            )
            self._preserved = now
        paths = state.all_model_checkpoint_paths
        times = state.all_model_checkpoint_timestamps or [self._preserved] * len(paths)
        for path, written in zip(paths, times, strict=False):
            if min(written, now) > self._preserved:
                self._retained[path] = min(written, now)

    @property
    def latest_checkpoint(self) -> str | None:
        """The path of the newest checkpoint, or None."""
        return self._latest

    @property
    def checkpoints(self) -> list[str]:
        """The paths of the checkpoints that it keeps and may delete, oldest first."""
        return list(self._retained)

    @property
    def directory(self) -> str:
        """The folder."""
        return self._directory

    def save(self, checkpoint_number: Any = None, session: Any = None) -> str:
        """Writes a checkpoint and returns its path. checkpoint_number: its number, in place of the Checkpoint's count."""
        session = session or get_session()
        counted = self._checkpoint._counted(session)
        if checkpoint_number is None:
            number = counted
        elif isinstance(checkpoint_number, numbers.Integral):
            number = int(checkpoint_number)
        else:
            number = int(session.run(checkpoint_number))
        path = self._checkpoint.write(f"{self._prefix}-{number}", session)
        self._latest = path
        self._retained.pop(path, None)
        self._retained[path] = time.time()
        self._delete_old()
        record_state(
            self._directory,
            path,
            list(self._retained),
            save_relative_paths=True,
            all_model_checkpoint_timestamps=list(self._retained.values()),
            last_preserved_timestamp=self._preserved,
        )
        return path

    def _delete_old(self) -> None:
        while self._max_to_keep is not None and len(self._retained) > self._max_to_keep:
            path, written = next(iter(self._retained.items()))
            del self._retained[path]
            if self._hours and written - self._hours * 3600 >= self._preserved:
                self._preserved = written
            else:
                remove_checkpoint(path)
