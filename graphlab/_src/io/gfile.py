"""tf.gfile: files and folders by name, with TensorFlow 1's parameter names."""

from graphlab._src.io import file_system
from graphlab._src.io.file_io import GFile

Open = GFile


def Copy(oldpath, newpath, overwrite=False):  # noqa: N802  (its public name; so below)
    """Copies a file. Raises AlreadyExistsError when the other name is taken, unless overwrite."""
    file_system.copy(oldpath, newpath, overwrite)


def DeleteRecursively(dirname):  # noqa: N802
    """Removes a folder with all that it holds. Raises NotFoundError when it is not there.

    dirname: text, bytes or path-like; may begin with file://.
    """
    file_system.rmtree(dirname)


def Exists(filename):  # noqa: N802
    """True when there is a file or folder of that name.

    filename: text, bytes or path-like; may begin with file://.
    """
    return file_system.exists(filename)


def Glob(filename):  # noqa: N802
    """The names that match a pattern, or any of a list of them, in order."""
    return file_system.glob(filename)


def IsDirectory(dirname):  # noqa: N802
    """True when there is a folder of that name."""
    return file_system.isdir(dirname)


def ListDirectory(dirname):  # noqa: N802
    """The names in a folder, in order, without the folder's own. Raises NotFoundError when it is no folder."""
    return file_system.listdir(dirname)


def MakeDirs(dirname):  # noqa: N802
    """Makes a folder and those that it is in, as far as they are not there.

    dirname: text, bytes or path-like; may begin with file://.
    """
    file_system.makedirs(dirname)


def MkDir(dirname):  # noqa: N802
    """Makes a folder in one that is there; a folder that is there already is left as it is."""
    file_system.mkdir(dirname)


def Remove(filename):  # noqa: N802
    """Removes a file. Raises NotFoundError when it is not there."""
    file_system.remove(filename)


def Rename(oldname, newname, overwrite=False):  # noqa: N802
    """Moves a file to another name. Raises AlreadyExistsError when that is taken, unless overwrite."""
    file_system.rename(oldname, newname, overwrite)


def Stat(filename):  # noqa: N802
    """The length, time of change (mtime_nsec) and kind (is_directory) of a file."""
    return file_system.stat(filename)


def Walk(top, in_order=True):  # noqa: N802
    """(folder, its folders, its files) for a folder and all below it; in_order: each folder before those in it."""
    return file_system.walk(top, in_order)
