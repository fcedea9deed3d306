# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
"""Programs find linear operators and their helpers under the names of TensorFlow's modules, and test their own kinds."""

import unittest

import numpy as np
import pytest

pytestmark = pytest.mark.usefixtures("tensorflow")


def test_the_modules_have_what_programs_import():
    import tensorflow as tf  # noqa: PLC0415
    from tensorflow.python.ops.linalg import linalg as linalg_lib  # noqa: PLC0415
    from tensorflow.python.ops.linalg import linear_operator_algebra, linear_operator_util  # noqa: PLC0415
    from tensorflow.python.ops.linalg.linear_operator_diag import LinearOperatorDiag  # noqa: PLC0415

    assert linalg_lib.LinearOperatorDiag is LinearOperatorDiag is tf.contrib.linalg.LinearOperatorDiag
    with pytest.raises(ValueError, match="has already been registered"):
        linear_operator_algebra.RegisterMatmul(LinearOperatorDiag, LinearOperatorDiag)(lambda a, b: a)
    assert linear_operator_algebra._registered_solve(int, int) is None
    a, b = np.array([[2.0, 1.0], [0.0, 4.0]]), np.arange(8.0).reshape(2, 2, 2)
    with tf.Session() as session:
        solution = session.run(linear_operator_util.matrix_solve_with_broadcast(a, b))
        with pytest.raises(tf.errors.InvalidArgumentError, match="no zeros here"):
            check = linear_operator_util.assert_no_entries_with_modulus_zero
            session.run(check(tf.placeholder_with_default([1.0, 0.0], [2]), message="no zeros here"))
    np.testing.assert_allclose(solution, np.linalg.solve(a, b))


def test_operators_are_added_where_they_can_be():
    from tensorflow.python.ops.linalg import linalg, linear_operator_addition  # noqa: PLC0415

    first, second = (linalg.LinearOperatorDiag([1.0, 2.0], name=name) for name in "ab")
    full = linalg.LinearOperatorFullMatrix([[0.0, 1.0], [2.0, 3.0]], name="c")
    (total,) = linear_operator_addition.add_operators([first, full, second])
    assert total.name == "Add/Add/b__a/__c/"
    tiers = [[linear_operator_addition._AddAndReturnDiag()]]
    left = linear_operator_addition.add_operators([first, full, second], addition_tiers=tiers)
    assert [operator.name for operator in left] == ["Add/a__b/", "c"]


def test_a_function_can_be_overridden_for_a_class():
    from tensorflow.python.ops import math_ops  # noqa: PLC0415
    from tensorflow.python.util import dispatch  # noqa: PLC0415

    class Scale:
        pass

    with pytest.raises(AssertionError, match="signature must exactly match"):
        dispatch.dispatch_for_types(math_ops.matmul, Scale)(lambda a, b: "scaled")

    @dispatch.dispatch_for_types(math_ops.matmul, Scale)
    def scaled(
        a,
        b,
        transpose_a=False,
        transpose_b=False,
        adjoint_a=False,
        adjoint_b=False,
        a_is_sparse=False,
        b_is_sparse=False,
        name=None,
    ):
        return "scaled"

    assert math_ops.matmul(Scale(), [[1.0]]) == "scaled"
    assert math_ops.matmul([[1.0]], [[2.0]]).shape == (1, 1)


@pytest.mark.slow
def test_a_test_case_of_an_operator_has_a_test_for_each_method():
    from tensorflow.python.framework import dtypes  # noqa: PLC0415
    from tensorflow.python.ops import array_ops, variables  # noqa: PLC0415
    from tensorflow.python.ops.linalg import linalg, linear_operator_test_util  # noqa: PLC0415

    class DiagTest(linear_operator_test_util.SquareLinearOperatorDerivedClassTest):
        @staticmethod
        def dtypes_to_test():
            return [dtypes.float64]

        @staticmethod
        def operator_shapes_infos():
            return [linear_operator_test_util.OperatorShapesInfo((3, 4, 4))]

        def operator_and_matrix(self, shapes_info, dtype, use_placeholder, ensure_self_adjoint_and_pd=False):
            diag = linear_operator_test_util.random_uniform(shapes_info.shape[:-1], 1.0, 2.0, dtype)
            given = array_ops.placeholder_with_default(diag, None) if use_placeholder else diag
            definite = True if ensure_self_adjoint_and_pd else None
            return linalg.LinearOperatorDiag(given, is_positive_definite=definite), array_ops.matrix_diag(diag)

        def test_tape_safe(self):
            self.check_tape_safe(linalg.LinearOperatorDiag(variables.Variable([[2.0]]), is_positive_definite=True))

    linear_operator_test_util.add_tests(DiagTest)
    names = unittest.TestLoader().getTestCaseNames(DiagTest)
    assert len([name for name in names if "__shape=(3, 4, 4),dtype=<dtype: 'float64'>" in name]) == 2 * (8 + 4 * 4)
    wanted = ("trace", "solve_with_broadcast", "tape")
    chosen = [name for name in names if any(f"test_{what}" in name for what in wanted)]
    result = unittest.TestResult()
    unittest.TestSuite(DiagTest(name) for name in chosen).run(result)
    assert result.testsRun == len(chosen) and result.wasSuccessful(), [
        text for _, text in result.failures + result.errors
    ]
