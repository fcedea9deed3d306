"""tensorflow.python.distribute.device_util: names of devices with all their parts."""

from graphlab._src.graph import get_default_graph
from graphlab._src.graph.device import DeviceSpec, canonical_name

_FIRST = DeviceSpec(replica=0, task=0, device_type="CPU", device_index=0)


class _Somewhere:
    """What the open `tf.device` scopes place: an operation of no type."""

    type = name = device = ""

    def __init__(self) -> None:
        self.node_def = self

    def _set_device(self, device: str) -> None:
        self.device = canonical_name(device)


def canonicalize(d: str, default: str | None = None) -> str:
    """The whole name of a device: what `d` leaves out is that of `default`, or of the first CPU."""
    wanted = DeviceSpec.from_string(d)
    kind = wanted.device_type
    assert kind is None or kind == kind.upper(), f"Device type '{kind}' must be all-caps."
    filled = _FIRST.make_merged_spec(DeviceSpec.from_string(default)) if default else _FIRST
    return filled.make_merged_spec(wanted).to_string()


def resolve(d: str) -> str:
    """The whole name of a device: what `d` leaves out is that of the current one."""
    return canonicalize(d, default=current())


def current() -> str:
    """The device of operations that are added now; "" where no scope says any."""
    placed = _Somewhere()
    get_default_graph()._apply_device_functions(placed)
    return placed.device


def get_host_for_device(device: str) -> str:
    """The CPU of the task that has this device."""
    return DeviceSpec.from_string(device).replace(device_type="CPU", device_index=0).to_string()


def local_devices_from_num_gpus(num_gpus: int) -> tuple[str, ...]:
    """The names of that many GPUs; that of the CPU for none."""
    return tuple(f"/device:GPU:{i}" for i in range(num_gpus)) or ("/device:CPU:0",)
