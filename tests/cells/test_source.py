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


def test_a_variable_that_exists_was_defined_in_a_cell_not_in_a_file_of_the_kernel(run):
    layer = "import graphlab as tf\n\ndef layer():\n    return tf.get_variable('w', [2])"
    twice = "try:\n    layer()\nexcept ValueError as error:\n    print(error)"
    outputs, _ = run(layer, "layer()", twice)
    text = outputs[2][0]["text"]
    assert "File \"cell [1]\", line 4, in layer\n    return tf.get_variable('w', [2])" in text
    assert 'File "another cell", line 1, in <module>\n    layer()' in text
