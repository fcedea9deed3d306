"""The graphs of a watched run: beside the program's nodes a copy of each watched tensor, and the operations on the copy."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from graphlab._src.base.dtypes import DType
from graphlab._src.graph.debug_names import COPY
from graphlab._src.graph.op_types import CAPABILITIES
from graphlab._src.session.debugging import debug_ops
from graphlab._src.session.debugging.watches import TensorWatch

# What follows these does not wait for debug operations.
_IN_LOOPS = ("enter", "next_iteration")


class Watched(NamedTuple):
    """A watched tensor of a graph."""

    node: str
    slot: int
    dtype: DType
    watch: TensorWatch

    @property
    def copy(self) -> str:
        """The name of its copy."""
        return f"{COPY}{self.node}_{self.slot}"


def decorate(graph_def: Any, watched: Mapping[str, Watched], device: str) -> None:
    """Adds the nodes of the watched tensors to the graph of a device. watched: {"node:0": Watched}."""
    types = {node.name: node.op for node in graph_def.node}
    own = {name: one for name, one in watched.items() if one.node in types}
    for node in graph_def.node:
        _redirect(node, own, types)
    for one in own.values():
        _add(graph_def, one, device)


def _redirect(node: Any, watched: Mapping[str, Watched], types: Mapping[str, str]) -> None:
    inputs: list[str] = []
    control: dict[str, None] = {}
    for name in node.input:
        if name.startswith("^"):
            control[name] = None
            continue
        one = watched.get(name if ":" in name else f"{name}:0")
        if one is None:
            inputs.append(name)
            continue
        inputs.append(name if one.dtype.is_ref_dtype else one.copy)
        if CAPABILITIES.get(types[one.node], {}).get("control_flow") not in _IN_LOOPS:
            control.update((f"^{op.name}", None) for op in one.watch.ops)
    del node.input[:]
    node.input.extend([*inputs, *sorted(control)])


def _add(graph_def: Any, one: Watched, device: str) -> None:
    """Adds the copy of a watched tensor and the operations on it."""
    tensor_name = f"{one.node}:{one.slot}"
    kind = one.dtype.base_dtype.as_datatype_enum
    on_host = one.dtype.base_dtype.name == "string" or debug_ops.is_handle(one.dtype)
    copy = graph_def.node.add(name=one.copy, op="CopyHost" if on_host else "Copy")
    copy.input.append(tensor_name if one.slot else one.node)
    copy.attr["T"].type = kind
    copy.attr["tensor_name"].s = b""
    specs = copy.attr["debug_ops_spec"].list
    for op in one.watch.ops:
        gated = int(op.attributes["gated_grpc"])
        specs.s.extend(f"{op.type};{url};{gated}".encode() for url in one.watch.urls)
        node = graph_def.node.add(name=op.name, op=op.type)
        node.input.append(one.copy)
        node.attr["T"].type = kind
        node.attr["tensor_name"].s = tensor_name.encode()
        node.attr["device_name"].s = device.encode()
        node.attr["debug_urls"].list.s.extend(url.encode() for url in one.watch.urls)
        for name, value in op.attributes.items():
            setter: Callable[..., Any] = setattr
            setter(node.attr[name], "b" if isinstance(value, bool) else "f", value)
