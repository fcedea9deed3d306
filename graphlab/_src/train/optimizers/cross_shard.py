"""CrossShardOptimizer: the optimizer around another one that TPU programs have; one replica has nothing to add up."""

from graphlab._src.base import logging
from graphlab._src.distribute.tpu.shards import get_tpu_context
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.train.optimizers.optimizer import Optimizer


class CrossShardOptimizer(Optimizer):
    """An optimizer around another one, which it leaves as it is: there is one shard.

    opt: the other one.  reduction: losses.Reduction.MEAN or SUM, of the shards' losses.
    group_assignment: [[0]], or None.  Raises ValueError for other reductions, and for groups of more shards.
    """

    def __init__(self, opt, reduction=Reduction.MEAN, name="CrossShardOptimizer", group_assignment=None):
        if reduction not in (Reduction.SUM, Reduction.MEAN):
            raise ValueError(f"Unsupported reduction: {reduction}.")
        super().__init__(False, name)
        self._opt = opt
        self._groups = group_assignment

    def compute_gradients(self, loss, var_list=None, **kwargs):
        """What the optimizer inside computes."""
        if get_tpu_context().number_of_shards is None:
            logging.warning(
                "CrossShardOptimizer should be used within a tpu_shard_context, but got unset number_of_shards. Assuming 1."
            )
        _check_groups(self._groups)
        return self._opt.compute_gradients(loss, var_list=var_list, **kwargs)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """The operation of the optimizer inside."""
        return self._opt.apply_gradients(grads_and_vars, global_step, name)

    def get_slot(self, *args, **kwargs):
        """A slot of the optimizer inside."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args, **kwargs):
        """The names of its slots."""
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self):
        """The variables that the optimizer inside made."""
        return self._opt.variables()


def _check_groups(groups):
    if not groups:
        return
    if not (isinstance(groups, list) and all(isinstance(group, list) for group in groups)):
        raise ValueError(f"group_assignment must be a list of list. Got {groups}")
    if {shard for group in groups for shard in group} != {0}:
        raise ValueError(f"group_assignment must be a permutation of range(1). Got group_assignment={groups}")
