"""tf.config.experimental: the devices of this machine, and which of them sessions see that are given no ConfigProto."""

import collections

import jax

from graphlab._src.session import config_defaults

__all__ = [
    "VirtualDeviceConfiguration",
    "get_device_policy",
    "get_memory_growth",
    "get_synchronous_execution",
    "get_virtual_device_configuration",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "set_device_policy",
    "set_memory_growth",
    "set_synchronous_execution",
    "set_virtual_device_configuration",
    "set_visible_devices",
]

_TYPES = {"cpu": "CPU", "gpu": "GPU", "cuda": "GPU", "rocm": "GPU", "tpu": "TPU"}

_virtual = {}  # device -> what set_virtual_device_configuration was given
_visible = {}  # device type -> the devices that set_visible_devices was given


class PhysicalDevice(collections.namedtuple("PhysicalDevice", ["name", "device_type"])):
    """A device as the machine has it: name "/physical_device:GPU:0", device_type "GPU"."""


class LogicalDevice(collections.namedtuple("LogicalDevice", ["name", "device_type"])):
    """A device as a graph names it: name "/device:GPU:0", device_type "GPU"."""


class VirtualDeviceConfiguration(collections.namedtuple("VirtualDeviceConfiguration", ["memory_limit"])):
    """One of the devices that a device is to be seen as. memory_limit: MB, for a GPU."""

    def __new__(cls, memory_limit=None):
        return super().__new__(cls, memory_limit)


def list_physical_devices(device_type=None):
    """The machine's devices, of one type when it is given: "CPU", "GPU" or "TPU"."""
    found = [PhysicalDevice("/physical_device:CPU:0", "CPU")]
    numbers = collections.Counter()
    for device in jax.devices():
        kind = _TYPES.get(device.platform, device.platform.upper())
        if kind != "CPU":
            found.append(PhysicalDevice(f"/physical_device:{kind}:{numbers[kind]}", kind))
            numbers[kind] += 1
    return _of_type(found, device_type)


def list_logical_devices(device_type=None):
    """The devices that sessions see, of one type when it is given."""
    numbers = collections.Counter()
    found = []
    for device in get_visible_devices():
        for _ in _virtual.get(device) or [None]:
            kind = device.device_type
            found.append(LogicalDevice(f"/device:{kind}:{numbers[kind]}", kind))
            numbers[kind] += 1
    return _of_type(found, device_type)


def get_visible_devices(device_type=None):
    """The machine's devices that sessions see, of one type when it is given."""
    seen = [one for one in list_physical_devices() if one in _visible.get(one.device_type, [one])]
    return _of_type(seen, device_type)


def set_visible_devices(devices, device_type=None):
    """Makes these the only devices of their type that sessions see. ValueError for one that is not there."""
    chosen = [devices] if isinstance(devices, PhysicalDevice) else list(devices)
    everything = list_physical_devices()
    for device in chosen:
        if device not in everything:
            raise ValueError(f"Unrecognized device: {device!r}; there are {everything}")
        if device_type is not None and device.device_type != device_type:
            raise ValueError(f"Unrecognized device: {device!r} is no {device_type}")
    for kind in [device_type] if device_type else {device.device_type for device in everything}:
        _visible[kind] = [device for device in chosen if device.device_type == kind]
        if kind != "CPU":
            config_defaults.config.device_count[kind] = len(_visible[kind])
    numbers = [device.name.rpartition(":")[2] for device in _visible.get("GPU", [])]
    config_defaults.config.gpu_options.visible_device_list = ",".join(numbers)


def get_memory_growth(device):
    """True when the memory of a GPU is taken as it is needed."""
    return config_defaults.config.gpu_options.allow_growth


def set_memory_growth(device, enable):
    """Whether the memory of GPUs is taken as it is needed, not at once; it counts for a process's first session."""
    if device.device_type != "GPU":
        raise ValueError("Cannot set memory growth on non-GPU devices")
    config_defaults.config.gpu_options.allow_growth = enable


def get_virtual_device_configuration(device):
    """The VirtualDeviceConfigurations that a device was given, or None."""
    return _virtual.get(device)


def set_virtual_device_configuration(device, virtual_devices):
    """Makes sessions see a CPU as several; it counts for a process's first session.

    ValueError for other devices: graphlab shares the memory of an accelerator among all that runs on it.
    """
    if device.device_type != "CPU":
        raise ValueError(f"{device.name} can't be divided; only CPUs can")
    _virtual[device] = list(virtual_devices)
    config_defaults.config.device_count["CPU"] = len(_virtual[device])


def get_device_policy():
    """Returns "silent": tensors go between devices as they are needed."""
    return "silent"


def set_device_policy(device_policy):
    """Accepted, and without effect: it concerns operations that run one by one, outside of a graph."""


def get_synchronous_execution():
    """True, as far as a program sees: what `run` gives back is there."""
    return True


def set_synchronous_execution(enable):
    """Accepted, and without effect: it concerns operations that run one by one, outside of a graph."""


def _of_type(devices, device_type):
    return [device for device in devices if device_type in (None, device.device_type)]
