"""Two GraphDefs are equal when they have the same nodes, in whatever order."""

from graphlab._src.proto import GraphDef, text_format


def assert_equal_graph_def(actual, expected, checkpoint_v2=False, hash_table_shared_name=False):
    """AssertionError, with the first node that differs, unless both have the same nodes.

    checkpoint_v2: leaves out the shared names that checkpoints of the second format put into the file's path.
    hash_table_shared_name: leaves out the generated shared names of hash tables.
    """
    for role, message in (("actual", actual), ("expected", expected)):
        if not isinstance(message, GraphDef):
            raise TypeError(f"Expected tf.GraphDef for {role}, got {type(message).__name__}")
    first, second = _nodes(actual, "actual"), _nodes(expected, "expected")
    for name, node in second.items():
        if name not in first:
            raise AssertionError(f"Did not find expected node '{{{{node {name}}}}}'")
        left, right = (_plain(each, checkpoint_v2, hash_table_shared_name) for each in (first[name], node))
        if left != right:
            raise AssertionError(f"Nodes named {name!r} differ:\n{_text(left)}\n--- expected ---\n{_text(right)}")
    if extra := [name for name in first if name not in second]:
        raise AssertionError(f"Found unexpected node '{{{{node {extra[-1]}}}}}'")


def _nodes(graph_def, role):
    nodes = {node.name: node for node in graph_def.node}
    if len(nodes) != len(graph_def.node):
        raise AssertionError(f"The {role} graph has two nodes of one name")
    return nodes


def _plain(node, checkpoint_v2, hash_table_shared_name):
    drop_value = checkpoint_v2 and node.op == "Const" and b"_temp_" in node.attr["value"].SerializeToString()
    drop_name = hash_table_shared_name and node.op.startswith("HashTable")
    if not (drop_value or drop_name):
        return node
    copy = type(node)()
    copy.CopyFrom(node)
    copy.attr.pop("value" if drop_value else "shared_name", None)
    return copy


def _text(node):
    return text_format.MessageToString(node)
