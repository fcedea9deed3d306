"""Reversible blocks, whose inputs are computed from their outputs in the gradient (Gomez et al., 2017)."""

import functools
import logging
import re

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.autodiff.gradients import gradients
from graphlab._src.graph import nest
from graphlab._src.layers.base_layer import Layer
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.control_flow.grouping import tuple_
from graphlab._src.ops.identity import stop_gradient
from graphlab._src.state.scope import get_variable_scope, variable_scope

_LAYER = re.compile(".*revlayer_([0-9]*)/([fg])/.*")
_log = logging.getLogger("graphlab")


def _called(function, value, side):
    return function(value, side) if side else function(value)


def _sums(*lists):
    """The sums of gradients, None where there is none."""
    found = []
    for group in zip(*lists, strict=True):
        known = [one for one in group if one is not None]
        found.append(add_n(known) if known else None)
    return found


def _in_scope(function, scope):
    def call(*args, **kwargs):
        with variable_scope(scope, use_resource=True):
            return function(*args, **kwargs)

    return call if isinstance(function, functools.partial) else functools.wraps(function)(call)


def _layer_backward(ys, grads, f, g, f_vars, f_side, g_vars, g_side):
    """(inputs, their gradients, (gradients of f's variables, of its side input), the same of g) of one layer."""
    y1, y2 = ys
    grad_y1, grad_y2 = grads
    y1_stop = stop_gradient(y1)
    g_side = [stop_gradient(one) for one in g_side]
    gy1 = _called(g, y1_stop, g_side)
    x2 = y2 - gy1
    x2_stop = stop_gradient(x2)
    f_side = [stop_gradient(one) for one in f_side]
    fx2 = _called(f, x2_stop, f_side)
    x1 = y1 - fx2
    grad_gy1 = gradients(gy1, y1_stop, grad_y2)[0]
    grad_x1 = grad_y1 + grad_gy1
    grad_x2 = gradients(fx2, x2_stop, grad_y1)[0] + grad_y2 + gradients(fx2, x2_stop, grad_gy1)[0]
    of_g = gradients(gy1, g_vars + g_side, grad_y2)
    of_f = _sums(gradients(fx2, f_vars + f_side, grad_y1), gradients(fx2, f_vars + f_side, grad_gy1))
    found = (
        (x1, x2),
        (grad_x1, grad_x2),
        (of_f[: len(f_vars)], of_f[len(f_vars) :]),
        (of_g[: len(g_vars)], of_g[len(g_vars) :]),
    )
    return nest.pack_sequence_as(found, tuple_(nest.flatten(found)))


class RevBlock(Layer):
    """num_layers layers y1 = x1 + f(x2), y2 = x2 + g(y1), of whose values only the last are retained for the gradient.

    f, g: functions of a tensor (and of a list, the side input, where there is one) that return one of the same shape,
    or lists of num_layers of them; their variables are resource variables of the scopes revlayer_I/f and revlayer_I/g.
    f_side_input, g_side_input: lists of tensors.  use_efficient_backprop: compute inputs again, else keep them.
    """

    def __init__(
        self,
        f,
        g,
        num_layers=1,
        f_side_input=None,
        g_side_input=None,
        use_efficient_backprop=True,
        name="revblock",
        **kwargs,
    ):
        super().__init__(name=name, **kwargs)
        fs, gs = (one if isinstance(one, list) else [one] * num_layers for one in (f, g))
        assert len(fs) == num_layers and len(gs) == num_layers
        self.f = [_in_scope(function, f"revlayer_{i}/f") for i, function in enumerate(fs)]
        self.g = [_in_scope(function, f"revlayer_{i}/g") for i, function in enumerate(gs)]
        self.num_layers = num_layers
        self.f_side_input = f_side_input or []
        self.g_side_input = g_side_input or []
        self._use_efficient_backprop = use_efficient_backprop

    def build(self, input_shape):
        """Nothing: the variables are made when the layer is first called."""
        _log.warning("RevBlock constructs its variables on first call, not on build.")
        self.built = True

    def call(self, inputs, forward=True):
        """(y1, y2) of inputs (x1, x2), or the other way round."""
        scope = get_variable_scope()
        before = len(scope.global_variables())
        outputs = self._forward(*inputs) if forward else self._backward(*inputs)
        trained = scope.trainable_variables()
        for variable in scope.global_variables()[before:]:
            one_of = any(variable is known for known in trained)
            (self._trainable_weights if one_of else self._non_trainable_weights).append(variable)
        return outputs

    def forward(self, x1, x2):
        """(y1, y2)."""
        return self.apply([x1, x2])

    def backward(self, y1, y2):
        """(x1, x2)."""
        return self.apply([y1, y2], forward=False)

    def _forward(self, x1, x2):
        count = len(self.f_side_input)

        def run(x1, x2, *side):
            f_side, g_side = list(side[:count]), list(side[count:])
            for f, g in zip(self.f, self.g, strict=True):
                y1 = x1 + _called(f, x2, f_side)
                y2 = x2 + _called(g, y1, g_side)
                x1, x2 = tuple_([y1, y2]) if self._use_efficient_backprop else (y1, y2)
            return x1, x2

        @custom_gradient
        def run_with_gradient(*args):
            outputs = run(*args)

            def grad(*grads, variables=()):
                found, of_variables = self._gradients(outputs, grads, list(variables))
                return (found, of_variables) if variables else found

            return outputs, grad

        block = run_with_gradient if self._use_efficient_backprop else run
        return block(x1, x2, *self.f_side_input, *self.g_side_input)

    def _gradients(self, ys, grads, variables):
        """(gradients of x1, x2 and the side inputs, gradients of the variables)."""
        owned = {(name, i): [] for name in "fg" for i in range(self.num_layers)}
        for k, variable in enumerate(variables):
            match = _LAYER.match(variable.name)
            assert match, f"{variable.name} is not one of a reversible layer"
            owned[match[2], int(match[1])].append(k)
        of_variables = [None] * len(variables)
        of_sides = {"f": [], "g": []}
        with variable_scope(self.scope_name, reuse=True):
            for i in reversed(range(self.num_layers)):
                f_vars, g_vars = ([variables[k] for k in owned[name, i]] for name in "fg")
                ys, grads, *found = _layer_backward(
                    ys, grads, self.f[i], self.g[i], f_vars, self.f_side_input, g_vars, self.g_side_input
                )
                for name, (of_owned, of_side) in zip("fg", found, strict=True):
                    of_sides[name].append(of_side)
                    for k, one in zip(owned[name, i], of_owned, strict=True):
                        of_variables[k] = one
        sides = [*_sums(*of_sides["f"]), *_sums(*of_sides["g"])]
        return [*grads, *sides], of_variables

    def _backward(self, y1, y2):
        for f, g in zip(reversed(self.f), reversed(self.g), strict=True):
            y2 = y2 - _called(g, y1, self.g_side_input)
            y1 = y1 - _called(f, y2, self.f_side_input)
        return y1, y2


def rev_block(x1, x2, f, g, num_layers=1, f_side_input=None, g_side_input=None, is_training=True):
    """(y1, y2) of a RevBlock; is_training: its use_efficient_backprop."""
    block = RevBlock(
        f=f,
        g=g,
        num_layers=num_layers,
        f_side_input=f_side_input,
        g_side_input=g_side_input,
        use_efficient_backprop=is_training,
        _reuse=get_variable_scope().reuse,
    )
    return block.forward(x1, x2)
