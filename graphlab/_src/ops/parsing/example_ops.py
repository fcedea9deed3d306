"""The operations that parse examples: serialized messages in, sparse and dense tensors out."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.ops.define import SHAPES, no_gradient, op
from graphlab._src.ops.parsing.records import (
    AlonePlace,
    Place,
    StepPlace,
    as_vector,
    dense_rows,
    parse,
    sparse_matrix,
    values_of,
)
from graphlab._src.ops.rules import with_rank
from graphlab._src.proto.example import Example, SequenceExample

VALUES = {dtypes.float32, dtypes.int64, dtypes.string}


def _key(key):
    # The messages have text for keys, the attributes bytes, the inputs scalars of bytes.
    return (key if isinstance(key, bytes) else key[()]).decode()


def parsed(messages, place, sparse_keys, sparse_types, dense_keys, defaults, dense_shapes):
    """(sparse parts, dense arrays) of the features of some messages.

    place(key, i) describes where a feature of message i is.
    """

    def find(key, dtype, sparse):
        places = [place(key, i) for i in range(len(messages))]
        found = [one[key] if key in one else None for one in messages]
        return [values_of(one, dtype, place, sparse) for one, place in zip(found, places, strict=True)], places

    sparse = [
        sparse_matrix(find(key, dtype, True)[0], dtype)
        for key, dtype in zip(map(_key, sparse_keys), sparse_types, strict=True)
    ]
    dense = []
    for key, default, dims in zip(map(_key, dense_keys), defaults, dense_shapes, strict=True):
        dtype = dtypes.as_dtype(default.dtype)
        found, places = find(key, dtype, False)
        dense.append(dense_rows(found, dims, default, dtype, places))
    return sparse, dense


def _alone(sparse, dense):
    """The outputs for one example in place of a batch of one."""
    return flat_outputs(
        [(indices[:, 1:], values, dims[1:]) for indices, values, dims in sparse], [row[0] for row in dense]
    )


def flat_outputs(sparse, dense):
    """The parts of sparse tensors, part by part, and then the dense ones."""
    return [part for parts in zip(*sparse, strict=True) for part in parts] + dense


def _example_shapes(op):
    count = op.attrs["Nsparse"]
    batch = with_rank(op.inputs[0].dims, 1, "tf.parse_single_example parses a single string")
    dense = [(*batch, *shape) for shape in op.attrs["dense_shapes"]]
    return [(None, 2)] * count + [(None,)] * count + [(2,)] * count + dense


@op(
    "ParseExample",
    "serialized: string, names: string, sparse_keys: Nsparse*string, dense_keys: Ndense*string, "
    "dense_defaults: *Tdense -> sparse_indices: Nsparse*int64, sparse_values: *sparse_types, "
    "sparse_shapes: Nsparse*int64, dense_values: *Tdense",
    types={"sparse_types": VALUES, "Tdense": VALUES},
    infer=_example_shapes,
    host=True,
    grad=no_gradient,
)
def parse_example_op(
    serialized,
    names,
    sparse_keys,
    dense_keys,
    dense_defaults,
    *,
    sparse_types: list[dtypes.DType],
    dense_shapes: SHAPES,
):
    """The features of a vector of examples."""
    messages = [parse(Example, data).features.feature for data in serialized]
    texts = [name.decode() for name in names] if len(names) else [""] * len(messages)

    def place(key, i):
        return Place(key, texts[i], i)

    return flat_outputs(*parsed(messages, place, sparse_keys, sparse_types, dense_keys, dense_defaults, dense_shapes))


def _single_shapes(op):
    count = op.attrs["num_sparse"]
    with_rank(op.inputs[0].dims, 0, "tf.parse_example parses a vector of strings")
    return [(None, 1)] * count + [(None,)] * count + [(1,)] * count + list(op.attrs["dense_shapes"])


@op(
    "ParseSingleExample",
    "serialized: string, dense_defaults: *Tdense -> sparse_indices: num_sparse*int64, "
    "sparse_values: *sparse_types, sparse_shapes: num_sparse*int64, dense_values: *Tdense",
    types={"sparse_types": VALUES, "Tdense": VALUES},
    infer=_single_shapes,
    host=True,
    grad=no_gradient,
    minimums={"num_sparse": 0},
)
def parse_single_example_op(
    serialized,
    dense_defaults,
    *,
    num_sparse: int,
    sparse_keys: list[str],
    dense_keys: list[str],
    sparse_types: list[dtypes.DType],
    dense_shapes: SHAPES,
):
    """The features of one example."""
    if serialized.ndim:
        raise ValueError(f"Expected serialized to be a scalar, got shape: {list(serialized.shape)}")
    messages = [parse(Example, serialized[()]).features.feature]

    def place(key, i):
        return AlonePlace(key)

    return _alone(*parsed(messages, place, sparse_keys, sparse_types, dense_keys, dense_defaults, dense_shapes))


def steps_of(lists, key, dtype, name, place=StepPlace):
    """The vectors of each step of a feature list, None when the list is not there."""
    if key not in lists:
        return None
    steps = [
        values_of(feature, dtype, place(key, name, "Feature list", i)) for i, feature in enumerate(lists[key].feature)
    ]
    return [as_vector([], dtype) if step is None else step for step in steps]


def _sequence_shapes(op):
    with_rank(op.inputs[0].dims, 0)
    context, lists = op.attrs["Ncontext_sparse"], op.attrs["Nfeature_list_sparse"]
    return (
        [(None, 1)] * context
        + [(None,)] * context
        + [(1,)] * context
        + list(op.attrs["context_dense_shapes"])
        + [(None, 2)] * lists
        + [(None,)] * lists
        + [(2,)] * lists
        + [(None, *dims) for dims in op.attrs["feature_list_dense_shapes"]]
    )


@op(
    "ParseSingleSequenceExample",
    "serialized: string, feature_list_dense_missing_assumed_empty: string, "
    "context_sparse_keys: Ncontext_sparse*string, context_dense_keys: Ncontext_dense*string, "
    "feature_list_sparse_keys: Nfeature_list_sparse*string, feature_list_dense_keys: Nfeature_list_dense*string, "
    "context_dense_defaults: *Tcontext_dense, debug_name: string -> "
    "context_sparse_indices: Ncontext_sparse*int64, context_sparse_values: *context_sparse_types, "
    "context_sparse_shapes: Ncontext_sparse*int64, context_dense_values: *Tcontext_dense, "
    "feature_list_sparse_indices: Nfeature_list_sparse*int64, "
    "feature_list_sparse_values: *feature_list_sparse_types, "
    "feature_list_sparse_shapes: Nfeature_list_sparse*int64, feature_list_dense_values: *feature_list_dense_types",
    types={
        "context_sparse_types": VALUES,
        "Tcontext_dense": VALUES,
        "feature_list_sparse_types": VALUES,
        "feature_list_dense_types": VALUES,
    },
    infer=_sequence_shapes,
    scalars=dict.fromkeys(["serialized", "debug_name"], "Expected {name} to be a scalar, got shape: {shape}"),
    host=True,
    grad=no_gradient,
    attrs={
        "Ncontext_sparse": (int, 0),
        "Ncontext_dense": (int, 0),
        "Nfeature_list_sparse": (int, 0),
        "Nfeature_list_dense": (int, 0),
        "Tcontext_dense": (list[dtypes.DType], []),
    },
)
def parse_single_sequence_example_op(
    serialized,
    feature_list_dense_missing_assumed_empty,
    context_sparse_keys,
    context_dense_keys,
    feature_list_sparse_keys,
    feature_list_dense_keys,
    context_dense_defaults,
    debug_name,
    *,
    context_sparse_types: list[dtypes.DType] = [],  # noqa: B006
    feature_list_dense_types: list[dtypes.DType] = [],  # noqa: B006
    context_dense_shapes: SHAPES = [],  # noqa: B006  # pyright: ignore[reportArgumentType]
    feature_list_sparse_types: list[dtypes.DType] = [],  # noqa: B006
    feature_list_dense_shapes: SHAPES = [],  # noqa: B006  # pyright: ignore[reportArgumentType]
):
    """The features of one sequence example: those of its context, and those of each step."""
    message = parse(SequenceExample, serialized[()])
    name = debug_name.reshape(-1)[0].decode() if debug_name.size else ""
    context, lists = message.context.feature, message.feature_lists.feature_list
    outputs = _alone(
        *parsed(
            [context],
            lambda key, i: StepPlace(key, name, "Context feature"),
            context_sparse_keys,
            context_sparse_types,
            context_dense_keys,
            context_dense_defaults,
            context_dense_shapes,
        )
    )
    sparse = []
    for key, dtype in zip(map(_key, feature_list_sparse_keys), feature_list_sparse_types, strict=True):
        sparse.append(sparse_matrix(steps_of(lists, key, dtype, name) or [], dtype))
    may_miss = {key.decode() for key in feature_list_dense_missing_assumed_empty.reshape(-1)}
    dense = []
    shapes: Any = feature_list_dense_shapes
    described = zip(feature_list_dense_keys, feature_list_dense_types, shapes, strict=True)
    for key, dtype, dims in described:
        dense.append(dense_steps(lists, _key(key), dtype, dims, name, may_miss))
    return outputs + flat_outputs(sparse, dense)


def dense_steps(lists, key, dtype, dims, name, may_miss, place=StepPlace):
    """The steps of a feature list as one array, with none when it may be and is missing."""
    steps = steps_of(lists, key, dtype, name, place)
    if steps is None and key not in may_miss:
        raise place(key, name, "Feature list").missing(dtype)
    steps = steps or []
    places = [place(key, name, "Feature list", i) for i in range(len(steps))]
    return dense_rows(steps, dims, np.empty(0, dtype.as_numpy_dtype), dtype, places)
