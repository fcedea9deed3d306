"""Similarity of two images: psnr, ssim, and ssim at several scales."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.ops.activation import relu
from graphlab._src.ops.arithmetic import square, squared_difference, subtract
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import equal, greater_equal, not_equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.convolution.depthwise import depthwise_conv2d
from graphlab._src.ops.identity import identity
from graphlab._src.ops.image.conversion import convert_image_dtype
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.padding import pad, tile
from graphlab._src.ops.pooling.pool import avg_pool
from graphlab._src.ops.power import log, pow
from graphlab._src.ops.reduction import reduce_all, reduce_any, reduce_mean, reduce_prod
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import expand_dims, reshape, shape, shape_n, size
from graphlab._src.ops.softmax import softmax

_WEIGHTS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)
_HALVED = [1, 2, 2, 1]


def _compatible(img1, img2):
    """(shape, shape, checks of a run) of two batches of images; ValueError when their sizes are known to differ."""
    first, second = img1.shape.with_rank_at_least(3), img2.shape.with_rank_at_least(3)
    first[-3:].assert_is_compatible_with(second[-3:])
    if first.ndims is not None and second.ndims is not None:
        pairs = zip(reversed(first.dims[:-3]), reversed(second.dims[:-3]), strict=False)
        if not all(a == 1 or b == 1 or a.is_compatible_with(b) for a, b in pairs):
            raise ValueError(f"Two images are not compatible: {first} and {second}")
    shape1, shape2 = shape_n([img1, img2])
    checks = [
        assert_(greater_equal(size(shape1), 3), [shape1, shape2], summarize=10),
        assert_(reduce_all(equal(shape1[-3:], shape2[-3:])), [shape1, shape2], summarize=10),
    ]
    return shape1, shape2, checks


def _as_floats(img1, img2, max_val):
    most = convert_image_dtype(cast(max_val, img1.dtype), dtypes.float32)
    return convert_image_dtype(img1, dtypes.float32), convert_image_dtype(img2, dtypes.float32), most


def psnr(a, b, max_val, name=None):
    """The ratio of signal to noise between two images, in decibels: 10 log10(max_val² / mean (a - b)²), one for each image.

    a, b: [..., height, width, channels].  max_val: how far apart two values can be.
    """
    with name_scope(name, "PSNR", [a, b]):
        a, b = convert_to_tensor(a, name="a"), convert_to_tensor(b, name="b")
        most = convert_image_dtype(cast(max_val, a.dtype), dtypes.float32)
        a, b = convert_image_dtype(a, dtypes.float32), convert_image_dtype(b, dtypes.float32)
        error = reduce_mean(squared_difference(a, b), [-3, -2, -1])
        ten = 4.342944819032518  # 10 / log(10)
        result = subtract(20 * log(most) / log(10.0), ten * log(error), name="psnr")
        _, _, checks = _compatible(a, b)
        with get_default_graph().control_dependencies(checks):
            return identity(result)


def _gaussian(width, sigma):
    places = cast(range_(width), sigma.dtype) - cast(width - 1, sigma.dtype) / 2.0
    exponents = square(places) * (-0.5 / square(sigma))
    exponents = reshape(exponents, [1, -1]) + reshape(exponents, [-1, 1])
    weights = softmax(reshape(exponents, [1, -1]))
    return reshape(weights, [width, width, 1, 1])


def _per_channel(img1, img2, max_val, filter_size, filter_sigma, k1, k2):
    """(likeness, likeness of contrast and structure alone) of each channel."""
    width = constant(filter_size, dtype=dtypes.int32)
    sigma = constant(filter_sigma, dtype=img1.dtype)
    shape1, shape2 = shape_n([img1, img2])
    checks = [
        assert_(reduce_all(greater_equal(sizes[-3:-1], width)), [sizes, width], summarize=8)
        for sizes in (shape1, shape2)
    ]
    with get_default_graph().control_dependencies(checks):
        img1 = identity(img1)
    kernel = tile(_gaussian(width, sigma), [1, 1, shape1[-1], 1])

    def blurred(x):
        sizes = shape(x)
        flat = reshape(x, concat([[-1], sizes[-3:]], 0))
        result = depthwise_conv2d(flat, kernel, strides=[1, 1, 1, 1], padding="VALID")
        return reshape(result, concat([sizes[:-3], shape(result)[1:]], 0))

    c1, c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2
    mean1, mean2 = blurred(img1), blurred(img2)
    product = mean1 * mean2 * 2.0
    squares = square(mean1) + square(mean2)
    luminance = (product + c1) / (squares + c1)
    products = blurred(img1 * img2) * 2.0
    total = blurred(square(img1) + square(img2))
    c2 *= 1.0  # TensorFlow's correction of a biased covariance
    structure = (products - product + c2) / (total - squares + c2)
    axes = constant([-3, -2], dtype=dtypes.int32)
    return reduce_mean(luminance * structure, axes), reduce_mean(structure, axes)


def ssim(img1, img2, max_val, filter_size=11, filter_sigma=1.5, k1=0.01, k2=0.03):
    """The structural similarity of two images, up to 1 for equal ones, one number for each image. (Wang et al., 2004.)

    img1, img2: [..., height, width, channels].  max_val: how far apart two values can be.
    filter_size, filter_sigma: of the window around each pixel.  k1, k2: keep divisors from 0.
    """
    img1, img2 = convert_to_tensor(img1, name="img1"), convert_to_tensor(img2, name="img2")
    _, _, checks = _compatible(img1, img2)
    with get_default_graph().control_dependencies(checks):
        img1 = identity(img1)
    floats = _as_floats(img1, img2, max_val)
    channels, _ = _per_channel(*floats, filter_size, filter_sigma, k1, k2)
    return reduce_mean(channels, [-1])


def ssim_multiscale(img1, img2, max_val, power_factors=_WEIGHTS, filter_size=11, filter_sigma=1.5, k1=0.01, k2=0.03):
    """The structural similarity of two images at several scales, each half as large, up to 1. (Wang et al., 2003.)

    img1, img2: [..., height, width, channels].  max_val: how far apart two values can be.
    power_factors: how much each scale counts.  filter_size, filter_sigma, k1, k2: see ssim.
    """
    with name_scope(None, "MS-SSIM", [img1, img2]):
        img1, img2 = convert_to_tensor(img1, name="img1"), convert_to_tensor(img2, name="img2")
        shape1, shape2, checks = _compatible(img1, img2)
        with get_default_graph().control_dependencies(checks):
            img1 = identity(img1)
        img1, img2, most = _as_floats(img1, img2, max_val)
        images = [img1, img2]
        heads, tails = [shape1[:-3], shape2[:-3]], [shape1[-3:], shape2[-3:]]
        scores: list[Any] = []
        for k in range(len(power_factors)):
            with name_scope(None, f"Scale{k}", images):
                if k > 0:
                    images, tails = _half(images, heads, tails)
                whole, structure = _per_channel(images[0], images[1], most, filter_size, filter_sigma, k1, k2)
                scores.append(relu(structure))
        scores[-1] = relu(whole)
        return reduce_mean(reduce_prod(pow(stack(scores, axis=-1), power_factors), [-1]), [-1])


def _half(images, heads, tails):
    flat = [reshape(x, concat([[-1], tail], 0)) for x, tail in zip(images, tails, strict=True)]
    remainder = tails[0] % constant(_HALVED[1:], dtype=dtypes.int32)

    def padded():
        paddings = pad(expand_dims(remainder, -1), [[1, 0], [1, 0]])
        return [pad(x, paddings, mode="SYMMETRIC") for x in flat]

    even = cond(reduce_any(not_equal(remainder, 0)), padded, lambda: flat)
    smaller = [avg_pool(x, ksize=_HALVED, strides=_HALVED, padding="VALID") for x in even]
    tails = [sizes[1:] for sizes in shape_n(smaller)]
    return [reshape(x, concat([h, t], 0)) for x, h, t in zip(smaller, heads, tails, strict=True)], tails
