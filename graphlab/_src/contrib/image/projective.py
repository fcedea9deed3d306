"""Operations on batches of images: projective transforms, and connected components."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.contrib.image.flat_transforms import flat_transforms_to_matrices, matrices_to_flat_transforms
from graphlab._src.graph.constant import constant_dims
from graphlab._src.ops.define import contrib_gradient, no_gradient, op, raw_ops
from graphlab._src.ops.linalg import matrix_inverse
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.shape import shape

_TYPES = {dtypes.uint8, dtypes.int32, dtypes.int64, dtypes.float16, dtypes.float32, dtypes.float64}


def _resized(op):
    images = with_rank(op.inputs[0].dims, 4)
    size = constant_dims(op.inputs[2]) or (None, None)
    return (images[0], *size, images[3])


@contrib_gradient
def _transform_grad(op, dy):
    kind = op.get_attr("interpolation")
    transforms = matrices_to_flat_transforms(matrix_inverse(flat_transforms_to_matrices(op.inputs[1])))
    size = shape(op.inputs[0])[1:3]
    return [raw_ops.ImageProjectiveTransformV2(dy, transforms, size, interpolation=kind), None, None]


@op(
    "ImageProjectiveTransformV2",
    "images: dtype, transforms: float32, output_shape: int32 -> transformed_images: dtype",
    types={"dtype": _TYPES},
    infer=_resized,
    static=["output_shape"],
    grad=_transform_grad,
)
def image_projective_transform(images, transforms, output_shape, *, interpolation: bytes):
    """Images [n, height, width, channels] after projective transforms; what lies outside of an image is 0.

    transforms: [n or 1, 8], (a0, a1, a2, b0, b1, b2, c0, c1): pixel (x, y) of the result is that of the image at
    ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) with k = c0 x + c1 y + 1.  output_shape: height and width.
    interpolation: "NEAREST" or "BILINEAR". The gradient is, as TensorFlow's, the inverse transform of the gradient.
    """
    height, width = (int(n) for n in output_shape)
    y, x = jnp.meshgrid(jnp.arange(height, dtype=np.float32), jnp.arange(width, dtype=np.float32), indexing="ij")
    a0, a1, a2, b0, b1, b2, c0, c1 = (transforms[:, i, None, None] for i in range(8))
    scale = c0 * x + c1 * y + 1
    at_x, at_y = (a0 * x + a1 * y + a2) / scale, (b0 * x + b1 * y + b2) / scale
    shaped = (images.shape[0], height, width)
    at_x, at_y, defined = (jnp.broadcast_to(value, shaped) for value in (at_x, at_y, scale != 0))

    def pixels(row, column):
        inside = defined & (row >= 0) & (row < images.shape[1]) & (column >= 0) & (column < images.shape[2])
        row, column = (jnp.where(inside, value, 0).astype(np.int32) for value in (row, column))
        found = jax.vmap(lambda image, rows, columns: image[rows, columns])(images, row, column)
        return jnp.where(inside[..., None], found, 0)

    if interpolation == b"NEAREST":
        return pixels(_rounded(at_y), _rounded(at_x)).astype(images.dtype)
    if interpolation != b"BILINEAR":
        raise ValueError(f"Invalid interpolation {interpolation.decode()}. Supported types: NEAREST, BILINEAR")
    top, left = jnp.floor(at_y), jnp.floor(at_x)

    def row_of(row):
        to_left, to_right = (pixels(row, left + i).astype(np.float32) for i in (0, 1))
        return (left + 1 - at_x)[..., None] * to_left + (at_x - left)[..., None] * to_right

    result = (top + 1 - at_y)[..., None] * row_of(top) + (at_y - top)[..., None] * row_of(top + 1)
    return jnp.where(defined[..., None], result, 0).astype(images.dtype)


def _rounded(value):
    """To the nearest whole number; halves away from 0, as C rounds."""
    return jnp.trunc(value + jnp.copysign(np.float32(0.5), value))


@op(
    "ImageConnectedComponents",
    "image: dtype -> components: int64",
    types={
        "dtype": _TYPES
        | {dtypes.int16, dtypes.int8, dtypes.uint16, dtypes.bool, dtypes.float16, dtypes.float32, dtypes.float64}
    },
    infer=lambda op: with_rank(op.inputs[0].dims, 3),
    grad=no_gradient,
)
def image_connected_components(image):
    """A number above 0 for each part of equal pixels that touch at edges, of images [n, height, width]; 0 where they are 0.

    The number is 1 more than the place of the part's first pixel among all pixels, row by row.
    """
    filled = image != 0
    numbers = jnp.where(filled, jnp.arange(1, image.size + 1, dtype=np.int64).reshape(image.shape), 0)

    def spread(numbers):
        for axis in (1, 2):
            for step in (1, -1):
                same = jnp.roll(image, step, axis) == image
                edge = 0 if step == 1 else -1
                same = jnp.moveaxis(jnp.moveaxis(same, axis, 0).at[edge].set(False), 0, axis) & filled
                numbers = jnp.where(same, jnp.minimum(numbers, jnp.roll(numbers, step, axis)), numbers)
        return numbers

    if not image.size:
        return numbers
    _, numbers = jax.lax.while_loop(
        lambda state: jnp.any(state[0] != state[1]),
        lambda state: (state[1], spread(state[1])),
        (numbers, spread(numbers)),
    )
    return numbers
