"""ExportStrategy: how an Experiment exports its model, and the inputs of what it exports."""

import collections
import os

from graphlab._src.base import dtypes
from graphlab._src.base.text import as_text
from graphlab._src.estimator.estimator import Estimator, arguments
from graphlab._src.io import file_system
from graphlab._src.ops.identity import placeholder
from graphlab._src.ops.parsing.examples import parse_example


class ExportStrategy(collections.namedtuple("ExportStrategy", ["name", "export_fn", "strip_default_attrs"])):
    """A way to export.

    name: of the folder below "export".  export_fn(estimator, folder) -> path; it may take checkpoint_path, with that
    eval_result, and strip_default_attrs, too.
    """

    def __new__(cls, name, export_fn, strip_default_attrs=None):
        return super().__new__(cls, name, export_fn, strip_default_attrs)

    def export(self, estimator, export_path, checkpoint_path=None, eval_result=None):
        """Exports below a folder; what export_fn returns. ValueError where it accepts eval_result without checkpoint_path."""
        wanted = arguments(self.export_fn)
        if "eval_result" in wanted and "checkpoint_path" not in wanted:
            raise ValueError("An export_fn accepting eval_result must also accept checkpoint_path.")
        given = {
            "checkpoint_path": checkpoint_path,
            "eval_result": eval_result,
            "strip_default_attrs": self.strip_default_attrs,
        }
        return self.export_fn(estimator, export_path, **{key: given[key] for key in given if key in wanted})


def make_export_strategy(
    serving_input_fn,
    default_output_alternative_key=None,
    assets_extra=None,
    as_text=False,
    exports_to_keep=5,
    strip_default_attrs=None,
):
    """An ExportStrategy that writes SavedModels, named "Servo".

    serving_input_fn: returns InputFnOps, or a ServingInputReceiver for tf.estimator's estimators, which refuse
    default_output_alternative_key.  exports_to_keep: the newest ones; None keeps all.
    """

    def export_fn(estimator, export_dir_base, checkpoint_path=None, strip_default_attrs=False):
        more = {}
        if not isinstance(estimator, Estimator):
            more["default_output_alternative_key"] = default_output_alternative_key
        elif default_output_alternative_key is not None:
            raise ValueError(
                "default_output_alternative_key is not supported in core Estimator. Given: "
                f"{default_output_alternative_key}"
            )
        path = estimator.export_savedmodel(
            export_dir_base,
            serving_input_fn,
            assets_extra=assets_extra,
            as_text=as_text,
            checkpoint_path=checkpoint_path,
            strip_default_attrs=strip_default_attrs,
            **more,
        )
        garbage_collect_exports(export_dir_base, exports_to_keep)
        return path

    return ExportStrategy("Servo", export_fn, strip_default_attrs)


def garbage_collect_exports(export_dir_base, exports_to_keep):
    """Removes all but the newest exports, folders named by numbers; None keeps all."""
    if exports_to_keep is None:
        return
    base = as_text(export_dir_base)
    found = sorted((name for name in file_system.listdir(base) if name.isdigit()), key=int)
    for name in found[: max(len(found) - exports_to_keep, 0)]:
        file_system.rmtree(os.path.join(base, name))


class InputFnOps(collections.namedtuple("InputFnOps", ["features", "labels", "default_inputs"])):
    """The inputs of an exported model: {name: tensor} of features, None, {name: placeholder}."""


def build_parsing_serving_input_fn(feature_spec, default_batch_size=None):
    """A function that returns InputFnOps of serialized Examples. feature_spec: as parse_example accepts it."""

    def input_fn():
        serialized = placeholder(dtypes.string, [default_batch_size], name="input_example_tensor")
        return InputFnOps(parse_example(serialized, feature_spec), None, {"examples": serialized})

    return input_fn


def build_default_serving_input_fn(features, default_batch_size=None):
    """A function that returns InputFnOps of placeholders like the given {name: tensor}."""

    def input_fn():
        inputs = {
            name: placeholder(one.dtype, [default_batch_size, *one.shape.as_list()[1:]], name=one.op.name)
            for name, one in features.items()
        }
        return InputFnOps(inputs, None, inputs)

    return input_fn
