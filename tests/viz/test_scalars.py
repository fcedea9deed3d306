"""What tf.summary.live reads and draws; tests/browser looks at it in a notebook."""

import math
import xml.etree.ElementTree as ElementTree

import pytest

import graphlab as tf
from graphlab._src.viz.scalars.page import as_html, as_svg
from graphlab._src.viz.scalars.reader import Scalars
from graphlab._src.viz.scalars.ticks import short, ticks, written

SVG = "{http://www.w3.org/2000/svg}"


def log(writer, step, **values):
    writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag=t, simple_value=v) for t, v in values.items()]), step)


def lines(svg, kind="line"):
    return [
        path.get("d", "") for path in ElementTree.fromstring(svg).iter(f"{SVG}path") if kind in path.get("class", "")
    ]


def test_scalars_are_read_by_run_and_tag_as_they_come(tmp_path):
    scalars = Scalars(tmp_path)
    assert not scalars.read()
    with tf.summary.FileWriter(tmp_path / "train") as train, tf.summary.FileWriter(tmp_path) as outside:
        log(train, 0, loss=1.0)
        log(outside, 5, loss=3.0)
        train.flush()
        outside.flush()
        assert scalars.read()
        assert scalars.series == {"loss": {"train": ([0], [1.0]), ".": ([5], [3.0])}}
        log(train, 1, loss=0.5, rate=2.0)
        train.flush()
        assert scalars.read()
        assert not scalars.read()
    assert scalars.series["loss"]["train"] == ([0, 1], [1.0, 0.5])
    assert scalars.series["rate"] == {"train": ([1], [2.0])}


def test_a_record_that_is_half_written_is_read_when_it_is_whole(tmp_path):
    with tf.summary.FileWriter(tmp_path / "whole") as writer:
        for step in range(3):
            log(writer, step, loss=float(step))
    (whole,) = (tmp_path / "whole").iterdir()
    content = whole.read_bytes()
    scalars = Scalars(tmp_path / "part")
    (tmp_path / "part").mkdir()
    for end in range(0, len(content), 7):
        (tmp_path / "part" / "events.out.tfevents.1").write_bytes(content[:end])
        scalars.read()
    (tmp_path / "part" / "events.out.tfevents.1").write_bytes(content)
    scalars.read()
    assert scalars.series == {"loss": {".": ([0, 1, 2], [0.0, 1.0, 2.0])}}


def test_scalars_that_tensorflow_2_wrote_count_too(tmp_path):
    metadata = tf.SummaryMetadata(plugin_data=tf.SummaryMetadata.PluginData(plugin_name="scalars"))
    with tf.summary.FileWriter(tmp_path) as writer:
        for step in range(2):
            tensor = tf.make_tensor_proto(1.5)
            value = tf.Summary.Value(tag="loss", tensor=tensor, metadata=metadata)
            writer.add_summary(tf.Summary(value=[value]), step)
    assert str(tf.summary.live(tmp_path)) == "loss  1.5  at step 1"


def test_a_view_outside_of_a_notebook_is_text_and_a_diagram(tmp_path):
    writer = tf.summary.FileWriter(tmp_path)
    view = tf.summary.live(writer, tags="loss")
    assert str(view) == f"No scalars in {tmp_path} yet."
    for step in range(3):
        log(writer, step, loss=0.5, other=1.0)
    assert str(view) == "loss  0.5  at step 2"
    assert len(lines(view.svg())) == 1
    view.close()
    writer.close()
    with pytest.raises(ValueError, match="smoothing must be at least 0 and less than 1, got 1"):
        tf.summary.live(writer, smoothing=1)


def test_lines_have_gaps_for_what_is_no_number_and_no_more_points_than_are_seen():
    values = [1.0, math.nan, 3.0, 2.0]
    (path,) = lines(as_svg({"a": {".": (list(range(4)), values)}}, 0, ""))
    assert path.count("M") == 2
    many = list(range(100_000))
    (path,) = lines(as_svg({"a": {".": (many, [step % 7 for step in many])}}, 0, ""))
    assert path.count("L") < 500
    smooth = as_svg({"a": {"x": ([0, 1], [1.0, 2.0]), "y": ([0, 1], [1.0, 2.0])}}, 0.5, "")
    assert len(lines(smooth, "raw")) == 2


def test_names_are_text_and_not_markup():
    page = as_html({"<b>": {"<i>": ([0], [1.0])}}, 0, "")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


def test_axes_have_round_numbers():
    assert ticks(0, 1.05, 6) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert [written(mark, [0, 500, 1500]) for mark in (0, 500, 1500)] == ["0", "0.5k", "1.5k"]
    assert [written(mark, [1e-6, 2e-6]) for mark in (1e-6, 2e-6)] == ["1e-06", "2e-06"]
    assert [short(number) for number in (0.0417604, 1.996e9, -1900.0, math.nan)] == [
        "0.04176",
        "1.996G",
        "−1.9k",
        "nan",
    ]
