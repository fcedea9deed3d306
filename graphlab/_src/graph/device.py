"""Device names: "/job:worker/replica:0/task:1/device:GPU:0", each part of which may be left out."""

from collections.abc import Callable
from typing import Any, TypeAlias

from graphlab._src.base import errors

Task: TypeAlias = tuple[str, int]  # a task of a cluster: (job, number)


def task_name(task: Task) -> str:
    """The name of a task in device names: "/job:worker/replica:0/task:1"."""
    job, number = task
    return f"/job:{job}/replica:0/task:{number}"


class DeviceSpec:
    """A device, or the part of its name that is known.

    job: str.  replica, task, device_index: int.  device_type: "CPU", "GPU" or "TPU". Each may be None: not said.
    """

    def __init__(
        self,
        job: str | None = None,
        replica: int | None = None,
        task: int | None = None,
        device_type: str | None = None,
        device_index: int | None = None,
    ) -> None:
        self._job = None if job is None else str(job)
        self._replica = None if replica is None else int(replica)
        self._task = None if task is None else int(task)
        self._device_type = None if device_type is None else _canonical_type(device_type)
        self._device_index = None if device_index is None else int(device_index)

    @property
    def job(self) -> str | None:
        """The job's name, or None."""
        return self._job

    @job.setter
    def job(self, value: str | None) -> None:
        self._job = None if value is None else str(value)

    @property
    def replica(self) -> int | None:
        """The replica's number, or None."""
        return self._replica

    @replica.setter
    def replica(self, value: Any) -> None:
        self._replica = None if value is None else int(value)

    @property
    def task(self) -> int | None:
        """The task's number, or None."""
        return self._task

    @task.setter
    def task(self, value: Any) -> None:
        self._task = None if value is None else int(value)

    @property
    def device_type(self) -> str | None:
        """The kind of device, in capitals, or None."""
        return self._device_type

    @device_type.setter
    def device_type(self, value: str | None) -> None:
        self._device_type = None if value is None else _canonical_type(value)

    @property
    def device_index(self) -> int | None:
        """The number among devices of the kind, or None."""
        return self._device_index

    @device_index.setter
    def device_index(self, value: Any) -> None:
        self._device_index = None if value is None else int(value)

    @classmethod
    def from_string(cls, spec: str) -> "DeviceSpec":
        """The DeviceSpec of a device name."""
        return cls().parse_from_string(spec)

    def parse_from_string(self, spec: str | None) -> "DeviceSpec":
        """Sets its parts from a device name and returns it; ValueError when the name is not one of a device."""
        self.__init__()
        for part in (spec or "").split("/"):
            if part:
                self._parse_part(part, spec)
        return self

    def _parse_part(self, part: str, spec: str | None) -> None:
        fields = part.split(":")
        key = fields[0]
        if key in ("job", "replica", "task") and len(fields) == 2:
            setattr(self, key, fields[1])
        elif key.upper() in ("CPU", "GPU") and len(fields) <= 2:
            self._set_device(key.upper(), fields[1] if len(fields) == 2 else "*", spec)
        elif key == "device" and len(fields) == 3:
            self._set_device(fields[1], fields[2], spec)
        elif key:
            raise ValueError(
                errors.explain(
                    f"Unknown attribute: '{key}' in '{spec}'", fix='write it like "/device:GPU:0" or "/job:ps/task:1"'
                )
            )

    def _set_device(self, device_type: str, index: str, spec: str | None) -> None:
        if self._device_type is not None:
            raise ValueError(f"Cannot specify multiple device types: {spec}")
        self.device_type = device_type
        if index != "*":
            self.device_index = index

    def merge_from(self, dev: "DeviceSpec") -> None:
        """Replaces its parts by those that `dev` has."""
        for part in ("job", "replica", "task", "device_type", "device_index"):
            value = getattr(dev, part)
            if value is not None:
                setattr(self, part, value)

    def make_merged_spec(self, dev: "DeviceSpec") -> "DeviceSpec":
        """A new DeviceSpec: the parts of `dev`, and those of this one that `dev` has not."""
        merged = self.replace()
        merged.merge_from(dev)
        return merged

    def replace(self, **parts: Any) -> "DeviceSpec":
        """A new DeviceSpec with these parts changed."""
        values = {part: getattr(self, part) for part in ("job", "replica", "task", "device_type", "device_index")}
        return DeviceSpec(**{**values, **parts})

    def to_string(self) -> str:
        """The name in TensorFlow's canonical form; "" when nothing is said."""
        text = ""
        for part in ("job", "replica", "task"):
            if getattr(self, part) is not None:
                text += f"/{part}:{getattr(self, part)}"
        if self._device_type is not None:
            index = "*" if self._device_index is None else self._device_index
            text += f"/device:{self._device_type}:{index}"
        return text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeviceSpec) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def __repr__(self) -> str:
        return f"<DeviceSpec {self.to_string()!r}>"


def _canonical_type(device_type: Any) -> str:
    return device_type.upper() if device_type in ("cpu", "gpu") else str(device_type)


def canonical_name(device: str | DeviceSpec | None) -> str:
    """The canonical text of a device given as text, DeviceSpec or None."""
    if device is None:
        return ""
    return device.to_string() if isinstance(device, DeviceSpec) else DeviceSpec.from_string(device).to_string()


def merge_device(spec: str | DeviceSpec | None) -> Callable[[Any], DeviceSpec]:
    """A device function that merges `spec` with the operation's own device, which wins."""
    outer = DeviceSpec.from_string(spec or "") if not isinstance(spec, DeviceSpec) else spec

    def device_function(node_def: Any) -> DeviceSpec:
        return outer.make_merged_spec(DeviceSpec.from_string(node_def.device or ""))

    return device_function


class DeviceScope:
    """One entry of a graph's device stack: a name, a DeviceSpec, a function of the operation, or None."""

    __slots__ = ("given", "_spec", "_is_function")

    def __init__(self, given: Any) -> None:
        self.given = given
        self._is_function: bool = callable(given) and not isinstance(given, DeviceSpec)
        self._spec: Any = None
        if given is not None and not self._is_function:
            spec: Any = given  # a DeviceSpec or a name
            self._spec = spec.replace() if isinstance(spec, DeviceSpec) else DeviceSpec.from_string(spec)

    @property
    def is_reset(self) -> bool:
        """True for device(None), which hides the scopes around it."""
        return self.given is None

    @property
    def spec(self) -> DeviceSpec | None:
        """The DeviceSpec, or None when the scope is a function or a reset."""
        return self._spec

    def apply(self, op: Any) -> str:
        """The device name of `op` under this scope."""
        if self._is_function:
            return _text_of(self.given(op))
        return self._spec.make_merged_spec(DeviceSpec.from_string(op.device)).to_string()


def _text_of(device: Any) -> str:
    """The text that a device function returned, not made canonical; nor does TensorFlow make it so."""
    if isinstance(device, DeviceSpec):
        return device.to_string()
    if not isinstance(device, (str, bytes)):
        raise TypeError(f"Expected binary or unicode string, got {device!r}")
    return device.decode() if isinstance(device, bytes) else device
