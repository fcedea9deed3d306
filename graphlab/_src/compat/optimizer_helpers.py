"""tensorflow.python.training.optimizer: what updates one variable."""

from typing import Any

from graphlab._src.graph import Tensor
from graphlab._src.state.resource_variable import HandledVariable


class OptimizableVariable:
    """A variable as an optimizer has it: what gradients are of, and the operation that applies one."""

    def __init__(self, v: Any) -> None:
        self._v = v

    def target(self) -> Any:
        """What gradients() has for the variable among its xs."""
        if isinstance(self._v, Tensor):
            return self._v
        return self._v.handle if isinstance(self._v, HandledVariable) else self._v._ref()

    def update_op(self, optimizer: Any, g: Any) -> Any:
        """The operation that applies a gradient; NotImplementedError for a tensor that is no variable."""
        return optimizer._update_variable(g, self._v)


class RefVariableProcessor(OptimizableVariable):
    """Of a variable by reference."""


class DenseResourceVariableProcessor(OptimizableVariable):
    """Of a resource variable."""


class TensorProcessor(OptimizableVariable):
    """Of a tensor: it has gradients, and nothing to apply them to."""


def get_processor(v: Any) -> OptimizableVariable:
    """The one that suits a variable or tensor."""
    if isinstance(v, Tensor):
        return TensorProcessor(v)
    return DenseResourceVariableProcessor(v) if isinstance(v, HandledVariable) else RefVariableProcessor(v)
