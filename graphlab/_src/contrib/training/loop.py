"""tf.contrib.training.train: a MonitoredTrainingSession that runs a training operation to the end."""

from graphlab._src.train.sessions.training import MonitoredTrainingSession


def train(
    train_op,
    logdir,
    master="",
    is_chief=True,
    scaffold=None,
    hooks=None,
    chief_only_hooks=None,
    save_checkpoint_secs=600,
    save_summaries_steps=100,
    config=None,
    max_wait_secs=7200,
    run_metadata=None,
):
    """Trains until a hook or the end of the input stops it; the last value of train_op.

    logdir: where checkpoints and summaries go; None, for a chief, only where both are None.  run_metadata: a RunMetadata.
    The other arguments are those of tf.train.MonitoredTrainingSession.
    """
    if logdir is None and is_chief:
        for name, value in (
            ("save_summaries_steps", save_summaries_steps),
            ("save_checkpoint_secs", save_checkpoint_secs),
        ):
            if value:
                raise ValueError(f"logdir cannot be None when {name} is not None")
    with MonitoredTrainingSession(
        master=master,
        is_chief=is_chief,
        checkpoint_dir=logdir,
        scaffold=scaffold,
        hooks=hooks,
        chief_only_hooks=chief_only_hooks,
        save_checkpoint_secs=save_checkpoint_secs,
        save_summaries_steps=save_summaries_steps,
        config=config,
        max_wait_secs=max_wait_secs,
    ) as session:
        loss = None
        while not session.should_stop():
            loss = session.run(train_op, run_metadata=run_metadata)
    return loss
