"""Datasets of the contents of files."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.data import structure
from graphlab._src.data.dataset import AUTOTUNE, Dataset, DatasetV2
from graphlab._src.data.kinds import database, file_datasets, nested
from graphlab._src.graph import constant, convert_to_tensor, nest
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.ops.shape import reshape

_BUFFER = 256 * 1024  # bytes
_TEXT = TensorSpec([], dtypes.string)


def optional_tensor(name, value, default, dtype=dtypes.int64):
    """The value as a tensor, or the default as one where it is None."""
    if value is None:
        return constant(default, dtype, name=name)
    return convert_to_tensor(value, dtype, name=name)


def filenames_dataset(filenames):
    """A dataset of names: given as such, or as a tensor or list of strings."""
    if isinstance(filenames, DatasetV2):
        if structure.types_of(filenames.element_spec) != dtypes.string:
            raise TypeError("`filenames` must be a `tf.data.Dataset` of `tf.string` elements.")
        if not structure.shapes_of(filenames.element_spec).is_compatible_with([]):
            raise TypeError("`filenames` must be a `tf.data.Dataset` of scalar `tf.string` elements.")
        return filenames
    names = reshape(convert_to_tensor(filenames, dtypes.string), [-1], name="flat_filenames")
    return DatasetV2.from_tensor_slices(names)


def _read(filenames, read_one_file, num_parallel_reads):
    if num_parallel_reads is None:
        return filenames.flat_map(read_one_file)
    if num_parallel_reads == AUTOTUNE:
        return filenames.interleave(read_one_file, num_parallel_calls=num_parallel_reads)
    return parallel_interleave(filenames, read_one_file, num_parallel_reads, 1, False, None, None)


def parallel_interleave(dataset, function, cycle_length, block_length, sloppy, buffer_output, prefetch_input):
    """What tf.data.experimental.parallel_interleave makes of a dataset."""
    call, spec = dataset._nested(function, "tf.data.experimental.parallel_interleave()")
    return dataset._made(
        nested.OldParallelInterleave,
        call.captured,
        convert_to_tensor(cycle_length, dtypes.int64, name="cycle_length"),
        convert_to_tensor(block_length, dtypes.int64, name="block_length"),
        convert_to_tensor(sloppy, dtypes.bool, name="sloppy"),
        optional_tensor("buffer_output_elements", buffer_output, 2 * block_length),
        optional_tensor("prefetch_input_elements", prefetch_input, 2 * cycle_length),
        f=call.name,
        spec=spec,
        functions=[call],
    )


class _FileDataset(DatasetV2):
    """A dataset that is made of another, of names of files."""

    def __init__(self, filenames, read_one_file, num_parallel_reads):
        self._filenames = filenames_dataset(filenames)
        made = _read(self._filenames, read_one_file, num_parallel_reads)
        super().__init__(made._variant_tensor, made.element_spec, made._inputs(), made._functions())


class _CompressedFileDataset(_FileDataset):
    """A dataset of files that may be compressed, read by a kind of elements."""

    _kind: Any

    def __init__(self, filenames, compression_type=None, buffer_size=None, num_parallel_reads=None):
        def read_one_file(filename):
            kind = optional_tensor("compression_type", compression_type, "", dtypes.string)
            size = optional_tensor("buffer_size", buffer_size, _BUFFER)
            return DatasetV2(self._kind.build(filename, kind, size), _TEXT)

        super().__init__(filenames, read_one_file, num_parallel_reads)


class TextLineDatasetV2(_CompressedFileDataset):
    """The lines of text files, without their ends: string, scalar.

    filenames: names, or a dataset of names.  compression_type: "", "ZLIB" or "GZIP".  buffer_size: has no effect.
    num_parallel_reads: how many files are read at the same time; their lines are then interleaved.
    """

    _kind = file_datasets.TextLines


class TextLineDataset(TextLineDatasetV2, Dataset):
    __doc__ = TextLineDatasetV2.__doc__


class TFRecordDatasetV2(_CompressedFileDataset):
    """The records of TFRecord files: string, scalar.

    filenames: names, or a dataset of names.  compression_type: "", "ZLIB" or "GZIP".  buffer_size: has no effect.
    num_parallel_reads: how many files are read at the same time; their records are then interleaved.
    """

    _kind = file_datasets.TFRecords


class TFRecordDataset(TFRecordDatasetV2, Dataset):
    __doc__ = TFRecordDatasetV2.__doc__


class FixedLengthRecordDatasetV2(_FileDataset):
    """The records of files in which all have one length: string, scalar.

    record_bytes: the length.  header_bytes, footer_bytes: what is left out at both ends of a file.
    filenames, buffer_size, compression_type, num_parallel_reads: as TextLineDataset has them.
    """

    def __init__(
        self,
        filenames,
        record_bytes,
        header_bytes=None,
        footer_bytes=None,
        buffer_size=None,
        compression_type=None,
        num_parallel_reads=None,
    ):
        def read_one_file(filename):
            record = convert_to_tensor(record_bytes, dtypes.int64, name="record_bytes")
            header = optional_tensor("header_bytes", header_bytes, 0)
            footer = optional_tensor("footer_bytes", footer_bytes, 0)
            size = optional_tensor("buffer_size", buffer_size, _BUFFER)
            kind = optional_tensor("compression_type", compression_type, "", dtypes.string)
            return DatasetV2(
                file_datasets.FixedLengthRecords.build(filename, header, record, footer, size, kind), _TEXT
            )

        super().__init__(filenames, read_one_file, num_parallel_reads)


class FixedLengthRecordDataset(FixedLengthRecordDatasetV2, Dataset):
    __doc__ = FixedLengthRecordDatasetV2.__doc__


class SqlDataset(Dataset):
    """The rows that a query of a database returns: scalars, in a structure of types.

    driver_name: "sqlite".  data_source_name: the file of the database.  query: in SQL.
    output_types: for each column string, bool, float64 or a type of whole numbers; SQLite converts to it, and NULL is
    empty, or zero.
    """

    def __init__(self, driver_name, data_source_name, query, output_types):
        inputs = [
            convert_to_tensor(value, dtypes.string, name=name)
            for name, value in (("driver_name", driver_name), ("data_source_name", data_source_name), ("query", query))
        ]
        spec = nest.map_structure(lambda kind: TensorSpec([], kind), output_types)
        kinds, dims = structure.flat_types(spec), structure.flat_dims(spec)
        super().__init__(database.Sql.build(*inputs, output_types=kinds, output_shapes=dims), spec)
