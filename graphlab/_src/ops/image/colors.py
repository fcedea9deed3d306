"""Images in other colour spaces: grey, YIQ, YUV."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.checks.values import assert_equal, assert_greater_equal
from graphlab._src.ops.constants import ones
from graphlab._src.ops.control_flow import with_dependencies
from graphlab._src.ops.image.conversion import convert_image_dtype
from graphlab._src.ops.joining import concat
from graphlab._src.ops.padding import tile
from graphlab._src.ops.products import tensordot
from graphlab._src.ops.shape import expand_dims, rank, shape

_GRAY = [0.2989, 0.5870, 0.1140]
_RGB_TO_YIQ = [
    [0.299, 0.59590059, 0.2115],
    [0.587, -0.27455667, -0.52273617],
    [0.114, -0.32134392, 0.31119955],
]
_YIQ_TO_RGB = [[1, 1, 1], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]]
_RGB_TO_YUV = [
    [0.299, -0.14714119, 0.61497538],
    [0.587, -0.28886916, -0.51496512],
    [0.114, 0.43601035, -0.10001026],
]
_YUV_TO_RGB = [[1, 1, 1], [0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0]]


def rgb_to_grayscale(images, name=None):
    """The brightness of each pixel: 0.2989 red + 0.587 green + 0.114 blue, in the dtype of the images.

    images: [..., 3].  The result is [..., 1].
    """
    with name_scope(name, "rgb_to_grayscale", [images]) as scope:
        images = convert_to_tensor(images, name="images")
        gray = tensordot(convert_image_dtype(images, dtypes.float32), _GRAY, [-1, -1])
        return convert_image_dtype(expand_dims(gray, -1), images.dtype, name=scope)


def grayscale_to_rgb(images, name=None):
    """The same grey in three channels.

    images: [..., 1].  The result is [..., 3].
    """
    with name_scope(name, "grayscale_to_rgb", [images]) as scope:
        images = convert_to_tensor(images, name="images")
        images = with_dependencies(_gray_checks(images), images)
        others = expand_dims(rank(images) - 1, 0)
        multiples = concat([ones(others, dtype=dtypes.int32), expand_dims(3, 0)], 0)
        result = tile(images, multiples, name=scope)
        result.set_shape([*images.shape.as_list()[:-1], 3] if images.shape.ndims else None)
        return result


def _gray_checks(images):
    dims = images.dims
    if dims is not None and len(dims) < 2:
        raise ValueError("A grayscale image must be at least two-dimensional.")
    if dims is not None and None not in dims:
        if dims[-1] != 1:
            raise ValueError("Last dimension of a grayscale image should be size 1.")
        return []
    one = "Last dimension of a grayscale image should be size 1."
    return [
        assert_equal(shape(images)[-1], 1, message=one),
        assert_greater_equal(rank(images), 3, message="A grayscale image must be at least two-dimensional."),
    ]


def _mixed(images, matrix):
    images = convert_to_tensor(images, name="images")
    kernel = convert_to_tensor(matrix, images.dtype, name="kernel")
    return tensordot(images, kernel, axes=[[len(images.shape) - 1], [0]])


def rgb_to_yiq(images):
    """Brightness and two numbers for the colour of each pixel, as NTSC had them.

    images: [..., 3], red, green and blue between 0 and 1.
    """
    return _mixed(images, _RGB_TO_YIQ)


def yiq_to_rgb(images):
    """Red, green and blue of each pixel from brightness and two numbers for the colour, as NTSC had them.

    images: [..., 3].
    """
    return _mixed(images, _YIQ_TO_RGB)


def rgb_to_yuv(images):
    """Brightness and two numbers for the colour of each pixel, as PAL had them.

    images: [..., 3], red, green and blue between 0 and 1.
    """
    return _mixed(images, _RGB_TO_YUV)


def yuv_to_rgb(images):
    """Red, green and blue of each pixel from brightness and two numbers for the colour, as PAL had them.

    images: [..., 3].
    """
    return _mixed(images, _YUV_TO_RGB)
