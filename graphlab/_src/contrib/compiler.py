"""tf.contrib.compiler: XLA compiles every run, so that scopes and functions of its own only mark or group operations."""

import contextlib

from graphlab._src.graph import Operation, convert_to_tensor, get_default_graph, name_scope, nest
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
def experimental_jit_scope(compile_ops=True, separate_compiled_gradients=False):
    """A block whose operations are marked for XLA, which compiles them anyway.

    compile_ops: what the mark says, a bool or a function of a NodeDef.
    """
    graph = get_default_graph()
    if not graph.get_collection(_KEY):
        graph.add_to_collection(_KEY, _Scopes())
    scopes = graph.get_collection(_KEY)[0]
    marks = {
        "_XlaCompile": AttrValue(b=True if callable(compile_ops) else bool(compile_ops)),
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
    """The results of computation(*inputs), a list of tensors, or one operation where it returns no tensor.

    inputs: values for tensors, or nested structures of them.  computation: returns tensors, after which operations may
    come that the tensors wait for.
    """
    with name_scope("xla_compile"):
        given = nest.map_structure(lambda value: identity(convert_to_tensor(value)), list(inputs or []))
        found = computation(*given)
        outputs = [] if found is None else list(found) if isinstance(found, (list, tuple)) else [found]
        tensors = [convert_to_tensor(item) for item in outputs if not isinstance(item, Operation)]
        operations = [item for item in outputs if isinstance(item, Operation)]
        with get_default_graph().control_dependencies(operations):
            return [identity(tensor) for tensor in tensors] if tensors else group(*operations)
