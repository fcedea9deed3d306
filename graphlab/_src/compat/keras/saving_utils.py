"""tensorflow.python.keras.saving.saving_utils: what a file says of a model, and whether it may be replaced."""

import os
from typing import Any

from graphlab._src.function.def_function import function
from graphlab._src.graph import nest
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.keras.engine.model_loading import compile_args_from_training_config
from graphlab._src.keras.engine.model_metadata import model_metadata

__all__ = ["compile_args_from_training_config", "model_metadata"]


def extract_model_metrics(model: Any) -> dict[str, Any] | None:
    """{name: Metric} of the metrics that a model was compiled with; None for none."""
    if not getattr(model, "_compile_metrics", None):
        return None
    return {metric.name: metric for _, metric, _, _ in model._needed_compiled().metrics}


def model_input_signature(model: Any) -> Any:
    """The TensorSpecs of a model's inputs, for batches of any size; None for a model that has no inputs yet."""
    if not model.inputs:
        return None
    names = nest.flatten(model.input_names)
    specs = [
        TensorSpec([None, *tensor.shape.as_list()[1:]], tensor.dtype, name)
        for tensor, name in zip(nest.flatten(model.inputs), names, strict=True)
    ]
    packed = nest.pack_sequence_as(model.inputs, specs)
    return packed if isinstance(packed, (list, tuple)) and len(packed) == 1 else [packed]


def raise_model_input_error(model: Any) -> None:
    """Says that a model without inputs can't be saved."""
    raise ValueError(
        f"Model {model} cannot be saved because the input shapes have not been set. Usually, input shapes are automatically "
        "determined from calling .fit() or .predict(). To manually set the shapes, call model._set_inputs(inputs)."
    )


def trace_model_call(model: Any, input_signature: Any = None) -> Any:
    """A tf.function of the model's inputs that returns {name: output}."""
    signature = input_signature or getattr(model.call, "input_signature", None) or model_input_signature(model)
    if signature is None:
        raise_model_input_error(model)

    @function(input_signature=signature, autograph=False)
    def call(*args: Any) -> dict[str, Any]:
        outputs = nest.flatten(model(args[0] if len(args) == 1 else list(args), training=False))
        names = getattr(model, "output_names", None) or [f"output_{i + 1}" for i in range(len(outputs))]
        return dict(zip(names, outputs, strict=True))

    return call


def should_overwrite(filepath: str, overwrite: bool) -> bool:
    """Whether a file may be written: one that is there only with `overwrite`, or after the user has said so."""
    return overwrite or not os.path.isfile(filepath) or proceeds_with_overwrite(filepath)


def proceeds_with_overwrite(filepath: str) -> bool:
    """Whether the user, who is prompted, has a file replaced."""
    answer = input(f"[WARNING] {filepath} already exists - overwrite? [y/n]").strip().lower()
    while answer not in ("y", "n"):
        answer = input('Enter "y" (overwrite) or "n" (cancel).').strip().lower()
    if answer == "y":
        print("[TIP] Next time specify overwrite=True!")
    return answer == "y"
