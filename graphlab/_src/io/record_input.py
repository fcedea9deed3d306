"""RecordInput: records of all TFRecord files that match a pattern, epoch after epoch, in random order."""

import os
import random
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from graphlab._src.base.errors import NotFoundError
from graphlab._src.graph import Operation, Tensor, name_scope
from graphlab._src.io.file_ops import matching_paths
from graphlab._src.io.paths import failure
from graphlab._src.io.tf_record import RecordReader, TFRecordOptions
from graphlab._src.ops.define import REQUIRED, no_gradient, op, unknown
from graphlab._src.ops.joining import split
from graphlab._src.ops.shape import reshape

_TOGETHER = 16  # records that are taken from one file before those beside it


class _Yielder:
    """The records of one RecordInput in a session. Each epoch has every record once."""

    def __init__(self, op: Operation) -> None:
        attrs: dict[str, Any] = op.attrs
        self._op = op
        self._pattern = attrs["file_pattern"].decode()
        self._shift = attrs["file_shuffle_shift_ratio"]
        self._capacity, self._parallelism = attrs["file_buffer_size"], attrs["file_parallelism"]
        self._compression = attrs["compression_type"].decode()
        self._random = random.Random(attrs["file_random_seed"])
        self._lock = threading.Lock()
        self._records = self._epochs()

    def take(self, count: int) -> list[bytes]:
        """The next records."""
        with self._lock:
            try:
                return [next(self._records) for _ in range(count)]
            except Exception:
                self._records = self._epochs()  # a generator that has failed is at its end
                raise

    def _epochs(self) -> Iterator[bytes]:
        while True:
            count = 0
            waiting: list[bytes] = []
            for record in self._in_file_order(self._files()):
                count += 1
                place = self._random.randrange(len(waiting) + 1)
                waiting.append(record)
                waiting[place], waiting[-1] = waiting[-1], waiting[place]
                if len(waiting) >= self._capacity:
                    yield waiting.pop()
            while waiting:
                yield waiting.pop()
            if not count:
                raise failure(NotFoundError, self._op, f"Found no records in the files at {self._pattern}")

    def _files(self) -> list[bytes]:
        """The names of the files in the order of this epoch."""
        names = [
            name for pattern in self._pattern.split(",") for name in matching_paths(os.fsencode(pattern), self._op)
        ]
        if not names:
            raise failure(NotFoundError, self._op, f"Found no files at {self._pattern}")
        self._random.shuffle(names)
        shift = int(self._shift * len(names)) if 0 <= self._shift < 1 else 0
        return names[shift:] + names[:shift]

    def _in_file_order(self, names: list[bytes]) -> Iterator[bytes]:
        """The records of as many files at a time as are read side by side."""
        rows = [self._of_files(names[i :: self._parallelism]) for i in range(self._parallelism)]
        while rows:
            for row in list(rows):
                for _ in range(_TOGETHER):
                    record = next(row, None)
                    if record is None:
                        rows.remove(row)
                        break
                    yield record

    def _of_files(self, names: list[bytes]) -> Iterator[bytes]:
        for name in names:
            reader = RecordReader(name, self._compression, self._op)
            try:
                while (found := reader.read(self._op)) is not None:
                    yield found[1]
            finally:
                reader.close()


@op(
    "RecordInput",
    "-> records: string",
    infer=unknown,
    host=True,
    stateful=True,
    grad=no_gradient,
    attrs={
        "file_pattern": (str, REQUIRED),
        "file_random_seed": (int, 301),
        "file_shuffle_shift_ratio": (float, 0.0),
        "file_buffer_size": (int, 10000),
        "file_parallelism": (int, 16),
        "batch_size": (int, 32),
        "compression_type": (str, ""),
    },
)
def record_input(*, context):
    """The next batch_size records of the files that match a pattern, or several with commas between: string, a vector.

    Each epoch reads the files in another order, file_parallelism of them side by side, and draws records from a buffer of
    file_buffer_size.  file_shuffle_shift_ratio: the part of the files that the order begins behind.
    A run raises NotFoundError when no file matches, or none holds a record.
    """
    op = context.op
    found = context.resources.find_or_make("record input", "", op, lambda: _Yielder(op))
    return np.asarray(found.take(op.attrs["batch_size"]), object)


class RecordInput:
    """Records of all TFRecord files that match a pattern, in random order, without an end.

    file_pattern: with * ? and [...], several with commas between.  batch_size: how many records a run returns.
    buffer_size: of the buffer that records are drawn from.  parallelism: how many files are read side by side.
    shift_ratio: the part of the files that each epoch's order begins behind.  seed: of the orders.
    batches: how many batches a run returns, in a list; one when left out.  compression_type: of the files.

        records = data_flow_ops.RecordInput("train-*", batch_size=32, buffer_size=1000).get_yield_op()
    """

    def __init__(
        self,
        file_pattern: str,
        batch_size: int = 1,
        buffer_size: int = 1,
        parallelism: int = 1,
        shift_ratio: float = 0,
        seed: int = 0,
        name: str | None = None,
        batches: int | None = None,
        compression_type: Any = None,
    ) -> None:
        self._batches = batches
        self._batch_size = batch_size * (1 if batches is None else batches)
        self._name = name
        self._options = {
            "file_pattern": file_pattern,
            "file_buffer_size": buffer_size,
            "file_parallelism": parallelism,
            "file_shuffle_shift_ratio": shift_ratio,
            "file_random_seed": seed,
            "compression_type": TFRecordOptions.get_compression_type_string(TFRecordOptions(compression_type)),
        }

    def get_yield_op(self) -> Tensor | list[list[Tensor]]:
        """The tensor of the next records, or with `batches` a list of lists of single records."""
        records = record_input(batch_size=self._batch_size, name=self._name, **self._options)
        if self._batches is None:
            return records
        with name_scope(self._name):
            single = [reshape(record, []) for record in split(records, self._batch_size, 0)]
            return [single[i :: self._batches] for i in range(self._batches)]
