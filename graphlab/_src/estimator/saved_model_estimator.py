"""SavedModelEstimator: an Estimator whose model is a SavedModel of another one."""

import os
from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.base.shapes import TensorShape
from graphlab._src.estimator.estimator import Estimator
from graphlab._src.estimator.export_modes import EXPORT_TAG_MAP
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.receivers import wrap_and_check_input_tensors
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.estimator.supervised_outputs import SupervisedOutput
from graphlab._src.estimator.warm_start import WarmStartSettings
from graphlab._src.graph import get_default_graph
from graphlab._src.graph.scopes import get_collection, get_collection_ref
from graphlab._src.io import file_system
from graphlab._src.io.saved_model import constants, signature_constants
from graphlab._src.io.saved_model.loader import SavedModelLoader, get_init_op
from graphlab._src.train.global_step import assert_global_step, get_global_step
from graphlab._src.train.saving.checkpoint_utils import list_variables
from graphlab._src.train.sessions.scaffold import Scaffold

_METHODS = {
    ModeKeys.TRAIN: signature_constants.SUPERVISED_TRAIN_METHOD_NAME,
    ModeKeys.EVAL: signature_constants.SUPERVISED_EVAL_METHOD_NAME,
}


class SavedModelEstimator(Estimator):
    """The modes of a SavedModel that experimental_export_all_saved_models or export_saved_model of an Estimator wrote.

    saved_model_dir: the folder; the variables begin as they are in it.  model_dir: where checkpoints are written.
    Raises ValueError for a folder without variables, RuntimeError for a mode that was not exported.
    """

    def __init__(self, saved_model_dir, model_dir=None):
        checkpoint = os.path.join(
            os.fsdecode(saved_model_dir), constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME
        )
        if not file_system.exists(f"{checkpoint}.index"):
            raise ValueError(f"Directory provided has an invalid SavedModel format: {saved_model_dir}")
        names: Any = [name for name, _ in list_variables(checkpoint)]
        super().__init__(
            model_fn=self._model_fn_from_saved_model,
            model_dir=model_dir,
            warm_start_from=WarmStartSettings(checkpoint, vars_to_warm_start=names),
        )
        if self._config.train_distribute or self._config.eval_distribute:
            raise NotImplementedError("SavedModelEstimator currently does not support DistributionStrategy.")
        self.saved_model_dir = saved_model_dir
        self.saved_model_loader = SavedModelLoader(saved_model_dir)
        self._available_modes = [
            mode for mode in (ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.PREDICT) if self._is_available(mode)
        ]
        logging.info("Available modes for Estimator: %s", self._available_modes)

    def _is_available(self, mode):
        try:
            return self._get_signature_def_for_mode(mode) is not None
        except RuntimeError:
            logging.warning("%s mode not found in SavedModel.", mode)
            return False

    def _get_meta_graph_def_for_mode(self, mode):
        return self.saved_model_loader.get_meta_graph_def_from_tags(EXPORT_TAG_MAP[mode])

    def _get_signature_def_for_mode(self, mode) -> Any:
        """The SignatureDef of a mode, or None where its graph has none; RuntimeError without the graph."""
        key = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY if mode == ModeKeys.PREDICT else mode
        found = self._get_meta_graph_def_for_mode(mode).signature_def
        if key not in found:
            logging.warning('Metagraph for mode %s was found, but SignatureDef with key "%s" is missing.', mode, key)
            return None
        return found[key]

    def _create_and_assert_global_step(self, graph):
        return None  # the SavedModel has one

    def _model_fn_from_saved_model(self, features, labels, mode):
        if mode not in self._available_modes:
            raise RuntimeError(
                f"{mode} mode is not available in the SavedModel. Use saved_model_cli to check that the Metagraph for "
                "this mode has been exported."
            )
        if get_global_step() is not None:
            raise RuntimeError(
                "Graph must not contain a global step tensor before the SavedModel is loaded. Please make sure that the "
                "input function does not create a global step."
            )
        signature = self._get_signature_def_for_mode(mode)
        keys = list(signature.outputs)
        _, tensors = self.saved_model_loader.load_graph(
            get_default_graph(),
            EXPORT_TAG_MAP[mode],
            input_map=_input_map(signature, features, labels),
            return_elements=[signature.outputs[key].name for key in keys],
        )
        scaffold = Scaffold(local_init_op=get_init_op(self._get_meta_graph_def_for_mode(mode)))
        assert_global_step(get_global_step())
        loss, predictions, metrics = _outputs(mode, dict(zip(keys, tensors or (), strict=True)), signature.method_name)
        train_op = get_collection(constants.TRAIN_OP_KEY)
        if len(train_op) > 1:
            raise RuntimeError("Multiple ops found in the train_op collection.")
        # An export of this model adds its own.
        for key in (
            constants.ASSETS_KEY,
            constants.LEGACY_INIT_OP_KEY,
            constants.MAIN_OP_KEY,
            constants.TRAIN_OP_KEY,
        ):
            del get_collection_ref(key)[:]
        return EstimatorSpec(
            mode,
            predictions,
            loss,
            train_op=train_op[0] if train_op else None,
            eval_metric_ops=metrics,
            scaffold=scaffold,
        )


def _input_map(signature, features, labels):
    """{name of a node that was fed: the feature or label in its place}; ValueError where one is missing."""
    given = dict(wrap_and_check_input_tensors(features, "feature"))
    if labels is not None:
        given = {**wrap_and_check_input_tensors(labels, "label"), **given}
    found = {}
    for key, info in signature.inputs.items():
        if key not in given:
            raise ValueError(
                f'Key "{key}" not found in features or labels passed in to the model function. '
                f"All required keys: {signature.inputs.keys()}"
            )
        _check_like(given[key], info, key)
        found[info.name.partition(":")[0]] = given[key]
    return found


def _check_like(tensor, info, name):
    dtype, shape = dtypes.as_dtype(info.dtype), TensorShape(info.tensor_shape)
    faults = []
    if tensor.dtype != dtype:
        faults.append(f"\n\tExpected dtype: {dtype}, Got: {tensor.dtype}")
    if not tensor.shape.is_compatible_with(shape):
        faults.append(f"\n\tExpected shape: {shape}, Got: {tensor.shape}")
    if faults:
        raise ValueError(f"Tensor shape and/or dtype validation failed for input {name}:{''.join(faults)}")


def _outputs(mode, outputs, method_name):
    """(loss, predictions, metrics) of a signature's outputs; RuntimeError where the signature is of another mode."""
    if mode == ModeKeys.PREDICT:
        return None, outputs, None
    expected = _METHODS[mode]
    if method_name != expected:
        raise RuntimeError(
            f"Invalid SignatureDef method name for mode {mode}.\n\tExpected: {expected}\n\tGot: {method_name}\nPlease "
            "ensure that the SavedModel was exported with `tf.estimator.experimental_export_all_saved_models()`."
        )
    predictions, metrics = {}, {}
    for key, value in outputs.items():
        kind, *_ = key.split("/")
        name, _, end = key.rpartition("/")
        update = f"{name}/{SupervisedOutput.METRIC_UPDATE_SUFFIX}"
        if kind == SupervisedOutput.PREDICTIONS_NAME:
            predictions[key] = value
        elif (
            kind == SupervisedOutput.METRICS_NAME and end == SupervisedOutput.METRIC_VALUE_SUFFIX and update in outputs
        ):
            metrics[name] = value, outputs[update]
    return outputs[SupervisedOutput.LOSS_NAME], predictions, metrics
