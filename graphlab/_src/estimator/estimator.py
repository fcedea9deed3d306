"""Estimator: a model that is trained, evaluated, used and exported, each in a graph and a session of its own."""

import contextlib
import copy
import functools
import inspect
import os
import tempfile
import time
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.errors import NotFoundError, OpError
from graphlab._src.base.text import path_to_str
from graphlab._src.cluster.device_setter import replica_device_setter
from graphlab._src.data.dataset import DatasetV2
from graphlab._src.estimator import distributed, results
from graphlab._src.estimator.export_modes import EXPORT_TAG_MAP, export_outputs_for_mode
from graphlab._src.estimator.export_outputs import signatures
from graphlab._src.estimator.input_functions import (
    DatasetInitializerHook,
    parse_input_fn_result,
    parse_iterator_result,
)
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.run_config import RunConfig
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.estimator.warm_start import WarmStartSettings
from graphlab._src.graph import Graph, GraphKeys, get_default_graph
from graphlab._src.graph.scopes import add_to_collection, device, get_collection
from graphlab._src.io import file_system
from graphlab._src.io.saved_model import constants as saved_model_constants
from graphlab._src.io.saved_model.builder import SavedModelBuilder
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.seed import set_random_seed
from graphlab._src.proto import ConfigProto
from graphlab._src.session.session import Session
from graphlab._src.summary.scalar import scalar
from graphlab._src.train.evaluation import StopAfterNEvalsHook, evaluate_once, get_or_create_eval_step
from graphlab._src.train.global_step import create_global_step, get_global_step, global_step_read
from graphlab._src.train.hooks.checkpoint_saver import CheckpointSaverHook, CheckpointSaverListener
from graphlab._src.train.hooks.logging_tensor import LoggingTensorHook
from graphlab._src.train.hooks.nan_tensor import NanTensorHook
from graphlab._src.train.hooks.stop_at_step import StopAtStepHook
from graphlab._src.train.metrics.means import mean
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint
from graphlab._src.train.saving.checkpoint_utils import list_variables, load_variable
from graphlab._src.train.saving.saver import Saver
from graphlab._src.train.saving.warm_start import warm_start
from graphlab._src.train.sessions.creators import ChiefSessionCreator
from graphlab._src.train.sessions.hook import SessionRunHook
from graphlab._src.train.sessions.monitored import MonitoredSession
from graphlab._src.train.sessions.scaffold import Scaffold
from graphlab._src.train.sessions.training import MonitoredTrainingSession

_LIBRARY = __name__.partition(".")[0] + "."
_MODEL_ARGUMENTS = {"features", "labels", "mode", "params", "self", "config"}
_FIXED = {
    "model_fn",
    "_assert_members_are_not_overridden",
    "_create_and_assert_global_step",
    "_export_all_saved_models",
}  # what subclasses may change


class Estimator:
    """A model, given as a function, and the folder that its checkpoints are in.

    model_fn(features, labels, mode, params, config) -> EstimatorSpec; all but features may be missing.
    model_dir: the folder; that of config, or a temporary one, when left out.  config: a RunConfig.
    params: what model_fn gets, a dict.  warm_start_from: a checkpoint or WarmStartSettings to begin from.
    Raises ValueError when model_fn has other parameters or a subclass overrides a method.
    """

    def __init__(self, model_fn, model_dir=None, config=None, params=None, warm_start_from=None):
        Estimator._assert_members_are_not_overridden(self)
        self._config = complete_config(config, path_to_str(model_dir))
        self._model_dir = self._config.model_dir
        self._session_config = self._config.session_config
        self._device_fn = self._config.device_fn or _get_replica_device_setter(self._config)
        logging.info("Using config: %r", self._config)
        if model_fn is None:
            raise ValueError("model_fn must be provided to Estimator.")
        check_model_fn(model_fn, params)
        self._model_fn = model_fn
        self._params = copy.deepcopy(params or {})
        self._warm_start = _settings(warm_start_from)

    @staticmethod
    def _assert_members_are_not_overridden(estimator):
        kind = type(estimator)
        base = next(
            one for one in kind.__mro__ if one.__module__.startswith(_LIBRARY)
        )  # TPUEstimator and others override, too
        members = {name for name in dir(Estimator) if not name.startswith("__")} - _FIXED
        overridden = [name for name in members if getattr(kind, name) is not getattr(base, name)]
        if overridden:
            raise ValueError(
                f"Subclasses of Estimator cannot override members of Estimator. {kind} does override {sorted(overridden)}"
            )

    @property
    def model_dir(self):
        """The folder of the checkpoints."""
        return self._model_dir

    @property
    def config(self):
        """A copy of the RunConfig."""
        return self._config.replace()

    @property
    def params(self):
        """A copy of what model_fn gets."""
        return copy.deepcopy(self._params)

    @property
    def model_fn(self):
        """model_fn(features, labels, mode, config), with params filled in."""
        return lambda features, labels, mode, config: self._call_model_fn(features, labels, mode, config)

    def latest_checkpoint(self):
        """The path of the newest checkpoint, or None."""
        return latest_checkpoint(self._model_dir)

    def get_variable_value(self, name):
        """The value of a variable in the newest checkpoint. ValueError when there is none."""
        self._check_trained()
        return load_variable(self._model_dir, name)

    def get_variable_names(self):
        """The names of the variables in the newest checkpoint. ValueError when there is none."""
        self._check_trained()
        return [name for name, _ in list_variables(self._model_dir)]

    def eval_dir(self, name=None):
        """The folder of an evaluation's summaries."""
        return os.path.join(self._model_dir, f"eval_{name}" if name else "eval")

    def train(self, input_fn, hooks=None, steps=None, max_steps=None, saving_listeners=None):
        """Trains on what input_fn() returns: (features, labels) or a Dataset of them. Returns the Estimator.

        steps: how many more.  max_steps: until the global step is so high.  Without both: to the end of the input.
        hooks: SessionRunHooks.  saving_listeners: CheckpointSaverListeners.
        """
        if steps is not None and max_steps is not None:
            raise ValueError("Can not provide both steps and max_steps.")
        for name, count in (("steps", steps), ("max_steps", max_steps)):
            if count is not None and count <= 0:
                raise ValueError(f"Must specify {name} > 0, given: {count}")
        if max_steps is not None and max_steps <= saved_step(self._model_dir):
            logging.info("Skipping training since max_steps has already saved.")
            return self
        hooks = _checked(hooks, SessionRunHook, "Hooks must be a SessionRunHook")
        listeners = _checked(
            saving_listeners,
            CheckpointSaverListener,
            "saving_listeners must be a list of CheckpointSaverListener",
        )
        if steps is not None or max_steps is not None:
            hooks.append(StopAtStepHook(steps, max_steps))
        loss = self._train_on_input(input_fn, hooks, listeners)
        logging.info("Loss for final step: %s.", loss)
        return self

    def evaluate(self, input_fn, steps=None, hooks=None, checkpoint_path=None, name=None):
        """{metric: value} over what input_fn() returns, with "loss" and "global_step" among them.

        steps: how many batches; all when left out.  checkpoint_path: the newest when left out.  name: of the evaluation.
        """
        hooks = evaluation_hooks(hooks, steps)
        path = checkpoint_path or self._newest_checkpoint("evaluate")
        strategy = self._config.eval_distribute
        with Graph().as_default(), strategy.scope() if strategy else contextlib.nullcontext():
            found = self._evaluate_build_graph(input_fn, hooks, path)
            return self._evaluate_run(path, *found, self.eval_dir(name))

    def predict(self, input_fn, predict_keys=None, hooks=None, checkpoint_path=None, yield_single_examples=True):
        """Yields the predictions for what input_fn() returns, one example after the other, as model_fn names them.

        predict_keys: which of them.  checkpoint_path: the newest when left out.  yield_single_examples: False yields
        batches.
        """
        hooks = _checked(hooks, SessionRunHook, "Hooks must be a SessionRunHook")
        path = checkpoint_path or self._newest_checkpoint("predict")
        with Graph().as_default():
            self._begin_graph()
            features, _, input_hooks = self._read_input(input_fn, ModeKeys.PREDICT)
            spec = self._call_model_fn(features, None, ModeKeys.PREDICT, self.config)
            self._begin_warm(path)
            predictions = _chosen(spec.predictions, predict_keys)
            creator = ChiefSessionCreator(
                spec.scaffold,
                master=self._config.master,
                config=self._session_config,
                checkpoint_filename_with_path=path,
            )
            with MonitoredSession(creator, [*input_hooks, *hooks, *spec.prediction_hooks]) as session:
                while not session.should_stop():
                    batch = session.run(predictions)
                    if not yield_single_examples:
                        yield batch
                    elif not isinstance(batch, dict):
                        yield from batch
                    else:
                        for i in range(_batch_length(batch)):
                            yield {key: value[i] for key, value in batch.items()}

    def export_saved_model(
        self,
        export_dir_base,
        serving_input_receiver_fn,
        assets_extra=None,
        as_text=False,
        checkpoint_path=None,
        experimental_mode=ModeKeys.PREDICT,
    ):
        """Writes a SavedModel into a new folder, named by the time, below export_dir_base; its path, as bytes.

        serving_input_receiver_fn() -> ServingInputReceiver; a SupervisedInputReceiver for another experimental_mode.
        assets_extra: {name in assets.extra: file}.
        """
        if not serving_input_receiver_fn:
            raise ValueError("An input_receiver_fn must be defined.")
        return self._export_all_saved_models(
            export_dir_base,
            {experimental_mode: serving_input_receiver_fn},
            assets_extra,
            as_text,
            checkpoint_path,
            strip_default_attrs=True,
        )

    def export_savedmodel(
        self,
        export_dir_base,
        serving_input_receiver_fn,
        assets_extra=None,
        as_text=False,
        checkpoint_path=None,
        strip_default_attrs=False,
    ):
        """The old name of export_saved_model."""
        if not serving_input_receiver_fn:
            raise ValueError("An input_receiver_fn must be defined.")
        return self._export_all_saved_models(
            export_dir_base,
            {ModeKeys.PREDICT: serving_input_receiver_fn},
            assets_extra,
            as_text,
            checkpoint_path,
            strip_default_attrs,
        )

    def experimental_export_all_saved_models(
        self, export_dir_base, input_receiver_fn_map, assets_extra=None, as_text=False, checkpoint_path=None
    ):
        """Writes a SavedModel with a graph for each mode, which share their variables; its path, as bytes.

        input_receiver_fn_map: {mode: function that returns the inputs}, with SupervisedInputReceivers to train and to
        evaluate.  The other parameters are those of export_saved_model.
        """
        return self._export_all_saved_models(
            export_dir_base, input_receiver_fn_map, assets_extra, as_text, checkpoint_path, strip_default_attrs=True
        )

    # What follows works for the methods above.

    def _evaluate_build_graph(self, input_fn, hooks=None, checkpoint_path=None):
        """(scaffold, operation of a batch, {metric: value}, hooks) of an evaluation, in the default graph."""
        self._begin_graph()
        strategy = self._config.eval_distribute
        if strategy:
            found = self._replicated(strategy, input_fn, ModeKeys.EVAL)
            spec, input_hooks, update_op, values = distributed.evaluated(strategy, *found)
        else:
            features, labels, input_hooks = self._read_input(input_fn, ModeKeys.EVAL)
            spec = self._call_model_fn(features, labels, ModeKeys.EVAL, self.config)
            update_op, values = distributed.updates(spec.eval_metric_ops, spec.loss_metric or mean(spec.loss))
        self._begin_warm(checkpoint_path)
        values[GraphKeys.GLOBAL_STEP] = get_global_step()
        return (
            _with_local_init(spec.scaffold),
            update_op,
            values,
            [*input_hooks, *(hooks or ()), *spec.evaluation_hooks],
        )

    def _evaluate_run(self, checkpoint_path, scaffold, update_op, eval_dict, all_hooks, output_dir):
        """{metric: value} of a graph that _evaluate_build_graph made, which are written as summaries, too."""
        found = evaluate_once(
            checkpoint_path,
            master=self._config.evaluation_master,
            scaffold=scaffold,
            eval_ops=update_op,
            final_ops=eval_dict,
            hooks=all_hooks,
            config=self._session_config,
        )
        results.write(output_dir, found, found[GraphKeys.GLOBAL_STEP], checkpoint_path)
        return found

    def _train_on_input(self, input_fn, hooks, listeners):
        if self._config.train_distribute:
            return self._train_replicated(self._config.train_distribute, input_fn, hooks, listeners)
        with Graph().as_default(), device(self._device_fn):
            if self._begin_graph() is not None:
                global_step_read()
            features, labels, input_hooks = self._read_input(input_fn, ModeKeys.TRAIN)
            spec = self._call_model_fn(features, labels, ModeKeys.TRAIN, self.config)
            return self._train_with_spec(spec, [*input_hooks, *hooks], listeners)

    def _train_replicated(self, strategy, input_fn, hooks, listeners):
        """Trains the replicas of a strategy, each on batches of its own."""
        config = self._config
        strategy.configure(self._session_config, config.cluster_spec or None, config.task_type, config.task_id)
        strategy.scales_loss = True
        try:
            with Graph().as_default(), strategy.scope():
                self._begin_graph()
                global_step_read()
                found = self._replicated(strategy, input_fn, ModeKeys.TRAIN)
                spec, input_hooks = distributed.trained(strategy, *found)
                return self._train_with_spec(spec, [*input_hooks, *hooks], listeners)
        finally:
            strategy.scales_loss = False

    def _replicated(self, strategy, input_fn, mode):
        """(the EstimatorSpec of all replicas, features, hooks)."""

        def dataset_fn(context):
            return self._call_input_fn(input_fn, mode, context)

        iterator = strategy.make_input_fn_iterator(dataset_fn)
        element = iterator.get_next()
        features, labels = parse_iterator_result(element)
        specs = strategy.extended.call_for_each_replica(self._call_model_fn, args=(features, labels, mode, self.config))
        return specs, features, [DatasetInitializerHook(iterator)]

    def _train_with_spec(self, spec, hooks, listeners):
        config = self._config
        if self._warm_start:
            self._begin_warm(None)
        if not any(summary.op.name == "loss" for summary in get_collection(GraphKeys.SUMMARIES)):
            scalar("loss", spec.loss)
        add_to_collection(GraphKeys.LOSSES, spec.loss)
        hooks = [*hooks, NanTensorHook(spec.loss)]
        if config.log_step_count_steps is not None:
            logged = {"loss": spec.loss, "step": get_global_step()}
            hooks.append(LoggingTensorHook(logged, every_n_iter=config.log_step_count_steps))
        hooks.extend(spec.training_hooks)
        if not (spec.scaffold.saver or get_collection(GraphKeys.SAVERS)):
            saver = Saver(
                sharded=True,
                max_to_keep=config.keep_checkpoint_max,
                keep_checkpoint_every_n_hours=config.keep_checkpoint_every_n_hours,
                defer_build=True,
                save_relative_paths=True,
            )
            add_to_collection(GraphKeys.SAVERS, saver)
        chief_hooks = list(spec.training_chief_hooks)
        saving = [hook for hook in [*hooks, *chief_hooks] if isinstance(hook, CheckpointSaverHook)]
        if not saving and (config.save_checkpoints_secs or config.save_checkpoints_steps):
            saving = [
                CheckpointSaverHook(
                    self._model_dir,
                    save_secs=config.save_checkpoints_secs,
                    save_steps=config.save_checkpoints_steps,
                    scaffold=spec.scaffold,
                )
            ]
            chief_hooks = [*saving, *chief_hooks]
        if listeners:
            if not saving:
                raise ValueError(
                    "There should be a CheckpointSaverHook to use saving_listeners. Please set one of the "
                    "RunConfig.save_checkpoints_steps or RunConfig.save_checkpoints_secs."
                )
            saving[0].add_listeners(listeners)
        loss = None
        # Workers that a strategy keeps equal initialize or restore their own copies of the variables.
        strategy = config.train_distribute
        alone = not config.is_chief and strategy is not None and strategy.extended.keeps_workers_equal
        with MonitoredTrainingSession(
            master=config.master,
            is_chief=config.is_chief or alone,
            max_wait_secs=config.session_creation_timeout_secs,
            checkpoint_dir=self._model_dir,
            scaffold=spec.scaffold,
            hooks=hooks,
            chief_only_hooks=[] if alone else chief_hooks,
            save_checkpoint_secs=0,
            save_summaries_steps=None if alone else config.save_summary_steps,
            save_summaries_secs=None,
            config=self._session_config,
            log_step_count_steps=None if alone else config.log_step_count_steps,
        ) as session:
            while not session.should_stop():
                _, loss = session.run([spec.train_op, spec.loss])
        if loss is None:
            logging.warning("Training with estimator made no steps. Perhaps input is empty or misspecified.")
        return loss

    def _begin_graph(self):
        """The global step, or None where the model function makes it."""
        set_random_seed(self._config.tf_random_seed)
        return self._create_and_assert_global_step(None)

    def _create_and_assert_global_step(self, graph):
        return create_global_step(graph)

    def _begin_warm(self, checkpoint_path):
        """Lets variables begin as in another model, when there is no checkpoint of this one."""
        if not checkpoint_path and self._warm_start:
            logging.info("Warm-starting with WarmStartSettings: %s", self._warm_start)
            warm_start(*self._warm_start)

    def _read_input(self, input_fn, mode):
        """(features, labels, hooks) of an input function."""
        found = self._call_input_fn(input_fn, mode)
        if mode == ModeKeys.PREDICT:
            self._check_input_ends(found)
        return parse_input_fn_result(found)

    def _check_input_ends(self, found):
        """Warns of an input for predictions that has nothing which could end."""
        if isinstance(found, DatasetV2) or get_collection(GraphKeys.QUEUE_RUNNERS):
            return
        if not any(op.type == "IteratorGetNext" for op in _operations()):
            logging.warning(
                "Input graph does not use tf.data.Dataset or contain a QueueRunner. That means predict yields forever. "
                "This is probably a mistake."
            )

    def _call_input_fn(self, input_fn, mode, input_context=None):
        wanted = arguments(input_fn)
        given = {"mode": mode, "params": self.params, "config": self.config}
        if input_context is not None:
            given["input_context"] = input_context
        with device("/cpu:0"):
            return input_fn(**{name: value for name, value in given.items() if name in wanted})

    def _call_model_fn(self, features, labels, mode, config):
        wanted = arguments(self._model_fn)
        if labels is not None and "labels" not in wanted:
            raise ValueError("model_fn does not take labels, but input_fn returns labels.")
        given = {"labels": labels, "mode": mode, "params": self.params, "config": config}
        logging.info("Calling model_fn.")
        found = self._model_fn(features=features, **{name: value for name, value in given.items() if name in wanted})
        logging.info("Done calling model_fn.")
        if not isinstance(found, EstimatorSpec):
            raise ValueError("model_fn should return an EstimatorSpec.")
        return found

    def _newest_checkpoint(self, purpose):
        path = latest_checkpoint(self._model_dir)
        if not path:
            logging.info(
                "Could not find trained model in model_dir: %s, running initialization to %s.", self._model_dir, purpose
            )
        return path

    def _check_trained(self):
        if not latest_checkpoint(self._model_dir):
            raise ValueError(f"Could not find trained model in model_dir: {self._model_dir}.")

    def _export_all_saved_models(
        self, export_dir_base, receiver_fns, assets_extra, as_text, checkpoint_path, strip_default_attrs
    ):
        path = checkpoint_path or latest_checkpoint(self._model_dir)
        if not path and self._warm_start:
            path = self._warm_start.ckpt_to_initialize_from
            path = latest_checkpoint(path) if os.path.isdir(path) else path
        if not path:
            raise ValueError(f"Couldn't find trained model at {self._model_dir}.")
        modes = [mode for mode in (ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.PREDICT) if receiver_fns.get(mode)]
        if not modes:
            raise ValueError(f"No valid modes for exporting found. Got {receiver_fns.keys()}.")
        folder = new_folder(path_to_str(export_dir_base))
        unfinished = os.path.join(os.path.dirname(folder), f"temp-{os.path.basename(folder)}")
        builder = SavedModelBuilder(unfinished)
        for mode in modes:
            with Graph().as_default():
                self._add_meta_graph_for_mode(
                    builder, receiver_fns[mode], path, mode, mode == modes[0], strip_default_attrs
                )
        builder.save(as_text)
        for name, source in (assets_extra or {}).items():
            target = os.path.join(unfinished, "assets.extra", name)
            file_system.makedirs(os.path.dirname(target))
            file_system.copy(source, target)
        os.rename(unfinished, folder)
        return folder.encode()

    def _add_meta_graph_for_mode(self, builder, receiver_fn, path, mode, save_variables, strip_default_attrs):
        """Adds the graph of a mode, restored from a checkpoint."""
        self._begin_graph()
        receiver = receiver_fn()
        labels = getattr(receiver, "labels", None)
        spec = self._call_model_fn(receiver.features, labels, mode, self.config)
        signature_defs = signatures(
            receiver.receiver_tensors,
            export_outputs_for_mode(mode, spec.export_outputs, spec.predictions, spec.loss, spec.eval_metric_ops),
            getattr(receiver, "receiver_tensors_alternatives", None),
            serving_only=mode == ModeKeys.PREDICT,
        )
        local_init_op = spec.scaffold.local_init_op
        if local_init_op is None:
            local_init_op = Scaffold.default_local_init_op()
        saver = spec.scaffold.saver or Saver(sharded=True)
        with Session(config=self._session_config) as session:
            try:
                saver.restore(session, path)
            except NotFoundError as error:
                raise ValueError(
                    "Could not load all requested variables from checkpoint. Please make sure your model_fn does not "
                    f"expect variables that were not saved in the checkpoint.\n\nEncountered error with mode `{mode}` "
                    f"while restoring checkpoint from: `{path}`. Full Traceback:\n\n{error}"
                ) from error
            if spec.train_op is not None:
                add_to_collection(saved_model_constants.TRAIN_OP_KEY, spec.train_op)
            add = functools.partial(builder.add_meta_graph_and_variables, session)
            (add if save_variables else builder.add_meta_graph)(
                EXPORT_TAG_MAP[mode],
                signature_def_map=signature_defs,
                assets_collection=get_collection(GraphKeys.ASSET_FILEPATHS),
                main_op=local_init_op,
                saver=saver,
                strip_default_attrs=strip_default_attrs,
            )


def _operations():
    return get_default_graph().get_operations()


def arguments(function):
    """The names of the parameters of a function, a method, a partial or a callable object."""
    return {
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }


def check_model_fn(model_fn, params):
    wanted = arguments(model_fn)
    if "features" not in wanted:
        raise ValueError(f"model_fn ({model_fn}) must include features argument.")
    if params is not None and "params" not in wanted:
        raise ValueError(
            f"model_fn ({model_fn}) does not include params argument, but params ({params}) is passed to Estimator."
        )
    if params is None and "params" in wanted:
        logging.warning(
            "Estimator's model_fn (%s) includes params argument, but params are not passed to Estimator.", model_fn
        )
    others = sorted(wanted - _MODEL_ARGUMENTS)
    if others:
        raise ValueError(f"model_fn ({model_fn}) has following not expected args: {others}")


def complete_config(config, model_dir):
    """A RunConfig with a folder and a ConfigProto."""
    if config is None:
        config = RunConfig()
        logging.info("Using default config.")
    if not isinstance(config, RunConfig):
        raise ValueError(f"config must be an instance of `RunConfig`, but provided {config}.")
    if config.session_config is None:
        config = config.replace(session_config=ConfigProto(allow_soft_placement=True))
    if model_dir is not None and config.model_dir is not None and config.model_dir != model_dir:
        raise ValueError(
            "`model_dir` are set both in constructor and `RunConfig`, but with different values. In constructor: "
            f"'{model_dir}', in `RunConfig`: '{config.model_dir}' "
        )
    if model_dir:
        return config.replace(model_dir=model_dir)
    if config.model_dir is None:
        model_dir = tempfile.mkdtemp()
        logging.warning("Using temporary folder as model directory: %s", model_dir)
        return config.replace(model_dir=model_dir)
    return config


def _get_replica_device_setter(config):
    """The function that puts variables on the parameter servers, or None where there are none."""
    if not config.num_ps_replicas:
        return None
    return replica_device_setter(
        ps_tasks=config.num_ps_replicas,
        worker_device=f"/job:{config.task_type}/task:{config.task_id}",
        cluster=config.cluster_spec,
    )


def _settings(given):
    if given is None or isinstance(given, WarmStartSettings):
        return given
    path = path_to_str(given)
    if not isinstance(path, str):
        raise ValueError(f"warm_start_from must be a string or a WarmStartSettings, instead got {type(given)}")
    return WarmStartSettings(ckpt_to_initialize_from=path)


def _checked(items, kind, message) -> list[Any]:
    for item in items or ():
        if not isinstance(item, kind):
            raise TypeError(f"{message}, given: {item}")
    return list(items or ())


def saved_step(model_dir):
    """The global step of the newest checkpoint in a folder; 0 where there is none."""
    try:
        return int(load_variable(model_dir, GraphKeys.GLOBAL_STEP))
    except (OpError, ValueError, KeyError):
        return 0


def evaluation_hooks(hooks, steps):
    """The hooks of an evaluation, which ends after so many batches; None for all."""
    hooks = _checked(hooks, SessionRunHook, "Hooks must be a SessionRunHook")
    if steps is not None:
        if steps <= 0:
            raise ValueError(f"Must specify steps > 0, given: {steps}")
        hooks.append(StopAfterNEvalsHook(num_evals=steps))
    return hooks


def _with_local_init(scaffold):
    """The scaffold, whose own local_init_op leaves nothing else uninitialized."""
    if scaffold.local_init_op is None:
        return scaffold
    get_or_create_eval_step()
    both = group(scaffold.local_init_op, Scaffold.default_local_init_op())
    return Scaffold(local_init_op=both, copy_from_scaffold=scaffold)


def _chosen(predictions, keys):
    if not keys:
        return predictions
    if not isinstance(predictions, dict):
        raise ValueError("predict_keys argument is not valid in case of non-dict predictions.")
    found = {key: value for key, value in predictions.items() if key in keys}
    if not found:
        raise ValueError(f"Expected to run at least one output from {predictions.keys()}, provided {keys}.")
    return found


def _batch_length(batch):
    lengths = {key: len(value) for key, value in batch.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"Batch length of predictions should be same. Their lengths are {lengths}.")
    return next(iter(lengths.values()))


def new_folder(base):
    """A folder named by the time, in seconds, that is not there yet."""
    while True:
        folder = os.path.join(base, str(int(time.time())))
        if not os.path.exists(folder):
            return folder
        time.sleep(0.1)
