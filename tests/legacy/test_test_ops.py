"""The operations of TensorFlow's tests of graphs that run: labels of kernels, versions, devices, a resource."""

from importlib import import_module
from typing import Any

import pytest

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


@pytest.fixture(name="test_ops")
def _test_ops() -> Any:
    return import_module("tensorflow.python.framework.test_ops")


def test_a_label_chooses_the_kernel(test_ops):
    graph: Any = tf.get_default_graph()
    texts = [test_ops.kernel_label()]
    for label in ("overload_1", "overload_2"):
        with graph._kernel_label_map({"KernelLabel": label}):
            texts.append(test_ops.kernel_label())
    with graph._kernel_label_map({"KernelLabel": "none"}):
        missing = test_ops.kernel_label()
    with tf.Session() as session:
        found = session.run(texts)
        assert found == [f"My label is: {label}".encode() for label in ("default", "overload_1", "overload_2")]
        for one in (missing, test_ops.kernel_label_required([1])):
            with pytest.raises(
                tf.errors.InvalidArgumentError, match="No OpKernel was registered to support Op 'KernelLabel"
            ):
                session.run(one)


def test_a_resource_is_made_once_and_found_by_handles_to_it(test_ops):
    handles = [test_ops.stub_resource_handle_op(container="a", shared_name=name) for name in "bc"]
    second = tf.strided_slice(tf.stack(handles), [1], [2])
    create, initialized = test_ops.resource_create_op(second), test_ops.resource_initialized_op(handles[1])
    with tf.Session() as session:
        assert not session.run(initialized)
        with pytest.raises(tf.errors.NotFoundError):
            session.run(test_ops.resource_using_op(handles[1]))
        session.run(create)
        assert session.run(initialized) and not session.run(test_ops.resource_initialized_op(handles[0]))
        session.run(test_ops.resource_using_op(handles[1]))
        with pytest.raises(tf.errors.AlreadyExistsError):
            session.run(create)


def test_devices_and_versions_are_those_of_the_graph(test_ops):
    with tf.device("/cpu:1"):
        device = test_ops.device_placement_op()
    with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as session:
        assert session.run(device) == b"/job:localhost/replica:0/task:0/device:CPU:1"
        assert session.run(test_ops.graph_def_version()) == 134
    with pytest.raises(tf.errors.UnimplementedError, match="Op Old is not available in GraphDef version 134"):
        test_ops.old()


def test_an_imported_graph_has_its_version_when_shapes_are_known():
    for op_type, newest in (("RequiresOlderGraphVersion", 133), ("Old", 7)):
        definition = tf.GraphDef()
        definition.node.add(name="node", op=op_type)
        for producer in (newest, newest + 1):
            definition.versions.producer = producer
            with tf.Graph().as_default() as graph:
                if producer == newest:
                    tf.import_graph_def(definition, name="")
                    assert graph.graph_def_versions.producer == producer
                else:
                    with pytest.raises(ValueError, match="Wrong graph version|is not available in GraphDef version 8"):
                        tf.import_graph_def(definition, name="")
