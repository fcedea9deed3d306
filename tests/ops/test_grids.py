"""Grids, einsum and sorting return what NumPy returns."""

import numpy as np
import pytest

import graphlab as tf

RANDOM = np.random.RandomState(5)


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


@pytest.mark.parametrize("indexing", ["xy", "ij"])
def test_meshgrid(session, indexing):
    axes = [[1, 2, 3], [4, 5], [6, 7, 8, 9]]
    for ours, theirs in zip(
        session.run(tf.meshgrid(*axes, indexing=indexing)), np.meshgrid(*axes, indexing=indexing), strict=True
    ):
        assert np.array_equal(ours, theirs)


EQUATIONS = [
    ("ij,jk->ik", (2, 3), (3, 4)),
    ("ij,jk", (2, 3), (3, 4)),
    ("ij->ji", (2, 3)),
    ("ij->", (2, 3)),
    ("ii", (3, 3)),
    ("i,j->ij", (2,), (3,)),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
    ("bhid,bhjd->bhij", (2, 2, 3, 4), (2, 2, 5, 4)),
    ("...ij,...jk->...ik", (2, 3, 4), (2, 4, 5)),
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 2)),
    ("ij,ij,ij->j", (2, 3), (2, 3), (2, 3)),
]


@pytest.mark.parametrize("equation", EQUATIONS, ids=lambda case: case[0])
@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_einsum(session, equation, known):
    text, *shapes = equation
    arrays = [RANDOM.normal(size=shape).astype(np.float32) for shape in shapes]
    tensors = [tf.placeholder(tf.float32, array.shape if known else [None] * array.ndim) for array in arrays]
    result = session.run(tf.einsum(text, *tensors), dict(zip(tensors, arrays, strict=True)))
    np.testing.assert_allclose(result, np.einsum(text, *arrays), rtol=1e-4, atol=1e-5)


def test_einsum_says_what_it_does_not_take():
    x = tf.zeros([2, 2])
    with pytest.raises(ValueError, match="Indices have incorrect format"):
        tf.einsum("i;j", x)
    with pytest.raises(ValueError, match='Got 1 arguments for equation "ij,jk->ik", expecting 2'):
        tf.einsum("ij,jk->ik", x)
    with pytest.raises(ValueError, match="an axis appears more than once: ii"):
        tf.einsum("ii->i", x)


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("direction", ["ASCENDING", "DESCENDING"])
def test_sorting(session, axis, direction):
    x = RANDOM.normal(size=(4, 5)).astype(np.float32)
    values, order = session.run([tf.sort(x, axis, direction), tf.argsort(x, axis, direction)])
    expected = np.argsort(x if direction == "ASCENDING" else -x, axis, kind="stable")
    assert np.array_equal(order, expected)
    assert np.array_equal(values, np.take_along_axis(x, expected, axis))


def test_results_whose_size_depends_on_values(session):
    x = tf.placeholder(tf.int32, [None])
    values, places = tf.unique(x)
    doubled = tf.gather(tf.cast(values, tf.float32) * 2.0, places)
    masked = tf.boolean_mask(x, x > 1)
    for fed in ([3, 1, 3, 2], [5, 5], []):
        assert session.run(doubled, {x: fed}).tolist() == [2.0 * n for n in fed]
        assert session.run(masked, {x: fed}).tolist() == [n for n in fed if n > 1]
    parts = tf.dynamic_partition(x, x % 2, 2)
    stitched = tf.dynamic_stitch(tf.dynamic_partition(tf.range(tf.size(x)), x % 2, 2), parts)
    assert session.run(stitched, {x: [4, 7, 6, 9]}).tolist() == [4, 7, 6, 9]


def test_einsum_refuses_sizes_that_differ_along_an_axis_that_is_summed_over():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="must be equal"):
        tf.einsum("...i,...i->...", tf.zeros([2, 1, 3]), tf.zeros([1, 2, 3]))
