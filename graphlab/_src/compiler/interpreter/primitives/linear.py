"""Products: matrices and convolutions."""

import itertools
import math

import numpy as np

from graphlab._src.compiler.interpreter.primitives.table import check_time, is_short, rule


def _wide(dtype):
    return np.dtype(np.float32) if is_short(dtype) else np.dtype(dtype)


@rule("dot_general")
def _dot_general(params, inputs, outputs):
    (left, right), (left_batch, right_batch) = params["dimension_numbers"]
    dtype = np.dtype(outputs[0].dtype)
    wide = _wide(dtype)
    ranks = inputs[0].ndim, inputs[1].ndim
    if ranks == (2, 2) and len(left) == 1 and not left_batch:
        transpose_left, transpose_right = left == (0,), right == (1,)

        def product(x, y):
            x, y = x.astype(wide, copy=False), y.astype(wide, copy=False)
            return np.matmul(x.T if transpose_left else x, y.T if transpose_right else y).astype(dtype, copy=False)

        return product
    left_free = [i for i in range(ranks[0]) if i not in left and i not in left_batch]
    right_free = [i for i in range(ranks[1]) if i not in right and i not in right_batch]

    def products(x, y):
        batch = [x.shape[i] for i in left_batch]
        rows, columns = [x.shape[i] for i in left_free], [y.shape[i] for i in right_free]
        inner = math.prod(x.shape[i] for i in left)
        x = x.astype(wide, copy=False).transpose(*left_batch, *left_free, *left)
        y = y.astype(wide, copy=False).transpose(*right_batch, *right, *right_free)
        result = np.matmul(
            x.reshape(math.prod(batch), math.prod(rows), inner), y.reshape(math.prod(batch), inner, math.prod(columns))
        )
        return result.reshape(*batch, *rows, *columns).astype(dtype, copy=False)

    return products


@rule("conv_general_dilated")
def _convolution(params, inputs, outputs):
    """One product for each place of the filter: what lies under that place of it, times the place."""
    numbers = params["dimension_numbers"]
    strides, padding = params["window_strides"], params["padding"]
    spread, apart = params["lhs_dilation"], params["rhs_dilation"]
    groups, batch_groups = params["feature_group_count"], params["batch_group_count"]
    dtype = np.dtype(outputs[0].dtype)
    wide = _wide(dtype)
    back = np.argsort(numbers.out_spec)

    def convolve(images, filters):
        images = images.astype(wide, copy=False).transpose(numbers.lhs_spec)  # [batch, features, *space]
        filters = filters.astype(wide, copy=False).transpose(numbers.rhs_spec)  # [made, features / groups, *space]
        padded = _padded(images, padding, spread)
        window = [(size - 1) * step + 1 for size, step in zip(filters.shape[2:], apart, strict=True)]
        space = [
            max(0, (size - wide_) // stride + 1)
            for size, wide_, stride in zip(padded.shape[2:], window, strides, strict=True)
        ]
        batch, made = images.shape[0] // batch_groups, filters.shape[0]
        parts = groups * batch_groups
        result = np.zeros((parts, made // parts, batch * math.prod(space)), wide)
        for place in itertools.product(*map(range, filters.shape[2:])):
            check_time()
            where = tuple(
                slice(at * step, at * step + (count - 1) * stride + 1, stride) if count else slice(0, 0)
                for at, step, count, stride in zip(place, apart, space, strides, strict=True)
            )
            under = padded[(slice(None), slice(None), *where)]
            under = np.moveaxis(under, 1, 0)  # [features, batch, *space]
            if batch_groups > 1:
                under = under.reshape(under.shape[0], batch_groups, batch, *space)
                under = np.moveaxis(under, 1, 0)
            under = under.reshape(parts, -1, batch * math.prod(space))
            here = filters[(slice(None), slice(None), *place)].reshape(parts, made // parts, -1)
            result += np.matmul(here, under)
        result = np.moveaxis(result.reshape(made, batch, *space), 1, 0)
        return result.transpose(back).astype(dtype, copy=False)

    return convolve


def _padded(images, padding, spread):
    """With zeros between the elements and around them; less than none are removed."""
    sizes = [max(0, (n - 1) * step + 1 if n else 0) for n, step in zip(images.shape[2:], spread, strict=True)]
    full = [n + max(low, 0) + max(high, 0) for n, (low, high) in zip(sizes, padding, strict=True)]
    result = np.zeros((*images.shape[:2], *full), images.dtype)
    inside = tuple(
        slice(max(low, 0), max(low, 0) + n, step) for n, (low, _), step in zip(sizes, padding, spread, strict=True)
    )
    result[(slice(None), slice(None), *inside)] = images
    cut = tuple(slice(max(-low, 0), size - max(-high, 0)) for size, (low, high) in zip(full, padding, strict=True))
    return result[(slice(None), slice(None), *cut)]
