"""Exports one program in all forms, into a folder; test_stable_bytes.py runs it in several processes."""

import pathlib
import sys

import graphlab as tf
from graphlab import contrib


def build():
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    with tf.variable_scope("net", initializer=tf.random_normal_initializer(seed=1)):
        h = contrib.layers.fully_connected(tf.nn.dropout(x, keep_prob=0.5), 8, normalizer_fn=contrib.layers.batch_norm)
        cell = tf.nn.rnn_cell.LSTMCell(3)
        rows, _ = tf.nn.dynamic_rnn(cell, tf.reshape(h, [-1, 2, 4]), dtype=tf.float32)
    y = tf.cond(tf.reduce_sum(rows) > 0, lambda: rows * 2.0, lambda: rows, name="y")
    loss = tf.losses.mean_squared_error(tf.zeros_like(y), y)
    tf.summary.scalar("loss", loss)
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        tf.train.AdamOptimizer().minimize(loss, tf.train.get_or_create_global_step())
    for name in ("b", "a", "c"):
        tf.add_to_collection("names", name)
    return x, y


def export(folder):
    with tf.Graph().as_default() as graph, tf.Session() as session:
        x, y = build()
        saver = tf.train.Saver(sharded=True)
        tf.train.write_graph(graph, str(folder), "graph.pb", as_text=False)
        tf.train.write_graph(graph, str(folder), "graph.pbtxt")
        (folder / "plain.pb").write_bytes(graph.as_graph_def().SerializeToString(deterministic=True))
        saver.export_meta_graph(str(folder / "meta"))
        saver.export_meta_graph(str(folder / "meta.txt"), as_text=True, strip_default_attrs=True)
        for variable in tf.global_variables():
            variable.load(session.run(tf.zeros(variable.shape, variable.dtype.base_dtype)), session)
        frozen = tf.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y/Merge"])
        (folder / "frozen.pb").write_bytes(frozen.SerializeToString(deterministic=True))
        tf.saved_model.simple_save(session, str(folder / "saved"), {"x": x, "b": x}, {"y": y, "a": y})


if __name__ == "__main__":
    for name in sys.argv[1:]:
        export(pathlib.Path(name))
