"""Python's operators on tensors: x + y, x[1:], -x, x @ y, x < y …"""

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.arithmetic import add, add_v2, multiply, negative, subtract
from graphlab._src.ops.comparison import greater, greater_equal, less, less_equal
from graphlab._src.ops.division import div, floordiv, floormod, truediv
from graphlab._src.ops.indexing import getitem
from graphlab._src.ops.logical import logical_and, logical_not, logical_or, logical_xor
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import pow as power
from graphlab._src.ops.rounding import abs as absolute


def _add(x, y, name):
    return (add if x.dtype.base_dtype is dtypes.string else add_v2)(x, y, name=name)


def _xor(x, y, name):
    with name_scope(name) as scope:
        return logical_xor(x, y, name=scope)


_BINARY = {
    "add": _add,
    "sub": subtract,
    "mul": multiply,
    "div": div,
    "truediv": truediv,
    "floordiv": floordiv,
    "mod": floormod,
    "pow": power,
    "matmul": matmul,
    "and": logical_and,
    "or": logical_or,
    "xor": _xor,
}
# Python reflects these by itself: 2 < x calls x > 2.
_PLAIN = {
    "__lt__": less,
    "__le__": less_equal,
    "__gt__": greater,
    "__ge__": greater_equal,
    "__neg__": negative,
    "__invert__": logical_not,
    "__abs__": absolute,
    "__getitem__": getitem,
}

OVERLOADABLE_OPERATORS = sorted([f"__{r}{name}__" for name in _BINARY for r in ("", "r")] + list(_PLAIN))


def _graph_of(tensor):
    """The graph that an operation on a tensor belongs to: in the body of a function that one, which captures the tensor."""
    default = get_default_graph()
    return default if default.building_function else tensor.graph


def _operand(value, graph, dtype, dtype_hint, name):
    """value as a tensor of the graph."""
    if isinstance(value, Tensor):
        return value
    if graph is get_default_graph():
        return convert_to_tensor(value, dtype, name, dtype_hint=dtype_hint)
    with graph.as_default():
        return convert_to_tensor(value, dtype, name, dtype_hint=dtype_hint)


def _install(name, function):
    def operator(x, y):
        if isinstance(y, SparseTensor) and hasattr(SparseTensor, f"__r{name}__"):
            return NotImplemented  # before a name is taken
        graph = _graph_of(x)
        old, scope = graph.stacks.name_stack, graph.unique_name(name)
        graph.stacks.name_stack = scope
        try:
            try:
                y = _operand(y, graph, None, x.dtype.base_dtype, "y")
            except TypeError:
                if hasattr(type(y), f"__r{name}__"):
                    return NotImplemented
                raise
            return function(x, y, name=f"{scope}/")
        finally:
            graph.stacks.name_stack = old

    def reflected(y, x):
        graph = _graph_of(y)
        old, scope = graph.stacks.name_stack, graph.unique_name(name)
        graph.stacks.name_stack = scope
        try:
            x = _operand(x, graph, y.dtype.base_dtype, None, "x")
            return function(x, y, name=f"{scope}/")
        finally:
            graph.stacks.name_stack = old

    operator.__doc__ = reflected.__doc__ = function.__doc__
    Tensor.override_operator(f"__{name}__", operator)
    Tensor.override_operator(f"__r{name}__", reflected)


for _name, _function in _BINARY.items():
    _install(_name, _function)
for _name, _function in _PLAIN.items():
    Tensor.override_operator(_name, _function)
Tensor.OVERLOADABLE_OPERATORS = {*OVERLOADABLE_OPERATORS, "__eq__", "__ne__"}
