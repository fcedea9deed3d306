"""parse_example and its kind: serialized examples as a dictionary of tensors and SparseTensors."""

import numpy as np

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.parsing.example_ops import (
    parse_example_op,
    parse_single_example_op,
    parse_single_sequence_example_op,
)
from graphlab._src.ops.parsing.features import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    SparseFeature,
    VarLenFeature,
    Wanted,
    index_keys,
)
from graphlab._src.ops.shape import expand_dims, squeeze
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.sparse_merge import sparse_merge

_ALL = (VarLenFeature, SparseFeature, FixedLenFeature, FixedLenSequenceFeature)


def _with_rows(features):
    """The features with the axis of rows that a FixedLenSequenceFeature gets; ValueError when it may not be missing."""
    result = dict(features)
    for key, feature in features.items():
        if isinstance(feature, FixedLenSequenceFeature):
            if not feature.allow_missing:
                raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
            result[key] = feature._replace(shape=[None, *feature.shape])
    return result


def _named(wanted, outputs):
    """{key: tensor} of an operation's outputs, in their order."""
    indices, values, dims, dense = outputs
    sparse = [SparseTensor(*parts) for parts in zip(indices, values, dims, strict=True)]
    return dict(zip([*wanted.sparse, *wanted.dense], [*sparse, *dense], strict=True))


def _finished(features, tensors):
    """The requested features: SparseFeatures put together, and the features that they consist of left out."""
    result = dict(tensors)
    for key in sorted(features):
        feature = features[key]
        if isinstance(feature, SparseFeature):
            ids = [result[index_key] for index_key in index_keys(feature)]
            result[key] = sparse_merge(
                ids[0] if isinstance(feature.index_key, str) else ids,
                result[feature.value_key],
                vocab_size=feature.size,
                already_sorted=feature.already_sorted,
            )
    return {key: result[key] for key in result if key in features}


def parse_example(serialized, features, name=None, example_names=None):
    """{key: tensor} of the features of serialized tf.train.Examples.

    serialized: a vector of strings.  features: {key: FixedLenFeature, VarLenFeature, …}; a FixedLenFeature becomes a
    tensor with a row for each example, a VarLenFeature a SparseTensor.  example_names: for messages.
    A run fails with InvalidArgumentError where an example is not what the features say.
    """
    if not features:
        raise ValueError(f"Missing: features was {features}.")
    features = _with_rows(features)
    wanted = Wanted(features, _ALL)
    return _finished(features, _parse(serialized, example_names, wanted, name))


def _parse(serialized, names, wanted, name):
    with name_scope(name, "ParseExample", [serialized, names]):
        defaults = wanted.default_tensors()
        outputs = parse_example_op(
            serialized,
            np.empty(0, object) if names is None else names,
            list(wanted.sparse),
            list(wanted.dense),
            defaults,
            sparse_types=list(wanted.sparse.values()),
            dense_shapes=[dims for dims, _ in wanted.dense.values()],
            name=name,
        )
        return _named(wanted, outputs)


def parse_single_example(serialized, features, name=None, example_names=None):
    """{key: tensor} of the features of one serialized tf.train.Example.

    serialized: a string, of shape [].  features, example_names: as for parse_example.
    """
    if not features:
        raise ValueError("Missing features.")
    features = _with_rows(features)
    wanted = Wanted(features, _ALL)
    if example_names is not None:
        return _finished(features, _parse_named(serialized, example_names, wanted, name))
    with name_scope(name, "ParseSingleExample", [serialized]):
        serialized = convert_to_tensor(serialized, name="serialized")
        outputs = parse_single_example_op(
            serialized,
            wanted.default_tensors(),
            num_sparse=len(wanted.sparse),
            sparse_keys=list(wanted.sparse),
            dense_keys=list(wanted.dense),
            sparse_types=list(wanted.sparse.values()),
            dense_shapes=[dims for dims, _ in wanted.dense.values()],
            name=name,
        )
        return _finished(features, _named(wanted, outputs))


def _parse_named(serialized, names, wanted, name):
    """One example as a batch of one, which can have a name."""
    with name_scope(name, "ParseSingleExample", [serialized, names]):
        serialized = convert_to_tensor(serialized)
        if serialized.dims is not None and len(serialized.dims):
            raise ValueError("Input serialized must be a scalar")
        names = expand_dims(convert_to_tensor(names), 0)
        outputs = _parse(expand_dims(serialized, 0), names, wanted, name)
        for key in wanted.dense:
            outputs[key] = squeeze(outputs[key], [0])
        for key in wanted.sparse:
            sparse = outputs[key]
            outputs[key] = SparseTensor(
                slice_(sparse.indices, [0, 1], [-1, -1]), sparse.values, slice_(sparse.dense_shape, [1], [-1])
            )
        return outputs


def parse_single_sequence_example(
    serialized, context_features=None, sequence_features=None, example_name=None, name=None
):
    """({key: tensor}, {key: tensor}) of one serialized tf.train.SequenceExample: its context, and its steps.

    context_features: {key: FixedLenFeature or VarLenFeature}.  sequence_features: {key: FixedLenSequenceFeature or
    VarLenFeature}, whose tensors have a row for each step.  example_name: for messages.
    """
    if not (context_features or sequence_features):
        raise ValueError("Missing features.")
    context = Wanted(context_features, (VarLenFeature, FixedLenFeature))
    steps = Wanted(sequence_features, (VarLenFeature, FixedLenSequenceFeature))
    for key, value in steps.defaults.items():
        if value is not None:
            raise ValueError(f"Value feature_list_dense_defaults[{key}] must be None")
    with name_scope(name, "ParseSingleSequenceExample", [serialized]):
        outputs = parse_single_sequence_example_op(
            serialized,
            list(steps.defaults),
            list(context.sparse),
            list(context.dense),
            list(steps.sparse),
            list(steps.dense),
            context.default_tensors(),
            "" if example_name is None else example_name,
            context_sparse_types=list(context.sparse.values()),
            context_dense_shapes=[dims for dims, _ in context.dense.values()],
            feature_list_sparse_types=list(steps.sparse.values()),
            feature_list_dense_types=[dtype for _, dtype in steps.dense.values()],
            feature_list_dense_shapes=[dims for dims, _ in steps.dense.values()],
            name=name,
        )
        return _named(context, outputs[:4]), _named(steps, outputs[4:])
