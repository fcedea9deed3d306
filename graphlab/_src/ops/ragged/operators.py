"""Python's operators on ragged tensors: x + y, x[1:], -x, x < y …"""

from graphlab._src.ops.arithmetic import add, multiply, negative, subtract
from graphlab._src.ops.comparison import greater, greater_equal, less, less_equal
from graphlab._src.ops.division import div, floordiv, floormod, truediv
from graphlab._src.ops.logical import logical_and, logical_not, logical_or, logical_xor
from graphlab._src.ops.power import pow as power
from graphlab._src.ops.ragged.getitem import getitem
from graphlab._src.ops.ragged.tensor import RaggedTensor
from graphlab._src.ops.rounding import abs as absolute

_BINARY = {
    "add": add,
    "sub": subtract,
    "mul": multiply,
    "div": div,
    "truediv": truediv,
    "floordiv": floordiv,
    "mod": floormod,
    "pow": power,
    "and": logical_and,
    "or": logical_or,
    "xor": logical_xor,
}
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


def _install(name, function):
    def operator(x, y):
        return function(x, y)

    def reflected(y, x):
        return function(x, y)

    operator.__doc__ = reflected.__doc__ = function.__doc__
    RaggedTensor.override_operator(f"__{name}__", operator)
    RaggedTensor.override_operator(f"__r{name}__", reflected)


for _name, _function in _BINARY.items():
    _install(_name, _function)
for _name, _function in _PLAIN.items():
    RaggedTensor.override_operator(_name, _function)
