"""What tf.data.experimental has beside Dataset's methods: functions that make functions for Dataset.apply()."""

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.data import iterator_ops, nest, structure
from graphlab._src.data.dataset import Dataset, DatasetSpec, DatasetV2, known_size, reducing
from graphlab._src.data.kinds import batching, caching, mapping, nested, selection, shuffling, sources
from graphlab._src.data.readers import parallel_interleave as interleaved
from graphlab._src.data.seeds import seed_tensors
from graphlab._src.data.structured_function import StructuredFunction
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.type_spec import SparseTensorSpec, TensorSpec


def _number(value, name):
    return convert_to_tensor(value, dtypes.int64, name=name)


def map_and_batch(map_func, batch_size, num_parallel_batches=None, drop_remainder=False, num_parallel_calls=None):
    """Batches of what map_func returns of each element.

    num_parallel_calls, or num_parallel_batches times the batch size: how many calls may be under way.
    """
    if num_parallel_batches is not None and num_parallel_calls is not None:
        raise ValueError("The `num_parallel_batches` and `num_parallel_calls` arguments are mutually exclusive.")
    if num_parallel_calls is None:
        num_parallel_calls = batch_size if num_parallel_batches is None else batch_size * num_parallel_batches

    def apply(dataset):
        call = dataset._wrap(map_func, "tf.data.experimental.map_and_batch()")
        size = _number(batch_size, "batch_size")
        calls = _number(num_parallel_calls, "num_parallel_calls")
        drop = convert_to_tensor(drop_remainder, dtypes.bool, name="drop_remainder")
        spec = structure.batched(call.output_spec, known_size(size, drop))
        attrs = {"f": call.name, "functions": [call], "spec": spec, "preserve_cardinality": True}
        return dataset._made(mapping.MapAndBatch, call.captured, size, calls, drop, **attrs)

    return apply


def shuffle_and_repeat(buffer_size, count=None, seed=None):
    """As shuffle() and then repeat(), without a pause between the epochs."""

    def apply(dataset):
        size = _number(buffer_size, "buffer_size")
        times = constant(-1, dtypes.int64, name="count") if count is None else _number(count, "count")
        return dataset._made(shuffling.ShuffleAndRepeat, size, *seed_tensors(seed), times)

    return apply


def Counter(start=0, step=1, dtype=dtypes.int64):  # noqa: N802  TensorFlow calls it so
    """A dataset of numbers without end."""
    with name_scope("counter"):
        first = convert_to_tensor(start, dtype, name="start")
        between = convert_to_tensor(step, dtype, name="step")
        return Dataset.from_tensors(0).repeat(None).apply(scan(first, lambda state, _: (state + between, state)))


def scan(initial_state, scan_func):
    """The outputs of scan_func(state, element), which returns (new state, output element)."""

    def apply(dataset):
        state = structure.normalize(initial_state)
        state_spec = structure.spec_of(state)
        call, spec, output = _scanning(scan_func, state_spec, dataset.element_spec)
        tensors = structure.to_tensors(spec, state)
        attrs = {"f": call.name, "functions": [call], "spec": output, "preserve_cardinality": True}
        return dataset._made(mapping.Scan, tensors, call.captured, **attrs)

    return apply


def _scanning(function, state, element):
    while True:
        call = StructuredFunction(function, "tf.data.experimental.scan()", (state, element))
        if not isinstance(call.output_spec, tuple) or len(call.output_spec) != 2:
            raise TypeError("The scan function must return a pair comprising the new state and the output value.")
        new, output = call.output_spec
        for what, called in ((structure.classes_of, "classes"), (structure.types_of, "types")):
            expected, found = what(state), what(new)
            if nest.flatten(expected) != nest.flatten(found):
                text = f"The element {called} for the new state must match the initial state."
                raise TypeError(f"{text} Expected {expected}; got {found}.")
        weaker = structure.most_specific(state, new)
        if [str(leaf.shape) for leaf in nest.flatten(weaker)] == [str(leaf.shape) for leaf in nest.flatten(state)]:
            return call, state, output
        state = weaker


def take_while(predicate):
    """The elements up to the first for which predicate says False."""

    def apply(dataset):
        call = dataset._wrap(predicate, "tf.data.experimental.take_while()")
        if not isinstance(call.output_spec, TensorSpec) or not call.output_spec.is_compatible_with(
            TensorSpec([], dtypes.bool)
        ):
            raise ValueError("`predicate` must return a scalar boolean tensor.")
        return dataset._made(mapping.TakeWhile, call.captured, predicate=call.name, functions=[call])

    return apply


def ignore_errors():
    """A dataset without the elements that can't be made."""
    return lambda dataset: dataset._made(selection.IgnoreErrors)


def unbatch():
    """The rows of the elements."""
    return lambda dataset: dataset.unbatch()


def unique():
    """A dataset without the elements that came before."""

    def apply(dataset):
        types = structure.types_of(dataset.element_spec)
        if nest.flatten(types) != [types] or types not in (dtypes.int32, dtypes.int64, dtypes.string):
            raise TypeError(
                "`tf.data.experimental.unique()` only supports inputs with a single `tf.int32`, `tf.int64`, or `tf.string` component."
            )
        return dataset._made(caching.Unique)

    return apply


def enumerate_dataset(start=0):
    """Pairs of a number, from `start` on, and an element."""
    return lambda dataset: dataset.enumerate(start)


def dense_to_sparse_batch(batch_size, row_shape):
    """Batches of tensors of different sizes, each as a SparseTensor. row_shape: of a row, None or -1 for any size."""

    def apply(dataset):
        spec = dataset.element_spec
        if not isinstance(spec, TensorSpec):
            raise TypeError(
                "DenseToSparseDataset requires an input whose elements have a single component, whereas the input has "
                f"{structure.types_of(spec)!r}."
            )
        shape = TensorShape(row_shape)
        sizes = [-1 if size is None else size for size in shape.as_list()]
        made = SparseTensorSpec(TensorShape([None]).concatenate(shape), spec.dtype)
        parts = _number(batch_size, "batch_size"), _number(sizes, "row_shape")
        return dataset._made(batching.DenseToSparseBatch, *parts, spec=made)

    return apply


def parallel_interleave(
    map_func, cycle_length, block_length=1, sloppy=False, buffer_output_elements=None, prefetch_input_elements=None
):
    """The elements of the datasets that map_func makes, `cycle_length` of them interleaved, made ahead of time."""

    def apply(dataset):
        numbers = cycle_length, block_length, sloppy, buffer_output_elements, prefetch_input_elements
        return interleaved(dataset, map_func, *numbers)

    return apply


class Reducer:
    """The functions of group_by_reducer: a key's first state, the next state for an element, the result of the last."""

    def __init__(self, init_func, reduce_func, finalize_func):
        self._init_func = init_func
        self._reduce_func = reduce_func
        self._finalize_func = finalize_func

    init_func = attribute("_init_func", "The first state of a key.")
    reduce_func = attribute("_reduce_func", "The new state, of a state and an element.")
    finalize_func = attribute("_finalize_func", "The element that is made of the last state.")


def group_by_reducer(key_func, reducer):
    """An element for each key: what a Reducer makes of the elements that have it."""
    where = "tf.data.experimental.group_by_reducer()"

    def apply(dataset):
        key = _scalar_key(dataset._wrap(key_func, where))
        init = StructuredFunction(reducer.init_func, where, TensorSpec([], dtypes.int64))
        reduce, state = reducing(where, reducer.reduce_func, init.output_spec, dataset.element_spec)
        end = StructuredFunction(reducer.finalize_func, where, state)
        calls = [key, init, reduce, end]
        names = dict(zip(("key_func", "init_func", "reduce_func", "finalize_func"), calls, strict=True))
        functions = {name: call.name for name, call in names.items()}
        captured = [call.captured for call in calls]
        return dataset._made(nested.GroupByReducer, *captured, spec=end.output_spec, functions=calls, **functions)

    return apply


def _scalar_key(call):
    if not isinstance(call.output_spec, TensorSpec) or not call.output_spec.is_compatible_with(
        TensorSpec([], dtypes.int64)
    ):
        raise ValueError(
            "`key_func` must return a single tf.int64 tensor. "
            f"Got type={call.output_types} and shape={call.output_shapes}"
        )
    return call


def group_by_window(key_func, reduce_func, window_size=None, window_size_func=None):
    """Collects elements of one key in windows; the result holds the elements of what reduce_func(key, window) makes.

    window_size, or window_size_func(key): how many make a window.
    """
    if (window_size is not None) == (window_size_func is not None):
        raise ValueError("Must pass either window_size or window_size_func.")
    where = "tf.data.experimental.group_by_window()"

    def apply(dataset):
        def key_func_wrapper(*element):
            return _as_int64(key_func(*element))

        def window_size_func_wrapper(key):
            return _as_int64(window_size if window_size_func is None else window_size_func(key))

        key = _scalar_key(StructuredFunction(key_func_wrapper, where, dataset.element_spec))
        window = (TensorSpec([], dtypes.int64), DatasetSpec(dataset.element_spec))
        reduce = StructuredFunction(reduce_func, where, window)
        if not isinstance(reduce.output_spec, DatasetSpec):
            raise TypeError("`reduce_func` must return a `Dataset` object.")
        size = StructuredFunction(window_size_func_wrapper, where, TensorSpec([], dtypes.int64))
        if not size.output_spec.is_compatible_with(TensorSpec([], dtypes.int64)):
            raise ValueError("`window_size_func` must return a single tf.int64 scalar tensor.")
        calls = [key, reduce, size]
        return dataset._made(
            nested.GroupByWindow,
            *[call.captured for call in calls],
            spec=reduce.output_spec.element_spec,
            functions=calls,
            key_func=key.name,
            reduce_func=reduce.name,
            window_size_func=size.name,
        )

    return apply


def _as_int64(value):
    return convert_to_tensor(value, dtypes.int64)


def get_single_element(dataset):
    """The only element of a dataset; a run raises InvalidArgumentError when it has none, or several."""
    if not isinstance(dataset, DatasetV2):
        raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
    attrs = structure.flat_attrs(dataset.element_spec)
    return structure.from_tensors(
        dataset.element_spec, iterator_ops.dataset_to_single_element(dataset._variant_tensor, **attrs)
    )


def cardinality(dataset):
    """How many elements a dataset has: int64, INFINITE_CARDINALITY or UNKNOWN_CARDINALITY."""
    return iterator_ops.dataset_cardinality(dataset._variant_tensor)


def from_variant(variant, structure):
    """The Dataset that a variant tensor represents. structure: the TypeSpecs of its elements."""
    return DatasetV2(variant, structure)


def to_variant(dataset):
    """The variant tensor that represents a dataset."""
    return dataset._variant_tensor


def copy_to_device(target_device, source_device="/cpu:0"):
    """The dataset as it is: what a run needs comes to its device by itself."""
    return lambda dataset: dataset


def prefetch_to_device(device, buffer_size=None):
    """Lets a thread make elements ahead of time; what a run needs comes to its device by itself."""
    return lambda dataset: dataset.prefetch(buffer_size)


def bytes_produced_stats(tag):
    """The dataset as it is: nothing is counted."""
    return lambda dataset: dataset


def latency_stats(tag):
    """The dataset as it is: nothing is timed."""
    return lambda dataset: dataset


class RandomDataset(Dataset):
    """Random numbers below 2**32, int64, without end."""

    def __init__(self, seed=None):
        spec = TensorSpec([], dtypes.int64)
        super().__init__(sources.Random.build(*seed_tensors(seed), **structure.flat_attrs(spec)), spec)


class TFRecordWriter:
    """Writes a dataset of strings to a TFRecord file: write() returns the operation that does it."""

    def __init__(self, filename, compression_type=None):
        self._filename = convert_to_tensor(filename, dtypes.string, name="filename")
        self._compression = convert_to_tensor(compression_type or "", dtypes.string, name="compression_type")

    def write(self, dataset):
        """The operation that writes all elements."""
        if not isinstance(dataset, DatasetV2):
            raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
        spec = dataset.element_spec
        if not isinstance(spec, TensorSpec) or spec.dtype != dtypes.string or not spec.shape.is_compatible_with([]):
            text = "`dataset` must produce scalar `DT_STRING` tensors whereas it produces shape"
            raise TypeError(f"{text} {structure.shapes_of(spec)!r} and types {structure.types_of(spec)!r}")
        variant = dataset._variant_tensor
        return iterator_ops.dataset_to_tf_record(variant, self._filename, self._compression)
