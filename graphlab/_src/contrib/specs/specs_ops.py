"""What texts of networks are made of: `net = (Cr(64, [3, 3]) | Mp([2, 2])) ** 3 | Flat | Fm(10)`.

C and F are convolutions and dense layers, with the activation as second letter: s sigmoid, t tanh, r relu, m softmax, l none.
"""

from graphlab._src.contrib.layers.batch_norm import batch_norm
from graphlab._src.contrib.layers.conv import convolution2d
from graphlab._src.contrib.layers.dense import fully_connected
from graphlab._src.contrib.layers.normalization import unit_norm
from graphlab._src.contrib.layers.pooling import avg_pool2d, max_pool2d
from graphlab._src.contrib.layers.shaping import dropout, flatten
from graphlab._src.contrib.specs import specs_lib
from graphlab._src.contrib.specs.specs_lib import External as External
from graphlab._src.contrib.specs.specs_lib import Function as Fun
from graphlab._src.contrib.specs.specs_lib import Import as Import
from graphlab._src.contrib.specs.specs_lib import debug as debug
from graphlab._src.ops.activation import relu, sigmoid
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.local_response import local_response_normalization
from graphlab._src.ops.printing import print_
from graphlab._src.ops.shape import expand_dims, reshape, squeeze
from graphlab._src.ops.softmax import softmax
from graphlab._src.ops.transpose import transpose
from graphlab._src.ops.trigonometry import tanh
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_scope import VariableScope


class Idx(specs_lib.Composable):
    """The tensor itself."""

    def funcall(self, x):
        return x


class Conc(specs_lib.Composable):
    """The results of several, one after the other along an axis."""

    def __init__(self, dim, *args):
        self.dim = dim
        self.funs = args

    def funcall(self, x):
        return concat([part.funcall(x) for part in self.funs], self.dim)


Print, Id = Fun(print_), Fun(identity)
Cx, Cs, Ct = Fun(convolution2d), *(Fun(convolution2d, activation_fn=function) for function in (sigmoid, tanh))
Cr, Cm, Cl = (Fun(convolution2d, activation_fn=function) for function in (relu, softmax, None))
Fx, Fs, Ft = Fun(fully_connected), *(Fun(fully_connected, activation_fn=function) for function in (sigmoid, tanh))
Fr, Fm, Fl = (Fun(fully_connected, activation_fn=function) for function in (relu, softmax, None))
Mp, Ap = Fun(max_pool2d), Fun(avg_pool2d)
Do, Bn, Lrn, Unit = Fun(dropout), Fun(batch_norm), Fun(local_response_normalization), Fun(unit_norm)
Flat, Reshape, Transpose, Squeeze, Expand = (Fun(f) for f in (flatten, reshape, transpose, squeeze, expand_dims))
Relu, Sig, Tanh, Smax = Fun(relu), Fun(sigmoid), Fun(tanh), Fun(softmax)


def Dws(n):  # noqa: N802
    """A dense layer for each pixel, with sigmoid."""
    return Cs(n, [1, 1])


def Dwm(n):  # noqa: N802
    """A dense layer for each pixel, with softmax."""
    return Cm(n, [1, 1])


def Var(name, *args, **kw):  # noqa: N802
    """A variable, whatever the tensor is; args: get_variable's."""
    return specs_lib.Callable(lambda _: get_variable(name, *args, **kw))


class Shared(specs_lib.Composable):
    """A network whose variables all its uses share."""

    shared_number = 1

    def __init__(self, subnet, name=None, scope=None):
        if scope is not None and not isinstance(scope, VariableScope):
            raise ValueError("scope must be None or a VariableScope")
        if name is not None and not isinstance(scope, str):
            raise ValueError("name must be None or a string")
        if name is None:
            name = f"Shared_{Shared.shared_number}"
            Shared.shared_number += 1
        self.subnet = subnet
        self.name = name
        self.scope = scope

    def funcall(self, x):
        if self.scope is None:
            with variable_scope(self.name, values=[x]) as self.scope:
                return self.subnet.funcall(x)
        with variable_scope(self.scope, values=[x], reuse=True):
            return self.subnet.funcall(x)


ENVIRONMENT = {name: value for name, value in globals().items() if name[0].isupper() or name == "debug"}
