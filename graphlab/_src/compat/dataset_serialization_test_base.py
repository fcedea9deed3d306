"""tensorflow.python.data.experimental.kernel_tests.serialization.dataset_serialization_test_base: iterators that are saved and
restored in the middle of a dataset.

A test passes a function that makes a dataset, and how many elements it has; each check reads them in one go and with breaks,
at which the iterator is saved and restored in another graph, and compares.
"""

import glob
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphlab._src.base import dtypes, errors
from graphlab._src.compat.data_nest import flatten, map_structure, pack_sequence_as
from graphlab._src.data.dataset import get_output_classes, get_output_types, make_initializable_iterator
from graphlab._src.data.options import Options
from graphlab._src.data.saving import make_saveable_from_iterator
from graphlab._src.graph import Graph, GraphKeys, Tensor
from graphlab._src.graph.ragged_tensor import RaggedTensorValue
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue
from graphlab._src.state.initialization import global_variables_initializer
from graphlab._src.state.lookup.static import tables_initializer
from graphlab._src.testing.case import TestCase
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint
from graphlab._src.train.saving.meta_graph import import_meta_graph
from graphlab._src.train.saving.saver import Saver

_COLLECTION = "iterator_ops"


def remove_variants(get_next_op: Any) -> Any:
    """An element without what a session can't fetch: datasets in it are ()."""
    return map_structure(
        lambda part: () if isinstance(part, Tensor) and part.dtype == dtypes.variant else part, get_next_op
    )


class DatasetSerializationTestBase(TestCase):
    """Checks of iterators that are saved and restored.

    ds_fn: a function that returns the dataset.  num_outputs: how many elements are read.
    sparse_tensors: the dataset is one of `from_sparse_tensor_slices`.
    """

    def tearDown(self) -> None:
        self._delete_ckpt()
        super().tearDown()

    def run_core_tests(self, ds_fn: Callable[[], Any], num_outputs: int, sparse_tensors: bool = False) -> None:
        """All checks, of the dataset without optimizations."""
        options = Options()
        options.experimental_optimization.apply_default_optimizations = False

        def plain() -> Any:
            return ds_fn().with_options(options)

        for check in (
            self.verify_unused_iterator,
            self.verify_fully_used_iterator,
            self.verify_exhausted_iterator,
            self.verify_multiple_breaks,
            self.verify_reset_restored_iterator,
        ):
            check(plain, num_outputs, sparse_tensors=sparse_tensors)

    def verify_unused_iterator(
        self, ds_fn: Callable[[], Any], num_outputs: int, sparse_tensors: bool = False, verify_exhausted: bool = True
    ) -> None:
        """A break before the first element."""
        self.verify_run_with_breaks(ds_fn, [0], num_outputs, sparse_tensors, verify_exhausted)

    def verify_fully_used_iterator(
        self, ds_fn: Callable[[], Any], num_outputs: int, sparse_tensors: bool = False
    ) -> None:
        """A break after the last element."""
        self.verify_run_with_breaks(ds_fn, [num_outputs], num_outputs, sparse_tensors)

    def verify_exhausted_iterator(
        self, ds_fn: Callable[[], Any], num_outputs: int, sparse_tensors: bool = False
    ) -> None:
        """A break after the end was met: a restored iterator is at its end too."""
        self.gen_outputs(ds_fn, [], num_outputs, sparse_tensors=sparse_tensors)
        rest = self.gen_outputs(ds_fn, [], 0, ckpt_saved=True, sparse_tensors=sparse_tensors)
        self.assertEqual(len(rest), 0)

    def verify_multiple_breaks(
        self,
        ds_fn: Callable[[], Any],
        num_outputs: int,
        num_breaks: int = 10,
        sparse_tensors: bool = False,
        verify_exhausted: bool = True,
    ) -> None:
        """Breaks that are spread evenly."""
        breaks = self.gen_break_points(num_outputs, num_breaks)
        self.verify_run_with_breaks(ds_fn, breaks, num_outputs, sparse_tensors, verify_exhausted)

    def verify_reset_restored_iterator(
        self,
        ds_fn: Callable[[], Any],
        num_outputs: int,
        break_point: int | None = None,
        sparse_tensors: bool = False,
        verify_exhausted: bool = True,
    ) -> None:
        """A restored iterator that is initialized again begins anew."""
        options: dict[str, Any] = {"sparse_tensors": sparse_tensors}
        expected = self.gen_outputs(ds_fn, [], num_outputs, verify_exhausted=verify_exhausted, **options)
        self.gen_outputs(ds_fn, [], break_point or num_outputs // 2, verify_exhausted=False, **options)
        with Graph().as_default() as graph:
            saver = self._import_meta_graph()
            initializer, element = self._get_iterator_ops_from_collection(ds_fn, sparse_tensors)
            element = remove_variants(element)
            with self.session(graph=graph) as session:
                self._initialize(initializer, session)
                self._restore(saver, session)
                self._initialize(initializer, session)
                actual = [session.run(element) for _ in range(num_outputs)]
                if verify_exhausted:
                    with self.assertRaises(errors.OutOfRangeError):
                        session.run(element)
        self.match(expected, actual)

    def verify_error_on_save(
        self,
        ds_fn: Callable[[], Any],
        num_outputs: int,
        error: type[Exception],
        break_point: int | None = None,
        sparse_tensors: bool = False,
    ) -> None:
        """An iterator that can't be saved, since its dataset has state."""
        with Graph().as_default() as graph:
            initializer, element, saver = self._build_graph(ds_fn, sparse_tensors)
            element = remove_variants(element)
            with self.session(graph=graph) as session:
                self._initialize(initializer, session)
                for _ in range(break_point or num_outputs // 2):
                    session.run(element)
                with self.assertRaises(error):
                    self._save(session, saver)

    def verify_run_with_breaks(
        self,
        ds_fn: Callable[[], Any],
        break_points: Sequence[int],
        num_outputs: int,
        sparse_tensors: bool = False,
        verify_exhausted: bool = True,
    ) -> None:
        """The elements with breaks are those without."""
        options: dict[str, Any] = {"sparse_tensors": sparse_tensors, "verify_exhausted": verify_exhausted}
        expected = self.gen_outputs(ds_fn, [], num_outputs, **options)
        self.match(expected, self.gen_outputs(ds_fn, break_points, num_outputs, **options))

    def gen_outputs(
        self,
        ds_fn: Callable[[], Any],
        break_points: Sequence[int],
        num_outputs: int,
        ckpt_saved: bool = False,
        sparse_tensors: bool = False,
        verify_exhausted: bool = True,
        save_checkpoint_at_end: bool = True,
    ) -> list[Any]:
        """The first elements. After each number of them in break_points the iterator is saved, and restored in another graph.

        ckpt_saved: it is restored at the beginning too.  verify_exhausted: the elements are all that there are.
        """
        outputs: list[Any] = []
        for start, end in zip([0, *break_points], [*break_points, None], strict=True):
            with Graph().as_default() as graph:
                if ckpt_saved:
                    saver = self._import_meta_graph()
                    initializer, element = self._get_iterator_ops_from_collection(ds_fn, sparse_tensors)
                else:
                    initializer, element, saver = self._build_graph(ds_fn, sparse_tensors)
                element = remove_variants(element)
                with self.session(graph=graph) as session:
                    self._initialize(initializer, session)
                    if ckpt_saved:
                        self._restore(saver, session)
                    outputs += [session.run(element) for _ in range((num_outputs if end is None else end) - start)]
                    if end is None and verify_exhausted:
                        with self.assertRaises(errors.OutOfRangeError):
                            session.run(element)
                    if end is not None or save_checkpoint_at_end:
                        self._save(session, saver)
                        ckpt_saved = True
        return outputs

    def match(self, expected: Any, actual: Any) -> None:
        """Two structures of the same types and values."""
        expected, actual = (value.tolist() if isinstance(value, np.ndarray) else value for value in (expected, actual))
        self.assertEqual(type(expected), type(actual))
        if isinstance(expected, RaggedTensorValue):
            expected, actual = ((value.values, value.row_splits) for value in (expected, actual))
        if isinstance(expected, Mapping):
            self.assertEqual(sorted(expected), sorted(actual))
            for key in expected:
                self.match(expected[key], actual[key])
        elif isinstance(expected, (list, tuple, SparseTensorValue)):
            self.assertEqual(len(expected), len(actual))
            for part, other in zip(expected, actual, strict=True):
                self.match(part, other)
        else:
            self.assertEqual(expected, actual)

    def does_not_match(self, expected: Any, actual: Any) -> None:
        """Two structures of which some value differs."""
        with self.assertRaises(AssertionError):
            self.match(expected, actual)

    def gen_break_points(self, num_outputs: int, num_samples: int = 10) -> Any:
        """That many numbers from 0 to num_outputs, evenly spread."""
        return np.linspace(0, num_outputs, num_samples, dtype=int)

    def _build_graph(self, ds_fn: Callable[[], Any], sparse_tensors: bool = False) -> tuple[Any, Any, Any]:
        iterator = make_initializable_iterator(ds_fn())
        add_to_collection(GraphKeys.SAVEABLE_OBJECTS, make_saveable_from_iterator(iterator))
        element = iterator.get_next()
        element = SparseTensor(*element) if sparse_tensors else element
        self._add_iterator_ops_to_collection(iterator.initializer, element, ds_fn, sparse_tensors)
        return iterator.initializer, element, Saver(allow_empty=True)

    def _add_iterator_ops_to_collection(
        self, init_op: Any, get_next: Any, ds_fn: Callable[[], Any], sparse_tensors: bool = False
    ) -> None:
        add_to_collection(_COLLECTION, init_op)
        for part in [get_next] if sparse_tensors else flatten(get_next):
            sparse = isinstance(part, SparseTensor)
            for tensor in (part.indices, part.values, part.dense_shape) if sparse else (part,):
                add_to_collection(_COLLECTION, tensor)

    def _get_iterator_ops_from_collection(
        self, ds_fn: Callable[[], Any], sparse_tensors: bool = False
    ) -> tuple[Any, Any]:
        initializer, *tensors = get_collection(_COLLECTION)
        if sparse_tensors:
            return initializer, SparseTensor(*tensors)
        rest = iter(tensors)
        parts = [
            SparseTensor(next(rest), next(rest), next(rest)) if kind is SparseTensor else next(rest)
            for kind in flatten(self._get_output_classes(ds_fn))
        ]
        return initializer, pack_sequence_as(self._get_output_types(ds_fn), parts)

    def _get_output_types(self, ds_fn: Callable[[], Any]) -> Any:
        with Graph().as_default():
            return get_output_types(ds_fn())

    def _get_output_classes(self, ds_fn: Callable[[], Any]) -> Any:
        with Graph().as_default():
            return get_output_classes(ds_fn())

    def _ckpt_path(self) -> str:
        return os.path.join(self.get_temp_dir(), "iterator")

    def _latest_ckpt(self) -> str | None:
        return latest_checkpoint(self.get_temp_dir())

    def _save(self, sess: Any, saver: Any) -> None:
        saver.save(sess, self._ckpt_path())

    def _restore(self, saver: Any, sess: Any) -> None:
        sess.run(tables_initializer())
        saver.restore(sess, self._latest_ckpt())

    def _initialize(self, init_op: Any, sess: Any) -> None:
        sess.run([global_variables_initializer(), tables_initializer()])
        sess.run(init_op)

    def _import_meta_graph(self) -> Any:
        return import_meta_graph(self._ckpt_path() + ".meta")

    def _delete_ckpt(self) -> None:
        for name in glob.glob(glob.escape(self._ckpt_path()) + "*"):
            os.remove(name)
