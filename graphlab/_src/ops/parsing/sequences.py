"""Batches of sequence examples, and examples in JSON: ParseSequenceExample, DecodeJSONExample."""

import math
from typing import Any

import numpy as np
from google.protobuf import json_format

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.define import HERE, SHAPES, no_gradient, op, same_as_input
from graphlab._src.ops.parsing.example_ops import VALUES, dense_steps, flat_outputs, parsed, steps_of
from graphlab._src.ops.parsing.features import FixedLenFeature, FixedLenSequenceFeature, VarLenFeature, Wanted
from graphlab._src.ops.parsing.records import StepPlace, parse, sparse_matrix
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.string_bytes import each
from graphlab._src.proto.example import Example, SequenceExample


def _shapes(op):
    batch = with_rank(op.inputs[0].dims, 1, "tf.io.parse_single_sequence_example parses a single string")
    context, lists = op.attrs["Ncontext_sparse"], op.attrs["Nfeature_list_sparse"]
    return (
        [(None, 2)] * context
        + [(None,)] * context
        + [(2,)] * context
        + [(*batch, *dims) for dims in op.attrs["context_dense_shapes"]]
        + [(None, 3)] * lists
        + [(None,)] * lists
        + [(3,)] * lists
        + [(*batch, None, *dims) for dims in op.attrs["feature_list_dense_shapes"]]
        + [batch] * op.attrs["Nfeature_list_dense"]
    )


@op(
    "ParseSequenceExample",
    "serialized: string, debug_name: string, context_dense_defaults: *Tcontext_dense -> "
    "context_sparse_indices: Ncontext_sparse*int64, context_sparse_values: *context_sparse_types, "
    "context_sparse_shapes: Ncontext_sparse*int64, context_dense_values: *Tcontext_dense, "
    "feature_list_sparse_indices: Nfeature_list_sparse*int64, "
    "feature_list_sparse_values: *feature_list_sparse_types, "
    "feature_list_sparse_shapes: Nfeature_list_sparse*int64, feature_list_dense_values: *feature_list_dense_types, "
    "feature_list_dense_lengths: Nfeature_list_dense*int64",
    types={
        "context_sparse_types": VALUES,
        "Tcontext_dense": VALUES,
        "feature_list_dense_types": VALUES,
        "feature_list_sparse_types": VALUES,
    },
    infer=_shapes,
    host=True,
    grad=no_gradient,
    attrs={
        "Ncontext_sparse": (int, 0),
        "Ncontext_dense": (int, 0),
        "Nfeature_list_sparse": (int, 0),
        "Nfeature_list_dense": (int, 0),
        "Tcontext_dense": (list[dtypes.DType], []),
        "context_sparse_types": HERE,
        "feature_list_dense_types": HERE,
        "context_dense_shapes": HERE,
        "feature_list_sparse_types": HERE,
        "feature_list_dense_shapes": HERE,
    },
)
def parse_sequence_example_op(
    serialized,
    debug_name,
    context_dense_defaults,
    *,
    feature_list_dense_missing_assumed_empty: list[str],
    context_sparse_keys: list[str],
    context_dense_keys: list[str],
    feature_list_sparse_keys: list[str],
    feature_list_dense_keys: list[str],
    context_sparse_types: list[dtypes.DType] = [],  # noqa: B006
    feature_list_dense_types: list[dtypes.DType] = [],  # noqa: B006
    context_dense_shapes: SHAPES = [],  # noqa: B006  # pyright: ignore[reportArgumentType]
    feature_list_sparse_types: list[dtypes.DType] = [],  # noqa: B006
    feature_list_dense_shapes: SHAPES = [],  # noqa: B006  # pyright: ignore[reportArgumentType]
):
    """The features of a vector of sequence examples: those of their contexts, and those of each step."""
    messages = [parse(SequenceExample, data) for data in serialized]
    names = [name.decode() for name in debug_name] if len(debug_name) else [""] * len(messages)
    context = parsed(
        [message.context.feature for message in messages],
        lambda key, i: BatchPlace(key, names[i], "Context feature"),
        context_sparse_keys,
        context_sparse_types,
        context_dense_keys,
        context_dense_defaults,
        context_dense_shapes,
    )
    lists = [(message.feature_lists.feature_list, name) for message, name in zip(messages, names, strict=True)]
    sparse = []
    for key, dtype in zip(map(_text, feature_list_sparse_keys), feature_list_sparse_types, strict=True):
        sparse.append(
            _batch(
                [sparse_matrix(steps_of(one, key, dtype, name, BatchPlace) or [], dtype) for one, name in lists], dtype
            )
        )
    may_miss = set(map(_text, feature_list_dense_missing_assumed_empty))
    dense, lengths = [], []
    dims_of: Any = feature_list_dense_shapes
    for key, dtype, dims in zip(map(_text, feature_list_dense_keys), feature_list_dense_types, dims_of, strict=True):
        steps = [dense_steps(one, key, dtype, dims, name, may_miss, BatchPlace) for one, name in lists]
        dense.append(_padded(steps, dims, dtype))
        lengths.append(np.asarray([len(one) for one in steps], np.int64))
    return flat_outputs(*context) + flat_outputs(sparse, dense) + lengths


class BatchPlace(StepPlace):
    """Where a feature of a sequence example in a batch is."""

    def _error(self, message):
        return InvalidArgumentError(None, None, message)

    def _where(self):
        return f"in example {self.name or '<unknown>'}"

    def missing(self, dtype):
        """The error for a feature that must be there and is not."""
        if self._what == "Feature list":
            return self._error(f"Missing feature {self.key} {self._where()}")
        kind = dtypes.runtime_name(dtype)
        return self._error(f"Feature: {self.key} (data type: {kind}) is required but could not be found.")

    def other_type(self, found, wanted, sparse):
        """The error for values of another type."""
        kind = "sequence" if self._what == "Feature list" else "context"
        types = f"{dtypes.runtime_name(found)} in place of {dtypes.runtime_name(wanted)}"
        return self._error(f"Error in {kind} feature {self.key} {self._where()}: {types}")

    def other_count(self, dtype, count, dims):
        """The error for another number of values than the shape has."""
        if self._what == "Feature list":
            message = f"Unexpected number of elements in feature {self.key}, {self._where()[3:]}"
            return self._error(f"{message}: {count} values in step {self.index} for shape {shapes.text(dims)}")
        return self._error(f"Inconsistent number of elements for feature {self.key}: {count} vs {math.prod(dims)}")


def _text(key):
    return key.decode() if isinstance(key, bytes) else key


def _batch(matrices, dtype):
    """The sparse matrices [steps, values] of each example as one sparse tensor."""
    places = [np.insert(indices, 0, i, axis=1) for i, (indices, _, _) in enumerate(matrices)]
    sizes = np.asarray([dims for _, _, dims in matrices], np.int64).reshape(-1, 2).max(0, initial=0)
    values = [np.asarray(found) for _, found, _ in matrices] or [np.empty(0, dtype.as_numpy_dtype)]
    indices = np.concatenate([np.empty((0, 3), np.int64), *places])
    return indices, np.concatenate(values), np.asarray([len(matrices), *sizes], np.int64)


def _padded(steps, dims, dtype):
    """The steps of each example in one array, filled up to the longest with zeros or empty strings."""
    most = max(map(len, steps), default=0)
    result = np.full((len(steps), most, *dims), b"" if dtype is dtypes.string else 0, dtype.as_numpy_dtype)
    for row, one in zip(result, steps, strict=True):
        row[: len(one)] = one
    return result


def parse_sequence_example(serialized, context_features=None, sequence_features=None, example_names=None, name=None):
    """({key: tensor}, {key: tensor}, {key: lengths}) of serialized tf.train.SequenceExamples: contexts, steps, and counts.

    serialized: a vector of strings.  context_features: {key: FixedLenFeature or VarLenFeature}.
    sequence_features: {key: FixedLenSequenceFeature or VarLenFeature}: a FixedLenSequenceFeature becomes a tensor
    [examples, steps, …], filled up with zeros, whose lengths say how many steps each example has; a VarLenFeature a
    SparseTensor [examples, steps, values].  example_names: a vector, for messages.
    A run fails with InvalidArgumentError where an example is not what the features say.
    """
    if not (context_features or sequence_features):
        raise ValueError("Missing features.")
    context = Wanted(context_features, (VarLenFeature, FixedLenFeature))
    steps = Wanted(sequence_features, (VarLenFeature, FixedLenSequenceFeature))
    for key, value in steps.defaults.items():
        if value is not None:
            raise ValueError(f"Value feature_list_dense_defaults[{key}] must be None")
    with name_scope(name, "ParseSequenceExample", [serialized]):
        outputs = parse_sequence_example_op(
            serialized,
            np.empty(0, object) if example_names is None else example_names,
            context.default_tensors(),
            feature_list_dense_missing_assumed_empty=list(steps.defaults),
            context_sparse_keys=list(context.sparse),
            context_dense_keys=list(context.dense),
            feature_list_sparse_keys=list(steps.sparse),
            feature_list_dense_keys=list(steps.dense),
            Ncontext_sparse=len(context.sparse),
            Ncontext_dense=len(context.dense),
            Nfeature_list_sparse=len(steps.sparse),
            Nfeature_list_dense=len(steps.dense),
            context_sparse_types=list(context.sparse.values()),
            context_dense_shapes=[dims for dims, _ in context.dense.values()],
            feature_list_sparse_types=list(steps.sparse.values()),
            feature_list_dense_types=[dtype for _, dtype in steps.dense.values()],
            feature_list_dense_shapes=[dims for dims, _ in steps.dense.values()],
            name=name,
        )
        lengths = dict(zip(steps.dense, outputs[8], strict=True))
        return _named(context, outputs[:4]), _named(steps, outputs[4:8]), lengths


def _named(wanted, outputs):
    indices, values, dims, dense = outputs
    sparse = [SparseTensor(*parts) for parts in zip(indices, values, dims, strict=True)]
    return dict(zip([*wanted.sparse, *wanted.dense], [*sparse, *dense], strict=True))


@op(
    "DecodeJSONExample",
    "json_examples: string -> binary_examples: string",
    infer=same_as_input(0),
    host=True,
    grad=no_gradient,
)
def _decoded(json_examples):
    """Examples that are written as JSON, serialized."""

    def serialized(text):
        try:
            return json_format.Parse(text, Example()).SerializeToString(deterministic=True)
        except (json_format.ParseError, UnicodeDecodeError) as error:
            raise InvalidArgumentError(None, None, f"Error while parsing JSON: {error}") from error

    return each(serialized, json_examples)


def decode_json_example(json_examples, name=None):
    """tf.train.Examples that are written as JSON as serialized ones, for parse_example.

    json_examples: strings, any shape.  InvalidArgumentError in the run for what is none.
    """
    return _decoded(convert_to_tensor(json_examples, dtypes.string, name="json_examples"), name=name)
