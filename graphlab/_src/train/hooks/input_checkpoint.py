"""CheckpointInputPipelineHook: saves the position of input pipelines apart from the model."""

from graphlab._src.data.saving import IteratorSaveable
from graphlab._src.graph.scopes import get_collection
from graphlab._src.train.hooks.checkpoint_saver import CheckpointSaverHook
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint
from graphlab._src.train.saving.saver import Saver
from graphlab._src.train.sessions.hook import SessionRunHook

_ITERATORS = "iterators"  # the collection of their handles


class CheckpointInputPipelineHook(SessionRunHook):
    """Saves the position of all iterators as often as an Estimator saves its model, so that training goes on there.

    estimator: whose model_dir the checkpoints "input.ckpt" are saved to. With several workers each has its own. Positions
    are restored with the first step, after the iterators were initialized.
    """

    def __init__(self, estimator):
        config = estimator.config
        name = "input"
        if config.num_worker_replicas > 1:
            name += f"_{config.task_type}_{config.task_id}"
        # It is no CheckpointSaverHook, since an estimator whose hooks include one does not save its model by itself.
        self._checkpoint_saver_hook = CheckpointSaverHook(
            estimator.model_dir,
            save_secs=config.save_checkpoints_secs,
            save_steps=config.save_checkpoints_steps,
            checkpoint_basename=f"{name}.ckpt",
        )
        self._latest_filename = f"checkpoint_{name}"
        self._first_run = True

    def begin(self):
        hook = self._checkpoint_saver_hook
        if hook._saver is None and hook._scaffold is None:
            saveables = [IteratorSaveable(handle) for handle in get_collection(_ITERATORS)]
            hook._saver = _InputSaver(saveables, self._latest_filename)
        hook.begin()

    def before_run(self, run_context):
        if self._first_run:
            self._restore_or_save(run_context.session)
            self._first_run = False
        return self._checkpoint_saver_hook.before_run(run_context)

    def _restore_or_save(self, session):
        hook = self._checkpoint_saver_hook
        path = latest_checkpoint(hook._checkpoint_dir, latest_filename=self._latest_filename)
        if path:
            hook._get_saver().restore(session, path)
            return
        step = session.run(hook._step)
        hook._save(session, step)
        hook._timer.update_last_triggered_step(step)

    def after_run(self, run_context, run_values):
        self._checkpoint_saver_hook.after_run(run_context, run_values)

    def end(self, session):
        self._checkpoint_saver_hook.end(session)


class _InputSaver(Saver):
    """A Saver that records its checkpoints in a file of its own, beside that of the model's."""

    def __init__(self, var_list, latest_filename):
        super().__init__(var_list)
        self._latest_filename = latest_filename

    def save(self, sess, save_path, global_step=None, latest_filename=None, *args, **kwargs):
        return super().save(sess, save_path, global_step, latest_filename or self._latest_filename, *args, **kwargs)
