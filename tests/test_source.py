"""Where an operation was created, in a file; tests/cells has the same for a notebook."""

import sys
import types

import graphlab as tf


def test_an_operation_knows_its_file_and_line():
    with tf.Graph().as_default():
        c = tf.constant(1.0)
    assert str(c.op.source) == "test_source.py:11"
    assert c.op.source.cell is None
    file, line, function, text = c.op.traceback[-1]
    assert (line, function, text) == (11, "test_an_operation_knows_its_file_and_line", "c = tf.constant(1.0)")
    assert file == __file__


def test_a_program_may_have_a_module_of_its_own_named_ipython(monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    assert tf.constant(1.0).op.source.cell is None
