"""edit_distance: the Levenshtein distance between sequences."""

import numpy as np

from graphlab._src.base import shapes
from graphlab._src.graph import constant_value
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import check_rows


def _distance_shape(op):
    sizes = [constant_value(op.inputs[2]), constant_value(op.inputs[5])]
    if any(known is None for known in sizes):
        return None
    if len(sizes[0]) != len(sizes[1]):
        counts = f"{len(sizes[0])} vs. {len(sizes[1])}"
        raise shapes.ShapeError(f"Num elements of hypothesis_shape does not match truth_shape: {counts}")
    return tuple(np.maximum(*sizes)[:-1].tolist())


@op(
    "EditDistance",
    "hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, "
    "truth_indices: int64, truth_values: T, truth_shape: int64 -> output: float",
    infer=_distance_shape,
    ranks=dict.fromkeys(
        ["hypothesis_values", "hypothesis_shape", "truth_values", "truth_shape"],
        (1, "{name} should be a vector, but got shape: {shape}"),
    ),
    host=True,
    grad=no_gradient,
)
def _edit_distance(
    hypothesis_indices,
    hypothesis_values,
    hypothesis_shape,
    truth_indices,
    truth_values,
    truth_shape,
    *,
    normalize: bool = True,
):
    """The Levenshtein distance between the sequences along the last axis of two sparse tensors.

    normalize: divided by the length of the truth; inf where that is empty and the hypothesis is not.
    """
    for name, places, sizes in (
        ("hypothesis", hypothesis_indices, hypothesis_shape),
        ("truth", truth_indices, truth_shape),
    ):
        if places.ndim != 2:
            raise ValueError(f"{name}_indices should be a matrix, but got shape: {shapes.text(places.shape)}")
        if places.shape[1:] != sizes.shape:
            raise ValueError(
                f"Expected {name}_shape.NumElements == #cols({name}_indices), their shapes are: "
                f"{shapes.text(sizes.shape)} and {shapes.text(places.shape)}"
            )
    if len(truth_shape) < 2:
        raise ValueError(f"Input SparseTensors must have rank at least 2, but truth_shape rank is: {len(truth_shape)}")
    if hypothesis_shape.shape != truth_shape.shape:
        raise ValueError(
            "Expected truth and hypothesis to have matching ranks, but their shapes are: "
            f"{shapes.text(truth_shape.shape)} and {shapes.text(hypothesis_shape.shape)}"
        )
    hypotheses = _sequences(hypothesis_indices, hypothesis_values)
    truths = _sequences(truth_indices, truth_values)
    result = np.zeros(np.maximum(hypothesis_shape, truth_shape)[:-1], np.float32)
    for place in hypotheses.keys() | truths.keys():
        hypothesis, truth = hypotheses.get(place, []), truths.get(place, [])
        distance = _distance(hypothesis, truth)
        if normalize:
            distance = distance / len(truth) if truth else np.inf
        result[place] = distance
    return result


def _sequences(indices, values):
    """{place: the values along the last axis there}."""
    check_rows(indices, values)
    found = {}
    for index, value in zip(indices.tolist(), values.tolist(), strict=True):
        found.setdefault(tuple(index[:-1]), []).append(value)
    return found


def _distance(first, second):
    before = list(range(len(second) + 1))
    for i, item in enumerate(first, 1):
        row = [i]
        for j, other in enumerate(second, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (item != other)))
        before = row
    return before[-1]


def edit_distance(hypothesis, truth, normalize=True, name="edit_distance"):
    """The Levenshtein distance between the sequences along the last axis of two SparseTensors.

    hypothesis, truth: of one rank R; the result has rank R - 1.
    normalize: divided by the length of the truth; inf where that is empty and the hypothesis is not.
    """
    for given, what in ((hypothesis, "Hypothesis"), (truth, "Truth")):
        if not isinstance(given, (SparseTensor, SparseTensorValue)):
            raise TypeError(f"{what} must be a SparseTensor.")
    return _edit_distance(
        hypothesis.indices,
        hypothesis.values,
        hypothesis.dense_shape,
        truth.indices,
        truth.values,
        truth.dense_shape,
        normalize=normalize,
        name=name,
    )
