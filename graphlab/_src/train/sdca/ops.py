"""The operations of SDCA: a pass over a batch, the proximal step of L1, and fingerprints of the names of examples."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import invalid
from graphlab._src.base.text import as_text
from graphlab._src.ops.define import REQUIRED, no_gradient, no_outputs, op
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.string_hash import fingerprint128
from graphlab._src.train.sdca.losses import LOSSES
from graphlab._src.train.sdca.solver import DenseFeatures, Options, SparseFeatures, solve

_SIGNATURE = (
    "sparse_example_indices: num_sparse_features*int64, sparse_feature_indices: num_sparse_features*int64, "
    "sparse_feature_values: num_sparse_features_with_values*float32, dense_features: num_dense_features*float32, "
    "example_weights: float32, example_labels: float32, sparse_indices: num_sparse_features*int64, "
    "sparse_weights: num_sparse_features*float32, dense_weights: num_dense_features*float32, "
    "example_state_data: float32 -> out_example_state_data: float32, "
    "out_delta_sparse_weights: num_sparse_features*float32, out_delta_dense_weights: num_dense_features*float32"
)
_COUNTS = {"num_sparse_features": 0, "num_sparse_features_with_values": 0, "num_dense_features": 0}
_REGULARIZED = {"l1": (float, REQUIRED), "l2": (float, REQUIRED)}
_PASS: dict[str, Any] = {
    "types": {"loss_type": tuple(name.encode() for name in LOSSES)},
    "minimums": {**_COUNTS, "num_loss_partitions": 1, "num_inner_iterations": 1},
    "attrs": {"num_inner_iterations": (int, REQUIRED)},
    "host": True,
    "grad": no_gradient,
}


def _shapes(op):
    sparse, dense = op.attrs["num_sparse_features"], op.attrs["num_dense_features"]
    weights = [tensor.dims for tensor in op.inputs[-1 - sparse - dense : -1]]
    return [(None, 4), *weights]


def _pass(
    options,
    example_indices,
    feature_indices,
    feature_values,
    dense_features,
    example_weights,
    example_labels,
    indices,
    sparse_weights,
    dense_weights,
    state,
):
    count = len(example_weights)
    if example_labels.shape != (count,):
        raise invalid(f"Expected {count} example_labels, got a tensor of shape {list(example_labels.shape)}")
    if state.shape != (count, 4):
        raise invalid(f"Expected shape [{count},4] for example_state_data, got {shapes.text(state.shape)}")
    values = [*feature_values, *[None] * (len(indices) - len(feature_values))]
    sparse = [
        SparseFeatures(examples, count, features, *rest)
        for examples, features, *rest in zip(
            example_indices, feature_indices, values, indices, sparse_weights, strict=True
        )
    ]
    dense = [DenseFeatures(features, weights) for features, weights in zip(dense_features, dense_weights, strict=True)]
    if not sparse and not dense:
        raise invalid("Requires at least one feature to train.")
    state = solve(options, [*sparse, *dense], example_labels, example_weights, state)
    groups = zip([*sparse, *dense], [*sparse_weights, *dense_weights], strict=True)
    return state, *(group.deltas.reshape(weights.shape) for group, weights in groups)


@op("SdcaOptimizer", _SIGNATURE, infer=_shapes, **_PASS)
def sdca_optimizer(*inputs, loss_type: str, adaptative: bool = False, l1: float, l2: float, num_loss_partitions: int):
    """A pass of stochastic dual coordinate ascent over a batch of examples, of a linear model.

    sparse_example_indices, sparse_feature_indices, sparse_feature_values: a vector of each for every group of sparse
    features, sorted by example; values that are missing are 1.  dense_features: a matrix [batch, size] for every group.
    sparse_indices, sparse_weights: the weights that the batch uses, and which they are.  dense_weights: vectors.
    example_state_data: [batch, 4], what the last pass returned for these examples.
    Returns the new state, and how much the weights change.
    """
    return _pass(Options(LOSSES[as_text(loss_type)], adaptative, l1, l2, num_loss_partitions), *inputs)


@op("SdcaOptimizerV2", _SIGNATURE, infer=_shapes, **_PASS)
def sdca_optimizer_v2(*inputs, loss_type: str, adaptive: bool = False, l1: float, l2: float, num_loss_partitions: int):
    """SdcaOptimizer, whose attribute has another name."""
    return _pass(Options(LOSSES[as_text(loss_type)], adaptive, l1, l2, num_loss_partitions), *inputs)


@op(
    "SdcaShrinkL1",
    "weights: num_features*Ref(float32) ->",
    infer=no_outputs,
    updates=["weights"],
    minimums={"num_features": 0},
    grad=no_gradient,
)
def sdca_shrink_l1(weights, *, l1: float, l2: float):
    """Moves variables toward 0 by l1 / l2, and not beyond: the proximal step of L1."""
    return [jnp.sign(one) * jnp.maximum(jnp.abs(one) - jnp.float32(l1 / l2), 0) for one in weights]


@op(
    "SdcaFprint",
    "input: string -> output: int64",
    infer=lambda op: (*with_rank(op.inputs[0].dims, 1), 2),
    host=True,
    grad=no_gradient,
)
def sdca_fprint(input):  # noqa: A002
    """A fingerprint of 128 bits of each string, as two numbers [n, 2], the first of which is never 0 or 1."""
    found = np.empty((len(input), 2), np.uint64)
    for i, text in enumerate(input):
        high, low = fingerprint128(text)
        found[i] = low if low >= 2 else (low - 2) % 2**64, high
    return found.astype(dtypes.int64.as_numpy_dtype)
