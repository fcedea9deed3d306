"""Readers of series, and the input functions that make windows of what they read."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.contrib.timeseries.timeseries.feature_keys import (
    FilteringResults,
    PredictionFeatures,
    TrainEvalFeatures,
)
from graphlab._src.contrib.timeseries.timeseries.model_utils import canonicalize_times_or_steps_from_output
from graphlab._src.estimator.inputs.numpy_io import numpy_input_fn
from graphlab._src.graph import GraphKeys, constant, convert_to_tensor, nest
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.io.readers import TextLineReader, TFRecordReader
from graphlab._src.ops.arg import top_k
from graphlab._src.ops.comparison import not_equal
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.gather import gather
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.parsing.csv import decode_csv
from graphlab._src.ops.parsing.examples import parse_example
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_all, reduce_any
from graphlab._src.ops.shape import reshape, shape, squeeze
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.ops.transpose import reverse
from graphlab._src.state.assignment import assign
from graphlab._src.state.initialization import is_variable_initialized
from graphlab._src.state.variable import Variable
from graphlab._src.train.batching import batch, maybe_shuffle_batch
from graphlab._src.train.input_producers import limit_epochs, string_input_producer

_TIMES, _VALUES = TrainEvalFeatures.TIMES, TrainEvalFeatures.VALUES


def predict_continuation_input_fn(evaluation, steps=None, times=None, exogenous_features=None):
    """An input function for predictions after an evaluation, at times, or so many steps after its own."""
    predict_times = canonicalize_times_or_steps_from_output(times, steps, previous_model_output=evaluation)
    features = {
        PredictionFeatures.STATE_TUPLE: evaluation[FilteringResults.STATE_TUPLE],
        PredictionFeatures.TIMES: predict_times,
        **(exogenous_features or {}),
    }

    def input_fn():
        once = {
            key: nest.map_structure(lambda value: limit_epochs(value, num_epochs=1), values)
            for key, values in features.items()
        }
        return once, None

    return input_fn


def _counter(name):
    """A local variable that begins with 0."""
    collections = [GraphKeys.LOCAL_VARIABLES]
    return Variable(constant(0, dtype=dtypes.int64), name=name, trainable=False, collections=collections)


class TimeSeriesReader:
    """The base of readers."""

    def check_dataset_size(self, minimum_dataset_size):
        """Raises ValueError where it is known that there are fewer records."""

    def read(self):
        """{name: [some records, …]}, from the beginning again after the end."""
        raise NotImplementedError("a TimeSeriesReader defines read")

    def read_full(self):
        """{name: [all records, …]}."""
        raise NotImplementedError("a TimeSeriesReader defines read_full")


class NumpyReader(TimeSeriesReader):
    """Reads {"times": [records], "values": [records, features], …} from arrays.

    read_num_records_hint: how many to read at a time.
    """

    def __init__(self, data, read_num_records_hint=4096):
        self._features = canonicalize_numpy_data(data, require_single_batch=True)
        self._read_num_records_hint = read_num_records_hint

    def check_dataset_size(self, minimum_dataset_size):
        """Raises ValueError where there are fewer records."""
        size = self._features[_TIMES].shape[1]
        if size < minimum_dataset_size:
            raise ValueError(
                f"A TimeSeriesInputFn is configured to create windows of size {minimum_dataset_size}, but only {size} "
                "records were available in the dataset. Either decrease the window size or provide more records."
            )

    def read(self):
        """{name: [some records, …]}, from the beginning again after the end."""
        features = {key: np.squeeze(value, axis=0) for key, value in self._features.items()}
        return numpy_input_fn(x=features, batch_size=self._read_num_records_hint, num_epochs=None, shuffle=False)()

    def read_full(self):
        """{name: [all records, …]}."""
        read = numpy_input_fn(x=self._features, batch_size=1, num_epochs=None, queue_capacity=2, shuffle=False)
        features: Any = read()
        return {name: squeeze(value, axis=0) for name, value in features.items()}


class ReaderBaseTimeSeriesParser(TimeSeriesReader):
    """The base of readers of files.  read_num_records_hint: how many records to read at a time."""

    def __init__(self, filenames, read_num_records_hint=4096):
        self._filenames = filenames
        self._read_num_records_hint = read_num_records_hint

    def _get_reader(self):
        """A tf.ReaderBase."""
        raise NotImplementedError("a ReaderBaseTimeSeriesParser defines _get_reader")

    def _process_records(self, lines):
        """{name: [records, …]} of records, a vector of strings."""
        raise NotImplementedError("a ReaderBaseTimeSeriesParser defines _process_records")

    def _get_filename_queue(self, epoch_limit):
        """(a queue of the files, a counter of epochs in which nothing was read, at whose limit it ends)."""
        limiter = _counter("epoch_limiter")
        names = reshape(convert_to_tensor(self._filenames), [-1])
        counted = cond(
            is_variable_initialized(limiter),
            lambda: limiter.count_up_to(epoch_limit),
            lambda: constant(0, dtype=dtypes.int64),
        )
        with control_dependencies([counted]):
            names = identity(names)
        return string_input_producer(names, shuffle=False, capacity=1), limiter

    def read(self):
        """{name: [some records, …]}, from the beginning again after the end."""
        queue, limiter = self._get_filename_queue(epoch_limit=self._read_num_records_hint)
        reader = self._get_reader()
        with control_dependencies([assign(limiter, 0)]):
            _, records = reader.read_up_to(queue, self._read_num_records_hint)
        return self._process_records(records)

    def read_full(self):
        """{name: [all records, …]}: what is read until the first record is read again."""
        reader = self._get_reader()
        queue, limiter = self._get_filename_queue(epoch_limit=2)
        with control_dependencies([assign(limiter, 0)]):
            first_key, first_value = reader.read_up_to(queue, 1)

        def goes_on(key, *_):
            return not_equal(squeeze(key, axis=0), squeeze(first_key, axis=0))

        def step(_, value, index, records):
            new_key, new_value = reader.read_up_to(queue, 1)
            new_key.set_shape([1])
            new_value.set_shape([1])
            return new_key, new_value, index + 1, records.write(index, value)

        records = TensorArray(dtype=dtypes.string, size=0, dynamic_size=True)
        _, _, _, records = while_loop(goes_on, step, [constant([""]), first_value, 0, records])
        records = records.concat()
        with control_dependencies([records]):
            reset = reader.reset()
        with control_dependencies([reset]):
            records = identity(records)
        return self._process_records(records)


class CSVReader(ReaderBaseTimeSeriesParser):
    """Reads lines of text with columns between commas.

    column_names: of each column; "values" may be several.  column_dtypes: int64 for times and float32 when left out.
    skip_header_lines: how many lines at the beginning of a file are none.
    """

    def __init__(
        self,
        filenames,
        column_names=(_TIMES, _VALUES),
        column_dtypes=None,
        skip_header_lines=None,
        read_num_records_hint=4096,
    ):
        _require_columns(column_names)
        if column_dtypes is not None and len(column_dtypes) != len(column_names):
            raise ValueError(
                "If specified, the length of column_dtypes must match the length of column_names (got "
                f"column_dtypes={column_dtypes} and column_names={column_names})."
            )
        if list(column_names).count(_TIMES) != 1:
            raise ValueError(f"Got more than one times column ('{_TIMES}'), but exactly one is required.")
        self._column_names = column_names
        self._column_dtypes = column_dtypes
        self._skip_header_lines = skip_header_lines
        super().__init__(filenames=filenames, read_num_records_hint=read_num_records_hint)

    def _get_reader(self):
        return TextLineReader(skip_header_lines=self._skip_header_lines)

    def _process_records(self, lines):
        if self._column_dtypes is None:
            defaults = [(zeros([], dtypes.int64),) if name == _TIMES else () for name in self._column_names]
        else:
            defaults = [(zeros([], dtype),) for dtype in self._column_dtypes]
        by_name = {}
        for name, column in zip(self._column_names, decode_csv(lines, defaults), strict=True):
            by_name.setdefault(name, []).append(column)
        return {name: found[0] if name == _TIMES else stack(found, axis=1) for name, found in by_name.items()}


class TFExampleReader(ReaderBaseTimeSeriesParser):
    """Reads files of serialized Examples, one for each time.  features: as for tf.parse_example."""

    def __init__(self, filenames, features):
        _require_columns(features)
        self._features = features
        super().__init__(filenames=filenames)

    def _get_reader(self):
        return TFRecordReader()

    def _process_records(self, lines):
        return parse_example(serialized=lines, features=self._features)


def _require_columns(names):
    for name in (_TIMES, _VALUES):
        if name not in names:
            raise ValueError(f"'{name}' is a required column.")


class TimeSeriesInputFn:
    """The base of input functions."""

    def create_batch(self):
        """({name: [batch, window, …]}, None)."""
        raise NotImplementedError("a TimeSeriesInputFn defines create_batch")

    def __call__(self):
        return self.create_batch()


class WholeDatasetInputFn(TimeSeriesInputFn):
    """One window of all that a reader has, for evaluations."""

    def __init__(self, time_series_reader):
        self._reader = time_series_reader

    def create_batch(self):
        """({name: [1, all records, …]}, None)."""
        return {name: value[None, ...] for name, value in self._reader.read_full().items()}, None


class RandomWindowInputFn(TimeSeriesInputFn):
    """Windows of what a reader has, shuffled, for training.

    window_size: records in a window.  batch_size: windows.  num_threads: that read; batch_size when None.
    queue_capacity_multiplier, shuffle_min_after_dequeue_multiplier: of batches in queues.  shuffle_seed: of the order.
    discard_out_of_order: windows whose times decrease, across the end of the data, are left out; else they are sorted.
    discard_consecutive_batches_limit: of batches without any window, at which it ends.
    jitter: windows do not always begin at the same records.
    """

    def __init__(
        self,
        time_series_reader,
        window_size,
        batch_size,
        queue_capacity_multiplier=1000,
        shuffle_min_after_dequeue_multiplier=2,
        discard_out_of_order=True,
        discard_consecutive_batches_limit=1000,
        jitter=True,
        num_threads=2,
        shuffle_seed=None,
    ):
        self._reader = time_series_reader
        self._window_size = window_size
        self._reader.check_dataset_size(minimum_dataset_size=window_size)
        self._batch_size = batch_size
        self._queue_capacity_multiplier = queue_capacity_multiplier
        self._shuffle_min_after_dequeue_multiplier = shuffle_min_after_dequeue_multiplier
        self._discard_out_of_order = discard_out_of_order
        self._discard_limit = discard_consecutive_batches_limit
        self._jitter = jitter
        self._num_threads = batch_size if num_threads is None else num_threads
        self._shuffle_seed = shuffle_seed

    def create_batch(self):
        """({name: [batch_size, window_size, …]}, None)."""
        windows = self._windows(self._reader.read())
        is_usable = True
        if self._discard_out_of_order:
            is_usable = self._in_order(windows[_TIMES])
        else:
            times = windows[_TIMES]
            _, descending = top_k(times, k=shape(times)[-1], sorted=True)
            places = reverse(descending, axis=[0])
            windows = {key: gather(params=value, indices=places) for key, value in windows.items()}
        shuffled = maybe_shuffle_batch(
            windows,
            num_threads=self._num_threads,
            seed=self._shuffle_seed,
            batch_size=self._batch_size,
            capacity=self._queue_capacity_multiplier * self._batch_size,
            min_after_dequeue=self._shuffle_min_after_dequeue_multiplier * self._batch_size,
            keep_input=is_usable,
            enqueue_many=True,
        )
        return shuffled, None

    def _windows(self, features):
        """{name: [batch_size, window_size, …]} of records that follow each other."""
        jitter = random_uniform(shape=[], maxval=2, dtype=dtypes.int32) if self._jitter else 0
        count, window = self._batch_size, self._window_size
        records = batch(
            features,
            batch_size=window * count + jitter,
            enqueue_many=True,
            capacity=self._queue_capacity_multiplier * count * window,
            num_threads=self._num_threads,
        )
        used = {key: value[jitter:] for key, value in records.items()} if self._jitter else records
        windows = {
            key: reshape(value, concat([[count, window], shape(value)[1:]], axis=0)) for key, value in used.items()
        }
        for key, value in windows.items():
            value.set_shape(TensorShape([count, window]).concatenate(records[key].shape[1:]))
        return windows

    def _in_order(self, times):
        """Which windows have times that do not decrease; OutOfRangeError after too many batches without any."""
        in_order = reduce_all(times[:, 1:] >= times[:, :-1], axis=1)
        limiter = _counter("discarded_windows_limiter")

        def counted():
            return cond(
                reduce_any(in_order), lambda: assign(limiter, 0), lambda: limiter.count_up_to(self._discard_limit)
            )

        limited = cond(is_variable_initialized(limiter), counted, lambda: constant(0, dtype=dtypes.int64))
        with control_dependencies([limited]):
            return identity(in_order)


def canonicalize_numpy_data(data, require_single_batch):
    """{name: array [batch, window, …]} of arrays without the batch, or without both, or with an axis less in values."""
    features = {key: np.array(value) for key, value in data.items()}
    if _TIMES not in features or _VALUES not in features:
        raise ValueError(f"{_TIMES} and {_VALUES} are required features.")
    times = features[_TIMES]
    for key, value in features.items():
        if value.shape[: times.ndim] != times.shape:
            raise ValueError(
                "All features must have their shapes prefixed by the shape of the times feature. Got shape "
                f"{value.shape} for feature '{key}', but shape {times.shape} for '{_TIMES}'"
            )
    if times.ndim > 2:
        raise ValueError(
            "Got an unexpected number of dimensions for times. Was expecting at most two ([batch size, series length]), "
            f"but got shape {times.shape}."
        )
    if times.ndim < 2:
        values = features[_VALUES]
        if values.ndim == times.ndim:
            features[_VALUES] = values[..., None]
        elif values.ndim > times.ndim + 1:
            axes, missing = (
                ("[series length, number of features]", "a batch")
                if times.ndim
                else (
                    "[number of features]",
                    "a batch or time",
                )
            )
            raise ValueError(
                f"Got an unexpected number of dimensions for the '{_VALUES}' feature. Was expecting at most "
                f"{times.ndim + 1} dimension{'s' if times.ndim else ''} ({axes}) since '{_TIMES}' does not have "
                f"{missing} dimension, but got shape {values.shape}"
            )
        missing_axes = (None,) * (2 - times.ndim)
        features = {key: value[(*missing_axes, ...)] for key, value in features.items()}
    if require_single_batch and features[_TIMES].shape[0] != 1:
        raise ValueError("Got batch input, was expecting unbatched input.")
    return features
