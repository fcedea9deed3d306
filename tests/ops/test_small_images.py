"""Convolutions of images that are smaller than their filters, which XLA would run in plain loops."""

import numpy as np
import pytest

import graphlab as tf


def convolution(images, filters, stride, before, places):
    """What a convolution and its two gradients (of the sum, weighted with ones) are, by their definition."""
    found = np.zeros((len(images), *places, filters.shape[-1]))
    of_images, of_filters = np.zeros(images.shape), np.zeros(filters.shape)
    for place in np.ndindex(*places):
        for tap in np.ndindex(*filters.shape[:2]):
            y, x = (p * stride + t - b for p, t, b in zip(place, tap, before, strict=True))
            if 0 <= y < images.shape[1] and 0 <= x < images.shape[2]:
                found[:, *place] += images[:, y, x] @ filters[tap]
                of_images[:, y, x] += filters[tap].sum(1)
                of_filters[tap] += images[:, y, x].sum(0)[:, None]
    return found, of_images, of_filters


@pytest.mark.tier("compiled")
@pytest.mark.parametrize(
    "size, stride, before", [((2, 2), 1, (1, 1)), ((1, 3), 1, (1, 1)), ((2, 2), 2, (0, 0)), ((3, 2), 2, (1, 0))]
)
@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
def test_images_smaller_than_the_filters(size, stride, before, data_format):
    random = np.random.default_rng(0)
    images, filters = random.normal(size=(2, *size, 3)), random.normal(size=(3, 3, 3, 4))
    places = tuple(-(-n // stride) for n in size)
    x, w = tf.placeholder(tf.float32, images.shape), tf.placeholder(tf.float32, filters.shape)
    first = data_format == "NCHW"
    fed = tf.transpose(x, [0, 3, 1, 2]) if first else x
    strides = [1, 1, stride, stride] if first else [1, stride, stride, 1]
    y = tf.nn.conv2d(fed, w, strides, "SAME", data_format=data_format)
    with tf.Session() as sess:
        found = sess.run(
            [tf.transpose(y, [0, 2, 3, 1]) if first else y, *tf.gradients(y, [x, w])], {x: images, w: filters}
        )
    for ours, right in zip(found, convolution(images, filters, stride, before, places), strict=True):
        np.testing.assert_allclose(ours, right, rtol=1e-4, atol=1e-5)
