"""tf.contrib.slim.learning: create_train_op, with clipping and multipliers by argument."""

from graphlab._src.contrib.training.train_op import (
    USE_GLOBAL_STEP,
    clip_gradient_norms,
    multiply_gradients,
)
from graphlab._src.contrib.training.train_op import create_train_op as create
from graphlab._src.graph import name_scope
from graphlab._src.train.optimizers.optimizer import Optimizer


def create_train_op(
    total_loss,
    optimizer,
    global_step=USE_GLOBAL_STEP,
    update_ops=None,
    variables_to_train=None,
    clip_gradient_norm: float = 0,
    summarize_gradients=False,
    gate_gradients=Optimizer.GATE_OP,
    aggregation_method=None,
    colocate_gradients_with_ops=False,
    gradient_multipliers=None,
    check_numerics=True,
):
    """The loss, which makes a training step when it is fetched.

    clip_gradient_norm: how long each gradient may be; 0 for any.  gradient_multipliers: {variable or name: factor}.
    The other arguments are those of tf.contrib.training.create_train_op.
    """

    def transformed(pairs):
        if gradient_multipliers:
            with name_scope("multiply_grads"):
                pairs = multiply_gradients(pairs, gradient_multipliers)
        if clip_gradient_norm > 0:
            with name_scope("clip_grads"):
                pairs = clip_gradient_norms(pairs, clip_gradient_norm)
        return pairs

    return create(
        total_loss=total_loss,
        optimizer=optimizer,
        global_step=global_step,
        update_ops=update_ops,
        variables_to_train=variables_to_train,
        transform_grads_fn=transformed,
        summarize_gradients=summarize_gradients,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
        colocate_gradients_with_ops=colocate_gradients_with_ops,
        check_numerics=check_numerics,
    )
