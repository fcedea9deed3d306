"""Unit tests written as TensorFlow's own are, run as they are: `graphlab run some_op_test.py`."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

TESTS = """
import unittest

import numpy as np
from absl.testing import parameterized
from tensorflow.core.framework import graph_pb2
from tensorflow.python.client import session
from tensorflow.python.eager import context
from tensorflow.python.framework import combinations, constant_op, dtypes, errors_impl, ops, tensor_shape, test_util
from tensorflow.python.ops import array_ops, control_flow_ops, gen_math_ops, gradient_checker, gradient_checker_v2
from tensorflow.python.ops import gradients_impl, math_ops, nn_ops, resource_variable_ops, variable_scope, variables
import tensorflow.python.ops.nn_grad
from tensorflow.python.platform import googletest, test, tf_logging as logging


class SquareTest(test.TestCase, parameterized.TestCase):

  @test_util.run_deprecated_v1
  def testGradient(self):
    with self.cached_session(use_gpu=True):
      x = constant_op.constant([1.0, 2.0], dtype=dtypes.float64, name="x")
      y = math_ops.square(x, name="y")
      self.assertEqual("y", y.op.name)
      self.assertAllClose([2.0, 4.0], gradients_impl.gradients(y, x)[0].eval())
      self.assertLess(gradient_checker.compute_gradient_error(x, [2], y, [2]), 1e-7)
      theory, numeric = gradient_checker_v2.compute_gradient(math_ops.square, [x])
      self.assertLess(gradient_checker_v2.max_error(theory, numeric), 1e-7)

  @test_util.run_in_graph_and_eager_modes(use_gpu=False)
  def testBothModes(self):
    self.assertFalse(context.executing_eagerly())
    self.assertAllEqual(9, self.evaluate(gen_math_ops.square(3)))

  @test_util.run_in_graph_and_eager_modes
  def testBothModesWithVariable(self):
    v = resource_variable_ops.ResourceVariable([1.0])
    self.evaluate(variables.global_variables_initializer())
    self.assertAllEqual([1.0], self.evaluate(v))
    self.assertIsInstance(v, variables.Variable)

  @parameterized.parameters((2, 4), (3, 9))
  @test_util.run_v1_only("b/120545219")
  def testParameters(self, x, expected):
    self.assertAllEqual(expected, self.evaluate(math_ops.square(x)))

  @test_util.run_v2_only
  def testSecondVersion(self):
    self.fail("skipped")

  @test_util.run_gpu_only
  def testGpu(self):
    pass

  @test_util.assert_no_new_pyobjects_executing_eagerly
  def testEagerMemory(self):
    self.fail("skipped")

  def testErrors(self):
    with self.cached_session():
      axis = array_ops.placeholder_with_default(100, shape=[])
      with self.assertRaises(errors_impl.InvalidArgumentError):
        nn_ops.softmax([1.0, 2.0], axis=axis).eval()
    with self.assertRaisesRegexp(ValueError, "Dimensions must be equal"):
      math_ops.add(array_ops.zeros([2]), array_ops.zeros([3]))

  def testGraph(self):
    with ops.Graph().as_default() as g, session.Session(graph=g):
      with variable_scope.variable_scope("scope"), test_util.use_gpu():
        variable_scope.get_variable("v", [2])
      test_util.assert_ops_in_graph({"scope/v": "VariableV2"}, g)
      self.assertIsInstance(g.as_graph_def(), graph_pb2.GraphDef)
      x = array_ops.placeholder(dtypes.float32, shape=[2, 3, 4, 5])
      self.assertEqual(tensor_shape.TensorShape([2, 5, 3, 4]), test_util.NHWCToNCHW(x).shape)
      self.assertEqual([2, 3, 4, 5], test_util.NCHWToNHWC([2, 5, 3, 4]))


  def testCluster(self):
    workers, _ = test_util.create_local_cluster(num_workers=1, num_ps=1)
    with ops.Graph().as_default(), ops.device("/job:ps/task:0"):
      v = variable_scope.get_variable("v", initializer=2.0)
      with session.Session(workers[0].target) as sess:
        sess.run(v.initializer)
        self.assertEqual(2.0, sess.run(v))


@test_util.run_all_in_graph_and_eager_modes
class AllModesTest(test.TestCase):

  def testCond(self):
    logging.info("branches")
    self.assertEqual(2, self.evaluate(control_flow_ops.cond(math_ops.less(1, 2), lambda: 2, lambda: 3)))


@test_util.with_control_flow_v2
class SecondVersionTest(test.TestCase):

  def testLoop(self):
    loop = control_flow_ops.while_loop(lambda i: i < 3, lambda i: i + 1, [0])
    self.assertEqual(3, self.evaluate(loop))

  @test_util.disable_control_flow_v2("")
  def testOnce(self):
    self.assertEqual(2, len([name for name in dir(self) if name.startswith("testLoop")]))
    self.assertFalse(hasattr(self, "testOnceWithControlFlowV2"))


class BuiltTwiceTest(test.TestCase, parameterized.TestCase):

  @test_util.build_as_function_and_v1_graph
  def testWhere(self):
    built = ops.get_default_graph().building_function
    self.assertEqual(built, self.id().endswith("_function"))


@combinations.generate(combinations.times(combinations.combine(mode=["graph", "eager"]), combinations.combine(n=[1, 2])))
class CombinedTest(test.TestCase, parameterized.TestCase):

  def testSquare(self, n):
    self.assertEqual(self.id()[-1], str(n))
    self.assertAllClose([math_ops.square(n)], [constant_op.constant(n * n)])


class PlainTest(googletest.TestCase):

  def testCombinations(self):
    found = test_util.generate_combinations_with_testcase_name(a=[1, 2], b="x")
    self.assertEqual([c["testcase_name"] for c in found], ["_test_a_1_b_x", "_test_a_2_b_x"])


if __name__ == "__main__":
  test.main()
"""


def test_tensorflows_way_of_writing_tests_works(tmp_path):
    (tmp_path / "square_op_test.py").write_text(TESTS)
    command = [sys.executable, "-m", "graphlab", "run", str(tmp_path / "square_op_test.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    # Five of the classes also have TestCase's own test_session, which skips itself.
    assert "Ran 27 tests" in done.stderr and "OK (skipped=10)" in done.stderr
