"""Summary messages as the value of a string tensor, and the tags of those that hold several elements of a batch."""

import numpy as np

from graphlab._src.proto import Summary


def message(values):
    """A scalar with the bytes of a Summary that has these values."""
    return np.asarray(Summary(value=values).SerializeToString(), object)


def tag_of(tag, op_type):
    """The tag as text; ValueError when there is not exactly one."""
    if np.ndim(tag):
        raise ValueError(f"tags must be scalar: {op_type} has one tag, its shape is {list(tag.shape)}")
    return np.asarray(tag, object).item().decode()


def numbered(tag, kind, most, index):
    """The tag of one element of a batch of which at most `most` are recorded: loss/image, or loss/image/2."""
    return f"{tag}/{kind}" if most == 1 else f"{tag}/{kind}/{index}"
