"""tf.saved_model.signature_def_utils: signatures, which name the inputs and outputs of a graph."""

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor
from graphlab._src.io.saved_model import signature_constants as names
from graphlab._src.io.saved_model.utils import build_tensor_info
from graphlab._src.proto import SignatureDef

_STRING = dtypes.string.as_datatype_enum
_FLOAT = dtypes.float32.as_datatype_enum


def build_signature_def(inputs=None, outputs=None, method_name=None):
    """A SignatureDef. inputs, outputs: {name: TensorInfo}.  method_name: what it is for, a name of signature_constants."""
    return SignatureDef(inputs=inputs, outputs=outputs, method_name=method_name)


def regression_signature_def(examples, predictions):
    """A signature that returns numbers, float32, for serialized examples, a string tensor."""
    inputs = _examples(examples, "Regression")
    if predictions is None:
        raise ValueError("Regression predictions cannot be None.")
    info = _info(predictions, _FLOAT, "Regression output must be a float Tensor.")
    return build_signature_def({names.REGRESS_INPUTS: inputs}, {names.REGRESS_OUTPUTS: info}, names.REGRESS_METHOD_NAME)


def classification_signature_def(examples, classes, scores):
    """A signature that returns classes, strings, and scores, float32, for serialized examples; one may be None."""
    inputs = _examples(examples, "Classification", (classes, scores))
    outputs = {}
    if classes is not None:
        info = _info(classes, _STRING, "Classification classes must be a string Tensor.")
        outputs[names.CLASSIFY_OUTPUT_CLASSES] = info
    if scores is not None:
        info = _info(scores, _FLOAT, "Classification scores must be a float Tensor.")
        outputs[names.CLASSIFY_OUTPUT_SCORES] = info
    return build_signature_def({names.CLASSIFY_INPUTS: inputs}, outputs, names.CLASSIFY_METHOD_NAME)


def _examples(examples, kind, outputs=(True,)):
    if examples is None:
        raise ValueError(f"{kind} examples cannot be None.")
    if not isinstance(examples, Tensor):
        raise ValueError(f"{kind} examples must be a string Tensor.")
    if all(one is None for one in outputs):
        raise ValueError(f"{kind} classes and scores cannot both be None.")
    return _info(examples, _STRING, f"{kind} examples must be a string Tensor.")


def _info(tensor, dtype, message):
    info = build_tensor_info(tensor)
    if info.dtype != dtype:
        raise ValueError(message)
    return info


def predict_signature_def(inputs, outputs):
    """A signature for whatever the tensors are. inputs, outputs: {name: tensor}."""
    if not inputs:
        raise ValueError("Prediction inputs cannot be None or empty.")
    if not outputs:
        raise ValueError("Prediction outputs cannot be None or empty.")
    return build_signature_def(
        {name: build_tensor_info(tensor) for name, tensor in inputs.items()},
        {name: build_tensor_info(tensor) for name, tensor in outputs.items()},
        names.PREDICT_METHOD_NAME,
    )


def is_valid_predict_signature(signature_def):
    """True for a signature to predict, with inputs and outputs of any types."""
    return bool(
        signature_def.method_name == names.PREDICT_METHOD_NAME and signature_def.inputs and signature_def.outputs
    )


def is_valid_regression_signature(signature_def):
    """True for a signature with numbers, float32, for serialized examples."""
    return (
        signature_def.method_name == names.REGRESS_METHOD_NAME
        and _types(signature_def.inputs) == {names.REGRESS_INPUTS: _STRING}
        and _types(signature_def.outputs) == {names.REGRESS_OUTPUTS: _FLOAT}
    )


def is_valid_classification_signature(signature_def):
    """True for a signature with classes, strings, or scores, float32, for serialized examples."""
    allowed = {names.CLASSIFY_OUTPUT_CLASSES: _STRING, names.CLASSIFY_OUTPUT_SCORES: _FLOAT}
    outputs = _types(signature_def.outputs)
    return (
        signature_def.method_name == names.CLASSIFY_METHOD_NAME
        and _types(signature_def.inputs) == {names.CLASSIFY_INPUTS: _STRING}
        and bool(outputs)
        and outputs.items() <= allowed.items()
    )


def _types(infos):
    return {name: info.dtype for name, info in infos.items()}


def is_valid_signature(signature_def):
    """True for a signature that a server can use: for classes, for numbers, or to predict."""
    if signature_def is None:
        return False
    kinds = (is_valid_classification_signature, is_valid_regression_signature, is_valid_predict_signature)
    return any(is_valid(signature_def) for is_valid in kinds)
