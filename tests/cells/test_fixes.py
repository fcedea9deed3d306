"""What a kernel shows beneath an error that has a fix."""

MIME_TYPE = "application/vnd.graphlab.fix+json"


def test_the_output_is_beneath_the_traceback_and_has_text_for_other_front_ends(run):
    outputs, _ = run("import graphlab as tf", "y = tf.ones([2, 3]) @ tf.ones([2, 3])", allow_errors=True)
    error, fix = outputs[1]
    assert error["output_type"] == "error"
    assert fix["data"]["text/plain"].splitlines()[1:] == [
        "- y = tf.ones([2, 3]) @ tf.ones([2, 3])",
        "+ y = tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]), transpose_b=True)",
    ]
    assert fix["data"][MIME_TYPE]["cell"] == 2
