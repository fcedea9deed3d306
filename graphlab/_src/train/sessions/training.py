"""MonitoredTrainingSession: a MonitoredSession with the hooks that training usually has."""

from graphlab._src.train.hooks.checkpoint_saver import CheckpointSaverHook
from graphlab._src.train.hooks.step_counter import StepCounterHook
from graphlab._src.train.hooks.summary_saver import SummarySaverHook
from graphlab._src.train.sessions.creators import ChiefSessionCreator, WorkerSessionCreator
from graphlab._src.train.sessions.monitored import MonitoredSession
from graphlab._src.train.sessions.scaffold import Scaffold

USE_DEFAULT = object()


def _one_of(steps, seconds, default_steps, default_seconds):
    """How often something happens: in steps or in seconds, whichever was given, or as is usual."""
    if steps is USE_DEFAULT and seconds is USE_DEFAULT:
        return default_steps, default_seconds
    return (None if steps is USE_DEFAULT else steps), (None if seconds is USE_DEFAULT else seconds)


def _wanted(*periods):
    return any(period and period > 0 for period in periods)


def MonitoredTrainingSession(  # noqa: N802
    master="",
    is_chief=True,
    checkpoint_dir=None,
    scaffold=None,
    hooks=None,
    chief_only_hooks=None,
    save_checkpoint_secs=USE_DEFAULT,
    save_summaries_steps=USE_DEFAULT,
    save_summaries_secs=USE_DEFAULT,
    config=None,
    stop_grace_period_secs=120,
    log_step_count_steps: int | None = 100,
    max_wait_secs=7200,
    save_checkpoint_steps=USE_DEFAULT,
    summary_dir=None,
):
    """A MonitoredSession that saves checkpoints and summaries and counts steps.

    is_chief: a worker that is not only waits for the chief, and only has `hooks`.  checkpoint_dir: where checkpoints go and
    are restored from.  summary_dir: where summaries go; checkpoint_dir when left out.  save_checkpoint_secs: 600, or
    save_checkpoint_steps.  save_summaries_steps: 100, or save_summaries_secs.  None or 0 disables it.
    log_step_count_steps: how often the steps a second are logged.
    master, config: of the Session.  scaffold: a Scaffold.  chief_only_hooks: hooks of the chief alone.
    stop_grace_period_secs: how long threads may run on.  max_wait_secs: how long a worker waits for the chief.
    """
    summary_steps, summary_secs = _one_of(save_summaries_steps, save_summaries_secs, 100, None)
    checkpoint_steps, checkpoint_secs = _one_of(save_checkpoint_steps, save_checkpoint_secs, None, 600)
    scaffold = scaffold or Scaffold()
    if not is_chief:
        worker = WorkerSessionCreator(scaffold, master, config, max_wait_secs)
        return MonitoredSession(worker, hooks or [], stop_grace_period_secs)
    every = list(chief_only_hooks or [])
    chief = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    summary_dir = summary_dir or checkpoint_dir
    if summary_dir and _wanted(log_step_count_steps):
        every.append(StepCounterHook(output_dir=summary_dir, every_n_steps=log_step_count_steps))
    if summary_dir and _wanted(summary_steps, summary_secs):
        every.append(
            SummarySaverHook(
                scaffold=scaffold, save_steps=summary_steps, save_secs=summary_secs, output_dir=summary_dir
            )
        )
    if checkpoint_dir and _wanted(checkpoint_secs, checkpoint_steps):
        every.append(
            CheckpointSaverHook(
                checkpoint_dir, save_steps=checkpoint_steps, save_secs=checkpoint_secs, scaffold=scaffold
            )
        )
    return MonitoredSession(chief, [*every, *(hooks or [])], stop_grace_period_secs)
