"""tensorflow.python.keras.utils.data_utils: data that comes batch by batch, and the hashes of files."""

import hashlib
import inspect
from collections.abc import Iterator
from typing import Any

from graphlab._src.keras.engine.local_files import unpack
from graphlab._src.keras.engine.sequence import Sequence


def is_generator_or_sequence(x: Any) -> bool:
    """Whether data is a generator or a Sequence."""
    return inspect.isgenerator(x) or isinstance(x, Sequence)


def iter_sequence_infinite(seq: Any) -> Iterator[Any]:
    """The batches of a Sequence, again and again."""
    while True:
        yield from seq


def hash_file(fpath: str, algorithm: str = "sha256", chunk_size: int = 65535) -> str:
    """The hash of a file, as hexadecimal digits.  algorithm: "sha256", or anything else for MD5."""
    hasher = hashlib.sha256() if algorithm == "sha256" else hashlib.md5(usedforsecurity=False)
    with open(fpath, "rb") as file:
        while chunk := file.read(chunk_size):
            hasher.update(chunk)
    return hasher.hexdigest()


def validate_file(fpath: str, file_hash: str, algorithm: str = "auto", chunk_size: int = 65535) -> bool:
    """Whether a file has a hash.  algorithm: "auto" for the one that the length of the hash means."""
    long = algorithm == "sha256" or (algorithm == "auto" and len(file_hash) == 64)
    return hash_file(fpath, "sha256" if long else "md5", chunk_size) == file_hash


def extract_archive(file_path: str, path: str = ".", archive_format: Any = "auto") -> bool:
    """Unpacks a zip or tar file into a folder; False where it is neither, or of another kind than `archive_format` allows."""
    if archive_format is None:
        return False
    kinds = ["tar", "zip"] if archive_format == "auto" else archive_format
    return unpack(file_path, path, [kinds] if isinstance(kinds, str) else kinds)
