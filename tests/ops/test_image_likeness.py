"""How similar images are: the numbers that TensorFlow 1.15 returns; and parts of images that are chosen by chance."""

import numpy as np
import pytest

import graphlab as tf


@pytest.mark.slow
def test_likeness_is_what_tensorflow_says_it_is():
    random = np.random.RandomState(0)
    a = random.rand(2, 40, 37, 3).astype(np.float32)
    b = (a + 0.2 * random.rand(2, 40, 37, 3)).astype(np.float32).clip(0, 1)
    bytes_a, bytes_b = (a * 255).astype(np.uint8), (b * 255).astype(np.uint8)
    any_ = tf.placeholder(tf.float32, [None, None, None, 3])
    values = [
        tf.image.ssim(bytes_a, bytes_b, 255, filter_size=7, filter_sigma=1.0),
        tf.image.ssim_multiscale(a, b, 1.0, power_factors=(0.3, 0.3, 0.4), filter_size=5),
        tf.image.ssim_multiscale(any_, b, 1.0, power_factors=(0.5, 0.5)),
        tf.image.psnr(bytes_a, bytes_b, 255),
    ]
    expected = [[0.9637472, 0.9620793], [0.9722678, 0.9712946], [0.9732192, 0.9719523], [19.283649, 19.219167]]
    with tf.Session() as session:
        np.testing.assert_allclose(session.run(values, {any_: a}), expected, rtol=1e-5)
        with pytest.raises(ValueError, match="not compatible"):
            tf.image.ssim(tf.zeros([2, 9, 9, 1]), tf.zeros([3, 9, 9, 1]), 1.0)


def test_a_distorted_box_shows_enough_of_the_object():
    box = np.array([[[0.2, 0.2, 0.6, 0.7]]], np.float32)
    sampled = tf.image.sample_distorted_bounding_box(
        [100, 80, 3], box, seed=3, min_object_covered=0.5, area_range=(0.2, 0.5)
    )
    assert [part.shape.as_list() for part in sampled] == [[3], [3], [1, 1, 4]]
    begins = set()
    with tf.Session() as session:
        for _ in range(20):
            begin, size, part = session.run(sampled)
            begins.add(tuple(begin))
            assert 0.19 < size[0] * size[1] / 8000 < 0.51
            assert 0.7 < size[1] / size[0] < 1.4
            low, high = np.maximum(part[0, 0, :2], box[0, 0, :2]), np.minimum(part[0, 0, 2:], box[0, 0, 2:])
            assert np.prod(high - low) > 0.49 * 0.2
        assert len(begins) > 10
        none = np.zeros([1, 0, 4], np.float32)
        with pytest.raises(tf.errors.InvalidArgumentError, match="No bounding boxes provided as input"):
            session.run(tf.image.sample_distorted_bounding_box([100, 80, 3], none))
        whole = tf.image.sample_distorted_bounding_box([100, 80, 3], none, use_image_if_no_bounding_boxes=True)
        assert session.run(whole)[1][2] == -1


@pytest.mark.slow
def test_a_glimpse_beyond_the_image_is_noise_within_its_values():
    image = tf.constant(np.linspace(2, 3, 48).reshape(1, 4, 4, 3), tf.float32)
    glimpse = tf.image.extract_glimpse(image, [6, 6], [[0.0, 0.0]])
    nothing = tf.image.extract_glimpse(tf.zeros([0, 4, 3, 0]), [2, 5], tf.zeros([0, 2]))
    with tf.Session() as session:
        assert session.run(nothing).shape == (0, 2, 5, 0)
        found, pixels = session.run([glimpse, image])
    assert np.array_equal(found[:, 1:5, 1:5], pixels)
    assert 2 <= found.min() < found.max() <= 3


@pytest.mark.parametrize(
    ("seed", "options", "begins"),  # TensorFlow 1.15's
    [
        (3, {}, [[16, 4, 0], [13, 0, 0], [26, 4, 0], [10, 1, 0]]),
        (4, {}, [[6, 1, 0], [6, 14, 0], [23, 7, 0], [13, 2, 0]]),
        (4, {"max_attempts": 7, "area_range": [0.01, 0.3]}, [[26, 19, 0], [15, 15, 0], [25, 13, 0], [14, 15, 0]]),
    ],
)
def test_distorted_boxes_are_tensorflows(seed, options, begins):
    tf.set_random_seed(7)
    box = tf.constant([[[0.1, 0.1, 0.5, 0.5]]])
    sampled = tf.image.sample_distorted_bounding_box([80, 60, 3], box, seed=seed, min_object_covered=0.1, **options)
    with tf.Session() as sess:
        assert [sess.run(sampled.begin).tolist() for _ in begins] == begins
