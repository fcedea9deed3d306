"""The operations of QuantileAccumulator: summaries of features, the streams that hold them, and buckets."""

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.base.signals import delayed
from graphlab._src.ops.define import no_gradient, no_outputs, op, scalar, undefined_gradient
from graphlab._src.ops.rules import merge_size, with_rank
from graphlab._src.state.boosted_trees.handles import holder_of
from graphlab._src.state.boosted_trees.quantile_stream import QuantileStream, QuantileStreams

_ATTRS = {"container": (str, ""), "shared_name": (str, "")}
_HANDLE = "quantile_stream_resource_handle: resource"
_STATE = {"host": True, "stateful": True, "grad": undefined_gradient}


def scalars(result):
    """The shape rule of operations whose inputs are single numbers."""

    def infer(op):
        for tensor in op.inputs:
            with_rank(tensor.dims, 0)
        return result(op)

    return infer


@op(
    "BoostedTreesQuantileStreamResourceHandleOp",
    "-> resource: resource",
    infer=scalar,
    attrs=_ATTRS,
    host=True,
    stateful=True,
    grad=no_gradient,
    on_parameter_server=True,
)
def boosted_trees_quantile_stream_resource_handle_op(*, context):
    """The place of the streams of quantiles, which another operation makes."""
    return holder_of(context, "quantile streams")


@op(
    "BoostedTreesCreateQuantileStreamResource",
    f"{_HANDLE}, epsilon: float32, num_streams: int64 ->",
    infer=scalars(no_outputs),
    **_STATE,
)
def boosted_trees_create_quantile_stream_resource(
    quantile_stream_resource_handle, epsilon, num_streams, *, max_elements: int = 1 << 40
):
    """Makes streams of quantiles, unless there are some already."""
    quantile_stream_resource_handle.make(QuantileStreams(epsilon[()], max_elements, int(num_streams)))


@op("IsBoostedTreesQuantileStreamResourceInitialized", f"{_HANDLE} -> is_initialized: bool", infer=scalar, **_STATE)
def is_boosted_trees_quantile_stream_resource_initialized(quantile_stream_resource_handle):
    """Whether the streams are made."""
    return np.asarray(quantile_stream_resource_handle.is_made)


def _summaries_made(op):
    *features, weights, epsilon = (tensor.dims for tensor in op.inputs)
    for dims in (*features, weights):
        with_rank(dims, 1)
    with_rank(epsilon, 0)
    return [(None, 4)] * op.attrs["num_features"]


@op(
    "BoostedTreesMakeQuantileSummaries",
    "float_values: num_features*float32, example_weights: float32, epsilon: float32 -> summaries: num_features*float32",
    infer=_summaries_made,
    host=True,
    grad=undefined_gradient,
)
def boosted_trees_make_quantile_summaries(float_values, example_weights, epsilon):
    """A summary of each feature, of which quantiles follow: a value, its weight, its least and greatest rank in a row."""
    found = []
    for values in float_values:
        if example_weights.size not in (1, values.size):
            raise invalid("Weights should be a single value or same size as features.")
        stream = QuantileStream(epsilon[()], values.size + 1)
        stream.push(values.reshape(-1), np.broadcast_to(example_weights.reshape(-1), values.size))
        found.append(stream.summary())
    return found


@op(
    "BoostedTreesFlushQuantileSummaries",
    f"{_HANDLE} -> summaries: num_features*float32",
    infer=lambda op: [(None, 4)] * op.attrs["num_features"],
    **_STATE,
)
def boosted_trees_flush_quantile_summaries(quantile_stream_resource_handle, *, num_features: int):
    """The summaries of the streams, which begin anew."""
    with delayed(), quantile_stream_resource_handle.lock:
        streams = quantile_stream_resource_handle.get()
        streams.check_count(num_features)
        return streams.take()


def _summaries_added(op):
    with_rank(op.inputs[0].dims, 0)
    for tensor in op.inputs[1:]:
        with_rank(tensor.dims, 2)
    return []


@op(
    "BoostedTreesQuantileStreamResourceAddSummaries",
    f"{_HANDLE}, summaries: num_features*float32 ->",
    infer=_summaries_added,
    **_STATE,
)
def boosted_trees_quantile_stream_resource_add_summaries(quantile_stream_resource_handle, summaries):
    """Adds a summary to each stream."""
    with delayed(), quantile_stream_resource_handle.lock:
        quantile_stream_resource_handle.get().add(summaries)


@op(
    "BoostedTreesQuantileStreamResourceDeserialize",
    f"{_HANDLE}, bucket_boundaries: num_streams*float32 ->",
    infer=no_outputs,
    **_STATE,
    minimums={"num_streams": 1},
)
def boosted_trees_quantile_stream_resource_deserialize(quantile_stream_resource_handle, bucket_boundaries):
    """Sets the boundaries of all streams, as a checkpoint has them."""
    with delayed(), quantile_stream_resource_handle.lock:
        streams = quantile_stream_resource_handle.get()
        streams.check_count(len(bucket_boundaries))
        streams.boundaries = [values.reshape(-1).copy() for values in bucket_boundaries]


@op(
    "BoostedTreesQuantileStreamResourceFlush",
    f"{_HANDLE}, num_buckets: int64 ->",
    infer=scalars(no_outputs),
    **_STATE,
)
def boosted_trees_quantile_stream_resource_flush(
    quantile_stream_resource_handle, num_buckets, *, generate_quantiles: bool = False
):
    """Makes the boundaries of buckets of what the streams have seen; the streams begin anew."""
    with delayed(), quantile_stream_resource_handle.lock:
        quantile_stream_resource_handle.get().flush(int(num_buckets), generate_quantiles)


@op(
    "BoostedTreesQuantileStreamResourceGetBucketBoundaries",
    f"{_HANDLE} -> bucket_boundaries: num_features*float32",
    infer=scalars(lambda op: [(None,)] * op.attrs["num_features"]),
    **_STATE,
)
def boosted_trees_quantile_stream_resource_get_bucket_boundaries(quantile_stream_resource_handle, *, num_features: int):
    """The boundaries of the buckets of each feature; none before they are made."""
    with quantile_stream_resource_handle.lock:
        streams = quantile_stream_resource_handle.get()
        streams.check_count(num_features)
        return list(streams.boundaries)


def _bucketized(op):
    count = op.attrs["num_features"]
    sizes = [with_rank(tensor.dims, 1)[0] for tensor in op.inputs[:count]]
    for size in sizes:
        merge_size(size, sizes[0])
    return [(size,) for size in sizes]


@op(
    "BoostedTreesBucketize",
    "float_values: num_features*float32, bucket_boundaries: num_features*float32 -> buckets: num_features*int32",
    infer=_bucketized,
    host=True,
    grad=no_gradient,
)
def boosted_trees_bucketize(float_values, bucket_boundaries):
    """The number of the bucket of each value: the first whose boundary is not smaller, else the last."""
    found = []
    for values, ends in zip(float_values, bucket_boundaries, strict=True):
        if ends.ndim != 1:
            raise invalid("Buckets should be flat vectors.")
        buckets = np.minimum(np.searchsorted(ends, values.reshape(-1)), max(len(ends) - 1, 0))
        found.append(np.where(np.isnan(values.reshape(-1)), 0, buckets).astype(np.int32))
    return found
