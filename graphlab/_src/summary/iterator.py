"""summary_iterator: what an event file holds."""

from graphlab._src.io.tf_record import tf_record_iterator
from graphlab._src.proto import Event


def summary_iterator(path):
    """The Event messages of an event file, one after the other.

    DataLossError for a record that is damaged, NotFoundError for a file that is not there.
    """
    for record in tf_record_iterator(path):
        yield Event.FromString(record)
