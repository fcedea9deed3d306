"""Dataset: an input pipeline, as operations of the graph."""

import re
from typing import ClassVar

import numpy as np

from graphlab._src.autograph.builtins import register_overload
from graphlab._src.autograph.operators import register_loop
from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.base.shapes import Dimension
from graphlab._src.data import iterator_ops, nest, structure
from graphlab._src.data.file_names import list_files
from graphlab._src.data.generators import from_generator
from graphlab._src.data.iterator import IteratorOfCall, of_dataset
from graphlab._src.data.kinds import batching, caching, mapping, nested, selection, shuffling, sources
from graphlab._src.data.loops import over_dataset, over_iterator
from graphlab._src.data.options import Options
from graphlab._src.data.padding import padded, padded_batch_parts
from graphlab._src.data.seeds import seed_tensors
from graphlab._src.data.structured_function import StructuredFunction
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph, name_scope, static_value
from graphlab._src.graph.func_graph import CopiedGraph
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.tensor import CompositeTensor
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.ops.identity import identity

AUTOTUNE = -1


class DatasetV2(CompositeTensor):
    """A sequence of elements, each a tensor or a nested structure of tensors, as TensorFlow 2 has it.

    Its methods return a DatasetV2; those that TensorFlow 1.15 does not have twice return a Dataset: enumerate(),
    from_generator() and list_files().

    variant_tensor: what represents it in the graph.  element_spec: the structure of TypeSpecs of an element.
    inputs: the Datasets that it is made of.  functions: the StructuredFunctions that it calls.
    """

    _version: ClassVar[type]  # the class of what its methods return

    def __init__(self, variant_tensor, element_spec=None, inputs=(), functions=(), options=None):
        self._variant_tensor = variant_tensor
        # A program's own kind of dataset may have the property alone.
        self._element_spec = self.element_spec if element_spec is None else element_spec
        self._sources = list(inputs)
        self._calls = list(functions)
        self._options = options
        self._graph = get_default_graph()

    # What it is

    @property
    def element_spec(self):
        """The structure of TypeSpecs of an element."""
        return self._element_spec

    @property
    def _type_spec(self):
        return DatasetSpec(self.element_spec)

    @property
    def _flat_structure(self):
        """The attributes that say what an element is, of the operation of such a dataset."""
        return structure.flat_attrs(self.element_spec)

    def _inputs(self):
        return self._sources

    def _functions(self):
        return self._calls

    def options(self):
        """The Options of this dataset and those that it is made of."""
        found = Options()
        for source in self._sources:
            found = found.merge(source.options())
        return found if self._options is None else found.merge(self._options)

    def __iter__(self):
        if get_default_graph().building_function:
            return self._iterator_of_a_call()
        raise RuntimeError(
            explain(
                "__iter__() is only supported inside of tf.function or when eager execution is enabled.",
                fix="next_element = dataset.make_one_shot_iterator().get_next(), and run that",
            )
        )

    def __bool__(self):
        return True

    def __repr__(self):
        shown = str(nest.map_structure(str, structure.shapes_of(self.element_spec))).replace("'", "")
        types = str(nest.map_structure(repr, structure.types_of(self.element_spec))).replace("'", "")
        return f"<{self._class_name()} shapes: {shown}, types: {types}>"

    def _class_name(self):
        """The class that TensorFlow has for such datasets, which is called as the operation is."""
        if type(self) is not self._version:
            return type(self).__name__
        found = re.sub(r"V\d+$", "", self._variant_tensor.op.type)
        return found if found.endswith("Dataset") else "_VariantDataset"

    # What it is made of

    @classmethod
    def from_tensors(cls, tensors):
        """A dataset of one element. Arrays become constants of the graph."""
        element = structure.normalize(tensors)
        spec = structure.spec_of(element)
        parts = structure.to_tensors(spec, element)
        return cls._version(sources.Tensors.build(parts, output_shapes=structure.flat_dims(spec)), spec)

    @classmethod
    def from_tensor_slices(cls, tensors):
        """A dataset of the rows of tensors, which have the same first size. Arrays become constants of the graph."""
        element = structure.normalize(tensors)
        batch = structure.spec_of(element)
        parts = structure.to_batched_tensors(batch, element)
        spec = structure.unbatched(batch)
        size = Dimension(None)
        for part in parts:
            size = size.merge_with(Dimension(part.shape[0]))
        return cls._version(sources.TensorSlices.build(parts, output_shapes=structure.flat_dims(spec)), spec)

    @classmethod
    def range(cls, *args):
        """A dataset of int64 numbers: range(stop), range(start, stop) or range(start, stop, step)."""
        if not 1 <= len(args) <= 3:
            raise ValueError(f"Invalid arguments to RangeDataset: {args!s}")
        start, stop, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
        numbers = [
            convert_to_tensor(n, dtypes.int64, name=name)
            for n, name in ((start, "start"), (stop, "stop"), (step, "step"))
        ]
        spec = TensorSpec([], dtypes.int64)
        return cls._version(sources.Range.build(*numbers, **structure.flat_attrs(spec)), spec)

    @staticmethod
    def from_generator(generator, output_types, output_shapes=None, args=None):
        """A dataset of what `generator(*args)` yields: a function that returns an iterable, called for each epoch.

        output_types, output_shapes: structures of an element's types and shapes; shapes may be left out.
        args: tensors whose values the generator gets.
        """
        return from_generator(Dataset, generator, output_types, output_shapes, args)

    @staticmethod
    def list_files(file_pattern, shuffle=None, seed=None):
        """A dataset of the names of the files that match patterns with * and ?; InvalidArgumentError for none.

        shuffle: False keeps them in order.  seed: of the shuffling.
        """
        return list_files(Dataset, file_pattern, shuffle, seed)

    @classmethod
    def zip(cls, datasets):
        """A dataset of elements made of one each of several: a structure of datasets, a tuple mostly."""
        flat = nest.flatten(datasets)
        for dataset in flat:
            if not isinstance(dataset, DatasetV2):
                message = "The argument to `Dataset.zip()` must be a nested structure of `Dataset` objects."
                if isinstance(dataset, list):
                    message += " Nested structures do not support Python lists; please use a tuple instead."
                raise TypeError(message)
        spec = nest.pack_as(datasets, [dataset.element_spec for dataset in flat])
        variants = [dataset._variant_tensor for dataset in flat]
        return cls._version(selection.Zip.build(variants, **structure.flat_attrs(spec)), spec, flat)

    def _made(self, kind, *inputs, spec=None, functions=(), more=(), **attrs):
        """The Dataset that a kind makes of this one and other inputs. more: other datasets among these."""
        spec = self.element_spec if spec is None else spec
        variant = kind.build(self._variant_tensor, *inputs, **attrs, **structure.flat_attrs(spec))
        return self._version(variant, spec, [self, *more], functions)

    def _wrap(self, function, transformation, ordered=True):
        return StructuredFunction(function, transformation, self.element_spec, ordered)

    # Which elements, and in what order

    def concatenate(self, dataset):
        """This dataset, then another of the same types and structure."""
        for what, called in ((structure.types_of, "types"), (structure.classes_of, "classes")):
            mine, theirs = what(self.element_spec), what(dataset.element_spec)
            if mine != theirs:
                raise TypeError(f"Two datasets to concatenate have different {called} {mine} and {theirs}")
        spec = structure.most_specific(self.element_spec, dataset.element_spec)
        return self._made(selection.Concatenate, dataset._variant_tensor, spec=spec, more=[dataset])

    def repeat(self, count=None):
        """The dataset `count` times; without end when that is left out, or -1."""
        count = constant(-1, dtypes.int64, name="count") if count is None else number(count, "count")
        return self._made(selection.Repeat, count)

    def take(self, count):
        """At most the first `count` elements; all when that is -1."""
        return self._made(selection.Take, number(count, "count"))

    def skip(self, count):
        """The dataset without its first `count` elements."""
        return self._made(selection.Skip, number(count, "count"))

    def shard(self, num_shards, index):
        """Every num_shards-th element, from number `index` on."""
        return self._made(selection.Shard, number(num_shards, "num_shards"), number(index, "index"))

    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=None):
        """The elements in a random order: each is taken at random from a buffer of the next `buffer_size`.

        seed: with it, or with tf.set_random_seed, the order is the same in each session.
        reshuffle_each_iteration: another order each time that the dataset is iterated.
        """
        size = number(buffer_size, "buffer_size")
        again = True if reshuffle_each_iteration is None else reshuffle_each_iteration
        return self._made(shuffling.Shuffle, size, *seed_tensors(seed), reshuffle_each_iteration=again)

    def cache(self, filename=""):
        """Keeps the elements once they were all made: in memory, or in a file of that name."""
        return self._made(caching.Cache, convert_to_tensor(filename, dtypes.string, name="filename"))

    def prefetch(self, buffer_size):
        """Lets a thread make up to `buffer_size` elements ahead of time."""
        return self._made(mapping.Prefetch, number(-1 if buffer_size is None else buffer_size, "buffer_size"))

    def enumerate(self, start=0):
        """Pairs of a number, from `start` on, and an element."""
        return Dataset.zip((Dataset.range(start, np.iinfo(np.int64).max), self))

    # Batches

    def batch(self, batch_size, drop_remainder=False):
        """Elements stacked along a new first axis, `batch_size` at a time.

        drop_remainder: leaves out a smaller last batch; the batch size is then part of the static shape.
        """
        size = number(batch_size, "batch_size")
        drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
        spec = structure.batched(self.element_spec, known_size(size, drop))
        return self._made(batching.Batch, size, drop, spec=spec)

    def padded_batch(self, batch_size, padded_shapes, padding_values=None, drop_remainder=False):
        """Batches of elements that are made equally large.

        padded_shapes: to which shape, in the structure of an element; where it says None or -1, as large as the largest.
        padding_values: what is put there; zeros and empty strings when left out.
        """
        size = number(batch_size, "batch_size")
        shapes, values = padded_batch_parts(self.element_spec, padded_shapes, padding_values)
        drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
        spec = padded(self.element_spec, known_size(size, drop), shapes)
        dims = structure.flat_dims(spec)
        if static_value(drop) is not None and not static_value(drop):
            made = batching.OldPaddedBatch.build(self._variant_tensor, size, shapes, values, output_shapes=dims)
        else:
            made = batching.PaddedBatch.build(self._variant_tensor, size, shapes, values, drop, output_shapes=dims)
        return self._version(made, spec, [self])

    def unbatch(self):
        """The rows of the elements."""

        def normalize(*parts):
            (element,) = parts if len(parts) == 1 else (parts,)
            return tuple(structure.to_batched_tensors(self.element_spec, element))

        if all(isinstance(leaf, TensorSpec) and leaf.shape.ndims == 0 for leaf in nest.flatten(self.element_spec)):
            raise ValueError("Cannot unbatch an input with scalar components.")
        return unbatched(self.map(normalize), self.element_spec)

    def window(self, size, shift=None, stride=1, drop_remainder=False):
        """Datasets of `size` elements, `stride` apart; each begins `shift` (`size` when left out) after the last."""
        parts = [number(size, "size"), number(size if shift is None else shift, "shift"), number(stride, "stride")]
        drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
        spec = nest.map_structure(DatasetSpec, self.element_spec)
        return self._made(nested.Window, *parts, drop, spec=spec)

    # Functions of elements

    def map(self, map_func, num_parallel_calls=None):
        """What map_func returns of each element.

        map_func: a function of the components of an element that returns tensors, or tuples and dicts of these.
        num_parallel_calls: how many calls may be under way; tf.data.experimental.AUTOTUNE leaves it open.
        InvalidArgumentError where map_func is at the end of something, since each element has a result.
        """
        return self._mapped(map_func, num_parallel_calls, preserve_cardinality=True)

    def _mapped(self, map_func, num_parallel_calls, ordered=True, **attrs):
        """map(), with attributes of the operation. ordered: effects of map_func happen in the order of its lines."""
        call = self._wrap(map_func, "Dataset.map()", ordered=ordered)
        attrs = {"f": call.name, "spec": call.output_spec, "functions": [call], **attrs}
        if num_parallel_calls is None:
            return self._made(mapping.Map, call.captured, **attrs)
        calls = convert_to_tensor(num_parallel_calls, dtypes.int32, name="num_parallel_calls")
        return self._made(mapping.ParallelMap, call.captured, calls, **attrs)

    def flat_map(self, map_func):
        """The elements of the datasets that map_func makes of each element."""
        call, spec = self._nested(map_func, "Dataset.flat_map()")
        return self._made(nested.FlatMap, call.captured, f=call.name, spec=spec, functions=[call])

    def _nested(self, function, transformation):
        call = self._wrap(function, transformation)
        if not isinstance(call.output_spec, DatasetSpec):
            raise TypeError(f"`map_func` must return a `Dataset` object. Got {type(call.output_spec)}")
        return call, call.output_spec.element_spec

    def interleave(self, map_func, cycle_length=AUTOTUNE, block_length=1, num_parallel_calls=None):
        """The elements of `cycle_length` of the datasets that map_func makes, `block_length` of one after the other."""
        call, spec = self._nested(map_func, "Dataset.interleave()")
        numbers = [number(cycle_length, "cycle_length"), number(block_length, "block_length")]
        attrs = {"f": call.name, "spec": spec, "functions": [call]}
        if num_parallel_calls is None:
            return self._made(nested.Interleave, call.captured, *numbers, **attrs)
        calls = number(num_parallel_calls, "num_parallel_calls")
        return self._made(nested.ParallelInterleave, call.captured, *numbers, calls, **attrs)

    def filter(self, predicate):
        """The elements for which predicate, which returns a bool, says True."""
        return self._filtered(predicate)

    def _filtered(self, predicate, ordered=True):
        """filter(). ordered: effects of predicate happen in the order of its lines."""
        call = self._wrap(predicate, "Dataset.filter()", ordered=ordered)
        if not isinstance(call.output_spec, TensorSpec) or not call.output_spec.is_compatible_with(
            TensorSpec([], dtypes.bool)
        ):
            raise ValueError(
                f"`predicate` return type must be convertible to a scalar boolean tensor. Was {call.output_spec}."
            )
        return self._made(mapping.Filter, call.captured, predicate=call.name, functions=[call])

    def reduce(self, initial_state, reduce_func):
        """The tensors that result when reduce_func(state, element) was called with each element."""
        with name_scope("initial_state"):
            state = structure.normalize(initial_state)
        call, spec = reducing("reduce()", reduce_func, structure.spec_of(state), self.element_spec)
        tensors = iterator_ops.reduce_dataset(
            self._variant_tensor,
            structure.to_tensors(spec, state),
            call.captured,
            f=call.name,
            **structure.flat_attrs(spec),
        )
        return structure.from_tensors(spec, tensors)

    def apply(self, transformation_func):
        """What a function makes of this dataset: another one."""
        dataset = transformation_func(self)
        if not isinstance(dataset, DatasetV2):
            raise TypeError(f"`transformation_func` must return a Dataset. Got {dataset}.")
        return dataset

    def with_options(self, options):
        """The dataset with these Options."""
        options = self.options().merge(options)
        return self._version(self._variant_tensor, self.element_spec, [self], options=options)

    # Iterators

    def _one_shot_iterator(self):
        attrs = structure.flat_attrs(self.element_spec)
        return of_dataset(iterator_ops.one_shot_iterator(dataset_factory=self._factory(), **attrs), None, self)

    def _factory(self):
        """The name of a function that makes a copy of this dataset."""
        graph = get_default_graph()
        body = CopiedGraph(graph, "_make_dataset", scope="OptimizeDataset/")
        try:
            with body.as_default():
                variant = self._with_options_applied()._variant_tensor
                if variant.graph is not body:
                    variant = body.capture(variant, "")
        except ValueError as error:
            if "Cannot capture a stateful node" not in str(error):
                raise
            raise ValueError(
                "Failed to create a one-shot iterator for a dataset. `Dataset.make_one_shot_iterator()` does not support "
                "datasets that capture stateful objects, such as a `Variable` or `LookupTable`. In these cases, use "
                f"`Dataset.make_initializable_iterator()`. (Original error: {error})"
            ) from None
        body.outputs = [variant]
        body.name_by_content()
        body.define([variant])
        return body.name

    def _initializable_iterator(self, shared_name=None):
        dataset = self._with_options_applied()
        attrs = structure.flat_attrs(self.element_spec)
        resource = iterator_ops.iterator(container="", shared_name=shared_name or "", **attrs)
        with get_default_graph().colocate_with(resource.op):
            initializer = iterator_ops.make_iterator(dataset._variant_tensor, resource)
        return of_dataset(resource, initializer, dataset)

    def _iterator_of_a_call(self):
        """An iterator that begins in each run of what it is made in: a function's body, or a loop."""
        dataset = self._with_options_applied()
        resource = iterator_ops.anonymous_iterator(**structure.flat_attrs(self.element_spec))
        with control_dependencies([iterator_ops.make_iterator(dataset._variant_tensor, resource)]):
            return IteratorOfCall(identity(resource), dataset.element_spec)

    def _with_options_applied(self):
        """The dataset with the operations that represent its options around it, as TensorFlow adds them."""
        options = self.options()
        dataset = self
        threads = options.experimental_threading
        if threads.max_intra_op_parallelism is not None:
            limit = number(threads.max_intra_op_parallelism, "max_intra_op_parallelism")
            dataset = dataset._made(selection.MaxIntraOpParallelism, limit)
        if threads.private_threadpool_size is not None:
            dataset = dataset._made(selection.PrivateThreadPool, number(threads.private_threadpool_size, "num_threads"))
        names, settings = options.optimizations()
        if names and not self._captures_variables():
            names = convert_to_tensor(names, dtypes.string, name="optimizations")
            dataset = dataset._made(selection.Optimize, names, optimization_configs=settings)
        optimization = options.experimental_optimization
        if optimization.autotune is not False:
            budget = optimization.autotune_cpu_budget or 0
            algorithm = int(optimization.autotune_algorithm or 0)
            dataset = dataset._made(selection.Model, algorithm=algorithm, cpu_budget=budget)
        return dataset

    def _captures_variables(self):
        waiting, seen = [t for dataset in self._all() for call in dataset._functions() for t in call.captured], set()
        while waiting:
            tensor = waiting.pop()
            if tensor.dtype.is_ref_dtype:
                return True
            if tensor.op not in seen:
                seen.add(tensor.op)
                waiting.extend(tensor.op.inputs)
        return False

    def _all(self):
        return [self, *[inner for source in self._inputs() for inner in source._all()]]


class Dataset(DatasetV2):
    """A sequence of elements, each a tensor or a nested structure of tensors.

    Its methods return a Dataset too. What functions receive for a dataset that is part of an element is a DatasetV2.
    """

    _version: ClassVar[type]

    @property
    def output_classes(self):
        """The structure of the classes of an element."""
        return structure.classes_of(self.element_spec)

    @property
    def output_shapes(self):
        """The structure of the TensorShapes of an element."""
        return structure.shapes_of(self.element_spec)

    @property
    def output_types(self):
        """The structure of the DTypes of an element."""
        return structure.types_of(self.element_spec)

    def _class_name(self):
        return "DatasetV1Adapter"

    @classmethod
    def from_sparse_tensor_slices(cls, sparse_tensor):
        """A dataset of the rows of a SparseTensor: tuples of indices, values and dense_shape."""
        if not isinstance(sparse_tensor, SparseTensor):
            raise TypeError(f"`sparse_tensor` must be a `tf.SparseTensor` object. Was {sparse_tensor}.")
        sparse = sparse_tensor
        rank = sparse.shape.ndims if sparse.shape.ndims is None else sparse.shape.ndims - 1
        spec = (
            TensorSpec([None, rank], dtypes.int64),
            TensorSpec([None], sparse.dtype),
            TensorSpec([rank], dtypes.int64),
        )
        return cls._version(sources.SparseSlices.build(sparse.indices, sparse.values, sparse.dense_shape), spec)

    def map(self, map_func, num_parallel_calls=None):
        """What map_func returns of each element.

        map_func: a function of the components of an element that returns tensors, or tuples and dicts of these.
        num_parallel_calls: how many calls may be under way; tf.data.experimental.AUTOTUNE leaves it open.
        Where map_func is at the end of something, the dataset ends.
        """
        return self._mapped(map_func, num_parallel_calls, preserve_cardinality=False)

    def map_with_legacy_function(self, map_func, num_parallel_calls=None):
        """As map(), but nothing orders what map_func reads and writes, beside control dependencies that it adds."""
        return self._mapped(map_func, num_parallel_calls, ordered=False, preserve_cardinality=False)

    def filter_with_legacy_function(self, predicate):
        """As filter(), but nothing orders what predicate reads and writes, beside control dependencies that it adds."""
        return self._filtered(predicate, ordered=False)

    def apply(self, transformation_func):
        """What a function makes of this dataset: another one."""
        return version_1(super().apply(transformation_func))

    def make_one_shot_iterator(self):
        """An iterator that is initialized by itself and iterates over the dataset once.

        The dataset may take no placeholders, variables or tables: make_initializable_iterator() can.
        """
        return self._one_shot_iterator()

    def make_initializable_iterator(self, shared_name=None):
        """An iterator that begins, and begins anew, whenever its `initializer` is run; placeholders are fed then."""
        return self._initializable_iterator(shared_name)


DatasetV2._version = DatasetV2
Dataset._version = Dataset


def version_1(dataset):
    """The dataset as a Dataset, with the methods and properties of TensorFlow 1."""
    if isinstance(dataset, Dataset):
        return dataset
    return Dataset(dataset._variant_tensor, dataset.element_spec, [dataset])


class DatasetSpec(structure.VariantSpec):
    """What a dataset is like that is part of an element.

    element_spec: of its elements.  dataset_shape: of a tensor of datasets.
    """

    value_type = DatasetV2

    def from_variant(self, tensor):
        """The Dataset that a variant tensor represents."""
        return DatasetV2(tensor, self.element_spec)

    @staticmethod
    def from_value(value):
        """What a dataset is like."""
        return DatasetSpec(value.element_spec)


structure.register(DatasetV2, DatasetSpec.from_value)


def number(value, name):
    """The value as a tensor of int64."""
    return convert_to_tensor(value, dtypes.int64, name=name)


def known_size(size, drop):
    """The size of each batch, where that is sure: the last one may be smaller."""
    if not static_value(drop):
        return None
    found = static_value(size)
    return None if found is None else int(found)


def unbatched(dataset, spec):
    """The rows of the elements of a dataset whose elements, taken apart, are what `spec` says."""
    shapes = [leaf.shape for leaf in nest.flatten(spec)]
    if any(shape.ndims == 0 for shape in shapes):
        raise ValueError("Cannot unbatch an input with scalar components.")
    size = Dimension(None)
    for shape in shapes:
        try:
            size = size.merge_with(Dimension(None if shape.ndims is None else shape[0]))
        except ValueError:
            raise ValueError("Cannot unbatch an input whose components have different batch sizes.") from None
    return dataset._made(batching.Unbatch, spec=structure.unbatched(spec))


def reducing(transformation, function, state, element):
    """(the StructuredFunction from a state and an element to a state, the spec of the state).

    Where the new state has a size that changes, that size is not known.
    """
    while True:
        call = StructuredFunction(function, transformation, (state, element))
        _check_state(structure.classes_of, "classes", state, call.output_spec)
        _check_state(structure.types_of, "types", state, call.output_spec)
        weaker = structure.most_specific(state, call.output_spec)
        if weaker == state or [s.shape for s in nest.flatten(weaker)] == [s.shape for s in nest.flatten(state)]:
            return call, state
        if [str(s.shape) for s in nest.flatten(weaker)] == [str(s.shape) for s in nest.flatten(state)]:
            return call, state
        state = weaker


def _check_state(what, called, state, output):
    expected, found = what(state), what(output)
    message = f"The element {called} for the new state must match the initial state. Expected {expected}; got {found}."
    if len(nest.flatten(expected)) != len(nest.flatten(found)):
        raise InvalidArgumentError(None, None, message)
    if nest.flatten(expected) != nest.flatten(found):
        raise TypeError(message)


def make_one_shot_iterator(dataset):
    """An iterator that is initialized by itself and iterates over the dataset once."""
    return dataset._one_shot_iterator()


def make_initializable_iterator(dataset, shared_name=None):
    """An iterator that begins whenever its `initializer` is run."""
    return dataset._initializable_iterator(shared_name)


def get_structure(dataset_or_iterator):
    """The structure of TypeSpecs of an element of a Dataset or Iterator."""
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        kind = type(dataset_or_iterator)
        raise TypeError(f"`dataset_or_iterator` must be a Dataset or Iterator object, but got {kind}.") from None


def get_output_classes(dataset_or_iterator):
    """The structure of the classes of an element."""
    return structure.classes_of(get_structure(dataset_or_iterator))


def get_output_shapes(dataset_or_iterator):
    """The structure of the TensorShapes of an element."""
    return structure.shapes_of(get_structure(dataset_or_iterator))


def get_output_types(dataset_or_iterator):
    """The structure of the DTypes of an element."""
    return structure.types_of(get_structure(dataset_or_iterator))


register_loop(DatasetV2, over_dataset)
register_loop(IteratorOfCall, over_iterator)
register_overload(enumerate, DatasetV2, DatasetV2.enumerate)
register_overload(zip, DatasetV2, lambda *datasets: DatasetV2.zip(datasets))
