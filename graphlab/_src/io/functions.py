"""The functions of a graph's library: FunctionDefs that come in with a GraphDef and go out as they came.

Operations such as If and While name them. The body of one is a Graph, made on first use.
"""

import functools

from graphlab._src.graph import Graph, opdef
from graphlab._src.proto import GraphDef


class Function:
    """One function of a library.

    definition: its FunctionDef.  library: {name: Function} that its body may call.
    import_graph_def: what reads a GraphDef into the default graph.
    """

    def __init__(self, definition, library, import_graph_def):
        self.definition = definition
        self._library = library
        self._import = import_graph_def

    @property
    def name(self):
        """The name that operations call it by."""
        return self.definition.signature.name

    @property
    def graph(self):
        """The Graph of its body; a Placeholder represents each argument."""
        return self._body[0]

    @property
    def inputs(self):
        """The tensors that represent the arguments, in order."""
        return self._body[1]

    @property
    def outputs(self):
        """The tensors that it returns, in order."""
        return self._body[2]

    @property
    def control_outputs(self):
        """The operations of the body that a call always runs: those that read or write state."""
        return self._body[3]

    @functools.cached_property
    def _body(self):
        graph = Graph()
        graph.functions = self._library
        graph.building_function = True
        returned = [self.definition.ret[arg.name] for arg in self.definition.signature.output_arg]
        message, names = self._graph_def()
        with graph.as_default():
            self._import(message, name="")
        arguments = [graph.get_tensor_by_name(f"{arg.name}:0") for arg in self.definition.signature.input_arg]
        outputs = [graph.get_tensor_by_name(_with_index(names, text)) for text in returned]
        always = {graph.get_operation_by_name(name) for name in self.definition.control_ret.values()}
        always.update(op for op in graph.get_operations() if _has_effect(op))
        return graph, arguments, outputs, sorted(always, key=lambda op: op.id)

    def _graph_def(self):
        """The body as a GraphDef, and how it names the outputs of each node: {node: {output: first index}}."""
        message = GraphDef()
        names = {}
        for i, arg in enumerate(self.definition.signature.input_arg):
            node = message.node.add(name=arg.name, op="Placeholder")
            node.attr["dtype"].type = arg.type
            known = self.definition.arg_attr[i].attr if i in self.definition.arg_attr else {}
            if "_output_shapes" in known and known["_output_shapes"].list.shape:
                node.attr["shape"].shape.CopyFrom(known["_output_shapes"].list.shape[0])
            else:
                node.attr["shape"].shape.unknown_rank = True
            names[arg.name] = {}
        for node in self.definition.node_def:
            names[node.name] = _first_indices(node, self._library)
        for node in self.definition.node_def:
            copied = message.node.add()
            copied.CopyFrom(node)
            del copied.input[:]
            copied.input.extend(text if text.startswith("^") else _with_index(names, text) for text in node.input)
        return message, names


def _has_effect(op):
    definition = op.definition
    return definition is not None and definition.stateful and not definition.random and not definition.holds_state


def _first_indices(node, library):
    """{name of an output in the definition of the node's type: the index of its first tensor}."""
    definition = opdef.lookup(node.op)
    if definition is None:
        called = library.get(node.op)
        outputs = called.definition.signature.output_arg if called else ()
        return {arg.name: i for i, arg in enumerate(outputs)}
    first, found = 0, {}
    for arg in definition.outputs:
        found[arg.name] = first
        if arg.number_attr:
            first += node.attr[arg.number_attr].i
        else:
            first += len(node.attr[arg.type_attr].list.type) if arg.type_list else 1
    return found


def _with_index(names, text):
    """A tensor as a GraphDef names it ("node:1"), from how a FunctionDef does ("node:output:0", or an argument)."""
    node, _, rest = text.partition(":")
    output, _, index = rest.partition(":")
    if not rest:
        return f"{node}:0"
    return f"{node}:{names[node].get(output, 0) + int(index or 0)}"
