"""The weights of a model in files: TensorFlow's checkpoints, or HDF5."""

import os

from graphlab._src.io.checkpoint.reader import NewCheckpointReader
from graphlab._src.keras.engine.hdf5 import is_hdf5, opened, read_weights, write_weights, written
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


def load_weights(model, path, by_name):
    """Loads the weights from a file. Returns what a checkpoint of objects and the model have in common, else None."""
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
    status = status_of(model, path)
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
    vars(model)["_loaded"] = None if status is None else (status, {id(variable) for variable in names})
    return status


def load_slots(model):
    """Loads what the optimizer has of the weights, such as moving averages, where load_weights came before its first step."""
    status, loaded = vars(model).pop("_loaded", None) or (None, ())
    if status is None:
        return
    reader = NewCheckpointReader(status._path)
    slots = {id(variable) for variable in getattr(model.optimizer, "weights", ())}
    values = [
        (variable, reader.get_tensor(name))
        for name, variable in status.matched_variables()
        if id(variable) in slots and id(variable) not in loaded
    ]
    batch_set_value(values)


def status_of(model, path):
    """What a checkpoint and a model have in common, by the objects that the checkpoint has; None where it has none."""
    reader = NewCheckpointReader(path)
    if not reader.has_tensor(KEY):
        return None
    proto = TrackableObjectGraph.FromString(bytes(reader.get_tensor(KEY)))
    return LoadStatus(model, path, proto, RestoreOps(), get_session)
