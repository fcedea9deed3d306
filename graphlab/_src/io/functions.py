"""The functions of a graph's library: FunctionDefs that come in with a GraphDef and go out as they came.

Operations such as If and While name them. The body of one is a Graph, made on first use.
"""

import functools
import itertools
import re

from graphlab._src.base import dtypes
from graphlab._src.graph import Graph, get_default_graph, opdef
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
        """The operations of the body that it lists as what a call always runs."""
        return self._body[3]

    @property
    def effects(self):
        """These, and the others that read or write state."""
        return self._body[4]

    output_names = ()  # made of the tensors' names
    description = ""
    gradient_inlines = True  # a call has no gradient but that of the operations in its place
    infers_shapes = True  # the inputs of a call decide the shapes of what it returns
    requires_shapes = False  # its FunctionDef says which shapes it was traced for, and runs with others too

    def build(self, inputs, in_place=True, complete=None):
        """Adds the operations of the body to the default graph: (what they return, those that run in any case).

        inputs: the tensors that are the arguments.  in_place: as built_in_place says of the call.
        complete(scope): is called when they are there, under these names.
        """
        given = dict(zip((arg.name for arg in self.definition.signature.input_arg), inputs, strict=True))
        message, names = self.graph_def()
        del message.node[: len(given)]
        used = {text.partition(":")[0] for node in message.node for text in node.input}
        returned = [_with_index(names, self.definition.ret[arg.name]) for arg in self.definition.signature.output_arg]
        wanted = [text for text in returned if text.partition(":")[0] not in given]
        effects = [] if in_place else [node.name for node in message.node if _node_has_effect(node)]
        effects += [name for name in self.definition.control_ret.values() if name not in effects and name not in given]
        mapped = {f"{name}:0": tensor for name, tensor in given.items() if name in used}
        mapped |= {f"^{name}": tensor for name, tensor in given.items() if f"^{name}" in used}
        elements = [*wanted, *effects]
        with get_default_graph().name_scope(_UNNAMABLE.sub("", self.name).lstrip("_") or "call") as scope:
            found = self._import(message, mapped, elements, name=scope)
            if complete is not None:
                complete(scope.rstrip("/"))
        made = dict(zip(elements, found, strict=True))
        outputs = [made[text] if text in made else given[text.partition(":")[0]] for text in returned]
        return outputs, [made[name] for name in effects]

    @functools.cached_property
    def _body(self):
        graph = Graph()
        graph.functions = self._library
        graph.building_function = True
        returned = [self.definition.ret[arg.name] for arg in self.definition.signature.output_arg]
        message, names = self.graph_def()
        with graph.as_default():
            self._import(message, name="")
        arguments = [graph.get_tensor_by_name(f"{arg.name}:0") for arg in self.definition.signature.input_arg]
        outputs = [graph.get_tensor_by_name(_with_index(names, text)) for text in returned]
        listed = {graph.get_operation_by_name(name) for name in self.definition.control_ret.values()}
        effects = [op for op in graph.get_operations() if op in listed or _has_effect(op)]
        return graph, arguments, outputs, sorted(listed, key=lambda op: op.id), effects

    @staticmethod
    def tensor_name(names, text):
        """A tensor as graph_def() names it, from how the FunctionDef does. names: what graph_def() returns with the GraphDef."""
        return _with_index(names, text)

    def graph_def(self):
        """The body as a GraphDef, and how it names the outputs of each node: {node: {output: first index}}."""
        message = GraphDef()
        names = {}
        stated = self.definition.attr["_input_shapes"].list.shape if "_input_shapes" in self.definition.attr else ()
        for i, arg in enumerate(self.definition.signature.input_arg):
            node = message.node.add(name=arg.name, op="Placeholder")
            node.attr["dtype"].type = arg.type
            known = self.definition.arg_attr[i].attr if i in self.definition.arg_attr else {}
            if "_output_shapes" in known and known["_output_shapes"].list.shape:
                node.attr["shape"].shape.CopyFrom(known["_output_shapes"].list.shape[0])
            elif len(stated) > i and arg.type != _RESOURCE:
                node.attr["shape"].shape.CopyFrom(stated[i])
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
            if "_class" in copied.attr:
                leave_out_unknown_places(copied.attr, names)
        return message, names


_PLACE = b"loc:@"
_RESOURCE = dtypes.resource.as_datatype_enum
_UNNAMABLE = re.compile(r"^_+(inference|forward|backward)_|_\d+$|[^\w.]|^[^A-Za-z0-9.]+")  # what is no label of a scope


def _node_has_effect(node):
    return _is_effect(opdef.lookup(node.op))


def _has_effect(op):
    return _is_effect(op.definition)


def _is_effect(definition):
    return definition is not None and definition.stateful and not definition.random and not definition.holds_state


def output_counts(node, library):
    """{name of an output in the definition of the node's type: how many tensors it is}, in their order."""
    definition = opdef.lookup(node.op)
    if definition is None:
        called = library.get(node.op)
        return {arg.name: 1 for arg in (called.definition.signature.output_arg if called else ())}
    counts = {}
    for arg in definition.outputs:
        if arg.number_attr:
            counts[arg.name] = node.attr[arg.number_attr].i
        else:
            counts[arg.name] = len(node.attr[arg.type_attr].list.type) if arg.type_list else 1
    return counts


def _first_indices(node, library):
    """{name of an output in the definition of the node's type: the index of its first tensor}."""
    counts = output_counts(node, library)
    return dict(zip(counts, itertools.accumulate(counts.values(), initial=0), strict=False))


def leave_out_unknown_places(attrs, names):
    """Removes from `_class` the places of nodes that are not in the body: TensorFlow does not look at those either."""
    known = [
        text for text in attrs["_class"].list.s if not text.startswith(_PLACE) or text[len(_PLACE) :].decode() in names
    ]
    del attrs["_class"].list.s[:]
    attrs["_class"].list.s.extend(known)
    if not known:
        del attrs["_class"]


def _with_index(names, text):
    """A tensor as a GraphDef names it ("node:1"), from how a FunctionDef does ("node:output:0", or an argument)."""
    node, _, rest = text.partition(":")
    output, _, index = rest.partition(":")
    if not rest:
        return f"{node}:0"
    return f"{node}:{names[node].get(output, 0) + int(index or 0)}"
