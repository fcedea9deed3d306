"""Values that differ from replica to replica, and values of which each device has a copy."""

from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.distribute.context import get_replica_context, updated_copy
from graphlab._src.graph import Tensor, convert_to_tensor, register_tensor_conversion_function
from graphlab._src.graph.device import DeviceSpec


class DistributedValues:
    """One value for each replica. values: a tuple in the order of the replicas."""

    def __init__(self, values: Sequence[Any]):
        self._values = tuple(values)

    @property
    def values(self) -> tuple[Any, ...]:
        """The values, in the order of the replicas."""
        return self._values

    @property
    def primary(self) -> Any:
        """The value of the first replica."""
        return self._values[0]

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices of the values."""
        return tuple(getattr(value, "device", "") for value in self._values)

    def get(self, device: str | None = None) -> Any:
        """The value of the replica that code is in, or of a device. ValueError across replicas."""
        if device is not None:
            return on_device(self._values, device)
        context, updated = get_replica_context(), updated_copy()
        if updated is not None:
            return self._values[updated]
        if context is not None:
            return self._values[min(context.replica_number, len(self._values) - 1)]
        return self._across_replicas()

    def _across_replicas(self) -> Any:
        raise ValueError(
            f"{type(self).__name__} has another value in each replica: take all by strategy.experimental_local_results(v), "
            "or one by strategy.reduce(op, v)"
        )

    def __repr__(self) -> str:
        inside = ",\n".join(f"  {i}: {value!r}" for i, value in enumerate(self._values))
        return f"{type(self).__name__}:{{\n{inside}\n}}"


def canonical(name: str, job: str | None = None, task: int = 0) -> str:
    """The full name of a device: "/replica:0/task:0/device:CPU:0"."""
    base = DeviceSpec(job=job, replica=0, task=task, device_type="CPU", device_index=0)
    return base.make_merged_spec(DeviceSpec.from_string(name)).to_string()


def on_device(values: Sequence[Any], device: str) -> Any:
    """The one of values that is on a device, whichever way its name is written. ValueError where none is."""
    devices = [canonical(getattr(value, "device", "")) for value in values]
    if canonical(device) not in devices:
        raise ValueError(f"Device {device} not found in {tuple(devices)}")
    return values[devices.index(canonical(device))]


class PerReplica(DistributedValues):
    """A value that differs from replica to replica."""


class Mirrored(DistributedValues):
    """A value of which each device has an equal copy."""

    def _across_replicas(self) -> Any:
        return self._values[0]

    device: Any = property(lambda self: self.get().device)
    dtype: Any = property(lambda self: self.get().dtype)
    graph: Any = property(lambda self: self.get().graph)
    name: Any = property(lambda self: self.get().name)
    op: Any = property(lambda self: getattr(self.get(), "op", self.get()))
    shape: Any = property(lambda self: self.get().shape)

    def _as_graph_element(self) -> Any:
        value = self.get()
        convert = getattr(value, "_as_graph_element", None)
        return convert() if convert else value


def _as_tensor(value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Tensor:
    return convert_to_tensor(value.get(), dtype, name, as_ref=as_ref)


register_tensor_conversion_function(DistributedValues, _as_tensor)


def regroup(values: Sequence[Any], wrap: Callable[[Sequence[Any]], Any] = PerReplica, always: bool = False) -> Any:
    """One structure of what each replica has, from one structure for each.

    What is the same object in all replicas stays as it is; the copies of a variable become the variable.
    always: whether the same objects are wrapped too.
    """
    first = values[0]
    if isinstance(first, (list, tuple)):
        lengths = [len(value) if isinstance(value, (list, tuple)) else None for value in values]
        if len(set(lengths)) > 1:
            raise ValueError(f"The replicas have lists of other lengths: {lengths}")
    if isinstance(first, list):
        return [regroup(items, wrap, always) for items in zip(*values, strict=True)]
    if isinstance(first, tuple):
        items = [regroup(items, wrap, always) for items in zip(*values, strict=True)]
        return _tuple_like(first, items)
    if isinstance(first, dict):
        for other in values[1:]:
            if not isinstance(other, dict) or set(other) != set(first):
                raise ValueError(f"The replicas have dicts with other keys: {sorted(first)} and {other}")
        return type(first)((key, regroup([value[key] for value in values], wrap, always)) for key in first)
    container = getattr(first, "_distributed_container", None)
    if container is not None:
        return container()
    if all(value is first for value in values) and not always:
        return first
    if all(value is first for value in values) and hasattr(first, "copies"):
        return first
    return wrap(values)


def select_replica(number: int, structured: Any) -> Any:
    """What a replica has of a structure."""
    return mapped(lambda value: value.values[number] if isinstance(value, DistributedValues) else value, structured)


def select_mirrored(number: int, structured: Any) -> Any:
    """A structure with the copies of one device in place of mirrored values; ValueError for a PerReplica."""

    def select(value: Any) -> Any:
        if isinstance(value, PerReplica):
            raise TypeError(f"{value!r} has no copy on each device: reduce it first")
        if isinstance(value, Mirrored):
            return value.values[number]
        copies = getattr(value, "copies", None)
        return value if copies is None else copies[number]

    return mapped(select, structured)


def mapped(function: Callable[[Any], Any], structured: Any) -> Any:
    """A structure of lists, tuples and dicts with what the function returns for each leaf."""
    if isinstance(structured, list):
        return [mapped(function, item) for item in structured]
    if isinstance(structured, tuple):
        items = [mapped(function, item) for item in structured]
        return _tuple_like(structured, items)
    if isinstance(structured, dict):
        return type(structured)((key, mapped(function, item)) for key, item in structured.items())
    return function(structured)


def first_of(structured: Any) -> Any:
    """A structure with the first replica's values."""
    return mapped(lambda value: value.values[0] if isinstance(value, DistributedValues) else value, structured)


def _tuple_like(like: Any, items: list[Any]) -> Any:
    make = getattr(type(like), "_make", None)  # of a namedtuple; its own __new__ may check what it is given
    return tuple(items) if make is None else make(items)
