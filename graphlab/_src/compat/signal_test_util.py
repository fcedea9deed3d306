"""tensorflow.python.kernel_tests.signal.test_util: what TensorFlow's unit tests of tf.signal are written with."""

from graphlab._src.compat.grappler import folded
from graphlab._src.graph import GraphKeys, Operation


def grappler_optimize(graph, fetches=None, config_proto=None):
    """The GraphDef of what fetches need, with a constant for each tensor that is known before a run, fetched ones too.

    fetches: tensors and operations, which are added to the collection `train_op`: all of that are fetched.  config_proto: is not read.
    """
    for fetch in fetches or ():
        graph.add_to_collection(GraphKeys.TRAIN_OP, fetch)
    fetched = graph.get_collection(GraphKeys.TRAIN_OP)
    names = [item.name if isinstance(item, Operation) else item.op.name for item in fetched]
    return folded(graph.as_graph_def(), names)
