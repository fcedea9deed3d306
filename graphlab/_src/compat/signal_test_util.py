"""tensorflow.python.kernel_tests.signal.test_util: what TensorFlow's unit tests of tf.signal are written with."""

from graphlab._src.compat.graph_transforms.folding import fold_constants
from graphlab._src.compat.graph_transforms.parameters import Transform
from graphlab._src.graph import GraphKeys, Operation
from graphlab._src.proto import GraphDef


def grappler_optimize(graph, fetches=None, config_proto=None):
    """The GraphDef of what fetches need, with a constant for each tensor that is known before a run, fetched ones too.

    fetches: tensors and operations, which are added to the collection `train_op`: all of that are fetched.  config_proto: is not read.
    """
    for fetch in fetches or ():
        graph.add_to_collection(GraphKeys.TRAIN_OP, fetch)
    fetched = graph.get_collection(GraphKeys.TRAIN_OP)
    operations = [item if isinstance(item, Operation) else item.op for item in fetched]
    probed = graph.as_graph_def()
    probes = dict[str, str]()  # an Identity of each fetched tensor, which itself is folded then -> its operation
    for op in operations:
        for tensor in op.outputs[:1]:
            probe = probed.node.add(name=graph.unique_name(f"{op.name}/fetched", mark_as_used=False), op="Identity")
            probe.input.append(tensor.name)
            probe.attr["T"].type = tensor.dtype.base_dtype.as_datatype_enum
            probes[probe.name] = op.name
    outputs = [*probes, *(op.name for op in operations if not op.outputs)]
    folded = fold_constants(probed, [], outputs, Transform("fold_constants", {}))
    ours = {node.name for node in probed.node}
    sources = {node.input[0]: probes[node.name] for node in folded.node if node.name in probes}
    renamed = {source: name for source, name in sources.items() if source not in ours}
    result = GraphDef(versions=graph.as_graph_def().versions)
    for node in folded.node:
        if node.name not in probes:
            copy = result.node.add()
            copy.CopyFrom(node)
            copy.name = renamed.get(node.name, node.name)
            copy.input[:] = [renamed.get(value, value) for value in node.input]
    return result
