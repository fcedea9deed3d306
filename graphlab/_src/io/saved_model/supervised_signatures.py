"""Signatures of a step of training or evaluation: its loss, predictions and metrics."""

from typing import Any

from graphlab._src.io.saved_model import signature_constants as names
from graphlab._src.io.saved_model import signature_def_utils
from graphlab._src.io.saved_model.utils import build_tensor_info


def supervised_signature_def(
    method_name: str, inputs: Any, loss: Any = None, predictions: Any = None, metrics: Any = None
) -> Any:
    """The signature of a step of that method: dicts of tensors. ValueError without inputs."""
    if not inputs:
        raise ValueError(f"{method_name} inputs cannot be None or empty.")
    outputs = {
        key: build_tensor_info(tensor) for one in (loss, predictions, metrics) for key, tensor in (one or {}).items()
    }
    infos = {key: build_tensor_info(tensor) for key, tensor in inputs.items()}
    return signature_def_utils.build_signature_def(infos, outputs, method_name)


def supervised_train_signature_def(inputs: Any, loss: Any, predictions: Any = None, metrics: Any = None) -> Any:
    """The signature of a training step: dicts of tensors."""
    return supervised_signature_def(names.SUPERVISED_TRAIN_METHOD_NAME, inputs, loss, predictions, metrics)


def supervised_eval_signature_def(inputs: Any, loss: Any, predictions: Any = None, metrics: Any = None) -> Any:
    """The signature of an evaluation: dicts of tensors."""
    return supervised_signature_def(names.SUPERVISED_EVAL_METHOD_NAME, inputs, loss, predictions, metrics)
