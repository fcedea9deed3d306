"""gl.interact: each change of a widget runs what the fetches need, the newest wins, errors end nothing."""

import threading

import ipywidgets
import numpy as np
import pytest

import graphlab as tf
from graphlab._src.play.controls import control, fed, image_shape
from graphlab._src.play.newest import Newest


@pytest.fixture
def sess():
    with tf.Session() as session:
        yield session


def test_a_change_of_a_widget_runs_the_fetches(sess):
    x = tf.placeholder(tf.float32, [], name="x")
    keep = tf.placeholder_with_default(1.0, [], name="keep")
    y, positive = tf.multiply(x, keep, name="y"), tf.greater(x, 0.0, name="positive")
    slider = ipywidgets.FloatSlider(value=0.5, min=-1, max=1)
    play = tf.interact(sess, {"y": y, "positive": [positive]}, {x: slider, "keep:0": (0.0, 2.0)})
    assert play.run() == {"y": 0.5, "positive": [True]}
    assert slider.description == "x" and play.controls[keep].value == 1.0  # its default
    slider.value = -1.0
    play.controls[keep].value = 0.5
    assert play.wait(20) and play.values == {"y": -0.5, "positive": [False]}
    assert ">y</th>" in play._panel._results.value and "−0.5" in play._panel._results.value
    assert repr(play).startswith("Interaction: x, keep fed to <graphlab.Session")
    play.close()
    slider.value = 1.0
    assert play.wait(20) and play.values["y"] == -0.5
    with pytest.raises(RuntimeError, match="It was closed"):
        play.run()


def test_what_was_run_before_the_variables_changed_is_run_again(sess):
    weight = tf.get_variable("weight", [], initializer=tf.ones_initializer())
    x = tf.placeholder(tf.float32, [], name="x")
    step, noise = weight.assign_add(1.0), tf.random_uniform([])
    sess.run(weight.initializer)
    play = tf.interact(sess, x * weight, {x: 3.0})
    assert play.run() == 3.0
    play.refresh()
    sess.run(step)
    play.refresh()
    assert play.wait(20) and play.values == 6.0
    # One that draws random numbers says so instead.
    drawn = tf.interact(sess, x * weight + noise, {x: 3.0})
    before = drawn.run()
    drawn.refresh()
    assert "changed" not in drawn._panel._status.value
    sess.run(step)
    drawn.refresh()
    assert drawn.wait(20) and drawn.values == before and "variables have changed" in drawn._panel._status.value


def test_placeholders_that_the_fetches_need_have_a_widget_that_fits():
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    training = tf.placeholder(tf.bool, [], name="training")
    y = tf.cond(training, lambda: tf.reduce_sum(x), lambda: 0.0)
    with tf.Session() as sess:
        play = tf.interact(sess, y)
        assert {tensor.op.name: type(widget).__name__ for tensor, widget in play.controls.items()} == {
            "x": "ArrayEditor",
            "training": "Checkbox",
        }
        play.controls[x].value = [[1.0, 2.0, 3.0]]
        play.controls[training].value = True
        assert play.run() == 6.0


def test_the_newest_of_many_changes_wins_and_runs_are_one_after_the_other(sess):
    seen, inside, together = [], threading.Semaphore(1), []
    begun, go_on = threading.Event(), threading.Event()

    def look(value):
        together.append(inside.acquire(blocking=False))
        begun.set()
        go_on.wait(20)
        seen.append(float(value))
        inside.release()
        return value

    x = tf.placeholder(tf.float32, [], name="x")
    slider = ipywidgets.FloatSlider(value=0.0, max=100)
    play = tf.interact(sess, tf.py_func(look, [x], tf.float32), {x: slider})
    assert begun.wait(20)
    for value in range(1, 51):
        slider.value = float(value)
    go_on.set()
    assert play.wait(20) and play.values == 50.0
    assert seen == [0.0, 50.0] and all(together)


def test_an_error_is_a_sentence_beneath_the_controls_and_ends_nothing(sess):
    x = tf.placeholder(tf.float32, [None], name="x")
    w = tf.Variable(2.0, name="w")
    checked = tf.identity(x * w, name="checked")
    editor = tf.ArrayEditor(2)
    play = tf.interact(sess, checked, {x: editor})
    with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized"):
        play.run()
    assert 'role="alert"' in play._panel._status.value and "failed" in repr(play)
    sess.run(w.initializer)
    editor.value = [1.0, 3.0]
    assert play.run().tolist() == [2.0, 6.0]
    assert play.error is None and play._panel._status.value == ""
    sess.close()
    editor.value = [0.0, 0.0]
    assert play.wait(20) and "session was closed" in play._panel._status.value
    assert "ended" in repr(play)


def test_what_can_not_be_fetched_or_fed_is_an_error_at_once(sess):
    x = tf.placeholder(tf.float32, [], name="x")
    with pytest.raises(TypeError, match="interact\\(\\) runs a Session"):
        tf.interact(x, x, {})
    with pytest.raises(ValueError, match="nothing"):
        tf.interact(sess, "nothing", {x: None})
    with pytest.raises(TypeError, match="Cannot interpret controls key"):
        tf.interact(sess, x * 2.0, {"nothing:0": None})
    with pytest.raises(ValueError, match="There is no widget for"):
        tf.interact(sess, x * 2.0, {x: object()})


def test_random_numbers_are_drawn_once_for_result_and_nodes(sess):
    drawn = tf.random_uniform([], seed=3, name="drawn")
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.add(drawn, x, name="y")
    slider = ipywidgets.FloatSlider(value=0.0)
    play = tf.interact(sess, y, {x: slider})
    assert play.wait(20)
    shown = x.graph.shown_values
    shown.see(1, [drawn, y])  # it draws: another run only for the diagram would be another number
    assert play.wait(20) and drawn not in shown.last
    slider.value = 1.0
    assert play.wait(20)
    assert shown.last[y] == np.float32(shown.last[drawn] + 1.0) == play.values
    pure = tf.multiply(x, 2.0, name="pure")
    other = tf.interact(sess, tf.negative(pure), {x: slider})
    assert other.wait(20)
    shown.see(1, [pure])  # this one is run again for what has become visible
    assert other.wait(20)
    other.run()
    assert shown.last[pure] == 2.0


def test_wishes_become_widgets():
    scalar, flag, whole, text, vector, image, row, colours = (
        tf.placeholder(dtype, shape, name=name)
        for name, dtype, shape in [
            ("scalar", tf.float32, []),
            ("flag", tf.bool, []),
            ("whole", tf.int32, []),
            ("text", tf.string, []),
            ("vector", tf.float32, [None, 4]),
            ("image", tf.float32, [None, 28, 28, 1]),
            ("row", tf.float32, [None, 784]),
            ("colours", tf.uint8, [32, 32, 3]),
        ]
    )
    made = [
        *[(tensor, None) for tensor in (scalar, flag, whole, text, vector, image, row, colours)],
        *[(scalar, (0.0, 1.0)), (whole, (0, 10, 2)), (text, ["relu", "tanh"]), (flag, True), (vector, (-1.0, 1.0))],
    ]
    assert [type(control(tensor, wish)).__name__ for tensor, wish in made] == [
        *["FloatText", "Checkbox", "IntText", "Text", "ArrayEditor", "DrawingPad", "DrawingPad", "DrawingPad"],
        *["FloatSlider", "IntSlider", "Dropdown", "Checkbox", "ArrayEditor"],
    ]
    batch = control(vector, np.ones((200, 4)))  # too many elements for an editor
    assert isinstance(batch, ipywidgets.fixed) and fed(vector, batch.value).shape == (200, 4)
    assert [image_shape(tensor) for tensor in (row, image, colours, vector)] == [
        *[(28, 28, 1), (28, 28, 1), (32, 32, 3), None],
    ]
    assert fed(row, np.zeros((28, 28))).shape == (1, 784)
    assert fed(vector, [1, 2, 3, 4]).tolist() == [[1.0, 2.0, 3.0, 4.0]] and fed(vector, np.zeros(8)).shape == (2, 4)
    with pytest.raises(ValueError, match="A value of shape \\(3,\\) does not fit"):
        fed(vector, [1, 2, 3])
    with pytest.raises(ValueError, match="'x' is no float32"):
        fed(scalar, "x")


def test_work_that_fails_is_done_and_more_can_be_requested():
    calls = []

    def act():
        calls.append(len(calls))
        if len(calls) == 1:
            raise ValueError("on purpose")

    threading.excepthook, hook = lambda _: None, threading.excepthook
    try:
        newest = Newest(act)
        assert newest.wait(newest.request(), 20) and newest.wait(newest.request(), 20)
    finally:
        threading.excepthook = hook
    assert calls == [0, 1]


def test_what_becomes_visible_is_compiled_beside_the_runs(sess):
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.square(x, name="y")
    z = tf.add(y, 1.0, name="z")
    slider = ipywidgets.FloatSlider(value=2.0)
    play = tf.interact(sess, z, {x: slider})
    assert play.wait(20) and play.values == 5.0
    shown = x.graph.shown_values
    done = threading.Event()
    show = shown.show
    shown.show = lambda values, *others, **more: (show(values, *others, **more), y in values and done.set())
    shown.see(1, [y])
    assert done.wait(20) and shown.last[y] == 4.0  # it runs again by itself, once that is ready
    slider.value = 3.0
    assert play.wait(20) and shown.last[y] == 9.0 and play.values == 10.0
