"""Datasets of what a Python generator yields."""

import threading

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.shapes import as_shape
from graphlab._src.data import nest, structure
from graphlab._src.data.kinds import sources
from graphlab._src.data.structured_function import StructuredFunction
from graphlab._src.graph import convert_n_to_tensor
from graphlab._src.ops.py_func import numpy_function


class _Generators:
    """The generators that are under way, by number: a dataset may be iterated several times at once."""

    def __init__(self, function):
        self._function = function
        self._lock = threading.Lock()
        self._arguments = {}
        self._iterators = {}
        self._count = 0

    def begin(self, *arguments):
        """The number of a new one."""
        with self._lock:
            number = self._count
            self._count += 1
        self._arguments[number] = arguments
        return np.asarray(number, np.int64)

    def next(self, number):
        """What it yields next; StopIteration when it is through."""
        number = int(number)
        if number not in self._iterators:
            self._iterators[number] = iter(self._function(*self._arguments.pop(number)))
        return next(self._iterators[number])

    def end(self, number):
        """Forgets it."""
        self._iterators.pop(int(number), None)
        return np.asarray(0, np.int64)


def from_generator(dataset, generator, output_types, output_shapes=None, args=None):
    """A dataset of what `generator(*args)` yields: a function that returns an iterable, called for each epoch.

    output_types, output_shapes: structures of an element's types and shapes; shapes may be left out.
    args: tensors whose values the generator gets.  dataset: the class Dataset.
    """
    if not callable(generator):
        raise TypeError("`generator` must be callable.")
    types = nest.map_structure(dtypes.as_dtype, output_types)
    if output_shapes is None:
        known = nest.map_structure(lambda _: as_shape(None), types)
    else:
        known = nest.map_up_to(types, as_shape, output_shapes)
    args = () if args is None else tuple(convert_n_to_tensor(args, name="args"))
    flat_types, flat_shapes = nest.flatten(types), nest.flatten(known)
    generators = _Generators(generator)

    def get_iterator_id_fn(unused):
        return numpy_function(generators.begin, args, dtypes.int64)

    def generator_next_fn(number):
        def following(number):
            return _arrays(generators.next(number), output_types, flat_types, flat_shapes)

        values = numpy_function(following, [number], flat_types)
        for value, shape in zip(values, flat_shapes, strict=True):
            value.set_shape(shape)
        return nest.pack_as(types, values)

    def finalize_fn(number):
        return numpy_function(generators.end, [number], dtypes.int64)

    def flat_map_fn(unused):
        whole = "Dataset.from_generator()"
        begin = StructuredFunction(get_iterator_id_fn, whole, structure.spec_of(unused))
        call = StructuredFunction(generator_next_fn, whole, begin.output_spec)
        end = StructuredFunction(finalize_fn, whole, begin.output_spec)
        variant = sources.Generated.build(
            [unused, *begin.captured],
            call.captured,
            end.captured,
            init_func=begin.name,
            next_func=call.name,
            finalize_func=end.name,
            **structure.flat_attrs(call.output_spec),
        )
        return dataset(variant, call.output_spec)

    return dataset.from_tensors(0).flat_map(flat_map_fn)


def _arrays(values, output_types, types, known):
    """What was yielded as a list of arrays; TypeError or ValueError where it is not what was said."""
    try:
        flat = nest.flatten_up_to(output_types, values)
    except (TypeError, ValueError):
        raise TypeError(
            "`generator` yielded an element that did not match the expected structure. The expected structure was "
            f"{output_types}, but the yielded element was {values}."
        ) from None
    arrays = []
    for value, dtype, shape in zip(flat, types, known, strict=True):
        try:
            array = structure.as_array(value, dtype)
        except (TypeError, ValueError):
            raise TypeError(
                "`generator` yielded an element that could not be converted to the expected type. The expected type was "
                f"{dtype.name}, but the yielded element was {value}."
            ) from None
        if not shapes.compatible(shapes.of(shape), array.shape):
            raise ValueError(
                f"`generator` yielded an element of shape {array.shape} where an element of shape {shape} was expected."
            )
        arrays.append(array)
    return arrays
