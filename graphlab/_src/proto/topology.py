"""TopologyProto, the devices of a TPU, which the tensorboard package does not ship, made from its definition."""

from typing import Any

from graphlab._src.proto.making import message_classes

_classes = message_classes(
    "topology",
    {
        "TopologyProto": (
            ("mesh_shape", 1, "int32", "many"),
            ("num_tasks", 2, "int32"),
            ("num_tpu_devices_per_task", 3, "int32"),
            ("device_coordinates", 4, "int32", "many"),
        ),
    },
)
TopologyProto: Any = _classes["TopologyProto"]
