"""tensorflow.python.data.experimental.kernel_tests.reader_dataset_ops_test_base: files that tests of datasets read."""

import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.compat.dataset_test_base import DatasetTestBase
from graphlab._src.data.examples import make_batched_features_dataset
from graphlab._src.data.readers import TFRecordDataset
from graphlab._src.io.tf_record import TFRecordWriter
from graphlab._src.ops.parsing.features import FixedLenFeature, VarLenFeature
from graphlab._src.proto.example import BytesList, Example, Feature, Features, Int64List

_LABEL = "fake-label"


class FixedLengthRecordDatasetTestBase(DatasetTestBase):
    """Two files of 7 records of 3 bytes, with a header and a footer."""

    def setUp(self) -> None:
        super().setUp()
        self._num_files, self._num_records = 2, 7
        self._header_bytes, self._record_bytes, self._footer_bytes = 5, 3, 2

    def _record(self, f: int, r: int) -> bytes:
        return str(f * 2 + r).encode() * self._record_bytes

    def _createFiles(self) -> list[str]:  # noqa: N802
        names = _names(self, "fixed_length_record", self._num_files)
        for f, name in enumerate(names):
            records = b"".join(self._record(f, r) for r in range(self._num_records))
            _write(name, b"H" * self._header_bytes + records + b"F" * self._footer_bytes)
        return names


class TextLineDatasetTestBase(DatasetTestBase):
    """Files of lines; the last line of the first file alone ends with a line break."""

    def _lineText(self, f: int, l: int) -> bytes:  # noqa: N802, E741
        return f"{f}: {l}".encode()

    def _createFiles(  # noqa: N802
        self, num_files: int, num_lines: int, crlf: bool = False, compression_type: str | None = None
    ) -> list[str]:
        packed = {None: bytes, "": bytes, "GZIP": gzip.compress, "ZLIB": zlib.compress}
        if compression_type not in packed:
            raise ValueError("Unsupported compression_type", compression_type)
        names = _names(self, "text_line", num_files)
        for f, name in enumerate(names):
            end = b"\r\n" if crlf else b"\n"
            text = end.join(self._lineText(f, line) for line in range(num_lines))
            _write(name, packed[compression_type](text + end if num_lines and f == 0 else text))
        return names


class _RecordFiles(DatasetTestBase):
    """Two files of 7 records, which setUp writes."""

    def setUp(self) -> None:
        super().setUp()
        self._num_files, self._num_records = 2, 7
        self.test_filenames = self._createFiles()

    def _createFiles(self) -> list[str]:  # noqa: N802
        names = _names(self, "tf_record", self._num_files)
        for f, name in enumerate(names):
            with TFRecordWriter(name) as writer:
                for r in range(self._num_records):
                    writer.write(self._written(f, r))
        return names

    def _written(self, f: int, r: int) -> bytes:
        raise NotImplementedError

    def _interleave(self, iterators: list[Iterator[Any]], cycle_length: int) -> Iterator[Any]:
        """One item of each of so many iterators, and so on; the next of the others replaces one that ends."""
        reading: list[Any] = iterators[:cycle_length]
        waiting = iterators[cycle_length:]
        while any(one is not None for one in reading):
            for i, one in enumerate(reading):
                if one is None:
                    continue
                try:
                    yield next(one)
                except StopIteration:
                    reading[i] = waiting.pop(0) if waiting else None

    def _places(self, files: Iterable[int], cycle_length: int) -> Iterator[tuple[int, int]]:
        """(file, record) in the order in which they are read."""
        return self._interleave([iter([(f, r) for r in range(self._num_records)]) for f in files], cycle_length)


class TFRecordDatasetTestBase(_RecordFiles):
    """Two files of 7 records of text."""

    def _record(self, f: int, r: int) -> bytes:
        return f"Record {r} of file {f}".encode()

    def _written(self, f: int, r: int) -> bytes:
        return self._record(f, r)

    def _next_expected_batch(
        self,
        file_indices: Iterable[int],
        batch_size: int,
        num_epochs: int,
        cycle_length: int,
        drop_final_batch: bool,
        use_parser_fn: bool,
    ) -> Iterator[list[bytes]]:
        """The batches of records. use_parser_fn: without the first character of each."""
        files = list(file_indices)
        places = [place for _ in range(num_epochs) for place in self._places(files, cycle_length)]
        records = [self._record(f, r)[1 if use_parser_fn else 0 :] for f, r in places]
        for start in range(0, len(records), batch_size):
            batch = records[start : start + batch_size]
            if len(batch) == batch_size or not drop_final_batch:
                yield batch

    def _verify_records(
        self,
        outputs: Any,
        batch_size: int,
        file_index: int | list[int] | None,
        num_epochs: int,
        interleave_cycle_length: int,
        drop_final_batch: bool,
        use_parser_fn: bool,
    ) -> None:
        """The batches that `outputs()` evaluates to are those of the files."""
        numbers = range(self._num_files) if file_index is None else file_index
        files = [numbers] if isinstance(numbers, int) else numbers
        options = (interleave_cycle_length, drop_final_batch, use_parser_fn)
        for expected in self._next_expected_batch(files, batch_size, num_epochs, *options):
            self.assertAllEqual(expected, self.evaluate(outputs()))


class MakeBatchedFeaturesDatasetTestBase(_RecordFiles):
    """Two files of 7 Examples: the numbers of file and record, one or two keywords, and a label."""

    def make_batch_feature(
        self,
        filenames: Any,
        num_epochs: int | None,
        batch_size: int,
        label_key: str | None = None,
        reader_num_threads: int = 1,
        parser_num_threads: int = 1,
        shuffle: bool = False,
        shuffle_seed: int | None = None,
        drop_final_batch: bool = False,
    ) -> Any:
        """The dataset of the files' Examples, in batches."""
        self.filenames, self.num_epochs, self.batch_size = filenames, num_epochs, batch_size
        return make_batched_features_dataset(
            filenames,
            batch_size,
            {
                "file": FixedLenFeature([], dtypes.int64),
                "record": FixedLenFeature([], dtypes.int64),
                "keywords": VarLenFeature(dtypes.string),
                "label": FixedLenFeature([], dtypes.string),
            },
            label_key=label_key,
            reader=TFRecordDataset,
            num_epochs=num_epochs,
            shuffle=shuffle,
            shuffle_seed=shuffle_seed,
            reader_num_threads=reader_num_threads,
            parser_num_threads=parser_num_threads,
            drop_final_batch=drop_final_batch,
        )

    def _record(self, f: int, r: int, l: str) -> bytes:  # noqa: E741
        features = {
            "file": Feature(int64_list=Int64List(value=[f])),
            "record": Feature(int64_list=Int64List(value=[r])),
            "keywords": Feature(bytes_list=BytesList(value=self._get_keywords(f, r))),
            "label": Feature(bytes_list=BytesList(value=[l.encode()])),
        }
        return Example(features=Features(feature=features)).SerializeToString()

    def _written(self, f: int, r: int) -> bytes:
        return self._record(f, r, _LABEL)

    def _get_keywords(self, f: int, r: int) -> list[bytes]:
        return [b"keyword0", b"keyword1"][: 1 + (f + r) % 2]

    def _sum_keywords(self, num_files: int) -> int:
        return sum(len(self._get_keywords(f, r)) for f in range(num_files) for r in range(self._num_records))

    def _run_actual_batch(self, outputs: Any, label_key_provided: bool = False) -> list[Any]:
        """[files, indices, values and shape of the keywords, records, labels] of what `outputs()` evaluates to."""
        evaluated = self.evaluate(outputs())
        features, label = evaluated if label_key_provided else (evaluated, evaluated["label"])
        keywords = features["keywords"]
        return [features["file"], keywords.indices, keywords.values, keywords.dense_shape, features["record"], label]

    def _next_actual_batch(self, label_key_provided: bool = False) -> list[Any]:
        return self._run_actual_batch(self.outputs, label_key_provided)  # type: ignore[attr-defined]

    def _next_expected_batch(
        self, file_indices: Iterable[int], batch_size: int, num_epochs: int, cycle_length: int = 1
    ) -> Iterator[list[Any]]:
        """What `_run_actual_batch` returns of each batch."""
        files = list(file_indices)
        places = [place for _ in range(num_epochs) for place in self._places(files, cycle_length)]
        for start in range(0, len(places), batch_size):
            batch = places[start : start + batch_size]
            keywords = [self._get_keywords(f, r) for f, r in batch]
            yield [
                [f for f, _ in batch],
                [[i, j] for i, words in enumerate(keywords) for j in range(len(words))],
                [word for words in keywords for word in words],
                [len(batch), max(map(len, keywords))],
                [r for _, r in batch],
                [_LABEL.encode()] * len(batch),
            ]

    def verify_records(
        self,
        batch_size: int,
        file_index: int | None = None,
        num_epochs: int = 1,
        label_key_provided: bool = False,
        interleave_cycle_length: int = 1,
    ) -> None:
        """The batches that `self.outputs()` evaluates to are those of the files."""
        files = range(self._num_files) if file_index is None else [file_index]
        for expected in self._next_expected_batch(files, batch_size, num_epochs, interleave_cycle_length):
            actual = self._next_actual_batch(label_key_provided)
            for part, other in zip(expected, actual, strict=True):
                self.assertAllEqual(part, other)


def _names(case: DatasetTestBase, kind: str, number: int) -> list[str]:
    return [os.path.join(case.get_temp_dir(), f"{kind}.{i}.txt") for i in range(number)]


def _write(name: str, contents: bytes) -> None:
    with open(name, "wb") as file:
        file.write(contents)
