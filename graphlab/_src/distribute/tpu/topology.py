"""Topology: where the devices of a TPU system are in its mesh, as `initialize_system` returns them."""

from typing import Any

import numpy as np

from graphlab._src.proto.topology import TopologyProto


class Topology:
    """The places of devices in a mesh of cores.

    serialized: a TopologyProto as bytes; the other arguments have no effect then.
    mesh_shape: three sizes, of x, y and the cores of a chip.  device_coordinates: [tasks, devices of a task, 3].
    """

    def __init__(self, serialized: bytes | None = None, mesh_shape: Any = None, device_coordinates: Any = None) -> None:
        self._serialized = serialized
        if serialized:
            mesh_shape, device_coordinates = _parsed(serialized)
        self._mesh_shape = np.asarray(mesh_shape, np.int32)
        self._device_coordinates = np.asarray(device_coordinates, np.int32)
        if self._mesh_shape.shape != (3,) or np.any(self._mesh_shape < 1):
            raise ValueError(f"`mesh_shape` must be a sequence of 3 positive entries; got {self._mesh_shape}")
        if self._device_coordinates.ndim != 3 or self._device_coordinates.shape[2] != 3:
            raise ValueError(
                "`device_coordinates` must be a rank 3 int32 array with minor dimension equal to the mesh shape rank"
            )
        self._tasks = np.full(self._mesh_shape, -1, np.int32)
        self._devices = np.full(self._mesh_shape, -1, np.int32)
        for task, devices in enumerate(self._device_coordinates):
            for device, place in enumerate(devices):
                self._tasks[tuple(place)], self._devices[tuple(place)] = task, device

    @property
    def mesh_shape(self) -> np.ndarray:
        """The sizes of the mesh."""
        return self._mesh_shape

    @property
    def mesh_rank(self) -> int:
        """The number of axes of the mesh."""
        return len(self._mesh_shape)

    @property
    def device_coordinates(self) -> np.ndarray:
        """The place of each device of each task, [tasks, devices of a task, 3]."""
        return self._device_coordinates

    @property
    def num_tasks(self) -> int:
        """The number of tasks."""
        return self._device_coordinates.shape[0]

    @property
    def num_tpus_per_task(self) -> int:
        """The number of devices of each task."""
        return self._device_coordinates.shape[1]

    def task_ordinal_at_coordinates(self, device_coordinates: Any) -> Any:
        """The task that has the device at a place."""
        return self._tasks[tuple(device_coordinates)]

    def tpu_device_ordinal_at_coordinates(self, device_coordinates: Any) -> Any:
        """The number of the device at a place, within its task."""
        return self._devices[tuple(device_coordinates)]

    def cpu_device_name_at_coordinates(self, device_coordinates: Any, job: str | None = None) -> str:
        """The name of the CPU of the task that has the device at a place."""
        return f"{_task_name(job, self.task_ordinal_at_coordinates(device_coordinates))}/device:CPU:0"

    def tpu_device_name_at_coordinates(self, device_coordinates: Any, job: str | None = None) -> str:
        """The name of the device at a place."""
        device = self.tpu_device_ordinal_at_coordinates(device_coordinates)
        return f"{_task_name(job, self.task_ordinal_at_coordinates(device_coordinates))}/device:TPU:{device}"

    def serialized(self) -> bytes:
        """The TopologyProto as bytes."""
        if self._serialized is None:
            message = TopologyProto(num_tasks=self.num_tasks, num_tpu_devices_per_task=self.num_tpus_per_task)
            message.mesh_shape.extend(self._mesh_shape.tolist())
            message.device_coordinates.extend(self._device_coordinates.ravel().tolist())
            self._serialized = message.SerializeToString()
        return self._serialized


def _parsed(serialized: bytes) -> tuple[np.ndarray, np.ndarray]:
    """(mesh_shape, device_coordinates) of a message; ValueError where its numbers contradict one another."""
    message = TopologyProto.FromString(serialized)
    for name in ("num_tasks", "num_tpu_devices_per_task"):
        if getattr(message, name) < 0:
            raise ValueError(f"`{name}` must be >= 0; got {getattr(message, name)}")
    sizes = message.num_tasks, message.num_tpu_devices_per_task, len(message.mesh_shape)
    coordinates = np.array(message.device_coordinates, np.int32)
    if coordinates.size != np.prod(sizes):
        raise ValueError(
            f"`device_coordinates` must have shape num_tasks ({sizes[0]}) * num_tpu_devices_per_task ({sizes[1]}) * "
            f"len(mesh_shape) ({sizes[2]}); got shape {coordinates.size}"
        )
    if np.any(coordinates < 0):
        raise ValueError("`device_coordinates` must be >= 0")
    return np.array(message.mesh_shape, np.int32), coordinates.reshape(sizes)


def _task_name(job: str | None, task: int) -> str:
    return f"/task:{task}" if job is None else f"/job:{job}/task:{task}"
