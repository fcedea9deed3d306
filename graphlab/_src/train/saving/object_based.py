"""Checkpoints of tf.train.Checkpoint and of Keras' models, restored by the names of variables."""

from graphlab._src.base.errors import NotFoundError, explain
from graphlab._src.io.checkpoint.reader import NewCheckpointReader
from graphlab._src.proto import TrackableObjectGraph
from graphlab._src.train.saving.saveable import saveable_objects
from graphlab._src.train.tracking.object_graph import KEY


def object_graph_key_mapping(checkpoint_path):
    """{name of a variable: the key of its value} in such a checkpoint. NotFoundError where it is one of a Saver."""
    reader = NewCheckpointReader(checkpoint_path)
    if not reader.has_tensor(KEY):
        raise NotFoundError(None, None, f"Key {KEY} not found in checkpoint")
    nodes = TrackableObjectGraph.FromString(bytes(reader.get_tensor(KEY))).nodes
    return {one.full_name: one.checkpoint_key for node in nodes for one in node.attributes}


def saveables_by_keys(var_list, names_to_keys):
    """The SaveableObjects of variables, as an object-based checkpoint holds them.

    names_to_keys: what object_graph_key_mapping returned.  NotFoundError lists the variables that are not in it.
    """
    saveables = saveable_objects(var_list)
    names = {spec.name for saveable in saveables for spec in saveable.specs}
    missing, others = names - names_to_keys.keys(), names_to_keys.keys() - names
    if missing:
        message = (
            f"\n\nExisting variables not in the checkpoint: {', '.join(sorted(missing))}\n\n"
            f"Variables names when this checkpoint was written which don't exist now: {', '.join(sorted(others))}\n\n"
            f"({len(names) - len(missing)} variable name(s) did match)\n\n"
            "Could not find some variables in the checkpoint (see names above): it is an object-based checkpoint, of "
            "tf.train.Checkpoint or tf.keras.Model.save_weights, which is read by the names that variables had then."
        )
        fix = "tf.train.Saver(var_list) with the variables that were there; a dict of them by their old names where these changed"
        raise NotFoundError(None, None, explain(message, fix=fix))
    for saveable in saveables:
        for spec in saveable.specs:
            spec.name = names_to_keys[spec.name]
    return saveables
