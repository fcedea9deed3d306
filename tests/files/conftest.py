import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """A folder with a small model in each of TensorFlow's formats."""
    folder = tmp_path_factory.mktemp("files")
    with tf.Graph().as_default() as graph, tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        w = tf.get_variable("layer/w", initializer=np.array([[1.0], [2.0]], np.float32))
        y = tf.matmul(x, w, name="y")
        tf.summary.scalar("average", tf.reduce_mean(y))
        session.run(tf.global_variables_initializer())
        with tf.summary.FileWriter(str(folder / "logs"), graph) as writer:
            for step in (3, 7):
                writer.add_summary(session.run(tf.summary.merge_all(), {x: [[step, 0]]}), step)
        tf.train.Saver().save(session, str(folder / "model"), global_step=5)
        tf.train.write_graph(graph, str(folder), "graph.pbtxt")
        tf.saved_model.simple_save(session, str(folder / "saved"), {"in": x}, {"out": y})
        frozen = tf.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
        (folder / "frozen.pb").write_bytes(frozen.SerializeToString())
        stranger = frozen.node.add(name="scope/strange", op="NobodyKnowsMe", input=["y"])
        stranger.attr["T"].type = tf.float32.as_datatype_enum
        (folder / "strange.pb").write_bytes(frozen.SerializeToString())
    return folder
