"""tf.train.import_meta_graph: a saved graph, and the Saver that restores its variables."""

import logging

from graphlab._src.graph import get_default_graph
from graphlab._src.io.import_meta_graph import import_scoped_meta_graph, read_meta_graph_file
from graphlab._src.proto import MetaGraphDef, SaverDef
from graphlab._src.train import queue_runner  # noqa: F401  # registers what reads QueueRunnerDef
from graphlab._src.train.saving.saver import Saver, saveable_in_graph

_log = logging.getLogger("graphlab")


def import_meta_graph(meta_graph_or_file, clear_devices=False, import_scope=None, **kwargs):
    """Adds a saved graph with its collections to the default graph, and returns a Saver for its variables.

    meta_graph_or_file: a MetaGraphDef, or the name of a file: `path.meta` beside a checkpoint.
    clear_devices: without the devices that it was made for.  import_scope: a name scope for all of it.
    kwargs: graph, input_map, return_elements and the like, as import_scoped_meta_graph has them.
    Returns None when there are no variables.
    """
    return import_with_elements(meta_graph_or_file, clear_devices, import_scope, **kwargs)[0]


def import_with_elements(
    meta_graph_or_file, clear_devices=False, import_scope=None, return_elements=None, graph=None, **kwargs
):
    """The same: (the Saver, the operations and tensors that return_elements names).

    graph: that it is added to; the default graph when left out.
    """
    message = meta_graph_or_file
    if not isinstance(message, MetaGraphDef):
        message = read_meta_graph_file(message)
    with (graph or get_default_graph()).as_default():
        variables, elements = import_scoped_meta_graph(
            message, clear_devices, import_scope, return_elements=return_elements, **kwargs
        )
    return _saver(message, import_scope, variables), elements


def _saver(message, scope, variables):
    if message.HasField("saver_def"):
        for name, variable in variables.items():  # the scope may have got a number at its end
            scope = variable.name[: -len(name)]
            break
        saver_def = SaverDef()
        saver_def.CopyFrom(message.saver_def)
        return Saver(saver_def=saver_def, name=scope)
    if saveable_in_graph(scope):
        return Saver()
    _log.info("Saver not created because there are no variables in the graph to restore")
    return None
