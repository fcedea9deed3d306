"""The operations of QuantileAccumulator: summaries of features, the accumulators that merge them, and buckets."""

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base import dtypes
from graphlab._src.base.errors import invalid
from graphlab._src.base.signals import delayed
from graphlab._src.contrib.boosted_trees.quantile_state import Quantiles, parsed_summary, summary_text
from graphlab._src.contrib.boosted_trees.stamps import NAMED, STATE, holder_of, scalars
from graphlab._src.ops.define import HERE, no_gradient, no_outputs, op, same_as_input, scalar
from graphlab._src.proto.gradient_trees import QuantileConfig
from graphlab._src.state.boosted_trees.quantile_stream import QuantileStream
from graphlab._src.state.boosted_trees.quantile_summaries import boundaries as boundaries_of

_HANDLE = "quantile_accumulator_handle: resource"
_HANDLES = "quantile_accumulator_handles: num_resource_handles*resource"
_STAMPS = f"{_HANDLE}, stamp_token: int64, next_stamp_token: int64"
_STREAM = "stamp_token: int64, stream_state: string, are_buckets_ready: bool, buckets: float32"
_FEATURES = (
    "dense_float_features: num_dense_features*float32, sparse_float_feature_indices: num_sparse_features*int64, "
    "sparse_float_feature_values: num_sparse_features*float32, "
    "sparse_float_feature_shapes: num_sparse_features*int64, example_weights: float32"
)
_PURE = {"host": True, "grad": no_gradient}


@op(
    "QuantileStreamResourceHandleOp",
    "-> resource: resource",
    infer=scalar,
    attrs=NAMED,
    on_parameter_server=True,
    **STATE,
)
def quantile_stream_resource_handle_op(*, context):
    """A handle of the quantiles of a feature."""
    return holder_of(context, "QuantileStreamResource")


@op("QuantileAccumulatorIsInitialized", f"{_HANDLE} -> is_initialized: bool", infer=scalar, **STATE)
def quantile_accumulator_is_initialized(quantile_accumulator_handle):
    """Whether quantiles are made."""
    return np.asarray(quantile_accumulator_handle.is_made)


@op(
    "CreateQuantileAccumulator",
    f"{_HANDLE}, stamp_token: int64 ->",
    infer=scalars(no_outputs),
    attrs={**NAMED, "max_elements": HERE, "generate_quantiles": HERE},
    **STATE,
)
def create_quantile_accumulator(
    quantile_accumulator_handle,
    stamp_token,
    *,
    max_elements: int = 1 << 40,
    epsilon: float,
    num_quantiles: int,
    generate_quantiles: bool = False,
):
    """Makes quantiles of a feature; those that are there stay."""
    if not epsilon > 0 or num_quantiles < 1:
        raise invalid(f"epsilon and num_quantiles must be positive, got {epsilon} and {num_quantiles}")
    made = Quantiles(stamp_token, epsilon, num_quantiles, max_elements, generate_quantiles)
    quantile_accumulator_handle.make(made)


@op(
    "QuantileAccumulatorAddSummaries",
    f"{_HANDLES}, stamp_token: int64, summaries: num_resource_handles*string ->",
    infer=no_outputs,
    minimums={"num_resource_handles": 1},
    **STATE,
)
def quantile_accumulator_add_summaries(quantile_accumulator_handles, stamp_token, summaries):
    """Adds a summary to each accumulator whose stamp this is; what comes late is dropped."""
    for slot, text in zip(quantile_accumulator_handles, summaries, strict=True):
        with delayed(), slot.lock:
            found = slot.get()
            if found.stamp == int(stamp_token):
                found.add(parsed_summary(text.item()))


@op("QuantileAccumulatorFlush", f"{_STAMPS} ->", infer=scalars(no_outputs), **STATE)
def quantile_accumulator_flush(quantile_accumulator_handle, stamp_token, next_stamp_token):
    """Makes the boundaries of buckets of what was added; the accumulator begins anew, with the next stamp."""
    with delayed(), quantile_accumulator_handle.lock:
        found = quantile_accumulator_handle.get()
        found.check_stamp(stamp_token)
        found.flush(next_stamp_token)


@op("QuantileAccumulatorFlushSummary", f"{_STAMPS} -> output: string", infer=scalars(scalar), **STATE)
def quantile_accumulator_flush_summary(quantile_accumulator_handle, stamp_token, next_stamp_token):
    """The summary of what was added, a serialized QuantileSummaryState; the accumulator begins anew."""
    with delayed(), quantile_accumulator_handle.lock:
        found = quantile_accumulator_handle.get()
        found.check_stamp(stamp_token)
        summary = found.take(next_stamp_token)
    return np.asarray(summary_text(summary), object)


@op(
    "QuantileAccumulatorGetBuckets",
    f"{_HANDLES}, stamp_token: int64 "
    "-> are_buckets_ready: num_resource_handles*bool, buckets: num_resource_handles*float32",
    infer=lambda op: [()] * op.attrs["num_resource_handles"] + [(None,)] * op.attrs["num_resource_handles"],
    minimums={"num_resource_handles": 1},
    **STATE,
)
def quantile_accumulator_get_buckets(quantile_accumulator_handles, stamp_token):
    """Of each accumulator whether there are boundaries and the stamp is its own, and then the boundaries."""
    ready, buckets = [], []
    for slot in quantile_accumulator_handles:
        with slot.lock:
            found = slot.get()
            is_ready = found.stamp == int(stamp_token) and found.ready
            ready.append(np.asarray(is_ready))
            buckets.append(found.boundaries if is_ready else np.zeros(0, np.float32))
    return [*ready, *buckets]


@op(
    "QuantileAccumulatorSerialize",
    f"{_HANDLE} -> {_STREAM}",
    infer=scalars(lambda op: [(), (), (), (None,)]),
    **STATE,
)
def quantile_accumulator_serialize(quantile_accumulator_handle):
    """The stamp of an accumulator, its summaries as a QuantileStreamState, and its boundaries."""
    with quantile_accumulator_handle.lock:
        found = quantile_accumulator_handle.get()
        state = np.asarray(found.serialized(), object)
        buckets = found.boundaries if found.ready else np.zeros(0, np.float32)
        return np.asarray(found.stamp, np.int64), state, np.asarray(found.ready), buckets


@op("QuantileAccumulatorDeserialize", f"{_HANDLE}, {_STREAM} ->", infer=no_outputs, **STATE)
def quantile_accumulator_deserialize(
    quantile_accumulator_handle, stamp_token, stream_state, are_buckets_ready, buckets
):
    """Replaces the state of an accumulator by that of a checkpoint."""
    stamp, state, ready = (value.item() for value in (stamp_token, stream_state, are_buckets_ready))
    with delayed(), quantile_accumulator_handle.lock:
        restored = quantile_accumulator_handle.get().restored(stamp, state, ready, buckets)
        quantile_accumulator_handle.replace(restored)


def _columns(dense_float_features, sparse_float_feature_indices, sparse_float_feature_values, example_weights):
    """(values, their weights) of each feature, the dense ones first."""
    weights = example_weights.reshape(-1)
    found = []
    for values in dense_float_features:
        if values.size != weights.size:
            raise invalid(f"A dense feature has {values.size} values, but example_weights has {weights.size}")
        found.append((values.reshape(-1), weights))
    for indices, values in zip(sparse_float_feature_indices, sparse_float_feature_values, strict=True):
        if len(indices) and not 0 <= indices[:, 0].min() <= indices[:, 0].max() < len(weights):
            raise invalid(f"A sparse feature has an index out of the {len(weights)} example_weights")
        found.append((values.reshape(-1), weights[indices[:, 0]]))
    return found


def _counts(op):
    counts = op.attrs["num_dense_features"], op.attrs["num_sparse_features"]
    return counts[0] + counts[1]


@op(
    "MakeQuantileSummaries",
    f"{_FEATURES} -> dense_summaries: num_dense_features*string, sparse_summaries: num_sparse_features*string",
    infer=lambda op: [()] * _counts(op),
    **_PURE,
)
def make_quantile_summaries(
    dense_float_features,
    sparse_float_feature_indices,
    sparse_float_feature_values,
    sparse_float_feature_shapes,
    example_weights,
    *,
    epsilon: float,
):
    """A summary of each feature, weighted: serialized QuantileSummaryStates."""
    del sparse_float_feature_shapes
    columns = _columns(dense_float_features, sparse_float_feature_indices, sparse_float_feature_values, example_weights)
    found = []
    for values, weights in columns:
        stream = QuantileStream(epsilon, example_weights.size + 1)
        stream.push(values, weights)
        found.append(np.asarray(summary_text(stream.summary()), object))
    return found


def _configs(texts, count, kind):
    if len(texts) != count:
        raise invalid(f"Mismatch in number of {kind} quantile configs.")
    try:
        return [
            QuantileConfig.FromString(text if isinstance(text, bytes) else text.encode("latin-1")) for text in texts
        ]
    except DecodeError as error:
        raise invalid("Malformed QuantileConfig passed in.") from error


@op(
    "QuantileBuckets",
    f"{_FEATURES} -> dense_buckets: num_dense_features*float32, sparse_buckets: num_sparse_features*float32",
    infer=lambda op: [(None,)] * _counts(op),
    **_PURE,
)
def quantile_buckets(
    dense_float_features,
    sparse_float_feature_indices,
    sparse_float_feature_values,
    sparse_float_feature_shapes,
    example_weights,
    *,
    dense_config: list[str],
    sparse_config: list[str],
):
    """The boundaries of buckets of each feature, as its QuantileConfig says."""
    del sparse_float_feature_shapes
    columns = _columns(dense_float_features, sparse_float_feature_indices, sparse_float_feature_values, example_weights)
    configs = _configs(dense_config, len(dense_float_features), "dense")
    configs += _configs(sparse_config, len(sparse_float_feature_values), "sparse")
    found = []
    for (values, weights), config in zip(columns, configs, strict=True):
        stream = QuantileStream(config.eps, example_weights.size)
        stream.push(values, weights)
        found.append(boundaries_of(stream.summary(), config.num_quantiles))
    return found


def _buckets(values, ends):
    """The number of the first boundary that is not smaller, of each value; that of the last one where all are."""
    if ends.ndim != 1:
        raise invalid("Buckets should be flat vectors")
    return np.minimum(np.searchsorted(ends, values.reshape(-1)[: len(values)]), max(len(ends) - 1, 0)).astype(np.int32)


def _quantile_dims(op):
    dense, sparse = op.attrs["num_dense_features"], op.attrs["num_sparse_features"]
    values = op.inputs[: dense + sparse]
    return [(None if tensor.dims is None else tensor.dims[0], 2) for tensor in values]


@op(
    "Quantiles",
    "dense_values: num_dense_features*float32, sparse_values: num_sparse_features*float32, "
    "dense_buckets: num_dense_features*float32, sparse_buckets: num_sparse_features*float32, "
    "sparse_indices: num_sparse_features*int64 "
    "-> dense_quantiles: num_dense_features*int32, sparse_quantiles: num_sparse_features*int32",
    infer=_quantile_dims,
    **_PURE,
)
def quantiles(dense_values, sparse_values, dense_buckets, sparse_buckets, sparse_indices):
    """(number of the bucket, dimension) [n, 2] of the values of each feature."""
    dense = [_buckets(values, ends) for values, ends in zip(dense_values, dense_buckets, strict=True)]
    sparse = [_buckets(values, ends) for values, ends in zip(sparse_values, sparse_buckets, strict=True)]
    dimensions = [np.zeros_like(found) for found in dense]
    dimensions += [indices[:, 1].astype(np.int32) for indices in sparse_indices]
    return [np.stack(columns, axis=1) for columns in zip(dense + sparse, dimensions, strict=True)]


@op(
    "BucketizeWithInputBoundaries",
    "input: T, boundaries: float32 -> output: int32",
    types={"T": (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)},
    infer=same_as_input(0),
    **_PURE,
)
def bucketize_with_input_boundaries(input, boundaries):  # noqa: A002
    """How many of the sorted boundaries are at most each value."""
    if (boundaries[1:] < boundaries[:-1]).any():
        raise invalid("Expected sorted boundaries")
    return np.searchsorted(boundaries, input.astype(np.float32), side="right").astype(np.int32).reshape(input.shape)
