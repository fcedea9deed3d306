"""The order of axes in NHWC and NCHW: which axis becomes which, and sizes in the other order."""

from typing import Any

import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.rules import with_rank_at_least

_FORMATS: Any = {"types": {"T": dtypes.INDEX}, "grad": no_gradient}


def _check_layouts(source, target):
    if len(source) not in (4, 5):
        raise ValueError(f"Source format must be of length 4 or 5, received src_format = {source.decode()}")
    if len(set(source)) != len(source) or sorted(source) != sorted(target):
        words = f"got {source.decode()} and {target.decode()}"
        raise ValueError(f"Destination and source format must determine a permutation, {words}")


def _places(source, target):
    """For each axis of the target's layout where the source has it."""
    return np.asarray([source.index(axis) for axis in target], np.int32)


@op("DataFormatDimMap", "x: T=int32 -> y: T", infer=same_as_input(0), **_FORMATS)
def data_format_dim_map(x, *, src_format: bytes = b"NHWC", dst_format: bytes = b"NCHW"):
    """The numbers of axes in another layout: x says which axis of src_format, negative ones count from the end."""
    _check_layouts(src_format, dst_format)
    targets = np.argsort(_places(src_format, dst_format))
    return jnp.asarray(targets, x.dtype)[x % len(src_format)]


def _permuted(op):
    dims = with_rank_at_least(op.inputs[0].dims, 1)
    if dims is not None and len(dims) > 2:
        raise ShapeError(f"Shape must be at most rank 2 but is rank {len(dims)}")
    return dims


@op("DataFormatVecPermute", "x: T=int32 -> y: T", infer=_permuted, **_FORMATS)
def data_format_vec_permute(x, *, src_format: bytes = b"NHWC", dst_format: bytes = b"NCHW"):
    """Sizes of axes, or pairs of paddings, in the order of another layout; where there are two, those of height and width."""
    _check_layouts(src_format, dst_format)
    if x.ndim == 1 and x.shape[0] not in (2, len(src_format)):
        raise ValueError(f"1D input must be of size {len(src_format)}, but got shape {shapes.text(x.shape)}")
    if x.ndim == 2 and x.shape[0] not in (2, len(src_format)):
        raise ValueError(
            f"First dimension of 2D input must be of size {len(src_format)}, but got shape {shapes.text(x.shape)}"
        )
    if x.ndim == 2 and x.shape[1] != 2:
        raise ValueError(f"Second dimension of 2D input must be of size 2, but got shape {shapes.text(x.shape)}")
    if x.shape[0] == 2:
        source, target = (bytes(axis for axis in layout if axis in b"HW") for layout in (src_format, dst_format))
        return x[_places(source, target)]
    return x[_places(src_format, dst_format)]
