"""tensorflow.python.lib.io.file_io: whole files, read and written by path."""

from graphlab._src.base.errors import AlreadyExistsError
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


create_dir, delete_file, delete_recursively = file_system.mkdir, file_system.remove, file_system.rmtree
is_directory, list_directory = file_system.isdir, file_system.listdir
