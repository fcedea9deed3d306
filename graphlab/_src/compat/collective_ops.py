"""tensorflow.python.ops.collective_ops: reductions and broadcasts among the devices of a run.

group_size: how many take part.  group_key, instance_key: numbers that are the same in all operations of one exchange.
"""

from graphlab._src.state import collective_ops


def all_reduce(
    t, group_size, group_key, instance_key, merge_op, final_op, subdiv_offsets=(0,), communication_hint="auto"
):
    """The sum or product of the group's tensors, on each device. merge_op: "Add", "Mul".  final_op: "Id", "Div"."""
    _check_device(t)
    _check_size(group_size, "all_reduce")
    return collective_ops.collective_reduce(
        t,
        merge_op=merge_op,
        final_op=final_op,
        subdiv_offsets=list(subdiv_offsets),
        **_group(group_size, group_key, instance_key, communication_hint),
    )


def all_gather(t, group_size, group_key, instance_key, communication_hint="auto"):
    """The group's tensors one after the other along the first axis, on each device."""
    _check_device(t)
    _check_size(group_size, "all_gather")
    return collective_ops.collective_gather(
        t,
        shape=[0],
        **_group(group_size, group_key, instance_key, communication_hint),
    )


def broadcast_send(t, shape, dtype, group_size, group_key, instance_key, communication_hint="auto"):
    """Sends a tensor of that shape and dtype to the others of the group, and returns it."""
    _check_device(t)
    _check_size(group_size, "broadcast_send")
    if t.shape != shape:
        raise ValueError("Shape of broadcast_send tensor not equal to delcared shape")
    if t.dtype != dtype:
        raise ValueError("Type of broadcast_send tensor not equal to declared type")
    return collective_ops.collective_bcast_send(
        t,
        shape=shape,
        **_group(group_size, group_key, instance_key, communication_hint),
    )


def broadcast_recv(shape, dtype, group_size, group_key, instance_key, communication_hint="auto"):
    """The tensor of that shape and dtype that another of the group sends."""
    _check_size(group_size, "broadcast_send")  # TensorFlow's error names that one
    return collective_ops.collective_bcast_recv(
        T=dtype,
        shape=shape,
        **_group(group_size, group_key, instance_key, communication_hint),
    )


def _group(group_size, group_key, instance_key, communication_hint):
    return {
        "group_size": group_size,
        "group_key": group_key,
        "instance_key": instance_key,
        "communication_hint": communication_hint.lower(),
    }


def _check_device(t):
    if not t.device:
        raise ValueError("Device assignment required for collective ops")


def _check_size(group_size, name):
    if group_size <= 1:
        raise ValueError(f"Parameter group_size to {name} must be at least 2.")
