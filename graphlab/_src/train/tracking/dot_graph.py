"""What a checkpoint says of its objects, and the objects below a root."""

from typing import Any

from graphlab._src.proto import TrackableObjectGraph
from graphlab._src.train.saving.checkpoint_utils import load_checkpoint
from graphlab._src.train.tracking.object_graph import KEY, ObjectGraph


def object_metadata(save_path: str) -> Any:
    """The TrackableObjectGraph of a checkpoint; ValueError for one that was not written by tf.train.Checkpoint."""
    reader = load_checkpoint(save_path)
    if not reader.has_tensor(KEY):
        raise ValueError(
            f'The specified checkpoint "{save_path}" does not appear to be object-based (saved with TF2) since it is missing '
            f'the key "{KEY}". Likely it was created with the TF1 name-based saver and does not contain an object dependency '
            "graph."
        )
    return TrackableObjectGraph.FromString(bytes(reader.get_tensor(KEY)))


def list_objects(root_trackable: Any) -> list[Any]:
    """The objects that tf.train.Checkpoint tracks below an object, with itself."""
    return [node.object for node in ObjectGraph(root_trackable).nodes]


def dot_graph_from_checkpoint(save_path: str) -> str:
    """The objects of a checkpoint as a graph in the language of Graphviz."""
    proto = object_metadata(save_path)
    lines = ["digraph {"]
    slots = {slot.slot_variable_node_id for node in proto.nodes for slot in node.slot_variables}
    for number, node in enumerate(proto.nodes):
        if number == 0:
            color, label = "orange", "root"
        elif number in slots:
            color, label = "red", "slot variable"
        elif node.attributes:
            color, label = "blue", node.attributes[0].full_name
        else:
            color, label = "green", ""
        lines.append(f'  N_{number} [shape=point label="" color={color} width=.25]; // {label}')
        lines += [f'  N_{number} -> N_{child.node_id} [label="{child.local_name}"];' for child in node.children]
        lines += [
            f'  N_{slot.original_variable_node_id} -> N_{slot.slot_variable_node_id} [label="{slot.slot_name}" style=dotted];'
            for slot in node.slot_variables
        ]
    return "\n".join([*lines, "}"])
