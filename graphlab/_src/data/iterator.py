"""Iterator: returns the elements of a dataset, one in each run that fetches the next."""

import contextlib
import warnings

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.data import iterator_ops, nest, structure
from graphlab._src.graph import convert_to_tensor, get_default_graph, name_scope

_MANY = 32
_ENDLESS = 1000
_WARNING = (
    "An unusually high number of `Iterator.get_next()` calls was detected. This often indicates that "
    "`Iterator.get_next()` is being called inside a training loop, which will cause gradual slowdown and eventual "
    "resource exhaustion. If this is the case, restructure your code to call `next_element = iterator.get_next()` once "
    "outside the loop, and use `next_element` as the input to some computation that is invoked inside the loop."
)


class Iterator:
    """Returns the elements of a dataset, one in each run that fetches what get_next() returns.

    iterator_resource: the handle.  initializer: the operation that lets it begin, or None.
    output_types, output_shapes, output_classes: of an element, each in its structure.
    """

    def __init__(self, iterator_resource, initializer, output_types, output_shapes, output_classes):
        if output_types is None or output_shapes is None or output_classes is None:
            raise ValueError(
                "If `structure` is not specified, all of `output_types`, `output_shapes`, and `output_classes` must be "
                "specified."
            )
        self._iterator_resource = iterator_resource
        self._initializer = initializer
        self._element_spec = structure.from_legacy(output_types, output_shapes, output_classes)
        self._string_handle = iterator_ops.iterator_to_string_handle(iterator_resource)
        self._calls = 0
        get_default_graph().add_to_collection("iterators", iterator_resource)

    @staticmethod
    def from_structure(output_types, output_shapes=None, shared_name=None, output_classes=None):
        """An iterator that make_initializer() lets begin with different datasets.

        output_types, output_shapes, output_classes: structures of the elements of all of them.
        """
        spec = structure.from_legacy(output_types, output_shapes, output_classes)
        with _on_cpu():
            attrs = structure.flat_attrs(spec)
            resource = iterator_ops.iterator(container="", shared_name=shared_name or "", **attrs)
        return _of_spec(resource, None, spec)

    @staticmethod
    def from_string_handle(string_handle, output_types, output_shapes=None, output_classes=None):
        """The iterator with a string handle: what string_handle() of another returned, mostly fed."""
        spec = structure.from_legacy(output_types, output_shapes, output_classes)
        string_handle = convert_to_tensor(string_handle, dtypes.string)
        with _on_cpu():
            attrs = structure.flat_attrs(spec)
            resource = iterator_ops.iterator_from_string_handle(string_handle, **attrs)
        return _of_spec(resource, None, spec)

    @property
    def initializer(self):
        """The operation that lets it begin, or begin anew."""
        if self._initializer is None:
            raise ValueError(
                explain(
                    "Iterator does not have an initializer.",
                    fix="dataset.make_initializable_iterator() makes one that has; a one-shot iterator begins by itself",
                )
            )
        return self._initializer

    def make_initializer(self, dataset, name=None):
        """The operation that lets it begin with a dataset, whose elements must be of its types and shapes."""
        with name_scope(name, "make_initializer") as name:
            nest.assert_same_structure(self._element_spec, dataset.element_spec)
            self._check(dataset.element_spec)
        with get_default_graph().colocate_with(self._iterator_resource.op):
            return iterator_ops.make_iterator(dataset._variant_tensor, self._iterator_resource, name=name)

    def _check(self, spec):
        mine, theirs = (nest.flatten(one(self._element_spec)) for one in (structure.classes_of, structure.types_of))
        classes, types = (nest.flatten(one(spec)) for one in (structure.classes_of, structure.types_of))
        if any(a is not b and a != b for a, b in zip(mine, classes, strict=True)):
            raise TypeError(
                f"Expected output classes {self.output_classes!r} but got dataset with output class "
                f"{structure.classes_of(spec)!r}."
            )
        if theirs != types:
            raise TypeError(
                f"Expected output types {self.output_types!r} but got dataset with output types "
                f"{structure.types_of(spec)!r}."
            )
        shapes, found = nest.flatten(self.output_shapes), nest.flatten(structure.shapes_of(spec))
        if not all(a.is_compatible_with(b) for a, b in zip(shapes, found, strict=True)):
            raise TypeError(
                f"Expected output shapes compatible with {self.output_shapes!r} but got dataset with output shapes "
                f"{structure.shapes_of(spec)!r}."
            )

    def get_next(self, name=None):
        """The next element: tensors in the structure of the dataset's elements.

        A run raises OutOfRangeError when there is none, FailedPreconditionError before the iterator was initialized.
        Each call adds an operation, each of which fetches another element.
        """
        self._calls += 1
        if self._calls > _MANY:
            warnings.warn(_WARNING, stacklevel=2)
        attrs = structure.flat_attrs(self._element_spec)
        tensors = iterator_ops.iterator_get_next(self._iterator_resource, name=name, **attrs)
        return structure.from_tensors(self._element_spec, tensors)

    def string_handle(self, name=None):
        """Its string handle."""
        if name is None:
            return self._string_handle
        return iterator_ops.iterator_to_string_handle(self._iterator_resource, name=name)

    @property
    def element_spec(self):
        """The structure of TypeSpecs of an element."""
        return self._element_spec

    @property
    def output_classes(self):
        """The structure of the classes of an element."""
        return structure.classes_of(self._element_spec)

    @property
    def output_shapes(self):
        """The structure of the TensorShapes of an element."""
        return structure.shapes_of(self._element_spec)

    @property
    def output_types(self):
        """The structure of the DTypes of an element."""
        return structure.types_of(self._element_spec)


class IteratorOfCall(Iterator):
    """The iterator of a dataset in the body of a function, which begins in each call: `iter(dataset)`.

    AutoGraph converts a loop over it; next(iterator) is get_next().
    """

    def __init__(self, iterator_resource, element_spec):
        parts = structure.types_of(element_spec), structure.shapes_of(element_spec), structure.classes_of(element_spec)
        super().__init__(iterator_resource, None, *parts)

    def __iter__(self):
        return self

    def __next__(self):
        if self._calls >= _ENDLESS:  # only a run finds the end of a dataset
            raise RuntimeError(
                explain(
                    f"{_ENDLESS} elements of a dataset are requested while one function is traced: a loop of Python's "
                    "over a dataset in tf.function does not end",
                    fix="let AutoGraph convert the loop: tf.function(autograph=True); or dataset.reduce(...)",
                )
            )
        return self.get_next()


def _of_spec(resource, initializer, spec):
    parts = structure.types_of(spec), structure.shapes_of(spec), structure.classes_of(spec)
    return Iterator(resource, initializer, *parts)


def of_dataset(resource, initializer, dataset):
    """The Iterator of a dataset's elements."""
    return _of_spec(resource, initializer, dataset.element_spec)


def _on_cpu():
    graph = get_default_graph()
    return contextlib.nullcontext() if graph.stacks.devices else graph.device("/cpu:0")
