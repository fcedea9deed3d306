"""Operations for which there is something quicker than the primitives that their kernels are made of."""

import importlib

import numpy as np


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


# By type: a function of the inputs and attributes that gives the output, or None where the primitives have to do it.
QUICK = {"SparseTensorDenseMatMul": _sparse_product}
