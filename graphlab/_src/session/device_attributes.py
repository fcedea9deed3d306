"""DeviceAttributes: an entry of Session.list_devices()."""

import secrets

from graphlab._src.graph.device import DeviceSpec


class DeviceAttributes:
    """One device of a session.

    name: "/job:localhost/replica:0/task:0/device:CPU:0".  device_type: "CPU".  memory_limit_bytes: 0 where the device
    does not say.  incarnation: a number that is another in every session, and of a task of
    another process in every life of it.
    """

    def __init__(
        self, name: str, memory_limit_bytes: int, incarnation: int | None = None, device_type: str | None = None
    ) -> None:
        spec = DeviceSpec.from_string(name)
        self.name = spec.to_string()
        self.device_type = device_type or spec.device_type
        self.memory_limit_bytes = memory_limit_bytes
        self.incarnation = incarnation or secrets.randbits(63) | 1

    def __repr__(self) -> str:
        return f"_DeviceAttributes({self.name}, {self.device_type}, {self.memory_limit_bytes}, {self.incarnation})"
