"""An element of a window that cannot be made is an error where the window has it. Results from TensorFlow 1.15.5."""

import numpy as np
import pytest

import graphlab as tf

VALUES = np.array([1, np.nan, 2, np.nan, 3, 4, 5, 6, np.nan, 7, 8], np.float32)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((2, 2, 2, True), [[1, 2], [2, 3], [3, 5], None, None]),
        ((2, 3, 1, False), [None, None, [5, 6], [7, 8]]),
        ((1, 4, 1, False), [[1], [3], None]),
    ],
)
def test_a_window_fails_for_its_own_elements(arguments, expected):
    checked = tf.data.Dataset.from_tensor_slices(VALUES).map(lambda x: tf.check_numerics(x, "wrong"))
    element = checked.window(*arguments).flat_map(lambda part: part.batch(5)).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        for values in expected:
            if values is None:
                with pytest.raises(tf.errors.InvalidArgumentError, match="wrong"):
                    session.run(element)
            else:
                assert session.run(element).tolist() == values
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(element)
