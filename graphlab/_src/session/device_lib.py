"""The devices of this machine. TensorFlow 1.15 has this as `tensorflow.python.client.device_lib`."""

from typing import Any

from graphlab._src.compiler.placement import Device
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.proto import ConfigProto
from graphlab._src.session.config import open_devices
from graphlab._src.session.device_attributes import DeviceAttributes

__all__ = ["list_local_devices"]


def list_local_devices(session_config: Any = None) -> list["LocalDevice"]:
    """The devices that a session with this config has, each with name, device_type, memory_limit and incarnation.

    session_config: a ConfigProto.  The names are short: "/device:CPU:0".
    """
    found: list[LocalDevice] = []
    for device in open_devices(session_config or ConfigProto()):
        spec = DeviceSpec.from_string(device.name)
        found.append(LocalDevice(f"/device:{spec.device_type}:{spec.device_index}", device))
    return found


class LocalDevice(DeviceAttributes):
    """One device. memory_limit: bytes.  physical_device_desc: what JAX calls it."""

    def __init__(self, name: str, device: Device) -> None:
        super().__init__(name, device.memory)
        self.memory_limit = device.memory
        self.physical_device_desc = "" if device.device_type == "CPU" else device.jax.device_kind

    def __str__(self) -> str:
        return f'name: "{self.name}"\ndevice_type: "{self.device_type}"\nmemory_limit: {self.memory_limit}\n'
