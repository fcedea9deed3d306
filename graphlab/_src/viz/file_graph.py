"""FileGraph: the graph of a file as a diagram needs it, without the Graph, which needs JAX and time."""

import collections
import functools

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Graph, opdef
from graphlab._src.io.graphdef import import_graph_def, split_input
from graphlab._src.proto.graph_heads import StoredGraph
from graphlab._src.viz.graphdef_diagram import sketch


def opened(stored: StoredGraph):
    """A FileGraph of a GraphDef, or a Graph where that needs one."""
    found = sketch(stored.nodes)
    # The operations of the Graph have to have the same numbers.
    return FileGraph(stored, found) if found is not None and found.in_order else imported(stored.message)


def imported(graph_def):
    """A new Graph with the operations of a GraphDef, those of unknown types among them."""
    with Graph().as_default() as graph:
        import_graph_def(graph_def, name="")
    return graph


def whole(graph):
    """The Graph of what is shown: itself, or that of a FileGraph."""
    return graph.whole if isinstance(graph, FileGraph) else graph


class FileGraph:
    """What diagrams, outlines and still diagrams read of a Graph; `whole` is the Graph, made when it is first needed."""

    def __init__(self, stored, found):
        self._stored, self.nodes, self._found = stored, stored.nodes, found
        self.uid, self.piece, self.shapeless = found.uid, found.piece, found.shapeless
        self.version = len(self.nodes.names)
        self.log = range(self.version)
        self._operations = [FileOperation(self, i) for i in self.log]
        self._outputs = {}

    @functools.cached_property
    def whole(self):
        """The Graph, whose operations have the same numbers."""
        return imported(self._stored.message)

    @property
    def made(self):
        """The Graph, or None while nothing has needed it."""
        return self.__dict__.get("whole")

    @functools.cached_property
    def operations_by_name(self):
        """{name: FileOperation}"""
        return dict(zip(self.nodes.names, self._operations, strict=True))

    def get_operations(self):
        """All operations, in the order of the file."""
        return self._operations

    def outputs_of(self, number):
        """The outputs of an operation, the same FileTensors each time."""
        known = self._outputs.get(number)
        if known is None:
            op = self._operations[number]
            known = self._outputs[number] = [
                FileTensor(op, i, *stated) for i, stated in enumerate(self._found.outputs[number])
            ]
        return known

    @functools.cached_property
    def consumers(self):
        """{FileTensor: its consumers}"""
        found = collections.defaultdict(list)
        for op in self._operations:
            for tensor in op.inputs:
                found[tensor].append(op)
        return found


class FileOperation:
    """An operation of a FileGraph: what of an Operation is drawn."""

    __slots__ = ("_file", "id")
    source = None  # the line of code that made it, which a file does not say

    def __init__(self, file, number):
        self._file, self.id = file, number

    @property
    def name(self):
        """The name in the file."""
        return self._file.nodes.names[self.id]

    @property
    def type(self):
        """The operation type."""
        return self._file.nodes.types[self.id]

    @property
    def definition(self):
        """The Capabilities of the type."""
        return opdef.capabilities_of(self.type)

    @property
    def outputs(self):
        """The output tensors."""
        return self._file.outputs_of(self.id)

    @property
    def inputs(self):
        """The input tensors."""
        ends = [split_input(text) for text in self._file.nodes.inputs[self.id]]
        return [self._file.operations_by_name[name].outputs[index] for name, index in ends if index >= 0]

    @property
    def control_inputs(self):
        """The operations that run before it."""
        ends = [split_input(text) for text in self._file.nodes.inputs[self.id]]
        return [self._file.operations_by_name[name] for name, index in ends if index < 0]

    def consumers(self, tensor):
        """The operations that consume one of its outputs."""
        return self._file.consumers[tensor]


class FileTensor:
    """A tensor of a FileGraph."""

    __slots__ = ("_dims", "_dtype", "op", "value_index")

    def __init__(self, op, index, dtype, dims):
        self.op, self.value_index, self._dtype, self._dims = op, index, dtype, dims

    @property
    def name(self):
        """`op:0`"""
        return f"{self.op.name}:{self.value_index}"

    @property
    def dtype(self):
        """The DType."""
        return dtypes.as_dtype(self._dtype)

    @property
    def shape(self):
        """The TensorShape that the file states."""
        return TensorShape(self._dims)

    def consumers(self):
        """The operations that consume it."""
        return self.op.consumers(self)
