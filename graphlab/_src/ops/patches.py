"""Patches of images and volumes, laid out along the channels."""

import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.ops.define import op
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.pooling.kernels import slices
from graphlab._src.ops.rules import all_or_none, product, with_rank
from graphlab._src.ops.window import Window, check_per_axis

_TYPES = {"T": dtypes.REAL, "padding": (b"SAME", b"VALID")}


def _taken(rank, **attributes):
    def infer(op):
        dims = with_rank(op.inputs[0].dims, rank)
        check_per_axis(op, rank, ksizes="ksizes", strides="strides", **attributes)
        ksizes, attrs = op.attrs["ksizes"], op.attrs
        window = Window.everywhere(attrs["strides"], attrs["padding"], attrs.get("rates") or ())
        batch, *space, _ = window.places(dims, ksizes, running=True)
        return (batch, *all_or_none(space), product([dims[-1], *ksizes]))

    return infer


def _take(images, ksizes, window):
    if images.ndim != window.rank:
        raise ValueError(f"input must be {window.rank}-dimensional: {list(images.shape)}")
    return jnp.concatenate([part for _, part in slices(images, tuple(ksizes), window, 0)], axis=-1)


@op(
    "ExtractImagePatches",
    "images: T -> patches: T",
    types=_TYPES,
    infer=_taken(4, rates="rates"),
    minimums={"ksizes": 4, "rates": 4, "strides": 4},
    gradient_operations=97,
)
def _extract_patches(images, *, ksizes: list[int], strides: list[int], rates: list[int], padding: bytes):
    """Patches of images, the numbers of each along the channels, row by row."""
    return _take(images, ksizes, Window.everywhere(strides, padding, rates))


@op(
    "ExtractVolumePatches",
    "input: T -> patches: T",
    types=_TYPES,
    infer=_taken(5),
    minimums={"ksizes": 5, "strides": 5},
    gradient_operations=57,
)
def extract_volume_patches(input, *, ksizes: list[int], strides: list[int], padding: bytes):
    """Patches of volumes, the numbers of each along the channels, row by row.

    input: [batch, depth, height, width, channels].  ksizes, strides: five numbers each, the first and the last 1.
    padding: "SAME" or "VALID".
    """
    return _take(input, ksizes, Window.everywhere(strides, padding))


def extract_patches(images, sizes, strides, rates, padding, name=None):
    """Patches of images, the numbers of each along the channels, row by row.

    images: [batch, height, width, channels].  sizes, strides, rates: four numbers each, the first and the last 1.
    The result is [batch, places, places, height · width · channels of a patch].
    padding: "SAME" or "VALID".
    """
    return _extract_patches(images, ksizes=sizes, strides=strides, rates=rates, padding=padding, name=name)


def extract_image_patches(images, ksizes=None, strides=None, rates=None, padding=None, name=None, sizes=None):
    """Patches of images as extract_patches returns them; ksizes is the old name of sizes.

    strides, rates, padding: as in extract_patches.
    """
    return extract_patches(images, renamed("sizes", sizes, "ksizes", ksizes), strides, rates, padding, name)
