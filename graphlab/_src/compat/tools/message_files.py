"""Messages in files, binary or as text."""

from google.protobuf import text_format

from graphlab._src.io.gfile import Exists, GFile


def read_message(message, path, binary, what):
    """The message, filled with what a file says.  what: the kind of file, for the IOError of one that is not there."""
    if not Exists(path):
        raise OSError(f"Input {what} file '{path}' does not exist!")
    with GFile(path, "rb" if binary else "r") as file:
        if binary:
            message.ParseFromString(file.read())
        else:
            text_format.Merge(file.read(), message)
    return message


def write_message(message, path, binary):
    """Writes a file that read_message reads."""
    with GFile(path, "wb" if binary else "w") as file:
        file.write(message.SerializeToString() if binary else text_format.MessageToString(message))
