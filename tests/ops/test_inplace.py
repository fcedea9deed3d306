"""tensorflow.python.ops.inplace_ops: rows of a cache replaced, as decoders do."""

import numpy as np

import graphlab as tf
from graphlab._src.ops import inplace


def test_rows_are_replaced_and_changed():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.constant(np.arange(6.0).reshape(3, 2))
        found = sess.run(
            {
                "row": inplace.alias_inplace_update(x, 1, [7.0, 8.0]),
                "rows": inplace.inplace_add(x, [0, -1], [[1.0, 1.0], [2.0, 2.0]]),
                "all": inplace.inplace_sub(x, None, np.ones([3, 2])),
                "empty": inplace.empty_like(x, init=True),
                "x": x,
            }
        )
    assert found["row"].tolist() == [[0, 1], [7, 8], [4, 5]]
    assert found["rows"].tolist() == [[1, 2], [2, 3], [6, 7]]
    assert found["all"].tolist() == [[-1, 0], [1, 2], [3, 4]]
    assert not found["empty"].any() and found["empty"].shape == (3, 2)
    assert found["x"].tolist() == [[0, 1], [2, 3], [4, 5]]
