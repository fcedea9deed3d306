"""LARS: a learning rate for each variable, by the norms of the variable and its gradient (You et al., 2017)."""

from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.products import norm
from graphlab._src.ops.select import where
from graphlab._src.train.optimizers.momentum import MomentumOptimizer, apply_momentum


class LARSOptimizer(MomentumOptimizer):
    """Momentum whose rate for a variable w is learning_rate · eeta · |w| / (|grad| + weight_decay · |w| + epsilon).

    weight_decay: what part of the variable is added to its gradient.
    skip_list: parts of names of variables that are trained by plain momentum.
    A gradient of rows is applied by plain momentum, too.
    """

    def __init__(
        self,
        learning_rate,
        momentum=0.9,
        weight_decay=0.0001,
        eeta=0.001,
        epsilon=0.0,
        name="LARSOptimizer",
        skip_list=None,
        use_nesterov=False,
    ):
        if momentum < 0.0:
            raise ValueError(f"momentum should be positive: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"weight_decay should be positive: {weight_decay}")
        super().__init__(learning_rate, momentum, name=name, use_nesterov=use_nesterov)
        self._weight_decay = weight_decay
        self._eeta = eeta
        self._epsilon = epsilon
        self._skip_list = skip_list

    def compute_lr(self, grad, var):
        """(the learning rate for a variable, its gradient with weight decay)."""
        rate = self._call_if_callable(self._learning_rate)
        if any(part in var.name for part in self._skip_list or ()):
            return rate, grad
        size, grad_size = norm(var), norm(grad)
        sized, moving = greater(size, 0), greater(grad_size, 0)
        trust = self._eeta * size / (grad_size + self._weight_decay * size + self._epsilon)
        trust = where(sized, where(moving, trust, 1.0), 1.0)
        return rate * trust, grad + self._weight_decay * var

    def _apply_dense(self, grad, var):
        rate, grad = self.compute_lr(grad, var)
        kind = var.dtype.base_dtype
        return apply_momentum(
            var._ref(),
            self.get_slot(var, "momentum")._ref(),
            cast(1.0, kind),
            grad * rate,
            self._momentum,
            use_nesterov=self._use_nesterov,
        )
