"""The summary of a value in a few words, numbers and pixels."""

import io

import jax.numpy as jnp
import numpy as np
import pytest
from PIL import Image

from graphlab._src.viz.thumbnail import thumbnail
from graphlab._src.viz.value_summary import is_bad, number, summarize


def test_numbers_are_summarized_by_their_spread():
    summary = summarize(np.array([[1.0, 2.0], [3.0, 6.0]], np.float32))
    assert (summary.dtype, summary.shape, summary.count) == ("float32", (2, 2), 4)
    assert (summary.min, summary.mean, summary.max) == (1.0, 3.0, 6.0)
    assert summary.std == pytest.approx(np.std([1, 2, 3, 6]))
    assert summary.first == ("1", "2", "3", "6")
    assert str(summary) == "float32 2×2  1 … 6, mean 3"


def test_a_histogram_counts_every_number_from_the_least_to_the_largest():
    summary = summarize(np.repeat([0.0, 9.99, 10.0], [3, 1, 2]))
    assert summary.histogram is not None
    assert (summary.histogram[0], summary.histogram[19], sum(summary.histogram)) == (3, 3, 6)
    assert summarize(np.ones(5)).histogram is None


@pytest.mark.parametrize(
    ("value", "health"),
    [([1.0, np.nan, np.inf], "nan"), ([1.0, -np.inf], "inf"), ([0.0, 0.0], "zero"), ([0.0, 1.0], "ok"), ([], "none")],
)
def test_what_is_wrong_with_a_value_is_counted(value, health):
    summary = summarize(np.array(value))
    assert summary.health == health
    assert (summary.nan, summary.inf) == (int(np.isnan(value).sum()), int(np.isinf(value).sum()))
    assert is_bad(np.array(value)) == (health == "nan")


def test_every_kind_of_value_has_a_summary():
    assert summarize(np.array([b"ab", b"c"], object)).first == ("'ab'", "'c'")
    assert summarize(np.array(True)).first == ("True",)
    assert summarize(np.array([3 + 4j])).max == 5.0
    assert str(summarize(jnp.array([1.5, np.nan], jnp.bfloat16))) == "bfloat16 [2]  1.5 … 1.5, mean 1.5  1 NaN"
    assert is_bad(jnp.array([1.5, np.nan], jnp.bfloat16)) and not is_bad(np.array([1, 2]))
    assert summarize(object()).dtype == "object"
    assert [number(value) for value in (0.1 + 0.2, -1e-9, float("inf"))] == ["0.3", "−1e−09", "Inf"]


def test_huge_numbers_do_not_overflow():
    summary = summarize(np.array([-1e308, 1e308, 1.0]))
    assert summary.histogram is not None and sum(summary.histogram) == 3


def pixels(array):
    data = thumbnail(np.asarray(array))
    assert data is not None
    return np.asarray(Image.open(io.BytesIO(data)))


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ((8, 6), (8, 6)),
        ((8, 6, 1), (8, 6)),
        ((8, 6, 3), (8, 6)),
        ((5, 12, 10, 3), (12, 10)),
        ((2, 12, 10, 4), (12, 10)),
        ((2, 12, 10, 6), (2 * 13 - 1, 3 * 11 - 1)),
        ((3, 3, 1, 16), (4 * 4 - 1, 4 * 4 - 1)),
        ((1, 1, 16, 8), (16, 8)),
        ((400, 200), (160, 80)),
    ],
)
def test_what_looks_like_an_image_has_a_thumbnail(shape, size):
    assert pixels(np.random.RandomState(0).rand(*shape)).shape[:2] == size


@pytest.mark.parametrize("shape", [(), (9,), (2, 100), (100, 4), (0, 8, 8, 3), (3, 3, 3, 3, 3)])
def test_what_does_not_has_none(shape):
    assert thumbnail(np.zeros(shape)) is None


def test_less_than_zero_is_blue_more_is_orange_and_what_is_no_number_is_marked():
    image = np.zeros((4, 4))
    image[0, 0], image[0, 1], image[0, 2] = -1, 1, np.nan
    low, high, wrong = pixels(image)[0, :3].tolist()
    assert low[2] > low[0] and high[0] > high[2]
    assert wrong == [190, 0, 120]
