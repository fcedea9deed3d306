"""GradientsDebugger: finds the gradients of a graph's tensors, for dumps."""

import re
import uuid
from collections.abc import Iterable
from typing import Any

from graphlab._src.autodiff.registry import RegisterGradient
from graphlab._src.debug.dumps.debug_graph import parse_node_or_tensor_name
from graphlab._src.graph import Graph, Tensor
from graphlab._src.graph.operation import op_def_proto
from graphlab._src.ops.identity import identity
from graphlab._src.proto import AttrValue
from graphlab._src.state.variable import Variable

_GRADIENT_DEBUG_TAG = "gradient_debug_"
_gradient_debuggers: dict[str, "GradientsDebugger"] = {}


def _tensor_to_grad_debug_op_name(tensor: Any, grad_debugger_uuid: str) -> str:
    """The name of the identity behind a tensor."""
    op_name, slot = parse_node_or_tensor_name(tensor.name)
    return f"{op_name}_{slot}/{_GRADIENT_DEBUG_TAG}{grad_debugger_uuid}"


def _parse_grad_debug_op_name(op_name: str) -> tuple[str, str]:
    """(the debugger's number, the name of the tensor) of the name of such an identity."""
    node, _, tag = op_name.rpartition("/")
    identifier = tag.removeprefix(_GRADIENT_DEBUG_TAG).partition("_")[0]
    name, _, slot = node.rpartition("_")
    return identifier, f"{name}:{slot}"


class GradientsDebugger:
    """Finds the gradients with respect to tensors that are marked before `tf.gradients` or `minimize` is called.

    y_tensor: of what the gradients are, where these calls are several: only those are found then.
    Where there are several debuggers, those find gradients whose `with` block is entered.
    """

    def __init__(self, y_tensor: Tensor | None = None) -> None:
        self._uuid = uuid.uuid4().hex
        _gradient_debuggers[self._uuid] = self
        self._y_tensor = y_tensor
        self._graph: Graph | None = None if y_tensor is None else y_tensor.graph
        self._gradient_tensors: dict[str, Tensor] = {}
        self._is_active_context = False
        RegisterGradient(self._override)(self._gradient)

    @property
    def _override(self) -> str:
        return f"_DebugGradientIdentity_{self._uuid}"

    @property
    def y_tensor(self) -> Tensor | None:
        """Of what the gradients are."""
        return self._y_tensor

    @property
    def graph(self) -> Graph | None:
        """The graph of the tensors."""
        return self._graph

    def __enter__(self) -> "GradientsDebugger":
        self._is_active_context = True
        return self

    def __exit__(self, exception_type: Any, exception_value: Any, traceback: Any) -> None:
        self._is_active_context = False

    def _gradient(self, op: Any, dy: Tensor) -> Tensor:
        identifier, name = _parse_grad_debug_op_name(op.name)
        debugger = _gradient_debuggers.get(identifier)
        if debugger is not None and (debugger._is_active_context or len(_gradient_debuggers) == 1):
            debugger.register_gradient_tensor(name, dy)
        return dy

    def identify_gradient(self, input_tensor: Any) -> Tensor:
        """Returns the tensor to go on with; its gradient is found when gradients are made.

        Raises ValueError for a tensor that is marked already, or of another graph.
        """
        tensor = input_tensor.value() if isinstance(input_tensor, Variable) else input_tensor
        self._check_same_graph(tensor)
        graph = tensor.graph
        name = _tensor_to_grad_debug_op_name(input_tensor if hasattr(input_tensor, "name") else tensor, self._uuid)
        if any(op.name == name for op in graph.get_operations()):
            raise ValueError(f"The graph already contains an op named {name}")
        with graph.as_default(), graph.name_scope(None):
            marked = identity(tensor, name=name)
        marked.op.set_attr("_gradient_op_type", AttrValue(s=self._override.encode()))
        return marked

    def watch_gradients_by_tensors(self, graph: Graph, tensors: Any) -> "GradientsDebugger":
        """Marks tensors behind which the graph is built already; returns this object, for a `with` block."""
        listed: Iterable[Any] = tensors if isinstance(tensors, (list, tuple)) else [tensors]
        names = "|".join(f"{re.escape(tensor.name)}$" for tensor in listed)
        return self.watch_gradients_by_tensor_names(graph, f"({names})")

    def watch_gradients_by_tensor_names(self, graph: Graph, tensor_name_regex: str) -> "GradientsDebugger":
        """Does the same with the tensors whose names match a regular expression."""
        pattern = re.compile(tensor_name_regex)
        for op in list(graph.get_operations()):
            for tensor in op.outputs:
                if not pattern.match(tensor.name):
                    continue
                consumers = list(tensor.consumers())
                marked = self.identify_gradient(tensor)
                for consumer in consumers:
                    for i, before in enumerate(consumer.inputs):
                        if before is tensor and not (tensor.dtype.is_ref_dtype and _changes(consumer, i)):
                            consumer._update_input(i, marked)
        return self

    def _check_same_graph(self, tensor: Any) -> None:
        if self._graph is None:
            self._graph = tensor.graph
        elif self._graph is not tensor.graph:
            raise ValueError("The graph of the value is not the same as the graph")

    def register_gradient_tensor(self, x_tensor_name: str, gradient_tensor: Tensor) -> None:
        """Notes the gradient with respect to a tensor."""
        self._gradient_tensors[x_tensor_name] = gradient_tensor

    def gradient_tensor(self, x_tensor: Any) -> Tensor:
        """The gradient with respect to a tensor, a variable or the tensor of a name. Raises LookupError for one that is not found."""
        name = self._get_tensor_name(x_tensor)
        if name not in self._gradient_tensors:
            raise LookupError(f"This GradientsDebugger has not received any gradient tensor for x-tensor {name}")
        return self._gradient_tensors[name]

    def gradient_tensors(self) -> dict[str, Tensor]:
        """{name of a tensor: its gradient}."""
        return self._gradient_tensors

    def _get_tensor_name(self, tensor: Any) -> str:
        if isinstance(tensor, (Tensor, Variable)):
            return tensor.name
        if isinstance(tensor, str):
            return tensor
        raise TypeError(f"x_tensor must be a str or tf.Tensor or tf.Variable, but instead has type {type(tensor)}")


def _changes(op: Any, position: int) -> bool:
    """Whether an operation needs the reference at an input, as an assignment does."""
    inputs = op_def_proto(op.type).input_arg
    return position < len(inputs) and inputs[position].is_ref


def clear_gradient_debuggers() -> None:
    """Forgets all debuggers."""
    _gradient_debuggers.clear()


def gradient_values_from_dump(grad_debugger: GradientsDebugger, x_tensor: Any, dump: Any) -> list[Any]:
    """The dumped values of the gradient with respect to a tensor.

    Raises ValueError for a dump of another graph, LookupError for a gradient that was not found.
    """
    if (
        dump.python_graph is not None
        and grad_debugger.graph is not None
        and dump.python_graph is not grad_debugger.graph
    ):
        message = "This GradientsDebugger instance has a graph that differs from the graph of the DebugDumpDir object"
        raise ValueError(f"{message}: {grad_debugger.graph} and {dump.python_graph}")
    gradient = grad_debugger.gradient_tensor(x_tensor)
    node, slot = parse_node_or_tensor_name(gradient.name)
    try:
        return dump.get_tensors(node, slot or 0, "DebugIdentity")
    except ValueError:
        return []
