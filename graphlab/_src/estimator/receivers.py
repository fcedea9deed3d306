"""The inputs of an exported model: serialized Examples that are parsed, or tensors as they are, with labels to train."""

import collections

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.estimator.input_functions import parse_input_fn_result
from graphlab._src.graph import Graph, Tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.identity import placeholder
from graphlab._src.ops.parsing.examples import parse_example

_INPUT = "input"
_LABEL = "label"
_SINGLE = {  # what a single tensor is called
    "feature": "feature",
    "label": _LABEL,
    "receiver_tensor": _INPUT,
    "receiver_tensors_alternative": _INPUT,
}
_RECEIVER = ["features", "receiver_tensors", "receiver_tensors_alternatives"]


class ServingInputReceiver(collections.namedtuple("ServingInputReceiver", _RECEIVER)):
    """features: {name: tensor}, the model's inputs.  receiver_tensors: {name: tensor}, what the caller feeds.

    receiver_tensors_alternatives: {name: receiver_tensors}, other ways to feed it.  One tensor may represent a dict.
    """

    def __new__(cls, features, receiver_tensors, receiver_tensors_alternatives=None):
        if receiver_tensors_alternatives is not None:
            if not isinstance(receiver_tensors_alternatives, dict):
                raise ValueError(f"receiver_tensors_alternatives must be a dict: {receiver_tensors_alternatives}.")
            receiver_tensors_alternatives = {
                name: wrap_and_check_input_tensors(one, "receiver_tensors_alternative")
                for name, one in receiver_tensors_alternatives.items()
            }
        return super().__new__(
            cls,
            wrap_and_check_input_tensors(features, "feature", allow_int_keys=True),
            wrap_and_check_input_tensors(receiver_tensors, "receiver_tensor"),
            receiver_tensors_alternatives,
        )


class TensorServingInputReceiver(collections.namedtuple("TensorServingInputReceiver", _RECEIVER)):
    """A ServingInputReceiver for models whose features are one tensor, not a dict."""

    def __new__(cls, features, receiver_tensors, receiver_tensors_alternatives=None):
        if features is None:
            raise ValueError("features must be defined.")
        found = ServingInputReceiver(features, receiver_tensors, receiver_tensors_alternatives)
        return super().__new__(
            cls, found.features["feature"], found.receiver_tensors, found.receiver_tensors_alternatives
        )


class UnsupervisedInputReceiver(ServingInputReceiver):
    """features and receiver_tensors of a model that trains or evaluates without labels."""

    def __new__(cls, features, receiver_tensors):
        return super().__new__(cls, features, receiver_tensors, None)


class SupervisedInputReceiver(
    collections.namedtuple("SupervisedInputReceiver", ["features", "labels", "receiver_tensors"])
):
    """features and labels of a model that trains or evaluates: tensors, or {name: tensor}.

    receiver_tensors: {name: tensor}, what the caller feeds.
    """

    def __new__(cls, features, labels, receiver_tensors):
        wrap_and_check_input_tensors(features, "feature", allow_int_keys=True)
        wrap_and_check_input_tensors(labels, "label", allow_int_keys=True)
        return super().__new__(cls, features, labels, wrap_and_check_input_tensors(receiver_tensors, "receiver_tensor"))


def wrap_and_check_input_tensors(tensors, field_name, allow_int_keys=False):
    """{name: tensor}; a single tensor gets a name."""
    if tensors is None:
        raise ValueError(f"{field_name}s must be defined.")
    tensors = tensors if isinstance(tensors, dict) else {_SINGLE[field_name]: tensors}
    for name, tensor in tensors.items():
        if not isinstance(name, str) and not (isinstance(name, int) and allow_int_keys):
            raise ValueError(f"{field_name} keys must be strings: {name}.")
        if not isinstance(tensor, (Tensor, SparseTensor)):
            raise ValueError(f"{field_name} {name} must be a Tensor or SparseTensor.")
    return tensors


def build_parsing_serving_input_receiver_fn(feature_spec, default_batch_size=None):
    """A function that returns a receiver of serialized Examples.  feature_spec: as parse_example expects it."""

    def serving_input_receiver_fn():
        serialized = placeholder(dtypes.string, [default_batch_size], name="input_example_tensor")
        return ServingInputReceiver(parse_example(serialized, feature_spec), {"examples": serialized})

    return serving_input_receiver_fn


def build_raw_serving_input_receiver_fn(features, default_batch_size=None):
    """A function that returns a receiver of tensors as they are.  features: {name: tensor like those}."""

    def serving_input_receiver_fn():
        tensors = _placeholders(features, default_batch_size)
        return ServingInputReceiver(tensors, tensors)

    return serving_input_receiver_fn


def _placeholder(tensor, batch_size):
    shape = TensorShape([batch_size]).concatenate(tensor.shape[1:])
    return placeholder(tensor.dtype, shape, name=getattr(getattr(tensor, "op", None), "name", None))


def _placeholders(tensors, batch_size):
    return {name: _placeholder(tensor, batch_size) for name, tensor in tensors.items()}


def build_raw_supervised_input_receiver_fn(features, labels, default_batch_size=None):
    """A function that returns a receiver of features and labels as they are, to export a model that trains or evaluates.

    features, labels: tensors like those, or {name: tensor}. ValueError for a name that both have.
    """
    overlap = set(_named(features, _INPUT)) & set(_named(labels, _LABEL))
    if overlap:
        raise ValueError(f"Features and labels must have distinct keys. Found overlapping keys: {overlap}")

    def supervised_input_receiver_fn():
        fed_features = _placeholders(_named(features, _INPUT), default_batch_size)
        fed_labels = _placeholders(_named(labels, _LABEL), default_batch_size)
        return SupervisedInputReceiver(
            fed_features if isinstance(features, dict) else fed_features[_INPUT],
            fed_labels if isinstance(labels, dict) else fed_labels[_LABEL],
            {**fed_features, **fed_labels},
        )

    return supervised_input_receiver_fn


def _named(tensors, name):
    return tensors if isinstance(tensors, dict) else {name: tensors}


def build_supervised_input_receiver_fn_from_input_fn(input_fn, **input_fn_args):
    """A function that returns a receiver of features and labels like those of an input function, called once."""
    with Graph().as_default():
        features, labels, _ = parse_input_fn_result(input_fn(**input_fn_args))
    return build_raw_supervised_input_receiver_fn(features, labels)
