"""Data that comes batch by batch: datasets, iterators, tensors, generators and Sequences."""

import inspect
import random
from itertools import islice
from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.data.dataset import DatasetV2, make_initializable_iterator
from graphlab._src.data.iterator import Iterator
from graphlab._src.data.runtime import INFINITE
from graphlab._src.data.transformations import cardinality
from graphlab._src.graph import Tensor, convert_to_tensor, nest
from graphlab._src.graph.type_spec import SparseTensorSpec
from graphlab._src.keras.engine.composite_values import is_composite, is_composite_tensor
from graphlab._src.keras.engine.sequence import Sequence
from graphlab._src.keras.engine.training_loop import CallableBatches
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.weight_values import get_session
from graphlab._src.ops.cast import cast
from graphlab._src.ops.ragged.spec import RaggedTensorSpec
from graphlab._src.state.variable import Variable


def batches_of(model, x: Any, y, sample_weight, steps, steps_name, class_weight, targets=True, anew=False):
    """Batches of what is no array, ready for the model; None for arrays.

    steps: how many make an epoch.  targets: whether the model needs them.  class_weight: datasets ignore it, as in TensorFlow.
    anew: whether a dataset begins anew with each epoch also where `steps` make one.
    The first batch of a generator builds a model that has no inputs yet.
    """

    comes_as_tensors = isinstance(x, (DatasetV2, Iterator)) or any(_is_tensor(item) for item in nest.flatten(x))

    if class_weight is not None and isinstance(x, (DatasetV2, Iterator)):
        logging.warning(
            "`class_weight` has no effect on a dataset; weights of examples are the third part of its elements."
        )
        class_weight = None

    def ready(batch):
        x, y, weights = _parts(batch, targets)
        if comes_as_tensors and model.inputs and not model._feed_inputs:
            x = None  # it was built of tensors and computes from these, whatever tensors it is called with
        parts = model._prepare_arrays(
            x, y, weights, class_weight, need_targets=targets, check_targets=not comes_as_tensors
        )
        return [array for part in parts for array in part]

    if comes_as_tensors:
        if not isinstance(x, DatasetV2) and steps is None:
            what = "a Dataset iterator" if isinstance(x, Iterator) else "data tensors"
            raise ValueError(f"When using {what} as input to a model, you should specify the `{steps_name}` argument.")
        if isinstance(x, (DatasetV2, Iterator)):
            _refuse(y, sample_weight, x)
        return _of_tensors(x, y, sample_weight, steps, steps_name, ready, targets, anew)
    if isinstance(x, Sequence):
        return SequenceBatches(x, steps, ready)
    if inspect.isgenerator(x) or (hasattr(x, "__next__") and not hasattr(x, "shape")):
        if steps is None:
            raise ValueError(f"When passing a generator to a model, you should specify the `{steps_name}` argument.")
        batches: Any = x
        ahead = (
            [] if model._compiled_parts is not None or not targets else [ready(batch) for batch in islice(batches, 1)]
        )
        found = CallableBatches(lambda: ahead.pop() if ahead else ready(next(batches)), steps)
        found.generated = True
        return found
    return None


def example_of(x: Any) -> Any:
    """Arrays such as the inputs of a dataset, an iterator or a Sequence are; None for what can't be known before it is read."""
    if isinstance(x, (DatasetV2, Iterator)):
        return nest.map_structure(_array_like, _parts(x.element_spec, True)[0])
    if x is not None and all(_is_tensor(item) for item in nest.flatten(x)):
        return nest.map_structure(_array_like, x)
    return _parts(x[0], True)[0] if isinstance(x, Sequence) else None


def _is_tensor(item):
    return isinstance(item, (Tensor, Variable)) or is_composite_tensor(item)


def _array_like(spec):
    if is_composite_tensor(spec) or isinstance(spec, (SparseTensorSpec, RaggedTensorSpec)):
        return spec
    sizes = [1 if size is None else size for size in spec.shape.as_list()] if spec.shape.ndims else [1]
    return np.zeros(sizes, spec.dtype.base_dtype.as_numpy_dtype)


def _refuse(y, sample_weight, x):
    if y is not None:
        raise ValueError(
            f"You passed a dataset or dataset iterator ({x}) as input `x` to your model. In that case, you should not "
            "specify a target (`y`) argument, since the dataset or dataset iterator generates both input data and target "
            f"data. Received: {y}"
        )
    if sample_weight is not None:
        raise ValueError(
            "`sample_weight` argument is not supported when input `x` is a dataset or a dataset iterator. Instead, you can "
            "provide sample_weight as the third element of your dataset, i.e. (inputs, targets, sample_weight). "
            f"Received: x={x}, sample_weight={sample_weight}"
        )


def _of_tensors(x, y, sample_weight, steps, steps_name, ready, targets, anew):
    """The batches of a dataset, an iterator or tensors: each is fetched by a run of the session."""
    restart: Any = None
    if isinstance(x, DatasetV2):
        iterator = make_initializable_iterator(x)
        initializer = iterator.initializer
        began = []

        def begin():
            if steps is None and not began:
                _check_ends(x, steps_name)
            if steps is None or anew or not began:
                began.append(True)
                get_session().run(initializer)

        restart = begin

        tensors = iterator.get_next()
    elif isinstance(x, Iterator):
        tensors = x.get_next()
    else:
        tensors = nest.map_structure(
            lambda item: convert_to_tensor(item) if isinstance(item, Variable) else item,
            (x, y, sample_weight) if targets else (x,),
        )
    flat = nest.flatten(tensors)
    cast_once = isinstance(x, (DatasetV2, Iterator))

    def next_batch():
        nonlocal cast_once
        if cast_once:  # where the first batch is read, as in TensorFlow
            cast_once, flat[:] = False, map(_in_floatx, flat)
        values = iter(get_session().run([item for item in flat if _is_tensor(item)]))
        return ready(nest.pack_sequence_as(tensors, [next(values) if _is_tensor(item) else item for item in flat]))

    return CallableBatches(next_batch, steps, restart)


def _in_floatx(tensor):
    """A tensor of floating point numbers as the model has them; others as they are."""
    return cast(tensor, floatx()) if isinstance(tensor, Tensor) and tensor.dtype.is_floating else tensor


def _check_ends(dataset, steps_name):
    """Raises ValueError for a dataset without end, in a run as in TensorFlow: the operation counts for later seeds."""
    if get_session().run(cardinality(dataset)) == INFINITE:
        raise ValueError(f"When passing an infinitely repeating dataset, you must specify the `{steps_name}` argument.")


class SequenceBatches(CallableBatches):
    """The batches of a Sequence, in another order each time where they are to be mixed.

    ready: makes the model's arrays of a batch.
    """

    generated = True

    def __init__(self, sequence, steps, ready):
        super().__init__(lambda: ready(sequence[next(self._places)]), len(sequence) if steps is None else steps)
        self._sequence = sequence
        self._places: Any = None

    def epoch(self, shuffle):
        if self._places is None:
            self._places = self._go_on(shuffle)
        return super().epoch(shuffle)

    def _go_on(self, shuffle):
        """The numbers of the batches, pass after pass."""
        while True:
            order = list(range(len(self._sequence)))
            if shuffle:
                random.shuffle(order)
            yield from order
            self._sequence.on_epoch_end()


def _parts(batch, targets):
    """(inputs, targets, weights) of a batch."""
    if not targets:
        return (batch[0] if isinstance(batch, tuple) and not is_composite(batch) else batch), None, None
    if not isinstance(batch, (tuple, list)) or len(batch) not in (2, 3):
        if isinstance(batch, tuple) and len(batch) == 1:
            return batch[0], None, None
        if isinstance(batch, (np.ndarray, dict)):
            return batch, None, None
        raise ValueError(
            "Output of generator should be a tuple `(x, y, sample_weight)` or `(x, y)`. Found: " + str(batch)
        )
    return (*batch, None)[:3]
