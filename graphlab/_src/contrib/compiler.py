"""tf.contrib.compiler: XLA compiles every run, so that scopes and functions of its own only mark or group operations."""

import contextlib
from typing import Any

from graphlab._src.graph import Operation, convert_to_tensor, get_default_graph, nest
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.identity import identity
from graphlab._src.proto import AttrValue

_KEY = ("__xla_scope",)


class _Scopes:
    """How many scopes a graph has had, and how many are open."""

    def __init__(self):
        self.count = 0
        self.depth = 0


@contextlib.contextmanager
def experimental_jit_scope(compile_ops: Any = True, separate_compiled_gradients=False):
    """A block whose operations are marked for XLA, which compiles them anyway.

    compile_ops: what the mark says, a bool or a function of a NodeDef.
    """

    def _marked(node_def):
        return AttrValue(b=bool(compile_ops(node_def)))

    graph = get_default_graph()
    if not graph.get_collection(_KEY):
        graph.add_to_collection(_KEY, _Scopes())
    scopes = graph.get_collection(_KEY)[0]
    marks = {
        "_XlaCompile": _marked if callable(compile_ops) else AttrValue(b=bool(compile_ops)),
        "_XlaSeparateCompiledGradients": AttrValue(b=bool(separate_compiled_gradients)),
    }
    if scopes.depth == 0:
        marks["_XlaScope"] = AttrValue(s=f"jit_scope_{scopes.count}".encode())
        scopes.count += 1
    scopes.depth += 1
    try:
        with graph._attr_scope(marks):
            yield
    finally:
        scopes.depth -= 1


def compile_(computation, inputs=None):
    """The results of computation(*inputs): a list of tensors, another structure of them, or one operation without tensors.

    inputs: values for tensors, or nested structures of them.  computation: returns tensors, after which operations may
    come that the tensors wait for.
    """
    inputs = list(inputs or [])
    given = [identity(convert_to_tensor(value), name=f"input_{i}") for i, value in enumerate(nest.flatten(inputs))]
    found: Any = computation(*nest.pack_sequence_as(inputs, given))
    flat = [] if found is None else nest.flatten(found)
    operations = [item for item in flat if isinstance(item, Operation)]
    tensors = [convert_to_tensor(item) for item in flat if not isinstance(item, Operation)]
    with get_default_graph().control_dependencies(operations):
        outputs = [identity(tensor, name=f"output_{i}") for i, tensor in enumerate(tensors)]
    if not outputs:
        return group(*operations, name="output_0")
    structured = isinstance(found, dict) or nest.is_nested(found) and any(map(nest.is_nested, found or ()))
    return nest.pack_sequence_as(found, outputs) if structured and not operations else outputs
