"""tf.contrib.image: NumPy's rotations, and values of TensorFlow 1.15."""

import numpy as np
import pytest

import graphlab as tf
from graphlab.contrib import image as images

IMAGE = np.random.RandomState(0).rand(2, 5, 6, 3).astype(np.float32)
PROJECTION = [1.1, 0.2, -0.5, -0.1, 0.9, 0.3, 0.02, -0.03]

# TensorFlow's, as `some` selects them.
NEAREST, ROTATED = [0.0, 0.8918, 0.8326, 0.2646], [0.1914, 0.7819, 0.7052, 0.3809]
GRADIENT = [0.5016, 1.1571, 1.4994, 0.6735]
ADJUSTED, WARPED = [0.4348, 0.7766, 0.7586, 0.4335], [0.5488, 0.8702, 0.9612, 0.5652]


def run(build):
    with tf.Graph().as_default(), tf.Session() as sess:
        return sess.run(build())


def some(value):
    return value.ravel()[[0, 7, 20, 33]]


@pytest.mark.parametrize("interpolation", ["NEAREST", "BILINEAR"])
def test_a_quarter_of_a_rotation_is_numpys(interpolation):
    square = IMAGE[:, :, :5]
    found = run(lambda: images.rotate(square, [np.pi / 2, -np.pi / 2], interpolation))
    np.testing.assert_allclose(found[0], np.rot90(square[0]), atol=1e-5)
    np.testing.assert_allclose(found[1], np.rot90(square[1], -1), atol=1e-5)
    one = run(lambda: images.rotate(square[0, :, :, 0], np.pi / 2, interpolation))
    np.testing.assert_allclose(one, np.rot90(square[0, :, :, 0]), atol=1e-5)


def test_images_move_and_leave_zeros_behind():
    moved = run(lambda: images.translate(tf.constant(IMAGE), [[2.0, -1.0], [0.0, 0.0]]))
    np.testing.assert_array_equal(moved[0, :4, 2:], IMAGE[0, 1:, :4])
    assert not moved[0, 4].any() and not moved[0, :, :2].any()
    np.testing.assert_array_equal(moved[1], IMAGE[1])
    half = run(lambda: images.translate(IMAGE, [0.5, 0.0], "BILINEAR"))
    np.testing.assert_allclose(half[:, :, 1:], (IMAGE[:, :, 1:] + IMAGE[:, :, :-1]) / 2, atol=1e-6)


def test_projections_and_their_gradients_are_tensorflows():
    def build():
        image = tf.constant(IMAGE)
        nearest = images.transform(image, PROJECTION, output_shape=[4, 7])
        rotated = images.rotate(image, [0.3, -1.2], "BILINEAR")
        rotated_once = images.rotate(image, 0.4, "BILINEAR")
        assert nearest.shape.as_list() == [2, 4, 7, 3]
        return nearest, rotated, tf.gradients(tf.reduce_sum(rotated_once**2), image)[0]

    nearest, rotated, gradient = run(build)
    np.testing.assert_allclose(some(nearest), NEAREST, atol=1e-4)
    np.testing.assert_allclose(some(rotated), ROTATED, atol=1e-4)
    np.testing.assert_allclose(some(gradient), GRADIENT, atol=1e-4)
    with pytest.raises(TypeError, match="Images should have rank between 2 and 4"):
        images.transform(np.zeros([2], np.float32), PROJECTION)


def test_transforms_are_composed_and_converted():
    def build():
        rotation = images.angles_to_projective_transforms([0.3], tf.constant([5.0]), tf.constant([6.0]))
        both = images.compose_transforms(rotation, rotation)
        double = images.angles_to_projective_transforms([0.6], tf.constant([5.0]), tf.constant([6.0]))
        back = images.matrices_to_flat_transforms(images.flat_transforms_to_matrices(PROJECTION))
        return both, double, back

    both, double, back = run(build)
    np.testing.assert_allclose(both, double, atol=1e-5)
    np.testing.assert_allclose(back[0], PROJECTION, rtol=1e-6)


def test_connected_parts_are_numbered_in_order():
    pixels = np.array([[1, 1, 0, 2], [0, 1, 2, 2], [3, 0, 1, 0], [3, 3, 1, 1]])
    parts = [[1, 1, 0, 2], [0, 1, 2, 2], [3, 0, 4, 0], [3, 3, 4, 4]]
    assert run(lambda: images.connected_components(pixels)).tolist() == parts
    both = run(lambda: images.connected_components(np.stack([pixels, pixels * 0 + 1])))
    assert both[0].tolist() == parts and (both[1] == 5).all()
    assert run(lambda: images.connected_components(np.eye(2) + 1)).tolist() == [[1, 2], [3, 4]]


def _gradient_of_a_rotation():
    image = tf.constant(IMAGE)
    return tf.gradients(images.rotate(image, 0.2), image)


@pytest.mark.parametrize(
    ("build", "count"),  # TensorFlow's
    [
        (lambda: images.rotate(IMAGE[0], 0.3), 112),
        (lambda: images.rotate(IMAGE, [0.1, 0.2], "BILINEAR"), 100),
        (_gradient_of_a_rotation, 144),
        (lambda: images.translate(IMAGE[0], [1.0, 2.0]), 77),
        (lambda: images.compose_transforms(*[np.array(PROJECTION, np.float32)] * 3), 73),
        (lambda: images.connected_components(np.ones((1, 2, 3), np.int32)), 63),
    ],
)
def test_images_have_as_many_operations_as_tensorflows_which_seeds_count(build, count):
    with tf.Graph().as_default() as graph:
        build()
        assert len(graph.get_operations()) == count


def test_colors_and_warps_are_tensorflows():
    def build():
        image = tf.constant(IMAGE)
        flow = tf.constant(np.linspace(-3, 3, 120, dtype=np.float32).reshape(2, 5, 6, 2))
        source = np.array([[[1, 1], [3, 4], [2, 2]]] * 2, np.float32)
        warped, _ = images.sparse_image_warp(image, source, source + 0.5, num_boundary_points=2)
        return images.adjust_hsv_in_yiq(image, 0.3, 1.2, 0.8), warped, images.dense_image_warp(image, flow), flow

    adjusted, warped, dense, flow = run(build)
    np.testing.assert_allclose(some(adjusted), ADJUSTED, atol=1e-4)
    np.testing.assert_allclose(some(warped), WARPED, atol=1e-4)
    y, x = np.clip(np.array([2, 3]) - flow[1, 2, 3], 0, [4, 5])
    top, left = min(int(y), 3), min(int(x), 4)
    corners = IMAGE[1, top : top + 2, left : left + 2]
    weights = np.outer([top + 1 - y, y - top], [left + 1 - x, x - left])
    np.testing.assert_allclose(dense[1, 2, 3], (corners * weights[..., None]).sum((0, 1)), atol=1e-5)


def test_a_thin_plate_meets_its_points():
    points = np.random.RandomState(1).rand(1, 6, 2).astype(np.float32)
    values = np.random.RandomState(2).rand(1, 6, 3).astype(np.float32)
    for order in (1, 2, 3):
        found = run(lambda order=order: images.interpolate_spline(points, values, points, order))
        np.testing.assert_allclose(found, values, atol=1e-3)


def test_the_nearest_pairs_are_matched_first():
    distances = np.array([[0.5, 0.8, 0.1], [0.3, 0.75, 0.2]], np.float32)

    def build():
        whole = images.bipartite_match(distances, -1.0)
        return [*whole, *images.bipartite_match(distances, 1.0), images.bipartite_match(distances, -1.0, top_k=1)[0]]

    assert [found.tolist() for found in run(build)] == [[2, 0], [1, -1, 0], [2, -1], [-1, -1, 0], [2, -1]]
