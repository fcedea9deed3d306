"""MovingAverageOptimizer: an optimizer that keeps moving averages of what it trains, and saves them in its place."""

from typing import Any

from graphlab._src.graph import get_default_graph
from graphlab._src.ops.control_flow import group
from graphlab._src.state.initialization import global_variables
from graphlab._src.state.moving_averages import ExponentialMovingAverage
from graphlab._src.train.optimizers.optimizer import Optimizer
from graphlab._src.train.saving.saver import Saver


class MovingAverageOptimizer(Optimizer):
    """An optimizer around another one that also keeps exponential moving averages of the variables.

    opt: the other one.  average_decay, num_updates: see ExponentialMovingAverage.
    sequential_update: whether the averages wait for the step.
    """

    def __init__(self, opt, average_decay=0.9999, num_updates=None, sequential_update=True):
        super().__init__(opt._use_locking, opt.get_name())
        self._optimizer = opt
        self._ema = ExponentialMovingAverage(average_decay, num_updates=num_updates)
        self._trained = None
        self._sequential_update = sequential_update

    def compute_gradients(self, *args, **kwargs):
        """What the optimizer inside computes."""
        return self._optimizer.compute_gradients(*args, **kwargs)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """The operation of a step and of the averages after it."""
        pairs = list(grads_and_vars)
        step = self._optimizer.apply_gradients(pairs, global_step, name)
        self._trained = [var for grad, var in pairs if grad is not None]
        with get_default_graph().control_dependencies([step] if self._sequential_update else []):
            averages = self._ema.apply(self._trained)
        return group(step, averages, name="train_with_avg")

    def swapping_saver(self, var_list=None, name="swapping_saver", **kwargs):
        """A Saver that saves the averages under the names of the variables, and the other way round.

        var_list: a list of variables, or {name: variable}; all when left out.
        """
        if self._trained is None:
            raise RuntimeError("Must call apply_gradients or minimize before creating the swapping_saver")
        variables = global_variables() if var_list is None else var_list
        by_name = dict(variables) if isinstance(variables, dict) else {var.op.name: var for var in variables}
        swapped = dict(by_name)
        for var in self._trained:
            average: Any = self._ema.average(var)
            for one, other in ((var, average), (average, var)):
                if one.op.name in by_name:
                    if other.op.name not in by_name:
                        raise ValueError(
                            f"Variable to swap {other.op.name} is not part of variables to save. This breaks "
                            "MovingAverageOptimizer."
                        )
                    swapped[one.op.name] = by_name[other.op.name]
        return Saver(swapped, name=name, **kwargs)
