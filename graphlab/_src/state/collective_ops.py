"""The operations with which devices exchange tensors in a run: each waits for the others of its group."""

import threading
import weakref
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InternalError, InvalidArgumentError, explain, text_of
from graphlab._src.ops.define import REQUIRED, SHAPE, op, undefined_gradient
from graphlab._src.ops.rules import with_rank_at_least

_MERGES = {b"Add": np.add, b"Mul": np.multiply}


class _Group:
    """What the members of a group have brought in one exchange.

    values: {name of a device: (operation, value)}, complete once there are as many as the group has members.
    """

    def __init__(self, size):
        self.size = size
        self.condition = threading.Condition()
        self.values: dict[str, tuple[Any, Any]] = {}

    def add(self, device, op, value):
        """Brings in the value of a device."""
        with self.condition:
            if device in self.values:
                message = f"Collective Op {op.name} is on {device}, where another of its group is"
                raise InternalError(op.node_def, op, explain(message, at=op, fix="place it on a device of its own"))
            self.values[device] = op, value
            self.condition.notify_all()

    @property
    def is_complete(self):
        """True when all have come."""
        return len(self.values) == self.size


class _Groups:
    """The exchanges of each run that are not complete: a loop has one of the same keys after another."""

    def __init__(self):
        self._lock = threading.Lock()
        self._of_runs: weakref.WeakKeyDictionary[Any, dict[tuple[int, int], _Group]] = weakref.WeakKeyDictionary()

    def join(self, context, value):
        """The group of an operation, with its value in it."""
        op, attrs = context.op, context.op.attrs
        key, size = (attrs["group_key"], attrs["instance_key"]), attrs["group_size"]
        with self._lock:
            groups = self._of_runs.setdefault(context, {})
            group = groups.setdefault(key, _Group(size))
            if group.size != size:
                message = f"Collective Op {op.name} has group_size {size} but group with that key has size {group.size}"
                raise InternalError(op.node_def, op, explain(message, at=op))
            group.add(context.devices.place(op, on_host=True).name, op, value)
            if group.is_complete:
                del groups[key]
        return group


_groups = _Groups()


def _exchanged(context, value):
    """The values of all members of the group, in the order of their devices' names."""
    group = context.attempt(lambda: _groups.join(context, value))
    with group.condition:
        if context.may_wait and not group.is_complete:  # nothing else of the run can go on: the others never come
            op, missing = context.op, group.size - len(group.values)
            message = f"Collective Op {op.name} waits for {missing} more of its group, which this run has not"
            fix = "fetch all of the group in one run, outside of branches and loops"
            raise InternalError(op.node_def, op, explain(message, at=op, fix=fix))
        context.wait(group.condition, lambda: group.is_complete)
    return [group.values[device][1] for device in sorted(group.values)]


_KEYS = {"group_size": (int, REQUIRED), "group_key": (int, REQUIRED), "instance_key": (int, REQUIRED)}
_HINT = {"communication_hint": (str, "auto")}
_OPTIONS = {
    "types": {"T": (dtypes.float32, dtypes.float16, dtypes.float64, dtypes.int32, dtypes.int64)},
    "host": True,
    "stateful": True,
    "grad": undefined_gradient,
}


@op(
    "CollectiveReduce",
    "input: T -> data: T",
    infer=lambda op: op.inputs[0].dims,
    attrs={
        **_KEYS,
        "merge_op": (str, REQUIRED),
        "final_op": (str, REQUIRED),
        "subdiv_offsets": (list[int], REQUIRED),
        "wait_for": (list[int], ()),
        **_HINT,
    },
    **{
        **_OPTIONS,
        "types": {**_OPTIONS["types"], "merge_op": (b"Min", b"Max", b"Mul", b"Add"), "final_op": (b"Id", b"Div")},
    },
)
def collective_reduce(input, *, context):  # noqa: A002
    """The sum ("Add") or the product ("Mul") of the group's tensors; with final_op "Div" divided by their number."""
    attrs = context.op.attrs
    if attrs["merge_op"] not in _MERGES:
        message = f'merge_op must be one of {{"Add", "Mul"}} but got {text_of(attrs["merge_op"])}'
        raise InvalidArgumentError(context.op.node_def, context.op, explain(message, at=context.op))
    values = _exchanged(context, np.asarray(input))
    result = values[0].copy()
    for value in values[1:]:
        if value.shape != result.shape:
            message = f"Shapes in a group differ: {list(result.shape)} and {list(value.shape)}"
            raise InternalError(context.op.node_def, context.op, explain(message, at=context.op))
        result = _MERGES[attrs["merge_op"]](result, value)
    if attrs["final_op"] == b"Div":
        count = result.dtype.type(len(values))
        result = result / count if result.dtype.kind == "f" else (np.trunc(result / count)).astype(result.dtype)
    return np.asarray(result, values[0].dtype)


def _gathered_dims(op):
    dims = with_rank_at_least(op.inputs[0].dims, 1)
    if dims is None:
        return None
    return (None if dims[0] is None else dims[0] * op.attrs["group_size"], *dims[1:])


@op(
    "CollectiveGather",
    "input: T -> data: T",
    infer=_gathered_dims,
    attrs={**_KEYS, "shape": (SHAPE, REQUIRED), **_HINT},
    **_OPTIONS,
)
def collective_gather(input, *, context):  # noqa: A002
    """The group's tensors one after the other along the first axis, in the order of the devices."""
    return np.concatenate(_exchanged(context, np.asarray(input)))


def _stated_dims(op):
    return op.attrs["shape"]


@op(
    "CollectiveBcastSend",
    "input: T -> data: T",
    infer=_stated_dims,
    attrs={**_KEYS, "shape": (SHAPE, REQUIRED), **_HINT},
    **_OPTIONS,
)
def collective_bcast_send(input, *, context):  # noqa: A002
    """Sends a tensor to the others of the group, and returns it."""
    _exchanged(context, np.asarray(input))
    return input


@op(
    "CollectiveBcastRecv",
    "-> data: T",
    infer=_stated_dims,
    attrs={**_KEYS, "shape": (SHAPE, REQUIRED), **_HINT},
    **_OPTIONS,
)
def collective_bcast_recv(*, context):
    """The tensor that the one of the group sends which has one."""
    sent = [value for value in _exchanged(context, None) if value is not None]
    if len(sent) != 1:
        message = f"A group receives the tensor of one of its members, and {len(sent)} of them send one"
        raise InternalError(context.op.node_def, context.op, explain(message, at=context.op))
    return sent[0]
