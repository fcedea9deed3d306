"""Sums and other reductions over tensors on several devices, one result for each, as NCCL's library has them."""

import functools

from graphlab._src.graph import DeviceSpec, get_default_graph
from graphlab._src.ops.arithmetic import add_n, multiply
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.identity import identity


def all_sum(tensors):
    """The sum of the tensors, once on the device of each, as a list. ValueError where one has no device."""
    return _all_reduced(add_n, tensors)


def all_prod(tensors):
    """The product of the tensors, once on the device of each, as a list."""
    return _all_reduced(functools.partial(functools.reduce, multiply), tensors)


def all_min(tensors):
    """The minimum of the tensors, element by element, once on the device of each, as a list."""
    return _all_reduced(functools.partial(functools.reduce, minimum), tensors)


def all_max(tensors):
    """The maximum of the tensors, element by element, once on the device of each, as a list."""
    return _all_reduced(functools.partial(functools.reduce, maximum), tensors)


def reduce_sum(tensors):
    """The sum of the tensors on the current device, which one of them must be on."""
    if not tensors:
        raise ValueError("Must pass >0 tensors to reduce operations")
    for tensor in tensors:
        _check_device(tensor)
    result = add_n(tensors)
    if result.device not in [tensor.device for tensor in tensors]:
        raise ValueError("One input tensor must be assigned to current device")
    return result


def broadcast(tensor):
    """The tensor, for use on any device."""
    _check_device(tensor)
    with get_default_graph().device(tensor.device):
        return identity(tensor)


def _all_reduced(reduction, tensors):
    if not tensors:
        raise ValueError("Must pass >0 tensors to all reduce operations")
    results = []
    for tensor in tensors:
        _check_device(tensor)
        with get_default_graph().device(tensor.device):
            results.append(reduction(tensors))
    return results


def _check_device(tensor):
    if not DeviceSpec.from_string(tensor.device or "").to_string():
        raise ValueError("Device assignment required for nccl collective ops")
