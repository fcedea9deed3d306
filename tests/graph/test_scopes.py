"""Devices, control dependencies, colocation, collections."""

import pytest

import graphlab as tf
from graphlab._src.graph.device import merge_device


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("", ""),
        ("/cpu:0", "/device:CPU:0"),
        ("/gpu:1", "/device:GPU:1"),
        ("/device:TPU:2", "/device:TPU:2"),
        ("/job:ps/task:1", "/job:ps/task:1"),
        ("/job:w/replica:0/task:3/device:GPU:*", "/job:w/replica:0/task:3/device:GPU:*"),
        ("/gpu", "/device:GPU:*"),
    ],
)
def test_device_names_have_one_form(given, canonical):
    assert tf.DeviceSpec.from_string(given).to_string() == canonical
    with tf.device(given):
        assert tf.constant(0).device == canonical


@pytest.mark.parametrize("bad", ["/gpu:x", "/what:0", "/cpu:0/gpu:0", "nonsense"])
def test_bad_device_names_are_refused(bad):
    with pytest.raises(ValueError, match=r"device|attribute|invalid literal for int"):
        tf.DeviceSpec.from_string(bad)


def test_the_inner_device_wins_and_the_outer_fills_in():
    with tf.device("/job:worker/cpu:0"):
        with tf.device("/gpu:1"):
            assert tf.constant(0).device == "/job:worker/device:GPU:1"
        with tf.device(None):
            assert tf.constant(0).device == ""
        with tf.device("/job:ps/task:2"):
            assert tf.constant(0).device == "/job:ps/task:2/device:CPU:0"


def test_a_device_function_sees_the_operation():
    def choose(op):
        return "/gpu:0" if op.type == "Identity" else "/cpu:0"

    with tf.device(choose):
        c = tf.constant(0)
        assert c.device == "/cpu:0"  # as the function wrote it
        assert tf.identity(c).device == "/gpu:0"
    with tf.device(merge_device("/job:ps")), tf.device("/cpu:1"):
        assert tf.constant(0).device == "/job:ps/device:CPU:1"


def test_control_dependencies_collect_from_nested_blocks(graph):
    a, b, c = (tf.constant(i, name=n) for i, n in enumerate("abc"))
    with tf.control_dependencies([a]):
        with tf.control_dependencies([b.op, "c:0"]):
            inner = tf.constant(0)
        with tf.control_dependencies(None):
            free = tf.constant(0)
        outer = tf.constant(0)
    assert {op.name for op in inner.op.control_inputs} == {"a", "b", "c"}
    assert free.op.control_inputs == []
    assert [op.name for op in outer.op.control_inputs] == ["a"]


def test_control_dependencies_that_an_input_has_already_are_left_out():
    a = tf.constant(0, name="a")
    with tf.control_dependencies([a]):
        b = tf.constant(1)
        c = tf.identity(b)
    assert b.op.control_inputs == [a.op]
    assert c.op.control_inputs == []


def test_what_is_not_an_operation_can_not_be_waited_for():
    with pytest.raises(TypeError, match="Can not convert a int"):
        tf.control_dependencies([3])


def test_colocation_is_noted_and_takes_the_device():
    with tf.device("/gpu:0"):
        a = tf.constant(0, name="a")
    with tf.device("/cpu:0"), tf.colocate_with(a):
        b = tf.constant(1)
    assert b.op.colocation_groups() == [b"loc:@a"]
    assert b.device == "/device:GPU:0"


def test_collections_keep_what_is_put_into_them(graph):
    tf.add_to_collection("mine", 12)
    tf.add_to_collection("mine", tf.constant(0, name="layer/w"))
    tf.add_to_collection("mine", tf.constant(0, name="other/w"))
    assert tf.get_collection("mine")[0] == 12
    assert [t.name for t in tf.get_collection("mine", scope="layer")] == ["layer/w:0"]
    tf.get_collection("mine").append(3)
    assert len(tf.get_collection("mine")) == 3
    tf.get_collection_ref("mine").append(3)
    assert len(tf.get_collection("mine")) == 4
    graph.add_to_collections(["mine", "yours", "mine"], 5)
    assert tf.get_collection("mine").count(5) == 1
    assert set(graph.get_all_collection_keys()) == {"mine", "yours"}
    graph.clear_collection("mine")
    assert tf.get_collection("mine") == []


def test_group_waits_for_all():
    a, b = tf.constant(0, name="a"), tf.constant(1, name="b")
    op = tf.group(a, [b.op], name="both")
    assert op.name == "both"
    assert {c.name for c in op.control_inputs} == {"a", "b"}
    assert tf.group().type == "NoOp"


def test_operations_of_a_type_state_the_label_of_a_kernel(graph):
    with graph._kernel_label_map({"Square": "fast"}), graph.gradient_override_map({"Square": "Other"}):
        labelled, other = tf.square(1.0), tf.sqrt(1.0)
    assert labelled.op.get_attr("_kernel") == b"fast" and labelled.op.get_attr("_gradient_op_type") == b"Other"
    with pytest.raises(ValueError, match="has no attr named '_kernel'"):
        other.op.get_attr("_kernel")
    with pytest.raises(TypeError, match="op_to_kernel_label_map must be a dictionary mapping strings to strings"):
        graph._kernel_label_map({"Square": 1}).__enter__()
