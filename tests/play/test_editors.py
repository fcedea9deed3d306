"""ArrayEditor and DrawingPad: what a page sends becomes an array, and what it must not send does not count."""

import base64

import numpy as np
import pytest
import traitlets

import graphlab as tf


def test_an_array_is_edited_element_by_element():
    editor = tf.ArrayEditor([2, 2], value=[[1, 2], [3, 4]], dtype=tf.int32, label="x")
    assert editor.value.dtype == np.int32 and editor.cells == [1, 2, 3, 4]
    changes = []
    editor.observe(lambda change: changes.append(change["new"].tolist()), "value")
    editor.set_state({"cells": [1, 2, 3, 5], "_esm": "alert(1)", "shape": [9, 9]})  # as a page sends it
    assert changes == [[[1, 2], [3, 5]]] and editor.shape == [2, 2] and "alert" not in editor._esm
    editor.value = [[0, 0], [0, 1]]
    assert editor.cells == [0, 0, 0, 1] and len(changes) == 2
    numbers = tf.ArrayEditor(3, min=-1, max=1)
    numbers.set_state({"cells": [0.02, 0.0, 0.0]})
    assert numbers.cells[0] == 0.02  # no rounded one goes back, which would overwrite what is edited meanwhile
    numbers.set_state({"cells": [0.5, None, -1.0]})
    np.testing.assert_array_equal(numbers.value, np.array([0.5, np.nan, -1.0], np.float32))


def test_an_array_that_does_not_fit_is_refused():
    editor = tf.ArrayEditor([2, 2])
    with pytest.raises(traitlets.TraitError, match="the shape \\[2, 2\\]"):
        editor.value = [1.0, 2.0]
    with pytest.raises(traitlets.TraitError, match="3 cells are not"):
        editor.set_state({"cells": [1, 2, 3]})
    with pytest.raises(ValueError, match="at most 400 elements, but \\[30, 30\\] are 900"):
        tf.ArrayEditor([30, 30])
    with pytest.raises(ValueError, match="a min and a larger max"):
        tf.ArrayEditor(3, min=1, max=0)


def test_an_image_is_drawn():
    pad = tf.DrawingPad(2, 3, maximum=255)
    drawn = base64.b64encode(bytes([0, 51, 255, 0, 0, 102])).decode()
    pad.set_state({"pixels": drawn, "height": 900})
    assert pad.value.tolist() == [[0, 51, 255], [0, 0, 102]] and pad.height == 2
    pad.value = np.zeros((2, 3))
    assert base64.b64decode(pad.pixels) == bytes(6)
    colours = tf.DrawingPad(1, 2, channels=3, value=np.ones((1, 2, 3)))
    assert base64.b64decode(colours.pixels) == bytes([255] * 6)
    with pytest.raises(traitlets.TraitError, match="not \\(2, 3\\)"):
        pad.set_state({"pixels": "AAAA"})
    with pytest.raises(traitlets.TraitError, match="has the shape"):
        pad.value = np.zeros(4)
    with pytest.raises(ValueError, match="up to 256 rows"):
        tf.DrawingPad(1000, 2)
