"""rejection_sample and stratified_sample: batches of those examples that chance accepts, each class at its rate."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import convert_to_tensor_or_indexed_slices
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.checks.kinds import assert_integer
from graphlab._src.ops.checks.values import (
    assert_equal,
    assert_less,
    assert_less_equal,
    assert_non_negative,
    assert_positive,
)
from graphlab._src.ops.comparison import equal, is_nan, less, not_equal
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.grouping import with_dependencies
from graphlab._src.ops.division import truediv
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.one_hot import one_hot
from graphlab._src.ops.printing import print_
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_all, reduce_max, reduce_sum
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import expand_dims, shape, squeeze
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable import Variable
from graphlab._src.train.batching import batch, maybe_batch


def rejection_sample(
    tensors,
    accept_prob_fn,
    batch_size,
    queue_threads=1,
    enqueue_many=False,
    prebatch_capacity=16,
    prebatch_threads=1,
    runtime_checks=False,
    name=None,
):
    """A list of batches of those examples that are accepted, each with the probability accept_prob_fn([tensors]).

    tensors: of one example, or of several with enqueue_many; these pass through a queue of prebatch_capacity first.
    runtime_checks: whether probabilities outside of [0, 1] are errors.  *_threads: how many fill a queue.
    """
    with variable_scope(name, "rejection_sample", tensors):
        examples: Any = [convert_to_tensor_or_indexed_slices(one) for one in tensors]
        if enqueue_many:
            for tensor in examples:
                tensor.shape.with_rank_at_least(1)[:1].assert_is_compatible_with(examples[0].shape[:1])
            one = batch(examples, 1, num_threads=prebatch_threads, capacity=prebatch_capacity, enqueue_many=True)
            examples = [squeeze(part, [0]) for part in _list(one)]
        probability = accept_prob_fn(examples)
        if runtime_checks:
            probability = convert_to_tensor(probability)
            checks = [assert_less_equal(0.0, probability), assert_less_equal(probability, 1.0)]
            probability = identity(with_dependencies(checks, probability), name="prob_with_checks")
        accepted = random_uniform([]) < probability
        return _list(maybe_batch(examples, accepted, batch_size, num_threads=queue_threads))


def _list(found):
    return found if isinstance(found, list) else [found]


def stratified_sample(
    tensors,
    labels,
    target_probs,
    batch_size,
    init_probs: Any = None,
    enqueue_many=False,
    queue_capacity=16,
    threads_per_queue=1,
    name=None,
):
    """([batches], batch of labels): of examples that are rejected so that classes come as target_probs says.

    tensors, labels: of one example, or of several with enqueue_many; labels are numbers of classes.
    target_probs: [classes].  init_probs: how classes come in the data; counted over all runs when left out.
    """
    with name_scope(name, "stratified_sample", [*tensors, labels]):
        examples: Any = [convert_to_tensor_or_indexed_slices(one) for one in tensors]
        labels = convert_to_tensor(labels)
        target_probs = convert_to_tensor(target_probs, dtypes.float32)
        if not enqueue_many:
            examples = [expand_dims(one, 0) for one in examples]
            labels = expand_dims(labels, 0)
        if init_probs is None:
            target_probs.shape.assert_is_fully_defined()
            init_probs = estimated(labels, target_probs.shape.num_elements())
        else:
            init_probs = convert_to_tensor(init_probs, dtypes.float32)
        init_probs, target_probs = distributions_of(init_probs, target_probs)
        examples, labels = checked_examples(examples, labels, init_probs.shape.num_elements())
        possible = reduce_all(logical_or(not_equal(init_probs, 0), equal(target_probs, 0)))
        message = "All classes with zero initial probability must also have zero target probability: "
        init_probs = with_dependencies([assert_(possible, [message, init_probs, target_probs])], init_probs)
        accept = acceptance(init_probs, target_probs)
        rejected = reduce_sum((1 - accept) * init_probs)
        warning = "Proportion of examples rejected by sampler is high."
        accept = cond(
            less(rejected, 0.5), lambda: accept, lambda: print_(accept, [accept], message=warning, first_n=10)
        )
        one = batch([*examples, labels], 1, num_threads=threads_per_queue, capacity=queue_capacity, enqueue_many=True)
        *values, label = (squeeze(part, [0]) for part in one)
        accepted = random_uniform([]) < gather(accept, label)
        *batches, batch_of_labels = maybe_batch([*values, label], accepted, batch_size, num_threads=threads_per_queue)
        return batches, batch_of_labels


def estimated(labels, num_classes, smoothing_constant=10):
    """How classes came over all runs, as probabilities; each as if it had come smoothing_constant times before."""
    if smoothing_constant <= 0:
        raise ValueError("smoothing_constant must be nonzero.")
    count = Variable([smoothing_constant] * num_classes, trainable=False, name="class_count", dtype=dtypes.int64)
    seen = count.assign_add(reduce_sum(one_hot(labels, num_classes, dtype=dtypes.int64), 0)) + 0
    return cast(truediv(seen, reduce_sum(seen)), dtypes.float32)


def distributions_of(*distributions) -> Any:
    """Probabilities of classes, checked in each run to be some that add up to 1."""
    found = []
    for one in distributions:
        one.shape.assert_is_fully_defined()
        one.shape.assert_has_rank(1)
        total, tolerance = reduce_sum(one), 1e-6
        checks = [assert_non_negative(one), assert_less(total, 1.0 + tolerance), assert_less(1.0 - tolerance, total)]
        found.append(with_dependencies(checks, one))
    if len({one.shape.num_elements() for one in found}) != 1:
        raise ValueError("Probability parameters must have the same length.")
    return found


def checked_examples(examples, labels, classes):
    """(examples, labels) that are as many, with labels of these classes."""
    labels.shape.assert_has_rank(1)
    for tensor in examples:
        tensor.shape.with_rank_at_least(1).dims[0].assert_is_compatible_with(labels.shape.dims[0])
    number = shape(labels)[0]
    some = assert_positive(number)
    labels = with_dependencies([some], labels)
    examples = [with_dependencies([some, assert_equal(shape(one)[0], number)], one) for one in examples]
    checks = [
        assert_integer(labels),
        assert_non_negative(labels),
        assert_less(labels, cast(classes, labels.dtype)),
    ]
    return examples, with_dependencies(checks, labels)


def acceptance(init_probs, target_probs):
    """The probability by which an example of each class is accepted, 1 for that which is most wanted."""
    ratios = target_probs / init_probs
    ratios = where_v2(is_nan(ratios), zeros_like(ratios), ratios)
    return ratios / reduce_max(ratios)
