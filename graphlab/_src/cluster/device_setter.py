"""replica_device_setter: spreads variables over the parameter servers round-robin, all else is on the worker."""

import itertools

from graphlab._src.base import logging
from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.graph.op_types import OP_MODULES
from graphlab._src.graph.opdef import capabilities_of
from graphlab._src.proto import NodeDef

# Types that TensorFlow puts there as well, which graphlab does not have.
_UNKNOWN = ("AutoReloadVariable", "MutableDenseHashTable")
STANDARD_PS_OPS = (*_UNKNOWN, *(op_type for op_type in OP_MODULES if capabilities_of(op_type).on_parameter_server))


def replica_device_setter(
    ps_tasks=0,
    ps_device="/job:ps",
    worker_device="/job:worker",
    merge_devices=True,
    cluster=None,
    ps_ops=None,
    ps_strategy=None,
):
    """A function for `tf.device` that puts variables round-robin on the tasks of ps_device, the rest on worker_device.

    ps_tasks: how many tasks there are, or the cluster says it; None is returned when there are none.
    merge_devices: whether an operation that has a device keeps only what that says.
    ps_ops: the types of operations that go to ps_device.  ps_strategy(op): the number of the task for each.
    """
    if cluster is not None:
        jobs = ClusterSpec(cluster).as_dict()
        job = DeviceSpec.from_string(ps_device).job or ""
        if jobs.get(job) is None:
            return None
        ps_tasks = len(jobs[job])
    if ps_tasks == 0:
        return None
    if not merge_devices:
        logging.warning("DEPRECATION: It is recommended to set merge_devices=true in replica_device_setter")
    strategy = _RoundRobinStrategy(ps_tasks) if ps_strategy is None else ps_strategy
    if not callable(strategy):
        raise TypeError("ps_strategy must be callable")
    ps_ops = STANDARD_PS_OPS if ps_ops is None else ps_ops
    return _ReplicaDeviceChooser(ps_tasks, ps_device, worker_device, merge_devices, ps_ops, strategy).device_function


class _ReplicaDeviceChooser:
    """What replica_device_setter returns the `device_function` of; the arguments are the same."""

    def __init__(self, ps_tasks, ps_device, worker_device, merge_devices, ps_ops, ps_strategy):
        del ps_tasks
        self._ps_device, self._worker_device, self._merge_devices = ps_device, worker_device, merge_devices
        self._ps_ops, self._ps_strategy = ps_ops, ps_strategy

    def device_function(self, op):
        """The device of an operation."""
        if not self._merge_devices and op.device:
            return op.device
        said = DeviceSpec.from_string(op.device or "")
        op_type = op.op if isinstance(op, NodeDef) else op.type
        if not self._ps_device or op_type not in self._ps_ops:
            return DeviceSpec.from_string(self._worker_device or "").make_merged_spec(said).to_string()
        wanted = DeviceSpec.from_string(self._ps_device)
        if wanted.job and said.job in (None, wanted.job):
            wanted = wanted.replace(task=self._ps_strategy(op))
        return wanted.make_merged_spec(said).to_string()


class _RoundRobinStrategy:
    """The tasks, one after the other."""

    def __init__(self, num_tasks):
        self._tasks = itertools.cycle(range(num_tasks))

    def __call__(self, op):
        return next(self._tasks)
