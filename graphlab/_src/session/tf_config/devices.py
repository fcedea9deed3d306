"""tf.config.experimental: the devices of this machine, and which of them sessions see that are given no ConfigProto."""

import collections
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

import jax

from graphlab._src.session import config_defaults

_TYPES = {"cpu": "CPU", "gpu": "GPU", "cuda": "GPU", "rocm": "GPU", "tpu": "TPU"}

_virtual: dict[
    "PhysicalDevice", list["VirtualDeviceConfiguration"]
] = {}  # device -> what set_virtual_device_configuration was given
D = TypeVar("D", "PhysicalDevice", "LogicalDevice")
_visible: dict[str, list["PhysicalDevice"]] = {}  # device type -> the devices that set_visible_devices was given


class PhysicalDevice(NamedTuple):
    """A device as the machine has it: name "/physical_device:GPU:0", device_type "GPU"."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device as a graph names it: name "/device:GPU:0", device_type "GPU"."""

    name: str
    device_type: str


class VirtualDeviceConfiguration(NamedTuple):
    """One of the devices that a device is to be seen as. memory_limit: MB, for a GPU."""

    memory_limit: int | None = None


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The machine's devices, of one type when it is given: "CPU", "GPU" or "TPU"."""
    found = [PhysicalDevice("/physical_device:CPU:0", "CPU")]
    numbers: collections.Counter[str] = collections.Counter()
    for device in jax.devices():
        platform: str = device.platform
        kind = _TYPES.get(platform, platform.upper())
        if kind != "CPU":
            found.append(PhysicalDevice(f"/physical_device:{kind}:{numbers[kind]}", kind))
            numbers[kind] += 1
    return _of_type(found, device_type)


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices that sessions see, of one type when it is given."""
    numbers: collections.Counter[str] = collections.Counter()
    found: list[LogicalDevice] = []
    for device in get_visible_devices():
        for _ in _virtual.get(device) or [None]:
            kind = device.device_type
            found.append(LogicalDevice(f"/device:{kind}:{numbers[kind]}", kind))
            numbers[kind] += 1
    return _of_type(found, device_type)


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The machine's devices that sessions see, of one type when it is given."""
    seen = [one for one in list_physical_devices() if one in _visible.get(one.device_type, [one])]
    return _of_type(seen, device_type)


def set_visible_devices(devices: PhysicalDevice | Iterable[PhysicalDevice], device_type: str | None = None) -> None:
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


def get_memory_growth(device: PhysicalDevice) -> bool:
    """True when the memory of a GPU is taken as it is needed."""
    return config_defaults.config.gpu_options.allow_growth


def set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Whether the memory of GPUs is taken as it is needed, not at once; it counts for a process's first session."""
    if device.device_type != "GPU":
        raise ValueError("Cannot set memory growth on non-GPU devices")
    config_defaults.config.gpu_options.allow_growth = enable


def get_virtual_device_configuration(device: PhysicalDevice) -> list[VirtualDeviceConfiguration] | None:
    """The VirtualDeviceConfigurations that a device was given, or None."""
    return _virtual.get(device)


def set_virtual_device_configuration(
    device: PhysicalDevice, virtual_devices: Iterable[VirtualDeviceConfiguration]
) -> None:
    """Makes sessions see a CPU as several; it counts for a process's first session.

    ValueError for other devices: graphlab shares the memory of an accelerator among all that runs on it.
    """
    if device.device_type != "CPU":
        raise ValueError(f"{device.name} can't be divided; only CPUs can")
    _virtual[device] = list(virtual_devices)
    config_defaults.config.device_count["CPU"] = len(_virtual[device])


def get_device_policy() -> str:
    """Returns "silent": tensors go between devices as they are needed."""
    return "silent"


def set_device_policy(device_policy: str | None) -> None:
    """Accepted, and without effect: it concerns operations that run one by one, outside of a graph."""


def get_synchronous_execution() -> bool:
    """True, as far as a program sees: what `run` returns is computed."""
    return True


def set_synchronous_execution(enable: bool | None) -> None:
    """Accepted, and without effect: it concerns operations that run one by one, outside of a graph."""


def _of_type(devices: list[D], device_type: str | None) -> list[D]:
    return [device for device in devices if device_type in (None, device.device_type)]


def local_devices() -> list[str]:
    """The names of this machine's accelerators, or of its CPUs where there is none: "/device:GPU:0" and so on."""
    found = jax.devices()
    kind = _TYPES.get(found[0].platform, found[0].platform.upper())
    if kind == "CPU":
        count = max(len(found), config_defaults.config.device_count.get("CPU", 0))
        return [f"/device:CPU:{i}" for i in range(count)]
    return [one.name for one in list_logical_devices(kind)]
