"""tensorflow.python.framework.function_def_to_graph, graph_to_function_def: a FunctionDef as a graph, and the reverse."""

import itertools
from typing import Any

from graphlab import version
from graphlab._src.base.shapes import as_shape
from graphlab._src.function.body import FunctionBody
from graphlab._src.graph import get_default_graph
from graphlab._src.graph.func_graph import output_names
from graphlab._src.io.functions import Function, output_counts
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.proto import FunctionDef


def function_def_to_graph_def(
    fdef: Any, input_shapes: Any = None, copy_functions: bool = True
) -> tuple[Any, dict[str, str]]:
    """(the body of a FunctionDef as a GraphDef, {a tensor as the FunctionDef writes it: as the GraphDef does}).

    input_shapes: of the Placeholders of the arguments, None for one that is not known.
    copy_functions: with all functions of the default graph in the library.
    """
    arguments = fdef.signature.input_arg
    if input_shapes and len(input_shapes) != len(arguments):
        raise ValueError(
            "Length of input_shapes must match the number of input_args. "
            f"len(input_shapes): {len(input_shapes)} len(input_arg): {len(arguments)}"
        )
    library = get_default_graph().functions
    message, _ = Function(fdef, library, import_graph_def).graph_def()
    message.versions.producer = version.GRAPH_DEF_VERSION
    message.versions.min_consumer = version.GRAPH_DEF_VERSION_MIN_CONSUMER
    called = library if copy_functions else [node.op for node in fdef.node_def if node.op in library]
    message.library.function.extend(library[name].definition for name in dict.fromkeys(called))
    for i, node in enumerate(message.node[: len(arguments)]):
        if "shape" in node.attr:
            del node.attr["shape"]
        if input_shapes and input_shapes[i] is not None:
            node.attr["shape"].shape.CopyFrom(as_shape(input_shapes[i]).as_proto())
        for key, value in fdef.arg_attr[i].attr.items() if i in fdef.arg_attr else ():
            if key.startswith("_"):
                node.attr[key].CopyFrom(value)
    names = {arg.name: f"{arg.name}:0" for arg in arguments}
    for node in fdef.node_def:
        parts = [f"{name}:{i}" for name, count in output_counts(node, library).items() for i in range(count)]
        names |= {f"{node.name}:{part}": f"{node.name}:{i}" for i, part in enumerate(parts)}
    names |= {f"^{node.name}": f"^{node.name}" for node in message.node}
    return message, names


def function_def_to_graph(fdef: Any, input_shapes: Any = None, copy_functions: bool = True) -> FunctionBody:
    """The FuncGraph of a FunctionDef, with Placeholders for its arguments, in the default graph."""
    if input_shapes is None and "_input_shapes" in fdef.attr:
        input_shapes = fdef.attr["_input_shapes"].list.shape
    message, names = function_def_to_graph_def(fdef, input_shapes, copy_functions)
    del message.library.function[:]  # it has the library of the graph around it
    body = FunctionBody(fdef.signature.name)
    with body.as_default():
        import_graph_def(message, name="")
    body.inputs = [body.get_tensor_by_name(names[arg.name]) for arg in fdef.signature.input_arg]
    results = fdef.signature.output_arg
    body.outputs = [body.get_tensor_by_name(names[fdef.ret[arg.name]]) for arg in results]
    body.output_names = [arg.name for arg in results]
    return body


def graph_to_function_def(graph: Any, operations: Any, inputs: Any, outputs: Any, out_names: Any = None) -> Any:
    """The FunctionDef of some operations of a graph: inputs and outputs are tensors, out_names what it calls the outputs."""
    if out_names and len(out_names) != len(outputs):
        raise ValueError(
            f"Length of out_names ({len(out_names)}) does not match number of outputs ({len(outputs)}): {', '.join(out_names)}"
        )
    if out_names and len(set(out_names)) != len(out_names):
        raise ValueError(f"Must not have duplicates in out_names: {', '.join(out_names)}")
    message = FunctionDef()
    message.signature.name = "_"
    # The name of a tensor in its graph -> how the function writes it.
    written: dict[str, str] = {}
    for tensor, name in zip(inputs, _argument_names(inputs), strict=True):
        message.signature.input_arg.add(name=name, type=tensor.dtype.as_datatype_enum)
        written[tensor.name] = name
    arguments = {tensor.op for tensor in inputs}
    body = [op for op in operations if op not in arguments]
    for op in body:
        written.update(zip((tensor.name for tensor in op.outputs), output_names(op, op.name), strict=True))
    for op in body:
        node = message.node_def.add()
        node.CopyFrom(op.node_def)
        del node.input[:]
        node.input.extend(written[tensor.name] for tensor in op.inputs)
        node.input.extend(f"^{control.name}" for control in op.control_inputs)
        if op.definition is not None and op.definition.stateful:
            message.signature.is_stateful = True
    for tensor, name in zip(outputs, out_names or _argument_names(outputs), strict=True):
        message.signature.output_arg.add(name=name, type=tensor.dtype.as_datatype_enum)
        message.ret[name] = written[tensor.name]
    return message


def _argument_names(tensors: Any) -> list[str]:
    """A name for each tensor, as TensorFlow makes them for arguments and results: "x", "pair_o1", "x_U0" for a second x."""
    names: list[str] = []
    for tensor in tensors:
        name = tensor.op.name if tensor.value_index == 0 else f"{tensor.op.name}_o{tensor.value_index}"
        others = (f"{name}_U{i}" for i in itertools.count())
        names.append(next(one for one in itertools.chain([name], others) if one not in names))
    return names
