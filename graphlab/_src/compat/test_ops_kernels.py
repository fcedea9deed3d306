"""The operations of TensorFlow's tests of graphs that run there: kernels by label, versions, devices and a resource."""

import numpy as np

from graphlab._src.base.errors import (
    AlreadyExistsError,
    InvalidArgumentError,
    NotFoundError,
    UnimplementedError,
    explain,
    text_of,
)
from graphlab._src.graph.graph import GRAPH_DEF_VERSION
from graphlab._src.ops.define import no_gradient, no_outputs, op, scalar
from graphlab._src.ops.rules import with_rank

_REMOVED_IN = 8  # the version of graphs since which there is no Old
_HOST = {"host": True, "stateful": True, "grad": no_gradient}
_NAME = "N10tensorflow12StubResourceE"  # that the class has in messages


def _text_of_row(op):
    with_rank(op.inputs[0].dims, 1)
    return ()


def _of_older_graph(op):
    if op.graph.graph_def_versions.producer != GRAPH_DEF_VERSION - 1:
        raise ValueError(f"Wrong graph version for shape for '{op.name}' (op: '{op.type}') with input shapes: .")
    return ()


def _not_removed(op):
    producer = op.graph.graph_def_versions.producer
    if producer >= _REMOVED_IN:
        message = (
            f"Op Old is not available in GraphDef version {producer}. It has been removed in version {_REMOVED_IN}."
        )
        raise UnimplementedError(op.node_def, op, explain(f"{message} For reasons.", at=op))
    return []


def _label(context, *labels):
    said = context.op.attrs.get("_kernel")
    label = text_of(said.s) if said is not None else ""
    if label not in labels:
        raise InvalidArgumentError(
            context.op.node_def,
            context.op,
            explain(
                f"No OpKernel was registered to support Op '{context.op.type}' with _kernel={label!r}", at=context.op
            ),
        )
    return np.asarray(f"My label is: {label or 'default'}".encode(), object)


@op("KernelLabel", "-> result: string", infer=scalar, **{**_HOST, "stateful": False})
def kernel_label(*, context):
    """Says which of its kernels runs: that of the label which Graph._kernel_label_map has for the type."""
    return _label(context, "", "overload_1", "overload_2")


@op("KernelLabelRequired", "input: int32 -> result: string", infer=_text_of_row, **{**_HOST, "stateful": False})
def kernel_label_required(input, *, context):  # noqa: A002
    """Says which of its kernels runs; none without a label."""
    del input
    return _label(context, "overload_1", "overload_2")


@op("GraphDefVersion", "-> version: int32", infer=scalar, **_HOST)
def graph_def_version(*, context):
    """The version of GraphDef that made the graph."""
    return np.int32(context.op.graph.graph_def_versions.producer)


@op("DevicePlacementOp", "-> device: string", infer=scalar, **_HOST)
def device_placement_op(*, context):
    """The name of the device that it runs on."""
    return np.asarray(context.devices.place(context.op, on_host=True).name.encode(), object)


@op("RequiresOlderGraphVersion", "-> version: int32", infer=_of_older_graph, structural=True)
def requires_older_graph_version():
    """Is in graphs of the version before this one; nothing runs it."""


@op("Old", "->", infer=_not_removed, structural=True)
def old():
    """Was in graphs of versions that are long over; nothing runs it."""


class StubHandle:
    """The name of a stub resource in its container, whether there is such a resource or not."""

    def __init__(self, container, name):
        self.place = ("stub", container, name)


@op(
    "StubResourceHandleOp",
    "-> resource: resource",
    infer=scalar,
    attrs={"container": (str, ""), "shared_name": (str, "")},
    **_HOST,
)
def stub_resource_handle_op(*, context):
    """A handle to a stub resource."""
    return StubHandle(*(text_of(context.op.attrs[name]) for name in ("container", "shared_name")))


def _place(resource):
    """The kind, container and name that the first of some handles refers to."""
    return np.ravel(np.asarray(resource, object))[0].place


@op("ResourceCreateOp", "resource: resource ->", infer=no_outputs, **_HOST)
def resource_create_op(resource, *, context):
    """Makes a stub resource. Raises AlreadyExistsError if there is one of that name."""
    made, place = object(), _place(resource)
    if context.resources.find_or_make(*place, lambda: made, context.op) is not made:
        message = f"Resource {_text(place)}"
        raise AlreadyExistsError(context.op.node_def, context.op, explain(message, at=context.op))


def _exists(place, context):
    return any(context.resources.key_of(found, context.op) == place for found in context.resources.all("stub"))


def _text(place):
    return "/".join((*place[1:], _NAME))


@op("ResourceInitializedOp", "resource: resource -> initialized: bool", infer=scalar, **_HOST)
def resource_initialized_op(resource, *, context):
    """Whether there is the stub resource."""
    return np.bool_(_exists(_place(resource), context))


@op("ResourceUsingOp", "resource: resource ->", infer=no_outputs, **_HOST)
def resource_using_op(resource, *, context):
    """Requires that there is the stub resource. Raises NotFoundError if not."""
    place = _place(resource)
    if not _exists(place, context):
        message = f"Resource {_text(place)} does not exist."
        raise NotFoundError(context.op.node_def, context.op, explain(message, at=context.op))
