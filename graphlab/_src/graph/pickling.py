"""NotPickled: base class of graphs, operations and tensors, whose pickling fails with advice on what to save instead."""

import copyreg
from typing import Any, NoReturn

from graphlab._src.base.errors import explain


class NotPickled:
    """A class whose objects pickle, deepcopy and other processes refuse; copy.copy shares what they hold.

    _instead: the advice of the error.
    """

    __slots__ = ()
    _instead = (
        "tf.train.write_graph(graph, folder, name) keeps a graph, tf.train.Saver().save(sess, path) its variables"
    )

    def __getstate__(self) -> NoReturn:
        name = type(self).__name__
        raise TypeError(explain(f"can't pickle {name} objects: they are part of this process", fix=self._instead))

    def __copy__(self) -> Any:
        made = object.__new__(type(self))
        for name in vars(copyreg)["_slotnames"](type(self)):
            if hasattr(self, name):
                object.__setattr__(made, name, getattr(self, name))
        getattr(made, "__dict__", {}).update(getattr(self, "__dict__", {}))
        return made
