"""Where an operation was created, in a file and in a notebook."""

import nbformat
from nbclient import NotebookClient

import graphlab as tf
from tests.kernel import write_kernel_spec

CELLS = [
    "import graphlab as tf\n\ndef dense(x):\n    return tf.identity(x)",
    "x = tf.placeholder(tf.float32)\n\ny = dense(x)",
    "print(x.op.source, '|', y.op.source, '|', [frame[:3] for frame in y.op.source.frames][1:])",
    "x2 = tf.placeholder(\n    tf.float32)\nprint(x2.op.source)",
]


def test_an_operation_knows_its_file_and_line():
    with tf.Graph().as_default():
        c = tf.constant(1.0)
    assert str(c.op.source) == "test_source.py:19"
    assert c.op.source.cell is None
    file, line, function, text = c.op.traceback[-1]
    assert (line, function, text) == (19, "test_an_operation_knows_its_file_and_line", "c = tf.constant(1.0)")
    assert file == __file__


def test_an_operation_knows_its_cell_and_line(tmp_path, monkeypatch):
    write_kernel_spec(tmp_path, "graphlab-source")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    NotebookClient(notebook, kernel_name="graphlab-source", timeout=120).execute()
    x, y, _ = notebook.cells[2].outputs[0].text.split(" | ")
    assert x == "cell [2], line 1"
    assert y == "cell [1], line 4"
    assert "'<module>'" in notebook.cells[2].outputs[0].text
    assert notebook.cells[3].outputs[0].text.strip() == "cell [4], line 1"
