"""BodyGraph: the function that a branch, or the condition or body of a loop, becomes with control flow v2."""

import itertools

from graphlab._src.base.errors import explain
from graphlab._src.graph import Operation, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.attrs import to_proto
from graphlab._src.graph.func_graph import FuncGraph
from graphlab._src.ops.control_flow.automatic_dependencies import AutomaticControlDependencies
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import squeeze
from graphlab._src.ops.tensor_array import TensorArray, flow_of

_numbers = itertools.count(1)


def function_name(scope, part):
    """A new name for the function of a part of what is built under a name scope: "cond_true_12"."""
    return f"{scope}{part}_{next(_numbers)}".replace("/", "_")


class BodyGraph(FuncGraph):
    """The body of a function that is a branch, or the condition or body of a loop; what it uses from outside it captures.

    structured_outputs: what the Python function returned, as tensors of it.
    copies: {tensor of the function that it is a copy of: its own}, which gradients that programs wrote may use.
    role: which of several branches it is, as errors say it.
    """

    functional_control_flow = True

    def __init__(self, name, outer, adds_control_dependencies=None):
        super().__init__("", outer, name)
        self._collections = outer._collections
        around, own = outer.stacks, self.stacks
        own.devices, own.colocations = list(around.devices), []
        own.variable_creators, own.strategies = list(around.variable_creators), list(around.strategies)
        own.of_types, own.container, own.attributes = dict(around.of_types), around.container, dict(around.attributes)
        if adds_control_dependencies is None:
            adds_control_dependencies = getattr(outer, "adds_control_dependencies", False)
        self.adds_control_dependencies = adds_control_dependencies
        self.structured_outputs = None
        self.role = ""
        self.copies = {}
        self._must_run = ()

    def capture(self, tensor, name):
        other = tensor.graph
        if isinstance(other, BodyGraph) and other is not self and other.outer is self.outer and self.role:
            raise ValueError(explain(f"Tensor {tensor.name} in {other.role} is accessed from {self.role}.", at=tensor))
        return super().capture(tensor, name)

    @property
    def outer_graph(self):
        """The graph around it."""
        return self.outer

    @property
    def control_outputs(self):
        """The operations that always run when it does: those that its effects are, where these happen in order."""
        return sorted(self._must_run, key=lambda op: op.id)

    @property
    def is_stateful(self):
        """True when something in it reads or writes state."""
        return any(op.definition is None or op.definition.stateful for op in self.operations)

    def add(self, spec, name="Placeholder"):
        """Adds an argument for tensors like `spec`, a tensor or TensorSpec, and returns its tensor."""
        with self.as_default(), self.name_scope(None):
            return self.add_argument(spec.dtype.base_dtype, dims_of(spec), name)

    def represent(self, argument, outside):
        """Notes which tensor of the graph around it an argument represents."""
        around = self.outer
        self._outside[argument] = around.outside(outside)

    def must_run(self, operations):
        """Notes operations that run whenever the function does."""
        self._must_run = tuple(operations)

    def forget_controls_in(self, graph):
        """Waits for no operation of a graph that it is the gradient of: this has run then."""
        self.control_captures = [op for op in self.control_captures if op.graph is not graph]

    def build(self, function, *arguments, for_operations=None):
        """Calls a Python function, whose operations become the body, and notes what it returns.

        for_operations: a tensor from outside that represents an operation which the function returns.
        """
        with self.as_default():
            automatic = AutomaticControlDependencies() if self.adds_control_dependencies else None
            if automatic is None:
                self._note_outputs(function(*arguments), for_operations, None)
            else:
                with automatic:
                    self._note_outputs(function(*arguments), for_operations, automatic)
                self._must_run = automatic.ops_which_must_run

    def _note_outputs(self, result, for_operations, automatic):
        def convert(value):
            if value is None:
                return None
            if isinstance(value, Operation) and for_operations is not None:
                with self.control_dependencies([value]):
                    value = identity(for_operations)
            elif not isinstance(value, TensorArray) and not nest.is_composite(value):
                value = convert_to_tensor(value)
            if automatic is not None and not isinstance(value, TensorArray):
                value = automatic.mark_as_return(value)
            return value

        self.structured_outputs = nest.map_structure(convert, result)
        self.note_results()

    def note_results(self):
        """Notes the tensors of `structured_outputs` as what the function returns."""
        found = [flow_of(leaf) for leaf in nest.flatten(self.structured_outputs, expand_composites=True)]
        self.outputs = [self.result(tensor) for tensor in found if tensor is not None]

    def result(self, tensor):
        """The tensor of the body that is a result: itself, or the argument that represents one from outside."""
        return tensor if tensor.graph is self else self.capture(tensor, "")

    def register(self):
        """Adds it to the library of the graph around it, and returns its name: it is complete."""
        self.define(self.outputs)
        return self.name


class CondBranchFuncGraph(BodyGraph):
    """The body of a branch."""


class WhileCondFuncGraph(BodyGraph):
    """The body of a loop's condition."""


class WhileBodyFuncGraph(BodyGraph):
    """The body of a loop."""


def dims_of(spec):
    """The static dims of a tensor or TensorSpec."""
    return spec.dims if hasattr(spec, "value_index") else None if spec.shape.ndims is None else spec.shape.as_list()


def single(pred):
    """The bool of a condition that may have axes of size 1."""
    return squeeze(pred) if pred.dims != () else pred


def mark_lowered(op):
    """Marks an operation as one that TensorFlow replaces by Switch and Merge before it runs."""
    op.attrs["_lower_using_switch_merge"] = to_proto("bool", True)


def in_function(graph=None):
    """True when the default graph is the body of a function, which branches and loops of control flow v2 are not."""
    graph = get_default_graph() if graph is None else graph
    while isinstance(graph, BodyGraph):
        graph = graph.outer
    return isinstance(graph, FuncGraph)
