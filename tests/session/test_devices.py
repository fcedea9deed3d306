"""Devices of a session: names, placement, colocation, and what is said when there is none."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import graphlab as tf
from graphlab.client import device_lib

CPU = "/job:localhost/replica:0/task:0/device:CPU"


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def four_cpus(**more):
    return tf.ConfigProto(device_count={"CPU": 4}, **more)


def run_elsewhere(program, **environment):
    """What a program prints in a process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(program)],
        env={**os.environ, "JAX_PLATFORMS": "cpu", **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=300,
    ).stdout


def test_a_session_has_as_many_cpus_as_its_config_says():
    names = [device.name for device in tf.Session(config=four_cpus()).list_devices()]
    assert names == [f"{CPU}:{i}" for i in range(4)]
    assert len(tf.Session(config=tf.ConfigProto(device_count={"CPU": 1})).list_devices()) == 1


def test_each_operation_runs_on_the_requested_device():
    with tf.device("/cpu:1"):
        v = tf.Variable([1.0, 2.0])
    with tf.device("/cpu:3"):
        y = v * 2.0
    with tf.Session(config=four_cpus()) as sess:
        sess.run(v.initializer)
        np.testing.assert_array_equal(sess.run(y), [2, 4])
        plan = sess.plan(y)
    assert {op.type: device.name for op, device in plan.places.items()} == {
        "VariableV2": f"{CPU}:1",
        "Identity": f"{CPU}:1",
        "Const": f"{CPU}:3",
        "Mul": f"{CPU}:3",
    }
    assert [part.device.name for part in plan.compiled] == [f"{CPU}:1", f"{CPU}:3"]


@pytest.mark.parametrize("device", ["/cpu:9", "/gpu:0", "/job:ps/task:1", "/device:TPU:0"])
def test_a_device_that_is_not_there(device):
    with tf.device(device):
        a = tf.constant(1.0, name="a")
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        tf.Session().run(a)
    message = caught.value.message
    assert message.startswith("Cannot assign a device for operation a: {{node a}} was explicitly assigned to ")
    assert f"{a.device} but available devices are [ {CPU}:0" in message
    assert "]. Make sure the device specification refers to a valid device." in message
    assert tf.Session(config=tf.ConfigProto(allow_soft_placement=True)).run(a) == 1


def test_work_on_the_host_needs_a_device_that_is_there_too():
    with tf.device("/gpu:0"):
        text = tf.identity(tf.constant("text"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot assign a device for operation"):
        tf.Session().run(text)


def test_soft_placement_says_once_what_moved(caplog):
    with tf.device("/gpu:5"):
        a, b = tf.constant(1.0, name="a"), tf.constant(2.0, name="b")
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        assert sess.run([a, b]) == [1, 2]
        sess.run(a + b)
    assert [record.getMessage() for record in caplog.records] == [
        f"There is no /device:GPU:5: a and other operations with that device run on {CPU}:0"
    ]


def test_log_device_placement_prints_every_operation_once(capsys):
    a = tf.constant([[1.0]], name="a")
    with tf.device("/cpu:1"):
        product = tf.matmul(a, a, name="MatMul")
    with tf.Session(config=four_cpus(log_device_placement=True)) as sess:
        sess.run(product)
        sess.run([product, a])
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "Device mapping:"
    assert lines[5:] == [f"a: (Const): {CPU}:0", f"MatMul: (MatMul): {CPU}:1"]


def test_operations_that_share_a_device_may_not_request_two(graph):
    a = tf.constant(1.0, name="a")
    with graph.colocate_with(a.op):
        b = tf.identity(a, name="b")
    a.op._set_device("/device:CPU:1")
    with tf.Session(config=four_cpus()) as sess:
        assert sess.plan(b).places[b.op].name == f"{CPU}:1"
    b.op._set_device("/device:CPU:2")
    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match="Cannot colocate nodes {{colocation_node b}} and {{colocation_node a}}: Cannot merge devices with "
        "incompatible ids: '/device:CPU:2' and '/device:CPU:1'",
    ):
        tf.Session(config=four_cpus()).run(b)


@pytest.mark.slow
def test_more_cpus_are_jax_devices_of_their_own_where_jax_has_not_begun():
    assert (
        run_elsewhere(
            """
        import graphlab as tf, jax
        sess = tf.Session(config=tf.ConfigProto(device_count={"CPU": 4}))
        print(len(sess.list_devices()), len({device.jax for device in sess._devices}), len(jax.devices()))
        """
        )
        == "4 4 4\n"
    )


@pytest.mark.slow
def test_eight_emulated_devices():
    assert (
        run_elsewhere(
            """
        import graphlab as tf, numpy as np
        towers = []
        for i in range(8):
            with tf.device(f"/cpu:{i}"):
                w = tf.Variable(float(i))
                towers.append(w * 2.0)
        with tf.device("/cpu:7"):
            total = tf.add_n(towers)
        step = tf.group(*[tf.assign_add(v, 1.0) for v in tf.global_variables()])
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            sess.run(step)
            print(sess.run(total), len(sess.list_devices()))
            print(len({device.jax for device in sess.plan(total).places.values()}))
        """,
            XLA_FLAGS="--xla_force_host_platform_device_count=8",
        )
        == "72.0 8\n8\n"
    )


def test_device_lib_lists_the_machine():
    devices = device_lib.list_local_devices()
    assert (devices[0].name, devices[0].device_type) == ("/device:CPU:0", "CPU")
    assert devices[0].memory_limit > 0 and devices[0].incarnation
    assert len(device_lib.list_local_devices(four_cpus())) == 4


def test_what_has_no_inputs_runs_on_the_requested_device():
    assert (
        run_elsewhere(
            """
        import graphlab as tf, numpy as np
        with tf.device("/cpu:1"):
            inverse = tf.matrix_inverse(tf.constant(np.eye(2, dtype="f") * 2))
        config = tf.ConfigProto(device_count={"CPU": 2})
        config.graph_options.optimizer_options.global_jit_level = tf.OptimizerOptions.ON_1
        with tf.Session(config=config) as sess:
            sess.run(inverse)
            (part,) = sess.plan(inverse).compiled
            print({device.id for output in part.call([], [], []) for device in output.devices()})
        """
        )
        == "{1}\n"
    )
