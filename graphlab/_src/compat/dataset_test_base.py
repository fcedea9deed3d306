"""tensorflow.python.data.kernel_tests.test_base: what TensorFlow's unit tests of datasets are written with."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.base import dtypes, errors
from graphlab._src.compat.combinations import combine
from graphlab._src.data import nest
from graphlab._src.data.dataset import (
    Dataset,
    get_output_shapes,
    get_output_types,
    make_initializable_iterator,
    make_one_shot_iterator,
)
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.testing.case import TestCase


def default_test_combinations() -> Any:
    """The versions and modes of a test of datasets, of which "graph" runs here."""
    return combine(tf_api_version=[1, 2], mode=["eager", "graph"])


def graph_only_combinations() -> Any:
    """The versions of a test of datasets in graphs."""
    return combine(tf_api_version=[1, 2], mode=["graph"])


def eager_only_combinations() -> Any:
    """The versions of a test that is skipped here."""
    return combine(tf_api_version=[1, 2], mode=["eager"])


class DatasetTestBase(TestCase):
    """Assertions on the elements of datasets."""

    def assert_op_cancelled(self, op: Any) -> None:
        """CancelledError is raised."""
        with self.assertRaises(errors.CancelledError):
            self.evaluate(op)

    def assertValuesEqual(self, expected: Any, actual: Any) -> None:  # noqa: N802
        """Equal arrays, or sparse tensors of the same parts."""
        if isinstance(expected, (SparseTensor, SparseTensorValue)):
            for part in ("indices", "values", "dense_shape"):
                self.assertAllEqual(getattr(expected, part), getattr(actual, part))
        else:
            self.assertAllEqual(expected, actual)

    def getNext(  # noqa: N802
        self, dataset: Any, requires_initialization: bool = False, shared_name: str | None = None
    ) -> Callable[[], Any]:
        """A function whose value, evaluated, is the next element; TensorArrays are stacked.

        requires_initialization: the dataset has state, so that an iterator that is initialized reads it.
        """
        if requires_initialization:
            iterator = make_initializable_iterator(dataset, shared_name)
            self.evaluate(iterator.initializer)
        else:
            iterator = make_one_shot_iterator(dataset)
        element = iterator.get_next()
        return lambda: element.stack() if isinstance(element, TensorArray) else element

    def assertDatasetProduces(  # noqa: N802
        self,
        dataset: Any,
        expected_output: Any = None,
        expected_shapes: Any = None,
        expected_error: tuple[type[Exception], Any] | None = None,
        requires_initialization: bool = False,
        num_test_iterations: int = 1,
        assert_items_equal: bool = False,
        expected_error_iter: int = 1,
    ) -> None:
        """The elements of a dataset, then its end; or an error.

        expected_error: (class, regular expression of the message or predicate on the error).
        expected_error_iter: the number of the element at which it is raised.
        assert_items_equal: elements in any order.
        """
        self.assertTrue(
            (expected_error is None) != (expected_output is None),
            "Exactly one of expected_output or expected error should be provided.",
        )
        if expected_error is not None:
            with self.assertRaisesWithPredicateMatch(*expected_error):
                get_next = self.getNext(dataset, requires_initialization)
                for _ in range(expected_error_iter):
                    self.evaluate(get_next())
            return
        if expected_shapes:
            self.assertEqual(expected_shapes, get_output_shapes(dataset))
        self.assertGreater(num_test_iterations, 0)
        for _ in range(num_test_iterations):
            get_next = self.getNext(dataset, requires_initialization)
            elements = [self.evaluate(get_next()) for _ in expected_output]
            self._check_elements(elements, expected_output, assert_items_equal)
            for _ in range(2):
                with self.assertRaises(errors.OutOfRangeError):
                    self.evaluate(get_next())

    def _check_elements(self, elements: Sequence[Any], expected: Sequence[Any], in_any_order: bool) -> None:
        if in_any_order:
            self.assertCountEqual(elements, expected)
            return
        for element, other in zip(elements, expected, strict=True):
            nest.assert_same_structure(element, other)
            for part, other_part in zip(nest.flatten(element), nest.flatten(other), strict=True):
                self.assertValuesEqual(other_part, part)

    def assertDatasetsEqual(self, dataset1: Any, dataset2: Any) -> None:  # noqa: N802
        """Two datasets with the same elements."""
        self.assertEqual(nest.flatten(get_output_types(dataset1)), nest.flatten(get_output_types(dataset2)))
        next1, next2 = self.getNext(dataset1), self.getNext(dataset2)
        while True:
            try:
                element = nest.flatten(self.evaluate(next1()))
            except errors.OutOfRangeError:
                with self.assertRaises(errors.OutOfRangeError):
                    self.evaluate(next2())
                return
            for part, other in zip(element, nest.flatten(self.evaluate(next2())), strict=True):
                self.assertValuesEqual(part, other)

    def assertDatasetsRaiseSameError(  # noqa: N802
        self, dataset1: Any, dataset2: Any, exception_class: type[Exception], replacements: Any = None
    ) -> None:
        """Two datasets whose first element raises the same message, after replacements: (old, new, count) of each."""
        next1, next2 = self.getNext(dataset1), self.getNext(dataset2)
        with self.assertRaises(exception_class) as raised:
            self.evaluate(next1())
        error: Any = raised.exception
        message = error.message
        for old, new, count in replacements or ():
            message = message.replace(old, new, count)
        with self.assertRaisesRegex(exception_class, re.escape(message)):
            self.evaluate(next2())

    def structuredDataset(self, dataset_structure: Any, shape: Any = None, dtype: Any = dtypes.int64) -> Any:  # noqa: N802
        """A dataset of one element: zeros, in a structure of tuples with None for each part."""
        if dataset_structure is None:
            return Dataset.from_tensors(zeros(shape or [], dtype=dtype))
        return Dataset.zip(tuple(self.structuredDataset(part, shape, dtype) for part in dataset_structure))

    def structuredElement(self, element_structure: Any, shape: Any = None, dtype: Any = dtypes.int64) -> Any:  # noqa: N802
        """Zeros, in a structure of tuples with None for each part."""
        if element_structure is None:
            return zeros(shape or [], dtype=dtype)
        return tuple(self.structuredElement(part, shape, dtype) for part in element_structure)
