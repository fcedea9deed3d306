"""Datasets that are mixed of several, or brought to another distribution of classes or lengths."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.data import structure
from graphlab._src.data.dataset import Dataset, DatasetV2
from graphlab._src.data.kinds import nested
from graphlab._src.data.transformations import RandomDataset, group_by_window, scan
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph, name_scope, static_value
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_less
from graphlab._src.ops.comparison import less, less_equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.division import truediv
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import stack
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.power import log
from graphlab._src.ops.printing import print_
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_max, reduce_min, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import expand_dims, squeeze
from graphlab._src.ops.stateless_random import stateless_multinomial

_ESTIMATED_FROM = 32  # elements for each new estimate of a distribution
_SMOOTHING = 10  # elements of each class that count as seen before


def _directed(selector, datasets):
    """Elements of several datasets, of which another says the number for each."""
    first = datasets[0]
    for dataset in datasets[1:]:
        for what, called in ((structure.types_of, "types"), (structure.classes_of, "classes")):
            mine, theirs = what(first.element_spec), what(dataset.element_spec)
            if mine != theirs:
                raise TypeError(f"Datasets must have the same type {called}: {mine} and {theirs}")
    spec = first.element_spec
    for dataset in datasets[1:]:
        spec = structure.most_specific(spec, dataset.element_spec)
    variants = [dataset._variant_tensor for dataset in datasets]
    made = nested.Directed.build(selector._variant_tensor, variants, **structure.flat_attrs(spec))
    return Dataset(made, spec, [selector, *datasets])


def choose_from_datasets(datasets, choice_dataset):
    """Elements of several datasets, of which choice_dataset, of int64 scalars, says the number for each."""
    spec = choice_dataset.element_spec
    if not isinstance(spec, TensorSpec) or not spec.is_compatible_with(TensorSpec([], dtypes.int64)):
        raise TypeError("`choice_dataset` must be a dataset of scalar `tf.int64` tensors.")
    return _directed(choice_dataset, list(datasets))


def sample_from_datasets(datasets, weights=None, seed=None):
    """Elements of several datasets at random.

    weights: a probability for each, as a vector or as a dataset of vectors; uniform when left out.
    """
    count = len(datasets)
    if isinstance(weights, DatasetV2):
        logits = weights.map(lambda *p: log(stack(p), name="logits"))  # [1, datasets]
        pairs = Dataset.zip((logits, RandomDataset(seed).batch(2)))
        return _directed(pairs.map(_draw), list(datasets))
    if weights is None:
        scores = [[1.0] * count]
    else:
        weights = convert_to_tensor(weights, name="weights")
        if weights.dtype not in (dtypes.float32, dtypes.float64):
            raise TypeError("`weights` must be convertible to a tensor of `tf.float32` or `tf.float64` elements.")
        if not weights.shape.is_compatible_with([count]):
            raise ValueError("`weights` must be a vector of length `len(datasets)`.")
        scores = expand_dims(log(weights, name="logits"), 0)
    if count == 1:
        return datasets[0]
    selector = RandomDataset(seed).batch(2).map(lambda seed: _draw(scores, seed))
    return _directed(selector, list(datasets))


def _draw(logits, seed):
    return squeeze(stateless_multinomial(logits, 1, seed), axis=[0, 1])


def bucket_by_sequence_length(
    element_length_func,
    bucket_boundaries,
    bucket_batch_sizes,
    padded_shapes=None,
    padding_values=None,
    pad_to_bucket_boundary=False,
    no_padding=False,
    drop_remainder=False,
):
    """Batches of elements of about the same length, padded.

    element_length_func: the length of an element.  bucket_boundaries: what lengths each bucket but the last ends before.
    bucket_batch_sizes: the batch size of each bucket, one more than boundaries.
    pad_to_bucket_boundary: pads to the largest length of the bucket, not of the batch.  no_padding: does not pad.
    padded_shapes, padding_values, drop_remainder: as Dataset.padded_batch has them.
    """
    with name_scope("bucket_by_seq_length"):
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError("len(bucket_batch_sizes) must equal len(bucket_boundaries) + 1")
        batch_sizes = constant(bucket_batch_sizes, dtypes.int64)
        limits = np.iinfo(np.int32)
        lowest = [limits.min, *bucket_boundaries]
        highest = [*bucket_boundaries, limits.max]

        def element_to_bucket_id(*element):
            length = element_length_func(*element)
            return reduce_min(where(logical_and(less_equal(lowest, length), less(length, highest))))

        def window_size_fn(bucket):
            return batch_sizes[bucket]

        def batching_fn(bucket, window):
            size = window_size_fn(bucket)
            if no_padding:
                return window.batch(size, drop_remainder=drop_remainder)
            filler = _boundary(bucket, bucket_boundaries) if pad_to_bucket_boundary else None
            spec = window.element_spec
            given = padded_shapes or structure.shapes_of(spec)
            shapes = structure.map_shapes(spec, given, lambda shape: _filled(shape, filler))
            return window.padded_batch(size, shapes, padding_values, drop_remainder=drop_remainder)

        return lambda dataset: dataset.apply(
            group_by_window(element_to_bucket_id, batching_fn, window_size_func=window_size_fn)
        )


def _boundary(bucket, boundaries):
    """The largest length of a bucket; an error of the run for the last one, which has none."""
    message = "When pad_to_bucket_boundary=True, elements must have length < max(bucket_boundaries)."
    check = assert_less(bucket, constant(len(boundaries), dtypes.int64), message=message)
    with get_default_graph().control_dependencies([check]):
        return constant(boundaries, dtypes.int64)[bucket] - 1


def _filled(shape, filler):
    return [filler if size is None else size for size in TensorShape(shape).as_list()]


def rejection_resample(class_func, target_dist, initial_dist=None, seed=None):
    """Pairs of a class and an element, some left out so that classes come with the probabilities `target_dist`.

    class_func: the class of an element, int32.  initial_dist: the probabilities before; estimated when left out.
    """

    def apply(dataset):
        target = convert_to_tensor(target_dist, name="target_dist")
        classes = dataset.map(class_func)
        pairs = Dataset.zip((classes, dataset))
        if initial_dist is None:
            initial = _estimated(target, classes)
            both = initial.map(lambda probabilities: _acceptance(probabilities, target))
            accepted, original = both.map(lambda accept, _: accept), both.map(lambda _, part: part)
            static = None
        else:
            known = convert_to_tensor(initial_dist, name="initial_dist")
            accept, part = _acceptance(known, target)
            initial = Dataset.from_tensors(known).repeat()
            accepted = Dataset.from_tensors(accept).repeat()
            original = Dataset.from_tensors(part).repeat()
            static = _static_part(known, target)
        accepted = Dataset.zip((accepted, initial)).map(_with_warning)
        chances = Dataset.zip((classes, accepted, dataset)).map(lambda c, chance, x: (c, gather(chance, c), x))
        chosen = chances.filter(lambda _, chance, x: random_uniform([], seed=seed) < chance)
        chosen = chosen.map(lambda c, _, x: (c, x)).prefetch(3)
        if static == 1:
            return pairs
        if static == 0:
            return chosen
        weights = original.map(lambda part: [(part, 1.0 - part)])
        return sample_from_datasets([pairs, chosen], weights=weights, seed=seed)

    return apply


def _static_part(initial, target):
    """The part of the elements that needs no choice, where that is known."""
    before, after = static_value(initial), static_value(target)
    return None if before is None or after is None else np.min(after / before)


def _acceptance(initial, target):
    """(with which probability to take an element of each class, the part that needs no choice)."""
    ratio = target / (initial + np.finfo(initial.dtype.as_numpy_dtype).tiny)
    least = reduce_min(ratio)
    return (ratio - least) / (reduce_max(ratio) - least), least


def _with_warning(accept, initial):
    """The probabilities to take; a line on standard error for the first ten elements where more than half is left out."""
    rejected = reduce_sum((1 - accept) * initial)
    message = "Proportion of examples rejected by sampler is high: "
    printed = [rejected, initial, accept]
    return cond(less(rejected, 0.5), lambda: accept, lambda: print_(accept, printed, message, 10, 100))


def _estimated(target, classes):
    """A dataset of the probabilities of classes, as they are known by each element."""
    count = target.shape.dims[0].value
    seen = np.full(count, _SMOOTHING, np.int64)

    def update(seen, batch):
        seen = add(seen, reduce_sum(one_hot(batch, count, dtype=dtypes.int64), 0))
        estimate = cast(truediv(seen, reduce_sum(seen)), dtypes.float32)
        return seen, [estimate] * _ESTIMATED_FROM

    return classes.batch(_ESTIMATED_FROM).apply(scan(seen, update)).unbatch()
