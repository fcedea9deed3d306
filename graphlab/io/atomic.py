"""Writing a file so that who reads it meets the old content or the new, and never a part of either."""

import contextlib
import os
import secrets

from graphlab.io.paths import file_errors, local_path


def temporary_path(path):
    """A name beside a file that nobody else uses."""
    return f"{path}.tempstate{secrets.token_hex(8)}"


def write_atomically(path, content):
    """Writes bytes to a file that is there, whole, when this returns, or is not changed at all."""
    path = local_path(path)
    temporary = temporary_path(path)
    with file_errors(path), removed_on_failure(temporary):
        with open(temporary, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)


@contextlib.contextmanager
def removed_on_failure(*paths):
    """Removes files that were written when what follows fails."""
    try:
        yield
    except BaseException:
        for path in paths:
            with contextlib.suppress(OSError):
                os.unlink(path)
        raise
