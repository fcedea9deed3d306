"""Which of the machine's devices an operation runs on."""

import jax

from graphlab.errors import InvalidArgumentError, explain
from graphlab.graph.device import DeviceSpec

_PREFIX = "/job:localhost/replica:0/task:0"


class Devices:
    """The devices that a session may use, under TensorFlow's names.

    soft: operations that ask for a device that is not there run on the default device instead of failing.
    """

    def __init__(self, soft=False):
        self.soft = soft
        self._by_type = {"CPU": jax.devices("cpu")}
        default = jax.devices()
        if default[0].platform != "cpu":
            self._by_type[default[0].platform.upper()] = default
        self.default = default[0]
        self._known = {"": self.default}

    def names(self):
        """The full names: "/job:localhost/replica:0/task:0/device:CPU:0"."""
        return list(self.memory())

    def memory(self):
        """{full name: bytes of memory, 0 where the device does not say}."""
        return {
            f"{_PREFIX}/device:{kind}:{i}": (device.memory_stats() or {}).get("bytes_limit", 0)
            for kind, devices in self._by_type.items()
            for i, device in enumerate(devices)
        }

    def place(self, op):
        """The JAX device for an operation; InvalidArgumentError when it asks for one that is not there."""
        device = self._known.get(op._device)
        if device is None:
            device = self._find(op)
            self._known[op._device] = device
        return device

    def _find(self, op):
        spec = DeviceSpec.from_string(op._device)
        local = spec.job in (None, "localhost") and (spec.replica or 0) == 0 and (spec.task or 0) == 0
        devices = self._by_type.get(spec.device_type, []) if spec.device_type else [self.default]
        index = spec.device_index or 0
        if local and index < len(devices):
            return devices[index]
        if self.soft:
            return self.default
        raise InvalidArgumentError(
            op.node_def,
            op,
            explain(
                f"Cannot assign a device for operation {op.name}: Operation was explicitly assigned to {op._device} but "
                f"available devices are [ {', '.join(self.names())} ]. Make sure the device specification refers to a "
                "valid device.",
                at=op,
                fix="ask for a device that is there, or tf.Session(config=tf.ConfigProto(allow_soft_placement=True))",
            ),
        )
