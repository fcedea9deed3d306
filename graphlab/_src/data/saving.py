"""Saving the position of iterators: with a Saver, and as estimators train."""

from graphlab._src.data import iterator_ops
from graphlab._src.graph.scopes import colocate_with
from graphlab._src.state.saveable import SaveableObject, SaveSpec


class IteratorSaveable(SaveableObject):
    """The position of an iterator. resource: its handle."""

    def __init__(self, resource):
        serialized = iterator_ops.serialize_iterator(resource)
        super().__init__(resource, [SaveSpec(serialized, "", f"{resource.name}-state")], resource.name)

    def restore(self, restored_tensors, restored_shapes):
        with colocate_with(self.op):
            return iterator_ops.deserialize_iterator(self.op, restored_tensors[0])


def make_saveable_from_iterator(iterator):
    """What a Saver saves of an iterator: where it is in its dataset.

        tf.add_to_collection(tf.GraphKeys.SAVEABLE_OBJECTS, tf.data.experimental.make_saveable_from_iterator(iterator))
        saver = tf.train.Saver()

    To restore it, the iterator has to be initialized first, with a dataset like the one whose position was saved.
    """
    return IteratorSaveable(iterator._iterator_resource)
