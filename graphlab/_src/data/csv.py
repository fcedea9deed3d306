"""Datasets of the rows of CSV files."""

import csv
import glob
import gzip
import os

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.data import structure
from graphlab._src.data.dataset import AUTOTUNE, Dataset
from graphlab._src.data.kinds import file_datasets
from graphlab._src.data.options import Options
from graphlab._src.data.readers import optional_tensor, parallel_interleave
from graphlab._src.data.transformations import ignore_errors as without_errors
from graphlab._src.data.transformations import shuffle_and_repeat
from graphlab._src.graph import Tensor, constant, convert_n_to_tensor, convert_to_tensor, static_value
from graphlab._src.graph.type_spec import TensorSpec

_BUFFER = 4 * 1024 * 1024  # bytes
_TYPES = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.string)
_NARROW_TO_WIDE = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.string)


def _defaults(given):
    """A constant in place of each type: an empty one, since the field must be there."""
    return [
        constant([], dtypes.as_dtype(one))
        if not isinstance(one, (Tensor, list, tuple, np.ndarray)) and one in _TYPES
        else one
        for one in given
    ]


class CsvDataset(Dataset):
    """The rows of CSV files: tuples with a scalar for each column.

    record_defaults: for each column its type, when the field must be there, or the value of an empty one.
    header: files begin with a line that is left out.  select_cols: the numbers of the columns to take.
    compression_type, buffer_size: as TextLineDataset has them.
    field_delim, use_quote_delim, na_value: as tf.io.decode_csv has them.
    """

    def __init__(
        self,
        filenames,
        record_defaults,
        compression_type=None,
        buffer_size=None,
        header=False,
        field_delim=",",
        use_quote_delim=True,
        na_value="",
        select_cols=None,
    ):
        names = convert_to_tensor(filenames, dtypes.string, name="filenames")
        kind = optional_tensor("compression_type", compression_type, "", dtypes.string)
        defaults = convert_n_to_tensor(_defaults(record_defaults), name="record_defaults")
        size = optional_tensor("buffer_size", buffer_size, _BUFFER)
        first = convert_to_tensor(header, dtypes.bool, name="header")
        between = convert_to_tensor(field_delim, dtypes.string, name="field_delim")
        quotes = convert_to_tensor(use_quote_delim, dtypes.bool, name="use_quote_delim")
        nothing = convert_to_tensor(na_value, dtypes.string, name="na_value")
        select = optional_tensor("select_cols", select_cols, [])
        spec = tuple(TensorSpec([], default.dtype) for default in defaults)
        dims = structure.flat_dims(spec)
        inputs = names, kind, size, first, between, quotes, nothing, select, defaults
        super().__init__(file_datasets.Csv.build(*inputs, output_shapes=dims), spec)


def make_csv_dataset(
    file_pattern,
    batch_size,
    column_names=None,
    column_defaults=None,
    label_name=None,
    select_columns=None,
    field_delim=",",
    use_quote_delim=True,
    na_value="",
    header=True,
    num_epochs=None,
    shuffle=True,
    shuffle_buffer_size=10000,
    shuffle_seed=None,
    prefetch_buffer_size=None,
    num_parallel_reads=None,
    sloppy=False,
    num_rows_for_inference=100,
    compression_type=None,
    ignore_errors=False,
):
    """Batches of the rows of CSV files: dicts of columns, or pairs of such a dict and the column `label_name`.

    Names and types that are left out are taken from the header and from the first `num_rows_for_inference` rows.
    """
    names = _matching(file_pattern)
    dataset = Dataset.from_tensor_slices(names)
    if shuffle:
        dataset = dataset.shuffle(len(names), shuffle_seed)
    reader = _Rows(names, field_delim, use_quote_delim, compression_type)
    if column_names is None:
        if not header:
            raise ValueError("Cannot infer column names without a header line.")
        column_names = reader.header()
    column_names = list(column_names)
    if len(column_names) != len(set(column_names)):
        raise ValueError("Cannot have duplicate column names.")
    if select_columns is not None:
        select_columns = _numbers(select_columns, column_names)
    if column_defaults is not None:
        column_defaults = _defaults(column_defaults)
    else:
        chosen = range(len(column_names)) if select_columns is None else select_columns
        column_defaults = reader.defaults(chosen, len(column_names), header, na_value, num_rows_for_inference)
    if select_columns is not None and len(column_defaults) != len(select_columns):
        raise ValueError("If specified, column_defaults and select_columns must have same length.")
    if select_columns is not None:
        column_names = [column_names[i] for i in select_columns]
    if label_name is not None and label_name not in column_names:
        raise ValueError("`label_name` provided must be one of the columns.")

    def filename_to_dataset(filename):
        rows = CsvDataset(
            filename,
            column_defaults,
            compression_type=compression_type,
            header=header,
            field_delim=field_delim,
            use_quote_delim=use_quote_delim,
            na_value=na_value,
            select_cols=select_columns,
        )
        return rows.apply(without_errors()) if ignore_errors else rows

    def map_fn(*columns):
        features = dict(zip(column_names, columns, strict=True))
        if label_name is None:
            return features
        label = features.pop(label_name)
        return features, label

    dataset = read_files(dataset, filename_to_dataset, num_parallel_reads, sloppy)
    dataset = in_epochs(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None).map(map_fn)
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


def read_files(names, read, count, sloppy):
    """The elements of the datasets of several files, `count` of them at the same time (1 when it is None)."""
    if count == AUTOTUNE:
        options = Options()
        options.experimental_deterministic = not sloppy
        return names.interleave(read, num_parallel_calls=count).with_options(options)
    return parallel_interleave(names, read, count or 1, 1, sloppy, None, None)


def in_epochs(dataset, count, shuffle, buffer_size, seed):
    """A dataset so many times (without end for None), shuffled or not."""
    if count != 1 and shuffle:
        return dataset.apply(shuffle_and_repeat(buffer_size, count, seed))
    if shuffle:
        return dataset.shuffle(buffer_size, seed)
    return dataset.repeat(count) if count != 1 else dataset


def _matching(pattern):
    if isinstance(pattern, list) and not pattern:
        raise ValueError("File pattern is empty.")
    patterns = pattern if isinstance(pattern, list) else [pattern]
    names = sorted(name for one in patterns for name in glob.glob(os.fsdecode(one)))
    if not names:
        raise ValueError(f"No files match {pattern}.")
    return names


def _numbers(select, names):
    """The numbers of the columns that are chosen by number or name, in order."""
    found = []
    for one in select:
        if isinstance(one, int):
            if not 0 <= one < len(names):
                raise ValueError(f"Column index {one} specified in select_columns out of valid range.")
            found.append(one)
        elif one in names:
            found.append(names.index(one))
        else:
            raise ValueError(f"Value '{one}' specified in select_columns not a valid column index or name.")
    if len(set(found)) != len(found):
        raise ValueError("select_columns contains duplicate columns")
    return sorted(found)


class _Rows:
    """The first rows of files, to infer names and types."""

    def __init__(self, names, delimiter, quotes, compression_type):
        self._names = names
        self._dialect = {"delimiter": delimiter, "quoting": csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE}
        if isinstance(compression_type, Tensor):
            compression_type = static_value(compression_type)
            if compression_type is None:
                raise ValueError("Received unkown compression_type")
        if compression_type not in (None, "", "GZIP"):
            raise ValueError(f"compression_type ({compression_type}) is not supported for probing columns")
        self._gzip = compression_type == "GZIP"

    def _open(self, name):
        return gzip.open(name, "rt", newline="") if self._gzip else open(name, newline="")

    def header(self):
        """The names of the columns, which all files begin with."""
        found = []
        for name in self._names:
            with self._open(name) as file:
                row = next(csv.reader(file, **self._dialect), None)
            if row is None:
                raise ValueError(f"Received StopIteration when reading the header line of {name}.  Empty file?")
            if found and row != found:
                raise ValueError("Files have different column names in the header row.")
            found = row
        return found

    def defaults(self, columns, width, header, na_value, limit):
        """A constant for each column: 0 or "" of the narrowest type that its first values have."""
        kinds = [-1] * len(columns)
        for i, row in enumerate(self._rows(width, header)):
            if limit is not None and i >= limit:
                break
            for j, column in enumerate(columns):
                if row[column] not in ("", na_value):
                    kinds[j] = next(k for k in range(max(kinds[j], 0), 5) if _is_valid(row[column], _NARROW_TO_WIDE[k]))
        return [
            constant([""] if kind in (-1, 4) else [0], dtypes.string if kind == -1 else _NARROW_TO_WIDE[kind])
            for kind in kinds
        ]

    def _rows(self, width, header):
        for name in self._names:
            with self._open(name) as file:
                rows = csv.reader(file, **self._dialect)
                if header:
                    next(rows)
                for row in rows:
                    if len(row) != width:
                        raise ValueError(
                            "Problem inferring types: CSV row has different number of fields than expected."
                        )
                    yield row


def _is_valid(text, dtype):
    if dtype is dtypes.string:
        return True
    try:
        if dtype.is_integer:
            limits = np.iinfo(dtype.as_numpy_dtype)
            return limits.min <= int(text) <= limits.max
        with np.errstate(over="ignore"):
            return bool(dtype.as_numpy_dtype(text) < np.inf)
    except ValueError:
        return False
