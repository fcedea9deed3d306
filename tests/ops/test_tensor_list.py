"""Lists of tensors, as graphs of newer TensorFlows carry them."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compat import defun as function
from graphlab._src.compat import functional_ops
from graphlab._src.ops import list_functions as list_ops
from graphlab._src.ops.define import raw_ops
from graphlab._src.proto import TensorProto

SCALAR = np.zeros(0, np.int32)  # the shape of a scalar


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
    assert item.shape.as_list() == [2]
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


def test_gradients_flow_through_lists(session):
    rows = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    new = tf.constant([7.0, 8.0])
    given = raw_ops.TensorListFromTensor(tensor=rows, element_shape=[2])
    changed = raw_ops.TensorListSetItem(input_handle=given, index=1, item=new * new)
    longer = raw_ops.TensorListPushBack(input_handle=changed, tensor=new)
    rest, last = raw_ops.TensorListPopBack(input_handle=longer, element_shape=[2], element_dtype=tf.float32)
    more = raw_ops.TensorListResize(input_handle=rest, size=4)
    item = raw_ops.TensorListGetItem(input_handle=rest, index=2, element_shape=[2], element_dtype=tf.float32)
    stacked = raw_ops.TensorListStack(input_handle=more, element_shape=[2], element_dtype=tf.float32)
    y = tf.reduce_sum(stacked * stacked) + tf.reduce_sum(item) + tf.reduce_sum(last * [3.0, 5.0])
    by_rows, by_new = session.run(tf.gradients(y, [rows, new]))
    assert by_rows.tolist() == [[2, 4], [0, 0], [11, 13]]  # 2 x, and 1 for the item
    assert by_new.tolist() == [4 * 7.0**3 + 3, 4 * 8.0**3 + 5]


def test_a_row_that_is_gathered_twice_receives_both_gradients(session):
    x = tf.constant([1.0, 2.0, 3.0])
    given = raw_ops.TensorListScatterV2(tensor=x, indices=[2, 0, 1], element_shape=SCALAR, num_elements=-1)
    weights = tf.constant([1.0, 10.0, 100.0])
    into = raw_ops.TensorListScatterIntoExistingList(input_handle=given, tensor=weights[:1], indices=[1])
    gathered = raw_ops.TensorListGather(
        input_handle=into, indices=[0, 2, 0], element_shape=SCALAR, element_dtype=tf.float32
    )
    y = tf.reduce_sum(gathered * weights)
    assert session.run(gathered).tolist() == [2, 1, 2]
    assert session.run(tf.gradients(y, x)[0]).tolist() == [10, 101, 0]


def test_items_of_several_lengths_are_split_and_put_together(session):
    x = tf.constant([[1.0], [2.0], [3.0]])
    parts = raw_ops.TensorListSplit(tensor=x, element_shape=[-1, 1], lengths=[1, 2])
    changed = raw_ops.TensorListSetItem(input_handle=parts, index=1, item=[[5.0], [6.0]])
    for whole, lengths in (
        raw_ops.TensorListConcat(input_handle=changed, element_dtype=tf.float32),
        raw_ops.TensorListConcatV2(
            input_handle=changed, element_shape=[-1, 1], leading_dims=[1, 2], element_dtype=tf.float32
        ),
    ):
        assert session.run([whole, lengths])[1].tolist() == [1, 2]
        assert session.run(whole).tolist() == [[1], [5], [6]]
        (gradient,) = tf.gradients(whole, x, [[[4.0], [2.0], [3.0]]])
        assert session.run(gradient).tolist() == [[4], [0], [0]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Length of tensor: 3 Values used: 2"):
        session.run(raw_ops.TensorListLength(input_handle=raw_ops.TensorListSplit(x, [-1, 1], [1, 1])))


def test_lists_are_added_and_put_one_behind_the_other(session):
    one = raw_ops.TensorListFromTensor(tensor=[1.0, 2.0], element_shape=SCALAR)
    sums = tf.add_n([one, one, tf.zeros_like(one)])
    both = raw_ops.TensorListConcatLists(input_a=one, input_b=sums, element_dtype=tf.float32)
    stacked = raw_ops.TensorListStack(input_handle=both, element_shape=SCALAR, element_dtype=tf.float32)
    assert session.run(stacked).tolist() == [1, 2, 2, 4]


def test_a_loop_by_functions_has_gradients_through_its_lists(session):
    """s = s·p + sin(x[i]); the results are s²: the values are TensorFlow 1.15's."""
    x, p = tf.constant([1.0, -2.0, 0.5]), tf.constant(0.7)

    @function.Defun(tf.int32, tf.variant, tf.float32)
    def step(i, out, s):
        given = raw_ops.TensorListFromTensor(tensor=x, element_shape=SCALAR)
        item = raw_ops.TensorListGetItem(input_handle=given, index=i, element_shape=SCALAR, element_dtype=tf.float32)
        s = s * p + tf.sin(item)
        return i + 1, raw_ops.TensorListPushBack(input_handle=out, tensor=s * s), s

    @function.Defun(tf.int32, tf.variant, tf.float32)
    def goes_on(i, _out, _s):
        return i < 3

    empty = raw_ops.EmptyTensorList(element_shape=SCALAR, max_num_elements=-1, element_dtype=tf.float32)
    _, out, _ = functional_ops.While([0, empty, p], goes_on, step)
    y = raw_ops.TensorListStack(input_handle=out, element_shape=SCALAR, element_dtype=tf.float32)
    by_x, by_p = tf.gradients(y, [x, p])
    np.testing.assert_allclose(session.run(y), [1.772815, 5.1675556e-04, 0.24535987], 1e-5)
    np.testing.assert_allclose(session.run(by_x), [1.7182684, -0.30750668, 0.8694002], 1e-5)
    np.testing.assert_allclose(session.run(by_p), 5.4586725, 1e-5)


def test_a_list_keeps_to_its_shape_and_size(session):
    full = list_ops.empty_tensor_list([None], tf.float32, max_num_elements=1)
    one = list_ops.tensor_list_push_back(full, [1.0, 2.0])
    assert list_ops.tensor_list_stack(one, tf.float32).shape.as_list() == [None, None]
    for wrong, words in (
        (list_ops.tensor_list_push_back(one, [3.0]), "Tried to push item into a full list"),
        (list_ops.tensor_list_push_back(full, 3.0), "incompatible shape to a list"),
        (list_ops.tensor_list_gather(one, [1], tf.float32), "Trying to gather element 1 in a list with 1 elements"),
        (
            list_ops.tensor_list_stack(full, tf.float32),
            "elements of an empty list with non-fully-defined element_shape",
        ),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError, match=words):
            session.run(list_ops.tensor_list_length(wrong) if wrong.dtype is tf.variant else wrong)


def test_a_branch_whose_result_is_a_list_has_a_gradient(session):
    x = tf.constant([1.0, 2.0])
    given = list_ops.tensor_list_from_tensor(x, [])
    longer = list_ops.tensor_list_set_item(given, 2, 4.0, resize_if_index_out_of_bounds=True)
    stacked = list_ops.tensor_list_stack(longer, tf.float32)
    assert session.run(stacked).tolist() == [1, 2, 4]
    assert session.run(tf.gradients(stacked * stacked, x)[0]).tolist() == [2, 4]


def test_a_list_of_a_newer_graph_grows_when_an_item_is_set(session):
    x = tf.placeholder(tf.float32, [2], name="x")
    given = list_ops.tensor_list_from_tensor(x, [])
    longer = list_ops.tensor_list_set_item(given, 3, x[0])
    tf.identity(list_ops.tensor_list_stack(longer, tf.float32, element_shape=[]), name="y")
    message = tf.get_default_graph().as_graph_def()
    (node,) = [node for node in message.node if node.op == "TensorListSetItem"]
    node.attr["resize_if_index_out_of_bounds"].b = True
    x, y = tf.import_graph_def(message, return_elements=["x:0", "y:0"], name="newer")
    assert session.run(y, {x: [5, 6]}).tolist() == [5, 6, 0, 5]
    (gradient,) = tf.gradients(y, x, [[1.0, 2.0, 3.0, 4.0]])
    assert session.run(gradient, {x: [5, 6]}).tolist() == [5, 2]
    assert any("resize_if_index_out_of_bounds" in each.attr for each in y.graph.as_graph_def().node)


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


def test_a_resource_variable_holds_a_list():
    first = list_ops.tensor_list_from_tensor([1.0, 2.0], element_shape=[])
    v = tf.get_variable("v", initializer=first, use_resource=True)
    with tf.Session() as session:
        session.run(v.initializer)
        session.run(tf.group(v.assign(list_ops.tensor_list_push_back(v.read_value(), 3.0))))
        assert session.run(list_ops.tensor_list_stack(v.read_value(), element_dtype=tf.float32)).tolist() == [1, 2, 3]


_OTHER_DTYPES = {  # what adds items of float32 to a list, or reads such items
    "push": lambda handle: list_ops.tensor_list_push_back(handle, [1.0, 2.0]),
    "get": lambda handle: list_ops.tensor_list_get_item(handle, 0, tf.float32),
    "pop": lambda handle: list_ops.tensor_list_pop_back(handle, tf.float32)[1],
    "stack": lambda handle: list_ops.tensor_list_stack(handle, tf.float32),
    "gather": lambda handle: list_ops.tensor_list_gather(handle, [0], tf.float32),
    "concat": lambda handle: list_ops.tensor_list_concat(handle, tf.float32),
    "lists": lambda handle: list_ops.tensor_list_concat_lists(handle, handle, tf.float32),
    "scatter": lambda handle: list_ops.tensor_list_scatter([[1.0, 2.0]], [0], input_handle=handle),
}


@pytest.mark.parametrize("operation", _OTHER_DTYPES)
def test_items_of_another_dtype_are_refused(session, operation):
    """Where the graph shows the list's dtype while it is built, as in TensorFlow; else in a run."""
    rows = raw_ops.TensorListFromTensor(tensor=[[1, 2], [3, 4]], element_shape=[2])
    with pytest.raises(ValueError, match="The items of the list are int32, not float32"):
        _OTHER_DTYPES[operation](rows)
    found = _OTHER_DTYPES[operation](tf.placeholder_with_default(rows, None))
    with pytest.raises(tf.errors.InvalidArgumentError, match="op elements float32 but list elements int32"):
        session.run(list_ops.tensor_list_length(found) if found.dtype is tf.variant else found)


def test_an_item_set_of_another_shape_is_refused_when_the_graph_is_built():
    rows = raw_ops.TensorListFromTensor(tensor=[[1, 2], [3, 4]], element_shape=[2])
    with pytest.raises(ValueError, match=r"Incompatible shapes: \[3\] and \[2\]"):
        list_ops.tensor_list_set_item(rows, 0, [1, 2, 3])


# A list of three items, of which the second is set, as TensorFlow 1.15 serializes it.
_SERIALIZED = (
    b'\x08\x15\x12\x00"A@\n\x16tensorflow::TensorList\x12\x12\x02\x00\x02\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01'
    b"\x12\x02\x08\x02\x1a\x12\x08\x01\x12\x04\x12\x02\x08\x02*\x08\x00\x00\xe0@\x00\x00\x00A"
)


def test_a_list_in_a_file_is_that_of_tensorflow(session):
    def rows(serialized):
        return list_ops.tensor_list_stack(tf.io.parse_tensor(serialized, tf.variant), tf.float32)

    reserved = list_ops.tensor_list_reserve((2,), 3, tf.float32)
    written = tf.io.serialize_tensor(list_ops.tensor_list_set_item(reserved, 1, [7.0, 8.0]))
    for serialized in (tf.constant(_SERIALIZED), written):
        assert session.run(rows(serialized)).tolist() == [[0, 0], [7, 8], [0, 0]]
    assert b"\x12\x12\x02\x00\x02\x01" + b"\xff" * 9 + b"\x01\x12\x02\x08\x02" in session.run(written)
    damaged = TensorProto.FromString(_SERIALIZED)
    damaged.tensor_content = damaged.tensor_content[:40]
    with pytest.raises(tf.errors.InvalidArgumentError, match="hold no variants"):
        session.run(rows(tf.constant(damaged.SerializeToString())))


def test_lists_of_lists_and_of_strings_are_serialized(session):
    words = raw_ops.TensorListFromTensor(tensor=tf.constant(["a", "bc"]), element_shape=SCALAR)
    lists = list_ops.tensor_list_push_back(list_ops.empty_tensor_list((), tf.variant), words)
    parsed = tf.io.parse_tensor(tf.io.serialize_tensor(lists), tf.variant)
    inner = list_ops.tensor_list_get_item(parsed, 0, tf.variant)
    assert session.run(list_ops.tensor_list_stack(inner, tf.string)).tolist() == [b"a", b"bc"]


def test_a_table_of_lists_is_saved_and_restored(session, tmp_path):
    table = tf.contrib.lookup.MutableDenseHashTable(
        tf.int64, tf.variant, list_ops.empty_tensor_list((), tf.float32), empty_key=-1, deleted_key=-2
    )
    key = tf.constant(5, tf.int64)
    found = list_ops.tensor_list_stack(table.lookup(key), tf.float32)
    session.run(table.insert(key, raw_ops.TensorListFromTensor(tensor=[1.0, 2.0], element_shape=SCALAR)))
    checkpoint = tf.train.Checkpoint(table=table)
    path = checkpoint.save(str(tmp_path / "model"), session=session)
    session.run(table.insert(key, list_ops.tensor_list_push_back(table.lookup(key), 3.0)))
    assert session.run(found).tolist() == [1, 2, 3]
    checkpoint.restore(path).assert_consumed().run_restore_ops(session)
    assert session.run(found).tolist() == [1, 2]


def test_lists_of_different_dtypes_are_not_added(session):
    wholes = raw_ops.TensorListFromTensor(tensor=[[1, 2], [3, 4]], element_shape=[2])
    halves = raw_ops.TensorListFromTensor(tensor=[[0.5, 1.5], [2.5, 3.5]], element_shape=[2])
    handles = [tf.placeholder_with_default(one, None) for one in (wholes, halves)]
    with pytest.raises(tf.errors.InvalidArgumentError, match="different dtypes. One is int32 and the other is float32"):
        session.run(list_ops.tensor_list_length(tf.add_n(handles)))


def test_a_list_whose_shape_the_graph_does_not_show_is_a_scalar(session):
    handle = tf.placeholder_with_default(raw_ops.TensorListFromTensor(tensor=[[1, 2]], element_shape=[2]), None)
    found = session.run([tf.shape(handle), tf.shape_n([handle])[0], tf.rank(handle), tf.size(handle)])
    assert [value.tolist() for value in found] == [[], [], 0, 1]
