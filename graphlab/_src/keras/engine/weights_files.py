"""The weights of a model in files: TensorFlow's checkpoints, or HDF5."""

import os
from typing import Any

from graphlab._src.graph.scopes import init_scope
from graphlab._src.io.checkpoint.reader import NewCheckpointReader
from graphlab._src.keras.engine.hdf5 import is_hdf5, opened, read_weights, write_weights, written
from graphlab._src.keras.engine.optimizer import Optimizer
from graphlab._src.keras.layers.weight_values import batch_set_value, get_session
from graphlab._src.proto import TrackableObjectGraph
from graphlab._src.state.variable import Variable
from graphlab._src.train.saving.checkpoint_state import update_checkpoint_state
from graphlab._src.train.tracking.checkpoint import ObjectWriter
from graphlab._src.train.tracking.object_graph import KEY
from graphlab._src.train.tracking.restoring import LoadStatus, RestoreOps


def save_weights(model, path, overwrite, save_format):
    """Writes the weights."""
    if is_hdf5(path, save_format):
        with written(path, overwrite) as file:
            write_weights(file, model.layers)
        return
    directory = os.path.dirname(path)
    vars(model).setdefault("_self_writer", ObjectWriter(model)).write(path, get_session())
    update_checkpoint_state(directory or ".", path, [path])


def load_weights(model, path, by_name, optimizer=None):
    """Loads the weights from a file. Returns what a checkpoint of objects and the model have in common, else None.

    optimizer: which one a checkpoint is for; that of the model when left out.
    """
    if is_hdf5(path, None) and os.path.isfile(path):
        with opened(path) as file:
            read_weights(file["model_weights"] if "model_weights" in file else file, model.layers, by_name)
        return None
    if by_name:
        raise NotImplementedError(
            "Weights may only be loaded based on topology into Models when loading TensorFlow-formatted weights (got "
            "by_name=True to load_weights)."
        )
    reader = NewCheckpointReader(path)
    stored = reader.get_variable_to_shape_map()
    status = status_of(model, path, reader)
    matched = [] if status is None else status.matched_variables()  # with those of its optimizer
    names = {item: name for name, item in matched if isinstance(item, Variable)}
    for variable in model.weights:
        names.setdefault(variable, variable.op.name)
    pairs = []
    for variable, name in names.items():
        if name not in stored:
            raise ValueError(f"The checkpoint {path} has no value for {variable.name}")
        value = reader.get_tensor(name)
        if not variable.shape.is_compatible_with(value.shape):
            raise ValueError(f"Shapes {variable.shape} and {value.shape} are incompatible: {variable.name} in {path}")
        pairs.append((variable, value))
    batch_set_value(pairs)
    late = None if status is None else LateWeights(model, status, {id(variable) for variable in names}, optimizer)
    vars(model)["_late_weights"] = late
    return status


class LateWeights:
    """What a checkpoint has for the optimizer's variables that are made after it was loaded, most of them with the first step.

    optimizer: that of the model then, or the first one after it; another one begins anew, as in TensorFlow.
    loaded: the id of each variable that has its value.
    """

    def __init__(self, model, status, loaded, optimizer=None):
        self._model, self._status, self._loaded = model, status, loaded
        self._optimizer: Any = None
        self.bind(optimizer or model.optimizer)

    def bind(self, optimizer):
        """Says that the model has this optimizer now."""
        if self._optimizer is None and optimizer is not None:
            self._optimizer = optimizer
            self._call_when_made(self.load)

    def load(self):
        """Loads what there is by now."""
        if self._model.optimizer is not self._optimizer:
            return
        reader = NewCheckpointReader(self._status._path)
        made = {id(variable): (variable, name) for name, variable in self._status.matched_variables()}
        new = [pair for number, pair in made.items() if number not in self._loaded]
        with init_scope():
            batch_set_value([(variable, reader.get_tensor(name)) for variable, name in new])
        self._loaded.update(made)  # after an interrupt they are loaded again

    def end(self):
        """Loads the rest: all variables are made."""
        self._call_when_made(None)
        self.load()

    def _call_when_made(self, call):
        for one in (self._optimizer, getattr(self._optimizer, "_optimizer", None)):
            if isinstance(one, Optimizer):
                one._when_made = call


def status_of(model, path, reader=None):
    """What a checkpoint and a model have in common, by the objects that the checkpoint has; None where it has none."""
    reader = reader or NewCheckpointReader(path)
    if not reader.has_tensor(KEY):
        return None
    proto = TrackableObjectGraph.FromString(bytes(reader.get_tensor(KEY)))
    return LoadStatus(model, path, proto, RestoreOps(), get_session)
