"""tensorflow.python.ops.linalg.linear_operator_test_util: cases for classes of linear operators.

A test case makes an operator and the same matrix as a tensor; add_tests adds a test for each method, dtype and shape, which
compares what the two return.
"""

import abc
import itertools
from typing import Any

import numpy as np

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Graph, Tensor, convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.complex import complex as complex_of
from graphlab._src.ops.constants import ones, ones_like
from graphlab._src.ops.diagonal import matrix_band_part, matrix_diag_part, matrix_set_diag, trace
from graphlab._src.ops.linalg import cholesky, matrix_determinant, matrix_inverse
from graphlab._src.ops.linear_operators.batches import joined, matrix_solve_with_broadcast
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.matrix_functions import slogdet
from graphlab._src.ops.random import random_normal as _random_normal
from graphlab._src.ops.random import random_uniform as _random_uniform
from graphlab._src.ops.rounding import sign
from graphlab._src.ops.transpose import adjoint as adjoint_of
from graphlab._src.ops.transpose import matrix_transpose
from graphlab._src.testing.case import SEED, TestCase


class OperatorShapesInfo:
    """The shape of an operator, and whatever else a test case needs to make one, as attributes."""

    def __init__(self, shape, **kwargs):
        self.shape = shape
        self.__dict__.update(kwargs)


class CheckTapeSafeSkipOptions:
    """What check_tape_safe may leave out."""

    DETERMINANT = "determinant"
    DIAG_PART = "diag_part"
    LOG_ABS_DETERMINANT = "log_abs_determinant"
    TRACE = "trace"


_TOLERANCES = {
    dtypes.float16: 1e-3,
    dtypes.float32: 1e-6,
    dtypes.float64: 1e-12,
    dtypes.complex64: 1e-6,
    dtypes.complex128: 1e-12,
}


class LinearOperatorDerivedClassTest(TestCase, metaclass=abc.ABCMeta):
    """Base class of a test case for one class of operators."""

    _atol = _TOLERANCES.copy()
    _rtol = _TOLERANCES.copy()

    def assertAC(self, x, y):  # noqa: N802
        """Compares two arrays as closely as their dtype lets expect."""
        dtype = dtypes.as_dtype(x.dtype)
        self.assertAllClose(x, y, atol=self._atol[dtype], rtol=self._rtol[dtype])

    @staticmethod
    def adjoint_options():
        """The values of `adjoint` to test."""
        return [False, True]

    @staticmethod
    def adjoint_arg_options():
        """The values of `adjoint_arg` to test."""
        return [False, True]

    @staticmethod
    def dtypes_to_test():
        """The dtypes to test."""
        return [dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128]

    @staticmethod
    def use_placeholder_options():
        """Whether shapes are known: the values to test."""
        return [False, True]

    @staticmethod
    def operator_shapes_infos():
        """The shapes to test, each an OperatorShapesInfo."""
        raise NotImplementedError("operator_shapes_infos has not been implemented.")

    @staticmethod
    def skip_these_tests():
        """The names of the tests to leave out."""
        return []

    @abc.abstractmethod
    def operator_and_matrix(self, shapes_info, dtype, use_placeholder, ensure_self_adjoint_and_pd=False):
        """(an operator, the same matrix as a tensor)."""
        raise NotImplementedError("Not implemented yet.")

    @abc.abstractmethod
    def make_rhs(self, operator, adjoint, with_batch=True):
        """A right-hand side for operator.solve."""
        raise NotImplementedError("make_rhs is not defined.")

    @abc.abstractmethod
    def make_x(self, operator, adjoint, with_batch=True):
        """An argument for operator.matmul."""
        raise NotImplementedError("make_x is not defined.")

    def assertRaisesError(self, msg):  # noqa: N802
        """A context in which a run must fail with that message."""
        return self.assertRaisesOpError(msg)

    def check_tape_safe(self, operator, skip_options=None):
        """Checks that whatever the operator computes has a gradient in its variables."""
        skip = skip_options or []
        if not operator.variables:
            raise AssertionError("`operator.variables` was empty")

        def check(result):
            for gradient in gradients(result, list(operator.variables)):
                self.assertIsNotNone(gradient)

        check(operator.to_dense())
        check(operator.adjoint().to_dense())
        x = cast(ones(operator.H.shape_tensor()[:-1]), operator.dtype)
        check(operator.matvec(x))
        if not operator.is_square:
            return
        for option in ("determinant", "log_abs_determinant", "diag_part", "trace"):
            if option not in skip:
                check(getattr(operator, option)())
        if operator.is_non_singular is False:
            return
        check(operator.inverse().to_dense())
        check(operator.solvevec(x))
        if operator.is_self_adjoint and operator.is_positive_definite:
            check(operator.cholesky().to_dense())


class _Comparison:
    """One test: how a method of an operator and a function of its matrix are called, for one dtype and one shape."""

    def __init__(self, name, shapes_info, dtype, use_placeholder, adjoint: Any = None, adjoint_arg: Any = None):
        self.name, self.shapes_info, self.dtype = name, shapes_info, dtype
        self.use_placeholder, self.adjoint, self.adjoint_arg = use_placeholder, adjoint, adjoint_arg

    def run(self, case):
        """Compares the two in a session."""
        if self.name == "solve_with_broadcast" and len(self.shapes_info.shape) <= 2:
            return
        with case.session(graph=Graph()) as session:
            session.graph.seed = SEED
            more = {"ensure_self_adjoint_and_pd": True} if self.name in ("adjoint", "cholesky") else {}
            operator, matrix = case.operator_and_matrix(
                self.shapes_info, self.dtype, use_placeholder=self.use_placeholder, **more
            )
            ours, theirs, shape = self._results(case, operator, matrix)
            if not self.use_placeholder and shape is not None:
                case.assertAllEqual(shape, ours.shape)
            case.assertAC(*session.run([ours, theirs]))

    def _results(self, case, operator, matrix):
        """(the operator's result, the matrix's, the expected static shape or None)."""
        whole = self.shapes_info.shape
        if self.name.startswith(("matmul", "solve")):
            return self._product(case, operator, matrix)
        if self.name == "diag_part":
            theirs = matrix_diag_part(matrix)
            return operator.diag_part(), theirs, theirs.shape
        if self.name == "trace":
            theirs = trace(matrix)
            return operator.trace(), theirs, theirs.shape
        simple = {
            "to_dense": lambda: (operator.to_dense(), matrix, whole),
            "det": lambda: (operator.determinant(), matrix_determinant(matrix), whole[:-2]),
            "log_abs_det": lambda: (operator.log_abs_determinant(), slogdet(matrix)[1], whole[:-2]),
            "adjoint": lambda: (operator.adjoint().to_dense(), adjoint_of(matrix), None),
            "cholesky": lambda: (operator.cholesky().to_dense(), cholesky(matrix), None),
            "inverse": lambda: (operator.inverse().to_dense(), matrix_inverse(matrix), None),
            "add_to_tensor": lambda: (operator.add_to_tensor(2 * matrix), 3 * matrix, whole),
        }
        return simple[self.name]()

    def _product(self, case, operator, matrix):
        batch = self.name != "solve_with_broadcast"
        solves = self.name.startswith("solve")
        make = case.make_rhs if solves else case.make_x
        x = make(operator, adjoint=self.adjoint, with_batch=batch)
        method = operator.solve if solves else operator.matmul
        ours = method(adjoint_of(x) if self.adjoint_arg else x, adjoint=self.adjoint, adjoint_arg=self.adjoint_arg)
        if solves:
            theirs = matrix_solve_with_broadcast(matrix, x, adjoint=self.adjoint)
        else:
            theirs = matmul(matrix, x, adjoint_a=self.adjoint)
        return ours, theirs, theirs.shape


_TESTS = (
    *("add_to_tensor", "cholesky", "det", "diag_part", "inverse", "log_abs_det"),
    *("matmul", "matmul_with_broadcast", "solve", "solve_with_broadcast", "to_dense", "trace"),
)


def _method(name, arguments):
    """Makes the function that makes one test, a method of a test case, of what it compares."""

    def make(use_placeholder, shapes_info, dtype, *adjoints):
        comparison = _Comparison(name, shapes_info, dtype, use_placeholder, *adjoints)
        return lambda self: comparison.run(self)

    def method(use_placeholder, shapes_info, dtype):
        return make(use_placeholder, shapes_info, dtype)

    def method_of_adjoints(use_placeholder, shapes_info, dtype, adjoint, adjoint_arg):
        return make(use_placeholder, shapes_info, dtype, adjoint, adjoint_arg)

    return method_of_adjoints if arguments else method


_test_add_to_tensor = _method("add_to_tensor", False)
_test_adjoint = _method("adjoint", False)
_test_cholesky = _method("cholesky", False)
_test_det = _method("det", False)
_test_diag_part = _method("diag_part", False)
_test_inverse = _method("inverse", False)
_test_log_abs_det = _method("log_abs_det", False)
_test_matmul = _method("matmul", True)
_test_matmul_with_broadcast = _method("matmul_with_broadcast", True)
_test_solve = _method("solve", True)
_test_solve_with_broadcast = _method("solve_with_broadcast", True)
_test_to_dense = _method("to_dense", False)
_test_trace = _method("trace", False)


def add_tests(test_cls):
    """Adds a method to the test case for each test, dtype, kind of shape and choice of adjoints."""
    for name in _TESTS:
        if name in test_cls.skip_these_tests():
            continue
        turned = [(None, None)]
        if name.startswith(("matmul", "solve")):
            turned = [*itertools.product(test_cls.adjoint_options(), test_cls.adjoint_arg_options())]
        options = (test_cls.dtypes_to_test(), test_cls.use_placeholder_options(), test_cls.operator_shapes_infos())
        for (dtype, placeholder, info), (adjoint, adjoint_arg) in itertools.product(
            itertools.product(*options), turned
        ):
            test_name = f"test_{name}__shape={info.shape},dtype={dtype},use_placeholder={placeholder}"
            if adjoint is not None:
                test_name += f",adjoint={adjoint},adjoint_arg={adjoint_arg}"
            if hasattr(test_cls, test_name):
                raise RuntimeError(f"Test {test_name} defined more than once")
            comparison = _Comparison(name, info, dtype, placeholder, adjoint, adjoint_arg)
            setattr(test_cls, test_name, lambda self, comparison=comparison: comparison.run(self))


def _arguments(operator, size, tensor_size, with_batch):
    """Random columns of that size, as many as the rank of the operator lets vary."""
    columns = 1 if operator.tensor_rank is None or operator.tensor_rank % 2 else 2
    if operator.shape.is_fully_defined():
        batch, size = operator.batch_shape.as_list(), size.value
    else:
        batch, size = operator.batch_shape_tensor(), tensor_size()
    return random_normal(joined(batch if with_batch else [], [size, columns]), dtype=operator.dtype)


class SquareLinearOperatorDerivedClassTest(LinearOperatorDerivedClassTest):
    """Base class of a test case for square operators."""

    @staticmethod
    def operator_shapes_infos():
        """The shapes to test, an empty one among them."""
        return [OperatorShapesInfo(shape) for shape in ((0, 0), (1, 1), (1, 3, 3), (3, 4, 4), (2, 1, 4, 4))]

    def make_rhs(self, operator, adjoint, with_batch=True):
        """A right-hand side for operator.solve."""
        return self.make_x(operator, adjoint=not adjoint, with_batch=with_batch)

    def make_x(self, operator, adjoint, with_batch=True):
        """An argument for operator.matmul."""
        return _arguments(operator, operator.domain_dimension, operator.domain_dimension_tensor, with_batch)


class NonSquareLinearOperatorDerivedClassTest(LinearOperatorDerivedClassTest):
    """Base class of a test case for operators that are not square."""

    @staticmethod
    def skip_these_tests():
        """What only square operators have."""
        return ["cholesky", "inverse", "solve", "solve_with_broadcast", "det", "log_abs_det"]

    @staticmethod
    def operator_shapes_infos():
        """The shapes to test."""
        return [OperatorShapesInfo(shape) for shape in ((2, 1), (1, 2), (1, 3, 2), (3, 3, 4), (2, 1, 2, 4))]

    def make_rhs(self, operator, adjoint, with_batch=True):
        """There is none: such operators don't solve."""
        raise NotImplementedError("make_rhs not implemented because we don't test solve")

    def make_x(self, operator, adjoint, with_batch=True):
        """An argument for operator.matmul."""
        if adjoint:
            return _arguments(operator, operator.range_dimension, operator.range_dimension_tensor, with_batch)
        return _arguments(operator, operator.domain_dimension, operator.domain_dimension_tensor, with_batch)


def random_positive_definite_matrix(shape, dtype, force_well_conditioned=False):
    """Self-adjoint positive definite matrices of that shape: the products of lower triangular ones and their adjoints."""
    dtype = dtypes.as_dtype(dtype)
    if not isinstance(shape, Tensor):
        shape = TensorShape(shape)
        shape[-1].assert_is_compatible_with(shape[-2])
    with name_scope("random_positive_definite_matrix"):
        tril = random_tril_matrix(shape, dtype, force_well_conditioned=force_well_conditioned)
        return matmul(tril, tril, adjoint_b=True)


def random_tril_matrix(shape, dtype, force_well_conditioned=False, remove_upper=True):
    """Lower triangular matrices of normal numbers, or those on the diagonal of absolute values from 1 to the root of 2.

    remove_upper: False leaves normal numbers above the diagonal.
    """
    with name_scope("random_tril_matrix"):
        dtype = dtypes.as_dtype(dtype)
        tril = random_normal(shape, dtype=dtype)
        tril = matrix_band_part(tril, -1, 0) if remove_upper else tril
        if not force_well_conditioned:
            return tril
        most = convert_to_tensor(np.sqrt(2.0), dtype=dtype.real_dtype)
        return matrix_set_diag(tril, random_sign_uniform(shape[:-1], dtype=dtype, minval=1.0, maxval=most))


def _of_dtype(draw, dtype, seed, distance):
    """Two draws as real and imaginary part where the dtype is complex, else one."""
    numbers = draw(dtype.real_dtype, seed)
    if not dtype.is_complex:
        return numbers
    return complex_of(numbers, draw(dtype.real_dtype, None if seed is None else seed + distance))


def random_normal(shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, seed=None):
    """Normal numbers, whose real and imaginary part are both drawn where they are complex."""
    with name_scope("random_normal"):
        return _of_dtype(
            lambda kind, seed: _random_normal(shape, mean=mean, stddev=stddev, dtype=kind, seed=seed),
            dtypes.as_dtype(dtype),
            seed,
            1234,
        )


def random_uniform(shape, minval=None, maxval=None, dtype=dtypes.float32, seed=None):
    """Numbers from minval to maxval, whose real and imaginary part are both drawn where they are complex."""
    low = 0 if minval is None else minval
    with name_scope("random_uniform"):
        return _of_dtype(
            lambda kind, seed: _random_uniform(shape, low, maxval, dtype=kind, seed=seed),
            dtypes.as_dtype(dtype),
            seed,
            12345,
        )


def random_sign_uniform(shape, minval=None, maxval=None, dtype=dtypes.float32, seed=None):
    """As random_uniform, and half of them with a minus."""
    with name_scope("random_sign_uniform"):
        numbers = random_uniform(shape, minval=minval, maxval=maxval, dtype=dtype, seed=seed)
        signs = sign(_random_uniform(shape, minval=-1.0, maxval=1.0, seed=None if seed is None else seed + 12))
        return numbers * cast(signs, numbers.dtype)


def random_normal_correlated_columns(shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, eps=1e-4, seed=None):
    """Normal numbers in matrices of nearly dependent columns: all but eps of the last one is a sum of the others.

    shape: a list […, m, n]. Where n < m or n < 2, the columns are independent.
    """
    dtype = dtypes.as_dtype(dtype)
    if len(shape) < 2:
        raise ValueError(f"Argument shape must be at least length 2.  Found: {shape}")
    *batch, m, n = shape
    if n < 2 or n < m:
        return random_normal(shape, mean=mean, stddev=stddev, dtype=dtype, seed=seed)
    with name_scope("random_normal_correlated_columns"):
        smaller = random_normal([*batch, m, n - 1], stddev=1 / np.sqrt(n - 1), dtype=dtype, seed=seed)
        more = None if seed is None else seed + 1287
        weights = random_normal([*batch, n, n - 1], dtype=dtype, seed=more)
        product = matrix_transpose(matmul(weights, smaller, transpose_b=True))
        noise = random_normal(shape, stddev=eps, dtype=dtype)
        return add(add(product, noise), ones_like(product) * mean)
