"""The inputs of an exported model: serialized Examples that are parsed, or tensors as they are."""

import collections

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.identity import placeholder
from graphlab._src.ops.parsing.examples import parse_example

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
                name: _tensors(one, "receiver_tensors_alternative", "input")
                for name, one in receiver_tensors_alternatives.items()
            }
        return super().__new__(
            cls,
            _tensors(features, "feature", "feature"),
            _tensors(receiver_tensors, "receiver_tensor", "input"),
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


def _tensors(given, what, single):
    """{name: tensor}; a single tensor gets a name."""
    if given is None:
        raise ValueError(f"{what}s must be defined.")
    tensors = given if isinstance(given, dict) else {single: given}
    for name, tensor in tensors.items():
        if not isinstance(name, str) and not (isinstance(name, int) and what == "feature"):
            raise ValueError(f"{what} keys must be strings: {name}.")
        if not isinstance(tensor, (Tensor, SparseTensor)):
            raise ValueError(f"{what} {name} must be a Tensor or SparseTensor.")
    return tensors


def build_parsing_serving_input_receiver_fn(feature_spec, default_batch_size=None):
    """A function that returns a receiver of serialized Examples.  feature_spec: as parse_example expects it."""

    def serving_input_receiver_fn():
        serialized = placeholder(dtypes.string, [default_batch_size], name="input_example_tensor")
        return ServingInputReceiver(parse_example(serialized, feature_spec), {"examples": serialized})

    return serving_input_receiver_fn


def build_raw_serving_input_receiver_fn(features, default_batch_size=None):
    """A function that returns a receiver of tensors as they are.  features: {name: tensor like those}."""

    def like(tensor):
        shape = TensorShape([default_batch_size]).concatenate(tensor.shape[1:])
        return placeholder(tensor.dtype, shape, name=getattr(getattr(tensor, "op", None), "name", None))

    def serving_input_receiver_fn():
        tensors = {name: like(tensor) for name, tensor in features.items()}
        return ServingInputReceiver(tensors, tensors)

    return serving_input_receiver_fn
