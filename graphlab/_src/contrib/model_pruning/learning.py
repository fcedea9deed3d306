"""Training with slim's loop, in which each step updates the masks."""

from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.contrib.slim import training_loop
from graphlab._src.contrib.slim.training_loop import train_step

_USE_DEFAULT = 0


def train(
    train_op,
    logdir,
    mask_update_op,
    train_step_fn=train_step,
    train_step_kwargs: Any = _USE_DEFAULT,
    log_every_n_steps=1,
    graph=None,
    master="",
    is_chief=True,
    global_step=None,
    number_of_steps=None,
    init_op: Any = _USE_DEFAULT,
    init_feed_dict=None,
    local_init_op: Any = _USE_DEFAULT,
    init_fn=None,
    ready_op: Any = _USE_DEFAULT,
    summary_op: Any = _USE_DEFAULT,
    save_summaries_secs=600,
    summary_writer: Any = _USE_DEFAULT,
    startup_delay_steps=0,
    saver=None,
    save_interval_secs=600,
    sync_optimizer=None,
    session_config=None,
    trace_every_n_steps=None,
):
    """Trains until number_of_steps or the end of the input, and returns the loss of the last step.

    mask_update_op: runs after each step, as Pruning.conditional_mask_update_op().
    The other arguments are those of tf.contrib.slim.learning.train.
    """
    arguments = forwarded(locals(), "mask_update_op", "train_step_fn")

    def step(session, train_op, global_step, train_step_kwargs):
        loss, stops = train_step_fn(session, train_op, global_step, train_step_kwargs)
        session.run(mask_update_op)
        return loss, stops

    return training_loop.train(train_step_fn=step, **arguments)
