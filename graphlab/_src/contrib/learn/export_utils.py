"""Exports of models by strategies: signatures, the best model so far, and what is done with an export afterwards."""

import os
import time

from graphlab._src.base import dtypes
from graphlab._src.base.text import as_str_any, as_text
from graphlab._src.contrib.layers.columns.models import create_feature_spec_for_parsing
from graphlab._src.contrib.learn.alternatives import DEFAULT_INPUT_ALTERNATIVE_KEY
from graphlab._src.contrib.learn.export_strategy import (
    ExportStrategy,
    build_parsing_serving_input_fn,
    make_export_strategy,
)
from graphlab._src.contrib.learn.keys import PredictionKey, ProblemType
from graphlab._src.contrib.learn.metric_key import MetricKey
from graphlab._src.contrib.session_bundle import gc
from graphlab._src.estimator.estimator import new_folder
from graphlab._src.estimator.receivers import build_parsing_serving_input_receiver_fn
from graphlab._src.io import file_system
from graphlab._src.io.saved_model import signature_constants, signature_def_utils
from graphlab._src.summary.iterator import summary_iterator
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint

MAX_DIRECTORY_CREATION_ATTEMPTS = 10


def build_standardized_signature_def(input_tensors, output_tensors, problem_type):
    """The SignatureDef of a model with these inputs and outputs, {name: tensor}, as servers expect its ProblemType."""
    if not input_tensors:
        raise ValueError("input_tensors must be provided.")
    if not output_tensors:
        raise ValueError("output_tensors must be provided.")
    first = next(iter(input_tensors.values()))
    alone, lone_output = len(input_tensors) == 1, len(output_tensors) == 1
    if alone and problem_type in (ProblemType.CLASSIFICATION, ProblemType.LOGISTIC_REGRESSION):
        classes = output_tensors.get(PredictionKey.CLASSES)
        classes = None if classes is None or classes.dtype != dtypes.string else classes
        scores = output_tensors.get(PredictionKey.SCORES)
        scores = output_tensors.get(PredictionKey.PROBABILITIES) if scores is None else scores
        if classes is None and scores is None and lone_output:
            output = next(iter(output_tensors.values()))
            classes, scores = (output, None) if output.dtype == dtypes.string else (None, output)
        if classes is not None or scores is not None:
            return signature_def_utils.classification_signature_def(first, classes, scores)
    elif alone and lone_output and problem_type == ProblemType.LINEAR_REGRESSION:
        return signature_def_utils.regression_signature_def(first, next(iter(output_tensors.values())))
    return signature_def_utils.predict_signature_def(input_tensors, output_tensors)


def build_all_signature_defs(input_alternatives, output_alternatives, actual_default_output_alternative_key):
    """{name: SignatureDef} of all pairs of alternatives, and of the default ones. ValueError without a default input."""
    found = {
        f"{input_key}:{output_key or 'None'}": build_standardized_signature_def(inputs, outputs, problem_type)
        for input_key, inputs in input_alternatives.items()
        for output_key, (problem_type, outputs) in output_alternatives.items()
    }
    inputs = input_alternatives.get(DEFAULT_INPUT_ALTERNATIVE_KEY)
    if not inputs:
        raise ValueError("A default input_alternative must be provided.")
    problem_type, outputs = output_alternatives[actual_default_output_alternative_key]
    default = build_standardized_signature_def(inputs, outputs, problem_type)
    return {**found, signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: default}


def get_timestamped_export_dir(export_dir_base):
    """A folder named by the time, in seconds, that is not there yet, as bytes."""
    return new_folder(as_str_any(export_dir_base)).encode()


def get_temp_export_dir(timestamped_export_dir):
    """The folder that an export is written to before it gets its name, as bytes."""
    folder, name = os.path.split(as_text(timestamped_export_dir))
    return os.path.join(folder, f"temp-{name}").encode()


def _export_version_parser(path):
    name = os.path.basename(path.path)
    return path._replace(export_version=int(name)) if len(name) == 10 and name.isdigit() else None


def get_most_recent_export(export_dir_base):
    """The Path of the newest export in a folder, or None."""
    paths = gc.get_paths(as_str_any(export_dir_base), parser=_export_version_parser)
    return next(iter(gc.largest_export_versions(1)(paths)), None)


def make_parsing_export_strategy(
    feature_columns,
    default_output_alternative_key=None,
    assets_extra=None,
    as_text=False,
    exports_to_keep=5,
    target_core=False,
    strip_default_attrs=None,
):
    """An ExportStrategy of models that are fed serialized Examples.

    feature_columns: what is parsed of them.  target_core: for an Estimator of tf.estimator.  The rest is as for
    make_export_strategy.
    """
    spec = create_feature_spec_for_parsing(feature_columns)
    return make_export_strategy(
        build_parsing_serving_input_receiver_fn(spec) if target_core else build_parsing_serving_input_fn(spec),
        default_output_alternative_key,
        assets_extra,
        as_text,
        exports_to_keep,
        strip_default_attrs,
    )


def _default_compare_fn(curr_best_eval_result, cand_eval_result):
    """Whether the loss of the second evaluation is smaller. ValueError where one has none."""
    for name, found in (("curr_best_eval_result", curr_best_eval_result), ("cand_eval_result", cand_eval_result)):
        if not found or MetricKey.LOSS not in found:
            raise ValueError(f"{name} cannot be empty or no loss is found in it.")
    return curr_best_eval_result[MetricKey.LOSS] > cand_eval_result[MetricKey.LOSS]


class BestModelSelector:
    """The best evaluation so far.

    event_file_pattern: a pattern of event files with earlier evaluations.  compare_fn(best, other): whether the other
    {metric: value} is better; by the loss when left out.
    """

    def __init__(self, event_file_pattern=None, compare_fn=None):
        self._compare_fn = compare_fn or _default_compare_fn
        self._best_eval_result = None
        for path in file_system.glob(event_file_pattern) if event_file_pattern else ():
            for event in summary_iterator(path):
                if event.HasField("summary"):
                    values = event.summary.value
                    self._take({one.tag: one.simple_value for one in values if one.HasField("simple_value")})

    def _take(self, result):
        if self._best_eval_result is not None and not self._compare_fn(self._best_eval_result, result):
            return False
        self._best_eval_result = result
        return True

    def update(self, checkpoint_path, eval_result):
        """(checkpoint_path, eval_result) where it is better than all before, else ("", None)."""
        if not checkpoint_path:
            raise ValueError("Checkpoint path is empty.")
        if eval_result is None:
            raise ValueError(f"{checkpoint_path} has empty evaluation results.")
        return (checkpoint_path, eval_result) if self._take(eval_result) else ("", None)


def make_best_model_export_strategy(
    serving_input_fn,
    exports_to_keep=1,
    model_dir=None,
    event_file_pattern=None,
    compare_fn=None,
    default_output_alternative_key=None,
    strip_default_attrs=None,
):
    """An ExportStrategy that exports only what is better than all before, each below a folder named by its checkpoint.

    model_dir, event_file_pattern: where the event files with earlier evaluations are.  compare_fn: as for
    BestModelSelector.  The rest is as for make_export_strategy.
    """
    strategy = make_export_strategy(
        serving_input_fn,
        exports_to_keep=exports_to_keep,
        default_output_alternative_key=default_output_alternative_key,
        strip_default_attrs=strip_default_attrs,
    )
    pattern = os.path.join(model_dir, event_file_pattern) if model_dir and event_file_pattern else None
    selector = BestModelSelector(pattern, compare_fn)

    def export_fn(estimator, export_dir_base, checkpoint_path, eval_result=None):
        path, result = selector.update(checkpoint_path or latest_checkpoint(estimator.model_dir), eval_result)
        if not path or result is None:
            return ""
        folder = os.path.join(export_dir_base, os.path.basename(path))
        return strategy.export(estimator, folder, path, result)

    return ExportStrategy("best_model", export_fn)


def _new(folder, what):
    if file_system.exists(folder):
        raise RuntimeError(f"Failed to obtain {what} export directory")
    return folder


def extend_export_strategy(base_export_strategy, post_export_fn, post_export_name=None):
    """An ExportStrategy whose exports post_export_fn(export, folder) makes something else of, in that folder.

    post_export_name: its name; that of the other one when left out.
    """

    def export_fn(estimator, export_dir_base, checkpoint_path=None):
        now = int(time.time())
        before = _new(os.path.join(export_dir_base, f"temp-base-export-{now}"), "base")
        file_system.makedirs(before)
        exported = base_export_strategy.export(estimator, before, checkpoint_path)
        after = _new(os.path.join(export_dir_base, f"temp-post-export-{now}"), "temp")
        file_system.makedirs(after)
        made = as_str_any(post_export_fn(exported, after))
        if not made.startswith(after):
            raise ValueError(f"post_export_fn must return a sub-directory of {after}")
        final = _new(os.path.join(export_dir_base, os.path.relpath(made, after)), "final")
        os.rename(made, final)
        for folder in (before, after):
            if file_system.exists(folder):
                file_system.rmtree(folder)
        return final

    return ExportStrategy(post_export_name or base_export_strategy.name, export_fn)
