"""Which of a session's devices an operation runs on.

A device of TensorFlow's is a name for one of JAX's. Several names may mean the same: where a session requests more
CPUs than JAX has, they share it, as TensorFlow's own do.
"""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import jax

from graphlab._src.base.errors import InvalidArgumentError, OpError, explain, text_of
from graphlab._src.compiler.executables.xla_options import options_for
from graphlab._src.graph.device import DeviceSpec, Task, task_name
from graphlab._src.graph.operation import Operation

JaxDevice: TypeAlias = Any  # a jax.Device, whose class jaxlib declares no types of

LOCAL: tuple[Task, ...] = (("localhost", 0),)
_CPU_MEMORY = 256 << 20  # bytes; what TensorFlow says of every CPU
_log = logging.getLogger("graphlab")


class Device:
    """One device of a session.

    name: "/job:localhost/replica:0/task:0/device:CPU:0".  device_type: "CPU", "GPU" or "TPU".  index: its number.
    jax: the JAX device that it names.  compiler_options: XLA's options for compiling for it.
    compiles_first: whether nothing but compiled code runs on it, so that every run of a program is equal to the last bit.
    """

    __slots__ = ("compiler_options", "compiles_first", "device_type", "index", "jax", "name")

    def __init__(self, device_type: str, index: int, jax_device: JaxDevice, task: Task = LOCAL[0]) -> None:
        self.compiler_options: dict[str, Any] = {}
        self.compiles_first = False
        self.device_type = device_type
        self.index = index
        self.jax = jax_device
        self.name = _name_on(task, device_type, index)

    @property
    def memory(self) -> int:
        """Bytes of memory."""
        if self.device_type == "CPU":
            return _CPU_MEMORY
        stats: dict[str, int] = self.jax.memory_stats() or {}
        return stats.get("bytes_limit", 0)

    def __repr__(self) -> str:
        return f"<Device {self.name!r}: {self.jax!r}>"


class Devices:
    """The devices that a session may use, under TensorFlow's names.

    soft: operations that request a device that is not there run on the default device instead of failing.
    log: every operation's device is printed to stderr when it is first placed.
    counts: {device type: how many}; CPUs beyond JAX's share what there is, other types have at most what there is.
    visible: numbers of the accelerators to use, in that order; all when empty.
    compiler_options: XLA's options beside those of every compile.  compiles_first: as a Device says.
    tasks: (job, number) of the tasks that there are, the session's own first; they share this process's devices.
    host: JAX's device for what the host computes; None where it is JAX's default.
    """

    def __init__(
        self,
        soft: bool = False,
        log: bool = False,
        counts: Mapping[str, int] | None = None,
        visible: Sequence[int] = (),
        compiler_options: Mapping[str, Any] | None = None,
        compiles_first: bool = False,
        tasks: Sequence[Task] = LOCAL,
    ) -> None:
        self.soft = soft
        self._tasks = list(tasks)
        self._logs = log
        self._logged: set[Operation] = set()
        self._moved: set[str] = set()
        self._by_type = _find_devices(counts or {}, visible, self._tasks[0])
        self._all = [device for devices in self._by_type.values() for device in devices]
        for device in self._all:
            device.compiler_options = options_for(device.jax.platform, compiler_options)
            device.compiles_first = compiles_first
        self.cpu = self._by_type["CPU"][0]
        self.default = next((device for device in self._all if device.device_type != "CPU"), self.cpu)
        self.host = None if self.cpu.jax == jax.devices()[0] else self.cpu.jax
        self._known = {"": self.default}
        self._known_tasks: dict[str, Task] = {}
        self._of_tasks: dict[tuple[Task, Device], Device] = {}  # those of the other tasks, as they were needed
        if log:
            lines = [f"{device.name} -> device: {device.jax}" for device in self._all]
            print("\n".join(["Device mapping:", *lines]), file=sys.stderr)

    def __iter__(self) -> Iterator[Device]:
        return iter(self._all)

    def names(self) -> list[str]:
        """The full names: "/job:localhost/replica:0/task:0/device:CPU:0"."""
        return list(self.memory())

    def memory(self, tasks: Sequence[Task] | None = None) -> dict[str, int]:
        """{full name: bytes of memory} of all devices, or of those of some tasks."""
        return {
            _name_on(task, device.device_type, device.index): device.memory
            for task in (self._tasks if tasks is None else tasks)
            for device in self._all
        }

    @property
    def tasks(self) -> list[Task]:
        """(job, number) of the tasks that there are, the session's own first."""
        return list(self._tasks)

    def place(self, op: Operation, on_host: bool = False) -> Device:
        """The Device for an operation; a CPU for what the host runs.

        InvalidArgumentError when it requests one that is not there, or shares its device with an operation that requests
        another.
        """
        if "_class" in op.attrs:
            device = self._find(op, self._colocated(op))
        else:
            device = self._known.get(op.device)
            if device is None:
                device = self._known[op.device] = self._find(op, DeviceSpec.from_string(op.device))
        if not on_host or device.device_type == "CPU":
            return device
        return self._of_task(self.cpu, self.task_of(op))

    def announce(self, places: Mapping[Operation, Device]) -> None:
        """Prints where operations run, each once, when the session logs placement. places: {Operation: Device}."""
        if not self._logs:
            return
        for op, device in places.items():
            if op not in self._logged:
                self._logged.add(op)
                print(f"{op.name}: ({op.type}): {device.name}", file=sys.stderr)

    def _colocated(self, op: Operation) -> DeviceSpec:
        """The DeviceSpec of an operation and all that share its device."""
        spec = DeviceSpec.from_string(op.device)
        waiting, seen = [op], {op}
        while waiting:
            for other in _colocated_with(waiting.pop()):
                if other in seen:
                    continue
                seen.add(other)
                waiting.append(other)
                theirs = DeviceSpec.from_string(other.device)
                conflict = None if self.soft else _conflict(spec, theirs)
                if conflict:
                    raise _torn_apart(op, other, conflict)
                spec = theirs.make_merged_spec(spec)
        return spec

    def task_of(self, op: Operation) -> Task:
        """The task, (job, number), that an operation runs on; it may be none that there is."""
        if "_class" in op.attrs:
            return self._task(self._colocated(op))
        task = self._known_tasks.get(op.device)
        if task is None:
            task = self._known_tasks[op.device] = self._task(DeviceSpec.from_string(op.device))
        return task

    def device_on_task(self, op: Operation, task: Task) -> str:
        """The name of the device that an operation requests, of those that a task has."""
        spec = self._colocated(op) if "_class" in op.attrs else DeviceSpec.from_string(op.device)
        job, number = task
        return DeviceSpec(job, 0, number, spec.device_type, spec.device_index).to_string()

    def _task(self, spec: DeviceSpec) -> Task:
        job, mine = self._tasks[0]
        job = job if spec.job is None else spec.job
        return job, spec.task if spec.task is not None else mine if job == self._tasks[0][0] else 0

    def _find(self, op: Operation, spec: DeviceSpec) -> Device:
        task = self._task(spec)
        local = task in self._tasks and (spec.replica or 0) == 0
        kind = spec.device_type and spec.device_type.removeprefix("XLA_")  # all of them are compiled by XLA
        devices = self._by_type.get(kind, []) if kind else [self.default]
        index = spec.device_index or 0
        if local and index < len(devices):
            return self._of_task(devices[index], task)
        wanted = op.device or spec.to_string()
        if not self.soft:
            raise self._missing(op, wanted)
        if wanted not in self._moved:
            self._moved.add(wanted)
            _log.warning(
                "There is no %s: %s and other operations with that device run on %s", wanted, op.name, self.default.name
            )
        return self.default

    def _of_task(self, device: Device, task: Task) -> Device:
        """The device of that type and number of a task."""
        if task == self._tasks[0]:
            return device
        key = task, device
        if key not in self._of_tasks:
            found = self._of_tasks[key] = Device(device.device_type, device.index, device.jax, task)
            found.compiler_options, found.compiles_first = device.compiler_options, device.compiles_first
        return self._of_tasks[key]

    def _missing(self, op: Operation, wanted: str) -> OpError:
        advice = "Make sure the device specification refers to a valid device."
        if "GPU" in wanted and "GPU" not in self._by_type:
            advice += " The requested device appears to be a GPU, but CUDA is not enabled."
        return InvalidArgumentError(
            op.node_def,
            op,
            explain(
                f"Cannot assign a device for operation {op.name}: {{{{node {op.name}}}}} was explicitly assigned to "
                f"{wanted} but available devices are [ {', '.join(self.names())} ]. {advice}\n\t [[{op.name}]]",
                at=op,
                fix="use a device that is there, or tf.Session(config=tf.ConfigProto(allow_soft_placement=True))",
            ),
        )


def _name_on(task: Task, device_type: str, index: int) -> str:
    return f"{task_name(task)}/device:{device_type}:{index}"


def _find_devices(counts: Mapping[str, int], visible: Sequence[int], task: Task) -> dict[str, list[Device]]:
    default: list[JaxDevice] = jax.devices()
    kind: str = default[0].platform.upper()
    try:
        cpus: list[JaxDevice] = jax.devices("cpu")
    except RuntimeError:  # JAX is set not to use the CPU: what the graph calls one is then the accelerator
        cpus = default[:1]
    count = max(1, counts.get("CPU", len(cpus)))
    found = {"CPU": [Device("CPU", i, cpus[i % len(cpus)], task) for i in range(count)]}
    if kind != "CPU":
        for i in visible:
            if not 0 <= i < len(default):
                raise InvalidArgumentError(
                    None,
                    None,
                    f"'visible_device_list' listed an invalid {kind} id '{i}' but visible device count is {len(default)}",
                )
        chosen = [default[i] for i in visible] if visible else default
        chosen = chosen[: counts.get(kind, len(chosen))]
        if chosen:
            found[kind] = [Device(kind, i, device, task) for i, device in enumerate(chosen)]
    return found


def _colocated_with(op: Operation) -> Iterator[Operation]:
    prefix = b"loc:@"
    for group in op.colocation_groups():
        other = op.graph.operations_by_name.get(text_of(group[len(prefix) :]))
        if other is not None and other is not op:
            yield other


def _conflict(one: DeviceSpec, other: DeviceSpec) -> str | None:
    """The first part of two device names that says two different things, as TensorFlow calls it; None for none."""
    parts = {"job": "jobs", "replica": "replicas", "task": "tasks", "device_type": "types", "device_index": "ids"}
    for part, plural in parts.items():
        mine, theirs = getattr(one, part), getattr(other, part)
        if mine is not None and theirs is not None and mine != theirs:
            return plural
    return None


def _torn_apart(op: Operation, other: Operation, what: str) -> OpError:
    return InvalidArgumentError(
        op.node_def,
        op,
        explain(
            f"Cannot colocate nodes {{{{colocation_node {op.name}}}}} and {{{{colocation_node {other.name}}}}}: Cannot "
            f"merge devices with incompatible {what}: '{op.device}' and '{other.device}'\n\t [[{{{{node {op.name}}}}}]]",
            at=op,
            fix=f"use one device for both, or leave one of them open: '{other.name}' is {other.source}",
        ),
    )
