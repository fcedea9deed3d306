"""tensorflow.python.lib.io.file_io: whole files, read and written by path."""

import zlib

from graphlab._src.base.errors import AlreadyExistsError
from graphlab._src.base.text import as_bytes
from graphlab._src.io import file_system
from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.io.file_io import GFile


def read_file_to_string(filename, binary_mode=False):
    """What a file holds: text, or bytes in binary mode."""
    with GFile(filename, "rb" if binary_mode else "r") as file:
        return file.read()


def write_string_to_file(filename, file_content):
    """Writes a text to a file."""
    with GFile(filename, "w") as file:
        file.write(file_content)


def atomic_write_string_to_file(filename, contents, overwrite=True):
    """Writes a file that is whole or not there. AlreadyExistsError when it is there and overwrite is False."""
    if not overwrite and file_system.exists(filename):
        raise AlreadyExistsError(None, None, f"{filename} already exists")
    write_atomically(filename, contents.encode() if isinstance(contents, str) else contents)


def get_matching_files(filename):
    """The paths that a pattern matches, in order."""
    return file_system.glob(filename)


def file_exists(filename):
    """True when there is a file or a folder of that name."""
    return file_system.exists(filename)


def recursive_create_dir(dirname):
    """Makes a folder and those above it."""
    file_system.makedirs(dirname)


def file_crc32(filename, block_size=2**24):
    """The CRC-32 of a file, as hex() writes it. block_size: how many bytes are read at once."""
    checksum = 0
    with GFile(filename, "rb") as file:
        while chunk := file.read(block_size):
            checksum = zlib.crc32(as_bytes(chunk), checksum)
    return hex(checksum)


def filecmp(filename_a, filename_b):
    """True where two files hold the same number of bytes with the same CRC-32."""
    sizes = [GFile(name, "rb").size() for name in (filename_a, filename_b)]
    return sizes[0] == sizes[1] and file_crc32(filename_a) == file_crc32(filename_b)


create_dir, delete_file, delete_recursively = file_system.mkdir, file_system.remove, file_system.rmtree
is_directory, list_directory = file_system.isdir, file_system.listdir
