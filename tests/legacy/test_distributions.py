"""TensorFlow's own modules of distributions, as its tests and programs import them; operations made without inputs."""

import copy
import importlib

import numpy as np
import pytest

import graphlab as tf
from graphlab import compat

CONTRIB = "tensorflow.contrib.distributions.python.ops"
NAMES = {
    f"{CONTRIB}.distribution_util": "fill_triangular pick_vector make_tril_scale move_dimension static_value",
    f"{CONTRIB}.bijectors.affine": "Affine",
    f"{CONTRIB}.bijectors.weibull": "Weibull",
    f"{CONTRIB}.bijectors.masked_autoregressive": "_gen_mask MASK_EXCLUSIVE",
    f"{CONTRIB}.mvn_linear_operator": "MultivariateNormalLinearOperator",
    f"{CONTRIB}.gumbel": "_Gumbel",
    f"{CONTRIB}.shape": "_DistributionShape",
    f"{CONTRIB}.test_util": "VectorDistributionTestHelpers",
    "tensorflow.python.ops.distributions.util": "AppendDocstring embed_check_integer_casting_closed get_logits_and_probs",
    "tensorflow.python.ops.distributions.beta": "BetaWithSoftplusConcentration",
    "tensorflow.python.ops.distributions.bijector": "Bijector",
    "tensorflow.python.ops.distributions.identity_bijector": "Identity",
    "tensorflow.python.ops.distributions.kullback_leibler": "RegisterKL _registered_kl",
    "tensorflow.python.ops.distributions.special_math": "ndtri erfinv",
    "tensorflow.python.ops.distributions.transformed_distribution": "TransformedDistribution",
}


@pytest.fixture(autouse=True)
def _tensorflow():
    compat.install()
    yield
    compat.uninstall()


@pytest.mark.parametrize("module", NAMES)
def test_modules_have_their_names(module):
    found = importlib.import_module(module)
    assert all(hasattr(found, name) for name in NAMES[module].split())


def test_a_kind_is_the_same_by_each_name():
    chi2 = importlib.import_module(f"{CONTRIB}.chi2")
    sinh = importlib.import_module(f"{CONTRIB}.bijectors.sinh_arcsinh")
    assert chi2.Chi2 is tf.contrib.distributions.Chi2
    assert sinh.SinhArcsinh is tf.contrib.distributions.bijectors.SinhArcsinh


def test_bijectors_pass_tensorflows_checks():
    checks = importlib.import_module("tensorflow.python.ops.distributions.bijector_test_util")
    bijectors = tf.contrib.distributions.bijectors
    with tf.Graph().as_default(), tf.Session():
        checks.assert_scalar_congruency(bijectors.Exp(), -2.0, 1.5, n=2000, rtol=0.1)
        x = np.array([0.2, 0.5, 3.0], np.float32)
        checks.assert_bijective_and_finite(bijectors.Softplus(), x, x, event_ndims=0, rtol=1e-4)
        with pytest.raises(AssertionError):
            checks.assert_bijective_and_finite(bijectors.Square(), -x, x, event_ndims=0)


def test_an_operation_without_inputs_is_in_the_graph_when_it_is_made():
    with tf.Graph().as_default() as graph:
        node = copy.deepcopy(tf.no_op().node_def)
        node.name, node.op = "called", "PyFunc"
        node.attr["Tin"].list.SetInParent()
        tf.Operation(node, graph, [], [tf.float32])
        assert graph.get_operation_by_name("called").type == "PyFunc"


def test_an_operation_can_be_copied_before_its_inputs_are():
    """As Edward copies a model: a NodeDef under another name, and then the inputs."""
    ops = importlib.import_module("tensorflow.python.framework.ops")
    with tf.Graph().as_default() as graph, tf.Session() as session:
        total = tf.constant([1.0, 2.0]) + tf.constant([3.0, 4.0])
        node = copy.deepcopy(total.op.node_def)
        node.name = "copied"
        op = tf.Operation(node, graph, [], total.op._output_types, [], [], None, None)
        graph._add_op(op)
        for value in ([10.0, 20.0], [1.0, 1.0]):
            op._add_input(tf.constant(value))
        ops.set_shapes_for_outputs(op)
        assert op.outputs[0].shape.as_list() == [2] and graph.get_operation_by_name("copied") is op
        assert session.run(op.outputs[0]).tolist() == [11, 21]
        both = copy.deepcopy(tf.stack([tf.constant(1.0), tf.constant(2.0)]).op.node_def)
        both.name = "both"
        pack = tf.Operation(both, graph, [], [tf.float32])
        pack._add_input(tf.constant(5.0))
        pack._add_input(tf.constant(6.0))
        ops.set_shapes_for_outputs(pack)
        assert session.run(pack.outputs[0]).tolist() == [5, 6]
        with pytest.raises(RuntimeError, match="in the graph"):
            op._add_input(tf.constant(0.0))


def test_gradients_functions_of_contrib_eager():
    eager = importlib.import_module("tensorflow.contrib.eager")
    with tf.Graph().as_default(), tf.Session() as session:
        both = eager.gradients_function(lambda x, y: x * x * y)(3.0, 2.0)
        value, second = eager.value_and_gradients_function(lambda x, y: x * x * y, ["y"])(3.0, 2.0)
        assert session.run([both, value, second]) == [[12.0, 9.0], 18.0, [9.0]]
    assert not eager.executing_eagerly()
