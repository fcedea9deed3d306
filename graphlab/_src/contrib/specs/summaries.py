"""Graphs in words: their structure, and the parameters of each part."""

import itertools
from collections.abc import Callable
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.specs import specs
from graphlab._src.graph import Tensor
from graphlab._src.ops.identity import placeholder

SHORT_NAMES = {
    "BiasAdd": "biasadd",
    "Const": "_",
    "Conv2D": "conv",
    "MatMul": "dot",
    "Placeholder": "_",
    "Sigmoid": "sig",
    "Variable": "var",
}
_CUT = "/HorizontalLstm/"  # in the name of what is not looked into


def _parts(x, otherwise):
    return (x.op, x.shape.as_list()) if isinstance(x, Tensor) else (x, otherwise)


def tf_structure(x, include_shapes=False, finished=None):
    """The types of the operations that x is made of, inputs first; `<>` for what came before."""
    finished = set() if finished is None else finished
    op, dims = _parts(x, [])
    if op in finished:
        return " <>"
    finished.add(op)
    result = ""
    if _CUT not in op.name:
        result = "".join(tf_structure(item, include_shapes, finished) for item in op.inputs)
    if include_shapes:
        result += f" {dims}"
    return result if op.type == "Identity" else f"{result} {SHORT_NAMES.get(op.type, op.type.lower())}"


def tf_print(x, depth=0, finished=None, printer: Callable[..., Any] = print):
    """Prints the operations that x is made of, each below what uses it."""
    finished = set() if finished is None else finished
    op, dims = _parts(x, "")
    if op.type == "Identity":
        op = op.inputs[0].op
    before = op in finished
    finished.add(op)
    printer(f"{'  ' * depth}{f'<{op.name}>' if before else op.name} {op.type} {dims}")
    if not before and _CUT not in op.name:
        for item in op.inputs:
            tf_print(item, depth + 1, finished, printer)


def tf_num_params(x) -> Any:
    """How many elements the variables have that x is made of, as often as they are used."""
    op, dims = _parts(x, None)
    if op.type in ("Variable", "VariableV2"):
        return x.shape.num_elements() if dims is not None else op.outputs[0].shape.num_elements()
    return sum(map(tf_num_params, op.inputs))


def tf_left_split(op):
    """(what an operation goes on from, its other inputs); (None, []) for one without inputs."""
    inputs = list(op.inputs)
    if not inputs:
        return None, []
    first = 1 if op.type == "Concat" else 0
    return inputs[first], inputs[first + 1 :]


def tf_parameter_iter(x):
    """(name, parameters, shape) of x, of what it goes on from, and so on."""
    while x is not None:
        op, dims = _parts(x, "")
        x, others = tf_left_split(op)
        yield op.name, sum(map(tf_num_params, others)), dims


def _of_layers(items):
    for name, parts in itertools.groupby(items, lambda item: item[0].partition("/")[0]):
        found = list(parts)
        yield name, sum(total for _, total, _ in found), found[0][2]


def tf_parameter_summary(x, printer: Callable[..., Any] = print, combine=True):
    """Prints how many parameters each part of x has; with `combine` parts are scopes."""
    items = tf_parameter_iter(x)
    for name, total, dims in reversed(list(_of_layers(items) if combine else items)):
        printer(f"{total:10d} {name:<20} {dims}")


def _made(spec, inputs, input_shape, input_type):
    return specs.create_net(spec, placeholder(input_type, input_shape) if inputs is None else inputs)


def tf_spec_structure(spec, inputs=None, input_shape=None, input_type=dtypes.float32):
    """tf_structure of the network of a text, of inputs or of a placeholder."""
    return tf_structure(_made(spec, inputs, input_shape, input_type)).strip()


def tf_spec_summary(spec, inputs=None, input_shape=None, input_type=dtypes.float32):
    """Prints tf_parameter_summary of the network of a text."""
    tf_parameter_summary(_made(spec, inputs, input_shape, input_type))


def tf_spec_print(spec, inputs=None, input_shape=None, input_type=dtypes.float32):
    """Prints tf_print of the network of a text."""
    tf_print(_made(spec, inputs, input_shape, input_type))
