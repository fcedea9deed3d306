"""The convolution of images with filters in JAX, and the two linear maps back from its result.

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


def back_to_images(dims, filters, slopes, window):
    """What slopes of the convolution are as slopes of the images, which have these dims."""
    _check(dims, filters.shape, slopes, window)
    if not slopes.size:  # as where a filter is larger than the images by one
        return jnp.zeros(dims, slopes.dtype)
    images = jax.ShapeDtypeStruct(dims, slopes.dtype)
    (found,) = jax.linear_transpose(lambda x: convolve(x, filters, window), images)(slopes)
    return found


def back_to_filters(images, dims, slopes, window):
    """What slopes of the convolution are as slopes of the filters, which have these dims."""
    _check(images.shape, dims, slopes, window)
    if not slopes.size:  # as where a filter is larger than the images by one
        return jnp.zeros(dims, slopes.dtype)
    filters = jax.ShapeDtypeStruct(dims, slopes.dtype)
    (found,) = jax.linear_transpose(lambda x: convolve(images, x, window), filters)(slopes)
    return found


def by_channel(filters):
    """Filters of a convolution by channel, […, channels, multiplier], as those of a grouped one."""
    return filters.reshape(*filters.shape[:-2], 1, -1)


def _check(images, filters, slopes, window):
    sizes = window.spatial(images)
    places = window.places(sizes, filters[:-2], running=True)
    for i, (computed, actual) in enumerate(zip(places, window.spatial(slopes.shape), strict=True)):
        if computed != actual:
            raise ValueError(
                f"Size of out_backprop doesn't match computed: actual = {actual}, computed = {computed} "
                f"spatial_dim: {window.axes[i]} input: {sizes[i]} filter: {filters[i]} output: {actual} "
                f"stride: {window.strides[i]} dilation: {window.dilations[i]}"
            )
