"""Operations for which there is something quicker than the primitives that their kernels are made of."""

import importlib

import numpy as np

from graphlab._src.compiler.interpreter.primitives.indexing import add_rows


def _sparse_product(places, values, sizes, dense, *, adjoint_a, adjoint_b):
    """The matrix product of a sparse matrix and a dense one, without an array of all that is added up."""
    if sizes is None or values.dtype.kind not in "fciu" or values.dtype.itemsize < 4 or not values.size:
        return None
    places = places.astype(np.int32)
    rows, columns = places[:, 0], places[:, 1]
    count, inner = map(int, sizes)
    if places.min() < 0 or rows.max() >= count or columns.max() >= inner:
        return None
    if adjoint_a:
        rows, columns, count, inner, values = columns, rows, inner, count, values.conj()
    if adjoint_b:
        dense = dense.conj().T
    if len(dense) != inner:
        return None
    sparse = importlib.import_module("scipy.sparse")  # JAX needs it too, but not from the beginning
    return sparse.coo_array((values, (rows, columns)), shape=(count, inner)) @ np.ascontiguousarray(dense)


def _taken(x, indices, axis, *, batch_dims):
    """The parts at these positions along an axis, where all of them are there."""
    if axis is None or batch_dims:
        return None
    if indices.size and not 0 <= indices.min() <= indices.max() < x.shape[int(axis)]:
        return None
    return np.asarray(x.take(indices, int(axis), mode="clip"))  # which is quicker than the mode that looks


def _product(a, b, *, transpose_a, transpose_b):
    a, b = a.T if transpose_a else a, b.T if transpose_b else b
    return np.matmul(a, b) if a.dtype.char in "fd" and a.ndim == b.ndim == 2 and a.shape[1] == b.shape[0] else None


def _reducer(function, types):
    def reduce(x, axes, *, keep_dims):
        if axes is None or x.dtype.char not in types or not axes.size:
            return None
        return np.asarray(function.reduce(x, tuple(axes.reshape(-1).tolist()), x.dtype, keepdims=keep_dims))

    return reduce


def _segment_sum(data, numbers, count):
    if count is None or data.dtype.char not in "fd" or not numbers.size:
        return None
    if numbers.shape != data.shape[: numbers.ndim] or not 0 <= numbers.min() <= numbers.max() < count:
        return None
    inner = data.shape[numbers.ndim :]
    result = np.zeros((int(count), *inner), data.dtype)
    add_rows(result, (numbers.reshape(-1),), data.reshape(-1, *inner))
    return result


def _softmax(logits):
    if logits.dtype.char not in "fd" or not logits.size:
        return None
    result = np.exp(logits - logits.max(-1, keepdims=True))
    result /= result.sum(-1, keepdims=True)
    return result


def _floor_div(x, y):
    return np.floor_divide(x, y) if x.dtype.char in "il" and np.all(y > 0) else None


def _relu_grad(gradients, features):
    return np.where(features > 0, gradients, gradients.dtype.type(0)) if features.dtype.char in "fd" else None


def _plain(function, types="fd"):
    """A NumPy function that gives the type that it takes."""
    return lambda *values: function(*values) if values[0].dtype.char in types else None


# By type: a function of the inputs and attributes that gives the output, or None where the primitives have to do it.
QUICK = {
    "Add": _plain(np.add, "fdil"),
    "AddV2": _plain(np.add, "fdil"),
    "Exp": _plain(np.exp),
    "FloorDiv": _floor_div,
    "GatherV2": _taken,
    "Log": _plain(np.log),
    "MatMul": _product,
    "Mul": _plain(np.multiply, "fdil"),
    "Neg": _plain(np.negative),
    "Prod": _reducer(np.multiply, "fdil"),
    "RealDiv": _plain(np.divide),
    "Relu": _plain(lambda features: np.maximum(features, features.dtype.type(0))),
    "ReluGrad": _relu_grad,
    "Softmax": _softmax,
    "SparseTensorDenseMatMul": _sparse_product,
    "Square": _plain(np.square),
    "Sub": _plain(np.subtract, "fdil"),
    "Sum": _reducer(np.add, "fdil"),
    "UnsortedSegmentSum": _segment_sum,
}
