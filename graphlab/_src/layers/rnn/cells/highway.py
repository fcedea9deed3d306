"""HighwayWrapper: a cell whose inputs pass it by, as far as a gate lets them."""

from graphlab._src.graph import nest
from graphlab._src.layers.rnn.cells.wrappers import CellWrapper
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.bias import xw_plus_b
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.scope import get_variable


class HighwayWrapper(CellWrapper):
    """inputs · carry + outputs · transform (Srivastava et al., 2015, arXiv 1505.00387).

    couple_carry_transform_gates: transform = 1 - carry.  carry_bias_init: what the bias of `carry` begins with.
    """

    def __init__(self, cell, couple_carry_transform_gates=True, carry_bias_init=1.0):
        super().__init__(cell)
        self._coupled = couple_carry_transform_gates
        self._carry_bias_init = carry_bias_init

    def _call_wrapped_cell(self, inputs, state, cell_call_fn, **kwargs):
        outputs, state = cell_call_fn(inputs, state, **kwargs)
        nest.assert_same_structure(inputs, outputs)
        nest.map_structure(lambda a, b: a.shape.assert_is_compatible_with(b.shape), inputs, outputs)
        return nest.map_structure(self._highway, inputs, outputs), state

    def _highway(self, inputs, outputs):
        carry = _gate("carry", inputs, self._carry_bias_init)
        transform = 1 - carry if self._coupled else _gate("transform", inputs, -self._carry_bias_init)
        return inputs * carry + outputs * transform


def _gate(name, inputs, first):
    size = inputs.shape.with_rank(2).as_list()[1]
    weight = get_variable(name + "_w", [size, size])
    bias = get_variable(name + "_b", [size], initializer=constant_initializer(first))
    return sigmoid(xw_plus_b(inputs, weight, bias))
