"""What summaries hold: TensorFlow 1.15's tags, buckets and bytes, in messages that TensorBoard shows."""

import io
import wave

import numpy as np
import pytest
from PIL import Image

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def values(summary, feed=None):
    return list(tf.Summary.FromString(summary.eval(feed)).value)


def pixels(value):
    return np.asarray(Image.open(io.BytesIO(value.image.encoded_image_string)))


def test_a_histogram_has_tensorflows_buckets():
    numbers = tf.placeholder(tf.float32)
    summary = tf.summary.histogram("h", numbers)
    (value,) = values(summary, {numbers: [0.0, 1.0, -1.0, 3.0, 1e-13, 1e30]})
    assert value.tag == "h"
    histogram = value.histo
    assert (histogram.num, histogram.min, histogram.max) == (6, -1, np.float32(1e30))
    assert histogram.sum_squares == float(np.float32(1e30)) ** 2 + 11
    limits = [-1.0089710279437536, -0.917246389039776, 0, 1e-12, 0.917246389039776, 1.0089710279437536]
    limits += [2.8787120958073054, 3.1665833053880363, 9.920775621859783e19, 1.7976931348623157e308]
    assert list(histogram.bucket_limit) == limits
    assert list(histogram.bucket) == [0, 1, 0, 2, 0, 1, 0, 1, 0, 1]


def test_a_histogram_of_nothing_has_one_bucket():
    (value,) = values(tf.summary.histogram("h", tf.zeros([0])))
    assert (value.histo.num, list(value.histo.bucket)) == (0, [0])
    assert value.histo.min == -value.histo.max == np.finfo(np.float64).max


@pytest.mark.parametrize(("number", "word"), [(np.nan, "Nan"), (-np.inf, "Infinity")])
def test_a_histogram_takes_finite_numbers_only(number, word):
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"{word} in summary histogram for: outer/h"):
        with tf.name_scope("outer"):
            summary = tf.summary.histogram("h", [1.0, number])
        values(summary)


@pytest.mark.parametrize("dtype", [tf.bfloat16, tf.float16, tf.float64, tf.int32, tf.uint8, tf.int64])
def test_a_histogram_takes_every_real_type(dtype):
    (value,) = values(tf.summary.histogram("h", tf.constant([2, 3], dtype)))
    assert (value.histo.sum, value.histo.sum_squares) == (5, 13)


def test_images_are_scaled_each_by_itself():
    batch = np.array([[[1.0, 2.0]], [[-1.0, 0.5]], [[0.0, 0.0]], [[9.0, 9.0]]], np.float32)[..., None]
    found = values(tf.summary.image("i", batch))
    assert [value.tag for value in found] == ["i/image/0", "i/image/1", "i/image/2"]
    assert [pixels(value).tolist() for value in found] == [[[127, 255]], [[1, 191]], [[0, 0]]]
    assert (found[0].image.height, found[0].image.width, found[0].image.colorspace) == (1, 2, 1)


def test_images_of_bytes_stay_as_they_are():
    image = np.random.RandomState(1).randint(0, 256, [1, 5, 4, 4]).astype(np.uint8)
    (value,) = values(tf.summary.image("i", image, max_outputs=1, family="seen"))
    assert value.tag == "seen/seen/i/image"
    assert np.array_equal(pixels(value), image[0])


def test_what_is_not_finite_is_red_in_an_image():
    image = np.full([1, 2, 1, 3], 0.5, np.float32)
    image[0, 1, 0, 2] = np.nan
    (value,) = values(tf.summary.image("i", image))
    assert pixels(value).tolist() == [[[255, 255, 255]], [[255, 0, 0]]]


@pytest.mark.parametrize("shape", [[2, 3, 3, 2], [2, 3, 3], [2, 3]])
def test_an_image_has_four_axes_and_known_channels(shape):
    with pytest.raises(tf.errors.InvalidArgumentError, match="Tensor must be 4-D with last dim 1, 3, or 4, not"):
        values(tf.summary.image("i", np.zeros(shape, np.float32)))


def test_sounds_are_wav():
    found = values(tf.summary.audio("a", np.array([[0.5, 1.0, -1.0, 2.0]], np.float32), 8000))
    assert [value.tag for value in found] == ["a/audio/0"]
    audio = found[0].audio
    assert (audio.sample_rate, audio.num_channels, audio.length_frames) == (8000, 1, 4)
    assert audio.encoded_audio_string == (
        b"RIFF,\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0@\x1f\0\0\x80>\0\0\2\0\x10\0data\x08\0\0\0\0@\xff\x7f\0\x80\xff\x7f"
    )
    (stereo,) = values(tf.summary.audio("b", tf.zeros([2, 4, 2]), 8000.0, max_outputs=1))
    assert stereo.tag == "b/audio"
    with wave.open(io.BytesIO(stereo.audio.encoded_audio_string)) as file:
        assert (file.getnchannels(), file.getnframes(), file.getsampwidth()) == (2, 4, 2)


def test_text_is_for_tensorboards_text_plugin():
    (value,) = values(tf.summary.text("t", tf.constant(["a", "b"])))
    assert value.metadata.plugin_data.plugin_name == "text"
    assert tf.make_ndarray(value.tensor).tolist() == [b"a", b"b"]
    with pytest.raises(ValueError, match="to have dtype string"):
        tf.summary.text("n", tf.constant([1]))


def test_a_tensor_summary_holds_the_tensor_and_what_is_said_of_it():
    summary = tf.summary.tensor_summary("t", tf.constant([1.0, 2.0]), summary_description="why", display_name="T")
    assert summary.op.type == "TensorSummaryV2"
    (value,) = values(summary)
    assert (value.tag, value.metadata.summary_description, value.metadata.display_name) == ("t", "why", "T")
    assert tf.make_ndarray(value.tensor).tolist() == [1, 2]


def test_merge_all_takes_what_the_collection_holds():
    assert tf.summary.merge_all() is None
    with tf.name_scope("foo"):
        inner = tf.summary.scalar("a", 1.0)
    apart = tf.summary.histogram("b", [2.0], collections=["apart"])
    tf.summary.scalar("c", 3)
    merged = tf.summary.merge_all()
    assert (merged.name, merged.op.type) == ("Merge/MergeSummary:0", "MergeSummary")
    assert [(value.tag, value.simple_value) for value in values(merged)] == [("foo/a", 1), ("c", 3)]
    assert list(tf.summary.merge_all(scope="foo").op.inputs) == [inner]
    assert list(tf.summary.merge_all("apart").op.inputs) == [apart]


def test_a_tag_may_be_merged_once():
    summary = tf.summary.scalar("a", 1.0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Duplicate tag a found in summary inputs"):
        values(tf.summary.merge([summary, summary]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not parse one of the summary inputs"):
        values(tf.summary.merge([tf.constant("garbage")]))
    with pytest.raises(ValueError, match="shorter than minimum length 1"):
        tf.summary.merge([])


def test_names_become_tags():
    assert tf.summary.histogram("my tag", [1.0]).name == "my_tag:0"
    assert tf.summary.histogram(None, [1.0]).name == "HistogramSummary:0"
    assert tf.summary.merge([tf.summary.scalar("a", 1)], name="x y").name == "x_y/x_y:0"
    assert tf.get_default_graph().get_all_collection_keys() == [tf.GraphKeys.SUMMARIES]


def test_a_scalar_with_an_axis_is_an_error_of_the_run():
    summary = tf.summary.scalar("a", [1.0])
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"tags and values not the same shape: \[\] != \[1\] \(tag 'a'\)"
    ):
        values(summary)


def test_a_tensor_summary_holds_the_bytes_of_a_single_number():
    (value,) = values(tf.summary.tensor_summary("t", tf.constant(1.0)))
    assert (value.tensor.tensor_content, len(value.tensor.float_val)) == (np.float32(1.0).tobytes(), 0)


def test_deprecated_summaries_have_the_tags_that_are_passed_and_are_collected():
    deprecated = tf.contrib.deprecated
    with tf.Graph().as_default() as graph, tf.Session() as session:
        with tf.name_scope("tower"):
            deprecated.scalar_summary("mean loss", 2.0)
            deprecated.histogram_summary("w", [1.0, 2.0], collections=["own"])
            deprecated.image_summary("i", tf.zeros([1, 2, 2, 1]))
            deprecated.audio_summary("a", tf.zeros([1, 4]), 44100.0)
        names = [tensor.op.name for tensor in graph.get_collection(tf.GraphKeys.SUMMARIES)]
        assert names == ["tower/ScalarSummary", "tower/ImageSummary", "tower/AudioSummary"]
        assert [tensor.op.name for tensor in graph.get_collection("own")] == ["tower/HistogramSummary"]
        merged = deprecated.merge_all_summaries()
        assert merged.op.name == "MergeSummary/MergeSummary"
        message = tf.Summary.FromString(session.run(merged))
    assert [value.tag for value in message.value] == ["mean loss", "i/image/0", "a/audio/0"]
