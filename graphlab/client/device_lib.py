"""The devices of this machine. TensorFlow 1.15 has this as `tensorflow.python.client.device_lib`."""

from graphlab._src.session.device_lib import (
    list_local_devices,
)

__all__ = [
    "list_local_devices",
]
