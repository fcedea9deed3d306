"""The message that a SavedModel's folder holds."""

import os

from google.protobuf.message import DecodeError
from google.protobuf.text_format import ParseError

from graphlab._src.io import file_system
from graphlab._src.io.file_faults import unreadable
from graphlab._src.io.file_io import FileIO
from graphlab._src.io.saved_model import constants
from graphlab._src.proto import text_format
from graphlab._src.proto.checkpoints import SavedModel


def maybe_saved_model_directory(export_dir):
    """True for a folder that holds a SavedModel."""
    names = (constants.SAVED_MODEL_FILENAME_PBTXT, constants.SAVED_MODEL_FILENAME_PB)
    return any(file_system.exists(os.path.join(export_dir, name)) for name in names)


def parse(export_dir):
    """The SavedModel message of a folder."""
    binary = os.path.join(export_dir, constants.SAVED_MODEL_FILENAME_PB)
    text = os.path.join(export_dir, constants.SAVED_MODEL_FILENAME_PBTXT)
    for path in (binary, text):
        if file_system.exists(path):
            with FileIO(path, "rb") as file:
                content = file.read()
            try:
                return SavedModel.FromString(content) if path == binary else text_format.Parse(content, SavedModel())
            except (DecodeError, ParseError, UnicodeDecodeError) as error:
                raise unreadable(path, content, error) from None
    raise OSError(
        f"SavedModel file does not exist at: {export_dir}/"
        f"{{{constants.SAVED_MODEL_FILENAME_PBTXT}|{constants.SAVED_MODEL_FILENAME_PB}}}"
    )
