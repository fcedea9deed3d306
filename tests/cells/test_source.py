"""Where an operation was created, in a notebook."""

CELLS = [
    "import graphlab as tf\n\ndef dense(x):\n    return tf.identity(x)",
    "x = tf.placeholder(tf.float32)\n\ny = dense(x)",
    "print(x.op.source, '|', y.op.source, '|', [frame[:3] for frame in y.op.source.frames][1:])",
    "x2 = tf.placeholder(\n    tf.float32)\nprint(x2.op.source)",
]


def test_an_operation_knows_its_cell_and_line(run):
    outputs, _ = run(*CELLS)
    x, y, frames = outputs[2][0]["text"].split(" | ")
    assert x == "cell [2], line 1"
    assert y == "cell [1], line 4"
    assert "'<module>'" in frames
    assert outputs[3][0]["text"].strip() == "cell [4], line 1"
