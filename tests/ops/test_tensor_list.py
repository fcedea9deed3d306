"""Lists of tensors, as graphs of newer TensorFlows carry them."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.ops.define import raw_ops


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_items_are_set_read_and_stacked(session):
    empty = raw_ops.TensorListReserve(element_shape=[2], num_elements=3, element_dtype=tf.float32)
    one = raw_ops.TensorListSetItem(input_handle=empty, index=1, item=[1.0, 2.0])
    stacked = raw_ops.TensorListStack(input_handle=one, element_shape=[2], element_dtype=tf.float32, num_elements=3)
    assert stacked.shape.as_list() == [3, 2]
    assert session.run(stacked).tolist() == [[0, 0], [1, 2], [0, 0]]
    item = raw_ops.TensorListGetItem(input_handle=one, index=1, element_shape=[-1], element_dtype=tf.float32)
    assert item.shape.as_list() == [None]
    assert session.run(item).tolist() == [1, 2]
    outside = raw_ops.TensorListGetItem(input_handle=one, index=3, element_shape=[2], element_dtype=tf.float32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Trying to access element 3 in a list with 3 elements"):
        session.run(outside)


def test_items_are_pushed_and_popped(session):
    rows = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    both = raw_ops.TensorListFromTensor(tensor=rows, element_shape=[2])
    three = raw_ops.TensorListPushBack(input_handle=both, tensor=[5.0, 6.0])
    rest, last = raw_ops.TensorListPopBack(input_handle=three, element_shape=[2], element_dtype=tf.float32)
    lengths = [raw_ops.TensorListLength(input_handle=each) for each in (both, three, rest)]
    assert session.run(lengths) == [2, 3, 2]
    assert session.run(last).tolist() == [5, 6]
    gathered = raw_ops.TensorListGather(input_handle=three, indices=[2, 0], element_shape=[2], element_dtype=tf.float32)
    assert session.run(gathered).tolist() == [[5, 6], [1, 2]]
    longer = raw_ops.TensorListResize(input_handle=three, size=4)
    stacked = raw_ops.TensorListStack(input_handle=longer, element_shape=[2], element_dtype=tf.float32)
    np.testing.assert_array_equal(session.run(stacked)[3], [0, 0])


def test_an_operation_that_is_missing_in_a_function_is_named(session):
    message = tf.GraphDef()
    node = message.node.add(name="call", op="PartitionedCall")
    node.attr["f"].func.name = "inside"
    node.attr["Tin"].list.SetInParent()
    node.attr["Tout"].list.type.append(1)
    function = message.library.function.add()
    function.signature.name = "inside"
    function.signature.output_arg.add(name="y", type=1)
    function.node_def.add(name="strange", op="NobodyKnowsThis")
    last = function.node_def.add(name="last", op="Identity", input=["strange:y:0"])
    last.attr["T"].type = 1
    function.ret["y"] = "last:output:0"
    tf.import_graph_def(message, name="")
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"support Op 'NobodyKnowsThis' used by .*call/strange"):
        session.run("call:0")
