"""TPUEstimator: an Estimator whose functions receive the size of a batch, on whatever devices there are."""

import copy
import enum
import math
from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.estimator.estimator import Estimator, arguments, check_model_fn
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.tpu.config import (
    InputPipelineConfig,
    RunConfig,
    check_positive_integer,
    parse_iterations_per_loop,
)
from graphlab._src.estimator.tpu.hooks import ExamplesPerSecondHook
from graphlab._src.estimator.tpu.spec import TPUEstimatorSpec
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scopes import device
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable
from graphlab._src.train.global_step import get_global_step

_RESERVED = ["batch_size", "context"]
_NO_TPU = (
    "Cannot find any TPU cores in the system. Pass use_tpu=False to TPUEstimator: graphlab compiles the same model for the "
    "devices that JAX has."
)


class ExportSavedModelApiVersion(enum.Enum):
    """Who rewrites an exported model for a TPU: the TPUEstimator, or model_fn."""

    V1 = 1
    V2 = 2


class TPUEstimator(Estimator):
    """An Estimator whose functions get params["batch_size"] and params["use_tpu"], which is False.

    model_fn(features, labels, mode, params, config) -> TPUEstimatorSpec or EstimatorSpec; params is needed, in input
    functions too.  config: a RunConfig of tf.estimator.tpu.  train_batch_size, eval_batch_size, predict_batch_size: what
    params["batch_size"] is; it is missing where that is None.  use_tpu: True raises RuntimeError when the model is run;
    graphlab trains on JAX's devices without it.  eval_on_tpu: False lets use_tpu=True evaluate.  The other arguments are
    Estimator's, or say how a TPU would be used.
    """

    def __init__(
        self,
        model_fn: Any = None,
        model_dir=None,
        config: Any = None,
        params: Any = None,
        use_tpu=True,
        train_batch_size=None,
        eval_batch_size=None,
        predict_batch_size=None,
        batch_axis=None,
        eval_on_tpu=True,
        export_to_tpu=True,
        export_to_cpu=True,
        warm_start_from=None,
        embedding_config_spec=None,
        export_saved_model_api_version=ExportSavedModelApiVersion.V1,
    ):
        if config is None or not isinstance(config, RunConfig):
            raise ValueError("`config` must be provided with type `tpu_config.RunConfig`")
        if params is not None and any(key in params for key in _RESERVED):
            raise ValueError(f"{_RESERVED} are reserved keys but existed in params {params}.")
        sizes = {ModeKeys.TRAIN: train_batch_size, ModeKeys.EVAL: eval_batch_size, ModeKeys.PREDICT: predict_batch_size}
        if use_tpu:
            _check_for_tpu(config, sizes)
        if embedding_config_spec:
            raise ValueError("embedding_config_spec needs a TPU; look embeddings up with tf.nn.embedding_lookup.")
        if not isinstance(export_saved_model_api_version, ExportSavedModelApiVersion):
            raise ValueError(
                "export_saved_model_api_version should be of type ExportSavedModelApiVersion; got "
                f"{export_saved_model_api_version}."
            )
        check_model_fn(model_fn, params)
        self._user_model_fn = model_fn
        self._log_steps, self._log_seconds = _log_intervals(config)
        super().__init__(
            self._run_model_fn, model_dir, config.replace(log_step_count_steps=None), params or {}, warm_start_from
        )
        if not use_tpu and eval_on_tpu:
            logging.warning("eval_on_tpu ignored because use_tpu is False.")
        self._sizes, self._use_tpu, self._eval_on_tpu = sizes, use_tpu, eval_on_tpu
        self._export_to_cpu, self._export_to_tpu = export_to_cpu, export_to_tpu
        self._has_read = False  # whether an input function was called, and model_fn not yet: an export calls none

    def _check_no_tpu(self, mode):
        """Raises RuntimeError where the mode would run on a TPU."""
        if self._use_tpu and (mode != ModeKeys.EVAL or self._eval_on_tpu):
            raise RuntimeError(_NO_TPU)

    def _create_and_assert_global_step(self, graph):
        graph = graph or get_default_graph()
        if get_global_step(graph) is not None:
            raise ValueError('"global_step" already exists.')
        with graph.as_default(), graph.name_scope(None):
            return get_variable(
                GraphKeys.GLOBAL_STEP,
                shape=[],
                dtype=dtypes.int64,
                initializer=zeros_initializer(),
                trainable=False,
                use_resource=True,
                collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
            )

    def _call_input_fn(self, input_fn, mode, input_context=None):
        wanted = arguments(input_fn)
        if "params" not in wanted:
            raise ValueError(
                f"input_fn ({input_fn}) does not include params argument, required by TPUEstimator to pass batch size as "
                'params["batch_size"]'
            )
        self._check_no_tpu(mode)
        settings = self._config.tpu_config
        if mode != ModeKeys.TRAIN and settings.eval_training_input_configuration == InputPipelineConfig.SLICED:
            raise ValueError(
                "Invalid TPUConfig `eval_training_input_configuration` value. SLICED mode only works on use_tpu = True."
            )
        self._has_read = True
        given = {"params": _with(self.params, "batch_size", self._sizes[mode]), "mode": mode, "config": self.config}
        if input_context is not None:
            given["input_context"] = input_context
        with device("/device:CPU:0"):
            return input_fn(**{name: value for name, value in given.items() if name in wanted})

    def _run_model_fn(self, features, labels, mode, config, params):
        """What the Estimator calls: model_fn with the size of a batch, as an EstimatorSpec."""
        exports, self._has_read = not self._has_read, False
        if not exports:
            self._check_no_tpu(mode)
        wanted = arguments(self._user_model_fn)
        if "labels" not in wanted and labels is not None:
            raise ValueError("model_fn does not take labels, but input_fn returns labels.")
        if "params" not in wanted:
            raise ValueError(
                f"model_fn ({self._user_model_fn}) does not include params argument, required by TPUEstimator to pass "
                "batch size as params['batch_size']"
            )
        params = _with(copy.deepcopy(params), "batch_size", None if exports else self._sizes[mode])
        given = {"labels": labels, "mode": mode, "config": config, "params": _with(params, "use_tpu", False)}
        logging.info("Running %s on CPU", mode)
        spec = self._user_model_fn(
            features=features, **{name: value for name, value in given.items() if name in wanted}
        )
        if isinstance(spec, TPUEstimatorSpec):
            spec = spec.as_estimator_spec()
        if self._log_steps is None and self._log_seconds is None:
            return spec
        folder = self.model_dir if config.save_summary_steps else None
        hook = ExamplesPerSecondHook(self._sizes[mode], self._log_steps, self._log_seconds, output_dir=folder)
        return spec._replace(training_hooks=(*spec.training_hooks, hook))

    def _export_all_saved_models(
        self, export_dir_base, receiver_fns, assets_extra, as_text, checkpoint_path, strip_default_attrs
    ):
        if not self._export_to_cpu and not self._export_to_tpu:
            raise ValueError("One of export_to_cpu and export_to_tpu must be true.")
        if not self._export_to_cpu:
            raise ValueError("graphlab exports models for CPUs and GPUs: export_to_cpu must be true.")
        self._has_read = False
        return super()._export_all_saved_models(
            export_dir_base, receiver_fns, assets_extra, as_text, checkpoint_path, strip_default_attrs
        )


def export_estimator_savedmodel(
    estimator, export_dir_base, serving_input_receiver_fn, assets_extra=None, as_text=False, checkpoint_path=None
):
    """Writes a TPUEstimator's SavedModel, which runs on any device; its path, as bytes."""
    return estimator.export_savedmodel(
        export_dir_base, serving_input_receiver_fn, assets_extra, as_text, checkpoint_path, strip_default_attrs=True
    )


def _check_for_tpu(config, sizes):
    if sizes[ModeKeys.TRAIN] is None:
        raise ValueError("`train_batch_size` cannot be `None`")
    for mode, name in zip(sizes, ("train_batch_size", "eval_batch_size", "predict_batch_size"), strict=True):
        if sizes[mode] is not None:
            check_positive_integer(sizes[mode], name)
    settings = config.tpu_config
    if settings.per_host_input_for_training == InputPipelineConfig.PER_SHARD_V1 and settings.num_cores_per_replica:
        raise ValueError(
            "Model parallelism only supports per host input for training. Please adjust "
            "TPURunconfig.per_host_input_for_training."
        )


def _log_intervals(config):
    """(steps, seconds) between logged rates, one of which is None."""
    loop, steps = parse_iterations_per_loop(config.tpu_config.iterations_per_loop), config.log_step_count_steps
    if loop.unit == "seconds":
        return None, loop.value
    return (None if steps is None else math.ceil(steps / loop.value)), None


def _with(params, key, value):
    """params, in which a key has that value unless it is None."""
    if value is None:
        return params
    if not hasattr(params, "set_hparam"):
        params[key] = value
    elif key in params:
        params.set_hparam(key, value)
    else:
        params.add_hparam(key, value)
    return params
