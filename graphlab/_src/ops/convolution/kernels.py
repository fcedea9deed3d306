"""The kernels of convolutions in JAX, and of their gradients.

images: [batch, …, channels], or [batch, channels, …].  filters: […, channels in, channels out].
"""

import jax
import jax.numpy as jnp
from jax import lax

from graphlab._src.base import shapes


def convolve(images, filters, window):
    """The convolution; filters that take fewer channels than there are work on groups of them."""
    rank = window.rank
    if images.ndim != rank or filters.ndim != rank:
        wrong = ("input", images) if images.ndim != rank else ("filter", filters)
        raise ValueError(f"{wrong[0]} must be {rank}-dimensional: {shapes.text(wrong[1].shape)}")
    given, taken = images.shape[window.channel], filters.shape[-2]
    if taken and given % taken:
        raise ValueError(f"input depth must be evenly divisible by filter depth: {given} vs {taken}")
    window.places(window.spatial(images.shape), filters.shape[:-2], running=True)
    image = (0, window.channel, *window.axes)
    return lax.conv_general_dilated(
        images,
        filters,
        window_strides=window.strides,
        padding=window.widths(window.spatial(images.shape), filters.shape[:-2]),
        rhs_dilation=window.dilations,
        dimension_numbers=lax.ConvDimensionNumbers(image, (rank - 1, rank - 2, *range(rank - 2)), image),
        feature_group_count=given // max(taken, 1),
        precision=lax.Precision.HIGHEST,
    )


def back_to_images(dims, filters, cotangents, window):
    """The cotangent of the images, which have these dims, from those of the convolution's result."""
    _check(dims, filters.shape, cotangents, window)
    if not cotangents.size:  # as where a filter is larger than the images by one
        return jnp.zeros(dims, cotangents.dtype)
    images = jax.ShapeDtypeStruct(dims, cotangents.dtype)
    (found,) = jax.linear_transpose(lambda x: convolve(x, filters, window), images)(cotangents)
    return found


def back_to_filters(images, dims, cotangents, window):
    """The cotangent of the filters, which have these dims, from those of the convolution's result."""
    _check(images.shape, dims, cotangents, window)
    if not cotangents.size:  # as where a filter is larger than the images by one
        return jnp.zeros(dims, cotangents.dtype)
    filters = jax.ShapeDtypeStruct(dims, cotangents.dtype)
    (found,) = jax.linear_transpose(lambda x: convolve(images, x, window), filters)(cotangents)
    return found


def by_channel(filters):
    """Filters of a convolution by channel, […, channels, multiplier], as those of a grouped one."""
    return filters.reshape(*filters.shape[:-2], 1, -1)


def _check(images, filters, cotangents, window):
    sizes = window.spatial(images)
    places = window.places(sizes, filters[:-2], running=True)
    for i, (computed, actual) in enumerate(zip(places, window.spatial(cotangents.shape), strict=True)):
        if computed != actual:
            raise ValueError(
                f"Size of out_backprop doesn't match computed: actual = {actual}, computed = {computed} "
                f"spatial_dim: {window.axes[i]} input: {sizes[i]} filter: {filters[i]} output: {actual} "
                f"stride: {window.strides[i]} dilation: {window.dilations[i]}"
            )
