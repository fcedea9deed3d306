"""Device names: "/job:worker/replica:0/task:1/device:GPU:0", each part of which may be left out."""

from typing import Any, Self, TypeAlias

from graphlab._src.base import errors
from graphlab._src.graph.traceable_stack import TraceableObject, function_text, placed_by_program

Task: TypeAlias = tuple[str, int]  # a task of a cluster: (job, number)


def task_name(task: Task) -> str:
    """The name of a task in device names: "/job:worker/replica:0/task:1"."""
    job, number = task
    return f"/job:{job}/replica:0/task:{number}"


class DeviceSpecV2:
    """A device, or the part of its name that is known; it can't be changed.

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

    @property
    def replica(self) -> int | None:
        """The replica's number, or None."""
        return self._replica

    @property
    def task(self) -> int | None:
        """The task's number, or None."""
        return self._task

    @property
    def device_type(self) -> str | None:
        """The kind of device, in capitals, or None."""
        return self._device_type

    @property
    def device_index(self) -> int | None:
        """The number among devices of the kind, or None."""
        return self._device_index

    @classmethod
    def from_string(cls, spec: str) -> Self:
        """The DeviceSpec of a device name; ValueError when the name is not one of a device."""
        return cls(**_parts_of(spec))

    def parse_from_string(self, spec: str | None) -> Self:
        """The DeviceSpec of a device name; ValueError when the name is not one of a device."""
        return self.from_string(spec or "")

    def make_merged_spec(self, dev: "DeviceSpecV2") -> Self:
        """A new DeviceSpec: the parts of `dev`, and those of this one that `dev` has not."""
        return self.replace(**_said(dev))

    def replace(self, **parts: Any) -> Self:
        """A new DeviceSpec with these parts changed."""
        return type(self)(**{**{part: getattr(self, part) for part in _PARTS}, **parts})

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
        return isinstance(other, type(self)) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def __repr__(self) -> str:
        return f"<DeviceSpec {self.to_string()!r}>"


class DeviceSpec(DeviceSpecV2):
    """A device, or the part of its name that is known, whose parts can be set.

    job: str.  replica, task, device_index: int.  device_type: "CPU", "GPU" or "TPU". Each may be None: not said.
    """

    @DeviceSpecV2.job.setter
    def job(self, value: str | None) -> None:
        self._job = None if value is None else str(value)

    @DeviceSpecV2.replica.setter
    def replica(self, value: Any) -> None:
        self._replica = None if value is None else int(value)

    @DeviceSpecV2.task.setter
    def task(self, value: Any) -> None:
        self._task = None if value is None else int(value)

    @DeviceSpecV2.device_type.setter
    def device_type(self, value: str | None) -> None:
        self._device_type = None if value is None else _canonical_type(value)

    @DeviceSpecV2.device_index.setter
    def device_index(self, value: Any) -> None:
        self._device_index = None if value is None else int(value)

    def parse_from_string(self, spec: str | None) -> Self:
        """Sets its parts from a device name and returns it; ValueError when the name is not one of a device."""
        self.__init__(**_parts_of(spec))
        return self

    def merge_from(self, dev: DeviceSpecV2) -> None:
        """Replaces its parts by those that `dev` has."""
        for part, value in _said(dev).items():
            setattr(self, part, value)


_PARTS = ("job", "replica", "task", "device_type", "device_index")


def _said(spec: DeviceSpecV2) -> dict[str, Any]:
    """{part: value} of what a spec says."""
    return {part: getattr(spec, part) for part in _PARTS if getattr(spec, part) is not None}


def _parts_of(spec: str | None) -> dict[str, Any]:
    """{part: text or number} of a device name."""
    parts: dict[str, Any] = {}
    for text in (spec or "").split("/"):
        fields = text.split(":")
        key = fields[0]
        if key in ("job", "replica", "task") and len(fields) == 2:
            parts[key] = fields[1]
        elif key.upper() in ("CPU", "GPU") and len(fields) <= 2:
            parts |= _device_parts(key.upper(), fields[1] if len(fields) == 2 else "*", parts, spec)
        elif key == "device" and len(fields) == 3:
            parts |= _device_parts(fields[1], fields[2], parts, spec)
        elif key:
            raise ValueError(
                errors.explain(
                    f"Unknown attribute: '{key}' in '{spec}'", fix='write it like "/device:GPU:0" or "/job:ps/task:1"'
                )
            )
    return parts


def _device_parts(device_type: str, index: str, parts: dict[str, Any], spec: str | None) -> dict[str, Any]:
    if "device_type" in parts:
        raise ValueError(f"Cannot specify multiple device types: {spec}")
    return {"device_type": device_type} if index == "*" else {"device_type": device_type, "device_index": int(index)}


def _canonical_type(device_type: Any) -> str:
    return device_type.upper() if device_type in ("cpu", "gpu") else str(device_type)


def canonical_name(device: str | DeviceSpecV2 | None) -> str:
    """The canonical text of a device given as text, DeviceSpec or None."""
    if device is None:
        return ""
    return device.to_string() if isinstance(device, DeviceSpecV2) else DeviceSpec.from_string(device).to_string()


def is_device_spec(obj: object) -> bool:
    """True for a DeviceSpec."""
    return isinstance(obj, DeviceSpecV2)


def check_valid(spec: str) -> None:
    """ValueError when the text is not the name of a device."""
    DeviceSpec.from_string(spec)


class MergeDevice:
    """A device function that merges a device, given by its name or as a DeviceSpec, with the operation's own, which wins."""

    def __init__(self, spec: str | DeviceSpecV2 | None) -> None:
        self._spec = spec.replace() if isinstance(spec, DeviceSpecV2) else DeviceSpec.from_string(spec or "")

    def __call__(self, node_def: Any) -> DeviceSpecV2:
        return self._spec.make_merged_spec(DeviceSpec.from_string(node_def.device or ""))

    def shortcut_string_merge(self, node_def: Any) -> str:
        """The name of the merged device."""
        return self(node_def).to_string()

    @property
    def is_null_merge(self) -> bool:
        """True where the device says nothing, and merging changes nothing."""
        return not self._spec.to_string()

    def __repr__(self) -> str:
        return f"{super().__repr__()} (spec: {self._spec.to_string()})"


def merge_device(spec: "str | DeviceSpecV2 | MergeDevice | None") -> MergeDevice:
    """A device function that merges `spec` with the operation's own device, which wins."""
    return spec if isinstance(spec, MergeDevice) else MergeDevice(spec)


class DeviceScope:
    """One entry of a graph's device stack: a name, a DeviceSpec, a function of the operation, or None."""

    __slots__ = ("given", "place", "_spec", "_is_function")

    def __init__(self, given: Any) -> None:
        self.given = given
        self.place = placed_by_program(None)  # the line of the device scope
        self._is_function: bool = callable(given) and not isinstance(given, DeviceSpecV2)
        self._spec: Any = None
        if given is not None and not self._is_function:
            spec: Any = given  # a DeviceSpec or a name
            self._spec = spec.replace() if isinstance(spec, DeviceSpecV2) else DeviceSpec.from_string(spec)

    @property
    def is_reset(self) -> bool:
        """True for device(None), which hides the scopes around it."""
        return self.given is None

    @property
    def traceable(self) -> TraceableObject:
        """How the device is shown, with the line of the scope."""
        text = function_text(self.given) if self._is_function else str(self.given)
        return TraceableObject(text, self.place.filename, self.place.lineno)

    @property
    def spec(self) -> DeviceSpecV2 | None:
        """The DeviceSpec, or None when the scope is a function or a reset."""
        return self._spec

    def apply(self, op: Any) -> str:
        """The device name of `op` under this scope."""
        if self._is_function:
            return _text_of(self.given(op))
        return self._spec.make_merged_spec(DeviceSpec.from_string(op.device)).to_string()


def _text_of(device: Any) -> str:
    """The text that a device function returned, not made canonical; nor does TensorFlow make it so."""
    if isinstance(device, DeviceSpecV2):
        return device.to_string()
    if not isinstance(device, (str, bytes)):
        raise TypeError(f"Expected binary or unicode string, got {device!r}")
    return device.decode() if isinstance(device, bytes) else device
