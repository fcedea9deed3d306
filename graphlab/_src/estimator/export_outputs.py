"""The outputs of an exported model, and their signatures."""

from graphlab._src.base import dtypes, logging
from graphlab._src.graph import Tensor
from graphlab._src.io.saved_model import signature_constants, signature_def_utils

_DEFAULT = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY


class ExportOutput:
    """The base of outputs; as_signature_def(receiver_tensors) returns a SignatureDef, or raises ValueError."""

    def as_signature_def(self, receiver_tensors):
        """The SignatureDef of a model with inputs receiver_tensors, {name: tensor}, and these outputs."""
        raise NotImplementedError


def named_outputs(outputs, name, label=None):
    """{name: tensor} of one tensor or a dict of them; of a tuple of names the key is `a/b`. ValueError for what is none."""
    label = label or name
    found = {}
    for key, value in (outputs if isinstance(outputs, dict) else {name: outputs}).items():
        key = output_key(key, label)
        if not isinstance(value, Tensor):
            raise ValueError(f"{label} output value must be a Tensor; got {value}.")
        found[key] = value
    return found


def output_key(key, label):
    """The name of an output: a string, or the strings of a tuple joined by "/". ValueError for others."""
    key = "/".join(key) if isinstance(key, tuple) else key
    if not isinstance(key, str):
        raise ValueError(f"{label} output key must be a string; got {key}.")
    return key


class ClassificationOutput(ExportOutput):
    """Scores float[batch, classes] or classes string[batch, classes], of serialized Examples.

    ValueError for other types, or neither.
    """

    def __init__(self, scores=None, classes=None):
        if scores is not None and not (isinstance(scores, Tensor) and scores.dtype.is_floating):
            raise ValueError(f"Classification scores must be a float32 Tensor; got {scores}")
        if classes is not None and not (isinstance(classes, Tensor) and classes.dtype == dtypes.string):
            raise ValueError(f"Classification classes must be a string Tensor; got {classes}")
        if scores is None and classes is None:
            raise ValueError("At least one of scores and classes must be set.")
        self.scores = scores
        self.classes = classes

    def as_signature_def(self, receiver_tensors):
        examples = _examples(receiver_tensors, "Classification")
        return signature_def_utils.classification_signature_def(examples, self.classes, self.scores)


class RegressionOutput(ExportOutput):
    """A value float[batch], of serialized Examples. ValueError for another type."""

    def __init__(self, value):
        if not (isinstance(value, Tensor) and value.dtype.is_floating):
            raise ValueError(f"Regression output value must be a float32 Tensor; got {value}")
        self.value = value

    def as_signature_def(self, receiver_tensors):
        return signature_def_utils.regression_signature_def(_examples(receiver_tensors, "Regression"), self.value)


class PredictOutput(ExportOutput):
    """Any tensors: one, or {name: tensor}. ValueError for what is none."""

    def __init__(self, outputs):
        self.outputs = named_outputs(outputs, "output", "Prediction")

    def as_signature_def(self, receiver_tensors):
        return signature_def_utils.predict_signature_def(receiver_tensors, self.outputs)


def _examples(receiver_tensors, kind):
    found = list(receiver_tensors.values())
    if len(found) != 1 or found[0].dtype != dtypes.string:
        raise ValueError(f"{kind} input must be a single string Tensor; got {receiver_tensors}")
    return found[0]


def complete(export_outputs, predictions):
    """The outputs with one of them as the default: the predictions when there are none."""
    if export_outputs is None:
        return {_DEFAULT: PredictOutput(predictions)}
    if not isinstance(export_outputs, dict):
        raise TypeError(f"export_outputs must be dict, given: {export_outputs}")
    for value in export_outputs.values():
        if not isinstance(value, ExportOutput):
            raise TypeError(f"Values in export_outputs must be ExportOutput objects. Given: {export_outputs}")
    if _DEFAULT in export_outputs:
        return export_outputs
    if len(export_outputs) != 1:
        raise ValueError(
            "Multiple export_outputs were provided, but none of them is specified as the default.  Do this by naming one "
            "of them with signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY."
        )
    return {**export_outputs, _DEFAULT: next(iter(export_outputs.values()))}


def signatures(receiver_tensors, export_outputs, receiver_tensors_alternatives=None, serving_only=True):
    """{name: SignatureDef} of all outputs, for the receiver tensors and for alternatives to them.

    serving_only: leaves out those that a server can't use, as the signatures of training and evaluation.
    """
    if not isinstance(export_outputs, dict):
        raise ValueError(f"export_outputs must be a dict and not{type(export_outputs)}")
    alternatives = [(f"{name or 'None'}:", one) for name, one in (receiver_tensors_alternatives or {}).items()]
    found, excluded = {}, {}
    for prefix, tensors in [("", receiver_tensors), *alternatives]:
        given = tensors if isinstance(tensors, dict) else {"input": tensors}
        for key, output in export_outputs.items():
            name = f"{prefix}{key or 'None'}"
            try:
                found[name] = output.as_signature_def(given)
            except ValueError as error:
                excluded[name] = error
    for name, error in excluded.items():
        logging.info("Signature %r is not exported, since it can't be served: %s", name, error)
    if not found:
        logging.warning("Export includes no signatures!")
    elif _DEFAULT not in found:
        logging.warning("Export includes no default signature!")
    if not serving_only:
        return found
    return {name: one for name, one in found.items() if signature_def_utils.is_valid_signature(one)}
