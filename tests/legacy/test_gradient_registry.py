# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
"""Programs read and change TensorFlow's registry of gradients, as guided backpropagation and explanations of networks do."""

import copy

import numpy as np
import pytest

pytestmark = pytest.mark.usefixtures("tensorflow")


@pytest.fixture
def registry():
    from tensorflow.python.framework import ops  # noqa: PLC0415

    saved = copy.copy(ops._gradient_registry._registry)
    yield ops._gradient_registry
    ops._gradient_registry._registry = saved


def relu_gradient(x):
    import tensorflow as tf  # noqa: PLC0415

    with tf.Graph().as_default(), tf.Session() as session:
        value = tf.constant(x)
        return session.run(tf.gradients(tf.nn.relu(value), value)[0])


def test_the_rule_of_a_type_is_changed_for_a_while(registry):
    rules = registry._registry
    assert "Relu" in rules and "MatMul" in rules and "GuidedRelu" not in rules
    original = rules["Relu"]["type"]
    assert original is registry.lookup("Relu")
    rules["Relu"]["type"] = lambda op, grad: 5.0 + original(op, grad)
    np.testing.assert_array_equal(relu_gradient([-1.0, 2.0]), [5.0, 6.0])
    rules["Relu"]["type"] = original
    np.testing.assert_array_equal(relu_gradient([-1.0, 2.0]), [0.0, 1.0])


def test_a_rule_is_replaced_and_the_registry_restored(registry):
    saved = copy.copy(registry._registry)
    registry._registry["Relu"] = {"type": None, "location": None}
    with pytest.raises(TypeError, match="None"):
        relu_gradient([1.0])
    registry._registry = saved
    np.testing.assert_array_equal(relu_gradient([-1.0, 2.0]), [0.0, 1.0])


def test_a_rule_that_is_taken_out_can_be_registered_anew(registry):
    import tensorflow as tf  # noqa: PLC0415

    with pytest.raises(KeyError, match="Registering two gradient with name 'Relu'"):
        registry.register(lambda op, grad: grad, "Relu")
    registry._registry.pop("Relu")
    assert "Relu" not in registry._registry and "Relu" not in registry.list()
    with pytest.raises(LookupError, match="gradient registry has no entry for: Relu"):
        registry.lookup("Relu")
    tf.RegisterGradient("Relu")(lambda op, grad: -grad)
    np.testing.assert_array_equal(relu_gradient([-1.0, 2.0]), [-1.0, -1.0])


@pytest.mark.parametrize("op_type", ["LSTMBlockCell", "Bitcast", "IsFinite"])
def test_a_program_registers_the_rule_that_tensorflow_without_contrib_has_not(registry, op_type):
    import tensorflow as tf  # noqa: PLC0415

    def rule(op, *grads):
        return [None] * len(op.inputs)

    tf.RegisterGradient(op_type)(rule)
    assert registry.lookup(op_type) is rule
    with pytest.raises(KeyError, match=f"Registering two gradient with name '{op_type}'!"):
        tf.RegisterGradient(op_type)(rule)


def test_nothing_flows_back_through_types_without_a_rule(registry):
    present = {name: name in registry._registry for name in ("Assign", "Shape", "ScatterUpdate", "VariableV2", "Save")}
    assert present == {"Assign": True, "Shape": True, "ScatterUpdate": False, "VariableV2": False, "Save": False}
    assert registry.lookup("Assign") is None and registry._registry["Shape"]["type"] is None


def test_programs_compute_one_jacobian_at_a_time():
    import tensorflow as tf  # noqa: PLC0415
    from tensorflow.python.ops import gradient_checker  # noqa: PLC0415

    with tf.Graph().as_default(), tf.Session():
        x = tf.placeholder(tf.float32, [2])
        scale = tf.placeholder(tf.float32, [])
        at, feeds = np.array([1.0, 2.0]), {scale: 3.0}
        y = scale * x * x
        dx, dy = gradient_checker._compute_dx_and_dy(x, y, [2])
        theory = gradient_checker._compute_theoretical_jacobian(x, [2], at, dy, [2], dx, extra_feed_dict=feeds)
        numeric = gradient_checker._compute_numeric_jacobian(x, [2], at, y, [2], 0.125, feeds)
    np.testing.assert_array_equal(theory, [[6.0, 0.0], [0.0, 12.0]])
    np.testing.assert_array_equal(numeric, theory)
